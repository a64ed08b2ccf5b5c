//! The table of flags. The parser, help, `set`, the configuration file and completion are made from it. A flag outside
//! a group must also be named by its commands in `table`.

use std::collections::{BTreeMap, BTreeSet};

use lurd_engine::program::search::{STRATEGIES, Ties};
use lurd_puzzle::{
    puzzle::{Difficulty, DistanceOrigin},
    reasons,
};

use crate::{
    batch::Partition,
    search_options::{
        SearchOptions, parse_count, parse_difficulty, parse_from, parse_memory, parse_nodes, parse_offset,
        parse_outside, parse_seed, parse_size, parse_strategy, parse_theme, parse_threads, parse_ties, parse_time,
        parse_times, parse_weight, parse_width,
    },
    themes::{AUTO, ThemeName},
};

fn strategy_names() -> Vec<&'static str> {
    STRATEGIES.iter().map(|row| row.name).collect()
}

/// All flags, in the order in which help and `set` list them.
pub const FLAGS: &[Flag] = &[
    Flag::search("for", "OBJECTIVE", "objective to minimize; 'lurd help objectives' lists them", |flags, text| {
        flags.search.objective = Some(text.to_owned());
        Ok(())
    })
    .completed(Values::Objective)
    .setting("the puzzle's first objective"),
    Flag::valued(
        "strategy",
        "NAME",
        "search strategy; 'lurd strategies' lists them [default: auto]",
        Values::Names(strategy_names),
        |flags, text| parse_strategy(text).map(|strategy| flags.search.strategy = Some(strategy)),
    )
    .setting("auto"),
    Flag::search("time", "TIME", "wall time per search, or none [default: 60s]", |flags, text| {
        flags.has_time = true;
        parse_time(text).map(|time| flags.search.limits.time = time)
    })
    .setting("60s"),
    Flag::search(
        "memory",
        "BYTES",
        "memory per search, or none [default: 2GiB, at most half of the machine's]",
        |flags, text| parse_memory(text).map(|memory| flags.search.limits.memory = memory),
    )
    .setting("2GiB or half of the machine's"),
    Flag::search("nodes", "N", "expansions per search, or none [default: none]", |flags, text| {
        flags.has_nodes = true;
        parse_nodes(text).map(|nodes| flags.search.limits.nodes = nodes)
    })
    .setting("none"),
    Flag::search("seed", "N", "seed of random choices: equal seeds give equal searches [default: 0]", |flags, text| {
        parse_seed(text).map(|seed| flags.search.settings.seed = seed)
    })
    .setting("0"),
    Flag::search(
        "threads",
        "N",
        "threads of auto on Sokoban levels, whose answer may then vary [default: 1]",
        |flags, text| parse_threads(text).map(|threads| flags.search.settings.threads = threads),
    )
    .short('j')
    .setting("1"),
    Flag::search(
        "weight",
        "W",
        "weight of the estimate of weighted-astar [default: 2]",
        |flags, text| parse_weight(text).map(|weight| flags.search.settings.weight = weight),
    )
    .setting("2"),
    Flag::search(
        "ties",
        "ORDER",
        "tie breaking of astar: deep, shallow, deep-oldest or shallow-oldest [default: deep]",
        |flags, text| parse_ties(text).map(|ties| flags.search.settings.ties = ties),
    )
    .completed(Values::Names(|| Ties::ALL.map(|(name, _)| name).to_vec()))
    .setting("deep"),
    Flag::search("width", "N", "initial width of beam, in states per layer [default: 1000]", |flags, text| {
        parse_width(text).map(|width| flags.search.settings.width = width)
    })
    .setting("1000"),
    Flag::search(
        "without",
        "RULES",
        "pruning rules to disable, separated by commas; 'lurd help rules' lists them",
        |flags, text| {
            let names = text.split(',').map(str::trim).filter(|name| !name.is_empty());
            flags.search.without = names.map(str::to_owned).collect();
            if flags.search.without.is_empty() { Err("expected names of rules, as a,b,c".to_owned()) } else { Ok(()) }
        },
    )
    .completed(Values::Rules),
    Flag::switch("json", "print one JSON object per line", |flags| &mut flags.json).setting("off"),
    Flag::switch("stats", "print search statistics", |flags| &mut flags.stats).setting("off"),
    Flag::switch("explain", "show what the search is doing (verbose)", |flags| &mut flags.explain).short('v'),
    Flag::switch("quiet", "print the answer only", |flags| &mut flags.quiet).short('q'),
    Flag::switch("follow", "show how to carry out the answer, one press or push at a time", |flags| &mut flags.follow),
    Flag::switch("plain", "line mode instead of the full screen; its command 'help' lists the others", |flags| {
        &mut flags.plain
    }),
    Flag::texts(
        "resume",
        "FILE",
        "continue this file, or create it: solve the levels without a result, and those that were interrupted or ended at a \
         limit that is larger now; may be given several times, to copy what other files have of these levels into the first",
        Values::File,
        |flags| &mut flags.resume,
    )
    .only("batch"),
    Flag::switch("resume", "restore the last game, even if standard input is a pipe", |flags| &mut flags.resume_game)
        .only("play"),
    Flag::valued(
        "partition",
        "PART",
        "solve one of N shares: slice:K/N (every N-th level from the K-th on) or hash:K/N (by the level's identity)",
        Values::Free,
        |flags, text| Partition::parse(text).map(|value| flags.partition = Some(value)),
    ),
    Flag::valued(
        "theme",
        "NAME",
        "colours of screen and pictures: dark, light, or ascii for ASCII characters only; auto: light where COLORFGBG says so, else dark [default: auto]",
        Values::Names(|| ThemeName::ALL.map(|(name, _)| name).into_iter().chain([AUTO]).collect()),
        |flags, text| parse_theme(text).map(|theme| flags.theme = theme),
    )
    .setting(AUTO),
    Flag::switch(
        "first",
        "stop at the first answer, which auto otherwise improves for about as long as it took to find",
        |flags| &mut flags.search.settings.first,
    )
    .setting("off"),
    Flag::switch("all", "of packed levels in a program, include those that the program does not use", |flags| {
        &mut flags.all
    }),
    Flag::text(
        "pad",
        "FILE",
        "gamepad layout of a shifter: assumed, keyboard, or a TOML file [default: assumed]",
        Values::Pad,
        |flags| &mut flags.pad,
    )
    .setting("assumed"),
    Flag::text("output", "FILE", "write to this file", Values::File, |flags| &mut flags.output).short('o'),
    Flag::text("certificate", "FILE", "file of the proof that there is no solution", Values::File, |flags| {
        &mut flags.certificate
    }),
    Flag::switch("no-store", "do not save answers in the user's folder", |flags| &mut flags.no_store),
    Flag::text(
        "dialect",
        "NAME",
        "letters of levels: a dialect of 'lurd help formats', or letters as 'X=box,_=floor' [default: detected]",
        Values::Dialect,
        |flags| &mut flags.dialect,
    )
    .group(Group::Read),
    Flag::text(
        "encoding",
        "ENCODING",
        "encoding of files, such as windows-1252, cp437 or shift_jis [default: UTF-8, UTF-16, or a guess]",
        Values::Free,
        |flags| &mut flags.encoding,
    )
    .group(Group::Read),
    Flag::text(
        "from",
        "FROM",
        "format to read; 'lurd help formats' lists them [default: detected]",
        Values::Format,
        |flags| &mut flags.from,
    )
    .group(Group::Read),
    Flag::valued(
        "from",
        "FROM",
        "measure distances from the target or from the source [default: target, if its states can be listed]",
        Values::Names(|| vec!["target", "source"]),
        |flags, text| parse_from(text).map(|from| flags.distance_from = Some(from)),
    )
    .only("space"),
    Flag::text(
        "to",
        "FORMAT",
        "format to write; 'lurd help formats' lists them [default: by file extension]",
        Values::Format,
        |flags| &mut flags.to,
    ),
    Flag::valued(
        "offset",
        "PLACE",
        "position of packed levels in a binary file, such as 5260 or 148Ch [default: searched for]",
        Values::Free,
        |flags, text| parse_offset(text).map(|value| flags.offset = Some(value)),
    )
    .group(Group::Read),
    Flag::switch("allow-unequal", "accept levels whose numbers of boxes and goals differ", |flags| {
        &mut flags.allow_unequal
    })
    .setting("off")
    .group(Group::Read),
    Flag::valued(
        "outside",
        "SQUARES",
        "'wall' treats everything outside the rows as wall, so that levels that the player could leave can be read",
        Values::Names(|| vec!["wall"]),
        |flags, text| parse_outside(text).map(|is_wall| flags.outside_wall = is_wall),
    )
    .group(Group::Read),
    Flag::valued("count", "N", "number of puzzles to generate [default: 1]", Values::Free, |flags, text| {
        parse_count(text).map(|value| flags.count = Some(value))
    }),
    Flag::valued(
        "size",
        "WxH",
        "maximum number of columns and rows, including walls [default: by difficulty; 4x4 for shifters]",
        Values::Free,
        |flags, text| parse_size(text).map(|value| flags.size = Some(value)),
    ),
    Flag::valued("boxes", "N", "number of boxes [default: by difficulty]", Values::Free, |flags, text| {
        parse_count(text).map(|value| flags.boxes = Some(value))
    }),
    Flag::valued(
        "difficulty",
        "CLASS",
        "easy, medium, hard or expert [default: easy]",
        Values::Names(|| Difficulty::ALL.map(|(name, _)| name).to_vec()),
        |flags, text| parse_difficulty(text).map(|value| flags.difficulty = Some(value)),
    ),
    Flag::switch("dedup", "leave out levels that are rotations or reflections of others", |flags| &mut flags.dedup),
    Flag::valued(
        "runs",
        "N",
        "measured runs per strategy [default: 10, or what takes half a second; 1 with --json]",
        Values::Free,
        |flags, text| parse_times(text, 1).map(|value| flags.runs = Some(value)),
    ),
    Flag::valued(
        "warmup",
        "N",
        "runs before the measured ones, not measured [default: 0, or 1 with several runs]",
        Values::Free,
        |flags, text| parse_times(text, 0).map(|value| flags.warmup = Some(value)),
    ),
    Flag::texts(
        "export",
        "FILE",
        "write all runs to this file: .md, .csv, .json, or charts as .svg; may be given several times",
        Values::File,
        |flags| &mut flags.export,
    )
    .only("compare"),
    Flag::texts(
        "export",
        "FILE",
        "write a report to this file: .md, .csv, .json, or the chart as .svg; may be given several times",
        Values::File,
        |flags| &mut flags.export,
    )
    .only("batch"),
    Flag::text(
        "strategies",
        "LIST",
        "names separated by commas or blanks, or all [default: those that fit]",
        Values::List(|| std::iter::once("all").chain(strategy_names()).collect()),
        |flags| &mut flags.strategies,
    ),
];

