//! What a search is to do, as flags and settings say.

use super::limits::{
    parse_memory, parse_nodes, parse_seed, parse_threads, parse_ties, parse_time, parse_weight, parse_width,
};
use crate::budget::Limits;
use crate::catalog::{did_you_mean, nearest};
use crate::puzzle::{Objective, Puzzle};
use crate::search::{self, STRATEGIES, Strategy};

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
    /// Takes the values of flags; those that are not given keep their default.
    ///
    /// # Errors
    /// The first value that cannot be read, in words.
    pub fn read<'v>(value: impl Fn(&str) -> Option<&'v str>) -> Result<Self, String> {
        let mut search = Self {
            objective: value("for").map(str::to_owned),
            strategy: value("strategy").map(strategy).transpose()?,
            ..Self::default()
        };
        if let Some(text) = value("time") {
            search.limits.time = parse_time(text).map_err(|error| format!("--time: {error}"))?;
        }
        if let Some(text) = value("memory") {
            search.limits.memory = parse_memory(text).map_err(|error| format!("--memory: {error}"))?;
        }
        if let Some(text) = value("nodes") {
            search.limits.nodes = parse_nodes(text).map_err(|error| format!("--nodes: {error}"))?;
        }
        if let Some(text) = value("seed") {
            search.settings.seed = parse_seed(text).map_err(|error| format!("--seed: {error}"))?;
        }
        if let Some(text) = value("threads") {
            search.settings.threads = parse_threads(text).map_err(|error| format!("--threads: {error}"))?;
        }
        if let Some(text) = value("weight") {
            let weight = parse_weight(text).map_err(|error| format!("--weight: {error}"))?;
            search.settings.weight = weight;
            search.settings.first_weight = weight;
        }
        if let Some(text) = value("ties") {
            search.settings.ties = parse_ties(text).map_err(|error| format!("--ties: {error}"))?;
        }
        if let Some(text) = value("width") {
            search.settings.width = parse_width(text).map_err(|error| format!("--width: {error}"))?;
        }
        search.settings.first = value("first") == Some("on");
        if let Some(text) = value("without") {
            let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
            search.without = names.map(str::to_owned).collect();
            if search.without.is_empty() {
                return Err("--without: names of rules, with commas between them".to_owned());
            }
        }
        Ok(search)
    }

    /// What can be set, with the rules that are not to be used by their places in the puzzle's table.
    ///
    /// # Errors
    /// A rule that the puzzle does not have; the message names those it has.
    pub fn settings_for(&self, puzzle: &dyn Puzzle) -> Result<search::Settings, String> {
        let rules: Vec<_> = puzzle.rules().iter().map(|row| row.name).collect();
        let mut settings = self.settings;
        for name in &self.without {
            let Some(at) = rules.iter().position(|rule| rule == name) else {
                let kind = puzzle.kind();
                return Err(if rules.is_empty() {
                    format!("--without: a {kind} has no rules that can be switched off")
                } else {
                    let near = did_you_mean(name, &rules);
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

/// The strategy of that name.
///
/// # Errors
/// With the nearest name, or where to find them.
pub fn strategy(name: &str) -> Result<Strategy, String> {
    Strategy::named(name).ok_or_else(|| {
        let names: Vec<_> = STRATEGIES.iter().map(|row| row.name).collect();
        match nearest(name, &names) {
            Some(near) => format!("unknown strategy '{name}'; did you mean '{near}'?"),
            None => format!("unknown strategy '{name}'; there are {}", names.join(", ")),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_become_a_search() {
        let search = Search::read(|name| (name == "nodes").then_some("2M")).unwrap();
        assert_eq!(search.limits.nodes, Some(2_000_000));
        assert_eq!(search.limits.time, Limits::default().time);
        let search = Search::read(|name| (name == "weight").then_some("1.5")).unwrap();
        assert_eq!(search.settings.weight.hundredths(), 150);
        assert_eq!(search.settings.width, search::Settings::default().width);
        let error = Search::read(|name| (name == "strategy").then_some("astr")).unwrap_err();
        assert_eq!(error, "unknown strategy 'astr'; did you mean 'astar'?");
    }
}
