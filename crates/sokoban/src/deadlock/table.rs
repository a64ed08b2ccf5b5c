//! The table of all rules, sets of rules, and the calls to all rules of a set.

use std::{cell::Cell as StdCell, time::Duration};

use lurd_engine::program::budget::{Instant, Tally, WorkKind};
use lurd_puzzle::puzzle::RuleRow;

use crate::{
    board::{Balance, Board, Cell},
    bounds::Distances,
    deadlock::{
        corrals, freeze, frozen_walls, options, pi_corrals,
        rule::{AfterPush, BeforePush, DeadlockRule, ExpandedPosition},
        tunnels,
    },
    direction::Direction,
    state::UnpackedState,
};

macro_rules! rule_table {
    ($($rule:ident: $name:ident = $module:ident::$state:ident,)*) => {
        /// A deadlock rule.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Rule {
            $(#[doc = concat!("The rule in `", stringify!($module), ".rs`.")] $rule,)*
        }

        /// All rules, in the order of [`Rule`] and of the bits of a set.
        pub const RULES: &[RuleInfo] = &[$(RuleInfo::of::<$module::$state>(Rule::$rule)),*];

        /// Name and summary of each of [`RULES`].
        pub const ROWS: &[RuleRow] = &[$(RuleRow {
            name: <$module::$state as DeadlockRule>::NAME,
            summary: <$module::$state as DeadlockRule>::SUMMARY,
        }),*];

        /// The scratch and the memory of every rule. Each method asks the rules of a set in the order of
        /// the table until one has an answer.
        pub(crate) struct RuleStates {
            rules: Rules,
            pub(crate) counts: RuleCounts,
            $(pub(super) $name: $module::$state,)*
        }

        impl RuleStates {
            pub(super) fn new(board: &Board, rules: Rules, tally: Tally) -> Self {
                let counts = RuleCounts::new(tally);
                Self { rules, counts, $($name: DeadlockRule::new(board),)* }
            }

            pub(super) fn max_bytes(board: &Board) -> u64 {
                0 $(+ <$module::$state as DeadlockRule>::max_bytes(board))*
            }

            /// See [`DeadlockRule::sufficient_pushes`].
            #[inline]
            pub(crate) fn sufficient_pushes<L: Fn(Cell) -> bool>(
                &mut self,
                position: &BeforePush<'_, L>,
            ) -> Option<&[(Cell, Direction)]> {
                $(if <$module::$state as DeadlockRule>::LIMITS_PUSHES
                    && self.rules.has(Rule::$rule)
                    && let Some(pushes) = self.counts.limit(Rule::$rule, || self.$name.sufficient_pushes(position))
                {
                    return Some(pushes);
                })*
                None
            }

            /// See [`DeadlockRule::dead_after_push`].
            #[inline]
            pub(crate) fn dead_after_push<L: Fn(Cell) -> bool + Copy>(
                &mut self,
                push: &mut AfterPush<'_, L>,
            ) -> bool {
                let is_dead = $((<$module::$state as DeadlockRule>::CHECKS_PUSHES
                    && self.rules.has(Rule::$rule)
                    && self.counts.prune_often(Rule::$rule, || self.$name.dead_after_push(push))) ||)* false;
                #[cfg(any(test, feature = "check"))]
                if is_dead {
                    super::oracle::assert_dead(push.board, push.occupied, push.player, "a rule after a push");
                }
                is_dead
            }

            pub(super) fn known_dead(&mut self, state: &UnpackedState, player: Cell) -> bool {
                $((<$module::$state as DeadlockRule>::CHECKS_EXPANSIONS
                    && self.rules.has(Rule::$rule)
                    && self.counts.prune(Rule::$rule, || self.$name.known_dead(state, player))) ||)* false
            }

            pub(super) fn dead_before_expansion<E>(
                &mut self,
                position: &mut ExpandedPosition<'_>,
                check: &mut dyn FnMut() -> Result<(), E>,
            ) -> Result<bool, E> {
                $(if <$module::$state as DeadlockRule>::CHECKS_EXPANSIONS && self.rules.has(Rule::$rule) {
                    let dead = self.counts.time(Rule::$rule, || self.$name.dead_before_expansion(position, check))?;
                    if dead {
                        self.counts.count(Rule::$rule);
                        return Ok(true);
                    }
                })*
                Ok(false)
            }
        }

        impl Rules {
            /// Whether a box that was pushed onto `cell` in `direction` must be pushed on at once.
            #[inline]
            pub(crate) fn must_go_on(
                self,
                board: &Board,
                cell: Cell,
                direction: Direction,
            ) -> bool {
                $((self.has(Rule::$rule)
                    && <$module::$state as DeadlockRule>::must_go_on(board, cell, direction)) ||)* false
            }
        }
    };
}

