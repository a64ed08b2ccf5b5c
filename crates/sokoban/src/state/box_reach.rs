//! All cells to which one box can be brought while the others stand still.

use crate::{
    board::{Board, Cell, WALL},
    direction::{Direction, SearchDirection},
    state::articulation::Articulation,
};

/// A cell where the box can be left, with the player on one of its sides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoxStop {
    pub(crate) cell: Cell,
    /// The side of the box that the player is on, as numbered by [`Articulation::side`].
    side: u16,
    /// The index of the stop before.
    before: u32,
    /// Pushes or pulls so far.
    pub(crate) steps: u16,
    /// Whether the box can be brought back from here to where it was; set by [`BoxReach::mark_ways_back`] only.
    pub(crate) way_back: bool,
}

/// The breadth-first search over (cell, side), with its scratch.
#[derive(Clone, Debug)]
pub(crate) struct BoxReach {
    stops: Vec<BoxStop>,
    /// The indices of the stops on each cell.
    at: Vec<[u32; 4]>,
    queue: Vec<u32>,
}

const NOWHERE: u32 = u32::MAX;

impl BoxReach {
    pub(crate) fn new(cells: usize) -> Self {
        Self { stops: Vec::new(), at: vec![[NOWHERE; 4]; cells], queue: Vec::new() }
    }

    /// Finds every stop of the box on `from`, which is not on the floor of `lifted`, with the player next to
    /// it on `player`. The first stop is the start; `steps` do not decrease.
    pub(crate) fn run(
        &mut self,
        way: SearchDirection,
        board: &Board,
        lifted: &Articulation,
        from: Cell,
        player: Cell,
        may_stand: impl Fn(Cell) -> bool,
    ) {
        for stop in &self.stops {
            self.at[usize::from(stop.cell)] = [NOWHERE; 4];
        }
        self.stops.clear();
        self.visit(from, lifted.side(from, player), NOWHERE, 0);
        let mut next = 0;
        while next < self.stops.len() {
            #[expect(clippy::cast_possible_truncation, reason = "at most four a cell")]
            let number = next as u32;
            let BoxStop { cell, side, steps, .. } = self.stops[next];
            next += 1;
            for direction in Direction::ALL {
                if let Some((to, side)) = after(way, board, lifted, cell, side, direction)
                    && may_stand(to)
                {
                    self.visit(to, side, number, steps.saturating_add(1));
                }
            }
        }
    }

    fn visit(&mut self, cell: Cell, side: u16, before: u32, steps: u16) {
        for slot in &mut self.at[usize::from(cell)] {
            if *slot == NOWHERE {
                #[expect(clippy::cast_possible_truncation, reason = "at most four a cell")]
                let number = self.stops.len() as u32;
                *slot = number;
                self.stops.push(BoxStop { cell, side, before, steps, way_back: false });
                return;
            }
            if self.stops[*slot as usize].side == side {
                return;
            }
        }
    }

    fn find(&self, cell: Cell, side: u16) -> Option<u32> {
        self.at[usize::from(cell)]
            .iter()
            .copied()
            .take_while(|&number| number != NOWHERE)
            .find(|&number| self.stops[number as usize].side == side)
    }

    /// Finds out from which stops of the last run the box can be brought back to the first one.
    pub(crate) fn mark_ways_back(&mut self, way: SearchDirection, board: &Board, lifted: &Articulation) {
        self.queue.clear();
        self.queue.push(0);
        self.stops[0].way_back = true;
        while let Some(number) = self.queue.pop() {
            let BoxStop { cell, side, .. } = self.stops[number as usize];
            for direction in Direction::ALL {
                let Some((before, side)) = after(way.reversed(), board, lifted, cell, side, direction) else {
                    continue;
                };
                if let Some(known) = self.find(before, side)
                    && !self.stops[known as usize].way_back
                {
                    self.stops[known as usize].way_back = true;
                    self.queue.push(known);
                }
            }
        }
    }

    /// The stops of the last run.
    pub(crate) fn stops(&self) -> &[BoxStop] {
        &self.stops
    }

    /// The cells that the box passes on its way to stop `number`, including the first and the last.
    pub(crate) fn path(&self, number: usize) -> Vec<Cell> {
        let mut path = vec![self.stops[number].cell];
        let mut before = self.stops[number].before;
        while before != NOWHERE {
            path.push(self.stops[before as usize].cell);
            before = self.stops[before as usize].before;
        }
        path.reverse();
        path
    }
}

impl BoxStop {
    /// The least cell of the player's region.
    #[inline]
    pub(crate) fn region(&self, lifted: &Articulation) -> Cell {
        lifted.region(self.cell, self.side)
    }
}

/// The next cell of the box on `cell`, and the side that the player is on then, if the player on `side`
/// stands on the neighbour in `direction` to push the box away or to pull it.
#[inline]
fn after(
    way: SearchDirection,
    board: &Board,
    lifted: &Articulation,
    cell: Cell,
    side: u16,
    direction: Direction,
) -> Option<(Cell, u16)> {
    let stand = board.next(cell, direction);
    if !lifted.contains(stand) || lifted.side(cell, stand) != side {
        return None;
    }
    match way {
        SearchDirection::Push => {
            let to = board.next(cell, direction.opposite());
            lifted.contains(to).then(|| (to, lifted.side(to, cell)))
        }
        SearchDirection::Pull => {
            let back = board.next(stand, direction);
            (back != WALL && lifted.contains(back)).then(|| (stand, lifted.side(stand, back)))
        }
    }
}
