//! The bounds against searches that share nothing with them.

use super::super::meet;
use super::*;
use crate::budget::{Cancel, Limits};
use crate::shifter::notation::one;

fn mixed(seed: u64) -> u64 {
    let mixed = (seed ^ seed >> 31).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9)
}

fn below(seed: u64, limit: usize) -> usize {
    usize::try_from((u128::from(mixed(seed)) * limit as u128) >> 64).expect("below the limit")
}

/// The board some random moves away from the target.
fn walked(target: &str, moves: Moves, steps: u64, seed: u64) -> Goal {
    let target = one(&format!("{target} -> {target}")).target().clone();
    let slides = moves.on(&target);
    let mut source = target.clone();
    for step in 0..steps {
        let slide = slides[below(seed * 100 + step, slides.len())];
        for _ in 0..slide.times {
            source.shift(slide.shift).expect("a free line");
        }
    }
    Goal::new(&source, &target)
}

fn with_budget<T>(work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
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
                let ours = with_budget(|budget| length(search(&goal, moves, Tables::Never, budget)));
                let theirs = with_budget(|budget| length(meet::search(&goal, moves, budget)));
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
        let end = with_budget(|budget| search(&goal, Moves::Single, Tables::Never, budget));
        let Ok(Conclusion::Found(plan)) = end else { panic!("there is a way") };
        let theirs = with_budget(|budget| length(meet::search(&goal, Moves::Single, budget)));
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
                let (start, wanted, _) = named(&goal);
                let ground = with_budget(|budget| Ground::of(&wanted, moves, budget)).expect("no limit");
                let bound = |board: u64| {
                    let planes = ground.planes(board);
                    u64::from(ground.rows.of(planes.rows) + ground.columns.of(planes.columns))
                };
                let here = bound(pack(&start));
                assert!(here <= steps);
                let space = super::super::packed::Packed::by(moves, &start, &wanted, false);
                for next in space.successors(pack(&start)) {
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
        assert_eq!(is_odd(pack(&named(&goal).0)), steps % 2 == 1);
    }
}

#[test]
fn a_limit_ends_it() {
    let goal = one(&format!("1,5,9,13/2,6,10,14/3,7,11,15/4,8,12,16 -> {SIXTEEN}"));
    let goal = Goal::new(goal.source(), goal.target());
    let mut no_observer = ();
    let limits = Limits { nodes: Some(1000), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let end = search(&goal, Moves::Single, Tables::AsNeeded, &mut budget);
    assert_eq!(end, Err(Stop::Limit(crate::outcome::Limit::Nodes)));
    assert_eq!(budget.statistics().expanded, 1000);
    assert!(budget.lower_bound() >= 10);
}

/// Builds the table: seconds, and 55 MB.
#[test]
#[ignore = "seconds"]
fn the_table_is_exact_for_its_tiles() {
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    let table = pattern::table(Effort::Build, &mut budget).expect("no limit").expect("memory");
    let seconds = budget.statistics().cpu_seconds;
    assert!(seconds < 60.0, "{seconds}");
    let tiles = |board: u64| Tiles::of(|cell| (board >> (4 * cell)).to_le_bytes()[0] & 15);
    let solved = one(&format!("{SIXTEEN} -> {SIXTEEN}"));
    let space = super::super::packed::Packed::new(solved.source(), solved.target(), false);
    let mut board = pack(&named(&Goal::new(solved.source(), solved.target())).0);
    assert_eq!(table.of(&tiles(board)), 0);
    let mut most = 0;
    for step in 0..3000 {
        let next: Vec<u64> = space.successors(board).collect();
        // The bounds of the inverse are none of these: a shift exchanges the tiles that they are about.
        for which in 0..8 {
            let here = table.look(&tiles(board), which);
            for &other in &next {
                assert!(here.abs_diff(table.look(&tiles(other), which)) <= 1);
            }
        }
        most = most.max(table.of(&tiles(board)));
        board = next[below(step, next.len())];
        if step < 200 {
            // The first bound is about tiles 1 to 8, which a target with wildcards asks for.
            let cells: Vec<String> =
                (0..16).map(|cell| ((board >> (4 * cell) & 0xF) + 1).to_string()).collect();
            let source = cells.chunks(4).map(|row| row.join(",")).collect::<Vec<_>>().join("/");
            let puzzle = one(&format!("{source} -> 1,2,3,4/5,6,7,8/?,?,?,?/?,?,?,?"));
            let goal = Goal::new(puzzle.source(), puzzle.target());
            let exact = with_budget(|budget| length(meet::search(&goal, Moves::Single, budget)));
            assert_eq!(Cost::from(table.look(&tiles(board), 0)), exact, "{source}");
        }
    }
    assert!((9..=15).contains(&most), "{most}");
    for seed in 0..2000 {
        let (steps, goal) = (seed % 8, walked(SIXTEEN, Moves::Single, seed % 8, seed));
        assert!(u64::from(table.of(&tiles(pack(&named(&goal).0)))) <= steps);
    }
    for seed in 0..20 {
        let goal = walked(SIXTEEN, Moves::Single, 40, seed);
        let with = with_budget(|budget| length(search(&goal, Moves::Single, Tables::AsNeeded, budget)));
        let without = with_budget(|budget| length(search(&goal, Moves::Single, Tables::Never, budget)));
        assert_eq!(with, without);
    }
}
