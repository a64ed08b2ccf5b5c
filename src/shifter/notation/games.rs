//! Games saved with a puzzle, as comments after it: `; solution: left 0, up 3`, or `; snapshot: ..` for
//! steps that do not lead to a solution yet.

use crate::puzzle::SavedGame;

/// The keywords, and the titles of such games.
const WORDS: [(&str, &str); 2] = [("solution", "Solution"), ("snapshot", "Snapshot")];

/// Reads the game of a comment.
pub(super) fn read(line: &str) -> Option<SavedGame> {
    let (word, steps) = line.strip_prefix(';')?.split_once(':')?;
    let (_, title) = WORDS.into_iter().find(|(known, _)| word.trim().eq_ignore_ascii_case(known))?;
    let steps = steps.trim().to_owned();
    (!steps.is_empty()).then(|| SavedGame { title: Some(title.to_owned()), steps, notes: String::new() })
}

/// Writes a game as a comment line.
pub(crate) fn write(game: &SavedGame) -> String {
    let title = game.title.as_deref().unwrap_or_default();
    let known = WORDS.into_iter().find(|(word, _)| title.to_ascii_lowercase().starts_with(word));
    format!("; {}: {}\n", known.unwrap_or(WORDS[0]).0, game.steps)
}

/// Inserts a game after the line that ends at byte `end`, the last one about its puzzle.
pub(crate) fn add(text: &str, end: usize, game: &SavedGame) -> String {
    let at = text[end..].find('\n').map_or(text.len(), |line| end + line + 1);
    let (before, after) = text.split_at(at);
    let is_open = !before.is_empty() && !before.ends_with('\n');
    format!("{before}{}{}{after}", if is_open { "\n" } else { "" }, write(game))
}
