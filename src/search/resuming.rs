//! A search that is paused after every expansion ends as one that never was.

use super::{
    Search, Ties, ara, astar, beam, bfs, bidirectional, dfs, egreedy, greedy, idastar, iddfs, nbs, pea,
    rectangle, resort, uniform,
};
use crate::budget::{Budget, Cancel, Limits};
use crate::outcome::{Conclusion, Cost, Stop, Weight};
use crate::space::{Backward, Children, Estimate, Quality, Space};

/// A grid of 9 x 9 with walls, from one corner to the other; the goal may be walled in.
struct Maze {
    walled_in: bool,
}

impl Maze {
    fn is_wall(&self, x: u64, y: u64) -> bool {
        (x % 3 == 1 && y % 4 != 2) || (self.walled_in && x.max(y) == 7)
    }
}

impl Space for Maze {
    type State = u64;
    type Action = u8;

    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == 88
    }
    fn expand(&self, state: &u64, children: &mut Children<Self>) {
        let (x, y) = (state / 10, state % 10);
        let steps = [(x + 1, y), (x, y + 1), (x.wrapping_sub(1), y), (x, y.wrapping_sub(1))];
        for (action, (x, y)) in (0..).zip(steps) {
            if x < 9 && y < 9 && !self.is_wall(x, y) {
                children.push(&(x * 10 + y), action, 1);
            }
        }
    }
    fn estimate(&self) -> Option<&dyn Estimate<Self>> {
        Some(self)
    }
    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }
}

impl Estimate<Self> for Maze {
    fn quality(&self) -> Quality {
        Quality::Consistent
    }
    fn of(&self, state: &u64) -> Cost {
        u32::try_from(16 - state / 10 - state % 10).expect("within the grid")
    }
}

impl Backward<Self> for Maze {
    fn roots(&self, goals: &mut Vec<u64>) {
        goals.push(88);
    }
    fn predecessors(&self, state: &u64, children: &mut Children<Self>) {
        let mut forward = Children::default();
        self.expand(state, &mut forward);
        for index in 0..forward.len() {
            children.push(forward.state(index), (forward.action(index) + 2) % 4, 1);
        }
    }
}

/// Runs to the end, with a pause after every so many expansions: the end, and how many there were.
fn run(mut search: impl Search<Maze>, pauses: Option<u64>) -> (Conclusion<u8>, u64) {
    let mut no_observer = ();
    let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
    for _ in 0..1_000_000 {
        if let Some(expansions) = pauses {
            budget.pause_after(expansions);
        }
        match search.advance(&mut budget) {
            Ok(conclusion) => return (conclusion, budget.statistics().expanded),
            Err(stop) => assert_eq!(stop, Stop::Paused),
        }
    }
    panic!("a pause keeps the search from going on");
}

fn check<T: Search<Maze>>(name: &str, new: impl Fn() -> T) {
    let whole = run(new(), None);
    for expansions in [1, 2, 7] {
        assert_eq!(run(new(), Some(expansions)), whole, "{name}, paused after every {expansions}");
    }
}

fn check_all(maze: &Maze) {
    let weight = Weight::from_hundredths;
    check("bfs", || bfs::Bfs::new(maze));
    check("uniform", || uniform::Uniform::new(maze));
    check("dfs", || dfs::Dfs::new(maze));
    check("bidirectional", || bidirectional::Bidirectional::new(maze));
    check("greedy", || greedy::Greedy::new(maze));
    check("resort", || resort::Resort::new(maze, 5));
    check("egreedy", || egreedy::Egreedy::new(maze, 50, 3));
    check("astar", || astar::Astar::new(maze, weight(100), Ties::Shallow));
    check("weighted-astar", || astar::Astar::new(maze, weight(200), Ties::DeepOldest));
    check("pea", || pea::Pea::new(maze));
    check("nbs", || nbs::Nbs::new(maze));
    check("ara", || ara::Ara::new(maze, weight(300)));
    for width in [1, 2, 100] {
        check("beam", || beam::Beam::new(maze, width));
    }
    check("rectangle", || rectangle::Rectangle::new(maze));
}

#[test]
fn a_pause_changes_nothing() {
    let maze = Maze { walled_in: false };
    check_all(&maze);
    check("iddfs", || iddfs::Iddfs::new(&maze));
    check("idastar", || idastar::Idastar::new(&maze));
}

#[test]
fn a_pause_does_not_spoil_a_proof() {
    let maze = Maze { walled_in: true };
    check_all(&maze);
    assert_eq!(run(pea::Pea::new(&maze), Some(1)).0, Conclusion::Exhausted);
    assert_eq!(run(beam::Beam::new(&maze, 1), Some(1)).0, Conclusion::Exhausted);
}
