//! The command line parser, made from the tables of commands and flags: the same flags at the shell and at
//! the prompt.

mod parser;

use std::{collections::BTreeMap, ffi::OsString};

use anstream::ColorChoice;
use clap::error::ErrorKind;
use lurd_puzzle::reasons;
use lurd_report as report;
use lurd_toolkit::commands::{self, Command, FlagError, Flags, Works, command, names};
use lurd_toolkit::search_options::SearchOptions;
use parser::{root, subcommand, width};

use crate::split::flag_words;

pub(super) use parser::{MAX_WIDTH, described};

/// A command line: a command, its arguments and the values of its flags, as they were written.
#[derive(Clone, Debug)]
pub struct Invocation {
    pub(super) command: &'static Command,
    /// The arguments that are not flags.
    pub(super) words: Vec<String>,
    /// The flags that were given; the value of a switch is `on`.
    pub(super) given: BTreeMap<&'static str, String>,
}

impl Invocation {
    /// A command without arguments and flags.
    pub(super) fn bare(command: &'static Command) -> Self {
        Self { command, words: Vec::new(), given: BTreeMap::new() }
    }
}

#[derive(Debug)]
pub(super) enum Parsed {
    Invocation(Invocation),
    /// Text to print: help or version.
    Text(String),
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
    let words = &with_negative_values(words);
    let all = std::iter::once(OsString::from("lurd")).chain(words.iter().cloned());
    let matches = match root(at_prompt, typed(words)).try_get_matches_from(all) {
        Ok(matches) => matches,
        Err(error) => {
            let text = rendered(&error, words, at_prompt);
            return match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => Ok(Parsed::Text(text)),
                _ => Err(UsageError::from(text.trim_end().to_owned())),
            };
        }
    };
    let Some((name, given)) = matches.subcommand() else {
        return Err(UsageError::from(report::message("missing command; 'lurd help' lists the commands")));
    };
    let Some(command) = command(name) else { return Err(UsageError::from(unknown_command(name))) };
    let mut invocation = Invocation::bare(command);
    invocation.words = given.get_many::<String>("words").into_iter().flatten().cloned().collect();
    for flag in command.flags() {
        if flag.value.is_none() {
            if given.get_flag(flag.name) {
                invocation.given.insert(flag.name, "on".to_owned());
            }
        } else if flag.is_repeated() {
            let values: Vec<_> = given.get_many::<String>(flag.name).into_iter().flatten().cloned().collect();
            if !values.is_empty() {
                invocation.given.insert(flag.name, values.join("\n"));
            }
        } else if let Some(value) = given.get_one::<String>(flag.name) {
            invocation.given.insert(flag.name, value.clone());
        }
    }
    Ok(Parsed::Invocation(invocation))
}

/// The command that the first word names.
fn typed(words: &[OsString]) -> Option<&'static Command> {
    words.first().and_then(|word| word.to_str()).and_then(command)
}

/// The words with each negative number joined to the flag before it, if that takes a value, so that the flag says what is
/// wrong with it: `--time=-1s`. No flag begins with a digit.
fn with_negative_values(words: &[OsString]) -> Vec<OsString> {
    let known = typed(words);
    let takes_value = |word: &str| {
        let is_named = |flag: &commands::Flag| match word.strip_prefix("--") {
            Some(name) => flag.name == name,
            None => flag.short.is_some_and(|short| word.strip_prefix('-') == Some(short.encode_utf8(&mut [0; 4]))),
        };
        known.is_some_and(|command| command.flags().any(|flag| flag.value.is_some() && is_named(flag)))
    };
    let is_negative = |word: &str| {
        word.strip_prefix('-').is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '.'))
    };
    let end = words.iter().position(|word| word == "--").unwrap_or(words.len());
    let mut joined: Vec<OsString> = Vec::with_capacity(words.len());
    for (word, at) in words.iter().zip(0..) {
        let is_value = at < end && word.to_str().is_some_and(is_negative);
        match joined.last_mut() {
            Some(flag) if is_value && flag.to_str().is_some_and(takes_value) => {
                flag.push("=");
                flag.push(word);
            }
            _ => joined.push(word.clone()),
        }
    }
    joined
}

