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

/// A board, and the pieces that it has.
#[derive(Clone)]
struct Board {
    rows: Vec<Row>,
    is_list: bool,
    is_flat: bool,
    /// Whether its digits were divided into tiles of two.
    has_pairs: bool,
    pieces: Range<usize>,
    place: Range<usize>,
}

impl Board {
    fn height(&self) -> Option<usize> {
        (!self.is_flat).then_some(self.rows.len())
    }

    fn width(&self) -> usize {
        usual_width(&self.rows.iter().map(|row| row.width).collect::<Vec<_>>())
    }

    fn tiles<'t>(&self, text: &'t str) -> Result<Tiles<'t>, Diagnostic> {
        let rows = self.rows.iter().map(|row| row.tiles(text)).collect::<Result<_, _>>()?;
        let places = self.rows.iter().map(|row| row.place.clone()).collect();
        Ok(Tiles { rows, places, is_flat: self.is_flat, place: self.place.clone() })
    }
}

/// What stands before or between boards.
#[derive(Default)]
struct Between {
    name: Option<(Name, Range<usize>)>,
    /// An arrow, and whether it is a sign.
    arrow: Option<(bool, Range<usize>)>,
    has_text: bool,
    /// The piece behind it.
    next: usize,
}

impl Between {
    fn is_source(&self) -> Option<bool> {
        self.name.as_ref().map(|(name, _)| name.is_source)
    }

    fn is_sign(&self) -> bool {
        self.arrow.as_ref().is_some_and(|(is_sign, _)| *is_sign)
    }

    fn is_link(&self) -> bool {
        self.arrow.is_some() || self.name.is_some()
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
    /// The number of boards without names and arrows that follow one another, and the piece where they end.
    sequence: (usize, usize),
}

impl<'t> Pairs<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut pieces = lines::pieces(text);
        sizes::mark(text, &mut pieces);
        Self { text, pieces, ..Self::default() }
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
    /// characters above or below the others is other text, unless `is_whole`.
    fn board(&self, mut at: usize, height: Option<usize>, is_whole: bool) -> Option<Board> {
        let &Rows { is_list, is_flat, mut is_open, ref rows, .. } = self.rows(at)?;
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
        Some(Board { rows, is_list, is_flat, has_pairs, pieces: at..end, place })
    }

    /// What stands from a piece on, up to the next board.
    fn between(&self, at: usize) -> Between {
        let mut found = Between { next: at, ..Between::default() };
        while let Some(Piece { kind, place, .. }) = self.pieces.get(found.next) {
            match kind {
                Kind::Blank | Kind::Comment | Kind::Frame | Kind::Divider | Kind::Size => {}
                Kind::Name(name) if found.name.is_none() => found.name = Some((*name, place.clone())),
                Kind::Arrow { is_sign } if found.arrow.is_none() && !found.has_text => {
                    found.arrow = Some((*is_sign, place.clone()));
                }
                Kind::Text if found.arrow.is_none() => {
                    found.has_text |= is_text(self.text, &self.pieces[found.next]);
                }
                _ => break,
            }
            found.next += 1;
        }
        found
    }

