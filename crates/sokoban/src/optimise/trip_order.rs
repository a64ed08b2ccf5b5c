//! The trips of a solution in another order, with shorter walks between them.
//!
//! A *trip* is a stretch of pushes of one box. One to three trips, one after the other, are moved to another place of the
//! solution (Or, *Traveling salesman-type combinatorial problems*, 1976): first those that promise most, if no box were in
//! the way, and each is carried out before it counts. With many boxes on much floor, where the player walks from one end to
//! the other after every trip, slices are too short for that.

use std::ops::Range;

use lurd_engine::program::{budget::Budget, outcome::Stop};

use super::neighbourhood::Solution;
use crate::{
    board::{Board, Cell, WALL},
    direction::Direction,
    state::{PlayerRegion, Push},
};

/// The most trips of a solution that are put in another order: their distances take eight megabytes.
const MAX_TRIPS: usize = 2000;
/// The most trips that are moved together.
const MAX_MOVED: usize = 3;
/// For each trip, the most changes that are carried out in a round.
const TRIALS_PER_TRIP: usize = 20;
/// The most work, in squares that walks reach and changes that are looked at: about half a second.
const MAX_WORK: u64 = 100_000_000;

/// The pushes of a solution with its trips in an order that takes fewer moves, `None` if none was found; and what stopped
/// the search for a better one.
pub(super) fn reordered(
    board: &Board,
    solution: &Solution,
    budget: &mut Budget<'_>,
) -> (Option<Vec<Push>>, Result<(), Stop>) {
    let trips = trips(board, &solution.pushes);
    if trips.len() < 3 || trips.len() > MAX_TRIPS {
        return (None, Ok(()));
    }
    let changes = 8 * TRIALS_PER_TRIP * trips.len() * size_of::<Change>();
    let bytes = (trips.len() * (trips.len() + 1) * size_of::<u16>() + changes + 24 * board.cells()) as u64;
    if budget.grow(bytes).is_err() {
        return (None, Ok(()));
    }
    let mut order = TripOrder::new(board, &solution.pushes, trips);
    let result = order.shorten(budget);
    budget.shrink(bytes);
    (order.is_changed.then(|| order.pushes()), result)
}

/// A stretch of pushes of one box.
#[derive(Clone, Debug)]
struct Trip {
    pushes: Range<usize>,
    /// Where the player must be for the first push.
    stand: Cell,
    /// Where it is after the last one.
    end: Cell,
}

/// The trips of a solution in their order.
fn trips(board: &Board, pushes: &[Push]) -> Vec<Trip> {
    let mut trips: Vec<Trip> = Vec::new();
    let mut place = None;
    for (at, push) in pushes.iter().enumerate() {
        match trips.last_mut() {
            Some(trip) if place == Some(push.from) => (trip.pushes.end, trip.end) = (at + 1, push.from),
            _ => {
                let stand = board.next(push.from, push.direction.opposite());
                trips.push(Trip { pushes: at..at + 1, stand, end: push.from });
            }
        }
        place = Some(board.next(push.from, push.direction));
    }
    trips
}

/// A change: so many trips, from the one at a place on, come to another place.
#[derive(Clone, Copy, Debug)]
struct Change {
    gain: i32,
    from: usize,
    count: usize,
    /// The place in the order before, which is not one of theirs.
    to: usize,
}

/// The steps of walks that belong to a trip.
#[derive(Clone, Copy, Debug)]
struct Walks {
    /// To its first push.
    to: u32,
    /// Between its pushes.
    turns: u32,
}

/// Places of the order, and the trips that come there.
type Replacement = (Range<usize>, Vec<usize>);

impl Change {
    /// The order in which changes are carried out.
    fn rank(&self) -> (i32, usize, usize, usize) {
        (-self.gain, self.from, self.to, self.count)
    }

    /// The places of the order that change, and what they hold afterwards.
    fn apply(self, order: &[usize]) -> Replacement {
        let Self { from, count, to, .. } = self;
        let moved = &order[from..from + count];
        if to < from {
            (to..from + count, [moved, &order[to..from]].concat())
        } else {
            (from..to, [&order[from + count..to], moved].concat())
        }
    }
}

