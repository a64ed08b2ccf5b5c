//! Every strategy does the same on a space and on the erased one: outcome, expansions, bounds.

use lurd_engine::program::{
    search, search::UnmetNeeds, search::random::Random, space::Features, space::Mark, space::MovePruning,
};
use lurd_engine::{
    Backward, Budget, Cost, Guarantee, Heuristic, Limits, Outcome, Settings, Space, Statistics, Stepper, Strategy,
    Successors,
};

const WIDTH: u64 = 9;
const DIRECTIONS: [char; 4] = ['l', 'u', 'r', 'd'];

/// A square of cells, some of which are blocked. A state is the column and the row.
struct Grid {
    blocked: Vec<bool>,
    start: [u64; 2],
    goal: [u64; 2],
}

impl Grid {
    fn random(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let mut blocked: Vec<bool> = (0..WIDTH * WIDTH).map(|_| random.below(3) == 0).collect();
        let mut free = || {
            let cell = random.below(81);
            blocked[cell] = false;
            [cell as u64 % WIDTH, cell as u64 / WIDTH]
        };
        let (start, goal) = (free(), free());
        Self { blocked, start, goal }
    }

    fn after(&self, state: &[u64], direction: char) -> Option<[u64; 2]> {
        let [column, row] = [state[0], state[1]];
        let next = match direction {
            'l' => [column.checked_sub(1)?, row],
            'r' => [column + 1, row],
            'u' => [column, row.checked_sub(1)?],
            _ => [column, row + 1],
        };
        let is_inside = next.iter().all(|&at| at < WIDTH);
        (is_inside && !self.blocked[usize::try_from(rank(&next)).ok()?]).then_some(next)
    }
}

fn rank(state: &[u64]) -> u64 {
    state[1] * WIDTH + state[0]
}

fn opposite(direction: char) -> char {
    let place = DIRECTIONS.iter().position(|&it| it == direction).expect("a direction");
    DIRECTIONS[(place + 2) % 4]
}

impl Space for Grid {
    type State = [u64];
    type Action = char;

    fn start(&self) -> Vec<u64> {
        self.start.to_vec()
    }
    fn is_goal(&self, state: &[u64]) -> bool {
        state == self.goal
    }
    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        for direction in DIRECTIONS {
            if let Some(next) = self.after(state, direction) {
                children.push(&next, direction, 1);
            }
        }
    }
    fn unit_costs(&self) -> bool {
        true
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }
    fn featured(&self) -> Option<&dyn Features<Self>> {
        Some(self)
    }
    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        Some(self)
    }
}

impl Heuristic<Self> for Grid {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }
    fn of(&self, state: &[u64]) -> Cost {
        state[0].abs_diff(self.goal[0]) + state[1].abs_diff(self.goal[1])
    }
}

impl Backward<Self> for Grid {
    fn goal_states(&self) -> Vec<Vec<u64>> {
        vec![self.goal.to_vec()]
    }
    fn predecessors(&self, state: &[u64], children: &mut Successors<Self>) {
        for direction in DIRECTIONS {
            if let Some(before) = self.after(state, opposite(direction)) {
                children.push(&before, direction, 1);
            }
        }
    }
}

impl Features<Self> for Grid {
    fn mark(&self, state: &[u64]) -> Mark {
        Mark { cell: state[0] % 3, score: self.of(state), ..Mark::default() }
    }
    fn annotate(&self, _: &[u64], _: Mark, children: &mut Successors<Self>, marks: &mut [Mark]) {
        for (index, mark) in marks.iter_mut().enumerate() {
            *mark = Mark { weight: u8::from(children.action(index) == 'l'), ..self.mark(children.state(index)) };
        }
    }
}

impl MovePruning<Self> for Grid {
    fn prune(&self, previous: char, children: &mut Successors<Self>) {
        children.prune_actions(|action| action == opposite(previous));
    }
}

/// The outcome, the statistics without the time, and the lower bound.
type Ended = (Outcome<char>, Statistics, Cost);

