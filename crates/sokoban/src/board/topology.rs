//! The cells that the player could ever reach, their neighbours, and the sides of a box that stay connected.

use std::cmp::Ordering;

use crate::{direction::Direction, level::Level};

/// The part of a level that never changes. Squares that the player can never reach are walls here.
#[derive(Clone, Debug)]
pub struct Board {
    /// For each cell, its square of the level.
    squares: Vec<usize>,
    neighbours: Vec<[Cell; 4]>,
    goals: Vec<Cell>,
    is_goal: Vec<bool>,
    sides: BoxSides,
    /// The eight squares around each cell, clockwise from the left one.
    rings: Vec<[Cell; 8]>,
    boxes: Vec<Cell>,
    player: Cell,
    unreachable_boxes: Vec<usize>,
    balance: Balance,
    unreachable_goals: Vec<usize>,
}

/// How the numbers of boxes and goals of a level compare. They differ only in levels that were read with leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Balance {
    /// As many boxes as goals.
    Even,
    /// More goals than boxes: solved when every box is on a goal.
    MoreGoals,
    /// More boxes than goals: solved when every goal has a box. A box that can reach no goal then proves nothing.
    MoreBoxes,
}

impl Board {
    /// Analyses a level. O(squares).
    #[must_use]
    pub fn new(level: &Level) -> Self {
        let squares = reachable(level);
        let mut cell_of = vec![WALL; level.squares()];
        for (cell, &square) in squares.iter().enumerate() {
            // A level has fewer squares than there are cells to count with.
            cell_of[square] = Cell::try_from(cell).unwrap_or(WALL);
        }
        let neighbours: Vec<[Cell; 4]> = squares
            .iter()
            .map(|&square| {
                Direction::ALL.map(|direction| level.neighbour(square, direction).map_or(WALL, |next| cell_of[next]))
            })
            .collect();
        let rings =
            squares.iter().map(|&square| ring(level, square).map(|at| at.map_or(WALL, |at| cell_of[at]))).collect();
        let goals = level.goals().map(|square| cell_of[square]).filter(|&cell| cell != WALL).collect();
        let boxes = level.boxes().map(|square| cell_of[square]).filter(|&cell| cell != WALL).collect();
        let unreachable_boxes =
            level.boxes().filter(|&square| cell_of[square] == WALL && !level.is_goal(square)).collect();
        let balance = match level.boxes().count().cmp(&level.goals().count()) {
            Ordering::Less => Balance::MoreGoals,
            Ordering::Equal => Balance::Even,
            Ordering::Greater => Balance::MoreBoxes,
        };
        let unreachable_goals =
            level.goals().filter(|&square| cell_of[square] == WALL && !level.is_box(square)).collect();
        Self {
            balance,
            unreachable_goals,
            sides: BoxSides::new(&neighbours),
            rings,
            is_goal: squares.iter().map(|&square| level.is_goal(square)).collect(),
            player: cell_of[level.player()],
            squares,
            neighbours,
            goals,
            boxes,
            unreachable_boxes,
        }
    }

    /// The same floor with other goals, in ascending order.
    #[must_use]
    pub fn aiming_at(&self, goals: &[Cell]) -> Self {
        let is_goal = self.all().map(|cell| goals.contains(&cell)).collect();
        Self { goals: goals.to_vec(), is_goal, ..self.clone() }
    }

