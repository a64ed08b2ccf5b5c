//! Makes a [`Certificate`] for a level without solution: all positions that pushes lead to, up to those that
//! two rules prove dead, and the patterns of these rules.
//!
//! *Dead squares*: a box that can reach no goal, with the player on that side of it, is a pattern of one box.
//! A push of it leads to another such pattern. *Freeze*: boxes that cannot move, or only to dead squares, are
//! a pattern. With more boxes than goals neither rule holds, and the certificate lists whole positions only.

use std::collections::VecDeque;

use lurd_engine::program::{budget::Budget, outcome::Stop};
use rustc_hash::FxHashSet;

use super::check::{Certificate, Pattern};
use crate::{
    board::{Balance, Board, Cell, WALL},
    bounds::{Distances, UNREACHABLE, bipartite_matching::hall_violator},
    deadlock::Freeze,
    direction::Direction,
    level::Level,
    state::PlayerRegion,
};

/// Makes the certificate; `None` if the level has a solution.
///
/// # Errors
/// When the budget ends the search: that says nothing about the level.
pub(crate) fn certificate(level: &Level, budget: &mut Budget<'_>) -> Result<Option<Certificate>, Stop> {
    let board = Board::new(level);
    let done = |patterns| Ok(Some(Certificate { level: level.clone(), patterns }));
    budget.check_now()?;
    if board.balance() != Balance::MoreBoxes
        && let Some(&unreachable) = board.unreachable_boxes().first()
    {
        budget.grow(pattern_bytes(1))?;
        return done(vec![Pattern { boxes: vec![unreachable], player: level.player() }]);
    }
    let distances = Distances::new(&board, budget)?;
    // Boxes that are short of goals have fewer positions than all boxes.
    let short = boxes_short_of_goals(&board, &distances, budget)?;
    for boxes in [short, Some(board.boxes().to_vec())].into_iter().flatten() {
        let mut maker = Maker::new(level, &board, &distances, boxes);
        let is_complete = maker.search(budget)?;
        let Maker { patterns, reserved, .. } = maker;
        budget.shrink(reserved.scratch);
        if is_complete {
            return done(patterns);
        }
        drop(patterns);
        budget.shrink(reserved.patterns);
    }
    Ok(None)
}

/// Boxes that together reach fewer goals than they are, if there are such.
fn boxes_short_of_goals(
    board: &Board,
    distances: &Distances,
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Cell>>, Stop> {
    if board.balance() == Balance::MoreBoxes {
        return Ok(None);
    }
    let boxes = board.boxes();
    let rows: Vec<&[u32]> =
        boxes.iter().map(|&cell| distances.from_side(distances.box_and_side(board, cell, board.player()))).collect();
    let reaches = |row: usize, goal: usize| rows[row][goal] != UNREACHABLE;
    let violator = hall_violator(rows.len(), distances.goals(), reaches, &mut || budget.check_now())?;
    Ok(violator.map(|rows| {
        let mut short: Vec<Cell> = rows.into_iter().map(|row| boxes[row]).collect();
        short.sort_unstable();
        short
    }))
}

/// The search through all positions of some boxes.
struct Maker<'b> {
    board: &'b Board,
    distances: &'b Distances,
    /// The boxes of the search, in increasing order.
    boxes: Vec<Cell>,
    /// Whether every box must get to a goal.
    all_need_goals: bool,
    /// Boxes outside the player's room, as squares.
    outside: Vec<usize>,
    /// The number of boxes that may be off goal in a solved position.
    surplus: usize,
    /// The number of boxes outside the room that are off goal.
    off_goal_outside: usize,
    patterns: Vec<Pattern>,
    /// Boxes in increasing order, then the least cell of the player's region.
    seen: FxHashSet<Vec<Cell>>,
    frozen: FxHashSet<Vec<Cell>>,
    queue: VecDeque<Vec<Cell>>,
    here: PlayerRegion,
    there: PlayerRegion,
    freeze: Freeze,
    reserved: ReservedBytes,
}