/// The message of an error in `words`. The parser repeats words as they are, so words with control characters
/// are escaped and parsed again.
fn rendered(error: &clap::Error, words: &[OsString], at_prompt: bool) -> String {
    let safe: Vec<String> = words.iter().map(|word| report::escaped(&word.to_string_lossy())).collect();
    let is_safe = words.iter().zip(&safe).all(|(word, safe)| word.to_str() == Some(safe));
    if is_safe || matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        return error.render().ansi().to_string();
    }
    match root(at_prompt, None).try_get_matches_from(std::iter::once("lurd".to_owned()).chain(safe)) {
        Err(error) => error.render().ansi().to_string(),
        Ok(_) => report::message("a word of the command line is not valid"),
    }
}

/// Parses the search flags that a puzzle file has after `; lurd:`.
///
/// # Errors
/// A flag is invalid, or `text` has other words than search flags.
pub fn search_flags(text: &str) -> Result<SearchOptions, UsageError> {
    let refused =
        || UsageError::from(format!("expected search flags only, such as --for pushes --nodes 500000; found '{text}'"));
    let words = command("solve").and_then(|solve| flag_words(text, solve)).ok_or_else(refused)?;
    let words: Vec<_> = std::iter::once("solve".to_owned()).chain(words).map(OsString::from).collect();
    match parse(&words, true)? {
        Parsed::Invocation(invocation) if invocation.words.is_empty() => {
            Ok(Flags::read(|flag| invocation.command.takes(flag), &invocation.given, |_| None)?.search)
        }
        Parsed::Invocation(_) | Parsed::Text(_) => Err(refused()),
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
    report::message(&commands::unknown_command(word, &names()))
}

// The flag `--color`, which is applied before anything else is parsed.

/// Removes `--color WHEN` from the arguments of the shell, wherever it stands, and applies it. Invalid values
/// stay, so that the parser reports them.
pub(crate) fn colour(words: Vec<OsString>) -> Vec<OsString> {
    let choice = |word: &str| match word {
        "auto" => Some(ColorChoice::Auto),
        "always" => Some(ColorChoice::Always),
        "never" => Some(ColorChoice::Never),
        _ => None,
    };
    let mut others = Vec::with_capacity(words.len());
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
            others.push(word);
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
    others.extend(words);
    others
}

#[cfg(test)]
mod tests {
    use lurd_toolkit::commands::{COMMANDS, Flag};
    use lurd_toolkit::settings::{UserSettings, settings};

    use proptest::prelude::*;

    use super::*;
    use crate::{prompt::complete::complete, split::split};

    fn invocation(line: &str) -> Invocation {
        let words: Vec<_> = line.split(' ').map(OsString::from).collect();
        match parse(&words, false) {
            Ok(Parsed::Invocation(invocation)) => invocation,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[test]
    fn the_parser_agrees_with_the_table() {
        root(true, None).debug_assert();
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

    /// A value that a flag accepts.
    fn sample(flag: &Flag) -> &'static str {
        let samples = ["2", "deep", "bfs", "on", "dark", "auto", "target", "8x7", "easy", "slice:1/2", "24", "wall"];
        let is_valid = |text: &&str| flag.apply.to(&mut Flags::default(), text).is_ok();
        samples.into_iter().find(is_valid).expect("a value for the flag")
    }

    proptest! {
        /// A line of the prompt means what the same words mean at the shell, wherever the flags stand.
        #[test]
        fn flags_may_stand_before_and_behind_a_puzzle(
            command in prop::sample::select(COMMANDS.iter().filter(|it| it.takes.puzzle()).collect::<Vec<_>>()),
            chosen in prop::collection::vec((any::<prop::sample::Index>(), any::<bool>(), any::<bool>()), 0..6),
            puzzle in prop::sample::select(vec!["#####|#@$.#|#####", "##### #@$.#", "missile/4", "it's.xsb"]),
            place in any::<prop::sample::Index>(),
        ) {
            let rows: Vec<_> = command.flags().collect();
            let mut parts: Vec<Vec<String>> = chosen
                .iter()
                .filter(|_| !rows.is_empty())
                .map(|(index, is_joined, is_short)| {
                    let flag = rows[index.index(rows.len())];
                    let name = match flag.short {
                        Some(short) if *is_short => format!("-{short}"),
                        _ => format!("--{}", flag.name),
                    };
                    match flag.value {
                        None => vec![name],
                        Some(_) if *is_joined && name.starts_with("--") => vec![format!("{name}={}", sample(flag))],
                        Some(_) => vec![name, sample(flag).to_owned()],
                    }
                })
                .collect();
            parts.insert(place.index(parts.len() + 1), vec![puzzle.to_owned()]);
            let words: Vec<String> = std::iter::once(command.name.to_owned()).chain(parts.concat()).collect();
            let at_shell: Vec<_> = words.iter().map(OsString::from).collect();
            let Ok(Parsed::Invocation(shell)) = parse(&at_shell, true) else { panic!("{words:?}") };
            let line = words.join(" ");
            let split = split(&line).expect("a command");
            let flags: Vec<_> = std::iter::once(command.name.to_owned()).chain(split.flags).map(OsString::from).collect();
            let Ok(Parsed::Invocation(prompt)) = parse(&flags, true) else { panic!("{line}") };
            let arguments: Vec<_> = split.arguments.into_iter().map(|place| line[place].to_owned()).collect();
            prop_assert_eq!((prompt.given, arguments), (shell.given, shell.words), "{}", line);
        }
    }

    /// A new row of the table is parsed, explained, set and completed without another line anywhere.
    #[test]
    fn a_flag_is_one_row() {
        let catalog = lurd::catalog::builtin();
        for (command, flag) in COMMANDS.iter().flat_map(|command| command.flags().map(move |flag| (command, flag))) {
            let value = sample(flag);
            let (given, set) = if flag.value.is_some() { (value, value) } else { ("", "on") };
            let line = format!("{} --{} {given}", command.name, flag.name);
            let words: Vec<_> = line.trim_end().split(' ').map(OsString::from).collect();
            let Ok(Parsed::Invocation(parsed)) = parse(&words, true) else { panic!("{line}") };
            let read = Flags::read(|flag| command.takes(flag), &parsed.given, |_| None).expect("valid");
            assert_eq!(read.text(flag.name), Some(set), "{line}");
            assert!(help(command, true).contains(&format!("--{}", flag.name)), "{}", flag.name);
            assert_eq!(UserSettings::default().set(flag.name, set).is_ok(), flag.setting.is_some(), "{}", flag.name);
            assert_eq!(settings().any(|setting| setting.name == flag.name), flag.setting.is_some(), "{}", flag.name);
            let (_, words) = complete(&format!("{} x --{}", command.name, flag.name), &catalog, &[], &[]);
            assert!(words.iter().any(|word| word.trim_end() == format!("--{}", flag.name)), "{line}: {words:?}");
            let (_, words) = complete(&format!("set {}", flag.name), &catalog, &[], &[]);
            assert_eq!(words.contains(&flag.name.to_owned()), flag.setting.is_some(), "{words:?}");
        }
    }

    #[test]
    fn words_and_flags() {
        let order = invocation("solve a b --time 5s --json");
        assert_eq!(order.words, ["a", "b"]);
        let given: Vec<_> = order.given.iter().map(|(name, value)| (*name, value.as_str())).collect();
        assert_eq!(given, [("json", "on"), ("time", "5s")]);
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
