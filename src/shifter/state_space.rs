//! Statistics of whole state spaces: the number of boards at each distance.

use std::borrow::Borrow;

use super::instance::ShifterPuzzle;
use super::rules::{Goal, Moves};
use crate::budget::Budget;
use crate::puzzle::{DistanceOrigin, NoStateSpaceStats, StateSpaceStats};
use crate::search::{self, Origin};
use crate::space::{Backward, Owned, Ranked, Space, State, StateList};

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
        return by_hash(&space, from, of, budget, |state| text(space.colours(state)));
    };
    let Some(space) = puzzle.packed(moves) else {
        let space = puzzle.byte_space(moves);
        return by_hash(&space, from, of, budget, |state| text(space.colours(state)));
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

/// Counts by breadth-first search with a hash table of the visited states.
fn by_hash<S: Space<State = [u64]>>(
    space: &S,
    from: DistanceOrigin,
    of: &'static str,
    budget: &mut Budget<'_>,
    text: impl Fn(&[u64]) -> String,
) -> Result<StateSpaceStats, NoStateSpaceStats> {
    let backward = space.backward();
    let all = match (from, backward) {
        (DistanceOrigin::Source, _) => {
            let is_end = |state: &S::State| space.is_goal(state);
            search::count_layers(space, vec![space.start()], None, &is_end, EXAMPLES, budget)
        }
        (DistanceOrigin::Target, Some(backward)) => {
            let mut roots = <S::State as State>::List::default();
            backward.goal_states(&mut roots);
            let roots: Vec<Owned<S>> =
                (0..roots.count()).map(|index| roots.state(index).to_owned()).collect();
            let start = space.start();
            let is_end = |state: &S::State| *state == *Borrow::<S::State>::borrow(&start);
            search::count_layers(space, roots, Some(backward), &is_end, EXAMPLES, budget)
        }
        (DistanceOrigin::Target, None) => {
            return Err(NoStateSpaceStats::Unsupported(
                "the target is too many boards to begin with".to_owned(),
            ));
        }
    };
    let all = all.map_err(NoStateSpaceStats::Stopped)?;
    Ok(StateSpaceStats {
        of,
        size: None,
        mean: mean(&all.layers),
        layers: all.layers,
        examples: distinct(all.farthest.iter().map(|state| text(state))),
        other_end: all.end,
    })
}

/// The texts without repetitions: boards that differ only in their lit lines have the same text.
fn distinct(texts: impl Iterator<Item = String>) -> Vec<String> {
    let mut texts: Vec<String> = texts.collect();
    texts.dedup();
    texts
}

#[expect(clippy::cast_precision_loss, reason = "a mean is shown to a few digits")]
fn mean(layers: &[u64]) -> f64 {
    let sum: f64 = layers.iter().enumerate().map(|(distance, &states)| distance as f64 * states as f64).sum();
    sum / layers.iter().sum::<u64>().max(1) as f64
}
