//! Carries out the commands of play, for the prompt and the screen alike.

use lurd_puzzle::catalog::Catalog;
use lurd_puzzle::puzzle::{Coordinates, Overlay};

use super::{
    commands::PlayCommand,
    game::{Game, Moved, PlayError},
    known::{Lost, Onward, Walked},
    level_set::{Entered, LevelDetails, LevelSet, ListedLevel, NO_STORE, ONLY_LEVEL},
    shelves::Shelf,
};
use crate::solutions::StoredSolution;
use crate::themes::is_picture;

/// What a command of play did, or what the front end has to do.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayEvent {
    /// Steps of the player were carried out.
    Moved(Moved),
    /// Steps of the answer were carried out.
    Stepped(Walked, Moved),
    /// Steps of the answer were undone.
    SteppedBack(Walked),
    /// The game is at another place of its history.
    Jumped,
    /// What was done, in words.
    Said(String),
    /// A known answer, which has at least one step left: to give a hint, to be told of, or to be followed.
    Answer(Purpose, Onward),
    /// No answer is known; the front has to search for one.
    SearchNeeded(Purpose),
    Entered(Entered),
    /// The levels are to be listed; of those that can be read, with their details.
    Levels(Vec<(ListedLevel, Option<LevelDetails>)>),
    /// The collections and recent files are to be listed.
    Collections(Vec<Shelf>),
    /// The saved solutions are to be listed.
    Solutions(Vec<StoredSolution>),
    /// The saved solution with that number is to be shown from the start of the level.
    Replay(usize, Vec<String>),
    /// These steps from the start of the level, or without them the board, are to be drawn to a file.
    Picture(String, Option<Vec<String>>),
    /// The board is to be shown.
    Show,
    /// The board in words is to be shown.
    Described(String),
    /// The cells of the overlay are to be shown, of the piece in that cell.
    Overlay(&'static Overlay, Option<Coordinates>),
    Help,
    Quit,
}

/// What a search is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    Solve,
    Hint,
    /// An answer to follow, from the instruction with that number.
    Follow(usize),
    /// To make the known solutions of the level better.
    Optimise,
}

impl Game {
    /// Carries out a command; on an error the game is as it was. A game alone has no other levels.
    pub fn execute(&mut self, command: PlayCommand) -> Result<PlayEvent, PlayError> {
        let jumped = |steps: usize, nothing: &str| match steps {
            0 => Err(nothing.into()),
            _ => Ok(PlayEvent::Jumped),
        };
        match command {
            PlayCommand::Act(text) => self.act(&text).map(PlayEvent::Moved).map_err(PlayError::Actions),
            PlayCommand::Press { direction, held } => self.press(direction, held).map(PlayEvent::Moved),
            PlayCommand::Go(to) => self.go(to).map(PlayEvent::Moved),
            PlayCommand::Bring(from, to) => self.bring(from, to).map(PlayEvent::Moved),
            PlayCommand::Undo(count) => jumped(self.undo(count), "nothing to undo"),
            PlayCommand::Redo(count) => jumped(self.redo(count), "nothing to redo"),
            PlayCommand::UndoAction => jumped(self.undo_action(), "nothing to undo"),
            PlayCommand::RedoAction => jumped(self.redo_action(), "nothing to redo"),
            PlayCommand::Restart if self.steps().is_empty() => Err(PlayError::AtStart),
            PlayCommand::Restart => {
                self.undo(usize::MAX);
                Ok(PlayEvent::Jumped)
            }
            PlayCommand::Mark(name) => {
                self.mark(&name);
                Ok(PlayEvent::Said(format!("marked as '{name}'")))
            }
            PlayCommand::Return(name) => self.return_to(&name).map(|()| PlayEvent::Jumped),
            PlayCommand::Step(count) => self.step(count).map(|(walked, moved)| PlayEvent::Stepped(walked, moved)),
            PlayCommand::Back(count) => self.back(count).map(PlayEvent::SteppedBack),
            PlayCommand::Hint | PlayCommand::Follow(_) if self.is_solved() => {
                Ok(PlayEvent::Said("solved already".to_owned()))
            }
            PlayCommand::Hint => Ok(self.answer_for(Purpose::Hint)),
            PlayCommand::Solve => Ok(self.answer_for(Purpose::Solve)),
            PlayCommand::Follow(from) => Ok(self.answer_for(Purpose::Follow(from))),
            PlayCommand::Optimise if self.known_solutions().is_empty() => Err(Lost::NoAnswer.into()),
            PlayCommand::Optimise => Ok(PlayEvent::SearchNeeded(Purpose::Optimise)),
            PlayCommand::Level(_) | PlayCommand::Levels(_) | PlayCommand::Collections | PlayCommand::Open(_) => {
                Err(ONLY_LEVEL.into())
            }
            PlayCommand::Export(None, file) if is_picture(&file) => Ok(PlayEvent::Picture(file, self.whole_answer())),
            PlayCommand::Solutions | PlayCommand::Replay(_) | PlayCommand::Export(..) | PlayCommand::Delete(_) => {
                Err(NO_STORE.into())
            }
            PlayCommand::Overlay(name, of) => self.overlay(&name, of),
            PlayCommand::Describe => Ok(PlayEvent::Described(self.position().in_words())),
            PlayCommand::Show => Ok(PlayEvent::Show),
            PlayCommand::Help => Ok(PlayEvent::Help),
            PlayCommand::Quit => Ok(PlayEvent::Quit),
        }
    }

