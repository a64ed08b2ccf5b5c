//! The editor: by lines of words (`plain`), or on the whole screen.
//!
//! - `stage`: the state, and what comes in; `keys`: which key asks for what
//! - `deeds`: what keys and words do; `pointer`: what the mouse does; `questions`: saving and leaving
//! - `draw`: what is shown

mod deeds;
mod draw;
mod keys;
pub(super) mod plain;
mod pointer;
mod questions;
pub(super) mod stage;
#[cfg(test)]
mod tests;

use super::app::App;
use crate::catalog::{Item, Source, Typed};
use crate::puzzle::{Extras, Puzzle};
use crate::toolkit::edit::{Editor, Shelf};
use crate::toolkit::exit::Exit;
use crate::toolkit::keep::Store;
use crate::toolkit::play::{Course, Game, Progress};

/// The kind of puzzle that is drawn if nobody says which.
pub(super) const USUAL: &str = "sokoban";

/// An editor with an empty board.
pub(super) fn begin(app: &App) -> Result<Editor, String> {
    let plugin =
        app.catalog.plugins().find(|plugin| plugin.name() == USUAL).or_else(|| app.catalog.plugins().next());
    let plugin = plugin.ok_or("there is no kind of puzzle to draw")?;
    Ok(Editor::new(plugin.blank(None)?, Shelf::unnamed()))
}

/// Draws on what `typed` means; of several puzzles on the first, which is said.
pub(super) fn load(app: &App, editor: &mut Editor, typed: &Typed) -> Result<(), Exit> {
    let items = app.catalog.resolve(typed).map_err(|error| app.refuse(&error, false))?;
    let count = items.len();
    let Some(item) = items.into_iter().next() else { return Err(Exit::Usage) };
    if count > 1 {
        app.screen.note(&format!("{count} puzzles; this is {}", crate::report::escaped(&item.reference)));
    }
    app.note_of(&item);
    if item.puzzle.is_err() {
        app.refuse_item(&item, false);
    }
    editor.load(&app.catalog, &item).map_err(|message| app.complain(&message))
}

/// A course of the one puzzle that is drawn. What is a draft is not kept.
pub(super) fn trial(puzzle: Box<dyn Puzzle>) -> Option<Course> {
    let mut game = Game::of(puzzle);
    "draft".clone_into(&mut game.name);
    game.reference.clone_from(&game.name);
    game.source.clone_from(&game.name);
    Course::new(vec![game], Store::none(), Progress::none())
}

/// What is drawn in the form of an item.
pub(super) fn item(editor: &Editor) -> Option<Item> {
    let puzzle = editor.puzzle().ok()?;
    Some(Item {
        source: Source::new("<prompt>", ""),
        index: 1,
        reference: editor.file().unwrap_or("<prompt>").to_owned(),
        kind: puzzle.kind(),
        flags: String::new(),
        note: None,
        extras: Extras::default(),
        place: 0..0,
        puzzle: Ok(puzzle),
    })
}

/// Says where what is not saved is kept.
pub(super) fn tell_draft(app: &App, editor: &Editor) {
    if let Some(path) = editor.draft_path() {
        let path = crate::report::escaped(&path.display().to_string());
        app.screen.note(&format!(
            "note: not saved; it is kept as {path}: 'recover' takes it up when the editor is started again"
        ));
    }
}
