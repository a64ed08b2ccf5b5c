//! Markdown: a table for each puzzle, and the summary below it.

use std::fmt::Write as _;

use super::Compared;
use crate::{
    comparison::{self, remarks},
    grid::Grid,
};

pub(super) fn document(compared: &[Compared]) -> String {
    let mut text = String::from("# Comparison\n");
    for it in compared {
        let _ = write!(text, "\n## {}\n\n", escaped(&it.title()));
        let grid = comparison::grid(&it.comparison);
        if !grid.is_empty() {
            text += &table(&grid);
        }
        let remarks = remarks(&it.comparison);
        text.push_str(if remarks.is_empty() { "" } else { "\n" });
        for line in remarks {
            let _ = writeln!(text, "- {}", escaped(&line));
        }
        let summary = comparison::lines(&it.comparison);
        text.push_str(if summary.is_empty() { "" } else { "\n" });
        for (level, line) in summary {
            let _ = match level {
                0 => writeln!(text, "{}\n", escaped(&line)),
                level => writeln!(text, "{}- {}", "  ".repeat(level - 1), escaped(&line)),
            };
        }
    }
    text
}

/// A table as Markdown.
pub(super) fn table(grid: &Grid) -> String {
    let names: Vec<_> = grid.columns.iter().map(|column| column.name).collect();
    let rules: Vec<_> = grid.columns.iter().map(|column| if column.right { "--:" } else { "---" }).collect();
    let mut text = format!("| {} |\n| {} |\n", names.join(" | "), rules.join(" | "));
    for row in &grid.rows {
        let cells: Vec<_> = row.iter().map(|cell| escaped(cell)).collect();
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    text
}

/// Escapes the characters that have a meaning in Markdown.
pub(super) fn escaped(text: &str) -> String {
    let mut safe = String::new();
    for letter in crate::diagnostic::escaped(text).chars() {
        if matches!(letter, '|' | '*' | '_' | '`' | '<' | '[' | '\\' | '#') {
            safe.push('\\');
        }
        safe.push(letter);
    }
    safe
}