impl<'b> Maker<'b> {
    fn new(level: &Level, board: &'b Board, distances: &'b Distances, chosen: Vec<Cell>) -> Self {
        let inside: FxHashSet<usize> = board.all().map(|cell| board.square(cell)).collect();
        let (boxes, goals) = (level.boxes().count(), level.goals().count());
        Self {
            board,
            distances,
            all_need_goals: board.balance() != Balance::MoreBoxes,
            // A pattern of some of the boxes leaves all others out.
            outside: level
                .boxes()
                .filter(|square| !inside.contains(square) && chosen.len() == board.boxes().len())
                .collect(),
            boxes: chosen,
            surplus: boxes.saturating_sub(goals),
            off_goal_outside: level
                .boxes()
                .filter(|square| !inside.contains(square) && !level.is_goal(*square))
                .count(),
            patterns: Vec::new(),
            seen: FxHashSet::default(),
            frozen: FxHashSet::default(),
            queue: VecDeque::new(),
            here: PlayerRegion::new(board.cells()),
            there: PlayerRegion::new(board.cells()),
            freeze: Freeze::default(),
            reserved: ReservedBytes::default(),
        }
    }

    /// Searches all positions. True if none is solved; the patterns are then complete.
    fn search(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let mut occupied = vec![false; self.board.cells()];
        if self.all_need_goals {
            self.dead_squares(budget)?;
        }
        let boxes = self.boxes.clone();
        set(&mut occupied, &boxes, true);
        let player = self.board.player();
        let dead = boxes.iter().any(|&cell| self.is_dead(cell, player));
        if !dead && !self.freezes(&boxes, &mut occupied, player, budget)? {
            self.keep(&boxes, &occupied, player, budget)?;
        }
        set(&mut occupied, &boxes, false);
        while let Some(mut boxes) = self.queue.pop_front() {
            budget.expand()?;
            let Some(player) = boxes.pop() else { break };
            let off_goal = boxes.iter().filter(|&&cell| !self.board.is_goal(cell)).count();
            if off_goal + self.off_goal_outside <= self.surplus {
                return Ok(false);
            }
            set(&mut occupied, &boxes, true);
            self.here.fill(self.board, &occupied, player);
            for index in 0..boxes.len() {
                self.pushes(&mut boxes, index, &mut occupied, budget)?;
            }
            set(&mut occupied, &boxes, false);
        }
        Ok(true)
    }

    fn pushes(
        &mut self,
        boxes: &mut [Cell],
        index: usize,
        occupied: &mut [bool],
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let from = boxes[index];
        for direction in Direction::ALL {
            let (stand, to) = (self.board.next(from, direction.opposite()), self.board.next(from, direction));
            if stand == WALL || to == WALL || occupied[usize::from(to)] || !self.here.contains(stand) {
                continue;
            }
            budget.generated(1);
            if self.is_dead(to, from) {
                continue;
            }
            (boxes[index], occupied[usize::from(from)], occupied[usize::from(to)]) = (to, false, true);
            // With many boxes one expansion takes long.
            let kept = budget.check_now().and_then(|()| {
                if self.freezes(boxes, occupied, from, budget)? {
                    Ok(())
                } else {
                    self.keep(boxes, occupied, from, budget)
                }
            });
            (boxes[index], occupied[usize::from(from)], occupied[usize::from(to)]) = (from, true, false);
            kept?;
        }
        Ok(())
    }

    /// Whether a box on `cell`, with the player on `player`, can reach no goal.
    fn is_dead(&self, cell: Cell, player: Cell) -> bool {
        let place = self.distances.box_and_side(self.board, cell, player);
        self.all_need_goals && self.distances.from_side(place).iter().all(|&distance| distance == UNREACHABLE)
    }

    /// Adds a pattern for each side of each dead square.
    fn dead_squares(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        for cell in self.board.all() {
            budget.check_now()?;
            for side in 0..self.board.count_sides(cell) {
                let next = Direction::ALL.into_iter().find(|&direction| self.board.side(cell, direction) == side);
                let Some(player) = next.map(|direction| self.board.next(cell, direction)) else { continue };
                if player != WALL && self.is_dead(cell, player) {
                    self.reserved.reserve(1, 0, budget)?;
                    let (cell, player) = (self.board.square(cell), self.board.square(player));
                    self.patterns.push(Pattern { boxes: vec![cell], player });
                }
            }
        }
        Ok(())
    }

