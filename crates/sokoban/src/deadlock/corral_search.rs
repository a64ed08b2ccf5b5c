//! The search that proves a corral dead: all pushes of its boxes alone. The argument is in
//! [`corrals`](super::corrals).

use rustc_hash::FxHashSet;

use crate::board::{Board, Cell};
use crate::deadlock::corral_graph::{CorralGraph, members};
use crate::deadlock::freeze::Freeze;
use crate::deadlock::verdict_cache::Verdict;
use crate::direction::Direction;
use crate::state::PlayerRegion;

/// A part of the floor and the boxes around it.
#[derive(Clone, Copy)]
pub(super) struct Corral<'c, L> {
    pub(super) board: &'c Board,
    /// Whether a box may be pushed to a cell.
    pub(super) is_live: L,
    /// In increasing order, none of them a wall.
    pub(super) boxes: &'c [Cell],
    pub(super) inside: &'c [Cell],
}

/// The boxes as a set of nodes, and the lowest node of the player's region.
type CorralState = (u128, u8);

/// What ends a proof, as sets of nodes.
struct WaysOut {
    /// The cells inside.
    inside: u128,
    /// The goals among the cells of the corral.
    goals: u128,
    /// The goals inside, if they must be filled.
    to_fill: u128,
}

pub(super) struct CorralSearch {
    region: PlayerRegion,
    /// The cells with boxes, those of `walls` always among them.
    occupied: Vec<bool>,
    /// Boxes that never move again.
    walls: Vec<Cell>,
    freeze: Freeze,
    graph: CorralGraph,
    seen: FxHashSet<CorralState>,
    queue: Vec<(u128, u128)>,
    positions: u64,
}

impl CorralSearch {
    /// A position in the set and in the queue.
    pub(super) const POSITION_BYTES: usize = size_of::<CorralState>() + size_of::<(u128, u128)>();

    pub(super) fn new(cells: usize) -> Self {
        Self {
            region: PlayerRegion::new(cells),
            occupied: vec![false; cells],
            walls: Vec::new(),
            freeze: Freeze::default(),
            graph: CorralGraph::default(),
            seen: FxHashSet::default(),
            queue: Vec::new(),
            positions: 0,
        }
    }

    /// The number of positions looked at in all proofs, the failed ones included.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// Sets the boxes (in increasing order) that never move again as long as all of them are there. They
    /// are walls, and part of everything that is proved.
    pub(super) fn set_walls(&mut self, frozen: &[Cell]) {
        if self.walls != frozen {
            for &cell in &self.walls {
                self.occupied[usize::from(cell)] = false;
            }
            self.walls.clear();
            self.walls.extend_from_slice(frozen);
            for &cell in frozen {
                self.occupied[usize::from(cell)] = true;
            }
        }
    }

    pub(super) fn walls(&self) -> &[Cell] {
        &self.walls
    }

    pub(super) fn is_wall(&self, cell: Cell) -> bool {
        self.walls.binary_search(&cell).is_ok()
    }

    /// Floods the player's region with only `boxes` on the board, and returns its least cell.
    pub(super) fn region_with(&mut self, board: &Board, boxes: &[Cell], player: Cell) -> Cell {
        for &cell in boxes {
            self.occupied[usize::from(cell)] = true;
        }
        let least = self.region.fill(board, &self.occupied, player);
        for &cell in boxes {
            self.occupied[usize::from(cell)] = false;
        }
        least
    }

    /// Whether `cell` is in the last region that was flooded.
    pub(super) fn is_in_region(&self, cell: Cell) -> bool {
        self.region.contains(cell)
    }

