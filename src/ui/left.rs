//! At the prompt: the next step, and what is left after each.

use std::time::Duration;

use super::app::App;
use super::progress::StatusLine;
use crate::report;
use crate::toolkit::exit::Exit;
use crate::toolkit::settings::Search;
use crate::toolkit::solve;

/// What is left is told without being asked for, so it must not take long.
const AT_ONCE: Duration = Duration::from_millis(500);
/// The same in expansions, which end the search in the same place on every machine.
const EXPANSIONS: u64 = 300_000;

impl App {
    fn search(&self) -> Result<Search, String> {
        Search::read(|name| self.session.settings.get(name))
    }

    /// The first step of an answer from here, and what it takes in all.
    pub(super) fn hint(&mut self) -> Exit {
        let Some(here) = self.session.here() else {
            return self.complain("there is no current puzzle: type one, or 'load missile/1'");
        };
        let search = match self.search() {
            Ok(search) => search,
            Err(message) => return self.complain(&message),
        };
        let puzzle = here.puzzle.as_ref();
        let mut line = StatusLine::new(self.screen.plain);
        let run = self.signals.during(|| solve::solve(puzzle, &search, &self.signals.cancel, &mut line));
        drop(line);
        self.screen.result(&report::hint(&run));
        run.exit()
    }

    /// Tells the least cost from here, where that takes no time.
    pub(super) fn tell_what_is_left(&mut self) {
        let Some(here) = self.session.here() else { return };
        let puzzle = here.puzzle.as_ref();
        let solved = self.session.position().is_none_or(crate::puzzle::Position::is_solved);
        if solved || !puzzle.tells_what_is_left() || !self.session.settings.is_on("autosolve") {
            return;
        }
        let Ok(mut search) = self.search() else { return };
        search.strategy = None;
        search.limits.time = Some(search.limits.time.map_or(AT_ONCE, |time| time.min(AT_ONCE)));
        search.limits.nodes = Some(search.limits.nodes.map_or(EXPANSIONS, |nodes| nodes.min(EXPANSIONS)));
        let run = self.signals.during(|| solve::solve(puzzle, &search, &self.signals.cancel, &mut ()));
        if let Some(text) = report::left(&run) {
            self.screen.result(&text);
        }
    }
}
