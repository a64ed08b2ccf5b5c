//! Reads a text whose format or dialect may be unknown.
//!
//! The format is that of the options, or the first of the table that claims the text; otherwise the text
//! consists of boards among text. If the letters of its first board are XSB, the dialect is XSB, and so are
//! its errors. Otherwise every dialect is tried on the first board: a dialect stays if all letters belong to
//! it and the board is a legal level. Dialects with the same result count as one. If one stays, the whole
//! text is read in it, and a note says so; if several do, that is an error that names them; if none does, the
//! errors are those of the dialect with the fewest foreign letters.
//!
//! A text that is not read without a fault is then read without what copying has added.

use std::{ops::Range, sync::Arc};

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::lines::lines;
use lurd_puzzle::noise::{self, Quality};
use lurd_puzzle::puzzle::{Confidence, Omission, ReadOptions};
use rustc_hash::FxHashSet;

use super::{
    board_text::{
        distribution::other_game,
        left_out, legend, letters, reader,
        walled::{open_row, row_in},
    },
    dialect::{self, Dialect, xsb},
    level_record::{Container, LevelEntry, Reading},
    registry,
    validate::counted,
};
use crate::{
    square::Square,
    xsb::{write_line, write_xsb},
};

/// Extensions of levels on other grids, and their games.
const OTHER_GAMES: [(&str, &str); 2] = [("hsb", "Hexoban"), ("tsb", "Trioban")];

/// Reads every level in `text`, in order. Linear in its length.
///
/// # Errors
/// The text holds no level, or far too many. An illegal level is an error in its own entry.
pub fn read(text: &str) -> Result<Vec<LevelEntry>, Diagnostic> {
    read_with(text, &ReadOptions::default())
}

/// [`read`] with options.
///
/// # Errors
/// As [`read`]; the letters can be read in several ways; the name of the format or dialect is unknown.
pub fn read_with(text: &str, options: &ReadOptions) -> Result<Vec<LevelEntry>, Diagnostic> {
    let chosen = options.dialect.as_deref().map(dialect::named).transpose()?;
    let is_open = chosen.is_none() && !options.exact && !options.is_binary;
    let mut read = without_noise(text, options, chosen.as_deref());
    let legend = (is_open && !quality(&read).is_perfect()).then(|| legend::of(text)).flatten();
    if let Some(legend) = legend {
        let (dialect, rest) = legend?;
        let explained = without_noise(&rest.text, options, Some(&dialect));
        if quality(&explained).is_better_than(quality(&read)) {
            let note = format!("read as its legend says: {}", dialect.legend());
            read = explained.map(|reading| reading.map_back(|place| rest.map.origin(place)).with_note(&note));
        }
    }
    let Reading { left_out, mut entries, .. } = read?;
    let is_open = is_open && entries.iter().all(|entry| entry.level.is_err());
    let advice = is_open.then(|| letters::advice(text)).flatten();
    let advised =
        |help: Option<String>| help.into_iter().chain(advice.clone()).reduce(|help, advice| help + "; " + &advice);
    if let Some(Err(error)) = entries.first_mut().map(|first| &mut first.level) {
        error.help = advised(error.help.take());
    }
    let game = OTHER_GAMES.iter().find(|(extension, _)| options.extension.as_deref() == Some(*extension));
    for (entry, (_, game)) in entries.iter_mut().zip(game.into_iter().cycle()) {
        entry.level = Err(other_game(game, entry.place.clone()));
    }
    let Some(first) = entries.first_mut() else {
        let message = if text.trim().is_empty() { "no level: the text is empty" } else { "no level in this text" };
        let help = advised(Some(format!("a board consists of {}", xsb().legend())));
        return Err(Diagnostic { help, ..Diagnostic::new(message) });
    };
    if left_out.is_some() {
        Arc::make_mut(&mut first.metadata).left_out = left_out;
    }
    Ok(entries)
}

/// What is known of the board that `text`, typed so far, ends within, and what is missing.
pub(crate) fn typed_so_far(text: &str) -> Option<String> {
    let reading = as_it_is(text, &ReadOptions::default(), None, usize::MAX).ok();
    let last = reading.filter(|reading| reading.unfinished)?.entries.pop()?;
    let LevelEntry { level: Err(error), place, .. } = last else { return None };
    let rows = text.get(place).map_or(0, |board| lines(board).count());
    Some(format!("{} of a level so far: {}", counted(rows, "row"), error.message))
}

/// How certain it is that a text holds levels, perhaps with what copying has added.
pub(crate) fn confidence(text: &str) -> Confidence {
    of_first_board(text).unwrap_or_else(|| match read(text) {
        Ok(entries) if entries.iter().any(|entry| entry.level.is_ok()) => Confidence::Maybe,
        _ if letters::advice(text).is_some() => Confidence::Faulty,
        _ => Confidence::No,
    })
}

/// How certain it is by the first board of a text as it is.
pub(crate) fn of_first_board(text: &str) -> Option<Confidence> {
    match as_it_is(text, &ReadOptions::default(), None, 1) {
        Ok(reading) if reading.entries.is_empty() => None,
        Ok(reading) if !reading.has_wall => Some(Confidence::Maybe),
        // Several dialects: there are levels either way.
        Ok(_) | Err(_) => Some(Confidence::Sure),
    }
}

/// Whether `name` is the name of a dialect, or gives its letters.
pub(crate) fn is_dialect(name: &str) -> bool {
    dialect::NAMES.contains(&name) || name.contains('=')
}

