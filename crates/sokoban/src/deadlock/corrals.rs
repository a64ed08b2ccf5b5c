//! Corrals: areas that the player cannot enter. A corral whose boxes have no solution is dead, whatever the rest of
//! the level looks like.

use std::{borrow::Cow, hash::BuildHasher};

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use super::{
    freeze::Freeze,
    frozen_walls::KnownBoxes,
    patterns::Patterns,
    rule::{AfterPush, DeadlockRule, ExpandedPosition},
    wall_tables::FrozenWalls,
};
use crate::{
    board::{Balance, Board, Cell, WALL},
    direction::Direction,
    state::{PlayerRegion, UnpackedState},
};

// Corrals: parts of the floor that the player cannot enter because boxes fence them off.
//
// Only the boxes P around such a part are kept. The rest is taken off the board, which adds options and
// takes none away. A box of P that leaves the neighbourhood is taken off, too. All pushes of P are then
// searched until one of two things happens: the player can walk everywhere in the part, or all boxes of P
// that are left stand on goals. If neither ever happens, the position is dead: any solution brings P home in
// the end, and what it does with P until then is among the pushes that were searched. This is a fact about P
// and the player's region with P alone, so it becomes a pattern.
//
// If no such proof is found and the part has empty goals, P being home is not enough: these goals must be
// filled. Either boxes of P fill them, or a box is pushed in from elsewhere. In the second case the player
// stands next to the goal, onto which the boxes of P do not keep the player from stepping. So this search
// goes on until P is home and has filled the goals, or until the player can walk to one of them. That is a
// fact about these goals being empty, too, so it holds only for positions like this one. It also holds only
// where there are as many boxes as goals, so that all goals must be filled.
//
// Boxes that are frozen on goals (`freeze`) stay on the board as walls: they support only
// each other, and never move as long as all of them are there. So they belong to what is proved, and to
// the pattern. Two parts whose fences share a box are also looked at as one, because often the player could
// leave one only through the other; the argument does not need the part to be connected.
//
// A search that is cut short proves nothing.
//
// A proof costs a hundred expansions. Under a quota, proofs are tried only while they pay: every expansion
// and every proof earns a number of positions that further searches may look at. The quota counts positions
// and not time, so a level is always searched in the same way.

/// Limit of the boxes of one proof.
const MAX_BOXES: usize = 14;
/// Maximum number of positions of a search that tries to take a box off a pattern.
const MAX_PATTERNS: usize = 400;
/// Limit of the parts that are looked at together.
const MAX_PARTS: usize = 2;

/// The quota that proofs have earned, in half positions.
struct CorralQuota {
    earned: u64,
}

impl CorralQuota {
    const AT_START: u64 = 40_000;
    const PER_EXPANSION: u64 = 1;
    const PER_PROOF: u64 = 120;
}

/// The rule, with its scratch and what it has proved.
pub(crate) struct Corrals {
    search: CorralSearch,
    /// Verdicts by the boxes and the least cell of the player's region with them alone.
    known: VerdictCache,
    /// The same for parts with goals to be filled; the cells of the part follow the boxes.
    known_to_fill: VerdictCache,
    patterns: Patterns,
    /// The boxes of the last position that no pattern fitted, and how many patterns there were.
    passed: (KnownBoxes, usize),
    parts: CorralParts,
    /// The key that was looked up last.
    key: VerdictKey,
    regions: KnownRegions,
    /// `None` for no limit.
    quota: Option<CorralQuota>,
}

impl DeadlockRule for Corrals {
    const NAME: &'static str = "corrals";
    const SUMMARY: &'static str = "boxes around a closed area need a way to open it";
    const CHECKS_PUSHES: bool = true;
    const CHECKS_EXPANSIONS: bool = true;

    fn new(board: &Board) -> Self {
        Self {
            search: CorralSearch::new(board.cells()),
            known: VerdictCache::default(),
            known_to_fill: VerdictCache::default(),
            patterns: Patterns::new(board.cells()),
            passed: (KnownBoxes::new(board.cells()), 0),
            parts: CorralParts::default(),
            key: VerdictKey::default(),
            regions: KnownRegions::default(),
            quota: None,
        }
    }

