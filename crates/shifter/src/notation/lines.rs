//! The lines of a text as pieces: rows of tiles, names of boards, arrows, blank lines, comments, and other text.
//!
//! A row ends with its line, with a slash, a bar or a semicolon, or with its list. In it tiles stand side by side (`1221`), or
//! are separated by blanks, commas or bars (`10, 11`, `red blue`, `| 1 | 2 |`). Words of equal length that are no tiles are
//! rows (`RRBG GGBB`). A list is flat (`[1,2,3,4]`) or of rows (`[[1,2],[3,4]]`). Linear in the length of the text.

use std::collections::BTreeSet;
use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::lines::lines_from;

use super::labels::{self, Meaning, Name};
use super::sixteen::{self, Size};
use super::steps::read_steps;
use super::tokens::{self, Kind as Sign, Tile, Token, is_label, is_letter, near_colour};

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
    /// Whether all pieces since a keyword or an arrow are rows.
    in_board: bool,
    /// How many bytes may still be read for lists that are not closed, so that many of them do not take quadratic time.
    patience: usize,
}

/// The pieces of a text, in order.
pub(super) fn pieces(text: &str) -> Vec<Piece> {
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let patience = 4 * text.len();
    let mut lines = Lines { text, at, pieces: Vec::new(), is_saved_game: false, in_board: false, patience };
    while let Some(line) = lines.next_line() {
        for piece in lines.line(&line) {
            lines.in_board = match &piece.kind {
                Kind::Name(name) => name.is_keyword,
                Kind::Arrow { .. } => true,
                kind => lines.in_board && matches!(kind, Kind::Rows(_)),
            };
            lines.pieces.push(piece);
        }
    }
    beside(text, &lines.pieces)
}

