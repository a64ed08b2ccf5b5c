//! `edit`: the editor, on the whole screen or in line mode.

use std::rc::Rc;

use lurd_puzzle::{catalog::Typed, puzzle::Plugin};
use lurd_report as report;
use lurd_toolkit::edit::{EditError, Editor, commands::size};
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
    if call.flags.allow_unequal {
        editor.allow_unequal();
    }
    let here = if call.arguments.is_empty() { app.here() } else { None };
    let size = call.arguments.first().and_then(|typed| board_to_begin(app, typed.text(), call.arguments.get(1)));
    if size.is_none() && call.arguments.len() > 1 {
        return app.complain("edit takes one PUZZLE, or a size and a kind: 'edit missile/3', 'edit 10x8 sokoban'");
    }
    let new = call.arguments.first().and_then(|typed| Some((kind_of_new(&app.catalog, typed.text())?, typed)));
    let begun = size.map(|(kind, size)| {
        editor.begin(&app.catalog, &kind, size).map_err(|error| app.complain(&report::edit_error(&error)))
    });
    let loaded = match (new, call.arguments.first(), &here) {
        _ if begun.is_some() => begun.unwrap_or(Ok(())),
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

/// The kind and the size of the empty board that is asked for: `4x4`, `10x8 sokoban` or `shifter`. Without a kind it is
/// the one whose boards are usually of about that size.
fn board_to_begin(app: &App, text: &str, kind: Option<&Typed>) -> Option<(String, Option<(usize, usize)>)> {
    let plugins = || app.catalog.plugins();
    let is_kind = |name: &str| plugins().any(|plugin| plugin.name() == name);
    if kind.is_none() && is_kind(text) && app.catalog.is_unknown(text) {
        return Some((text.to_owned(), None));
    }
    let (columns, rows) = size(text)?;
    if let Some(kind) = kind {
        return is_kind(kind.text()).then(|| (kind.text().to_owned(), Some((columns, rows))));
    }
    let difference = |plugin: &dyn Plugin| {
        let usual = plugin.blank(None).ok()?.panels().first().copied()?;
        Some(usual.columns.abs_diff(columns) + usual.rows.abs_diff(rows))
    };
    let nearest = plugins().filter_map(|plugin| Some((difference(plugin)?, plugin.name()))).min()?;
    Some((nearest.1.to_owned(), Some((columns, rows))))
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