    fn max_bytes(board: &Board) -> u64 {
        // Scratch: maps of the cells and a queue, and the positions of one proof, a few more than the limit.
        let scratch = board.cells() * 64 + 8 * MAX_POSITIONS * CorralSearch::POSITION_BYTES;
        2 * VerdictCache::MAX_BYTES
            + scratch as u64
            + Patterns::max_bytes(board.cells())
            + KnownRegions::max_bytes(board.cells())
    }

    #[inline]
    fn dead_after_push<L: Fn(Cell) -> bool + Copy>(&mut self, push: &mut AfterPush<'_, L>) -> bool {
        self.patterns.fits_at(push.to, push.occupied, push.player)
    }

    fn known_dead(&mut self, state: &UnpackedState, player: Cell) -> bool {
        if let Some(quota) = &mut self.quota {
            quota.earned += CorralQuota::PER_EXPANSION;
        }
        let UnpackedState { boxes, occupied, .. } = state;
        let (passed, count) = &mut self.passed;
        // A set without a box on a new cell did not fit the last position. It can fit now only if the player has entered its
        // region, which is rare. Not to look for it is sound.
        let is_dead = if passed.is_known() && *count == self.patterns.len() {
            passed.others(boxes).any(|cell| self.patterns.fits_at(cell, occupied, player))
        } else {
            self.patterns.fit(boxes, occupied, player)
        };
        #[cfg(any(test, feature = "check"))]
        assert!(!is_dead || self.patterns.fit(boxes, occupied, player), "a pattern fits at a box, and none fits");
        if !is_dead {
            passed.set(boxes);
            *count = self.patterns.len();
        }
        is_dead
    }

    fn dead_before_expansion<E>(
        &mut self,
        position: &mut ExpandedPosition<'_>,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        self.search.set_walls(&position.frozen);
        if self.is_quota_spent() {
            return Ok(false);
        }
        let (board, player) = (position.board, position.player);
        // They are put back, so that their lists are reused; what an error leaves behind does not matter.
        let mut parts = std::mem::take(&mut self.parts);
        let found = parts.find(board, position.state, player, |cell| self.search.is_wall(cell));
        let is_dead = self.any_is_dead(board, &position.walls, found, player, check)?;
        self.parts = parts;
        Ok(is_dead)
    }
}

impl Corrals {
    /// Puts proofs under a quota from now on.
    pub(super) fn limit_proofs(&mut self) {
        self.quota = Some(CorralQuota { earned: CorralQuota::AT_START });
    }

    /// Whether the fence of a part, or those of two parts that share a box, can be proved dead.
    fn any_is_dead<E>(
        &mut self,
        board: &Board,
        walls: &FrozenWalls,
        parts: &[CorralPart],
        player: Cell,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        for (first, part) in parts.iter().enumerate() {
            let mut union: Cow<'_, CorralPart> = Cow::Borrowed(part);
            let mut used = vec![first];
            loop {
                check()?;
                if self.is_quota_spent() {
                    return Ok(false);
                }
                if self.is_dead(board, walls, &union, player) {
                    if let Some(quota) = &mut self.quota {
                        quota.earned += CorralQuota::PER_PROOF;
                    }
                    return Ok(true);
                }
                let joins = |next: &usize| !used.contains(next) && union.shares_a_box_with(&parts[*next]);
                let next = (0..parts.len()).find(joins).filter(|_| used.len() < MAX_PARTS);
                let Some(next) = next else { break };
                used.push(next);
                union.to_mut().join(&parts[next]);
            }
        }
        Ok(false)
    }

    pub(super) fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    fn is_quota_spent(&self) -> bool {
        self.quota.as_ref().is_some_and(|quota| quota.earned < 2 * self.search.positions())
    }

    /// Whether the fence of `part` can be proved dead. What is proved is added to the patterns.
    fn is_dead(&mut self, board: &Board, walls: &FrozenWalls, part: &CorralPart, player: Cell) -> bool {
        let (boxes, inside) = (part.fence.as_slice(), part.inside.as_slice());
        if boxes.is_empty() || boxes.len() > MAX_BOXES || boxes.len() + inside.len() > 128 {
            return false;
        }
        let corral = Corral { board, is_live: |cell| walls.is_live(cell), boxes, inside };
        let least = self.least_cell(board, boxes, player);
        self.is_dead_alone(&corral, player, least)
            || (board.balance() == Balance::Even
                && inside.iter().any(|&cell| board.is_goal(cell))
                && self.is_dead_to_fill(&corral, least))
    }