    /// The puzzle that begins with the piece at `at`, a name, an arrow, rows or a fault; otherwise the piece up to which
    /// there is none.
    pub(super) fn step(&mut self, at: usize, title: Option<String>) -> Result<Found, usize> {
        let before = self.between(at);
        let is_keyword = before.name.as_ref().is_some_and(|(name, _)| name.is_keyword);
        let first = self.board(before.next, None, is_keyword);
        let end = first.as_ref().map_or(before.next, |first| first.pieces.end);
        let mut after = self.between(end);
        let is_explicit = is_keyword || after.is_sign();
        let mut second = self.board(after.next, first.as_ref().and_then(Board::height), is_explicit);
        let may_be_taken = after.is_source() == Some(true) && (is_keyword || before.is_source() != Some(false));
        if may_be_taken && second.as_ref().is_some_and(|second| self.is_taken(second)) {
            (after, second) = (Between { next: end, ..Between::default() }, None);
        }
        let start =
            first.as_ref().filter(|_| !is_keyword).map_or(self.pieces[at].place.start, |first| first.place.start);
        if let Some(error) = self.missing(at, [&before, &after], first.as_ref(), second.is_some()) {
            let is_unknown = error.label == lines::NO_TILE;
            let is_fault = self.pieces.get(after.next).is_some_and(|piece| matches!(piece.kind, Kind::Fault(_)));
            let next = first.filter(|_| second.is_some()).map_or(after.next, |first| first.pieces.end);
            let next = next + usize::from(is_fault);
            let end = error.place.as_ref().map_or(start, |place| place.end.max(start));
            let mut found = Found::of(Err(error), start..end, next.max(at + 1));
            found.is_unfinished = next >= self.pieces.len() && !is_unknown;
            found.confidence = if is_unknown { Confidence::Maybe } else { Confidence::Sure };
            return Ok(found);
        }
        let Some(first) = first else { return Err(at + 1) };
        if first.pieces.start >= self.sequence.1 {
            self.sequence = self.sequence(&first, &after);
        }
        let is_linked = before.name.is_some() || after.is_link();
        let is_pair = is_linked || (self.sequence.0.is_multiple_of(2) && self.is_plain(&first));
        let is_likely = |second: &Board| is_pair && self.is_board(&first) && self.is_board(second);
        let behind = self.sequence.1.max(first.pieces.end);
        let second = second.filter(|second| is_explicit || is_likely(second)).ok_or(behind)?;
        let (is_swapped, note) = order([before.is_source(), after.is_source()], after.arrow.is_some());
        let boards = if is_swapped { [&second, &first] } else { [&first, &second] };
        let mut notes = self.size_note(at..second.pieces.start, boards[0]);
        notes.extend(note.map(str::to_owned));
        let mut found = self.pair(boards, start, title, notes);
        let is_arrow = |(_, place): &(bool, Range<usize>)| self.text[place.clone()].ends_with("->");
        let is_sure = is_keyword || after.arrow.is_some_and(|arrow| is_arrow(&arrow) || first.rows.len() > 1);
        found.confidence = if is_sure { Confidence::Sure } else { Confidence::Maybe };
        if found.puzzle.is_err() && is_explicit {
            let is_short = second.height().zip(first.height()).is_some_and(|(rows, wanted)| rows < wanted);
            found.is_unfinished = is_short && !second.is_list && self.between(found.next).next == self.pieces.len();
        } else if found.puzzle.is_err() {
            found.confidence =
                Some(Confidence::Faulty).filter(|_| !after.has_text && self.is_near(boards)).ok_or(behind)?;
        }
        Ok(found)
    }

    /// What is missing of a puzzle that a keyword or an arrow tells of.
    fn missing(
        &self,
        at: usize,
        [before, after]: [&Between; 2],
        first: Option<&Board>,
        has_second: bool,
    ) -> Option<Diagnostic> {
        let keyword = before.name.as_ref().filter(|(name, _)| name.is_keyword);
        let end = first.map_or(at + 1, |first| first.pieces.end);
        if let Some(Piece { kind: Kind::Fault(error), line, .. }) = self.pieces.get(after.next) {
            let is_here = first.is_none() || self.pieces[end - 1].line.start == line.start;
            return (is_here || keyword.is_some() || after.is_sign()).then(|| (**error).clone());
        }
        let is_source = keyword.is_none_or(|(name, _)| name.is_source);
        let names = if is_source { ["source", "target"] } else { ["target", "source"] };
        let is_named = after.is_source() == Some(!is_source) || (is_source && after.arrow.is_some());
        let is_apart = keyword.is_some() && (after.has_text || !is_named);
        let (name, side, place) = match (first, &before.arrow, keyword) {
            (_, Some((true, arrow)), _) if before.name.is_none() => ("source", "before", arrow),
            (None, _, Some((_, keyword))) => (names[0], "after", keyword),
            (Some(first), ..) if is_apart => (names[1], "after", &first.place),
            (Some(first), ..) if !has_second && (keyword.is_some() || after.is_sign()) => {
                let arrow = after.arrow.as_ref().map(|(_, place)| place);
                (names[1], "after", after.name.as_ref().map(|(_, place)| place).or(arrow).unwrap_or(&first.place))
            }
            _ => return None,
        };
        let error =
            Diagnostic::new(format!("the {name} is missing")).at(place.clone(), format!("expected {side} this"));
        let unknown = self.unknown(end..after.next).filter(|_| first.is_some() || keyword.is_some());
        unknown.or(Some(error.help("write SOURCE -> TARGET, for instance 12/34 -> 21/34")))
    }