/// The parameters of strategies of which `compare` takes several values.
pub const SWEPT: [&str; 3] = ["weight", "ties", "width"];

pub fn flag(name: &str) -> Option<&'static Flag> {
    FLAGS.iter().find(|flag| flag.name == name)
}

/// The values of all flags, typed. What a command does not take has its default.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "one for each switch")]
pub struct Flags {
    pub search: SearchOptions,
    /// Whether a time limit is given, by the flag or as a setting.
    pub has_time: bool,
    /// Whether a limit of expansions is given, by the flag or as a setting.
    pub has_nodes: bool,
    pub json: bool,
    pub stats: bool,
    pub explain: bool,
    pub quiet: bool,
    pub follow: bool,
    pub plain: bool,
    pub resume: Vec<String>,
    pub resume_game: bool,
    pub partition: Option<Partition>,
    pub theme: Option<ThemeName>,
    pub all: bool,
    pub pad: Option<String>,
    pub output: Option<String>,
    pub certificate: Option<String>,
    pub no_store: bool,
    pub dialect: Option<String>,
    pub encoding: Option<String>,
    pub from: Option<String>,
    pub distance_from: Option<DistanceOrigin>,
    pub to: Option<String>,
    pub offset: Option<usize>,
    pub allow_unequal: bool,
    pub outside_wall: bool,
    pub count: Option<usize>,
    /// Columns and rows.
    pub size: Option<(usize, usize)>,
    pub boxes: Option<usize>,
    pub difficulty: Option<Difficulty>,
    pub dedup: bool,
    pub runs: Option<usize>,
    pub warmup: Option<usize>,
    pub export: Vec<String>,
    pub strategies: Option<String>,
    /// The flags with several values, which are compared.
    pub sweeps: Vec<(&'static str, Vec<String>)>,
    /// The names of the flags that were given.
    given: BTreeSet<&'static str>,
    /// The values of flags and settings, as they were written.
    texts: BTreeMap<&'static str, String>,
}

impl Flags {
    /// Reads the flags that were given to a command, of those that it takes, and the settings for which none was given.
    ///
    /// # Errors
    /// The first value that a flag does not accept.
    pub fn read<'v>(
        takes: impl Fn(&Flag) -> bool,
        given: &'v BTreeMap<&'static str, String>,
        setting: impl Fn(&str) -> Option<&'v str>,
    ) -> Result<Self, FlagError> {
        // Only comparisons run several values.
        let can_sweep = flag("runs").is_some_and(&takes);
        let mut flags = Self { given: given.keys().copied().collect(), ..Self::default() };
        for flag in FLAGS {
            let is_taken = takes(flag);
            let typed = given.get(flag.name).filter(|_| is_taken).map(String::as_str);
            // The other settings are about every search, whatever the command.
            let applies = flag.setting.is_some() && (is_taken || flag.name != "strategy");
            if let Some(text) = typed.or_else(|| setting(flag.name).filter(|_| applies)) {
                let wrong = |message| FlagError::from(format!("--{}: {message}", flag.name));
                let values: Vec<&str> = text.split(',').map(str::trim).collect();
                if can_sweep && SWEPT.contains(&flag.name) && values.len() > 1 {
                    for value in values.iter().rev() {
                        // The first one stays.
                        flag.apply.to(&mut flags, value).map_err(wrong)?;
                    }
                    flags.sweeps.push((flag.name, values.into_iter().map(str::to_owned).collect()));
                } else {
                    flag.apply.to(&mut flags, text).map_err(wrong)?;
                }
                flags.texts.insert(flag.name, text.to_owned());
            }
        }
        flags.search.objective_is_default = !flags.is_given("for");
        Ok(flags)
    }

