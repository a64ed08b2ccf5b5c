//! Running a comparison.

use super::chosen::Chosen;
use super::comparison::Comparison;
use super::disagreement::disagreement;
use super::row::{Row, concludes};
use crate::search_options::Search;
use crate::solve::{End, Run, solve};
use lurd_engine::budget::{Budget, Cancel, Observer};
use lurd_engine::search::Strategy;
use lurd_puzzle::puzzle::{Fit, Puzzle};

/// A first run that takes longer, in seconds, is measured: it needs no other to warm up.
const WARM: f64 = 1.0;

/// What a comparison runs.
#[derive(Clone, Debug)]
pub struct Plan {
    /// Options of each search except its strategy.
    pub search: Search,
    /// The strategies to run.
    pub chosen: Chosen,
    /// Measured runs per strategy.
    pub runs: usize,
    /// Unmeasured runs per strategy before the measured ones.
    pub warm_ups: usize,
}

/// Announcement of a run. All counts begin with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    pub strategy: Strategy,
    pub place: usize,
    pub strategies: usize,
    pub run: usize,
    /// Number of runs of this strategy unless one fails.
    pub runs: usize,
}

pub trait Watcher: Observer {
    /// Called before each run.
    fn begins(&mut self, begun: Begun) {
        let _ = begun;
    }
}

impl Watcher for () {}

/// Runs the strategies of `plan` on `puzzle`, one after the other.
pub fn compare(puzzle: &dyn Puzzle, plan: &Plan, cancel: &Cancel, watcher: &mut dyn Watcher) -> Comparison {
    let objective = plan.search.objective_of(puzzle).ok().copied();
    let mut rows = Vec::new();
    let candidates = candidates(puzzle, plan, cancel, watcher);
    let strategies = candidates.iter().filter(|fit| fit.verdict.is_ok()).count();
    let mut place = 0;
    for Fit { strategy, verdict } in candidates {
        if cancel.is_cancelled() {
            break;
        }
        rows.push(match verdict {
            Ok(()) => {
                place += 1;
                let begun = Begun { strategy, place, strategies, run: 1, runs: plan.warm_ups + plan.runs };
                measure(puzzle, begun, plan, cancel, watcher)
            }
            Err(reason) => {
                let run = Run::without_search(objective, strategy, End::Unsupported { reason });
                Row { strategy, warm_ups: Vec::new(), runs: vec![run] }
            }
        });
    }
    let disagreement = disagreement(rows.iter().flat_map(Row::all));
    Comparison { objective, rows, disagreement, interrupted: cancel.is_cancelled() }
}

/// Runs one strategy several times; stops after a run without a conclusion.
fn measure(
    puzzle: &dyn Puzzle,
    mut begun: Begun,
    plan: &Plan,
    cancel: &Cancel,
    watcher: &mut dyn Watcher,
) -> Row {
    let search = Search { strategy: Some(begun.strategy), ..plan.search.clone() };
    let mut row = Row { strategy: begun.strategy, warm_ups: Vec::new(), runs: Vec::new() };
    while row.runs.len() < plan.runs {
        begun.run = row.warm_ups.len() + row.runs.len() + 1;
        watcher.begins(begun);
        let run = solve(puzzle, &search, cancel, watcher);
        let concludes = concludes(&run);
        let is_long = run.statistics.is_some_and(|it| it.seconds > WARM);
        if concludes && !is_long && begun.run <= plan.warm_ups {
            row.warm_ups.push(run);
        } else {
            row.runs.push(run);
        }
        if !concludes {
            break;
        }
    }
    row
}

