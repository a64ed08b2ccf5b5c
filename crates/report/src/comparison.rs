//! A comparison of strategies as a table, and its summary.

use std::{collections::BTreeMap, fmt::Write as _};

use lurd_engine::program::budget::Statistics;
use lurd_engine::program::outcome::{Cost, Proof, Stop};
use lurd_puzzle::puzzle::Unanswered;
use lurd_toolkit::compare::{Comparison, Ranking, Ratio, Standing, StrategyRuns};
use lurd_toolkit::solve::Run;

use super::{
    diagnostic::escaped,
    grid::{Column, Grid, number, text, word, wrapped},
    numbers::{amount, bytes, count, seconds},
};

const COLUMNS: [Column; 15] = [
    word("strategy"),
    text("result"),
    number("cost", 0),
    text("proof"),
    number("h0", 7),
    number("expanded", 1),
    number("generated", 6),
    number("b*", 9),
    number("stored", 5),
    number("memory", 4),
    number("tables", 8),
    number("cpu", 3),
    number("time", 0),
    number("spread", 2),
    number("ratio", 0),
];

/// Index of the column that is shown only after several runs.
const SPREAD: usize = 13;

/// A comparison: table, omitted columns and strategies, contradictions, and summary.
pub fn comparison(comparison: &Comparison, width: usize) -> String {
    let grid = grid(comparison);
    let mut text = String::new();
    let mut below = Vec::new();
    if !grid.is_empty() {
        let (table, left_out) = grid.draw_fitting(width);
        text = table;
        if !left_out.is_empty() {
            let names = left_out.join(", ");
            below.push(format!("columns omitted: {names}; widen the terminal or use --json"));
        }
    }
    below.extend(remarks(comparison));
    for line in below.iter().flat_map(|line| wrapped(line, width)) {
        text.push_str(&line);
        text.push('\n');
    }
    let summary = summary(comparison, width);
    if summary.is_empty() { text } else { format!("{text}\n{summary}") }
}

/// The strategies that ran, a row for each.
pub(super) fn grid(comparison: &Comparison) -> Grid {
    let mut grid = Grid::new(COLUMNS);
    for row in comparison.rows.iter().filter(|row| row.left_out().is_none()) {
        grid.row(cells(comparison, row));
    }
    if comparison.rows.iter().all(|row| row.runs.len() < 2) {
        grid.columns.remove(SPREAD);
        grid.rows.iter_mut().for_each(|row| drop(row.remove(SPREAD)));
    }
    grid
}

pub(super) fn remarks(comparison: &Comparison) -> Vec<String> {
    let mut lines = Vec::new();
    for row in &comparison.rows {
        if let Some(reason) = row.left_out() {
            lines.push(format!("left out: {}: {}", row.name(), escaped(reason)));
        } else if let Some(Run { end: Err(Unanswered::Bug { message }), .. }) = row.result() {
            lines.push(format!("error: {}: {}", row.name(), escaped(message)));
        }
    }
    if let Some(disagreement) = &comparison.disagreement {
        lines.push(format!("CONTRADICTION: {disagreement}"));
    }
    lines
}

/// The cells of a row.
fn cells(comparison: &Comparison, row: &StrategyRuns) -> [String; 15] {
    let none = || "-".to_owned();
    let run = row.result();
    let answer = run.and_then(Run::verified).map(|verified| &verified.answer);
    let statistics = run.and_then(|run| run.statistics.as_ref());
    let figure = |figure: fn(&Statistics) -> String| statistics.map_or_else(none, figure);
    let spread = row.seconds();
    let cpu_seconds = row.cpu_seconds().map(|spread| spread.median).or(statistics.and_then(|it| it.cpu_seconds));
    [
        name(row),
        run.map_or_else(none, result),
        answer.map_or_else(none, |answer| answer.cost.to_string()),
        answer.map_or_else(none, |answer| match answer.proof {
            Proof::Nothing => "no".to_owned(),
            proof => proof.to_string(),
        }),
        row.start_estimate().map_or_else(none, |estimate| estimate.to_string()),
        figure(|it| count(it.expanded)),
        figure(|it| count(it.generated)),
        row.effective_branching().map_or_else(none, |factor| format!("{factor:.2}")),
        figure(|it| count(it.stored)),
        figure(|it| bytes(it.peak_bytes)),
        row.table_bytes().map_or_else(none, bytes),
        cpu_seconds.map_or_else(none, seconds),
        spread.map_or_else(|| figure(|it| seconds(it.seconds)), |spread| seconds(spread.median)),
        spread
            .filter(|_| row.runs.len() > 1)
            .map_or_else(none, |spread| format!("{} to {}", seconds(spread.least), seconds(spread.most))),
        comparison.ratio(row).map_or_else(none, |ratio| format!("{ratio:.2}")),
    ]
}

