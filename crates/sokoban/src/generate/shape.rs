//! The floor of a level in four styles, and the places of its goals.

use lurd_engine::program::search::random::Random;

/// Draws a floor into a shape without any.
type DrawStyle = fn(&mut Shape, &mut Random);

/// What draws each style.
const STYLES: [DrawStyle; 4] = [draw_rooms, draw_open, draw_maze, draw_symmetric];

/// Which squares are floor. The squares at the border never are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) floor: Vec<bool>,
    /// Whether the left and the right half mirror each other, and are to stay so.
    pub(super) is_mirrored: bool,
}

impl Shape {
    /// Creates a shape without floor.
    fn solid(columns: usize, rows: usize) -> Self {
        Self { columns, rows, floor: vec![false; columns * rows], is_mirrored: false }
    }

    /// Draws a connected floor without dead ends, in one of the styles.
    pub(super) fn draw(columns: usize, rows: usize, random: &mut Random) -> Self {
        let draw = STYLES[random.below(STYLES.len())];
        let mut shape = Self::solid(columns, rows);
        draw(&mut shape, random);
        shape.keep_largest_region();
        shape.fill_dead_ends();
        shape
    }

    /// The squares that are not at the border.
    pub(super) fn inside(&self) -> impl Iterator<Item = usize> + use<> {
        let columns = self.columns;
        (1..self.rows - 1).flat_map(move |row| (1..columns - 1).map(move |column| row * columns + column))
    }

    /// The four neighbours of a square inside.
    pub(super) fn around(&self, square: usize) -> [usize; 4] {
        [square - 1, square - self.columns, square + 1, square + self.columns]
    }

    /// The number of neighbours that are floor.
    fn openness(&self, square: usize) -> usize {
        self.around(square).into_iter().filter(|&next| self.floor[next]).count()
    }

    /// The squares of the floor.
    pub(super) fn squares(&self) -> Vec<usize> {
        (0..self.floor.len()).filter(|&square| self.floor[square]).collect()
    }

    /// Changes a square between floor and wall, and its mirror image with it.
    pub(super) fn flip(&mut self, square: usize) {
        let is_floor = !self.floor[square];
        self.floor[square] = is_floor;
        if self.is_mirrored {
            let row = square / self.columns;
            self.floor[(2 * row + 1) * self.columns - 1 - square] = is_floor;
        }
    }

    /// Whether all floor is connected.
    pub(super) fn is_connected(&self) -> bool {
        let mut whole = self.clone();
        whole.keep_largest_region();
        whole.floor == self.floor
    }

    /// Fills all floor that is not connected with the largest region.
    fn keep_largest_region(&mut self) {
        let mut best: Vec<usize> = Vec::new();
        let mut seen = vec![false; self.floor.len()];
        for start in self.squares() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut region = vec![start];
            let mut next = 0;
            while let Some(&square) = region.get(next) {
                next += 1;
                for neighbour in self.around(square) {
                    if self.floor[neighbour] && !seen[neighbour] {
                        seen[neighbour] = true;
                        region.push(neighbour);
                    }
                }
            }
            if region.len() > best.len() {
                best = region;
            }
        }
        self.floor.fill(false);
        for square in best {
            self.floor[square] = true;
        }
    }

    /// Fills squares with one open side, which only a goal would make useful, until there are none.
    fn fill_dead_ends(&mut self) {
        let dead_end = |shape: &Self| shape.squares().into_iter().find(|&square| shape.openness(square) <= 1);
        while let Some(square) = dead_end(self) {
            self.floor[square] = false;
        }
    }
}

// Corridors with places to turn boxes in.

/// Carves a maze by depth-first search on every second square, and opens a third of the other walls.
fn draw_maze(shape: &mut Shape, random: &mut Random) {
    let start = shape.columns + 1;
    shape.floor[start] = true;
    let mut path = vec![start];
    while let Some(&square) = path.last() {
        let (column, row) = (square % shape.columns, square / shape.columns);
        let ways = [
            (column > 2).then(|| (square.wrapping_sub(1), square.wrapping_sub(2))),
            (row > 2).then(|| (square.wrapping_sub(shape.columns), square.wrapping_sub(2 * shape.columns))),
            (column + 3 < shape.columns).then_some((square + 1, square + 2)),
            (row + 3 < shape.rows).then_some((square + shape.columns, square + 2 * shape.columns)),
        ];
        let ways: Vec<(usize, usize)> = ways.into_iter().flatten().filter(|&(_, to)| !shape.floor[to]).collect();
        if ways.is_empty() {
            path.pop();
            continue;
        }
        let (between, to) = ways[random.below(ways.len())];
        shape.floor[between] = true;
        shape.floor[to] = true;
        path.push(to);
    }
    let mut walls: Vec<usize> = shape.inside().filter(|&square| !shape.floor[square]).collect();
    random.shuffle(&mut walls);
    walls.truncate(walls.len() / 3 + 1);
    for square in walls {
        shape.floor[square] = true;
    }
}

// One room that grows from a seed, square by square.

/// Grows a floor of 50 to 75 per cent of the inside. Squares with several open sides are more likely to join, so
/// that the floor is compact.
fn draw_open(shape: &mut Shape, random: &mut Random) {
    let inside: Vec<usize> = shape.inside().collect();
    let wanted = inside.len() * (50 + random.below(26)) / 100;
    let middle = shape.rows / 2 * shape.columns + shape.columns / 2;
    grow(shape, middle, wanted, &inside, random);
}

