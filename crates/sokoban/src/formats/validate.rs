//! From grids to legal levels.

use std::iter::{once, repeat_n};
use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::ReadOptions;

use super::grid::{Grid, GridCell, MAX_HEIGHT, MAX_WIDTH, Row};
use crate::{
    level::{BOX, GOAL, Level, contents_of},
    square::Square,
};

/// The maximum number of squares that the player can reach if boxes are ignored, so that a square fits into
/// two bytes of a stored state.
pub(crate) const MAX_INSIDE: usize = 65_000;

/// The maximum number of places that a message lists.
const MAX_LISTED: usize = 4;

impl Level {
    /// Makes a level of `grid`.
    ///
    /// A legal level has exactly one player, equal numbers of boxes and goals, and walls that enclose the
    /// player even if boxes are removed. Walls, boxes, goals and floor outside, boxes that the player cannot
    /// reach, no boxes at all and a solved board are legal.
    ///
    /// Rows and columns of floor above, below and to the right are dropped; the margin to the left is kept.
    /// Short rows are filled up with floor.
    ///
    /// Takes time and memory proportional to width times height.
    ///
    /// # Errors
    /// The grid is not a legal level; the place is in the source of the grid. Rows and columns in messages
    /// count from 1, from the first row that is not empty.
    pub fn from_grid(grid: &Grid) -> Result<Self, Diagnostic> {
        Self::from_grid_with(grid, &ReadOptions::default())
    }

    /// [`Level::from_grid`] with more or less strict rules.
    pub(crate) fn from_grid_with(grid: &Grid, options: &ReadOptions) -> Result<Self, Diagnostic> {
        let rows = &grid.used_rows();
        match Self::of_rows(rows, options)?.enclosed(rows) {
            Err(_) if options.outside_wall => {
                Self::from_grid_with(&walled(&grid.rows()), &ReadOptions { outside_wall: false, ..options.clone() })
            }
            enclosed => enclosed,
        }
    }