    /// The cells of `kept`, in ascending order, with their boxes, and after them the `ends`, which are the goals, each with a
    /// direction in which it has a free neighbour that is not kept. These neighbours are connected by cells that no box
    /// comes to; those cells have no squares of their own.
    pub(super) fn restricted_to(&self, kept: &[Cell], ends: &[(Cell, Direction)]) -> Self {
        let count = |count: usize| Cell::try_from(count).unwrap_or(WALL);
        let mut number = vec![WALL; self.cells()];
        for (new, &old) in (0..).zip(kept.iter().chain(ends.iter().map(|(end, _)| end))) {
            number[usize::from(old)] = new;
        }
        let number = |cell: Cell| if cell == WALL { WALL } else { number[usize::from(cell)] };
        let is_kept = |cell: Cell| cell != WALL && usize::from(cell) < kept.len();
        let mut neighbours: Vec<[Cell; 4]> = kept.iter().map(|&cell| self.neighbours(cell).map(number)).collect();
        let mut rings: Vec<[Cell; 8]> = kept.iter().map(|&cell| self.ring(cell).map(number)).collect();
        let among_kept = |cell: Cell| Some(number(cell)).filter(|&cell| is_kept(cell)).unwrap_or(WALL);
        for &(end, _) in ends {
            neighbours.push(self.neighbours(end).map(among_kept));
            rings.push(self.ring(end).map(among_kept));
        }
        // A column of cells, one for each end, on the right or on the left of the end, or next to a cell above or below it.
        let (first_end, first) = (kept.len(), kept.len() + ends.len());
        let mut join = |a: usize, direction: Direction, b: usize| {
            while neighbours.len() <= a.max(b) {
                neighbours.push([WALL; 4]);
                rings.push([WALL; 8]);
            }
            for (cell, direction, other) in [(a, direction, b), (b, direction.opposite(), a)] {
                neighbours[cell][direction as usize] = count(other);
                rings[cell][2 * direction as usize] = count(other);
            }
        };
        let mut corners = first + ends.len();
        for (index, &(_, direction)) in ends.iter().enumerate() {
            let (end, behind) = (first_end + index, first + index);
            if index > 0 {
                join(behind - 1, Direction::Down, behind);
            }
            if matches!(direction, Direction::Left | Direction::Right) {
                join(end, direction, behind);
            } else {
                join(end, direction, corners);
                join(corners, Direction::Left, behind);
                corners += 1;
            }
        }
        let cells = neighbours.len();
        let square = |cell: usize| kept.get(cell).or(ends.get(cell.saturating_sub(first_end)).map(|(end, _)| end));
        let boxes = self.boxes.iter().map(|&cell| number(cell)).filter(|&cell| is_kept(cell)).collect();
        // A player in the room comes out wherever it likes.
        let player = Some(number(self.player)).filter(|&cell| cell != WALL).unwrap_or(count(first));
        Self {
            squares: (0..cells).map(|cell| square(cell).map_or(0, |&cell| self.square(cell))).collect(),
            sides: BoxSides::new(&neighbours),
            neighbours,
            rings,
            is_goal: (0..cells).map(|cell| (first_end..first).contains(&cell)).collect(),
            goals: (first_end..first).map(count).collect(),
            boxes,
            player,
            unreachable_boxes: Vec::new(),
            unreachable_goals: Vec::new(),
            balance: Balance::Even,
        }
    }

    /// The number of cells.
    #[must_use]
    pub fn cells(&self) -> usize {
        self.squares.len()
    }

    /// All cells, in order.
    pub fn all(&self) -> impl Iterator<Item = Cell> + use<> {
        #[expect(clippy::cast_possible_truncation, reason = "a level has fewer squares than 2^16")]
        let end = self.cells() as Cell;
        0..end
    }

    /// The cell next to `cell`, or [`WALL`].
    #[inline]
    #[must_use]
    pub fn next(&self, cell: Cell, direction: Direction) -> Cell {
        self.neighbours[usize::from(cell)][direction as usize]
    }

    /// The four neighbours of `cell`, in the order of [`Direction::ALL`].
    #[inline]
    #[must_use]
    pub fn neighbours(&self, cell: Cell) -> &[Cell; 4] {
        &self.neighbours[usize::from(cell)]
    }

    /// Whether there are hardly any walls inside. In an empty room of 20 by 20 squares a square has 3.8 neighbours on average;
    /// of 1,050 levels of published collections, 18 have 3.5 or more.
    #[must_use]
    pub fn is_open(&self) -> bool {
        let neighbours = |cell| self.neighbours(cell).iter().filter(|&&next| next != WALL).count();
        2 * self.all().map(neighbours).sum::<usize>() >= 7 * self.cells()
    }

    /// Whether the sides of a single box on `cell` in the directions `a` and `b` are connected. Both must be cells.
    #[inline]
    pub(crate) fn connected_around(&self, cell: Cell, a: Direction, b: Direction) -> bool {
        self.side(cell, a) == self.side(cell, b)
    }

    /// The number (0 to 3) of the region that lies in `direction` of a single box on `cell`. Equal numbers
    /// are one region.
    #[inline]
    #[must_use]
    pub fn side(&self, cell: Cell, direction: Direction) -> u8 {
        self.sides.sides[usize::from(cell)][direction as usize]
    }

