//! The lines of a text as pieces: rows of tiles, names of boards, arrows, blank lines, comments, and other text.
//!
//! A row ends with its line, with a slash, a bar or a semicolon, or with its list. In it tiles stand side by side (`1221`), or
//! are separated by blanks, commas or bars (`10, 11`, `red blue`, `| 1 | 2 |`). Words of equal length that are no tiles are
//! rows (`RRBG GGBB`). A list is flat (`[1,2,3,4]`) or of rows (`[[1,2],[3,4]]`). Linear in the length of the text.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;

use super::labels::{self, Meaning, Name};
use super::sixteen::{self, Size};
use super::steps::read_steps;
use super::tokens::{self, Kind as Sign, Tile, Token, is_label, is_letter, near_colour};
use crate::rules::MAX_CELLS;

/// How a row is divided into tiles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Split {
    /// Each character is one.
    Letters,
    /// Each word is one.
    Words,
    /// Each two digits are one.
    Pairs,
}

/// A row of tiles.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub(super) place: Range<usize>,
    pub(super) width: usize,
    pub(super) split: Split,
}

impl Row {
    /// The places of its tiles.
    pub(super) fn places(&self, text: &str) -> Vec<Range<usize>> {
        let letters = || tokens::letters(text, self.place.clone()).map(|(at, c)| at..at + c.len_utf8());
        match self.split {
            Split::Words => tokens::words(text, self.place.clone()),
            Split::Letters => letters().collect(),
            Split::Pairs => letters().step_by(2).map(|digit| digit.start..digit.end + 1).collect(),
        }
    }

    pub(super) fn tiles<'t>(&self, text: &'t str) -> Result<Vec<Tile<'t>>, Diagnostic> {
        let tile = |place: Range<usize>| Ok(Tile { label: tokens::label(text, place.clone())?, place });
        self.places(text).into_iter().map(tile).collect()
    }
}

/// Rows that one line or one list has.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, clippy::struct_field_names, reason = "independent observations")]
pub(super) struct Rows {
    pub(super) rows: Vec<Row>,
    /// Whether a separator follows the last row.
    pub(super) is_open: bool,
    /// Whether it is a list, and whether that does not say where its rows end.
    pub(super) is_list: bool,
    pub(super) is_flat: bool,
    /// Whether a board begins here though a row is above it.
    pub(super) is_first: bool,
}

/// What a piece of a text is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    /// Blank lines.
    Blank,
    /// A line without tiles, which stands between boards.
    Divider,
    /// A line that is drawn around the cells of a table.
    Frame,
    Comment,
    /// A line of other text.
    Text,
    Name(Name),
    /// What follows `locked:`.
    Locked,
    /// Steps behind `Moves:` and the like.
    Steps,
    /// The number of rows and columns of the boards below.
    Size,
    /// An arrow; `is_sign` if nothing else is written with it.
    Arrow {
        is_sign: bool,
    },
    Rows(Rows),
    /// A board that cannot be read.
    Fault(Box<Diagnostic>),
    /// What Simon Tatham's Sixteen writes.
    Id(Size),
    Saved,
}

/// A piece of a text.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) place: Range<usize>,
    /// The line where it begins.
    pub(super) line: Range<usize>,
}

impl Piece {
    /// Its rows, unless they are a list.
    pub(super) fn plain(&self) -> Option<&[Row]> {
        match &self.kind {
            Kind::Rows(rows) if !rows.is_list => Some(&rows.rows),
            _ => None,
        }
    }
}

/// A pass over the lines of a text.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    pieces: Vec<Piece>,
    is_saved_game: bool,
    /// The bytes below lines that began lists which were none.
    wasted: usize,
}

