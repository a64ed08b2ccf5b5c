//! Searches of one call each, as `pathfinding` has them: the start, closures, and back come states and cost.
//!
//! What `successors` returns may not borrow from the state that it is given: an array, a `Vec`, or an iterator that owns what it
//! needs.

use std::{
    fmt::{self, Debug},
    hash::Hash,
};

use crate::{
    budget::Budget,
    outcome::{Cost, Plan},
    search::{self, Unsolved},
    space::{Graph, PlainState},
};

/// A state of a search in one call: any type that can be copied, compared and hashed.
pub trait Node: Clone + Eq + Hash + Send + Sync {}

impl<N: Clone + Eq + Hash + Send + Sync> Node for N {}

/// A type of costs: an integer. Costs are never negative.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type of costs",
    label = "an integer is needed here",
    note = "costs are integers that are not negative, and successors are pairs `(state, cost)`",
    note = "scale fractions to integers, and give negative costs to no action"
)]
pub trait Costs: Copy {
    /// The cost as the searches have it.
    ///
    /// # Panics
    /// If it is negative.
    fn to_cost(self) -> Cost;

    /// The sum of costs of this type.
    ///
    /// # Panics
    /// If it does not fit into the type.
    fn from_cost(cost: Cost) -> Self;
}

macro_rules! integers {
    ($($type:ty)*) => {$(
        impl Costs for $type {
            #[inline]
            fn to_cost(self) -> Cost {
                Cost::try_from(self).expect("a cost is not negative")
            }
            #[inline]
            fn from_cost(cost: Cost) -> Self {
                Self::try_from(cost).expect("the sum of the costs fits into their type")
            }
        }
    )*};
}

integers! { u8 u16 u32 u64 usize i8 i16 i32 i64 isize }

/// A state as it was given.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Given<N>(N);

impl<N> Debug for Given<N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a state")
    }
}

impl<N: Node> PlainState for Given<N> {
    /// Unknown; these searches have no limit of memory.
    fn heap_bytes(&self) -> u64 {
        0
    }
}

/// The states along a plan, and its cost.
type Path<N, C> = Result<(Vec<N>, C), Unsolved>;

macro_rules! graph {
    ($start:expr, $successors:expr, $is_goal:expr) => {
        Graph::new(
            Given($start.clone()),
            |state: &Given<_>| {
                $successors(&state.0).into_iter().map(|(next, cost)| (Given(next), Costs::to_cost(cost)))
            },
            |state: &Given<_>| $is_goal(&state.0),
        )
    };
}

macro_rules! path {
    ($graph:expr, $search:path) => {{
        let graph = $graph;
        let plan = $search(&graph)?;
        let states = graph.path(&plan).into_iter().map(|state| state.0).collect();
        Ok((states, Costs::from_cost(plan.cost)))
    }};
}

/// Breadth-first search: the path with the fewest steps.
///
/// ```
/// // From 1 to 37 by doubling and by adding three.
/// let path = lurd_engine::bfs(&1, |&n| [2 * n, n + 3], |&n| n == 37)?;
/// assert_eq!(path, [1, 4, 7, 14, 17, 34, 37]);
///
/// // What the function returns may not borrow from the state, so the words are collected.
/// let words = ["cold", "cord", "card", "ward", "warm", "word"];
/// let differ = |a: &str, b: &str| a.bytes().zip(b.bytes()).filter(|(a, b)| a != b).count();
/// let next = |word: &String| -> Vec<String> {
///     words.iter().filter(|other| differ(word, other) == 1).map(|&other| other.to_owned()).collect()
/// };
/// let ladder = lurd_engine::bfs(&"cold".to_owned(), next, |word| word == "warm")?;
/// assert_eq!(ladder.len(), 5);
/// # Ok::<(), lurd_engine::Unsolved>(())
/// ```
///
/// # Errors
/// When no goal can be reached.
pub fn bfs<N: Node, I: IntoIterator<Item = N>>(
    start: &N,
    successors: impl Fn(&N) -> I,
    is_goal: impl Fn(&N) -> bool,
) -> Result<Vec<N>, Unsolved> {
    let successors = |state: &N| successors(state).into_iter().map(|next| (next, 1_u64));
    let found: Path<N, Cost> = path!(graph!(start, successors, is_goal).with_unit_costs(), search::bfs);
    found.map(|(path, _)| path)
}

