//! The kinds of puzzles that can be edited.

use super::error::EditError;
use lurd_puzzle::catalog::Catalog;
use lurd_puzzle::puzzle::Plugin;

pub(super) fn plugin_of<'c>(catalog: &'c Catalog, kind: &str) -> Result<&'c dyn Plugin, EditError> {
    catalog.plugins().find(|plugin| plugin.name() == kind).ok_or_else(|| EditError::NoKind {
        kind: kind.to_owned(),
        known: catalog.plugins().map(Plugin::name).collect(),
    })
}