    /// The least cell of the player's region with only `boxes` and the walls on the board.
    fn least_cell(&mut self, board: &Board, boxes: &[Cell], player: Cell) -> Cell {
        self.set_key(boxes, &[], player);
        let Self { regions, key, search, .. } = self;
        let least = regions.get_or_insert(key, || search.region_with(board, boxes, player));
        #[cfg(any(test, feature = "check"))]
        assert_eq!(least, search.region_with(board, boxes, player), "the region of the same boxes was another");
        least
    }

    /// Whether the boxes cannot all be brought to goals, whichever these are.
    fn is_dead_alone<L>(&mut self, corral: &Corral<'_, L>, player: Cell, least: Cell) -> bool
    where
        L: Fn(Cell) -> bool + Copy,
    {
        self.set_key(corral.boxes, &[], least);
        let limit = match self.known.look_up(&self.key) {
            CachedVerdict::Known(verdict) => return verdict == Verdict::Dead,
            CachedVerdict::Search(limit) => limit,
        };
        let verdict = self.search.run(corral, least, false, limit);
        self.known.insert(&self.key, verdict);
        if verdict == Verdict::Dead {
            self.add_pattern(corral, player);
        }
        verdict == Verdict::Dead
    }

    /// Takes boxes away from a dead corral as long as it stays dead, and keeps the rest as a pattern.
    fn add_pattern<L: Fn(Cell) -> bool + Copy>(&mut self, corral: &Corral<'_, L>, player: Cell) {
        let mut needed = corral.boxes.to_vec();
        let mut index = 0;
        while index < needed.len() && needed.len() > 1 {
            let mut fewer = needed.clone();
            fewer.remove(index);
            let least = self.search.region_with(corral.board, &fewer, player);
            let corral = Corral { boxes: &fewer, ..*corral };
            if self.search.run(&corral, least, false, MAX_PATTERNS) == Verdict::Dead {
                needed = fewer;
            } else {
                index += 1;
            }
        }
        self.search.region_with(corral.board, &needed, player);
        needed.extend_from_slice(self.search.walls());
        self.patterns.add(&needed, |cell| self.search.is_in_region(cell));
    }

    /// Whether the empty goals inside cannot be filled.
    fn is_dead_to_fill<L>(&mut self, corral: &Corral<'_, L>, least: Cell) -> bool
    where
        L: Fn(Cell) -> bool + Copy,
    {
        self.set_key(corral.boxes, corral.inside, least);
        let limit = match self.known_to_fill.look_up(&self.key) {
            CachedVerdict::Known(verdict) => return verdict == Verdict::Dead,
            CachedVerdict::Search(limit) => limit,
        };
        let verdict = self.search.run(corral, least, true, limit);
        self.known_to_fill.insert(&self.key, verdict);
        verdict == Verdict::Dead
    }

    /// Makes a key of the boxes, those that are walls, and the cells inside, with separators, and the player's cell.
    fn set_key(&mut self, boxes: &[Cell], inside: &[Cell], least: Cell) {
        let (list, player) = &mut self.key;
        *player = least;
        list.clear();
        for cells in [boxes, &[WALL], self.search.walls(), &[WALL], inside] {
            list.extend_from_slice(cells);
        }
    }
}

// The parts of the floor that the player cannot enter, each with the boxes around it.

/// A part of the floor, or a union of parts, with the movable boxes around it. Both lists are sorted.
#[derive(Clone, Debug, Default)]
pub(super) struct CorralPart {
    pub(super) inside: Vec<Cell>,
    pub(super) fence: Vec<Cell>,
}

/// The parts of one position. Their lists are reused for the next one.
#[derive(Clone, Debug, Default)]
pub(super) struct CorralParts {
    parts: Vec<CorralPart>,
    /// The number of parts in use.
    count: usize,
    /// For the least cell of each region the number of its part.
    number: Vec<usize>,
}

impl CorralParts {
    /// Finds all parts of the free floor except the player's. Boxes that `is_wall` are left out of the fences.
    pub(super) fn find(
        &mut self,
        board: &Board,
        state: &UnpackedState,
        player: Cell,
        is_wall: impl Fn(Cell) -> bool,
    ) -> &[CorralPart] {
        self.count = 0;
        let home = state.regions.of(player);
        if state.regions.count() > 1 {
            self.number.resize(board.cells(), 0);
            for cell in board.all() {
                let root = state.regions.of(cell);
                if root != WALL && root != home {
                    self.add(board, state, cell, root, &is_wall);
                }
            }
            self.parts[..self.count].iter_mut().for_each(|part| part.fence.sort_unstable());
        }
        &self.parts[..self.count]
    }

    /// Adds a cell to the part with the least cell `root`, and the boxes around the cell.
    fn add(&mut self, board: &Board, state: &UnpackedState, cell: Cell, root: Cell, is_wall: &impl Fn(Cell) -> bool) {
        if cell == root {
            self.number[usize::from(root)] = self.count;
            if self.count == self.parts.len() {
                self.parts.push(CorralPart::default());
            }
            let part = &mut self.parts[self.count];
            part.inside.clear();
            part.fence.clear();
            self.count += 1;
        }
        let CorralPart { inside, fence } = &mut self.parts[self.number[usize::from(root)]];
        inside.push(cell);
        // The cells at the corners are around it, too, if they are two steps away.
        let ring = board.ring(cell);
        for (at, &next) in ring.iter().enumerate() {
            let is_near = at % 2 == 0 || ring[at - 1] != WALL || ring[(at + 1) % 8] != WALL;
            if next != WALL && is_near && state.occupied[usize::from(next)] && !fence.contains(&next) && !is_wall(next)
            {
                fence.push(next);
            }
        }
    }
}

impl CorralPart {
    pub(super) fn shares_a_box_with(&self, other: &Self) -> bool {
        other.fence.iter().any(|cell| self.fence.contains(cell))
    }

    pub(super) fn join(&mut self, other: &Self) {
        self.inside.extend_from_slice(&other.inside);
        self.inside.sort_unstable();
        self.fence.extend_from_slice(&other.fence);
        self.fence.sort_unstable();
        self.fence.dedup();
    }
}

// The search that proves a corral dead: all pushes of its boxes alone. The argument is above.

/// A part of the floor and the boxes around it.
#[derive(Clone, Copy)]
pub(super) struct Corral<'c, L> {
    pub(super) board: &'c Board,
    /// Whether a box may be pushed to a cell.
    pub(super) is_live: L,
    /// In increasing order, none of them a wall.
    pub(super) boxes: &'c [Cell],
    pub(super) inside: &'c [Cell],
}

/// The boxes as a set of nodes, and the lowest node of the player's region.
type CorralState = (u128, u8);

/// What ends a proof, as sets of nodes.
struct WaysOut {
    /// The cells inside.
    inside: u128,
    /// The goals among the cells of the corral.
    goals: u128,
    /// The goals inside, if they must be filled.
    to_fill: u128,
}

pub(super) struct CorralSearch {
    region: PlayerRegion,
    /// The cells with boxes, those of `walls` always among them.
    occupied: Vec<bool>,
    /// Boxes that never move again.
    walls: Vec<Cell>,
    freeze: Freeze,
    graph: CorralGraph,
    seen: FxHashSet<CorralState>,
    queue: Vec<(u128, u128)>,
    positions: u64,
}

impl CorralSearch {
    /// A position in the set and in the queue.
    pub(super) const POSITION_BYTES: usize = size_of::<CorralState>() + size_of::<(u128, u128)>();

