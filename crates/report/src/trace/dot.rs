//! A trace as a graph in the language of Graphviz: a node for each expansion, and an edge from the one that generated its
//! state.

use std::fmt::Write as _;

use lurd_toolkit::{results::Subject, solve::Run};

use super::{costs, expansions, fates, is_on_path, table::trace_in_short};
use crate::diagnostic::escaped;

pub(super) fn document(subject: &Subject<'_>, runs: &[Run]) -> String {
    let style =
        "  node [shape=box, fontname=\"monospace\", fontsize=10];\n  edge [fontname=\"monospace\", fontsize=9];";
    let mut text = format!("digraph \"{}\" {{\n{style}\n", quoted(subject.reference));
    for (search, run) in runs.iter().enumerate() {
        let _ = writeln!(text, "  subgraph cluster_{search} {{\n    label=\"{}\";", quoted(&trace_in_short(run)));
        for (index, expansion) in expansions(run).iter().enumerate() {
            let path = if is_on_path(run, expansion) { ", style=filled, fillcolor=\"#ffe08a\"" } else { "" };
            let (number, costs, fates) = (index + 1, costs(expansion), fates(expansion));
            let _ = writeln!(text, "    e{search}_{number} [label=\"{number}\\n{costs}\\n{}\"{path}];", quoted(&fates));
            if let Some(parent) = expansion.parent {
                let action = quoted(expansion.action.as_deref().unwrap_or_default());
                let _ = writeln!(text, "    e{search}_{} -> e{search}_{number} [label=\"{action}\"];", parent + 1);
            }
        }
        text.push_str("  }\n");
    }
    text + "}\n"
}

/// A text inside quotation marks.
fn quoted(text: &str) -> String {
    escaped(text).replace('\\', "\\\\").replace('"', "\\\"")
}
