//! PI-corrals: where boxes fence a part of the floor off and can only be pushed inward, nothing else
//! need be tried. (The idea is that of Sokoban solvers since about 2000: sokobano.de, *Deadlocks* and
//! *Solver*.)
//!
//! Let A be a union of parts of the free floor that the player cannot enter, and K a set of boxes that
//! holds every box next to A. As long as no box of K has been pushed, A stays as it is: the player
//! cannot enter it, and no other box is next to it. Suppose a solution has to push some box of K,
//! because one is off goal, or because a goal within A is empty and every goal must be filled. Look at
//! its first push of such a box, from k in direction d, with the player on s and the box going to t.
//! Until then all of K stands still, so s and t are neither walls nor in K, s is not in A, and t is no
//! dead square. Let each push of K's boxes that passes this have t in A and s within the player's reach
//! *now*: these are the *candidates*. So the push is one of the candidates, and it can be done at once.
//!
//! *Done at once, it spoils nothing.* It frees k and fills t, and t is of no use to the pushes that came
//! before it in the solution: they neither push K's boxes nor enter A. So they can follow it, with the
//! player walking outside A and over k, and lead to the same position with the same region of the
//! player. The solution so changed has as many pushes. (Not as few moves: the player walks otherwise.)
//! If there are no candidates, there is no such solution: the position is dead.
//!
//! Any K that holds the fence will do. So where a box that is not in K stands on s or t, it is put into
//! K; where s or t is in another part that the player cannot enter, this joins A; and all is looked at
//! again.

use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::direction::Direction;
use crate::sokoban::state::PlayerRegion;

/// A push that may be the first: the box, and which way it goes.
pub(in crate::sokoban) type Candidate = (Cell, Direction);

/// The test, with its scratch.
#[derive(Clone, Debug)]
pub(in crate::sokoban) struct PiCorrals {
    /// The part of each free cell out of the player's reach, from 1.
    part: Vec<u8>,
    fence: Vec<Cell>,
    in_fence: Vec<bool>,
    stack: Vec<Cell>,
    candidates: Vec<Candidate>,
    best: Vec<Candidate>,
}

/// The position that is looked at.
pub(in crate::sokoban) struct Scene<'p, L> {
    pub(in crate::sokoban) board: &'p Board,
    /// Where a box may stand.
    pub(in crate::sokoban) is_live: L,
    pub(in crate::sokoban) boxes: &'p [Cell],
    pub(in crate::sokoban) occupied: &'p [bool],
    /// The player's region.
    pub(in crate::sokoban) here: &'p PlayerRegion,
    /// Whether every goal needs a box.
    pub(in crate::sokoban) fills_goals: bool,
}

/// What is to be done about an area.
enum Step {
    /// It is no PI-corral.
    Fail,
    /// It, or the fence, has grown.
    Again,
    /// The candidates are complete.
    Done,
}

/// Parts are counted in bits.
const MAX_PARTS: u8 = 63;

impl PiCorrals {
    pub(in crate::sokoban) fn new(cells: usize) -> Self {
        Self {
            part: vec![0; cells],
            fence: Vec::new(),
            in_fence: vec![false; cells],
            stack: Vec::new(),
            candidates: Vec::new(),
            best: Vec::new(),
        }
    }

    /// The pushes of the PI-corral with the fewest candidates, if there is a PI-corral.
    pub(in crate::sokoban) fn find<L: Fn(Cell) -> bool>(
        &mut self,
        scene: &Scene<'_, L>,
    ) -> Option<&[Candidate]> {
        let parts = self.number_parts(scene);
        let mut found = false;
        for part in 1..=parts {
            if self.try_part(scene, part) && (!found || self.candidates.len() < self.best.len()) {
                found = true;
                std::mem::swap(&mut self.best, &mut self.candidates);
                if self.best.is_empty() {
                    break;
                }
            }
        }
        found.then_some(&self.best)
    }

    /// Floods the parts next to boxes.
    fn number_parts<L>(&mut self, scene: &Scene<'_, L>) -> u8 {
        let mut count = 0;
        for &cell in scene.boxes {
            for &root in scene.board.neighbours(cell) {
                if root == WALL || scene.occupied[usize::from(root)] || scene.here.contains(root) {
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
                self.stack.push(root);
                while let Some(cell) = self.stack.pop() {
                    for &next in scene.board.neighbours(cell) {
                        if next != WALL
                            && !scene.occupied[usize::from(next)]
                            && self.part[usize::from(next)] == 0
                        {
                            self.part[usize::from(next)] = count;
                            self.stack.push(next);
                        }
                    }
                }
            }
        }
        count
    }

    /// Whether an area that holds `part` is a PI-corral; its candidates are then complete.
    fn try_part<L: Fn(Cell) -> bool>(&mut self, scene: &Scene<'_, L>, part: u8) -> bool {
        let mut area = 1_u64 << part;
        self.fence.clear();
        let is_one = loop {
            for &cell in scene.boxes {
                let touches = |&next: &Cell| next != WALL && area >> self.part_of(scene, next) & 1 == 1;
                if !self.in_fence[usize::from(cell)] && scene.board.neighbours(cell).iter().any(touches) {
                    self.in_fence[usize::from(cell)] = true;
                    self.fence.push(cell);
                }
            }
            match self.look(scene, &mut area) {
                Step::Fail => break false,
                Step::Again => {}
                Step::Done => break self.has_work(scene, area),
            }
        };
        for &cell in &self.fence {
            self.in_fence[usize::from(cell)] = false;
        }
        is_one
    }

    /// The part of a free cell; 0 for the player's region, boxes, and parts that were not counted.
    fn part_of<L>(&self, scene: &Scene<'_, L>, cell: Cell) -> u8 {
        if scene.occupied[usize::from(cell)] || scene.here.contains(cell) {
            0
        } else {
            self.part[usize::from(cell)]
        }
    }

    fn look<L: Fn(Cell) -> bool>(&mut self, scene: &Scene<'_, L>, area: &mut u64) -> Step {
        self.candidates.clear();
        for index in 0..self.fence.len() {
            let cell = self.fence[index];
            for direction in Direction::ALL {
                let (stand, to) =
                    (scene.board.next(cell, direction.opposite()), scene.board.next(cell, direction));
                if stand == WALL
                    || to == WALL
                    || self.in_fence[usize::from(stand)]
                    || self.in_fence[usize::from(to)]
                    || *area >> self.part_of(scene, stand) & 1 == 1
                    || !(scene.is_live)(to)
                {
                    continue;
                }
                let inward = *area >> self.part_of(scene, to) & 1 == 1;
                if inward && scene.here.contains(stand) {
                    self.candidates.push((cell, direction));
                    continue;
                }
                let mut grown = false;
                for at in [stand, to] {
                    if scene.occupied[usize::from(at)] {
                        self.in_fence[usize::from(at)] = true;
                        self.fence.push(at);
                        grown = true;
                    } else if !scene.here.contains(at) && *area >> self.part_of(scene, at) & 1 == 0 {
                        let part = self.part_of(scene, at);
                        if part == 0 {
                            return Step::Fail;
                        }
                        *area |= 1 << part;
                        grown = true;
                    }
                }
                return if grown { Step::Again } else { Step::Fail };
            }
        }
        Step::Done
    }

    /// Whether some box of the fence has to move.
    fn has_work<L>(&self, scene: &Scene<'_, L>, area: u64) -> bool {
        self.fence.iter().any(|&cell| !scene.board.is_goal(cell))
            || (scene.fills_goals
                && scene.board.goals().iter().any(|&goal| area >> self.part_of(scene, goal) & 1 == 1))
    }
}
