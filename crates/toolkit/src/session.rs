//! What the prompt is about: the levels that are played, or the draft that is edited, and what a typed line does to it.

use lurd_puzzle::{catalog::Item, puzzle::Position};

use super::{
    edit::{self, Editor, commands::EditCommand},
    play::{self, Game, LevelSet, ProgressFolder, commands::PlayCommand},
    solutions::SolutionStore,
    solve::Run,
    words::{Word, own_word},
};

pub use super::{edit::commands::COMMANDS as EDITOR_WORDS, play::commands::COMMANDS as PLAYER_WORDS};

/// What the prompt remembers between commands.
#[derive(Default)]
pub struct Session {
    pub levels: Option<LevelSet>,
    pub editor: Option<Editor>,
    /// Whether lines are about the draft of the editor, not about the levels.
    pub edits: bool,
}

/// What a word of the player or of the editor does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Action {
    Play(PlayCommand),
    Edit(EditCommand),
}

impl Action {
    /// Whether the prompt has a command for it, which takes flags.
    fn is_a_command(&self) -> bool {
        matches!(
            self,
            Self::Play(
                PlayCommand::Hint
                    | PlayCommand::Solve
                    | PlayCommand::Follow(_)
                    | PlayCommand::Optimise
                    | PlayCommand::Open(_)
                    | PlayCommand::Show
                    | PlayCommand::Help
                    | PlayCommand::Quit
            ) | Self::Edit(EditCommand::Solve | EditCommand::Rate | EditCommand::Help | EditCommand::Quit)
        )
    }
}

impl Session {
    /// Plays the puzzles of these items from the first one on, without saved progress.
    pub fn load(&mut self, items: Vec<Item>, store: SolutionStore) {
        self.play(LevelSet::new(items, store, ProgressFolder::none()));
    }

    /// Plays these levels from now on.
    pub fn play(&mut self, levels: Option<LevelSet>) {
        (self.levels, self.edits) = (levels, false);
    }

    /// Edits a draft from now on.
    pub fn edit(&mut self, editor: Editor) {
        (self.editor, self.edits) = (Some(editor), true);
    }

    /// The level that is played, unless a draft is edited.
    pub fn game(&self) -> Option<&Game> {
        self.levels.as_ref().filter(|_| !self.edits).map(LevelSet::game)
    }

    pub fn game_mut(&mut self) -> Option<&mut Game> {
        self.levels.as_mut().filter(|_| !self.edits).map(LevelSet::game_mut)
    }

    /// The draft that is edited.
    pub fn draft(&self) -> Option<&Editor> {
        self.editor.as_ref().filter(|_| self.edits)
    }

    /// The current position, or the draft if it is a puzzle.
    pub fn here(&self) -> Option<Item> {
        match self.draft() {
            Some(editor) => editor.item(),
            None => self
                .game()
                .map(|game| Item { index: game.index, ..Item::of_puzzle(game.here(), &game.source, &game.reference) }),
        }
    }

    pub fn position(&self) -> Option<&dyn Position> {
        self.game().map(Game::position)
    }

    /// Remembers the answer of a search from the current position, if it has one.
    pub fn remember(&mut self, run: &Run) {
        if let Some(game) = self.game_mut() {
            let from = game.bookmark();
            game.remember(run, from);
        }
    }

    /// Whether `text` reads as actions of the current puzzle.
    pub fn reads_actions(&self, text: &str) -> bool {
        !text.trim().is_empty() && self.game().is_some_and(|game| game.reads(text).is_ok())
    }

    /// The words about what is played or edited, or about what would be played.
    pub fn words(&self) -> &'static [Word] {
        if self.edits { EDITOR_WORDS } else { PLAYER_WORDS }
    }

    /// What a line that begins with one of these words does; `None` if it does not begin with one, or if this is what a
    /// command of the prompt is for.
    pub fn read(&self, line: &str) -> Option<Result<Action, String>> {
        own_word(line.split_whitespace().next()?, self.words())?;
        let action = match (self.draft(), self.game()) {
            (Some(editor), _) => edit::commands::read(line, editor.draft().counts_from()).map(Action::Edit),
            (None, Some(game)) => play::commands::read(line, game).map(Action::Play),
            (None, None) => return None,
        };
        let is_marked = |name: &str| {
            let controls = self.position().and_then(Position::controls);
            controls.is_some_and(|it| it.overlays().iter().any(|overlay| overlay.name == name))
        };
        match &action {
            Ok(Action::Play(PlayCommand::Overlay(name, _))) if !is_marked(name) => None,
            Ok(action) if action.is_a_command() => None,
            _ => Some(action),
        }
    }
}
