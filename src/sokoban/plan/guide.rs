//! The features of positions on the way forward, and the advisors.

use std::cell::RefCell;

use super::order::Plan;
use super::outside::Outside;
use super::rooms::Rooms;
use super::supply::Supply;
use super::routes::Routes;
use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::bounds::{Distances, UNREACHABLE};
use crate::sokoban::deadlock::inspector::Inspector;
use crate::sokoban::spaces::hand::Hand;
use crate::sokoban::Direction;
use crate::sokoban::spaces::{Carry, CarrySpace, Packing, Region};
use super::walks::Walks;
use super::hotspots::Hotspots;
use crate::budget::Watch;
use crate::budget::Budget;
use crate::outcome::Stop;
use crate::space::{Children, DEAD, Features, Mark};

/// Features: steps of the plan not done, regions of the floor, broken links between rooms, boxes out
/// of plan.
pub struct Guide<'b> {
    board: &'b Board,
    packing: Packing,
    plan: Plan,
    outside: Outside,
    walks: Walks,
    hotspots: Hotspots,
    /// From each cell to the nearest goal.
    nearest: Vec<u32>,
    scratch: RefCell<(Hand, Rooms, Region)>,
    routes: RefCell<Routes>,
    supply: Supply,
    inspector: RefCell<Inspector>,
    dbg: RefCell<(u64, Vec<u64>, u64, u64)>,
}

/// What is seen of one position.
#[derive(Clone, Copy, Debug, Default)]
struct Seen {
    to_pack: u64,
    regions: u64,
    broken: u64,
    outside: u64,
    distance: u64,
    hot: u64,
    stray: u64,
    hindered: u64,
    missing: u64,
}

impl Seen {
    fn mark(self) -> Mark {
        let features = [self.to_pack, self.regions, self.broken, self.outside];
        let cell = features.iter().fold(0, |cell, &feature| cell << 10 | feature.min(1023));
        let cell = if *OPT & 64 == 64 { (cell & !(1023 << 10)) | self.hindered << 10 } else if *OPT & 32 == 32 { cell | self.hindered << 40 } else {cell};
        let cell2 = if *OPT & 1 == 1 { [self.outside, self.to_pack, self.regions, self.broken].iter().fold(0, |cell, &feature| cell << 8 | feature.min(255)) } else {[self.to_pack, self.regions, self.broken, self.outside].iter().fold(0, |cell, &feature| cell << 6 | feature.min(63))};
        let tie = if *OPT & 2 == 2 { 0 } else if *OPT & 4 == 4 { 0xFFF - self.distance.min(0xFFF) } else { self.distance.min(0xFFF) };
        let tie = if *OPT & 16 == 16 {self.stray.min(0xFF) << 12 | tie} else {tie};
        let tie = if *OPT & 8 == 8 {self.hot.min(0xFFF) << 12 | tie} else {tie};
        let (cell, cell2) = if *OPT & 128 == 0 {(cell | self.missing << 56, cell2 | self.missing.min(255) << 24) } else {(cell, cell2)};
        Mark { cell, score: (cell2 << 32) | tie | self.hindered.min(0xFF) << 24, weight: 1 }
    }

    fn of(mark: Mark) -> Self {
        let feature = |shift: u32| mark.cell >> shift & 1023;
        Self {
            to_pack: feature(30),
            regions: feature(20),
            broken: feature(10),
            outside: feature(0),
            distance: if *OPT & 4 == 4 { 0xFFF - (mark.score & 0xFFF) } else { mark.score & 0xFFF },
            hot: mark.score >> 12 & 0xFFF,
            stray: 0,
            hindered: mark.score >> 24 & 0xFF,
            missing: mark.cell >> 56,
        }
    }
}

impl<'b> Guide<'b> {
    /// A guide along `plan`, which may be empty.
    #[must_use]
    pub fn new(board: &'b Board, distances: &Distances, plan: Plan, watch: &Watch) -> Self {
        let nearest = board
            .all()
            .map(|cell| distances.to_goals(cell).iter().copied().min().unwrap_or(UNREACHABLE))
            .map(|distance| if distance == UNREACHABLE { 10_000 } else { distance })
            .collect();
        let mut routes = Routes::default();
        let supply = Supply::new(board, &plan, &mut routes);
        Self {
            packing: Packing::new(board.cells()),
            outside: Outside::new(board, &plan),
            walks: Walks::new(board),
            hotspots: Hotspots::new(board, &crate::sokoban::deadlock::walled::Walled::new(board, &[]), watch),
            nearest,
            scratch: RefCell::new((Hand::new(board.cells()), Rooms::new(board), Region::new(board.cells()))),
            routes: RefCell::new(routes),
            supply,
            inspector: RefCell::new(Inspector::new(board)),
            dbg: RefCell::new((u64::MAX, vec![], 0, 0)),
            board,
            plan,
        }
    }

