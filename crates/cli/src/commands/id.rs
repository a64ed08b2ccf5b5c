//! `id`: prints identifiers of puzzles.

use clap::Parser;
use lurd_report as report;
use lurd_toolkit::exit::Exit;

use super::Run;
use crate::{app::App, args::PuzzleArgs, registry::Outcome};

/// Print the identifiers of puzzles
#[derive(Parser)]
pub(super) struct Id {
    #[command(flatten)]
    on: PuzzleArgs,
}

impl Run for Id {
    const IS_RARE: bool = true;
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("id pusher/1", "Unique-Id (the same for rotations and reflections) and Exact-Id"),
        ("id primer --json", "of a whole collection, for a script"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        Ok(app.each_subject("id", &self.on, |app, item, subject| {
            app.note_of(item);
            app.screen.result(&if self.on.json { report::id_line(subject) } else { report::identities(subject) });
            Exit::Good
        }))
    }
}
