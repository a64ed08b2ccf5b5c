//! Spaces whose actions cost different amounts and that do not say so: no strategy may take the cost of its
//! plan for optimal.

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Contradiction, Outcome, Proof, Stop};
use lurd::search::{self, STRATEGIES, Settings, Strategy, Unsolved};
use lurd::space::{Backward, Features, Guarantee, Heuristic, Mark, Space, Successors};

/// From 0 to 9 by one action that costs 100, or by two that cost 1 each. It has every ability, and does not
/// say what its actions cost, unless it lies.
struct Shortcut {
    says_unit_costs: bool,
}

const SHORTCUT: Shortcut = Shortcut { says_unit_costs: false };

impl Space for Shortcut {
    type State = u64;
    type Action = char;

    fn start(&self) -> u64 {
        0
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == 9
    }
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        match state {
            0 => {
                children.push(9, 'j', 100);
                children.push(4, 'w', 1);
            }
            4 => children.push(9, 'w', 1),
            _ => {}
        }
    }
    fn unit_costs(&self) -> bool {
        self.says_unit_costs
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
}

impl Heuristic<Self> for Shortcut {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }
    fn of(&self, _: &u64) -> u64 {
        0
    }
}

impl Backward<Self> for Shortcut {
    fn goal_states(&self) -> Vec<u64> {
        vec![9]
    }
    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        match state {
            9 => {
                children.push(0, 'j', 100);
                children.push(4, 'w', 1);
            }
            4 => children.push(0, 'w', 1),
            _ => {}
        }
    }
}

impl Features<Self> for Shortcut {
    fn mark(&self, state: &u64) -> Mark {
        Mark { cell: 0, score: *state, weight: 1, ..Mark::default() }
    }
    fn annotate(&self, _: &u64, _: Mark, children: &mut Successors<Self>, marks: &mut [Mark]) {
        for (index, mark) in marks.iter_mut().enumerate() {
            *mark = self.mark(children.state(index));
        }
    }
}

#[test]
fn costs_that_a_space_says_nothing_about_are_never_taken_for_equal() {
    let (mut optimal, mut refused) = (0, Vec::new());
    for row in STRATEGIES {
        let mut no_observer = ();
        let limits = Limits::NONE.memory(1 << 30);
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        match search::run(&SHORTCUT, row.strategy, &Settings::default(), &mut budget) {
            Ok(Outcome::Solved { plan, proof, lower_bound, .. }) => {
                assert!(lower_bound <= 2, "{}: a bound of {lower_bound}", row.name);
                match proof {
                    Proof::Optimal => {
                        assert_eq!(plan.cost, 2, "{}", row.name);
                        optimal += 1;
                    }
                    Proof::Within(weight) => {
                        assert!(plan.cost * 100 <= 2 * u64::from(weight.hundredths()), "{}", row.name);
                    }
                    Proof::Nothing => assert!([2, 100].contains(&plan.cost), "{}", row.name),
                }
            }
            Ok(outcome) => panic!("{}: {outcome:?}", row.name),
            Err(unmet) => {
                assert_eq!(unmet.to_string(), "needs actions that all cost 1", "{}", row.name);
                refused.push(row.name);
            }
        }
    }
    assert_eq!(refused, ["bfs", "iddfs", "bidirectional", "pathfinding-bfs"]);
    assert!(optimal >= 5, "{optimal} runs proved the optimum");
}

#[test]
fn auto_and_solve_find_the_cheapest_plan() {
    assert_eq!(search::solve(&SHORTCUT, Strategy::Auto).map(|plan| plan.cost), Ok(2));
    assert!(search::fits(Strategy::Bfs, &SHORTCUT).is_err());
}

#[test]
fn a_space_that_breaks_its_word_is_refused() {
    let liar = Shortcut { says_unit_costs: true };
    for name in ["bfs", "iddfs", "pathfinding-bfs"] {
        let strategy = Strategy::named(name).expect("a strategy");
        let unsolved = search::solve(&liar, strategy).expect_err(name);
        let stop = Stop::Contradiction(Contradiction::UnitCosts);
        assert!(matches!(unsolved, Unsolved::Stopped { stop: why, .. } if why == stop), "{name}: {unsolved}");
    }
}