    /// The steps of the plan.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    fn to_pack(&self, occupied: &[bool]) -> u64 {
        if self.plan.steps().is_empty() {
            return self.board.goals().iter().filter(|&&goal| !occupied[usize::from(goal)]).count() as u64;
        }
        (self.plan.steps().len() - self.plan.packed(|cell| occupied[usize::from(cell)])) as u64
    }

    fn zone(&self, to_pack: u64) -> &[bool] {
        let steps = self.plan.steps().len();
        self.outside.zone(steps.saturating_sub(usize::try_from(to_pack).unwrap_or(steps)))
    }

    fn distance(&self, cell: Cell) -> u64 {
        u64::from(self.nearest[usize::from(cell)])
    }

    fn see(&self, hand: &Hand, rooms: &mut Rooms) -> Seen {
        let to_pack = self.to_pack(&hand.occupied);
        let zone = self.zone(to_pack);
        Seen {
            to_pack,
            regions: u64::from(hand.regions.count()),
            broken: u64::from(rooms.broken(self.board, &hand.occupied).count_ones()),
            outside: hand.boxes.iter().filter(|&&cell| zone[usize::from(cell)]).count() as u64,
            distance: hand.boxes.iter().map(|&cell| self.distance(cell)).sum(),
            missing: self.missing(hand, to_pack, None),
            hindered: self.hindered(hand, to_pack, None),
            stray: hand.boxes.iter().filter(|&&cell| self.board.is_goal(cell)).count() as u64,
            hot: hand.boxes.iter().map(|&cell| self.hotspots.pairs(cell, &hand.boxes)).sum::<u64>() / 2,
        }
    }
}

/// The best child that an advisor has seen.
#[derive(Clone, Copy, Debug, Default)]
struct Advice(Option<(u64, usize)>);

impl Advice {
    fn consider(&mut self, score: u64, index: usize) {
        if self.0.is_none_or(|(best, _)| score < best) {
            self.0 = Some((score, index));
        }
    }
}

