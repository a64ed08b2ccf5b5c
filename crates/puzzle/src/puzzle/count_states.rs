//! Statistics of state spaces whose states are not numbered.

use std::borrow::Borrow;

use super::state_space::{DistanceOrigin, NoStateSpaceStats, StateSpaceStats};
use lurd_engine::budget::Budget;
use lurd_engine::search;
use lurd_engine::space::{Owned, Space, State, StateList};

/// The number of farthest states that are listed.
const EXAMPLES: usize = 3;

/// Counts the states of `space` by breadth-first search with a hash table. `of`: the plural noun for a state;
/// `text` writes one.
///
/// # Errors
/// The budget stops the search, the goal states cannot be listed, or not all actions cost 1.
pub fn count_by_hash<S: Space>(
    space: &S,
    from: DistanceOrigin,
    of: &'static str,
    budget: &mut Budget<'_>,
    text: impl Fn(&S::State) -> String,
) -> Result<StateSpaceStats, NoStateSpaceStats> {
    if !space.unit_costs() {
        let reason = "states are counted by the number of actions, which cost different amounts here";
        return Err(NoStateSpaceStats::Unsupported(reason.to_owned()));
    }
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
                "the target is too many states to begin with".to_owned(),
            ));
        }
    };
    let all = all.map_err(NoStateSpaceStats::Stopped)?;
    Ok(StateSpaceStats {
        of,
        size: None,
        mean: mean(&all.layers),
        layers: all.layers,
        examples: distinct(all.farthest.iter().map(|state| text(state.borrow()))),
        other_end: all.end,
    })
}

/// The texts without repetitions. Different states may have the same text, which may leave out a part of the
/// state.
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
