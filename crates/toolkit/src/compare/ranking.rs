//! Ranks the strategies of a comparison: proved results, then answers without a proof, then failures.

use std::cmp::Ordering;

use lurd_engine::program::outcome::{Cost, Limit, Proof};
use lurd_puzzle::puzzle::Unanswered;

use super::{Comparison, StrategyRuns, significance::p_value};

/// Significance level of the claim that one strategy is faster. It is far below the usual 5 %, because a comparison of many
/// strategies makes many such claims.
const IMPROBABLE: f64 = 1e-4;

/// Ranking of the rows of a comparison, without the rows that did not fit the puzzle.
#[derive(Clone, Debug)]
pub struct Ranking<'c> {
    /// Rows whose every run proved its result, an optimal cost or that there is no solution: fastest first.
    pub proved: Vec<Standing<'c>>,
    /// Rows with an answer but no proof, by cost, then by time.
    pub unproved: Vec<Standing<'c>>,
    /// Rows without a result, in the order of the comparison.
    pub failed: Vec<&'c StrategyRuns>,
}

#[derive(Clone, Copy, Debug)]
pub struct Standing<'c> {
    pub row: &'c StrategyRuns,
    /// Highest cost of its answers; `None` if it proved that there is no solution.
    pub cost: Option<Cost>,
    /// What every run proved about the cost.
    pub proof: Proof,
    /// Limit that ended a run after its answer was found; the time is meaningless then.
    pub stopped: Option<Limit>,
    /// Time as a multiple of the leader's. `None` if the time is meaningless or the answer costs more.
    pub ratio: Option<Ratio>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ratio {
    pub times: f64,
    /// Standard deviation of the quotient; `None` unless both times were measured several times.
    pub deviation: Option<f64>,
    /// The probability of so large a difference between two samples of the same times; `None` as above.
    pub chance: Option<f64>,
    /// Whether each run of the one was shorter than each of the other.
    pub is_separate: bool,
    /// The smaller number of runs.
    pub runs: usize,
    /// The quotient of the processor times, where they are known.
    pub cpu_times: Option<f64>,
}

/// Shorter times, in seconds, count as this, because the clock does not show them: that of a browser has steps of up to a
/// tenth of a millisecond, so that a short search takes no time at all.
const SHORTEST: f64 = if cfg!(target_family = "wasm") { 1e-4 } else { 1e-6 };

impl Ratio {
    /// `time / of`. Relative deviations of independent figures add up as squares.
    fn new(time: &StrategyRuns, of: &StrategyRuns) -> Option<Self> {
        let median = |row: &StrategyRuns| row.seconds().map(|seconds| seconds.median.max(SHORTEST));
        let times = median(time)? / median(of)?;
        let relative = |row: &StrategyRuns| Some(row.deviation()? / median(row)?);
        let deviation = relative(time).zip(relative(of)).map(|(one, other)| times * one.hypot(other));
        let runs = time.runs.len().min(of.runs.len());
        let chance = (runs > 1).then(|| p_value(&time.all_seconds(), &of.all_seconds()));
        let is_shorter = |one: &StrategyRuns, other: &StrategyRuns| {
            let longest = one.all_seconds().into_iter().fold(0.0, f64::max);
            other.all_seconds().into_iter().all(|it| longest < it)
        };
        let is_separate = is_shorter(time, of) || is_shorter(of, time);
        let cpu = |row: &StrategyRuns| row.cpu_seconds().map(|seconds| seconds.median).filter(|&seconds| seconds > 0.0);
        let cpu_times = cpu(time).zip(cpu(of)).map(|(time, of)| time / of);
        Some(Self { times, deviation, chance, is_separate, runs, cpu_times })
    }

    #[must_use]
    pub fn inverse(self) -> Self {
        let times = 1.0 / self.times;
        let deviation = self.deviation.map(|deviation| deviation / self.times * times);
        Self { times, deviation, cpu_times: self.cpu_times.map(|times| 1.0 / times), ..self }
    }