/// Depth-first search: any path. It may not end where paths do not.
///
/// # Errors
/// When no goal can be reached.
pub fn dfs<N: Node, I: IntoIterator<Item = N>>(
    start: &N,
    successors: impl Fn(&N) -> I,
    is_goal: impl Fn(&N) -> bool,
) -> Result<Vec<N>, Unsolved> {
    let successors = |state: &N| successors(state).into_iter().map(|next| (next, 1_u64));
    let found: Path<N, Cost> = path!(graph!(start, successors, is_goal), search::dfs);
    found.map(|(path, _)| path)
}

/// Breadth-first search from both ends: the path with the fewest steps, mostly with far fewer states.
///
/// `goals` are all goals, and `predecessors` returns exactly the states that have the given one among their successors: the
/// successor function itself where every step can be taken back.
///
/// ```
/// // The same backward: halve an even number, or subtract three.
/// let before = |&n: &u64| [(n % 2 == 0).then_some(n / 2), n.checked_sub(3)].into_iter().flatten();
/// let path = lurd_engine::bidirectional(&1, |&n| [2 * n, n + 3], [1_000_003], before)?;
/// assert_eq!(path.len(), 26);
/// # Ok::<(), lurd_engine::Unsolved>(())
/// ```
///
/// # Errors
/// When no goal can be reached, and when a predecessor is found to be none.
pub fn bidirectional<N: Node, I: IntoIterator<Item = N>, J: IntoIterator<Item = N>>(
    start: &N,
    successors: impl Fn(&N) -> I,
    goals: impl IntoIterator<Item = N>,
    predecessors: impl Fn(&N) -> J,
) -> Result<Vec<N>, Unsolved> {
    let goals: Vec<N> = goals.into_iter().collect();
    let successors = |state: &N| successors(state).into_iter().map(|next| (next, 1_u64));
    let predecessors = |state: &Given<N>| predecessors(&state.0).into_iter().map(Given);
    let graph = graph!(start, successors, |state: &N| goals.contains(state))
        .with_unit_costs()
        .with_backward(goals.iter().cloned().map(Given), predecessors);
    let found: Path<N, Cost> = path!(graph, search::bidirectional);
    found.map(|(path, _)| path)
}

/// Uniform-cost search, which is Dijkstra's algorithm for one goal: the cheapest path.
///
/// ```
/// let (path, cost) = lurd_engine::dijkstra(&1, |&n| [(2 * n, 20), (n + 3, 2)], |&n| n == 37)?;
/// assert_eq!((path.len(), cost), (13, 24));
/// # Ok::<(), lurd_engine::Unsolved>(())
/// ```
///
/// # Errors
/// When no goal can be reached.
///
/// # Panics
/// When a cost is negative, or the sum does not fit into the type of costs.
pub fn dijkstra<N: Node, C: Costs, I: IntoIterator<Item = (N, C)>>(
    start: &N,
    successors: impl Fn(&N) -> I,
    is_goal: impl Fn(&N) -> bool,
) -> Path<N, C> {
    path!(graph!(start, successors, is_goal), search::uniform)
}

/// A\*: the cheapest path, with an estimate that never exceeds the cost to the nearest goal.
///
/// ```
/// // On a grid with a wall, from the left to the right.
/// let is_free = |&(x, y): &(i32, i32)| (0..8).contains(&x) && (0..8).contains(&y) && (x != 4 || y == 7);
/// let next = |&(x, y): &(i32, i32)| {
///     [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)].into_iter().filter(is_free).map(|cell| (cell, 1))
/// };
/// let (path, cost) = lurd_engine::astar(&(0, 0), next, |&(x, _)| 7 - x, |&cell| cell == (7, 0))?;
/// assert_eq!((path.len(), cost), (22, 21));
/// # Ok::<(), lurd_engine::Unsolved>(())
/// ```
///
/// # Errors
/// When no goal can be reached, and when an estimate on the path found exceeds what is left of it.
///
/// # Panics
/// When a cost is negative, or the sum does not fit into the type of costs.
pub fn astar<N: Node, C: Costs, I: IntoIterator<Item = (N, C)>>(
    start: &N,
    successors: impl Fn(&N) -> I,
    estimate: impl Fn(&N) -> C,
    is_goal: impl Fn(&N) -> bool,
) -> Path<N, C> {
    let estimate = |state: &Given<N>| estimate(&state.0).to_cost();
    path!(graph!(start, successors, is_goal).with_estimate(estimate), search::astar)
}

