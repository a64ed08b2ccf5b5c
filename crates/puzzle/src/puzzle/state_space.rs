//! Whole state spaces and complete lists of optimal answers.

use std::{borrow::Borrow, collections::BTreeSet};

use lurd_atlas::RunStore;
use lurd_engine::program::{budget::Budget, outcome::Cost, search, space::Space};

use super::errors::Ending;

/// The state that distances in a state space are measured from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DistanceOrigin {
    /// The target: distances to it.
    Target,
    /// The source: distances from it.
    Source,
}

/// What is counted of a state space, and how.
#[derive(Clone, Copy, Debug)]
pub struct CensusOptions<'o> {
    /// The state that distances are measured from.
    pub from: DistanceOrigin,
    /// The number of threads; the result does not depend on it.
    pub threads: usize,
    /// Whether all farthest states are listed.
    pub antipodes: bool,
    /// Whether one state of each class up to symmetry is counted, which takes less memory.
    pub symmetry: bool,
    /// Whether all states are tried as the target.
    pub targets: bool,
    /// Where the layers are saved, for a count that goes on after it was stopped.
    pub saved: Option<&'o dyn RunStore>,
}

impl CensusOptions<'_> {
    /// Counts by one thread, without a list of the farthest states, and saves nothing.
    #[must_use]
    pub fn from(from: DistanceOrigin) -> Self {
        Self { from, threads: 1, antipodes: false, symmetry: false, targets: false, saved: None }
    }

    /// The number of farthest states that are needed.
    #[must_use]
    pub fn examples(&self) -> usize {
        /// So many are shown.
        const EXAMPLES: usize = 3;
        if self.antipodes { usize::MAX } else { EXAMPLES }
    }
}

/// The farthest states up to symmetry.
#[derive(Clone, Debug, PartialEq)]
pub struct Antipodes {
    /// One state of each class, as text.
    pub states: Vec<String>,
    /// The number of symmetries of the space that classes are formed by: 1 if the states themselves are listed.
    pub symmetries: u64,
}

/// The classes of the states of a space up to symmetry.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The number of classes at each distance. Their sum is that of the orbit formula.
    pub layers: Vec<u64>,
    /// The number of symmetries.
    pub symmetries: u64,
}

/// The states of a space that have one eccentricity as the target.
#[derive(Clone, Debug, PartialEq)]
pub struct TargetRow {
    /// The greatest distance of a state from the target.
    pub eccentricity: u64,
    /// The number of states that have it as the target.
    pub targets: u64,
    /// The number of these targets up to symmetry.
    pub classes: u64,
    /// The least mean distance from one of them.
    pub least_mean: f64,
    /// The greatest mean distance from one of them.
    pub most_mean: f64,
    /// One of them, as text.
    pub example: String,
}

/// Statistics of a whole state space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StateSpaceStats {
    /// The plural noun for a state: `boards`.
    pub of: &'static str,
    /// The number of states, including unreachable ones, if known.
    pub size: Option<u64>,
    /// The number of states at each distance, from 0.
    pub layers: Vec<u64>,
    /// The classes at each distance, if states are counted up to symmetry.
    pub classes: Option<Classes>,
    /// A checksum of each layer, if the layers are saved.
    pub checksums: Vec<u64>,
    /// All states as the target, by their eccentricity, if they were requested.
    pub targets: Option<Vec<TargetRow>>,
    /// The mean distance.
    pub mean: f64,
    /// Some of the farthest states, as text.
    pub examples: Vec<String>,
    /// All farthest states, if they were requested.
    pub antipodes: Option<Antipodes>,
    /// The distance between source and target; `None` if one cannot be reached from the other.
    pub other_end: Option<Cost>,
}

/// Counts the states of `space` by breadth-first search with a hash table. `of`: the plural noun for a state;
/// `text` writes one.
///
/// # Errors
/// The budget stops the search, the goal states cannot be listed, or not all actions cost 1.
pub fn count_by_hash<S: Space>(
    space: &S,
    options: CensusOptions<'_>,
    of: &'static str,
    budget: &mut Budget<'_>,
    text: impl Fn(&S::State) -> String,
) -> Ending<StateSpaceStats> {
    let (is_forward, backward) = (options.from == DistanceOrigin::Source, space.backward());
    let refusals = [
        (
            !space.unit_costs(),
            "states are counted by the number of actions, which cost different amounts here (or `Space::unit_costs` \
             does not say that each costs 1)",
        ),
        (options.symmetry, "these states have no numbers, so that symmetry saves nothing"),
        (options.targets, "these states have no numbers, so that not all are tried as the target"),
        (options.saved.is_some(), "these states have no numbers, so that layers are not saved"),
        (
            !is_forward && backward.is_none(),
            "a search backward from the targets is not possible (there is no `Space::backward`); use --from source",
        ),
    ];
    if let Some((_, reason)) = refusals.into_iter().find(|(applies, _)| *applies) {
        return Err(reason.into());
    }
    let start = space.start();
    let backward = backward.filter(|_| !is_forward);
    let roots = if let Some(backward) = backward { backward.goal_states() } else { vec![space.start()] };
    let is_end = |state: &S::State| {
        if is_forward { space.is_goal(state) } else { *state == *Borrow::<S::State>::borrow(&start) }
    };
    let all = search::count_layers(space, roots, backward, &is_end, options.examples(), budget)?;
    // Different states may have the same text, which may leave out a part of the state.
    let mut examples: Vec<String> = all.farthest.iter().map(|state| text(state.borrow())).collect();
    examples.dedup();
    let sorted = || examples.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect();
    let antipodes = options.antipodes.then(|| Antipodes { states: sorted(), symmetries: 1 });
    examples.truncate(CensusOptions::from(options.from).examples());
    let (mean, layers, other_end) = (mean(&all.layers), all.layers, all.end);
    Ok(StateSpaceStats { of, layers, mean, examples, antipodes, other_end, ..StateSpaceStats::default() })
}

/// The mean distance of states by distance; 0 if there is none.
#[must_use]
#[expect(clippy::cast_precision_loss, reason = "a mean is shown to a few digits")]
pub fn mean(layers: &[u64]) -> f64 {
    let sum: f64 = layers.iter().enumerate().map(|(distance, &states)| distance as f64 * states as f64).sum();
    sum / layers.iter().sum::<u64>().max(1) as f64
}
