//! PI-corrals: where boxes fence off a part of the floor and can only be pushed inward, no other pushes need
//! be tried. (The idea has been used by Sokoban solvers since about 2000: sokobano.de, *Deadlocks* and
//! *Solver*.)
//!
//! Let A be a union of parts of the free floor that the player cannot enter, and K a set of boxes that
//! contains every box next to A. As long as no box of K has been pushed, A stays as it is: the player cannot
//! enter it, and no other box is next to it. Suppose a solution has to push some box of K, because one is off
//! goal, or because a goal within A is empty and every goal must be filled. Look at its first push of such a
//! box, from k in direction d, with the player on s and the box going to t. Until then all of K stands still,
//! so s and t are neither walls nor in K, s is not in A, and t is no dead square. Let every push of boxes of
//! K that meets these conditions have t in A and s within the player's reach *now*: these are the
//! *candidates*. So the first push is one of the candidates, and it can be made at once.
//!
//! *Making it at once spoils nothing.* It frees k and fills t, and t is of no use to the pushes that came
//! before it in the solution: they neither push boxes of K nor enter A. So they can follow it, with the
//! player walking outside A and over k, and they lead to the same position with the same region of the
//! player. The changed solution has as many pushes, but perhaps more moves, because the player walks
//! differently. If there are no candidates, there is no such solution, and the position is dead.
//!
//! Any K that contains the fence will do. So where a box that is not in K stands on s or t, it is added to K,
//! which excludes the push. Where s is in another part that the player cannot enter, that part is added to A,
//! which excludes the push, too; where t is, the push becomes a candidate by adding the part.

use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::deadlock::rule::{BeforePush, DeadlockRule};
use crate::sokoban::direction::Direction;

/// A push that may be the first: the cell of the box, and the direction.
type Candidate = (Cell, Direction);

/// The rule, with its scratch.
#[derive(Clone, Debug)]
pub(in crate::sokoban) struct PiCorrals {
    /// For the least cell of each part that the player cannot reach its number, counted from 1; 0 for all other cells.
    number: Vec<u8>,
    /// The least cells of the parts, in the order of their numbers.
    parts: Vec<Cell>,
    /// For each box the parts beside it, one bit each.
    beside: Vec<u64>,
    /// The parts that form A, one bit each.
    area: u64,
    fence: Vec<Cell>,
    in_fence: Vec<bool>,
    candidates: Vec<Candidate>,
    best: Vec<Candidate>,
}

/// What is known of a push of a box of the fence.
enum PushKind {
    /// It cannot be the first.
    Excluded,
    /// It may be the first, and can be made now.
    Candidate,
    /// It may be the first, and cannot be made now or does not lead into the area.
    Spoiler,
}

/// Limit of the parts, which are the bits of a word.
const MAX_PARTS: u8 = 63;

impl DeadlockRule for PiCorrals {
    const NAME: &'static str = "pi-corrals";
    const SUMMARY: &'static str = "boxes that can only be pushed into a closed area go first";
    const KEEPS_MOVES: bool = false;

    fn new(board: &Board) -> Self {
        Self {
            number: vec![0; board.cells()],
            parts: Vec::new(),
            beside: Vec::new(),
            area: 0,
            fence: Vec::new(),
            in_fence: vec![false; board.cells()],
            candidates: Vec::new(),
            best: Vec::new(),
        }
    }

    /// The pushes of the PI-corral with the fewest candidates, if there is a PI-corral.
    fn sufficient_pushes<L: Fn(Cell) -> bool>(
        &mut self,
        position: &BeforePush<'_, L>,
    ) -> Option<&[Candidate]> {
        if position.regions.count() == 1 {
            return None;
        }
        let parts = self.number_parts(position);
        let mut found = false;
        for part in 1..=parts {
            let fewer_than = if found { self.best.len() } else { usize::MAX };
            if self.try_part(position, part, fewer_than) {
                found = true;
                std::mem::swap(&mut self.best, &mut self.candidates);
                if self.best.is_empty() {
                    break;
                }
            }
        }
        found.then_some(&self.best)
    }
}

