//! The player by lines of words: for pipes, tests and screen readers.

mod asking;

use std::fmt::Write as _;

use crate::report::{self, Subject};
use crate::toolkit::exit::Exit;
use crate::toolkit::play::words::{Level, WORDS, Word, read};
use crate::toolkit::play::{Course, Game, Lost, Moved, Walked, stuck};
use crate::ui::app::App;
use crate::ui::cli::Order;
use crate::ui::words::Words;
use crate::verify::Refusal;

const PROMPT: &str = "play> ";

/// A game between lines.
pub(in crate::ui) struct Plain<'a> {
    app: &'a mut App,
    order: &'a Order,
    course: &'a mut Course,
    /// Without boards.
    quiet: bool,
    /// Whether to warn when no solution is left.
    warn: bool,
    /// Why it is not written down how far one has played, as it was told last.
    unsaved: Option<String>,
}

impl<'a> Plain<'a> {
    pub(in crate::ui) fn new(
        app: &'a mut App,
        order: &'a Order,
        course: &'a mut Course,
        quiet: bool,
    ) -> Self {
        Self { app, order, course, quiet, warn: true, unsaved: None }
    }

    /// Plays until `quit` or the end of the input; gives the worst of what the lines came to.
    pub(in crate::ui) fn run(&mut self, words: &mut Words) -> Exit {
        let resumed = self.course.enter(&self.app.catalog);
        self.introduce(resumed);
        let mut worst = Exit::Good;
        while let Some(line) = words.next(PROMPT) {
            self.app.signals.cancel.reset();
            let word = line.and_then(|line| read(&line, self.course.game()));
            match word {
                Ok(Word::Quit) => break,
                Ok(word) => worst = worst.worst(self.carry_out(word)),
                Err(message) => worst = worst.worst(self.complain(&message)),
            }
            // After each line: whoever is ended by a signal is not asked.
            let unsaved = self.course.save().err();
            worst = worst.worst(self.tell_unsaved(unsaved));
        }
        worst
    }

    /// Tells, once, why it is not written down how far one has played.
    fn tell_unsaved(&mut self, unsaved: Option<String>) -> Exit {
        let exit = match &unsaved {
            Some(message) if self.unsaved != unsaved => self.complain(message),
            _ => Exit::Good,
        };
        self.unsaved = unsaved;
        exit
    }

    fn game(&mut self) -> &mut Game {
        self.course.game_mut()
    }

    fn say(&self, text: &str) {
        self.app.screen.result(text);
    }

    /// A mistake; the game goes on.
    fn complain(&self, message: &str) -> Exit {
        self.app.complain(message)
    }

    /// The rules say no.
    fn refuse(&self, message: &str) -> Exit {
        self.app.screen.note(&report::message(message));
        Exit::No
    }

