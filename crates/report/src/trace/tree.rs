//! The picture of a trace on its page: the tree of the expansions, from left to right by number of leaves, from top to bottom by depth.

use std::fmt::Write as _;

use lurd_engine::program::budget::Expansion;
use lurd_toolkit::solve::Run;

use crate::diagnostic::in_xml;

use super::{costs, expansions, fates, is_on_path, table::trace_in_short};

/// The most expansions of a picture.
const MOST: usize = 5_000;

/// Pixels between nodes, and above the tree.
const ACROSS: usize = 44;
const DOWN: usize = 64;
const TOP: usize = 56;
const MARGIN: usize = 40;

/// The columns of expansions, in halves of a leaf, and the number of leaves. Each stands in the middle of the leaves below it,
/// which are in the order of their parents.
fn columns(all: &[Expansion]) -> (Vec<usize>, usize) {
    let mut leaves = vec![0; all.len()];
    for (index, expansion) in all.iter().enumerate().rev() {
        leaves[index] = leaves[index].max(1);
        if let Some(parent) = expansion.parent {
            leaves[parent] += leaves[index];
        }
    }
    // The first leaf that is free, of all and below each expansion.
    let (mut free, mut free_below) = (0, vec![0; all.len()]);
    let mut columns = Vec::new();
    for (index, expansion) in all.iter().enumerate() {
        let free = expansion.parent.map_or(&mut free, |parent| &mut free_below[parent]);
        let first = *free;
        *free += leaves[index];
        free_below[index] = first;
        columns.push(2 * first + leaves[index] - 1);
    }
    (columns, free)
}

/// The elements of the tree of one run, their width and their height. The identifiers of its nodes begin with the number of
/// the search.
pub(super) fn drawn(run: &Run, search: usize) -> Result<(String, usize, usize), String> {
    let all = expansions(run);
    if all.len() > MOST {
        let count = all.len();
        return Err(format!("a picture shows at most {MOST} expansions, not {count}; '--nodes {MOST}' stops there"));
    }
    let (columns, leaves) = columns(all);
    let depth = all.iter().map(|it| it.depth).max().unwrap_or(0);
    let place =
        |index: usize| (MARGIN + columns[index] * ACROSS / 2 + ACROSS / 2, TOP + all[index].depth * DOWN + DOWN / 4);
    let title = in_xml(&trace_in_short(run));
    let mut text = format!("<text x=\"{MARGIN}\" y=\"24\" font-size=\"14\" fill=\"#1d2433\">{title}</text>\n");
    for (index, expansion) in all.iter().enumerate() {
        let Some(parent) = expansion.parent else { continue };
        let ((x1, y1), (x2, y2)) = (place(parent), place(index));
        let on_path = is_on_path(run, expansion);
        let (colour, width) = if on_path { ("#c2410c", 3) } else { ("#94a3b8", 1) };
        let _ = writeln!(
            text,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        );
    }
    for (index, expansion) in all.iter().enumerate() {
        let ((x, y), number) = (place(index), index + 1);
        // Early expansions are light, late ones dark.
        let shade = 88 - 55 * index / all.len().max(1);
        let ink = if shade < 60 { "#ffffff" } else { "#1d2433" };
        let stroke = if is_on_path(run, expansion) { "#c2410c" } else { "#475569" };
        let f = expansion.sum().unwrap_or(expansion.cost);
        let action = expansion.action.as_deref().unwrap_or("start");
        let label = format!("{number}: {action}; {}; {}", costs(expansion), fates(expansion));
        let _ = writeln!(
            text,
            "<g id=\"e{search}-{number}\" class=\"node\"><title>{}</title><circle cx=\"{x}\" cy=\"{y}\" r=\"15\" \
             fill=\"hsl(215 60% {shade}%)\" stroke=\"{stroke}\" stroke-width=\"2\"/><text x=\"{x}\" y=\"{}\" \
             text-anchor=\"middle\" font-size=\"11\" fill=\"{ink}\">{number}</text><text x=\"{x}\" y=\"{}\" \
             text-anchor=\"middle\" font-size=\"9\" fill=\"#475569\">{} {f}</text></g>",
            in_xml(&label),
            y + 4,
            y + 26,
            if expansion.estimate.is_some() { "f" } else { "g" },
        );
    }
    Ok((text, leaves.max(8) * ACROSS + 2 * MARGIN, (depth + 1) * DOWN + TOP))
}