    /// The number of the region in which `other` lies when a single box stands on `cell`, numbered as by
    /// [`Board::side`]. O(1).
    #[inline]
    pub(crate) fn side_of(&self, cell: Cell, other: Cell) -> u8 {
        self.sides.side_of(cell, other)
    }

    /// The number of regions into which a single box on `cell` divides the floor, at least 1.
    pub(crate) fn count_sides(&self, cell: Cell) -> u8 {
        let sides = self.sides.sides[usize::from(cell)];
        sides.into_iter().filter(|&side| side != NO_SIDE).max().map_or(1, |side| side + 1)
    }

    /// Visits the cells connected with `root`. `enter` is called for each neighbour of a visited cell; it
    /// returns whether that cell is free and new, and marks it. The caller marks `root`. `stack` is scratch.
    #[inline]
    pub(crate) fn flood(&self, stack: &mut Vec<Cell>, root: Cell, mut enter: impl FnMut(Cell) -> bool) {
        stack.push(root);
        while let Some(cell) = stack.pop() {
            for &next in self.neighbours(cell) {
                if next != WALL && enter(next) {
                    stack.push(next);
                }
            }
        }
    }

    /// The eight cells around `cell`, clockwise from the left one; [`WALL`] for walls.
    #[inline]
    pub(crate) fn ring(&self, cell: Cell) -> &[Cell; 8] {
        &self.rings[usize::from(cell)]
    }

    /// Whether `cell` is a goal.
    #[inline]
    #[must_use]
    pub fn is_goal(&self, cell: Cell) -> bool {
        self.is_goal[usize::from(cell)]
    }

    /// The goals in the player's room, in ascending order.
    #[must_use]
    pub fn goals(&self) -> &[Cell] {
        &self.goals
    }

    /// The boxes in the player's room at the start, in ascending order.
    #[must_use]
    pub fn boxes(&self) -> &[Cell] {
        &self.boxes
    }

    /// The player's cell at the start.
    #[must_use]
    pub fn player(&self) -> Cell {
        self.player
    }

    /// The square of `cell` in the level.
    #[must_use]
    pub fn square(&self, cell: Cell) -> usize {
        self.squares[usize::from(cell)]
    }

    /// How the numbers of boxes and goals of the whole level compare.
    #[must_use]
    pub fn balance(&self) -> Balance {
        self.balance
    }

    /// Goals outside the player's room without a box, as squares of the level. They stay empty.
    pub(crate) fn unreachable_goals(&self) -> &[usize] {
        &self.unreachable_goals
    }

    /// Boxes outside the player's room that are off goal, as squares of the level. They never move.
    #[must_use]
    pub fn unreachable_boxes(&self) -> &[usize] {
        &self.unreachable_boxes
    }
}

/// The eight squares around a square, clockwise from the left one.
fn ring(level: &Level, square: usize) -> [Option<usize>; 8] {
    let at = |square: Option<usize>, direction| square.and_then(|square| level.neighbour(square, direction));
    let [left, up, right, down] = Direction::ALL.map(|direction| level.neighbour(square, direction));
    let [up_left, up_right] = [Direction::Left, Direction::Right].map(|direction| at(up, direction));
    let [down_right, down_left] = [Direction::Right, Direction::Left].map(|direction| at(down, direction));
    [left, up_left, up, up_right, right, down_right, down, down_left]
}

/// The squares that the player can reach if there are no boxes, in reading order.
fn reachable(level: &Level) -> Vec<usize> {
    let seen = level.flood(|_| true);
    (0..level.squares()).filter(|&square| seen[square]).collect()
}

// The numbering of the squares that the player can reach.

/// A square that the player could reach if there were no boxes, numbered from 0 in reading order.
pub type Cell = u16;

/// The number of a neighbour that is a wall.
pub const WALL: Cell = Cell::MAX;

// The sides of a box that stay connected when the box is put on a cell.
//
// Two neighbours of a cell can reach each other without it exactly if the two edges to them lie in the same
// biconnected component of the floor. So one pass of Hopcroft and Tarjan's algorithm (*Efficient algorithms
// for graph manipulation*, 1973) answers the question for all cells in linear time, where a flood from each
// cell would take quadratic time.
//
// `state/articulation` has a pass of its own: it runs for every box of every expansion and keeps only what
// is needed there.