/// The pieces of a text, in order.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lines = Lines { text, at, pieces: Vec::new(), is_saved_game: false, wasted: 0 };
    while let Some(line) = lines.next_line() {
        for piece in lines.line(&line) {
            match lines.pieces.last_mut() {
                // Between two frames there is no table.
                Some(last) if matches!((&last.kind, &piece.kind), (Kind::Frame, Kind::Frame)) => {
                    last.kind = Kind::Divider;
                }
                _ => lines.pieces.push(piece),
            }
        }
    }
    beside(text, &lines.pieces)
}

/// The rows of a list, without its brackets, or of a part of a line. A list without lists and slashes in it is flat: its
/// lines are kept as rows.
fn rows(text: &str, tokens: &[Token], is_list: bool) -> Result<Rows, Diagnostic> {
    let has = |kinds: [Sign; 2]| tokens.iter().any(|token| kinds.contains(&token.kind));
    let has_ends = has([Sign::RowEnd, Sign::Bar]);
    let is_flat = is_list && !has([Sign::Open; 2]) && !has_ends;
    let mut found = Rows { is_list, is_flat, ..Rows::default() };
    let (mut words, mut is_separated, mut depth) = (Vec::new(), is_list, 0);
    for token in tokens {
        let place = token.place.clone();
        let is_end = match token.kind {
            Sign::Open if is_list && depth == 0 && !words.is_empty() => return Err(mixed(place)),
            Sign::Word if is_list && depth == 0 && !is_flat && !has_ends && !found.rows.is_empty() => {
                return Err(mixed(place));
            }
            Sign::Word if words.len() > MAX_CELLS || place.len() > 4 * MAX_CELLS => return Err(too_large(place)),
            Sign::RowEnd | Sign::Bar if words.is_empty() && !is_list => {
                let message = format!("row {} is empty", found.rows.len() + 1);
                return Err(Diagnostic::new(message).at(place, "no tile before this"));
            }
            Sign::Other | Sign::Colon => return Err(unknown(text, place)),
            Sign::RowEnd | Sign::Bar => true,
            Sign::Close => is_list,
            kind => kind == Sign::LineEnd && is_flat,
        };
        match token.kind {
            Sign::Word => words.push(place),
            Sign::Comma => is_separated = true,
            Sign::Open => depth += 1,
            Sign::Close => depth -= 1,
            _ => {}
        }
        if is_end {
            found.rows.extend(rows_of_words(text, &std::mem::take(&mut words), is_separated));
            is_separated = is_list;
        }
    }
    found.rows.extend(rows_of_words(text, &words, is_separated));
    found.is_open = tokens.last().is_some_and(|token| matches!(token.kind, Sign::RowEnd | Sign::Bar));
    let (Some(first), Some(last)) = (found.rows.first(), found.rows.last()) else { return Ok(found) };
    let place = first.place.start..last.place.end;
    if found.rows.iter().map(|row| row.width).sum::<usize>() > MAX_CELLS {
        return Err(too_large(place));
    }
    if is_flat {
        let words: Vec<_> = found.rows.iter().flat_map(|row| row.places(text)).collect();
        let is_quoted = text[..place.start].ends_with(['\'', '"']) && words.len() > 1;
        if are_rows(text, &words) || (is_quoted && words.iter().all(|word| word.len() == words.len())) {
            found.rows = words.into_iter().map(|word| row_of_letters(text, word)).collect();
            found.is_flat = false;
        }
    }
    Ok(found)
}

/// The rows that words are: a single word is one of its characters; words of equal length that are no tiles are rows, too.
fn rows_of_words(text: &str, words: &[Range<usize>], is_separated: bool) -> Vec<Row> {
    match words {
        [] => Vec::new(),
        _ if !is_separated && (words.len() == 1 || are_rows(text, words)) => {
            words.iter().map(|word| row_of_letters(text, word.clone())).collect()
        }
        [first, .., last] | [first @ last] => {
            vec![Row { place: first.start..last.end, width: words.len(), split: Split::Words }]
        }
    }
}

