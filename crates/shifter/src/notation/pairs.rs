//! From pieces to boards, and from boards to puzzles of a source and a target.
//!
//! Names say which board is which, in any order; an arrow says that the source is before it. Of boards without both, the
//! first is taken for the source, which is told; they must be boards of the same tiles, and nothing else must be likely.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{Confidence, Puzzle};

use super::build::{Tiles, build, read_locked, usual_width};
use super::labels::{self, Name};
use super::lines::{self, Kind, Piece, Row, Rows, Split};
use super::sixteen::{self, Size};
use super::sizes;
use super::tokens::{ANY, Tile, classes, colour_name, is_letter};
use crate::instance::ShifterPuzzle;
use crate::rules::MAX_CELLS;

pub(super) const HELP: &str = "write SOURCE -> TARGET, for instance 1221/3443/3443/2442 -> 4342/3124/4243/2431";

const SOURCE_FIRST: &str = "read as two boards, the source first";
const TARGET_FIRST: &str = "read as two boards, the target first";
const IN_ORDER: &str = "the target is missing: read as the tiles in order";
const TWO_DIGITS: &str = "each two digits are read as one tile";

/// The most tiles that are wrong in boards that are still meant as a puzzle.
const MAX_WRONG: usize = 3;

/// The longest board that is repeated in an example, in bytes.
const MAX_SHOWN: usize = 100;

/// The fewest cells of a board with other text below it, so that short words one below the other are none.
const LEAST_CELLS: usize = 8;

/// What stands before a board.
#[derive(Default)]
struct Before {
    /// The last name.
    name: Option<(Name, Range<usize>)>,
    /// An arrow, and whether it is a sign.
    arrow: Option<(bool, Range<usize>)>,
    has_text: bool,
}

impl Before {
    fn is_source(&self) -> Option<bool> {
        self.name.as_ref().map(|(name, _)| name.is_source)
    }

    fn is_keyword(&self) -> bool {
        self.name.as_ref().is_some_and(|(name, _)| name.is_keyword)
    }

    fn is_sign(&self) -> bool {
        self.arrow.as_ref().is_some_and(|(is_sign, _)| *is_sign)
    }

    fn is_link(&self) -> bool {
        self.arrow.is_some() || self.name.is_some()
    }

    fn place(&self) -> Option<&Range<usize>> {
        let arrow = self.arrow.as_ref().map(|(_, place)| place);
        self.name.as_ref().map(|(_, place)| place).or(arrow)
    }
}

/// A board, and the pieces that it has. It has no rows if they cannot be read, or where a name or an arrow has no board.
#[derive(Default)]
struct Board {
    before: Before,
    rows: Vec<Row>,
    fault: Option<Diagnostic>,
    is_list: bool,
    is_flat: bool,
    /// Whether its digits were divided into tiles of two.
    has_pairs: bool,
    pieces: Range<usize>,
    place: Range<usize>,
    /// The number of boards like it that follow one another without names and arrows, from it on.
    alike: usize,
}

impl Board {
    fn width(&self) -> usize {
        usual_width(&self.rows.iter().map(|row| row.width).collect::<Vec<_>>())
    }

    fn tiles<'t>(&self, text: &'t str) -> Result<Tiles<'t>, Diagnostic> {
        let rows = self.rows.iter().map(|row| row.tiles(text)).collect::<Result<_, _>>()?;
        let places = self.rows.iter().map(|row| row.place.clone()).collect();
        Ok(Tiles { rows, places, is_flat: self.is_flat, place: self.place.clone() })
    }
}

/// A puzzle, or why boards that must be one are none.
pub(super) struct Found {
    pub(super) puzzle: Result<ShifterPuzzle, Diagnostic>,
    pub(super) place: Range<usize>,
    /// The piece behind it.
    pub(super) next: usize,
    pub(super) notes: Vec<String>,
    pub(super) confidence: Confidence,
    /// Whether more text could complete it.
    pub(super) is_unfinished: bool,
}

impl Found {
    pub(super) fn of(puzzle: Result<ShifterPuzzle, Diagnostic>, place: Range<usize>, next: usize) -> Self {
        Self { puzzle, place, next, notes: Vec::new(), confidence: Confidence::Sure, is_unfinished: false }
    }
}

/// The boards of a text.
#[derive(Default)]
pub(super) struct Pairs<'t> {
    pub(super) text: &'t str,
    pub(super) pieces: Vec<Piece>,
    boards: Vec<Board>,
}

