//! Breadth-first search from both ends for small boards, a whole layer at a time (Pohl, *Bi-directional
//! search*, 1971), without a node: two or four bits a cell, a hash table of bare boards for each side,
//! and no parents, because a board of a layer has a neighbour in the layer before.
//!
//! While the two sides have all boards up to distances *f* and *b* and have not met, no way is shorter
//! than *f* + *b* + 1. Whether there is one of that length is asked first without storing anything:
//! does a board of the smaller last layer have a neighbour in the other last layer? That question is
//! the whole cost of the last step, and the last step is nine tenths of a search. Only if the answer
//! is no the smaller layer is expanded into the next one.

use super::board::{Board, WILD};
use super::goal::Goal;
use super::slide::{Moves, Slide};
use crate::budget::Budget;
use crate::outcome::{Conclusion, Cost, Plan, Stop};

/// Boards in a register.
pub(super) trait Word: Copy + Eq {
    /// Bits a cell.
    const BITS: u32;
    /// No board of two colours or more looks like this.
    const NONE: Self;
    fn of(wide: u64) -> Self;
    fn turn(self, mask: Self, up: u32, down: u32) -> Self;
    fn mix(self) -> u64;
}

macro_rules! word {
    ($word:ty, $bits:expr, $narrow:expr, $mix:expr) => {
        impl Word for $word {
            const BITS: u32 = $bits;
            const NONE: Self = Self::MAX;

            fn of(wide: u64) -> Self {
                ($narrow)(wide)
            }

            #[inline]
            fn turn(self, mask: Self, up: u32, down: u32) -> Self {
                let line = self & mask;
                (self & !mask) | (((line << up) | (line >> down)) & mask)
            }

            #[inline]
            fn mix(self) -> u64 {
                ($mix)(self).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            }
        }
    };
}

word!(u32, 2, |wide| u32::try_from(wide).expect("16 cells of 2 bits"), u64::from);
word!(u64, 4, |wide| wide, |board: u64| board ^ board >> 31);

/// A move as masked rotation, there and back.
struct Turn<W> {
    slide: Slide,
    mask: W,
    up: u32,
    down: u32,
}

impl<W: Word> Turn<W> {
    fn new(board: &Board, slide: Slide) -> Self {
        let (line, columns) = (usize::from(slide.shift.line), board.columns());
        let length = board.line_length(slide.shift.direction);
        let (first, distance) = if slide.is_row() { (line * columns, 1) } else { (line, columns) };
        let bits = |cells: usize| W::BITS * u32::try_from(cells).expect("at most 16 cells");
        let cell = (1_u64 << W::BITS) - 1;
        let mask = (0..length).fold(0, |mask, index| mask | cell << bits(first + index * distance));
        let times = usize::from(slide.times);
        let (step, wrap) = (bits(distance * times), bits(distance * (length - times)));
        let (up, down) = if slide.shift.direction.is_first() { (wrap, step) } else { (step, wrap) };
        Self { slide, mask: W::of(mask), up, down }
    }

    #[inline]
    fn there(&self, board: W) -> W {
        board.turn(self.mask, self.up, self.down)
    }

    #[inline]
    fn back(&self, board: W) -> W {
        board.turn(self.mask, self.down, self.up)
    }
}

/// All boards of one side.
struct Seen<W> {
    slots: Vec<W>,
    shift: u32,
    count: usize,
}

impl<W: Word> Seen<W> {
    fn new(budget: &mut Budget<'_>) -> Result<Self, Stop> {
        const FIRST: usize = 10;
        budget.grow(((1 << FIRST) * size_of::<W>()) as u64)?;
        Ok(Self { slots: vec![W::NONE; 1 << FIRST], shift: 64 - 10, count: 0 })
    }

    /// The slot of a board, or the free one where it would be.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "below the number of slots")]
    fn slot(&self, board: W) -> usize {
        let mask = self.slots.len() - 1;
        let mut slot = (board.mix() >> self.shift) as usize;
        while self.slots[slot] != board && self.slots[slot] != W::NONE {
            slot = (slot + 1) & mask;
        }
        slot
    }

    #[inline]
    fn has(&self, board: W) -> bool {
        self.slots[self.slot(board)] == board
    }

