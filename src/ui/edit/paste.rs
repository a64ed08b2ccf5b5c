//! What is pasted into the editor: a puzzle becomes the board.

use super::questions::Question;
use super::view::EditView;
use crate::catalog::{Catalog, Item, Source, Typed};
use crate::puzzle::{Claim, Plugin};
use crate::toolkit::edit::Editor;
use crate::ui::app::wants_more;
use crate::ui::pasted::unspaced;
use crate::ui::screen::view::Flow;

/// The puzzle in a pasted text, or the first of several, and how many there are.
pub(super) fn puzzle_in(catalog: &Catalog, text: &str) -> Result<(Item, usize), String> {
    let text = unspaced(text);
    if !is_board(catalog, &text) {
        return Err("the pasted text contains no board".to_owned());
    }
    let end = text.trim_end().len();
    let items = catalog
        .resolve(&Typed::at_prompt(&Source::new("<paste>", text), 0..end))
        .map_err(|error| error.diagnostic.message)?;
    let count = items.len();
    let item = items.into_iter().next().ok_or("the pasted text contains no board")?;
    Ok((item, count))
}

/// Whether `text` is a puzzle, or the beginning of one, and no word of the editor.
pub(super) fn is_board(catalog: &Catalog, text: &str) -> bool {
    catalog.plugins().map(|plugin: &dyn Plugin| plugin.claims(text)).max() > Some(Claim::Maybe)
        || crate::catalog::is_puzzle_text(text) && !text.trim().is_empty()
        || wants_more(catalog, text)
}

/// Makes the pasted puzzle the board; says what was taken.
pub(super) fn take(catalog: &Catalog, editor: &mut Editor, text: &str) -> Result<String, String> {
    let (item, count) = puzzle_in(catalog, text)?;
    editor.paste(catalog, &item)?;
    Ok(match count {
        1 => "pasted".to_owned(),
        count => format!("pasted the first of {count} puzzles"),
    })
}

impl EditView {
    /// A paste: text for the line that is typed, else a board.
    pub(super) fn paste(&mut self, text: &str) -> Flow {
        self.end_stroke();
        if let Some(entry) = &mut self.entry {
            entry.paste(text);
        } else if self.question.is_none() {
            self.pages = None;
            match puzzle_in(&self.catalog, text) {
                Err(message) => self.complain(message),
                Ok(_) if self.editor.is_changed() => self.question = Some(Question::Paste(text.to_owned())),
                Ok(_) => self.take_paste(text),
            }
        }
        Flow::Stay
    }

    pub(super) fn take_paste(&mut self, text: &str) {
        let taken = take(&self.catalog, &mut self.editor, text);
        self.changed(taken.as_ref().map(|_| true).map_err(Clone::clone));
        if let Ok(said) = taken {
            self.say(format!("{said}; u takes it back"));
        }
    }
}
