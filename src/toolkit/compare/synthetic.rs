//! Comparisons with given results and times, for tests.

use super::comparison::Comparison;
use super::row::Row;
use crate::budget::{Cancel, Limits, Statistics};
use crate::outcome::{Cost, Limit, Proof, Stop};
use crate::search::Strategy;
use crate::toolkit::search_options::Search;
use crate::toolkit::solve::{End, Run, solve};
use crate::toolkit::test_puzzle::test_puzzle;

pub(crate) fn row(strategy: Strategy, end: &dyn Fn(&mut Run), seconds: &[f64]) -> Row {
    let search = Search { strategy: Some(Strategy::Bfs), limits: Limits::NONE, ..Search::default() };
    let sample = solve(&test_puzzle("1 -> 37"), &search, &Cancel::default(), &mut ());
    let run = |&seconds: &f64| {
        let mut run = sample.clone();
        run.strategy = strategy;
        run.statistics = Some(Statistics { seconds, cpu_seconds: seconds, ..Statistics::default() });
        end(&mut run);
        run
    };
    Row { strategy, warm_ups: Vec::new(), runs: seconds.iter().map(run).collect() }
}

pub(crate) fn answer(cost: Cost, proof: Proof, stopped: Option<Stop>) -> impl Fn(&mut Run) {
    move |run| {
        let End::Solved(verified) = &mut run.end else { panic!("solved") };
        (verified.answer.cost, verified.answer.proof) = (cost, proof);
        (verified.answer.stopped, verified.answer.lower_bound) = (stopped, None);
    }
}

pub(crate) fn proved(cost: Cost) -> impl Fn(&mut Run) {
    answer(cost, Proof::Optimal, None)
}

pub(crate) fn unproved(cost: Cost) -> impl Fn(&mut Run) {
    answer(cost, Proof::Nothing, None)
}

pub(crate) fn fails(run: &mut Run) {
    run.end = End::Limit { limit: Limit::Time, lower_bound: None };
}

pub(crate) fn unsolvable(run: &mut Run) {
    run.end = End::Unsolvable { reason: String::new(), picture: None };
}

pub(crate) fn comparison(rows: Vec<Row>) -> Comparison {
    Comparison { rows, ..Comparison::default() }
}