    /// Whether it is new. There must be room.
    #[inline]
    fn insert(&mut self, board: W) -> bool {
        let slot = self.slot(board);
        let new = self.slots[slot] != board;
        self.slots[slot] = board;
        self.count += usize::from(new);
        new
    }

    /// Makes room for so many more.
    fn make_room(&mut self, more: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        while 2 * (self.count + more) > self.slots.len() {
            let (old, new) = (self.slots.len(), 2 * self.slots.len());
            budget.grow((new * size_of::<W>()) as u64)?;
            let before = std::mem::replace(&mut self.slots, vec![W::NONE; new]);
            self.shift -= 1;
            for board in before.into_iter().filter(|&board| board != W::NONE) {
                let slot = self.slot(board);
                self.slots[slot] = board;
            }
            budget.shrink((old * size_of::<W>()) as u64);
        }
        Ok(())
    }
}

/// One of the two searches.
struct Side<W> {
    seen: Seen<W>,
    layers: Vec<Vec<W>>,
}

impl<W: Word> Side<W> {
    fn new(roots: Vec<W>, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let mut seen = Seen::new(budget)?;
        seen.make_room(roots.len(), budget)?;
        for &root in &roots {
            seen.insert(root);
        }
        Ok(Self { seen, layers: vec![roots] })
    }

    fn last(&self) -> &[W] {
        self.layers.last().map_or(&[], Vec::as_slice)
    }

    fn depth(&self) -> usize {
        self.layers.len() - 1
    }

    /// Adds the next layer.
    fn expand(
        &mut self,
        turns: &[Turn<W>],
        next: impl Fn(&Turn<W>, W) -> W,
        budget: &mut Budget<'_>,
    ) -> Result<(), Stop> {
        let mut layer = Vec::new();
        let last = self.layers.len() - 1;
        for &board in &self.layers[last] {
            budget.expand()?;
            self.seen.make_room(turns.len(), budget)?;
            if layer.capacity() - layer.len() < turns.len() {
                // Old and new stand side by side while it grows.
                let more = layer.capacity().max(1 << 8);
                budget.grow((more * size_of::<W>()) as u64)?;
                layer.reserve_exact(more);
            }
            for turn in turns {
                let child = next(turn, board);
                if self.seen.insert(child) {
                    layer.push(child);
                }
            }
        }
        budget.generated(self.layers[last].len() * turns.len());
        self.layers.push(layer);
        Ok(())
    }
}

/// A bit for each board of a layer, some eight times as many as boards: most of what is not in the
/// layer is told by one look at few cache lines.
struct Filter {
    bits: Vec<u64>,
    shift: u32,
}

impl Filter {
    fn of<W: Word>(layer: &[W]) -> Self {
        let size = (8 * layer.len()).next_power_of_two().max(64);
        let mut filter = Self { bits: vec![0; size / 64], shift: 64 - size.trailing_zeros() };
        for board in layer {
            let bit = board.mix() >> filter.shift;
            filter.bits[(bit / 64) as usize] |= 1 << (bit % 64);
        }
        filter
    }

    #[inline]
    fn may_have<W: Word>(&self, board: W) -> bool {
        let bit = board.mix() >> self.shift;
        self.bits[(bit / 64) as usize] >> (bit % 64) & 1 == 1
    }
}

/// A pair of boards, one of either last layer, and the move from the one to the other.
struct Meeting<W> {
    front: W,
    turn: usize,
    back: W,
}

/// The boards of one puzzle.
struct Meet<W> {
    turns: Vec<Turn<W>>,
    front: Side<W>,
    back: Side<W>,
}

impl<W: Word> Meet<W> {
    fn new(goal: &Goal, moves: Moves, budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let pack = |board: &Board| {
            let cells = board.cells().iter().rev();
            W::of(cells.fold(0, |packed, &colour| packed << W::BITS | u64::from(colour)))
        };
        let mut goals = Vec::new();
        goal.each(|board| goals.push(pack(board)));
        let turns = moves.on(&goal.source).into_iter().map(|slide| Turn::new(&goal.source, slide)).collect();
        let front = Side::new(vec![pack(&goal.source)], budget)?;
        Ok(Self { turns, front, back: Side::new(goals, budget)? })
    }

