//! Drawing levels: the canvas, its brushes, and the check of a draft.

use lurd_engine::program::budget::Deadline;
use lurd_puzzle::puzzle::{
    Brush, CellRole, Cells, Coordinates, Draft, DraftError, Issue, PadDirection, Panel, Puzzle, ReadOptions, Severity,
    Tile,
};

use crate::{
    board::{Balance, Board},
    bounds::assignment,
    deadlock::Freeze,
    floor::distances,
    formats::{Grid, GridCell, MAX_HEIGHT, MAX_INSIDE, MAX_WIDTH, counted},
    level::Level,
    play::controls::{panel, tile},
    puzzle::{NAME, SokobanPuzzle, listed},
    square::Square,
    xsb,
};

// Painting a square. Contents that can share a square are combined: a box or the player on a goal stands on it.

/// The brushes that the editor offers.
fn brushes() -> Vec<Brush> {
    let brush = |name: &str, key, cell_role| Brush { name: name.to_owned(), key, cell_role };
    vec![
        brush("wall", '#', CellRole::Wall),
        brush("box", '$', CellRole::Piece),
        brush("goal", '.', CellRole::Goal),
        brush("player", '@', CellRole::Player),
        brush("floor", '-', CellRole::Plain),
    ]
}

/// The square after painting it with `brush`.
fn painted(square: Square, brush: &str) -> Result<Square, DraftError> {
    Ok(match (brush, square) {
        ("wall", _) => Square::Wall,
        ("floor", _) => Square::Floor,
        ("box", square) if square.has_goal() => Square::BoxOnGoal,
        ("box", _) => Square::Box,
        ("player", square) if square.has_goal() => Square::PlayerOnGoal,
        ("player", _) => Square::Player,
        ("goal", square) if square.has_box() => Square::BoxOnGoal,
        ("goal", square) if square.has_player() => Square::PlayerOnGoal,
        ("goal", _) => Square::Goal,
        (other, _) => {
            return Err(format!("unknown brush '{other}': use wall, box, goal, player or floor").into());
        }
    })
}

/// The square after erasing its topmost content: a goal remains under a box or the player.
fn erased(square: Square) -> Square {
    match square {
        Square::BoxOnGoal | Square::PlayerOnGoal => Square::Goal,
        _ => Square::Floor,
    }
}

// A rectangle of squares, and transformations of it.

/// A rectangle of at least one square, row by row.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Canvas {
    width: usize,
    squares: Vec<Square>,
}

impl Canvas {
    fn empty(width: usize, height: usize) -> Self {
        Self { width, squares: vec![Square::Floor; width * height] }
    }

    /// The canvas as a level, where the numbers of boxes and goals may differ.
    fn level(&self, title: Option<String>) -> Result<Level, DraftError> {
        let cell = |&square: &Square| GridCell { square, byte: 0 };
        let grid = Grid::of(self.squares.chunks(self.width).map(|row| (row.iter().map(cell), 0)));
        let level = Level::from_grid_with(&grid, &ReadOptions { allow_unequal: true, ..ReadOptions::default() });
        level.map(|level| Level { title, ..level }).map_err(|diagnostic| diagnostic.message.into())
    }

    /// The first row that is not empty, which is the first row of the level.
    fn first_row(&self) -> usize {
        let used = self.squares.iter().position(|&square| square != Square::Floor);
        used.map_or(0, |index| index / self.width)
    }

    fn height(&self) -> usize {
        self.squares.len() / self.width
    }

    /// The index of the square at `place`; `None` off the canvas.
    fn index(&self, place: Coordinates) -> Option<usize> {
        (place.row < self.height() && place.column < self.width).then(|| place.row * self.width + place.column)
    }

    fn place(&self, index: usize) -> Coordinates {
        Coordinates::new(index / self.width, index % self.width)
    }

