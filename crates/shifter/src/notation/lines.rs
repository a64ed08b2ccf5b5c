//! The lines of a text as pieces: rows of tiles, names of boards, arrows, blank lines, comments, and other text.
//!
//! A row ends with its line, with a slash, a bar or a semicolon, or with its list. In it tiles stand side by side (`1221`), or
//! are separated by blanks, commas or bars (`10, 11`, `red blue`, `| 1 | 2 |`). Words of equal length that are no tiles are
//! rows (`RRBG GGBB`). A list is flat (`[1,2,3,4]`) or of rows (`[[1,2],[3,4]]`). Linear in the length of the text.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;

use super::labels::{self, Name};
use super::sixteen::{self, Field, Size};
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
    /// So many lines of other text, of which the place is that of the last one.
    Text(usize),
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
    Seed,
    Saved(Field),
}

/// A piece of a text.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub(super) kind: Kind,
    pub(super) place: Range<usize>,
    /// The line where it begins.
    pub(super) line: Range<usize>,
}

/// A pass over the lines of a text.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    pieces: Vec<Piece>,
    is_saved_game: bool,
    /// Where the lines end that are known to be no boards side by side.
    tried: usize,
    /// The bytes below lines that began lists which were none.
    wasted: usize,
}

/// The pieces of a text, in order.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lines = Lines { text, at, pieces: Vec::new(), is_saved_game: false, tried: 0, wasted: 0 };
    while let Some(line) = lines.next_line() {
        let pieces = lines.line(&line);
        for piece in pieces {
            lines.push(piece);
        }
    }
    lines.pieces
}

/// The board that is being read.
#[derive(Default)]
struct Open {
    rows: Rows,
    words: Vec<Range<usize>>,
    is_separated: bool,
    depth: usize,
    /// Whether a list has slashes.
    has_ends: bool,
    start: usize,
}

impl Open {
    /// Ends a row. A single word is a row of its characters; words of equal length that are no tiles are rows, too.
    fn end_row(&mut self, text: &str) {
        let words = std::mem::take(&mut self.words);
        let is_separated = std::mem::take(&mut self.is_separated) || self.rows.is_list;
        match words.as_slice() {
            [] => {}
            words if !is_separated && (words.len() == 1 || are_rows(text, words)) => {
                self.rows.rows.extend(words.iter().map(|word| row_of_letters(text, word.clone())));
            }
            [first, .., last] | [first @ last] => {
                let place = first.start..last.end;
                self.rows.rows.push(Row { place, width: words.len(), split: Split::Words });
            }
        }
    }

    /// The rows so far, and their place.
    fn end(&mut self, text: &str) -> Result<Option<(Rows, Range<usize>)>, Diagnostic> {
        self.end_row(text);
        let mut rows = std::mem::take(self).rows;
        let (Some(first), Some(last)) = (rows.rows.first(), rows.rows.last()) else { return Ok(None) };
        let place = first.place.start..last.place.end;
        if rows.rows.iter().map(|row| row.width).sum::<usize>() > MAX_CELLS {
            return Err(too_large(place));
        }
        if rows.is_flat {
            let words: Vec<_> = rows.rows.iter().flat_map(|row| row.places(text)).collect();
            let is_quoted =
                text[..place.start].ends_with(['\'', '"']) && words[0].len() == words.len() && words.len() > 1;
            if are_rows(text, &words) || (is_quoted && words.iter().all(|word| word.len() == words.len())) {
                rows.rows = words.into_iter().map(|word| row_of_letters(text, word)).collect();
                rows.is_flat = false;
            }
        }
        Ok(Some((rows, place)))
    }

