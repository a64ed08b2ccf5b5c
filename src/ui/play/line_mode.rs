//! The player in line mode: for pipes, tests and screen readers.

mod boards;
mod search;

use lurd_toolkit::files::WriteError;
use std::fmt::Display;
use std::fmt::Write as _;

use crate::ui::app::App;
use crate::ui::cli::Invocation;
use crate::ui::typed_lines::TypedLines;
use lurd_puzzle::puzzle::{Overlay, Place};
use lurd_report as report;
use lurd_report::Subject;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::play::commands::{COMMANDS, PlayCommand};
use lurd_toolkit::play::{Game, LevelSet, Lost, Moved, Onward, PlayError, PlayEvent, Purpose, dead_position};

const PROMPT: &str = "play> ";

/// A game played by typed lines.
pub(in crate::ui) struct PlayLineMode<'a> {
    app: &'a mut App,
    order: &'a Invocation,
    level_set: &'a mut LevelSet,
    /// Whether boards are left out.
    quiet: bool,
    /// Whether dead positions are checked for.
    warn: bool,
    /// Why the progress could not be saved, as reported last.
    unsaved: Option<WriteError>,
}

impl<'a> PlayLineMode<'a> {
    pub(in crate::ui) fn new(
        app: &'a mut App,
        order: &'a Invocation,
        level_set: &'a mut LevelSet,
        quiet: bool,
    ) -> Self {
        Self { app, order, level_set, quiet, warn: true, unsaved: None }
    }

    /// Plays until `quit` or the end of the input and returns the worst exit code of all lines.
    pub(in crate::ui) fn run(&mut self, lines: &mut TypedLines) -> Exit {
        let resumed = self.level_set.enter(&self.app.catalog);
        self.introduce(resumed);
        let mut worst = Exit::Good;
        while let Some(line) = lines.next(PROMPT) {
            self.app.signals.cancel.reset();
            let exit = match line.map_err(String::from).and_then(|line| self.command(&line, lines)) {
                Ok(command) if !Self::is_meant(&command, lines) => self.not_done(),
                Ok(command) => match self.execute(command) {
                    Ok(PlayEvent::Quit) => break,
                    Ok(PlayEvent::Follow { steps, from }) => self.follow(&steps, from, lines),
                    Ok(PlayEvent::Replay(_, steps)) => self.replay(&steps, lines),
                    Ok(PlayEvent::SearchNeeded(Purpose::Follow(from))) => self.find_and_follow(from, lines),
                    Ok(event) => self.show(event),
                    Err(error) => self.refuse(&error),
                },
                Err(message) => self.complain(&message),
            };
            worst = worst.worst(exit);
            // A signal may end the process before the next line.
            let unsaved = self.level_set.save().err();
            worst = worst.worst(self.report_unsaved(unsaved));
            if self.app.signals.is_ending() {
                return Exit::Interrupted;
            }
        }
        worst
    }

    /// Carries out a command, and saves the progress before anything is shown of it: what is shown is not lost if lurd
    /// is killed then.
    fn execute(&mut self, command: PlayCommand) -> Result<PlayEvent, PlayError> {
        let event = self.level_set.execute(command, &self.app.catalog);
        // Reported with the next attempt to save, after the command.
        let _ = self.level_set.save();
        event
    }

    /// Reports, once, why the progress could not be saved.
    fn report_unsaved(&mut self, unsaved: Option<WriteError>) -> Exit {
        let exit = match &unsaved {
            Some(message) if self.unsaved != unsaved => self.complain(message),
            _ => Exit::Good,
        };
        self.unsaved = unsaved;
        exit
    }

    fn not_done(&self) -> Exit {
        self.say("nothing was deleted");
        Exit::Good
    }

    fn say(&self, text: &str) {
        self.app.screen.result(text);
    }

    fn complain(&self, message: &(impl Display + ?Sized)) -> Exit {
        self.app.complain(message)
    }

    fn introduce(&mut self, resumed: usize) {
        let (at, of) = self.level_set.place();
        let game = self.level_set.game();
        let mut line = report::heading(&subject(game, game.puzzle()));
        if of > 1 {
            let _ = write!(line, "  ({at} of {of})");
        }
        self.say(&format!("{line}\n{}", report::best_of_all(game)));
        if resumed > 0 {
            self.say(&format!("{resumed} steps were done before; 'restart' goes back to the start"));
        }
        self.draw();
    }

    fn draw(&self) {
        if !self.quiet {
            self.say(&report::picture(None, self.level_set.game().position()));
        }
    }

