//! What is asked of a search: an answer, the next step, how much is left.

use super::{PlayLineMode, subject};
use crate::report;
use crate::toolkit::exit::Exit;
use crate::toolkit::play::Onward;
use crate::toolkit::settings::Search;
use crate::toolkit::solve::{self, End};

impl PlayLineMode<'_> {
    fn search(&self) -> Result<Search, Exit> {
        self.app.search(self.order).map_err(|message| self.complain(&message))
    }

    /// Looks for an answer from here.
    fn run_search(&mut self) -> Result<solve::Run, Exit> {
        let search = self.search()?;
        let puzzle = self.level_set.game().here();
        let mut line = self.app.status_line();
        let run = self
            .app
            .signals
            .during(|| solve::solve(puzzle.as_ref(), &search, &self.app.signals.cancel, &mut line));
        drop(line);
        let spot = self.level_set.game().spot();
        self.game().remember(&run, spot);
        if let End::Unsupported { reason } | End::Error { message: reason } = &run.end {
            self.app.screen.note(&report::message(reason));
            return Err(run.exit());
        }
        Ok(run)
    }

    pub(super) fn solve(&mut self) -> Exit {
        // The player may have found a longer one than a search finds.
        if let (Ok(onward), Some(objective)) = (self.game().follow_best(), self.level_set.game().objective)
            && !onward.is_played
        {
            self.say(&report::known_answer(&onward.rest, objective.metric));
            return Exit::Good;
        }
        let run = match self.run_search() {
            Ok(run) => run,
            Err(exit) => return exit,
        };
        let game = self.level_set.game();
        let here = game.here();
        if let Some(text) = self.app.run_text(&subject(game, here.as_ref()), &run) {
            // The name of the level is known.
            self.say(text.split_once('\n').map_or("", |(_, rest)| rest));
        }
        run.exit()
    }

    pub(super) fn hint(&mut self) -> Exit {
        if self.level_set.game().is_solved() {
            self.say("solved already");
            return Exit::Good;
        }
        if let Ok(Onward { done, all, rest, .. }) = self.game().follow_best()
            && let Some(step) = rest.steps.first()
        {
            self.say(&format!("{step}  (step {} of {all} of the answer)", done + 1));
            return Exit::Good;
        }
        match self.run_search() {
            Ok(run) => {
                self.say(&report::hint(&run));
                run.exit()
            }
            Err(exit) => exit,
        }
    }

    pub(super) fn rest(&mut self) -> Exit {
        match self.run_search() {
            Ok(run) => {
                let unknown = || "nothing is known of what is left".to_owned();
                self.say(&report::left(&run).unwrap_or_else(unknown));
                run.exit()
            }
            Err(exit) => exit,
        }
    }
}
