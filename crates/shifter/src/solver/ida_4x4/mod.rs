//! IDA* (Korf, *Depth-first iterative-deepening*, 1985) for boards of four rows and columns with too many
//! arrangements for a bidirectional search.
//!
//! - `search`: the search, the bounds of one target, and the boards around it
//! - `pattern_database`: the table of eight tiles, its symmetries, and its file
//! - `walking_distance`: the bound that needs no stored table, and the board as the bounds see it

mod pattern_database;
mod search;
mod walking_distance;

pub(super) use search::{TableUse, fits, search, search_with};

#[cfg(test)]
mod tests {
    //! The bounds against searches that share nothing with them.

    use lurd_engine::program::budget::{Budget, Cancel, Limits};
    use lurd_engine::program::outcome::{Conclusion, Cost, Limit, Stop};

    use super::{
        TableUse,
        pattern_database::{self, Effort},
        search::{self, Perimeter},
        walking_distance::{Renamed, Tiles, pack},
    };
    use crate::{
        notation::tests::one,
        rules::{Goal, Moves, Slide, shifts_of},
        solver::layered_bidirectional,
        spaces::packed::Packed,
        tests::Random,
    };

    /// The board some random moves away from the target.
    fn walked(target: &str, moves: Moves, steps: u64, seed: u64) -> Goal {
        let target = one(&format!("{target} -> {target}")).target().clone();
        let slides = moves.on(&target);
        let mut random = Random(seed);
        let slides: Vec<Slide> = (0..steps).map(|_| slides[random.below(slides.len())]).collect();
        Goal::new(&target.after(&shifts_of(&slides)), &target)
    }

    fn with_budget<T>(work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
        let mut budget = Budget::unlimited();
        work(&mut budget)
    }

    fn length(end: Result<Conclusion<Slide>, Stop>) -> Cost {
        match end {
            Ok(Conclusion::Found(plan)) => plan.cost,
            other => panic!("{other:?}"),
        }
    }

    const SIXTEEN: &str = "1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16";
    const TARGETS: [&str; 6] = [
        SIXTEEN,
        "3,9,16,4/1,2,8,10/12,7,6,15/5,11,14,13",
        "1122/3344/5566/7788",
        "1234/5678/1234/5678",
        "1,2,3,4/5,6,7,8/9,10,11,12/13,14,14,14",
        "1112/2233/3344/4556",
    ];

    #[test]
    fn lengths_are_those_of_the_search_from_both_ends() {
        for target in TARGETS {
            for (moves, steps) in [(Moves::Single, 8), (Moves::Grouped, 6)] {
                for seed in 0..6 {
                    let goal = walked(target, moves, steps, seed);
                    let ours = with_budget(|budget| length(search::search(&goal, moves, TableUse::Never, budget)));
                    let theirs = with_budget(|budget| length(layered_bidirectional::search(&goal, moves, budget)));
                    assert_eq!(ours, theirs, "{target} {seed}");
                    assert!(Cost::from(u32::try_from(steps).expect("few")) >= ours);
                }
            }
        }
    }

    #[test]
    fn locked_lines_are_left_alone() {
        let text = |lock: &str| format!("2,3,4,1/5,6,7,8/9,10,11,12/13,14,15,16 -> {SIXTEEN} {lock}");
        for (lock, expected) in [("", 1), ("locked: row 1", 1), ("locked: row 0", 9)] {
            let puzzle = one(&text(lock));
            let goal = Goal::new(puzzle.source(), puzzle.target());
            let end = with_budget(|budget| search::search(&goal, Moves::Single, TableUse::Never, budget));
            let Ok(Conclusion::Found(plan)) = end else { panic!("there is a way") };
            let theirs = with_budget(|budget| length(layered_bidirectional::search(&goal, Moves::Single, budget)));
            assert_eq!((plan.cost, plan.cost), (theirs, expected), "{lock}");
            assert!(plan.actions.iter().all(|slide| lock.is_empty() || slide.to_string() != "left 0"));
        }
    }

