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
//! - `commands`: the commands, the prompt and scripts; `registry`: their names and help; `args`: the flags that several of
//!   them take; `settings`: their defaults
//! - `lines`: the loop over typed lines; `prompt`: where they come from; `split`: their parts
//! - `play`, `edit`, `follow`, `trace_view`: the player, the editor, an answer one instruction at a time, a search one
//!   expansion at a time; `screen`: the whole screen
//! - `app`: the state that all of them share; `output`: standard output and standard error; `pager`: long texts
//! - `reading`: flags on how puzzles are read, gamepad layouts, the remaining cost
//! - `keeping`: answers and pictures in files; `certificates`: `--certificate`
//! - `progress`: the status line; `completion`: completion in shells
//! - `version`: the version line; `signals`: Ctrl-C and signals; `fuzzing`: properties for the fuzz targets

mod app;
mod args;
mod certificates;
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
mod registry;
mod screen;
mod settings;
mod signals;
mod split;
mod trace_view;
mod version;

use std::{
    ffi::OsString,
    io::{self, IsTerminal},
    panic::{AssertUnwindSafe, catch_unwind},
    process::ExitCode,
    rc::Rc,
};

use app::App;
pub use commands::commands;
use lurd_disk::names::name_of;
use lurd_puzzle::catalog::Catalog;
use lurd_toolkit::{exit::Exit, solutions::pasted};
pub use registry::Row;
use registry::command;
use signals::Signals;
pub use version::name_build;

/// Runs lurd with the arguments of the process: one command, a script from a pipe, or the prompt.
#[must_use]
pub fn main(catalog: Catalog) -> ExitCode {
    let catalog = match pasted::folder() {
        Some(folder) => catalog.with_folder(pasted::PASTED, folder),
        None => catalog,
    };
    let catalog = Rc::new(catalog);
    let _ = commands::commands();
    completion::answer(&catalog);
    let mut app = App { catalog, signals: Signals::install(), ..App::default() };
    let words: Vec<OsString> = std::env::args_os().skip(1).map(|word| name_of(&word).into()).collect();
    // The panic has been reported by its hook; this sets the exit code.
    let exit = catch_unwind(AssertUnwindSafe(|| run(&mut app, &words))).unwrap_or(Exit::Internal);
    ExitCode::from(exit.code())
}

fn run(app: &mut App, words: &[OsString]) -> Exit {
    let Some((first, rest)) = words.split_first() else {
        let configured = app.configure();
        if io::stdin().is_terminal() {
            // Errors have been reported; the valid settings hold.
            return commands::script::prompt(app);
        }
        return if configured == Exit::Good { commands::script::run(app) } else { configured };
    };
    let first = first.to_str().unwrap_or_default();
    let (row, rest) = match (first, command(first)) {
        ("-h" | "--help", _) => (command("help"), &[][..]),
        ("-V" | "--version", _) => (command("version"), &[][..]),
        _ if first.starts_with("-e") || first.starts_with("--eval") => {
            let configured = app.configure();
            return if configured == Exit::Good { commands::script::eval(app, words) } else { configured };
        }
        (_, Some(row)) if row.at_prompt_only && row.name != "version" => {
            return app.complain(&format!("'{first}' works at the prompt only; 'lurd' alone starts the prompt"));
        }
        (_, Some(row)) => (Some(row), rest),
        // A puzzle is solved.
        ("-", None) => (command("solve"), words),
        (_, None) if !first.starts_with('-') && app.means_a_puzzle(first) => (command("solve"), words),
        _ => return app.complain_of_word(first),
    };
    let Some(row) = row else { return Exit::Internal };
    let configured = app.configure();
    // What explains lurd does not depend on the settings.
    if matches!(row.name, "help" | "completions" | "man" | "version") {
        return app.carry_out(row, rest);
    }
    // A search must not run with other limits than the configured ones.
    if configured != Exit::Good && row.has_flag("time") {
        return configured;
    }
    app.carry_out(row, rest).worst(configured)
}