    /// Takes the next token in, which begins or ends a list, a row or a tile.
    fn take(&mut self, text: &str, token: &Token) -> Result<(), Diagnostic> {
        let place = token.place.clone();
        match token.kind {
            Sign::Open
                if self.depth == 1 && !(self.words.is_empty() && (!self.rows.is_flat || self.rows.rows.is_empty())) =>
            {
                return Err(mixed(place));
            }
            Sign::Open if self.depth < 2 => {
                (self.rows.is_list, self.rows.is_flat) = (true, self.depth == 0);
                self.depth += 1;
            }
            Sign::Close => {
                self.end_row(text);
                self.depth -= 1;
            }
            Sign::LineEnd if !self.rows.is_flat => {}
            Sign::LineEnd => self.end_row(text),
            Sign::RowEnd | Sign::Bar if self.words.is_empty() && self.depth == 0 => {
                let message = format!("row {} is empty", self.rows.rows.len() + 1);
                return Err(Diagnostic::new(message).at(place, "no tile before this"));
            }
            Sign::RowEnd | Sign::Bar => {
                self.end_row(text);
                (self.rows.is_open, self.rows.is_flat, self.has_ends) = (true, false, true);
            }
            Sign::Comma => self.is_separated = true,
            Sign::Word if self.depth == 1 && !self.rows.is_flat && !self.has_ends => return Err(mixed(place)),
            Sign::Word if self.words.len() > MAX_CELLS || place.len() > 4 * MAX_CELLS => return Err(too_large(place)),
            Sign::Word => {
                self.rows.is_open = false;
                self.words.push(place);
            }
            _ => return Err(unknown(text, place)),
        }
        Ok(())
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
        let kind = if line.is_empty() {
            Kind::Blank
        } else if line.starts_with(';') {
            Kind::Comment
        } else if let Some(size) = sixteen::size(line) {
            let locked = line.char_indices().find(|&(at, c)| "lL".contains(c) && labels::locked(&line[at..]).is_some());
            let end = locked.map_or(place.end, |(at, _)| place.start + at);
            let mut found = vec![Piece { kind: Kind::Id(size), place: place.start..end, line: place.clone() }];
            found.extend(locked.map(|_| self.locked(end, place)));
            return found;
        } else if let Some(kind) = self.sixteen(line).or_else(|| drawn(line)) {
            kind
        } else if let Some(name) = labels::name_of_line(&line[labels::of_row(line)..]).filter(|_| !self.is_row(line)) {
            Kind::Name(name)
        } else if let Some(steps) = self.steps(place) {
            return vec![Piece { kind: Kind::Steps, place: steps, line: place.clone() }];
        } else {
            let start = place.start + labels::size(line).unwrap_or_else(|| labels::of_row(line));
            let (tokens, comment) = tokens::tokens(self.text, start..place.end);
            let found = self.beside(place).or_else(|| self.parts(place, tokens));
            if let Some(mut found) = found.filter(|found| !found.is_empty()) {
                if comment < place.end {
                    found.push(Piece { kind: Kind::Comment, place: comment..place.end, line: place.clone() });
                }
                return found;
            }
            Kind::Text(1)
        };
        vec![Piece { kind, place: place.clone(), line: place.clone() }]
    }