impl<'b> Features<CarrySpace<'b>> for Guide<'b> {
    fn mark(&self, state: &[u64]) -> Mark {
        let (hand, rooms, _) = &mut *self.scratch.borrow_mut();
        hand.load(self.board, self.packing, state);
        self.see(hand, rooms).mark()
    }

    fn annotate(
        &self,
        parent: &[u64],
        here: Mark,
        children: &mut Children<CarrySpace<'b>>,
        marks: &mut [Mark],
    ) {
        let (hand, rooms, sight) = &mut *self.scratch.borrow_mut();
        hand.load(self.board, self.packing, parent);
        {let mut d = self.dbg.borrow_mut(); d.2 += 1; if here.score < d.0 { d.0 = here.score; d.1 = parent.to_vec(); d.3 = d.2; }}
        let here = Seen::of(here);
        let inspector = self.inspector.borrow();
        let mut lifted = (WALL, 0);
        let mut put: (Cell, Cell, Seen) = (WALL, WALL, Seen::default());
        let [mut packing, mut opening, mut linking, mut leaving, mut clearing, mut exploring, mut freeing] =
            [Advice::default(); 7];
        let player = self.packing.player(parent);
        let next = self.next_cell(here.to_pack).unwrap_or(player);
        let blocker = self.blocker(hand, here.to_pack);
        for index in 0..children.len() {
            if children.estimate(index) == DEAD {
                continue;
            }
            let Carry { from, to, region, regions, way_back } = children.action(index);
            hand.occupied[usize::from(from)] = false;
            hand.occupied[usize::from(to)] = true;
            let dead = inspector.patterns().fits_at(to, &hand.occupied, region);
            hand.occupied[usize::from(to)] = false;
            hand.occupied[usize::from(from)] = true;
            if dead {
                children.kill(index);
                continue;
            }
            if lifted.0 != from {
                hand.occupied[usize::from(from)] = false;
                lifted = (from, rooms.broken(self.board, &hand.occupied));
                hand.occupied[usize::from(from)] = true;
            }
            if (put.0, put.1) != (from, to) {
                hand.occupied[usize::from(from)] = false;
                hand.occupied[usize::from(to)] = true;
                let to_pack = self.to_pack(&hand.occupied);
                let zone = self.zone(to_pack);
                let moved = hand.boxes.iter().map(|&cell| if cell == from { to } else { cell });
                let seen = Seen {
                    to_pack,
                    regions: 0,
                    broken: u64::from(
                        rooms.broken_with(self.board, &hand.occupied, to, lifted.1).count_ones(),
                    ),
                    outside: moved.filter(|&cell| zone[usize::from(cell)]).count() as u64,
                    distance: here.distance + self.distance(to) - self.distance(from),
                    missing: {
                        let demand = self.supply.demand(self.done(to_pack));
                        if to_pack == here.to_pack && self.supply.serves(from, demand) == self.supply.serves(to, demand) { here.missing }
                        else { self.missing(hand, to_pack, Some((from, to))) }
                    },
                    hindered: self.hindered(hand, to_pack, Some((from, to))),
                    stray: 20 + here.stray + u64::from(self.board.is_goal(to)) - u64::from(self.board.is_goal(from)),
                    hot: here.hot + self.hotspots.pairs(to, &hand.boxes)
                        - self.hotspots.pairs(to, &[from])
                        - self.hotspots.pairs(from, &hand.boxes),
                };
                put = (from, to, seen);
                hand.occupied[usize::from(to)] = false;
                hand.occupied[usize::from(from)] = true;
            }
            let seen = Seen { regions: u64::from(regions), ..put.2 };
            marks[index] = seen.mark();
            if *OPT & 512 == 512 && seen.to_pack < here.to_pack { eprintln!("pack {from}->{to}: {} -> {} missing {}", here.to_pack, seen.to_pack, seen.missing); }
            let score = marks[index].score;
            if seen.to_pack > here.to_pack || seen.missing > here.missing {
                continue;
            }
            if seen.to_pack < here.to_pack {
                packing.consider(score, index);
            }
            if seen.regions < here.regions {
                opening.consider(score, index);
            }
            if seen.broken < here.broken {
                linking.consider(score, index);
            }
            if seen.hindered < here.hindered {
                freeing.consider(seen.hindered << 56 | score >> 8, index);
            }
            if seen.outside < here.outside {
                leaving.consider(score, index);
            }
            if Some(from) == blocker && seen.regions <= here.regions && seen.broken <= here.broken {
                // As far away as it gets.
                let gone = u64::from(Self::MOST_FAR - self.walks.between(to, next));
                clearing.consider(gone << 48 | score >> 20, index);
            }
            if way_back && seen.regions <= here.regions && self.shows_more(hand, sight, from, to, player, region) {
                exploring.consider(score, index);
            }
        }
        if packing.0.is_some() {
            clearing = Advice::default();
        }
        for Advice(advice) in [packing, opening, linking, leaving, clearing, exploring, freeing] {
            if let Some((_, index)) = advice {
                marks[index].weight = 0;
            }
        }
        if children.len() <= 2 {
            if let Some(first) = (0..children.len()).find(|&index| children.estimate(index) != DEAD) {
                marks[first].weight = 0;
            }
        }
    }

    fn prove_dead(&self, state: &[u64], budget: &mut Budget<'_>) -> Result<bool, Stop> {
        budget.check_now()?;
        let hand = &mut self.scratch.borrow_mut().0;
        hand.load(self.board, self.packing, state);
        let dead = (self.inspector.borrow_mut().is_dead(self.board, hand, self.packing.player(state)));
        if dead { DEADS.fetch_add(1, std::sync::atomic::Ordering::Relaxed); }
        Ok(dead)
    }
}

