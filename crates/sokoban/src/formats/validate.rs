//! From grids to legal levels.

use std::ops::Range;

use lurd_puzzle::diagnostic::Diagnostic;

use crate::{
    formats::{
        grid::{Grid, GridCell, MAX_HEIGHT, MAX_WIDTH, Row},
        level_record::Leniency,
    },
    level::{BOX, GOAL, Level, WALL, contents_of},
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
        Self::from_grid_with(grid, Leniency::default())
    }

    /// [`Level::from_grid`] with more or less strict rules.
    pub(crate) fn from_grid_with(grid: &Grid, leniency: Leniency) -> Result<Self, Diagnostic> {
        let rows = grid.used_rows();
        let level = Self::of_rows(grid.title.clone(), rows, leniency)?;
        match check_enclosed(&level, rows) {
            Ok(()) => Ok(level),
            Err(_) if leniency.outside_wall => {
                let rows = enclosed(grid.rows());
                let level = Self::of_rows(grid.title.clone(), &rows, leniency)?;
                check_enclosed(&level, &rows)?;
                Ok(level)
            }
            Err(error) => Err(error),
        }
    }

    /// The level that `rows` show, whether or not its walls enclose the player.
    fn of_rows(title: Option<String>, rows: &[Row], leniency: Leniency) -> Result<Self, Diagnostic> {
        let (width, height) = size(rows)?;
        let (mut players, mut player) = (0, 0);
        let mut contents = Vec::with_capacity(width * height);
        for (row, end) in rows.iter().zip((width..).step_by(width.max(1))) {
            for cell in row.trimmed() {
                if cell.square.has_player() {
                    (players, player) = (players + 1, contents.len());
                }
                contents.push(contents_of(cell.square));
            }
            contents.resize(end, 0);
        }
        if players != 1 {
            return Err(not_one_player(rows));
        }
        let level = Self { title, width, contents: contents.into_boxed_slice(), player };
        if leniency.unequal || level.count(BOX) == level.count(GOAL) { Ok(level) } else { Err(unequal(rows)) }
    }
}

/// The note on a level that is closed only because of [`Leniency::outside_wall`].
pub(super) fn outside_note(grid: &Grid, leniency: Leniency) -> Option<&'static str> {
    let is_open = || Level::from_grid_with(grid, Leniency { outside_wall: false, ..leniency }).is_err();
    (leniency.outside_wall && is_open()).then_some("what is outside the board counts as wall")
}

/// The rows within a ring of walls, which also stand behind shorter rows. Floor that is written stays floor.
fn enclosed(rows: &[Row]) -> Vec<Row> {
    let width = rows.iter().map(|row| row.cells.len()).max().unwrap_or(0);
    let wall = |byte: usize| GridCell { square: Square::Wall, byte };
    let start = |row: &Row| row.cells.first().map_or(row.end, |cell| cell.byte);
    let border = |row: Option<&Row>| {
        let (start, end) = row.map_or((0, 0), |row| (start(row), row.end));
        Row { cells: vec![wall(start); width + 2], end }
    };
    let inner = rows.iter().map(|row| {
        let behind = std::iter::repeat_n(wall(row.end), width - row.cells.len() + 1);
        let cells = std::iter::once(wall(start(row))).chain(row.cells.iter().copied()).chain(behind);
        Row { cells: cells.collect(), end: row.end }
    });
    std::iter::once(border(rows.first())).chain(inner).chain(std::iter::once(border(rows.last()))).collect()
}

/// A cell with its coordinates, from 0.
struct CellAt {
    row: usize,
    column: usize,
    cell: GridCell,
}

impl CellAt {
    fn place(&self) -> String {
        format!("row {} column {}", self.row + 1, self.column + 1)
    }
}

fn find(rows: &[Row], wanted: fn(Square) -> bool) -> impl Iterator<Item = CellAt> + '_ {
    rows.iter().enumerate().flat_map(move |(row, cells)| {
        let cells = cells.trimmed().iter().enumerate();
        cells.filter(move |(_, cell)| wanted(cell.square)).map(move |(column, &cell)| CellAt { row, column, cell })
    })
}

/// The bytes of the first row. A row that ends a repeated group begins behind its end; then it is its first letter.
fn first_row(rows: &[Row]) -> Option<Range<usize>> {
    let row = rows.first()?;
    let first = row.cells.first()?.byte;
    Some(first..row.end.max(first + 1))
}

