//! The parser, made from the table of commands: the same flags at the shell and at the prompt.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fmt::Write as _;

use clap::error::ErrorKind;
use clap::{Arg, ArgAction, ValueHint};

use crate::catalog::did_you_mean;
use crate::report;
use crate::search::STRATEGIES;
use crate::toolkit::commands::{COMMANDS, Command, Works, command, names};
use crate::toolkit::settings::Search;

/// Wider lines of help are hard to read.
pub(super) const WIDEST: usize = 100;

const EVAL: &str = "eval";
const COLOR: &str = "color";

/// Takes `--color WHEN` out of the arguments of the shell, wherever it stands, and follows it. What is
/// not understood stays, so that the parser complains of it.
pub(super) fn colour(words: Vec<OsString>) -> Vec<OsString> {
    use anstream::ColorChoice;

    let choice = |word: &str| match word {
        "auto" => Some(ColorChoice::Auto),
        "always" => Some(ColorChoice::Always),
        "never" => Some(ColorChoice::Never),
        _ => None,
    };
    let mut left = Vec::with_capacity(words.len());
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        let text = word.to_str().unwrap_or_default();
        let value = match text.strip_prefix("--color") {
            Some("") => words.peek().and_then(|next| next.to_str()).and_then(choice),
            Some(rest) => rest.strip_prefix('=').and_then(choice),
            None => None,
        };
        let Some(value) = value else {
            let is_last = text == "--";
            left.push(word);
            if is_last {
                break;
            }
            continue;
        };
        if text == "--color" {
            words.next();
        }
        value.write_global();
    }
    left.extend(words);
    left
}

/// A command with its arguments and flags.
#[derive(Clone, Debug)]
pub struct Invocation {
    /// The command.
    pub command: &'static Command,
    /// What follows it and is no flag.
    pub words: Vec<String>,
    flags: BTreeMap<&'static str, String>,
}

impl Invocation {
    /// A command without arguments and flags.
    #[must_use]
    pub fn bare(command: &'static Command) -> Self {
        Self { command, words: Vec::new(), flags: BTreeMap::new() }
    }

    /// What was given for a flag; `on` for a switch.
    #[must_use]
    pub fn flag(&self, name: &str) -> Option<&str> {
        self.flags.get(name).map(String::as_str)
    }
}

/// What a command line asks for.
#[derive(Debug)]
pub enum Parsed {
    /// A command.
    Invocation(Invocation),
    /// A text to show: help, version.
    Text(String),
    /// Lines as they are typed at the prompt.
    Lines(Vec<String>),
}

/// Reads the arguments of the shell, or the flags of a line of the prompt.
///
/// # Errors
/// The message to show; it is a usage error.
pub fn parse(words: &[OsString], at_prompt: bool) -> Result<Parsed, String> {
    if let Some(first) = words.first().and_then(|word| word.to_str())
        && !first.starts_with('-')
    {
        match command(first) {
            None => return Err(unknown_command(first)),
            Some(known) if known.works == Works::AtPrompt && !at_prompt => {
                let text = format!("'{first}' works at the prompt only; 'lurd' alone starts it");
                return Err(report::message(&text));
            }
            Some(_) => {}
        }
    }
    let root = root(at_prompt);
    let all = std::iter::once(OsString::from("lurd")).chain(words.iter().cloned());
    let matches = match root.try_get_matches_from(all) {
        Ok(matches) => matches,
        Err(error) => {
            let text = error.render().ansi().to_string();
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(Parsed::Text(text)),
                _ => Err(text.trim_end().to_owned()),
            };
        }
    };
    if let (false, Ok(Some(lines))) = (at_prompt, matches.try_get_many::<String>(EVAL)) {
        return Ok(Parsed::Lines(lines.cloned().collect()));
    }
    let Some((name, given)) = matches.subcommand() else {
        return Err(report::message("a command is missing; 'lurd help' lists them"));
    };
    let Some(command) = command(name) else { return Err(unknown_command(name)) };
    let mut order = Invocation::bare(command);
    order.words = given.get_many::<String>("words").into_iter().flatten().cloned().collect();
    for flag in command.flags() {
        if flag.value.is_none() {
            if given.get_flag(flag.name) {
                order.flags.insert(flag.name, "on".to_owned());
            }
        } else if let Some(value) = given.get_one::<String>(flag.name) {
            order.flags.insert(flag.name, value.clone());
        }
    }
    Ok(Parsed::Invocation(order))
}

/// Reads the flags that a puzzle file keeps after `; lurd:`.
///
/// # Errors
/// The message to show.
pub fn search_flags(text: &str) -> Result<Search, String> {
    let words = shlex::split(text).ok_or_else(|| format!("a quote is left open in '{text}'"))?;
    let words: Vec<_> = std::iter::once("solve".to_owned()).chain(words).map(OsString::from).collect();
    match parse(&words, true)? {
        Parsed::Invocation(order) if order.words.is_empty() => Ok(Search::read(|name| order.flag(name))?),
        Parsed::Invocation(_) | Parsed::Text(_) | Parsed::Lines(_) => {
            Err(format!("'{text}' is more than search flags"))
        }
    }
}

/// The help of one command, with flags and examples, as they are typed at the shell or at the prompt.
#[must_use]
pub fn help(command: &'static Command, at_prompt: bool) -> String {
    let lead = if at_prompt { "" } else { "lurd " };
    subcommand(command, at_prompt)
        .term_width(width())
        .bin_name(format!("{lead}{}", command.name))
        .render_help()
        .ansi()
        .to_string()
}

