//! Distributes the texts between boards and games among the levels: titles, authors, flags, notes, games.

use std::{ops::Range, sync::Arc};

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{Metadata, SavedGame};

use super::about::{Below, Part, keys_above};
use super::keys::Key;
use crate::formats::level_record::LevelEntry;

/// Gives each level what the texts around its board say.
pub(super) fn distribute(parts: Vec<Part<'_>>, entries: &mut [LevelEntry]) {
    let keys_above = keys_above(&parts);
    let is_above = |key| keys_above.contains(&key);
    let (mut boards, mut after_game) = (0, false);
    // What is said before the first board holds for the file.
    let (mut flags_of_all, mut variant_of_all) = (String::new(), None);
    for part in parts {
        let (levels, below) = entries.split_at_mut(boards);
        let mut last = levels.last_mut();
        let (is_first, is_board) = (last.is_none(), matches!(part.below, Below::Board));
        let [mut title, mut author, mut variant] =
            [Key::Title, Key::Author, Key::Variant].map(|key| part.named(key).and_then(|named| named.value));
        let above = if is_board { &*keys_above } else { &[] };
        let begin = part.begin_with(above);
        let lines = if part.is_named_by(above) { 0..0 } else { part.title_lines.clone() };
        // Above the first board, keys that are not about it are about the file.
        let is_about = |key: &Key| is_above(*key) == is_board || (is_board && !is_first);
        let without: Vec<_> = [Key::Title, Key::Author].into_iter().filter(is_about).collect();
        let mut header = part.notes(0..begin, &lines, &without, !is_first);
        if let Some(last) = &mut last {
            add_notes(last, &std::mem::take(&mut header), part.end_before(begin), after_game);
            name(last, title.take_if(|_| !is_above(Key::Title)), author.take_if(|_| !is_above(Key::Author)));
            vary(last, variant.take_if(|_| !is_above(Key::Title)));
        }
        after_game = false;
        match part.below {
            Below::Board => {
                let notes = part.notes(begin..part.len(), &lines, &without, !is_first);
                let (mut flags, are_of_all) = part.flags();
                if is_first {
                    flags_of_all = if are_of_all { std::mem::take(&mut flags) } else { String::new() };
                    variant_of_all.clone_from(&variant);
                }
                let entry = &mut below[0];
                [&*flags_of_all, &*flags].join(" ").trim().clone_into(&mut entry.flags);
                let author = author.filter(|_| is_above(Key::Author));
                entry.metadata = Metadata { header, author, notes, ..Metadata::default() }.shared();
                if let Ok(level) = &mut entry.level {
                    level.title = title.filter(|_| is_above(Key::Title)).or(part.title);
                }
                vary(entry, variant.or_else(|| variant_of_all.clone()));
                boards += 1;
            }
            Below::Game(game, end) => {
                let Some(last) = last else { return };
                let metadata = Arc::make_mut(&mut last.metadata);
                metadata.games.push(SavedGame { title: part.title, ..game });
                metadata.end = end;
                after_game = true;
            }
            Below::Nothing => {}
        }
    }
}

/// Adds notes, which end at byte `end`, to a level or to its last game.
fn add_notes(entry: &mut LevelEntry, notes: &str, end: usize, after_game: bool) {
    if end > entry.metadata.end.max(entry.place.end) {
        Arc::make_mut(&mut entry.metadata).end = end;
    }
    if notes.is_empty() {
        return;
    }
    let metadata = Arc::make_mut(&mut entry.metadata);
    let about = match metadata.games.last_mut() {
        Some(game) if after_game => &mut game.notes,
        _ => &mut metadata.notes,
    };
    let separator = if about.is_empty() { "" } else { "\n" };
    *about = format!("{about}{separator}{notes}");
}

/// Gives a level a title and an author from below its board.
fn name(entry: &mut LevelEntry, title: Option<String>, author: Option<String>) {
    if let (Some(title), Ok(level)) = (title, &mut entry.level) {
        // Another title above the board stays as text, but not its number.
        if let Some(old) = level.title.replace(title).filter(|old| old.contains(char::is_alphabetic)) {
            let blank = if entry.metadata.notes.is_empty() { "" } else { "\n" };
            Arc::make_mut(&mut entry.metadata).notes = format!("{old}{blank}{}", entry.metadata.notes);
        }
    }
    if author.is_some() {
        Arc::make_mut(&mut entry.metadata).author = author;
    }
}

/// Takes note that a level is one of another game.
fn vary(entry: &mut LevelEntry, variant: Option<String>) {
    if let Some(variant) = variant.filter(|it| !it.eq_ignore_ascii_case("sokoban")) {
        entry.level = Err(other_game(&variant, entry.place.clone()));
    }
}

/// The error for a level of another game.
pub(in crate::formats) fn other_game(variant: &str, place: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("a level of {variant}, which has other rules"))
        .at(place, "this level")
        .help("lurd supports Sokoban only")
}
