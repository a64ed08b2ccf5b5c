//! The region of the free floor that the player can reach, all other regions, and what a push changes.

use super::{articulation::Articulation, cell_set::stays_connected};
use crate::board::{Board, Cell, WALL};

/// A flood fill whose marks need no clearing: a cell is in the region if its mark is the number of the last flood.
#[derive(Clone, Debug)]
pub(crate) struct PlayerRegion {
    mark: Vec<u32>,
    flood: u32,
    queue: Vec<Cell>,
    /// The steps from the player to each cell; set by [`PlayerRegion::fill_by_distance`] only.
    distances: Vec<u32>,
}

impl PlayerRegion {
    pub(crate) fn new(cells: usize) -> Self {
        Self { mark: vec![0; cells], flood: 0, queue: Vec::with_capacity(cells), distances: vec![0; cells] }
    }

    /// Floods from `player`, and returns the least cell of the region, which represents it.
    pub(crate) fn fill(&mut self, board: &Board, occupied: &[bool], player: Cell) -> Cell {
        self.fill_and_find(board, occupied, player, |cell| cell)
    }

    /// Floods from `player`, and returns the least image of a cell of the region.
    #[inline]
    pub(crate) fn fill_and_find(
        &mut self,
        board: &Board,
        occupied: &[bool],
        player: Cell,
        image: impl Fn(Cell) -> Cell,
    ) -> Cell {
        self.start(player);
        let Self { mark, flood, queue, .. } = self;
        let mut least = image(player);
        board.flood(queue, player, |next| {
            let is_new = !occupied[usize::from(next)] && mark[usize::from(next)] != *flood;
            if is_new {
                mark[usize::from(next)] = *flood;
                least = least.min(image(next));
            }
            is_new
        });
        least
    }

    /// Floods from `player` breadth-first, and sets the distances.
    pub(crate) fn fill_by_distance(&mut self, board: &Board, occupied: &[bool], player: Cell) {
        self.fill_while(board, occupied, player, |_| true, |_, _| true);
    }

    /// The steps of a shortest walk from `player` to `goal`. Distances are set of the cells that are nearer.
    pub(crate) fn steps_to(&mut self, board: &Board, occupied: &[bool], player: Cell, goal: Cell) -> Option<u32> {
        self.fill_while(board, occupied, player, |cell| cell != goal, |_, _| true);
        self.contains(goal).then(|| self.distance(goal))
    }

    /// The steps of a shortest walk from `player` to `goal`; `None` if there is none with fewer than `most`. `at_least`: a lower
    /// bound of the steps from a cell to the goal.
    pub(crate) fn steps_below(
        &mut self,
        board: &Board,
        occupied: &[bool],
        (player, goal): (Cell, Cell),
        most: u32,
        at_least: impl Fn(Cell) -> u32,
    ) -> Option<u32> {
        if at_least(player) >= most {
            self.start(player);
            return None;
        }
        self.fill_while(board, occupied, player, |cell| cell != goal, |cell, steps| steps + at_least(cell) < most);
        self.contains(goal).then(|| self.distance(goal))
    }

    /// Floods from `player` breadth-first, and sets the distances, as long as `goes_on` with the next cell. A cell is entered if
    /// `enters` with it and its distance.
    #[inline]
    fn fill_while(
        &mut self,
        board: &Board,
        occupied: &[bool],
        player: Cell,
        mut goes_on: impl FnMut(Cell) -> bool,
        enters: impl Fn(Cell, u32) -> bool,
    ) {
        self.start(player);
        self.queue.push(player);
        self.distances[usize::from(player)] = 0;
        let mut next_in_queue = 0;
        while let Some(&cell) = self.queue.get(next_in_queue) {
            if !goes_on(cell) {
                return;
            }
            next_in_queue += 1;
            let steps = self.distances[usize::from(cell)] + 1;
            for &next in board.neighbours(cell) {
                if next != WALL
                    && !occupied[usize::from(next)]
                    && self.mark[usize::from(next)] != self.flood
                    && enters(next, steps)
                {
                    self.mark[usize::from(next)] = self.flood;
                    self.distances[usize::from(next)] = steps;
                    self.queue.push(next);
                }
            }
        }
    }

