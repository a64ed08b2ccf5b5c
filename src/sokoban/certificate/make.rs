//! Makes a [`Certificate`] for a level without solution: every position that pushes lead to, up to
//! those that two rules call dead, and for these the patterns of the rules.
//!
//! *Dead squares*: a box from which no goal can be reached, the player being on that side of it, is a
//! pattern of one box; a push of it leads to another such pattern. *Freezing*: boxes that cannot move,
//! or only to dead squares, are a pattern. With more boxes than goals neither holds, and the
//! certificate lists whole positions only.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::board::{Balance, Board, Cell, WALL};
use crate::sokoban::bounds::{Distances, UNREACHABLE};
use crate::sokoban::certificate::{Certificate, Pattern};
use crate::sokoban::deadlock::Freeze;
use crate::sokoban::direction::Direction;
use crate::sokoban::level::Level;
use crate::sokoban::state::PlayerRegion;

/// The certificate; `None` if the level has a solution.
///
/// # Errors
/// When the budget ends the search: that says nothing about the level.
pub(in crate::sokoban) fn certificate(
    level: &Level,
    budget: &mut Budget<'_>,
) -> Result<Option<Certificate>, Stop> {
    let board = Board::new(level);
    let done = |patterns| Ok(Some(Certificate { level: level.clone(), patterns }));
    budget.check_now()?;
    if board.balance() != Balance::MoreBoxes
        && let Some(&unreachable_boxes) = board.unreachable_boxes().first()
    {
        budget.grow(pattern_bytes(1))?;
        return done(vec![Pattern { boxes: vec![unreachable_boxes], player: level.player() }]);
    }
    let distances = Distances::new(&board, budget)?;
    // Boxes that alone have too few goals take fewer positions.
    for boxes in [witness(&board, &distances, budget)?, Some(board.boxes().to_vec())].into_iter().flatten() {
        let mut maker = Maker::new(level, &board, &distances, boxes);
        let is_complete = maker.search(budget)?;
        let Maker { patterns, held, .. } = maker;
        budget.shrink(held.scratch);
        if is_complete {
            return done(patterns);
        }
        drop(patterns);
        budget.shrink(held.patterns);
    }
    Ok(None)
}

/// Bytes that a maker has asked the budget for.
#[derive(Clone, Copy, Default)]
struct Held {
    patterns: u64,
    scratch: u64,
}

/// What an entry of a list that doubles takes at most, while it moves to twice the place.
const fn in_list(bytes: usize) -> u64 {
    3 * bytes as u64
}

/// The same for a hash set of sequences, which is at least seven sixteenths full.
const IN_SET: u64 = 3 * 16 * (size_of::<Vec<Cell>>() as u64 + 1) / 7;

/// What an allocation takes beside its bytes.
const ALLOCATION: u64 = 16;

/// What a pattern takes.
fn pattern_bytes(boxes: usize) -> u64 {
    in_list(size_of::<Pattern>()) + ALLOCATION + (boxes * size_of::<usize>()) as u64
}

/// What a sequence of cells takes, without its place in a list or set.
fn cells_bytes(cells: usize) -> u64 {
    ALLOCATION + (cells * size_of::<Cell>()) as u64
}

/// Some boxes that reach fewer goals together than they are (Hall's condition), if there are such.
///
/// # Errors
/// When the time is over.
fn witness(board: &Board, distances: &Distances, budget: &mut Budget<'_>) -> Result<Option<Vec<Cell>>, Stop> {
    if board.balance() == Balance::MoreBoxes {
        return Ok(None);
    }
    let reach = |cell: Cell| distances.from_side(distances.box_and_side(board, cell, board.player()));
    let boxes = board.boxes();
    let mut owner: Vec<Option<usize>> = vec![None; distances.goals()];
    for row in 0..boxes.len() {
        // Breadth-first along alternating paths from this box; `from` is the box before each goal.
        let mut from: Vec<Option<usize>> = vec![None; owner.len()];
        let mut queue = vec![row];
        let mut next = 0;
        let mut free = None;
        while let Some(&at) = queue.get(next) {
            budget.check_now()?;
            next += 1;
            for goal in (0..owner.len()).filter(|&goal| reach(boxes[at])[goal] != UNREACHABLE) {
                if from[goal].is_none() {
                    from[goal] = Some(at);
                    match owner[goal] {
                        Some(box_there) => queue.push(box_there),
                        None => free = free.or(Some(goal)),
                    }
                }
            }
        }
        let Some(mut goal) = free else {
            // What was reached are all goals of these boxes, one less than they are.
            let mut short: Vec<Cell> = queue.into_iter().map(|at| boxes[at]).collect();
            short.sort_unstable();
            return Ok(Some(short));
        };
        while let Some(at) = from[goal] {
            let before = owner.iter().position(|&owner| owner == Some(at));
            owner[goal] = Some(at);
            match before {
                Some(before) if at != row => goal = before,
                _ => break,
            }
        }
    }
    Ok(None)
}

