//! The lines of a text as pieces: rows of tiles, names of boards, arrows, blank lines, comments, and other text.
//!
//! A row ends with its line, with a slash, a bar or a semicolon, or with its list. In it tiles stand side by side (`1221`), or
//! are separated by blanks, commas or bars (`10, 11`, `red blue`, `| 1 | 2 |`). Words of equal length that are no tiles are
//! rows (`RRBG GGBB`). A list is flat (`[1,2,3,4]`) or of rows (`[[1,2],[3,4]]`). Linear in the length of the text.

use std::collections::BTreeSet;
use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::lines::lines_from;

use super::build::Tiles;
use super::labels::{self, Meaning, Name};
use super::sixteen;
use super::steps::read_steps;
use super::tokens::{self, Kind as Sign, Tile, Token, is_label, is_letter, near_colour, tile};
use crate::rules::MAX_CELLS;

/// A row of tiles. The label of a word that is no tile is the word itself.
pub(super) type Row<'t> = Vec<Tile<'t>>;

/// What a piece of a text is.
#[derive(Clone)]
pub(super) enum Kind<'t> {
    /// A blank line, or one that is drawn between boards.
    Blank,
    /// A line that is drawn around the cells of a table.
    Frame,
    Comment,
    /// A line of other text.
    Text,
    Name(Name),
    /// `locked:`, and where the lines begin.
    Locked(usize),
    /// Steps behind `Moves:` and the like.
    Steps,
    /// A line that says the size of the board below, and the number of its rows.
    Size(usize),
    Arrow,
    /// Rows of lines, below which the board may have more.
    Rows(Vec<Row<'t>>),
    /// A list, which is a board, and whether it does not say where its rows end.
    List(Vec<Row<'t>>, bool),
    /// A board that cannot be read.
    Fault(Box<Diagnostic>),
    /// The source of a game id of Sixteen.
    Id(Box<Result<Tiles<'t>, Diagnostic>>),
}

/// A piece of a text.
#[derive(Clone)]
pub(super) struct Piece<'t> {
    pub(super) kind: Kind<'t>,
    pub(super) place: Range<usize>,
    /// The line where it begins.
    pub(super) line: Range<usize>,
}

impl<'t> Piece<'t> {
    /// Its rows, unless they are a list.
    pub(super) fn rows(&self) -> Option<&[Row<'t>]> {
        if let Kind::Rows(rows) = &self.kind { Some(rows) } else { None }
    }

    /// Its row, if it has exactly one.
    pub(super) fn row(&self) -> Option<&Row<'t>> {
        if let Some([row]) = self.rows() { Some(row) } else { None }
    }

    /// Whether it is `source:`, or otherwise `target:`.
    pub(super) fn keyword(&self) -> Option<bool> {
        if let Kind::Name(Name { is_source, is_keyword: true }) = self.kind { Some(is_source) } else { None }
    }
}

/// A pass over the lines of a text.
struct Lines<'t> {
    text: &'t str,
    at: usize,
    pieces: Vec<Piece<'t>>,
    /// How many bytes may still be read for lists that are not closed, so that many of them do not take quadratic time.
    patience: usize,
}

/// The pieces of a text, in order.
pub(super) fn pieces(text: &str) -> Vec<Piece<'_>> {
    let at = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut lines = Lines { text, at, pieces: Vec::new(), patience: 4 * text.len() };
    while let Some(line) = lines.next_line() {
        let found = lines.line(&line);
        lines.pieces.extend(found);
    }
    beside(text, &lines.pieces)
}

impl<'t> Lines<'t> {
    /// The next line, without blanks around it.
    fn next_line(&mut self) -> Option<Range<usize>> {
        let line = lines_from(self.text, self.at).next()?;
        self.at = line.next;
        Some(tokens::place_of(self.text, line.text.trim()))
    }