struct TripOrder<'b> {
    board: &'b Board,
    all: &'b [Push],
    trips: Vec<Trip>,
    /// The numbers of the trips, in the order in which they are made.
    order: Vec<usize>,
    /// The distances on a floor without boxes to the stands of all trips: from the ends of all, and from the start.
    near: Vec<u16>,
    /// The steps between the pushes of each trip, if no other box were on the floor.
    turns: Vec<u32>,
    /// Row and column of each cell, from any origin.
    places: Vec<(i32, i32)>,
    /// The cells of boxes in the position that is looked at.
    occupied: Vec<bool>,
    region: PlayerRegion,
    /// What was done, as [`MAX_WORK`] counts it.
    work: u64,
    is_changed: bool,
}

impl<'b> TripOrder<'b> {
    fn new(board: &'b Board, all: &'b [Push], trips: Vec<Trip>) -> Self {
        Self {
            board,
            all,
            order: (0..trips.len()).collect(),
            trips,
            near: Vec::new(),
            turns: Vec::new(),
            places: places(board),
            occupied: vec![false; board.cells()],
            region: PlayerRegion::new(board.cells()),
            work: 0,
            is_changed: false,
        }
    }

    /// Measures the distances.
    fn measure(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        let ends: Vec<Cell> = self.trips.iter().map(|trip| trip.end).chain([self.board.player()]).collect();
        for end in ends {
            budget.check()?;
            self.region.fill_by_distance(self.board, &self.occupied, end);
            self.work += self.region.len() as u64;
            let region = &self.region;
            let distance = |stand| if region.contains(stand) { region.distance(stand) } else { u32::MAX };
            let to_stands = self.trips.iter().map(|trip| u16::try_from(distance(trip.stand)).unwrap_or(u16::MAX));
            self.near.extend(to_stands);
        }
        for trip in 0..self.trips.len() {
            budget.check()?;
            let pushes = self.trips[trip].pushes.clone();
            self.occupied[usize::from(self.all[pushes.start].from)] = true;
            let turns = self.carry_out(trip, u32::MAX).unwrap_or(0);
            self.turns.push(turns);
            self.occupied.fill(false);
        }
        Ok(())
    }

    fn pushes(&self) -> Vec<Push> {
        self.order.iter().flat_map(|&trip| &self.all[self.trips[trip].pushes.clone()]).copied().collect()
    }

    /// The distance from the end of a trip, or from the start, to another trip; 0 if there is no other.
    fn near(&self, from: Option<usize>, to: Option<usize>) -> i32 {
        let count = self.trips.len();
        to.map_or(0, |to| self.near[from.unwrap_or(count) * count + to].into())
    }

    /// Changes the order as long as changes are found that take fewer moves.
    fn shorten(&mut self, budget: &mut Budget<'_>) -> Result<(), Stop> {
        self.measure(budget)?;
        while self.round(budget)? {}
        Ok(())
    }

    /// Makes changes that take fewer moves, at places that do not overlap. Returns whether there were any.
    fn round(&mut self, budget: &mut Budget<'_>) -> Result<bool, Stop> {
        let mut taken: Vec<Range<usize>> = Vec::new();
        let walks = self.walks();
        let mut changes = self.promising(&walks, budget)?;
        changes.sort_unstable_by_key(Change::rank);
        for change in changes.into_iter().take(self.trials()) {
            budget.check()?;
            if self.work > MAX_WORK {
                return Ok(false);
            }
            let (places, trips) = change.apply(&self.order);
            if taken.iter().any(|other| places.start <= other.end && other.start <= places.end) {
                continue;
            }
            // The changes of this round before are elsewhere, so that the walks here are those before the round.
            let between: u32 = walks[places.clone()].iter().map(|walk| walk.to + walk.turns).sum();
            let before = between + walks.get(places.end).map_or(0, |walk| walk.to);
            if self.takes_fewer(places.start, &trips, before) {
                self.order.splice(places.clone(), trips);
                self.is_changed = true;
                taken.push(places);
            }
        }
        Ok(!taken.is_empty())
    }

