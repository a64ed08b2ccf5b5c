//! Games and notes that are saved with a puzzle, as comments after it: `; solution: left 0, up 3`, or `; snapshot: ..` for
//! steps that do not lead to a solution yet; `; solution (played): ..` if the player found it. Flags: `; lurd: ..`.

use lurd_puzzle::puzzle::SavedGame;

/// The titles of such games.
const TITLES: [&str; 2] = ["Solution", "Snapshot"];

/// What flags begin with.
const FLAGS: &str = "lurd:";

/// The text of a comment; empty for flags.
pub(super) fn note(comment: &str) -> &str {
    if flags(comment).is_some() { "" } else { comment.trim_start_matches(';').trim() }
}

/// The flags of a comment `; lurd: ..`.
pub(super) fn flags(comment: &str) -> Option<&str> {
    comment.trim_start_matches(';').trim_start().strip_prefix(FLAGS).map(str::trim)
}

/// A title, and the mark in brackets behind it.
fn marked(title: &str) -> (&str, &str) {
    title.split_at(title.find(" (").filter(|_| title.ends_with(')')).unwrap_or(title.len()))
}

/// The game of a comment.
pub(super) fn game(line: &str) -> Option<SavedGame> {
    let (title, steps) = line.strip_prefix(';')?.split_once(':')?;
    let (word, mark) = marked(title.trim());
    let title = TITLES.into_iter().find(|title| word.eq_ignore_ascii_case(title))?;
    Some(titled(&format!("{title}{mark}"), steps.trim())).filter(|game| !game.steps.is_empty())
}

pub(super) fn titled(title: &str, steps: &str) -> SavedGame {
    SavedGame { title: Some(title.to_owned()), steps: steps.to_owned(), notes: String::new() }
}

/// Adds a line to others, unless it is empty.
pub(super) fn add_line(lines: &mut String, line: &str) {
    if !lines.is_empty() && !line.is_empty() {
        lines.push('\n');
    }
    lines.push_str(line);
}

/// Notes on a puzzle or a file, as comments. A line that would be read as flags or a game is written after the word `note`.
pub(crate) fn write_notes(notes: &str) -> String {
    let written = |line: &str| {
        let comment = format!("; {line}");
        let is_other = line.starts_with(FLAGS) || game(&comment).is_some();
        if is_other { format!("; note: {line}\n") } else { format!("{comment}\n") }
    };
    notes.lines().map(str::trim).filter(|line| !line.is_empty()).map(written).collect()
}

/// Writes a game as a comment line.
pub(crate) fn write(game: &SavedGame) -> String {
    let (word, mark) = marked(game.title.as_deref().unwrap_or_default());
    let keyword = if word.to_lowercase().starts_with("snapshot") { "snapshot" } else { "solution" };
    // A colon would end the word before the steps.
    let mark = if mark.contains([':', '\n']) { "" } else { mark };
    format!("; {keyword}{mark}: {}\n", game.steps)
}

/// Inserts a game after the line that ends at byte `end`, the last one about its puzzle.
pub(crate) fn add(text: &str, end: usize, game: &SavedGame) -> String {
    let at = text[end..].find('\n').map_or(text.len(), |line| end + line + 1);
    let (before, after) = text.split_at(at);
    let is_open = !before.is_empty() && !before.ends_with('\n');
    format!("{before}{}{}{after}", if is_open { "\n" } else { "" }, write(game))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mark_after_the_word_stays() {
        for line in ["; solution: left 0", "; solution (played): left 0, up 3", "; snapshot: up 1"] {
            let game = game(line).expect("a game");
            assert_eq!(write(&game), format!("{line}\n"), "{game:?}");
        }
        assert_eq!(
            game("; solution (played): left 0").and_then(|game| game.title).as_deref(),
            Some("Solution (played)")
        );
        assert_eq!(game("; solution (: left 0"), None);
        assert_eq!(game("; my solution (played): left 0"), None);
    }
}