    /// The pieces of a line.
    fn line(&mut self, place: &Range<usize>) -> Vec<Piece<'t>> {
        let line = &self.text[place.clone()];
        let piece = |kind, part| Piece { kind, place: part, line: place.clone() };
        let kind = if line.starts_with(';') {
            Kind::Comment
        } else if let Some((source, end)) = sixteen::source(self.text, place.clone()) {
            let (tokens, _) = tokens::tokens(self.text, end..place.end);
            let locked = self.parts(place, &tokens).into_iter().flatten();
            return std::iter::once(piece(Kind::Id(Box::new(source)), place.start..end)).chain(locked).collect();
        } else if let Some(kind) = drawn(line) {
            // Between two frames there is no table.
            let is_second = matches!(self.pieces.last(), Some(Piece { kind: Kind::Frame, .. }));
            if is_second { Kind::Blank } else { kind }
        } else if let Some(name) = labels::bare_name(&line[labels::of_row(line)..]).filter(|_| !self.is_row(line)) {
            Kind::Name(name)
        } else if let Some(steps) = self.steps(place) {
            return vec![piece(Kind::Steps, steps)];
        } else {
            let below = self.at;
            let label = labels::behind(Meaning::Size, line).unwrap_or_else(|| labels::of_row(line));
            let (name, label) = labels::declared(line).unwrap_or((None, label));
            let (tokens, comment) = self.tokens(place.start + label..place.end);
            if let Some(mut found) = self.parts(place, &tokens).filter(|found| !found.is_empty()) {
                found.splice(0..0, name.map(|name| piece(Kind::Name(name), place.start..place.start + label)));
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
        let width = self.pieces.last().and_then(|above| above.rows()?.last()).map(Vec::len);
        let first = self.pieces.iter().rev().take(MAX_CELLS).find(|above| above.rows().is_none());
        first.is_some_and(|first| first.keyword().is_some() || matches!(first.kind, Kind::Arrow))
            && width.is_none_or(|width| width == word.chars().count())
            && word.chars().all(char::is_alphanumeric)
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
        let open = |depth: usize, token: &Token| match token.kind {
            Sign::Open => Some(depth + 1),
            Sign::Close => Some(depth.saturating_sub(1)),
            // No list has these.
            Sign::Arrow | Sign::Colon | Sign::Other if depth > 0 => None,
            _ => Some(depth),
        };
        let mut depth = tokens.iter().try_fold(0, open).unwrap_or(0);
        while depth > 0 && self.patience > 0 {
            let above = self.at;
            let Some(below) = self.next_line() else { break };
            let more = tokens::tokens(self.text, below.clone()).0;
            let Some(behind) = more.iter().try_fold(depth, open) else {
                self.at = above;
                break;
            };
            tokens.push(Token { kind: Sign::LineEnd, place: below.start..below.start });
            tokens.extend(more);
            depth = behind;
        }
        (tokens, comment)
    }

    /// The pieces of a line with boards, names of boards and arrows; `None` if it has anything else, and no sign that it
    /// must be a shifter.
    fn parts(&self, line: &Range<usize>, tokens: &[Token]) -> Option<Vec<Piece<'t>>> {
        let text = self.text;
        let is_sign = |token: &Token| token.kind == Sign::Arrow && text[token.place.clone()].ends_with("->");
        let is_keyword = labels::name_at(text, tokens).is_some_and(|(name, _)| name.is_keyword);
        let is_strict = !is_keyword && !tokens.iter().any(is_sign);
        let (mut found, mut at) = (Vec::new(), 0);
        while at < tokens.len() {
            let (part, end) = sign(text, tokens, at).unwrap_or_else(|| {
                let end = (at + 1..tokens.len()).find(|at| sign(text, tokens, *at).is_some());
                let end = end.unwrap_or(tokens.len());
                (rows(text, &tokens[at..end], false), end)
            });
            let kind = match part {
                Ok(Kind::Rows(rows) | Kind::List(rows, _)) if is_strict && !are_labels(&rows) => return None,
                Err(_) if is_strict => return None,
                part => part.unwrap_or_else(|error| Kind::Fault(Box::new(error))),
            };
            let place = tokens[at].place.start..tokens[end - 1].place.end;
            at = if matches!(kind, Kind::Fault(_)) { tokens.len() } else { end };
            if !matches!(&kind, Kind::Rows(rows) | Kind::List(rows, _) if rows.is_empty()) {
                found.push(Piece { kind, place, line: line.clone() });
            }
        }
        // A title may have arrows.
        let are_arrows = found.iter().all(|piece| matches!(piece.kind, Kind::Arrow)) && tokens.len() > 1;
        (!is_strict || !are_arrows).then_some(found)
    }
}

