//! Corrals: parts of the floor that the player cannot enter, because boxes fence them off.
//!
//! Only the boxes P around such a part are kept and the rest is taken off the board, which adds
//! options and takes none away; a box of P that leaves the neighbourhood is taken off, too. All
//! pushes of P are then searched until one of two things shows: the player can walk everywhere in the
//! part, or all boxes of P that are left stand on goals. If neither ever does, the position is dead:
//! whatever solves it would bring P home in the end, and what it does with P until then is among the
//! pushes that were searched. This is a fact about P and the player's region with P alone, and so
//! becomes a pattern.
//!
//! If that fails and there are empty goals in the part, P being home is not enough, for these have to
//! be filled. Either boxes of P fill them, or one is pushed in from elsewhere, and then the player
//! stands next to the goal, which he can step on as far as P is concerned. So here one goes on until
//! P is home and has filled them, or until the player can walk to one of them. This is a fact about
//! these goals being empty, too, and only holds for positions like this one; and only where there are as
//! many boxes as goals, so that all goals have to be filled.
//!
//! Boxes that are frozen on goals ([`freeze`](super::freeze)) are left standing, as walls: they support
//! each other alone, and never move as long as all of them are there. So they belong to what has been
//! proved, and to the pattern. Two parts that share a box of their fences are looked at as one, too, as
//! often the player could only leave one through the other; nothing above depends on whether a part is
//! in one piece.
//!
//! A search that is cut short says nothing.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::sokoban::board::{Balance, Board, Cell, WALL};
use crate::sokoban::deadlock::freeze::Freeze;
use crate::sokoban::deadlock::patterns::Patterns;
use crate::sokoban::direction::Direction;
use crate::sokoban::state::PlayerRegion;

/// The positions that one proof may look at.
const POSITIONS: usize = 400;
/// The most boxes of one proof.
const BOXES: usize = 14;

/// The test, with its scratch and its memory.
pub(in crate::sokoban) struct Corrals {
    region: PlayerRegion,
    /// Where there are boxes, those of `walls` always among them.
    occupied: Vec<bool>,
    /// Boxes that never move again.
    walls: Vec<Cell>,
    freeze: Freeze,
    /// What was found for a set of boxes and the least cell of the player's region with them alone.
    known: Known,
    /// The same, with the cells of the part after the boxes, for parts with goals to be filled.
    known_to_fill: Known,
    zone: Vec<u8>,
    seen: FxHashSet<(u128, Cell)>,
    queue: Vec<(u128, Cell)>,
    /// How many positions have been looked at.
    looked_at: u64,
}

/// Not in the zone.
const OUT: u8 = u8::MAX;

/// Verdicts that are remembered, up to so many bytes; then they are forgotten.
#[derive(Default)]
struct Known {
    verdicts: FxHashMap<(Vec<Cell>, Cell), bool>,
    bytes: u64,
}

/// The most bytes of each of the two.
const MAX_KNOWN: u64 = 8_000_000;

impl Known {
    fn get(&self, key: &(Vec<Cell>, Cell)) -> Option<bool> {
        self.verdicts.get(key).copied()
    }

    fn remember(&mut self, mut key: (Vec<Cell>, Cell), dead: bool) {
        // A table is at least seven sixteenths full, and for a moment there is one of twice the size, too.
        const ENTRY: usize = 3 * 16 * (size_of::<((Vec<Cell>, Cell), bool)>() + 1) / 7;
        key.0.shrink_to_fit();
        let bytes = (ENTRY + 16 + key.0.len() * size_of::<Cell>()) as u64;
        if self.bytes + bytes > MAX_KNOWN {
            // The table, too: the next keys may be fewer and longer.
            *self = Self::default();
        }
        self.bytes += bytes;
        self.verdicts.insert(key, dead);
    }
}

impl Corrals {
    /// The bytes that are taken at most.
    pub(in crate::sokoban) fn most_bytes(board: &Board) -> u64 {
        // Scratch: maps of the cells and a queue, and the positions of one proof, a few more than the most.
        let scratch = board.cells() * 64 + 8 * POSITIONS * size_of::<(u128, Cell)>();
        2 * MAX_KNOWN + scratch as u64
    }

    pub(in crate::sokoban) fn new(cells: usize) -> Self {
        Self {
            region: PlayerRegion::new(cells),
            occupied: vec![false; cells],
            walls: Vec::new(),
            freeze: Freeze::default(),
            known: Known::default(),
            known_to_fill: Known::default(),
            zone: vec![OUT; cells],
            seen: FxHashSet::default(),
            queue: Vec::new(),
            looked_at: 0,
        }
    }