/// Iterative-deepening A\*: as [`astar()`], but it stores only the current path. It visits states again and again where
/// many paths lead to them.
///
/// # Errors
/// As [`astar()`].
///
/// # Panics
/// When a cost is negative, or the sum does not fit into the type of costs.
pub fn idastar<N: Node, C: Costs, I: IntoIterator<Item = (N, C)>>(
    start: &N,
    successors: impl Fn(&N) -> I,
    estimate: impl Fn(&N) -> C,
    is_goal: impl Fn(&N) -> bool,
) -> Path<N, C> {
    let estimate = |state: &Given<N>| estimate(&state.0).to_cost();
    path!(graph!(start, successors, is_goal).with_estimate(estimate), search::idastar)
}

/// Greedy best-first search: any path, always on from the state with the lowest rating. Ratings may be in any unit.
///
/// # Errors
/// When no goal can be reached.
pub fn greedy<N: Node, I: IntoIterator<Item = N>>(
    start: &N,
    successors: impl Fn(&N) -> I,
    rate: impl Fn(&N) -> Cost,
    is_goal: impl Fn(&N) -> bool,
) -> Result<Vec<N>, Unsolved> {
    let successors = |state: &N| successors(state).into_iter().map(|next| (next, 1_u64));
    let rate = |state: &Given<N>| rate(&state.0);
    let found: Path<N, Cost> = path!(graph!(start, successors, is_goal).with_rate(rate), search::greedy);
    found.map(|(path, _)| path)
}

/// Every state that can be reached, with the cost of a cheapest path, the lowest first. It does not end where there are
/// infinitely many; [`reachable`](search::reachable) takes a budget.
///
/// ```
/// // The least amounts to pay each sum up to 20 with, in coins of 3 and 5.
/// let sums = lurd_engine::distances(&0, |&sum: &u32| [3, 5].map(|coin| (sum + coin, 1_u32)).into_iter().filter(|it| it.0 <= 20))?;
/// assert_eq!(sums[..4], [(0, 0), (3, 1), (5, 1), (6, 2)]);
/// assert!(sums.iter().all(|&(sum, _)| sum != 7));
/// # Ok::<(), lurd_engine::Unsolved>(())
/// ```
///
/// # Errors
/// When there are more than 2^31 states. A path that costs more than 2^64 - 2 is left out.
///
/// # Panics
/// When a cost is negative, or the sum does not fit into the type of costs.
pub fn distances<N: Node, C: Costs, I: IntoIterator<Item = (N, C)>>(
    start: &N,
    successors: impl Fn(&N) -> I,
) -> Result<Vec<(N, C)>, Unsolved> {
    let all = search::reachable(&graph!(start, successors, |_: &N| false), &mut Budget::unlimited())?;
    Ok(all.into_iter().map(|(state, cost)| (state.0, C::from_cost(cost))).collect())
}

/// Every state that can be reached, those with the fewest steps first. It does not end where there are infinitely many.
///
/// ```
/// assert_eq!(lurd_engine::reach(&1, |&n| [2 * n % 7])?, [1, 2, 4]);
/// # Ok::<(), lurd_engine::Unsolved>(())
/// ```
///
/// # Errors
/// When there are more than 2^31 states.
pub fn reach<N: Node, I: IntoIterator<Item = N>>(start: &N, successors: impl Fn(&N) -> I) -> Result<Vec<N>, Unsolved> {
    let all = distances(start, |state| successors(state).into_iter().map(|next| (next, 1_u64)))?;
    Ok(all.into_iter().map(|(state, _)| state).collect())
}

