//! Reports of the editor: issues, saving, the drawn board, and errors.

use std::fmt::Write as _;

use lurd_puzzle::puzzle::{Coordinates, Draft, Issue};
use lurd_toolkit::edit::{EditError, Saved, Unsaved};

use super::diagnostic::escaped;
use super::style::{BAD, GOOD, paint, painted};

/// `valid`, or all issues, one per line.
pub fn issues(issues: &[Issue]) -> String {
    if issues.is_empty() {
        return format!("{}\n", paint(GOOD, "valid"));
    }
    let lines: Vec<_> = issues.iter().map(|issue| format!("  {}\n", escaped(&issue.message))).collect();
    format!("{}:\n{}", paint(BAD, "not valid"), lines.concat())
}

/// `valid`, or the first issue, on one line.
pub fn findings_in_short(issues: &[Issue]) -> String {
    match issues {
        [] => paint(GOOD, "valid"),
        [only] => format!("{}: {}", paint(BAD, "not valid"), escaped(&only.message)),
        [first, rest @ ..] => {
            format!("{}: {} (and {} more)", paint(BAD, "not valid"), escaped(&first.message), rest.len())
        }
    }
}

/// All issues on one line, without colour.
fn reasons(issues: &[Issue]) -> String {
    issues.iter().map(|issue| escaped(&issue.message)).collect::<Vec<_>>().join("; ")
}

/// Where a draft was saved, and what the format cannot hold.
pub fn saved(saved: &Saved, path: &str) -> String {
    let path = escaped(path);
    let Some(format) = saved.format else {
        let stale = if saved.losses.is_empty() { String::new() } else { format!("; {}", saved.losses.join(", ")) };
        return format!("saved in {path}; nothing else in it was changed{stale}");
    };
    let mut text = format!("saved as {path} ({format})");
    if !saved.losses.is_empty() {
        let _ = write!(text, ", which cannot hold {}", saved.losses.join(", "));
    }
    if let Some(backup) = &saved.backup {
        let _ = write!(text, "; the old file is {}", escaped(backup));
    }
    text
}

fn unsaved(unsaved: &Unsaved, path: &str) -> String {
    let path = escaped(path);
    match unsaved {
        Unsaved::Invalid(issues) => format!("not saved: {}", reasons(issues)),
        Unsaved::Exists(Some(1)) => format!("not saved: {path} holds a puzzle already"),
        Unsaved::Exists(Some(count)) => {
            format!("not saved: {path} holds {count} puzzles, all of which this one would replace")
        }
        Unsaved::Exists(None) => format!("not saved: {path} exists and is not a file of such puzzles"),
        Unsaved::Loses(games, losses) => {
            let games = match games {
                0 => None,
                1 => Some("a saved game in it no longer fits the board".to_owned()),
                count => Some(format!("{count} saved games in it no longer fit the board")),
            };
            let losses = (!losses.is_empty()).then(|| format!("it would not hold {}", losses.join(", ")));
            let reasons: Vec<_> = games.into_iter().chain(losses).collect();
            format!("not saved: {path}: {}", reasons.join("; "))
        }
        Unsaved::Failed(message) => format!("not saved: {}", escaped(message)),
    }
}

/// The board of a draft under its title.
pub fn draft(draft: &dyn Draft) -> String {
    let title = draft.title().map(|title| format!("{}\n", escaped(title))).unwrap_or_default();
    let mut rows = vec![String::new(); draft.panels().iter().map(|panel| panel.rows).max().unwrap_or(0)];
    for (number, panel) in draft.panels().iter().enumerate() {
        for (row, line) in rows.iter_mut().enumerate() {
            if number > 0 {
                line.push_str("     ");
            }
            for column in 0..panel.columns {
                let cell = draft.tile(number, Coordinates::new(row, column));
                let blank = if panel.numbered && column > 0 { " " } else { "" };
                let letters = format!("{blank}{:>width$}", cell.text, width = panel.width);
                line.push_str(&painted(&letters, letters.chars().map(|_| cell.cell_role)));
            }
        }
    }
    let rows: Vec<_> = rows.iter().map(|row| format!("{}\n", row.trim_end())).collect();
    format!("{title}{}", rows.concat())
}

// Why a command of the editor was not carried out, as a message.

pub fn edit_error(error: &EditError) -> String {
    match error {
        EditError::Refused(reason) => escaped(&reason.to_string()),
        EditError::NotEditable { message, .. } => escaped(message),
        EditError::Input(error) => error.diagnostic.message.clone(),
        EditError::NoPuzzle(message) => format!("no puzzle yet: {}", escaped(&message.to_string())),
        EditError::Invalid(issues) => format!("not valid: {}", reasons(issues)),
        EditError::NoFile => "'save' takes the name of a file".to_owned(),
        EditError::Unsaved { path, reason, .. } => unsaved(reason, path),
    }
}