/// Reads a text as it is or, if that is better, without noise.
fn without_noise(text: &str, options: &ReadOptions, chosen: Option<&Dialect>) -> Result<Reading, Diagnostic> {
    let counts_rows = !options.is_binary && chosen.is_none();
    let read = |text: &str| {
        let read = as_it_is(text, options, chosen, usize::MAX);
        let read = read.map(|reading| if counts_rows { left_out::counted(reading, text) } else { reading });
        let quality = quality(&read);
        (read, quality)
    };
    let (plain, quality) = read(text);
    let is_text = options.format.is_some() || matches!(registry::detected(text, options), Container::Boards(_));
    // The first row of a level shows what is before all of them.
    let may_have_noise = |part: Range<usize>| {
        let row = text[part.end..].find('\n').unwrap_or(0);
        text.get(part.start..part.end + row).is_some_and(noise::may_have_noise)
    };
    let has_noise = || plain.as_ref().is_ok_and(|plain| plain.between(text).into_iter().any(may_have_noise));
    if options.exact || !is_text || (quality.is_perfect() && !has_noise()) {
        return plain;
    }
    let row_in = |line: &str| row_in(line, chosen).or_else(|| open_row(line).filter(|_| options.outside_wall));
    let Some((cleaned, reading)) = noise::clean(text, &row_in, (&plain, quality), read, keeps) else { return plain };
    let reading = reading?.map_back(|place| cleaned.origin(place)).with_note(&cleaned.notes.join("; "));
    Ok(left_out::counted(reading, text))
}

fn quality(reading: &Result<Reading, Diagnostic>) -> Quality {
    let Ok(reading) = reading else { return Quality::NONE };
    let puzzles = reading.entries.iter().filter(|entry| entry.level.is_ok()).count();
    let rows = reading.left_out.filter(|left_out| left_out.what == Omission::Rows).map_or(0, |left_out| left_out.count);
    Quality { puzzles, faults: reading.entries.len() - puzzles + rows }
}

/// Whether all levels of one reading are among those of another, in order. A level may have more rows there: those that
/// were no rows because of the noise in them.
fn keeps(old: &Result<Reading, Diagnostic>, new: &Result<Reading, Diagnostic>) -> bool {
    let (Ok(old), Ok(new)) = (old, new) else { return old.is_err() };
    // Each row is between two bars.
    let board = |entry: &LevelEntry| Some(format!("|{}|", write_line(entry.level.as_ref().ok()?)));
    let mut rest = new.entries.iter().filter_map(board);
    old.entries.iter().filter_map(board).all(|level| rest.any(|other| other.contains(&level)))
}

/// Reads at most `max_levels` levels of a text as it is.
fn as_it_is(
    text: &str,
    options: &ReadOptions,
    chosen: Option<&Dialect>,
    max_levels: usize,
) -> Result<Reading, Diagnostic> {
    let container = match &options.format {
        Some(name) => registry::named(name)?.container,
        None => registry::detected(text, options),
    };
    match (container, chosen) {
        (Container::Text { read, .. } | Container::Bytes { read, .. }, _) => read(text, options, max_levels),
        (Container::Boards(_), Some(dialect)) => reader::read(text, dialect, options, max_levels),
        (Container::Boards(name), None) => {
            let read = if options.format.is_some() { reader::read } else { by_letters };
            read(text, &*dialect::named(name)?, options, max_levels)
        }
    }
}

/// Reads boards in the dialect that their letters belong to; `default` comes first.
fn by_letters(text: &str, default: &Dialect, options: &ReadOptions, max_levels: usize) -> Result<Reading, Diagnostic> {
    let reading = reader::read(text, default, options, max_levels)?;
    if reading.foreign_letters == 0 && (reading.has_wall || reading.first_level().is_some()) {
        return Ok(reading);
    }
    let first = |dialect| Ok((dialect, reader::read(text, dialect, options, 1)?));
    let mut firsts = dialect::guesses(text).map(first).collect::<Result<Vec<_>, Diagnostic>>()?;
    firsts.retain(|(_, first)| first.has_wall);
    let mut boards = FxHashSet::default();
    let is_new = |(_, first): &&(_, Reading)| first.first_level().is_some_and(|level| boards.insert(write_xsb(level)));
    let candidates: Vec<&Dialect> = firsts.iter().filter(is_new).map(|(dialect, _)| *dialect).collect();
    let is_near = |(dialect, first): &&(&Dialect, Reading)| {
        // A dialect to which rows of the board are text is not nearer.
        let is_whole = |whole: &Range<usize>, part: &Range<usize>| part.start <= whole.start && whole.end <= part.end;
        let [own, other] = [&reading, first].map(|reading| reading.entries.first().map(|entry| &entry.place));
        // In other letters of walls than these, much is a board.
        let has_known_wall = dialect.letter(Square::Wall).is_some_and(|wall| matches!(wall, '#' | 'X'));
        has_known_wall && own.zip(other).is_none_or(|(whole, part)| is_whole(whole, part))
    };
    let near = firsts.iter().filter(is_near).map(|(dialect, first)| (*dialect, first.foreign_letters));
    let own = reading.has_wall.then_some((default, reading.foreign_letters));
    let nearest = own.into_iter().chain(near).min_by_key(|(_, foreign)| *foreign).map(|(dialect, _)| dialect);
    let dialect = match candidates[..] {
        [] => nearest.unwrap_or(default),
        [dialect] => dialect,
        _ => {
            let names = candidates.iter().map(|dialect| &*dialect.name).collect::<Vec<_>>().join(" or ");
            let error = Diagnostic::new(format!("the letters can be read as {names}, which gives different levels"));
            return Err(error.help("choose one with --dialect"));
        }
    };
    if dialect == default {
        return Ok(reading);
    }
    let note = format!("read in the dialect {}: {}", dialect.name, dialect.legend());
    Ok(reader::read(text, dialect, options, max_levels)?.with_note(&note))
}