    pub(super) fn new(cells: usize) -> Self {
        Self {
            region: PlayerRegion::new(cells),
            occupied: vec![false; cells],
            walls: Vec::new(),
            freeze: Freeze::default(),
            graph: CorralGraph::default(),
            seen: FxHashSet::default(),
            queue: Vec::new(),
            positions: 0,
        }
    }

    /// The number of positions looked at in all proofs, the failed ones included.
    pub(super) fn positions(&self) -> u64 {
        self.positions
    }

    /// Sets the boxes (in increasing order) that never move again as long as all of them are there. They
    /// are walls, and part of everything that is proved.
    pub(super) fn set_walls(&mut self, frozen: &[Cell]) {
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

    pub(super) fn walls(&self) -> &[Cell] {
        &self.walls
    }

    pub(super) fn is_wall(&self, cell: Cell) -> bool {
        self.walls.binary_search(&cell).is_ok()
    }

    /// Floods the player's region with only `boxes` on the board, and returns its least cell.
    pub(super) fn region_with(&mut self, board: &Board, boxes: &[Cell], player: Cell) -> Cell {
        for &cell in boxes {
            self.occupied[usize::from(cell)] = true;
        }
        let least = self.region.fill(board, &self.occupied, player);
        for &cell in boxes {
            self.occupied[usize::from(cell)] = false;
        }
        least
    }

    /// Whether `cell` is in the last region that was flooded.
    pub(super) fn is_in_region(&self, cell: Cell) -> bool {
        self.region.contains(cell)
    }

    /// Searches all pushes of the boxes. They are dead if none of them leads to a way out. With `fill`, the
    /// boxes must also fill the empty goals inside. Looks at no more than `limit` positions or a few more.
    pub(super) fn run<L: Fn(Cell) -> bool + Copy>(
        &mut self,
        corral: &Corral<'_, L>,
        player: Cell,
        fill: bool,
        limit: usize,
    ) -> Verdict {
        let Corral { board, boxes, inside, .. } = *corral;
        let occupied = &self.occupied;
        if !self.graph.build(board, boxes, inside, |cell| occupied[usize::from(cell)]) {
            return Verdict::Open;
        }
        let Some(player) = self.graph.node(player) else { return Verdict::Open };
        let goals_inside = self.graph.mask(inside.iter().copied().filter(|&cell| board.is_goal(cell)));
        let goals_of_fence = self.graph.mask(boxes.iter().copied().filter(|&cell| board.is_goal(cell)));
        let ways_out = WaysOut {
            inside: self.graph.mask(inside.iter().copied()),
            goals: goals_inside | goals_of_fence,
            to_fill: if fill { goals_inside } else { 0 },
        };
        self.seen.clear();
        self.queue.clear();
        let mut opens = self.visit(&ways_out, self.graph.mask(boxes.iter().copied()), player);
        while !opens && let Some((set, region)) = self.queue.pop() {
            if self.seen.len() > limit {
                self.positions += self.seen.len() as u64;
                return Verdict::CutShort;
            }
            opens = self.expand(corral, &ways_out, set, region);
        }
        self.positions += self.seen.len() as u64;
        if opens { Verdict::Open } else { Verdict::Dead }
    }

    /// Whether there is a way out with the player on `player`. If not, the position is queued, unless it has
    /// been seen.
    fn visit(&mut self, ways_out: &WaysOut, set: u128, player: usize) -> bool {
        let region = self.graph.region(player, set);
        #[expect(clippy::cast_possible_truncation, reason = "there are 128 nodes at most")]
        if self.seen.insert((set, region.trailing_zeros() as u8)) {
            self.queue.push((set, region));
            return ways_out.opens(set, region);
        }
        false
    }

    /// Visits the positions after one push. Returns whether one has a way out.
    fn expand<L>(&mut self, corral: &Corral<'_, L>, ways_out: &WaysOut, set: u128, region: u128) -> bool
    where
        L: Fn(Cell) -> bool + Copy,
    {
        let &Corral { board, is_live, .. } = corral;
        self.mark(set, true);
        let mut opens = false;
        'boxes: for number in members(set) {
            let Some(from) = self.graph.cell(number) else { continue };
            for direction in Direction::ALL {
                let to = board.next(from, direction);
                let (Some(stand), Some(target)) =
                    (self.graph.node(board.next(from, direction.opposite())), self.graph.node(to))
                else {
                    continue;
                };
                if region >> stand & 1 == 0 || set >> target & 1 == 1 || !is_live(to) {
                    continue;
                }
                let mut set = set & !(1 << number);
                // A box that leaves the neighbourhood is taken off the board.
                if self.graph.cell(target).is_some() {
                    set |= 1 << target;
                    if self.freezes(corral, set, from, to) {
                        continue;
                    }
                }
                opens = self.visit(ways_out, set, number);
                if opens {
                    break 'boxes;
                }
            }
        }
        self.mark(set, false);
        opens
    }

    /// Whether the box pushed from `from` to `to` completes a freeze deadlock of the boxes `set`.
    fn freezes<L>(&mut self, corral: &Corral<'_, L>, set: u128, from: Cell, to: Cell) -> bool
    where
        L: Fn(Cell) -> bool + Copy,
    {
        let &Corral { board, is_live, .. } = corral;
        self.occupied[usize::from(from)] = false;
        self.occupied[usize::from(to)] = true;
        let Self { freeze, graph, occupied, .. } = self;
        let boxes = members(set).filter_map(|number| graph.cell(number));
        let freezes = freeze.completes(board, is_live, boxes, occupied, to);
        self.occupied[usize::from(to)] = false;
        self.occupied[usize::from(from)] = true;
        freezes
    }

    /// Puts the boxes `set` on the board or takes them off.
    fn mark(&mut self, set: u128, is_occupied: bool) {
        for cell in members(set).filter_map(|number| self.graph.cell(number)) {
            self.occupied[usize::from(cell)] = is_occupied;
        }
    }
}

impl WaysOut {
    /// Whether the boxes `set` no longer keep the player in `region` out, or are all on goals.
    fn opens(&self, set: u128, region: u128) -> bool {
        let empty = !set;
        self.inside & empty & !region == 0
            || self.to_fill & empty & region != 0
            || set & !self.goals == 0 && self.to_fill & empty == 0
    }
}

// The floor around a corral as a small graph.
//
// In these proofs boxes stand only on the cells of the corral, and a box that leaves them is taken off the board. So
// the connected parts of all other floor never change, and each is a single node. The player's region is then a bit
// mask, found without a flood of the floor.

/// The cells of a corral and the parts of the floor outside, numbered: the boxes first, then the cells
/// inside, then the parts outside.
#[derive(Default)]
pub(super) struct CorralGraph {
    /// The cells of the corral.
    cells: Vec<Cell>,
    /// The node of each cell of the board, or [`NO_NODE`] for walls.
    nodes: Vec<u8>,
    /// The neighbours of each node.
    adjacent: Vec<u128>,
    stack: Vec<Cell>,
}

const NO_NODE: u8 = u8::MAX;

/// The number of bits of a mask.
const MAX_NODES: usize = 128;

impl CorralGraph {
    /// Builds the graph of `boxes` and `inside` on the floor that is not `is_wall`. Returns whether it is
    /// small enough. O(cells).
    pub(super) fn build(
        &mut self,
        board: &Board,
        boxes: &[Cell],
        inside: &[Cell],
        is_wall: impl Fn(Cell) -> bool,
    ) -> bool {
        self.cells.clear();
        self.cells.extend(boxes.iter().chain(inside));
        if self.cells.len() > MAX_NODES {
            return false;
        }
        self.nodes.clear();
        self.nodes.resize(board.cells(), NO_NODE);
        let mut count = 0;
        for &cell in &self.cells {
            self.nodes[usize::from(cell)] = count;
            count += 1;
        }
        for root in board.all() {
            if self.nodes[usize::from(root)] != NO_NODE || is_wall(root) {
                continue;
            }
            if usize::from(count) == MAX_NODES {
                return false;
            }
            self.nodes[usize::from(root)] = count;
            let nodes = &mut self.nodes;
            board.flood(&mut self.stack, root, |next| {
                let is_new = nodes[usize::from(next)] == NO_NODE && !is_wall(next);
                if is_new {
                    nodes[usize::from(next)] = count;
                }
                is_new
            });
            count += 1;
        }
        self.adjacent.clear();
        self.adjacent.resize(usize::from(count), 0);
        for (number, &cell) in self.cells.iter().enumerate() {
            for &next in board.neighbours(cell) {
                if let Some(node) = self.node(next) {
                    self.adjacent[number] |= 1 << node;
                    self.adjacent[node] |= 1 << number;
                }
            }
        }
        true
    }

    /// The node of a cell; `None` for walls.
    #[inline]
    pub(super) fn node(&self, cell: Cell) -> Option<usize> {
        if cell == WALL {
            return None;
        }
        let node = self.nodes[usize::from(cell)];
        (node != NO_NODE).then_some(usize::from(node))
    }

    /// The cell of a node within the corral; `None` for parts outside.
    #[inline]
    pub(super) fn cell(&self, node: usize) -> Option<Cell> {
        self.cells.get(node).copied()
    }

    /// The nodes that the player on `node` can reach with boxes on the nodes of `boxes`.
    #[inline]
    pub(super) fn region(&self, node: usize, boxes: u128) -> u128 {
        let mut region = 1_u128 << node;
        let mut frontier = region;
        while frontier != 0 {
            let next = frontier.trailing_zeros() as usize;
            frontier &= frontier - 1;
            let reached = self.adjacent[next] & !boxes & !region;
            region |= reached;
            frontier |= reached;
        }
        region
    }

    /// The set of the nodes of `cells`.
    pub(super) fn mask(&self, cells: impl Iterator<Item = Cell>) -> u128 {
        cells.filter_map(|cell| self.node(cell)).fold(0, |mask, node| mask | 1 << node)
    }
}

/// The members of a set of nodes.
pub(super) fn members(mut set: u128) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let node = set.trailing_zeros() as usize;
            set &= set - 1;
            node
        })
    })
}