    /// Whether the flag of that name was given to the command.
    pub fn is_given(&self, name: &str) -> bool {
        self.given.contains(name)
    }

    /// The value of a flag or its setting, as it was written; `None` for the default.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.texts.get(name).map(String::as_str)
    }

    /// The names of the flags that were given to the command.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        self.given.iter().copied()
    }
}

// What a flag is: its name and help, what completes its value, and the field it sets.

/// How a flag sets its field.
#[derive(Clone, Copy, Debug)]
pub enum Apply {
    /// Sets the switch: `on` or `off`.
    Switch(fn(&mut Flags) -> &mut bool),
    /// Keeps the value as it is.
    Text(fn(&mut Flags) -> &mut Option<String>),
    /// Keeps the values of a flag that may be given several times. They come as lines of one text.
    Texts(fn(&mut Flags) -> &mut Vec<String>),
    /// Reads the value; the error says what is wrong with it.
    Value(fn(&mut Flags, &str) -> Result<(), String>),
}

impl Apply {
    /// Sets the field from a text.
    ///
    /// # Errors
    /// The value is not valid: what is expected.
    pub fn to(self, flags: &mut Flags, text: &str) -> Result<(), String> {
        match (self, text) {
            (Self::Switch(field), "on" | "off") => *field(flags) = text == "on",
            (Self::Switch(_), _) => return Err(format!("invalid value '{text}': expected on or off")),
            (Self::Text(field), _) => *field(flags) = Some(text.to_owned()),
            (Self::Texts(field), _) => *field(flags) = text.lines().map(str::to_owned).collect(),
            (Self::Value(read), _) => return read(flags, text),
        }
        Ok(())
    }
}

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
    pub apply: Apply,
    /// The one command that the row is for, where a flag of that name means something else to another command.
    pub only: Option<&'static str>,
}

