//! Every strategy on random [`Graph`]s with several starts, moves backward, estimates and rates, against an algorithm that
//! shares no code with the engine; with and without a limit of costs.

use std::time::Duration;

use lurd_engine::program::search::{self, Claim, random::Random};
use lurd_engine::{
    Budget, Cancel, Contradiction, Cost, DEAD_END, Graph, Limit, Limits, Outcome, Plan, Proof, STRATEGIES, Settings,
    Stepper, Stop, Strategy, Unsolved,
};

/// A directed graph whose nodes are numbered.
#[derive(Debug)]
struct Sample {
    edges: Vec<Vec<(u64, Cost)>>,
    starts: Vec<u64>,
    goals: Vec<u64>,
    has_unit_costs: bool,
}

#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
impl Sample {
    fn new(seed: u64) -> Self {
        Self::with_costs(seed, &[0, 1, 2, 3, 4, 5, 6, 7, 8])
    }

    /// A graph half of which have costs of 1, and the others some of these.
    fn with_costs(seed: u64, costs: &[Cost]) -> Self {
        let random = &mut Random::new(seed);
        let nodes = 1 + random.below(30);
        let has_unit_costs = random.below(2) == 0;
        let edges = (0..nodes)
            .map(|_| {
                let edge = |random: &mut Random| {
                    (random.below(nodes) as u64, if has_unit_costs { 1 } else { costs[random.below(costs.len())] })
                };
                (0..random.below(4)).map(|_| edge(random)).collect()
            })
            .collect();
        let some = |most: usize, random: &mut Random| {
            (0..=random.below(most)).map(|_| random.below(nodes) as u64).collect::<Vec<_>>()
        };
        Self { edges, starts: some(4, random), goals: some(2, random), has_unit_costs }
    }

    /// The cost from each node to the nearest goal, by relaxing edges until nothing changes.
    fn exact(&self) -> Vec<Option<Cost>> {
        let mut exact = vec![None; self.edges.len()];
        for &goal in &self.goals {
            exact[goal as usize] = Some(0);
        }
        for _ in 0..self.edges.len() {
            for (from, edges) in self.edges.iter().enumerate() {
                for &(to, cost) in edges {
                    let through = exact[to as usize].and_then(|rest: Cost| rest.checked_add(cost));
                    let through = through.filter(|&through| through < DEAD_END);
                    if through.is_some_and(|through| exact[from].is_none_or(|known| through < known)) {
                        exact[from] = through;
                    }
                }
            }
        }
        exact
    }

    fn optimum(&self) -> Option<Cost> {
        let exact = self.exact();
        self.starts.iter().filter_map(|&start| exact[start as usize]).min()
    }

    /// Whether `path` is one from a start to a goal, and what the cheapest edges along it cost.
    fn cost_of(&self, path: &[u64]) -> Option<Cost> {
        let ends = self.starts.contains(path.first()?) && self.goals.contains(path.last()?);
        let step = |pair: &[u64]| {
            let edges = self.edges[pair[0] as usize].iter().filter(|&&(to, _)| to == pair[1]);
            edges.map(|&(_, cost)| cost).min()
        };
        let cost: Option<Cost> = path.windows(2).map(step).sum();
        cost.filter(|_| ends)
    }

    /// The nodes with an edge to `node`.
    fn predecessors(&self, node: u64) -> Vec<u64> {
        let leads = |&from: &u64| self.edges[from as usize].iter().any(|&(to, _)| to == node);
        (0..self.edges.len() as u64).filter(leads).collect()
    }
}

/// How a search ended, and the path of its plan.
type Ended = (Outcome<u32>, Option<Vec<u64>>);

