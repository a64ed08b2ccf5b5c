//! `help`: lists commands and topics, or explains one; also `man` and `completions`.

use std::path::Path;

use clap_complete::env::Shells;
use clap_mangen::Man;
use lurd_disk::names::path_of;
use lurd_puzzle::catalog::did_you_mean;
use lurd_report as report;
use lurd_toolkit::{
    commands::{SHELLS, command, command_at_prompt, names},
    exit::Exit,
    files::{WriteError, create_folder, write_beside},
    help_topics::{self, topic},
};

use crate::app::{App, Request};
use crate::cli;

pub(super) fn run(app: &mut App, request: &Request) -> Exit {
    let word = request.text().trim();
    let width = app.screen.width().min(cli::MAX_WIDTH);
    if word.is_empty() {
        app.page(&report::overview(app.catalog.plugins(), app.at_prompt, width));
        return Exit::Good;
    }
    let command = if app.at_prompt { command_at_prompt(word) } else { command(word) };
    let topic = topic(word);
    let mut text = command.map_or_else(String::new, |command| cli::help(command, app.at_prompt));
    if let Some(topic) = topic {
        if command.is_some() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&report::topic(topic, app.catalog.plugins(), width));
    }
    if !text.is_empty() {
        app.page(&text);
        return Exit::Good;
    }
    let known: Vec<_> = names().into_iter().chain(help_topics::names()).collect();
    let near = did_you_mean(word, &known);
    let word: String = word.chars().take(80).collect();
    app.screen.note(&report::message(&format!("no command or topic '{word}'{near}")));
    Exit::Usage
}

// `man`: writes manual pages, one for lurd and one for each command.

pub(super) fn run_man(app: &mut App, request: &Request) -> Exit {
    let folder = request.text();
    if folder.is_empty() {
        return app.complain("man needs a folder, for example 'man man1'");
    }
    if command_at_prompt(folder).is_some() && !path_of(folder).exists() {
        return app.complain(&format!(
            "man writes pages to a folder; 'help {folder}' explains the command, and 'man ./{folder}' is a folder of that name"
        ));
    }
    match write(&path_of(folder)) {
        Ok(count) => {
            app.screen.note(&format!("{count} pages written to {}", report::escaped(folder)));
            Exit::Good
        }
        Err(message) => app.complain(&message),
    }
}

/// Writes all pages and returns their number.
fn write(folder: &Path) -> Result<usize, WriteError> {
    create_folder(folder)?;
    let root = cli::described();
    let pages = root.get_subcommands().map(|command| {
        let name = format!("lurd-{}", command.get_name());
        (name.clone(), command.clone().display_name(name))
    });
    let pages: Vec<_> = std::iter::once(("lurd".to_owned(), root.clone())).chain(pages).collect();
    for (name, command) in &pages {
        let mut page = Vec::new();
        let path = folder.join(format!("{name}.1"));
        let written = Man::new(command.clone()).title(name.clone()).render(&mut page);
        written.map_err(|error| WriteError::during("write", &path, error))?;
        write_beside(&path, &page)?;
    }
    Ok(pages.len())
}

// `completions`: the completion script of a shell, for commands, flags, values and puzzles.

/// The environment variable by which a completion script asks for candidates.
pub(crate) const VARIABLE: &str = "LURD_COMPLETE";

/// The function of the script for bash that is called at each Tab.
const COLONS: &str = include_str!("colons.bash");

pub(super) fn run_completions(app: &mut App, request: &Request) -> Exit {
    let name = request.text();
    let Some(script) = script(name) else {
        let message = if name.is_empty() {
            format!("completions needs a SHELL: {}", SHELLS.join(", "))
        } else {
            let near = did_you_mean(name, SHELLS);
            format!("there are no completions for '{}', only for {}{near}", report::escaped(name), SHELLS.join(", "))
        };
        return app.complain(&message);
    };
    app.screen.result(&script);
    Exit::Good
}

/// The script for a shell; `None` for an unknown shell.
fn script(shell: &str) -> Option<String> {
    let shells = Shells::builtins();
    let mut script = Vec::new();
    shells.completer(shell)?.write_registration(VARIABLE, "lurd", "lurd", "lurd", &mut script).ok()?;
    let script = String::from_utf8(script).ok()?;
    // The function of the script gets the words that bash has separated at colons.
    let is_bash = shell == "bash";
    Some(if is_bash { script.replace("-F _clap_complete_lurd", "-F _lurd") + COLONS } else { script })
}
