//! From what is written down to what is legal.

use std::collections::VecDeque;
use std::ops::Range;

use crate::diagnostic::Diagnostic;
use crate::sokoban::direction::Direction;
use crate::sokoban::formats::grid::{Cell, Grid, MAX_HEIGHT, MAX_WIDTH, Row};
use crate::sokoban::level::Level;
use crate::sokoban::square::Square;

/// The most squares the player's room may have (boxes count as passable), so that a square fits
/// into two bytes wherever states are stored.
pub const MAX_INSIDE: usize = 65_000;

/// How many places a message lists before it says that there are more.
const LISTED: usize = 4;

impl Level {
    /// Decides whether `grid` is a level.
    ///
    /// Rows and columns of nothing but floor above, below and to the right are dropped, the margin
    /// to the left is kept. Ragged rows are filled with floor. Without boxes and goals a level is
    /// legal and solved from the start.
    ///
    /// Takes time and memory in proportion to width times height.
    ///
    /// # Errors
    /// What breaks the promises of [`Level`], at its bytes in the source of the grid. Rows and
    /// columns in messages count from 1, from the first row that is not empty.
    pub fn from_grid(grid: &Grid) -> Result<Self, Diagnostic> {
        Self::from_grid_with(grid, false)
    }

    /// The same, where boxes and goals may differ in number if `allow_unequal`.
    ///
    /// # Errors
    /// See [`Level::from_grid`].
    pub fn from_grid_with(grid: &Grid, allow_unequal: bool) -> Result<Self, Diagnostic> {
        let rows = grid.used_rows();
        let (width, height) = size(rows)?;
        let player = only_player(rows)?;
        if !allow_unequal {
            equal_counts(rows)?;
        }

        let squares = width * height;
        let mut level = Self {
            title: grid.title.clone(),
            width,
            height,
            walls: vec![false; squares],
            goals: vec![false; squares],
            boxes: vec![false; squares],
            player: player.row * width + player.column,
        };
        for (row, start) in rows.iter().zip((0..squares).step_by(width)) {
            for (cell, at) in row.trimmed().iter().zip(start..) {
                level.walls[at] = cell.square == Square::Wall;
                level.goals[at] = cell.square.has_goal();
                level.boxes[at] = cell.square.has_box();
            }
        }
        closed(&level, rows)?;
        Ok(level)
    }
}

/// A cell and where it stands, from 0.
struct Found {
    row: usize,
    column: usize,
    cell: Cell,
}

impl Found {
    fn words(&self) -> String {
        format!("row {} column {}", self.row + 1, self.column + 1)
    }
}

fn find(rows: &[Row], wanted: fn(Square) -> bool) -> impl Iterator<Item = Found> + '_ {
    rows.iter().enumerate().flat_map(move |(row, cells)| {
        let cells = cells.trimmed().iter().enumerate();
        cells.filter(move |(_, cell)| wanted(cell.square)).map(move |(column, &cell)| Found {
            row,
            column,
            cell,
        })
    })
}

/// The bytes of the first row that is not empty.
fn first_row(rows: &[Row]) -> Option<Range<usize>> {
    rows.first().and_then(|row| Some(row.cells.first()?.byte..row.end))
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

fn only_player(rows: &[Row]) -> Result<Found, Diagnostic> {
    let mut players = find(rows, Square::has_player);
    let Some(first) = players.next() else {
        let error = Diagnostic::new("no player; a level has exactly one")
            .help("put the player (@, or + on a goal) where the level starts");
        return Err(match first_row(rows) {
            Some(place) => error.at(place, "the board begins here"),
            None => error,
        });
    };
    let Some(second) = players.next() else { return Ok(first) };
    let more: Vec<Found> = players.collect();
    let mut places = vec![first.words(), second.words()];
    places.extend(more.iter().take(LISTED - 2).map(Found::words));
    if more.len() + 2 > LISTED {
        places.push("...".to_owned());
    }
    let count = more.len() + 2;
    Err(Diagnostic::new(format!("{count} players ({}); a level has exactly one", places.join(", ")))
        .at(second.cell.place(), "the second player")
        .help("leave one player and write floor for the others"))
}

fn equal_counts(rows: &[Row]) -> Result<(), Diagnostic> {
    let boxes: Vec<Found> = find(rows, Square::has_box).collect();
    let goals: Vec<Found> = find(rows, Square::has_goal).collect();
    let (surplus, noun, one, many) = if boxes.len() > goals.len() {
        (boxes.len() - goals.len(), &boxes, "box", "boxes")
    } else {
        (goals.len() - boxes.len(), &goals, "goal", "goals")
    };
    // The last of the larger kind that is not matched with one of the other kind on its own square.
    let last = noun.iter().rev().find(|found| found.cell.square != Square::BoxOnGoal);
    let Some(last) = last.filter(|_| surplus > 0) else { return Ok(()) };
    let (boxes, goals) = (counted(boxes.len(), "box", "boxes"), counted(goals.len(), "goal", "goals"));
    Err(Diagnostic::new(format!("{boxes}, {goals}: a level has as many boxes as goals"))
        .at(last.cell.place(), format!("{} too many", counted(surplus, one, many)))
        .help(format!(
            "take {surplus} away or add to the others; with --allow-unequal it is a level as it stands"
        )))
}

fn counted(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{number} {many}") }
}

/// Floods from the player through boxes and refuses a flood that meets the border of the grid, at
/// the square of the border that is nearest to the player, or that is too large.
fn closed(level: &Level, rows: &[Row]) -> Result<(), Diagnostic> {
    let mut seen = vec![false; level.squares()];
    seen[level.player] = true;
    let mut queue = VecDeque::from([level.player]);
    let mut inside = 0;
    while let Some(square) = queue.pop_front() {
        inside += 1;
        for direction in Direction::ALL {
            let Some(next) = level.neighbour(square, direction) else {
                return Err(not_closed(level, rows, square));
            };
            if !level.walls[next] && !seen[next] {
                seen[next] = true;
                queue.push_back(next);
            }
        }
    }
    if inside > MAX_INSIDE {
        return Err(Diagnostic::new(format!("{inside} squares inside the walls"))
            .help(format!("at most {MAX_INSIDE} squares may be within the player's reach")));
    }
    Ok(())
}

fn not_closed(level: &Level, rows: &[Row], square: usize) -> Diagnostic {
    let (row, column) = (square / level.width, square % level.width);
    let error = Diagnostic::new(format!("not closed: the player can leave at {}", level.place(square)))
        .help("close the wall around the player's room; boxes do not close it");
    match rows.get(row) {
        // Where the row has been filled up with floor there is no letter to point at, only its end.
        Some(row) => {
            let place = row.cells.get(column).map_or(row.end..row.end, |cell| cell.place());
            error.at(place, "a way out")
        }
        None => error,
    }
}
