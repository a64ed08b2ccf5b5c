//! Markdown: a table for each puzzle, and all runs below it.

use std::fmt::Write as _;

use super::Compared;
use crate::{
    comparison::{self, COLUMNS, cells, raw_times, remarks},
    grid::Column,
};

pub(super) fn document(compared: &[Compared]) -> String {
    let mut text = String::from("# Comparison\n");
    for it in compared {
        let _ = write!(text, "\n## {}\n\n", escaped(&it.title()));
        let ran: Vec<_> = it.comparison.rows.iter().filter(|row| row.left_out().is_none()).collect();
        if !ran.is_empty() {
            text += &table(&COLUMNS, ran.iter().map(|row| cells(&it.comparison, row).to_vec()));
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
        let _ = write!(text, "\nEvery run:\n\n");
        for line in raw_times(&it.comparison).lines() {
            let _ = writeln!(text, "- {}", escaped(line));
        }
    }
    text
}

/// A table of cells, row by row.
pub(super) fn table(columns: &[Column], rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let names: Vec<_> = columns.iter().map(|column| column.name()).collect();
    let rules: Vec<_> = columns.iter().map(|column| if column.is_number() { "--:" } else { "---" }).collect();
    let mut text = format!("| {} |\n| {} |\n", names.join(" | "), rules.join(" | "));
    for row in rows {
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