impl Lines<'_> {
    /// The next line, without blanks around it.
    fn next_line(&mut self) -> Option<Range<usize>> {
        let line = lines_from(self.text, self.at).next()?;
        self.at = line.next;
        Some(tokens::place_of(self.text, line.text.trim()))
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
            let locked = line.to_ascii_lowercase().find("locked").map(|at| place.start + at);
            let id = piece(Kind::Id(size), place.start..locked.unwrap_or(place.end));
            let tokens = tokens::tokens(self.text, locked.unwrap_or(place.end)..place.end).0;
            let locked = locked.zip(tokens.last()).map(|(at, last)| piece(Kind::Locked, at..last.place.end));
            return std::iter::once(id).chain(locked).collect();
        } else if sixteen::field(line).is_some_and(|(key, _)| self.is_saved_game || key == "SAVEFILE") {
            self.is_saved_game = true;
            Kind::Saved
        } else if let Some(kind) = drawn(line) {
            // Between two frames there is no table.
            let is_second = matches!(self.pieces.last(), Some(Piece { kind: Kind::Frame, .. }));
            if is_second { Kind::Divider } else { kind }
        } else if let Some(name) = labels::bare_name(&line[labels::of_row(line)..]).filter(|_| !self.is_row(line)) {
            Kind::Name(name)
        } else if let Some(steps) = self.steps(place) {
            return vec![piece(Kind::Steps, steps)];
        } else {
            let below = self.at;
            let start = place.start + labels::behind(Meaning::Size, line).unwrap_or_else(|| labels::of_row(line));
            let (tokens, comment) = self.tokens(start..place.end);
            if let Some(mut found) = self.parts(place, &tokens).filter(|found| !found.is_empty()) {
                found.extend((comment < place.end).then(|| piece(Kind::Comment, comment..place.end)));
                return found;
            }
            self.patience = self.patience.saturating_sub(self.at - below);
            self.at = below;
            Kind::Text
        };
        vec![piece(kind, place.clone())]
    }

    /// Whether a word that names a board is a row of the board that a keyword or an arrow begins.
    fn is_row(&self, word: &str) -> bool {
        let is_like = match self.pieces.last().map(|piece| &piece.kind) {
            Some(Kind::Rows(rows)) => rows.rows.last().is_some_and(|row| row.width == word.chars().count()),
            _ => true,
        };
        self.in_board && is_like && word.chars().all(char::is_alphanumeric)
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

    /// The tokens of a line, and of the lines below it in which a list goes on; where its comment begins.
    fn tokens(&mut self, line: Range<usize>) -> (Vec<Token>, usize) {
        let (mut tokens, comment) = tokens::tokens(self.text, line);
        simplify(self.text, &mut tokens);
        let (mut at, mut depth, mut last, mut above) = (0, 0_usize, tokens.len(), self.at);
        loop {
            while let Some(token) = tokens.get(at) {
                match token.kind {
                    Sign::Open => depth += usize::from(depth > 0 || list_end(self.text, &tokens[at..]).is_some()),
                    Sign::Close => depth = depth.saturating_sub(1),
                    Sign::Arrow | Sign::Colon | Sign::Other if depth > 0 => {
                        tokens.truncate(last);
                        self.at = above;
                        return (tokens, comment);
                    }
                    _ => {}
                }
                at += 1;
            }
            (last, above) = (at, self.at);
            let below = (depth > 0 && self.patience > 0).then(|| self.next_line()).flatten();
            let Some(below) = below else { return (tokens, comment) };
            tokens.push(Token { kind: Sign::LineEnd, place: below.start..below.start });
            tokens.extend(tokens::tokens(self.text, below).0);
        }
    }

    /// The pieces of a line with boards, names of boards and arrows; `None` if it has anything else, and no sign that it
    /// must be a shifter.
    fn parts(&self, line: &Range<usize>, tokens: &[Token]) -> Option<Vec<Piece>> {
        let text = self.text;
        let is_sign = |token: &Token| token.kind == Sign::Arrow && text[token.place.clone()].ends_with("->");
        let open = tokens.iter().take_while(|token| token.kind == Sign::Open).count();
        let is_keyword = labels::name_at(text, &tokens[open..]).is_some_and(|(name, _)| name.is_keyword);
        let is_strict = !is_keyword && !tokens.iter().any(is_sign);
        let first = bare_name(text, tokens);
        let (mut found, mut at) = (Vec::new(), 0);
        while at < tokens.len() {
            let start = tokens[at].place.start;
            let kind = match part(text, tokens, first, &mut at) {
                Ok(Kind::Rows(rows)) if is_strict && !are_labels(text, &rows) => return None,
                Ok(Kind::Rows(rows)) if rows.rows.is_empty() => continue,
                Ok(kind) => kind,
                Err(_) if is_strict => return None,
                Err(error) => Kind::Fault(Box::new(error)),
            };
            let place = match &kind {
                Kind::Rows(rows) => place_of_rows(&rows.rows),
                Kind::Fault(error) => error.place.clone().unwrap_or_default(),
                _ => start..tokens[at - 1].place.end,
            };
            at = if matches!(kind, Kind::Fault(_)) { tokens.len() } else { at };
            found.push(Piece { kind, place, line: line.clone() });
        }
        // A title may have arrows, or the name of a board behind other words.
        let arrows = found.iter().filter(|piece| matches!(piece.kind, Kind::Arrow { .. })).count();
        let is_word = |row: &Row| text[row.place.clone()].contains(char::is_alphabetic);
        let is_name = |piece: &Piece| matches!(piece.kind, Kind::Name(name) if name.is_keyword && name.is_source);
        let is_title = (arrows == found.len() && tokens.len() > 1)
            || found.windows(2).any(|it| matches!(it[0].plain(), Some([row]) if is_word(row)) && is_name(&it[1]));
        (!is_strict || !is_title).then_some(found)
    }
}

/// The name, the locked lines or the arrow that begins with a token, or the list or the rows up to one of them; moves `at`
/// behind it. Behind a `first` name without a colon, the other board may be named so, too.
fn part(text: &str, tokens: &[Token], first: Option<Name>, at: &mut usize) -> Result<Kind, Diagnostic> {
    let sign = |at: usize| {
        let place = &tokens[at].place;
        let bare = || {
            let (first, name) = (first?, labels::bare_name(&text[place.clone()])?);
            (at == 0 || name.is_source != first.is_source).then_some((name, 1))
        };
        if let Some((name, length)) = labels::name_at(text, &tokens[at..]).or_else(bare) {
            Some((Kind::Name(name), at + length))
        } else if labels::behind(Meaning::Locked, &text[place.start..tokens[tokens.len() - 1].place.end]).is_some() {
            Some((Kind::Locked, tokens.len()))
        } else {
            let is_sign = !text[place.clone()].contains(char::is_alphabetic);
            (tokens[at].kind == Sign::Arrow).then_some((Kind::Arrow { is_sign }, at + 1))
        }
    };
    let start = *at;
    if let Some((kind, end)) = sign(start) {
        *at = end;
        return Ok(kind);
    }
    if let Some(length) = list_end(text, &tokens[start..]) {
        *at = start + length + 1;
        let open = tokens[start].place.start;
        let unclosed = || Diagnostic::new("the list is not closed").at(open..open + 1, "no ']' for this");
        let inside = tokens.get(start + 1..start + length).filter(|_| *at <= tokens.len()).ok_or_else(unclosed)?;
        return rows(text, inside, true).map(Kind::Rows);
    }
    let is_end = |&at: &usize| list_end(text, &tokens[at..]).is_some() || sign(at).is_some();
    *at = (start + 1..tokens.len()).find(is_end).unwrap_or(tokens.len());
    rows(text, &tokens[start..*at], false).map(Kind::Rows)
}

