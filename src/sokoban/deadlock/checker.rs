//! The tests that are too slow for every child, and what they have learned.

use std::rc::Rc;

use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::deadlock::corral::Corrals;
use crate::sokoban::deadlock::freeze::Freeze;
use crate::sokoban::deadlock::frozen_walls::{FrozenWalls, Walls};
use crate::sokoban::deadlock::patterns::Patterns;
use crate::sokoban::deadlock::{Rule, Rules};
use crate::sokoban::direction::Direction;
use crate::sokoban::state::UnpackedState;

/// See the module.
pub(in crate::sokoban) struct DeadlockChecker {
    rules: Rules,
    freeze: Freeze,
    walls: Walls,
    corrals: Corrals,
    patterns: Patterns,
    /// What may still be spent on corrals; `None` for as much as it takes.
    purse: Option<CorralQuota>,
}

/// What proofs of corrals have earned, in halves of positions that they may look at.
struct CorralQuota {
    earned: u64,
}

impl Default for CorralQuota {
    fn default() -> Self {
        Self { earned: 40_000 }
    }
}

/// In halves of a position.
const EARNED_BY_EXPANSION: u64 = 1;
const EARNED_BY_PROOF: u64 = 120;

impl DeadlockChecker {
    /// The bytes that it may take at most.
    pub(in crate::sokoban) fn bytes(board: &Board) -> u64 {
        // Scratch: parts of the floor and lists of boxes.
        let scratch = 64 * board.cells() as u64;
        Walls::most_bytes(board) + Corrals::most_bytes(board) + Patterns::most_bytes(board.cells()) + scratch
    }

    pub(in crate::sokoban) fn new(board: &Board, rules: Rules) -> Self {
        Self {
            rules,
            freeze: Freeze::default(),
            walls: Walls::default(),
            corrals: Corrals::new(board.cells()),
            patterns: Patterns::new(board.cells()),
            purse: None,
        }
    }

    /// The same for searches whose expansions are quick: where corrals prove little, little is spent on
    /// them.
    pub(in crate::sokoban) fn with_quota(board: &Board, rules: Rules) -> Self {
        Self { purse: Some(CorralQuota::default()), ..Self::new(board, rules) }
    }

