//! The state of the prompt: the current puzzle, the position, undo and redo, settings.

use super::defaults::Settings;
use super::play::{Bookmark, Game, Here as Place, KnownAnswers, Lost, Onward};
use super::solve::Verified;
use crate::catalog::Item;
use crate::puzzle::{Metadata, Objective, Position, Puzzle};
use crate::verify::Refusal;

/// What the prompt remembers.
#[derive(Default)]
pub struct Session {
    current: Option<Current>,
    /// The defaults of this session.
    pub settings: Settings,
}

/// The current puzzle and how far it has been played.
struct Current {
    name: String,
    reference: String,
    index: usize,
    source: String,
    puzzle: Box<dyn Puzzle>,
    position: Box<dyn Position>,
    done: Vec<Step>,
    undone: Vec<Step>,
    metadata: Metadata,
    /// The answers that are known.
    known: KnownAnswers,
}

/// The current puzzle as it was at the start.
pub struct Original<'s> {
    /// The puzzle.
    pub puzzle: &'s dyn Puzzle,
    /// What its text says of it beside.
    pub metadata: &'s Metadata,
    /// The best answers that were found, from the start, one for each objective.
    pub answers: Vec<String>,
}

/// A step that was carried out, and the position before it: undo does not ask the rules to run
/// backward.
struct Step {
    word: String,
    before: Box<dyn Position>,
    /// Whether it was taken from an answer.
    is_aided: bool,
}

/// Where one is, with the steps that led there.
pub(super) struct Whereabouts<'s> {
    puzzle: &'s dyn Puzzle,
    position: &'s dyn Position,
    done: Vec<String>,
}

impl Whereabouts<'_> {
    pub(super) fn here(&self) -> Place<'_> {
        Place { puzzle: self.puzzle, position: self.position, done: &self.done }
    }
}

/// The current position as a puzzle.
pub struct Here {
    /// Its title or reference.
    pub name: String,
    /// What to write to get it from the start.
    pub reference: String,
    /// Where the puzzle comes from.
    pub source: String,
    /// Its place there.
    pub index: usize,
    /// The puzzle that starts at the current position.
    pub puzzle: Box<dyn Puzzle>,
}

impl Session {
    /// Makes `item` the current puzzle; gives it back if it cannot be read.
    ///
    /// # Errors
    /// The item, if it is no puzzle.
    pub fn load(&mut self, item: Item) -> Result<(), Box<Item>> {
        let name = item.name().to_owned();
        match item.puzzle {
            Ok(puzzle) => {
                self.current = Some(Current {
                    name,
                    reference: item.reference,
                    index: item.index,
                    source: item.source.name.clone(),
                    position: puzzle.start(),
                    puzzle,
                    done: Vec::new(),
                    undone: Vec::new(),
                    metadata: item.metadata,
                    known: KnownAnswers::default(),
                });
                Ok(())
            }
            Err(diagnostic) => Err(Box::new(Item { puzzle: Err(diagnostic), ..item })),
        }
    }

    /// The puzzle that starts at the current position.
    #[must_use]
    pub fn here(&self) -> Option<Here> {
        let current = self.current.as_ref()?;
        Some(Here {
            name: current.name.clone(),
            reference: current.reference.clone(),
            source: current.source.clone(),
            index: current.index,
            puzzle: current.position.puzzle(),
        })
    }

    /// The current position.
    #[must_use]
    pub fn position(&self) -> Option<&dyn Position> {
        self.current.as_ref().map(|current| current.position.as_ref())
    }

    /// Whether `text` reads as actions of the current puzzle.
    #[must_use]
    pub fn reads_actions(&self, text: &str) -> bool {
        !text.trim().is_empty()
            && self.current.as_ref().is_some_and(|current| current.puzzle.read_steps(text).is_ok())
    }

    /// Carries out actions, all of them or none. Gives their number.
    ///
    /// # Errors
    /// The first that cannot be read or done; `None` without a current puzzle.
    pub fn act(&mut self, text: &str) -> Result<usize, Option<Refusal>> {
        self.carry_out(text, false)
    }

    /// The same for steps of an answer.
    pub(super) fn act_along(&mut self, text: &str) -> Result<usize, Option<Refusal>> {
        self.carry_out(text, true)
    }

    fn carry_out(&mut self, text: &str, is_aided: bool) -> Result<usize, Option<Refusal>> {
        let current = self.current.as_mut().ok_or(None)?;
        let steps = current.puzzle.read_steps(text).map_err(|misread| Some(Refusal::Misread(misread)))?;
        let mut position = current.position.boxed();
        let mut done = Vec::new();
        for step in steps {
            let before = position.boxed();
            match position.apply(&step.word) {
                Ok(word) => done.push(Step { word, before, is_aided }),
                Err(reason) => {
                    let number = done.len() + 1;
                    return Err(Some(Refusal::Step {
                        step: number,
                        word: step.word,
                        place: step.place,
                        reason,
                    }));
                }
            }
        }
        let count = done.len();
        current.position = position;
        current.done.extend(done);
        current.undone.clear();
        Ok(count)
    }

    /// Takes back up to `count` steps and says how many it were.
    pub fn undo(&mut self, count: usize) -> usize {
        let Some(current) = &mut self.current else { return 0 };
        let mut undone = 0;
        while undone < count
            && let Some(Step { word, before, is_aided }) = current.done.pop()
        {
            let after = std::mem::replace(&mut current.position, before);
            current.undone.push(Step { word, before: after, is_aided });
            undone += 1;
        }
        undone
    }