/// The index of the bracket that closes the list which begins here, or the number of tokens if none does. No list is an
/// object with named boards or a list of boards.
fn list_end(text: &str, tokens: &[Token]) -> Option<usize> {
    let is_outer = tokens.len() > 2 && tokens[..3].iter().all(|token| token.kind == Sign::Open);
    let is_object = tokens.len() == 1 && text[tokens[0].place.clone()].starts_with('{');
    if tokens[0].kind != Sign::Open || is_outer || is_object || labels::name_at(text, &tokens[1..]).is_some() {
        return None;
    }
    let mut depth = 0;
    let is_end = |token: &Token| {
        depth += i32::from(token.kind == Sign::Open) - i32::from(token.kind == Sign::Close);
        depth == 0
    };
    Some(tokens.iter().position(is_end).unwrap_or(tokens.len()))
}

/// The rows of a list, without its brackets, or of a part of a line. A list without lists and slashes in it is flat: its
/// lines are kept as rows. Bars separate rows, or the tiles of a table, which begins with one or has one tile between two.
fn rows(text: &str, tokens: &[Token], is_list: bool) -> Result<Rows, Diagnostic> {
    let is_bar = |token: &Token| token.kind == Sign::Bar;
    let is_cell =
        |cell: &[Token]| cell.len() < 2 && cell.iter().all(|it| tokens::letters(text, it.place.clone()).count() == 1);
    let is_table = !is_list && (tokens.first().is_some_and(is_bar) || tokens.split(is_bar).all(is_cell));
    let is_beside = |bar: &Token| {
        let (bar, rest) = (&text[bar.place.clone()], &text[bar.place.end..]);
        rest.starts_with([' ', '\t']) && rest.trim_start().starts_with(bar)
    };
    let has_end = tokens.iter().any(|token| matches!(token.kind, Sign::RowEnd | Sign::Bar | Sign::Open));
    let is_flat = is_list && !has_end;
    let ends_row = |token: &Token| match token.kind {
        Sign::RowEnd => true,
        Sign::Bar => !is_table || is_beside(token),
        Sign::Close => is_list,
        Sign::LineEnd => is_flat,
        _ => false,
    };
    let is_open = tokens.last().is_some_and(ends_row);
    let mut found = Rows { is_open, is_list, is_flat, ..Rows::default() };
    for part in tokens.split_inclusive(ends_row) {
        let is_word = |token: &&Token| token.kind == Sign::Word;
        let words: Vec<_> = part.iter().filter(is_word).map(|token| token.place.clone()).collect();
        let is_wrong = |token: &&Token| match token.kind {
            Sign::Other | Sign::Colon | Sign::Arrow => true,
            _ => ends_row(token) && words.is_empty() && !is_list && !is_table,
        };
        if let Some(wrong) = part.iter().find(is_wrong) {
            return Err(unknown(text, wrong.place.clone()));
        }
        let has_comma = part.iter().any(|token| token.kind == Sign::Comma);
        found.rows.extend(rows_of_words(text, &words, is_list || has_comma || (is_table && words.len() > 1)));
    }
    if is_flat {
        let words: Vec<_> = found.rows.iter().flat_map(|row| row.places(text)).collect();
        let is_quoted = text[..place_of_rows(&found.rows).start].ends_with(['\'', '"']) && words.len() > 1;
        if are_rows(text, &words) || (is_quoted && words.iter().all(|word| word.len() == words.len())) {
            found.rows = words.into_iter().map(|word| row_of_letters(text, word)).collect();
            found.is_flat = false;
        }
    }
    Ok(found)
}