impl Lines<'_> {
    /// The next line, without blanks around it.
    fn next_line(&mut self) -> Option<Range<usize>> {
        let rest = self.text.get(self.at..).filter(|rest| !rest.is_empty())?;
        let line = &rest[..rest.find('\n').unwrap_or(rest.len())];
        let start = self.at + line.len() - line.trim_start().len();
        self.at = (self.at + line.len() + 1).min(self.text.len());
        Some(start..start + line.trim().len())
    }

    /// The pieces of a line.
    fn line(&mut self, place: &Range<usize>) -> Vec<Piece> {
        let line = &self.text[place.clone()];
        let piece = |kind, part| Piece { kind, place: part, line: place.clone() };
        let kind = if line.is_empty() {
            Kind::Blank
        } else if line.starts_with(';') {
            Kind::Comment
        } else if let Some(size) = Size::of_id(line) {
            let locked = line
                .char_indices()
                .find(|&(at, c)| "lL".contains(c) && labels::behind(Meaning::Locked, &line[at..]).is_some());
            let end = locked.map_or(place.end, |(at, _)| place.start + at);
            let id = piece(Kind::Id(size), place.start..end);
            return std::iter::once(id).chain(locked.map(|_| self.locked(end, place))).collect();
        } else if sixteen::field(line).is_some_and(|(key, _)| self.is_saved_game || key == "SAVEFILE") {
            self.is_saved_game = true;
            Kind::Saved
        } else if let Some(kind) = drawn(line) {
            kind
        } else if let Some(name) = labels::name_of_line(&line[labels::of_row(line)..]).filter(|_| !self.is_row(line)) {
            Kind::Name(name)
        } else if let Some(steps) = self.steps(place) {
            return vec![piece(Kind::Steps, steps)];
        } else {
            let start = place.start + labels::behind(Meaning::Size, line).unwrap_or_else(|| labels::of_row(line));
            let (tokens, comment) = tokens::tokens(self.text, start..place.end);
            if let Some(mut found) = self.parts(place, tokens).filter(|found| !found.is_empty()) {
                found.extend((comment < place.end).then(|| piece(Kind::Comment, comment..place.end)));
                return found;
            }
            Kind::Text
        };
        vec![piece(kind, place.clone())]
    }

    /// Whether a word that names a board is a row of the board that a keyword or an arrow begins.
    fn is_row(&self, word: &str) -> bool {
        let rows = self.pieces.iter().rev().take_while(|piece| matches!(piece.kind, Kind::Rows(_))).count();
        let is_like = match self.pieces.last().map(|piece| &piece.kind) {
            Some(Kind::Rows(rows)) => rows.rows.last().is_some_and(|row| row.width == word.chars().count()),
            _ => true,
        };
        let begins = |kind: &Kind| match kind {
            Kind::Name(name) => name.is_keyword,
            kind => matches!(kind, Kind::Arrow { .. }),
        };
        let before = self.pieces.iter().rev().nth(rows);
        is_like && word.chars().all(char::is_alphanumeric) && before.is_some_and(|piece| begins(&piece.kind))
    }

    /// The place of the steps of a line `Moves: ..`, or of the line below it.
    fn steps(&mut self, place: &Range<usize>) -> Option<Range<usize>> {
        let start = place.start + labels::behind(Meaning::Solution, &self.text[place.clone()])?;
        let (at, mut steps) = (self.at, start..place.end);
        if self.text[steps.clone()].trim().is_empty() {
            steps = self.next_line()?;
        }
        let is_read = read_steps(&self.text[steps.clone()]).is_ok_and(|steps| !steps.is_empty());
        self.at = if is_read { self.at } else { at };
        is_read.then_some(steps)
    }

    /// The pieces of a line with boards, names of boards and arrows; `None` if it has anything else, and no sign that it
    /// must be a shifter. A list may go on in the lines below.
    fn parts(&mut self, line: &Range<usize>, mut tokens: Vec<Token>) -> Option<Vec<Piece>> {
        let (text, before) = (self.text, self.at);
        let is_sign = |token: &Token| token.kind == Sign::Arrow && text[token.place.clone()].ends_with("->");
        let first = tokens.iter().take_while(|token| token.kind == Sign::Open).count();
        let is_strict = !tokens.iter().any(is_sign) && !is_keyword(text, &tokens[first..]);
        simplify(text, &mut tokens);
        // Behind a target that is named without a colon, so may its source be.
        let is_target_first = bare_name(text, &tokens).is_some_and(|(name, _)| !name.is_source);
        let (mut found, mut at) = (Vec::new(), 0);
        while at < tokens.len() {
            let start = at;
            let next = |at: usize| {
                let may_be_named = |(name, _): &(Name, usize)| at == 0 || (name.is_source && is_target_first);
                let name = labels::name_at(text, &tokens[at..])
                    .or_else(|| bare_name(text, &tokens[at..]).filter(may_be_named));
                let place = tokens[at].place.clone();
                if let Some((name, length)) = name {
                    Some((Kind::Name(name), length))
                } else if labels::behind(Meaning::Locked, &text[place.start..line.end.max(place.start)]).is_some() {
                    Some((Kind::Locked, tokens.len() - at))
                } else {
                    let is_sign = !text[place].contains(char::is_alphabetic);
                    (tokens[at].kind == Sign::Arrow).then_some((Kind::Arrow { is_sign }, 1))
                }
            };
            let begins_list = |at: usize| tokens[at].kind == Sign::Open && is_list(text, &tokens[at..]);
            let read = if let Some((kind, length)) = next(at) {
                at += length;
                Ok(kind)
            } else if begins_list(at) {
                let may_go_on = !is_strict || self.wasted <= 4 * text.len();
                self.close(&mut tokens, at, may_go_on).and_then(|end| {
                    at = end + 1;
                    rows(text, &tokens[start + 1..end], true).map(Kind::Rows)
                })
            } else {
                let is_end = |at: &usize| begins_list(*at) || next(*at).is_some();
                at = (start..tokens.len()).find(is_end).unwrap_or(tokens.len());
                rows(text, &tokens[start..at], false).map(Kind::Rows)
            };
            let (kind, place) = match read {
                Ok(Kind::Rows(rows)) if rows.rows.is_empty() => continue,
                Ok(Kind::Rows(rows)) if is_strict && !are_labels(text, &rows) => {
                    self.wasted += self.at - before;
                    self.at = before;
                    return None;
                }
                Ok(Kind::Rows(rows)) => {
                    let place = rows.rows[0].place.start..rows.rows.last().map_or(0, |row| row.place.end);
                    (Kind::Rows(rows), place)
                }
                Ok(Kind::Locked) => {
                    found.push(self.locked(tokens[start].place.start, line));
                    continue;
                }
                Ok(kind) => (kind, tokens[start].place.start..tokens[at - 1].place.end),
                Err(_) if is_strict => {
                    self.wasted += self.at - before;
                    self.at = before;
                    return None;
                }
                Err(error) => {
                    at = tokens.len();
                    let place = error.place.clone().unwrap_or_default();
                    (Kind::Fault(Box::new(error)), place)
                }
            };
            found.push(Piece { kind, place, line: line.clone() });
        }
        // A title may have the word `to`, arrows, or the name of a board behind other words.
        let is_row = |piece: &Piece| matches!(&piece.kind, Kind::Rows(rows) if rows.rows.len() < 2 && !rows.is_list);
        let is_source = |piece: &Piece| matches!(piece.kind, Kind::Name(name) if name.is_keyword && name.is_source);
        let arrows: Vec<&Piece> = found.iter().filter(|piece| matches!(piece.kind, Kind::Arrow { .. })).collect();
        let has_letters = |piece: &Piece| text[piece.place.clone()].contains(char::is_alphabetic);
        let is_word = arrows.iter().any(|arrow| has_letters(arrow));
        let is_title = (is_word && found.iter().any(is_row))
            || arrows.len() > 1
            || (arrows.len() == found.len() && tokens.len() > 1)
            || found.windows(2).any(|pair| is_row(&pair[0]) && has_letters(&pair[0]) && is_source(&pair[1]));
        (!is_strict || !is_title).then_some(found)
    }

    /// The index of the bracket that closes the list at `start`; adds the tokens of the lines below that it has.
    fn close(&mut self, tokens: &mut Vec<Token>, start: usize, may_go_on: bool) -> Result<usize, Diagnostic> {
        let open = tokens[start].place.clone();
        let unclosed = || Diagnostic::new("the list is not closed").at(open.start..open.start + 1, "no ']' for this");
        let (mut depth, mut at) = (0, start);
        loop {
            let Some(token) = tokens.get(at) else {
                let here = self.at;
                // Many brackets that are never closed must not take quadratic time.
                let line = may_go_on.then(|| self.next_line()).flatten().ok_or_else(unclosed)?;
                tokens.push(Token { kind: Sign::LineEnd, place: line.start..line.start });
                tokens.extend(tokens::tokens(self.text, line).0);
                if is_keyword(self.text, &tokens[at + 1..]) {
                    self.at = here;
                    return Err(unclosed());
                }
                continue;
            };
            match token.kind {
                Sign::Arrow => return Err(unclosed()),
                Sign::Word if labels::name_at(self.text, &tokens[at..]).is_some() => return Err(unclosed()),
                Sign::Open if depth < 2 => depth += 1,
                Sign::Open | Sign::Other | Sign::Colon => return Err(unknown(self.text, token.place.clone())),
                Sign::Close if depth == 1 => return Ok(at),
                Sign::Close => depth -= 1,
                _ => {}
            }
            at += 1;
        }
    }

    /// The piece of the lines that are locked, up to a comment.
    fn locked(&self, start: usize, line: &Range<usize>) -> Piece {
        let end = self.text[start..line.end].find([';', '#']).map_or(line.end, |end| start + end);
        Piece { kind: Kind::Locked, place: start..end, line: line.clone() }
    }
}