/// The headings of the help of a command with many flags, and the flags below them besides those of a [`Group`].
const HEADINGS: [(&str, &[&str]); 3] = [
    (SEARCH, &["strategy", "first", "all", "certificate", "partition"]),
    ("Output", &["json", "stats", "explain", "quiet", "output", "no-store", "export"]),
    ("Screen and pictures", &["follow", "plain", "theme", "pad"]),
];

const SEARCH: &str = "Search";

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
    const fn switch(name: &'static str, summary: &'static str, field: fn(&mut Flags) -> &mut bool) -> Self {
        Self::new(name, None, summary, Values::Switch, Apply::Switch(field))
    }

    const fn valued(
        name: &'static str,
        value: &'static str,
        summary: &'static str,
        values: Values,
        read: fn(&mut Flags, &str) -> Result<(), String>,
    ) -> Self {
        Self::new(name, Some(value), summary, values, Apply::Value(read))
    }

    const fn text(
        name: &'static str,
        value: &'static str,
        summary: &'static str,
        values: Values,
        field: fn(&mut Flags) -> &mut Option<String>,
    ) -> Self {
        Self::new(name, Some(value), summary, values, Apply::Text(field))
    }

    const fn texts(
        name: &'static str,
        value: &'static str,
        summary: &'static str,
        values: Values,
        field: fn(&mut Flags) -> &mut Vec<String>,
    ) -> Self {
        Self::new(name, Some(value), summary, values, Apply::Texts(field))
    }

    /// Whether the flag may be given several times.
    #[must_use]
    pub fn is_repeated(&self) -> bool {
        matches!(self.apply, Apply::Texts(_))
    }

    const fn search(
        name: &'static str,
        value: &'static str,
        summary: &'static str,
        read: fn(&mut Flags, &str) -> Result<(), String>,
    ) -> Self {
        Self { group: Some(Group::Search), ..Self::valued(name, value, summary, Values::Free, read) }
    }

    const fn new(
        name: &'static str,
        value: Option<&'static str>,
        summary: &'static str,
        values: Values,
        apply: Apply,
    ) -> Self {
        Self { name, short: None, value, summary, values, setting: None, group: None, apply, only: None }
    }

    /// What the flag is listed under in the help of a command with many flags; `None` is the general list.
    pub fn heading(&self) -> Option<&'static str> {
        match self.group {
            Some(Group::Search) => Some(SEARCH),
            Some(Group::Read) => Some("Reading puzzles"),
            None => Some(HEADINGS.into_iter().find(|(_, names)| names.contains(&self.name))?.0),
        }
    }

    const fn short(self, letter: char) -> Self {
        Self { short: Some(letter), ..self }
    }

    const fn only(self, command: &'static str) -> Self {
        Self { only: Some(command), ..self }
    }

    const fn completed(self, values: Values) -> Self {
        Self { values, ..self }
    }

    const fn setting(self, default: &'static str) -> Self {
        Self { setting: Some(default), ..self }
    }

    const fn group(self, group: Group) -> Self {
        Self { group: Some(group), ..self }
    }
}

