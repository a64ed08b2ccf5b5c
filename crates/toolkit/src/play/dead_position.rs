//! Detects positions that have become unsolvable by a search too short to be noticed. A result is a proof; no
//! result means nothing. The search is limited by expansions, so that every machine gives the same result.

use std::time::Duration;

use lurd_engine::program::budget::{Cancel, Limits};
use lurd_puzzle::puzzle::{Controls, Unanswered};

use super::game::Game;
use crate::search_options::SearchOptions;
use crate::solve::{Run, solve};

/// The search runs after every action. The time limit matters only for levels too large to be played.
const LIMITS: Limits = Limits::NONE.nodes(200).time(Duration::from_secs(20)).memory(256 << 20);

/// The search for a proof that no solution is left.
pub fn search() -> SearchOptions {
    SearchOptions { limits: LIMITS, ..SearchOptions::default() }
}

/// Whether the position can be dead at all.
pub fn is_worth_asking(game: &Game) -> bool {
    let may = game.position().controls().is_none_or(Controls::can_get_stuck);
    may && !game.is_solved() && !game.steps().is_empty()
}

/// Why no solution is left, if the search proved it.
pub fn reason(run: &Run) -> Option<&str> {
    match &run.end {
        Err(Unanswered::Unsolvable { reason, .. }) => Some(reason),
        _ => None,
    }
}

/// Searches now and returns why no solution is left, if that is proved.
pub fn look(game: &Game, cancel: &Cancel) -> Option<String> {
    if !is_worth_asking(game) {
        return None;
    }
    let run = solve(game.here().as_ref(), &search(), cancel, &mut ());
    reason(&run).map(str::to_owned)
}
