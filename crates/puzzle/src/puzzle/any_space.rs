//! What the engine does for any state space of a puzzle: solving, listing the optimal solutions, counting the states,
//! rating.

use std::{borrow::Borrow, cell::RefCell};

use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Proof, Stop},
    search::{self, Row, Search, Searched, Settings, Stepper, Strategy},
    space::{Heuristic, Space, Successors},
};

use super::{
    errors::{Ending, Unanswered},
    rating::{Rating, RatingPart, log2_hundredths},
    solving::{Answer, Fit, Report, ending_of_outcome, fits, solve_by_search},
    state_space::{CensusOptions, StateSpaceStats, count_by_hash},
};

/// A state space of any type with the texts of its puzzle: what [`Puzzle::space`](super::Puzzle::space) returns, and
/// what the commands use by default. [`PuzzleSpace`] implements it.
pub trait AnySpace {
    /// Every strategy of the registry and of the plug-in, and whether it supports this space.
    fn fits(&self) -> Vec<Fit>;

    /// Searches for a solution.
    fn solve(&self, choice: Strategy, settings: &Settings, budget: &mut Budget<'_>) -> Report;

    /// Appends every answer of the proved optimal `cost` to `found`.
    ///
    /// # Errors
    /// The budget stopped the list.
    fn all_optimal(&self, cost: Cost, budget: &mut Budget<'_>, found: &mut Vec<String>) -> Ending<()>;

    /// Counts the states by their distance.
    ///
    /// # Errors
    /// As [`count_by_hash`].
    fn census(&self, options: CensusOptions<'_>, budget: &mut Budget<'_>) -> Ending<StateSpaceStats>;

    /// Rates how hard it is to find a solution (see [`PuzzleSpace`]).
    ///
    /// # Errors
    /// No solution was found.
    fn rate(&self, budget: &mut Budget<'_>) -> Ending<Rating>;
}

/// The space of a puzzle, and how its actions and states are written.
///
/// ```
/// use lurd_engine::program::{
///     budget::Budget,
///     space::{Space, Successors},
/// };
/// use lurd_puzzle::puzzle::{AnySpace, PuzzleSpace};
///
/// /// From 1 to a number by doubling and adding three.
/// struct Numbers(u64);
///
/// impl Space for Numbers {
///     type State = u64;
///     type Action = char;
///
///     fn start(&self) -> u64 {
///         1
///     }
///     fn is_goal(&self, state: &u64) -> bool {
///         *state == self.0
///     }
///     fn expand(&self, state: &u64, children: &mut Successors<Self>) {
///         if *state < self.0 {
///             children.push(state * 2, '*', 1);
///             children.push(state + 3, '+', 1);
///         }
///     }
/// }
///
/// let space = PuzzleSpace::new(Numbers(10), |actions| actions.iter().collect());
/// let mut found = Vec::new();
/// space.all_optimal(3, &mut Budget::unlimited(), &mut found)?;
/// assert_eq!(found, ["*+*", "+++"]);
/// # Ok::<(), lurd_puzzle::puzzle::Unanswered>(())
/// ```
///
/// # The rating
///
/// The difficulty is the sum of the binary logarithms of the number of successors along the answer: the size, in bits,
/// of the choice among all sequences of so many steps. It measures the search and not what people find hard, so there
/// is no class. The parts are
///
/// | part | what it counts |
/// |---|---|
/// | `optimum` | the cost of the answer that `auto` found; `is_optimal` says whether it is proved |
/// | `expansions` | the expansions of this search |
/// | `branching` | the mean number of successors along the answer |
/// | `answers` | the optimal answers; unknown if there are more than 10 000, or the budget does not suffice to list them |
/// | `counter_intuitive` | the steps of the answer that increase the estimate, if the space has a heuristic |
pub struct PuzzleSpace<'p, S: Space> {
    space: S,
    write: Box<PlanText<'p, S>>,
    auto: Strategy,
    unsolvable: Option<String>,
    /// The strategies of the plug-in, and what begins a search by each.
    own: Vec<(&'static Row, Box<Begin<'p, S>>)>,
    /// The plural noun for a state, and the text of one.
    states: Option<(&'static str, Box<StateText<'p, S>>)>,
}

/// Begins a search of a space.
type Begin<'p, S> = dyn for<'s> Fn(&'s S) -> Box<dyn Search<S> + 's> + 'p;

/// Writes the actions of a plan as the text of a solution.
type PlanText<'p, S> = dyn Fn(&[<S as Space>::Action]) -> String + 'p;

/// Writes a state.
type StateText<'p, S> = dyn Fn(&<S as Space>::State) -> String + 'p;

/// The number of optimal answers up to which a rating counts them.
const MAX_COUNTED: u64 = 10_000;

impl<'p, S: Searched + 'p> PuzzleSpace<'p, S> {
    /// A space whose plans `write` turns into the text of a solution.
    pub fn new(space: S, write: impl Fn(&[S::Action]) -> String + 'p) -> Self {
        Self { space, write: Box::new(write), auto: Strategy::Auto, unsolvable: None, own: Vec::new(), states: None }
    }

    /// The strategy that `auto` stands for. By default the engine chooses one by the abilities of the space.
    #[must_use]
    pub fn with_auto(mut self, strategy: Strategy) -> Self {
        self.auto = strategy;
        self
    }

    /// The reason why there is provably no solution, if that is known without a search. No strategy is then run.
    #[must_use]
    pub fn with_proof_of_unsolvability(mut self, reason: Option<String>) -> Self {
        self.unsolvable = reason;
        self
    }

    /// A strategy of the plug-in, which `begin` starts. The program of the plug-in [registers](Row::register) the row, so
    /// that its name can be typed. Its expansions are not recorded.
    #[must_use]
    pub fn with_strategy(
        mut self,
        row: &'static Row,
        begin: impl for<'s> Fn(&'s S) -> Box<dyn Search<S> + 's> + 'p,
    ) -> Self {
        self.own.push((row, Box::new(begin)));
        self
    }

    /// The plural noun for a state (`boards`), and the text of one, for the examples of the command `space`.
    #[must_use]
    pub fn with_states(mut self, noun: &'static str, text: impl Fn(&S::State) -> String + 'p) -> Self {
        self.states = Some((noun, Box::new(text)));
        self
    }

    /// The value that [`Puzzle::space`](super::Puzzle::space) returns.
    #[must_use]
    pub fn boxed(self) -> Box<dyn AnySpace + 'p> {
        Box::new(self)
    }

