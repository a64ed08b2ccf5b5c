//! The open list of A\* and its relatives: ids by f, then by a tie.
//!
//! Within a window of f there is a row for each f, and in it a list of ids for each of up to 64 levels of ties (Dial,
//! *Algorithm 360: shortest-path forest with topological ordering*, 1969), so that pushing and popping take constant time
//! and an entry takes eight bytes. Within a level the order is last in, first out. A heap has the entries outside of the
//! window, and all entries if ties must be exact or the oldest entry comes first. Entries are never removed early: the
//! caller skips those whose state has been expanded since at the same cost or a lower one.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{open_list, settings::Ties};
use crate::{budget::Budget, outcome::Stop, table::Id};

/// Ids by f and tie.
pub(super) struct Queue {
    /// The number of rows of the window; 0 before the first entry, and if all entries are in the heap.
    rows: u64,
    /// The f of the first row.
    base: u64,
    /// The rows before this one are empty.
    first: usize,
    /// For each row, the levels that are not empty.
    levels: Vec<u64>,
    /// For each row and level, a place in the pool + 1.
    heads: Vec<u32>,
    pool: Vec<Link>,
    /// The first place in the pool + 1 that is not in use, 0 if there is none.
    free: u32,
    /// The levels of a row as a power of two, and the low bits of a tie that a level does not tell apart.
    level_bits: u32,
    shift: u32,
    far: BinaryHeap<Reverse<FarEntry>>,
    /// The entry of the heap that was popped last.
    last_far: FarEntry,
    order: Order,
}

/// An entry of the heap: f, tie, the place in the order of equal ones, and the id.
type FarEntry = (u64, u64, u64, Id);

#[derive(Clone, Copy)]
struct Link {
    id: Id,
    /// The place in the pool + 1 of the next entry, 0 at the end.
    next: u32,
}

/// The order of entries with equal f and tie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Order {
    /// The window has not begun.
    New,
    Newest,
    /// By exact ties, so that there is no window.
    NewestByTie(u64),
    OldestByTie(u64),
}

/// The levels of a row at most, and the heads of the window, as powers of two.
const MOST_LEVEL_BITS: u32 = 6;
const WINDOW_BITS: u32 = 16;

impl Queue {
    /// An empty queue with these ties. The tie of an entry is what is lower first: its estimate or its cost.
    pub(super) fn new(ties: Ties) -> Self {
        let order = match ties {
            Ties::Deep => Order::New,
            Ties::Shallow => Order::NewestByTie(u64::MAX),
            Ties::DeepOldest | Ties::ShallowOldest => Order::OldestByTie(0),
        };
        Self {
            rows: 0,
            base: 0,
            first: 0,
            levels: Vec::new(),
            heads: Vec::new(),
            pool: Vec::new(),
            free: 0,
            level_bits: 0,
            shift: 0,
            far: BinaryHeap::new(),
            last_far: (0, 0, 0, 0),
            order,
        }
    }