/// Whether a line begins with `source` or `target` and a colon.
fn is_keyword(text: &str, tokens: &[Token]) -> bool {
    labels::name_at(text, tokens).is_some_and(|(name, _)| name.is_keyword)
}

/// Makes two boards of lines that have a row of both, the source on the left, as they are copied from a picture or a table.
fn beside(text: &str, pieces: &[Piece]) -> Vec<Piece> {
    let lines: Vec<&[Piece]> = pieces.chunk_by(|one, other| one.line == other.line).collect();
    let (mut found, mut rest) = (Vec::new(), lines.as_slice());
    while let Some(first) = rest.first() {
        let (mut boards, mut arrows) = ([Rows::default(), Rows::default()], 0);
        for (rows, has_arrow) in rest.iter().map_while(|line| two_rows(text, line)) {
            if boards[0].rows.first().is_some_and(|row| row.width != rows[0].width) {
                break;
            }
            boards.iter_mut().zip(rows).for_each(|(board, row)| board.rows.push(row));
            arrows += usize::from(has_arrow);
        }
        let [left, right] = boards.each_ref().map(|board| board.rows.as_slice());
        let count = left.len();
        let have_same_tiles = || sorted(text, left) == sorted(text, right);
        // Lines `ROW -> ROW` may be puzzles of their own, if each is solved by turning it, or a board in itself.
        let mut pairs = left.iter().zip(right);
        let mut is_one = || {
            (count > 2 && left[0].width == count)
                || pairs.any(|(row, wanted)| !is_turned(text, row, wanted) && !divide(text, &mut vec![row.clone()]))
        };
        let is_board = (2..=MAX_SIDE).contains(&count)
            && (arrows > 0 && arrows < count || have_same_tiles() && (arrows == 0 || is_one()));
        if is_board {
            let place = |rows: &[Row]| rows[0].place.start..rows[count - 1].place.end;
            let places = [place(left), place(right), place(right)];
            let [left, right] = boards.map(Kind::Rows);
            let kinds = [left, Kind::Arrow { is_sign: arrows > 0 }, right];
            let piece = |(kind, place)| Piece { kind, place, line: first[0].line.clone() };
            found.extend(kinds.into_iter().zip(places).map(piece));
        } else {
            rest[..count.max(1)].iter().for_each(|line| found.extend_from_slice(line));
        }
        rest = &rest[count.max(1)..];
    }
    found
}

