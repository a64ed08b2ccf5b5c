//! A lower bound that is worth more time the longer a search takes.

use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;
use lurd_engine::space::Space;

/// A space whose estimates can be improved by a pattern database ([`Heuristic::improved`](lurd_engine::space::Heuristic)).
pub trait PatternBound: Space {
    /// Builds the largest database that takes no longer than `expansions` of a search did, if it is larger than that of
    /// the space. To be called again as the search goes on.
    ///
    /// # Errors
    /// When the budget has neither the time nor the memory.
    fn build_patterns(&self, expansions: u64, budget: &mut Budget<'_>) -> Result<(), Stop>;

    /// Drops the database and releases its memory.
    fn drop_patterns(&self, budget: &mut Budget<'_>);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::bounds::tests::random_level;
    use crate::deadlock::{Rule, Rules};
    use crate::spaces::{MoveSpace, PushSpace};
    use lurd_engine::search::{self, Searched, Strategy};
    use lurd_engine::space::{DEAD_END, Heuristic};

    /// The cost of a cheapest path by a strategy, if there is one.
    fn cost<S: Searched>(space: &S, strategy: Strategy) -> Option<u32> {
        search::solve(space, strategy).map(|plan| plan.cost)
    }

    #[test]
    fn costs_are_those_without_databases() {
        let (mut solved, mut raised, mut dead) = (0, 0, 0);
        for seed in 0..1_500 {
            let mut level = random_level(seed, 7);
            if seed % 7 == 0 {
                level.boxes.iter_mut().find(|is_box| **is_box).into_iter().for_each(|is_box| *is_box = false);
            }
            let board = Board::new(&level);
            let budget = &mut Budget::unlimited();
            let blind = PushSpace::new(&board, Rules::NONE, budget).expect("no limit");
            let expected = cost(&blind, Strategy::Bfs);
            for rules in [Rules::for_pushes(), Rules::NONE.with(Rule::PatternDatabases)] {
                let space = PushSpace::new(&board, rules, budget).expect("no limit");
                let start = space.start();
                let before = space.of(&start);
                for expansions in [10, 1_000, 1_000_000] {
                    space.build_patterns(expansions, budget).expect("no limit");
                    assert_eq!(cost(&space, Strategy::Astar), expected, "seed {seed}");
                    match space.improved(&start, before) {
                        Some(DEAD_END) => dead += 1,
                        Some(bound) => raised += usize::from(bound > before),
                        None => {}
                    }
                }
                let used = budget.used();
                let has_database = space.improved(&start, before).is_some();
                space.drop_patterns(budget);
                assert_eq!(budget.used() < used, has_database, "seed {seed}");
                assert_eq!(space.improved(&start, before), None, "seed {seed}");
            }
            if board.cells() <= 16 {
                let moves = MoveSpace::new(&board, Rules::for_moves(), budget).expect("no limit");
                let expected = cost(&moves, Strategy::Uniform);
                moves.build_patterns(1_000_000, budget).expect("no limit");
                assert_eq!(cost(&moves, Strategy::Astar), expected, "seed {seed}");
            }
            solved += usize::from(expected.is_some());
        }
        assert!(solved > 100 && raised > 20 && dead > 100, "{solved} {raised} {dead}");
    }
}
