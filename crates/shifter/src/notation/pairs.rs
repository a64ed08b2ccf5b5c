//! From pieces to boards, and from boards to puzzles of a source and a target.
//!
//! Names say which board is which, in any order; an arrow says that the source is before it. Of boards without both, the
//! first is taken for the source, which is told; they must be boards of the same tiles, and nothing else must be likely.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{Confidence, Metadata, Puzzle};

use super::build::{Tiles, build, usual_width};
use super::lines::{self, Kind, Piece, Row, is_packed};
use super::sizes;
use super::tokens::{self, Tile, classes, colour_name, is_letter};
use crate::instance::ShifterPuzzle;
use crate::rules::MAX_CELLS;

const HELP: &str = "write SOURCE -> TARGET, for instance 1221/3443/3443/2442 -> 4342/3124/4243/2431";

/// The longest board that is repeated in an example, in bytes.
const MAX_SHOWN: usize = 100;

/// The fewest cells of a board with other text below it, so that short words one below the other are none.
const LEAST_CELLS: usize = 8;

/// What stands before a board: the last name, whether an arrow or other text does, the place of the name or else of the arrow.
#[derive(Default)]
struct Before {
    is_source: Option<bool>,
    is_keyword: bool,
    has_arrow: bool,
    has_text: bool,
    place: Range<usize>,
    /// The number of its rows, if a line of its size is above it.
    height: Option<usize>,
}

impl Before {
    /// Adds a piece, unless it cannot stand before a board.
    fn add(&mut self, text: &str, piece: &Piece<'_>) -> bool {
        match &piece.kind {
            Kind::Name(name) => {
                (self.is_source, self.is_keyword) = (Some(name.is_source), name.is_keyword);
                self.place = piece.place.clone();
            }
            Kind::Arrow if !self.has_arrow => {
                self.place = if self.is_link() { self.place.clone() } else { piece.place.clone() };
                self.has_arrow = true;
            }
            Kind::Text if !self.has_arrow => self.has_text |= is_text(text, piece),
            Kind::Size(height) => self.height = Some(*height),
            kind => return matches!(kind, Kind::Blank | Kind::Comment | Kind::Frame),
        }
        true
    }

    fn is_link(&self) -> bool {
        self.has_arrow || self.is_source.is_some()
    }
}

/// A board, and the pieces that it has. It has no rows if they cannot be read, or where a name or an arrow has no board.
#[derive(Default)]
struct Board<'t> {
    before: Before,
    tiles: Tiles<'t>,
    fault: Option<Box<Diagnostic>>,
    /// Whether its digits were divided into tiles of two.
    has_pairs: bool,
    pieces: Range<usize>,
    /// The number of boards like it that follow one another without names and arrows, from it on.
    alike: usize,
}

impl<'t> Board<'t> {
    fn rows(&self) -> &[Row<'t>] {
        &self.tiles.rows
    }

    fn width(&self) -> usize {
        usual_width(&self.rows().iter().map(Vec::len).collect::<Vec<_>>())
    }

    /// Its tiles, if each is one and they are not too many.
    fn checked(&self, text: &str) -> Result<Tiles<'t>, Diagnostic> {
        if self.tiles.all().count() > MAX_CELLS {
            return Err(Diagnostic::new(format!("the board has more than {MAX_CELLS} tiles"))
                .at(self.tiles.place.clone(), "too many")
                .help(format!("a board has at most {MAX_CELLS} tiles, for instance 32 rows of 32")));
        }
        self.tiles.all().try_for_each(|tile| tokens::label(text, tile.place.clone()).map(|_| ()))?;
        Ok(self.tiles.clone())
    }
}

/// A puzzle, or why boards that must be one are none, with what belongs to it.
pub(super) struct Found {
    pub(super) puzzle: Result<ShifterPuzzle, Diagnostic>,
    pub(super) place: Range<usize>,
    /// The piece behind it.
    pub(super) next: usize,
    pub(super) notes: Vec<String>,
    pub(super) confidence: Confidence,
    /// Whether more text could complete it.
    pub(super) is_unfinished: bool,
    pub(super) flags: String,
    pub(super) metadata: Metadata,
}

