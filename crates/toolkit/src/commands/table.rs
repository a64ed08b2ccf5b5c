//! The table of commands, and help of flags that some commands explain in another way.

use super::flags::{FLAGS, Flag, Group};

/// The shells that completion scripts exist for.
pub const SHELLS: &[&str] = &["bash", "elvish", "fish", "powershell", "zsh"];

/// All commands, in the order in which help lists them.
pub const COMMANDS: &[Command] = &[
    Command::everywhere(
        "solve",
        "PUZZLE..",
        "solve puzzles; every answer is verified before it is printed",
        Takes::Puzzles,
    )
    .groups(&[Group::Search, Group::Read])
    .with_flags(&[
        "strategy",
        "json",
        "stats",
        "explain",
        "quiet",
        "first",
        "all",
        "pad",
        "output",
        "no-store",
        "certificate",
        "follow",
        "plain",
        "theme",
    ])
    .examples(&[
        ("solve missile/4", "the fourth puzzle of a collection"),
        ("solve missile/4 --follow", "show the answer press by press"),
        ("solve missile --json", "all of its puzzles, one JSON object per line"),
        ("solve missile/4 --strategy bfs --nodes 1000", "one strategy, under a limit"),
        ("solve missile/1 --all", "every shortest answer"),
        ("solve stuck/1 --certificate no.txt", "a proof that can be checked"),
        ("solve missile/4 --for buttons", "the fewest presses of the gamepad"),
        ("solve missile/4 -o answer.html", "a page to play on; .gif: an animation; .svg: a filmstrip"),
    ]),
    Command::everywhere("compare", "PUZZLE..", "compare strategies on the same puzzles", Takes::Puzzles)
        .groups(&[Group::Search, Group::Read])
        .with_flags(&["strategies", "runs", "warmup", "export", "json", "pad", "all"])
        .examples(&[
            ("compare missile/1", "the strategies that fit, 5 s per run"),
            ("compare missile/1 --strategies bfs,astar", "two of them"),
            ("compare missile/1 --runs 5 --export t.md", "medians of 5 runs, written to a file"),
        ]),
    Command::everywhere("trace", "PUZZLE", "show each expansion of a search", Takes::Puzzles)
        .groups(&[Group::Search, Group::Read])
        .with_flags(&["strategy", "strategies", "output", "json", "plain", "theme", "pad"])
        .examples(&[
            ("trace missile/3 --strategy astar", "its first 50 expansions, with g, h and f"),
            ("trace starter/2 --strategies astar,bfs --nodes 200", "two searches, one after the other"),
            (
                "trace missile/3 --strategy bfs -o trace.html",
                "a page that plays the search, with its tree; .dot: Graphviz",
            ),
            ("trace missile/3 --strategy idastar -o trace.jsonl", "one JSON object for each expansion"),
        ]),
    Command::everywhere(
        "batch",
        "FILE..",
        "solve many levels: one JSON object per line, in the order of the input",
        Takes::Files,
    )
    .groups(&[Group::Search, Group::Read])
    .with_flags(&["strategy", "first", "json", "pad", "output", "resume", "partition", "export", "no-store", "all"])
    .examples(&[
        ("batch primer stuck", "two collections"),
        ("batch missile -o missile.jsonl", "write the lines to a file"),
        ("batch missile --threads 2 --time 10s", "two puzzles at a time, 10 s each"),
        ("batch missile --resume missile.jsonl", "continue a batch that was stopped"),
        ("batch missile --partition slice:2/4", "the second of four shares, for four machines"),
        ("batch missile --resume all.jsonl --resume share-1.jsonl", "copy into all.jsonl what a share has solved"),
        ("batch report new.jsonl old.jsonl", "compare what two batches solved"),
    ]),
    Command::everywhere(
        "verify",
        "PUZZLE [SOLUTION]",
        "replay a solution, or those of a file",
        Takes::PuzzleAndSolution,
    )
    .groups(&[Group::Read])
    .with_flags(&["json", "pad", "certificate", "time", "memory", "all", "output", "theme"])
    .examples(&[
        ("verify missile/1 'left 0, up 3'", "is it a solution?"),
        ("verify missile/1 'left 0' --json", "the same for a script"),
        ("verify mine.sok", "are all solutions in the file right?"),
        ("verify --certificate no.txt", "does the certificate prove that there is no solution?"),
    ]),
    Command::everywhere(
        "optimise",
        "PUZZLE [SOLUTION]",
        "shorten a solution of a puzzle, or all solutions in a file",
        Takes::PuzzleAndSolution,
    )
    .groups(&[Group::Search, Group::Read])
    .with_flags(&["json", "stats", "explain", "quiet", "pad", "output", "no-store", "all"])
    .examples(&[
        ("optimise missile/1 'right 1, left 1, left 1, left 2, right 3, left 2'", "a solution of a puzzle"),
        ("optimise mine.sok --for moves -o mine.sok", "the solutions in a file: fewer moves, then pushes"),
        ("optimise mine.sok:3 --time 5m --explain", "show each better solution as it is found"),
    ]),
    Command::everywhere("show", "PUZZLE..", "draw puzzles", Takes::Puzzles)
        .groups(&[Group::Read])
        .with_flags(&["json", "plain", "all", "output", "theme"])
        .examples(&[
            ("show missile/4", "one puzzle"),
            ("show pusher/1 --plain", "in words: where the player, the boxes and the free goals are"),
            ("show pusher/1 -o board.svg --theme light", "as a picture: .svg or .png"),
        ]),
    Command::at_prompt("describe", "[PUZZLE]", "describe a board in words", Takes::Puzzles)
        .groups(&[Group::Read])
        .with_flags(&["all"])
        .examples(&[
            ("describe", "the current position: where the player, the boxes and the free goals are"),
            ("describe missile/1", "the rows, and what differs from the target"),
        ]),
    Command::everywhere(
        "list",
        "[FILE]",
        "list the built-in collections, or the puzzles of a file or collection",
        Takes::Files,
    )
    .groups(&[Group::Read])
    .with_flags(&["json", "no-store", "all"])
    .examples(&[("list", "the built-in collections"), ("list missile", "the puzzles of a collection")]),
    Command::everywhere(
        "solutions",
        "ACTION ..",
        "manage the saved solutions: list, show, export, import",
        Takes::Files,
    )
    .groups(&[Group::Read])
    .with_flags(&["json"])
    .examples(&[
        ("solutions list", "the levels with saved solutions, by their Unique-Id"),
        ("solutions import mine.sok", "add the solutions of a file after replaying them"),
        ("solutions export all.sok", "all of one kind of puzzle, in a file"),
    ]),
    Command::everywhere(
        "space",
        "PUZZLE..",
        "count the states of a puzzle by their distance from the target",
        Takes::Puzzles,
    )
    .with_flags(&[
        "for",
        "from",
        "time",
        "memory",
        "nodes",
        "threads",
        "dialect",
        "encoding",
        "allow-unequal",
        "outside",
        "json",
        "stats",
        "pad",
    ])
    .examples(&[
        ("space starter/1", "states by distance to the target"),
        ("space starter/1 --from source --json", "by distance from the start, for a script"),
        ("space primer/1 --for pushes", "positions of a level, by pushes to a solution"),
    ]),
    Command::everywhere(
        "strategies",
        "[PUZZLE]",
        "list the search strategies, or those that fit a puzzle",
        Takes::Puzzles,
    )
    .groups(&[Group::Read])
    .with_flags(&["for", "json"])
    .examples(&[
        ("strategies", "all, with what they need and prove"),
        ("strategies pusher/1 --for moves", "which fit, and why others do not"),
    ]),
    Command::everywhere("play", "[PUZZLE..]", "play puzzles, with hints; the best solutions are saved", Takes::Puzzles)
        .groups(&[Group::Search, Group::Read])
        .with_flags(&["strategy", "plain", "theme", "quiet", "pad", "no-store", "resume", "all"])
        .examples(&[
            ("play pusher/1", "with keys and mouse; '?' shows the keys"),
            ("play missile", "a collection, from the first unsolved puzzle"),
            ("play pusher/1 --plain", "in line mode, for scripts and screen readers"),
        ]),
    Command::everywhere("edit", "[PUZZLE]", "edit a puzzle, play it, save it", Takes::Puzzles)
        .groups(&[Group::Search, Group::Read])
        .with_flags(&["strategy", "plain", "theme", "quiet", "all"])
        .examples(&[
            ("edit", "an empty board; '?' shows the keys"),
            ("edit levels.xsb:3", "a level of a file"),
            ("edit --plain", "in line mode: put box 2 3, validate, save my.xsb"),
        ]),
    GENERATE,
    RATE,
    Command::everywhere("convert", "FILE..", "convert levels to another format", Takes::Puzzles)
        .groups(&[Group::Read])
        .with_flags(&["output", "to", "dedup", "all"])
        .examples(&[
            ("convert pusher --to sok", "print a collection in another format"),
            ("convert missile/4 --to link", "a link: what follows the address of the page in a browser"),
            ("convert primer --to pusher-db", "packed for pusher.exe, as assembler text"),
        ]),
    Command::everywhere(
        "id",
        "PUZZLE..",
        "print identifiers that do not depend on how a puzzle is written",
        Takes::Puzzles,
    )
    .groups(&[Group::Read])
    .with_flags(&["json", "all"])
    .examples(&[
        ("id pusher/1", "Unique-Id (the same for rotations and reflections) and Exact-Id"),
        ("id primer --json", "of a whole collection, for a script"),
    ]),
    Command::everywhere("help", "[COMMAND|TOPIC]", "list commands and topics, or explain one of them", Takes::Topic)
        .examples(&[
            ("help", "the commands and the topics"),
            ("help solve", "one command"),
            ("help prompt", "one topic"),
        ]),
    Command::everywhere("version", "", "print the version of lurd", Takes::Nothing)
        .examples(&[("version", "name and number"), ("version", "also '--version'")]),
    Command::everywhere("completions", "SHELL", "print the completion script of a shell", Takes::OneOf(SHELLS))
        .examples(&[("completions bash", "the script for bash"), ("completions zsh", "the script for zsh")]),
    Command::everywhere("man", "DIR", "write manual pages to a folder", Takes::Path).examples(&[
        ("man man1", "write man1/lurd.1, man1/lurd-solve.1, .."),
        ("man share/man/man1", "create the folder if necessary"),
    ]),
    Command::at_prompt("load", "PUZZLE", "make a puzzle the current one without solving it", Takes::Puzzles)
        .groups(&[Group::Read])
        .with_flags(&["all"])
        .examples(&[("load missile/4", "from a collection"), ("load levels.xsb:12", "from a file")]),
    Command::at_prompt("do", "ACTIONS", "perform actions; the word 'do' is optional", Takes::Actions)
        .examples(&[("do left 0, up 3", "two shifts"), ("do uurR", "four moves of a Sokoban player")]),
    Command::at_prompt("undo", "[N|all]", "undo actions", Takes::Count)
        .examples(&[("undo", "the last action"), ("undo all", "back to the start")]),
    Command::at_prompt("redo", "[N|all]", "redo undone actions", Takes::Count)
        .examples(&[("redo", "the next action"), ("redo 3", "three actions")]),
    Command::at_prompt("step", "[N|all]", "perform the next step of the last answer", Takes::Count)
        .examples(&[("step", "one step, then show the board"), ("step all", "to the end of the answer")]),
    Command::at_prompt("back", "[N|all]", "undo the last step of the answer", Takes::Count)
        .examples(&[("back", "one step"), ("back all", "to the start of the answer")]),
    Command::at_prompt(
        "follow",
        "[N]",
        "show how to carry out the answer, press by press or push by push",
        Takes::Number,
    )
    .groups(&[Group::Search])
    .with_flags(&["strategy", "pad", "plain", "theme"])
    .examples(&[
        ("follow", "from here; Space shows the next press, '?' the keys"),
        ("follow 2 --plain", "from the second press on, in lines"),
    ]),
    Command::at_prompt("hint", "[PUZZLE]", "show the next step of an answer, and its total cost", Takes::Puzzles)
        .groups(&[Group::Search])
        .with_flags(&["strategy", "pad"])
        .examples(&[("hint", "the next step of the answer"), ("hint --for grouped", "for another objective")]),
    Command::at_prompt("set", "[NAME [VALUE]]", "show or change settings of this session", Takes::Setting).examples(&[
        ("set", "all settings and their origins"),
        ("set time 10s", "change a setting; 'set time default' restores its default"),
    ]),
    Command::at_prompt(
        "save",
        "FILE",
        "add the current puzzle and its answer to a file of puzzles (.sok, .shift)",
        Takes::Actions,
    )
    .examples(&[
        ("save mine.sok", "the answer and the moves played so far"),
        ("save games/today.sok", "a file may hold several levels"),
    ]),
    Command::at_prompt(
        "export",
        "FILE",
        "draw the answer (without one, the board) as a picture or a page",
        Takes::Path,
    )
    .with_flags(&["theme"])
    .examples(&[
        ("export answer.gif", "an animation of the last answer"),
        ("export answer.html", "a page to play on, with the answer"),
    ]),
    Command::at_prompt("clear", "", "clear the screen (Ctrl-L does the same)", Takes::Nothing)
        .examples(&[("clear", "clear the screen"), ("clear", "has no effect if the output is not a terminal")]),
    Command::at_prompt("quit", "", "leave lurd (also 'exit', 'q' and Ctrl-D)", Takes::Nothing)
        .examples(&[("quit", "leave the prompt"), ("quit", "end a script early")]),
];

