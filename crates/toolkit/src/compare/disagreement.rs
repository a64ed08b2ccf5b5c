//! Finds results that contradict each other, which shows an error in a strategy.

use crate::solve::{End, Run};

pub(super) fn disagreement<'r>(runs: impl Iterator<Item = &'r Run>) -> Option<String> {
    let runs: Vec<_> = runs.collect();
    let solved = || runs.iter().filter_map(|run| run.verified().map(|verified| (*run, verified.answer.cost)));
    if let (Some((yes, _)), Some(no)) =
        (solved().next(), runs.iter().find(|run| matches!(run.end, End::Unsolvable { .. })))
    {
        return Some(format!(
            "{} found an answer, {} says there is none",
            yes.strategy.name(),
            no.strategy.name()
        ));
    }
    for proof in &runs {
        // An optimal cost is a lower bound, too.
        let Some(bound) = proof.proved_cost().max(proof.lower_bound()) else { continue };
        if let Some((run, cost)) = solved().find(|(_, cost)| *cost < bound) {
            let claim = if proof.proved_cost().is_some() {
                "says the optimum is"
            } else {
                "says no answer costs less than"
            };
            return Some(format!(
                "{} {claim} {bound}, {} found {cost}",
                proof.strategy.name(),
                run.strategy.name()
            ));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search_options::Search;
    use crate::solve::solve;
    use crate::test_puzzle::test_puzzle;
    use lurd_engine::budget::{Cancel, Limits};
    use lurd_engine::search::Strategy;

    #[test]
    fn contradictions_are_found() {
        let run = |strategy| {
            let search = Search { strategy: Some(strategy), limits: Limits::NONE, ..Search::default() };
            solve(&test_puzzle("1 -> 37"), &search, &Cancel::default(), &mut ())
        };
        let mut runs = [run(Strategy::Bfs), run(Strategy::Uniform)];
        assert_eq!(disagreement(runs.iter()), None);
        let End::Solved(verified) = &mut runs[0].end else { panic!("solved") };
        verified.answer.cost += 1;
        assert_eq!(disagreement(runs.iter()).unwrap(), "bfs says the optimum is 7, uniform found 6");
        runs[0].end = End::Unsolvable { reason: String::new(), picture: None };
        assert_eq!(disagreement(runs.iter()).unwrap(), "uniform found an answer, bfs says there is none");
    }
}
