//! The flags that several commands take, and the settings, which are defaults of them.

use std::time::Duration;

use clap::{
    ArgAction, Args, Parser,
    builder::{NonEmptyStringValueParser, Resettable},
};
use clap_complete::engine::ArgValueCompleter;
use lurd_engine::program::{budget::Limits, outcome::Weight, search};
use lurd_toolkit::{
    compare::StrategySelection,
    search_options::{
        SearchOptions, parse_memory, parse_nodes, parse_number, parse_strategy, parse_theme, parse_time, parse_weight,
    },
    themes::ThemeName,
};

use crate::completion;

/// A limit of a search; `none` switches it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AtMost<T>(pub(crate) Option<T>);

/// The limits of a search.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Search")]
pub(crate) struct LimitArgs {
    /// Wall time per search, or none [default: 60s]
    #[arg(long, value_name = "TIME", allow_negative_numbers = true, value_parser = |text: &str| parse_time(text).map(AtMost))]
    pub(crate) time: Option<AtMost<Duration>>,
    /// Memory per search, or none [default: 2GiB, at most half of the machine's]
    #[arg(long, value_name = "BYTES", value_parser = |text: &str| parse_memory(text).map(AtMost))]
    pub(crate) memory: Option<AtMost<u64>>,
    /// Expansions per search, or none [default: none]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| parse_nodes(text).map(AtMost))]
    pub(crate) nodes: Option<AtMost<u64>>,
}

impl LimitArgs {
    /// The limits, with those of `usual` where none was given.
    pub(crate) fn or(self, usual: Limits) -> Limits {
        Limits {
            time: self.time.map_or(usual.time, |limit| limit.0),
            memory: self.memory.map_or(usual.memory, |limit| limit.0),
            nodes: self.nodes.map_or(usual.nodes, |limit| limit.0),
            ..usual
        }
    }
}

/// What is minimized.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Search")]
pub(crate) struct ObjectiveArgs {
    /// Objective to minimize; 'help objectives' lists them [default: the first of the puzzle]
    #[arg(long = "for", value_name = "OBJECTIVE", add = ArgValueCompleter::new(completion::objectives))]
    pub(crate) objective: Option<String>,
    /// The objective of the setting: puzzles without it have another.
    #[arg(long, hide = true)]
    for_if_any: Option<String>,
}

/// What is searched for, and how.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Search")]
pub(crate) struct SearchArgs {
    #[command(flatten)]
    pub(crate) objective: ObjectiveArgs,
    /// Search strategy; 'strategies' lists them. 'compare' and 'trace' take several, separated by commas [default: auto]
    #[arg(
        long,
        visible_alias = "strategies",
        value_name = "NAME",
        value_parser = |text: &str| StrategySelection::read(text).map(|_| text.to_owned()),
        add = ArgValueCompleter::new(completion::strategies),
    )]
    pub(crate) strategy: Option<String>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Seed of random choices: equal seeds give equal searches [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| parse_number(text, 0..=u64::MAX))]
    pub(crate) seed: Option<u64>,
    /// Threads of auto on Sokoban levels, whose answer may then vary [default: 1]
    #[arg(short = 'j', long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| parse_number(text, 1..=1_000_000_usize))]
    pub(crate) threads: Option<usize>,
    /// Weight of the estimate of weighted-astar; 'compare' takes several [default: 2]
    #[arg(long, value_name = "W", allow_negative_numbers = true, value_delimiter = ',', action = ArgAction::Set, value_parser = parse_weight)]
    pub(crate) weight: Vec<Weight>,
    /// Initial width of beam, in states per layer; 'compare' takes several [default: 1000]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_delimiter = ',', action = ArgAction::Set, value_parser = |text: &str| parse_number(text, 1..=u32::MAX))]
    pub(crate) width: Vec<u32>,
    /// Pruning rules to disable, separated by commas; 'help rules' lists them
    #[arg(long, value_name = "RULES", value_delimiter = ',', action = ArgAction::Set, value_parser = NonEmptyStringValueParser::new(), add = ArgValueCompleter::new(completion::rules))]
    pub(crate) without: Vec<String>,
    /// Stop at the first answer, which auto otherwise improves for about as long as it took to find
    #[arg(long)]
    pub(crate) first: bool,
}

impl SearchArgs {
    /// The options of one search.
    ///
    /// # Errors
    /// A flag has several values, of which only `compare` runs each.
    pub(crate) fn options(&self) -> Result<SearchOptions, String> {
        self.has_one_of_each()?;
        Ok(SearchOptions { strategy: self.strategy.as_deref().map(parse_strategy).transpose()?, ..self.of_several() })
    }

    /// Whether no parameter has several values.
    ///
    /// # Errors
    /// One has.
    pub(crate) fn has_one_of_each(&self) -> Result<(), String> {
        let counts = [("weight", self.weight.len()), ("width", self.width.len())];
        match counts.iter().find(|(_, count)| *count > 1) {
            Some((flag, _)) => Err(format!("--{flag}: expected one value; 'compare' runs several")),
            None => Ok(()),
        }
    }

    /// The options without the strategy; of several values the first one.
    pub(crate) fn of_several(&self) -> SearchOptions {
        let usual = search::Settings::default();
        let ObjectiveArgs { objective, for_if_any } = &self.objective;
        SearchOptions {
            objective: objective.as_ref().or(for_if_any.as_ref()).cloned(),
            objective_is_default: objective.is_none(),
            limits: self.limits.or(Limits::usual()),
            settings: search::Settings {
                seed: self.seed.unwrap_or(usual.seed),
                threads: self.threads.unwrap_or(usual.threads),
                weight: self.weight.first().map_or(usual.weight, |weight| *weight),
                width: self.width.first().map_or(usual.width, |width| *width),
                first: self.first,
                ..usual
            },
            without: self.without.iter().map(|name| name.trim().to_owned()).filter(|name| !name.is_empty()).collect(),
            ..SearchOptions::default()
        }
    }
}