// What a command is: its name, arguments, flags and help.

/// Where a command works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Works {
    /// At the shell and at the prompt.
    Everywhere,
    /// At the prompt only.
    AtPrompt,
}

/// Arguments of a command: how the prompt reads them, and what completes them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Takes {
    Nothing,
    /// Puzzles or references to them; a board may span several lines.
    Puzzles,
    /// A puzzle and the text of a solution, or only a solution, of the current puzzle.
    PuzzleAndSolution,
    Files,
    /// Actions, as answers write them.
    Actions,
    Count,
    Number,
    /// The name of a setting, and a value.
    Setting,
    /// A command or a topic of help.
    Topic,
    /// A file or folder of any kind.
    Path,
    OneOf(&'static [&'static str]),
}

impl Takes {
    /// Whether a puzzle may be typed there, which may span several lines.
    pub fn puzzle(self) -> bool {
        matches!(self, Self::Puzzles | Self::PuzzleAndSolution)
    }
}

#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// Name, which is typed.
    pub name: &'static str,
    /// Placeholders of its arguments in help, without flags.
    pub arguments: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// Groups of flags it takes.
    pub groups: &'static [Group],
    /// Other flags it takes.
    pub flags: &'static [&'static str],
    /// At least two examples, except for words of the line modes: the line as typed at the prompt (at the shell it begins with `lurd`), and what it does.
    pub examples: &'static [(&'static str, &'static str)],
    pub works: Works,
    /// What its arguments are.
    pub takes: Takes,
}

