//! The loop that reads typed lines and carries them out: for the prompt, for scripts, and for the player and the editor
//! without a screen, in which the commands of the prompt work, too.

use std::{
    io::{self, IsTerminal},
    ops::Range,
    rc::Rc,
    sync::Arc,
};

use lurd_puzzle::catalog::Source;
use lurd_report as report;
use lurd_toolkit::{exit::Exit, play::Game, words::Word};

use crate::{
    app::App,
    prompt::{LineSource, Reading},
    registry::{command, names},
    split::{inputs, is_comment_line, own},
};

pub(crate) enum Done {
    /// The next line is read.
    Go(Exit),
    /// The mode ends.
    Quit,
}

/// What an error does to the rest of the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AfterError {
    /// Continue after the paste with the error; the exit code is that of the worst error.
    GoOn,
    /// Stop the script with the error's exit code.
    Stop,
    /// Continue after the paste with the error, which does not affect the exit code.
    Forget,
}

/// What typed lines are about.
pub(crate) trait Mode {
    fn app(&mut self) -> &mut App;

    /// What is shown before a line on a terminal.
    fn prompt(&self) -> &'static str;

    /// The words of this mode alone. They come before the commands of the prompt.
    fn words(&self) -> &'static [Word] {
        &[]
    }

    fn after_error(&self) -> AfterError {
        AfterError::GoOn
    }

    /// Carries out a line, or a board of several lines.
    fn line(&mut self, line: &str) -> Done;
}

/// Carries out lines until one of them or the end of the input ends the mode. Returns the worst exit code.
pub(crate) fn run(mode: &mut dyn Mode) -> Exit {
    let (prompt, words, after_error) = (mode.prompt(), mode.words(), mode.after_error());
    let mut worst = Exit::Good;
    while let Some((source, place)) = mode.app().next_part(prompt, words) {
        let line = &source.text[place.clone()];
        let app = mode.app();
        let is_comment = !line.contains('\n') && is_comment_line(&app.catalog, line);
        if is_comment || line.trim().is_empty() {
            continue;
        }
        let app = mode.app();
        app.signals.cancel.reset();
        app.line = Some((Arc::clone(&source), place.start));
        let done = match own(line, words) {
            Some((row, topic)) if row.name == "help" => Done::Go(app.help_in_mode(words, topic)),
            _ => mode.line(line),
        };
        let app = mode.app();
        let exit = match done {
            Done::Quit => {
                if app.leaving {
                    app.drop_rest();
                }
                return worst;
            }
            Done::Go(exit) => exit,
        };
        if app.signals.is_ending() {
            return Exit::Interrupted;
        }
        if after_error != AfterError::Forget {
            worst = worst.worst(exit);
        }
        if exit == Exit::Usage
            && let Some(input) = &mut app.input
        {
            input.last_failed();
        }
        if exit.stops_a_script() {
            // The rest of the input depends on the line that failed.
            app.drop_rest();
            if after_error == AfterError::Stop {
                return worst;
            }
        }
    }
    let app = mode.app();
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
    fn next_part(&mut self, prompt: &'static str, words: &'static [Word]) -> Option<(Arc<Source>, Range<usize>)> {
        if self.parts.is_empty() {
            let input = self.next_line(prompt, words)?;
            let source = Source::new("<prompt>", input);
            let place = |part: &str| part.as_ptr() as usize - source.text.as_ptr() as usize;
            let parts = inputs(&self.catalog, &source.text, words).into_iter();
            self.parts = parts.map(|part| (Arc::clone(&source), place(part)..place(part) + part.len())).collect();
        }
        self.parts.pop_front()
    }

    fn next_line(&mut self, prompt: &'static str, words: &'static [Word]) -> Option<String> {
        let mut input = self.input.take()?;
        let game = self.session.game.as_ref();
        let catalog = Rc::clone(&self.catalog);
        let line = input.next(&Reading {
            catalog: &catalog,
            screen: &self.screen,
            prompt,
            words,
            // Without colours a hint would look like typed text.
            hints: self.settings.all.shows_hints() && self.screen.has_colour(),
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

    /// Lists the words of a line mode, or explains one of them or a command of the prompt.
    fn help_in_mode(&mut self, words: &'static [Word], topic: &str) -> Exit {
        if topic.is_empty() {
            let rest: Vec<_> = names().into_iter().filter(|name| words.iter().all(|row| row.name != *name)).collect();
            let rest = format!(
                "The commands of the prompt work here, too: {}. They apply to the puzzle at hand. 'lurd' before a word \
                 makes it a command of the prompt in any case; 'help WORD' explains a word.",
                rest.join(", ")
            );
            self.screen.result(&(report::commands(words) + &report::at_words(&rest, self.screen.width().min(100))));
            return Exit::Good;
        }
        let Some((row, _)) = own(topic, words) else { return self.help_at_prompt(topic) };
        self.screen.result(&report::commands(&[*row]));
        if matches!(row.name, "help" | "quit") || command(row.name).is_none() {
            return Exit::Good;
        }
        let with =
            if row.arguments.is_empty() { format!(", or '{}' with arguments,", row.name) } else { String::new() };
        self.screen
            .result(&format!("'lurd {0}'{with} is the command of the prompt; 'lurd help {0}' explains it", row.name));
        Exit::Good
    }

    fn help_at_prompt(&mut self, topic: &str) -> Exit {
        match self.line_at_prompt(None, &format!("help {topic}")) {
            (_, Done::Go(exit)) => exit,
            (_, Done::Quit) => Exit::Good,
        }
    }

    /// Carries out a command of the prompt in a line mode, with a game as that of the current puzzle, which it returns.
    pub(crate) fn line_at_prompt(&mut self, game: Option<Game>, line: &str) -> (Option<Game>, Done) {
        let outer = (self.session.game.take(), self.session.is_lent, self.at_prompt);
        (self.session.game, self.session.is_lent, self.at_prompt) = (game, true, true);
        let done = self.line(line);
        let game = self.session.game.take();
        (self.session.game, self.session.is_lent, self.at_prompt) = outer;
        (game, done)
    }
}