/// The name, the locked lines, the arrow or the list that begins with a token, and the index of the token behind it.
fn sign<'t>(text: &'t str, tokens: &[Token], at: usize) -> Option<(Result<Kind<'t>, Diagnostic>, usize)> {
    let (place, end) = (&tokens[at].place, tokens[tokens.len() - 1].place.end);
    if let Some((name, length)) = labels::name_at(text, &tokens[at..]) {
        return Some((Ok(Kind::Name(name)), at + length));
    }
    if let Some(length) = labels::behind(Meaning::Locked, &text[place.start..end]) {
        return Some((Ok(Kind::Locked(place.start + length)), tokens.len()));
    }
    if tokens[at].kind == Sign::Arrow {
        // A word in place of an arrow names a board.
        let name = labels::bare_name(&text[place.clone()]);
        return Some((Ok(name.map_or(Kind::Arrow, Kind::Name)), at + 1));
    }
    let mut depth = 0;
    let is_end = |token: &Token| {
        depth += i32::from(token.kind == Sign::Open) - i32::from(token.kind == Sign::Close);
        depth == 0
    };
    // Of three brackets the first holds several boards, as one before a name does.
    let open = tokens[at..].iter().take(3).take_while(|token| token.kind == Sign::Open).count();
    let is_list = (1..3).contains(&open) && labels::name_at(text, &tokens[at + 1..]).is_none();
    let length = is_list.then(|| tokens[at..].iter().position(is_end))?;
    let unclosed = || Diagnostic::new("the list is not closed").at(place.start..place.start + 1, "no ']' for this");
    let list = length.ok_or_else(unclosed).and_then(|length| rows(text, &tokens[at + 1..at + length], true));
    Some((list, at + length.unwrap_or(0) + 1))
}

/// The rows of a list, without its brackets, or of a part of a line. A list without lists and slashes in it is flat: its
/// lines are kept as rows. Bars separate rows, or the tiles of a table, which begins with one or has one tile between two.
fn rows<'t>(text: &'t str, tokens: &[Token], is_list: bool) -> Result<Kind<'t>, Diagnostic> {
    let is_bar = |token: &Token| token.kind == Sign::Bar;
    let is_cell = |cell: &[Token]| cell.len() < 2 && cell.iter().all(|it| letters(&text[it.place.clone()]) == 1);
    let is_table = !is_list && (tokens.first().is_some_and(is_bar) || tokens.split(is_bar).all(is_cell));
    let is_flat = is_list && !tokens.iter().any(|it| matches!(it.kind, Sign::RowEnd | Sign::Bar | Sign::Open));
    let ends_row = |token: &Token| match token.kind {
        Sign::RowEnd => true,
        Sign::Bar => !is_table,
        Sign::Close => is_list,
        Sign::LineEnd => is_flat,
        _ => false,
    };
    let has_slash = tokens.iter().rev().skip(1).any(|token| token.kind == Sign::RowEnd);
    let (mut found, mut all) = (Vec::new(), Vec::new());
    for part in tokens.split_inclusive(ends_row) {
        let is_word = |token: &&Token| token.kind == Sign::Word;
        let words: Vec<_> = part.iter().filter(is_word).map(|token| &text[token.place.clone()]).collect();
        let is_wrong = |token: &&Token| match token.kind {
            Sign::Other | Sign::Colon | Sign::Arrow => true,
            _ => ends_row(token) && words.is_empty() && !is_list && !is_table,
        };
        if let Some(wrong) = part.iter().find(is_wrong) {
            return Err(unknown(text, wrong.place.clone()));
        }
        // Of several rows with slashes between them each has tiles, not rows again.
        let has_comma = part.iter().any(|token| token.kind == Sign::Comma);
        let is_separated = is_list || has_comma || ((has_slash || is_table) && words.len() > 1);
        found.extend(rows_of_words(text, &words, is_separated));
        all.extend(words);
    }
    let is_quoted = all.len() > 1 && text[..tokens::place_of(text, all[0]).start].ends_with(['\'', '"']);
    if is_flat && (are_rows(&all) || (is_quoted && all.iter().all(|word| word.len() == all.len()))) {
        return Ok(Kind::List(all.into_iter().map(|word| row_of_letters(text, word)).collect(), false));
    }
    Ok(if is_list { Kind::List(found, is_flat) } else { Kind::Rows(found) })
}

