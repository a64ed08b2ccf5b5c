//! Strategies that are not of this crate, and budgets as other crates make them.

use std::collections::VecDeque;

use lurd_engine::program::outcome::Conclusion;
use lurd_engine::program::search::Step;
use lurd_engine::program::{budget::Observer, budget::Progress};
use lurd_engine::program::{
    search, search::Claim, search::Family, search::Need, search::Row, search::Search, search::plan_along,
};
use lurd_engine::{Budget, Cancel, Limits};
use lurd_engine::{Contradiction, Cost, Limit, Outcome, Plan, Proof, Stop};
use lurd_engine::{Graph, Space, Successors};
use lurd_engine::{STRATEGIES, Settings, Stepper, Strategy, Unsolved};

static LAYERS: Row = Row::outside(&LAYERS, "layers", Family::Blind)
    .described("breadth-first search in a queue of paths", "this test")
    .needing(&[Need::UnitCosts])
    .claiming(Claim::Optimal);

/// Breadth-first search in a queue of paths, which can pause.
struct Layers<'s, S: Space<State = u64>> {
    space: &'s S,
    paths: VecDeque<Vec<u64>>,
}

impl<'s, S: Space<State = u64>> Layers<'s, S> {
    fn new(space: &'s S) -> Self {
        Self { space, paths: [vec![space.start()]].into() }
    }
}

impl<S: Space<State = u64>> Search<S> for Layers<'_, S> {
    fn advance(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<S::Action>, Stop> {
        while let Some(path) = self.paths.front().cloned() {
            let last = path[path.len() - 1];
            budget.raise_bound(path.len() as Cost - 1);
            if self.space.is_goal(&last) {
                return plan_along(self.space, &path).map(Conclusion::Found);
            }
            budget.expand()?;
            let mut children = Successors::default();
            self.space.expand(&last, &mut children);
            for index in 0..children.len() {
                if budget.sum(path.len() as Cost - 1, children.cost(index)) != Cost::MAX {
                    self.paths.push_back([&path[..], &[*children.state(index)]].concat());
                }
            }
            self.paths.pop_front();
        }
        Ok(Conclusion::Exhausted)
    }
}

fn graph() -> impl Space<State = u64, Action = u32> {
    Graph::new(1, |&n: &u64| [(2 * n, 1), (n + 3, 1)], |&n| n == 37).with_unit_costs()
}

#[test]
fn it_runs_as_those_of_the_crate_do() {
    let space = graph();
    let settings = Settings::default();
    let mut search = Stepper::of(&space, &LAYERS, &settings, Box::new(Layers::new(&space))).expect("it fits");
    assert_eq!(search.strategy().name(), "layers");
    let whole = search.finish(&mut Budget::unlimited());
    let Outcome::Solved { plan, proof, lower_bound, stopped } = &whole else { panic!("{whole:?}") };
    assert_eq!((plan.cost, *proof, *lower_bound, *stopped), (6, Proof::Optimal, 6, None));

    // In slices.
    let mut search = Stepper::of(&space, &LAYERS, &settings, Box::new(Layers::new(&space))).expect("it fits");
    let (mut budget, mut slices) = (Budget::unlimited(), 0);
    let outcome = loop {
        match search.advance(3, &mut budget) {
            Step::Paused => slices += 1,
            Step::Ended(outcome) => break outcome,
        }
    };
    assert_eq!(outcome, whole);
    assert!(slices > 3 && budget.statistics().expanded > 10);

    // Under limits.
    let run = |limits: Limits| {
        let mut search = Stepper::of(&space, &LAYERS, &settings, Box::new(Layers::new(&space))).expect("it fits");
        search.finish(&mut Budget::within(limits))
    };
    let limited = |limit, lower_bound| Outcome::Stopped { stop: Stop::Limit(limit), lower_bound };
    assert_eq!(run(Limits::NONE.nodes(5)), limited(Limit::Nodes, 2));
    assert_eq!(run(Limits::NONE.cost(5)), limited(Limit::Cost, 6));
    assert_eq!(run(Limits::NONE.cost(6)), whole);
}

#[test]
fn it_is_refused_where_it_does_not_fit() {
    let graph = Graph::new(1, |&n: &u64| [(2 * n, 2)], |&n| n == 8);
    let unmet =
        Stepper::of(&graph, &LAYERS, &Settings::default(), Box::new(Layers::new(&graph))).err().expect("costs of 2");
    assert_eq!(unmet.needs(), [Need::UnitCosts]);
    let Err(Unsolved::Unmet(unmet)) = search::solve(&self::graph(), LAYERS.strategy) else { panic!("it has no start") };
    assert_eq!(unmet.needs(), [Need::Begun]);
}