/// Two rows of the same width in a line with an arrow, a bar, a tab or the widest gap between them, and whether that is an
/// arrow.
fn two_rows(text: &str, line: &[Piece]) -> Option<([Row; 2], bool)> {
    let is_gap = |gap: &str| gap.trim().is_empty() && (gap.len() > 1 || gap.contains('\t'));
    let (rows, has_arrow) = match line {
        [left, Piece { kind: Kind::Arrow { is_sign: true }, .. }, right, ..] => {
            let ([left], [right]) = (left.plain()?, right.plain()?) else { return None };
            ([left.clone(), right.clone()], true)
        }
        [rows, ..] => match rows.plain()? {
            [left, right] => {
                let gap = &text[left.place.end..right.place.start];
                (is_gap(gap) || !gap.contains(['/', ';'])).then_some(())?;
                ([left.clone(), right.clone()], false)
            }
            [row] if row.split == Split::Words => {
                let words = row.places(text);
                let (left, right) = words.split_at(widest_gap(text, &words)?);
                let half = |words| rows_of_words(text, words, false).pop();
                ([half(left)?, half(right)?], false)
            }
            _ => return None,
        },
        [] => return None,
    };
    let is_alone = line.iter().skip(if has_arrow { 3 } else { 1 }).all(|it| matches!(it.kind, Kind::Comment));
    (is_alone && rows[0].width == rows[1].width && rows[0].width > 1).then_some((rows, has_arrow))
}