/// All cheapest paths that visit no state twice, and their cost.
///
/// ```
/// let (paths, cost) = lurd_engine::all_optimal(&(0, 0), |&(x, y)| [((x + 1, y), 1), ((x, y + 1), 1)], |&cell| cell == (2, 2))?;
/// assert_eq!((paths.len(), cost), (6, 4));
/// # Ok::<(), lurd_engine::Unsolved>(())
/// ```
///
/// # Errors
/// When no goal can be reached.
///
/// # Panics
/// When a cost is negative, or the sum does not fit into the type of costs.
pub fn all_optimal<N: Node, C: Costs, I: IntoIterator<Item = (N, C)>>(
    start: &N,
    successors: impl Fn(&N) -> I,
    is_goal: impl Fn(&N) -> bool,
) -> Result<(Vec<Vec<N>>, C), Unsolved> {
    let graph = graph!(start, successors, is_goal);
    let cost = search::uniform(&graph)?.cost;
    let mut paths = Vec::new();
    search::each_optimal(&graph, None, cost, &mut Budget::unlimited(), &mut |actions, _| {
        let states = graph.path(&Plan { actions: actions.to_vec(), cost });
        paths.push(states.into_iter().map(|state| state.0).collect());
        Ok(())
    })?;
    Ok((paths, C::from_cost(cost)))
}

/// Up to `count` paths that visit no state twice, the cheapest first (Yen, *Finding the k shortest loopless paths in a
/// network*, 1971). Between two states only the cheapest step counts.
///
/// ```
/// let next = |&n: &u32| match n { 0 => vec![(1, 1), (2, 4)], 1 => vec![(2, 1), (3, 6)], 2 => vec![(3, 1)], _ => vec![] };
/// let paths = lurd_engine::k_best(&0, next, |&n| n == 3, 5)?;
/// assert_eq!(paths.iter().map(|it| it.1).collect::<Vec<_>>(), [3, 5, 7]);
/// assert_eq!(paths[1].0, [0, 2, 3]);
/// # Ok::<(), lurd_engine::Unsolved>(())
/// ```
///
/// # Errors
/// When no goal can be reached.
///
/// # Panics
/// When a cost is negative, or the sum does not fit into the type of costs.
pub fn k_best<N: Node, C: Costs, I: IntoIterator<Item = (N, C)>>(
    start: &N,
    successors: impl Fn(&N) -> I,
    is_goal: impl Fn(&N) -> bool,
    count: usize,
) -> Result<Vec<(Vec<N>, C)>, Unsolved> {
    let edges =
        |state: &N| successors(state).into_iter().map(|(next, cost)| (next, cost.to_cost())).collect::<Vec<_>>();
    let step =
        |from: &N, to: &N| edges(from).into_iter().filter(|edge| edge.0 == *to).map(|edge| edge.1).min().unwrap_or(0);
    let mut found = vec![dijkstra(start, edges, &is_goal)?];
    // Paths that leave one that was found, with their costs.
    let mut others: Vec<(Vec<N>, Cost)> = Vec::new();
    while found.len() < count {
        let last = found[found.len() - 1].0.clone();
        let mut before = 0_u64;
        for at in 0..last.len() - 1 {
            let (root, here) = (&last[..at], &last[at]);
            let is_taken = |next: &N| {
                found.iter().any(|(path, _)| path.get(..=at) == Some(&last[..=at]) && path.get(at + 1) == Some(next))
            };
            let allowed = |state: &N| {
                let from_here = state == here;
                edges(state)
                    .into_iter()
                    .filter(move |(next, _)| !(root.contains(next) || from_here && is_taken(next)))
                    .collect::<Vec<_>>()
            };
            if let Ok((rest, cost)) = dijkstra(here, allowed, &is_goal) {
                let path: Vec<N> = root.iter().cloned().chain(rest).collect();
                if others.iter().all(|(other, _)| *other != path) {
                    others.push((path, before.saturating_add(cost)));
                }
            }
            before = before.saturating_add(step(here, &last[at + 1]));
        }
        let Some(next) = (0..others.len()).min_by_key(|&index| others[index].1) else { break };
        found.push(others.swap_remove(next));
    }
    Ok(found.into_iter().map(|(path, cost)| (path, C::from_cost(cost))).collect())
}
