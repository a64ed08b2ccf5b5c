//! One puzzle by several strategies, each of them several times.

mod disagreement;
mod row;
#[cfg(test)]
pub(crate) mod synthetic;
mod verdict;

use std::time::Duration;

pub use row::{Row, Spread};
pub use verdict::{Ratio, Standing, Verdict};

use super::exit::Exit;
use super::parse_values::parse_strategy;
use super::settings::Search;
use super::solve::{End, Run, solve};
use crate::budget::{Budget, Cancel, Observer, Trace};
use crate::puzzle::{Objective, Puzzle};
use crate::search::Strategy;
use disagreement::disagreement;

/// A first run that takes longer needs no other to warm up, and counts.
const WARM: f64 = 1.0;

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
            let strategy = parse_strategy(name)?;
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

/// What is to be compared, and how often.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How each search is made, but for its strategy.
    pub search: Search,
    /// Which strategies run.
    pub chosen: Chosen,
    /// Measured runs of each.
    pub runs: usize,
    /// Runs before them that do not count.
    pub warm_ups: usize,
}

/// The place of a run in a comparison. All counts begin with 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Begun {
    /// Its strategy.
    pub strategy: Strategy,
    /// Which of the strategies that is.
    pub place: usize,
    /// How many strategies run.
    pub strategies: usize,
    /// Which run of the strategy it is.
    pub run: usize,
    /// How many there will be if none fails.
    pub runs: usize,
}

/// Watches a comparison.
pub trait Watcher: Observer {
    /// A run begins.
    fn begins(&mut self, begun: Begun) {
        let _ = begun;
    }
}

impl Watcher for () {}

/// A comparison of strategies on one puzzle.
#[derive(Clone, Debug, Default)]
pub struct Comparison {
    /// The objective; `None` if the puzzle does not know it.
    pub objective: Option<Objective>,
    /// A strategy each, in the order of the table or of the user.
    pub rows: Vec<Row>,
    /// Two results that cannot both be true, in words.
    pub disagreement: Option<String>,
    /// Whether the user ended it.
    pub interrupted: bool,
}

/// Runs one strategy after the other on `puzzle`.
pub fn compare(puzzle: &dyn Puzzle, plan: &Plan, cancel: &Cancel, watcher: &mut dyn Watcher) -> Comparison {
    let objective = plan.search.objective_of(puzzle).ok().copied();
    let mut rows = Vec::new();
    let candidates = candidates(puzzle, plan, cancel, watcher);
    let strategies = candidates.iter().filter(|(_, verdict)| verdict.is_ok()).count();
    let mut place = 0;
    for (strategy, verdict) in candidates {
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
                let end = End::Unsupported { reason };
                let run =
                    Run { objective, strategy, end, statistics: None, second: None, trace: Trace::default() };
                Row { strategy, warm_ups: Vec::new(), runs: vec![run] }
            }
        });
    }
    let disagreement = disagreement(rows.iter().flat_map(Row::all));
    Comparison { objective, rows, disagreement, interrupted: cancel.is_cancelled() }
}

/// The runs of one strategy: no other follows one that came to no conclusion.
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
        let concludes = row::concludes(&run);
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

/// The strategies whose turn will come, and whether they fit.
fn candidates(
    puzzle: &dyn Puzzle,
    plan: &Plan,
    cancel: &Cancel,
    observer: &mut dyn Watcher,
) -> Vec<(Strategy, Result<(), String>)> {
    if let Chosen::These(these) = &plan.chosen {
        return these.iter().map(|&strategy| (strategy, Ok(()))).collect();
    }
    // An unknown objective fails the same way with every strategy: one row says so.
    let Ok(objective) = plan.search.objective_of(puzzle) else { return vec![(Strategy::Auto, Ok(()))] };
    // And so does an unknown rule.
    if plan.search.settings_for(puzzle).is_err() {
        return vec![(Strategy::Auto, Ok(()))];
    }
    let mut budget = Budget::new(plan.search.limits, cancel.clone(), observer);
    puzzle
        .strategies(objective, &mut budget)
        .into_iter()
        .filter(|fit| fit.strategy != Strategy::Auto)
        .filter(|fit| plan.chosen == Chosen::All || (fit.verdict.is_ok() && fit.strategy.row().compared))
        .map(|fit| (fit.strategy, fit.verdict))
        .collect()
}

