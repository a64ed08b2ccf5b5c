//! `id`: prints identifiers of puzzles.

use clap::Parser;
use clap_complete::engine::ArgValueCompleter;
use lurd_report::{self as report, Subject};
use lurd_toolkit::exit::Exit;

use super::Run;
use crate::registry::Outcome;
use crate::{
    app::{App, Puzzles},
    args::ReadArgs,
    completion,
};

/// Print the identifiers of puzzles
#[derive(Parser)]
pub(super) struct Id {
    /// Puzzles: names, files, or texts
    #[arg(value_name = "PUZZLE", add = ArgValueCompleter::new(completion::puzzles))]
    puzzles: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Id {
    const IS_RARE: bool = true;
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("id pusher/1", "Unique-Id (the same for rotations and reflections) and Exact-Id"),
        ("id primer --json", "of a whole collection, for a script"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        let puzzles = Puzzles { command: "id", words: &self.puzzles, read: &self.read, json: self.json };
        Ok(app.each_item(puzzles, |app, item| {
            let Some(subject) = Subject::of(item) else { return Exit::Usage };
            app.note_of(item);
            app.screen.result(&if self.json { report::id_line(&subject) } else { report::identities(&subject) });
            Exit::Good
        }))
    }
}
