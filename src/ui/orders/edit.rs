//! `edit`: the editor, on the whole screen or by lines of words.

use super::{App, Call};
use crate::toolkit::exit::Exit;
use crate::ui::edit::{begin, item, load, plain::Plain};
use crate::ui::words::Words;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    if app.at_prompt && app.screen.plain {
        return app.complain(
            "edit takes its words from standard input, which is the script here: 'lurd edit --plain'",
        );
    }
    if let Err(message) = app.search(call.order) {
        return app.complain(&message);
    }
    let mut editor = match begin(app) {
        Ok(editor) => editor,
        Err(message) => return app.complain(&message),
    };
    let here = if call.arguments.is_empty() { app.here() } else { None };
    let loaded = match (call.arguments.first(), &here) {
        (Some(typed), _) => load(app, &mut editor, typed),
        (None, Some(here)) => editor.load(&app.catalog, here, 1).map_err(|message| app.complain(&message)),
        (None, None) => Ok(()),
    };
    if let Err(exit) = loaded {
        return exit;
    }
    let quiet = app.is_on(call.order, "quiet");
    let before = editor.draft().text();
    let exit = Plain { app, order: call.order, editor: &mut editor, quiet }.run(&mut Words::new());
    // At the prompt what was drawn is what one goes on with.
    if app.at_prompt
        && editor.draft().text() != before
        && let Some(item) = item(&editor)
    {
        let _ = app.session.load(item);
    }
    exit
}
