//! The table of flags. A row is all there is to a flag: the parser, help, `set`, the configuration file
//! and completion are made from it.

use lurd_engine::search::{STRATEGIES, Ties};
use lurd_puzzle::{puzzle::Difficulty, reasons};

use crate::search_options::{
    GRAPHICS, Search, parse_graphics, parse_memory, parse_nodes, parse_seed, parse_strategy, parse_theme,
    parse_threads, parse_ties, parse_time, parse_weight, parse_width,
};
use crate::themes::ThemeName;

/// The styles of generated levels.
const STYLES: [&str; 4] = ["rooms", "open", "maze", "symmetric"];

/// The only value of `--outside`.
pub const OUTSIDE_WALL: &str = "wall";

fn strategy_names() -> Vec<&'static str> {
    STRATEGIES.iter().map(|row| row.name).collect()
}

/// All flags, in the order in which help and `set` list them.
pub const FLAGS: &[Flag] = &[
    Flag::search("for", "OBJECTIVE", "objective to minimize; 'lurd help objectives' lists them", |search, text| {
        search.objective = Some(text.to_owned());
        Ok(())
    })
    .completed(Values::Objective)
    .setting("the puzzle's first objective"),
    Flag::valued(
        "strategy",
        "NAME",
        "search strategy; 'lurd strategies' lists them [default: auto]",
        Values::Names(strategy_names),
    )
    .applied(|search, text| {
        search.strategy = Some(parse_strategy(text)?);
        Ok(())
    })
    .setting("auto"),
    Flag::search("time", "TIME", "wall time per search, or none [default: 60s]", |search, text| {
        parse_time(text).map(|time| search.limits.time = time)
    })
    .setting("60s"),
    Flag::search(
        "memory",
        "BYTES",
        "memory per search, or none [default: 2GiB, at most half of the machine's]",
        |search, text| parse_memory(text).map(|memory| search.limits.memory = memory),
    )
    .setting("2GiB or half of the machine's"),
    Flag::search("nodes", "N", "expansions per search, or none [default: none]", |search, text| {
        parse_nodes(text).map(|nodes| search.limits.nodes = nodes)
    })
    .setting("none"),
    Flag::search(
        "seed",
        "N",
        "seed of random choices: equal seeds give equal searches [default: 0]",
        |search, text| parse_seed(text).map(|seed| search.settings.seed = seed),
    )
    .setting("0"),
    Flag::search(
        "threads",
        "N",
        "threads of bfs, of portfolio, and of auto on Sokoban levels; the answer of the last two may then vary \
         [default: 1]",
        |search, text| parse_threads(text).map(|threads| search.settings.threads = threads),
    )
    .short('j')
    .setting("1"),
    Flag::search(
        "weight",
        "W",
        "weight of the estimate; for ara the initial one [default: 2 for weighted-astar, 3 for ara]",
        |search, text| {
            search.settings.weight = parse_weight(text)?;
            search.settings.first_weight = search.settings.weight;
            Ok(())
        },
    )
    .setting("2 for weighted-astar, 3 for ara"),
    Flag::search(
        "ties",
        "ORDER",
        "tie breaking of astar: deep, shallow, deep-oldest or shallow-oldest [default: deep]",
        |search, text| parse_ties(text).map(|ties| search.settings.ties = ties),
    )
    .completed(Values::Names(|| Ties::ALL.map(|(name, _)| name).to_vec()))
    .setting("deep"),
    Flag::search("width", "N", "initial width of beam, in states per layer [default: 1000]", |search, text| {
        parse_width(text).map(|width| search.settings.width = width)
    })
    .setting("1000"),
    Flag::search(
        "without",
        "RULES",
        "pruning rules to disable, separated by commas; 'lurd help rules' lists them",
        |search, text| {
            let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
            search.without = names.map(str::to_owned).collect();
            if search.without.is_empty() { Err("expected names of rules, as a,b,c".to_owned()) } else { Ok(()) }
        },
    )
    .completed(Values::Rules),
    Flag::switch("json", "print one JSON object per line").setting("off"),
    Flag::switch("stats", "print search statistics").setting("off"),
    Flag::switch("explain", "show what the search is doing (verbose)").short('v'),
    Flag::switch("quiet", "print the answer only").short('q'),
    Flag::switch("follow", "show how to carry out the answer, one press or push at a time"),
    Flag::switch("plain", "line mode instead of the full screen; its command 'help' lists the others"),
    Flag::valued(
        "resume",
        "FILE",
        "continue this file, or create it: solve the levels without a result, and those that ended at a limit \
         that is larger now",
        Values::File,
    )
    .only("batch"),
    Flag::switch("resume", "restore the last game, even if standard input is a pipe").only("play"),
    Flag::switch("retry-limits", "with --resume: solve all levels that ended at a limit, even if it is not larger now"),
    Flag::switch(
        "isolate",
        "solve each level in a separate process with a hard memory limit, so that no level can end the batch",
    ),
    Flag::valued(
        "partition",
        "PART",
        "solve one of N shares: slice:K/N (every N-th level from the K-th on) or hash:K/N (by the level's identity)",
        Values::Free,
    ),
    Flag::switch("daily", "play the level of the day, which is generated with the date (UTC) as its seed"),
    Flag::switch("ascii", "draw with ASCII characters only"),
    Flag::valued(
        "theme",
        "NAME",
        "colours of screen and pictures: dark, light, high-contrast, colour-blind or ascii [default: dark]",
        Values::Names(|| ThemeName::ALL.map(|(name, _)| name).to_vec()),
    )
    .applied(|_, text| parse_theme(text))
    .setting("dark"),
    Flag::valued(
        "graphics",
        "MODE",
        "graphics protocol of the terminal: auto, off, kitty, sixel or iterm2 [default: auto]",
        Values::Names(|| GRAPHICS.to_vec()),
    )
    .applied(|_, text| parse_graphics(text))
    .setting("auto"),
    Flag::valued(
        "plan",
        "FILE",
        "verify the plan of an AI planner for the level as written by 'convert --to pddl'",
        Values::File,
    ),
    Flag::valued("cell", "PX", "width of a cell in pictures, in pixels [default: 24]", Values::Free),
    Flag::switch(
        "first",
        "stop at the first answer, which auto otherwise improves for about as long as it took to find",
    )
    .applied(|search, text| {
        search.settings.first = text == "on";
        Ok(())
    })
    .setting("off"),
    Flag::switch("all", "of packed levels in a program, include those that the program does not use"),
    Flag::switch("canonical", "with --all: of answers that differ only in the order of independent moves, list one"),
    Flag::valued(
        "pad",
        "FILE",
        "gamepad layout of a shifter: assumed, keyboard, or a TOML file [default: assumed]",
        Values::Pad,
    )
    .setting("assumed"),
    Flag::valued("output", "FILE", "write to this file", Values::File).short('o'),
    Flag::valued("certificate", "FILE", "a proof that there is no solution", Values::File),
    Flag::switch("no-store", "do not save answers in the user's folder"),
    Flag::valued(
        "metrics",
        "RULE",
        "counting rule: with yasc, walking away from a box and back does not end its box line [default: \
         standard]",
        Values::Free,
    ),
    Flag::valued(
        "dialect",
        "NAME",
        "letters of levels: a dialect of 'lurd help formats', or letters as 'X=box,_=floor' [default: detected]",
        Values::Dialect,
    )
    .group(Group::Read),
    Flag::valued(
        "encoding",
        "ENCODING",
        "encoding of files, such as windows-1252, cp437 or shift_jis [default: UTF-8, UTF-16, or a guess]",
        Values::Free,
    )
    .group(Group::Read),
    Flag::valued("from", "FROM", "format to read; 'lurd help formats' lists them [default: detected]", Values::Format)
        .group(Group::Read),
    Flag::valued(
        "to",
        "FORMAT",
        "format to write; 'lurd help formats' lists them [default: by file extension]",
        Values::Format,
    ),
    Flag::valued(
        "offset",
        "PLACE",
        "position of packed levels in a binary file, such as 5260 or 148Ch [default: searched for]",
        Values::Free,
    )
    .group(Group::Read),
    Flag::switch("allow-unequal", "accept levels whose numbers of boxes and goals differ").group(Group::Read),
    Flag::valued(
        "outside",
        "SQUARES",
        "wall: close levels that the player can leave, as if everything outside were wall",
        Values::Names(|| vec![OUTSIDE_WALL]),
    )
    .group(Group::Read),
    Flag::valued("count", "N", "number of puzzles to generate [default: 1]", Values::Free),
    Flag::valued(
        "size",
        "WxH",
        "maximum number of columns and rows, including walls [default: by difficulty; 4x4 for shifters]",
        Values::Free,
    ),
    Flag::valued("boxes", "N", "number of boxes [default: by difficulty]", Values::Free),
    Flag::valued(
        "difficulty",
        "CLASS",
        "easy, medium, hard or expert [default: easy]",
        Values::Names(|| Difficulty::ALL.map(|(name, _)| name).to_vec()),
    ),
    Flag::valued(
        "style",
        "STYLE",
        "rooms, open, maze or symmetric [default: all of them]",
        Values::Names(|| STYLES.to_vec()),
    ),
    Flag::switch("dedup", "leave out levels that are rotations or reflections of others"),
    Flag::valued("runs", "N", "measured runs per strategy [default: 1]", Values::Free),
    Flag::valued(
        "warmup",
        "N",
        "runs before the measured ones, not measured [default: 0, or 1 with several --runs]",
        Values::Free,
    ),
    Flag::valued(
        "export",
        "FILE",
        "write all runs to this file: .md, .csv, .json, .txt, or charts as .svg or .png",
        Values::File,
    )
    .only("compare"),
    Flag::valued(
        "export",
        "FILE",
        "report: write it to this file: .md, .csv, .json, .txt, or the chart as .svg or .png",
        Values::File,
    )
    .only("batch"),
    Flag::switch("charts", "draw charts of the times and of the lower bounds").only("compare"),
    Flag::switch("charts", "report: draw the number of levels solved within a given time").only("batch"),
    Flag::valued(
        "strategies",
        "LIST",
        "names separated by commas or blanks, or all [default: those that fit]",
        Values::List(|| std::iter::once("all").chain(strategy_names()).collect()),
    ),
];

