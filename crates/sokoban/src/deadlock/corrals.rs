//! Corrals: parts of the floor that the player cannot enter because boxes fence them off.
//!
//! Only the boxes P around such a part are kept. The rest is taken off the board, which adds options and
//! takes none away. A box of P that leaves the neighbourhood is taken off, too. All pushes of P are then
//! searched until one of two things happens: the player can walk everywhere in the part, or all boxes of P
//! that are left stand on goals. If neither ever happens, the position is dead: any solution brings P home in
//! the end, and what it does with P until then is among the pushes that were searched. This is a fact about P
//! and the player's region with P alone, so it becomes a pattern.
//!
//! If no such proof is found and the part has empty goals, P being home is not enough: these goals must be
//! filled. Either boxes of P fill them, or a box is pushed in from elsewhere. In the second case the player
//! stands next to the goal, onto which the boxes of P do not keep the player from stepping. So this search
//! goes on until P is home and has filled the goals, or until the player can walk to one of them. That is a
//! fact about these goals being empty, too, so it holds only for positions like this one. It also holds only
//! where there are as many boxes as goals, so that all goals must be filled.
//!
//! Boxes that are frozen on goals ([`freeze`](super::freeze)) stay on the board as walls: they support only
//! each other, and never move as long as all of them are there. So they belong to what is proved, and to
//! the pattern. Two parts whose fences share a box are also looked at as one, because often the player could
//! leave one only through the other; the argument does not need the part to be connected.
//!
//! A search that is cut short proves nothing.
//!
//! A proof costs a hundred expansions. Under a quota, proofs are tried only while they pay: every expansion
//! and every proof earns a number of positions that further searches may look at. The quota counts positions
//! and not time, so a level is always searched in the same way.

use std::borrow::Cow;

use crate::board::{Balance, Board, Cell, WALL};
use crate::deadlock::corral_parts::{CorralPart, CorralParts};
use crate::deadlock::corral_search::{Corral, CorralSearch};
use crate::deadlock::known_boxes::KnownBoxes;
use crate::deadlock::patterns::Patterns;
use crate::deadlock::rule::{AfterPush, DeadlockRule, ExpandedPosition};
use crate::deadlock::verdict_cache::{Advice, MAX_POSITIONS, Verdict, VerdictCache, VerdictKey};
use crate::deadlock::wall_tables::FrozenWalls;
use crate::state::UnpackedState;

/// Limit of the boxes of one proof.
const MAX_BOXES: usize = 14;
/// Limit of the positions of a search that tries to take a box off a pattern.
const LIMIT_OF_PATTERNS: usize = 400;
/// Limit of the parts that are looked at together.
const MAX_PARTS: usize = 2;

/// What proofs have earned, in halves of positions that they may look at.
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
    /// `None` for no limit.
    quota: Option<CorralQuota>,
}

impl DeadlockRule for Corrals {
    const NAME: &'static str = "corrals";
    const SUMMARY: &'static str = "boxes around a closed area need a way to open it";
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
            quota: None,
        }
    }

    fn max_bytes(board: &Board) -> u64 {
        // Scratch: maps of the cells and a queue, and the positions of one proof, a few more than the limit.
        let scratch = board.cells() * 64 + 8 * MAX_POSITIONS * CorralSearch::POSITION_BYTES;
        2 * VerdictCache::MAX_BYTES + scratch as u64 + Patterns::max_bytes(board.cells())
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
        let least = self.search.region_with(board, boxes, player);
        self.is_dead_alone(&corral, player, least)
            || (board.balance() == Balance::Even
                && inside.iter().any(|&cell| board.is_goal(cell))
                && self.is_dead_to_fill(&corral, least))
    }

    /// Whether the boxes cannot all be brought to goals, whichever these are.
    fn is_dead_alone<L>(&mut self, corral: &Corral<'_, L>, player: Cell, least: Cell) -> bool
    where
        L: Fn(Cell) -> bool + Copy,
    {
        self.set_key(corral.boxes, &[], least);
        let limit = match self.known.look_up(&self.key) {
            Advice::Known(verdict) => return verdict == Verdict::Dead,
            Advice::Search(limit) => limit,
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
            if self.search.run(&corral, least, false, LIMIT_OF_PATTERNS) == Verdict::Dead {
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
            Advice::Known(verdict) => return verdict == Verdict::Dead,
            Advice::Search(limit) => limit,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::direction::Direction;
    use crate::formats;

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