    fn push(&mut self, piece: Piece) {
        match (self.pieces.last_mut(), &piece.kind) {
            (Some(Piece { kind: Kind::Blank, .. }), Kind::Blank)
            | (Some(Piece { kind: Kind::Divider, .. }), Kind::Divider) => {}
            // Between two frames there is no table.
            (Some(last @ Piece { kind: Kind::Frame, .. }), Kind::Frame) => last.kind = Kind::Divider,
            (Some(Piece { kind: Kind::Text(count), place, line }), Kind::Text(more)) => {
                *count += more;
                (*place, *line) = (piece.place, piece.line);
            }
            _ => self.pieces.push(piece),
        }
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

    /// What Sixteen writes.
    fn sixteen(&mut self, line: &str) -> Option<Kind> {
        if let Some((field, _)) = sixteen::field(line).filter(|(field, _)| self.is_saved_game || *field == Field::Begin)
        {
            self.is_saved_game = true;
            return Some(Kind::Saved(field));
        }
        sixteen::is_seed(line).then_some(Kind::Seed)
    }

    /// The place of the steps of a line `Moves: ..`, or of the line below it.
    fn steps(&mut self, place: &Range<usize>) -> Option<Range<usize>> {
        let start = place.start + labels::solution(&self.text[place.clone()])?;
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
        let name_at = |tokens: &[Token]| labels::name_at(text, tokens);
        let is_keyword = |tokens: &[Token]| name_at(tokens).is_some_and(|(name, _)| name.is_keyword);
        let first = tokens.iter().take_while(|token| token.kind == Sign::Open).count();
        let is_strict = !tokens.iter().any(is_sign) && !is_keyword(&tokens[first..]);
        simplify(text, &mut tokens);
        let mut found: Vec<Piece> = Vec::new();
        let is_target_first = bare_name(text, &tokens).is_some_and(|(name, _)| !name.is_source);
        let (mut open, mut fault, mut at) = (Open::default(), None, 0);
        let unclosed =
            |open: &Open| Diagnostic::new("the list is not closed").at(open.start..open.start + 1, "no ']' for this");
        while fault.is_none() {
            let Some(token) = tokens.get(at).cloned() else {
                if open.depth == 0 {
                    break;
                }
                let here = self.at;
                // Many brackets that are never closed must not take quadratic time.
                let may_go_on = !is_strict || self.wasted <= 4 * text.len();
                match may_go_on.then(|| self.next_line()).flatten() {
                    None => fault = Some(unclosed(&open)),
                    Some(line) => {
                        tokens.push(Token { kind: Sign::LineEnd, place: line.start..line.start });
                        tokens.extend(tokens::tokens(text, line).0);
                        if is_keyword(&tokens[at + 1..]) {
                            (self.at, fault) = (here, Some(unclosed(&open)));
                        }
                    }
                }
                continue;
            };
            let place = token.place.clone();
            // Behind a target that is named without a colon, so may its source be.
            let may_be_named = |name: &Name| at == 0 || (name.is_source && is_target_first);
            let name = name_at(&tokens[at..])
                .or_else(|| bare_name(text, &tokens[at..]).filter(|(name, _)| may_be_named(name)));
            let kind = if let Some((name, length)) = name {
                at += length - 1;
                Some(Kind::Name(name))
            } else if labels::locked(&text[place.start..line.end.max(place.start)]).is_some() {
                Some(Kind::Locked)
            } else {
                (token.kind == Sign::Arrow)
                    .then(|| Kind::Arrow { is_sign: !text[place.clone()].contains(char::is_alphabetic) })
            };
            let is_skipped = open.depth == 0
                && (token.kind == Sign::Close || (token.kind == Sign::Open && !is_list(text, &tokens[at..])));
            let is_start = open.depth == 0 && token.kind == Sign::Open && !is_skipped;
            let is_end = open.depth == 1 && token.kind == Sign::Close;
            if kind.is_some() && open.depth > 0 {
                fault = Some(unclosed(&open));
            } else if kind.is_none() && !is_skipped && !is_start {
                fault = open.take(text, &token).err();
            }
            if matches!(kind, Some(Kind::Name(_))) && open.words.len() == 1 {
                open.is_separated = false;
            }
            let is_last = at + 1 >= tokens.len() && open.depth == 0;
            if fault.is_none() && (kind.is_some() || is_start || is_end || is_last) {
                match open.end(text) {
                    Ok(Some((rows, _))) if is_strict && !are_labels(text, &rows) => {
                        fault = Some(unknown(text, place.clone()));
                    }
                    Ok(Some((rows, place))) => found.push(Piece { kind: Kind::Rows(rows), place, line: line.clone() }),
                    Ok(None) => {}
                    Err(error) => fault = Some(error),
                }
            }
            if is_start {
                open.start = place.start;
                _ = open.take(text, &token);
            }
            at += 1;
            match kind.filter(|_| fault.is_none()) {
                Some(Kind::Locked) => {
                    found.push(self.locked(place.start, line));
                    break;
                }
                Some(kind) => {
                    found.push(Piece { kind, place: place.start..tokens[at - 1].place.end, line: line.clone() });
                }
                None => {}
            }
        }
        if let Some(error) = fault {
            if is_strict {
                self.wasted += self.at - before;
                self.at = before;
                return None;
            }
            let place = error.place.clone().unwrap_or_default();
            found.push(Piece { kind: Kind::Fault(Box::new(error)), place, line: line.clone() });
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

    /// The piece of the lines that are locked, up to a comment.
    fn locked(&self, start: usize, line: &Range<usize>) -> Piece {
        let end = self.text[start..line.end].find([';', '#']).map_or(line.end, |end| start + end);
        Piece { kind: Kind::Locked, place: start..end, line: line.clone() }
    }

    /// Reads the source on the left and the target on the right, as they are copied from a picture or a table: each line
    /// has a row of both.
    fn beside(&mut self, place: &Range<usize>) -> Option<Vec<Piece>> {
        if place.start < self.tried {
            return None;
        }
        let before = self.at;
        let (mut left, mut right, mut arrows) = (Rows::default(), Rows::default(), 0);
        let (mut line, mut end) = (place.clone(), before);
        while let Some(([first, second], has_arrow)) = self.two_rows(&line) {
            if left.rows.first().is_some_and(|row| row.width != first.width) {
                break;
            }
            left.rows.push(first);
            right.rows.push(second);
            arrows += usize::from(has_arrow);
            end = self.at;
            match self.next_line() {
                Some(next) => line = next,
                None => break,
            }
        }
        let count = left.rows.len();
        let have_same_tiles = || sorted(self.text, &left.rows) == sorted(self.text, &right.rows);
        // Lines `ROW -> ROW` may be puzzles of their own, if each is solved by turning it.
        let mut pairs = left.rows.iter().zip(&right.rows);
        let mut is_one = || {
            (count > 2 && left.rows[0].width == count) || pairs.any(|(row, wanted)| !is_turned(self.text, row, wanted))
        };
        let is_board = (2..=MAX_SIDE).contains(&count)
            && (arrows > 0 && arrows < count || have_same_tiles() && (arrows == 0 || is_one()));
        (self.tried, self.at) = (end, if is_board { end } else { before });
        let piece = |kind, rows: &Rows| {
            Some(Piece {
                kind,
                place: rows.rows.first()?.place.start..rows.rows.last()?.place.end,
                line: place.clone(),
            })
        };
        let arrow = piece(Kind::Arrow { is_sign: arrows > 0 }, &right)?;
        let (first, second) = (piece(Kind::Rows(left.clone()), &left)?, piece(Kind::Rows(right.clone()), &right)?);
        is_board.then(|| vec![first, arrow, second])
    }

    /// Two rows of the same width in a line with an arrow, a bar, a tab or the widest gap between them, and whether that is
    /// an arrow.
    fn two_rows(&mut self, line: &Range<usize>) -> Option<([Row; 2], bool)> {
        let text = self.text;
        let start = line.start + labels::of_row(&text[line.clone()]);
        let (mut tokens, _) = tokens::tokens(text, start..line.end);
        let has = |kind| tokens.iter().any(|token| token.kind == kind);
        let has_arrow = has(Sign::Arrow);
        if has(Sign::Open) || has(Sign::RowEnd) || tokens.len() < 2 {
            return None;
        }
        if !has_arrow && has(Sign::Bar) {
            let bar = tokens.iter().position(|token| token.kind == Sign::Bar)?;
            tokens[bar].kind = Sign::Arrow;
            let is_double = tokens.get(bar + 1).is_some_and(|next| next.kind == Sign::Bar);
            tokens.drain(bar + 1..bar + 1 + usize::from(is_double));
        } else if !has_arrow {
            let at = widest_gap(text, &tokens)?;
            let place = tokens[at - 1].place.end..tokens[at].place.start;
            tokens.insert(at, Token { kind: Sign::Arrow, place });
        }
        let pieces = self.parts(line, tokens)?;
        let [
            Piece { kind: Kind::Rows(left), .. },
            Piece { kind: Kind::Arrow { .. }, .. },
            Piece { kind: Kind::Rows(right), .. },
        ] = pieces.as_slice()
        else {
            return None;
        };
        let ([left], [right]) = (left.rows.as_slice(), right.rows.as_slice()) else { return None };
        (left.width == right.width && left.width > 1).then(|| ([left.clone(), right.clone()], has_arrow))
    }
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

/// The index of the token behind the only tab, or behind the widest run of blanks: at least two, and wider than all others.
fn widest_gap(text: &str, tokens: &[Token]) -> Option<usize> {
    let gaps = || (1..tokens.len()).map(|at| (&text[tokens[at - 1].place.end..tokens[at].place.start], at));
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