    /// Shows what a command did, and does what is left to do.
    fn show(&mut self, event: PlayEvent) -> Exit {
        match event {
            PlayEvent::Moved(moved) => return self.moved(moved),
            PlayEvent::Stepped(walked, moved) => {
                self.say(&report::walked(&walked, true));
                return self.moved(moved);
            }
            PlayEvent::SteppedBack(walked) => {
                self.say(&report::walked(&walked, false));
                return self.moved(Moved::default());
            }
            PlayEvent::Jumped => return self.shown(),
            PlayEvent::Marked(name) => self.say(&format!("marked as '{}'", report::escaped(&name))),
            PlayEvent::Hint(Onward { done, all, rest, .. }) => {
                self.say(&format!("{}  (step {} of {all} of the answer)", rest.steps[0], done + 1));
            }
            PlayEvent::KnownAnswer(onward) => {
                let unit = self.level_set.game().objective.map_or("steps", |objective| objective.metric);
                self.say(&report::known_answer(&onward.rest, unit));
            }
            PlayEvent::AlreadySolved => self.say("solved already"),
            PlayEvent::SearchNeeded(purpose) => return self.search_for(purpose),
            PlayEvent::Entered(entered) => {
                let exit = self.report_unsaved(entered.unsaved);
                self.introduce(entered.resumed);
                return exit;
            }
            PlayEvent::Opened(entered, note) => {
                let exit = self.report_unsaved(entered.unsaved);
                if let Some(note) = note {
                    self.app.screen.note(&format!("note: {}", report::escaped(&note)));
                }
                self.introduce(entered.resumed);
                return exit;
            }
            PlayEvent::Levels(rows) => self.say(&report::levels(&rows, self.app.screen.width())),
            PlayEvent::Solutions(all) => {
                self.say(&report::saved_solutions(self.level_set.game().puzzle(), &all));
            }
            PlayEvent::Exported(number, file, outcome) => {
                self.say(&report::exported(number, &file, &outcome));
            }
            PlayEvent::Picture(file, steps) => return self.draw_to(&file, steps),
            PlayEvent::Deleted(number) => self.say(&format!("solution {number} deleted")),
            PlayEvent::Overlay(overlay, of) => return self.overlay(overlay, of),
            PlayEvent::Show => {
                self.say(&report::picture(None, self.level_set.game().position()));
                return self.counts();
            }
            PlayEvent::History => self.say(&self.level_set.game().text()),
            PlayEvent::Warn(on) => self.warn = on,
            PlayEvent::Help => self.say(&report::commands(COMMANDS)),
            // `run` carries these out.
            PlayEvent::Follow { .. } | PlayEvent::Replay(..) | PlayEvent::Quit => {}
        }
        Exit::Good
    }

    /// Shows the cells of an overlay as a picture and in words.
    fn overlay(&self, overlay: &Overlay, of: Option<Place>) -> Exit {
        let Some(controls) = self.level_set.game().position().controls() else { return Exit::Good };
        match controls.marked(overlay, of) {
            Ok(cells) => {
                if !self.quiet {
                    self.say(&report::overlaid_picture(controls, overlay, &cells));
                }
                self.say(&report::overlay_in_words(overlay, &cells));
                Exit::Good
            }
            Err(reason) => self.complain(&reason),
        }
    }

    fn refuse(&mut self, error: &PlayError) -> Exit {
        let message = match error {
            // 'restart' shows the start wherever the game is.
            PlayError::AtStart => return self.shown(),
            PlayError::Lost(Lost::NoAnswer) => "there is no answer to walk along: 'solve' first".to_owned(),
            PlayError::Lost(Lost::Elsewhere) => {
                "the answer does not lead through this position: 'answer' goes to where it begins, or 'solve' again"
                    .to_owned()
            }
            error => report::play_error(error),
        };
        self.app.screen.note(&report::message(&message));
        error.exit()
    }

    /// Shows the effect of an action, and stores a solution.
    fn moved(&mut self, moved: Moved) -> Exit {
        self.draw();
        if moved.solved {
            self.say(&report::finished(self.level_set.game()));
            if let Some(text) = report::kept(&self.level_set.keep(&self.app.catalog)) {
                self.say(&text);
            }
            return Exit::Good;
        }
        self.counts();
        self.warn_if_dead();
        Exit::Good
    }

    /// Shows the position after a jump.
    fn shown(&mut self) -> Exit {
        self.draw();
        self.counts()
    }

    fn counts(&self) -> Exit {
        let game = self.level_set.game();
        self.say(&if self.quiet { report::done_in_short(game) } else { report::done_at_length(game) });
        Exit::Good
    }

    fn warn_if_dead(&self) {
        if !self.warn {
            return;
        }
        let signals = &self.app.signals;
        if let Some(reason) = signals.during(|| dead_position::look(self.level_set.game(), &signals.cancel)) {
            self.say(&format!("warning: no solution is left, proved: {}", report::escaped(&reason)));
        }
    }
}

/// The subject of reports on a game.
pub(in crate::ui) fn subject<'g>(game: &'g Game, puzzle: &'g dyn lurd_puzzle::puzzle::Puzzle) -> Subject<'g> {
    Subject { name: &game.name, reference: &game.reference, source: &game.source, index: game.index, puzzle }
}