struct Maker<'b> {
    board: &'b Board,
    distances: &'b Distances,
    /// The boxes that are looked at, in order.
    boxes: Vec<Cell>,
    /// Whether every box has to get to a goal.
    obliged: bool,
    /// Boxes outside the player's room, as squares.
    outside: Vec<usize>,
    /// How many boxes may be off goal in a solved position.
    surplus: usize,
    /// How many of those outside are.
    astray: usize,
    patterns: Vec<Pattern>,
    /// Boxes in order, then the least cell of the player's region.
    seen: FxHashSet<Vec<Cell>>,
    frozen: FxHashSet<Vec<Cell>>,
    queue: VecDeque<Vec<Cell>>,
    here: PlayerRegion,
    there: PlayerRegion,
    freeze: Freeze,
    held: Held,
}

impl<'b> Maker<'b> {
    fn new(level: &Level, board: &'b Board, distances: &'b Distances, chosen: Vec<Cell>) -> Self {
        let inside: FxHashSet<usize> = board.all().map(|cell| board.square(cell)).collect();
        let (boxes, goals) = (level.boxes().count(), level.goals().count());
        Self {
            board,
            distances,
            obliged: board.balance() != Balance::MoreBoxes,
            // A pattern of some boxes is about these only.
            outside: level
                .boxes()
                .filter(|square| !inside.contains(square) && chosen.len() == board.boxes().len())
                .collect(),
            boxes: chosen,
            surplus: boxes.saturating_sub(goals),
            astray: level
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
            held: Held::default(),
        }
    }

    /// Asks for room for a pattern of so many boxes, and for `scratch` bytes.
    fn reserve(&mut self, boxes: usize, scratch: u64, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let patterns = pattern_bytes(boxes);
        budget.grow(patterns + scratch)?;
        self.held.patterns += patterns;
        self.held.scratch += scratch;
        Ok(())
    }

    /// Whether everything was seen without a solution; the patterns are then complete.
    fn search(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let mut occupied = vec![false; self.board.cells()];
        if self.obliged {
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
            let astray = boxes.iter().filter(|&&cell| !self.board.is_goal(cell)).count();
            if astray + self.astray <= self.surplus {
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

    /// Whether a box there can reach no goal.
    fn is_dead(&self, cell: Cell, player: Cell) -> bool {
        let stance = self.distances.box_and_side(self.board, cell, player);
        self.obliged && self.distances.from_side(stance).iter().all(|&distance| distance == UNREACHABLE)
    }

    /// A pattern for each side of each dead square.
    fn dead_squares(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        for cell in self.board.all() {
            budget.check_now()?;
            for side in 0..self.board.count_sides(cell) {
                let next =
                    Direction::ALL.into_iter().find(|&direction| self.board.side(cell, direction) == side);
                let Some(player) = next.map(|direction| self.board.next(cell, direction)) else { continue };
                if player != WALL && self.is_dead(cell, player) {
                    self.reserve(1, 0, budget)?;
                    let (cell, player) = (self.board.square(cell), self.board.square(player));
                    self.patterns.push(Pattern { boxes: vec![cell], player });
                }
            }
        }
        Ok(())
    }

    /// Whether some boxes are frozen, one of them off goal; they are then a pattern.
    fn freezes(
        &mut self,
        boxes: &[Cell],
        occupied: &mut [bool],
        player: Cell,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let live = |cell| self.distances.is_live(cell);
        if !self.obliged || !self.freeze.frozen_off_goal(self.board, live, boxes.iter().copied(), occupied) {
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
            self.reserve(boxes, IN_SET + cells_bytes(boxes + 2), budget)?;
            let squares = frozen[..boxes].iter().map(|&cell| self.board.square(cell)).collect();
            self.patterns.push(Pattern { boxes: squares, player: self.board.square(player) });
            frozen.shrink_to_fit();
            self.frozen.insert(frozen);
        }
        Ok(true)
    }

    /// Keeps a whole position, if it is new.
    fn keep(
        &mut self,
        boxes: &[Cell],
        occupied: &[bool],
        player: Cell,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
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
        self.reserve(count, scratch, budget)?;
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

/// Puts boxes on a map of the cells, or takes them off.
fn set(occupied: &mut [bool], boxes: &[Cell], there: bool) {
    for &cell in boxes {
        occupied[usize::from(cell)] = there;
    }
}
