//! Among plans with equally many moves, one with few presses.
//!
//! The presses of a plan depend on the order of its moves, because lit lines have to be moved between them, and different
//! plans of equal length need different presses. A part of a plan is replaced by the path with the fewest presses among
//! all paths of the same length between the same boards: by dynamic programming over these paths, where a state is a
//! board with its lit lines.

use std::{borrow::Borrow, ops::Range};

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::Stop,
    space::{Backward, Owned, Space, State, Successors},
};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    gamepad::Lit,
    instance::ShifterPuzzle,
    rules::{Moves, Shift, Slide, shifts_of},
};

/// The expansions for one part of a plan.
const PART_EXPANSIONS: u64 = 10_000;
/// The expansions for all parts of a plan.
const ALL_EXPANSIONS: u64 = 100_000;
/// The lengths of the parts of a plan that is not replaced as a whole; a shorter one if the longer has too many boards.
const PART_LENGTHS: [usize; 3] = [7, 5, 3];

/// Replaces a plan by one with as many moves and fewer presses, if one is found within limited effort. A plan of up to
/// eight shifts on a board of 4 x 4 is then the best of all such plans.
pub(super) fn save_presses(puzzle: &ShifterPuzzle, moves: Moves, plan: &mut Vec<Slide>, budget: &mut Budget<'_>) {
    let mut allotment = Allotment::default();
    // Whatever stops it: the plan is one of the answer's length.
    let _ = budget.with_allotment(&mut allotment, ALL_EXPANSIONS, None, |budget| match puzzle.packed(moves) {
        Some(space) => EqualPlans::new(puzzle, &space, plan).map_or(Ok(()), |mut plans| plans.improve(budget)),
        None => {
            EqualPlans::new(puzzle, &puzzle.byte_space(moves), plan).map_or(Ok(()), |mut plans| plans.improve(budget))
        }
    });
    budget.reclaim(&allotment);
}

type Boards<S> = FxHashSet<Owned<S>>;

/// A board on a path of a part, with its lit lines.
struct Stage<S: Space> {
    board: Owned<S>,
    lit: Lit,
    /// The fewest presses so far.
    presses: u64,
    /// The index of the stage before, and the move from there.
    before: Option<(usize, Slide)>,
}

/// A plan, and the search for others of the same length.
struct EqualPlans<'p, S: Space> {
    puzzle: &'p ShifterPuzzle,
    space: &'p S,
    backward: &'p dyn Backward<S>,
    plan: &'p mut Vec<Slide>,
    /// The boards before each move and at the end.
    boards: Vec<Owned<S>>,
    children: Successors<S>,
}

impl<'p, S: Space<Action = Slide>> EqualPlans<'p, S> {
    /// `None` if the space has no moves backward, or other moves than the plan.
    fn new(puzzle: &'p ShifterPuzzle, space: &'p S, plan: &'p mut Vec<Slide>) -> Option<Self> {
        let mut children = Successors::default();
        let mut boards = vec![space.start()];
        for &slide in plan.iter() {
            children.clear();
            space.expand(boards.last()?.borrow(), &mut children);
            let index = (0..children.len()).find(|&index| children.action(index) == slide)?;
            boards.push(children.state(index).to_owned());
        }
        Some(Self { puzzle, space, backward: space.backward()?, plan, boards, children })
    }

    /// Replaces the whole plan or, if that takes too much, one part after the other.
    fn improve(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        match budget.in_slice(PART_EXPANSIONS, |budget| self.replace(0..self.plan.len(), budget)) {
            Err(Stop::Paused) => {}
            end => return end,
        }
        let mut lengths = PART_LENGTHS.into_iter();
        let Some(mut length) = lengths.next() else { return Ok(()) };
        let mut from = 0;
        while from + 1 < self.plan.len() {
            let part = from..self.plan.len().min(from + length);
            match budget.in_slice(PART_EXPANSIONS, |budget| self.replace(part, budget)) {
                Err(Stop::Paused) => match lengths.next() {
                    Some(shorter) => length = shorter,
                    None => return Ok(()),
                },
                end => {
                    end?;
                    from += length.div_ceil(2);
                }
            }
        }
        Ok(())
    }

    /// Replaces a part by the path of its length after which the whole plan has the fewest presses.
    fn replace(&mut self, part: Range<usize>, budget: &mut Budget<'_>) -> Result<(), Stop> {
        if part.len() < 2 {
            return Ok(());
        }
        let is_last = part.end == self.plan.len();
        let goals = if is_last { self.backward.goal_states() } else { vec![self.boards[part.end].clone()] };
        let layers =
            self.boards_of_paths(self.boards[part.start].clone(), goals.into_iter().collect(), part.len(), budget)?;
        let lit = self.puzzle.lit_after(&shifts_of(&self.plan[..part.start]));
        let stages = self.stages(
            Stage { board: self.boards[part.start].clone(), lit, presses: 0, before: None },
            &layers,
            budget,
        )?;
        let rest = shifts_of(&self.plan[part.end..]);
        let now = self.presses(&shifts_of(&self.plan[part.start..]), lit);
        let all = |stage: &Stage<S>| stage.presses + self.presses(&rest, stage.lit);
        let last = stages.last().into_iter().flatten();
        let Some(best) = last.min_by_key(|&stage| all(stage)).filter(|&best| all(best) < now) else { return Ok(()) };
        let (mut stage, mut at) = (best, part.end);
        while let Some((before, slide)) = stage.before {
            self.boards[at] = stage.board.clone();
            at -= 1;
            self.plan[at] = slide;
            stage = &stages[at - part.start][before];
        }
        Ok(())
    }

