//! Opening an editor, boards in pasted or typed text, and handing the draft on to the player and the prompt.

use std::path::Path;

use lurd_puzzle::catalog::{self, Catalog, Item, Reference, Source, Typed};
use lurd_puzzle::puzzle::{Confidence, DraftError, Plugin, Puzzle};
use lurd_report as report;
use lurd_toolkit::{
    edit::{DraftLocation, Editor, Loaded},
    play::{LevelSet, ProgressFolder},
    solutions::SolutionStore,
};

use crate::app::App;
use crate::split::{unspaced, wants_more};

/// The kind of puzzle to edit by default.
pub(crate) const DEFAULT_KIND: &str = "sokoban";

/// Creates an editor with an empty board.
pub(crate) fn begin(catalog: &Catalog) -> Result<Editor, DraftError> {
    let default = catalog.plugins().find(|plugin| plugin.name() == DEFAULT_KIND);
    let plugin = default.or_else(|| catalog.plugins().next()).ok_or("there is no kind of puzzle to edit")?;
    Ok(Editor::new(plugin.blank(None)?, DraftLocation::of_user()))
}

/// The kind of puzzle of a file that does not exist yet, by the extension of its name.
pub(crate) fn kind_of_new(catalog: &Catalog, text: &str) -> Option<&'static str> {
    let path = match Reference::parse(text, catalog) {
        Reference::Unknown => text,
        Reference::File { path, range: None } => path,
        _ => return None,
    };
    let extension = Path::new(path).extension()?.to_str()?.to_ascii_lowercase();
    let exists = std::fs::symlink_metadata(path).is_ok();
    let writes =
        |plugin: &&dyn Plugin| plugin.formats().iter().any(|format| format.extensions.contains(&extension.as_str()));
    catalog.plugins().find(writes).filter(|_| !exists).map(Plugin::name)
}

/// Reports what was loaded: which of several puzzles, its notes, and what is wrong with it.
pub(crate) fn note_loaded(app: &App, Loaded { item, count }: &Loaded) {
    if *count > 1 {
        app.screen.note(&format!("{count} puzzles; this is {}", report::escaped(&item.reference)));
    }
    app.note_of(item);
    if item.puzzle.is_err() {
        app.refuse_item(item, false);
    }
}

/// What is said where an unsaved draft is there again.
pub(crate) const RESTORED: &str = "unsaved changes restored; 'undo' drops them";

/// A level set of the puzzle being edited, without stored solutions and progress.
pub(crate) fn trial(puzzle: Box<dyn Puzzle>) -> Option<LevelSet> {
    let item = Item::of_puzzle(puzzle, "draft", "draft");
    LevelSet::new(vec![item], SolutionStore::none(), ProgressFolder::none())
}

/// Reports where an unsaved draft is kept.
pub(crate) fn note_draft(app: &App, editor: &Editor) {
    if let Some(path) = editor.draft_path() {
        let path = report::escaped(&path.display().to_string());
        app.screen.note(&format!("note: not saved; kept as {path}: it is there when the editor is started again"));
    }
}

// Boards in text that is pasted or typed into the editor.

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
fn is_board(catalog: &Catalog, text: &str) -> bool {
    catalog.plugins().map(|plugin: &dyn Plugin| plugin.confidence(text)).max() > Some(Confidence::Maybe)
        || catalog::is_puzzle_text(text) && !text.trim().is_empty()
        || wants_more(catalog, text)
}

/// Replaces the board by the pasted puzzle and returns a message on what was pasted.
pub(crate) fn paste(catalog: &Catalog, editor: &mut Editor, text: &str) -> Result<String, DraftError> {
    let (item, count) = puzzle_in(catalog, text)?;
    editor.paste(catalog, &item).map_err(|error| report::edit_error(&error))?;
    Ok(match count {
        1 => "pasted".to_owned(),
        count => format!("pasted the first of {count} puzzles"),
    })
}