impl Comparison {
    /// The time of a row as a multiple of the time of the row that leads the verdict; see
    /// [`Standing::ratio`].
    #[must_use]
    pub fn ratio(&self, row: &Row) -> Option<f64> {
        self.verdict()?.ratio(row).map(|ratio| ratio.times)
    }

    /// The exit code: strategies that merely gave up do not spoil a comparison in which another
    /// one succeeded.
    #[must_use]
    pub fn exit(&self, chosen: &Chosen) -> Exit {
        if self.interrupted {
            return Exit::Interrupted;
        }
        let ends = || self.rows.iter().flat_map(Row::all).map(Run::exit);
        let serious = ends().filter(|exit| match exit {
            Exit::Usage => matches!(chosen, Chosen::These(_)) || self.rows.len() == 1,
            exit => matches!(exit, Exit::Internal | Exit::Interrupted),
        });
        let worst = serious.fold(Exit::Good, Exit::worst);
        if worst != Exit::Good {
            return worst;
        }
        if self.disagreement.is_some() {
            return Exit::No;
        }
        ends()
            .filter(|exit| matches!(exit, Exit::Good | Exit::No))
            .reduce(Exit::worst)
            .unwrap_or(Exit::GaveUp)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::Limits;
    use crate::toolkit::test_puzzle::toy;

    fn by(names: &str, nodes: Option<u64>, runs: usize) -> Comparison {
        let search = Search { limits: Limits { nodes, ..Limits::NONE }, ..Search::default() };
        let plan =
            Plan { search, chosen: Chosen::read(names).unwrap(), runs, warm_ups: usize::from(runs > 1) };
        compare(&toy("1 -> 37"), &plan, &Cancel::default(), &mut ())
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
        comparison.rows[0].runs[0].end = End::Limit { limit: crate::outcome::Limit::Time, lower_bound: None };
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
        assert!(row.seconds().is_none() && row.gave_up_repeating(5));
    }

    #[test]
    fn all_leaves_out_what_does_not_fit_and_says_why() {
        let comparison = by("all", None, 1);
        assert_eq!(comparison.rows.len(), crate::search::STRATEGIES.len() - 1);
        let astar = comparison.rows.iter().find(|row| row.strategy == Strategy::Astar).expect("a row");
        assert!(astar.left_out().is_some_and(|reason| reason.contains("estimate")), "{:?}", astar.left_out());
        assert!(astar.runs[0].statistics.is_none(), "it did not run");
    }

    #[test]
    fn depth_first_and_exhaustive_ones_run_only_when_named() {
        let puzzle = toy("1 -> 37");
        let of = |chosen| candidates(&puzzle, &plan(chosen), &Cancel::default(), &mut ());
        let names = |fits: Vec<(Strategy, Result<(), String>)>| {
            fits.into_iter().map(|(it, _)| it).collect::<Vec<_>>()
        };
        let default = names(of(Chosen::Fitting));
        assert!(default.contains(&Strategy::Bfs));
        assert!(!default.contains(&Strategy::Dfs) && !default.contains(&Strategy::Iddfs));
        assert!(names(of(Chosen::All)).contains(&Strategy::Dfs));
    }

    #[test]
    fn nobody_succeeds() {
        assert_eq!(by("bfs,uniform", Some(1), 1).exit(&Chosen::All), Exit::GaveUp);
    }

    #[test]
    fn lists_of_strategies() {
        assert_eq!(Chosen::read("bfs, astar,bfs"), Ok(Chosen::These(vec![Strategy::Bfs, Strategy::Astar])));
        assert!(Chosen::read(",").is_err());
        assert_eq!(Chosen::read("bfs,astr").unwrap_err(), "unknown strategy 'astr'; did you mean 'astar'?");
    }
}