    /// The presses of these shifts, and those that light their lines.
    fn presses(&self, shifts: &[Shift], lit: Lit) -> u64 {
        let board = self.puzzle.source();
        self.puzzle.pad().cost(shifts, lit, board.rows(), board.columns())
    }

    /// For each number of moves, the boards that paths of `length` moves from `start` to `goals` can have then. A few of
    /// those in the second half cannot be reached.
    fn boards_of_paths(
        &mut self,
        start: Owned<S>,
        goals: Boards<S>,
        length: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Boards<S>>, Stop> {
        let (mut front, mut back) = (vec![Boards::<S>::from_iter([start])], vec![goals]);
        while front.len() + back.len() <= length {
            let forward = front[front.len() - 1].len() <= back[back.len() - 1].len();
            let side = if forward { &mut front } else { &mut back };
            let (near, before) = (&side[side.len() - 1], side.len().checked_sub(2).map(|index| &side[index]));
            let mut layer = self.neighbours(near, forward, budget)?;
            layer.retain(|board| {
                !near.contains(board.borrow()) && before.is_none_or(|before| !before.contains(board.borrow()))
            });
            side.push(layer);
        }
        // Those of the first half from which the other half is reached.
        let mut next = &back[back.len() - 1];
        for layer in front.iter_mut().rev() {
            if layer.len() < next.len() {
                let mut kept = Boards::<S>::default();
                for board in layer.iter() {
                    if self
                        .neighbours(&Boards::<S>::from_iter([board.clone()]), true, budget)?
                        .iter()
                        .any(|it| next.contains(it.borrow()))
                    {
                        kept.insert(board.clone());
                    }
                }
                *layer = kept;
            } else {
                let before = self.neighbours(next, false, budget)?;
                layer.retain(|board| before.contains(board.borrow()));
            }
            next = layer;
        }
        front.extend(back.into_iter().rev());
        Ok(front)
    }

    /// The boards one move after (`forward`) or before these.
    fn neighbours(&mut self, boards: &Boards<S>, forward: bool, budget: &mut Budget<'_>) -> Result<Boards<S>, Stop> {
        let mut neighbours = Boards::<S>::default();
        for board in boards {
            budget.expand()?;
            self.children.clear();
            if forward {
                self.space.expand(board.borrow(), &mut self.children);
            } else {
                self.backward.predecessors(board.borrow(), &mut self.children);
            }
            budget.generated(self.children.len());
            let states = (0..self.children.len()).map(|index| self.children.state(index));
            let before = neighbours.len();
            neighbours.extend(states.map(ToOwned::to_owned));
            // With the slots of the set that are free.
            let bytes = 2 * size_of::<Owned<S>>() as u64 + State::heap_bytes(board.borrow());
            budget.grow(bytes * (neighbours.len() - before) as u64)?;
        }
        Ok(neighbours)
    }

    /// For each number of moves, the boards that are reached along `layers`, each with each pair of lit lines and its
    /// fewest presses.
    fn stages(
        &mut self,
        start: Stage<S>,
        layers: &[Boards<S>],
        budget: &mut Budget<'_>,
    ) -> Result<Vec<Vec<Stage<S>>>, Stop> {
        let mut stages = vec![vec![start]];
        for layer in &layers[1..] {
            let mut next: Vec<Stage<S>> = Vec::new();
            let mut indices = FxHashMap::default();
            for (at, stage) in stages[stages.len() - 1].iter().enumerate() {
                budget.expand()?;
                self.children.clear();
                self.space.expand(stage.board.borrow(), &mut self.children);
                budget.generated(self.children.len());
                for index in (0..self.children.len()).filter(|&index| layer.contains(self.children.state(index))) {
                    let slide = self.children.action(index);
                    let shifts = shifts_of(&[slide]);
                    let board = self.children.state(index).to_owned();
                    let lit = self.puzzle.pad().lit_after(
                        &shifts,
                        stage.lit,
                        self.puzzle.source().rows(),
                        self.puzzle.source().columns(),
                    );
                    let presses = stage.presses + self.presses(&shifts, stage.lit);
                    let new = Stage { board: board.clone(), lit, presses, before: Some((at, slide)) };
                    let slot = *indices.entry((board, lit)).or_insert(next.len());
                    match next.get_mut(slot) {
                        Some(known) if presses < known.presses => *known = new,
                        Some(_) => {}
                        None => {
                            budget
                                .grow(3 * size_of::<Stage<S>>() as u64 + 2 * State::heap_bytes(new.board.borrow()))?;
                            next.push(new);
                        }
                    }
                }
            }
            stages.push(next);
        }
        Ok(stages)
    }
}