    /// Solves by a strategy, and passes the actions of the plan to `on_plan`.
    fn run(
        &self,
        choice: Strategy,
        settings: &Settings,
        budget: &mut Budget<'_>,
        on_plan: impl Fn(&[S::Action]),
    ) -> Report {
        let choice = if choice == Strategy::Auto { self.auto } else { choice };
        if let Some(reason) = &self.unsolvable {
            return Report::new(choice, Err(Unanswered::unsolvable(reason.clone())), budget);
        }
        let write = |actions: &[S::Action]| {
            on_plan(actions);
            (self.write)(actions)
        };
        let why = || "all states that can be reached were visited".to_owned();
        let Some((row, begin)) = self.own.iter().find(|(row, _)| row.strategy == choice) else {
            return solve_by_search(&self.space, choice, settings, budget, write, why);
        };
        let ending = match Stepper::of(&self.space, row, settings, begin(&self.space)) {
            Ok(mut search) => {
                let estimate = self.space.heuristic().filter(|_| choice.is_informed());
                budget.search_begins(row.name, estimate.map(|estimate| estimate.of(self.space.start().borrow())));
                ending_of_outcome(budget.in_part(row.name, |budget| search.finish(budget)), write, why)
            }
            Err(lacking) => Err(Unanswered::unsupported(format!("{} {lacking}", row.name))),
        };
        Report::new(choice, ending, budget)
    }

    /// The number of optimal answers; `None` if there are too many, or the budget does not suffice.
    ///
    /// # Errors
    /// The user stopped it.
    fn answers(&self, cost: Cost, budget: &mut Budget<'_>) -> Result<Option<u64>, Stop> {
        let mut count = 0;
        let mut visit = |_: &[S::Action], _: &mut Budget<'_>| {
            count += 1;
            if count > MAX_COUNTED { Err(Stop::Paused) } else { Ok(()) }
        };
        let listed = budget
            .in_scope(|budget| search::each_optimal(&self.space, self.space.backward(), cost, budget, &mut visit));
        match listed {
            Ok(()) => Ok(Some(count)),
            Err(Stop::Paused | Stop::Limit(_)) => Ok(None),
            Err(stop) => Err(stop),
        }
    }
}