    #[test]
    fn walking_distance_is_a_bound_and_consistent() {
        for target in TARGETS {
            for moves in [Moves::Single, Moves::Grouped] {
                for steps in 0..12 {
                    let goal = walked(target, moves, steps, 77 + steps);
                    let puzzle = Renamed::new(&goal);
                    let perimeter =
                        with_budget(|budget| Perimeter::of(&puzzle.target, moves, budget)).expect("no limit");
                    let bound = |board: u64| {
                        let planes = perimeter.planes(board);
                        u64::from(perimeter.rows.of(planes.rows) + perimeter.columns.of(planes.columns))
                    };
                    let here = bound(pack(&puzzle.start));
                    assert!(here <= steps);
                    let space = Packed::by(moves, &puzzle.start, &puzzle.target, false);
                    for next in space.successors(pack(&puzzle.start)) {
                        assert!(here <= bound(next) + 1 && bound(next) <= here + 1);
                    }
                }
            }
        }
    }

    #[test]
    fn parity_is_that_of_the_length() {
        for steps in 0..20 {
            let goal = walked(SIXTEEN, Moves::Single, steps, steps);
            assert_eq!(Renamed::new(&goal).is_odd(), steps % 2 == 1);
        }
    }

    #[test]
    fn a_limit_ends_it() {
        let goal = one(&format!("1,5,9,13/2,6,10,14/3,7,11,15/4,8,12,16 -> {SIXTEEN}"));
        let goal = Goal::new(goal.source(), goal.target());
        let mut no_observer = ();
        let limits = Limits { nodes: Some(1000), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        let end = search::search(&goal, Moves::Single, TableUse::AsNeeded, &mut budget);
        assert_eq!(end, Err(Stop::Limit(Limit::Nodes)));
        assert_eq!(budget.statistics().expanded, 1000);
        assert!(budget.lower_bound() >= 10);
    }

    /// Builds the table: seconds, and 55 MB.
    #[test]
    #[ignore = "seconds"]
    fn the_table_is_exact_for_its_tiles() {
        let mut budget = Budget::unlimited();
        let table = pattern_database::load(Effort::Build, &mut budget).expect("no limit").expect("memory");
        let seconds = budget.statistics().seconds;
        assert!(seconds < 60.0, "{seconds}");
        let tiles = |board: u64| Tiles::of(|cell| (board >> (4 * cell)).to_le_bytes()[0] & 15);
        let solved = one(&format!("{SIXTEEN} -> {SIXTEEN}"));
        let space = Packed::new(solved.source(), solved.target(), false);
        let mut board = pack(&Renamed::new(&Goal::new(solved.source(), solved.target())).start);
        assert_eq!(table.max_bound(&tiles(board)), 0);
        let mut most = 0;
        let mut random = Random(1);
        for step in 0..3000 {
            let next: Vec<u64> = space.successors(board).collect();
            // The bounds of the inverse are not consistent: a shift exchanges the tiles that they are about.
            for which in 0..8 {
                let here = table.bound(&tiles(board), which);
                for &other in &next {
                    assert!(here.abs_diff(table.bound(&tiles(other), which)) <= 1);
                }
            }
            most = most.max(table.max_bound(&tiles(board)));
            board = next[random.below(next.len())];
            if step < 200 {
                // The first bound is the distance of tiles 1 to 8, as is that of a target with wildcards.
                let cells: Vec<String> = (0..16).map(|cell| ((board >> (4 * cell) & 0xF) + 1).to_string()).collect();
                let source = cells.chunks(4).map(|row| row.join(",")).collect::<Vec<_>>().join("/");
                let puzzle = one(&format!("{source} -> 1,2,3,4/5,6,7,8/?,?,?,?/?,?,?,?"));
                let goal = Goal::new(puzzle.source(), puzzle.target());
                let exact = with_budget(|budget| length(layered_bidirectional::search(&goal, Moves::Single, budget)));
                assert_eq!(Cost::from(table.bound(&tiles(board), 0)), exact, "{source}");
            }
        }
        assert!((9..=15).contains(&most), "{most}");
        for seed in 0..2000 {
            let (steps, goal) = (seed % 8, walked(SIXTEEN, Moves::Single, seed % 8, seed));
            assert!(u64::from(table.max_bound(&tiles(pack(&Renamed::new(&goal).start)))) <= steps);
        }
        for seed in 0..20 {
            let goal = walked(SIXTEEN, Moves::Single, 40, seed);
            let with = with_budget(|budget| length(search::search(&goal, Moves::Single, TableUse::AsNeeded, budget)));
            let without = with_budget(|budget| length(search::search(&goal, Moves::Single, TableUse::Never, budget)));
            assert_eq!(with, without);
        }
    }
}