/// Its plans are followed even if it claims nothing.
#[test]
fn its_plans_lead_to_a_goal() {
    static CARELESS: Row = Row::outside(&CARELESS, "careless", Family::Blind);
    for plan in [vec![], vec![7, 7], vec![0, 0]] {
        let cost = plan.len() as u64;
        let careless = |_: &mut Budget<'_>| Ok(Conclusion::Found(Plan { actions: plan.clone(), cost }));
        let unsolved = search::solve_by(&graph(), &CARELESS, careless, &mut Budget::unlimited()).expect_err("no plan");
        let stop = Stop::Contradiction(Contradiction::Plan);
        assert_eq!(unsolved, Unsolved::Stopped { stop, lower_bound: 0, cost_limit: None });
    }
}

/// Its claims are compared with its plans.
#[test]
fn it_cannot_claim_what_its_plan_refutes() {
    static LIAR: Row = Row::outside(&LIAR, "liar", Family::Blind).claiming(Claim::Optimal);
    let space = graph();
    let ends_by = |search: fn(&mut Budget<'_>) -> Result<Conclusion<u32>, Stop>| {
        search::solve_by(&space, &LIAR, search, &mut Budget::unlimited()).expect_err("a contradiction")
    };
    let contradiction = |why| Unsolved::Stopped { stop: Stop::Contradiction(why), lower_bound: 0, cost_limit: None };
    let wrong_cost = ends_by(|_| Ok(Conclusion::Found(Plan { actions: vec![0, 0], cost: 1 })));
    assert_eq!(wrong_cost, contradiction(Contradiction::UnitCosts));
    let no_goal = ends_by(|_| Ok(Conclusion::Found(Plan { actions: vec![0, 0], cost: 2 })));
    assert_eq!(no_goal, contradiction(Contradiction::Plan));
    let bound_too_high = ends_by(|budget| {
        budget.raise_bound(8);
        Ok(Conclusion::Found(Plan { actions: vec![1, 1, 1, 1, 1, 1], cost: 6 }))
    });
    assert!(matches!(bound_too_high, Unsolved::Stopped { stop: Stop::Contradiction(_), .. }));
}

static OTHER: Row = Row::outside(&OTHER, "other", Family::Informed).storing_nothing().not_compared();

#[test]
fn rows_of_other_crates_are_strategies() {
    assert_eq!(LAYERS.strategy, LAYERS.strategy.row().strategy);
    assert!(STRATEGIES.iter().all(|row| row.strategy != LAYERS.strategy && row.strategy < LAYERS.strategy));
    assert!(LAYERS.strategy != Strategy::Bfs && !LAYERS.strategy.is_informed() && LAYERS.compared && LAYERS.stores);
    assert!(OTHER.strategy.is_informed() && !OTHER.compared && !OTHER.stores && OTHER.strategy != LAYERS.strategy);
}

/// Counts reports.
#[derive(Default)]
struct Reports(u32);

impl Observer for Reports {
    fn progress(&mut self, progress: &Progress) {
        assert_eq!(progress.limits.nodes, Some(1_000_000_000));
        self.0 += 1;
    }
}

#[test]
fn a_budget_is_built_of_what_is_needed() {
    let (cancel, mut reports) = (Cancel::default(), Reports::default());
    let limits = Limits::NONE.nodes(1_000_000_000);
    let mut budget = Budget::within(limits).cancelled_by(&cancel).observed_by(&mut reports);
    // The clock is read after a number of expansions, which on a busy machine may not be made within a quarter of a second.
    let (begun, mut expansions) = (std::time::Instant::now(), 0);
    while begun.elapsed().as_millis() < 250 || expansions < 1_000_000 {
        budget.expand().expect("no limit is reached");
        expansions += 1;
    }
    cancel.cancel();
    assert_eq!(budget.check_now(), Err(Stop::Cancelled));
    drop(budget);
    assert!(reports.0 >= 1, "a report ten times a second");
}

/// The limit of costs is one of the space that is searched, not of others that its solver searches.
#[test]
fn searches_with_other_costs_have_no_limit_of_cost() {
    let mut budget = Budget::within(Limits::NONE.cost(3));
    let inner = budget.with_own_bounds(|budget| search::solve_within(&graph(), Strategy::Uniform, budget));
    assert_eq!(inner.map(|plan| plan.cost), Ok(6));
    assert_eq!((budget.lower_bound(), budget.sum(2, 1), budget.sum(2, 2)), (0, 3, Cost::MAX));
    budget.raise_bound(9);
    assert_eq!((budget.lower_bound(), budget.expand()), (4, Err(Stop::Limit(Limit::Cost))));
}