impl PiCorrals {
    /// Numbers the parts next to boxes, and returns their number.
    fn number_parts<L>(&mut self, position: &BeforePush<'_, L>) -> u8 {
        for &part in &self.parts {
            self.number[usize::from(part)] = 0;
        }
        self.parts.clear();
        self.beside.clear();
        let mut count = 0;
        for &cell in position.boxes {
            let mut beside = 0;
            for &next in position.board.neighbours(cell) {
                let part = position.regions.of(next);
                if part == WALL || part == position.home {
                    continue;
                }
                let number = &mut self.number[usize::from(part)];
                if *number == 0 {
                    if count == MAX_PARTS {
                        continue;
                    }
                    count += 1;
                    *number = count;
                    self.parts.push(part);
                }
                beside |= 1 << *number;
            }
            self.beside.push(beside);
        }
        count
    }

    /// The number of the part of a cell, or 0.
    #[inline]
    fn part<L>(&self, position: &BeforePush<'_, L>, cell: Cell) -> u8 {
        match position.regions.of(cell) {
            WALL => 0,
            part => self.number[usize::from(part)],
        }
    }

    /// Whether an area that contains `part` is a PI-corral with fewer than `fewer_than` candidates. If so,
    /// the candidates are complete.
    fn try_part<L: Fn(Cell) -> bool>(
        &mut self,
        position: &BeforePush<'_, L>,
        part: u8,
        fewer_than: usize,
    ) -> bool {
        self.area = 0;
        self.fence.clear();
        self.candidates.clear();
        self.add_part(position, part);
        let is_corral = self.collect_candidates(position, fewer_than) && self.has_work(position);
        for &cell in &self.fence {
            self.in_fence[usize::from(cell)] = false;
        }
        is_corral
    }

    /// Collects the pushes of the fence that may be the first, while the area and the fence grow. Returns
    /// false as soon as one is no candidate, or too many are. Growth excludes pushes only, so each is looked
    /// at once.
    fn collect_candidates<L: Fn(Cell) -> bool>(
        &mut self,
        position: &BeforePush<'_, L>,
        fewer_than: usize,
    ) -> bool {
        let mut next_in_fence = 0;
        while let Some(&cell) = self.fence.get(next_in_fence) {
            next_in_fence += 1;
            for direction in Direction::ALL {
                match self.classify(position, cell, direction) {
                    PushKind::Excluded => {}
                    PushKind::Candidate => self.candidates.push((cell, direction)),
                    PushKind::Spoiler => return false,
                }
            }
            if self.candidates.len() >= fewer_than {
                return false;
            }
        }
        true
    }

    /// Classifies the push of a box of the fence, after adding to the area or the fence what the argument
    /// needs.
    fn classify<L: Fn(Cell) -> bool>(
        &mut self,
        position: &BeforePush<'_, L>,
        cell: Cell,
        direction: Direction,
    ) -> PushKind {
        let (stand, to) =
            (position.board.next(cell, direction.opposite()), position.board.next(cell, direction));
        if stand == WALL
            || to == WALL
            || self.in_fence[usize::from(stand)]
            || self.in_fence[usize::from(to)]
            || self.area >> self.part(position, stand) & 1 == 1
            || !(position.is_live)(to)
        {
            return PushKind::Excluded;
        }
        if position.occupied[usize::from(stand)] {
            self.add_to_fence(stand);
            return PushKind::Excluded;
        }
        if position.regions.of(stand) != position.home {
            let part = self.part(position, stand);
            if part == 0 {
                return PushKind::Spoiler;
            }
            self.add_part(position, part);
            return PushKind::Excluded;
        }
        if position.occupied[usize::from(to)] {
            self.add_to_fence(to);
            return PushKind::Excluded;
        }
        match self.part(position, to) {
            0 => PushKind::Spoiler,
            part => {
                self.add_part(position, part);
                PushKind::Candidate
            }
        }
    }

    fn add_to_fence(&mut self, cell: Cell) {
        if !self.in_fence[usize::from(cell)] {
            self.in_fence[usize::from(cell)] = true;
            self.fence.push(cell);
        }
    }

    /// Adds a part to the area, and the boxes beside it to the fence.
    fn add_part<L>(&mut self, position: &BeforePush<'_, L>, part: u8) {
        if self.area >> part & 1 == 0 {
            self.area |= 1 << part;
            for (index, &cell) in position.boxes.iter().enumerate() {
                if self.beside[index] >> part & 1 == 1 {
                    self.add_to_fence(cell);
                }
            }
        }
    }

    /// Whether some box of the fence has to move.
    fn has_work<L>(&self, position: &BeforePush<'_, L>) -> bool {
        self.fence.iter().any(|&cell| !position.board.is_goal(cell))
            || (position.fills_goals
                && position.board.goals().iter().any(|&goal| self.area >> self.part(position, goal) & 1 == 1))
    }
}
