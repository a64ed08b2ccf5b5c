//! The gamepad layout that `--pad FILE` or `set pad FILE` names.

use super::app::App;
use super::cli::Invocation;
use crate::catalog::{Item, Source};
use crate::report;
use crate::toolkit::exit::Exit;

/// The name of the built-in layout.
const BUILT_IN: &str = "assumed";

impl App {
    /// The item with the chosen gamepad layout, if one is chosen and the puzzle has layouts.
    pub(super) fn with_pad(&self, order: &Invocation, item: Item) -> Result<Item, Exit> {
        let chosen = self.value(order, "pad").filter(|&path| path != BUILT_IN);
        let Some(path) = chosen else { return Ok(item) };
        let Ok(puzzle) = &item.puzzle else { return Ok(item) };
        let text = std::fs::read_to_string(path)
            .map_err(|error| self.complain(&format!("--pad {}: {error}", report::escaped(path))))?;
        match puzzle.with_pad(&text) {
            Some(Ok(puzzle)) => Ok(Item { puzzle: Ok(puzzle), ..item }),
            Some(Err(diagnostic)) => {
                let source = Source::new(path, text.as_str());
                self.screen.note(&report::complaint(&diagnostic, Some(&source)));
                Err(Exit::Usage)
            }
            // The setting applies only to puzzles that have layouts.
            None if order.flag("pad").is_none() => Ok(item),
            None => Err(self.complain(&format!("--pad: a {} has no gamepad layouts", puzzle.kind()))),
        }
    }
}
