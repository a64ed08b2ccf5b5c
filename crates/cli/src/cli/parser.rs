//! The clap parser, built from the tables of commands and flags.

use std::fmt::Write as _;

use clap::{Arg, ArgAction, ValueHint};
use lurd_report as report;
use lurd_toolkit::commands::{COMMANDS, Command, Values, Works, flag};

/// Maximum width of help, in columns.
pub(crate) const MAX_WIDTH: usize = 100;

const COLOR: &str = "color";

/// Columns for help: those of the terminal, or a fixed number if the output is not a terminal.
pub(super) fn width() -> usize {
    terminal_size::terminal_size_of(std::io::stdout())
        .map_or(MAX_WIDTH, |(width, _)| usize::from(width.0).min(MAX_WIDTH))
}

/// The parser of the shell with value hints, for completion and manual pages.
pub(crate) fn described() -> clap::Command {
    let describe = |command: clap::Command| {
        let command = command.mut_arg("words", |arg| arg.value_hint(ValueHint::AnyPath));
        command.mut_args(|arg| match flag(arg.get_id().as_str()).map(|flag| flag.values) {
            Some(Values::Names(names)) => {
                let names = clap::builder::PossibleValuesParser::new(names());
                arg.value_parser(names).hide_possible_values(true)
            }
            _ => arg,
        })
    };
    let at_prompt = COMMANDS.iter().filter(|command| command.works == Works::AtPrompt);
    let mut more = String::from("At the prompt also:\n");
    for command in at_prompt {
        let _ = writeln!(more, "  {} {}: {}", command.name, command.arguments, command.summary);
    }
    root(false, None).mut_subcommands(describe).after_long_help(more)
}

/// The parser of all commands, or only of the one that was typed: to build the parsers of all others at each start and for
/// each line of the prompt takes longer than to parse.
pub(super) fn root(at_prompt: bool, typed: Option<&Command>) -> clap::Command {
    // Applied before anything else is parsed: see `colour`.
    let colour = Arg::new(COLOR)
        .long(COLOR)
        .value_name("WHEN")
        .value_parser(["auto", "always", "never"])
        .hide_possible_values(true)
        .global(true)
        .help("colours: auto, always or never [default: auto: by the terminal and NO_COLOR]");
    let colour = (!at_prompt).then_some(colour);
    clap::Command::new("lurd")
        .about("An interactive puzzle-solving toolkit; 'lurd' alone starts the prompt")
        .version(crate::version::version())
        .disable_version_flag(true)
        .arg(
            Arg::new("version")
                .long("version")
                .short('V')
                .short_alias('v')
                .action(ArgAction::Version)
                .help("Print version"),
        )
        .disable_help_subcommand(true)
        .term_width(width())
        .args(colour)
        .args_conflicts_with_subcommands(true)
        .after_help("Puzzles: 'lurd help' shows how to write them.")
        .subcommands(
            COMMANDS
                .iter()
                .filter(|command| at_prompt || command.works == Works::Everywhere)
                .filter(|command| typed.is_none_or(|typed| typed.name == command.name))
                .map(|command| subcommand(command, at_prompt)),
        )
}

/// The number of flags from which on the help of a command lists them under headings.
const MANY_FLAGS: usize = 12;

pub(super) fn subcommand(command: &'static Command, at_prompt: bool) -> clap::Command {
    let lead = if at_prompt || command.works == Works::AtPrompt { "" } else { "lurd " };
    // At the prompt the name of the program is not typed.
    let spelled = |text: &str| if at_prompt { text.replace("'lurd ", "'") } else { text.to_owned() };
    let examples = report::examples(command.examples, lead, width());
    let usage = format!("{lead}{} {}", command.name, command.arguments);
    let count = command.flags().count();
    let flags = if count == 0 { "" } else { " [FLAGS]" };
    clap::Command::new(command.name)
        .about(command.summary)
        .override_usage(format!("{}{flags}", usage.trim_end()))
        .after_help(examples.trim_end().to_owned())
        .disable_version_flag(true)
        .args_override_self(true)
        .arg(Arg::new("words").hide(true).num_args(0..).action(ArgAction::Append))
        .args(command.flags().map(|flag| {
            let arg = Arg::new(flag.name).long(flag.name).help(spelled(command.summary_of(flag)));
            let arg = arg.help_heading(flag.heading().filter(|_| count >= MANY_FLAGS));
            let arg = match flag.short {
                Some(short) => arg.short(short),
                None => arg,
            };
            match flag.value {
                Some(value) if flag.is_repeated() => arg.value_name(value).action(ArgAction::Append),
                Some(value) => arg.value_name(value).allow_hyphen_values(false),
                None => arg.action(ArgAction::SetTrue),
            }
        }))
}