/// The most rows of boards side by side.
const MAX_SIDE: usize = 32;

/// A line that is drawn between boards or around cells.
fn drawn(line: &str) -> Option<Kind> {
    let is_frame = |c: char| "|+".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    if line.contains(|c| is_letter(c) || "[(>".contains(c) || ('\u{2190}'..'\u{2500}').contains(&c)) {
        return None;
    }
    let is_rule = line.contains(is_frame) && line.chars().filter(|c| !" |:".contains(*c)).count() > 2;
    Some(if is_rule { Kind::Frame } else { Kind::Divider })
}

/// Makes commas of what separates the tiles of a table, brackets around each tile and full stops between letters, and an
/// arrow of the word `to` or `into` in the middle.
fn simplify(text: &str, tokens: &mut Vec<Token>) {
    let of = |token: &Token| &text[token.place.clone()];
    let is_cell = |cell: &[Token]| cell.iter().map(|token| token.kind).eq([Sign::Open, Sign::Word, Sign::Close]);
    if tokens.len() > 3 && tokens.chunks(3).all(is_cell) {
        tokens.retain(|token| token.kind == Sign::Word);
    }
    let is_one =
        |part: &[Token]| part.len() < 2 && part.iter().all(|it| tokens::letters(text, it.place.clone()).count() == 1);
    let is_bar = |token: &Token| token.kind == Sign::Bar;
    let is_table =
        tokens.first().is_some_and(is_bar) || (tokens.iter().any(is_bar) && tokens.split(is_bar).all(is_one));
    if is_table && tokens.iter().all(|token| !matches!(token.kind, Sign::RowEnd | Sign::Arrow)) {
        let has_cells = tokens.iter().filter(|token| token.kind == Sign::Word).count() > 1;
        tokens.retain(|token| has_cells || !is_bar(token));
        tokens.iter_mut().filter(|token| is_bar(token)).for_each(|token| token.kind = Sign::Comma);
    }
    let is_letter = |token: &Token| {
        token.kind == Sign::Word && of(token).chars().count() == 1 && !of(token).contains(|c: char| c.is_ascii_digit())
    };
    if tokens.len() > 4 && tokens.iter().all(|token| is_letter(token) || of(token) == ".") {
        tokens.retain(is_letter);
    }
    let name = |at: usize| tokens.get(at).and_then(|token| labels::bare_name(of(token)));
    let first = usize::from(name(0).is_some() && tokens.len().is_multiple_of(2));
    let middle = first + (tokens.len() - first) / 2;
    let is_beside = |at: usize| tokens.get(at).is_some_and(|it| it.kind != Sign::RowEnd);
    let is_to =
        ["to", "into"].iter().any(|word| tokens.get(middle).is_some_and(|it| of(it).eq_ignore_ascii_case(word)));
    let is_target = first > 0 && name(middle).is_some_and(|name| !name.is_source);
    if tokens.iter().all(|token| !matches!(token.kind, Sign::Arrow | Sign::Colon))
        && (is_to || is_target)
        && is_beside(middle.wrapping_sub(1))
        && is_beside(middle + 1)
    {
        tokens[middle].kind = Sign::Arrow;
    }
}

