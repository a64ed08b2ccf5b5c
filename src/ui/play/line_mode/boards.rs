//! Boards among the typed lines, pasted or typed row by row, and questions before solutions are deleted.

use super::PlayLineMode;
use crate::ui::exporting::draw_game;
use crate::ui::pasted::is_puzzle_on_one_line;
use crate::ui::typed_lines::TypedLines;
use lurd_puzzle::puzzle::Claim;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::play::commands::{PlayCommand, read};

/// The prompt for the next row of a board; a blank line ends the board.
const ROW_PROMPT: &str = "  ..> ";

impl PlayLineMode<'_> {
    /// Reads a line as a command. A line that begins a board is read together with the rows that follow, and
    /// opens the level.
    pub(super) fn command(&self, line: &str, lines: &mut TypedLines) -> Result<PlayCommand, String> {
        let command = read(line, self.level_set.game());
        if let Ok(PlayCommand::Open(text)) = &command {
            return Ok(PlayCommand::Open(self.with_rows(text, lines)?));
        }
        let is_board =
            self.app.wants_more(line) || is_puzzle_on_one_line(line) && self.app.claim(line) == Claim::Sure;
        if command.is_ok() || !is_board {
            return command;
        }
        Ok(PlayCommand::Open(self.with_rows(line, lines)?))
    }

    /// The text with the rows that it lacks as a board.
    fn with_rows(&self, text: &str, lines: &mut TypedLines) -> Result<String, String> {
        let mut board = text.to_owned();
        while self.app.wants_more(&board) {
            let Some(row) = lines.row(ROW_PROMPT) else { break };
            board.push('\n');
            board.push_str(&row.map_err(String::from)?);
        }
        Ok(board)
    }

    /// Draws steps from the start of the level, or the board, to a file.
    pub(super) fn draw_to(&self, file: &str, steps: Option<Vec<String>>) -> Exit {
        let Ok(options) = self.app.picture_options(self.order) else { return Exit::Usage };
        match draw_game(file, self.level_set.game(), steps, options) {
            Ok(text) => self.say(&text),
            Err(message) => return self.complain(&message),
        }
        Exit::Good
    }

    /// Whether a command may be carried out. On a terminal the player confirms that a solution is deleted.
    pub(super) fn is_meant(command: &PlayCommand, lines: &mut TypedLines) -> bool {
        let PlayCommand::Delete(number) = command else { return true };
        !lines.asks() || lines.agrees(&format!("delete solution {number}?"))
    }
}