/// Runs a strategy; `None` if it does not fit. Half of the estimates are consistent, unless they are guesses.
#[expect(clippy::cast_possible_truncation, reason = "small numbers")]
fn run(sample: &Sample, strategy: Strategy, (seed, is_guess): (u64, bool), limits: Limits) -> Option<Ended> {
    let random = &mut Random::new(!seed);
    let exact = sample.exact();
    let successors = |node: &u64| sample.edges[*node as usize].clone();
    let graph = Graph::new(sample.starts[0], successors, |node| sample.goals.contains(node))
        .with_starts(sample.starts[1..].iter().copied())
        .with_backward(sample.goals.iter().copied(), |&node| sample.predecessors(node))
        .with_rate(|&node| exact[node as usize].map_or(DEAD_END, |cost| cost ^ (node & 3)));
    let graph = if sample.has_unit_costs { graph.with_unit_costs() } else { graph };
    let settings = Settings { seed, width: 2, ..Settings::default() };
    let is_consistent = seed.is_multiple_of(2);
    let mut estimate = |cost: Cost| match (is_guess, is_consistent) {
        (true, _) => cost.rotate_left(random.below(3) as u32).min(DEAD_END - 1),
        (_, true) => cost / 2,
        (_, false) => random.below(cost as usize + 1) as Cost,
    };
    let estimates: Vec<Cost> = exact.iter().map(|cost| cost.map_or(DEAD_END, &mut estimate)).collect();
    // One type of graph for both, so that all strategies are compiled once.
    let of = |&node: &u64| estimates[node as usize];
    let graph = match (is_guess, is_consistent) {
        (true, _) => graph.with_guess(of),
        (_, true) => graph.with_consistent_estimate(of),
        (_, false) => graph.with_estimate(of),
    };
    let mut budget = Budget::within(limits);
    let outcome = search::run(&graph, strategy, &settings, &mut budget).ok()?;
    let path = plan(&outcome).map(|plan| graph.path(plan));
    Some((outcome, path))
}

fn plan<A>(outcome: &Outcome<A>) -> Option<&Plan<A>> {
    match outcome {
        Outcome::Solved { plan, .. } => Some(plan),
        _ => None,
    }
}

#[test]
fn every_strategy_is_right_from_several_starts() {
    let (mut ran, mut optimal, mut unsolvable) = (std::collections::HashSet::new(), 0, 0);
    for seed in 0..400 {
        let sample = Sample::new(seed);
        let optimum = sample.optimum();
        for row in STRATEGIES {
            let Some((outcome, path)) = run(&sample, row.strategy, (seed, false), Limits::NONE) else { continue };
            let about = format!("seed {seed}, {}: {outcome:?}, {sample:?}", row.name);
            ran.insert(row.name);
            match outcome {
                Outcome::Solved { plan, proof, lower_bound, stopped } => {
                    let optimum = optimum.expect(&about);
                    assert_eq!(sample.cost_of(&path.expect("a path")), Some(plan.cost), "{about}");
                    assert!(lower_bound <= optimum && optimum <= plan.cost && stopped.is_none(), "{about}");
                    match proof {
                        Proof::Optimal => assert_eq!(plan.cost, optimum, "{about}"),
                        Proof::Within(weight) => {
                            assert!(plan.cost * 100 <= optimum * u64::from(weight.hundredths()), "{about}");
                        }
                        Proof::Nothing => assert_eq!(row.claim, Claim::Nothing, "{about}"),
                    }
                    optimal += usize::from(proof == Proof::Optimal);
                }
                Outcome::Unsolvable => {
                    assert_eq!(optimum, None, "{about}");
                    unsolvable += 1;
                }
                Outcome::Stopped { .. } => panic!("{about}"),
            }
        }
    }
    for name in ["bfs", "iddfs", "bidirectional", "astar", "idastar", "greedy"] {
        assert!(ran.contains(name), "{name} does not fit");
    }
    assert!(optimal > 2000 && unsolvable > 500, "{optimal} {unsolvable}");
}