    fn start(&mut self, player: Cell) {
        if self.flood == u32::MAX {
            self.mark.fill(0);
            self.flood = 0;
        }
        self.flood += 1;
        self.queue.clear();
        self.mark[usize::from(player)] = self.flood;
    }

    /// The number of cells that the last flood by distance reached.
    pub(crate) fn len(&self) -> usize {
        self.queue.len()
    }

    /// Whether the last flood reached `cell`.
    #[inline]
    pub(crate) fn contains(&self, cell: Cell) -> bool {
        self.mark[usize::from(cell)] == self.flood
    }

    /// The steps to `cell`, which the last flood reached by distance.
    #[inline]
    pub(crate) fn distance(&self, cell: Cell) -> u32 {
        self.distances[usize::from(cell)]
    }
}

// The parts into which a region falls when a box is put on one of its cells.
//
// Floods from all sides of the cell take turns, a cell each. When two of them meet, their sides are connected. When a
// flood ends before it meets another, its cells are a part of their own. The search stops when all sides but the last
// are decided, which takes a few steps where a part is small or the sides are connected near the cell. If it takes
// many, it is given up, because one pass over the floor answers such questions for all cells.

/// The parts of the last region, with their scratch.
#[derive(Clone, Debug, Default)]
pub(crate) struct DividedRegion {
    /// For each cell the flood that has reached it, as `4 * stamp + side`.
    reached_by: Vec<u32>,
    stamp: u32,
    /// The cells of the flood from each side.
    floods: [Vec<Cell>; 4],
    /// The part that each side belongs to, by the number of one of its sides.
    part_of: [usize; 4],
    /// Whether the part is known to be complete, by that number. The last part never is.
    is_closed: [bool; 4],
}

impl DividedRegion {
    /// Divides the region of `cell` by a box on it. `is_in_region` is called for neighbours of cells of the region. Returns
    /// whether the parts were found within `rounds` rounds.
    #[inline]
    pub(super) fn divide(
        &mut self,
        board: &Board,
        cell: Cell,
        rounds: usize,
        is_in_region: impl Fn(Cell) -> bool,
    ) -> bool {
        self.reached_by.resize(board.cells(), 0);
        self.stamp += 1;
        if self.stamp == u32::MAX / 4 {
            self.reached_by.fill(0);
            self.stamp = 1;
        }
        self.is_closed = [false; 4];
        self.part_of = [0, 1, 2, 3];
        let mut open = 0;
        for (side, &next) in board.neighbours(cell).iter().enumerate() {
            self.floods[side].clear();
            if next != WALL && is_in_region(next) {
                self.reach(next, side);
                open += 1;
            }
        }
        // Sides that are connected around a corner.
        let ring = board.ring(cell);
        for side in 0..4 {
            let (corner, other) = (ring[2 * side + 1], (side + 1) % 4);
            let is_joined = !self.floods[side].is_empty()
                && !self.floods[other].is_empty()
                && corner != WALL
                && is_in_region(corner);
            if is_joined && self.join(side, other) {
                open -= 1;
            }
        }
        let mut taken = [0; 4];
        if open <= 1 {
            return true;
        }
        for _ in 0..rounds {
            for side in 0..4 {
                let Some(&from) = self.floods[side].get(taken[side]) else { continue };
                taken[side] += 1;
                for &next in board.neighbours(from) {
                    if next == WALL || next == cell || !is_in_region(next) {
                        continue;
                    }
                    if let Some(other) = self.side_of(next) {
                        if self.join(side, other) {
                            open -= 1;
                        }
                    } else {
                        self.reach(next, side);
                    }
                }
                let part = self.part_of[side];
                let is_complete = |side: usize| taken[side] == self.floods[side].len();
                if open > 1 && (0..4).all(|side| self.part_of[side] != part || is_complete(side)) {
                    self.is_closed[part] = true;
                    open -= 1;
                }
                if open <= 1 {
                    return true;
                }
            }
        }
        false
    }

    fn reach(&mut self, cell: Cell, side: usize) {
        #[expect(clippy::cast_possible_truncation, reason = "one of four")]
        let mark = 4 * self.stamp + side as u32;
        self.reached_by[usize::from(cell)] = mark;
        self.floods[side].push(cell);
    }