    /// Carries out again up to `count` steps and says how many it were.
    pub fn redo(&mut self, count: usize) -> usize {
        let Some(current) = &mut self.current else { return 0 };
        let mut redone = 0;
        while redone < count
            && let Some(Step { word, before: after, is_aided }) = current.undone.pop()
        {
            let before = std::mem::replace(&mut current.position, after);
            current.done.push(Step { word, before, is_aided });
            redone += 1;
        }
        redone
    }

    /// The current puzzle as it was at the start.
    #[must_use]
    pub fn original(&self) -> Option<Original<'_>> {
        self.current.as_ref().map(|current| Original {
            puzzle: current.puzzle.as_ref(),
            metadata: &current.metadata,
            answers: current.known.solutions(current.puzzle.as_ref()),
        })
    }

    /// What was carried out so far and then `answer`, as one text.
    #[must_use]
    pub fn from_start(&self, answer: &Verified) -> String {
        let steps = [self.words(), answer.steps.clone()].concat();
        self.current.as_ref().map_or_else(String::new, |current| current.puzzle.join_steps(&steps))
    }

    /// Whether the player chose all steps that were carried out; those of an answer are not.
    #[must_use]
    pub fn is_own(&self) -> bool {
        self.current.as_ref().is_none_or(|current| current.done.iter().all(|step| !step.is_aided))
    }

    /// The steps that were carried out so far.
    pub(super) fn words(&self) -> Vec<String> {
        let done = self.current.as_ref().map_or(&[][..], |current| &current.done);
        done.iter().map(|step| step.word.clone()).collect()
    }

    pub(super) fn known(&self) -> Option<&KnownAnswers> {
        Some(&self.current.as_ref()?.known)
    }

    pub(super) fn whereabouts(&self) -> Option<Whereabouts<'_>> {
        let current = self.current.as_ref()?;
        let (puzzle, position) = (current.puzzle.as_ref(), current.position.as_ref());
        Some(Whereabouts { puzzle, position, done: self.words() })
    }

    pub(super) fn add_answer(&mut self, answer: &Verified, objective: Objective) {
        let from = Bookmark::after(self.words());
        if let Some(Current { puzzle, known, .. }) = &mut self.current {
            known.add(puzzle.as_ref(), from, answer, objective);
        }
    }

    /// Follows the best known answer from here for `objective`.
    pub(super) fn follow(&mut self, objective: &Objective) -> Result<Onward, Lost> {
        let done = self.words();
        let Current { puzzle, position, known, .. } = self.current.as_mut().ok_or(Lost::NoAnswer)?;
        known.follow(Place { puzzle: puzzle.as_ref(), position: position.as_ref(), done: &done }, objective)
    }

    /// The current puzzle, as it was loaded.
    #[must_use]
    pub fn puzzle(&self) -> Option<&dyn Puzzle> {
        self.current.as_ref().map(|current| current.puzzle.as_ref())
    }

    /// The current puzzle as a game that has come as far.
    #[must_use]
    pub fn game(&self) -> Option<Game> {
        let current = self.current.as_ref()?;
        let mut game = Game::of(current.puzzle.start().puzzle());
        game.name.clone_from(&current.name);
        game.reference.clone_from(&current.reference);
        game.source.clone_from(&current.source);
        game.index = current.index;
        game.metadata = current.metadata.clone();
        game.take_up(&self.words(), current.done.iter().position(|step| step.is_aided));
        game.set_known(current.known.clone());
        Some(game)
    }

    /// Goes to where a game of the current puzzle has led.
    pub fn take_over(&mut self, game: &Game) {
        self.undo(usize::MAX);
        let _ = self.act(&game.text());
        if let Some(current) = &mut self.current {
            let first = game.aided().unwrap_or(usize::MAX);
            current.done.iter_mut().skip(first).for_each(|step| step.is_aided = true);
            current.known = game.known().clone();
            current.known.forget_kept();
        }
    }

    /// What was carried out so far, as one text.
    #[must_use]
    pub fn history(&self) -> String {
        self.current.as_ref().map_or_else(String::new, |current| {
            let steps: Vec<_> = current.done.iter().map(|step| step.word.clone()).collect();
            current.puzzle.join_steps(&steps)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::{Catalog, Typed};
    use crate::toolkit::test_puzzle::TestCatalog;

    fn session(text: &str) -> Session {
        let items = Catalog::default().with(TestCatalog).resolve(&Typed::argument(text)).expect("readable");
        let mut session = Session::default();
        for item in items {
            assert!(session.load(item).is_ok());
        }
        session
    }

    fn picture(session: &Session) -> String {
        session.position().expect("a puzzle").picture()
    }

    #[test]
    fn actions_go_there_and_back() {
        let mut session = session("1 -> 37");
        assert_eq!(session.act("*+*").unwrap(), 3);
        assert_eq!(picture(&session), "10");
        assert_eq!(session.undo(2), 2);
        assert_eq!((picture(&session).as_str(), session.history().as_str()), ("2", "*"));
        assert_eq!(session.redo(9), 2);
        assert_eq!((picture(&session).as_str(), session.history().as_str()), ("10", "*+*"));
        assert_eq!(session.here().expect("a puzzle").puzzle.text(), "10 -> 37");
        session.undo(1);
        session.act("+").unwrap();
        assert_eq!(session.redo(1), 0, "a new action ends redo");
    }

    #[test]
    fn all_actions_or_none() {
        let mut session = session("1 -> 4");
        let Err(Some(Refusal::Step { step, .. })) = session.act("***") else { panic!("refused") };
        assert_eq!((step, picture(&session).as_str()), (3, "1"));
        assert!(
            session.reads_actions("**") && !session.reads_actions("solve") && !session.reads_actions(" ")
        );
        assert!(matches!(Session::default().act("*"), Err(None)));
    }
}
