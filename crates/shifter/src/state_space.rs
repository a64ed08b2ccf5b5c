//! Statistics of whole state spaces: the number of boards at each distance.

use super::instance::ShifterPuzzle;
use super::rules::{Goal, Moves};
use lurd_engine::budget::Budget;
use lurd_engine::search::{self, Origin};
use lurd_engine::space::{Backward, Ranked, Space};
use lurd_puzzle::puzzle::{DistanceOrigin, NoStateSpaceStats, StateSpaceStats, count_by_hash};

/// The number of farthest boards that are listed.
const EXAMPLES: usize = 3;

/// Counts the boards of `puzzle` by their distance, with a table of all boards where they can be ranked.
pub(crate) fn statistics(
    puzzle: &ShifterPuzzle,
    moves: Option<Moves>,
    from: DistanceOrigin,
    threads: usize,
    budget: &mut Budget<'_>,
) -> Result<StateSpaceStats, NoStateSpaceStats> {
    let goal = Goal::new(puzzle.source(), puzzle.target());
    let merged = puzzle.target().has_wildcards();
    let of = match (moves.is_some(), merged) {
        (true, false) => "boards",
        (true, true) => "boards, tiles that the target does not name being of one colour",
        (false, false) => "boards with lit lines",
        (false, true) => "boards with lit lines, tiles that the target does not name being of one colour",
    };
    let text = |cells: Vec<u8>| {
        let cells = cells.into_iter().map(|colour| goal.puzzle_colour(colour)).collect();
        puzzle.labels().rows(&puzzle.source().with_cells(cells)).join("/")
    };
    let Some(moves) = moves else {
        let space = puzzle.button_space();
        return count_by_hash(&space, from, of, budget, |state| text(space.colours(state)));
    };
    let Some(space) = puzzle.packed(moves) else {
        let space = puzzle.byte_space(moves);
        return count_by_hash(&space, from, of, budget, |state| text(space.colours(state)));
    };
    let origin = match from {
        DistanceOrigin::Target => Origin::Goals(&space),
        DistanceOrigin::Source => Origin::Start,
    };
    let stopped = NoStateSpaceStats::Stopped;
    let all = search::enumerate_all(&space, &space, origin, threads, budget).map_err(stopped)?;
    let examples = all.examples(all.farthest(), EXAMPLES, budget).map_err(stopped)?;
    let mut goals = Vec::new();
    Backward::goal_states(&space, &mut goals);
    let ends = match from {
        DistanceOrigin::Target => vec![space.start()],
        DistanceOrigin::Source => goals,
    };
    Ok(StateSpaceStats {
        of,
        size: Some(Ranked::size(&space)),
        layers: all.layers().to_vec(),
        mean: all.mean(),
        examples: examples.into_iter().map(|board| text(space.colours(board))).collect(),
        other_end: ends.iter().filter_map(|end| all.distance_of(end)).min(),
    })
}
