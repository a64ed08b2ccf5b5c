//! `show`: draws puzzles, or describes them in words.

use clap::{Parser, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use lurd_report::{
    self as report, Subject,
    picture::{Drawn, Titled},
};
use lurd_toolkit::{exit::Exit, solutions::BestSolutions};

use super::Run;
use crate::registry::Outcome;
use crate::{
    app::{App, Puzzles},
    args::{ReadArgs, ScreenArgs},
    completion,
};

/// Draw puzzles
#[derive(Parser)]
#[command(mut_arg("plain", |arg| arg.help("Describe the boards in words")))]
pub(super) struct Show {
    /// Puzzles: names, files, or texts
    #[arg(value_name = "PUZZLE", add = ArgValueCompleter::new(completion::puzzles))]
    puzzles: Vec<String>,
    /// Draw the board, or a sheet or page of several: .svg, .png, .gif or .html
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    output: Option<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Show {
    const TAKES_PUZZLES: bool = true;
    const NOTES: &'static [&'static str] =
        &["At the prompt 'show dead' marks the dead squares of the current position; \
        'show reachable', 'show frozen' and 'show targets ROW COL' mark others."];
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("show missile/4", "one puzzle"),
        ("show pusher/1 --plain", "in words: where the player, the boxes and the free goals are"),
        ("show pusher/1 -o board.svg --theme light", "as a picture"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        if let Some(path) = self.output.as_deref() {
            return Ok(self.draw(app, path));
        }
        Ok(app.each_item(self.named(), |app, item| {
            let Some(subject) = Subject::of(item) else { return Exit::Usage };
            app.note_left_out(item);
            let start = subject.puzzle.start();
            app.screen.result(&if self.json {
                report::list_line(item, &BestSolutions::default())
            } else if self.screen.plain {
                format!("{}\n{}", report::heading(&subject), report::escaped_lines(&start.in_words()))
            } else {
                report::picture(Some((&item.reference, item.name())), start.as_ref())
            });
            Exit::Good
        }))
    }
}

impl Show {
    fn named(&self) -> Puzzles<'_> {
        Puzzles { command: "show", words: &self.puzzles, read: &self.read, json: self.json }
    }

    /// Writes the picture of a puzzle to a file, or a sheet or page of all of them. Nothing is written if one cannot be
    /// read.
    fn draw(&self, app: &mut App, path: &str) -> Exit {
        let theme = self.screen.theme.unwrap_or_default();
        let (mut puzzles, mut source) = (Vec::new(), String::new());
        let exit = app.each_item(self.named(), |_, item| {
            let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
            source.clone_from(&item.source.name);
            puzzles.push((puzzle.start().puzzle(), item.name().to_owned()));
            Exit::Good
        });
        if exit != Exit::Good {
            return exit;
        }
        let boards: Vec<Titled<'_>> = puzzles.iter().map(|(puzzle, name)| (puzzle.as_ref(), name.as_str())).collect();
        let title = &*report::called(if let [(_, name)] = boards[..] { name } else { &source });
        app.draw_to(path, &Drawn { puzzles: &boards, title, steps: &[], theme })
    }
}
