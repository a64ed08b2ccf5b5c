//! Boards in text that is pasted or typed into the editor.

use crate::catalog::{self, Catalog, Item, Source, Typed};
use crate::ui::pasted::unspaced;
use crate::ui::wants_more::wants_more;
use lurd_puzzle::puzzle::{Claim, DraftError, Plugin};
use lurd_report as report;
use lurd_toolkit::edit::Editor;

/// The first puzzle in a pasted text, and the number of puzzles.
pub(super) fn puzzle_in(catalog: &Catalog, text: &str) -> Result<(Item, usize), DraftError> {
    let no_board = "the pasted text contains no board";
    let text = unspaced(text);
    if !is_board(catalog, &text) {
        return Err(no_board.into());
    }
    let end = text.trim_end().len();
    let items = catalog
        .resolve(&Typed::at_prompt(&Source::new("<paste>", text), 0..end))
        .map_err(|error| error.diagnostic.message)?;
    let count = items.len();
    Ok((items.into_iter().next().ok_or(no_board)?, count))
}

/// Whether `text` is a puzzle, or the beginning of one, and not a command of the editor.
pub(super) fn is_board(catalog: &Catalog, text: &str) -> bool {
    catalog.plugins().map(|plugin: &dyn Plugin| plugin.claims(text)).max() > Some(Claim::Maybe)
        || catalog::is_puzzle_text(text) && !text.trim().is_empty()
        || wants_more(catalog, text)
}

/// Replaces the board by the pasted puzzle and returns a message on what was pasted.
pub(super) fn paste(catalog: &Catalog, editor: &mut Editor, text: &str) -> Result<String, DraftError> {
    let (item, count) = puzzle_in(catalog, text)?;
    editor.paste(catalog, &item).map_err(|error| report::edit_error(&error))?;
    Ok(match count {
        1 => "pasted".to_owned(),
        count => format!("pasted the first of {count} puzzles"),
    })
}