    /// The indices of the squares that satisfy `wanted`, ascending.
    fn find(&self, wanted: fn(Square) -> bool) -> Vec<usize> {
        (0..self.squares.len()).filter(|&index| wanted(self.squares[index])).collect()
    }

    /// The walls in words: those beside each other in a row are named once.
    fn walls(&self) -> impl Iterator<Item = String> + '_ {
        self.squares.chunks(self.width).enumerate().flat_map(|(row, squares)| {
            let mut column = 0;
            let runs = squares.chunk_by(|left, right| (*left == Square::Wall) == (*right == Square::Wall));
            runs.filter_map(move |run| {
                let first = Coordinates::new(row, column);
                column += run.len();
                let wall = run[0] == Square::Wall;
                wall.then(|| {
                    if run.len() == 1 {
                        first.to_string()
                    } else {
                        format!("row {} columns {} to {column}", first.row + 1, first.column + 1)
                    }
                })
            })
        })
    }

    /// A canvas of that size. `from` maps the row and column of each of its squares to those of the source;
    /// without a source it is floor.
    fn mapped(&self, width: usize, height: usize, from: impl Fn(usize, usize) -> Option<(usize, usize)>) -> Self {
        let square = |index: usize| {
            from(index / width, index % width)
                .and_then(|(row, column)| self.index(Coordinates::new(row, column)))
                .map_or(Square::Floor, |index| self.squares[index])
        };
        Self { width, squares: (0..width * height).map(square).collect() }
    }

    fn shifted(&self, direction: PadDirection) -> Self {
        let (width, height) = (self.width, self.height());
        self.mapped(width, height, |row, column| {
            Some(match direction {
                PadDirection::Left => (row, (column + 1) % width),
                PadDirection::Right => (row, (column + width - 1) % width),
                PadDirection::Up => ((row + 1) % height, column),
                PadDirection::Down => ((row + height - 1) % height, column),
            })
        })
    }

    /// Rotated by a quarter turn, clockwise.
    fn rotated(&self) -> Self {
        let height = self.height();
        self.mapped(height, self.width, |row, column| Some((height - 1 - column, row)))
    }

    /// Mirrored: left and right are exchanged.
    fn mirrored(&self) -> Self {
        let width = self.width;
        self.mapped(width, self.height(), |row, column| Some((row, width - 1 - column)))
    }

    /// Resized at the bottom and at the right.
    fn resized(&self, width: usize, height: usize) -> Self {
        self.mapped(width, height, |row, column| Some((row, column)))
    }

    /// With one more row or column of floor on each side.
    fn enlarged(&self) -> Self {
        self.mapped(self.width + 2, self.height() + 2, |row, column| {
            Some((row.checked_sub(1)?, column.checked_sub(1)?))
        })
    }

    /// The indices of the outermost squares.
    fn ring(&self) -> Vec<usize> {
        let (width, height) = (self.width, self.height());
        let is_outer = |&index: &usize| {
            let (row, column) = (index / width, index % width);
            row == 0 || column == 0 || row + 1 == height || column + 1 == width
        };
        (0..self.squares.len()).filter(is_outer).collect()
    }
}

// The problems of a level that is being drawn.

/// The most boxes that are assigned to goals after every change, which takes cubic time.
const MAX_ASSIGNED: usize = 200;

/// The most places that a message lists.
const MAX_LISTED: usize = 4;

