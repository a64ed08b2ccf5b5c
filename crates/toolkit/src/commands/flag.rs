//! What a flag is: its name and help, what completes its value, and how it changes a search.

use crate::search_options::Search;
use lurd_puzzle::reasons;

/// Sets the part of a search that a flag stands for; the error says what is wrong with the value.
pub type Apply = fn(&mut Search, &str) -> Result<(), String>;

#[derive(Clone, Copy, Debug)]
pub struct Flag {
    pub name: &'static str,
    pub short: Option<char>,
    /// Placeholder of its value in help; `None` for a switch.
    pub value: Option<&'static str>,
    /// One line of help, unless `flag_summaries` has another one for the command.
    pub summary: &'static str,
    pub values: Values,
    /// The default that `set` shows; `None` if the flag is not a setting.
    pub setting: Option<&'static str>,
    /// The group it belongs to; commands take whole groups.
    pub group: Option<Group>,
    /// How it changes a search; `None` for flags that are not about the search.
    pub apply: Option<Apply>,
    /// The one command that the row is for, where a flag of that name means something else to another command.
    pub only: Option<&'static str>,
}

/// A group of flags that several commands take together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Search,
    Read,
}

/// What completes the value of a flag or a setting.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// Numbers and limits: nothing to choose from.
    Free,
    Switch,
    Names(fn() -> Vec<&'static str>),
    /// Some of these names, separated by commas.
    List(fn() -> Vec<&'static str>),
    Objective,
    /// Pruning rules of a puzzle, separated by commas.
    Rules,
    Dialect,
    Format,
    File,
    /// A built-in gamepad layout or a file.
    Pad,
}

impl Values {
    /// Whether several values may stand there, separated by commas.
    pub fn is_list(self) -> bool {
        matches!(self, Self::List(_) | Self::Rules)
    }
}

impl Flag {
    pub(super) const fn switch(name: &'static str, summary: &'static str) -> Self {
        let values = Values::Switch;
        Self {
            name,
            short: None,
            value: None,
            summary,
            values,
            setting: None,
            group: None,
            apply: None,
            only: None,
        }
    }

    pub(super) const fn valued(
        name: &'static str,
        value: &'static str,
        summary: &'static str,
        values: Values,
    ) -> Self {
        Self { value: Some(value), values, ..Self::switch(name, summary) }
    }

    pub(super) const fn search(
        name: &'static str,
        value: &'static str,
        summary: &'static str,
        apply: Apply,
    ) -> Self {
        Self { group: Some(Group::Search), ..Self::valued(name, value, summary, Values::Free).applied(apply) }
    }

    pub(super) const fn applied(self, apply: Apply) -> Self {
        Self { apply: Some(apply), ..self }
    }

    pub(super) const fn short(self, letter: char) -> Self {
        Self { short: Some(letter), ..self }
    }

    pub(super) const fn only(self, command: &'static str) -> Self {
        Self { only: Some(command), ..self }
    }

    pub(super) const fn completed(self, values: Values) -> Self {
        Self { values, ..self }
    }

    pub(super) const fn setting(self, default: &'static str) -> Self {
        Self { setting: Some(default), ..self }
    }

    pub(super) const fn group(self, group: Group) -> Self {
        Self { group: Some(group), ..self }
    }
}

reasons! {
    /// Why a flag does not accept its value.
    FlagError;
}
