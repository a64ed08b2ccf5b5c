//! Options of a search, independent of the puzzle.

use lurd_engine::budget::Limits;
use lurd_engine::search::{self, Strategy};
use lurd_puzzle::catalog::did_you_mean;
use lurd_puzzle::puzzle::{Objective, Puzzle};
use lurd_puzzle::reasons;

reasons! {
    /// Why a puzzle cannot be solved with an option: it does not have that objective or rule.
    UnfitOption;
}

/// Options of a search, as given by flags and settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// Name of the objective; the puzzle's first one if `None`.
    pub objective: Option<String>,
    /// Whether puzzles without that objective use their first one instead of failing.
    pub objective_is_default: bool,
    /// The strategy; `auto` if `None`.
    pub strategy: Option<Strategy>,
    /// Limits of time, memory and expansions.
    pub limits: Limits,
    /// Parameters of the strategies.
    pub settings: search::Settings,
    /// Names of pruning rules to disable.
    pub without: Vec<String>,
}

impl Search {
    /// The parameters for a puzzle, with the bits of its disabled rules.
    pub fn settings_for(&self, puzzle: &dyn Puzzle) -> Result<search::Settings, UnfitOption> {
        let rules: Vec<_> = puzzle.rules().iter().map(|row| row.name).collect();
        let mut settings = self.settings;
        for name in &self.without {
            let Some(at) = rules.iter().position(|rule| rule == name) else {
                let kind = puzzle.kind();
                return Err(UnfitOption::from(if rules.is_empty() {
                    format!("--without: a {kind} has no rules to disable")
                } else {
                    let near = did_you_mean(name, &rules);
                    format!("--without: a {kind} has no rule '{name}', only {}{near}", rules.join(", "))
                }));
            };
            settings.without |= 1 << at;
        }
        Ok(settings)
    }

    /// The puzzle's objective of the name given.
    pub fn objective_of(&self, puzzle: &dyn Puzzle) -> Result<&'static Objective, UnfitOption> {
        let objectives = puzzle.objectives();
        let names: Vec<_> = objectives.iter().map(|objective| objective.name).collect();
        let found = match &self.objective {
            None => objectives.first(),
            Some(name) => {
                let default = objectives.first().filter(|_| self.objective_is_default);
                objectives.iter().find(|objective| objective.name == name).or(default)
            }
        };
        found.ok_or_else(|| {
            let name = self.objective.as_deref().unwrap_or_default();
            let near = did_you_mean(name, &names);
            let kind = puzzle.kind();
            format!("a {kind} cannot be solved for '{name}', only for {}{near}", names.join(", ")).into()
        })
    }
}