    /// Whether the last layers are neighbours.
    fn touch(&self, budget: &mut Budget<'_>) -> Result<Option<Meeting<W>>, Stop> {
        let forward = self.front.last().len() <= self.back.last().len();
        let (near, far) = if forward { (&self.front, &self.back) } else { (&self.back, &self.front) };
        let filter = Filter::of(far.last());
        for (nth, &board) in near.last().iter().enumerate() {
            budget.expand()?;
            for (index, turn) in self.turns.iter().enumerate() {
                let other = if forward { turn.there(board) } else { turn.back(board) };
                if filter.may_have(other) && far.seen.has(other) {
                    budget.generated((nth + 1) * self.turns.len());
                    let (front, back) = if forward { (board, other) } else { (other, board) };
                    return Ok(Some(Meeting { front, turn: index, back }));
                }
            }
        }
        budget.generated(near.last().len() * self.turns.len());
        Ok(None)
    }

    fn search(&mut self, budget: &mut Budget<'_>) -> Result<Conclusion<Slide>, Stop> {
        loop {
            if self.front.last().is_empty() || self.back.last().is_empty() {
                return Ok(Conclusion::Exhausted);
            }
            let length = self.front.depth() + self.back.depth() + 1;
            budget.raise_bound(Cost::try_from(length).unwrap_or(Cost::MAX));
            if let Some(meeting) = self.touch(budget)? {
                return Ok(Conclusion::Found(self.plan(&meeting)));
            }
            if self.front.last().len() <= self.back.last().len() {
                self.front.expand(&self.turns, Turn::there, budget)?;
            } else {
                self.back.expand(&self.turns, Turn::back, budget)?;
            }
            budget.stored((self.front.seen.count + self.back.seen.count) as u64);
        }
    }

    fn plan(&self, meeting: &Meeting<W>) -> Plan<Slide> {
        let first = descend(&self.turns, &self.front, meeting.front, Turn::back);
        let last = descend(&self.turns, &self.back, meeting.back, Turn::there);
        let places = first.into_iter().rev().chain([meeting.turn]).chain(last);
        let actions: Vec<_> = places.map(|index| self.turns[index].slide).collect();
        Plan { cost: Cost::try_from(actions.len()).unwrap_or(Cost::MAX), actions }
    }
}

/// The moves from a board of the last layer of a side to a root, where `before` undoes a step of it.
fn descend<W: Word>(
    turns: &[Turn<W>],
    side: &Side<W>,
    mut board: W,
    before: impl Fn(&Turn<W>, W) -> W,
) -> Vec<usize> {
    let mut moves = Vec::new();
    for layer in side.layers.iter().rev().skip(1) {
        let candidates: Vec<_> = turns
            .iter()
            .enumerate()
            .map(|(index, turn)| (index, before(turn, board)))
            .filter(|&(_, neighbour)| side.seen.has(neighbour))
            .collect();
        let found = layer.iter().find_map(|&known| candidates.iter().find(|(_, it)| *it == known));
        let &(index, neighbour) = found.expect("a layer comes from the one before");
        moves.push(index);
        board = neighbour;
    }
    moves
}

/// Whether the search can hold the boards of a puzzle.
pub(super) fn fits(goal: &Goal) -> bool {
    goal.source.cells().len() <= 16 && goal.source.cells().iter().all(|&colour| colour < 16)
}

/// A shortest way. Blind: it knows nothing but the rules.
///
/// # Errors
/// When the budget stops it; it cannot go on.
///
/// # Panics
/// If the puzzle does not [fit](fits).
pub(super) fn search(goal: &Goal, moves: Moves, budget: &mut Budget<'_>) -> Result<Conclusion<Slide>, Stop> {
    assert!(fits(goal), "at most 16 cells of 16 colours");
    if goal.target.accepts(&goal.source) {
        return Ok(Conclusion::Found(Plan { actions: Vec::new(), cost: 0 }));
    }
    let colours =
        goal.source.cells().iter().chain(goal.target.cells()).filter(|&&colour| colour != WILD).max();
    if colours.is_none_or(|&most| most < 4) {
        Meet::<u32>::new(goal, moves, budget)?.search(budget)
    } else {
        Meet::<u64>::new(goal, moves, budget)?.search(budget)
    }
}