/// How puzzles are read.
#[derive(Args, Clone, Debug, Default)]
#[command(next_help_heading = "Reading puzzles")]
pub(crate) struct ReadArgs {
    /// Letters of levels: a dialect of 'help formats', or letters as 'X=box,_=floor' [default: detected]
    #[arg(long, value_name = "NAME", add = ArgValueCompleter::new(completion::dialects))]
    pub(crate) dialect: Option<String>,
    /// Encoding of files, such as windows-1252, cp437 or gbk [default: UTF-8, UTF-16, or a guess]
    #[arg(long, value_name = "ENCODING")]
    pub(crate) encoding: Option<String>,
    /// Format to read; 'help formats' lists them [default: detected]
    #[arg(long, value_name = "FORMAT", add = ArgValueCompleter::new(completion::formats))]
    pub(crate) from: Option<String>,
    /// Accept levels whose numbers of boxes and goals differ
    #[arg(long)]
    pub(crate) allow_unequal: bool,
    /// 'wall' treats everything outside the rows as wall, so that levels that the player could leave can be read
    #[arg(long, value_name = "SQUARES", value_parser = ["wall"], hide_possible_values = true)]
    pub(crate) outside: Option<String>,
    /// Of packed levels in a program, include those that the program does not use
    #[arg(long)]
    pub(crate) all: bool,
    /// Gamepad layout of a shifter: assumed, keyboard, or a TOML file [default: assumed]
    #[arg(long, value_name = "FILE", add = ArgValueCompleter::new(completion::pads))]
    pub(crate) pad: Option<String>,
}

/// Puzzles, how they are read, and in which form a command prints what it says of them.
#[derive(Args)]
#[command(next_help_heading = Resettable::Reset)]
pub(crate) struct PuzzleArgs {
    /// Puzzles: names, files, or texts
    #[arg(value_name = "PUZZLE", add = ArgValueCompleter::new(completion::puzzles))]
    pub(crate) puzzles: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) read: ReadArgs,
}

/// How boards are shown on a terminal and in pictures.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Screen and pictures")]
pub(crate) struct ScreenArgs {
    /// Lines in place of the full screen
    #[arg(long)]
    pub(crate) plain: bool,
    /// Colours: dark, light, or ascii for ASCII characters only [default: light where COLORFGBG says so, else dark]
    #[arg(long, value_name = "NAME", value_parser = parse_theme, add = ArgValueCompleter::new(completion::themes))]
    pub(crate) theme: Option<ThemeName>,
}

/// What a search prints.
#[derive(Args, Clone, Copy, Debug, Default)]
#[command(next_help_heading = "Output")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct OutputArgs {
    /// Print one JSON object per line
    #[arg(long)]
    pub(crate) json: bool,
    /// Print search statistics, and what the search is doing
    #[arg(short = 'v', long)]
    pub(crate) stats: bool,
    /// Print the answer only
    #[arg(short, long)]
    pub(crate) quiet: bool,
    /// Do not save answers in the user's folder
    #[arg(long)]
    pub(crate) no_store: bool,
}

/// The settings: defaults of flags, which `set` and the configuration file change, and switches of the session.
#[derive(Parser, Clone, Debug)]
#[command(name = "set")]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag")]
pub(crate) struct Settings {
    #[command(flatten)]
    pub(crate) search: SearchArgs,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    /// Print search statistics, and what the search is doing
    #[arg(long)]
    stats: bool,
    /// Colours: dark, light or ascii [default: light where COLORFGBG says so, else dark]
    #[arg(long, value_name = "NAME", value_parser = parse_theme, add = ArgValueCompleter::new(completion::themes))]
    pub(crate) theme: Option<ThemeName>,
    /// Gamepad layout of a shifter [default: assumed]
    #[arg(long, value_name = "FILE", add = ArgValueCompleter::new(completion::pads))]
    pub(crate) pad: Option<String>,
    /// Accept levels whose numbers of boxes and goals differ
    #[arg(long)]
    pub(crate) allow_unequal: bool,
    /// Whether a typed puzzle is solved at once [default: on]
    #[arg(long, value_name = "on|off", default_value = "on", action = ArgAction::Set, value_parser = switch)]
    pub(crate) autosolve: bool,
    /// Whether the board is shown after each action [default: on]
    #[arg(long, value_name = "on|off", default_value = "on", action = ArgAction::Set, value_parser = switch)]
    pub(crate) boards: bool,
    /// Whether solutions and games are saved in the user's folder [default: on]
    #[arg(long, value_name = "on|off", default_value = "on", action = ArgAction::Set, value_parser = switch)]
    pub(crate) store: bool,
    /// Whether a line shows the progress of a search [default: on]
    #[arg(long, value_name = "on|off", default_value = "on", action = ArgAction::Set, value_parser = switch)]
    pub(crate) progress: bool,
    /// Whether the prompt completes what is typed from its history [default: on]
    #[arg(long, value_name = "on|off", default_value = "on", action = ArgAction::Set, value_parser = switch)]
    pub(crate) hints: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self::parse_from(["set"])
    }
}

fn switch(text: &str) -> Result<bool, String> {
    match text {
        "on" => Ok(true),
        "off" => Ok(false),
        _ => Err(format!("invalid value '{text}': expected on or off")),
    }
}