    fn introduce(&mut self, resumed: usize) {
        let (at, of) = self.course.place();
        let game = self.course.game();
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
            self.say(&report::picture(None, self.course.game().position()));
        }
    }

    fn carry_out(&mut self, word: Word) -> Exit {
        match word {
            Word::Act(text) => match self.game().act(&text) {
                Ok(moved) => self.moved(moved),
                Err(refusal) => {
                    self.app.screen.note(&report::message(&refusal.to_string()));
                    if matches!(refusal, Refusal::Misread(_)) { Exit::Usage } else { Exit::No }
                }
            },
            Word::Undo(count) => match self.game().undo(count) {
                0 => self.complain("nothing to undo"),
                _ => self.shown(),
            },
            Word::Redo(count) => match self.game().redo(count) {
                0 => self.complain("nothing to redo"),
                _ => self.shown(),
            },
            Word::Restart => {
                self.game().restart();
                self.shown()
            }
            Word::Mark(name) => {
                self.game().mark(&name);
                self.say(&format!("marked as '{}'", report::escaped(&name)));
                Exit::Good
            }
            Word::Return(name) => match self.game().return_to(&name) {
                Ok(()) => self.shown(),
                Err(message) => self.complain(&report::escaped(&message)),
            },
            Word::Go(to) => {
                let done = self.game().go(to);
                self.done(done)
            }
            Word::Bring(from, to) => {
                let done = self.game().bring(from, to);
                self.done(done)
            }
            Word::Hint => self.hint(),
            Word::Solve => self.solve(),
            Word::Step(count) => match self.game().step(count) {
                Ok((walked, moved)) => self.walked(&walked, moved, true),
                Err(lost) => self.lost(lost),
            },
            Word::Back(count) => match self.game().back(count) {
                Ok(walked) => self.walked(&walked, Moved::default(), false),
                Err(lost) => self.lost(lost),
            },
            Word::Answer => match self.game().return_to_answer() {
                Ok(()) => self.shown(),
                Err(lost) => self.lost(lost),
            },
            Word::Rest => self.rest(),
            Word::Level(level) => self.level(level),
            Word::Show => {
                self.say(&report::picture(None, self.course.game().position()));
                self.counts()
            }
            Word::History => {
                self.say(&self.course.game().text());
                Exit::Good
            }
            Word::Warn(on) => {
                self.warn = on;
                Exit::Good
            }
            Word::Help => {
                self.say(&report::words(WORDS));
                Exit::Good
            }
            Word::Quit => Exit::Good,
        }
    }

    fn done(&mut self, done: Result<Moved, String>) -> Exit {
        match done {
            Ok(moved) => self.moved(moved),
            Err(message) => self.refuse(&message),
        }
    }

    /// After an action.
    fn moved(&mut self, moved: Moved) -> Exit {
        self.draw();
        if moved.solved {
            self.say(&report::finished(self.course.game()));
            let keeping = self.course.keep(&self.app.catalog);
            if let Some(text) = report::kept(&keeping) {
                self.say(&text);
            }
            return Exit::Good;
        }
        self.counts();
        self.warn_if_stuck();
        Exit::Good
    }

    /// After a way back, or to elsewhere.
    fn shown(&mut self) -> Exit {
        self.draw();
        self.counts()
    }

    fn counts(&self) -> Exit {
        let game = self.course.game();
        self.say(&if self.quiet { report::done_in_short(game) } else { report::done_at_length(game) });
        Exit::Good
    }

    fn warn_if_stuck(&self) {
        if !self.warn {
            return;
        }
        let signals = &self.app.signals;
        if let Some(reason) = signals.during(|| stuck::look(self.course.game(), &signals.cancel)) {
            self.say(&format!("warning: no solution is left, proved: {}", report::escaped(&reason)));
        }
    }

    fn walked(&mut self, walked: &Walked, moved: Moved, forward: bool) -> Exit {
        if walked.steps.is_empty() {
            return self.complain(if forward { "the answer ends here" } else { "the answer begins here" });
        }
        self.say(&report::walked(walked, forward));
        self.moved(moved)
    }

    fn lost(&self, lost: Lost) -> Exit {
        self.complain(match lost {
            Lost::NoAnswer => "there is no answer to walk on: 'solve' first",
            Lost::Elsewhere => {
                "the answer does not lead through this position: 'answer' goes to where it begins, or 'solve' again"
            }
        })
    }

    fn level(&mut self, level: Level) -> Exit {
        match self.course.go_to(level, &self.app.catalog) {
            Ok(entered) => {
                let exit = self.tell_unsaved(entered.unsaved);
                self.introduce(entered.resumed);
                exit
            }
            Err(message) => self.complain(&report::escaped(&message)),
        }
    }
}

/// The game as reports name it.
pub(in crate::ui) fn subject<'g>(game: &'g Game, puzzle: &'g dyn crate::puzzle::Puzzle) -> Subject<'g> {
    Subject { name: &game.name, reference: &game.reference, source: &game.source, index: game.index, puzzle }
}
