//! `count`: prints how many puzzles there are.

use clap::Parser;
use lurd_toolkit::exit::Exit;

use super::Run;
use crate::{
    app::{App, Puzzles},
    args::ReadArgs,
    registry::Outcome,
};

/// Print how many puzzles there are
#[derive(Parser)]
pub(super) struct Count {
    /// Puzzles: names, files, or texts
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<String>,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Count {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[("count primer", "the puzzles of a collection")];

    fn run(self, app: &mut App) -> Outcome {
        let mut count = 0;
        let puzzles = Puzzles { command: "count", words: &self.puzzles, read: &self.read, json: false };
        let exit = app.each_item(puzzles, |_, _| {
            count += 1;
            Exit::Good
        });
        app.screen.result(&count.to_string());
        Ok(exit)
    }
}
