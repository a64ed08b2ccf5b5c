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

/// A tree with a place for each expansion.
pub(super) struct Tree {
    /// The column of each expansion, in halves of a leaf.
    columns: Vec<usize>,
    width: usize,
    height: usize,
}

impl Tree {
    /// Leaves stand beside each other in the order of their parents; others in the middle of their first and last child.
    pub(super) fn new(all: &[Expansion]) -> Self {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); all.len()];
        let mut roots = Vec::new();
        for (index, expansion) in all.iter().enumerate() {
            match expansion.parent {
                Some(parent) => children[parent].push(index),
                None => roots.push(index),
            }
        }
        let (mut columns, mut leaves) = (vec![0; all.len()], 0);
        let mut stack: Vec<(usize, bool)> = roots.into_iter().rev().map(|root| (root, false)).collect();
        while let Some((index, has_children_placed)) = stack.pop() {
            if let (Some(&first), Some(&last), true) =
                (children[index].first(), children[index].last(), has_children_placed)
            {
                columns[index] = usize::midpoint(columns[first], columns[last]);
            } else if children[index].is_empty() {
                columns[index] = 2 * leaves;
                leaves += 1;
            } else {
                stack.push((index, true));
                stack.extend(children[index].iter().rev().map(|&child| (child, false)));
            }
        }
        let depth = all.iter().map(|it| it.depth).max().unwrap_or(0);
        Self { columns, width: leaves.max(8) * ACROSS + 2 * MARGIN, height: (depth + 1) * DOWN + TOP }
    }

    fn place(&self, all: &[Expansion], index: usize) -> (usize, usize) {
        (MARGIN + self.columns[index] * ACROSS / 2 + ACROSS / 2, TOP + all[index].depth * DOWN + DOWN / 4)
    }
}

/// The elements of the tree of one run, their width and their height. The identifiers of its nodes begin with the number of
/// the search.
pub(super) fn drawn(run: &Run, search: usize) -> Result<(String, usize, usize), String> {
    let all = expansions(run);
    if all.len() > MOST {
        return Err(format!(
            "a picture shows at most {MOST} expansions, not {}; '--nodes {MOST}' stops there",
            all.len()
        ));
    }
    let tree = Tree::new(all);
    let mut text = String::new();
    let _ = writeln!(
        text,
        "<text x=\"{MARGIN}\" y=\"24\" font-size=\"14\" fill=\"#1d2433\">{}</text>",
        in_xml(&trace_in_short(run))
    );
    for (index, expansion) in all.iter().enumerate() {
        let Some(parent) = expansion.parent else { continue };
        let ((x1, y1), (x2, y2)) = (tree.place(all, parent), tree.place(all, index));
        let on_path = is_on_path(run, expansion);
        let (colour, width) = if on_path { ("#c2410c", 3) } else { ("#94a3b8", 1) };
        let _ = writeln!(
            text,
            "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"{colour}\" stroke-width=\"{width}\"/>"
        );
    }
    for (index, expansion) in all.iter().enumerate() {
        let ((x, y), number) = (tree.place(all, index), index + 1);
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
    Ok((text, tree.width, tree.height))
}