impl<'t> Pairs<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut pieces = lines::pieces(text);
        sizes::mark(text, &mut pieces);
        let mut pairs = Self { text, pieces, boards: Vec::new() };
        pairs.find_boards();
        for at in (0..pairs.boards.len()).rev() {
            let next = pairs.boards.get(at + 1).filter(|next| pairs.is_like(at, next));
            pairs.boards[at].alike = next.map_or(1, |next| next.alike + 1);
        }
        pairs
    }

    /// Whether a board is like the one before it, and only other text stands between them, if they are large.
    fn is_like(&self, at: usize, next: &Board) -> bool {
        let board = &self.boards[at];
        let has_arrow = self.boards.get(at + 2).is_some_and(|other| other.before.arrow.is_some());
        !next.before.is_link()
            && !has_arrow
            && next.width() == board.width()
            && next.rows.len().abs_diff(board.rows.len()) < 2
            && (!next.before.has_text || (board.rows.len() * board.width() >= LEAST_CELLS && self.is_plain(board)))
    }

    fn find_boards(&mut self) {
        let (mut before, mut at) = (Before::default(), 0);
        while at <= self.pieces.len() {
            let piece = self.pieces.get(at);
            let board = match piece.map(|piece| (&piece.kind, &piece.place)) {
                Some((Kind::Rows(rows), _)) => Some(self.board(rows, at, &before)),
                Some((Kind::Fault(error), place)) => {
                    let fault = Some((**error).clone());
                    Some(Board { fault, pieces: at..at + 1, place: place.clone(), ..Board::default() })
                }
                Some((Kind::Name(name), place)) => {
                    before.name = Some((*name, place.clone()));
                    None
                }
                Some((Kind::Arrow { is_sign }, place)) if before.arrow.is_none() => {
                    before.arrow = Some((*is_sign, place.clone()));
                    None
                }
                Some((Kind::Text, _)) if before.arrow.is_none() => {
                    before.has_text |= is_text(self.text, &self.pieces[at]);
                    None
                }
                Some((Kind::Blank | Kind::Comment | Kind::Frame | Kind::Divider | Kind::Size, _)) => None,
                _ => Some(Board { pieces: at..at, ..Board::default() }),
            };
            if let Some(board) = board {
                let end = board.pieces.end;
                let before = std::mem::take(&mut before);
                self.boards.extend((board.pieces.start < end || before.is_link()).then_some(Board { before, ..board }));
                at = at.max(end.saturating_sub(1));
            }
            at += 1;
        }
    }

    fn rows(&self, at: usize) -> Option<&Rows> {
        match &self.pieces.get(at)?.kind {
            Kind::Rows(rows) => Some(rows),
            _ => None,
        }
    }

    /// Whether an arrow or a name follows a piece on its line.
    fn leads(&self, at: usize) -> bool {
        let next = self.pieces.get(at + 1).filter(|next| next.line.start == self.pieces[at].line.start);
        next.is_some_and(|next| matches!(next.kind, Kind::Arrow { .. } | Kind::Name(_)))
    }

    /// The board that begins with a piece: the rows up to another piece, or to a line with an arrow or a name of its own. A
    /// row that is not like those above it ends a board of as many rows as another one has. A row of other kinds of
    /// characters above or below the others is other text, unless a keyword or an arrow is before the board.
    fn board(&self, first: &Rows, mut at: usize, before: &Before) -> Board {
        let last = self.boards.last().filter(|last| before.is_link() && !last.is_flat && !last.rows.is_empty());
        let (height, is_whole) = (last.map(|last| last.rows.len()), before.is_keyword() || before.is_sign());
        let &Rows { is_list, is_flat, mut is_open, ref rows, .. } = first;
        let (mut rows, mut end, mut next) = (rows.clone(), at + 1, at + 1);
        while !is_list && rows.len() <= MAX_CELLS {
            let is_between = |piece: &&Piece| matches!(piece.kind, Kind::Comment | Kind::Frame);
            next += self.pieces[next..].iter().take_while(is_between).count();
            let Some(more) = self.rows(next).filter(|more| !more.is_list && !more.is_first) else { break };
            let (last, first) = (&rows[rows.len() - 1], &more.rows[0]);
            let of = |row: &Row| classes(&self.text[row.place.clone()]);
            let is_like = last.width == first.width;
            let is_other = !is_whole && !is_like && of(last) != of(first);
            let is_complete = height.is_some_and(|height| rows.len() >= height) && (!is_like || more.rows.len() > 1);
            let is_next = self.leads(next) && (height.is_some() || more.rows.len() > 1);
            if is_other && !is_next && rows.len() == 1 {
                (at, rows) = (next, Vec::new());
            } else if !is_open && (is_next || is_complete || is_other) {
                break;
            }
            rows.extend_from_slice(&more.rows);
            (is_open, next, end) = (more.is_open, next + 1, next + 1);
        }
        let has_pairs = lines::divide(self.text, &mut rows);
        let place = rows[0].place.start..rows[rows.len() - 1].place.end;
        Board { rows, is_list, is_flat, has_pairs, pieces: at..end, place, ..Board::default() }
    }

    /// The puzzle that begins with the piece at `at`, a name, an arrow, rows or a fault; otherwise the piece up to which
    /// there is none.
    pub(super) fn step(&self, at: usize, title: Option<String>) -> Result<Found, usize> {
        let index = self.boards.partition_point(|board| board.pieces.start < at);
        let Some(first) = self.boards.get(index) else { return Err(at + 1) };
        let (before, none) = (&first.before, Before::default());
        let second = self.boards.get(index + 1).filter(|second| !self.is_taken(index, second));
        let after = second.map_or(&none, |second| &second.before);
        let is_explicit = before.is_keyword() || (after.is_sign() && !after.has_text);
        let start = if before.is_keyword() { self.pieces[at].place.start } else { first.place.start };
        if let Some(error) = self.missing(at, first, second, after) {
            let is_unknown = error.label == lines::NO_TILE;
            let next =
                second.filter(|second| second.rows.is_empty()).map_or(first.pieces.end, |second| second.pieces.end);
            let end = error.place.as_ref().map_or(start, |place| place.end.max(start));
            let mut found = Found::of(Err(error), start..end, next.max(at + 1));
            found.is_unfinished = next >= self.pieces.len() && !is_unknown;
            found.confidence = if is_unknown { Confidence::Maybe } else { Confidence::Sure };
            return Ok(found);
        }
        let behind = self.boards[index + first.alike.max(1) - 1].pieces.end.max(at + 1);
        let is_linked = before.name.is_some() || after.is_link();
        let is_pair = is_linked || (first.alike.is_multiple_of(2) && self.is_plain(first));
        let is_likely = |second: &&Board| is_pair && self.is_board(first) && self.is_board(second);
        let second = second.filter(|second| is_explicit || is_likely(second)).ok_or(behind)?;
        let (is_swapped, note) = order([before.is_source(), after.is_source()], after.arrow.is_some());
        let boards = if is_swapped { [second, first] } else { [first, second] };
        let mut notes = self.size_note(at..second.pieces.start, boards[0]);
        notes.extend(note.map(str::to_owned));
        let mut found = self.pair(boards, start, title, notes);
        let is_arrow = |(_, place): &(bool, Range<usize>)| self.text[place.clone()].ends_with("->");
        let is_sure =
            before.is_keyword() || after.arrow.as_ref().is_some_and(|it| is_arrow(it) || first.rows.len() > 1);
        found.confidence = if is_sure { Confidence::Sure } else { Confidence::Maybe };
        if found.puzzle.is_err() && is_explicit {
            let is_short = second.rows.len() < first.rows.len() && !second.is_list && !first.is_flat;
            let is_last = |piece: &Piece| matches!(piece.kind, Kind::Blank | Kind::Comment | Kind::Text);
            found.is_unfinished = is_short && self.pieces[found.next..].iter().all(is_last);
        } else if found.puzzle.is_err() {
            found.confidence =
                Some(Confidence::Faulty).filter(|_| !after.has_text && self.is_near(boards)).ok_or(behind)?;
        }
        Ok(found)
    }

    /// What is missing of a puzzle that a keyword or an arrow tells of, or cannot be read.
    fn missing(&self, at: usize, first: &Board, second: Option<&Board>, after: &Before) -> Option<Diagnostic> {
        let before = &first.before;
        let is_explicit = before.is_keyword() || (after.is_sign() && !after.has_text);
        let line = |at: usize| self.pieces[at].line.start;
        let is_here = |next: &&Board| is_explicit || line(first.pieces.end - 1) == line(next.pieces.start);
        let faulty = second.filter(|next| next.fault.is_some() && is_here(next));
        if let Some(fault) = first.fault.as_ref().or(faulty.and_then(|next| next.fault.as_ref())) {
            return Some(fault.clone());
        }
        let is_source = before.is_source() != Some(false) || !before.is_keyword();
        let names = if is_source { ["source", "target"] } else { ["target", "source"] };
        let is_named = after.is_source() == Some(!is_source) || (is_source && after.arrow.is_some());
        let (name, side, place) = if before.is_sign() && before.name.is_none() {
            ("source", "before", before.place()?)
        } else if first.rows.is_empty() {
            (names[0], "after", before.place().filter(|_| before.is_keyword())?)
        } else if before.is_keyword() && (after.has_text || !is_named) {
            (names[1], "after", &first.place)
        } else if is_explicit && second.is_none_or(|second| second.rows.is_empty()) {
            (names[1], "after", after.place().unwrap_or(&first.place))
        } else {
            return None;
        };
        let error =
            Diagnostic::new(format!("the {name} is missing")).at(place.clone(), format!("expected {side} this"));
        let from = if first.rows.is_empty() { at + 1 } else { first.pieces.end };
        let unknown = self.unknown(from).filter(|_| is_explicit);
        unknown.or(Some(error.help("write SOURCE -> TARGET, for instance 12/34 -> 21/34")))
    }

    /// The error about the first character that no board has, in the only line of other text below a name or a board.
    fn unknown(&self, from: usize) -> Option<Diagnostic> {
        let is_line = |piece: &&Piece| matches!(piece.kind, Kind::Text | Kind::Divider);
        let is_near = |piece: &&Piece| is_line(piece) || matches!(piece.kind, Kind::Comment);
        let mut lines = self.pieces[from.min(self.pieces.len())..].iter().take_while(is_near).filter(is_line);
        let line = lines.next().filter(|line| matches!(line.kind, Kind::Divider) || lines.next().is_none())?;
        let is_known = |c: char| is_letter(c) || c.is_whitespace() || ",/-=".contains(c);
        let at = line.place.start + self.text[line.place.clone()].find(|c| !is_known(c))?;
        Some(lines::unknown(self.text, at..line.place.end))
    }

    /// Whether the board behind another one is a source that has a target of its own, which is not that of the next source.
    fn is_taken(&self, index: usize, next: &Board) -> bool {
        let [name, wanted, other] =
            [1, 2, 3].map(|by| self.boards.get(index + by).and_then(|board| board.before.is_source()));
        let may_be_target = |before: &Before| before.is_source() == Some(false) && !before.is_keyword();
        name == Some(true)
            && wanted == Some(false)
            && other != Some(true)
            && !next.rows.is_empty()
            && !self.boards[index + 2].rows.is_empty()
            && !may_be_target(&self.boards[index].before)
    }

    /// The puzzle of two boards.
    fn pair(
        &self,
        [source, target]: [&Board; 2],
        start: usize,
        title: Option<String>,
        mut notes: Vec<String>,
    ) -> Found {
        let text = self.text;
        notes.extend(source.has_pairs.then(|| TWO_DIGITS.to_owned()));
        let next = source.pieces.end.max(target.pieces.end);
        let place = start..self.pieces[next - 1].place.end;
        let mut found = match source.tiles(text).and_then(|source| Ok([source, target.tiles(text)?])) {
            Ok(boards) => self.built(title, &boards, place, next),
            Err(error) => Found::of(Err(error), place, next),
        };
        let [here, there] = [source, target].map(|board| board.rows.as_slice());
        let side = source.width().isqrt();
        let is_square = side > 1 && side * side == source.width() && here.len() == 1 && !source.is_flat;
        if is_square && found.puzzle.is_ok() && !lines::is_turned(text, &here[0], &there[0]) {
            let tiles = source.width();
            notes.push(format!("read as a board of one row with {tiles} tiles; '/' or a line break ends a row"));
        }
        found.notes = notes;
        found
    }

    /// The puzzle of two boards before a piece, with the lines that are locked below it.
    fn built(
        &self,
        title: Option<String>,
        [source, target]: &[Tiles<'_>; 2],
        place: Range<usize>,
        next: usize,
    ) -> Found {
        let is_between = |piece: &&Piece| matches!(piece.kind, Kind::Blank | Kind::Comment);
        let at = next + self.pieces[next..].iter().take_while(is_between).count();
        let locked = self.pieces.get(at).filter(|piece| matches!(piece.kind, Kind::Locked));
        let is_name = |kind: &Kind| matches!(kind, Kind::Name(Name { is_keyword: true, .. }));
        let extra =
            self.pieces.get(next).filter(|it| it.line.start == self.pieces[next - 1].line.start && !is_between(it));
        if let Some(extra) = extra.filter(|it| locked.is_none() && !is_name(&it.kind)) {
            let error = Diagnostic::new("text after the target").help("comments begin with ';'");
            let error = error.at(extra.place.start..extra.line.end.max(extra.place.end), "belongs to no board");
            return Found::of(Err(error), place, next);
        }
        let lines = locked.map_or(Ok(Vec::new()), |line| {
            let start = labels::locked(&self.text[line.place.clone()]).unwrap_or(0);
            read_locked(self.text, line.place.start + start..line.place.end)
        });
        let puzzle = lines.and_then(|lines| build(title, self.text, [source, target], &lines));
        let (end, next) = locked.map_or((place.end, next), |line| (line.place.end, at + 1));
        Found::of(puzzle, place.start..end, next)
    }

    /// Whether rows may be a board though no sign says so: not steps of Sokoban, or a table with a header.
    fn is_board(&self, board: &Board) -> bool {
        let of = |row: &Row| &self.text[row.place.clone()];
        let is_number = |row: &Row| !of(row).contains(char::is_alphabetic);
        let has_frame = self.pieces[board.pieces.clone()].iter().any(|piece| matches!(piece.kind, Kind::Frame));
        let has_header = has_frame && board.rows.iter().any(is_number) && !board.rows.iter().all(is_number);
        let are_steps = board.rows.iter().all(|row| of(row).chars().all(|c| !is_letter(c) || "lurdLURD".contains(c)));
        let (rows, width) = (board.rows.len(), board.width());
        rows > 1 && width > 1 && rows * width <= MAX_CELLS && !has_header && !are_steps && !board.is_flat
    }

    /// Whether no row of a board is a word in small letters, apart from letters of colours and boards of letters that are all
    /// different.
    fn is_plain(&self, board: &Board) -> bool {
        let is_colour = |c: char| colour_name(c.to_ascii_uppercase().encode_utf8(&mut [0; 4])).is_some();
        let of = |row: &Row| &self.text[row.place.clone()];
        let is_plain = |row: &Row| {
            row.split == Split::Words || !of(row).contains(char::is_lowercase) || of(row).chars().all(is_colour)
        };
        let tiles = lines::sorted(self.text, &board.rows);
        board.rows.iter().all(is_plain) || tiles.windows(2).all(|pair| pair[0] != pair[1])
    }

    /// Whether boards that are no puzzle are meant as one: only a row or some tiles are missing or wrong.
    fn is_near(&self, [source, target]: [&Board; 2]) -> bool {
        let (Ok(here), Ok(there)) = (source.tiles(self.text), target.tiles(self.text)) else { return true };
        let mut counts = here.compared(&there);
        counts.remove(ANY);
        let wrong: usize = counts.values().map(|[source, target]| source.abs_diff(*target)).sum();
        let rows = source.rows.len().abs_diff(target.rows.len());
        let width = source.width();
        width == target.width() && rows < 2 && wrong <= 2 * MAX_WRONG + width * rows && self.is_plain(source)
    }

    /// The only board of a text.
    fn only(&self) -> Option<&Board> {
        let mut boards = self.boards.iter().filter(|board| !board.rows.is_empty() || board.fault.is_some());
        boards.next().filter(|board| board.fault.is_none() && boards.next().is_none())
    }

    /// The error about the only board of a text that has nothing else.
    pub(super) fn no_partner(&self) -> Option<Diagnostic> {
        let board = self.only()?;
        let is_even = board.rows.iter().all(|row| row.width == board.width());
        let has_text = self.pieces.iter().any(|piece| is_text(self.text, piece));
        if !is_even || has_text || !self.is_board(board) || !self.is_plain(board) {
            return None;
        }
        let (above, below) = board.rows.split_at(board.rows.len() / 2);
        let are_boards = above.len() > 1 && lines::sorted(self.text, above) == lines::sorted(self.text, below);
        let count = above.len();
        let halves = format!("if the last {count} rows are the target, put an empty line before them");
        let help = Some(halves).filter(|_| are_boards).into_iter().chain(self.example(board));
        let help = help.reduce(|one, other| format!("{one}; otherwise {other}")).unwrap_or_else(|| HELP.to_owned());
        Some(Diagnostic::new("the target is missing").at(board.place.clone(), "the source").help(help))
    }

    fn size_note(&self, pieces: Range<usize>, board: &Board) -> Vec<String> {
        let (rows, columns) = (board.rows.len(), board.width());
        let note = |piece: &Piece| {
            let written = &self.text[piece.place.clone()];
            format!("read as boards of {rows} rows and {columns} columns: '{written}' is their size")
        };
        self.pieces[pieces].iter().find(|piece| matches!(piece.kind, Kind::Size)).map(note).into_iter().collect()
    }

    /// The puzzle of the only board of a text, whose tiles are all different and not in order, which they become.
    pub(super) fn alone(&self) -> Option<Found> {
        let board = self.only()?;
        let source = board.tiles(self.text).ok()?;
        let count = source.all().count();
        let columns = if board.is_flat { count.isqrt() } else { board.width() };
        let target = sorted(&source, columns);
        let value = |tile: &Tile<'_>| {
            let letter = tile.label.bytes().next().filter(u8::is_ascii_alphabetic).filter(|_| tile.label.len() == 1);
            tile.label.parse::<usize>().ok().or(letter.map(usize::from))
        };
        let values: Vec<usize> = target.all().map(value).collect::<Option<_>>()?;
        let is_sorted = source.all().map(|tile| tile.label).eq(target.all().map(|tile| tile.label));
        let is_whole = columns > 1 && count > columns && values.windows(2).all(|pair| pair[1] == pair[0] + 1);
        if is_sorted || !is_whole {
            return None;
        }
        let mut notes = self.size_note(0..board.pieces.start, board);
        notes.extend(Some(TWO_DIGITS).filter(|_| board.has_pairs).map(str::to_owned));
        notes.push(IN_ORDER.to_owned());
        let mut found = self.built(None, &[source, target], board.place.clone(), board.pieces.end);
        (found.notes, found.confidence) = (notes, Confidence::Maybe);
        Some(found)
    }

    /// The game id in a place, before a piece.
    pub(super) fn sixteen(&self, next: usize, place: Range<usize>, size: &Size, title: Option<String>) -> Found {
        match sixteen::source(self.text, &place, size) {
            Ok((source, columns)) => {
                let target = sorted(&source, columns);
                self.built(title, &[source, target], place, next)
            }
            Err(error) => Found::of(Err(error), place, next),
        }
    }

    /// A form of a puzzle with this board as its source, with a likely target: rows of one colour each, or one shift away.
    fn example(&self, board: &Board) -> Option<String> {
        let source = board.tiles(self.text).ok().filter(|_| board.place.len() <= MAX_SHOWN)?;
        let is_even = |row: &Vec<Tile<'_>>| row.iter().all(|tile| tile.label == row[0].label);
        let labels = |tiles: &Tiles<'t>| tiles.all().map(|tile| tile.label).collect::<Vec<_>>();
        let mut target = sorted(&source, board.width());
        if labels(&source) == labels(&target) || !target.rows.iter().all(is_even) {
            target = Tiles { rows: source.rows.clone(), ..target };
            target.rows.iter_mut().find(|row| !is_even(row))?.rotate_left(1);
        }
        let puzzle = build(None, self.text, [&source, &target], &[]).ok()?;
        Some(format!("write the target after it, for instance {}", puzzle.id()))
    }
}

/// Whether a piece is other text, and not a heading such as `Mine:`.
fn is_text(text: &str, piece: &Piece) -> bool {
    matches!(piece.kind, Kind::Text) && !text[piece.place.clone()].ends_with(':')
}

/// Whether the target is the first of two boards with such names, and a note where neither they nor an arrow say so.
fn order(names: [Option<bool>; 2], is_arrow: bool) -> (bool, Option<&'static str>) {
    match names {
        [Some(true), None | Some(false)] | [None, Some(false)] => (false, None),
        [Some(false), Some(true)] => (true, None),
        _ if is_arrow => (false, None),
        [Some(false), None] | [None, Some(true)] => (true, Some(TARGET_FIRST)),
        _ => (false, Some(SOURCE_FIRST)),
    }
}

/// The tiles of a board in order, numbers before letters, in rows of this width.
fn sorted<'t>(source: &Tiles<'t>, columns: usize) -> Tiles<'t> {
    let mut tiles: Vec<Tile<'t>> = source.all().cloned().collect();
    tiles.sort_by_key(|tile| (tile.label.parse::<usize>().unwrap_or(usize::MAX), tile.label.len(), tile.label));
    Tiles::of(&tiles, columns, source.place.clone())
}
