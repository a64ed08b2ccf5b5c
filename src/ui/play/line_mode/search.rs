//! Searches of the line mode: for an answer, the next step, or the remaining cost.

use super::{PlayLineMode, subject};
use crate::ui::typed_lines::TypedLines;
use lurd_report as report;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::optimise::{Optimisation, optimise};
use lurd_toolkit::play::{Bookmark, Purpose};
use lurd_toolkit::solve::{self, End};

impl PlayLineMode<'_> {
    /// Searches from the current position and shows the result.
    pub(super) fn search_for(&mut self, purpose: Purpose) -> Exit {
        let optimises = purpose == Purpose::Optimise;
        let run = match if optimises { self.run_optimiser() } else { self.run_search() } {
            Ok(run) => run,
            Err(exit) => return exit,
        };
        match purpose {
            Purpose::Solve | Purpose::Optimise => {
                let game = self.level_set.game();
                let here = if optimises { game.puzzle().start().puzzle() } else { game.here() };
                if let Some(text) = self.app.run_text(&subject(game, here.as_ref()), &run) {
                    // The first line repeats the name of the level.
                    self.say(text.split_once('\n').map_or("", |(_, rest)| rest));
                }
            }
            Purpose::Hint | Purpose::Follow(_) => self.say(&report::hint(&run)),
            Purpose::Rest => {
                let unknown = || "the remaining cost is unknown".to_owned();
                self.say(&report::left(&run).unwrap_or_else(unknown));
            }
        }
        run.exit()
    }

    /// Shows how to carry out an answer.
    pub(super) fn follow(&mut self, steps: &[String], from: usize, lines: &mut TypedLines) -> Exit {
        let instructions = self.level_set.game().here().instructions(steps);
        crate::ui::follow::line_mode::run(self.app, &instructions, from, lines)
    }

    /// Shows how to carry out a solution from the start of the level.
    pub(super) fn replay(&mut self, steps: &[String], lines: &mut TypedLines) -> Exit {
        let instructions = self.level_set.game().puzzle().instructions(steps);
        crate::ui::follow::line_mode::run(self.app, &instructions, 1, lines)
    }

    /// Searches for an answer to follow.
    pub(super) fn find_and_follow(&mut self, from: usize, lines: &mut TypedLines) -> Exit {
        let run = match self.run_search() {
            Ok(run) => run,
            Err(exit) => return exit,
        };
        let Some(verified) = run.verified() else {
            self.say(&report::hint(&run));
            return run.exit();
        };
        run.exit().worst(self.follow(&verified.steps, from, lines))
    }

    /// Makes the known solutions of the level better.
    fn run_optimiser(&mut self) -> Result<solve::Run, Exit> {
        let search = self.app.search(self.order).map_err(|message| self.complain(&message))?;
        let game = self.level_set.game_mut();
        let (puzzle, solutions) = (game.puzzle().start().puzzle(), game.known_solutions());
        let mut line = self.app.status_line();
        let signals = &self.app.signals;
        let optimised = signals.during(|| {
            optimise(puzzle.as_ref(), &solutions, &search, &signals.cancel, &mut line, &mut |_| {})
        });
        drop(line);
        let Some(Optimisation { run, .. }) = optimised else {
            return Err(self.app.complain("no solution is known"));
        };
        game.remember(&run, Bookmark::default());
        self.checked(run)
    }

    /// The run, unless it is an error, which is then shown.
    fn checked(&self, run: solve::Run) -> Result<solve::Run, Exit> {
        if let End::Unsupported { reason } | End::Error { message: reason } = &run.end {
            self.app.screen.note(&report::message(reason));
            return Err(run.exit());
        }
        Ok(run)
    }

    fn run_search(&mut self) -> Result<solve::Run, Exit> {
        let search = self.app.search(self.order).map_err(|message| self.complain(&message))?;
        let game = self.level_set.game_mut();
        let puzzle = game.here();
        let mut line = self.app.status_line();
        let signals = &self.app.signals;
        let run = signals.during(|| solve::solve(puzzle.as_ref(), &search, &signals.cancel, &mut line));
        drop(line);
        let from = game.bookmark();
        game.remember(&run, from);
        self.checked(run)
    }
}
