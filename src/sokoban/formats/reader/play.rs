//! Games below a board: which lines are one, and whose.

use crate::puzzle::SavedGame;
use crate::sokoban::formats::games;
use crate::sokoban::formats::lines::Line;
use crate::sokoban::formats::metadata::MetadataBlock;
use crate::sokoban::formats::reader::{Reader, is_listing};

impl Reader<'_> {
    pub(super) fn is_game(&mut self, line: &str) -> bool {
        if self.game.is_some() {
            return true;
        }
        let Some(last) = self.reading.entries.last() else { return false };
        let announced = self
            .metadata_block
            .last_line()
            .and_then(|line| self.text.get(line))
            .is_some_and(games::announces);
        announced || last.level.as_ref().is_ok_and(|level| games::plays(level, line, &mut self.patience))
    }

    pub(super) fn steps(&mut self, line: &Line<'_>) {
        if self.game.is_none() {
            let metadata_block = std::mem::replace(
                &mut self.metadata_block,
                MetadataBlock::new(line.start, is_listing(self.dialect)),
            );
            let start = metadata_block.start;
            let above = metadata_block.finish(self.text, line.start, true, true);
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

    pub(super) fn end_of_game(&mut self) {
        let Some((game, end)) = self.game.take() else { return };
        if let Some(last) = self.reading.entries.last_mut() {
            last.metadata.games.push(game);
            last.metadata.end = end;
        }
        self.metadata_block = MetadataBlock::new(end, is_listing(self.dialect));
        self.after_game = true;
    }
}
