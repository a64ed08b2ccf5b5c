//! A run by the line that another process printed about it.

use std::sync::{Mutex, PoisonError};

use serde_json::Value;

use crate::search_options::Search;
use crate::solve::{End, Run, end};
use lurd_engine::budget::Statistics;
use lurd_engine::outcome::{Cost, Limit, Proof, Stop, Weight};
use lurd_engine::search::Strategy;
use lurd_puzzle::puzzle::{Answer, Ending, Objective, Puzzle, Second};

/// The run that the last line of `output` describes, with its answer replayed; `None` if it is no such line.
pub(super) fn run(puzzle: &dyn Puzzle, objective: &Objective, search: &Search, output: &str) -> Option<Run> {
    let line: Value = serde_json::from_str(output.lines().last()?).ok()?;
    let word = |name: &str| line[name].as_str();
    let number = |name: &str| line[name].as_u64().and_then(|number| Cost::try_from(number).ok());
    let limit = word("limit").and_then(limit);
    let stop = limit.map(Stop::Limit);
    let text = |name: &str| word(name).unwrap_or_default().to_owned();
    let is_same = word("id") == Some(puzzle.id().as_str());
    let end = match word("status")? {
        "solved" | "unsolvable" | "limit" | "cancelled" if !is_same => End::Error {
            message: "the process of this level read another level; this is a bug of lurd".to_owned(),
        },
        "solved" => {
            let answer = Answer {
                solution: text("solution"),
                cost: number("cost")?,
                proof: proof(word("proof")?),
                lower_bound: number("lower_bound"),
                stopped: stop,
            };
            end(puzzle, objective, Ending::Solved(answer))
        }
        "unsolvable" => End::Unsolvable { reason: text("reason"), picture: None },
        "limit" => End::Limit { limit: limit?, lower_bound: number("lower_bound") },
        "cancelled" => End::Cancelled { lower_bound: number("lower_bound") },
        "unsupported" => End::Unsupported { reason: text("reason") },
        "error" => End::Error { message: text("error") },
        _ => return None,
    };
    let strategy = word("strategy").and_then(Strategy::named).unwrap_or(Strategy::Auto);
    let second = second(&line["ties"], &end);
    Some(Run {
        method: word("method").map(known_method),
        statistics: statistics(&line["stats"]),
        second,
        limits: Some(search.limits),
        ..Run::without_search(Some(*objective), strategy, end)
    })
}

fn limit(name: &str) -> Option<Limit> {
    [Limit::Nodes, Limit::Time, Limit::Memory, Limit::Depth].into_iter().find(|limit| limit.name() == name)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a factor in hundredths")]
fn proof(text: &str) -> Proof {
    if text == "optimal" {
        return Proof::Optimal;
    }
    let factor = text.strip_prefix("within:").and_then(|factor| factor.parse::<f64>().ok());
    factor.map_or(Proof::Nothing, |factor| {
        Proof::Within(Weight::from_hundredths((factor * 100.0).round() as u32))
    })
}

fn second(ties: &Value, end: &End) -> Option<Second> {
    let End::Solved(verified) = end else { return None };
    let name = ties["metric"].as_str()?;
    let metric = verified.metrics.iter().find(|metric| metric.name == name)?.name;
    Some(Second { metric, proved: ties["proof"] == "optimal" })
}

fn statistics(stats: &Value) -> Option<Statistics> {
    let count = |name: &str| stats[name].as_u64();
    Some(Statistics {
        expanded: count("expanded")?,
        generated: count("generated")?,
        stored: count("stored")?,
        peak_bytes: count("peak_bytes")?,
        seconds: stats["seconds"].as_f64()?,
        cpu_seconds: stats["cpu_seconds"].as_f64()?,
    })
}

/// The name of a search of `auto`, kept for the life of the program: there are few of them.
fn known_method(name: &str) -> &'static str {
    static KNOWN: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = known.iter().find(|known| **known == name) {
        return known;
    }
    let name: &'static str = Box::leak(name.to_owned().into_boxed_str());
    known.push(name);
    name
}
