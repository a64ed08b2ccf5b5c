//! What the configurations of the portfolio share: the level, its analysis, how a slice ends, and searches in turns.

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Cost, Limit, Outcome, Proof, Stop},
    search::{Searched, Settings, Stepper},
};
use lurd_puzzle::puzzle::{Answer, Ending, Unanswered};

use crate::{
    board::Board,
    bounds::Distances,
    deadlock::Rules,
    fess::LevelAnalysis,
    spaces::FromStart,
    state::{Push, lurd_from_pushes},
};

/// The reason given for an unsolvable level after an exhausted search.
pub const EXHAUSTED: &str = "exhausted: no position that can be reached is a solution";

/// How a turn of a search ended.
pub(super) enum TurnResult {
    /// With a solution or a proof that there is none.
    Ended(Finished),
    /// Its expansions are used up.
    Paused,
    /// There is too little memory, or the level does not suit the configuration.
    GivenUp,
}

/// A solution or a proof that there is none.
pub(super) struct Finished {
    pub(super) ending: Ending,
    /// The search that found it, if it is not a strategy of the registry.
    pub(super) method: Option<&'static str>,
}

impl From<Ending> for Finished {
    /// The end of a strategy of the registry.
    fn from(ending: Ending) -> Self {
        Self { ending, method: None }
    }
}

/// What all configurations of the portfolio share.
pub(super) struct Context<'b> {
    pub(super) board: &'b Board,
    pub(super) distances: &'b Distances,
    pub(super) settings: &'b Settings,
    pub(super) analysis: &'b LevelAnalysis<'b>,
    pub(super) rules: Rules,
}

/// Boxes times cells up to which first turns have their full lengths.
const MAX_SIZE_FOR_FULL_TURNS: u64 = 8000;

/// The length of a first turn: `expansions`, or fewer on a huge level, where an expansion takes so long
/// that the searches after the first would have to wait for seconds.
pub(super) fn first_turn(board: &Board, expansions: u64) -> u64 {
    first_turn_of(board.boxes().len() as u64, board.cells() as u64, expansions)
}

/// Each box gets at least four expansions, which the search for a plan needs.
fn first_turn_of(boxes: u64, cells: u64, expansions: u64) -> u64 {
    let size = (boxes * cells).max(MAX_SIZE_FOR_FULL_TURNS);
    (expansions * MAX_SIZE_FOR_FULL_TURNS / size).max(expansions.min(4 * boxes))
}

/// A space, or `None` if there is too little memory for it: the other kinds of search may still have enough.
pub(super) fn affordable<T>(space: Result<T, Stop>) -> Result<Option<T>, Stop> {
    match space {
        Err(Stop::Limit(Limit::Memory)) => Ok(None),
        space => space.map(Some),
    }
}

/// The answer of `pushes`, which is optimal if its cost equals the lower bound.
pub(super) fn solved(board: &Board, pushes: &[Push], budget: &Budget<'_>) -> Answer {
    let cost = pushes.iter().map(|push| Cost::from(push.count)).sum();
    Answer {
        // An empty answer to an unsolved puzzle is rejected by the replay.
        solution: lurd_from_pushes::lurd(board, pushes).unwrap_or_default(),
        cost,
        proof: if budget.lower_bound() >= cost { Proof::Optimal } else { Proof::Nothing },
        lower_bound: Some(budget.lower_bound()),
        stopped: None,
    }
}

/// The ending of a search that has exhausted its space.
pub(super) fn exhausted() -> Ending {
    Err(Unanswered::unsolvable(EXHAUSTED.to_owned()))
}

// A search that takes turns with others, and its memory.

/// A search and its memory.
pub(super) struct Runner<'s, S: Searched + FromStart> {
    pub(super) space: &'s S,
    pub(super) search: Stepper<'s, S>,
    pub(super) allotment: Allotment,
}

/// The end of a turn.
pub(super) enum TurnEnd {
    Ended(Outcome<Push>),
    Paused,
}

impl<'s, S: Searched + FromStart> Runner<'s, S> {
    pub(super) fn new(space: &'s S, search: Stepper<'s, S>) -> Self {
        Self { space, search, allotment: Allotment::default() }
    }

    /// Runs for `expansions` more expansions, with at most one `part`-th of the memory that the search has or
    /// could have.
    pub(super) fn turn(&mut self, expansions: u64, part: u64, budget: &mut Budget<'_>) -> TurnEnd {
        let memory = budget.memory_left().map(|free| (free + self.allotment.used()) / part);
        let before = budget.statistics().expanded;
        let Self { space, search, allotment } = self;
        let outcome = budget.with_allotment(allotment, expansions, memory, |budget| search.finish(budget));
        let outcome = outcome.map_actions(|actions| space.pushes(&actions));
        let had_its_turn = budget.statistics().expanded - before >= expansions;
        if search.has_ended() || !had_its_turn { TurnEnd::Ended(outcome) } else { TurnEnd::Paused }
    }

    pub(super) fn is_out_of_memory(end: &TurnEnd) -> bool {
        matches!(end, TurnEnd::Ended(Outcome::Stopped { stop: Stop::Limit(Limit::Memory), .. }))
    }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::{Cancel, Limits};

    use super::*;
    use crate::{direction::Direction, formats};

    /// Pushes through a tunnel are one action and as many pushes as cells.
    #[test]
    fn a_push_by_several_cells_costs_as_many() {
        let level = formats::read("#######|#@$  .#|#######").expect("a level").remove(0).level.expect("legal");
        let board = Board::new(&level);
        let push = Push { from: board.boxes()[0], direction: Direction::Right, count: 3 };
        let mut no_observer = ();
        let budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
        let answer = solved(&board, &[push], &budget);
        assert_eq!((answer.solution.as_str(), answer.cost), ("RRR", 3));
    }

    #[test]
    fn first_turns_are_shorter_on_huge_levels() {
        assert_eq!(first_turn_of(20, 100, 2000), 2000);
        assert_eq!(first_turn_of(100, 320, 2000), 500);
        // A plan takes more expansions than there are boxes.
        assert_eq!(first_turn_of(500, 3200, 2500), 2000);
        assert_eq!(first_turn_of(500, 3200, 1000), 1000);
    }
}
