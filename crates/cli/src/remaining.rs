//! The remaining cost, shown at the prompt after each action.

use std::time::Duration;

use lurd_puzzle::{catalog::Item, puzzle::Position};
use lurd_report as report;
use lurd_toolkit::{commands::command, exit::Exit, solve};

use super::{app::App, cli::Invocation};

/// The time limit of a search that the user did not ask for.
const MAX_TIME: Duration = Duration::from_millis(500);
/// The limit of expansions, which ends the search at the same place on every machine.
const MAX_EXPANSIONS: u64 = 300_000;

impl App {
    /// Draws the position after an action and shows the remaining cost.
    pub(super) fn moved(&mut self) -> Exit {
        let exit = self.draw();
        self.show_remaining();
        exit
    }

    /// Shows the remaining cost, if it can be found quickly.
    fn show_remaining(&mut self) {
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
        search.limits.time = Some(search.limits.time.map_or(MAX_TIME, |time| time.min(MAX_TIME)));
        search.limits.nodes =
            Some(search.limits.nodes.map_or(MAX_EXPANSIONS, |nodes| nodes.min(MAX_EXPANSIONS)));
        let run =
            self.signals.during(|| solve::solve(puzzle.as_ref(), &search, &self.signals.cancel, &mut ()));
        if let Some(text) = report::left(&run) {
            self.screen.result(&text);
        }
    }
}
