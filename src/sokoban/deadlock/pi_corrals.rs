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
//! Any K that contains the fence will do. So where a box that is not in K stands on s or t, it is added to K;
//! where s or t is in another part that the player cannot enter, that part is added to A. Then everything is
//! looked at again.

use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::deadlock::rule::{BeforePush, DeadlockRule};
use crate::sokoban::direction::Direction;

/// A push that may be the first: the cell of the box, and the direction.
type Candidate = (Cell, Direction);

/// The rule, with its scratch.
#[derive(Clone, Debug)]
pub(in crate::sokoban) struct PiCorrals {
    /// The part of each free cell out of the player's reach, counted from 1.
    part: Vec<u8>,
    fence: Vec<Cell>,
    in_fence: Vec<bool>,
    stack: Vec<Cell>,
    candidates: Vec<Candidate>,
    best: Vec<Candidate>,
}

/// The outcome of looking at an area once.
enum AreaStep {
    /// The area is no PI-corral.
    Fails,
    /// The area or the fence has grown.
    Grown,
    /// The candidates are complete.
    Complete,
}

/// Limit of the parts, which are the bits of a word.
const MAX_PARTS: u8 = 63;

impl DeadlockRule for PiCorrals {
    const NAME: &'static str = "pi-corrals";
    const SUMMARY: &'static str = "boxes that can only be pushed into a closed area go first";
    const KEEPS_MOVES: bool = false;

    fn new(board: &Board) -> Self {
        Self {
            part: vec![0; board.cells()],
            fence: Vec::new(),
            in_fence: vec![false; board.cells()],
            stack: Vec::new(),
            candidates: Vec::new(),
            best: Vec::new(),
        }
    }

    /// The pushes of the PI-corral with the fewest candidates, if there is a PI-corral.
    fn sufficient_pushes<L: Fn(Cell) -> bool>(
        &mut self,
        position: &BeforePush<'_, L>,
    ) -> Option<&[Candidate]> {
        let parts = self.number_parts(position);
        let mut found = false;
        for part in 1..=parts {
            if self.try_part(position, part) && (!found || self.candidates.len() < self.best.len()) {
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
        let mut count = 0;
        for &cell in position.boxes {
            for &root in position.board.neighbours(cell) {
                if root == WALL
                    || position.occupied[usize::from(root)]
                    || position.player_region.contains(root)
                {
                    continue;
                }
                if count == 0 {
                    self.part.fill(0);
                }
                if self.part[usize::from(root)] != 0 || count == MAX_PARTS {
                    continue;
                }
                count += 1;
                self.part[usize::from(root)] = count;
                let part = &mut self.part;
                position.board.flood(&mut self.stack, root, |next| {
                    let is_new = !position.occupied[usize::from(next)] && part[usize::from(next)] == 0;
                    if is_new {
                        part[usize::from(next)] = count;
                    }
                    is_new
                });
            }
        }
        count
    }

    /// Whether an area that contains `part` is a PI-corral. If so, its candidates are complete.
    fn try_part<L: Fn(Cell) -> bool>(&mut self, position: &BeforePush<'_, L>, part: u8) -> bool {
        let mut area = 1_u64 << part;
        self.fence.clear();
        let is_corral = loop {
            for &cell in position.boxes {
                let touches = |&next: &Cell| next != WALL && area >> self.part_of(position, next) & 1 == 1;
                if !self.in_fence[usize::from(cell)] && position.board.neighbours(cell).iter().any(touches) {
                    self.in_fence[usize::from(cell)] = true;
                    self.fence.push(cell);
                }
            }
            match self.look(position, &mut area) {
                AreaStep::Fails => break false,
                AreaStep::Grown => {}
                AreaStep::Complete => break self.has_work(position, area),
            }
        };
        for &cell in &self.fence {
            self.in_fence[usize::from(cell)] = false;
        }
        is_corral
    }

    /// The part of a free cell; 0 for the player's region, boxes, and parts without a number.
    fn part_of<L>(&self, position: &BeforePush<'_, L>, cell: Cell) -> u8 {
        if position.occupied[usize::from(cell)] || position.player_region.contains(cell) {
            0
        } else {
            self.part[usize::from(cell)]
        }
    }

    /// Collects the candidates of the fence, or adds to the area and the fence what the argument needs.
    fn look<L: Fn(Cell) -> bool>(&mut self, position: &BeforePush<'_, L>, area: &mut u64) -> AreaStep {
        self.candidates.clear();
        for index in 0..self.fence.len() {
            let cell = self.fence[index];
            for direction in Direction::ALL {
                let (stand, to) =
                    (position.board.next(cell, direction.opposite()), position.board.next(cell, direction));
                if stand == WALL
                    || to == WALL
                    || self.in_fence[usize::from(stand)]
                    || self.in_fence[usize::from(to)]
                    || *area >> self.part_of(position, stand) & 1 == 1
                    || !(position.is_live)(to)
                {
                    continue;
                }
                let inward = *area >> self.part_of(position, to) & 1 == 1;
                if inward && position.player_region.contains(stand) {
                    self.candidates.push((cell, direction));
                    continue;
                }
                let mut grown = false;
                for at in [stand, to] {
                    if position.occupied[usize::from(at)] {
                        self.in_fence[usize::from(at)] = true;
                        self.fence.push(at);
                        grown = true;
                    } else if !position.player_region.contains(at)
                        && *area >> self.part_of(position, at) & 1 == 0
                    {
                        let part = self.part_of(position, at);
                        if part == 0 {
                            return AreaStep::Fails;
                        }
                        *area |= 1 << part;
                        grown = true;
                    }
                }
                return if grown { AreaStep::Grown } else { AreaStep::Fails };
            }
        }
        AreaStep::Complete
    }

    /// Whether some box of the fence has to move.
    fn has_work<L>(&self, position: &BeforePush<'_, L>, area: u64) -> bool {
        self.fence.iter().any(|&cell| !position.board.is_goal(cell))
            || (position.fills_goals
                && position.board.goals().iter().any(|&goal| area >> self.part_of(position, goal) & 1 == 1))
    }
}
