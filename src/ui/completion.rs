//! Completion in shells. The script that `completions SHELL` writes asks lurd at each Tab, so that what
//! is offered comes from the tables and the catalog, and from the files that are there.

use std::env;
use std::ffi::OsStr;
use std::sync::{Arc, Mutex, PoisonError};

use clap::Arg;
use clap_complete::CompletionCandidate;
use clap_complete::engine::ArgValueCompleter;
use clap_complete::env::{CompleteEnv, Shells};

use super::cli;
use super::prompt::complete;
use crate::catalog::Catalog;
use crate::toolkit::commands::{Command, command, flag};

/// The variable by which a script asks.
const VARIABLE: &str = "LURD_COMPLETE";

/// The catalog, shared by all that completes a value.
type Shared = Arc<Mutex<Catalog>>;

/// Answers a script that asks what may follow, and ends the process then; else gives the catalog back.
pub(super) fn answer(catalog: Catalog) -> Catalog {
    if env::var_os(VARIABLE).is_none() {
        return catalog;
    }
    let shared = Arc::new(Mutex::new(catalog));
    CompleteEnv::with_factory(|| parser(&shared)).var(VARIABLE).complete();
    // It was set to nothing: no script asks.
    Arc::into_inner(shared).and_then(|it| it.into_inner().ok()).unwrap_or_else(crate::catalog::builtin)
}

/// The script for a shell; nothing for one that is not known.
pub(super) fn script(shell: &str) -> Option<String> {
    let shells = Shells::builtins();
    let mut script = Vec::new();
    shells.completer(shell)?.write_registration(VARIABLE, "lurd", "lurd", "lurd", &mut script).ok()?;
    String::from_utf8(script).ok()
}

/// The parser of the shell, whose arguments know what may stand there.
fn parser(catalog: &Shared) -> clap::Command {
    let complete_all = |parser: clap::Command| {
        let Some(command) = command(parser.get_name()) else { return parser };
        parser.mut_args(|arg| {
            let id = arg.get_id().to_string();
            let of = completer(command, id, catalog);
            arg.add(of)
        })
    };
    let shared = Arc::clone(catalog);
    let puzzle = ArgValueCompleter::new(move |word: &OsStr| {
        candidates(word, |word| {
            complete::puzzles(word, &shared.lock().unwrap_or_else(PoisonError::into_inner))
        })
    });
    cli::described()
        .mut_subcommands(complete_all)
        .arg(Arg::new("puzzle").hide(true).num_args(0..).add(puzzle))
}

/// What completes an argument of a command.
fn completer(command: &'static Command, id: String, catalog: &Shared) -> ArgValueCompleter {
    let shared = Arc::clone(catalog);
    ArgValueCompleter::new(move |word: &OsStr| {
        let catalog = shared.lock().unwrap_or_else(PoisonError::into_inner);
        candidates(word, |word| match flag(&id) {
            None => complete::arguments(command, "", 0, word, &catalog, &[]),
            Some(flag) => {
                let (before, part) = word.split_at(complete::last_part(flag.values, word));
                let names = complete::values(flag.values, part, &catalog, &[]);
                names.into_iter().map(|name| format!("{before}{name}")).collect()
            }
        })
    })
}

fn candidates(word: &OsStr, of: impl FnOnce(&str) -> Vec<String>) -> Vec<CompletionCandidate> {
    let found = word.to_str().map(of).unwrap_or_default();
    found.into_iter().map(CompletionCandidate::new).collect()
}
