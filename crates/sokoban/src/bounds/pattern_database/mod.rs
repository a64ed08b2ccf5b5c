//! A pattern database: the fewest pushes that each group of a few boxes needs, with nothing else on the board, to each
//! set of as many goals. It raises the bound of the cheapest assignment where boxes of a group get in each other's way
//! or compete for goals.
//!
//! An optimal assignment comes with *dual values*: u for each box and v for each goal, so that u + v is at most the
//! distance of the box to the goal, and all of them sum to the cost of the assignment. The *penalty* of a group is the
//! least value of `exact - sum of u - sum of v` over all sets of goals, where `exact` is the number of pushes that the
//! group needs to the set, and the sums are those of its boxes and of the goals of the set.
//!
//! *The cheapest assignment plus the penalties of disjoint groups never exceeds the cost of a solution.* A solution
//! brings every box to a goal of its own. The pushes of a group's boxes are a legal solution for the group alone,
//! because other boxes only restrict. So they are at least `exact` for its goals, which is at least the group's part of
//! the sum of all dual values plus the penalty. The pushes of a box in no group are at least its distance, and so its
//! part. A goal without a box has a *spare* row in the assignment, at distance 0, with the same property. All parts sum
//! to the cost of the assignment. A penalty is never negative, because `exact` is at least the sum of the distances of
//! some assignment of the group.
//!
//! Additive databases of disjoint patterns: Korf & Felner, *Disjoint pattern database heuristics*, 2002. Databases for
//! Sokoban: Pereira, Ritt & Buriol, *Optimal Sokoban solving using pattern databases with specific domain knowledge*,
//! 2015. Costs divided among heuristics by the dual values of a linear program: Pommerening, Helmert, Röger & Seipp,
//! *From non-negative to general operator cost partitioning*, 2015.

mod database;
mod group_penalties;

pub(crate) use group_penalties::{PatternPenalties, largest_size};

#[cfg(test)]
mod tests {
    //! The database and its penalties, compared with the plain rules.

    use lurd_engine::program::budget::{Budget, Deadline};
    use lurd_engine::program::search::random::Random;

    use crate::{
        board::{Board, Cell},
        bounds::{
            BoxAndSide, Distances, Matched, Matcher, UNREACHABLE,
            pattern_database::{
                database::{Database, MAX_SIZE},
                group_penalties::PatternPenalties,
            },
            tests::{fewest, random_level, samples},
        },
        direction::SearchDirection,
    };

    /// Compares the rows of all groups of `N` - 1 boxes, with the player anywhere. Returns how many were finite and dead.
    fn compare_rows<const N: usize>(board: &Board) -> (usize, usize) {
        let size = N - 1;
        let mut budget = Budget::unlimited();
        let distances = Distances::new(board, &mut budget).expect("no limit");
        let before = budget.used();
        let Some(database) = Database::new(board, &distances, size, &mut budget).expect("no limit") else {
            return (0, 0);
        };
        assert_eq!(budget.used() - before, database.bytes(), "what it takes is what it was charged");
        let goals = board.goals();
        let sets = database.goal_sets().all();
        let exact: Vec<Vec<u32>> = sets
            .map(|set| {
                let set: Vec<Cell> = set[..size].iter().map(|&goal| goals[usize::from(goal)]).collect();
                fewest::<N>(SearchDirection::Push, board, |boxes| boxes.iter().all(|cell| set.contains(cell)))
            })
            .collect();
        let cells = board.cells();
        let (mut finite, mut dead) = (0, 0);
        for number in 0..cells.pow(u32::try_from(N).expect("few")) {
            let mut position: Vec<Cell> = Vec::new();
            let mut rest = number;
            for _ in 0..N {
                position.insert(0, Cell::try_from(rest % cells).expect("a cell"));
                rest /= cells;
            }
            let (boxes, player) = (&position[..size], position[size]);
            if !boxes.is_sorted_by(|a, b| a < b) || boxes.contains(&player) {
                continue;
            }
            let expected: Vec<u32> = exact.iter().map(|exact| exact[number]).collect();
            let group = boxes.iter().enumerate().try_fold(0, |sum, (at, &cell)| Some(sum + database.terms(cell)?[at]));
            let row = group.map(|group| database.row(database.node(group as usize, player)));
            let Some(row) = row.filter(|row| !row.is_dead()) else {
                assert!(expected.iter().all(|&pushes| pushes == UNREACHABLE), "{position:?}");
                dead += 1;
                continue;
            };
            for (&pushes, &excess) in expected.iter().zip(row.excess) {
                let found = (excess != u8::MAX).then(|| row.least + i64::from(excess));
                assert_eq!(found, (pushes != UNREACHABLE).then_some(pushes.into()), "{position:?}");
                finite += usize::from(found.is_some());
            }
        }
        (finite, dead)
    }

