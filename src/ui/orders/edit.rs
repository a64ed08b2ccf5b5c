//! `edit`: the editor, on the whole screen or by lines of words.

use super::{App, Call};
use std::io::{self, IsTerminal};
use std::rc::Rc;

use super::play::is_plain;
use crate::toolkit::exit::Exit;
use crate::ui::edit::{begin, item, load, plain::Plain, stage::EditStage, tell_draft};
use crate::ui::screen::{self, theme::Theme};
use crate::ui::words::Words;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    if app.at_prompt && app.screen.plain {
        return app.complain(
            "edit takes its words from standard input, which is the script here: 'lurd edit --plain'",
        );
    }
    let search = match app.search(call.order) {
        Ok(search) => search,
        Err(message) => return app.complain(&message),
    };
    let mut editor = match begin(app) {
        Ok(editor) => editor,
        Err(message) => return app.complain(&message),
    };
    let here = if call.arguments.is_empty() { app.here() } else { None };
    let loaded = match (call.arguments.first(), &here) {
        (Some(typed), _) => load(app, &mut editor, typed),
        (None, Some(here)) => editor.load(&app.catalog, here).map_err(|message| app.complain(&message)),
        (None, None) => Ok(()),
    };
    if let Err(exit) = loaded {
        return exit;
    }
    let before = editor.draft().text();
    let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
    let (editor, exit) = if !is_person || is_plain(call.order) {
        let quiet = app.is_on(call.order, "quiet");
        let exit = Plain { app, order: call.order, editor: &mut editor, quiet }.run(&mut Words::new());
        (editor, exit)
    } else {
        let theme = Theme::detect(app.screen.has_colour(), call.order.flag("ascii").is_some());
        let mut stage = EditStage::new(Rc::clone(&app.catalog), editor, search, theme);
        let exit = screen::run(&mut stage, &app.signals).unwrap_or_else(|message| app.complain(&message));
        let editor = stage.into_editor();
        tell_draft(app, &editor);
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
