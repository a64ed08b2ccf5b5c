//! Games below a board.

use super::games;
use super::lines::Line;
use super::reader_state::Reader;
use lurd_puzzle::puzzle::SavedGame;

impl Reader<'_> {
    /// Whether a line of steps is part of a game.
    pub(super) fn is_game(&mut self, line: &str) -> bool {
        if self.game.is_some() {
            return true;
        }
        let Some(last) = self.reading.entries.last() else { return false };
        let line_above = self.block.last_line().and_then(|line| self.text.get(line));
        line_above.is_some_and(games::announces)
            || last
                .level
                .as_ref()
                .is_ok_and(|level| games::can_be_walked(level, line, &mut self.replay_cost_left))
    }

    /// Adds a line of steps to the current game, or begins one.
    pub(super) fn steps(&mut self, line: &Line<'_>) {
        if self.game.is_none() {
            let block = self.next_block(line.start);
            let start = block.start;
            let above = block.finish(self.text, line.start, true, true);
            if !self.keys_above {
                self.name_last(above.key_title, above.key_author);
            }
            self.notes_above(start..above.begin, &above.line);
            self.game = Some((SavedGame { title: above.title, ..SavedGame::default() }, line.start));
        }
        if let Some((game, end)) = &mut self.game {
            game.steps.extend(line.text.chars().filter(|letter| !letter.is_whitespace()));
            *end = line.place().end;
        }
    }

    /// Ends the current game, if any.
    pub(super) fn end_game(&mut self) {
        let Some((game, end)) = self.game.take() else { return };
        if let Some(last) = self.reading.entries.last_mut() {
            last.metadata.games.push(game);
            last.metadata.end = end;
        }
        self.next_block(end);
        self.after_game = true;
    }
}