    fn side_of(&self, cell: Cell) -> Option<usize> {
        let mark = self.reached_by[usize::from(cell)];
        (mark / 4 == self.stamp).then_some((mark % 4) as usize)
    }

    /// Makes one part of those of two sides. Returns whether they were different ones.
    fn join(&mut self, side: usize, other: usize) -> bool {
        let (kept, gone) = (self.part_of[side], self.part_of[other]);
        self.part_of.iter_mut().filter(|part| **part == gone).for_each(|part| *part = kept);
        kept != gone
    }

    /// The parts that are known to be complete, which are all but one.
    pub(super) fn closed_parts(&self) -> impl Iterator<Item = usize> {
        self.is_closed.into_iter().enumerate().filter(|(_, is_closed)| *is_closed).map(|(part, _)| part)
    }

    /// The closed part of a cell of the region; `None` if it is in the remaining part.
    pub(super) fn closed_part_of(&self, cell: Cell) -> Option<usize> {
        self.side_of(cell).map(|side| self.part_of[side]).filter(|&part| self.is_closed[part])
    }

    /// The cells of a closed part.
    pub(super) fn cells(&self, part: usize) -> impl Iterator<Item = Cell> {
        let sides = self.floods.iter().zip(self.part_of).filter(move |(_, other)| *other == part);
        sides.flat_map(|(flood, _)| flood.iter().copied())
    }

    /// The least cell of a closed part.
    pub(super) fn least(&self, part: usize) -> Cell {
        self.cells(part).min().unwrap_or(WALL)
    }
}

// All connected regions of the free floor.

/// Marks free cells without a region. No board has so many cells.
const UNSEEN: Cell = WALL - 1;

/// The rounds of a division that take about as long as a flood of all regions of a board.
pub(super) fn most_rounds(board: &Board) -> usize {
    board.cells() / CELLS_PER_ROUND
}

const CELLS_PER_ROUND: usize = 22;

/// For each free cell the least cell of its region; [`WALL`] for cells with a box.
#[derive(Clone, Debug, Default)]
pub(crate) struct Components {
    least: Vec<Cell>,
    count: u32,
    stack: Vec<Cell>,
}

/// The regions beside a box, which are one without it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JoinedRegions {
    cell: Cell,
    /// The least cells of the regions; [`WALL`] for sides without any.
    regions: [Cell; 4],
}

impl JoinedRegions {
    /// Whether one could walk between two free cells without the box. `regions` are those with the box.
    #[inline]
    pub(crate) fn connect(&self, regions: &Components, one: Cell, other: Cell) -> bool {
        let is_joined = |cell: Cell| cell == self.cell || self.regions.contains(&regions.of(cell));
        match (is_joined(one), is_joined(other)) {
            (false, false) => regions.of(one) == regions.of(other),
            (one, other) => one && other,
        }
    }
}

impl Components {
    /// Floods every region. O(cells).
    pub(crate) fn fill(&mut self, board: &Board, occupied: &[bool]) {
        self.least.clear();
        self.least.extend(occupied.iter().map(|&is_box| if is_box { WALL } else { UNSEEN }));
        self.count = 0;
        let Self { least, stack, .. } = self;
        for root in board.all() {
            if least[usize::from(root)] != UNSEEN {
                continue;
            }
            self.count += 1;
            least[usize::from(root)] = root;
            stack.push(root);
            while let Some(cell) = stack.pop() {
                for &next in board.neighbours(cell) {
                    if next != WALL && least[usize::from(next)] == UNSEEN {
                        least[usize::from(next)] = root;
                        stack.push(next);
                    }
                }
            }
        }
    }

    /// Takes the box off `cell`. The regions beside it become one.
    pub(super) fn take_box_off(&mut self, board: &Board, cell: Cell) {
        let (least, joined) = self.around(board, cell);
        self.least[usize::from(cell)] = least;
        for &next in board.neighbours(cell) {
            let region = self.of(next);
            if region != WALL && region != least {
                self.rename(region, least);
            }
        }
        self.count = self.count + 1 - joined;
    }