    /// The error about the first character that no board has, in the only line of other text below a name or a board.
    fn unknown(&self, pieces: Range<usize>) -> Option<Diagnostic> {
        let is_line = |piece: &&Piece| matches!(piece.kind, Kind::Text | Kind::Divider);
        let is_near = |piece: &&Piece| is_line(piece) || matches!(piece.kind, Kind::Comment);
        let mut lines = self.pieces[pieces].iter().take_while(is_near).filter(is_line);
        let line = lines.next().filter(|line| matches!(line.kind, Kind::Divider) || lines.next().is_none())?;
        let is_known = |c: char| is_letter(c) || c.is_whitespace() || ",/-=".contains(c);
        let at = line.place.start + self.text[line.place.clone()].find(|c| !is_known(c))?;
        Some(lines::unknown(self.text, at..line.place.end))
    }

    /// Whether a source has a target of its own behind it, which is not that of the next source.
    fn is_taken(&self, source: &Board) -> bool {
        let after = self.between(source.pieces.end);
        let target = self.board(after.next, source.height(), true).filter(|_| after.is_source() == Some(false));
        target.is_some_and(|target| self.between(target.pieces.end).is_source() != Some(true))
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

    /// How many boards without signs between them begin with this one, and where they end. Other text may stand between two
    /// large ones.
    fn sequence(&self, first: &Board, after: &Between) -> (usize, usize) {
        let may_cross = after.has_text && self.is_plain(first) && first.rows.len() * first.width() >= LEAST_CELLS;
        let (mut count, mut end) = (1, first.pieces.end);
        loop {
            let after = self.between(end);
            let is_like = |next: &Board| {
                next.rows.len().abs_diff(first.rows.len()) < 2
                    && next.width() == first.width()
                    && self.between(next.pieces.end).arrow.is_none()
            };
            let is_apart = after.is_link() || (after.has_text && !may_cross);
            let next = self.board(after.next, first.height(), false).filter(|next| !is_apart && is_like(next));
            let Some(next) = next else { return (count, end) };
            (count, end) = (count + 1, next.pieces.end);
        }
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
    fn only(&self) -> Option<Board> {
        let at = (0..self.pieces.len()).find(|at| self.rows(*at).is_some())?;
        let board = self.board(at, None, false)?;
        let is_last = |piece: &Piece| !matches!(piece.kind, Kind::Rows(_) | Kind::Fault(_));
        self.pieces[board.pieces.end..].iter().all(is_last).then_some(board)
    }

    /// The error about the only board of a text that has nothing else.
    pub(super) fn no_partner(&self) -> Option<Diagnostic> {
        let board = self.only()?;
        let is_even = board.rows.iter().all(|row| row.width == board.width());
        let has_text = self.pieces.iter().any(|piece| is_text(self.text, piece));
        if !is_even || has_text || !self.is_board(&board) || !self.is_plain(&board) {
            return None;
        }
        let (above, below) = board.rows.split_at(board.rows.len() / 2);
        let are_boards = above.len() > 1 && lines::sorted(self.text, above) == lines::sorted(self.text, below);
        let count = above.len();
        let halves = format!("if the last {count} rows are the target, put an empty line before them");
        let help = Some(halves).filter(|_| are_boards).into_iter().chain(self.example(&board));
        let help = help.reduce(|one, other| format!("{one}; otherwise {other}")).unwrap_or_else(|| HELP.to_owned());
        Some(Diagnostic::new("the target is missing").at(board.place, "the source").help(help))
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
        let mut notes = self.size_note(0..board.pieces.start, &board);
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
