//! Completion in shells. The script printed by `completions SHELL` runs lurd at each Tab, so that candidates
//! come from the tables, the catalog and the file system.

use std::{
    env,
    ffi::OsStr,
    sync::{Arc, Mutex, PoisonError},
};

use clap::Arg;
use clap_complete::{CompletionCandidate, engine::ArgValueCompleter, env::CompleteEnv};
use lurd_puzzle::catalog::Catalog;
use lurd_toolkit::commands::{Command, command, flag};

use super::{cli, commands::help::VARIABLE, prompt::complete};

/// The catalog, shared by all completers.
type Shared = Arc<Mutex<Catalog>>;

/// Answers a completion script and exits; returns the catalog if no script asks.
pub(super) fn answer(catalog: Catalog) -> Catalog {
    if env::var_os(VARIABLE).is_none() {
        return catalog;
    }
    let shared = Arc::new(Mutex::new(catalog));
    CompleteEnv::with_factory(|| parser(&shared)).var(VARIABLE).complete();
    // The variable is empty: no script asks.
    Arc::into_inner(shared).and_then(|it| it.into_inner().ok()).unwrap_or_default()
}

/// The parser of the shell with a completer for each argument.
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
        candidates(word, |word| complete::puzzles(word, &shared.lock().unwrap_or_else(PoisonError::into_inner)))
    });
    cli::described().mut_subcommands(complete_all).arg(Arg::new("puzzle").hide(true).num_args(0..).add(puzzle))
}

/// The completer of an argument of a command.
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
