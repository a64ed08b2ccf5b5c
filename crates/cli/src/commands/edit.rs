//! `edit`: the editor, on the whole screen or in line mode.

use std::rc::Rc;

use lurd_puzzle::catalog::Typed;
use lurd_report as report;
use lurd_toolkit::edit::{EditError, Editor};
use lurd_toolkit::exit::Exit;

use super::play::{fills_screen, show, theme};
use crate::{
    app::{App, Request},
    edit::{
        line_mode::EditLineMode,
        opening::{begin, item, kind_of_new, note_draft, note_loaded},
        state::EditView,
    },
};

pub(super) fn run(app: &mut App, call: &Request) -> Exit {
    let search = app.search(&call.flags);
    let Ok(mut editor) = app.accept(begin(&app.catalog)) else { return Exit::Usage };
    let here = if call.arguments.is_empty() { app.here() } else { None };
    let new = call.arguments.first().and_then(|typed| Some((kind_of_new(&app.catalog, typed.text())?, typed)));
    let loaded = match (new, call.arguments.first(), &here) {
        (Some((kind, typed)), ..) => begin_new(app, &mut editor, kind, typed.text()),
        (_, Some(typed), _) => load(app, &mut editor, typed),
        (_, None, Some(here)) => {
            editor.load(&app.catalog, here).map_err(|error| app.complain(&report::edit_error(&error)))
        }
        (_, None, None) => Ok(()),
    };
    if let Err(exit) = loaded {
        return exit;
    }
    let before = editor.draft().text();
    let (editor, exit) = if fills_screen(app, &call.flags) {
        let theme = theme(app, &call.flags);
        let mut view = EditView::new(Rc::clone(&app.catalog), editor, search, theme);
        let exit = show(app, &mut view);
        let editor = view.into_editor();
        note_draft(app, &editor);
        (editor, exit)
    } else {
        let quiet = call.flags.quiet;
        if let Err(exit) = app.read_standard_input() {
            return exit;
        }
        let exit = EditLineMode { app, flags: &call.flags, editor: &mut editor, quiet }.run();
        (editor, exit)
    };
    // At the prompt the edited puzzle becomes the current one.
    if app.at_prompt
        && editor.draft().text() != before
        && let Some(item) = item(&editor)
    {
        let _ = app.session.load(item);
    }
    exit
}

/// Begins an empty board for a file that does not exist yet.
fn begin_new(app: &App, editor: &mut Editor, kind: &str, path: &str) -> Result<(), Exit> {
    editor.begin(&app.catalog, kind, None).map_err(|error| app.complain(&report::edit_error(&error)))?;
    editor.set_new_file(path);
    app.screen.note(&format!("note: '{}' does not exist yet; 'save' creates it", report::escaped(path)));
    Ok(())
}

/// Loads what `typed` names, and reports notes on it.
fn load(app: &App, editor: &mut Editor, typed: &Typed) -> Result<(), Exit> {
    match editor.load_typed(&app.catalog, typed) {
        Ok(loaded) => {
            note_loaded(app, &loaded);
            Ok(())
        }
        Err(EditError::Input(error)) => Err(app.refuse(&error, false)),
        Err(error) => {
            if let EditError::NotEditable { loaded, .. } = &error {
                note_loaded(app, loaded);
            }
            Err(app.complain(&report::edit_error(&error)))
        }
    }
}