    #[test]
    fn the_database_has_the_pushes_of_the_plain_rules() {
        let boards = |side, most: usize, goals: usize| {
            (0..400)
                .map(move |seed| Board::new(&random_level(seed, side)))
                .filter(move |board| board.cells() <= most && board.goals().len() >= goals)
        };
        let (mut finite, mut dead) = (0, 0);
        for board in boards(4, 14, 2).take(25) {
            let (more, deadlocks) = compare_rows::<3>(&board);
            (finite, dead) = (finite + more, dead + deadlocks);
        }
        assert!(finite > 2_000 && dead > 2_000, "{finite} {dead}");
        let (mut finite, mut dead) = (0, 0);
        for board in boards(4, 11, 3).take(12) {
            let (more, deadlocks) = compare_rows::<4>(&board);
            (finite, dead) = (finite + more, dead + deadlocks);
        }
        assert!(finite > 500 && dead > 500, "{finite} {dead}");
    }

    #[test]
    fn an_assignment_and_its_penalties_never_exceed_the_cost() {
        let mut random = Random::new(11);
        let mut raised = [0; MAX_SIZE + 1];
        let (mut below, mut dead) = (0, 0);
        for seed in 0..samples(2_500) {
            let mut level = random_level(seed, 5);
            if seed % 5 == 0 {
                // A goal without a box.
                level = level.with_boxes(&level.boxes().skip(1).collect::<Vec<_>>());
            }
            let board = Board::new(&level);
            let boxes = board.boxes();
            if boxes.len() < 2 || board.cells() > [0, 0, 30, 14, 10, 8][boxes.len()] {
                continue;
            }
            let mut budget = Budget::unlimited();
            let distances = Distances::new(&board, &mut budget).expect("no limit");
            let exact = all_costs(&board);
            for (size, raised) in raised.iter_mut().enumerate().take(boxes.len() + 1).skip(2) {
                let mut patterns = PatternPenalties::new(&board);
                patterns.build(&board, &distances, size, &mut budget).expect("no limit");
                let mut matcher = Matcher::default();
                for _ in 0..60 {
                    let mut cells: Vec<Cell> = board.all().collect();
                    random.shuffle(&mut cells);
                    let player = cells.pop().expect("a cell");
                    cells.truncate(boxes.len());
                    cells.sort_unstable();
                    let sides: Vec<BoxAndSide> =
                        cells.iter().map(|&cell| distances.box_and_side(&board, cell, player)).collect();
                    if matcher.set(&distances, &sides, &Deadline::default()) != Matched::All {
                        continue;
                    }
                    let cost = exact(&cells, player);
                    let Some(penalty) = patterns.penalty(&cells, &sides, player, &matcher) else {
                        assert_eq!(cost, UNREACHABLE, "{size} of seed {seed}: {cells:?} {player}");
                        dead += 1;
                        continue;
                    };
                    let bound = matcher.total() + penalty;
                    assert!(bound <= cost, "{size} of seed {seed}: {cells:?} {player}: {bound} > {cost}");
                    *raised += usize::from(penalty > 0);
                    below += usize::from(bound < cost && cost != UNREACHABLE);
                    if size == boxes.len() && board.goals().len() == size {
                        // One group with the only set of goals.
                        assert_eq!(bound, cost, "{size} of seed {seed}: {cells:?} {player}");
                    }
                }
            }
        }
        assert!(raised[2] > samples(50) && raised[3] > samples(20) && dead > samples(1_000), "{raised:?} {dead}");
        assert!(below > samples(10), "{below}");
    }

    /// The fewest pushes that boxes on some cells and the player on another one need.
    type Costs = Box<dyn Fn(&[Cell], Cell) -> u32>;

    /// The costs of all positions of as many boxes as `board` has.
    fn all_costs(board: &Board) -> Costs {
        fn of<const N: usize>(board: &Board) -> Costs {
            let goals = board.goals().to_vec();
            let table =
                fewest::<N>(SearchDirection::Push, board, |boxes| boxes.iter().all(|cell| goals.contains(cell)));
            let cells = board.cells();
            Box::new(move |boxes, player| {
                let number = boxes.iter().chain([&player]).fold(0, |sum, &cell| sum * cells + usize::from(cell));
                table[number]
            })
        }
        match board.boxes().len() {
            2 => of::<3>(board),
            3 => of::<4>(board),
            4 => of::<5>(board),
            _ => of::<6>(board),
        }
    }
}