/// All issues of a canvas, the worst first.
fn check(canvas: &Canvas) -> Vec<Issue> {
    let mut issues = Vec::new();
    let players = canvas.find(Square::has_player);
    match players.as_slice() {
        [] => issues.push(Issue::new(Severity::Broken, "no player; a level has exactly one")),
        [player] => issues.extend(room(canvas, *player)),
        [first, second, ..] => {
            let (one, two) = (canvas.place(*first), canvas.place(*second));
            let count = players.len();
            let message = format!("{count} players ({one}, {two}); a level has exactly one");
            issues.push(Issue::new(Severity::Broken, message).at(two));
        }
    }
    let (boxes, goals) = (canvas.find(Square::has_box).len(), canvas.find(Square::has_goal).len());
    let off_goal = canvas.find(|square| square == Square::Box).len();
    if boxes != goals {
        let message =
            format!("{}, {}: a level has as many boxes as goals", counted(boxes, "box"), counted(goals, "goal"));
        issues.push(Issue::new(Severity::Bad, message).unequal());
    } else if boxes == 0 {
        issues.push(Issue::new(Severity::Bad, "no boxes: already solved"));
    } else if off_goal == 0 {
        issues.push(Issue::new(Severity::Bad, "already solved: every box is on a goal"));
    }
    if let Ok(level) = canvas.level(None) {
        issues.extend(dead_boxes(&level, canvas.first_row()));
    }
    issues.sort_by_key(|issue| std::cmp::Reverse(issue.severity));
    issues
}

/// The issue of the player's room if it is open or too large.
fn room(canvas: &Canvas, player: usize) -> Option<Issue> {
    let mut seen = vec![false; canvas.squares.len()];
    seen[player] = true;
    let mut queue = vec![player];
    let mut next = 0;
    while let Some(&square) = queue.get(next) {
        next += 1;
        let place = canvas.place(square);
        for direction in PadDirection::ALL {
            let Some(neighbour) = direction.from(place, canvas.height(), canvas.width) else {
                let message = format!("not closed: the player can leave at {place}");
                return Some(Issue::new(Severity::Broken, message).at(place));
            };
            let Some(index) = canvas.index(neighbour) else { continue };
            if canvas.squares[index] != Square::Wall && !seen[index] {
                seen[index] = true;
                queue.push(index);
            }
        }
    }
    let size = queue.len();
    let message = || format!("{size} squares inside the walls; at most {MAX_INSIDE} are supported");
    (size > MAX_INSIDE).then(|| Issue::new(Severity::Broken, message()))
}

/// The issues of boxes that can never reach a goal. `first_row` is the row of the canvas that is the level's first.
fn dead_boxes(level: &Level, first_row: usize) -> Vec<Issue> {
    let board = Board::new(level);
    let place = |square: usize| Coordinates::new(square / level.width() + first_row, square % level.width());
    let mut issues = Vec::new();
    let mut report = |places: &[Coordinates], one: &str, many: &str| {
        if let Some(&first) = places.first() {
            let listed: Vec<_> = places.iter().take(MAX_LISTED).map(ToString::to_string).collect();
            let more = if places.len() > MAX_LISTED { ", .." } else { "" };
            let (noun, verb) = if places.len() == 1 { ("box", one) } else { ("boxes", many) };
            let message = format!("dead: the {noun} at {}{more} {verb}", listed.join(", "));
            issues.push(Issue::new(Severity::Bad, message).at(first));
        }
    };
    // With more boxes than goals, some may stay where they are.
    if board.balance() == Balance::MoreBoxes {
        return issues;
    }
    let unreachable_boxes: Vec<_> = board.unreachable_boxes().iter().map(|&square| place(square)).collect();
    report(&unreachable_boxes, "is out of the player's reach", "are out of the player's reach");
    let Some(distances) = distances(&board) else { return issues };
    let dead: Vec<_> =
        board.boxes().iter().filter(|&&cell| !distances.is_live(cell)).map(|&cell| place(board.square(cell))).collect();
    report(&dead, "can reach no goal", "can reach no goal");
    let mut occupied = vec![false; board.cells()];
    for &cell in board.boxes() {
        occupied[usize::from(cell)] = true;
    }
    let mut freeze = Freeze::default();
    let live = |cell| distances.is_live(cell);
    if dead.is_empty() && freeze.frozen_off_goal(&board, live, board.boxes().iter().copied(), &mut occupied) {
        let mut frozen = freeze.frozen().to_vec();
        frozen.sort_unstable();
        let frozen: Vec<_> = frozen.into_iter().map(|cell| place(board.square(cell))).collect();
        report(&frozen, "can never move", "can never move, and not all are on goals");
    } else if dead.is_empty()
        && board.boxes().len() <= MAX_ASSIGNED
        && assignment::assignment(&distances, board.boxes(), &Deadline::default()).is_none()
    {
        let message = "dead: the boxes cannot all be given goals they can reach, one each";
        issues.push(Issue::new(Severity::Bad, message));
    }
    issues
}

