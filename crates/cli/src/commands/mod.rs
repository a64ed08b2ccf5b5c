//! The commands, one file each, and the list of them; lines of the prompt, and scripts, which are made of commands.
//!
//! A new command is a struct of its flags, whose comments are its help, and a row in [`COMMANDS`].

mod batch;
mod compare;
mod convert;
mod edit;
mod follow;
mod generate;
pub(super) mod help;
mod hint;
mod id;
mod line;
mod list;
mod optimise;
pub(super) mod play;
pub(super) mod script;
mod session;
mod show;
mod solutions;
mod solve;
mod space;
mod strategies;
mod trace;
mod verify;
mod words;

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use lurd_puzzle::catalog::did_you_mean;
use lurd_report as report;
use lurd_toolkit::{
    exit::Exit,
    session::{EDITOR_WORDS, PLAYER_WORDS},
    words::own_word,
};

use super::{
    app::App,
    registry::{Outcome, Row, install, names},
};

/// What a command is besides its flags.
pub(super) trait Run: clap::Parser {
    /// Lines as typed at the prompt, and what they do.
    const EXAMPLES: &'static [(&'static str, &'static str)];
    /// Paragraphs of its help below the flags.
    const NOTES: &'static [&'static str] = &[];
    /// Whether the overview names it without saying what it does.
    const IS_RARE: bool = false;
    /// Whether an argument may be the text of a puzzle, which may have blanks.
    const TAKES_PUZZLES: bool = false;

    fn run(self, app: &mut App) -> Outcome;
}

/// A command, and what carries it out.
struct Command {
    row: Row,
    run: fn(&mut App, &clap::ArgMatches) -> Outcome,
}

const fn row<C: Run>(name: &'static str) -> Command {
    Command {
        row: Row {
            name,
            at_prompt_only: false,
            is_rare: C::IS_RARE,
            examples: C::EXAMPLES,
            notes: C::NOTES,
            takes_puzzles: C::TAKES_PUZZLES,
            build: C::command,
        },
        run: |app, matches| match C::from_arg_matches(matches) {
            Ok(command) => command.run(app),
            Err(error) => Err(app.complain(&error)),
        },
    }
}

const fn at_prompt<C: Run>(name: &'static str) -> Command {
    let mut command = row::<C>(name);
    command.row.at_prompt_only = true;
    command
}

/// All commands, in the order in which help lists them.
static COMMANDS: &[Command] = &[
    row::<solve::Solve>("solve"),
    row::<compare::Compare>("compare"),
    row::<trace::Trace>("trace"),
    row::<batch::Batch>("batch"),
    row::<verify::Verify>("verify"),
    row::<optimise::Optimise>("optimise"),
    row::<show::Show>("show"),
    row::<list::List>("list"),
    row::<solutions::Solutions>("solutions"),
    row::<space::Space>("space"),
    row::<strategies::Strategies>("strategies"),
    row::<play::Play>("play"),
    row::<edit::Edit>("edit"),
    row::<generate::Generate>("generate"),
    row::<generate::Rate>("rate"),
    row::<convert::Convert>("convert"),
    row::<id::Id>("id"),
    row::<help::Help>("help"),
    row::<help::Completions>("completions"),
    row::<help::ManualPages>("man"),
    at_prompt::<session::Load>("load"),
    at_prompt::<follow::FollowAnswer>("follow"),
    at_prompt::<hint::Hint>("hint"),
    at_prompt::<session::Set>("set"),
    at_prompt::<session::Clear>("clear"),
    at_prompt::<session::Version>("version"),
    at_prompt::<session::Quit>("quit"),
];

/// All commands, in the order in which help lists them.
#[must_use]
pub fn commands() -> &'static [Row] {
    install(COMMANDS.iter().map(|command| command.row))
}

