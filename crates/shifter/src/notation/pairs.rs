//! From pieces to boards, and from boards to puzzles of a source and a target.
//!
//! Names say which board is which, in any order; an arrow says that the source is before it. Of boards without both, the
//! first is taken for the source, which is told; they must be boards of the same tiles, and nothing else must be likely.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{Confidence, Puzzle};

use super::build::{Tiles, build, usual_width};
use super::labels::{self, Meaning, Name};
use super::lines::{self, Kind, Piece, Row, Rows, Split};
use super::sixteen::{self, Size};
use super::sizes;
use super::tokens::{ANY, Tile, classes, colour_name, is_letter, is_of_classes};
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
pub(super) struct Board {
    pub(super) rows: Vec<Row>,
    is_list: bool,
    is_flat: bool,
    /// Whether its digits were divided into tiles of two.
    has_pairs: bool,
    pub(super) pieces: Range<usize>,
    pub(super) place: Range<usize>,
}

impl Board {
    fn height(&self) -> Option<usize> {
        (!self.is_flat).then_some(self.rows.len())
    }

    pub(super) fn width(&self) -> usize {
        usual_width(&self.rows.iter().map(|row| row.width).collect::<Vec<_>>())
    }

    fn tiles<'t>(&self, text: &'t str) -> Result<Tiles<'t>, Diagnostic> {
        let rows = self.rows.iter().map(|row| row.tiles(text)).collect::<Result<_, _>>()?;
        Ok(Tiles { rows, is_flat: self.is_flat, place: self.place.clone() })
    }
}

/// What stands before or between boards.
#[derive(Default)]
pub(super) struct Between {
    pub(super) name: Option<(Name, Range<usize>)>,
    arrow: Option<(bool, Range<usize>)>,
    /// A line of the size of the boards.
    size: Option<Range<usize>>,
    has_text: bool,
    /// The piece behind it.
    pub(super) next: usize,
}

impl Between {
    fn is_source(&self) -> Option<bool> {
        self.name.as_ref().map(|(name, _)| name.is_source)
    }

    fn is_sign(&self) -> bool {
        self.arrow.as_ref().is_some_and(|(is_sign, _)| *is_sign)
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
    has_text: bool,
}

impl<'t> Pairs<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut pieces = lines::pieces(text);
        sizes::mark(text, &mut pieces);
        let has_text = pieces.iter().any(|piece| is_text(text, piece));
        Self { text, pieces, has_text, ..Self::default() }
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

    /// The board that begins with a piece. A target is complete with as many rows as the source has, if the line below
    /// does not look like one more. `is_whole`: no row is left out that may be a line of other text.
    pub(super) fn board(&self, at: usize, height: Option<usize>, is_whole: bool) -> Option<Board> {
        let first = self.rows(at)?;
        let mut rows: Vec<(usize, &Row)> = first.rows.iter().map(|row| (at, row)).collect();
        let (mut is_open, mut next) = (first.is_open, at + 1);
        while !first.is_list && rows.len() <= MAX_CELLS {
            while self.pieces.get(next).is_some_and(|piece| matches!(piece.kind, Kind::Comment | Kind::Frame)) {
                next += 1;
            }
            let Some(more) = self.rows(next).filter(|more| !more.is_list && !more.is_first) else { break };
            let is_complete = height.is_some_and(|height| rows.len() >= height);
            let is_like = more.rows.len() == 1 && rows.last().is_some_and(|(_, row)| row.width == more.rows[0].width);
            let is_next = self.leads(next) && (height.is_some() || more.rows.len() > 1);
            if !is_open && (is_next || (is_complete && !is_like)) {
                break;
            }
            rows.extend(more.rows.iter().map(|row| (next, row)));
            (is_open, next) = (more.is_open, next + 1);
        }
        // A line of other kinds of characters above or below the rows is a title or the like.
        let width = usual_width(&rows.iter().map(|(_, row)| row.width).collect::<Vec<_>>());
        let of = |row: &Row| classes(&self.text[row.place.clone()]);
        let usual = rows.iter().filter(|(_, row)| row.width == width).fold([false; 3], |all, (_, row)| {
            let here = of(row);
            [0, 1, 2].map(|at| all[at] || here[at])
        });
        let is_other = |(_, row): &&(usize, &Row)| !is_whole && row.width != width && !is_of_classes(of(row), usual);
        let above = rows.iter().take_while(is_other).count();
        let below = rows[above..].iter().rev().take_while(is_other).count();
        let rows = &rows[above..rows.len() - below];
        let pieces = rows.first().map_or(at, |(at, _)| *at)..rows.last().map_or(at, |(at, _)| *at) + 1;
        let mut rows: Vec<Row> = rows.iter().map(|(_, row)| (*row).clone()).collect();
        let has_pairs = lines::divide(self.text, &mut rows);
        let here = self.pieces[at].place.end;
        let place = rows.first().map_or(here, |row| row.place.start)..rows.last().map_or(here, |row| row.place.end);
        Some(Board { rows, is_list: first.is_list, is_flat: first.is_flat, has_pairs, pieces, place })
    }