impl<'p, S: Searched + 'p> AnySpace for PuzzleSpace<'p, S> {
    fn fits(&self) -> Vec<Fit> {
        let own = self.own.iter().map(|(row, _)| Fit::new(row, &self.space));
        fits(&self.space).into_iter().chain(own).collect()
    }

    fn solve(&self, choice: Strategy, settings: &Settings, budget: &mut Budget<'_>) -> Report {
        self.run(choice, settings, budget, |_| {})
    }

    fn all_optimal(&self, cost: Cost, budget: &mut Budget<'_>, found: &mut Vec<String>) -> Ending<()> {
        let mut visit = |actions: &[S::Action], budget: &mut Budget<'_>| -> Result<(), Stop> {
            let answer = (self.write)(actions);
            budget.grow((answer.len() + 2 * size_of::<String>()) as u64)?;
            found.push(answer);
            Ok(())
        };
        Ok(search::each_optimal(&self.space, self.space.backward(), cost, budget, &mut visit)?)
    }

    fn census(&self, options: CensusOptions<'_>, budget: &mut Budget<'_>) -> Ending<StateSpaceStats> {
        if let Some((noun, text)) = &self.states {
            return count_by_hash(&self.space, options, noun, budget, text);
        }
        if options.antipodes {
            return Err("the states of this puzzle have no text, so the farthest cannot be listed".into());
        }
        let stats = count_by_hash(&self.space, options, "states", budget, |_| String::new())?;
        Ok(StateSpaceStats { examples: Vec::new(), ..stats })
    }

    fn rate(&self, budget: &mut Budget<'_>) -> Ending<Rating> {
        let before = budget.statistics().expanded;
        let plan = RefCell::new(Vec::new());
        let on_plan = |actions: &[S::Action]| *plan.borrow_mut() = actions.to_vec();
        let report = self.run(Strategy::Auto, &Settings::default(), budget, on_plan);
        let expansions = budget.statistics().expanded - before;
        let Answer { solution, cost, proof, lower_bound, stopped } = report.ending?;
        if stopped == Some(Stop::Cancelled) {
            return Err(Stop::Cancelled.into());
        }
        let path = AnswerPath::of(&self.space, &plan.into_inner(), budget)?;
        let is_optimal = proof == Proof::Optimal;
        let answers = if is_optimal { self.answers(cost, budget)? } else { None };
        let mut parts = vec![
            RatingPart::whole("optimum", Some(cost)),
            RatingPart::whole("expansions", Some(expansions)),
            RatingPart { name: "branching", hundredths: Some(path.choices * 100 / path.steps.max(1)) },
            RatingPart::whole("answers", answers),
        ];
        parts.extend(path.counter_intuitive.map(|steps| RatingPart::whole("counter_intuitive", Some(steps))));
        let tenths = u32::try_from(path.bits_hundredths / 10).unwrap_or(u32::MAX);
        let lower_bound = if is_optimal { cost } else { lower_bound.unwrap_or(0) };
        Ok(Rating { tenths, class: None, parts, solution: Some(solution), cost: Some(cost), lower_bound })
    }
}

/// Counts along an answer.
#[derive(Default)]
struct AnswerPath {
    steps: u64,
    /// The number of successors, summed over all states in which the answer acts.
    choices: u64,
    /// The sum of the binary logarithms of these numbers, in hundredths.
    bits_hundredths: u64,
    /// The steps that increase the estimate; `None` without a heuristic.
    counter_intuitive: Option<u64>,
}

impl AnswerPath {
    /// Walks along `actions` from the start of `space`.
    ///
    /// # Errors
    /// When the budget stops it.
    fn of<S: Space>(space: &S, actions: &[S::Action], budget: &mut Budget<'_>) -> Result<Self, Stop> {
        let estimate = |state: &S::State| space.heuristic().map(|heuristic| Heuristic::of(heuristic, state));
        let mut path = Self { counter_intuitive: space.heuristic().map(|_| 0), ..Self::default() };
        let mut children = Successors::default();
        let mut state = space.start();
        for &action in actions {
            budget.check()?;
            children.clear();
            space.expand(state.borrow(), &mut children);
            children.charge(budget)?;
            let Some(next) = (0..children.len()).find(|&index| children.action(index) == action) else { break };
            path.steps += 1;
            path.choices += children.len() as u64;
            path.bits_hundredths += log2_hundredths(children.len() as u64 - 1);
            let next = children.state(next).to_owned();
            let increase = u64::from(estimate(next.borrow()) > estimate(state.borrow()));
            path.counter_intuitive = path.counter_intuitive.map(|steps| steps + increase);
            state = next;
        }
        children.release(budget);
        Ok(path)
    }
}