rule_table! {
    DeadSquares: dead_squares = options::DeadSquares,
    Freeze: freeze = freeze::Freeze,
    Assignment: assignment = options::Assignment,
    Tunnels: tunnels = tunnels::Tunnels,
    FrozenWalls: frozen_walls = frozen_walls::FrozenWallsRule,
    Corrals: corrals = corrals::Corrals,
    Pairs: pairs = options::Pairs,
    PiCorrals: pi_corrals = pi_corrals::PiCorrals,
    Symmetry: symmetry = options::SymmetryReduction,
    PatternDatabases: pattern_databases = options::PatternDatabases,
    GoalRooms: goal_rooms = options::GoalRooms,
}

/// What each rule left out, and its time if the tally asks for times. The sums are added to the tally when this is
/// dropped.
pub(crate) struct RuleCounts {
    tally: Tally,
    counts: [StdCell<u64>; RULES.len()],
    times: [StdCell<Duration>; RULES.len()],
    /// Calls of rules that are asked about every successor.
    calls: StdCell<u32>,
}

/// Of the calls about successors, every one of this many is timed and counts for all: reading the clock takes as long as
/// some of them.
const TIMED_CALLS: u32 = 16;

impl RuleCounts {
    pub(crate) fn new(tally: Tally) -> Self {
        Self { tally, counts: Default::default(), times: Default::default(), calls: StdCell::new(0) }
    }

    /// What each rule has left out so far.
    pub(crate) fn so_far(&self) -> impl Iterator<Item = (&'static str, u64)> + '_ {
        ROWS.iter().zip(&self.counts).map(|(row, count)| (row.name, count.get()))
    }

    /// Counts something that `rule` left out.
    #[inline]
    pub(crate) fn count(&self, rule: Rule) {
        let count = &self.counts[rule as usize];
        count.set(count.get() + 1);
    }

    /// Runs `work` for `rule`.
    #[inline]
    pub(crate) fn time<T>(&self, rule: Rule, work: impl FnOnce() -> T) -> T {
        let since = self.tally.is_timed().then(Instant::now);
        let result = work();
        if let Some(since) = since {
            self.add_time(rule, since, 1);
        }
        result
    }

    /// Begins work that takes less time than reading the clock, so that only some of it is timed; [`Self::end`] ends it.
    /// It is not a closure because closures within the loops of feature-space search are not inlined.
    #[inline]
    pub(crate) fn begin(&self) -> Option<Instant> {
        if self.tally.is_timed() { self.every_so_often() } else { None }
    }

    /// Ends the work for `rule` that began at `since`.
    #[inline]
    pub(crate) fn end(&self, rule: Rule, since: Option<Instant>) {
        if let Some(since) = since {
            self.add_time(rule, since, TIMED_CALLS);
        }
    }

    /// Runs `work` for `rule` between [`Self::begin`] and [`Self::end`].
    #[inline]
    pub(crate) fn time_often<T>(&self, rule: Rule, work: impl FnOnce() -> T) -> T {
        let since = self.begin();
        let result = work();
        self.end(rule, since);
        result
    }

    /// Whether `rule` leaves something out, which is counted.
    #[inline]
    fn prune(&self, rule: Rule, work: impl FnOnce() -> bool) -> bool {
        let prunes = self.time(rule, work);
        if prunes {
            self.count(rule);
        }
        prunes
    }

    /// The same about a successor.
    #[inline]
    pub(crate) fn prune_often(&self, rule: Rule, work: impl FnOnce() -> bool) -> bool {
        let prunes = self.time_often(rule, work);
        if prunes {
            self.count(rule);
        }
        prunes
    }

    /// What `rule` limits the successors of a position to, which is counted.
    #[inline]
    pub(crate) fn limit<T>(&self, rule: Rule, work: impl FnOnce() -> Option<T>) -> Option<T> {
        let limit = self.time(rule, work);
        if limit.is_some() {
            self.count(rule);
        }
        limit
    }

    #[cold]
    fn every_so_often(&self) -> Option<Instant> {
        let calls = self.calls.get().wrapping_add(1);
        self.calls.set(calls);
        calls.is_multiple_of(TIMED_CALLS).then(Instant::now)
    }

    #[cold]
    fn add_time(&self, rule: Rule, since: Instant, calls: u32) {
        let time = &self.times[rule as usize];
        time.set(time.get() + since.elapsed() * calls);
    }
}

impl Drop for RuleCounts {
    fn drop(&mut self) {
        for (row, (count, time)) in ROWS.iter().zip(self.counts.iter().zip(&self.times)) {
            self.tally.add(WorkKind::Rule, row.name, count.get(), time.get());
        }
    }
}

/// A row of the table of rules.
#[derive(Clone, Copy, Debug)]
pub struct RuleInfo {
    /// The rule of this row.
    pub rule: Rule,
    /// The name that `--without` takes.
    pub name: &'static str,
    /// Whether some solution with the fewest *moves* remains, not only one with the fewest pushes.
    pub keeps_moves: bool,
    checks_expansions: bool,
}

impl RuleInfo {
    const fn of<R: DeadlockRule>(rule: Rule) -> Self {
        Self { rule, name: R::NAME, keeps_moves: R::KEEPS_MOVES, checks_expansions: R::CHECKS_EXPANSIONS }
    }
}

/// A set of rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rules(u32);

impl Rules {
    /// No rule: for blind strategies.
    pub const NONE: Self = Self(0);

