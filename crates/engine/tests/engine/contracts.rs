//! What a search keeps to whatever its space is like: estimates that are wrong, costs above the limit, paths without an end.

use std::time::{Duration, Instant};

use lurd_engine::program::search::{self, Family, count_layers};
use lurd_engine::{
    Budget, Contradiction, Graph, Limit, Limits, Outcome, Proof, STRATEGIES, Settings, Stepper, Stop, Unsolved,
};

/// Runs every strategy whose needs a space meets.
fn run_all<S: search::Searched>(space: &S, limits: Limits) -> Vec<(&'static str, Outcome<S::Action>)> {
    let is_ours = |row: &&search::Row| !matches!(row.family, Family::BlindReference | Family::InformedReference);
    let fits = STRATEGIES.iter().filter(is_ours).filter(|row| row.fits(space).is_ok());
    let run = |row: &search::Row| {
        let mut budget = Budget::within(limits);
        let outcome = search::run(space, row.strategy, &Settings::default(), &mut budget).expect("it fits");
        (row.name, outcome)
    };
    fits.map(run).collect()
}

/// From 1 to 37 by doubling and adding three, with an estimate that is far too high.
#[test]
fn blind_strategies_do_not_look_at_the_estimate() {
    let graph = Graph::new(1, |&n: &u64| [(2 * n % 101, 1), ((n + 3) % 101, 1)], |&n| n == 37)
        .with_unit_costs()
        .with_estimate(|&n| 37_u64.abs_diff(n));
    assert_eq!(search::uniform(&graph).map(|plan| plan.cost), Ok(6));
    assert_eq!(search::bfs(&graph).map(|plan| plan.cost), Ok(6));
    assert_eq!(search::iddfs(&graph).map(|plan| plan.cost), Ok(6));
    assert!(search::dfs(&graph).is_ok());
    let contradiction = Stop::Contradiction(Contradiction::Admissible);
    assert!(matches!(search::astar(&graph), Err(Unsolved::Stopped { stop, .. }) if stop == contradiction));
}

#[test]
fn a_guess_is_used_and_nothing_is_claimed() {
    let graph = Graph::new(1, |&n: &u64| [(2 * n % 101, 1), ((n + 3) % 101, 1)], |&n| n == 37)
        .with_guess(|&n| 37_u64.abs_diff(n));
    let mut budget = Budget::unlimited();
    let outcome = Stepper::astar(&graph, &Settings::default()).expect("an estimate").finish(&mut budget);
    let Outcome::Solved { plan, proof, lower_bound, .. } = outcome else { panic!("{outcome:?}") };
    assert!(plan.cost >= 6 && proof == Proof::Nothing && lower_bound == 0, "{plan:?} {proof:?} {lower_bound}");
    assert!(matches!(search::idastar(&graph), Err(Unsolved::Unmet(_))));
}

#[test]
fn layers_have_each_root_once_and_steps_of_one() {
    let count = |cost| {
        let graph = Graph::new(0, move |&n: &u64| [((n + 1) % 5, cost)], |_| false);
        let mut budget = Budget::unlimited();
        count_layers(&graph, vec![0, 0, 3], None, &|_| false, 0, &mut budget).map(|counted| counted.layers)
    };
    assert_eq!(count(1), Ok(vec![2, 2, 1]));
    assert_eq!(count(5), Err(Stop::Contradiction(Contradiction::UnitCosts)));
}

/// The natural numbers: no path ends, and there is no goal.
#[test]
fn a_limit_of_costs_ends_a_search_without_an_end() {
    let numbers = Graph::new(0, |&n: &u64| [(n + 1, 1), (n + 3, 1)], |_| false).with_estimate(|_| 0).with_unit_costs();
    let outcomes = run_all(&numbers, Limits::NONE.cost(12).nodes(100_000));
    assert!(outcomes.len() >= 10);
    for (name, outcome) in outcomes {
        let Outcome::Stopped { stop, lower_bound } = outcome else { panic!("{name}: {outcome:?}") };
        assert_eq!((stop, lower_bound), (Stop::Limit(Limit::Cost), 13), "{name}");
    }
}

/// An edge that costs more than the limit is no edge, whatever it costs; the way around it is found.
#[test]
fn an_edge_above_the_limit_is_left_out() {
    for closed in [21, 100, u64::MAX - 1, u64::MAX] {
        let edges = move |&n: &u64| match n {
            0 => vec![(9, closed), (1, 1)],
            1..9 => vec![(9, closed), (n + 1, 2)],
            _ => vec![],
        };
        let graph = Graph::new(0, edges, |&n| n == 9).with_estimate(|_| 0);
        let outcomes = run_all(&graph, Limits::NONE.cost(20));
        assert!(outcomes.len() >= 7);
        for (name, outcome) in outcomes {
            let Outcome::Solved { plan, .. } = outcome else { panic!("{name}, {closed}: {outcome:?}") };
            assert_eq!(plan.cost, 17, "{name}, {closed}");
        }
    }
}

/// A path of many states is left without delay.
#[test]
fn a_deep_path_ends_in_time() {
    let chain = Graph::new(0, |&n: &u64| [(n + 1, 0)], |_| false).with_estimate(|_| 0);
    let begun = Instant::now();
    let limit = Duration::from_millis(300);
    let outcome = {
        let mut budget = Budget::within(Limits::NONE.time(limit));
        Stepper::idastar(&chain, &Settings::default()).expect("an estimate").finish(&mut budget)
    };
    assert!(matches!(outcome, Outcome::Stopped { stop: Stop::Limit(Limit::Time), .. }), "{outcome:?}");
    // Much more than it takes: other tests run at the same time.
    assert!(begun.elapsed() < limit + Duration::from_millis(500), "{:?}", begun.elapsed());
}

#[test]
fn limits_are_none_by_default() {
    assert_eq!(Limits::default(), Limits::NONE);
    assert!(Limits { nodes: Some(3), ..Default::default() }.time.is_none());
}