pub fn flag(name: &str) -> Option<&'static Flag> {
    FLAGS.iter().find(|flag| flag.name == name)
}

impl Search {
    /// Reads the values of all flags that are about the search; the others keep their default.
    ///
    /// # Errors
    /// The first value that a flag does not accept.
    pub fn read<'v>(value: impl Fn(&str) -> Option<&'v str>) -> Result<Self, FlagError> {
        let mut search = Self::default();
        for flag in FLAGS {
            if let (Some(apply), Some(text)) = (flag.apply, value(flag.name)) {
                apply(&mut search, text).map_err(|message| FlagError::from(format!("--{}: {message}", flag.name)))?;
            }
        }
        Ok(search)
    }
}

// What a flag is: its name and help, what completes its value, and how it changes a search.

/// Sets the part of a search that a flag stands for; the error says what is wrong with the value.
pub type Apply = fn(&mut Search, &str) -> Result<(), String>;

#[derive(Clone, Copy, Debug)]
pub struct Flag {
    pub name: &'static str,
    pub short: Option<char>,
    /// Placeholder of its value in help; `None` for a switch.
    pub value: Option<&'static str>,
    /// One line of help, unless `table` has another one for the command.
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
        Self { name, short: None, value: None, summary, values, setting: None, group: None, apply: None, only: None }
    }

    pub(super) const fn valued(name: &'static str, value: &'static str, summary: &'static str, values: Values) -> Self {
        Self { value: Some(value), values, ..Self::switch(name, summary) }
    }

    pub(super) const fn search(name: &'static str, value: &'static str, summary: &'static str, apply: Apply) -> Self {
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

#[cfg(test)]
mod tests {
    use lurd_engine::{budget::Limits, search};

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
        assert_eq!(error.to_string(), "--strategy: unknown strategy 'astr'; did you mean 'astar'?");
    }
}