impl App {
    /// Carries out a command with these arguments and flags; the settings stand before its flags, the last of which counts.
    pub(super) fn carry_out(&mut self, row: &'static Row, words: &[OsString]) -> Exit {
        let parser = row.parser(self.at_prompt);
        let takes = |name: &str| {
            // 'compare' has a default of its own.
            let is_own = row.name == "compare" && name == "strategy";
            !is_own && parser.get_arguments().any(|arg| arg.get_long() == Some(name))
        };
        let settings = self.settings.flags(takes);
        let all = [&[OsString::from(row.name)], settings.as_slice(), words].concat();
        let outcome = match parser.clone().try_get_matches_from(all) {
            Ok(matches) => {
                let command = COMMANDS.iter().find(|command| command.row.name == row.name);
                command.map_or(Err(Exit::Internal), |command| (command.run)(self, &matches))
            }
            Err(error) => self.explain_usage(&error, &parser, words),
        };
        let exit = outcome.unwrap_or_else(|exit| exit);
        if exit == Exit::Interrupted && self.signals.cancel.is_cancelled() {
            self.screen.note("stopped before the end");
        }
        exit
    }

    /// Shows the help that a flag asks for, or what is wrong with a command line.
    pub(super) fn explain_usage(&self, error: &clap::Error, parser: &clap::Command, words: &[OsString]) -> Outcome {
        if error.kind() == ErrorKind::DisplayHelp {
            self.page(&parser.clone().render_help().ansi().to_string());
            return Ok(Exit::Good);
        }
        if let (Some(ContextValue::String(flag)), Some(reason)) =
            (error.get(ContextKind::InvalidArg), std::error::Error::source(error))
        {
            let flag = flag.split(' ').next().unwrap_or_default();
            return Err(self.complain(&report::escaped(&format!("{flag}: {reason}"))));
        }
        // The parser repeats words as they are, so words with control characters are escaped and parsed again.
        let safe = words.iter().map(|word| report::escaped(&word.to_string_lossy()));
        let again = parser.clone().try_get_matches_from(std::iter::once(String::new()).chain(safe));
        self.screen.note(again.err().map_or_else(|| error.to_string(), |it| it.render().ansi().to_string()).trim_end());
        Err(Exit::Usage)
    }

    /// Reports a word that is no command.
    pub(super) fn complain_of_word(&self, word: &str) -> Exit {
        let of_player = own_word(word, PLAYER_WORDS).is_some();
        if of_player || own_word(word, EDITOR_WORDS).is_some() {
            return self.complain(&match (self.at_prompt, of_player, self.session.edits) {
                (false, ..) => format!("'{word}' works at the prompt only; 'lurd' alone starts the prompt"),
                (true, true, true) => format!("'{word}' is a word of the player: 'try' plays the draft"),
                (true, true, false) => "there is no current puzzle: type one, or 'load missile/1'".to_owned(),
                (true, false, _) => format!("'{word}' is a word of the editor: 'edit --plain' begins a draft"),
            });
        }
        let words = self.session.words().iter().map(|row| row.name);
        let near = did_you_mean(word, &names().into_iter().chain(words).collect::<Vec<_>>());
        let near = if word.starts_with('-') { did_you_mean(word, &["--eval", "--help", "--version"]) } else { near };
        let what = if word.starts_with('-') { "flag" } else { "command" };
        let word: String = word.chars().take(80).collect();
        let exit = self.complain(&report::escaped(&format!("unknown {what} '{word}'{near}")));
        if near.is_empty() && self.at_prompt {
            self.screen.note("help: type 'help', or paste a puzzle");
        }
        exit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        registry::{ALIASES, command, whole},
        settings,
    };

    #[test]
    fn the_list_is_complete() {
        let rows = commands();
        let mut names = names();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), COMMANDS.len(), "a name occurs once");
        whole(true).debug_assert();
        for row in rows {
            assert!(!row.examples.is_empty() && !row.summary().is_empty(), "{}", row.name);
            let parser = row.parser(false);
            for (line, _) in row.examples {
                assert_eq!(line.split(' ').next(), Some(row.name), "{line}");
            }
            assert!(parser.clone().render_help().to_string().contains("Examples:"));
        }
        for (alias, name) in ALIASES {
            assert!(command(alias).is_none() && command(name).is_some(), "{alias}");
        }
    }

    /// The settings that commands do not have are those of the session.
    #[test]
    fn a_setting_is_a_flag_of_a_command() {
        let _ = commands();
        let parser = whole(true);
        for setting in settings::settings() {
            let name = settings::name(&setting);
            let is_flag = |command: &clap::Command| command.get_arguments().any(|arg| arg.get_long() == Some(name));
            let is_switch = ["autosolve", "boards", "store", "progress", "hints"].contains(&name);
            assert_eq!(parser.get_subcommands().any(is_flag), !is_switch, "{name}");
        }
    }
}
