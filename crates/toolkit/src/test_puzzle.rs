//! A small puzzle for tests: from one number to another by doubling (`*`) and adding three (`+`).

use lurd_engine::program::{
    budget::Budget,
    search::{Settings, Strategy},
    space::{Space, Successors},
};
use lurd_puzzle::{
    catalog::Catalog,
    diagnostic::Diagnostic,
    puzzle::{
        AnySpace, Buttons, Confidence, Ending, IllegalStep, Metadata, Metric, Misread, Objective, Plugin, Position,
        Puzzle, PuzzleEntry, PuzzleSpace, Report, StepText, solve_by_search,
    },
};

#[derive(Clone, Debug)]
pub struct TestPuzzle {
    now: u64,
    goal: u64,
    /// The error to make on purpose.
    pub lie: Option<&'static str>,
}

pub fn test_puzzle(text: &str) -> TestPuzzle {
    let (now, goal) = text.split_once("->").expect("an arrow");
    let number = |text: &str| text.trim().parse().expect("a number");
    TestPuzzle { now: number(now), goal: number(goal), lie: None }
}

impl Space for TestPuzzle {
    type State = u64;
    type Action = char;
    fn start(&self) -> u64 {
        self.now
    }
    fn is_goal(&self, state: &u64) -> bool {
        *state == self.goal
    }
    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        for (action, next) in [('*', state * 2), ('+', state + 3)] {
            if next <= self.goal {
                children.push(next, action, 1);
            }
        }
    }
    fn unit_costs(&self) -> bool {
        true
    }
}

impl Puzzle for TestPuzzle {
    fn kind(&self) -> &'static str {
        "toy"
    }
    fn title(&self) -> Option<&str> {
        None
    }
    fn id(&self) -> String {
        self.text()
    }
    fn text(&self) -> String {
        format!("{} -> {}", self.now, self.goal)
    }
    fn objectives(&self) -> &'static [Objective] {
        &[Objective { name: "steps", metric: "steps", summary: "fewest steps" }]
    }
    fn space(&self, _: &Objective, _: &mut Budget<'_>) -> Ending<Box<dyn AnySpace + '_>> {
        Ok(PuzzleSpace::new(self.clone(), |actions| actions.iter().collect()).boxed())
    }
    fn solve(&self, _: &Objective, choice: Strategy, settings: &Settings, budget: &mut Budget<'_>) -> Report {
        assert_ne!(self.lie, Some("panic"), "as told");
        let write = |actions: &[char]| actions.iter().collect();
        let mut report = solve_by_search(self, choice, settings, budget, write, || "all numbers seen".to_owned());
        if let Ok(answer) = &mut report.ending {
            match self.lie {
                Some("wrong steps") => answer.solution.push('+'),
                Some("wrong cost") => answer.cost += 1,
                _ => {}
            }
        }
        report
    }
    fn start(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
    fn read_steps(&self, text: &str) -> Result<Vec<StepText>, Misread> {
        text.char_indices()
            .filter(|(_, letter)| *letter != ' ')
            .map(|(at, letter)| {
                let place = at..at + letter.len_utf8();
                if matches!(letter, '*' | '+') {
                    Ok(StepText { word: letter.to_string(), place })
                } else {
                    Err(Misread { place, message: format!("'{letter}' is no step"), help: None })
                }
            })
            .collect()
    }
    fn join_steps(&self, steps: &[String]) -> String {
        steps.concat()
    }
    fn metrics(&self, steps: &[String]) -> Vec<Metric> {
        vec![Metric { name: "steps", value: steps.len() as u64 }]
    }
    fn buttons(&self, _: &[String]) -> Option<Buttons> {
        None
    }
}

impl Position for TestPuzzle {
    fn picture(&self) -> String {
        self.now.to_string()
    }
    fn apply(&mut self, step: &str) -> Result<String, IllegalStep> {
        let next = if step == "*" { self.now * 2 } else { self.now + 3 };
        if next > self.goal {
            return Err(format!("{next} is beyond {}", self.goal).into());
        }
        self.now = next;
        Ok(step.to_owned())
    }
    fn is_solved(&self) -> bool {
        self.now == self.goal
    }
    fn puzzle(&self) -> Box<dyn Puzzle> {
        Box::new(self.clone())
    }
    fn boxed(&self) -> Box<dyn Position> {
        Box::new(self.clone())
    }
}

/// Plug-in that reads one puzzle per line.
pub struct TestCatalog;

impl Plugin for TestCatalog {
    fn name(&self) -> &'static str {
        "toy"
    }
    fn summary(&self) -> &'static str {
        "numbers"
    }
    fn extensions(&self) -> &'static [&'static str] {
        &["toy"]
    }
    fn example(&self) -> &'static str {
        "1 -> 37"
    }
    fn confidence(&self, text: &str) -> Confidence {
        if text.contains("->") { Confidence::Maybe } else { Confidence::No }
    }
    fn read(&self, text: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
        let mut at = 0;
        let mut entries = Vec::new();
        for line in text.split_inclusive('\n') {
            let place = at..at + line.trim_end().len();
            at += line.len();
            let puzzle = match line.split_once("->") {
                Some((now, goal)) if now.trim().parse::<u64>().is_ok() && goal.trim().parse::<u64>().is_ok() => {
                    Ok(Box::new(test_puzzle(line)) as Box<dyn Puzzle>)
                }
                _ => Err(Diagnostic::new("no two numbers").at(place.clone(), "here").into()),
            };
            entries.push(PuzzleEntry {
                puzzle,
                place,
                flags: String::new(),
                note: None,
                metadata: Metadata::default().shared(),
            });
        }
        Ok(entries)
    }
    fn wants_more(&self, text: &str) -> bool {
        text.trim_end().ends_with("->")
    }
}

// The plug-ins of the program and some of its collections, for tests.

/// Both plug-ins, and the collections that tests name.
#[must_use]
pub fn builtin() -> Catalog {
    Catalog::default()
        .with(lurd_shifter::Shifter)
        .with(lurd_sokoban::Sokoban)
        .with_collection("missile.shift", include_str!("../../../puzzles/missile.shift"))
        .with_collection("primer.xsb", include_str!("../../../puzzles/primer.xsb"))
        .with_collection("pusher.xsb", include_str!("../../../puzzles/pusher.xsb"))
        .with_collection("stuck.xsb", include_str!("../../../puzzles/stuck.xsb"))
}