// A level that is being drawn. There is at most one player: painting it removes it from where it was.

/// The number of columns and rows of a new board.
const DEFAULT_SIZE: (usize, usize) = (20, 10);

/// The prefix of the line that holds the title in [`Draft::text`].
const TITLE: &str = "; title:";

/// A level that is being drawn.
#[derive(Clone, Debug)]
pub(crate) struct SokobanDraft {
    title: Option<String>,
    canvas: Canvas,
}

impl SokobanDraft {
    /// A board of floor, of `size` (columns, rows) or the default size.
    pub(crate) fn blank(size: Option<(usize, usize)>) -> Result<Self, DraftError> {
        let (width, height) = size.unwrap_or(DEFAULT_SIZE);
        within_limits(width, height)?;
        Ok(Self { title: None, canvas: Canvas::empty(width, height) })
    }

    /// The first board of XSB letters in a text; other lines are ignored.
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        let title = text.lines().find_map(|line| line.strip_prefix(TITLE)).map(|title| title.trim().to_owned());
        let rows: Vec<Vec<Square>> = text
            .split(['\n', '|'])
            .map(|line| squares(line.trim_end_matches('\r')))
            .skip_while(Option::is_none)
            .map_while(|row| row)
            .collect();
        let width = rows.iter().map(Vec::len).max()?;
        within_limits(width, rows.len()).ok()?;
        let mut canvas = Canvas::empty(width, rows.len());
        for (row, squares) in rows.iter().enumerate() {
            canvas.squares[row * width..row * width + squares.len()].copy_from_slice(squares);
        }
        Some(Self { title, canvas })
    }

    fn index(&self, at: Coordinates) -> Result<usize, DraftError> {
        let (width, height) = (self.canvas.width, self.canvas.height());
        let error = || format!("{at} is not on the board of {height} rows and {width} columns").into();
        self.canvas.index(at).ok_or_else(error)
    }

    /// The rows in XSB, with the letter `floor` for floor.
    fn rows(&self, floor: char) -> impl Iterator<Item = String> + '_ {
        let draw = move |&square: &Square| if square == Square::Floor { floor } else { xsb::letter(square) };
        self.canvas.squares.chunks(self.canvas.width).map(move |row| row.iter().map(draw).collect())
    }
}

/// The squares of a row; `None` if a letter is not a square, or the row is empty.
fn squares(line: &str) -> Option<Vec<Square>> {
    if line.is_empty() { None } else { line.chars().map(xsb::square).collect() }
}

fn within_limits(width: usize, height: usize) -> Result<(), DraftError> {
    if (1..=MAX_WIDTH).contains(&width) && (1..=MAX_HEIGHT).contains(&height) {
        Ok(())
    } else {
        Err(format!("a level has 1 to {MAX_WIDTH} columns and 1 to {MAX_HEIGHT} rows").into())
    }
}

impl Cells for SokobanDraft {
    fn panels(&self) -> Vec<Panel> {
        vec![panel(self.canvas.height(), self.canvas.width)]
    }

    fn tile(&self, _: usize, place: Coordinates) -> Tile {
        match self.canvas.index(place).map(|index| self.canvas.squares[index]) {
            // Visible floor shows how far the board extends.
            Some(Square::Floor) => Tile { text: "-".into(), sign: None, cell_role: CellRole::Faint },
            Some(square) => tile(square),
            None => Tile::default(),
        }
    }
}