    /// Whether some boxes are frozen and one of them is off goal. If so, they become a pattern.
    fn freezes(
        &mut self,
        boxes: &[Cell],
        occupied: &mut [bool],
        player: Cell,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let live = |cell| self.distances.is_live(cell);
        if !self.all_need_goals || !self.freeze.frozen_off_goal(self.board, live, boxes.iter().copied(), occupied) {
            return Ok(false);
        }
        let mut frozen = self.freeze.frozen().to_vec();
        frozen.sort_unstable();
        let mut alone = vec![false; self.board.cells()];
        set(&mut alone, &frozen, true);
        let least = self.there.fill(self.board, &alone, player);
        frozen.push(least);
        if !self.frozen.contains(&frozen) {
            let boxes = frozen.len() - 1;
            self.reserved.reserve(boxes, IN_SET + cells_bytes(boxes + 2), budget)?;
            let squares = frozen[..boxes].iter().map(|&cell| self.board.square(cell)).collect();
            self.patterns.push(Pattern { boxes: squares, player: self.board.square(player) });
            frozen.shrink_to_fit();
            self.frozen.insert(frozen);
        }
        Ok(true)
    }

    /// Adds a whole position and queues it, if it is new.
    fn keep(&mut self, boxes: &[Cell], occupied: &[bool], player: Cell, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let mut state = Vec::with_capacity(boxes.len() + 1);
        state.extend_from_slice(boxes);
        state.sort_unstable();
        state.push(self.there.fill(self.board, occupied, player));
        if self.seen.contains(&state) {
            return Ok(());
        }
        // In the set and in the queue.
        let scratch = IN_SET + in_list(size_of::<Vec<Cell>>()) + 2 * cells_bytes(state.len());
        let count = boxes.len() + self.outside.len();
        self.reserved.reserve(count, scratch, budget)?;
        let mut squares = Vec::with_capacity(count);
        squares.extend(state.iter().take(boxes.len()).map(|&cell| self.board.square(cell)));
        squares.extend_from_slice(&self.outside);
        squares.sort_unstable();
        self.patterns.push(Pattern { boxes: squares, player: self.board.square(player) });
        self.queue.push_back(state.clone());
        self.seen.insert(state);
        budget.stored(self.seen.len() as u64);
        Ok(())
    }
}

/// Puts boxes on a map of the cells or takes them off.
fn set(occupied: &mut [bool], boxes: &[Cell], there: bool) {
    for &cell in boxes {
        occupied[usize::from(cell)] = there;
    }
}

// The bytes of the lists and sets of a certificate in the making.

/// The bytes that were asked of the budget.
#[derive(Clone, Copy, Default)]
pub(super) struct ReservedBytes {
    pub(super) patterns: u64,
    pub(super) scratch: u64,
}

impl ReservedBytes {
    /// Asks for room for a pattern with this number of boxes, and for `scratch` bytes.
    pub(super) fn reserve(&mut self, boxes: usize, scratch: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let patterns = pattern_bytes(boxes);
        budget.grow(patterns + scratch)?;
        self.patterns += patterns;
        self.scratch += scratch;
        Ok(())
    }
}

/// An upper limit of the bytes of an entry of a list, which takes three times its size while it grows.
pub(super) const fn in_list(bytes: usize) -> u64 {
    3 * bytes as u64
}

/// The same for a hash set of sequences, which is at least 7/16 full.
pub(super) const IN_SET: u64 = 3 * 16 * (size_of::<Vec<Cell>>() as u64 + 1) / 7;

/// The bytes of an allocation in addition to its contents.
const ALLOCATION: u64 = 16;

pub(super) fn pattern_bytes(boxes: usize) -> u64 {
    in_list(size_of::<Pattern>()) + ALLOCATION + (boxes * size_of::<usize>()) as u64
}

/// The bytes of a sequence of cells, without its entry in a list or set.
pub(super) fn cells_bytes(cells: usize) -> u64 {
    ALLOCATION + (cells * size_of::<Cell>()) as u64
}
