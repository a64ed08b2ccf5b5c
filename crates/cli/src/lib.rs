//! The command line, the prompt, scripts, the player and the editor, for any catalog of plug-ins. The only crate that
//! prints. It contains no code for a particular puzzle; a program gives it the catalog:
//!
//! ```no_run
//! use lurd_puzzle::catalog::Catalog;
//!
//! fn main() -> std::process::ExitCode {
//!     lurd_cli::main(Catalog::default().with(lurd::sokoban::Sokoban))
//! }
//! ```
//!
//! - `commands`: the commands, the prompt and scripts; `cli`: the command-line parser
//! - `lines`: the loop over typed lines; `prompt`: where they come from; `split`: their parts
//! - `play`, `edit`, `follow`, `trace_view`: the player, the editor, an answer one instruction at a time, a search one
//!   expansion at a time; `screen`: the whole screen
//! - `app`: the state that all of them share; `output`: standard output and standard error; `pager`: long texts
//! - `reading`: flags on how puzzles are read, gamepad layouts, the remaining cost
//! - `keeping`: answers and pictures in files; `certificates`: `--certificate`
//! - `progress`: the status line; `completion`: completion in shells
//! - `version`: the version line; `signals`: Ctrl-C and signals; `fuzzing`: properties for the fuzz targets

mod app;
mod certificates;
pub mod cli;
mod commands;
mod completion;
mod edit;
mod follow;
#[cfg(any(test, fuzzing))]
pub mod fuzzing;
mod keeping;
mod lines;
mod output;
mod pager;
mod play;
mod progress;
mod prompt;
mod reading;
mod screen;
mod signals;
mod split;
mod trace_view;
mod version;

use std::{
    ffi::OsString,
    io::{self, IsTerminal},
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
};

use app::App;
use cli::Parsed;
use lurd_disk::names::name_of;
use lurd_puzzle::catalog::Catalog;
use lurd_toolkit::{commands::command, exit::Exit, solutions::pasted};
use output::Screen;
use signals::Signals;
pub use version::name_build;

/// Runs lurd with the arguments of the process: one command, a script from a pipe, or the prompt.
#[must_use]
pub fn main(catalog: Catalog) -> ExitCode {
    let catalog = match pasted::folder() {
        Some(folder) => catalog.with_folder(pasted::PASTED, folder),
        None => catalog,
    };
    let catalog = completion::answer(catalog);
    let mut app = App::new(catalog, Screen::default(), Signals::install());
    let words = cli::colour(std::env::args_os().skip(1).map(|word| name_of(&word).into()).collect());
    // The panic has been reported by its hook; this sets the exit code.
    let exit = catch_unwind(AssertUnwindSafe(|| run(&mut app, &words))).unwrap_or(Exit::Internal);
    ExitCode::from(exit.code())
}

/// The arguments of the shell, with `solve` before them if the first is a puzzle and not a command.
fn with_command(app: &App, words: &[OsString]) -> Vec<OsString> {
    let is_puzzle = words.first().and_then(|word| word.to_str()).is_some_and(|word| {
        let is_free = (word == "-" || !word.starts_with('-')) && command(word).is_none();
        is_free && app.means_a_puzzle(word)
    });
    let solve = is_puzzle.then(|| OsString::from("solve"));
    solve.into_iter().chain(words.iter().cloned()).collect()
}

fn run(app: &mut App, words: &[OsString]) -> Exit {
    if words.is_empty() {
        let configured = app.configure();
        if io::stdin().is_terminal() {
            // Errors have been reported; the valid settings hold.
            return commands::script::prompt(app);
        }
        return if configured == Exit::Good { commands::script::run(app) } else { configured };
    }
    match cli::parse(&with_command(app, words), false) {
        Ok(Parsed::Invocation(invocation)) => {
            let configured = app.configure();
            // A search must not run with other limits than the configured ones.
            if configured != Exit::Good && invocation.command.takes_flag("time") {
                return configured;
            }
            // What explains lurd does not depend on the settings.
            let explains = matches!(invocation.command.name, "help" | "completions" | "man");
            let request = app.request(&invocation);
            let exit = request.map_or_else(|exit| exit, |request| commands::carry_out(app, &request));
            if explains { exit } else { exit.worst(configured) }
        }
        Ok(Parsed::Text(text)) => {
            app.screen.result(&text);
            Exit::Good
        }
        Err(error) => {
            app.screen.note(&error.to_string());
            Exit::Usage
        }
    }
}