    /// Puts a box on `cell`, which may divide its region. Returns false if it takes too long to find out how; then all
    /// regions must be flooded.
    pub(super) fn put_box_on(&mut self, board: &Board, cell: Cell, divided: &mut DividedRegion) -> bool {
        let region = self.of(cell);
        self.least[usize::from(cell)] = WALL;
        if board.neighbours(cell).iter().all(|&next| self.of(next) != region) {
            self.count -= 1;
            return true;
        }
        if stays_connected(board, cell, |next| self.of(next) == region) {
            if region == cell
                && let Some(least) = self.first_of(region)
            {
                self.rename(region, least);
            }
            return true;
        }
        if !divided.divide(board, cell, most_rounds(board), |next| self.least[usize::from(next)] == region) {
            return false;
        }
        for part in divided.closed_parts() {
            self.count += 1;
            divided.cells(part).for_each(|cell| self.least[usize::from(cell)] = UNSEEN);
        }
        if self.of(region) != region
            && let Some(least) = self.first_of(region)
        {
            self.rename(region, least);
        }
        for part in divided.closed_parts() {
            let least = divided.least(part);
            divided.cells(part).for_each(|cell| self.least[usize::from(cell)] = least);
        }
        true
    }

    /// The first cell whose region is named after `region`.
    fn first_of(&self, region: Cell) -> Option<Cell> {
        let first = self.least.iter().position(|&other| other == region)?;
        Cell::try_from(first).ok()
    }

    fn rename(&mut self, region: Cell, least: Cell) {
        for name in &mut self.least {
            *name = if *name == region { least } else { *name };
        }
    }

    /// The least cell of the region of `other` once a box is on `cell`, which divides their region as `divided` says.
    pub(super) fn least_without(&self, cell: Cell, divided: &DividedRegion, other: Cell) -> Cell {
        if let Some(part) = divided.closed_part_of(other) {
            return divided.least(part);
        }
        let region = self.of(cell);
        let is_in_rest = |other: Cell| other != cell && divided.closed_part_of(other).is_none();
        if is_in_rest(region) {
            return region;
        }
        let cells = (0..).zip(&self.least).filter(|&(_, &other)| other == region).map(|(cell, _)| cell);
        cells.filter(|&cell| is_in_rest(cell)).min().unwrap_or(WALL)
    }

    /// The least cell of the region of `cell`.
    #[inline]
    pub(crate) fn of(&self, cell: Cell) -> Cell {
        if cell == WALL { WALL } else { self.least[usize::from(cell)] }
    }

    pub(crate) fn count(&self) -> u32 {
        self.count
    }

    /// The regions that the box on `cell` separates.
    pub(crate) fn beside(&self, board: &Board, cell: Cell) -> JoinedRegions {
        JoinedRegions { cell, regions: board.neighbours(cell).map(|next| self.of(next)) }
    }

    /// The least cell of the region that `cell` would be in without its box, and the number of regions that
    /// it would join.
    pub(crate) fn around(&self, board: &Board, cell: Cell) -> (Cell, u32) {
        let mut least = cell;
        let mut joined = [WALL; 4];
        let mut count = 0;
        for (index, &next) in board.neighbours(cell).iter().enumerate() {
            joined[index] = self.of(next);
            if joined[index] != WALL {
                count += u32::from(!joined[..index].contains(&joined[index]));
                least = least.min(joined[index]);
            }
        }
        (least, count)
    }
}

// The player's region after a push, in most cases without a search.
//
// A push frees the cell of the box, beside which the player then stands, and fills another. The player's region is
// then the freed cell with the regions of its free neighbours, where the filled cell may divide one of them. If the
// free neighbours of the filled cell are connected through the eight cells around it, it divides nothing. Otherwise a
// short search finds the parts (`DividedRegion`), or the articulation points of the floor, which are found once for all
// pushes, show them.