/// A limit of costs ends a search by the limit, never by a plan above it, and never by a false proof.
#[test]
fn a_limit_of_costs_is_kept() {
    let (mut solved, mut limited) = (0, 0);
    for seed in 0..400 {
        let sample = Sample::new(seed);
        let optimum = sample.optimum();
        let random = &mut Random::new(seed ^ 0xc057);
        let most = (optimum.unwrap_or(5) + random.below(4) as Cost).saturating_sub(2);
        for row in STRATEGIES {
            let Some((outcome, path)) = run(&sample, row.strategy, (seed, false), Limits::NONE.cost(most)) else {
                continue;
            };
            let about = format!("seed {seed}, {}, at most {most}: {outcome:?}, {sample:?}", row.name);
            match outcome {
                Outcome::Solved { plan, proof, lower_bound, .. } => {
                    let optimum = optimum.expect(&about);
                    assert_eq!(sample.cost_of(&path.expect("a path")), Some(plan.cost), "{about}");
                    assert!(lower_bound <= optimum && optimum <= plan.cost && plan.cost <= most, "{about}");
                    assert!(proof != Proof::Optimal || plan.cost == optimum, "{about}");
                    solved += 1;
                }
                Outcome::Unsolvable => assert_eq!(optimum, None, "{about}"),
                Outcome::Stopped { stop, lower_bound } => {
                    assert_eq!(stop, Stop::Limit(Limit::Cost), "{about}");
                    assert!(optimum.is_none_or(|optimum| lower_bound <= optimum), "{about}");
                    if row.claim != Claim::Nothing {
                        // The bound proves it.
                        assert!(lower_bound > most && optimum.is_none_or(|optimum| optimum > most), "{about}");
                    }
                    limited += 1;
                }
            }
        }
    }
    assert!(solved > 1500 && limited > 700, "{solved} {limited}");
}

/// Costs of every size, guesses in place of estimates, and every limit. With `LURD_FULL` there are 200,000 graphs.
#[test]
fn costs_guesses_and_limits_make_no_claim_false() {
    const KINDS: [&[Cost]; 6] = [&[0], &[0, 1], &[7], &[1, 1 << 40], &[0, 1 << 62, 1 << 63, u64::MAX], &[3, 9, 27]];
    let count = if std::env::var_os("LURD_FULL").is_some() { 200_000 } else { 600 };
    let (mut solved, mut unsolvable, mut stopped) = (0_u64, 0_u64, 0_u64);
    for seed in 0..count {
        let random = &mut Random::new(seed ^ 0xfeed);
        let sample = Sample::with_costs(seed, KINDS[random.below(KINDS.len())]);
        let optimum = sample.optimum();
        let limits = match random.below(6) {
            0 => Limits::NONE.nodes(random.below(40) as u64),
            1 => Limits::NONE.cost(optimum.unwrap_or(9).saturating_sub(random.below(3) as Cost)),
            2 => Limits::NONE.memory(random.below(20_000) as u64),
            3 => Limits::NONE.time(Duration::ZERO),
            _ => Limits::NONE,
        };
        let is_guess = random.below(3) == 0;
        for row in STRATEGIES {
            let Some((outcome, path)) = run(&sample, row.strategy, (seed, is_guess), limits) else { continue };
            let about = || format!("seed {seed}, {}, {limits:?}: {outcome:?}, {sample:?}", row.name);
            match &outcome {
                Outcome::Solved { plan, proof, lower_bound, .. } => {
                    assert_eq!(sample.cost_of(&path.expect("a path")), Some(plan.cost), "{}", about());
                    assert!(optimum.is_some_and(|least| *lower_bound <= least && least <= plan.cost), "{}", about());
                    assert!(*proof != Proof::Optimal || Some(plan.cost) == optimum, "{}", about());
                    assert!(limits.cost.is_none_or(|most| plan.cost <= most), "{}", about());
                    solved += 1;
                }
                Outcome::Unsolvable => {
                    assert_eq!(optimum, None, "{}", about());
                    unsolvable += 1;
                }
                Outcome::Stopped { stop, lower_bound } => {
                    assert!(optimum.is_none_or(|least| *lower_bound <= least), "{}", about());
                    // Sums of such costs cannot be represented.
                    let are_huge = sample.edges.iter().flatten().any(|edge| edge.1 > 1 << 60);
                    let is_limit = limits != Limits::NONE || are_huge;
                    assert!(is_limit && matches!(stop, Stop::Limit(_)), "{}", about());
                    stopped += 1;
                }
            }
        }
    }
    assert!(solved > 4 * count && unsolvable > count && stopped > count, "{solved} {unsolvable} {stopped}");
}

