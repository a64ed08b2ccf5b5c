//! The tests that are too slow for every child, and what they have learned.

use std::rc::Rc;

use super::corral::Corrals;
use super::freeze::Freeze;
use super::patterns::Patterns;
use super::walled::{Walled, Walls};
use super::{Rule, Rules};
use crate::budget::Budget;
use crate::outcome::Stop;
use crate::sokoban::Direction;
use crate::sokoban::board::{Board, Cell, WALL};
use crate::sokoban::spaces::hand::Hand;

/// See the module.
pub(in crate::sokoban) struct Inspector {
    rules: Rules,
    freeze: Freeze,
    walls: Walls,
    corrals: Corrals,
    patterns: Patterns,
    inside: Vec<Cell>,
    fence: Vec<Cell>,
}

impl Inspector {
    /// The bytes that what it remembers may take at most, about.
    pub(in crate::sokoban) fn bytes(board: &Board) -> u64 {
        Walls::most_bytes(board) + 16_000_000
    }

    pub(in crate::sokoban) fn new(board: &Board, rules: Rules) -> Self {
        Self {
            rules,
            freeze: Freeze::default(),
            walls: Walls::default(),
            corrals: Corrals::new(board.cells()),
            patterns: Patterns::new(board.cells()),
            inside: Vec::new(),
            fence: Vec::new(),
        }
    }

    /// What has been learned.
    pub(in crate::sokoban) fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// The distances among the boxes that are frozen; `None` if one of these is off goal.
    pub(in crate::sokoban) fn walled(&mut self, board: &Board, hand: &mut Hand) -> Option<Rc<Walled>> {
        let mut table = self.walls.table(board, &[]);
        let mut count = 0;
        loop {
            let boxes = hand.boxes.iter().copied();
            let live = |cell| table.is_live(cell);
            if self.freeze.frozen_off_goal(board, live, boxes, &mut hand.occupied) {
                if std::env::var("LOFF").unwrap_or_default().contains('p') {
                    let w = board.all().find_map(|c| { let d = board.next(c, Direction::Down); (d != WALL).then(|| board.square(d) - board.square(c)) }).unwrap();
                    eprintln!("off goal: walls {count}, frozen {:?}", self.freeze.frozen().iter().map(|&c| (board.square(c) / w, board.square(c) % w)).collect::<Vec<_>>());
                }
                return None;
            }
            if self.freeze.frozen().len() == count {
                return Some(table);
            }
            count = self.freeze.frozen().len();
            let mut frozen = self.freeze.frozen().to_vec();
            frozen.sort_unstable();
            table = self.walls.table(board, &frozen);
        }
    }

    /// Whether the position in `hand` is proved dead, with the player in the region of `player`.
    ///
    /// # Errors
    /// When the budget ends the search.
    pub(in crate::sokoban) fn is_dead(
        &mut self,
        board: &Board,
        hand: &mut Hand,
        player: Cell,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        budget.check_now()?;
        let off = std::env::var("LOFF").unwrap_or_default();
        if off.contains('a') { return Ok(false); }
        if hand.boxes.iter().any(|&cell| self.patterns.fits_at(cell, &hand.occupied, player)) {
            return Ok(true);
        }
        if self.rules.has(Rule::FrozenWalls) && !off.contains('w') {
            let Some(walled) = self.walled(board, hand) else { return Ok(true) };
            let frozen = self.freeze.frozen();
            let moving: Vec<Cell> =
                hand.boxes.iter().copied().filter(|cell| !frozen.contains(cell)).collect();
            if off.contains('p') { eprintln!("frozen {frozen:?} moving {moving:?} not live {:?} assign {}", moving.iter().filter(|&&c| !walled.is_live(c)).collect::<Vec<_>>(), walled.can_assign(&moving)); }
            if moving.iter().any(|&cell| !walled.is_live(cell)) || !walled.can_assign(&moving) {
                return Ok(true);
            }
        }
        if self.rules.has(Rule::Corrals) && !off.contains('c') { self.in_corral(board, hand, player, budget) } else { Ok(false) }
    }

    fn in_corral(
        &mut self,
        board: &Board,
        hand: &Hand,
        player: Cell,
        budget: &mut Budget<'_>,
    ) -> Result<bool, Stop> {
        let home = hand.regions.of(player);
        let open = self.walls.table(board, &[]);
        for root in board.all() {
            if hand.regions.of(root) != root || root == home {
                continue;
            }
            budget.check_now()?;
            self.inside.clear();
            self.inside.extend(board.all().filter(|&cell| hand.regions.of(cell) == root));
            self.fence.clear();
            for &cell in &self.inside {
                for next in around(board, cell) {
                    if hand.occupied[usize::from(next)] && !self.fence.contains(&next) {
                        self.fence.push(next);
                    }
                }
            }
            self.fence.sort_unstable();
            let Self { corrals, patterns, inside, fence, .. } = self;
            if corrals.is_dead(board, |cell| open.is_live(cell), fence, inside, player, patterns) {
                return Ok(true);
            }
        }
        Ok(false)
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