    /// Sets the boxes to their places at the start, and returns the player's.
    fn begin(&mut self) -> Cell {
        self.occupied.fill(false);
        for &cell in self.board.boxes() {
            self.occupied[usize::from(cell)] = true;
        }
        self.board.player()
    }

    /// Makes the pushes of a trip, and returns where the player is then.
    fn make(&mut self, trip: usize) -> Cell {
        let Trip { pushes, end, .. } = self.trips[trip].clone();
        for push in &self.all[pushes] {
            self.push(*push);
        }
        end
    }

    /// Makes the pushes of a trip, which begins with the player at its stand. Returns the steps between the pushes; `None` if a
    /// push is not possible, or the steps are not fewer than `most`.
    fn carry_out(&mut self, trip: usize, most: u32) -> Option<u32> {
        let Trip { pushes, stand, .. } = self.trips[trip].clone();
        let (mut player, mut steps) = (stand, 0);
        for &push in &self.all[pushes] {
            let to = self.board.next(push.from, push.direction);
            if !self.occupied[usize::from(push.from)] || self.occupied[usize::from(to)] {
                return None;
            }
            let stand = self.board.next(push.from, push.direction.opposite());
            if player != stand {
                steps += self.walk(player, stand, most - steps)?;
            }
            self.push(push);
            player = push.from;
        }
        Some(steps)
    }

    fn push(&mut self, push: Push) {
        self.occupied[usize::from(push.from)] = false;
        self.occupied[usize::from(self.board.next(push.from, push.direction))] = true;
    }

    /// The steps of a shortest walk among the boxes; `None` if there is none with fewer than `most`.
    fn walk(&mut self, from: Cell, to: Cell, most: u32) -> Option<u32> {
        let Self { board, occupied, region, places, .. } = self;
        let (row, column) = places[usize::from(to)];
        let at_least = |cell: Cell| {
            let place = places[usize::from(cell)];
            place.0.abs_diff(row) + place.1.abs_diff(column)
        };
        let steps = region.steps_below(board, occupied, (from, to), most, at_least);
        self.work += region.len() as u64;
        steps
    }

    /// The walks of each trip of the order.
    fn walks(&mut self) -> Vec<Walks> {
        let mut player = self.begin();
        let mut walks = Vec::new();
        for at in 0..self.order.len() {
            let trip = self.order[at];
            let to = self.walk(player, self.trips[trip].stand, u32::MAX).unwrap_or(0);
            let turns = self.carry_out(trip, u32::MAX).unwrap_or(0);
            walks.push(Walks { to, turns });
            player = self.trips[trip].end;
        }
        walks
    }

    /// The most changes that are carried out in a round.
    fn trials(&self) -> usize {
        TRIALS_PER_TRIP * self.trips.len()
    }

    /// The changes that would take fewer moves if no box were in the way, at least as many as are carried out. `walks`: of each
    /// trip of the order.
    fn promising(&mut self, walks: &[Walks], budget: &mut Budget<'_>) -> Result<Vec<Change>, Stop> {
        let count = self.order.len();
        self.work += (count * count * MAX_MOVED) as u64;
        let trip = |at: usize| self.order.get(at).copied();
        let before = |at: usize| at.checked_sub(1).and_then(trip);
        // The walk to a place.
        let step = |at: usize| walks.get(at).map_or(0, |walk| walk.to.cast_signed());
        let mut changes = Vec::new();
        for from in 0..count {
            budget.check()?;
            for moved in 1..=MAX_MOVED.min(count - from) {
                let (first, last, next) = (trip(from), trip(from + moved - 1), trip(from + moved));
                let removed = step(from) + step(from + moved) - self.near(before(from), next);
                for to in (0..from).chain(from + moved + 1..=count) {
                    let added = self.near(before(to), first) + self.near(last, trip(to)) - step(to);
                    let gain = removed - added;
                    if gain > 0 {
                        changes.push(Change { gain, from, count: moved, to });
                    }
                }
            }
            if changes.len() > 4 * self.trials() {
                changes.select_nth_unstable_by_key(self.trials(), Change::rank);
                changes.truncate(self.trials());
            }
        }
        Ok(changes)
    }

