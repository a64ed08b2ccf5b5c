//! The loop that reads typed lines and carries them out, for the prompt and for scripts.

use std::{
    io::{self, IsTerminal},
    ops::Range,
    panic::{AssertUnwindSafe, catch_unwind},
    rc::Rc,
    sync::Arc,
};

use lurd_puzzle::catalog::Source;
use lurd_toolkit::exit::Exit;

use crate::{
    app::App,
    prompt::{LineSource, Reading},
    split::{inputs, is_comment_line},
};

/// Carries out the lines of the input until `quit` or its end. Returns the worst exit code; where a person types, errors
/// do not count, and in a script one may end them.
pub(crate) fn run(app: &mut App) -> Exit {
    let mut worst = Exit::Good;
    while let Some((source, place)) = app.next_part() {
        let line = &source.text[place.clone()];
        let is_comment = !line.contains('\n') && is_comment_line(&app.catalog, line);
        if is_comment || line.trim().is_empty() {
            continue;
        }
        app.signals.cancel.reset();
        app.line = Some((Arc::clone(&source), place.start));
        let exit = if app.asks() {
            // A bug in one command must not end the session.
            catch_unwind(AssertUnwindSafe(|| app.line(line))).unwrap_or(Exit::Internal)
        } else {
            app.line(line)
        };
        if app.leaving {
            app.drop_rest();
            break;
        }
        if app.signals.is_ending() {
            return Exit::Interrupted;
        }
        if !app.asks() {
            worst = worst.worst(exit);
        }
        if exit.stops_a_script() {
            // The rest of the input depends on the line that failed.
            app.drop_rest();
            if !app.asks() && !app.goes_on {
                return worst;
            }
        }
    }
    match app.input.as_mut().and_then(LineSource::error) {
        Some(error) => worst.worst(app.complain(&error)),
        None => worst,
    }
}

impl App {
    /// Reads lines from standard input unless a script or the prompt runs.
    pub(crate) fn read_standard_input(&mut self) -> Result<(), Exit> {
        if self.input.is_none() {
            let input = LineSource::standard(&self.catalog, &self.screen);
            self.input = Some(input.map_err(|error| self.complain(&format!("cannot read lines: {error}")))?);
        }
        Ok(())
    }

    /// The next command or puzzle: of the last input, which may hold several, or of the next one.
    fn next_part(&mut self) -> Option<(Arc<Source>, Range<usize>)> {
        if self.parts.is_empty() {
            let input = self.next_line()?;
            let source = Source::new("<prompt>", input);
            let place = |part: &str| part.as_ptr() as usize - source.text.as_ptr() as usize;
            let parts = inputs(&self.catalog, &source.text, self.session.words()).into_iter();
            self.parts = parts.map(|part| (Arc::clone(&source), place(part)..place(part) + part.len())).collect();
        }
        self.parts.pop_front()
    }

    fn next_line(&mut self) -> Option<String> {
        let mut input = self.input.take()?;
        let game = self.session.game();
        let catalog = Rc::clone(&self.catalog);
        let line = input.next(&Reading {
            catalog: &catalog,
            screen: &self.screen,
            prompt: if self.session.edits { "edit> " } else { "lurd> " },
            words: self.session.words(),
            // Without colours a hint would look like typed text.
            hints: self.settings.all.hints && self.screen.has_colour(),
            is_actions: &|line| game.is_some_and(|game| game.reads(line).is_ok()),
        });
        self.input = Some(input);
        line
    }

    /// Drops what is left of the last input, and says so of a paste.
    fn drop_rest(&mut self) {
        let rest = std::mem::take(&mut self.parts);
        let inputs = rest.iter().filter(|(source, place)| !source.text[place.clone()].trim().is_empty()).count();
        if self.asks() && inputs > 0 {
            let (what, are) = if inputs == 1 { ("input", "is") } else { ("inputs", "are") };
            self.screen.note(&format!("note: {inputs} more {what} of the paste {are} not carried out"));
        }
    }

    /// Whether a person types the lines, or would type them.
    pub(crate) fn is_typed(&self) -> bool {
        self.input.as_ref().map_or_else(|| io::stdin().is_terminal(), LineSource::asks)
    }

    /// Whether a person types the lines, so that questions can be asked.
    pub(crate) fn asks(&self) -> bool {
        self.input.as_ref().is_some_and(LineSource::asks)
    }

    /// Asks a yes-or-no question; the answer is no where no person is asked.
    pub(crate) fn agrees(&mut self, question: &str) -> bool {
        let asked = self.input.as_mut().filter(|input| input.asks());
        let answer = asked.and_then(|input| input.answer(&format!("{question} [y/N] "))).unwrap_or_default();
        matches!(answer.trim().to_ascii_lowercase().as_str(), "y" | "yes")
    }
}