    /// All rules that keep push-optimal solutions.
    #[must_use]
    pub fn for_pushes() -> Self {
        Self::where_each(|_| true)
    }

    /// All rules that keep move-optimal solutions.
    #[must_use]
    pub fn for_moves() -> Self {
        Self::where_each(|row| row.keeps_moves)
    }

    fn where_each(holds: impl Fn(&RuleInfo) -> bool) -> Self {
        RULES.iter().filter(|row| holds(row)).fold(Self::NONE, |rules, row| rules.with(row.rule))
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

    /// These rules without those of `rows`, a set of bits with one for each row of [`RULES`].
    #[must_use]
    pub fn except(self, rows: u32) -> Self {
        Self(self.0 & !rows)
    }

    /// The rules of this set that keep move-optimal solutions.
    pub(crate) fn keeping_moves(self) -> Self {
        Self(self.0 & Self::for_moves().0)
    }

    /// The rules of this set that check a position before its expansion.
    pub(crate) fn of_expansions(self) -> Self {
        Self(self.0 & Self::where_each(|row| row.checks_expansions).0)
    }

    /// The rules of this set that are sound on `board`. Where there are more boxes than goals, a box may
    /// stay where it is of no use, so only the rule remains that different boxes must fill the goals.
    #[must_use]
    pub fn sound_for(self, board: &Board) -> Self {
        match board.balance() {
            Balance::Even | Balance::MoreGoals => self,
            Balance::MoreBoxes if self.has(Rule::Assignment) => Self::NONE.with(Rule::Assignment),
            Balance::MoreBoxes => Self::NONE,
        }
    }

    /// Whether `rule` is in the set.
    #[inline]
    #[must_use]
    pub fn has(self, rule: Rule) -> bool {
        self.0 & (1 << rule as u8) != 0
    }

    /// A test whether a box may be put on a cell: only on live cells under [`Rule::DeadSquares`].
    pub(crate) fn box_may_stand(self, distances: &Distances) -> impl Fn(Cell) -> bool + Copy + use<'_> {
        let anywhere = !self.has(Rule::DeadSquares);
        move |cell| anywhere || distances.is_live(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_lists_every_rule_once() {
        for (index, row) in RULES.iter().enumerate() {
            assert_eq!(row.rule as usize, index, "{}", row.name);
            assert_eq!(ROWS[index].name, row.name);
            assert_eq!(RULES.iter().filter(|other| other.name == row.name).count(), 1, "{}", row.name);
            assert!(Rules::for_pushes().has(row.rule));
            assert_eq!(Rules::for_moves().has(row.rule), row.keeps_moves);
            assert!(!Rules::for_pushes().without(row.rule).has(row.rule));
        }
    }

    #[test]
    fn every_rule_has_a_summary_and_a_file_or_an_option() {
        for row in ROWS {
            let file = format!("src/deadlock/{}.rs", row.name.replace('-', "_"));
            let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(&file);
            let is_option = include_str!("options.rs").contains(&format!("\"{}\"", row.name));
            assert!(path.is_file() != is_option, "{file}");
            let length = row.summary.chars().count();
            assert!((10..=80).contains(&length) && !row.summary.ends_with('.'), "{}", row.summary);
        }
    }
}
