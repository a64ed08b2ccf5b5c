//! At the prompt: what is left after each action.

use std::time::Duration;

use super::app::App;
use super::cli::Invocation;
use crate::catalog::Item;
use crate::puzzle::Position;
use crate::report;
use crate::toolkit::commands::command;
use crate::toolkit::exit::Exit;
use crate::toolkit::solve;

/// What is left is told without being asked for, so it must not take long.
const AT_ONCE: Duration = Duration::from_millis(500);
/// The same in expansions, which end the search in the same place on every machine.
const EXPANSIONS: u64 = 300_000;

impl App {
    /// Draws the position that an action led to, and tells the least cost from there.
    pub(super) fn moved(&mut self) -> Exit {
        let exit = self.draw();
        self.tell_what_is_left();
        exit
    }

    /// Tells the least cost from here, where that takes no time.
    fn tell_what_is_left(&mut self) {
        let solved = self.session.position().is_none_or(Position::is_solved);
        if solved || !self.session.settings.is_on("autosolve") {
            return;
        }
        let (Some(here), Some(hint)) = (self.here(), command("hint")) else { return };
        if !here.puzzle.as_ref().is_ok_and(|puzzle| puzzle.tells_what_is_left()) {
            return;
        }
        let order = Invocation::bare(hint);
        let Ok(Item { puzzle: Ok(puzzle), .. }) = self.with_pad(&order, here) else { return };
        let Ok(mut search) = self.search(&order) else { return };
        search.strategy = None;
        search.limits.time = Some(search.limits.time.map_or(AT_ONCE, |time| time.min(AT_ONCE)));
        search.limits.nodes = Some(search.limits.nodes.map_or(EXPANSIONS, |nodes| nodes.min(EXPANSIONS)));
        let run =
            self.signals.during(|| solve::solve(puzzle.as_ref(), &search, &self.signals.cancel, &mut ()));
        if let Some(text) = report::left(&run) {
            self.screen.result(&text);
        }
    }
}
