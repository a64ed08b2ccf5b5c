//! `show`: draws puzzles, or describes them in words.

use clap::{Parser, ValueHint};
use lurd_report::{
    self as report,
    picture::{Drawn, Titled},
};
use lurd_toolkit::{exit::Exit, solutions::BestSolutions};

use super::Run;
use crate::registry::Outcome;
use crate::{
    app::App,
    args::{PuzzleArgs, ScreenArgs},
};

/// Draw puzzles
#[derive(Parser)]
#[command(mut_arg("plain", |arg| arg.help("Describe the boards in words")))]
pub(super) struct Show {
    /// Draw the board, or a sheet or page of several: .svg, .png, .gif or .html
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    output: Option<String>,
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(flatten)]
    on: PuzzleArgs,
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
        if let Some(path) = self.output.as_deref() {
            return Ok(self.draw(app, path));
        }
        Ok(app.each_subject("show", &self.on, |app, item, subject| {
            app.note_left_out(item);
            let start = subject.puzzle.start();
            app.screen.result(&if self.on.json {
                report::list_line(item, &BestSolutions::default())
            } else if self.screen.plain {
                format!("{}\n{}", report::heading(subject), report::escaped_lines(&start.in_words()))
            } else {
                report::picture(Some((&item.reference, item.name())), start.as_ref())
            });
            Exit::Good
        }))
    }
}

impl Show {
    /// Writes the picture of a puzzle to a file, or a sheet or page of all of them. Nothing is written if one cannot be
    /// read.
    fn draw(&self, app: &mut App, path: &str) -> Exit {
        let theme = self.screen.theme.unwrap_or_default();
        let (mut puzzles, mut source) = (Vec::new(), String::new());
        let exit = app.each_subject("show", &self.on, |_, item, subject| {
            source.clone_from(&item.source.name);
            puzzles.push((subject.puzzle.start().puzzle(), item.name().to_owned()));
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