/// The strategy, with the one that `auto` chose.
fn name(row: &StrategyRuns) -> String {
    match row.result() {
        Some(run) if run.strategy != row.strategy => {
            format!("{} ({})", row.name(), run.strategy.name())
        }
        _ => row.name(),
    }
}

fn result(run: &Run) -> String {
    match &run.end {
        Err(Unanswered::Stopped { stop: Stop::Limit(limit), .. }) => format!("gave up: {limit}"),
        Err(Unanswered::Unsupported { .. }) => "does not fit".to_owned(),
        Ok(_) => match run.limit() {
            Some(limit) => format!("solved, then {limit}"),
            None => "solved".to_owned(),
        },
        _ => run.status().to_string(),
    }
}

// The summary of a comparison: the leader, its margin, and the strategies that failed.

/// The summary in lines of `width`; empty if there is nothing to rank.
pub(super) fn summary(comparison: &Comparison, width: usize) -> String {
    let mut text = String::new();
    for (level, line) in lines(comparison) {
        let indent = " ".repeat(2 * level);
        let parts = wrapped(&line, width.saturating_sub(indent.len() + 2));
        let _ = writeln!(text, "{indent}{}", parts.join(&format!("\n{indent}  ")));
    }
    text
}

/// The lines of the summary with their levels of indentation; none unless at least two strategies ran without a
/// contradiction.
pub(super) fn lines(comparison: &Comparison) -> Vec<(usize, String)> {
    let Some(ranking) = comparison.ranking() else { return Vec::new() };
    if ranking.standings().count() + ranking.failed.len() < 2 {
        return Vec::new();
    }
    let mut lines = vec![(0, title(&ranking))];
    lines.extend(proved(comparison, &ranking));
    lines.extend(unproved(comparison, &ranking));
    lines.extend(failed(&ranking).into_iter().map(|text| (1, text)));
    let whys = whys(&ranking);
    if !whys.is_empty() {
        lines.push((0, "Why".to_owned()));
        lines.extend(whys.into_iter().map(|text| (1, text)));
    }
    lines
}

/// A sentence for each strategy and the next one in the ranking that found an answer of the same cost, made from what was
/// counted: which of them expands fewer states and why, or which expands more of them in a second.
fn whys(ranking: &Ranking<'_>) -> Vec<String> {
    let all: Vec<_> = ranking.standings().collect();
    let pairs = all.windows(2).filter(|pair| pair[0].cost == pair[1].cost);
    pairs.filter_map(|pair| why(pair[0], pair[1])).collect()
}

#[expect(clippy::cast_precision_loss, reason = "counts below 2^53")]
fn why(one: &Standing<'_>, other: &Standing<'_>) -> Option<String> {
    /// Numbers of expansions that differ by a lower factor are about the same.
    const DIFFERENT: f64 = 1.2;
    let expanded = |it: &Standing<'_>| Some(it.row.result()?.statistics?.expanded as f64).filter(|&count| count > 0.0);
    let rate = |it: &Standing<'_>| Some(expanded(it)? / it.seconds().filter(|&seconds| seconds > 0.0)?);
    let name = |it: &Standing<'_>| it.row.name();
    let (counts, rates) = ((expanded(one)?, expanded(other)?), rate(one).zip(rate(other)));
    let faster = rates.map(|(one, other)| one / other).filter(|&times| times >= DIFFERENT);
    let per_second = faster.map_or_else(String::new, |times| format!(", but {} times as many a second", factor(times)));
    Some(if counts.1 / counts.0 >= DIFFERENT {
        let times = factor(counts.1 / counts.0);
        format!("{} expands {times} times fewer states than {}{}", name(one), name(other), reason_for_fewer(one, other))
    } else if counts.0 / counts.1 >= DIFFERENT {
        let times = factor(counts.0 / counts.1);
        format!("{} expands {times} times more states than {}{per_second}", name(one), name(other))
    } else {
        let per_second = per_second.replacen(", but ", &format!("; {} expands ", name(one)), 1);
        format!("{} and {} expand about as many states{per_second}", name(one), name(other))
    })
}