/// How breadth-first search from both ends of a graph on the numbers below 40 ends, and the truth. Several goals may be left
/// out of the list.
fn from_both_ends<P: IntoIterator<Item = u64>>(
    successors: fn(u64) -> Vec<u64>,
    is_goal: fn(u64) -> bool,
    listed: &[u64],
    predecessors: fn(u64) -> P,
) -> (Result<Cost, Unsolved>, Result<Cost, Unsolved>) {
    let edges = move |&n: &u64| successors(n).into_iter().filter(|&to| to < 40).map(|to| (to, 1)).collect::<Vec<_>>();
    let graph = Graph::new(2, edges, move |&n| is_goal(n)).with_unit_costs();
    let truth = search::uniform(&graph).map(|plan| plan.cost);
    let graph = graph.with_backward(listed.iter().copied(), move |&n| predecessors(n));
    (search::bidirectional(&graph).map(|plan| plan.cost), truth)
}

fn contradicts(end: &Result<Cost, Unsolved>, expected: Contradiction) -> bool {
    matches!(end, Err(Unsolved::Stopped { stop: Stop::Contradiction(found), .. }) if *found == expected)
}

#[test]
fn goals_that_are_not_listed_are_met() {
    type Case = (fn(u64) -> bool, &'static [u64]);
    let up = |n: u64| vec![n + 1];
    let down = |n: u64| n.checked_sub(1);
    let cases: [Case; 6] = [
        (|n| n >= 4, &[7]),
        (|n| n >= 4, &[5, 6]),
        (|n| n == 4 || n == 9, &[9]),
        (|n| n == 3 || n == 38, &[38]),
        // Met by the search from the goals.
        (|n| n == 30 || n == 39, &[39]),
        (|n| n % 10 == 0, &[10, 30]),
    ];
    for (number, (is_goal, listed)) in cases.into_iter().enumerate() {
        let (end, truth) = from_both_ends(up, is_goal, listed, down);
        let is_right = number == 5;
        assert_eq!(end == truth, is_right, "case {number}: {end:?}, {truth:?}");
        assert_eq!(contradicts(&end, Contradiction::Goals), !is_right, "case {number}: {end:?}");
    }
    // A goal among others of the same layer.
    let (end, _) = from_both_ends(
        |n| vec![n + 1, n + 2, n * 2],
        |n| n == 4 || n == 35,
        &[35],
        |n| {
            let all = [n.checked_sub(1), n.checked_sub(2), (n % 2 == 0).then_some(n / 2)];
            let mut before: Vec<u64> = all.into_iter().flatten().collect();
            before.sort_unstable();
            before.dedup();
            before
        },
    );
    assert!(contradicts(&end, Contradiction::Goals), "{end:?}");
    // The start is a goal, whatever is listed.
    assert_eq!(from_both_ends(up, |n| n == 2, &[], down).0, Ok(0));
}

#[test]
fn predecessors_that_do_not_lead_back_are_found() {
    type Neighbours = fn(u64) -> Vec<u64>;
    let cases: [(Neighbours, Neighbours); 7] = [
        // The moves forward, where moves cannot be taken back.
        (|n| vec![n + 1], |n| vec![n + 1]),
        (|n| vec![n + 1, 2 * n], |n| vec![n + 1, 2 * n]),
        // One of several is false.
        (|n| vec![n + 1, n + 2, n + 3], |n| vec![n.saturating_sub(1), n + 1]),
        // One is missing, or all are.
        (|n| vec![n + 1], |_| Vec::new()),
        (|n| vec![n + 1, n + 2], |n| n.checked_sub(2).into_iter().collect()),
        (|n| vec![n + 5, n + 7], |n| n.checked_sub(5).into_iter().collect()),
        (|n| vec![n + 1], |n| vec![n.saturating_sub(1), n.saturating_sub(2)]),
    ];
    for (number, (successors, predecessors)) in cases.into_iter().enumerate() {
        let (end, truth) = from_both_ends(successors, |n| n == 32, &[32], predecessors);
        // In the last cases the moves that were tried are right, and so is the answer.
        let is_right = number >= 4 && end == truth;
        assert!(is_right || contradicts(&end, Contradiction::Predecessors), "case {number}: {end:?}, {truth:?}");
    }
    let (end, truth) = from_both_ends(|n| vec![n + 1], |n| n == 4, &[4], |n| [n + 1]);
    assert!(contradicts(&end, Contradiction::Predecessors) && truth == Ok(2), "{end:?}");
}

/// Random graphs with false predecessors: the answer is right, or refused.
#[test]
fn false_predecessors_prove_nothing() {
    let (mut refused, mut right) = (0, 0);
    for seed in 0..3_000 {
        let sample = Sample::new(seed);
        let random = &mut Random::new(seed ^ 0x9a1f);
        let mut lists: Vec<Vec<u64>> = (0..sample.edges.len() as u64).map(|node| sample.predecessors(node)).collect();
        for list in &mut lists {
            if random.below(2) == 0 {
                list.push(random.below(sample.edges.len()) as u64);
            }
        }
        let of = |lists: &[Vec<u64>], node: u64| lists[usize::try_from(node).expect("small")].clone();
        let edges = |node: &u64| {
            let all = &sample.edges[usize::try_from(*node).expect("small")];
            all.iter().map(|&(to, _)| (to, 1)).collect::<Vec<_>>()
        };
        let graph = Graph::new(sample.starts[0], edges, |node| sample.goals.contains(node)).with_unit_costs();
        let truth = search::uniform(&graph).map(|plan| plan.cost);
        let graph = graph.with_backward(sample.goals.iter().copied(), |&node| of(&lists, node));
        let end = search::bidirectional(&graph).map(|plan| plan.cost);
        if contradicts(&end, Contradiction::Predecessors) {
            refused += 1;
        } else {
            assert_eq!(end, truth, "seed {seed}: {lists:?} {sample:?}");
            right += 1;
        }
    }
    assert!(refused > 250 && right > 1_000, "{refused} {right}");
}

#[test]
fn a_plan_has_the_actions_of_its_start() {
    let successors = |&n: &u64| [('a', n + 1, n), ('b', n + 2, 1)];
    let graph = Graph::new(10, successors, |&n| n % 7 == 0).with_starts([4, 10, 12, 4]);
    // From 12 by 'b': 1. From 4 it takes 'a' and 'b', or 'b' and 'a'.
    let plan = search::uniform(&graph).expect("a multiple of seven");
    assert_eq!((plan.actions.as_slice(), plan.cost, graph.path(&plan)), (&['b'][..], 1, vec![12, 14]));
    // The same actions from another start, at the cost of that.
    let other = Plan { actions: vec!['b', 'a'], cost: 7 };
    assert_eq!(graph.path(&other), [4, 6, 7]);
    assert!(std::panic::catch_unwind(|| graph.path(&Plan { actions: vec!['b', 'a'], cost: 8 })).is_err());

    // A start that is a goal.
    let graph = Graph::new(1, successors, |&n| n == 5).with_starts([5]).with_unit_costs();
    let plan = search::bfs(&graph).expect("a start is a goal");
    assert_eq!((plan.cost, graph.path(&plan)), (0, vec![5]));
}

#[test]
fn a_rate_replaces_the_estimate_only_for_greedy_search() {
    let graph = || Graph::new(0, |&n: &u64| [((n + 1) % 100, 1), ((n + 10) % 100, 1)], |&n| n == 95);
    assert!(matches!(search::greedy(&graph()), Err(Unsolved::Unmet(_))));
    let rated = graph().with_rate(|&n| 95_u64.abs_diff(n));
    assert!(search::greedy(&rated).is_ok());
    assert!(matches!(search::astar(&rated), Err(Unsolved::Unmet(unmet)) if unmet.needs() == [search::Need::Estimate]));
    assert_eq!(search::astar(&rated.with_estimate(|&n| u64::from(n != 95))).map(|plan| plan.cost), Ok(14));
}

/// What can be sent to another thread: everything but a search under way and its budget.
#[test]
fn parts_can_be_sent() {
    fn sent<T: Send>(_: &T) {}
    fn shared<T: Sync>(_: &T) {}
    let goals = [3_u64];
    let graph = Graph::new(0, |&n: &u64| [((n + 1) % 5, 1)], move |n| goals.contains(n))
        .with_estimate(|_| 0)
        .with_rate(|_| 0)
        .with_backward([3], |&n| [(n + 4) % 5]);
    sent(&graph);
    shared(&graph);
    sent(&Cancel::default());
    sent(&(Limits::NONE, Settings::default(), Strategy::Bfs));
    let mut budget = Budget::unlimited();
    sent(&Stepper::uniform(&graph, &Settings::default()).map(|mut search| search.finish(&mut budget)));
    sent(&search::uniform(&graph));
    sent(&budget.into_record());
}