impl Command {
    /// The row of a command of the shell and the prompt that takes no flags.
    pub(super) const fn everywhere(
        name: &'static str,
        arguments: &'static str,
        summary: &'static str,
        takes: Takes,
    ) -> Self {
        let works = Works::Everywhere;
        Self { name, arguments, summary, takes, works, groups: &[], flags: &[], examples: &[] }
    }

    /// The row of a command of the prompt that takes no flags.
    pub(super) const fn at_prompt(
        name: &'static str,
        arguments: &'static str,
        summary: &'static str,
        takes: Takes,
    ) -> Self {
        Self { works: Works::AtPrompt, ..Self::everywhere(name, arguments, summary, takes) }
    }

    /// The row with other arguments.
    pub(crate) const fn taking(self, takes: Takes) -> Self {
        Self { takes, ..self }
    }

    pub(super) const fn groups(self, groups: &'static [Group]) -> Self {
        Self { groups, ..self }
    }

    pub(super) const fn with_flags(self, flags: &'static [&'static str]) -> Self {
        Self { flags, ..self }
    }

    pub(super) const fn examples(self, examples: &'static [(&'static str, &'static str)]) -> Self {
        Self { examples, ..self }
    }

    /// The flags it takes, in the order of their table.
    pub fn flags(&self) -> impl Iterator<Item = &'static Flag> {
        FLAGS.iter().filter(|flag| self.takes(flag))
    }

    /// Whether it takes the flag of a row. A row for this command alone replaces the other ones of its name.
    pub fn takes(&self, flag: &Flag) -> bool {
        let is_own = |row: &Flag| row.only == Some(self.name);
        let has_own = FLAGS.iter().any(|row| row.name == flag.name && is_own(row));
        self.takes_flag(flag.name) && if has_own { is_own(flag) } else { flag.only.is_none() }
    }

    pub fn takes_flag(&self, name: &str) -> bool {
        let in_group = |flag: &Flag| flag.group.is_some_and(|group| self.groups.contains(&group));
        self.flags.contains(&name) || FLAGS.iter().any(|flag| flag.name == name && in_group(flag))
    }
}

