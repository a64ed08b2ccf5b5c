//! The expansions of searches, one by one: as a table, as lines of JSON, as a graph, as a picture, and as a page.

use lurd_engine::program::{
    budget::{Expansion, Fate},
    outcome::Cost,
};
use lurd_puzzle::puzzle::{Position, Puzzle};
use lurd_toolkit::{results::Subject, solve::Run};

use crate::format::named;

mod dot;
mod jsonl;
mod page;
mod table;
mod tree;

pub use jsonl::trace_lines;
pub use table::{expansion_in_short, expansion_lines, trace_in_short, trace_table};

/// The contents of a file of traces; an error if a picture of so many expansions would be too large.
pub type TraceWriter = fn(&Subject<'_>, &[Run]) -> Result<String, String>;

/// What writes traces to a file of that name. The error lists the known extensions.
pub fn trace_writer(path: &str) -> Result<TraceWriter, String> {
    let formats: [(_, TraceWriter); 3] = [
        ("jsonl", |subject, runs| Ok(jsonl::trace_lines(subject, runs))),
        ("dot", |subject, runs| Ok(dot::document(subject, runs))),
        ("html", page::document),
    ];
    named(path, &formats)
}

/// The recorded expansions of a run.
fn expansions(run: &Run) -> &[Expansion] {
    run.expansions.as_deref().unwrap_or_default()
}

/// The position of an expansion that has a path.
pub fn position_of(puzzle: &dyn Puzzle, expansion: &Expansion) -> Option<Box<dyn Position>> {
    let mut position = puzzle.start();
    for step in puzzle.read_steps(expansion.solution.as_ref()?).ok()? {
        position.apply(&step.word).ok()?;
    }
    Some(position)
}

/// The expansions on the path of the answer: those whose path the answer begins with.
fn is_on_path(run: &Run, expansion: &Expansion) -> bool {
    let (Some(verified), Some(path)) = (run.verified(), &expansion.solution) else { return false };
    verified.answer.solution.strip_prefix(path.as_str()).is_some_and(|rest| {
        // `left 1` does not begin with `left 10`.
        path.is_empty()
            || !path.ends_with(|it: char| it.is_ascii_digit())
            || !rest.starts_with(|it: char| it.is_ascii_digit())
    })
}

/// What became of the successors of an expansion: `5 new, 2 known, 3 pruned by freeze`.
fn fates(expansion: &Expansion) -> String {
    let count = |fate| expansion.children.iter().filter(|child| child.fate == fate).count();
    let fates = [Fate::New, Fate::Cheaper, Fate::Known, Fate::Redundant, Fate::Dead];
    let counts = fates.into_iter().map(|fate| (count(fate), fate.name())).filter(|it| it.0 > 0);
    let mut parts: Vec<_> = counts.map(|(count, name)| format!("{count} {name}")).collect();
    parts.extend(expansion.left_out.iter().map(|(rule, count)| format!("{count} pruned by {rule}")));
    if parts.is_empty() { "none".to_owned() } else { parts.join(", ") }
}

/// A number, or `-`.
fn number(value: Option<Cost>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// `g 2, h 3, f 5`.
fn costs(expansion: &Expansion) -> String {
    match (expansion.estimate, expansion.sum()) {
        (Some(estimate), Some(sum)) => format!("g {}, h {estimate}, f {sum}", expansion.cost),
        _ => format!("g {}", expansion.cost),
    }
}