/// The strategies to run, and whether they fit.
fn candidates(puzzle: &dyn Puzzle, plan: &Plan, cancel: &Cancel, observer: &mut dyn Watcher) -> Vec<Fit> {
    if let Chosen::These(these) = &plan.chosen {
        return these.iter().map(|&strategy| Fit { strategy, verdict: Ok(()) }).collect();
    }
    let only_auto = || vec![Fit { strategy: Strategy::Auto, verdict: Ok(()) }];
    // An unknown objective or rule fails the same way with every strategy: one row is enough.
    let Ok(objective) = plan.search.objective_of(puzzle) else { return only_auto() };
    if plan.search.settings_for(puzzle).is_err() {
        return only_auto();
    }
    let mut budget = Budget::new(plan.search.limits, cancel.clone(), observer);
    puzzle
        .strategies(objective, &mut budget)
        .into_iter()
        .filter(|fit| fit.strategy != Strategy::Auto)
        .filter(|fit| plan.chosen == Chosen::All || (fit.verdict.is_ok() && fit.strategy.row().compared))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exit::Exit;
    use crate::test_puzzle::test_puzzle;
    use lurd_engine::budget::Limits;

    fn by(names: &str, nodes: Option<u64>, runs: usize) -> Comparison {
        let search = Search { limits: Limits { nodes, ..Limits::NONE }, ..Search::default() };
        let plan =
            Plan { search, chosen: Chosen::read(names).unwrap(), runs, warm_ups: usize::from(runs > 1) };
        compare(&test_puzzle("1 -> 37"), &plan, &Cancel::default(), &mut ())
    }

    fn plan(chosen: Chosen) -> Plan {
        Plan { search: Search::default(), chosen, runs: 1, warm_ups: 0 }
    }

    #[test]
    fn only_successes_have_a_ratio() {
        let mut comparison = by("bfs,astar,uniform", None, 1);
        let results: Vec<_> = comparison.rows.iter().map(|row| row.result().map(Run::status)).collect();
        assert_eq!(results, [Some("solved"), Some("unsupported"), Some("solved")]);
        assert_eq!(comparison.ratio(&comparison.rows[1]), None);
        assert_eq!(comparison.exit(&Chosen::All), Exit::Good);
        assert_eq!(comparison.exit(&Chosen::These(vec![])), Exit::Usage);
        comparison.rows[0].runs[0].end =
            End::Limit { limit: lurd_engine::outcome::Limit::Time, lower_bound: None };
        assert_eq!(comparison.ratio(&comparison.rows[0]), None);
        assert_eq!(comparison.ratio(&comparison.rows[2]), Some(1.0));
    }

    #[test]
    fn runs_are_repeated_after_one_to_warm_up() {
        let comparison = by("bfs", None, 3);
        let row = &comparison.rows[0];
        assert_eq!((row.runs.len(), row.warm_ups.len()), (3, 1));
        let seconds = row.seconds().expect("measured");
        assert!(seconds.least <= seconds.median && seconds.median <= seconds.most);
    }

    #[test]
    fn what_failed_once_is_not_repeated() {
        let comparison = by("bfs", Some(1), 5);
        let row = &comparison.rows[0];
        assert_eq!((row.runs.len(), row.warm_ups.len()), (1, 0));
        assert!(row.seconds().is_none() && row.left_out().is_none());
    }

    #[test]
    fn all_leaves_out_what_does_not_fit_and_says_why() {
        let comparison = by("all", None, 1);
        assert_eq!(comparison.rows.len(), lurd_engine::search::STRATEGIES.len() - 1);
        let astar = comparison.rows.iter().find(|row| row.strategy == Strategy::Astar).expect("a row");
        assert!(astar.left_out().is_some_and(|reason| reason.contains("estimate")), "{:?}", astar.left_out());
        assert!(astar.runs[0].statistics.is_none(), "it did not run");
    }

    #[test]
    fn depth_first_and_exhaustive_ones_run_only_when_named() {
        let puzzle = test_puzzle("1 -> 37");
        let of = |chosen| candidates(&puzzle, &plan(chosen), &Cancel::default(), &mut ());
        let names = |fits: Vec<Fit>| fits.into_iter().map(|fit| fit.strategy).collect::<Vec<_>>();
        let default = names(of(Chosen::Fitting));
        assert!(default.contains(&Strategy::Bfs));
        assert!(!default.contains(&Strategy::Dfs) && !default.contains(&Strategy::Iddfs));
        assert!(names(of(Chosen::All)).contains(&Strategy::Dfs));
    }

    #[test]
    fn no_strategy_succeeds() {
        assert_eq!(by("bfs,uniform", Some(1), 1).exit(&Chosen::All), Exit::GaveUp);
    }

    #[test]
    fn lists_of_strategies() {
        assert_eq!(Chosen::read("bfs, astar,bfs"), Ok(Chosen::These(vec![Strategy::Bfs, Strategy::Astar])));
        assert!(Chosen::read(",").is_err());
        assert_eq!(Chosen::read("bfs,astr").unwrap_err(), "unknown strategy 'astr'; did you mean 'astar'?");
    }
}