/// The row of a word of a line mode.
#[must_use]
pub const fn row(name: &'static str, arguments: &'static str, summary: &'static str) -> Command {
    let takes = if arguments.is_empty() { Takes::Nothing } else { Takes::Actions };
    Command::at_prompt(name, arguments, summary, takes)
}

// The rows of the commands that generate and rate puzzles.

/// The kinds of puzzles that are generated.
const KINDS: &[&str] = &["shifter", "sokoban"];

pub(super) const GENERATE: Command = Command::everywhere(
    "generate",
    "KIND",
    "generate puzzles of a given difficulty, each with its answer",
    Takes::OneOf(KINDS),
)
.with_flags(&["seed", "count", "size", "boxes", "difficulty", "output", "to", "time", "memory", "json"])
.examples(&[
    ("generate sokoban --seed 7", "an easy level; equal seeds give equal levels"),
    ("generate sokoban --count 3 --difficulty medium -o new.sok", "three medium levels, in a file"),
    ("generate sokoban --size 9x8 --boxes 3", "of a given size"),
    ("generate shifter --difficulty medium", "a shifter of four or five shifts"),
]);

pub(super) const RATE: Command = Command::everywhere("rate", "PUZZLE..", "rate how hard puzzles are", Takes::Puzzles)
    .groups(&[Group::Read])
    .with_flags(&["time", "memory", "json", "all"])
    .examples(&[
        ("rate pusher/1", "the rating and its parts"),
        ("rate primer --json", "a whole collection, for a script"),
    ]);