    /// Whether the times are too similar, or vary too much, to say which is shorter. They must differ by 5 %, and so much must
    /// be improbable by chance. A few runs show little of how times vary: then the difference must be larger, also larger
    /// than the deviation, and after one run the processor times must show it, too. With many runs the deviation decides
    /// nothing, because one run that was interrupted makes it as large as that run.
    pub fn is_close(self) -> bool {
        let factor = |times: f64| times.max(1.0 / times);
        let least = match self.runs {
            0 | 1 => 1.5,
            2 => 1.4,
            3 | 4 => 1.25,
            5..=8 => 1.1,
            _ => 1.05,
        };
        let cpu = self.cpu_times.filter(|_| self.runs <= 1).map_or(f64::INFINITY, factor);
        let relative = self.deviation.map_or(0.0, |deviation| deviation / self.times);
        let exceeds_deviation = factor(self.times) - 1.0 >= relative * factor(self.times);
        // The most that few runs can show is that each run of the one was shorter than each of the other.
        let is_clear = match self.chance {
            Some(chance) => chance <= IMPROBABLE || self.is_separate && exceeds_deviation,
            None => true,
        };
        factor(self.times).min(cpu) < least || !is_clear
    }
}

impl Standing<'_> {
    /// Median of the time; `None` if it is meaningless.
    pub fn seconds(&self) -> Option<f64> {
        self.row.seconds().map(|seconds| seconds.median)
    }

    fn faster(&self, other: &Self) -> Ordering {
        let seconds = |it: &Self| it.seconds().unwrap_or(f64::INFINITY);
        seconds(self).total_cmp(&seconds(other))
    }
}

/// The standing of a row, without a ratio; `None` for a row without a result.
fn standing(row: &StrategyRuns) -> Option<Standing<'_>> {
    let mut standing = Standing { row, cost: None, proof: Proof::Optimal, stopped: None, ratio: None };
    for run in &row.runs {
        match &run.end {
            Ok(verified) => {
                standing.cost = standing.cost.max(Some(verified.answer.cost));
                standing.proof = weaker(standing.proof, verified.answer.proof);
                standing.stopped = standing.stopped.or(run.limit());
            }
            Err(Unanswered::Unsolvable { .. }) => {}
            _ => return None,
        }
    }
    (!row.runs.is_empty()).then_some(standing)
}

fn weaker(one: Proof, other: Proof) -> Proof {
    match (one, other) {
        (Proof::Optimal, proof) | (proof, Proof::Optimal) => proof,
        (Proof::Within(one), Proof::Within(other)) => Proof::Within(one.max(other)),
        (Proof::Nothing, _) | (_, Proof::Nothing) => Proof::Nothing,
    }
}

impl Comparison {
    /// The ranking; `None` if nothing ran or two results contradict each other.
    pub fn ranking(&self) -> Option<Ranking<'_>> {
        let ran: Vec<_> = self.rows.iter().filter(|row| row.left_out().is_none()).collect();
        if self.disagreement.is_some() || ran.is_empty() {
            return None;
        }
        let failed = ran.iter().copied().filter(|row| standing(row).is_none()).collect();
        let is_proved = |it: &Standing<'_>| it.proof == Proof::Optimal && it.stopped.is_none();
        let (mut proved, mut unproved): (Vec<_>, Vec<_>) = ran.into_iter().filter_map(standing).partition(is_proved);
        proved.sort_by(Standing::faster);
        unproved.sort_by(|one, other| one.cost.cmp(&other.cost).then_with(|| one.faster(other)));
        if let Some(first) = proved.first().or(unproved.first()).copied() {
            for standing in proved.iter_mut().chain(&mut unproved) {
                let same = standing.cost == first.cost;
                standing.ratio = Ratio::new(standing.row, first.row).filter(|_| same);
            }
        }
        Some(Ranking { proved, unproved, failed })
    }
}

