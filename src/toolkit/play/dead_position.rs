//! Whether a position has become unsolvable: a search so short that nobody waits for it. What it says
//! is proved; where it says nothing, nothing is known. It is limited by expansions, so that it says the
//! same on every machine.

use std::time::Duration;

use super::game::Game;
use crate::budget::{Cancel, Limits};
use crate::puzzle::Controls;
use crate::toolkit::settings::Search;
use crate::toolkit::solve::{End, Run, solve};

/// It comes after every action. (The time is there for levels of a size that nobody plays.)
const LIMITS: Limits =
    Limits { nodes: Some(200), time: Some(Duration::from_secs(20)), memory: Some(256 << 20) };

/// The search that tells.
#[must_use]
pub fn search() -> Search {
    Search { limits: LIMITS, ..Search::default() }
}

/// Whether there is something to find out.
#[must_use]
pub fn is_worth_asking(game: &Game) -> bool {
    let may = game.position().controls().is_none_or(Controls::can_get_stuck);
    may && !game.is_solved() && !game.steps().is_empty()
}

/// Why no solution is left, if the search has found that out.
#[must_use]
pub fn reason(run: &Run) -> Option<&str> {
    match &run.end {
        End::Unsolvable { reason, .. } => Some(reason),
        _ => None,
    }
}

/// The same for who waits.
#[must_use]
pub fn look(game: &Game, cancel: &Cancel) -> Option<String> {
    if !is_worth_asking(game) {
        return None;
    }
    let run = solve(game.here().as_ref(), &search(), cancel, &mut ());
    reason(&run).map(str::to_owned)
}
