//! One puzzle by several strategies.

use std::time::Duration;

use super::exit::Exit;
use super::settings::{Search, strategy};
use super::solve::{End, Run, solve};
use crate::budget::{Budget, Cancel, Observer};
use crate::puzzle::Puzzle;
use crate::search::Strategy;

/// Wall time of a run, unless told.
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Which strategies run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// Those that fit.
    Fitting,
    /// All that fit; the others are listed with the reason.
    All,
    /// These.
    These(Vec<Strategy>),
}

impl Chosen {
    /// Reads `a,b,c` or `all`.
    ///
    /// # Errors
    /// An unknown name.
    pub fn read(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        let mut these = Vec::new();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let strategy = strategy(name)?;
            if !these.contains(&strategy) {
                these.push(strategy);
            }
        }
        if these.is_empty() {
            Err("--strategies needs a name, for example bfs,astar".to_owned())
        } else {
            Ok(Self::These(these))
        }
    }
}

/// A comparison of strategies on one puzzle.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// A run each, in the order of the table or of the wish of the user.
    pub runs: Vec<Run>,
    /// Two results that cannot both be true, in words.
    pub disagreement: Option<String>,
    /// Whether the user ended it.
    pub interrupted: bool,
}

/// Runs one strategy after the other on `puzzle`.
pub fn compare(
    puzzle: &dyn Puzzle,
    search: &Search,
    chosen: &Chosen,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Comparison {
    let mut runs = Vec::new();
    for strategy in candidates(puzzle, search, chosen, cancel, observer) {
        if cancel.is_cancelled() {
            break;
        }
        let search = Search { strategy: Some(strategy), ..search.clone() };
        runs.push(solve(puzzle, &search, cancel, observer));
    }
    Comparison { disagreement: disagreement(&runs), runs, interrupted: cancel.is_cancelled() }
}

fn candidates(
    puzzle: &dyn Puzzle,
    search: &Search,
    chosen: &Chosen,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Vec<Strategy> {
    if let Chosen::These(these) = chosen {
        return these.clone();
    }
    // An unknown wish fails the same way with every strategy: one row says so.
    let Ok(wish) = search.wish_of(puzzle) else { return vec![Strategy::Auto] };
    let mut budget = Budget::new(search.limits, cancel.clone(), observer);
    puzzle
        .strategies(wish, &mut budget)
        .into_iter()
        .filter(|fit| fit.strategy != Strategy::Auto)
        .filter(|fit| *chosen == Chosen::All || (fit.verdict.is_ok() && fit.strategy.row().compared))
        .map(|fit| fit.strategy)
        .collect()
}

impl Comparison {
    /// The seconds of the fastest run that ended with an answer or a proof.
    #[must_use]
    pub fn best_seconds(&self) -> Option<f64> {
        self.runs.iter().filter(|run| is_success(run)).filter_map(seconds).min_by(f64::total_cmp)
    }

    /// How many times longer than the fastest success a run took; only successes have a ratio.
    #[must_use]
    pub fn ratio(&self, run: &Run) -> Option<f64> {
        let best = self.best_seconds()?;
        is_success(run)
            .then(|| seconds(run))
            .flatten()
            .map(|seconds| if best > 0.0 { seconds / best } else { 1.0 })
    }

    /// The exit code: strategies that merely gave up do not spoil a comparison in which another
    /// one succeeded.
    #[must_use]
    pub fn exit(&self, chosen: &Chosen) -> Exit {
        if self.interrupted {
            return Exit::Interrupted;
        }
        let ends = self.runs.iter().map(Run::exit);
        let serious = ends.clone().filter(|exit| match exit {
            Exit::Usage => matches!(chosen, Chosen::These(_)) || self.runs.len() == 1,
            exit => matches!(exit, Exit::Internal | Exit::Interrupted),
        });
        let worst = serious.fold(Exit::Good, Exit::worst);
        if worst != Exit::Good {
            return worst;
        }
        if self.disagreement.is_some() {
            return Exit::No;
        }
        let successes: Vec<_> = self.runs.iter().filter(|run| is_success(run)).map(Run::exit).collect();
        successes.into_iter().reduce(Exit::worst).unwrap_or(Exit::GaveUp)
    }
}

fn is_success(run: &Run) -> bool {
    matches!(run.end, End::Solved(_) | End::Unsolvable { .. })
}

fn seconds(run: &Run) -> Option<f64> {
    run.statistics.map(|statistics| statistics.seconds)
}

/// Two results that contradict each other.
fn disagreement(runs: &[Run]) -> Option<String> {
    let solved = || runs.iter().filter_map(|run| run.verified().map(|verified| (run, verified.answer.cost)));
    if let (Some((yes, _)), Some(no)) =
        (solved().next(), runs.iter().find(|run| matches!(run.end, End::Unsolvable { .. })))
    {
        return Some(format!(
            "{} found an answer, {} says there is none",
            yes.strategy.name(),
            no.strategy.name()
        ));
    }
    for proof in runs {
        // What is proved: an optimal cost is a lower bound, and every lower bound is one.
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
    use crate::budget::Limits;
    use crate::toolkit::toy::toy;

    fn by(names: &str, nodes: Option<u64>) -> Comparison {
        let search = Search { limits: Limits { nodes, ..Limits::NONE }, ..Search::default() };
        let chosen = Chosen::read(names).unwrap();
        compare(&toy("1 -> 37"), &search, &chosen, &Cancel::default(), &mut ())
    }

    #[test]
    fn only_successes_have_a_ratio() {
        let mut comparison = by("bfs,astar,uniform", None);
        assert_eq!(
            comparison.runs.iter().map(Run::status).collect::<Vec<_>>(),
            ["solved", "unsupported", "solved"]
        );
        assert_eq!(comparison.ratio(&comparison.runs[1]), None);
        assert_eq!(comparison.exit(&Chosen::All), Exit::Good);
        assert_eq!(comparison.exit(&Chosen::These(vec![])), Exit::Usage);
        comparison.runs[0].end = End::Limit { limit: crate::outcome::Limit::Time, lower_bound: None };
        assert_eq!(comparison.ratio(&comparison.runs[0]), None);
        assert_eq!(comparison.best_seconds(), seconds(&comparison.runs[2]));
    }

    #[test]
    fn all_leaves_out_nothing_silently() {
        assert_eq!(by("all", None).runs.len(), crate::search::STRATEGIES.len() - 1);
    }

    #[test]
    fn depth_first_and_exhaustive_ones_run_only_when_named() {
        let puzzle = toy("1 -> 37");
        let of = |chosen| candidates(&puzzle, &Search::default(), &chosen, &Cancel::default(), &mut ());
        let default = of(Chosen::Fitting);
        assert!(default.contains(&Strategy::Bfs));
        assert!(!default.contains(&Strategy::Dfs) && !default.contains(&Strategy::Iddfs));
        assert!(of(Chosen::All).contains(&Strategy::Dfs));
    }

    #[test]
    fn nobody_succeeds() {
        assert_eq!(by("bfs,uniform", Some(1)).exit(&Chosen::All), Exit::GaveUp);
    }

    #[test]
    fn contradictions_are_found() {
        let mut runs = by("bfs,uniform", None).runs;
        assert_eq!(disagreement(&runs), None);
        let End::Solved(verified) = &mut runs[0].end else { panic!("solved") };
        verified.answer.cost += 1;
        assert_eq!(disagreement(&runs).unwrap(), "bfs says the optimum is 7, uniform found 6");
        runs[0].end = End::Unsolvable { reason: String::new() };
        assert_eq!(disagreement(&runs).unwrap(), "uniform found an answer, bfs says there is none");
    }

    #[test]
    fn lists_of_strategies() {
        assert_eq!(Chosen::read("bfs, astar,bfs"), Ok(Chosen::These(vec![Strategy::Bfs, Strategy::Astar])));
        assert!(Chosen::read(",").is_err());
        assert_eq!(Chosen::read("bfs,astr").unwrap_err(), "unknown strategy 'astr'; did you mean 'astar'?");
    }
}