/// Adds squares of `allowed` next to the floor that grows from `start` until it has `wanted` of them.
fn grow(shape: &mut Shape, start: usize, wanted: usize, allowed: &[usize], random: &mut Random) {
    shape.floor[start] = true;
    let mut size = 1;
    while size < wanted {
        let edge = allowed.iter().copied().filter(|&square| !shape.floor[square] && shape.openness(square) > 0);
        let edge: Vec<usize> = edge.flat_map(|square| std::iter::repeat_n(square, shape.openness(square))).collect();
        if edge.is_empty() {
            return;
        }
        shape.floor[edge[random.below(edge.len())]] = true;
        size += 1;
    }
}

// Rooms with doors: the inside divided by walls, each with a door or two.

/// The least width of a room.
const LEAST: usize = 2;

/// Divides the inside into rooms and puts single walls into them.
fn draw_rooms(shape: &mut Shape, random: &mut Random) {
    for square in shape.inside() {
        shape.floor[square] = true;
    }
    let whole = Room { left: 1, top: 1, right: shape.columns - 2, bottom: shape.rows - 2 };
    let divisions = 1 + random.below(2 + (shape.columns + shape.rows) / 8);
    let mut rooms = vec![whole];
    for _ in 0..divisions {
        let at = random.below(rooms.len());
        if let Some((one, other)) = divide(shape, &rooms[at], random) {
            rooms[at] = one;
            rooms.push(other);
        }
    }
    let inside: Vec<usize> = shape.inside().collect();
    for _ in 0..inside.len() / 8 {
        shape.floor[inside[random.below(inside.len())]] = false;
    }
}

/// A rectangle; all its sides belong to it.
struct Room {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

/// Builds a wall across a room, with one or two doors; `None` if it is too small.
fn divide(shape: &mut Shape, room: &Room, random: &mut Random) -> Option<(Room, Room)> {
    let &Room { left, top, right, bottom } = room;
    let (width, height) = (right + 1 - left, bottom + 1 - top);
    let is_upright = width > height || (width == height && random.below(2) == 0);
    let long = if is_upright { width } else { height };
    if long < 2 * LEAST + 1 {
        return None;
    }
    let at = LEAST + random.below(long - 2 * LEAST);
    let (wall, one, other): (Vec<usize>, Room, Room) = if is_upright {
        let column = left + at;
        let wall = (top..=bottom).map(|row| row * shape.columns + column).collect();
        (wall, Room { right: column - 1, ..*room }, Room { left: column + 1, ..*room })
    } else {
        let row = top + at;
        let wall = (left..=right).map(|column| row * shape.columns + column).collect();
        (wall, Room { bottom: row - 1, ..*room }, Room { top: row + 1, ..*room })
    };
    for &square in &wall {
        shape.floor[square] = false;
    }
    for _ in 0..=random.below(2) {
        shape.floor[wall[random.below(wall.len())]] = true;
    }
    Some((one, other))
}

// A floor that is its own mirror image: left and right, or also top and bottom.

/// Grows one half (or quarter) with the middle lines, and mirrors it.
fn draw_symmetric(shape: &mut Shape, random: &mut Random) {
    shape.is_mirrored = true;
    let (columns, rows) = (shape.columns, shape.rows);
    let is_quarter = random.below(3) == 0;
    let (half_columns, half_rows) = (columns.div_ceil(2), if is_quarter { rows.div_ceil(2) } else { rows });
    let half: Vec<usize> =
        shape.inside().filter(|square| square % columns < half_columns && square / columns < half_rows).collect();
    let wanted = half.len() * (50 + random.below(26)) / 100;
    let start = (half_rows - 1).min(rows / 2) * columns + half_columns - 1;
    grow(shape, start, wanted, &half, random);
    for square in half {
        let (column, row) = (square % columns, square / columns);
        let is_floor = shape.floor[square];
        for row in [Some(row), is_quarter.then(|| rows - 1 - row)].into_iter().flatten() {
            shape.floor[row * columns + column] = is_floor;
            shape.floor[row * columns + columns - 1 - column] = is_floor;
        }
    }
}

// The places of the goals.

/// Chooses `count` squares of the floor: sometimes anywhere, more often next to each other, as in most levels made
/// by people. In ascending order; `None` if the floor is too small.
pub(super) fn place(shape: &Shape, count: usize, random: &mut Random) -> Option<Vec<usize>> {
    let floor = shape.squares();
    // The player and the boxes need some squares, too.
    if floor.len() < 3 * count + 4 {
        return None;
    }
    let keeps_together = random.below(4) > 0;
    let mut goals = vec![floor[random.below(floor.len())]];
    while goals.len() < count {
        let anywhere = floor.iter().copied().filter(|square| !goals.contains(square));
        let near: Vec<usize> =
            anywhere.clone().filter(|&square| shape.around(square).iter().any(|next| goals.contains(next))).collect();
        let choice = if keeps_together && !near.is_empty() && random.below(8) > 0 { near } else { anywhere.collect() };
        goals.push(choice[random.below(choice.len())]);
    }
    goals.sort_unstable();
    Some(goals)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_floor_is_connected_and_closed() {
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let (columns, rows) = (5 + random.below(10), 5 + random.below(10));
            let shape = Shape::draw(columns, rows, &mut random);
            let inside: Vec<usize> = shape.inside().collect();
            assert!(shape.squares().iter().all(|square| inside.contains(square)), "{seed}");
            assert!(shape.is_connected(), "{seed}: two regions");
            assert!(shape.squares().iter().all(|&square| shape.openness(square) > 1), "{seed}");
        }
    }

    #[test]
    fn shapes_have_room_for_boxes() {
        let sizes = (0..200).map(|seed| Shape::draw(9, 9, &mut Random::new(seed)).squares().len());
        let sizes: Vec<usize> = sizes.collect();
        let roomy = sizes.iter().filter(|&&size| size >= 16).count();
        assert!(roomy >= 160, "{sizes:?}");
    }
}
