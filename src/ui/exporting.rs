//! Writes boards and solutions to pictures and pages.

use std::path::Path;

use super::app::App;
use super::cli::Invocation;
use lurd_puzzle::puzzle::{Position, Puzzle, StepText};
use lurd_report as report;
use lurd_report::picture::colours::colours;
use lurd_report::picture::{Drawn, PictureError, PictureFormat, PictureOptions};
use lurd_toolkit::exit::Exit;
use lurd_toolkit::files::write_beside;
use lurd_toolkit::parse_values::parse_cell;
use lurd_toolkit::play::Game;
use lurd_toolkit::themes::ThemeName;

impl App {
    /// The theme and the size of pictures.
    ///
    /// # Errors
    /// The size is not one, which has been reported.
    pub(super) fn picture_options(&self, order: &Invocation) -> Result<PictureOptions, Exit> {
        let default = PictureOptions::default();
        let theme = self.value(order, "theme").and_then(ThemeName::of).unwrap_or(default.theme);
        let cell = match order.flag("cell") {
            Some(text) => self.accept(parse_cell(text).map_err(|error| format!("--cell: {error}")))?,
            None => default.cell,
        };
        Ok(PictureOptions { theme, cell })
    }

    /// Writes the picture of a position.
    pub(super) fn export_board(
        &self,
        path: &str,
        position: &dyn Position,
        title: &str,
        options: PictureOptions,
    ) -> Exit {
        self.write_picture(path, |format| format.board(position, title, options))
    }

    /// Writes the pictures of a solution.
    pub(super) fn export_answer(
        &self,
        path: &str,
        (puzzle, title): (&dyn Puzzle, &str),
        steps: &[String],
        options: PictureOptions,
    ) -> Exit {
        let drawn = Drawn { puzzle, title, steps, colours: colours(options.theme) };
        self.write_picture(path, |format| format.answer(&drawn, options))
    }

    /// Writes the pictures of the text of a solution.
    pub(super) fn export_solution(
        &self,
        path: &str,
        subject: (&dyn Puzzle, &str),
        solution: &str,
        options: PictureOptions,
    ) -> Exit {
        self.export_answer(path, subject, &StepText::words(subject.0, solution), options)
    }

    fn write_picture(
        &self,
        path: &str,
        draw: impl FnOnce(PictureFormat) -> Result<Vec<u8>, PictureError>,
    ) -> Exit {
        match write(path, draw) {
            Ok(text) => {
                self.screen.note(&text);
                Exit::Good
            }
            Err(message) => self.complain(&message),
        }
    }
}

/// Draws steps from the start of a level, or without them its board, to a file, and returns what was done.
///
/// # Errors
/// There are no such pictures, or the file cannot be written: a message.
pub(super) fn draw_game(
    path: &str,
    game: &Game,
    steps: Option<Vec<String>>,
    options: PictureOptions,
) -> Result<String, String> {
    let title = game.title();
    match steps {
        Some(steps) => {
            let drawn =
                Drawn { puzzle: game.puzzle(), title, steps: &steps, colours: colours(options.theme) };
            write(path, |format| format.answer(&drawn, options))
        }
        None => write(path, |format| format.board(game.position(), title, options)),
    }
}

fn write(
    path: &str,
    draw: impl FnOnce(PictureFormat) -> Result<Vec<u8>, PictureError>,
) -> Result<String, String> {
    let format = PictureFormat::of(path).ok_or_else(|| PictureFormat::unknown(path).to_string())?;
    let bytes = draw(format).map_err(|error| error.to_string())?;
    write_beside(Path::new(path), &bytes).map_err(String::from)?;
    Ok(format!("{} written", report::escaped(path)))
}