    fn overlay(&self, name: &str, of: Option<Coordinates>) -> Result<PlayEvent, PlayError> {
        let controls = self.position().controls().ok_or_else(|| PlayError::no_controls(self.puzzle()))?;
        let overlays = controls.overlays();
        let overlay = overlays.iter().find(|overlay| overlay.name == name).ok_or_else(|| {
            let known: Vec<_> = overlays.iter().map(|overlay| overlay.name).collect();
            match known.as_slice() {
                [] => format!("'{name}' cannot be shown for this kind of puzzle"),
                known => format!("'{name}' cannot be shown; these can: {}", known.join(", ")),
            }
        })?;
        Ok(PlayEvent::Overlay(overlay, of))
    }

    /// The best known answer from here, or that a search is needed. What the player has found may be longer than what a
    /// search finds, so that it does not replace one.
    fn answer_for(&mut self, purpose: Purpose) -> PlayEvent {
        match self.follow_best() {
            Ok(onward) if !(onward.rest.steps.is_empty() || purpose == Purpose::Solve && onward.is_played) => {
                PlayEvent::Answer(purpose, onward)
            }
            _ => PlayEvent::SearchNeeded(purpose),
        }
    }
}

impl LevelSet {
    /// Carries out a command in the current level, or enters another.
    pub fn execute(&mut self, command: PlayCommand, catalog: &Catalog) -> Result<PlayEvent, PlayError> {
        match command {
            PlayCommand::Level(level) => self.go_to(level, catalog).map(PlayEvent::Entered),
            PlayCommand::Levels(words) => Ok(PlayEvent::Levels(self.listed(&words, catalog))),
            PlayCommand::Collections => Ok(PlayEvent::Collections(self.shelves(catalog))),
            PlayCommand::Open(text) => self.open(&text, catalog).map(PlayEvent::Entered),
            PlayCommand::Solutions => Ok(PlayEvent::Solutions(self.solutions(catalog)?)),
            PlayCommand::Replay(number) => Ok(PlayEvent::Replay(number, self.steps_of(number, catalog)?)),
            PlayCommand::Export(Some(number), file) if is_picture(&file) => {
                Ok(PlayEvent::Picture(file, Some(self.steps_of(number, catalog)?)))
            }
            PlayCommand::Export(Some(number), file) => self.export(number, &file, catalog).map(PlayEvent::Said),
            PlayCommand::Export(None, file) if !is_picture(&file) => self.save_to(&file, catalog).map(PlayEvent::Said),
            PlayCommand::Delete(number) => self.delete(number, catalog).map(PlayEvent::Said),
            command => self.game_mut().execute(command),
        }
    }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::Cancel;
    use lurd_puzzle::{catalog::Typed, verify::Refusal};

    use super::*;
    use crate::{search_options::SearchOptions, solve::solve, test_puzzle::TestCatalog};