    /// Searches all pushes of the boxes. They are dead if none of them leads to a way out. With `fill`, the
    /// boxes must also fill the empty goals inside. Looks at no more than `limit` positions or a few more.
    pub(super) fn run<L: Fn(Cell) -> bool + Copy>(
        &mut self,
        corral: &Corral<'_, L>,
        player: Cell,
        fill: bool,
        limit: usize,
    ) -> Verdict {
        let Corral { board, boxes, inside, .. } = *corral;
        let occupied = &self.occupied;
        if !self.graph.build(board, boxes, inside, |cell| occupied[usize::from(cell)]) {
            return Verdict::Open;
        }
        let Some(player) = self.graph.node(player) else { return Verdict::Open };
        let goals_inside = self.graph.mask(inside.iter().copied().filter(|&cell| board.is_goal(cell)));
        let goals_of_fence = self.graph.mask(boxes.iter().copied().filter(|&cell| board.is_goal(cell)));
        let ways_out = WaysOut {
            inside: self.graph.mask(inside.iter().copied()),
            goals: goals_inside | goals_of_fence,
            to_fill: if fill { goals_inside } else { 0 },
        };
        self.seen.clear();
        self.queue.clear();
        let mut opens = self.visit(&ways_out, self.graph.mask(boxes.iter().copied()), player);
        while !opens && let Some((set, region)) = self.queue.pop() {
            if self.seen.len() > limit {
                self.positions += self.seen.len() as u64;
                return Verdict::CutShort;
            }
            opens = self.expand(corral, &ways_out, set, region);
        }
        self.positions += self.seen.len() as u64;
        if opens { Verdict::Open } else { Verdict::Dead }
    }

    /// Whether there is a way out with the player on `player`. If not, the position is queued, unless it has
    /// been seen.
    fn visit(&mut self, ways_out: &WaysOut, set: u128, player: usize) -> bool {
        let region = self.graph.region(player, set);
        #[expect(clippy::cast_possible_truncation, reason = "there are 128 nodes at most")]
        if self.seen.insert((set, region.trailing_zeros() as u8)) {
            self.queue.push((set, region));
            return ways_out.opens(set, region);
        }
        false
    }

    /// Visits the positions after one push. Returns whether one has a way out.
    fn expand<L>(&mut self, corral: &Corral<'_, L>, ways_out: &WaysOut, set: u128, region: u128) -> bool
    where
        L: Fn(Cell) -> bool + Copy,
    {
        let &Corral { board, is_live, .. } = corral;
        self.mark(set, true);
        let mut opens = false;
        'boxes: for number in members(set) {
            let Some(from) = self.graph.cell(number) else { continue };
            for direction in Direction::ALL {
                let to = board.next(from, direction);
                let (Some(stand), Some(target)) =
                    (self.graph.node(board.next(from, direction.opposite())), self.graph.node(to))
                else {
                    continue;
                };
                if region >> stand & 1 == 0 || set >> target & 1 == 1 || !is_live(to) {
                    continue;
                }
                let mut set = set & !(1 << number);
                // A box that leaves the neighbourhood is taken off the board.
                if self.graph.cell(target).is_some() {
                    set |= 1 << target;
                    if self.freezes(corral, set, from, to) {
                        continue;
                    }
                }
                opens = self.visit(ways_out, set, number);
                if opens {
                    break 'boxes;
                }
            }
        }
        self.mark(set, false);
        opens
    }

    /// Whether the box pushed from `from` to `to` completes a freeze deadlock of the boxes `set`.
    fn freezes<L>(&mut self, corral: &Corral<'_, L>, set: u128, from: Cell, to: Cell) -> bool
    where
        L: Fn(Cell) -> bool + Copy,
    {
        let &Corral { board, is_live, .. } = corral;
        self.occupied[usize::from(from)] = false;
        self.occupied[usize::from(to)] = true;
        let Self { freeze, graph, occupied, .. } = self;
        let boxes = members(set).filter_map(|number| graph.cell(number));
        let freezes = freeze.completes(board, is_live, boxes, occupied, to);
        self.occupied[usize::from(to)] = false;
        self.occupied[usize::from(from)] = true;
        freezes
    }

    /// Puts the boxes `set` on the board or takes them off.
    fn mark(&mut self, set: u128, is_occupied: bool) {
        for cell in members(set).filter_map(|number| self.graph.cell(number)) {
            self.occupied[usize::from(cell)] = is_occupied;
        }
    }
}

impl WaysOut {
    /// Whether the boxes `set` no longer keep the player in `region` out, or are all on goals.
    fn opens(&self, set: u128, region: u128) -> bool {
        let empty = !set;
        self.inside & empty & !region == 0
            || self.to_fill & empty & region != 0
            || set & !self.goals == 0 && self.to_fill & empty == 0
    }
}