/// Where rows begin and end.
pub(super) fn place_of<'r, 't: 'r>(rows: impl IntoIterator<Item = &'r Row<'t>>) -> Range<usize> {
    let mut tiles = rows.into_iter().flatten().map(|tile| &tile.place);
    let first = tiles.next().cloned().unwrap_or_default();
    first.start..tiles.last().map_or(first.end, |last| last.end)
}

/// The rows that words are: a single word is one of its characters; words of equal length that are no tiles are rows, too.
fn rows_of_words<'t>(text: &'t str, words: &[&'t str], is_separated: bool) -> Vec<Row<'t>> {
    if !is_separated && (words.len() == 1 || are_rows(words)) {
        return words.iter().map(|word| row_of_letters(text, word)).collect();
    }
    let row: Row<'_> = words.iter().map(|word| tile(text, word)).collect();
    Some(row).filter(|row| !row.is_empty()).into_iter().collect()
}

fn row_of_letters<'t>(text: &'t str, word: &'t str) -> Row<'t> {
    word.char_indices().filter(|(_, c)| is_letter(*c)).map(|(at, c)| tile(text, &word[at..at + c.len_utf8()])).collect()
}

/// The number of tiles in a word if each is a character.
fn letters(word: &str) -> usize {
    word.chars().filter(|c| is_letter(*c)).count()
}

/// Whether no blanks or signs stand between the tiles of a row.
pub(super) fn is_packed(row: &Row<'_>) -> bool {
    row.windows(2).all(|pair| pair[0].place.end == pair[1].place.start)
}

/// Makes two boards of lines that have a row of both, the source on the left, as they are copied from a picture or a table.
fn beside<'t>(text: &'t str, pieces: &[Piece<'t>]) -> Vec<Piece<'t>> {
    let lines = pieces.chunk_by(|one, other| one.line == other.line);
    let lines: Vec<_> = lines.map(|line| (line, two_rows(text, line))).collect();
    let width = |pair: &Option<[Row<'_>; 2]>| pair.as_ref().map_or(0, |[left, _]| left.len());
    let mut found = Vec::new();
    for block in lines.chunk_by(|(_, one), (_, other)| width(one) == width(other)) {
        let rows = |side: usize| -> Vec<Row<'_>> {
            block.iter().filter_map(|(_, pair)| Some(pair.as_ref()?[side].clone())).collect()
        };
        let arrows =
            block.iter().filter(|(line, _)| line.iter().any(|piece| matches!(piece.kind, Kind::Arrow))).count();
        let (left, right, count) = (rows(0), rows(1), block.len());
        // Lines `ROW -> ROW` may be puzzles of their own, if each is solved by turning it.
        let are_puzzles = || left.iter().zip(&right).all(|(row, other)| is_turned(row, other));
        let width = left.first().map_or(0, Vec::len);
        let is_one = || arrows < count || (count > 2 && width == count) || (width < MAX_SIDE && !are_puzzles());
        let is_board = (2..=MAX_SIDE).contains(&left.len()) && sorted(&left) == sorted(&right) && is_one();
        if is_board {
            let target = Name { is_source: false, is_keyword: false };
            let sign = if arrows > 0 { Kind::Arrow } else { Kind::Name(target) };
            let places = [place_of(&left), place_of(&right), place_of(&right)];
            let kinds = [Kind::Rows(left), sign, Kind::Rows(right)];
            let line = &block[0].0[0].line;
            found.extend(kinds.into_iter().zip(places).map(|(kind, place)| Piece { kind, place, line: line.clone() }));
        } else {
            found.extend(block.iter().flat_map(|(line, _)| line.iter().cloned()));
        }
    }
    found
}

/// Two rows of the same width in a line with an arrow, a bar, a tab or the widest gap between them.
fn two_rows<'t>(text: &'t str, line: &[Piece<'t>]) -> Option<[Row<'t>; 2]> {
    let rows: Vec<&Row<'_>> = line.iter().filter_map(Piece::rows).flatten().collect();
    let [left, right] = match rows.as_slice() {
        [left, right] => [(*left).clone(), (*right).clone()],
        [row] if row.len() > 1 => {
            let gap = |at: usize| text[row[at - 1].place.end..row[at].place.start].replace('\t', "  ").len();
            let (middle, widest) = (row.len() / 2, gap(row.len() / 2));
            let is_widest = widest > 1 && (1..row.len()).all(|at| at == middle || gap(at) < widest);
            is_widest.then(|| [row[..middle].to_vec(), row[middle..].to_vec()])?
        }
        _ => return None,
    };
    let is_other = |piece: &Piece<'_>| piece.rows().is_none() && !matches!(piece.kind, Kind::Arrow | Kind::Comment);
    let is_apart = !text[left[left.len() - 1].place.end..right[0].place.start].contains(['/', ';']);
    let is_pair = is_apart && left.len() == right.len() && left.len() > 1 && !line.iter().any(is_other);
    is_pair.then_some([left, right])
}

/// The most rows of boards side by side, and the width from which on lines with arrows are puzzles of their own.
const MAX_SIDE: usize = 32;

/// A line that is drawn between boards or around cells.
fn drawn(line: &str) -> Option<Kind<'_>> {
    let is_frame = |c: char| "|+".contains(c) || ('\u{2500}'..='\u{257f}').contains(&c);
    if line.contains(|c| is_letter(c) || "[(>".contains(c) || ('\u{2190}'..'\u{2500}').contains(&c)) {
        return None;
    }
    let is_rule = line.contains(is_frame) && line.chars().filter(|c| !" |:".contains(*c)).count() > 2;
    Some(if is_rule { Kind::Frame } else { Kind::Blank })
}

/// Takes off brackets around each tile and full stops between letters, and makes arrows of a name without a colon that begins a
/// line with a board, and of the other one in the middle, as `to`.
fn simplify(text: &str, tokens: &mut Vec<Token>) {
    let of = |token: &Token| &text[token.place.clone()];
    let (words, signs): (Vec<&Token>, Vec<&Token>) = tokens.iter().partition(|token| token.kind == Sign::Word);
    let signs: String = signs.into_iter().map(of).collect();
    let is_letter = |word: &&Token| of(word).chars().count() == 1 && !of(word).contains(|c: char| c.is_ascii_digit());
    let are_dotted = words.len() > 2 && signs == ".".repeat(words.len() - 1) && words.iter().all(is_letter);
    if are_dotted || (words.len() > 1 && signs == "[]".repeat(words.len())) {
        tokens.retain(|token| token.kind == Sign::Word);
    }
    let bare_name = |at: usize| tokens.get(at).and_then(|token| labels::bare_name(of(token)));
    let has = |wanted: &[Sign]| tokens.iter().any(|token| wanted.contains(&token.kind));
    let begins = tokens.get(1).is_some_and(|token| matches!(token.kind, Sign::Word | Sign::Open));
    let first = bare_name(0).filter(|_| begins);
    let start = usize::from(first.is_some());
    let (middle, count) = (usize::midpoint(tokens.len(), start), tokens.len() - start);
    let is_other = bare_name(middle).is_some_and(|name| name.is_source == first.is_some_and(|first| !first.is_source));
    let is_middle = count > 3 && count % 2 == 1 && is_other && !has(&[Sign::Arrow, Sign::Colon]);
    let first = first.filter(|_| is_middle || has(&[Sign::RowEnd, Sign::Open, Sign::Arrow]));
    if is_middle {
        tokens[middle].kind = Sign::Arrow;
    }
    if first.is_some() {
        tokens[0].kind = Sign::Arrow;
    }
}

/// Whether words are rows, not tiles: equally long, and not all of them are tiles. A number and a word may be an amount.
fn are_rows(words: &[&str]) -> bool {
    let consist_of = |is_of: fn(char) -> bool| words.iter().any(|word| word.chars().all(is_of));
    let length = words.first().map_or(0, |word| letters(word));
    words.len() > 1
        && !(consist_of(|letter| letter.is_ascii_digit()) && consist_of(char::is_lowercase))
        && length > 1
        && words.iter().all(|word| letters(word) == length)
        && !words.iter().all(|word| is_label(word))
}

/// Whether all words in place of tiles are tiles, of which one may be the name of a colour with a mistake.
fn are_labels(rows: &[Row<'_>]) -> bool {
    let is_wrong = |tile: &&Tile<'_>| tile.label.chars().nth(1).is_some() && !is_label(tile.label);
    let wrong: Vec<_> = rows.iter().flatten().filter(is_wrong).take(2).collect();
    wrong.len() < 2 && wrong.into_iter().all(|tile| near_colour(tile.label).is_some())
}

/// The labels of rows in alphabetical order, which are equal for boards with the same tiles.
pub(super) fn sorted<'r, 't: 'r>(rows: impl IntoIterator<Item = &'r Row<'t>>) -> Vec<&'t str> {
    let mut labels: Vec<&str> = rows.into_iter().flatten().map(|tile| tile.label).collect();
    labels.sort_unstable();
    labels
}

/// Whether the tiles of a row are those of another one, shifted.
pub(super) fn is_turned(row: &Row<'_>, other: &Row<'_>) -> bool {
    let [row, other] = [row, other].map(|row| row.iter().map(|tile| tile.label).collect::<Vec<_>>().join(","));
    row.len() == other.len() && format!("{row},{row}").contains(&other)
}

/// Divides rows of digits that are no rows of tiles of one digit each: the numbers of a single row, as many as each has
/// digits (`121 213 321`), and digits that are different tiles of two digits each, up to the number of tiles.
pub(super) fn divide<'t>(text: &'t str, rows: &mut Vec<Row<'t>>) -> bool {
    let words = rows.iter().flat_map(|row| tokens::words(text, place_of([row])));
    let words: Vec<&str> = words.map(|word| &text[word]).collect();
    let (length, digits) = (words.first().map_or(0, |word| word.len()), words.concat());
    if length < 3 || words.iter().any(|word| word.len() != length) || digits.contains(|c: char| !c.is_ascii_digit()) {
        return false;
    }
    let pairs = |word: &'t str| (0..length / 2).map(|at| &word[2 * at..2 * at + 2]);
    let tiles: Row<'_> = words.iter().flat_map(|word| pairs(word)).map(|pair| tile(text, pair)).collect();
    let numbers: BTreeSet<usize> = tiles.iter().filter_map(|tile| tile.label.parse().ok()).collect();
    let (count, side) = (tiles.len(), tiles.len().isqrt());
    let width = if words.len() == 1 { side } else { length / 2 };
    let are_pairs = length.is_multiple_of(2)
        && (words.len() > 1 || side * side == count)
        && (numbers.len() == count && count >= 10 && numbers.last() <= Some(&count));
    if are_pairs {
        *rows = tiles.chunks(width).map(<[_]>::to_vec).collect();
    } else if let [row] = rows.as_slice()
        && (row.len() == length && words.len() == length && !text[place_of([row])].contains(','))
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