    fn game(text: &str) -> Game {
        let catalog = Catalog::default().with(TestCatalog);
        let item = catalog.resolve(&Typed::argument(text)).expect("readable").remove(0);
        Game::new(item).expect("a puzzle")
    }

    fn act(game: &mut Game, text: &str) -> Result<PlayEvent, PlayError> {
        game.execute(PlayCommand::Act(text.to_owned()))
    }

    fn solved(game: &mut Game) {
        let run = solve(game.here().as_ref(), &SearchOptions::default(), &Cancel::default(), &mut ());
        assert!(run.verified().is_some());
        let from = game.bookmark();
        game.remember(&run, from);
    }

    fn walked(event: Result<PlayEvent, PlayError>) -> (usize, usize) {
        match event {
            Ok(PlayEvent::Stepped(walked, _) | PlayEvent::SteppedBack(walked)) => (walked.steps.len(), walked.done),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn actions_are_undone_and_redone() {
        let mut game = game("1 -> 37");
        let moved = Moved { steps: 3, solved: false };
        assert_eq!(act(&mut game, "*+*"), Ok(PlayEvent::Moved(moved)));
        assert_eq!(game.position().picture(), "10");
        assert_eq!(game.execute(PlayCommand::Undo(2)), Ok(PlayEvent::Jumped));
        assert_eq!((game.position().picture().as_str(), game.text().as_str()), ("2", "*"));
        assert_eq!(game.execute(PlayCommand::Redo(9)), Ok(PlayEvent::Jumped));
        assert_eq!((game.position().picture().as_str(), game.text().as_str()), ("10", "*+*"));
        assert_eq!(game.here().text(), "10 -> 37");
        game.undo(1);
        act(&mut game, "+").expect("a step");
        assert_eq!(game.execute(PlayCommand::Redo(1)), Err("nothing to redo".into()));
    }

    #[test]
    fn all_actions_are_carried_out_or_none() {
        let mut game = game("1 -> 4");
        let Err(PlayError::Actions(Refusal::Step { step, .. })) = act(&mut game, "***") else { panic!("refused") };
        assert_eq!((step, game.position().picture().as_str()), (3, "1"));
        assert!(game.reads("**").is_ok() && game.reads("solve").is_err());
        assert_eq!(game.execute(PlayCommand::Undo(1)), Err("nothing to undo".into()));
    }

    #[test]
    fn walks_along_an_answer() {
        let mut game = game("1 -> 37");
        assert_eq!(game.execute(PlayCommand::Step(1)), Err(PlayError::Lost(Lost::NoAnswer)));
        solved(&mut game);
        assert_eq!(game.answer_progress(), Ok((0, 6)));
        assert_eq!(walked(game.execute(PlayCommand::Step(2))), (2, 2));
        assert_eq!(walked(game.execute(PlayCommand::Back(1))), (1, 1));
        assert_eq!(walked(game.execute(PlayCommand::Step(usize::MAX))), (5, 6));
        assert!(game.is_solved());
        assert_eq!(game.execute(PlayCommand::Step(1)), Err("the answer ends here".into()));
        assert_eq!(walked(game.execute(PlayCommand::Back(usize::MAX))), (6, 0));
        assert_eq!(game.execute(PlayCommand::Back(1)), Err("the answer begins here".into()));
    }

    #[test]
    fn an_answer_leads_on_only_from_its_positions() {
        let mut game = game("1 -> 37");
        act(&mut game, "+").expect("a step");
        solved(&mut game);
        let first = game.known().answer().expect("remembered").steps[0].clone();
        act(&mut game, if first == "*" { "+" } else { "*" }).expect("a step");
        assert_eq!(game.execute(PlayCommand::Step(1)), Err(PlayError::Lost(Lost::Elsewhere)));
        game.undo(1);
        assert_eq!(game.answer_progress().map(|(done, _)| done), Ok(0));
        game.undo(1);
        assert_eq!(game.answer_progress(), Err(Lost::Elsewhere), "before the answer begins");
        act(&mut game, "*").expect("a step");
        assert_eq!(game.answer_progress(), Err(Lost::Elsewhere), "as many steps, to another position");
    }
}