    /// Adds an entry.
    ///
    /// # Errors
    /// When the memory limit is reached.
    #[inline]
    pub(super) fn push(&mut self, f: u64, tie: u64, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        match f.checked_sub(self.base) {
            Some(row) if row < self.rows => self.put(row, tie, id, budget),
            _ => self.push_far(f, tie, id, budget),
        }
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "within the window")]
    fn put(&mut self, row: u64, tie: u64, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let row = row as usize;
        if row >= self.levels.len() {
            self.widen(row, budget)?;
        }
        let level = (tie >> self.shift).min((1 << self.level_bits) - 1) as usize;
        self.put_at(row, level, id, budget)
    }

    /// Adds an entry to a list of the window.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "entries in memory")]
    fn put_at(&mut self, row: usize, level: usize, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let head = row << self.level_bits | level;
        self.first = self.first.min(row);
        let link = Link { id, next: self.heads[head] };
        if self.free == 0 {
            open_list::push(&mut self.pool, link, budget)?;
            self.heads[head] = self.pool.len() as u32;
        } else {
            let place = &mut self.pool[self.free as usize - 1];
            self.heads[head] = std::mem::replace(&mut self.free, place.next);
            *place = link;
        }
        self.levels[row] |= 1 << level;
        Ok(())
    }

    /// Makes room for a row.
    #[cold]
    fn widen(&mut self, row: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let rows = (row + 1).next_power_of_two();
        let bytes = |rows: usize| (rows * (size_of::<u64>() + (size_of::<u32>() << self.level_bits))) as u64;
        budget.grow(bytes(rows) - bytes(self.levels.len()))?;
        self.levels.resize(rows, 0);
        self.heads.resize(rows << self.level_bits, 0);
        Ok(())
    }

    #[cold]
    fn push_far(&mut self, f: u64, tie: u64, id: Id, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let sequence = match &mut self.order {
            Order::New => {
                // As many levels as the ties of the first entry ask for: later ones are rarely higher.
                let tie_bits = u64::BITS - tie.leading_zeros();
                self.level_bits = tie_bits.min(MOST_LEVEL_BITS);
                self.shift = tie_bits - self.level_bits;
                self.rows = 1 << (WINDOW_BITS - self.level_bits);
                // Where f can fall, the window has the lower ones, too.
                self.base = if f < self.rows { 0 } else { f };
                self.order = Order::Newest;
                return self.push(f, tie, id, budget);
            }
            Order::Newest => 0,
            Order::NewestByTie(sequence) => {
                *sequence -= 1;
                *sequence
            }
            Order::OldestByTie(sequence) => {
                *sequence += 1;
                *sequence
            }
        };
        if self.far.len() == self.far.capacity() {
            let (capacity, size) = (self.far.capacity(), size_of::<FarEntry>());
            open_list::grow(capacity, size, budget, |more| self.far.reserve_exact(more))?;
        }
        self.far.push(Reverse((f, tie, sequence, id)));
        Ok(())
    }

    /// The f of the first entry of the window.
    #[inline]
    fn first_near(&mut self) -> Option<u64> {
        while *self.levels.get(self.first)? == 0 {
            self.first += 1;
        }
        Some(self.base + self.first as u64)
    }

    /// The f of the entry that is popped next.
    #[inline]
    pub(super) fn first(&mut self) -> Option<u64> {
        let far = self.far.peek().map(|Reverse((f, ..))| *f);
        match self.first_near() {
            Some(near) => Some(far.map_or(near, |far| far.min(near))),
            None => far,
        }
    }

    /// The entry that is popped next if it is in the window and nothing is pushed before it.
    #[inline]
    pub(super) fn following(&self) -> Option<Id> {
        let levels = self.levels.get(self.first).filter(|&&levels| levels != 0)?;
        let head = self.heads[self.first << self.level_bits | levels.trailing_zeros() as usize];
        Some(self.pool[head as usize - 1].id)
    }

    /// Removes the first entry and returns it, if it is in the window.
    #[inline]
    pub(super) fn pop(&mut self) -> Option<Popped> {
        let f = self.first_near()?;
        if self.far.peek().is_some_and(|Reverse((far, ..))| *far < f) {
            return None;
        }
        let levels = &mut self.levels[self.first];
        let level = levels.trailing_zeros();
        let head = &mut self.heads[self.first << self.level_bits | level as usize];
        let link = &mut self.pool[*head as usize - 1];
        let next = std::mem::replace(&mut link.next, self.free);
        self.free = std::mem::replace(head, next);
        if next == 0 {
            *levels &= *levels - 1;
        }
        Some(Popped { f, id: link.id, level })
    }

    /// Removes the first entry and returns it, if it is not in the window.
    ///
    /// # Errors
    /// When the memory limit is reached.
    #[cold]
    pub(super) fn pop_far(&mut self, budget: &mut Budget<'_>) -> Result<Option<Popped>, Stop> {
        let Some(&Reverse(entry)) = self.far.peek() else { return Ok(None) };
        if self.rows > 0 && self.first_near().is_none() {
            // The window moves to the first entry of the heap.
            (self.base, self.first) = (entry.0, 0);
            while let Some(&Reverse((f, tie, _, id))) = self.far.peek()
                && f - self.base < self.rows
            {
                self.put(f - self.base, tie, id, budget)?;
                self.far.pop();
            }
            return Ok(self.pop());
        }
        self.far.pop();
        self.last_far = entry;
        Ok(Some(Popped { f: entry.0, id: entry.3, level: FAR }))
    }

    /// Undoes the last pop.
    #[expect(clippy::cast_possible_truncation, reason = "a row of the window")]
    pub(super) fn put_back(&mut self, popped: Popped, budget: &mut Budget<'_>) {
        if popped.level == FAR {
            self.far.push(Reverse(self.last_far));
        } else {
            // There is room: its place is the first one that is not in use.
            self.put_at((popped.f - self.base) as usize, popped.level as usize, popped.id, budget)
                .expect("its place is free");
        }
    }
}