// Help of flags that mean something more specific to some commands than their row in the table of flags says.

/// A flag, the commands, and its help there.
type Row = (&'static str, &'static [&'static str], &'static str);

const ROWS: &[Row] = &[
    ("all", &["solve"], "list every optimal answer"),
    (
        "output",
        &["solve"],
        "add puzzle and answer to this file of puzzles (.sok, .shift), unless it has an equally good one; or draw \
         the answer: .svg, .png, .gif or .html",
    ),
    ("output", &["verify"], "draw the solution: .svg, .png, .gif or .html"),
    ("output", &["show"], "draw the board, or a sheet or page of several: .svg, .png, .gif or .html"),
    ("output", &["trace"], "write the trace to this file: .jsonl, .dot or .html"),
    ("plain", &["trace"], "a table instead of the full screen"),
    ("plain", &["show"], "describe the boards in words"),
    ("nodes", &["trace"], "expansions per search, or none [default: 50]"),
    (
        "strategy",
        &["trace"],
        "search strategy; 'lurd strategies' lists them [default: astar, or bfs without an estimate]",
    ),
    ("strategies", &["trace"], "several strategies, separated by commas"),
    (
        "output",
        &["optimise"],
        "add the solutions to this file of puzzles (.sok, .shift), unless it has equally good ones",
    ),
    ("output", &["batch"], "write to this new file, a line as soon as its level ends"),
    ("time", &["compare"], "wall time per run, or none [default: 5s]"),
    ("time", &["generate"], "wall time of the command, or none [default: none]"),
    ("time", &["verify"], "wall time of the check of a certificate, or none [default: 60s]"),
    ("threads", &["batch"], "levels solved at the same time, which share the memory [default: 1]"),
    ("threads", &["optimise"], "threads, for Sokoban levels; the result may then vary [default: 1]"),
    ("threads", &["space"], "threads that count [default: 1]"),
    ("certificate", &["solve"], "write a proof that there is no solution, within what is left of the limits"),
    ("certificate", &["verify"], "check the proof in this file that there is no solution, without any search"),
    ("quiet", &["play", "edit"], "with --plain: print no boards"),
];

impl Command {
    /// The help of a flag for this command.
    pub fn summary_of(&self, flag: &Flag) -> &'static str {
        let row = ROWS.iter().find(|(name, commands, _)| *name == flag.name && commands.contains(&self.name));
        row.map_or(flag.summary, |(_, _, summary)| summary)
    }
}

#[cfg(test)]
mod flag_summaries_tests {
    use super::super::command;
    use super::*;

    #[test]
    fn every_row_is_about_a_flag_of_its_commands() {
        for (flag, commands, _) in ROWS {
            for name in *commands {
                assert!(command(name).is_some_and(|command| command.takes_flag(flag)), "{name} --{flag}");
            }
        }
    }
}