fn size(rows: &[Row]) -> Result<(usize, usize), Diagnostic> {
    let width = rows.iter().map(|row| row.trimmed().len()).max().unwrap_or(0);
    if let Some(cell) = rows.iter().find_map(|row| row.trimmed().get(MAX_WIDTH)) {
        return Err(Diagnostic::new(format!("a row is longer than {MAX_WIDTH} squares"))
            .at(cell.place(), "too far to the right")
            .help(format!("a level has at most {MAX_WIDTH} columns and {MAX_HEIGHT} rows")));
    }
    if let Some(cell) = rows.get(MAX_HEIGHT).and_then(|row| row.cells.first()) {
        return Err(Diagnostic::new(format!("more than {MAX_HEIGHT} rows"))
            .at(cell.place(), "too far down")
            .help(format!("a level has at most {MAX_WIDTH} columns and {MAX_HEIGHT} rows")));
    }
    Ok((width, rows.len()))
}

/// The error for rows with no player or several.
fn not_one_player(rows: &[Row]) -> Diagnostic {
    let mut players = find(rows, Square::has_player);
    let (Some(first), Some(second)) = (players.next(), players.next()) else {
        let error = Diagnostic::new("no player; a level has exactly one").help("add the player: @, or + on a goal");
        return match first_row(rows) {
            Some(place) => error.at(place, "the board begins here"),
            None => error,
        };
    };
    let more: Vec<CellAt> = players.collect();
    let mut places = vec![first.place(), second.place()];
    places.extend(more.iter().take(MAX_LISTED - 2).map(CellAt::place));
    if more.len() + 2 > MAX_LISTED {
        places.push("...".to_owned());
    }
    let count = more.len() + 2;
    Diagnostic::new(format!("{count} players ({}); a level has exactly one", places.join(", ")))
        .at(second.cell.place(), "the second player")
        .help("keep one player and replace the others by floor")
}

/// The error for rows with unequal numbers of boxes and goals.
fn unequal(rows: &[Row]) -> Diagnostic {
    let boxes: Vec<CellAt> = find(rows, Square::has_box).collect();
    let goals: Vec<CellAt> = find(rows, Square::has_goal).collect();
    let (surplus, surplus_cells, noun, other) = if boxes.len() > goals.len() {
        (boxes.len() - goals.len(), &boxes, "box", "goal")
    } else {
        (goals.len() - boxes.len(), &goals, "goal", "box")
    };
    // The last of the surplus kind that is not a box on a goal.
    let last = surplus_cells.iter().rev().find(|found| found.cell.square != Square::BoxOnGoal);
    let (boxes, goals) = (counted(boxes.len(), "box"), counted(goals.len(), "goal"));
    let error = Diagnostic::new(format!("{boxes}, {goals}: a level has as many boxes as goals")).help(format!(
        "remove {} or add {}; --allow-unequal permits the difference",
        counted(surplus, noun),
        counted(surplus, other)
    ));
    match last {
        Some(last) => error.at(last.cell.place(), format!("{} too many", counted(surplus, noun))),
        None => error,
    }
}

/// `1 box`, `2 goals`.
pub(crate) fn counted(number: usize, noun: &str) -> String {
    match (number, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "box") => format!("{number} boxes"),
        _ => format!("{number} {noun}s"),
    }
}

/// Floods from the player, through boxes. It is an error if the flood reaches the border of the grid
/// (reported at the nearest square of the border) or is too large.
fn check_enclosed(level: &Level, rows: &[Row]) -> Result<(), Diagnostic> {
    let (width, squares) = (level.width, level.squares());
    let mut is_border = vec![false; squares];
    is_border[..width].fill(true);
    is_border[squares - width..].fill(true);
    (0..squares).step_by(width).for_each(|first| (is_border[first], is_border[first + width - 1]) = (true, true));
    // Walls, and squares that were reached. The queue of the latter has room for one more.
    let mut is_closed: Vec<bool> = level.contents.iter().map(|contents| contents & WALL != 0).collect();
    let mut queue = vec![level.player; squares + 1];
    is_closed[level.player] = true;
    let (mut inside, mut found) = (0, 1);
    while inside < found {
        let square = queue[inside];
        inside += 1;
        if is_border[square] {
            return Err(not_closed(level, rows, square));
        }
        for next in [square - 1, square - width, square + 1, square + width] {
            queue[found] = next;
            found += usize::from(!std::mem::replace(&mut is_closed[next], true));
        }
    }
    if inside > MAX_INSIDE {
        return Err(Diagnostic::new(format!("{inside} squares inside the walls"))
            .help(format!("at most {MAX_INSIDE} squares are supported")));
    }
    Ok(())
}

fn not_closed(level: &Level, rows: &[Row], square: usize) -> Diagnostic {
    let (row, column) = (square / level.width, square % level.width);
    let error = Diagnostic::new(format!("not closed: the player can leave at {}", level.place(square)))
        .help("enclose the player with walls (boxes do not count), or let --outside wall do it");
    match rows.get(row) {
        // Floor that was filled up has no letter in the source: the place is the end of the row.
        Some(row) => {
            let place = row.cells.get(column).map_or(row.end..row.end, |cell| cell.place());
            error.at(place, "the opening")
        }
        None => error,
    }
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::puzzle::ReadOptions;

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