/// An entry that was popped.
#[derive(Clone, Copy)]
pub(super) struct Popped {
    pub(super) f: u64,
    pub(super) id: Id,
    /// Its level in the window, or [`FAR`].
    level: u32,
}

/// The level of entries of the heap.
const FAR: u32 = u32::MAX;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::random::Random;

    /// Random pushes and pops, f near the last one popped or far from it; a sorted list is what must come out.
    #[test]
    fn entries_leave_in_order() {
        let spreads = [3, 50, 3_000, 1 << 40].into_iter().cycle();
        for ((round, spread), ties) in
            (0..40).zip(spreads).zip([Ties::Deep, Ties::Shallow, Ties::DeepOldest].into_iter().cycle())
        {
            let (mut random, mut budget) = (Random::new(round), Budget::unlimited());
            let (mut queue, mut plain) = (Queue::new(ties), Vec::<(u64, u64, i64, Id)>::new());
            let (mut last, mut put_back) = (random.below(1 << 20) as u64, 0);
            for number in 0..3_000_u32 {
                let (f, tie) = (last + random.below(spread) as u64, random.below(60) as u64);
                // Some are lower than those that were popped.
                let f = if random.below(50) == 0 { f.saturating_sub(200) } else { f };
                queue.push(f, tie, number, &mut budget).expect("no limit");
                let order = i64::from(number);
                plain.push((f, tie, if ties == Ties::DeepOldest { order } else { -order }, number));
                while random.below(3) == 0 && !plain.is_empty() {
                    assert_eq!(queue.first(), plain.iter().map(|entry| entry.0).min());
                    let popped =
                        queue.pop().or_else(|| queue.pop_far(&mut budget).expect("no limit")).expect("an entry");
                    let at = plain.iter().position(|entry| entry.3 == popped.id).expect("it was pushed");
                    let (f, ..) = plain[at];
                    assert_eq!(popped.f, f);
                    // In the window, levels may join ties, and entries of the heap may have come later.
                    let first = plain.iter().min().expect("an entry");
                    assert!(if ties == Ties::Deep { f == first.0 } else { plain[at] == *first }, "round {round}");
                    if random.below(4) == 0 {
                        queue.put_back(popped, &mut budget);
                        put_back += 1;
                    } else {
                        plain.swap_remove(at);
                        last = f;
                    }
                }
            }
            assert!(put_back > 300, "{put_back}");
            while let Some(popped) = queue.pop().or_else(|| queue.pop_far(&mut budget).expect("no limit")) {
                plain.retain(|entry| entry.3 != popped.id);
            }
            assert!(plain.is_empty());
            let window = queue.levels.len() * 8 + queue.heads.len() * 4 + queue.pool.capacity() * 8;
            assert_eq!(budget.used(), (window + queue.far.capacity() * size_of::<FarEntry>()) as u64);
        }
    }

    /// With few distinct ties each has a level.
    #[test]
    fn of_equal_sums_the_lowest_estimate_comes_first_and_then_the_newest() {
        let mut budget = Budget::unlimited();
        let mut queue = Queue::new(Ties::Deep);
        let entries = [(70_000, 40), (70_000, 3), (70_001, 0), (70_000, 3), (70_000, 9)];
        for ((f, tie), id) in entries.into_iter().zip(0..) {
            queue.push(f, tie, id, &mut budget).expect("no limit");
        }
        let mut order = Vec::new();
        while let Some(popped) = queue.pop().or_else(|| queue.pop_far(&mut budget).expect("no limit")) {
            order.push(popped.id);
        }
        assert_eq!(order, [3, 1, 4, 0, 2]);
    }
}
