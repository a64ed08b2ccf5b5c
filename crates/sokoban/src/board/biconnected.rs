//! The sides of a box that stay connected when the box is put on a cell.
//!
//! Two neighbours of a cell can reach each other without it exactly if the two edges to them lie in the same
//! biconnected component of the floor. So one pass of Hopcroft and Tarjan's algorithm (*Efficient algorithms
//! for graph manipulation*, 1973) answers the question for all cells in linear time, where a flood from each
//! cell would take quadratic time.
//!
//! `state/articulation` has a pass of its own: it runs for every box of every expansion and keeps only what
//! is needed there.

use crate::board::cell::{Cell, WALL};

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
mod tests {
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
        let at =
            |square: Option<usize>| square.and_then(|square| number.get(square)).copied().unwrap_or(WALL);
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