/// The name without a colon that begins a line with a board.
fn bare_name(text: &str, tokens: &[Token]) -> Option<(Name, usize)> {
    let is_board = |token: &Token| matches!(token.kind, Sign::RowEnd | Sign::Open | Sign::Arrow);
    let begins = matches!(tokens.get(1)?.kind, Sign::Word | Sign::Open) && tokens.iter().any(is_board);
    Some((labels::bare_name(&text[tokens[0].place.clone()]).filter(|_| begins)?, 1))
}

fn row_of_letters(text: &str, word: Range<usize>) -> Row {
    Row { width: tokens::letters(text, word.clone()).count(), place: word, split: Split::Letters }
}

/// Whether words are rows, not tiles: equally long, and not all of them are tiles. A number and a word may be an amount.
fn are_rows(text: &str, words: &[Range<usize>]) -> bool {
    let length = |word: &Range<usize>| tokens::letters(text, word.clone()).count();
    let consist_of = |is_of: fn(char) -> bool| words.iter().any(|word| text[word.clone()].chars().all(is_of));
    let first = words.first().map_or(0, length);
    words.len() > 1
        && !(consist_of(|letter| letter.is_ascii_digit()) && consist_of(char::is_lowercase))
        && first > 1
        && words.iter().all(|word| length(word) == first)
        && !words.iter().all(|word| is_label(&text[word.clone()]))
}

/// Whether all words in place of tiles are tiles, of which one may be the name of a colour with a mistake.
fn are_labels(text: &str, rows: &Rows) -> bool {
    let words = rows.rows.iter().filter(|row| row.split == Split::Words).flat_map(|row| row.places(text));
    let wrong: Vec<_> = words.filter(|word| !is_label(&text[word.clone()])).take(2).collect();
    wrong.len() < 2 && wrong.into_iter().all(|word| near_colour(&text[word]).is_some())
}

/// Whether an opening bracket begins a list, not an object with named boards or a list of boards.
fn is_list(text: &str, tokens: &[Token]) -> bool {
    let is_outer = tokens.len() > 2 && tokens[..3].iter().all(|token| token.kind == Sign::Open);
    let is_object = tokens.len() == 1 && text[tokens[0].place.clone()].starts_with('{');
    !is_outer && !is_object && labels::name_at(text, &tokens[1..]).is_none()
}

/// The index of the word behind the only tab, or behind the widest run of blanks: at least two, and wider than all others.
fn widest_gap(text: &str, words: &[Range<usize>]) -> Option<usize> {
    let gaps = || (1..words.len()).map(|at| (&text[words[at - 1].end..words[at].start], at));
    let mut tabs = gaps().filter(|(gap, _)| gap.contains('\t'));
    if let (Some((_, tab)), None) = (tabs.next(), tabs.next()) {
        return Some(tab);
    }
    let (widest, at) = gaps().max_by_key(|(gap, _)| gap.len())?;
    let is_only = gaps().filter(|(gap, _)| gap.len() == widest.len()).count() == 1;
    (widest.len() > 1 && is_only).then_some(at)
}