    /// The level that `rows` show, whether or not its walls enclose the player.
    fn of_rows(rows: &[Row<'_>], options: &ReadOptions) -> Result<Self, Diagnostic> {
        let (width, height) = size(rows)?;
        let (mut players, mut contents) = (Vec::new(), vec![0; width * height].into_boxed_slice());
        for (number, (row, places)) in rows.iter().zip(contents.chunks_mut(width.max(1))).enumerate() {
            for ((column, place), cell) in places.iter_mut().enumerate().zip(row.trimmed()) {
                *place = contents_of(cell.square);
                if cell.square.has_player() {
                    players.push(number * width + column);
                }
            }
        }
        let player = players.first().copied().unwrap_or(0);
        let level = Self { title: None, width, contents, player };
        if players.len() != 1 {
            return Err(not_one_player(&level, rows, &players));
        }
        if !options.allow_unequal {
            check_counts(&level, rows)?;
        }
        Ok(level)
    }

    /// Floods from the player, through boxes. It is an error if the flood reaches the border of the grid
    /// (reported at the nearest square of the border) or is too large.
    fn enclosed(self, rows: &[Row<'_>]) -> Result<Self, Diagnostic> {
        /// A wall, or reached; at the border of the grid.
        const DONE: u8 = 1;
        const BORDER: u8 = 2;
        let (width, squares) = (self.width, self.squares());
        let mut marks: Vec<u8> = (0..squares).map(|square| u8::from(self.is_wall(square))).collect();
        let sides = (0..squares).step_by(width).flat_map(|left| [left, left + width - 1]);
        (0..width).chain(squares - width..squares).chain(sides).for_each(|square| marks[square] |= BORDER);
        marks[self.player] |= DONE;
        let (mut reached, mut inside) = (Vec::with_capacity(squares / 2), 0);
        reached.push(self.player);
        while let Some(&square) = reached.get(inside) {
            inside += 1;
            if marks[square] & BORDER > 0 {
                return Err(Diagnostic::new(format!("not closed: the player can leave at {}", self.place(square)))
                    .at(place(&self, rows, square), "the opening")
                    .help("enclose the player with walls (boxes do not count), or let --outside wall do it"));
            }
            for next in [square - 1, square - width, square + 1, square + width] {
                if marks[next] & DONE == 0 {
                    marks[next] |= DONE;
                    reached.push(next);
                }
            }
        }
        if inside > MAX_INSIDE {
            return Err(Diagnostic::new(format!("{inside} squares inside the walls"))
                .help(format!("at most {MAX_INSIDE} squares are supported")));
        }
        Ok(self)
    }
}

/// The rows within a ring of walls, which also stand behind shorter rows. Floor that is written stays floor.
fn walled(rows: &[Row<'_>]) -> Grid {
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let wall = |byte: usize| GridCell { square: Square::Wall, byte };
    let border = |row: Option<&Row<'_>>| row.map(|row| Row { cells: &[], end: row.start() });
    let rows = border(rows.first()).into_iter().chain(rows.iter().copied()).chain(border(rows.last()));
    Grid::of(rows.map(|row| {
        let behind = repeat_n(wall(row.end), width - row.cells.len() + 1);
        (once(wall(row.start())).chain(row.cells.iter().copied()).chain(behind), row.end)
    }))
}

/// The place of a square in the source. Floor that was filled up has no letter there: its place is the end of the row.
fn place(level: &Level, rows: &[Row<'_>], square: usize) -> Range<usize> {
    let row = &rows[square / level.width];
    row.cells.get(square % level.width).map_or(row.end..row.end, |cell| cell.place())
}

/// The number of columns and rows.
fn size(rows: &[Row<'_>]) -> Result<(usize, usize), Diagnostic> {
    let right = rows.iter().find_map(|row| row.trimmed().get(MAX_WIDTH));
    let below = rows.get(MAX_HEIGHT).and_then(|row| row.cells.first());
    let (cell, message, label) = match (right, below) {
        (Some(cell), _) => (cell, format!("a row is longer than {MAX_WIDTH} squares"), "too far to the right"),
        (None, Some(cell)) => (cell, format!("more than {MAX_HEIGHT} rows"), "too far down"),
        (None, None) => return Ok((rows.iter().map(|row| row.trimmed().len()).max().unwrap_or(0), rows.len())),
    };
    let help = format!("a level has at most {MAX_WIDTH} columns and {MAX_HEIGHT} rows");
    Err(Diagnostic::new(message).at(cell.place(), label).help(help))
}

/// The error for no player, or several.
fn not_one_player(level: &Level, rows: &[Row<'_>], players: &[usize]) -> Diagnostic {
    let &[_, second, ..] = players else {
        let error = Diagnostic::new("no player; a level has exactly one").help("add the player: @, or + on a goal");
        return match rows.first() {
            // A row that ends a repeated group begins behind its end; then it is its first letter.
            Some(row) => error.at(row.start()..row.end.max(row.start() + 1), "the board begins here"),
            None => error,
        };
    };
    let places = players.iter().take(MAX_LISTED).map(|&player| level.place(player));
    let places: Vec<_> = places.chain((players.len() > MAX_LISTED).then(|| "...".to_owned())).collect();
    let (count, places) = (players.len(), places.join(", "));
    Diagnostic::new(format!("{count} players ({places}); a level has exactly one"))
        .at(place(level, rows, second), "the second player")
        .help("keep one player and replace the others by floor")
}

/// Checks that there are as many boxes as goals.
fn check_counts(level: &Level, rows: &[Row<'_>]) -> Result<(), Diagnostic> {
    let (boxes, goals) = (level.count(BOX), level.count(GOAL));
    // The last of the surplus kind that is not a box on a goal.
    let is_surplus = |&at: &usize| level.is_box(at) == (boxes > goals) && level.is_goal(at) == (goals > boxes);
    let Some(last) = (0..level.squares()).rfind(is_surplus).filter(|_| boxes != goals) else { return Ok(()) };
    let nouns = if boxes > goals { ["box", "goal"] } else { ["goal", "box"] };
    let [surplus, missing] = nouns.map(|noun| counted(boxes.abs_diff(goals), noun));
    let (boxes, goals) = (counted(boxes, "box"), counted(goals, "goal"));
    Err(Diagnostic::new(format!("{boxes}, {goals}: a level has as many boxes as goals"))
        .at(place(level, rows, last), format!("{surplus} too many"))
        .help(format!("remove {surplus} or add {missing}; --allow-unequal permits the difference")))
}

/// `1 box`, `2 goals`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    let ending = if noun == "box" { "es" } else { "s" };
    format!("{number} {noun}{}", if number == 1 { "" } else { ending })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{formats::read_with, xsb::write_line};

    /// The levels of a text with `--outside wall`, a line each, and whether a note tells of the walls around them.
    fn read(text: &str) -> Vec<(String, bool)> {
        let options = ReadOptions { outside_wall: true, ..ReadOptions::default() };
        let entries = read_with(text, &options).unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
        let written = |entry: crate::formats::LevelEntry| {
            let level = entry.level.unwrap_or_else(|error| panic!("{text:?}: {error:?}"));
            (write_line(&level), entry.note.is_some_and(|note| note.contains("outside the board counts as wall")))
        };
        entries.into_iter().map(written).collect()
    }

    #[test]
    fn a_wall_is_put_around_open_boards_and_floor_stays() {
        for (text, board) in [
            ("-$@.\n----\n", "######|# $@.#|#    #|######"),
            ("----\n-$@.\n", "######|#    #|# $@.#|######"),
            ("----\n----\n-$@.\n----\n----\n", "######|#    #|#    #|# $@.#|#    #|#    #|######"),
            (" $@.\n    \n", "######|# $@.#|#    #|######"),
            (".@$ \n    \n", "######|#.@$ #|#    #|######"),
            (".@$ \n   -\n", "######|#.@$ #|#    #|######"),
            ("_$@.\r\n____\r\n", "######|# $@.#|#    #|######"),
            ("-$@.|----", "######|# $@.#|#    #|######"),
            (" $@.|    ", "######|# $@.#|#    #|######"),
            ("-$@.|----| ", "######|# $@.#|#    #|######"),
            ("-$@. | ----|", "#######|# $@. #|#     #|#######"),
            ("My level\n\n-$@.\n----\n", "######|# $@.#|#    #|######"),
            ("> -$@.\n> ----\n", "######|# $@.#|#    #|######"),
            ("```\n-$@.\n----\n```\n", "######|# $@.#|#    #|######"),
            ("@-\n$-\n.-", "####|#@ #|#$ #|#. #|####"),
            ("\t.$@\n\t---\n", "#############|#        .$@#|#           #|#############"),
            // What no row says is wall.
            ("-$@.\n--\n", "######|# $@.#|#  ###|######"),
            ("@$.\n", "#####|#@$.#|#####"),
            ("######\n@ $ .#\n######\n", "########|########|#@ $ .##|########|########"),
            ("  ####\n$@.  #\n######\n", "########|#  #####|#$@.  ##|########|########"),
        ] {
            assert_eq!(read(text), [(board.to_owned(), true)], "{text:?}");
        }
        let two = read("One\n\n-$@.\n----\n\nTwo\n\n--\n$@\n.-\n");
        assert_eq!(
            two.iter().map(|(board, _)| board.as_str()).collect::<Vec<_>>(),
            ["######|# $@.#|#    #|######", "####|#  #|#$@#|#. #|####"]
        );
        // A closed board is not changed.
        for text in ["#####\n#@$.#\n#####\n", "-#####\n-#@$.#\n-#####\n------\n"] {
            assert!(!read(text)[0].1, "{text:?}");
        }
    }
}
