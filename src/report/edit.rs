//! A draft in words: whether it is a puzzle, and why not.

use super::cell_roles::painted;
use super::diagnostic::escaped;
use super::style::{BAD, GOOD, paint};
use crate::puzzle::{Draft, Issue, Place};
use crate::toolkit::edit::{Saved, Unsaved};

/// `valid`, or all that is wrong, a line each.
pub fn issues(issues: &[Issue]) -> String {
    if issues.is_empty() {
        return format!("{}\n", paint(GOOD, "valid"));
    }
    let lines: Vec<_> = issues.iter().map(|issue| format!("  {}\n", escaped(&issue.message))).collect();
    format!("{}:\n{}", paint(BAD, "not valid"), lines.concat())
}

/// The same in one line.
pub fn findings_in_short(issues: &[Issue]) -> String {
    match issues {
        [] => paint(GOOD, "valid"),
        [only] => format!("{}: {}", paint(BAD, "not valid"), escaped(&only.message)),
        [first, rest @ ..] => {
            format!("{}: {} (and {} more)", paint(BAD, "not valid"), escaped(&first.message), rest.len())
        }
    }
}

/// The same without a colour, all of it: `not valid: 2 boxes, 1 goal: ..; ..`.
pub fn invalid(issues: &[Issue]) -> String {
    let reasons: Vec<_> = issues.iter().map(|issue| escaped(&issue.message)).collect();
    format!("not valid: {}", reasons.join("; "))
}

/// A draft was dropped; so many are left.
pub fn discarded(left: usize) -> String {
    match left {
        0 => "1 draft dropped; there is no other".to_owned(),
        1 => "1 draft dropped; there is 1 more".to_owned(),
        _ => format!("1 draft dropped; there are {left} more"),
    }
}

/// Where it was saved, and what is lost there.
pub fn saved(saved: &Saved, path: &str) -> String {
    let path = escaped(path);
    match saved.losses.as_slice() {
        [] => format!("saved as {path} ({})", saved.format),
        losses => format!("saved as {path} ({}), which cannot hold {}", saved.format, losses.join(", ")),
    }
}

/// Why it was not saved, and how it would be.
pub fn unsaved(unsaved: &Unsaved, path: &str) -> String {
    let path = escaped(path);
    match unsaved {
        Unsaved::Invalid(issues) => {
            let reasons: Vec<_> = issues.iter().map(|issue| escaped(&issue.message)).collect();
            format!("not saved: {}", reasons.join("; "))
        }
        Unsaved::Exists(Some(1)) => format!("not saved: {path} holds a puzzle already"),
        Unsaved::Exists(Some(count)) => format!("not saved: {path} holds {count} puzzles"),
        Unsaved::Exists(None) => format!("not saved: {path} is there, and is no file of such puzzles"),
        Unsaved::Loses(games, losses) => {
            let games = match games {
                0 => None,
                1 => Some("a saved game in it does not fit this board any more".to_owned()),
                count => Some(format!("{count} saved games in it do not fit this board any more")),
            };
            let losses = (!losses.is_empty()).then(|| format!("it would not hold {}", losses.join(", ")));
            let reasons: Vec<_> = games.into_iter().chain(losses).collect();
            format!("not saved: {path}: {}", reasons.join("; "))
        }
        Unsaved::Failed(message) => format!("not saved: {}", escaped(message)),
    }
}

/// What is drawn, with its title.
pub fn draft(draft: &dyn Draft) -> String {
    let title = draft.title().map(|title| format!("{}\n", escaped(title))).unwrap_or_default();
    let mut rows = vec![String::new(); draft.panels().iter().map(|panel| panel.rows).max().unwrap_or(0)];
    for (number, panel) in draft.panels().iter().enumerate() {
        for (row, line) in rows.iter_mut().enumerate() {
            if number > 0 {
                line.push_str("     ");
            }
            for column in 0..panel.columns {
                let cell = draft.tile(number, Place::new(row, column));
                let blank = if panel.numbered && column > 0 { " " } else { "" };
                let letters = format!("{blank}{:>width$}", cell.text, width = panel.width);
                line.push_str(&painted(&letters, letters.chars().map(|_| cell.cell_role)));
            }
        }
    }
    let rows: Vec<_> = rows.iter().map(|row| format!("{}\n", row.trim_end())).collect();
    format!("{title}{}", rows.concat())
}