/// Where rows begin and end.
pub(super) fn place_of_rows(rows: &[Row]) -> Range<usize> {
    rows.first().map_or(0, |row| row.place.start)..rows.last().map_or(0, |row| row.place.end)
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

/// Makes two boards of lines that have a row of both, the source on the left, as they are copied from a picture or a table.
fn beside(text: &str, pieces: &[Piece]) -> Vec<Piece> {
    let lines: Vec<&[Piece]> = pieces.chunk_by(|one, other| one.line == other.line).collect();
    let (mut found, mut rest) = (Vec::new(), lines.as_slice());
    while let Some(first) = rest.first() {
        let mut columns = None;
        let mut is_like = |([row, _], _): &([Row; 2], bool)| *columns.get_or_insert(row.width) == row.width;
        let pairs: Vec<_> = rest.iter().map_while(|line| two_rows(text, line).filter(&mut is_like)).collect();
        let (count, arrows) = (pairs.len(), pairs.iter().filter(|(_, has_arrow)| *has_arrow).count());
        let (left, right): (Vec<_>, Vec<_>) = pairs.into_iter().map(|([left, right], _)| (left, right)).unzip();
        // Lines `ROW -> ROW` may be puzzles of their own, if each is solved by turning it, or a board in itself.
        let is_turned = || left.iter().zip(&right).all(|(row, wanted)| is_turned(text, row, wanted));
        let is_one = || (count > 2 && columns == Some(count)) || (columns < Some(MAX_SIDE) && !is_turned());
        let have_same_tiles = || sorted(text, &left) == sorted(text, &right);
        let is_board = (2..=MAX_SIDE).contains(&count)
            && (arrows > 0 && arrows < count || have_same_tiles() && (arrows == 0 || is_one()));
        if is_board {
            let places = [place_of_rows(&left), place_of_rows(&right), place_of_rows(&right)];
            let [left, right] = [left, right].map(|rows| Kind::Rows(Rows { rows, ..Rows::default() }));
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
    let rows: Vec<&Row> = line.iter().filter_map(Piece::plain).flatten().collect();
    let is_sign = |piece: &Piece| matches!(piece.kind, Kind::Arrow { is_sign: true });
    let is_other = |piece: &Piece| piece.plain().is_none() && !is_sign(piece) && !matches!(piece.kind, Kind::Comment);
    let [left, right] = match rows.as_slice() {
        [left, right] => [(*left).clone(), (*right).clone()],
        [row] if row.split == Split::Words => {
            let words = row.places(text);
            let (left, right) = words.split_at(widest_gap(text, &words)?);
            let half = |words| rows_of_words(text, words, false).pop();
            [half(left)?, half(right)?]
        }
        _ => return None,
    };
    let is_apart = !text[left.place.end..right.place.start].contains(['/', ';']) && !line.iter().any(is_other);
    let is_pair = is_apart && left.width == right.width && left.width > 1;
    is_pair.then(|| ([left, right], line.iter().any(is_sign)))
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

/// Gives the signs of a line the meaning that they have there: brackets around each tile and full stops between letters say
/// nothing, and the name of a target in the middle, as `to`, is an arrow.
fn simplify(text: &str, tokens: &mut Vec<Token>) {
    let of = |token: &Token| &text[token.place.clone()];
    let is_cell = |cell: &[Token]| cell.iter().map(|token| token.kind).eq([Sign::Open, Sign::Word, Sign::Close]);
    let is_letter = |token: &Token| {
        token.kind == Sign::Word && of(token).chars().count() == 1 && !of(token).contains(|c: char| c.is_ascii_digit())
    };
    let are_dotted = tokens.iter().all(|token| is_letter(token) || of(token) == ".");
    if (tokens.len() > 3 && tokens.chunks(3).all(is_cell)) || (tokens.len() > 4 && are_dotted) {
        tokens.retain(|token| token.kind == Sign::Word);
    }
    let (middle, is_odd) = (tokens.len() / 2, tokens.len() % 2 == 1);
    let has_sign = tokens.iter().any(|token| matches!(token.kind, Sign::Arrow | Sign::Colon));
    let is_beside = |at: usize| tokens[at].kind != Sign::RowEnd;
    let is_target = |at: usize| labels::bare_name(of(&tokens[at])).is_some_and(|name| !name.is_source);
    if middle > 1 && is_odd && is_target(middle) && !has_sign && is_beside(middle - 1) && is_beside(middle + 1) {
        tokens[middle].kind = Sign::Arrow;
    }
}

/// The name without a colon that begins a line with a board.
fn bare_name(text: &str, tokens: &[Token]) -> Option<Name> {
    let is_board = |token: &Token| matches!(token.kind, Sign::RowEnd | Sign::Open | Sign::Arrow);
    let is_named = matches!(tokens.get(1)?.kind, Sign::Word | Sign::Open) && tokens.iter().any(is_board);
    labels::bare_name(&text[tokens[0].place.clone()]).filter(|_| is_named)
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

/// The index of the word behind the widest gap: a tab, or at least two blanks.
fn widest_gap(text: &str, words: &[Range<usize>]) -> Option<usize> {
    let width = |at: usize| {
        let gap = &text[words[at - 1].end..words[at].start];
        gap.len() + 8 * gap.matches('\t').count()
    };
    let widest = (1..words.len()).max_by_key(|at| width(*at)).filter(|at| width(*at) > 1)?;
    (1..words.len()).all(|at| at == widest || width(at) < width(widest)).then_some(widest)
}

/// The labels of the tiles of rows.
fn labels_of<'t>(text: &'t str, rows: &[Row]) -> Vec<&'t str> {
    rows.iter().flat_map(|row| row.tiles(text).unwrap_or_default()).map(|tile| tile.label).collect()
}

/// The labels in alphabetical order, which are equal for boards with the same tiles.
pub(super) fn sorted<'t>(text: &'t str, rows: &[Row]) -> Vec<&'t str> {
    let mut labels = labels_of(text, rows);
    labels.sort_unstable();
    labels
}

/// Whether the tiles of a row are those of another one, shifted.
pub(super) fn is_turned(text: &str, row: &Row, other: &Row) -> bool {
    let [labels, wanted] = [row, other].map(|row| labels_of(text, std::slice::from_ref(row)));
    labels.len() == wanted.len() && labels.repeat(2).windows(wanted.len().max(1)).any(|turned| turned == wanted)
}

/// Divides rows of digits that are no rows of tiles of one digit each: the numbers of a single row, as many as each has
/// digits (`121 213 321`), and digits that are different tiles of two digits each, up to the number of tiles.
pub(super) fn divide(text: &str, rows: &mut Vec<Row>) -> bool {
    let words: Vec<Range<usize>> = rows.iter().flat_map(|row| tokens::words(text, row.place.clone())).collect();
    let length = words.first().map_or(0, Range::len);
    let is_number = |word: &str| word.len() == length && word.bytes().all(|byte| byte.is_ascii_digit());
    if length < 2 || !words.iter().all(|word| is_number(&text[word.clone()])) {
        return false;
    }
    let count = words.len() * length / 2;
    let side = count.isqrt();
    let width = if words.len() == 1 { 2 * side } else { length };
    let starts = words.iter().flat_map(|word| word.clone().step_by(2));
    let numbers: BTreeSet<_> = starts.filter_map(|at| text.get(at..at + 2)?.parse::<usize>().ok()).collect();
    let are_pairs = length > 2
        && length.is_multiple_of(2)
        && (words.len() > 1 || side * side == count)
        && (numbers.len() == count && count >= 10 && numbers.last() <= Some(&count));
    if are_pairs {
        let row = |start: usize| Row { place: start..start + width, width: width / 2, split: Split::Pairs };
        *rows = words.iter().flat_map(|word| word.clone().step_by(width)).map(row).collect();
    } else if let ([Row { split: Split::Words, place, .. }], 3..) = (rows.as_slice(), length)
        && (words.len() == length && !text[place.clone()].contains(','))
    {
        *rows = words.into_iter().map(|word| row_of_letters(text, word)).collect();
    }
    are_pairs
}

/// What is told of a character that is no tile.
pub(super) const NO_TILE: &str = "not a tile";

/// The error about a character that no board has.
pub(super) fn unknown(text: &str, place: Range<usize>) -> Diagnostic {
    let found = text[place.start..].chars().next().unwrap_or(' ');
    Diagnostic::new(format!("'{}' in place of a tile", found.escape_debug()))
        .at(place.start..(place.start + found.len_utf8()).min(text.len()), NO_TILE)
        .help("tiles are digits, letters, or numbers separated by commas or blanks; ? in a target accepts any tile")
}