/// What the counts and the table of strategies say about why `one` expands fewer states.
fn reason_for_fewer(one: &Standing<'_>, other: &Standing<'_>) -> String {
    let estimate = |it: &Standing<'_>| it.row.start_estimate();
    let is_from_both_ends =
        |it: &Standing<'_>| it.row.strategy.row().needs.contains(&lurd_engine::program::search::Need::Backward);
    match (estimate(one), estimate(other), one.cost) {
        (Some(estimate), None, Some(cost)) => format!(": its estimate of the start is {estimate} of {cost}"),
        (Some(one), Some(other), _) if one != other => {
            format!(": its estimate of the start is {one}, that of the other {other}")
        }
        _ if is_from_both_ends(one) && !is_from_both_ends(other) => {
            ": it searches from the start and from the goals, each about half of the way".to_owned()
        }
        _ if one.proof == Proof::Nothing && other.proof != Proof::Nothing => {
            ": it ends at its first answer and proves nothing".to_owned()
        }
        _ => String::new(),
    }
}

fn factor(times: f64) -> String {
    if times >= 10.0 { format!("{times:.0}") } else { format!("{times:.1}") }
}

fn title(ranking: &Ranking<'_>) -> String {
    let measured: Vec<_> = ranking.standings().filter(|standing| standing.ratio.is_some()).collect();
    let is_single = measured.iter().all(|standing| standing.row.runs.len() == 1);
    if is_single && measured.len() > 1 {
        "Summary (one run each, so only large differences count; --runs 5 shows how times vary)".to_owned()
    } else {
        "Summary".to_owned()
    }
}

fn proved(comparison: &Comparison, ranking: &Ranking<'_>) -> Vec<(usize, String)> {
    let Some((first, others)) = ranking.proved.split_first() else { return Vec::new() };
    let what = match first.cost {
        Some(cost) => format!("proved optimal, {}", cost_of(comparison, cost)),
        None => "proved that there is no solution".to_owned(),
    };
    let name = first.row.name();
    let which = if others.is_empty() { format!("only {name}") } else { format!("{name} was fastest") };
    let time = first.seconds().map_or_else(String::new, |median| format!(" ({})", seconds(median)));
    let mut lines = vec![(1, format!("{what}: {which}{time}"))];
    lines.extend(others.iter().filter_map(|other| Some((2, pace(other.ratio?, &other.row.name())))));
    lines
}

fn unproved(comparison: &Comparison, ranking: &Ranking<'_>) -> Vec<(usize, String)> {
    if ranking.unproved.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![(1, "answered without proof of optimality".to_owned())];
    let Some(first) = ranking.first() else { return lines };
    let leads = first.row.name();
    for standing in &ranking.unproved {
        let Some(cost) = standing.cost else { continue };
        let mut text = format!("{}: {}{}", standing.row.name(), cost_of(comparison, cost), time(standing));
        if let Some(limit) = standing.stopped {
            let _ = write!(text, ", stopped at the {} limit", limit.describe());
        }
        if let Proof::Within(weight) = standing.proof {
            let _ = write!(text, ", at most {weight} times the optimum");
        }
        let more = first.cost.map_or(0, |least| cost.saturating_sub(least));
        if standing.row.name() == leads {
            text.push_str(", the lowest cost");
        } else if more > 0 {
            let _ = write!(text, ", {more} more than {leads}");
        } else if let Some(ratio) = standing.ratio {
            // Relative to the leader: below 1 is faster.
            let pace = if ratio.is_close() {
                pace(ratio, &leads)
            } else if ratio.times < 1.0 {
                pace(ratio.inverse(), &leads)
            } else {
                format!("{} times slower than {leads}", times(ratio))
            };
            let _ = write!(text, ", {pace}");
        }
        lines.push((2, text));
    }
    lines
}

fn failed(ranking: &Ranking<'_>) -> Vec<String> {
    let mut reasons: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for row in &ranking.failed {
        reasons.entry(reason(row)).or_default().push(row.name());
    }
    reasons.into_iter().map(|(reason, names)| format!("{reason}: {}", names.join(", "))).collect()
}

fn reason(row: &StrategyRuns) -> String {
    match row.result().map(|run: &Run| &run.end) {
        Some(Err(Unanswered::Stopped { stop: Stop::Limit(limit), .. })) => {
            format!("no answer within the {} limit", limit.describe())
        }
        Some(Err(Unanswered::Stopped { stop: Stop::Cancelled, .. })) => "interrupted".to_owned(),
        _ => "ended with an error".to_owned(),
    }
}

fn cost_of(comparison: &Comparison, cost: Cost) -> String {
    amount(cost, comparison.objective.map_or("steps", |objective| objective.metric))
}

fn time(standing: &Standing<'_>) -> String {
    standing.seconds().map_or_else(String::new, |median| format!(" in {}", seconds(median)))
}

/// How many times faster, such as `3.10 ± 0.20 times faster than astar`, or that the difference is small or less than
/// the spread.
fn pace(ratio: Ratio, than: &str) -> String {
    let times = times(ratio);
    if ratio.is_close() {
        let chance = ratio.chance.map_or_else(String::new, |chance| {
            let places = if chance < 0.01 { 4 } else { 2 };
            format!("; p = {chance:.places$}")
        });
        format!("no clear difference from {than} ({times} times{chance})")
    } else {
        format!("{times} times faster than {than}")
    }
}