/// For each cell and direction, the number of the region on that side of a box on the cell. Sides with equal
/// numbers are connected; walls have [`NO_SIDE`].
pub(super) fn sides(neighbours: &[[Cell; 4]]) -> Vec<[u8; 4]> {
    numbered(&biconnected(neighbours).component)
}

/// The number of a side where there is a wall.
pub(super) const NO_SIDE: u8 = u8::MAX;

/// For a box alone on a connected floor: the side of it on which each other cell lies.
///
/// In the depth-first tree, everything behind a child that cannot get past the cell lies below that child,
/// which is an interval in the order of discovery. All the rest is on the side of the parent.
#[derive(Clone, Debug)]
pub(super) struct BoxSides {
    /// As [`sides`].
    pub(super) sides: Vec<[u8; 4]>,
    order: Vec<u32>,
    /// The branches of a cell are those from `first[cell]` up to `first[cell + 1]`.
    first: Vec<u32>,
    branches: Vec<Branch>,
    /// For each cell, the side of all cells that are in none of its branches.
    rest: Vec<u8>,
}

/// Cells on one side of the cell `head`: those discovered from `from` to `to`.
#[derive(Clone, Copy, Debug)]
struct Branch {
    head: Cell,
    component: u32,
    from: u32,
    to: u32,
    side: u8,
}

impl BoxSides {
    /// O(cells).
    pub(super) fn new(neighbours: &[[Cell; 4]]) -> Self {
        let Blocks { component, order, mut branches } = biconnected(neighbours);
        let sides = numbered(&component);
        branches.sort_by_key(|branch| branch.head);
        let mut first = vec![0; neighbours.len() + 1];
        let mut rest = vec![0; neighbours.len()];
        for branch in &mut branches {
            let head = usize::from(branch.head);
            let at = (0..4).find(|&side| component[head][side] == branch.component);
            branch.side = at.map_or(0, |at| sides[head][at]);
            first[head + 1] += 1;
        }
        for cell in 0..neighbours.len() {
            first[cell + 1] += first[cell];
            let own = &branches[first[cell] as usize..first[cell + 1] as usize];
            let is_rest = |&side: &u8| side != NO_SIDE && own.iter().all(|branch| branch.side != side);
            rest[cell] = sides[cell].iter().copied().find(is_rest).unwrap_or(0);
        }
        Self { sides, order, first, branches, rest }
    }

    /// The number of the side of a box on `cell` on which `other` lies.
    #[inline]
    pub(super) fn side_of(&self, cell: Cell, other: Cell) -> u8 {
        let cell = usize::from(cell);
        let order = self.order[usize::from(other)];
        self.branches[self.first[cell] as usize..self.first[cell + 1] as usize]
            .iter()
            .find(|branch| branch.from <= order && order <= branch.to)
            .map_or(self.rest[cell], |branch| branch.side)
    }
}

/// Numbers the components around each cell.
fn numbered(components: &[[u32; 4]]) -> Vec<[u8; 4]> {
    components
        .iter()
        .map(|edges| {
            let mut sides = [NO_SIDE; 4];
            let mut regions = 0;
            for side in 0..4 {
                if edges[side] == NONE {
                    continue;
                }
                let known = (0..side).find(|&other| edges[other] == edges[side]);
                sides[side] = if let Some(other) = known {
                    sides[other]
                } else {
                    regions += 1;
                    regions - 1
                };
            }
            sides
        })
        .collect()
}

const NONE: u32 = u32::MAX;

/// The result of the depth-first search.
struct Blocks {
    /// The biconnected component of the edge from each cell in each direction.
    component: Vec<[u32; 4]>,
    /// When each cell was discovered, counted from 1.
    order: Vec<u32>,
    branches: Vec<Branch>,
}

