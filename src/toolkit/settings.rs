//! What a search is to do, as flags and settings say.

use crate::budget::Limits;
use crate::catalog::did_you_mean;
use crate::puzzle::{Objective, Puzzle};
use crate::search::{self, Strategy};

/// What a search is to do, whatever the puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Search {
    /// The word after `--for`; the puzzle's first objective if `None`.
    pub objective: Option<String>,
    /// Whether that word is a default for puzzles that know it, and no demand.
    pub objective_is_default: bool,
    /// The strategy; `auto` if `None`.
    pub strategy: Option<Strategy>,
    /// The limits.
    pub limits: Limits,
    /// What can be set beside the strategy.
    pub settings: search::Settings,
    /// Pruning rules that are not to be used, by the names of the puzzle's own table.
    pub without: Vec<String>,
}

impl Search {
    /// What can be set, with the rules that are not to be used by their places in the puzzle's table.
    ///
    /// # Errors
    /// A rule that the puzzle does not have; the message names those it has.
    pub fn settings_for(&self, puzzle: &dyn Puzzle) -> Result<search::Settings, String> {
        let rules = puzzle.rules();
        let mut settings = self.settings;
        for name in &self.without {
            let Some(at) = rules.iter().position(|rule| rule == name) else {
                let kind = puzzle.kind();
                return Err(if rules.is_empty() {
                    format!("--without: a {kind} has no rules that can be switched off")
                } else {
                    let near = did_you_mean(name, rules);
                    format!("--without: a {kind} has no rule '{name}', only {}{near}", rules.join(", "))
                });
            };
            settings.without |= 1 << at;
        }
        Ok(settings)
    }

    /// The objective in the puzzle's own table.
    ///
    /// # Errors
    /// The puzzle does not know it; the message names those it knows.
    pub fn objective_of(&self, puzzle: &dyn Puzzle) -> Result<&'static Objective, String> {
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
            format!("a {} cannot be solved for '{name}', only for {}{near}", puzzle.kind(), names.join(", "))
        })
    }
}
