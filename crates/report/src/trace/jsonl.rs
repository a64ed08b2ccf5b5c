//! A trace as lines of JSON: a line for each expansion, and at the end of each search the line of `solve --json`.

use lurd_toolkit::{results::Subject, solve::Run};

use super::expansions;
use crate::{
    json::{json_line, run_line},
    records::{ChildRecord, ExpansionLine},
};

/// The lines of a trace as JSON, as in a file.
#[must_use]
pub fn trace_lines(subject: &Subject<'_>, runs: &[Run]) -> String {
    let mut text = String::new();
    for run in runs {
        for (index, it) in expansions(run).iter().enumerate() {
            let children = it.children.iter().map(|child| ChildRecord {
                state: child.state,
                action: &child.action,
                g: child.cost,
                h: child.estimate,
                fate: child.fate.name(),
            });
            let line = ExpansionLine {
                schema: 1,
                strategy: run.strategy.name(),
                expansion: index + 1,
                state: it.state,
                parent: it.parent.map(|parent| parent + 1),
                action: it.action.as_deref(),
                direction: if it.is_backward { "backward" } else { "forward" },
                depth: it.depth,
                g: it.cost,
                h: it.estimate,
                f: it.sum(),
                children: children.collect(),
                pruned: it.left_out.iter().map(|&(rule, count)| (rule.to_owned(), count.into())).collect(),
                solution: it.solution.as_deref(),
            };
            text.push_str(&(json_line(&line) + "\n"));
        }
        text.push_str(&(run_line(subject, run) + "\n"));
    }
    text
}