/// The least cell of the player's region after a box was pushed from `from` along a line to `to`; `None` if
/// [`least_after_survey`] is needed. `occupied` are the boxes before or after the push, `regions` those before.
#[inline]
pub(crate) fn least_after(
    board: &Board,
    occupied: &[bool],
    regions: &Components,
    divided: &mut DividedRegion,
    (from, to): (Cell, Cell),
) -> Option<Cell> {
    let region = regions.of(to);
    let beside = || board.neighbours(from).iter().copied().filter(|&next| next != to);
    let free = |cell: Cell| cell != WALL && (cell == from || !occupied[usize::from(cell)]);
    let is_whole =
        beside().all(|next| regions.of(next) != region) || (region != to && stays_connected(board, to, free));
    if is_whole {
        return Some(beside().fold(from, |least, next| least.min(regions.of(next))));
    }
    if !divided.divide(board, to, most_rounds(board), |cell| regions.of(cell) == region) {
        return None;
    }
    Some(beside().fold(from, |least, next| match regions.of(next) {
        other if other == region => least.min(regions.least_without(to, divided, next)),
        other => least.min(other),
    }))
}

/// The same for every push, with a survey of all regions before it.
pub(crate) fn least_after_survey(
    board: &Board,
    survey: &Articulation,
    regions: &Components,
    from: Cell,
    to: Cell,
) -> Cell {
    let divided = regions.of(to);
    let beside = board.neighbours(from).iter().filter(|&&next| next != to);
    beside.fold(from, |least, &next| {
        let region = regions.of(next);
        let part = if region == divided { survey.cut_off(board, to, next) } else { None };
        least.min(part.unwrap_or(region))
    })
}

#[cfg(test)]
mod region_update_tests {
    use super::*;
    use crate::{direction::Direction, formats, state::PlayerRegion};

    /// Checks all pushes by up to three cells, of any box by a player anywhere beside it. Returns how many were checked,
    /// and how many divide a region.
    fn check(text: &str) -> (u32, u32) {
        let level = formats::read(text).expect("a text").remove(0).level.expect("a level");
        let board = Board::new(&level);
        let mut occupied = vec![false; board.cells()];
        board.boxes().iter().for_each(|&cell| occupied[usize::from(cell)] = true);
        let (mut regions, mut divided) = (Components::default(), DividedRegion::default());
        regions.fill(&board, &occupied);
        let mut survey = Articulation::new(board.cells());
        survey.survey_all(&board, &occupied);
        let (mut pushes, mut divisions) = (0, 0);
        for &from in board.boxes() {
            for direction in Direction::ALL {
                let stand = board.next(from, direction.opposite());
                if stand == WALL || occupied[usize::from(stand)] {
                    continue;
                }
                let mut to = from;
                for _ in 0..3 {
                    let behind = to;
                    to = board.next(to, direction);
                    if to == WALL || occupied[usize::from(to)] {
                        break;
                    }
                    let mut after = occupied.clone();
                    (after[usize::from(from)], after[usize::from(to)]) = (false, true);
                    let expected = PlayerRegion::new(board.cells()).fill(&board, &after, behind);
                    for occupied in [&occupied, &after] {
                        let found = least_after(&board, occupied, &regions, &mut divided, (from, to));
                        assert!(found.is_none_or(|least| least == expected), "{text}{from} {to}: {found:?}");
                    }
                    let surveyed = least_after_survey(&board, &survey, &regions, from, to);
                    assert_eq!(surveyed, expected, "{text}{from} {to}");
                    pushes += 1;
                    let region = regions.of(to);
                    divided.divide(&board, to, most_rounds(&board), |cell| regions.of(cell) == region);
                    divisions += u32::from(divided.closed_parts().next().is_some());
                }
            }
        }
        (pushes, divisions)
    }

    proptest::proptest! {
        #[test]
        fn as_by_a_flood(cells in proptest::collection::vec(0_u8..10, 48)) {
            let inside = cells.chunks(8).map(|row| {
                let row: String = row.iter().map(|&cell| match cell { 0..=5 => ' ', 6 | 7 => '#', _ => '*' }).collect();
                format!("#{row}#\n")
            });
            let text = format!("##########\n{}#@$.     #\n##########\n", inside.collect::<String>());
            check(&text);
        }
    }

    #[test]
    fn some_pushes_divide_a_region() {
        let (pushes, divisions) =
            check("#########\n#   #   #\n# @$  $ #\n#   #   #\n## ### ##\n#  ..   #\n#########\n");
        assert!((1..pushes).contains(&divisions), "{divisions} of {pushes}");
    }
}
