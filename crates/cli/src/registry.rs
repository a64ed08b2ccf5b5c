//! What a command is, and all commands, by which lines are split, completed and explained; `commands` carries them out.

use std::sync::OnceLock;

use lurd_report as report;
use lurd_toolkit::{exit::Exit, words::meaning};

/// How a command ended; the error is that of a problem that has been reported.
pub(crate) type Outcome = Result<Exit, Exit>;

/// A command: how its flags are read, and its help.
#[derive(Clone, Copy)]
pub struct Row {
    /// What is typed.
    pub name: &'static str,
    /// Whether it works at the prompt and in scripts only.
    pub at_prompt_only: bool,
    pub(crate) is_rare: bool,
    /// Lines as typed at the prompt, and what they do.
    pub examples: &'static [(&'static str, &'static str)],
    pub(crate) notes: &'static [&'static str],
    pub(crate) takes_puzzles: bool,
    pub(crate) build: fn() -> clap::Command,
}

static ROWS: OnceLock<Vec<Row>> = OnceLock::new();

/// Makes these the commands, in the order in which help lists them.
pub(crate) fn install(rows: impl Iterator<Item = Row>) -> &'static [Row] {
    ROWS.get_or_init(|| rows.collect())
}

/// All commands, in the order in which help lists them.
pub(crate) fn rows() -> &'static [Row] {
    ROWS.get().map_or(&[], Vec::as_slice)
}

/// Other names of commands, common in shells, besides those of words that the player and the editor have, too.
pub(crate) const ALIASES: &[(&str, &str)] = &[
    ("cls", "clear"),
    ("dir", "list"),
    ("ls", "list"),
    ("open", "load"),
    ("--version", "version"),
    ("-V", "version"),
    ("new", "edit"),
];

/// The command of that name.
pub(crate) fn command(name: &str) -> Option<&'static Row> {
    rows().iter().find(|row| row.name == name)
}

/// The command of that name or alias.
pub(crate) fn command_at_prompt(word: &str) -> Option<&'static Row> {
    let alias = ALIASES.iter().find(|(alias, _)| *alias == word);
    command(alias.map_or_else(|| meaning(word), |(_, name)| name))
}

/// The names of all commands.
pub(crate) fn names() -> Vec<&'static str> {
    rows().iter().map(|row| row.name).collect()
}

/// Maximum width of help, in columns.
const MAX_WIDTH: usize = 100;

/// Columns for help: those of the terminal, or a fixed number if the output is not a terminal.
pub(crate) fn width() -> usize {
    terminal_size::terminal_size_of(std::io::stdout())
        .map_or(MAX_WIDTH, |(width, _)| usize::from(width.0).min(MAX_WIDTH))
}

impl Row {
    /// The parser of its flags and arguments, with its help as typed at the shell or at the prompt.
    #[must_use]
    pub fn parser(&self, at_prompt: bool) -> clap::Command {
        let lead = if at_prompt || self.at_prompt_only { "" } else { "lurd " };
        let notes = self.notes.iter().map(|note| report::paragraph(note, width()));
        let examples = report::examples(self.examples, lead, width());
        let below: String = notes.chain([examples.trim_end().to_owned()]).collect();
        (self.build)()
            .name(self.name)
            .bin_name(format!("{lead}{}", self.name))
            .after_help(below)
            .term_width(width())
            .args_override_self(true)
    }

    /// Whether it has a flag of that name.
    pub(crate) fn has_flag(&self, name: &str) -> bool {
        (self.build)().get_arguments().any(|arg| arg.get_long() == Some(name))
    }

    /// One line of help.
    #[must_use]
    pub fn summary(&self) -> String {
        (self.build)().get_about().map(ToString::to_string).unwrap_or_default()
    }

    /// What it takes, as its help shows it: `PUZZLE..`.
    #[must_use]
    pub fn arguments(&self) -> String {
        let name = |arg: &clap::Arg| match arg.get_value_names() {
            Some([name]) if name.contains(' ') => name.to_string(),
            _ => arg.to_string().replace("]...", "..]"),
        };
        (self.build)().get_positionals().filter(|arg| !arg.is_hide_set()).map(name).collect::<Vec<_>>().join(" ")
    }
}

/// The parser of the shell, for completion and manual pages.
pub(crate) fn whole(at_prompt: bool) -> clap::Command {
    let rows = rows().iter().filter(|row| at_prompt || !row.at_prompt_only);
    clap::Command::new("lurd")
        .about("An interactive puzzle-solving toolkit; 'lurd' alone starts the prompt")
        .disable_help_subcommand(true)
        .term_width(width())
        .after_help("'lurd help' shows how to write puzzles.")
        .subcommands(rows.map(|row| row.parser(at_prompt)))
}

/// What is wrong with a command line, without usage and colours.
pub(crate) fn reason_of(error: &clap::Error) -> String {
    let own = std::error::Error::source(error).map(ToString::to_string);
    own.unwrap_or_else(|| error.to_string().lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned())
}
