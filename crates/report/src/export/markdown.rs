//! Markdown: a table for each puzzle, and all runs below it.

use std::fmt::Write as _;

use super::Compared;
use crate::comparison::{self, COLUMNS, cells, raw_times, remarks};

pub(super) fn document(compared: &[Compared]) -> String {
    let mut text = String::from("# Comparison\n");
    for it in compared {
        let _ = write!(text, "\n## {}\n\n", escaped(&it.title()));
        let ran: Vec<_> = it.comparison.rows.iter().filter(|row| row.left_out().is_none()).collect();
        if !ran.is_empty() {
            let names: Vec<_> = COLUMNS.iter().map(|column| column.name()).collect();
            let rules: Vec<_> = COLUMNS.iter().map(|column| if column.is_number() { "--:" } else { "---" }).collect();
            let _ = writeln!(text, "| {} |\n| {} |", names.join(" | "), rules.join(" | "));
            for row in ran {
                let cells = cells(&it.comparison, row).map(|cell| escaped(&cell));
                let _ = writeln!(text, "| {} |", cells.join(" | "));
            }
        }
        let remarks = remarks(&it.comparison);
        text.push_str(if remarks.is_empty() { "" } else { "\n" });
        for line in remarks {
            let _ = writeln!(text, "- {}", escaped(&line));
        }
        let summary = comparison::lines(&it.comparison);
        text.push_str(if summary.is_empty() { "" } else { "\n" });
        for line in summary {
            let _ = match line.level {
                0 => writeln!(text, "{}\n", escaped(&line.text)),
                level => writeln!(text, "{}- {}", "  ".repeat(level - 1), escaped(&line.text)),
            };
        }
        let _ = write!(text, "\nEvery run:\n\n");
        for line in raw_times(&it.comparison).lines() {
            let _ = writeln!(text, "- {}", escaped(line));
        }
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