    /// What stands from a piece on, up to the next board.
    pub(super) fn between(&self, at: usize) -> Between {
        let mut found = Between { next: at, ..Between::default() };
        while let Some(Piece { kind, place, .. }) = self.pieces.get(found.next) {
            match kind {
                Kind::Blank | Kind::Comment | Kind::Frame | Kind::Divider => {}
                Kind::Size => found.size = Some(place.clone()),
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
        let after = first.as_ref().map_or_else(|| self.between(before.next), |first| self.between(first.pieces.end));
        let second = self.board(after.next, first.as_ref().and_then(Board::height), is_keyword || after.is_sign());
        let start =
            first.as_ref().filter(|_| !is_keyword).map_or(self.pieces[at].place.start, |first| first.place.start);
        if let Some(error) = self.fault(at, &before, first.as_ref(), &after, second.as_ref()) {
            let is_unknown = error.message.starts_with("unknown character");
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
        let is_explicit = is_keyword || after.is_sign();
        let second = second.filter(|second| is_explicit || self.is_likely(&before, &first, &after, second));
        let Some(second) = second else { return Err(self.sequence.1.max(first.pieces.end)) };
        let (is_swapped, note) = order([before.is_source(), after.is_source()], after.arrow.is_some());
        let boards = if is_swapped { [&second, &first] } else { [&first, &second] };
        let mut notes = self.size_note(before.size.clone().or(after.size.clone()), boards[0]);
        notes.extend(note.map(str::to_owned));
        let mut found = self.pair(boards, start, title, notes);
        let arrow = after.arrow.as_ref().map_or("", |(_, place)| &self.text[place.clone()]);
        let is_arrow = arrow.ends_with("->") || (!arrow.trim().is_empty() && first.rows.len() > 1);
        found.confidence = if is_keyword || is_arrow { Confidence::Sure } else { Confidence::Maybe };
        if found.puzzle.is_err() && is_explicit {
            let is_short = second.height().zip(first.height()).is_some_and(|(rows, wanted)| rows < wanted);
            found.is_unfinished = is_short && !second.is_list && self.between(found.next).next == self.pieces.len();
        } else if found.puzzle.is_err() {
            if after.has_text || !self.is_near(boards) {
                return Err(self.sequence.1.max(first.pieces.end));
            }
            found.confidence = Confidence::Faulty;
        }
        Ok(found)
    }

    /// Why a keyword or an arrow begins no puzzle.
    fn fault(
        &self,
        at: usize,
        before: &Between,
        first: Option<&Board>,
        after: &Between,
        second: Option<&Board>,
    ) -> Option<Diagnostic> {
        let keyword = before.name.as_ref().filter(|(name, _)| name.is_keyword);
        let arrow = |between: &Between| between.arrow.clone().filter(|(is_sign, _)| *is_sign);
        let end = first.map_or(at + 1, |first| first.pieces.end);
        if let Some(Piece { kind: Kind::Fault(error), line, .. }) = self.pieces.get(after.next) {
            let is_here = first.is_none() || self.pieces[end - 1].line.start == line.start;
            return Some((**error).clone()).filter(|_| is_here || keyword.is_some() || after.is_sign());
        }
        let no_tiles = |name, at| Diagnostic::new(format!("the {name} has no tiles")).at(at..at, "none here");
        let Some((name, word)) = keyword else {
            let (side, there, (_, place)) = match (&before.name, arrow(before), arrow(after)) {
                (None, Some(arrow), _) => ("source before", "before", arrow),
                (.., Some(arrow)) if first.is_some() && second.is_none() => ("target after", "after", arrow),
                _ => return None,
            };
            let error = Diagnostic::new(format!("no {side} the '->'")).at(place, format!("nothing {there} this"));
            let unknown = self.unknown(end..after.next).filter(|_| first.is_some());
            return unknown.or(Some(error.help("write SOURCE -> TARGET, for instance 12/34 -> 21/34")));
        };
        let no_source = || {
            Diagnostic::new("a target without a source")
                .at(word.clone(), "no 'source:' for this")
                .help("write source: and its rows before the target, or after it")
        };
        let named = |is_source| after.is_source() == Some(is_source);
        let is_taken = || second.is_some_and(|second| self.is_taken(second));
        self.unknown(end..after.next).or_else(|| match first {
            None if name.is_source => Some(no_tiles("source", word.end)),
            Some(first) if name.is_source && (after.has_text || !named(false) && after.arrow.is_none()) => {
                Some(self.no_target(first))
            }
            Some(_) if name.is_source || (named(true) && !is_taken()) => {
                let name = if name.is_source { "target" } else { "source" };
                second.is_none().then(|| no_tiles(name, self.pieces[after.next - 1].place.end))
            }
            _ => Some(no_source()),
        })
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

    fn no_target(&self, source: &Board) -> Diagnostic {
        let pieces = &self.pieces[source.pieces.end..];
        let error = Diagnostic::new("the target is missing").help("write target: and its rows after the source");
        match pieces.iter().find(|piece| !matches!(piece.kind, Kind::Blank | Kind::Comment)) {
            Some(Piece { place: Range { start, .. }, .. }) => {
                let length = self.text[*start..].chars().next().map_or(0, char::len_utf8);
                error.at(*start..start + length, "'target:' expected here")
            }
            None => error.at(source.place.clone(), "the source"),
        }
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
        if let (Ok(_), [row], [other]) = (&found.puzzle, source.rows.as_slice(), target.rows.as_slice()) {
            let (tiles, has_any) = (row.width, text[other.place.clone()].contains(ANY));
            if tiles > 1
                && tiles.isqrt().pow(2) == tiles
                && !source.is_flat
                && !has_any
                && !lines::is_turned(text, row, other)
            {
                notes.push(format!("read as a board of one row with {tiles} tiles; '/' or a line break ends a row"));
            }
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
        let lines = locked.map(|line| {
            let start = labels::behind(Meaning::Locked, &self.text[line.place.clone()]).unwrap_or(0);
            line.place.start + start..line.place.end
        });
        let puzzle = build(title, self.text, [source, target], lines);
        let (end, next) = locked.map_or((place.end, next), |line| (line.place.end, at + 1));
        Found::of(puzzle, place.start..end, next)
    }

    /// Whether boards without a sign that they must be a puzzle may be one.
    fn is_likely(&mut self, before: &Between, first: &Board, after: &Between, second: &Board) -> bool {
        let is_next = (after.is_source() == Some(true) && self.is_taken(second))
            || (after.name.as_ref().is_some_and(|(name, _)| name.is_source && name.is_keyword));
        let is_linked = after.arrow.is_some() || before.name.is_some() || after.name.is_some();
        if (is_next && before.is_source() != Some(false))
            || !self.is_board(first, is_linked)
            || !self.is_board(second, is_linked)
        {
            return false;
        }
        is_linked || (self.is_plain(first) && self.sequence.0.is_multiple_of(2))
    }

    /// How many boards without signs between them begin with this one, and where they end. Other text may stand between two
    /// large ones.
    fn sequence(&self, first: &Board, after: &Between) -> (usize, usize) {
        let may_cross = after.has_text && self.is_plain(first) && first.rows.len() * first.width() >= LEAST_CELLS;
        let (mut count, mut end) = (1, first.pieces.end);
        loop {
            let after = self.between(end);
            let is_apart = after.name.is_some() || after.arrow.is_some() || (after.has_text && !may_cross);
            let is_free = |next: &Board| !is_apart && self.between(next.pieces.end).arrow.is_none();
            let next = self.board(after.next, first.height(), false).filter(is_free);
            match next.filter(|next| next.rows.len().abs_diff(first.rows.len()) < 2 && next.width() == first.width()) {
                Some(next) => (count, end) = (count + 1, next.pieces.end),
                None => return (count, end),
            }
        }
    }

    /// Whether rows may be a board though no sign says so: not steps of Sokoban, a table with a header, or a sentence.
    fn is_board(&self, board: &Board, is_linked: bool) -> bool {
        let text = &self.text[board.place.clone()];
        let of = |row: &Row| &self.text[row.place.clone()];
        let is_number = |row: &Row| !of(row).contains(char::is_alphabetic);
        let has_frame = self.pieces[board.pieces.clone()].iter().any(|piece| matches!(piece.kind, Kind::Frame));
        let has_header = has_frame && board.rows.iter().any(is_number) && !board.rows.iter().all(is_number);
        let are_steps = board.rows.iter().all(|row| of(row).chars().all(|c| !is_letter(c) || "lurdLURD".contains(c)));
        let (rows, width) = (board.rows.len(), board.width());
        let is_list = is_linked || board.is_list || text.contains(['/', ';', '\n']) || rows == width;
        rows > 1
            && width > 1
            && rows * width <= MAX_CELLS
            && !has_header
            && !are_steps
            && !board.is_flat
            && (is_list || !text.contains(char::is_lowercase))
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
        let many: usize = counts.values().map(|[source, target]| target.saturating_sub(*source)).sum();
        let few: usize = counts.values().map(|[source, target]| source.saturating_sub(*target)).sum();
        let rows = source.rows.len().abs_diff(target.rows.len());
        let width = source.width();
        width == target.width()
            && rows < 2
            && many.min(few) <= MAX_WRONG
            && many.max(few) <= MAX_WRONG.max(width * rows)
            && self.is_plain(source)
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
        if !is_even || self.has_text || !self.is_board(&board, false) {
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

    fn size_note(&self, size: Option<Range<usize>>, board: &Board) -> Vec<String> {
        let (rows, columns) = (board.rows.len(), board.width());
        let note = |place| {
            format!("read as boards of {rows} rows and {columns} columns: '{}' is their size", &self.text[place])
        };
        size.map(note).into_iter().collect()
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
        let size = self.pieces[..board.pieces.start].iter().rfind(|piece| matches!(piece.kind, Kind::Size));
        let mut notes = self.size_note(size.map(|piece| piece.place.clone()), &board);
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
        let puzzle = build(None, self.text, [&source, &target], None).ok()?;
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