impl<'c> Ranking<'c> {
    /// The leader, to which all ratios refer: the fastest row with a proof, else the fastest with the lowest cost.
    pub fn first(&self) -> Option<&Standing<'c>> {
        self.proved.first().or(self.unproved.first())
    }

    /// The rows with a result, best first.
    pub fn standings(&self) -> impl Iterator<Item = &Standing<'c>> {
        self.proved.iter().chain(&self.unproved)
    }

    /// The ratio of a row, as in [`Standing::ratio`].
    pub fn ratio(&self, row: &StrategyRuns) -> Option<Ratio> {
        self.standings().find(|standing| standing.row.name() == row.name())?.ratio
    }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::outcome::{Stop, Weight};
    use lurd_engine::program::search::Strategy;

    use super::*;
    use crate::compare::synthetic::{answer, comparison, fails, proved, row, unproved, unsolvable};

    /// The ranking in short: `proved / unproved / failed`, each with its ratio to two places.
    fn ranked(rows: Vec<StrategyRuns>) -> String {
        let comparison = comparison(rows);
        let ranking = comparison.ranking().expect("a ranking");
        let names = |standings: &[Standing<'_>]| {
            let name = |it: &Standing<'_>| match it.ratio {
                Some(ratio) => format!("{} {:.2}", it.row.strategy.name(), ratio.times),
                None => it.row.strategy.name().to_owned(),
            };
            standings.iter().map(name).collect::<Vec<_>>().join(", ")
        };
        let failed: Vec<_> = ranking.failed.iter().map(|row| row.strategy.name()).collect();
        format!("{} / {} / {}", names(&ranking.proved), names(&ranking.unproved), failed.join(", "))
    }

    #[test]
    fn what_was_proved_leads_although_something_cheaper_to_run_exists() {
        let rows = || {
            vec![
                row(Strategy::Greedy, &unproved(9), &[0.1]),
                row(Strategy::Bfs, &proved(6), &[4.0]),
                row(Strategy::Dfs, &fails, &[5.0]),
                row(Strategy::Beam, &unproved(6), &[1.0]),
                row(Strategy::Astar, &proved(6), &[2.0]),
            ]
        };
        assert_eq!(ranked(rows()), "astar 1.00, bfs 2.00 / beam 0.50, greedy / dfs");
    }

    #[test]
    fn without_any_proof_the_lowest_cost_leads() {
        let within = answer(8, Proof::Within(Weight::from_hundredths(200)), None);
        let rows = vec![
            row(Strategy::Greedy, &unproved(9), &[0.1]),
            row(Strategy::Beam, &unproved(8), &[3.0]),
            row(Strategy::WeightedAstar, &within, &[1.5]),
        ];
        assert_eq!(ranked(rows), " / weighted-astar 1.00, beam 2.00, greedy / ");
    }

    #[test]
    fn an_answer_whose_search_a_limit_ended_has_a_place_and_no_ratio() {
        let stopped = answer(7, Proof::Nothing, Some(Stop::Limit(Limit::Time)));
        let rows = vec![
            row(Strategy::Greedy, &unproved(9), &[0.1]),
            row(Strategy::Resort, &stopped, &[5.0]),
            row(Strategy::Beam, &unproved(7), &[1.0]),
        ];
        assert_eq!(ranked(rows), " / beam 1.00, resort, greedy / ");
        let rows = vec![row(Strategy::Greedy, &unproved(9), &[0.1]), row(Strategy::Resort, &stopped, &[5.0])];
        assert_eq!(ranked(rows), " / resort, greedy / ", "the lowest cost leads, and nothing has a ratio");
    }

    #[test]
    fn all_failed_and_nothing_ran() {
        let rows = vec![row(Strategy::Bfs, &fails, &[5.0]), row(Strategy::Dfs, &fails, &[5.0])];
        assert_eq!(ranked(rows), " /  / bfs, dfs");
        assert!(comparison(Vec::new()).ranking().is_none());
    }

    #[test]
    fn a_strategy_that_failed_once_has_no_place() {
        let mut mixed = row(Strategy::Bfs, &proved(6), &[1.0, 1.0]);
        fails(&mut mixed.runs[1]);
        assert_eq!(ranked(vec![mixed]), " /  / bfs");
        let mut proved_once = row(Strategy::Bfs, &proved(6), &[1.0, 1.0]);
        unproved(7)(&mut proved_once.runs[1]);
        assert_eq!(ranked(vec![proved_once]), " / bfs 1.00 / ", "nor has it proved what it proved once");
    }

    #[test]
    fn proofs_that_there_is_no_solution_are_ranked() {
        let rows = vec![row(Strategy::Bfs, &unsolvable, &[3.0]), row(Strategy::Dfs, &unsolvable, &[1.0])];
        assert_eq!(ranked(rows), "dfs 1.00, bfs 3.00 /  / ");
    }

    #[test]
    fn a_contradiction_leaves_no_ranking() {
        let mut it = comparison(vec![row(Strategy::Bfs, &proved(6), &[1.0])]);
        it.disagreement = Some("bfs proved the optimum 7".to_owned());
        assert!(it.ranking().is_none());
    }

    #[test]
    fn the_spread_of_a_ratio_comes_from_both_times() {
        let rows =
            vec![row(Strategy::Astar, &proved(6), &[0.9, 1.0, 1.1]), row(Strategy::Bfs, &proved(6), &[2.7, 3.0, 3.3])];
        let it = comparison(rows);
        let ratio = it.ranking().and_then(|ranking| ranking.ratio(&it.rows[1])).expect("a ratio");
        // Both vary by a tenth: 3 * sqrt(0.1^2 + 0.1^2).
        assert!((ratio.times - 3.0).abs() < 1e-9, "{ratio:?}");
        assert!((ratio.deviation.expect("several runs") - 0.424_264).abs() < 1e-5, "{ratio:?}");
        assert!((ratio.inverse().deviation.expect("the same") - 0.047_140).abs() < 1e-5);
        assert!(!ratio.is_close());
    }

    #[test]
    fn times_that_the_clock_does_not_show_are_no_huge_ratio() {
        let rows = vec![row(Strategy::Astar, &proved(6), &[0.0]), row(Strategy::Bfs, &proved(6), &[0.000_05])];
        let it = comparison(rows);
        let ratio = it.ranking().and_then(|ranking| ranking.ratio(&it.rows[1])).expect("a ratio");
        assert!(ratio.times <= 50.0 + 1e-9, "{ratio:?}");
    }

    #[test]
    fn ties_are_called_close() {
        let close = |one: &[f64], other: &[f64]| {
            let rows = vec![row(Strategy::Astar, &proved(6), one), row(Strategy::Bfs, &proved(6), other)];
            let it = comparison(rows);
            let ranking = it.ranking().expect("a ranking");
            ranking.proved[1].ratio.expect("a ratio").is_close()
        };
        assert!(close(&[1.0], &[1.0]) && close(&[1.0], &[1.4]) && !close(&[1.0], &[1.6]), "one run shows little");
        assert!(close(&[0.5, 1.0, 1.5], &[1.0, 1.2, 1.4]), "the spread is wider than the difference");
        assert!(close(&[1.0, 1.0, 1.0], &[1.2, 1.2, 1.2]) && !close(&[1.0, 1.0, 1.0], &[1.3, 1.3, 1.3]));
        let ten = |from: f64| -> Vec<f64> { (0..10).map(|number| from + f64::from(number) / 1000.0).collect() };
        assert!(close(&ten(1.0), &ten(1.04)) && !close(&ten(1.0), &ten(1.06)));
        let mixed: Vec<f64> = (0..10).map(|number| if number < 4 { 0.99 } else { 1.2 }).collect();
        assert!(close(&ten(1.0), &mixed), "four of ten were faster");
        let mut interrupted = ten(4.0);
        interrupted[3] = 500.0;
        assert!(!close(&ten(1.0), &interrupted), "one long run does not hide a difference");
    }
}