impl Found {
    pub(super) fn of(puzzle: Result<ShifterPuzzle, Diagnostic>, place: Range<usize>, next: usize) -> Self {
        let (notes, flags, metadata) = (Vec::new(), String::new(), Metadata::default());
        Self { puzzle, place, next, notes, confidence: Confidence::Sure, is_unfinished: false, flags, metadata }
    }

    /// Why a text has no puzzle, of which a line is other text.
    pub(super) fn nothing(line: Option<Range<usize>>) -> Self {
        let error = match line {
            None => Diagnostic::new("no puzzle: the text is empty"),
            Some(line) => Diagnostic::new("not a shifter: neither '->' nor 'source:'").at(line, "not a puzzle"),
        };
        Self { confidence: Confidence::No, ..Self::of(Err(error.help(HELP)), 0..0, 0) }
    }
}

/// The boards of a text.
#[derive(Default)]
pub(super) struct Pairs<'t> {
    text: &'t str,
    pub(super) pieces: Vec<Piece<'t>>,
    boards: Vec<Board<'t>>,
}

impl<'t> Pairs<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut pieces = lines::pieces(text);
        sizes::mark(text, &mut pieces);
        let mut pairs = Self { text, pieces, boards: Vec::new() };
        let (mut before, mut at) = (Before::default(), 0);
        while at <= pairs.pieces.len() {
            let piece = pairs.pieces.get(at);
            if piece.is_some_and(|piece| before.add(text, piece)) {
                at += 1;
                continue;
            }
            let mut board = match piece.map(|piece| &piece.kind) {
                Some(Kind::Rows(rows) | Kind::List(rows, _)) => pairs.board(rows.clone(), at, &before),
                Some(Kind::Fault(fault)) => {
                    Board { fault: Some(fault.clone()), pieces: at..at + 1, ..Board::default() }
                }
                _ => Board { pieces: at..at, ..Board::default() },
            };
            at = board.pieces.end.max(at + 1);
            board.before = std::mem::take(&mut before);
            let is_one = !board.pieces.is_empty() || board.before.is_link();
            pairs.boards.extend(is_one.then_some(board));
        }
        for at in (0..pairs.boards.len()).rev() {
            let next = pairs.boards.get(at + 1).filter(|next| pairs.is_like(at, next));
            pairs.boards[at].alike = next.map_or(1, |next| next.alike + 1);
        }
        pairs
    }

    /// The board that begins with a piece: the rows up to another piece, or to a line with an arrow or a name of its own. A
    /// row that is not like those above it ends a board of as many rows as another one has. A row of other kinds of
    /// characters above or below the others is other text, unless a keyword or an arrow is before the board.
    fn board(&self, mut rows: Vec<Row<'t>>, mut at: usize, before: &Before) -> Board<'t> {
        let is_flat = matches!(self.pieces[at].kind, Kind::List(_, true));
        let is_list = self.pieces[at].rows().is_none();
        let most = before.height.unwrap_or(MAX_CELLS + 1);
        let last = self.boards.last().filter(|last| before.is_link() && !last.tiles.is_flat && !last.rows().is_empty());
        let (height, is_whole) = (last.map(|last| last.rows().len()), before.is_keyword || before.has_arrow);
        let (mut end, mut next) = (at + 1, at + 1);
        while !is_list && rows.len() < most {
            let is_between = |piece: &&Piece<'_>| matches!(piece.kind, Kind::Comment | Kind::Frame);
            next += self.pieces[next..].iter().take_while(is_between).count();
            let Some(Piece { kind: Kind::Rows(more), line, .. }) = self.pieces.get(next) else { break };
            let (last, first) = (&rows[rows.len() - 1], &more[0]);
            let of = |row: &Row<'_>| classes(&self.text[lines::place_of([row])]);
            let is_open = self.text[lines::place_of([last]).end..].trim_start_matches(' ').starts_with('/');
            let is_like = last.len() == first.len();
            let is_other = !is_whole && !is_like && of(last) != of(first);
            let (is_complete, are_many) = (height.is_some_and(|height| rows.len() >= height), more.len() > 1);
            let is_end = if is_like { is_complete && are_many } else { is_complete || are_many };
            let leads = |other: &Piece<'_>| other.line == *line && matches!(other.kind, Kind::Arrow | Kind::Name(_));
            let may_lead = height.is_some() || are_many;
            let is_next = may_lead && self.pieces.get(next + 1).is_some_and(leads);
            if is_other && !is_next && rows.len() == 1 {
                (at, rows) = (next, Vec::new());
            } else if !is_open && (is_next || is_end || is_other) {
                break;
            }
            rows.extend_from_slice(more);
            (next, end) = (next + 1, next + 1);
        }
        let has_pairs = lines::divide(self.text, &mut rows);
        let place = lines::place_of(&rows);
        Board { tiles: Tiles { rows, is_flat, place }, has_pairs, pieces: at..end, ..Board::default() }
    }

    /// The puzzle that begins with the piece at `at`, a game id, a name, an arrow, rows or a fault; otherwise the piece up to which
    /// there is none.
    pub(super) fn step(&self, at: usize, title: Option<String>) -> Result<Found, usize> {
        if let Piece { kind: Kind::Id(source), place, .. } = &self.pieces[at] {
            let boards = (**source).clone().map(|source| [source.clone(), sorted(&source, source.rows[0].len())]);
            return Ok(self.built(title, boards, place.start, at + 1));
        }
        let index = self.boards.partition_point(|board| board.pieces.start < at);
        let Some(first) = self.boards.get(index) else { return Err(at + 1) };
        let nothing = Board { pieces: first.pieces.end..first.pieces.end, ..Board::default() };
        let name = |at: usize| self.boards.get(index + at).filter(|it| !it.rows().is_empty())?.before.is_source;
        // The next board may be a source with a target of its own, which is not that of the source behind it.
        let may_be_taken = first.before.is_keyword || name(0) != Some(false);
        let is_taken = may_be_taken && [name(1), name(2)] == [Some(true), Some(false)] && name(3) != Some(true);
        let second = self.boards.get(index + 1).filter(|_| !is_taken).unwrap_or(&nothing);
        let (before, after, boards) = (&first.before, &second.before, [first, second]);
        // The name belongs to what could not be read.
        if before.is_keyword && before.place.start < self.pieces[at].place.start {
            return Err(first.pieces.end);
        }
        let is_explicit = before.is_keyword || after.has_arrow;
        let start = if before.is_keyword { self.pieces[at].place.start } else { first.tiles.place.start };
        if let Some(error) = self.missing(at, boards, is_explicit) {
            let is_unknown = error.label == lines::NO_TILE;
            let next = if second.rows().is_empty() { second.pieces.end } else { first.pieces.end };
            let end = error.place.as_ref().map_or(start, |place| place.end.max(start));
            let is_unfinished = !is_unknown && self.behind(next) >= self.pieces.len();
            let confidence = if is_unknown { Confidence::Maybe } else { Confidence::Sure };
            return Ok(Found { confidence, is_unfinished, ..Found::of(Err(error), start..end, next) });
        }
        let confidence = self.rate(boards, is_explicit).ok_or(self.boards[index + first.alike - 1].pieces.end)?;
        let (is_swapped, note) = order([before.is_source, after.is_source], after.has_arrow);
        let [source, target] = if is_swapped { [second, first] } else { boards };
        let tiles = source.checked(self.text).and_then(|source| Ok([source, target.checked(self.text)?]));
        let mut found = self.built(title, tiles, start, second.pieces.end);
        found.notes = self.notes(at..second.pieces.start, source);
        found.notes.extend(note.map(str::to_owned));
        if found.puzzle.is_ok() && may_be_square(&source.tiles, &target.tiles) {
            let tiles = first.width();
            found.notes.push(format!("read as a board of one row with {tiles} tiles; '/' or a line break ends a row"));
        }
        if found.puzzle.is_err() && !is_explicit {
            found.confidence = Confidence::Faulty;
        } else {
            found.confidence = confidence;
            let is_short = !second.tiles.is_flat && second.rows().len() < first.rows().len();
            found.is_unfinished = found.puzzle.is_err() && is_short && self.behind(found.next) >= self.pieces.len();
        }
        Ok(found)
    }

    /// What is missing of a puzzle that a keyword or an arrow tells of, or cannot be read.
    fn missing(&self, at: usize, [first, second]: [&Board<'_>; 2], is_explicit: bool) -> Option<Diagnostic> {
        let (before, after) = (&first.before, &second.before);
        if let Some(fault) = first.fault.as_ref().or(second.fault.as_ref()) {
            return Some((**fault).clone());
        }
        let is_target = before.is_keyword && before.is_source == Some(false);
        let is_named = !after.has_text && (after.is_source == Some(is_target) || (!is_target && after.has_arrow));
        let is_behind_arrow = before.has_arrow && before.is_source.is_none();
        let is_first = is_behind_arrow || first.rows().is_empty();
        let is_second = (before.is_keyword && !is_named) || second.rows().is_empty();
        if !is_behind_arrow && !(is_explicit && (is_first || is_second)) {
            return None;
        }
        let place = if is_named { &after.place } else { &first.tiles.place };
        let (at, place) = if is_first { (at + 1, &before.place) } else { (first.pieces.end, place) };
        let name = if is_first == is_target { "target" } else { "source" };
        let side = if is_behind_arrow { "before" } else { "after" };
        let missing =
            Diagnostic::new(format!("the {name} is missing")).at(place.clone(), format!("expected {side} this"));
        let missing = missing.help("write SOURCE -> TARGET, for instance 12/34 -> 21/34");
        Some(self.unknown(at).unwrap_or(missing))
    }

    /// The error about the first character that no board has in the line of other text from a piece on.
    fn unknown(&self, from: usize) -> Option<Diagnostic> {
        let line = self.pieces.get(from..)?.iter().find(|piece| !matches!(piece.kind, Kind::Comment))?;
        let text = &self.text[line.place.clone()];
        let is_known = |c: char| is_letter(c) || c.is_whitespace() || ",/-=".contains(c);
        let at = text.find(|c| !is_known(c)).filter(|_| matches!(line.kind, Kind::Text))?;
        Some(lines::unknown(self.text, line.place.start + at..line.place.end))
    }

    /// The first piece from one on that is neither blank nor a comment.
    fn behind(&self, next: usize) -> usize {
        let is_between = |piece: &&Piece<'_>| matches!(piece.kind, Kind::Blank | Kind::Comment);
        next + self.pieces[next..].iter().take_while(is_between).count()
    }

    /// The puzzle of a source and a target before a piece, with the lines that are locked below it.
    fn built(
        &self,
        title: Option<String>,
        boards: Result<[Tiles<'_>; 2], Diagnostic>,
        start: usize,
        next: usize,
    ) -> Found {
        let at = self.behind(next);
        let locked = match self.pieces.get(at) {
            Some(Piece { kind: Kind::Locked(start), place, .. }) => Some(*start..place.end),
            _ => None,
        };
        let last = self.pieces[next - 1].line.start;
        let is_extra = |piece: &&Piece<'_>| {
            piece.line.start == last
                && piece.keyword().is_none()
                && !matches!(piece.kind, Kind::Comment | Kind::Locked(_))
        };
        let puzzle = boards.and_then(|boards| {
            if let Some(extra) = self.pieces.get(next).filter(is_extra) {
                let place = extra.place.start..extra.line.end.max(extra.place.end);
                let error = Diagnostic::new("text after the target").at(place, "belongs to no board");
                return Err(error.help("comments begin with ';'"));
            }
            build(title, self.text, boards.each_ref(), locked.clone())
        });
        let next = if locked.is_some() { at + 1 } else { next };
        Found::of(puzzle, start..self.pieces[next - 1].place.end, next)
    }

    // What is likely.

    /// How sure two boards are a puzzle, before their tiles are compared; `None` if they are none.
    fn rate(&self, [first, second]: [&Board<'_>; 2], is_explicit: bool) -> Option<Confidence> {
        let (before, after) = (&first.before, &second.before);
        let is_linked = before.is_source.is_some() || after.is_link();
        // Two equal ones are a repetition.
        let are_equal = || first.tiles.all().map(|tile| tile.label).eq(second.tiles.all().map(|tile| tile.label));
        let is_pair = is_linked || (first.alike.is_multiple_of(2) && is_plain(first) && !are_equal());
        let is_likely = is_pair && self.is_board(first) && self.is_board(second);
        let is_arrow = || first.rows().len() > 1 || self.text[after.place.clone()].ends_with("->");
        let is_sure = before.is_keyword || (after.has_arrow && is_arrow());
        (is_explicit || is_likely).then_some(if is_sure { Confidence::Sure } else { Confidence::Maybe })
    }

    /// Whether rows may be a board though no sign says so: not a table with a header.
    fn is_board(&self, board: &Board<'_>) -> bool {
        let is_number = |row: &Row<'_>| !row.iter().any(|tile| tile.label.contains(char::is_alphabetic));
        let has_frame = self.pieces[board.pieces.clone()].iter().any(|piece| matches!(piece.kind, Kind::Frame));
        let has_header = has_frame && board.rows().iter().any(is_number) && !board.rows().iter().all(is_number);
        let (rows, width) = (board.rows().len(), board.width());
        rows > 1 && width > 1 && rows * width <= MAX_CELLS && !has_header && !board.tiles.is_flat
    }

    /// Whether a board is like the one before it, and only other text stands between them, if they are large.
    fn is_like(&self, at: usize, next: &Board<'_>) -> bool {
        let board = &self.boards[at];
        let has_arrow = self.boards.get(at + 2).is_some_and(|other| other.before.has_arrow);
        !next.before.is_link()
            && !has_arrow
            && next.width() == board.width()
            && next.rows().len().abs_diff(board.rows().len()) < 2
            && (!next.before.has_text || (board.rows().len() * board.width() >= LEAST_CELLS))
    }

    // Boards without a partner.

    /// The only board of a text: its tiles become those in order, if they are consecutive; or else the target is missing, if
    /// the text has nothing else.
    pub(super) fn only(&self) -> Option<Found> {
        let mut boards = self.boards.iter().filter(|board| !board.rows().is_empty() || board.fault.is_some());
        let board = boards.next().filter(|board| board.fault.is_none() && boards.next().is_none())?;
        let source = board.checked(self.text).ok()?;
        let (place, end) = (source.place.clone(), board.pieces.end);
        let columns = if source.is_flat { source.all().count().isqrt() } else { board.width() };
        let target = sorted(&source, columns);
        let is_sorted = source.all().map(|tile| tile.label).eq(target.all().map(|tile| tile.label));
        let has_text = self.pieces.iter().any(|piece| is_text(self.text, piece));
        let is_even = source.rows.iter().all(|row| row.len() == columns);
        let found = if !is_sorted && columns > 1 && target.rows.len() > 1 && are_consecutive(&target) {
            let notes = self
                .notes(0..board.pieces.start, board)
                .into_iter()
                .chain(["the target is missing: read as the tiles in order".to_owned()])
                .collect();
            Found { notes, ..self.built(None, Ok([source, target]), place.start, end) }
        } else if is_even && !has_text && self.is_board(board) && is_plain(board) {
            let (above, below) = source.rows.split_at(source.rows.len() / 2);
            let are_boards = above.len() > 1 && lines::sorted(above) == lines::sorted(below);
            let count = above.len();
            let halves = format!("if the last {count} rows are the target, put an empty line before them");
            let help = Some(halves).filter(|_| are_boards).into_iter().chain(self.example(&source, target, is_sorted));
            let help = help.reduce(|one, other| format!("{one}; otherwise {other}")).unwrap_or_else(|| HELP.to_owned());
            let error = Diagnostic::new("the target is missing").at(place.clone(), "the source").help(help);
            Found::of(Err(error), place, end)
        } else {
            return None;
        };
        Some(Found { confidence: Confidence::Maybe, ..found })
    }

    /// A form of a puzzle with a source and a likely target: its tiles in order if they make rows of one colour each, or else
    /// one shift away.
    fn example(&self, source: &Tiles<'t>, mut target: Tiles<'t>, is_sorted: bool) -> Option<String> {
        let is_even = |row: &Row<'_>| row.iter().all(|tile| tile.label == row[0].label);
        if is_sorted || !target.rows.iter().all(is_even) {
            target.rows.clone_from(&source.rows);
            target.rows.iter_mut().find(|row| !is_even(row))?.rotate_left(1);
        }
        let puzzle =
            build(None, self.text, [source, &target], None).ok().filter(|_| source.place.len() <= MAX_SHOWN)?;
        Some(format!("write the target after it, for instance {}", puzzle.id()))
    }

    /// What is told of a board: a line of its size above it, and how its digits are read.
    fn notes(&self, above: Range<usize>, board: &Board<'_>) -> Vec<String> {
        let (rows, columns) = (board.rows().len(), board.width());
        let note = |piece: &Piece<'_>| {
            let written = &self.text[piece.place.clone()];
            format!("read as boards of {rows} rows and {columns} columns: '{written}' is their size")
        };
        let size = self.pieces[above].iter().find(|piece| matches!(piece.kind, Kind::Size(_))).map(note);
        size.into_iter().chain(board.has_pairs.then(|| "each two digits are read as one tile".to_owned())).collect()
    }
}

/// Whether a piece is other text, and not a heading such as `Mine:`.
fn is_text(text: &str, piece: &Piece<'_>) -> bool {
    matches!(piece.kind, Kind::Text) && !text[piece.place.clone()].ends_with(':')
}

/// Whether no row of a board is a word in small letters, apart from letters of colours and boards of letters that are all
/// different.
fn is_plain(board: &Board<'_>) -> bool {
    let is_colour = |tile: &Tile<'_>| colour_name(&tile.label.to_ascii_uppercase()).is_some();
    let has_small = |row: &Row<'_>| row.iter().any(|tile| tile.label.contains(char::is_lowercase));
    let is_plain = |row: &Row<'_>| !is_packed(row) || !has_small(row) || row.iter().all(is_colour);
    board.rows().iter().all(is_plain) || lines::sorted(board.rows()).windows(2).all(|pair| pair[0] != pair[1])
}

/// Whether boards of one row have as many tiles as a square, and are not solved by turning the row.
fn may_be_square(source: &Tiles<'_>, target: &Tiles<'_>) -> bool {
    let ([row], [other]) = (source.rows.as_slice(), target.rows.as_slice()) else { return false };
    let side = row.len().isqrt();
    side > 1 && side * side == row.len() && !source.is_flat && !lines::is_turned(row, other)
}

/// Whether the target is the first of two boards with such names, and a note where neither they nor an arrow say so.
fn order(names: [Option<bool>; 2], is_arrow: bool) -> (bool, Option<&'static str>) {
    match names {
        [Some(true), None | Some(false)] | [None, Some(false)] => (false, None),
        [Some(false), Some(true)] => (true, None),
        _ if is_arrow => (false, None),
        [Some(false), None] | [None, Some(true)] => (true, Some("read as two boards, the target first")),
        _ => (false, Some("read as two boards, the source first")),
    }
}

/// Whether the tiles of a board are numbers or letters, each one more than the one before it.
fn are_consecutive(board: &Tiles<'_>) -> bool {
    let letter = |label: &str| label.bytes().next().filter(|it| label.len() == 1 && it.is_ascii_alphabetic());
    let value = |tile: &Tile<'_>| tile.label.parse::<usize>().ok().or(letter(tile.label).map(usize::from));
    let values: Option<Vec<_>> = board.all().map(value).collect();
    values.is_some_and(|values| values.windows(2).all(|pair| pair[1] == pair[0] + 1))
}

/// The tiles of a board in order, numbers before letters, in rows of this width.
fn sorted<'t>(source: &Tiles<'t>, columns: usize) -> Tiles<'t> {
    let mut tiles: Vec<Tile<'t>> = source.all().cloned().collect();
    tiles.sort_by_key(|tile| (tile.label.parse::<usize>().unwrap_or(usize::MAX), tile.label.len(), tile.label));
    Tiles::of(&tiles, columns, source.place.clone())
}