reasons! {
    /// Why a flag does not accept its value.
    FlagError;
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::{budget::Limits, search};

    use super::*;
    use crate::commands::command;

    fn read(name: &'static str, value: &str) -> Result<SearchOptions, FlagError> {
        let given = BTreeMap::from([(name, value.to_owned())]);
        Flags::read(|flag| command("solve").expect("a command").takes(flag), &given, |_| None).map(|flags| flags.search)
    }

    #[test]
    fn flags_become_a_search() {
        let search = read("nodes", "2M").unwrap();
        assert_eq!((search.limits.nodes, search.limits.time), (Some(2_000_000), Limits::usual().time));
        let search = read("weight", "1.5").unwrap();
        assert_eq!(search.settings.weight.hundredths(), 150);
        assert_eq!(search.settings.width, search::Settings::default().width);
        let error = read("strategy", "astr").unwrap_err();
        assert_eq!(error.to_string(), "--strategy: unknown strategy 'astr'; did you mean 'astar'?");
    }

    #[test]
    fn headings_name_flags_of_no_group() {
        for name in HEADINGS.iter().flat_map(|(_, names)| *names) {
            assert!(flag(name).is_some_and(|flag| flag.group.is_none()), "{name}");
        }
    }

    #[test]
    fn flags_come_before_settings() {
        let rate = command("rate").expect("a command");
        let given = BTreeMap::from([("time", "5s".to_owned())]);
        let settings = |name: &str| {
            [("time", "9s"), ("strategy", "bfs"), ("json", "on")].into_iter().find(|it| it.0 == name).map(|it| it.1)
        };
        let flags = Flags::read(|flag| rate.takes(flag), &given, settings).unwrap();
        assert_eq!(flags.search.limits.time, Some(std::time::Duration::from_secs(5)));
        assert!(flags.json && flags.has_time && flags.is_given("time") && !flags.is_given("json"));
        assert_eq!(flags.search.strategy, None, "the command has no such flag");
    }
}