/// The complaint about a word that is no command.
pub(super) fn unknown_command(word: &str) -> String {
    let near = did_you_mean(word, &names());
    let word: String = word.chars().take(80).collect();
    report::message(&format!("unknown command '{word}'{near}"))
}

/// Columns for help: those of the terminal that shows it, and always the same for a pipe.
fn width() -> usize {
    terminal_size::terminal_size_of(std::io::stdout())
        .map_or(WIDEST, |(width, _)| usize::from(width.0).min(WIDEST))
}

/// The parser of the shell with all that may be said of it: what completions and manual pages are
/// made from.
pub(super) fn described() -> clap::Command {
    let strategies = || clap::builder::PossibleValuesParser::new(STRATEGIES.iter().map(|row| row.name));
    let describe = |command: clap::Command| {
        let is_search = command.get_arguments().any(|arg| arg.get_id() == "strategy");
        let command = command.mut_arg("words", |arg| arg.value_hint(ValueHint::AnyPath));
        if is_search {
            command.mut_arg("strategy", |arg| arg.value_parser(strategies()).hide_possible_values(true))
        } else {
            command
        }
    };
    let at_prompt = COMMANDS.iter().filter(|command| command.works == Works::AtPrompt);
    let mut more = String::from("At the prompt also:\n");
    for command in at_prompt {
        let _ = writeln!(more, "  {} {}: {}", command.name, command.arguments, command.summary);
    }
    root(false).mut_subcommands(describe).after_long_help(more)
}

fn root(at_prompt: bool) -> clap::Command {
    let eval = Arg::new(EVAL)
        .long(EVAL)
        .short('e')
        .value_name("LINES")
        .action(ArgAction::Append)
        .allow_hyphen_values(true)
        .help("carry out lines as the prompt takes them, with ';' between them");
    // Carried out before anything else is read: see `colour`.
    let colour = Arg::new(COLOR)
        .long(COLOR)
        .value_name("WHEN")
        .value_parser(["auto", "always", "never"])
        .hide_possible_values(true)
        .global(true)
        .help("colours: auto, always or never [default: auto, by the terminal and NO_COLOR]");
    let globals = if at_prompt { [None, None] } else { [Some(eval), Some(colour)] };
    clap::Command::new("lurd")
        .about("An interactive puzzle-solving toolkit; 'lurd' alone is the prompt")
        .version(env!("CARGO_PKG_VERSION"))
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
        .args(globals.into_iter().flatten())
        .args_conflicts_with_subcommands(true)
        .after_help("Puzzles: 'lurd help' shows how to write them.")
        .subcommands(
            COMMANDS
                .iter()
                .filter(|command| at_prompt || command.works == Works::Everywhere)
                .map(|command| subcommand(command, at_prompt)),
        )
}

fn subcommand(command: &'static Command, at_prompt: bool) -> clap::Command {
    let lead = if at_prompt || command.works == Works::AtPrompt { "" } else { "lurd " };
    // What is to be typed at the prompt needs no name of the program before it.
    let spelled = |text: &str| if at_prompt { text.replace("'lurd ", "'") } else { text.to_owned() };
    let examples = report::examples(command.examples, lead, width());
    let usage = format!("{lead}{} {}", command.name, command.arguments);
    let flags = if command.flags().next().is_none() { "" } else { " [FLAGS]" };
    clap::Command::new(command.name)
        .about(command.summary)
        .override_usage(format!("{}{flags}", usage.trim_end()))
        .after_help(examples.trim_end().to_owned())
        .disable_version_flag(true)
        .args_override_self(true)
        .arg(Arg::new("words").hide(true).num_args(0..).action(ArgAction::Append))
        .args(command.flags().map(|flag| {
            let arg = Arg::new(flag.name).long(flag.name).help(spelled(flag.summary));
            let arg = match flag.short {
                Some(short) => arg.short(short),
                None => arg,
            };
            match flag.value {
                Some(value) => arg.value_name(value).allow_hyphen_values(false),
                None => arg.action(ArgAction::SetTrue),
            }
        }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(line: &str) -> Invocation {
        let words: Vec<_> = line.split(' ').map(OsString::from).collect();
        match parse(&words, false) {
            Ok(Parsed::Invocation(order)) => order,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn the_parser_agrees_with_the_table() {
        root(true).debug_assert();
        for command in COMMANDS {
            let words = [OsString::from(command.name)];
            assert!(parse(&words, true).is_ok(), "{}", command.name);
            assert_eq!(parse(&words, false).is_ok(), command.works == Works::Everywhere, "{}", command.name);
            assert!(help(command, false).contains("Examples:"));
            let typed = help(command, true);
            assert!(!typed.contains("lurd solve") && !typed.contains("'lurd "), "{typed}");
        }
    }

    #[test]
    fn words_and_flags() {
        let order = order("solve a b --time 5s --json");
        assert_eq!(order.words, ["a", "b"]);
        assert_eq!(
            (order.flag("time"), order.flag("json"), order.flag("stats")),
            (Some("5s"), Some("on"), None)
        );
    }

    #[test]
    fn what_is_not_built_is_refused() {
        for line in
            ["solve x --cores 2", "solve x --partition", "undo", "player x", "--wat", "verify x --seed 1"]
        {
            let words: Vec<_> = line.split(' ').map(OsString::from).collect();
            assert!(parse(&words, false).is_err(), "{line}");
        }
    }

    #[test]
    fn flags_of_a_puzzle_file() {
        assert_eq!(search_flags("--for pushes --nodes 5").unwrap().limits.nodes, Some(5));
        assert!(search_flags("missile/4").is_err());
        assert!(search_flags("'").is_err());
        assert!(search_flags("--time soon").is_err());
    }
}
