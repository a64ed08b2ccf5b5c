//! A trace as a page that plays the search: the tree, the board, and the figures of the expansion at hand.

use std::fmt::Write as _;

use lurd_toolkit::{results::Subject, solve::Run};
use serde::Serialize;

use super::{costs, expansions, fates, position_of, table::trace_in_short, tree};
use crate::{diagnostic::in_xml, json::json_line};

const PAGE: &str = include_str!("page.html");

#[derive(Serialize)]
struct Search {
    title: String,
    expansions: Vec<Row>,
}

#[derive(Serialize)]
struct Row {
    parent: Option<usize>,
    action: Option<String>,
    costs: String,
    sum: Option<u64>,
    depth: usize,
    successors: String,
    board: Option<String>,
}

pub(super) fn document(subject: &Subject<'_>, runs: &[Run]) -> Result<String, String> {
    let mut trees = String::new();
    let mut searches = Vec::new();
    for (number, run) in runs.iter().enumerate() {
        let (tree, width, height) = tree::drawn(run, number)?;
        let _ = writeln!(
            trees,
            "<div class=\"tree\"><svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\">{tree}</svg></div>"
        );
        let rows = expansions(run).iter().map(|it| Row {
            parent: it.parent,
            action: it.action.clone(),
            costs: costs(it),
            sum: it.sum(),
            depth: it.depth,
            successors: fates(it),
            board: position_of(subject.puzzle, it).map(|position| position.picture()),
        });
        searches.push(Search { title: trace_in_short(run), expansions: rows.collect() });
    }
    // `</script>` in a text would end the script.
    let data = json_line(&searches).replace('<', "\\u003c");
    Ok(PAGE.replace("{title}", &in_xml(subject.reference)).replace("{trees}", &trees).replace("{data}", &data))
}