fn times(ratio: Ratio) -> String {
    let places = |single: usize, several: usize| if ratio.deviation.is_some() { several } else { single };
    let places = if ratio.times >= 100.0 { 0 } else { places(1, 2) };
    match ratio.deviation {
        Some(deviation) => format!("{:.places$} ± {deviation:.places$}", ratio.times),
        None => format!("{:.places$}", ratio.times),
    }
}

#[cfg(test)]
mod summary_tests {
    use lurd_engine::program::outcome::{Limit, Stop, Weight};
    use lurd_engine::program::search::Strategy;
    use lurd_toolkit::compare::synthetic::{answer, comparison, fails, proved, row, unproved, unsolvable};

    use super::*;

    #[test]
    fn proofs_lead_and_what_costs_more_is_never_called_faster() {
        let within = answer(7, Proof::Within(Weight::from_hundredths(200)), None);
        let stopped = answer(6, Proof::Nothing, Some(Stop::Limit(Limit::Time)));
        let it = comparison(vec![
            row(Strategy::Greedy, &unproved(9), &[0.001]),
            row(Strategy::Bfs, &proved(6), &[0.62]),
            row(Strategy::Dfs, &fails, &[5.0]),
            row(Strategy::Astar, &proved(6), &[0.2]),
            row(Strategy::Idastar, &proved(6), &[0.201]),
            row(Strategy::Beam, &unproved(6), &[0.1]),
            row(Strategy::Fess, &unproved(6), &[0.8]),
            row(Strategy::Resort, &stopped, &[5.0]),
            row(Strategy::WeightedAstar, &within, &[0.01]),
        ]);
        let expected = [
            "Summary (one run each, so only large differences count; --runs 5 shows how times vary)",
            "  proved optimal, 6 steps: astar was fastest (200 ms)",
            "    no clear difference from idastar (1.0 times)",
            "    3.1 times faster than bfs",
            "  answered without proof of optimality",
            "    beam: 6 steps in 100 ms, 2.0 times faster than astar",
            "    fess: 6 steps in 800 ms, 4.0 times slower than astar",
            "    resort: 6 steps, stopped at the time limit",
            "    weighted-astar: 7 steps in 10 ms, at most 2 times the optimum, 1 more than astar",
            "    greedy: 9 steps in 1.0 ms, 3 more than astar",
            "  no answer within the time limit: dfs",
        ];
        assert_eq!(summary(&it, 100).lines().collect::<Vec<_>>(), expected);
        assert!(summary(&it, 40).lines().all(|line| line.chars().count() <= 40), "{}", summary(&it, 40));
    }

    #[test]
    fn the_spread_stands_beside_the_ratio() {
        let it = comparison(vec![
            row(Strategy::Astar, &proved(6), &[0.9, 1.0, 1.1]),
            row(Strategy::Bfs, &proved(6), &[2.7, 3.0, 3.3]),
        ]);
        let text = summary(&it, 100);
        assert!(text.starts_with("Summary\n"), "{text}");
        assert!(text.contains("3.00 ± 0.42 times faster than bfs"), "{text}");
    }

    #[test]
    fn without_proofs_the_lowest_cost_leads() {
        let it =
            comparison(vec![row(Strategy::Greedy, &unproved(9), &[0.1]), row(Strategy::Beam, &unproved(8), &[3.0])]);
        let text = summary(&it, 100);
        assert!(text.contains("beam: 8 steps in 3.0 s, the lowest cost\n"), "{text}");
        assert!(text.contains("greedy: 9 steps in 100 ms, 1 more than beam\n"), "{text}");
        assert!(!text.contains("proved"), "{text}");
    }

    #[test]
    fn failures_alone_and_proofs_that_there_is_no_solution() {
        let it = comparison(vec![row(Strategy::Bfs, &fails, &[5.0]), row(Strategy::Dfs, &fails, &[5.0])]);
        assert_eq!(summary(&it, 100), "Summary\n  no answer within the time limit: bfs, dfs\n");
        let it = comparison(vec![row(Strategy::Bfs, &unsolvable, &[3.0]), row(Strategy::Dfs, &fails, &[5.0])]);
        let text = summary(&it, 100);
        assert!(text.contains("  proved that there is no solution: only bfs (3.0 s)\n"), "{text}");
    }

    #[test]
    fn one_strategy_needs_no_summary() {
        assert_eq!(summary(&comparison(vec![row(Strategy::Bfs, &proved(6), &[1.0])]), 100), "");
    }
}