impl Draft for SokobanDraft {
    fn kind(&self) -> &'static str {
        NAME
    }

    fn brushes(&self) -> Vec<Brush> {
        brushes()
    }

    fn put(&mut self, _: usize, brush: &str, at: Coordinates) -> Result<(), DraftError> {
        let index = self.index(at)?;
        let square = painted(self.canvas.squares[index], brush)?;
        if brush == "player" {
            for other in self.canvas.find(Square::has_player) {
                self.canvas.squares[other] = erased(self.canvas.squares[other]);
            }
        }
        self.canvas.squares[index] = square;
        Ok(())
    }

    fn erase(&mut self, _: usize, at: Coordinates) -> Result<(), DraftError> {
        let index = self.index(at)?;
        self.canvas.squares[index] = erased(self.canvas.squares[index]);
        Ok(())
    }

    fn fill(&mut self, _: usize, brush: &str) -> Result<(), DraftError> {
        if brush == "player" {
            return Err("a level has only one player".into());
        }
        let square = painted(Square::Floor, brush)?;
        self.canvas.squares.fill(square);
        Ok(())
    }

    fn clear(&mut self, _: usize) {
        self.canvas.squares.fill(Square::Floor);
    }

    fn shift(&mut self, _: usize, direction: PadDirection) {
        self.canvas = self.canvas.shifted(direction);
    }

    fn rotate(&mut self) {
        self.canvas = self.canvas.rotated();
    }

    fn mirror(&mut self) {
        self.canvas = self.canvas.mirrored();
    }

    fn resize(&mut self, rows: usize, columns: usize) -> Result<(), DraftError> {
        within_limits(columns, rows)?;
        self.canvas = self.canvas.resized(columns, rows);
        Ok(())
    }

    fn border(&mut self) -> Result<(), DraftError> {
        let is_plain = |square| matches!(square, Square::Floor | Square::Wall);
        // The board grows rather than overwrite anything with a wall.
        if !self.canvas.ring().iter().all(|&index| is_plain(self.canvas.squares[index])) {
            within_limits(self.canvas.width + 2, self.canvas.height() + 2)?;
            self.canvas = self.canvas.enlarged();
        }
        for index in self.canvas.ring() {
            self.canvas.squares[index] = Square::Wall;
        }
        Ok(())
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn set_title(&mut self, title: Option<String>) -> Result<(), DraftError> {
        self.title = title;
        Ok(())
    }

    fn check(&self) -> Vec<Issue> {
        check(&self.canvas)
    }

    fn puzzle(&self) -> Result<Box<dyn Puzzle>, DraftError> {
        let level = self.canvas.level(self.title.clone())?;
        Ok(Box::new(SokobanPuzzle::new(level)))
    }

    fn text(&self) -> String {
        let title = self.title.iter().map(|title| format!("{TITLE} {title}"));
        title.chain(self.rows('-')).map(|line| line + "\n").collect()
    }

    fn picture(&self) -> String {
        self.rows(' ').map(|row| row.trim_end().to_owned() + "\n").collect()
    }

    fn in_words(&self) -> String {
        let canvas = &self.canvas;
        let list = |lead: &str, wanted: fn(Square) -> bool| {
            listed(lead, canvas.find(wanted).into_iter().map(|index| canvas.place(index).to_string()))
        };
        [
            format!("rows: {}, columns: {}", canvas.height(), canvas.width),
            listed("walls", canvas.walls()),
            list("player", Square::has_player),
            list("boxes on goals", |square| square == Square::BoxOnGoal),
            list("other boxes", |square| square == Square::Box),
            list("free goals", |square| square.has_goal() && !square.has_box()),
        ]
        .join("\n")
    }

    fn boxed(&self) -> Box<dyn Draft> {
        Box::new(self.clone())
    }
}