// Verdicts about sets of boxes, up to a number of bytes.

/// A list of cells, and the least cell of the player's region.
pub(super) type VerdictKey = (Vec<Cell>, Cell);

/// What a search has shown about a set of boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// There is no way out.
    Dead,
    /// There may be a way out.
    Open,
    /// The search was cut short.
    CutShort,
}

/// A verdict, and how often it has been looked up.
#[derive(Clone, Copy, Debug)]
struct Entry {
    verdict: Verdict,
    met: u16,
}

/// What is known of sets of boxes. When the cache is full, it is emptied.
#[derive(Default)]
pub(super) struct VerdictCache {
    verdicts: FxHashMap<VerdictKey, Entry>,
    bytes: u64,
}

/// Maximum number of positions of a search.
pub(super) const MAX_POSITIONS: usize = 1600;

/// The most positions of a search, by the number of times that its set has been met before.
const LIMITS: [(u16, usize); 3] = [(0, 100), (4, 400), (32, MAX_POSITIONS)];

/// Whether a set of boxes has a known verdict, or up to how many positions to search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CachedVerdict {
    /// The verdict is known.
    Known(Verdict),
    /// Search up to this many positions.
    Search(usize),
}

impl VerdictCache {
    /// The limit of one cache.
    pub(super) const MAX_BYTES: u64 = 8_000_000;