impl Guide<'_> {
    /// How many deadlocks have been learned.
    #[must_use]
    pub fn learned(&self) -> usize {
        self.inspector.borrow().patterns().len()
    }

    /// How many boxes are in the way of the box that has the fewest in its way to the next cell.
    fn hindered(&self, hand: &Hand, to_pack: u64, moved: Option<(Cell, Cell)>) -> u64 {
        let steps = self.plan.steps();
        if steps.is_empty() || to_pack == 0 { return 0; }
        let done = steps.len().saturating_sub(usize::try_from(to_pack).unwrap_or(0));
        let stage = self.routes.borrow_mut().stage(self.board, &self.plan, done);
        let mut set = [0_u64; 64];
        let at = |cell: Cell| match moved { Some((from, to)) if cell == from => to, _ => cell };
        for &cell in &hand.boxes { let cell = at(cell); if usize::from(cell) < 4096 { set[usize::from(cell) / 64] |= 1 << (cell % 64); } }
        hand.boxes.iter().map(|&cell| at(cell)).filter(|&cell| stage.has_way(cell)).map(|cell| u64::from(stage.in_the_way(cell, &set))).min().unwrap_or(99)
    }

    fn done(&self, to_pack: u64) -> usize {
        self.plan.steps().len().saturating_sub(usize::try_from(to_pack).unwrap_or(usize::MAX))
    }

    /// How many of the steps left no box can be found for.
    fn missing(&self, hand: &Hand, to_pack: u64, moved: Option<(Cell, Cell)>) -> u64 {
        let at = |cell: Cell| match moved { Some((from, to)) if cell == from => to, _ => cell };
        let done = self.done(to_pack);
        let steps = &self.plan.steps()[..done.min(self.plan.steps().len())];
        let placed = |cell: Cell| steps.iter().any(|step| step.to == cell && step.until.is_none());
        let loose = hand.boxes.iter().map(|&cell| at(cell)).filter(|&cell| !placed(cell));
        u64::from(self.supply.missing(self.supply.demand(done), loose))
    }

    const MOST_FAR: u16 = 0x7FFF;

    /// The box that is nearest to the next cell of the plan and has not been packed.
    fn blocker(&self, hand: &Hand, to_pack: u64) -> Option<Cell> {
        let steps = self.plan.steps();
        let done = steps.len().checked_sub(usize::try_from(to_pack).ok()?)?;
        let next = steps.get(done)?.to;
        let packed = |cell: Cell| steps[..done].iter().any(|step| step.to == cell);
        let loose = hand.boxes.iter().copied().filter(|&cell| !packed(cell));
        loose.min_by_key(|&cell| self.walks.between(cell, next))
    }

    /// Whether the player touches a box from a side after the move of a box that he did not touch
    /// before, and can push it from there.
    fn shows_more(&self, hand: &mut Hand, sight: &mut Region, from: Cell, to: Cell, player: Cell, region: Cell) -> bool {
        // Nothing new can be reached unless the box stood between two regions.
        if hand.regions.around(self.board, from).1 < 2 {
            return false;
        }
        hand.occupied[usize::from(from)] = false;
        hand.occupied[usize::from(to)] = true;
        sight.fill(self.board, &hand.occupied, region);
        let was_seen = |cell: Cell| hand.regions.of(cell) == player;
        let more = hand.boxes.iter().any(|&other| {
            other != from
                && Direction::ALL.into_iter().any(|direction| {
                    let stand = self.board.next(other, direction.opposite());
                    let ahead = self.board.next(other, direction);
                    stand != WALL
                        && stand != from
                        && sight.contains(stand)
                        && !was_seen(stand)
                        && ahead != WALL
                        && !hand.occupied[usize::from(ahead)]
                        && self.nearest[usize::from(ahead)] < 10_000
                })
        });
        hand.occupied[usize::from(to)] = false;
        hand.occupied[usize::from(from)] = true;
        more
    }

    /// The cell of the next step of the plan.
    fn next_cell(&self, to_pack: u64) -> Option<Cell> {
        let steps = self.plan.steps();
        let next = steps.len().checked_sub(usize::try_from(to_pack).ok()?)?;
        steps.get(next).map(|step| step.to)
    }
}

static DEADS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
impl Drop for Guide<'_> {
    fn drop(&mut self) {
        if std::env::var_os("LURD_PLAN").is_none() { return; }
        let d = self.dbg.borrow();
        let mut hand = Hand::new(self.board.cells());
        if d.1.is_empty() { return; }
        hand.load(self.board, self.packing, &d.1);
        let seen = self.see(&hand, &mut self.scratch.borrow_mut().1);
        eprintln!("best at {} of {}: {:?} patterns {} deads {:?} next {:?}", d.3, d.2, seen, self.learned(), DEADS, self.next_cell(seen.to_pack));
        let p = self.packing.player(&d.1);
        let st = self.routes.borrow_mut().stage(self.board, &self.plan, self.plan.steps().len() - seen.to_pack as usize);
        for &b in &hand.boxes { if st.has_way(b) { let c: Vec<_> = self.board.all().filter(|&o| st.needs(b, o)).map(|o| { let sq = self.board.square(o); (sq / self.board.wid, sq % self.board.wid)}).collect(); eprintln!("way from {b}: {c:?}"); break; } }
        for s in self.plan.steps() { let sq = self.board.square(s.to); eprint!("({},{}){} ", sq / self.board.wid, sq % self.board.wid, if s.until.is_some() {"p"} else {""}); }
        eprintln!();
        let w = 40;
        let mut grid = vec![vec!['#'; w]; w];
        let mut maxr = 0; 
        for cell in self.board.all() {
            let sq = self.board.square(cell);
            let (r, c) = (sq / self.board.wid, sq % self.board.wid);
            if r < w && c < w { 
            maxr = maxr.max(r);
            let g = self.board.is_goal(cell); let b = hand.occupied[usize::from(cell)];
            let done = self.plan.steps().iter().take(self.plan.steps().len() - seen.to_pack as usize).any(|s| s.to == cell);
            grid[r][c] = if b && g { if done {'*'} else {'+'} } else if b { '$' } else if Some(cell) == self.next_cell(seen.to_pack) { 'N' } else if g { '.' } else if hand.regions.of(cell) == p { ' ' } else { ',' };
            }
        }
        for row in grid.iter().take(maxr + 2) { eprintln!("{}", row.iter().collect::<String>().trim_end_matches('#')); }
    }
}

pub static OPT: std::sync::LazyLock<u64> = std::sync::LazyLock::new(|| std::env::var("LURD_OPT").ok().and_then(|s| s.parse().ok()).unwrap_or(0));
