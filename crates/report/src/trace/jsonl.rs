//! A trace as lines of JSON: a line for each expansion, and at the end of each search the line of `solve --json`.

use lurd_toolkit::{results::Subject, solve::Run};

use super::{direction, expansions};
use crate::{
    json::{json_line, run_line},
    records::{ChildRecord, ExpansionLine},
};

const SCHEMA: u32 = 1;

pub(super) fn document(subject: &Subject<'_>, runs: &[Run]) -> String {
    runs.iter().map(|run| lines(subject, run)).collect()
}

fn lines(subject: &Subject<'_>, run: &Run) -> String {
    let mut text = String::new();
    for (index, it) in expansions(run).iter().enumerate() {
        let children = it.children.iter().map(|child| ChildRecord {
            state: child.state,
            action: &child.action,
            g: child.cost,
            h: child.estimate,
            fate: child.fate.name(),
        });
        let line = ExpansionLine {
            schema: SCHEMA,
            strategy: run.strategy.name(),
            expansion: index + 1,
            state: it.state,
            parent: it.parent.map(|parent| parent + 1),
            action: it.action.as_deref(),
            direction: direction(it),
            depth: it.depth,
            g: it.cost,
            h: it.estimate,
            f: it.sum(),
            children: children.collect(),
            pruned: it.left_out.iter().map(|&(rule, count)| (rule.to_owned(), count.into())).collect(),
            solution: it.solution.as_deref(),
        };
        text.push_str(&json_line(&line));
        text.push('\n');
    }
    text.push_str(&run_line(subject, run));
    text.push('\n');
    text
}