    /// Looks a set up. Most searches that do not end soon never end, so the first one of a set may look at few
    /// positions, and sets that are met again and again are searched further.
    pub(super) fn look_up(&mut self, key: &VerdictKey) -> CachedVerdict {
        let Some(Entry { verdict, met }) = self.verdicts.get_mut(key) else {
            return CachedVerdict::Search(LIMITS[0].1);
        };
        if *verdict == Verdict::CutShort {
            *met = met.saturating_add(1);
            if let Some(&(_, limit)) = LIMITS.iter().find(|(times, _)| times == met) {
                return CachedVerdict::Search(limit);
            }
        }
        CachedVerdict::Known(*verdict)
    }

    /// Stores the verdict of a search.
    pub(super) fn insert(&mut self, key: &VerdictKey, verdict: Verdict) {
        // A table is at least 7/16 full, and while it grows there is one of twice the size, too.
        const ENTRY: usize = 3 * 16 * (size_of::<(VerdictKey, Entry)>() + 1) / 7;
        if let Some(entry) = self.verdicts.get_mut(key) {
            entry.verdict = verdict;
            return;
        }
        let bytes = (ENTRY + 16 + key.0.len() * size_of::<Cell>()) as u64;
        if self.bytes + bytes > Self::MAX_BYTES {
            // The table is dropped, too, because the next keys may be fewer and longer.
            *self = Self::default();
        }
        self.bytes += bytes;
        self.verdicts.insert(key.clone(), Entry { verdict, met: 0 });
    }
}