fn biconnected(neighbours: &[[Cell; 4]]) -> Blocks {
    let mut component = vec![[NONE; 4]; neighbours.len()];
    let mut order = vec![0_u32; neighbours.len()];
    let mut low = vec![0_u32; neighbours.len()];
    let mut time = 0;
    let mut components = 0;
    let mut branches = Vec::new();
    // Edges that are in no component yet, as (cell, direction).
    let mut edges: Vec<(Cell, usize)> = Vec::new();
    // The current path: a cell, the direction by which it was entered, the next direction to try.
    let mut path: Vec<(Cell, usize, usize)> = Vec::new();
    for root in 0..neighbours.len() {
        if order[root] != 0 {
            continue;
        }
        time += 1;
        (order[root], low[root]) = (time, time);
        path.push((Cell::try_from(root).unwrap_or(WALL), 4, 0));
        while let Some(&mut (cell, entered, ref mut direction)) = path.last_mut() {
            let here = usize::from(cell);
            if *direction < 4 {
                let side = *direction;
                *direction += 1;
                let next = neighbours[here][side];
                if next == WALL || (entered < 4 && side == opposite(entered)) {
                    continue;
                }
                let there = usize::from(next);
                if order[there] == 0 {
                    edges.push((cell, side));
                    time += 1;
                    (order[there], low[there]) = (time, time);
                    path.push((next, side, 0));
                } else if order[there] < order[here] {
                    edges.push((cell, side));
                    low[here] = low[here].min(order[there]);
                }
                continue;
            }
            path.pop();
            let Some(&(parent, ..)) = path.last() else { continue };
            let above = usize::from(parent);
            low[above] = low[above].min(low[here]);
            if low[here] >= order[above] {
                // Everything since the edge from the parent is one component.
                while let Some((from, side)) = edges.pop() {
                    let to = neighbours[usize::from(from)][side];
                    component[usize::from(from)][side] = components;
                    component[usize::from(to)][opposite(side)] = components;
                    if (from, side) == (parent, entered) {
                        break;
                    }
                }
                let from = order[here];
                branches.push(Branch { head: parent, component: components, from, to: time, side: 0 });
                components += 1;
            }
        }
    }
    Blocks { component, order, branches }
}

/// The index of the opposite direction: left and right, up and down are two apart.
fn opposite(direction: usize) -> usize {
    direction ^ 2
}

#[cfg(test)]
mod biconnected_tests {
    use super::*;

    /// The answer by definition: flood from one side without the cell.
    fn by_flood(neighbours: &[[Cell; 4]], cell: usize, a: usize, b: usize) -> bool {
        let (from, to) = (neighbours[cell][a], neighbours[cell][b]);
        let mut seen = vec![false; neighbours.len()];
        seen[usize::from(from)] = true;
        let mut stack = vec![from];
        while let Some(at) = stack.pop() {
            for &next in &neighbours[usize::from(at)] {
                if next != WALL && usize::from(next) != cell && !seen[usize::from(next)] {
                    seen[usize::from(next)] = true;
                    stack.push(next);
                }
            }
        }
        seen[usize::from(to)]
    }

    fn grid(width: usize, floor: &[bool]) -> Vec<[Cell; 4]> {
        let mut number = vec![WALL; floor.len()];
        let open = (0..floor.len()).filter(|&square| floor[square]);
        for (cell, square) in (0..).zip(open) {
            number[square] = cell;
        }
        let at = |square: Option<usize>| square.and_then(|square| number.get(square)).copied().unwrap_or(WALL);
        (0..floor.len())
            .filter(|&square| floor[square])
            .map(|square| {
                let column = square % width;
                [
                    at((column > 0).then(|| square - 1)),
                    at(square.checked_sub(width)),
                    at((column + 1 < width).then(|| square + 1)),
                    at(Some(square + width)),
                ]
            })
            .collect()
    }

    proptest::proptest! {
        #[test]
        fn agrees_with_a_flood_from_each_side(
            width in 1..7_usize,
            floor in proptest::collection::vec(proptest::bool::weighted(0.65), 1..49),
        ) {
            let neighbours = grid(width, &floor);
            let sides = sides(&neighbours);
            let around = BoxSides::new(&neighbours);
            proptest::prop_assert_eq!(&around.sides, &sides);
            for cell in 0..neighbours.len() {
                for (side, &next) in neighbours[cell].iter().enumerate() {
                    if next != WALL {
                        let at = Cell::try_from(cell).expect("few");
                        proptest::prop_assert_eq!(around.side_of(at, next), sides[cell][side]);
                    }
                }
                for a in 0..4 {
                    for b in 0..4 {
                        if neighbours[cell][a] != WALL && neighbours[cell][b] != WALL {
                            let expected = by_flood(&neighbours, cell, a, b);
                            proptest::prop_assert_eq!(sides[cell][a] == sides[cell][b], expected);
                        }
                    }
                }
            }
        }
    }
}
