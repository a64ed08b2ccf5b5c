//! Rules that prove a position dead or a push forced, one a file, each with its argument.
//!
//! Every rule can be switched off, which the tests use: with and without it, a search must come to
//! the same verdict and the same optimum.
//!
//! What they rely on is that every box has to end on a goal of its own. That holds where boxes and goals
//! are as many, and where boxes are fewer. That every goal has to be filled holds only where they are as
//! many: the parts of `corral` and `pi_corral` that need it are left out otherwise. Where boxes are
//! more, a box may stay anywhere, and of all rules only the assignment is left, which then says that each
//! goal must get a box of its own ([`Rules::sound_for`]).

pub(super) mod checker;
pub(super) mod corral;
pub mod freeze;
pub(super) mod frozen_walls;
pub(super) mod patterns;
pub(super) mod pi_corral;
pub mod tunnel;

pub use freeze::Freeze;

use crate::sokoban::board::{Balance, Board};

/// A pruning rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// No box is pushed to a cell from which no goal can be reached.
    DeadSquares,
    /// Boxes that can never move again must stand on goals.
    Freeze,
    /// There must be an assignment of boxes to goals.
    Assignment,
    /// A box in a tunnel that has to go on goes on at once.
    Tunnels,
    /// Boxes frozen on goals are walls for all others. Asked of a position before it is expanded, by
    /// pushes, moves or carries, as it is too slow for every child.
    FrozenWalls,
    /// Boxes around a part of the floor that the player cannot enter must have a way to open it. The
    /// proof is tried before an expansion, as that of frozen walls; the sets of boxes that it has found
    /// dead are looked for in every child, too.
    Corrals,
    /// What two boxes cost each other, and pairs that are dead.
    Pairs,
    /// Where boxes around a part of the floor can only be pushed inward, nothing else is tried.
    PiCorrals,
}

/// A row of the table of rules.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// Which rule it is.
    pub rule: Rule,
    /// Its name.
    pub name: &'static str,
    /// Whether it keeps solutions with the fewest *moves*, not only those with the fewest pushes.
    pub keeps_moves: bool,
}

/// All rules.
pub const RULES: &[Row] = &[
    Row { rule: Rule::DeadSquares, name: "dead-squares", keeps_moves: true },
    Row { rule: Rule::Freeze, name: "freeze", keeps_moves: true },
    Row { rule: Rule::Assignment, name: "assignment", keeps_moves: true },
    // Pushing on at once may lead the player a longer way round.
    Row { rule: Rule::Tunnels, name: "tunnels", keeps_moves: false },
    Row { rule: Rule::FrozenWalls, name: "frozen-walls", keeps_moves: true },
    Row { rule: Rule::Corrals, name: "corrals", keeps_moves: true },
    Row { rule: Rule::Pairs, name: "pairs", keeps_moves: true },
    // Pushing inward first may lead the player a longer way round.
    Row { rule: Rule::PiCorrals, name: "pi-corrals", keeps_moves: false },
];

/// The names of [`RULES`], in their order.
pub const NAMES: [&str; RULES.len()] = {
    let mut names = [""; RULES.len()];
    let mut at = 0;
    while at < names.len() {
        names[at] = RULES[at].name;
        at += 1;
    }
    names
};

/// A set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules(u32);

impl Rules {
    /// No rule: for blind strategies.
    pub const NONE: Self = Self(0);

    /// All rules that keep push-optimal solutions.
    #[must_use]
    pub fn for_pushes() -> Self {
        RULES.iter().fold(Self::NONE, |rules, row| rules.with(row.rule))
    }

    /// All rules that keep move-optimal solutions.
    #[must_use]
    pub fn for_moves() -> Self {
        RULES.iter().filter(|row| row.keeps_moves).fold(Self::NONE, |rules, row| rules.with(row.rule))
    }

    /// These rules and `rule`.
    #[must_use]
    pub fn with(self, rule: Rule) -> Self {
        Self(self.0 | 1 << rule as u8)
    }

    /// These rules without `rule`.
    #[must_use]
    pub fn without(self, rule: Rule) -> Self {
        Self(self.0 & !(1 << rule as u8))
    }

    /// These rules without those of a set of bits, one for each row of [`RULES`].
    #[must_use]
    pub fn except(self, rows: u32) -> Self {
        Self(self.0 & !rows)
    }

    /// Those of them that are sound on `board`: where boxes are more than goals, a box may stay where it
    /// is no use, so only that the goals must be filled by different boxes remains.
    #[must_use]
    pub fn sound_for(self, board: &Board) -> Self {
        match board.balance() {
            Balance::Even | Balance::MoreGoals => self,
            Balance::MoreBoxes if self.has(Rule::Assignment) => Self::NONE.with(Rule::Assignment),
            Balance::MoreBoxes => Self::NONE,
        }
    }

    /// Whether `rule` is one of them.
    #[inline]
    #[must_use]
    pub fn has(self, rule: Rule) -> bool {
        self.0 & (1 << rule as u8) != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lists_every_rule_once() {
        assert_eq!(RULES.len(), 8);
        for (index, row) in RULES.iter().enumerate() {
            assert_eq!(row.rule as usize, index, "{}", row.name);
            assert!(Rules::for_pushes().has(row.rule));
            assert_eq!(Rules::for_moves().has(row.rule), row.keeps_moves);
            assert!(!Rules::for_pushes().without(row.rule).has(row.rule));
        }
    }
}