// Regions with the boxes of a fence alone. Positions that are expanded one after the other mostly have the same fences,
// and the player in the same region, so that a flood of the floor for each would be most of the time of a check on
// large levels.

/// The least cells of some regions, by the boxes, the walls and the player's cell.
struct KnownRegions {
    /// At the place that the hash of a key says; the last one with that hash.
    places: Vec<Option<(VerdictKey, Cell)>>,
}

impl Default for KnownRegions {
    fn default() -> Self {
        Self { places: vec![None; Self::PLACES] }
    }
}

impl KnownRegions {
    const PLACES: usize = 1 << 9;

    /// The most bytes on a board with so many cells.
    fn max_bytes(cells: usize) -> u64 {
        // A key has at most all cells and three separators, and its list may have room for twice as many.
        let list = 2 * (cells + 3) * size_of::<Cell>();
        (Self::PLACES * (size_of::<Option<(VerdictKey, Cell)>>() + list)) as u64
    }

    /// The least cell for a key; `flood` is called if it is not known.
    fn get_or_insert(&mut self, key: &VerdictKey, flood: impl FnOnce() -> Cell) -> Cell {
        let place = (FxBuildHasher.hash_one(key) >> 32) as usize % Self::PLACES;
        match &mut self.places[place] {
            Some((of, least)) if of == key => *least,
            Some((of, least)) => {
                of.0.clone_from(&key.0);
                of.1 = key.1;
                *least = flood();
                *least
            }
            free => free.insert((key.clone(), flood())).1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{direction::Direction, formats};

    /// A corridor that a box leaves only if no wall stands in it: what was proved with that wall does not hold
    /// without it, although the boxes and the player are where they were.
    #[test]
    fn verdicts_hold_for_their_walls_only() {
        let level = formats::read("#########|#@$   .##|#########").expect("a text").remove(0).level;
        let board = Board::new(&level.expect("a level"));
        let right = |cell| board.next(cell, Direction::Right);
        let (start, goal) = (board.boxes()[0], board.goals()[0]);
        let free = right(start);
        let wall = right(free);
        let boxes = [start];
        let mut corrals = <Corrals as DeadlockRule>::new(&board);
        let least = corrals.search.region_with(&board, &boxes, board.player());
        for (walls, dead) in [(&[wall][..], true), (&[], false), (&[wall], true), (&[], false)] {
            corrals.search.set_walls(walls);
            let (near, far) = ([free], [free, goal]);
            let corral = Corral { board: &board, is_live: |_| true, boxes: &boxes, inside: &near };
            assert_eq!(corrals.is_dead_alone(&corral, board.player(), least), dead, "{walls:?}");
            let to_fill = Corral { inside: &far, ..corral };
            assert_eq!(corrals.is_dead_to_fill(&to_fill, least), dead, "{walls:?}");
        }
    }
}

#[cfg(test)]
mod verdict_cache_tests {
    use super::*;

    #[test]
    fn no_more_is_remembered_than_was_said() {
        let mut known = VerdictCache::default();
        // Short keys first, many of them; then long ones.
        for number in 0..300_000_u32 {
            let length = if number < 200_000 { 3 } else { 200 };
            let cells = |number: u32| Cell::try_from(number % 60_000).expect("small");
            let mut key: Vec<Cell> = (0..length).map(|at| cells(number + at)).collect();
            key.push(cells(number / 60_000));
            known.insert(&(key, 0), Verdict::Dead);
            let keys = known.verdicts.len() as u64;
            let table = known.verdicts.capacity() as u64 * (size_of::<(VerdictKey, Entry)>() as u64 + 1);
            if number % 1_000 == 0 {
                let kept: u64 = known.verdicts.keys().map(|key| 16 + 2 * key.0.capacity() as u64).sum();
                assert!(keys > 0 && table + kept <= VerdictCache::MAX_BYTES, "{number}: {table} + {kept}");
            }
        }
    }

    #[test]
    fn sets_whose_search_was_cut_short_are_searched_further_when_met_again() {
        let mut known = VerdictCache::default();
        let key = (vec![1, 2], 0);
        let mut limits = Vec::new();
        for _ in 0..100 {
            if let CachedVerdict::Search(limit) = known.look_up(&key) {
                limits.push(limit);
                known.insert(&key, Verdict::CutShort);
            }
        }
        assert_eq!(limits, LIMITS.map(|(_, limit)| limit));
        for verdict in [Verdict::Open, Verdict::Dead] {
            known.insert(&key, verdict);
            assert!((0..100).all(|_| known.look_up(&key) == CachedVerdict::Known(verdict)));
        }
    }
}
