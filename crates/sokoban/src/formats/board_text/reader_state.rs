//! The state of the reader of a text.

use super::board_rows::BoardRows;
use super::games::MAX_REPLAY_COST;
use super::left_out::Tally;
use super::metadata_block::MetadataBlock;
use crate::formats::dialect::Dialect;
use crate::formats::reading::{ContainerOptions, Reading};
use lurd_puzzle::puzzle::SavedGame;

pub(super) struct Reader<'t> {
    pub(super) text: &'t str,
    pub(super) dialect: &'static Dialect,
    pub(super) options: ContainerOptions,
    pub(super) reading: Reading,
    /// The board that is being read.
    pub(super) board: Option<BoardRows>,
    /// The game that is being read, and the byte at which it ends so far.
    pub(super) game: Option<(SavedGame, usize)>,
    /// The text since the last board or game.
    pub(super) block: MetadataBlock,
    /// The flags of all levels.
    pub(super) flags: String,
    /// The text about the file.
    pub(super) header: String,
    /// The first board that was taken for text because it has no player and a single row or no wall.
    pub(super) weak_board: Option<Box<BoardRows>>,
    /// Whether `Title:` lines are above the boards, not below.
    pub(super) keys_above: bool,
    pub(super) squares: usize,
    /// The letters that counts have expanded to.
    pub(super) expanded: usize,
    /// The remaining cost of checking whether lines are games.
    pub(super) replay_cost_left: usize,
    /// The end of the current block of comment, in bytes.
    pub(super) comment_end: usize,
    /// Whether the last thing before the current block is a game.
    pub(super) after_game: bool,
    pub(super) left_out: Tally,
}

impl<'t> Reader<'t> {
    pub(super) fn new(text: &'t str, dialect: &'static Dialect, options: ContainerOptions) -> Self {
        Self {
            text,
            dialect,
            options,
            reading: Reading::default(),
            board: None,
            game: None,
            block: MetadataBlock::new(0, dialect.is_listing),
            flags: String::new(),
            header: String::new(),
            weak_board: None,
            keys_above: false,
            squares: 0,
            expanded: 0,
            replay_cost_left: MAX_REPLAY_COST,
            comment_end: 0,
            after_game: false,
            left_out: Tally::default(),
        }
    }

    /// Begins a new block of text at byte `start` and returns the current one.
    pub(super) fn next_block(&mut self, start: usize) -> MetadataBlock {
        std::mem::replace(&mut self.block, MetadataBlock::new(start, self.dialect.is_listing))
    }
}
