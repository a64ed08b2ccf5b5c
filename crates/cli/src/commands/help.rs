//! `help`: lists commands and topics, or explains one; also `man` and `completions`.

use std::path::Path;

use clap::{Parser, ValueHint};
use clap_complete::{engine::ArgValueCompleter, env::Shells};
use lurd_disk::names::path_of;
use lurd_puzzle::catalog::did_you_mean;
use lurd_report as report;
use lurd_toolkit::{
    exit::Exit,
    files::{WriteError, create_folder},
    help_topics::{TOPICS, topic},
    session::EDITOR_WORDS,
    words::own_word,
};

use super::Run;
use crate::app::App;
use crate::completion::{self, VARIABLE};
use crate::registry::{self, Outcome, command, command_at_prompt, names, rows, whole, width};

/// List commands and topics, or explain one of them
#[derive(Parser)]
pub(super) struct Help {
    /// A command or a topic
    #[arg(add = ArgValueCompleter::new(completion::topics))]
    topic: Vec<String>,
}

impl Run for Help {
    const IS_RARE: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("help", "the commands and the topics"), ("help solve", "one command"), ("help prompt", "one topic")];

    fn run(self, app: &mut App) -> Outcome {
        let width = app.screen.width().min(width());
        let word = self.topic.join(" ");
        if word.is_empty() {
            let known = rows().iter().filter(|row| app.at_prompt || !row.at_prompt_only);
            let (others, usual): (Vec<&registry::Row>, Vec<_>) =
                known.partition(|row| row.is_rare || row.at_prompt_only);
            let usual = usual.iter().map(|row| (format!("{} {}", row.name, row.arguments()), row.summary()));
            let words = if app.at_prompt { app.session.words() } else { &[] };
            let words = words.iter().map(|row| row.name).filter(|name| command(name).is_none());
            let others: Vec<_> = others.iter().map(|row| row.name).chain(words).collect();
            let (usual, plugins): (Vec<_>, _) = (usual.collect(), app.catalog.plugins());
            app.page(&report::overview(&usual, &others, plugins, app.at_prompt, width));
            return Ok(Exit::Good);
        }
        let word = word.as_str();
        let command = if app.at_prompt { command_at_prompt(word) } else { command(word) };
        let of_command = |row: &registry::Row| row.parser(app.at_prompt).render_help().ansi().to_string();
        let mut text = command.map_or_else(String::new, of_command);
        let row = own_word(word, app.session.words()).or_else(|| own_word(word, EDITOR_WORDS));
        if let (Some(row), None) = (row, command) {
            text = report::commands(&[*row]);
        }
        if let Some(topic) = topic(word) {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            text.push_str(&report::topic(topic, app.catalog.plugins(), width));
        }
        if !text.is_empty() {
            app.page(&text);
            return Ok(Exit::Good);
        }
        let known: Vec<_> = names().into_iter().chain(TOPICS.iter().map(|topic| topic.name)).collect();
        let near = did_you_mean(word, &known);
        let word: String = word.chars().take(80).collect();
        Err(app.complain(&report::escaped(&format!("no command or topic '{word}'{near}"))))
    }
}

/// Write manual pages to a folder
#[derive(Parser)]
pub(super) struct ManualPages {
    /// The folder
    #[arg(value_hint = ValueHint::DirPath)]
    dir: String,
}

impl Run for ManualPages {
    const IS_RARE: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("man man1", "write man1/lurd.1, man1/lurd-solve.1, .."),
        ("man share/man/man1", "create the folder if necessary"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        let folder = self.dir.as_str();
        let count = app.accept(write(&path_of(folder)))?;
        app.screen.note(&format!("{count} pages written to {}", report::escaped(folder)));
        Ok(Exit::Good)
    }
}

/// Writes all pages and returns their number.
fn write(folder: &Path) -> Result<usize, WriteError> {
    create_folder(folder)?;
    let root = whole(false);
    let count = 1 + root.get_subcommands().count();
    clap_mangen::generate_to(root, folder).map_err(|error| WriteError::during("write", folder, error))?;
    Ok(count)
}

// `completions`: the completion script of a shell, for commands, flags, values and puzzles.

/// The function of the script for bash that is called at each Tab.
const COLONS: &str = include_str!("colons.bash");

/// The shells that completion scripts exist for.
const SHELLS: [&str; 5] = ["bash", "elvish", "fish", "powershell", "zsh"];

/// Print the completion script of a shell
#[derive(Parser)]
pub(super) struct Completions {
    /// The shell
    #[arg(value_parser = SHELLS)]
    shell: String,
}

impl Run for Completions {
    const IS_RARE: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("completions bash", "the script for bash"), ("completions zsh", "the script for zsh")];

    fn run(self, app: &mut App) -> Outcome {
        let script = script(&self.shell).ok_or(Exit::Internal)?;
        app.screen.result(&script);
        Ok(Exit::Good)
    }
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
