//! The gamepad layout that `--pad` or `set pad` names: a built-in one, or a file.

use std::path::Path;

use super::app::App;
use super::cli::Invocation;
use crate::catalog::{Item, Source};
use lurd_report as report;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::files::read_text_at_most;

/// The most bytes of a layout.
const MAX_LAYOUT: u64 = 1 << 20;

/// The name of the layout that every puzzle has at first.
const DEFAULT: &str = "assumed";

impl App {
    /// The item with the chosen gamepad layout, if one is chosen and the puzzle has layouts.
    pub(super) fn with_pad(&self, order: &Invocation, item: Item) -> Result<Item, Exit> {
        let chosen = self.value(order, "pad").filter(|&path| path != DEFAULT);
        let Some(path) = chosen else { return Ok(item) };
        let Ok(puzzle) = &item.puzzle else { return Ok(item) };
        if let Some(puzzle) = puzzle.with_built_in_pad(path) {
            return Ok(Item { puzzle: Ok(puzzle), ..item });
        }
        let text = read_text_at_most(Path::new(path), MAX_LAYOUT);
        match (puzzle.with_pad(text.as_deref().unwrap_or_default()), text) {
            // The setting applies only to puzzles that have layouts.
            (None, _) if order.flag("pad").is_none() => Ok(item),
            (None, _) => Err(self.complain(&format!("--pad: a {} has no gamepad layouts", puzzle.kind()))),
            (Some(_), Err(error)) => {
                let names = puzzle.pad_names().join(" and ");
                let built_in = if names.is_empty() { names } else { format!("; built in are {names}") };
                Err(self.complain(&format!("--pad {}: {error}{built_in}", report::escaped(path))))
            }
            (Some(Ok(puzzle)), Ok(_)) => Ok(Item { puzzle: Ok(puzzle), ..item }),
            (Some(Err(diagnostic)), Ok(text)) => {
                let source = Source::new(path, text.as_str());
                self.screen.note(&report::complaint(&diagnostic, Some(&source)));
                Err(Exit::Usage)
            }
        }
    }
}
