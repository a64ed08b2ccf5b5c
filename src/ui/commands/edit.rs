//! `edit`: the editor, on the whole screen or by lines of words.

use crate::ui::app::{App, Request};
use std::rc::Rc;

use super::play::{fills_screen, show};
use crate::report;
use crate::toolkit::edit::Editor;
use crate::toolkit::exit::Exit;
use crate::ui::edit::{begin, item, kind_of_new, line_mode::EditLineMode, load, tell_draft, view::EditView};
use crate::ui::screen::theme::Theme;
use crate::ui::words::Words;

pub(super) fn run(app: &mut App, call: &Request<'_>) -> Exit {
    let search = match app.search(call.order) {
        Ok(search) => search,
        Err(message) => return app.complain(&message),
    };
    let mut editor = match begin(app) {
        Ok(editor) => editor,
        Err(message) => return app.complain(&message),
    };
    let here = if call.arguments.is_empty() { app.here() } else { None };
    let new =
        call.arguments.first().and_then(|typed| Some((kind_of_new(&app.catalog, typed.text())?, typed)));
    let loaded = match (new, call.arguments.first(), &here) {
        (Some((kind, typed)), ..) => begin_new(app, &mut editor, kind, typed.text()),
        (_, Some(typed), _) => load(app, &mut editor, typed),
        (_, None, Some(here)) => editor.load(&app.catalog, here).map_err(|message| app.complain(&message)),
        (_, None, None) => Ok(()),
    };
    if let Err(exit) = loaded {
        return exit;
    }
    let before = editor.draft().text();
    let (editor, exit) = if fills_screen(call.order) {
        let theme = Theme::detect(app.screen.has_colour(), call.order.flag("ascii").is_some());
        let mut view = EditView::new(Rc::clone(&app.catalog), editor, search, theme);
        let exit = show(app, &mut view);
        let editor = view.into_editor();
        tell_draft(app, &editor);
        (editor, exit)
    } else {
        let quiet = app.is_on(call.order, "quiet");
        let mut words = Words::of(app);
        let exit = EditLineMode { app, order: call.order, editor: &mut editor, quiet }.run(&mut words);
        (editor, exit)
    };
    // At the prompt what was drawn is what one goes on with.
    if app.at_prompt
        && editor.draft().text() != before
        && let Some(item) = item(&editor)
    {
        let _ = app.session.load(item);
    }
    exit
}

/// Begins with an empty board that is to become a file.
fn begin_new(app: &App, editor: &mut Editor, kind: &str, path: &str) -> Result<(), Exit> {
    editor.begin(&app.catalog, kind, None).map_err(|message| app.complain(&message))?;
    editor.call(path);
    app.screen.note(&format!("note: '{}' is not there yet; 'save' makes it", report::escaped(path)));
    Ok(())
}