    /// How many positions have been looked at in all proofs, the vain ones included.
    pub(in crate::sokoban) fn looked_at(&self) -> u64 {
        self.looked_at
    }

    /// Says which boxes (in increasing order) never move again as long as all of them are there: they
    /// are walls from now on, and part of everything that is proved.
    pub(in crate::sokoban) fn wall_in(&mut self, frozen: &[Cell]) {
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

    /// Whether `boxes` (in increasing order, none of them a wall) around the part `inside` can be proved dead with the
    /// player on `player`. What is proved is added to `patterns`.
    pub(in crate::sokoban) fn is_dead(
        &mut self,
        board: &Board,
        is_live: impl Fn(Cell) -> bool + Copy,
        boxes: &[Cell],
        inside: &[Cell],
        player: Cell,
        patterns: &mut Patterns,
    ) -> bool {
        if boxes.is_empty() || boxes.len() > BOXES || boxes.len() + inside.len() > 128 {
            return false;
        }
        let least = self.region_with(board, boxes, player);
        self.is_dead_alone(board, is_live, boxes, inside, player, least, patterns)
            || (board.balance() == Balance::Even
                && inside.iter().any(|&cell| board.is_goal(cell))
                && self.is_dead_to_fill(board, is_live, boxes, inside, least))
    }

    /// Whether the boxes cannot be brought home, wherever.
    #[expect(clippy::too_many_arguments, reason = "a part of `is_dead`")]
    fn is_dead_alone(
        &mut self,
        board: &Board,
        is_live: impl Fn(Cell) -> bool + Copy,
        boxes: &[Cell],
        inside: &[Cell],
        player: Cell,
        least: Cell,
        patterns: &mut Patterns,
    ) -> bool {
        let key = (self.with_walls(boxes), least);
        if let Some(known) = self.known.get(&key) {
            return known;
        }
        let dead = self.prove(board, is_live, boxes, inside, least, false);
        self.known.remember(key, dead);
        if dead {
            let mut needed = boxes.to_vec();
            let mut index = 0;
            while index < needed.len() && needed.len() > 1 {
                let mut fewer = needed.clone();
                fewer.remove(index);
                let least = self.region_with(board, &fewer, player);
                if self.prove(board, is_live, &fewer, inside, least, false) {
                    needed = fewer;
                } else {
                    index += 1;
                }
            }
            self.region_with(board, &needed, player);
            needed.extend_from_slice(&self.walls);
            patterns.add(&needed, |cell| self.region.contains(cell));
        }
        dead
    }

    /// Whether the empty goals inside cannot be filled.
    fn is_dead_to_fill(
        &mut self,
        board: &Board,
        is_live: impl Fn(Cell) -> bool + Copy,
        boxes: &[Cell],
        inside: &[Cell],
        least: Cell,
    ) -> bool {
        let key = ([self.with_walls(boxes).as_slice(), &[WALL], inside].concat(), least);
        if let Some(known) = self.known_to_fill.get(&key) {
            return known;
        }
        let dead = self.prove(board, is_live, boxes, inside, least, true);
        self.known_to_fill.remember(key, dead);
        dead
    }

    /// Whether the box on `cell` is one of those that never move again.
    pub(in crate::sokoban) fn is_wall(&self, cell: Cell) -> bool {
        self.walls.binary_search(&cell).is_ok()
    }

    /// Boxes and walls, told apart.
    fn with_walls(&self, boxes: &[Cell]) -> Vec<Cell> {
        [boxes, &[WALL], &self.walls].concat()
    }

    /// Floods the player's region with only `boxes` on the board.
    fn region_with(&mut self, board: &Board, boxes: &[Cell], player: Cell) -> Cell {
        for &cell in boxes {
            self.occupied[usize::from(cell)] = true;
        }
        let least = self.region.fill(board, &self.occupied, player);
        for &cell in boxes {
            self.occupied[usize::from(cell)] = false;
        }
        least
    }

    /// Searches all pushes of `boxes` alone.
    fn prove(
        &mut self,
        board: &Board,
        is_live: impl Fn(Cell) -> bool + Copy,
        boxes: &[Cell],
        inside: &[Cell],
        player: Cell,
        fill: bool,
    ) -> bool {
        let places: Vec<Cell> = boxes.iter().chain(inside).copied().collect();
        for (number, &cell) in (0..).zip(&places) {
            self.zone[usize::from(cell)] = number;
        }
        self.seen.clear();
        self.queue.clear();
        let start = ((1_u128 << boxes.len()) - 1, player);
        self.seen.insert(start);
        self.queue.push(start);
        let mut dead = true;
        while let Some((set, player)) = self.queue.pop() {
            if self.seen.len() > POSITIONS
                || self.opens(board, is_live, &places, boxes.len(), (set, player), fill)
            {
                dead = false;
                break;
            }
        }
        for &cell in &places {
            self.zone[usize::from(cell)] = OUT;
        }
        self.looked_at += self.seen.len() as u64;
        dead
    }

    /// Whether a way out shows at this position; if not, its successors are queued.
    fn opens(
        &mut self,
        board: &Board,
        is_live: impl Fn(Cell) -> bool + Copy,
        places: &[Cell],
        boxes: usize,
        (set, player): (u128, Cell),
        fill: bool,
    ) -> bool {
        let members = |set: u128| (0..places.len()).filter(move |&place| set >> place & 1 == 1);
        for place in members(set) {
            self.occupied[usize::from(places[place])] = true;
        }
        self.region.fill(board, &self.occupied, player);
        let opens = self.explore(board, is_live, places, boxes, set, fill);
        for place in members(set) {
            self.occupied[usize::from(places[place])] = false;
        }
        opens
    }

    fn explore(
        &mut self,
        board: &Board,
        is_live: impl Fn(Cell) -> bool + Copy,
        places: &[Cell],
        boxes: usize,
        set: u128,
        fill: bool,
    ) -> bool {
        let has = |set: u128, place: usize| set >> place & 1 == 1;
        let mut inside = (boxes..places.len()).filter(|&place| !has(set, place));
        let is_empty_goal = |place: usize| board.is_goal(places[place]);
        if inside.clone().all(|place| self.region.contains(places[place])) {
            return true;
        }
        if fill && inside.clone().any(|place| is_empty_goal(place) && self.region.contains(places[place])) {
            return true;
        }
        let home = (0..places.len()).all(|place| !has(set, place) || board.is_goal(places[place]));
        if home && !(fill && inside.any(is_empty_goal)) {
            return true;
        }
        let mut pushes: Vec<(Cell, Cell, usize, u8)> = Vec::new();
        for place in (0..places.len()).filter(|&place| has(set, place)) {
            let from = places[place];
            for direction in Direction::ALL {
                let (stand, to) = (board.next(from, direction.opposite()), board.next(from, direction));
                if stand == WALL || !self.region.contains(stand) {
                    continue;
                }
                if to == WALL || self.occupied[usize::from(to)] || !is_live(to) {
                    continue;
                }
                pushes.push((from, to, place, self.zone[usize::from(to)]));
            }
        }
        for (from, to, place, target) in pushes {
            let set = set & !(1 << place);
            self.occupied[usize::from(from)] = false;
            if target == OUT {
                // It got away: off the board with it.
                let least = self.region.fill(board, &self.occupied, from);
                if self.seen.insert((set, least)) {
                    self.queue.push((set, least));
                }
                self.occupied[usize::from(from)] = true;
                continue;
            }
            self.occupied[usize::from(to)] = true;
            let set = set | 1 << target;
            let moved = (0..places.len()).filter(|&place| has(set, place)).map(|place| places[place]);
            if !self.freeze.completes(board, is_live, moved, &mut self.occupied, to) {
                let least = self.region.fill(board, &self.occupied, from);
                if self.seen.insert((set, least)) {
                    self.queue.push((set, least));
                }
            }
            self.occupied[usize::from(to)] = false;
            self.occupied[usize::from(from)] = true;
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_remembered_than_was_said() {
        let mut known = Known::default();
        // Short keys first, many of them; then long ones.
        for number in 0..300_000_u32 {
            let length = if number < 200_000 { 3 } else { 200 };
            let cells = |number: u32| Cell::try_from(number % 60_000).expect("small");
            let mut key: Vec<Cell> = (0..length).map(|at| cells(number + at)).collect();
            key.push(cells(number / 60_000));
            known.remember((key, 0), true);
            let keys = known.verdicts.len() as u64;
            let table =
                known.verdicts.capacity() as u64 * (size_of::<((Vec<Cell>, Cell), bool)>() as u64 + 1);
            if number % 1_000 == 0 {
                let kept: u64 = known.verdicts.keys().map(|key| 16 + 2 * key.0.capacity() as u64).sum();
                assert!(keys > 0 && table + kept <= MAX_KNOWN, "{number}: {table} + {kept}");
            }
        }
    }
}
