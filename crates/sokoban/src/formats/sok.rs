//! `sok`: boards with titles, authors, notes and games, as YASC and others read them.

use crate::formats::board_text::writer::{TextStyle, append, insert_game, write};
use crate::formats::dialect::SOK;
use crate::formats::level_record::LevelRecord;
use crate::formats::row::{Container, FormatRow};
use crate::level::Level;
use crate::xsb;
use lurd_puzzle::puzzle::{Format, Metadata, Output, SavedGame};

pub(super) const ROW: FormatRow = FormatRow {
    format: Format {
        name: "sok",
        summary: "boards, titles, authors, notes and games, as YASC and others read them",
        endings: &["sok"],
        is_text: true,
        holds_solutions: true,
    },
    container: Container::Boards(&SOK),
    write: |records| Ok(Output { bytes: write(records, STYLE).into_bytes(), losses: Vec::new() }),
};

const STYLE: TextStyle = TextStyle { is_commented: false, board: xsb::rows };

/// Adds a game to a text: at byte `end`, where the data of its level ends, or together with the level at the
/// end of the text. Everything else is unchanged.
pub(crate) fn add_to_sok(
    text: &str,
    end: Option<usize>,
    level: &Level,
    metadata: &Metadata,
    game: Option<&SavedGame>,
) -> String {
    if let Some((before, after)) = end.and_then(|end| text.split_at_checked(end)) {
        return insert_game(before, after, level, game);
    }
    let mut games = metadata.games.clone();
    games.extend(game.cloned());
    let metadata = Metadata { games, header: String::new(), ..metadata.clone() };
    append(text, &LevelRecord { level: level.clone(), metadata: &metadata, flags: "" }, STYLE)
}