/// The labels of the tiles of rows in alphabetical order, which are equal for boards with the same tiles.
pub(super) fn sorted<'t>(text: &'t str, rows: &[Row]) -> Vec<&'t str> {
    let tiles = rows.iter().flat_map(|row| row.tiles(text).unwrap_or_default());
    let mut labels: Vec<&str> = tiles.map(|tile| tile.label).collect();
    labels.sort_unstable();
    labels
}

/// Whether the tiles of a row are those of another one, shifted.
pub(super) fn is_turned(text: &str, row: &Row, other: &Row) -> bool {
    let written = |row: &Row| -> String {
        let tiles = row.tiles(text).unwrap_or_default();
        tiles.iter().flat_map(|tile| [",", tile.label, ","]).collect()
    };
    row.width == other.width && written(row).repeat(2).contains(&written(other))
}

/// Divides rows of digits that are no rows of tiles of one digit each: the numbers of a single row, as many as each has
/// digits (`121 213 321`), and digits that are different tiles of two digits each, up to the number of tiles.
pub(super) fn divide(text: &str, rows: &mut Vec<Row>) -> bool {
    let words: Vec<Range<usize>> = rows.iter().flat_map(|row| tokens::words(text, row.place.clone())).collect();
    let length = words.first().map_or(0, Range::len);
    let are_numbers =
        words.iter().all(|word| word.len() == length && text[word.clone()].bytes().all(|byte| byte.is_ascii_digit()));
    if !are_numbers || length < 2 {
        return false;
    }
    let count = words.len() * length / 2;
    let side = count.isqrt();
    let mut is_known = vec![false; count + 1];
    let mut is_new = |pair: &[u8]| {
        let number = usize::from(pair[0] - b'0') * 10 + usize::from(pair[1] - b'0');
        is_known.get_mut(number).is_some_and(|known| !std::mem::replace(known, true))
    };
    let are_pairs = (10..=100).contains(&count)
        && length.is_multiple_of(2)
        && length > 2
        && (words.len() > 1 || side * side == count)
        && words.iter().all(|word| text.as_bytes()[word.clone()].chunks(2).all(&mut is_new));
    if are_pairs {
        let width = if words.len() == 1 { 2 * side } else { length };
        let row = |start: usize| Row { place: start..start + width, width: width / 2, split: Split::Pairs };
        *rows = words.iter().flat_map(|word| word.clone().step_by(width)).map(row).collect();
        return true;
    }
    if let [Row { split: Split::Words, place, .. }] = rows.as_slice()
        && words.len() > 2
        && words.len() == length
        && !text[place.clone()].contains(',')
    {
        *rows = words.into_iter().map(|word| row_of_letters(text, word)).collect();
    }
    false
}

fn too_large(place: Range<usize>) -> Diagnostic {
    Diagnostic::new(format!("the board has more than {MAX_CELLS} tiles"))
        .at(place, "too many")
        .help(format!("a board has at most {MAX_CELLS} tiles, for instance 32 rows of 32"))
}

fn mixed(place: Range<usize>) -> Diagnostic {
    Diagnostic::new("a list of both tiles and rows")
        .at(place, "here")
        .help("write all rows as lists, [[1,2],[3,4]], or none, [1,2,3,4]")
}

/// The error about a character that no board has.
pub(super) fn unknown(text: &str, place: Range<usize>) -> Diagnostic {
    let found = text[place.start..].chars().next().unwrap_or(' ');
    Diagnostic::new(format!("unknown character '{}' in a board", found.escape_debug()))
        .at(place.start..(place.start + found.len_utf8()).min(text.len()), "not a tile")
        .help("tiles are digits, letters, or numbers separated by commas or blanks; ? in a target accepts any tile")
}