/// Runs a search; `actions` are those of its plan.
fn ended<A>(run: impl FnOnce(&mut Budget<'_>) -> Outcome<A>, actions: impl FnOnce(Vec<A>) -> Vec<char>) -> Ended {
    // Depth-first searches of paths do not end where there is no solution.
    let mut budget = Budget::within(Limits { nodes: Some(3_000), ..Limits::NONE });
    let outcome = run(&mut budget).map_actions(actions);
    (outcome, Statistics { seconds: 0.0, cpu_seconds: None, ..budget.statistics() }, budget.lower_bound())
}

/// A search that is compiled for this space.
type Begin = for<'g> fn(&'g Grid, &Settings) -> Result<Stepper<'g, Grid>, UnmetNeeds>;

#[test]
fn strategies_do_the_same() {
    let strategies: [(Strategy, Begin); 12] = [
        (Strategy::Astar, |grid, settings| Stepper::astar(grid, settings)),
        (Strategy::Beam, |grid, settings| Stepper::beam(grid, settings)),
        (Strategy::Bfs, |grid, settings| Stepper::bfs(grid, settings)),
        (Strategy::Bidirectional, |grid, settings| Stepper::bidirectional(grid, settings)),
        (Strategy::Dfs, |grid, settings| Stepper::dfs(grid, settings)),
        (Strategy::Fess, |grid, settings| Stepper::fess(grid, settings)),
        (Strategy::Greedy, |grid, settings| Stepper::greedy(grid, settings)),
        (Strategy::Idastar, |grid, settings| Stepper::idastar(grid, settings)),
        (Strategy::Iddfs, |grid, settings| Stepper::iddfs(grid, settings)),
        (Strategy::Resort, |grid, settings| Stepper::resort(grid, settings)),
        (Strategy::Uniform, |grid, settings| Stepper::uniform(grid, settings)),
        (Strategy::WeightedAstar, |grid, settings| Stepper::weighted_astar(grid, settings)),
    ];
    let settings = Settings::default();
    let (mut solved, mut unsolvable) = (0, 0);
    for seed in 0..200 {
        let grid = Grid::random(seed);
        let erased = search::erase(&grid);
        let space = erased.space();
        for (strategy, begin) in strategies {
            let expected = ended(|budget| begin(&grid, &settings).expect("it fits").finish(budget), |actions| actions);
            let mut named = Stepper::new(&space, strategy, &settings).expect("it fits");
            let other = ended(|budget| named.finish(budget), |numbers| erased.actions(&numbers));
            solved += usize::from(matches!(expected.0, Outcome::Solved { .. }));
            unsolvable += usize::from(expected.0 == Outcome::Unsolvable);
            // The buffers of successors have actions of another size.
            let bytes = [expected.1.peak_bytes, other.1.peak_bytes];
            assert!(bytes[0].abs_diff(bytes[1]) < 1 << 12, "{} of grid {seed}: {bytes:?}", strategy.name());
            let other = (other.0, Statistics { peak_bytes: bytes[0], ..other.1 }, other.2);
            assert_eq!(other, expected, "{} of grid {seed}", strategy.name());
        }
    }
    assert!(solved > 1_000 && unsolvable > 300, "{solved} {unsolvable}");
}

#[test]
fn abilities_are_those_of_the_space() {
    let graph = lurd_engine::Graph::new(1_u64, |&n: &u64| vec![(2 * n, 3), (n + 3, 1)], |&n| n == 37);
    let erased = search::erase(&graph);
    let space = erased.space();
    assert!(!space.unit_costs() && space.heuristic().is_none() && space.rate().is_none());
    assert!(space.backward().is_none() && space.featured().is_none());
    assert!(space.move_pruning().is_none());
    let grid = Grid::random(1);
    let erased = search::erase(&grid);
    let space = erased.space();
    let start = space.start();
    assert_eq!(space.backward().expect("as the grid").goal_states(), [grid.goal.to_vec()]);
    assert_eq!(start, grid.start);
}
