//! The command line parser, made from the tables of commands and flags: the same flags at the shell and at
//! the prompt.

mod colour;
mod parser;

use std::{collections::BTreeMap, ffi::OsString};

use clap::error::ErrorKind;
use lurd_puzzle::{catalog::did_you_mean, reasons};
use lurd_report as report;
use lurd_toolkit::commands::{Command, FlagError, Works, command, names};
use lurd_toolkit::search_options::Search;
use parser::{EVAL, root, subcommand, width};

pub(super) use colour::colour;
pub(super) use parser::{MAX_WIDTH, described};

/// A command with its arguments and flags.
#[derive(Clone, Debug)]
pub struct Invocation {
    pub(super) command: &'static Command,
    /// The arguments that are not flags.
    pub(super) words: Vec<String>,
    flags: BTreeMap<&'static str, String>,
}

impl Invocation {
    /// A command without arguments and flags.
    pub(super) fn bare(command: &'static Command) -> Self {
        Self { command, words: Vec::new(), flags: BTreeMap::new() }
    }

    /// The value of a flag; `on` for a switch.
    pub(super) fn flag(&self, name: &str) -> Option<&str> {
        self.flags.get(name).map(String::as_str)
    }

    /// The flags that were typed.
    pub(super) fn given(&self) -> impl Iterator<Item = &'static str> {
        self.flags.keys().copied()
    }
}

#[derive(Debug)]
pub(super) enum Parsed {
    Invocation(Invocation),
    /// Text to print: help or version.
    Text(String),
    /// Lines to run as at the prompt.
    Lines(Vec<String>),
}

reasons! {
    /// Why a command line is not valid, as the text to print.
    UsageError;
}

impl From<FlagError> for UsageError {
    fn from(error: FlagError) -> Self {
        String::from(error).into()
    }
}

/// Parses the arguments of the shell, or a command with its flags at the prompt.
pub(super) fn parse(words: &[OsString], at_prompt: bool) -> Result<Parsed, UsageError> {
    if let Some(first) = words.first().and_then(|word| word.to_str())
        && !first.starts_with('-')
    {
        match command(first) {
            None => return Err(UsageError::from(unknown_command(first))),
            Some(known) if known.works == Works::AtPrompt && !at_prompt => {
                let text = format!("'{first}' works at the prompt only; 'lurd' alone starts the prompt");
                return Err(UsageError::from(report::message(&text)));
            }
            Some(_) => {}
        }
    }
    let all = std::iter::once(OsString::from("lurd")).chain(words.iter().cloned());
    let matches = match root(at_prompt).try_get_matches_from(all) {
        Ok(matches) => matches,
        Err(error) => {
            let text = rendered(&error, words, at_prompt);
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(Parsed::Text(text)),
                _ => Err(UsageError::from(text.trim_end().to_owned())),
            };
        }
    };
    if let (false, Ok(Some(lines))) = (at_prompt, matches.try_get_many::<String>(EVAL)) {
        return Ok(Parsed::Lines(lines.cloned().collect()));
    }
    let Some((name, given)) = matches.subcommand() else {
        return Err(UsageError::from(report::message("missing command; 'lurd help' lists the commands")));
    };
    let Some(command) = command(name) else { return Err(UsageError::from(unknown_command(name))) };
    let mut invocation = Invocation::bare(command);
    invocation.words = given.get_many::<String>("words").into_iter().flatten().cloned().collect();
    for flag in command.flags() {
        if flag.value.is_none() {
            if given.get_flag(flag.name) {
                invocation.flags.insert(flag.name, "on".to_owned());
            }
        } else if let Some(value) = given.get_one::<String>(flag.name) {
            invocation.flags.insert(flag.name, value.clone());
        }
    }
    Ok(Parsed::Invocation(invocation))
}

/// The message of an error in `words`. The parser repeats words as they are, so words with control characters
/// are escaped and parsed again.
fn rendered(error: &clap::Error, words: &[OsString], at_prompt: bool) -> String {
    let safe: Vec<String> = words.iter().map(|word| report::escaped(&word.to_string_lossy())).collect();
    let is_safe = words.iter().zip(&safe).all(|(word, safe)| word.to_str() == Some(safe));
    if is_safe || matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return error.render().ansi().to_string();
    }
    match root(at_prompt).try_get_matches_from(std::iter::once("lurd".to_owned()).chain(safe)) {
        Err(error) => error.render().ansi().to_string(),
        Ok(_) => report::message("a word of the command line is not valid"),
    }
}

