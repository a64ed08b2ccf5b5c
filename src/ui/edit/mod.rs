//! The editor: by lines of words (`plain`), or on the whole screen.
//!
//! - `view`: the state, and what comes in; `keys`: which key asks for what
//! - `actions`: what keys and words do; `pointer`: what the mouse does; `questions`: saving and leaving
//! - `paste`: what is pasted; `draw`: what is shown

mod actions;
mod draw;
mod keys;
pub(super) mod line_mode;
mod paste;
mod pointer;
mod questions;
#[cfg(test)]
mod tests;
pub(super) mod view;

use std::path::Path;

use super::app::App;
use crate::catalog::{Catalog, Item, Reference, Source, Typed};
use crate::puzzle::{Metadata, Plugin, Puzzle};
use crate::toolkit::edit::{Editor, Shelf};
use crate::toolkit::exit::Exit;
use crate::toolkit::play::{Game, LevelSet, Progress};
use crate::toolkit::solutions::Store;

/// The kind of puzzle that is drawn if nobody says which.
pub(super) const USUAL: &str = "sokoban";

/// An editor with an empty board.
pub(super) fn begin(app: &App) -> Result<Editor, String> {
    let plugin =
        app.catalog.plugins().find(|plugin| plugin.name() == USUAL).or_else(|| app.catalog.plugins().next());
    let plugin = plugin.ok_or("there is no kind of puzzle to draw")?;
    Ok(Editor::new(plugin.blank(None)?, Shelf::unnamed()))
}

/// Whether an editor that is at work may open that: it would wait for ever for keys that are its own, or
/// for what a pipe brings.
fn can_be_opened(catalog: &Catalog, text: &str) -> Result<(), String> {
    match Reference::parse(text, catalog) {
        Reference::Stdin => Err("'-' is what the editor is told by: name a file".to_owned()),
        Reference::File { path, .. } => match std::fs::metadata(path) {
            Ok(found) if !found.is_file() && !found.is_dir() => {
                Err(format!("'{path}' is no file but something else"))
            }
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

/// The kind of puzzle of a file that is not there yet, by the ending of its name.
pub(super) fn kind_of_new(catalog: &Catalog, text: &str) -> Option<&'static str> {
    let path = match Reference::parse(text, catalog) {
        Reference::Unknown => text,
        Reference::File { path, range: None } => path,
        _ => return None,
    };
    let ending = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
    let is_there = std::fs::symlink_metadata(path).is_ok();
    let writes = |plugin: &&dyn Plugin| {
        plugin.formats().iter().any(|format| format.endings.contains(&ending.as_str()))
    };
    catalog.plugins().find(writes).filter(|_| !is_there).map(Plugin::name)
}

/// Draws on what `typed` means while the editor is at work.
pub(super) fn open(app: &App, editor: &mut Editor, text: &str) -> Result<(), Exit> {
    can_be_opened(&app.catalog, text).map_err(|message| app.complain(&crate::report::escaped(&message)))?;
    load(app, editor, &Typed::argument(text))
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
pub(super) fn trial(puzzle: Box<dyn Puzzle>) -> Option<LevelSet> {
    let mut game = Game::of(puzzle);
    "draft".clone_into(&mut game.name);
    game.reference.clone_from(&game.name);
    game.source.clone_from(&game.name);
    LevelSet::new(vec![game], Store::none(), Progress::none())
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
        metadata: Metadata::default(),
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