    /// Whether there are fewer steps than `most` from a place in the order on, up to the trip after `trips`, if these are made
    /// there.
    fn takes_fewer(&mut self, place: usize, trips: &[usize], most: u32) -> bool {
        let next = self.order.get(place + trips.len()).copied();
        // The steps after each walk, if no box were in the way.
        let mut rest: u32 = 0;
        let mut after = vec![(0, 0); trips.len()];
        for (at, &trip) in trips.iter().enumerate().rev() {
            let following = trips.get(at + 1).copied().or(next);
            rest += self.near(Some(trip), following).cast_unsigned();
            after[at].1 = rest;
            rest += self.turns[trip];
            after[at].0 = rest;
        }
        let mut player = self.begin();
        for at in 0..place {
            player = self.make(self.order[at]);
        }
        let mut steps = 0;
        for (&trip, (after_walk, after_trip)) in trips.iter().zip(after) {
            let left = most.saturating_sub(steps + after_walk);
            let Some(walked) = self.walk(player, self.trips[trip].stand, left) else { return false };
            steps += walked;
            let left = most.saturating_sub(steps + after_trip);
            let Some(turns) = self.carry_out(trip, left) else { return false };
            steps += turns;
            player = self.trips[trip].end;
        }
        if let Some(next) = next {
            let Some(walked) = self.walk(player, self.trips[next].stand, most.saturating_sub(steps)) else {
                return false;
            };
            steps += walked;
        }
        steps < most
    }
}

/// Row and column of each cell, from any origin. All floor is connected.
fn places(board: &Board) -> Vec<(i32, i32)> {
    let mut places = vec![None; board.cells()];
    let mut stack = vec![(board.player(), (0, 0))];
    while let Some((cell, (row, column))) = stack.pop() {
        if cell == WALL || places[usize::from(cell)].is_some() {
            continue;
        }
        places[usize::from(cell)] = Some((row, column));
        let sides = [Direction::Left, Direction::Up, Direction::Right, Direction::Down];
        let beside = [(row, column - 1), (row - 1, column), (row, column + 1), (row + 1, column)];
        stack.extend(sides.map(|side| board.next(cell, side)).into_iter().zip(beside));
    }
    places.into_iter().map(Option::unwrap_or_default).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use lurd_engine::program::search::random::Random;

    use super::*;
    use crate::{formats, level::Level, notation::metrics::Primary};

    fn level(text: &str) -> Arc<Level> {
        Arc::new(formats::read(text).expect("a level").remove(0).level.expect("legal"))
    }

    /// Six boxes, each of which is pushed down to the goal below it.
    const ROW: &str = "#################|#@              #|# $ $ $   $ $ $ #|# . . .   . . . #|#################";

    /// Pushes the boxes down in this order.
    fn pushes(board: &Board, order: &[usize]) -> Vec<Push> {
        let push = |&number: &usize| Push { from: board.boxes()[number], direction: Direction::Down, count: 1 };
        order.iter().map(push).collect()
    }

    #[test]
    fn the_shortest_order_is_found_from_any() {
        let level = level(ROW);
        let board = Board::new(&level);
        let mut random = Random::new(1);
        let mut order: Vec<usize> = (0..6).collect();
        let shortest = Solution::new(&level, &board, Primary::Moves, pushes(&board, &order)).expect("a solution");
        for _ in 0..50 {
            random.shuffle(&mut order);
            let solution = Solution::new(&level, &board, Primary::Moves, pushes(&board, &order)).expect("a solution");
            let (found, stopped) = reordered(&board, &solution, &mut Budget::unlimited());
            stopped.expect("no limit");
            let found = found.unwrap_or_else(|| solution.pushes.clone());
            let found = Solution::new(&level, &board, Primary::Moves, found).expect("still a solution");
            assert_eq!(found.lurd.len(), shortest.lurd.len(), "{order:?}: {}", found.lurd);
        }
    }
}
