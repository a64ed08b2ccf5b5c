//! The editor of lines.

use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rustyline::{
    Cmd, ColorMode, ConditionalEventHandler, Editor, Event, EventContext, EventHandler, KeyCode, RepeatCount,
};

use super::helper::{Helper, LineEditor};
use super::history::{History, MAX_LINES};
use crate::ui::app::App;

/// The maximum number of bytes typed key by key, so that a flood of keys does not keep the editor busy for
/// minutes. A bracketed paste comes as one event and may be longer.
const MAX_KEYS: usize = 64 << 10;

/// Creates the line editor and reads the history into it. `too_much` is set when a line exceeds [`MAX_KEYS`].
pub(super) fn open(app: &App, too_much: &Arc<AtomicBool>) -> rustyline::Result<(LineEditor, History)> {
    let config = rustyline::Config::builder()
        .completion_type(rustyline::CompletionType::List)
        .completion_show_all_if_ambiguous(true)
        .completion_prompt_limit(200)
        .max_history_size(MAX_LINES)?
        .history_ignore_dups(true)?
        .color_mode(if app.screen.has_colour() { ColorMode::Enabled } else { ColorMode::Disabled })
        .build();
    let mut editor = Editor::with_config(config)?;
    editor.set_helper(Some(Helper::new(Rc::clone(&app.catalog))));
    let limit = Limit(Arc::clone(too_much));
    editor.bind_sequence(Event::Any, EventHandler::Conditional(Box::new(limit)));
    let history = History::open(&mut editor);
    Ok((editor, history))
}

/// Ignores letters once the line has [`MAX_KEYS`] bytes.
struct Limit(Arc<AtomicBool>);

impl ConditionalEventHandler for Limit {
    fn handle(&self, event: &Event, _: RepeatCount, _: bool, context: &EventContext<'_>) -> Option<Cmd> {
        let is_letter = event.get(0).is_some_and(|key| matches!(key.0, KeyCode::Char(_)) && key.1.is_empty());
        if !is_letter || context.line().len() < MAX_KEYS {
            return None;
        }
        self.0.store(true, Ordering::Relaxed);
        Some(Cmd::Noop)
    }
}
