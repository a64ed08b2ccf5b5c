//! The symmetries of a board: the reflections and rotations that map its floor onto itself, and goals onto goals.

use rustc_hash::FxHashMap;

use crate::{
    board::{Board, Cell, WALL},
    direction::Direction,
    state::encoding::Push,
};

/// A symmetry of a board.
#[derive(Clone, Debug)]
pub(crate) struct Symmetry {
    /// The image of each cell.
    image: Vec<Cell>,
    /// The cell of which each cell is the image.
    source: Vec<Cell>,
    /// The direction of which each direction is the image.
    source_direction: [Direction; 4],
}

type Point = (i32, i32);

/// The two rows of a matrix.
type Matrix = [Point; 2];

/// All symmetries of a square but the identity.
const TRANSFORMATIONS: [Matrix; 7] = [
    [(-1, 0), (0, 1)],
    [(1, 0), (0, -1)],
    [(-1, 0), (0, -1)],
    [(0, 1), (1, 0)],
    [(0, -1), (1, 0)],
    [(0, 1), (-1, 0)],
    [(0, -1), (-1, 0)],
];

fn transformed(matrix: Matrix, point: Point) -> Point {
    let [x, y] = matrix.map(|row| row.0 * point.0 + row.1 * point.1);
    (x, y)
}

fn step(direction: Direction) -> Point {
    match direction {
        Direction::Left => (-1, 0),
        Direction::Up => (0, -1),
        Direction::Right => (1, 0),
        Direction::Down => (0, 1),
    }
}

impl Symmetry {
    /// The symmetries of `board` other than the identity, at most seven. O(cells).
    pub(crate) fn all(board: &Board) -> Vec<Self> {
        let points = points(board);
        let cell_at = points.iter().copied().zip(board.all()).collect();
        TRANSFORMATIONS.iter().filter_map(|&matrix| Self::of(board, &points, &cell_at, matrix)).collect()
    }

    /// The symmetry by a transformation; `None` if the board does not have it.
    fn of(board: &Board, points: &[Point], cell_at: &FxHashMap<Point, Cell>, matrix: Matrix) -> Option<Self> {
        let images: Vec<Point> = points.iter().map(|&point| transformed(matrix, point)).collect();
        let corner =
            |points: &[Point]| Some((points.iter().map(|it| it.0).min()?, points.iter().map(|it| it.1).min()?));
        let ((left, top), (image_left, image_top)) = (corner(points)?, corner(&images)?);
        let at = |&(x, y): &Point| cell_at.get(&(x - image_left + left, y - image_top + top)).copied();
        let image = images.iter().map(at).collect::<Option<Vec<Cell>>>()?;
        let keeps_goals = board.all().all(|cell| board.is_goal(cell) == board.is_goal(image[usize::from(cell)]));
        let mut source = vec![WALL; board.cells()];
        for (cell, &image) in board.all().zip(&image) {
            source[usize::from(image)] = cell;
        }
        let is_image = |of: Direction, direction| transformed(matrix, step(of)) == step(direction);
        let source_of = |direction| Direction::ALL.into_iter().find(|&of| is_image(of, direction));
        let source_direction = Direction::ALL.map(|direction| source_of(direction).unwrap_or(direction));
        keeps_goals.then_some(Self { image, source, source_direction })
    }

    #[inline]
    pub(crate) fn image(&self, cell: Cell) -> Cell {
        self.image[usize::from(cell)]
    }

    /// The push of which `push` is the image.
    pub(crate) fn source_of(&self, push: Push) -> Push {
        let direction = self.source_of_direction(push.direction);
        Push { from: self.source[usize::from(push.from)], direction, count: push.count }
    }

    /// The direction of which `direction` is the image.
    pub(crate) fn source_of_direction(&self, direction: Direction) -> Direction {
        self.source_direction[direction as usize]
    }

    /// The image of `push`.
    pub(crate) fn image_of(&self, push: Push) -> Push {
        let direction = self.image_of_direction(push.direction);
        Push { from: self.image(push.from), direction, count: push.count }
    }

    /// The image of `direction`.
    pub(crate) fn image_of_direction(&self, direction: Direction) -> Direction {
        let is_source = |of: &Direction| self.source_direction[*of as usize] == direction;
        Direction::ALL.into_iter().find(is_source).unwrap_or(direction)
    }
}

/// The coordinates of the cells, from those of the first.
fn points(board: &Board) -> Vec<Point> {
    let mut points = vec![None; board.cells()];
    let mut found = Vec::with_capacity(board.cells());
    if let Some(first) = points.first_mut() {
        *first = Some((0, 0));
        found.push((0, (0, 0)));
    }
    let mut next_found = 0;
    while let Some(&(cell, (x, y))) = found.get(next_found) {
        next_found += 1;
        for direction in Direction::ALL {
            let (next, (dx, dy)) = (board.next(cell, direction), step(direction));
            if next != WALL && points[usize::from(next)].is_none() {
                points[usize::from(next)] = Some((x + dx, y + dy));
                found.push((next, (x + dx, y + dy)));
            }
        }
    }
    // The floor is connected, so every cell was found.
    points.into_iter().map(Option::unwrap_or_default).collect()
}

/// The pushes from the start that a path of representatives stands for. `chosen` returns the symmetry, by its number
/// in `symmetries`, whose image of a position is the representative of its class.
pub(crate) fn pushes_from_start(
    board: &Board,
    symmetries: &[Symmetry],
    path: &[Push],
    mut chosen: impl FnMut(&[Cell], Cell) -> Option<usize>,
) -> Vec<Push> {
    let (mut boxes, mut player) = (board.boxes().to_vec(), board.player());
    let real = |push: &Push| {
        let symmetry = chosen(&boxes, player).map(|number| &symmetries[number]);
        let push = symmetry.map_or(*push, |symmetry| symmetry.source_of(*push));
        let to = (0..push.count).fold(push.from, |cell, _| board.next(cell, push.direction));
        if let Some(pushed) = boxes.iter_mut().find(|cell| **cell == push.from) {
            *pushed = to;
        }
        player = board.next(to, push.direction.opposite());
        push
    };
    path.iter().map(real).collect()
}
