//! The commands that concern the session: its settings, and its current puzzle.

use clap::Parser;
use clap_complete::engine::ArgValueCompleter;
use lurd_report as report;
use lurd_toolkit::exit::Exit;

use super::Run;
use crate::registry::Outcome;
use crate::{app::App, args::ReadArgs, completion};

/// Show or change settings of this session
#[derive(Parser)]
pub(super) struct Set {
    /// The setting
    #[arg(add = ArgValueCompleter::new(crate::settings::completions))]
    name: Option<String>,
    /// Its new value; 'default' restores the default
    value: Vec<String>,
}

impl Run for Set {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("set", "all settings and their origins"),
        ("set time 10s", "change a setting; 'set time default' restores its default"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        let rows = |app: &App| app.settings.rows();
        let Some(name) = self.name else {
            app.screen.result(&report::settings(&rows(app), app.screen.width()));
            return Ok(Exit::Good);
        };
        let row = |app: &App| rows(app).into_iter().find(|row| row.name == name);
        if self.value.is_empty()
            && let Some(row) = row(app)
        {
            app.screen.result(&report::settings(&[row], app.screen.width()));
            return Ok(Exit::Good);
        }
        // Without a value it says what is wrong with the name.
        let set = app.settings.set(&name, &self.value.join(" "));
        app.accept(set.map_err(|error| report::escaped(&error)))?;
        if let Some(row) = row(app) {
            app.screen.note(&report::setting(&row));
        }
        Ok(Exit::Good)
    }
}

/// Make a puzzle the current one without solving it
#[derive(Parser)]
pub(super) struct Load {
    /// A puzzle: its name, file, or text
    #[arg(value_name = "PUZZLE", add = ArgValueCompleter::new(completion::puzzles))]
    puzzles: Vec<String>,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Load {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("load missile/4", "from a collection"), ("load levels.xsb:12", "from a file")];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        let words = app.catalog.join_numbers(&self.puzzles);
        let Some(word) = words.first() else {
            return Err(app.complain("load needs a PUZZLE, for example 'load missile/4'"));
        };
        app.load(&app.typed(word))?;
        Ok(app.draw())
    }
}

/// Clear the screen (Ctrl-L does the same)
#[derive(Parser)]
pub(super) struct Clear {}

impl Run for Clear {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[("clear", "also 'cls'")];

    fn run(self, app: &mut App) -> Outcome {
        app.screen.clear();
        Ok(Exit::Good)
    }
}

/// Print the version of lurd
#[derive(Parser)]
pub(super) struct Version {}

impl Run for Version {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[("version", "at the shell: 'lurd --version'")];

    fn run(self, app: &mut App) -> Outcome {
        app.screen.result(&format!("lurd {}", crate::version::version()));
        Ok(Exit::Good)
    }
}

/// Leave lurd (also 'exit', 'q' and Ctrl-D)
#[derive(Parser)]
pub(super) struct Quit {
    /// Ignored, as in 'quit now'
    #[arg(hide = true)]
    _rest: Vec<String>,
}

impl Run for Quit {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[("quit", "leave the prompt, or end a script early")];

    fn run(self, app: &mut App) -> Outcome {
        app.leaving = true;
        Ok(Exit::Good)
    }
}