    /// What has been learned.
    pub(in crate::sokoban) fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The distances among the boxes that are frozen; `None` if one of these is off goal.
    fn walled<E>(
        &mut self,
        board: &Board,
        hand: &mut UnpackedState,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<Option<Rc<FrozenWalls>>, E> {
        let mut table = self.walls.table(board, &[], check)?;
        let mut count = 0;
        loop {
            let boxes = hand.boxes.iter().copied();
            let live = |cell| table.is_live(cell);
            if self.freeze.frozen_off_goal(board, live, boxes, &mut hand.occupied) {
                return Ok(None);
            }
            if self.freeze.frozen().len() == count {
                return Ok(Some(table));
            }
            count = self.freeze.frozen().len();
            let mut frozen = self.freeze.frozen().to_vec();
            frozen.sort_unstable();
            table = self.walls.table(board, &frozen, check)?;
        }
    }

    /// Whether the position in `hand` is proved dead, with the player in the region of `player`.
    ///
    /// # Errors
    /// When the budget ends the search.
    pub(in crate::sokoban) fn is_dead(
        &mut self,
        board: &Board,
        hand: &mut UnpackedState,
        player: Cell,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        self.is_dead_while(board, hand, player, &mut || budget.check_now())
    }

    /// The same, as long as `check` has nothing against it.
    pub(in crate::sokoban) fn is_dead_while<E>(
        &mut self,
        board: &Board,
        hand: &mut UnpackedState,
        player: Cell,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        check()?;
        if let Some(purse) = &mut self.purse {
            purse.earned += EARNED_BY_EXPANSION;
        }
        if hand.boxes.iter().any(|&cell| self.patterns.fits_at(cell, &hand.occupied, player)) {
            return Ok(true);
        }
        let mut open = self.walls.table(board, &[], check)?;
        self.corrals.wall_in(&[]);
        if self.rules.has(Rule::FrozenWalls) {
            let Some(walled) = self.walled(board, hand, check)? else { return Ok(true) };
            let frozen = self.freeze.frozen();
            let moving: Vec<Cell> =
                hand.boxes.iter().copied().filter(|cell| !frozen.contains(cell)).collect();
            if moving.iter().any(|&cell| !walled.is_live(cell)) || !walled.can_assign(&moving, check)? {
                return Ok(true);
            }
            let mut frozen = frozen.to_vec();
            frozen.sort_unstable();
            self.corrals.wall_in(&frozen);
            open = walled;
        }
        if self.rules.has(Rule::Corrals) {
            self.in_corral(board, hand, player, &open, check)
        } else {
            Ok(false)
        }
    }

    fn in_corral<E>(
        &mut self,
        board: &Board,
        hand: &UnpackedState,
        player: Cell,
        open: &FrozenWalls,
        check: &mut dyn FnMut() -> Result<(), E>,
    ) -> Result<bool, E> {
        if self.purse.as_ref().is_some_and(|purse| purse.earned < 2 * self.corrals.looked_at()) {
            return Ok(false);
        }
        let home = hand.regions.of(player);
        let roots: Vec<Cell> =
            board.all().filter(|&root| hand.regions.of(root) == root && root != home).collect();
        let parts: Vec<Part> = roots.iter().map(|&root| self.part(board, hand, root)).collect();
        for first in 0..parts.len() {
            let mut union = parts[first].clone();
            let mut used = vec![false; parts.len()];
            used[first] = true;
            for _ in 0..MAX_PARTS {
                check()?;
                let Self { corrals, patterns, purse, .. } = self;
                if purse.as_ref().is_some_and(|purse| purse.earned < 2 * corrals.looked_at()) {
                    return Ok(false);
                }
                let live = |cell| open.is_live(cell);
                if corrals.is_dead(board, live, &union.fence, &union.inside, player, patterns) {
                    if let Some(purse) = purse {
                        purse.earned += EARNED_BY_PROOF;
                    }
                    return Ok(true);
                }
                let touches = |part: &Part| part.fence.iter().any(|cell| union.fence.contains(cell));
                let Some(next) = (0..parts.len()).find(|&next| !used[next] && touches(&parts[next])) else {
                    break;
                };
                used[next] = true;
                union.join(&parts[next]);
            }
        }
        Ok(false)
    }

    /// A part of the floor and the boxes around it that can still move.
    fn part(&self, board: &Board, hand: &UnpackedState, root: Cell) -> Part {
        let inside: Vec<Cell> = board.all().filter(|&cell| hand.regions.of(cell) == root).collect();
        let mut fence = Vec::new();
        for &cell in &inside {
            for next in around(board, cell) {
                if hand.occupied[usize::from(next)] && !fence.contains(&next) && !self.corrals.is_wall(next) {
                    fence.push(next);
                }
            }
        }
        fence.sort_unstable();
        Part { inside, fence }
    }
}

/// Parts that are looked at together at most.
const MAX_PARTS: usize = 2;

/// See [`DeadlockChecker::part`].
#[derive(Clone)]
struct Part {
    inside: Vec<Cell>,
    fence: Vec<Cell>,
}

impl Part {
    fn join(&mut self, other: &Self) {
        self.inside.extend_from_slice(&other.inside);
        self.inside.sort_unstable();
        self.fence.extend_from_slice(&other.fence);
        self.fence.sort_unstable();
        self.fence.dedup();
    }
}

/// The neighbours of a cell, then those that touch it at a corner and can be got to by two steps.
fn around(board: &Board, cell: Cell) -> impl Iterator<Item = Cell> {
    let step = |cell: Cell, direction| Some(board.next(cell, direction)).filter(|&next| next != WALL);
    let corner = move |one: Direction, other: Direction| {
        step(cell, one)
            .and_then(|next| step(next, other))
            .or_else(|| step(cell, other).and_then(|next| step(next, one)))
    };
    let sides = Direction::ALL.into_iter().filter_map(move |direction| step(cell, direction));
    let corners = [Direction::Left, Direction::Right]
        .into_iter()
        .flat_map(|one| [(one, Direction::Up), (one, Direction::Down)])
        .filter_map(move |(one, other)| corner(one, other));
    sides.chain(corners)
}