/// Parses the search flags that a puzzle file has after `; lurd:`.
///
/// # Errors
/// The flags are not valid, or more than search flags.
pub fn search_flags(text: &str) -> Result<Search, UsageError> {
    let words = shlex::split(text).ok_or_else(|| UsageError::from(format!("unclosed quote in '{text}'")))?;
    let words: Vec<_> = std::iter::once("solve".to_owned()).chain(words).map(OsString::from).collect();
    match parse(&words, true)? {
        Parsed::Invocation(invocation) if invocation.words.is_empty() => {
            Ok(Search::read(|name| invocation.flag(name))?)
        }
        Parsed::Invocation(_) | Parsed::Text(_) | Parsed::Lines(_) => {
            Err(UsageError::from(format!("'{text}' is more than search flags")))
        }
    }
}

/// Help of one command, with flags and examples as typed at the shell or at the prompt.
pub(super) fn help(command: &'static Command, at_prompt: bool) -> String {
    let lead = if at_prompt { "" } else { "lurd " };
    subcommand(command, at_prompt)
        .term_width(width())
        .bin_name(format!("{lead}{}", command.name))
        .render_help()
        .ansi()
        .to_string()
}

/// The error message for a word that is not a command.
pub(super) fn unknown_command(word: &str) -> String {
    let near = did_you_mean(word, &names());
    let word: String = word.chars().take(80).collect();
    report::message(&format!("unknown command '{word}'{near}"))
}

#[cfg(test)]
mod tests {
    use lurd_toolkit::commands::{COMMANDS, FLAGS};
    use lurd_toolkit::settings::{Settings, settings};

    use super::*;
    use crate::prompt::complete::complete;

    fn invocation(line: &str) -> Invocation {
        let words: Vec<_> = line.split(' ').map(OsString::from).collect();
        match parse(&words, false) {
            Ok(Parsed::Invocation(invocation)) => invocation,
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
    fn errors_repeat_no_control_characters() {
        for line in ["solve --no\u{1b}]52;c;AA\u{7}", "solve x --time \u{9b}31m", "list --js\u{1b}[2Jon"] {
            let words: Vec<_> = line.split(' ').map(OsString::from).collect();
            // Values are checked later, by the flags.
            if let Err(error) = parse(&words, false) {
                let text = anstream::adapter::strip_str(&error.to_string()).to_string();
                assert!(text.chars().all(|letter| letter == '\n' || !letter.is_control()), "{text:?}");
                assert!(error.to_string().contains("\\u{1b}"), "{text}");
            }
        }
    }

    /// A new row of the table is parsed, explained, set and completed without another line anywhere.
    #[test]
    fn a_search_flag_is_one_row() {
        for flag in FLAGS.iter().filter(|flag| flag.apply.is_some()) {
            let apply = flag.apply.expect("a search flag");
            let samples = ["2", "deep", "bfs", "on", "dark", "auto"];
            let is_valid = |text: &&&str| apply(&mut Search::default(), text).is_ok();
            let value = samples.iter().find(is_valid).expect("a value for the flag");
            let (given, set) = if flag.value.is_some() { (*value, *value) } else { ("", "on") };
            let parsed = invocation(format!("solve x --{} {given}", flag.name).trim_end());
            assert_eq!(parsed.flag(flag.name), Some(set));
            assert!(help(parsed.command, false).contains(&format!("--{}", flag.name)), "{}", flag.name);
            let read = Search::read(|name| parsed.flag(name)).expect("a search");
            let mut applied = Search::default();
            apply(&mut applied, set).expect("valid");
            assert_eq!(read, applied, "{}", flag.name);
            assert_eq!(Settings::default().set(flag.name, set).is_ok(), flag.setting.is_some(), "{}", flag.name);
            assert_eq!(settings().any(|setting| setting.name == flag.name), flag.setting.is_some(), "{}", flag.name);
            let catalog = lurd::catalog::builtin();
            let (_, words) = complete(&format!("solve x --{}", flag.name), &catalog, &[]);
            assert!(words.iter().any(|word| word.trim_end() == format!("--{}", flag.name)), "{words:?}");
            let (_, words) = complete(&format!("set {}", flag.name), &catalog, &[]);
            assert_eq!(words.contains(&flag.name.to_owned()), flag.setting.is_some(), "{words:?}");
        }
    }

    #[test]
    fn words_and_flags() {
        let order = invocation("solve a b --time 5s --json");
        assert_eq!(order.words, ["a", "b"]);
        assert_eq!((order.flag("time"), order.flag("json"), order.flag("stats")), (Some("5s"), Some("on"), None));
    }

    #[test]
    fn what_is_not_built_is_refused() {
        for line in
            ["solve x --cores 2", "solve x --partition slice:1/2", "undo", "player x", "--wat", "verify x --seed 1"]
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
