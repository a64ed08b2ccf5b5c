//! The player by lines of words: for pipes, tests and screen readers.

mod asking;

use std::fmt::Write as _;

use crate::report::{self, Subject};
use crate::toolkit::exit::Exit;
use crate::toolkit::play::words::{Level, PlayCommand, WORDS, read};
use crate::toolkit::play::{Game, LevelSet, Lost, Moved, Walked, dead_position};
use crate::ui::app::App;
use crate::ui::cli::Invocation;
use crate::ui::words::Words;
use crate::verify::Refusal;

const PROMPT: &str = "play> ";

/// A game between lines.
pub(in crate::ui) struct PlayLineMode<'a> {
    app: &'a mut App,
    order: &'a Invocation,
    level_set: &'a mut LevelSet,
    /// Without boards.
    quiet: bool,
    /// Whether to warn when no solution is left.
    warn: bool,
    /// Why it is not written down how far one has played, as it was told last.
    unsaved: Option<String>,
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

    /// Plays until `quit` or the end of the input; gives the worst of what the lines came to.
    pub(in crate::ui) fn run(&mut self, words: &mut Words) -> Exit {
        let resumed = self.level_set.enter(&self.app.catalog);
        self.introduce(resumed);
        let mut worst = Exit::Good;
        while let Some(line) = words.next(PROMPT) {
            self.app.signals.cancel.reset();
            let word = line.and_then(|line| read(&line, self.level_set.game()));
            match word {
                Ok(PlayCommand::Quit) => break,
                Ok(word) => worst = worst.worst(self.carry_out(word)),
                Err(message) => worst = worst.worst(self.complain(&message)),
            }
            // After each line: whoever is ended by a signal is not asked.
            let unsaved = self.level_set.save().err();
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
        self.level_set.game_mut()
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

    fn carry_out(&mut self, word: PlayCommand) -> Exit {
        match word {
            PlayCommand::Act(text) => match self.game().act(&text) {
                Ok(moved) => self.moved(moved),
                Err(refusal) => {
                    self.app.screen.note(&report::message(&refusal.to_string()));
                    if matches!(refusal, Refusal::Misread(_)) { Exit::Usage } else { Exit::No }
                }
            },
            PlayCommand::Undo(count) => match self.game().undo(count) {
                0 => self.complain("nothing to undo"),
                _ => self.shown(),
            },
            PlayCommand::Redo(count) => match self.game().redo(count) {
                0 => self.complain("nothing to redo"),
                _ => self.shown(),
            },
            PlayCommand::Restart => {
                self.game().restart();
                self.shown()
            }
            PlayCommand::Mark(name) => {
                self.game().mark(&name);
                self.say(&format!("marked as '{}'", report::escaped(&name)));
                Exit::Good
            }
            PlayCommand::Return(name) => match self.game().return_to(&name) {
                Ok(()) => self.shown(),
                Err(message) => self.complain(&report::escaped(&message)),
            },
            PlayCommand::Go(to) => {
                let done = self.game().go(to);
                self.done(done)
            }
            PlayCommand::Bring(from, to) => {
                let done = self.game().bring(from, to);
                self.done(done)
            }
            PlayCommand::Hint => self.hint(),
            PlayCommand::Solve => self.solve(),
            PlayCommand::Step(count) => match self.game().step(count) {
                Ok((walked, moved)) => self.walked(&walked, moved, true),
                Err(lost) => self.lost(lost),
            },
            PlayCommand::Back(count) => match self.game().back(count) {
                Ok(walked) => self.walked(&walked, Moved::default(), false),
                Err(lost) => self.lost(lost),
            },
            PlayCommand::Answer => match self.game().return_to_answer() {
                Ok(()) => self.shown(),
                Err(lost) => self.lost(lost),
            },
            PlayCommand::Rest => self.rest(),
            PlayCommand::Level(level) => self.level(level),
            PlayCommand::Show => {
                self.say(&report::picture(None, self.level_set.game().position()));
                self.counts()
            }
            PlayCommand::History => {
                self.say(&self.level_set.game().text());
                Exit::Good
            }
            PlayCommand::Warn(on) => {
                self.warn = on;
                Exit::Good
            }
            PlayCommand::Help => {
                self.say(&report::words(WORDS));
                Exit::Good
            }
            PlayCommand::Quit => Exit::Good,
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
            self.say(&report::finished(self.level_set.game()));
            let keeping = self.level_set.keep(&self.app.catalog);
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
        let game = self.level_set.game();
        self.say(&if self.quiet { report::done_in_short(game) } else { report::done_at_length(game) });
        Exit::Good
    }

    fn warn_if_stuck(&self) {
        if !self.warn {
            return;
        }
        let signals = &self.app.signals;
        if let Some(reason) = signals.during(|| dead_position::look(self.level_set.game(), &signals.cancel)) {
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
        match self.level_set.go_to(level, &self.app.catalog) {
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
