//! Comparisons with given results and times, for tests.

use lurd_engine::program::{
    budget::{Cancel, Limits, Statistics},
    outcome::{Cost, Limit, Proof, Stop},
    search::Strategy,
};
use lurd_puzzle::puzzle::Unanswered;

use super::{Comparison, StrategyRuns};
use crate::{
    search_options::SearchOptions,
    solve::{Run, solve},
    test_puzzle::test_puzzle,
};

pub fn row(strategy: Strategy, end: &dyn Fn(&mut Run), seconds: &[f64]) -> StrategyRuns {
    let search = SearchOptions { strategy: Some(Strategy::Bfs), limits: Limits::NONE, ..SearchOptions::default() };
    let sample = solve(&test_puzzle("1 -> 37"), &search, &Cancel::default(), &mut ());
    let run = |&seconds: &f64| {
        let mut run = sample.clone();
        run.strategy = strategy;
        run.statistics = Some(Statistics { seconds, cpu_seconds: Some(seconds), ..Statistics::default() });
        end(&mut run);
        run
    };
    StrategyRuns { strategy, variant: None, warm_ups: Vec::new(), runs: seconds.iter().map(run).collect() }
}

pub fn answer(cost: Cost, proof: Proof, stopped: Option<Stop>) -> impl Fn(&mut Run) {
    move |run| {
        let Ok(verified) = &mut run.end else { panic!("solved") };
        (verified.answer.cost, verified.answer.proof) = (cost, proof);
        (verified.answer.stopped, verified.answer.lower_bound) = (stopped, None);
    }
}

pub fn proved(cost: Cost) -> impl Fn(&mut Run) {
    answer(cost, Proof::Optimal, None)
}

pub fn unproved(cost: Cost) -> impl Fn(&mut Run) {
    answer(cost, Proof::Nothing, None)
}

pub fn fails(run: &mut Run) {
    run.end = Err(Unanswered::Stopped { stop: Stop::Limit(Limit::Time), lower_bound: None });
}

pub fn unsolvable(run: &mut Run) {
    run.end = Err(Unanswered::Unsolvable { reason: String::new(), picture: None });
}

pub fn comparison(rows: Vec<StrategyRuns>) -> Comparison {
    Comparison { rows, ..Comparison::default() }
}
