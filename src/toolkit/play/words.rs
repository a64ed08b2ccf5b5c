//! The words by which one plays where lines are typed.

use super::game::Game;
use crate::catalog::did_you_mean;
use crate::puzzle::Place;

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    /// Actions, as answers write them.
    Act(String),
    /// Take steps back.
    Undo(usize),
    /// Do them again.
    Redo(usize),
    /// To the start.
    Restart,
    /// Mark this place.
    Mark(String),
    /// To a mark.
    Return(String),
    /// Walk to a cell.
    Go(Place),
    /// Bring what is in one cell to another.
    Bring(Place, Place),
    /// The next step of an answer.
    Hint,
    /// Look for an answer.
    Solve,
    /// Along the answer.
    Step(usize),
    /// Back along it.
    Back(usize),
    /// To where the answer begins.
    Answer,
    /// The least that is left.
    Rest,
    /// Another level.
    Level(Level),
    /// Draw the board.
    Show,
    /// What has been done, as text.
    History,
    /// Whether to warn when no solution is left.
    Warn(bool),
    /// The words.
    Help,
    /// Leave.
    Quit,
}

/// Which level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// The one after this.
    Next,
    /// The one before it.
    Previous,
    /// By its place, from 1.
    At(usize),
}

/// A row of the table of words.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// The word.
    pub word: &'static str,
    /// What may follow it.
    pub arguments: &'static str,
    /// What it does.
    pub does: &'static str,
}

const fn row(word: &'static str, arguments: &'static str, does: &'static str) -> Row {
    Row { word, arguments, does }
}

/// All words, in the order in which help lists them.
pub const WORDS: &[Row] = &[
    row("do", "ACTIONS", "carry out actions; the word may be left out"),
    row("undo", "[N|all]", "take steps back"),
    row("redo", "[N|all]", "do them again"),
    row("restart", "", "back to the start; 'redo all' takes that back"),
    row("mark", "[NAME]", "mark this place"),
    row("goto", "[NAME] | ROW COL", "back to a mark, or walk to a cell"),
    row("push", "ROW COL ROW COL", "bring what is in one cell to another, by the fewest moves"),
    row("hint", "", "the next step of an answer"),
    row("solve", "", "look for an answer from here"),
    row("step", "[N|all]", "along the answer"),
    row("back", "[N|all]", "back along the answer"),
    row("answer", "", "to where the answer begins"),
    row("rest", "", "the least that is left from here, as far as it can be told"),
    row("next", "", "the next level"),
    row("previous", "", "the level before"),
    row("level", "N", "the level of that number"),
    row("show", "", "draw the board"),
    row("history", "", "what has been done, as a text that verify accepts"),
    row("warn", "on|off", "whether to warn when no solution is left"),
    row("help", "", "these words"),
    row("quit", "", "leave; so does the end of the input"),
];

/// Reads a line.
///
/// # Errors
/// What is wrong with it, in words. What reads as actions is not looked at closer.
pub fn read(line: &str, game: &Game) -> Result<PlayCommand, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let nothing = |found: PlayCommand| {
        if rest.is_empty() { Ok(found) } else { Err(format!("'{word}' takes nothing after it")) }
    };
    let name = |default: &str| if rest.is_empty() { default.to_owned() } else { rest.to_owned() };
    match word {
        "do" => Ok(PlayCommand::Act(rest.to_owned())),
        "undo" => Ok(PlayCommand::Undo(count(rest)?)),
        "redo" => Ok(PlayCommand::Redo(count(rest)?)),
        "restart" => nothing(PlayCommand::Restart),
        "mark" => Ok(PlayCommand::Mark(name("mark"))),
        "goto" => match numbers(rest) {
            Some(numbers) => match numbers.as_slice() {
                &[row, column] => Ok(PlayCommand::Go(place(row, column)?)),
                _ => Err("'goto' takes a row and a column, or a mark".to_owned()),
            },
            None => Ok(PlayCommand::Return(name("mark"))),
        },
        "push" => match numbers(rest).as_deref() {
            Some(&[row, column, to_row, to_column]) => {
                Ok(PlayCommand::Bring(place(row, column)?, place(to_row, to_column)?))
            }
            _ if game.reads(line).is_ok() => Ok(PlayCommand::Act(line.to_owned())),
            _ => Err("'push' takes two cells: ROW COL ROW COL".to_owned()),
        },
        "hint" => nothing(PlayCommand::Hint),
        "solve" => nothing(PlayCommand::Solve),
        "step" => Ok(PlayCommand::Step(count(rest)?)),
        "back" => Ok(PlayCommand::Back(count(rest)?)),
        "answer" => nothing(PlayCommand::Answer),
        "rest" => nothing(PlayCommand::Rest),
        "next" => nothing(PlayCommand::Level(Level::Next)),
        "previous" => nothing(PlayCommand::Level(Level::Previous)),
        "level" => rest
            .parse()
            .map(|place| PlayCommand::Level(Level::At(place)))
            .map_err(|_| "'level' takes the number of a level".to_owned()),
        "show" => nothing(PlayCommand::Show),
        "history" => nothing(PlayCommand::History),
        "warn" => match rest {
            "on" => Ok(PlayCommand::Warn(true)),
            "off" => Ok(PlayCommand::Warn(false)),
            _ => Err("'warn' takes on or off".to_owned()),
        },
        "help" => nothing(PlayCommand::Help),
        "quit" => nothing(PlayCommand::Quit),
        _ => match game.reads(line) {
            Ok(()) => Ok(PlayCommand::Act(line.to_owned())),
            Err(misread) => {
                let names: Vec<_> = WORDS.iter().map(|row| row.word).collect();
                let near = did_you_mean(word, &names);
                // Near to no word: a mistake in actions.
                if near.is_empty() && misread.place.start > 0 {
                    return Ok(PlayCommand::Act(line.to_owned()));
                }
                Err(format!("unknown word '{}'{near}; 'help' lists them", shortened(word)))
            }
        },
    }
}

/// How many: one, a number, or `all`.
///
/// # Errors
/// In words.
pub fn count(text: &str) -> Result<usize, String> {
    match text {
        "" => Ok(1),
        "all" => Ok(usize::MAX),
        number => number.parse().map_err(|_| format!("'{}' is no number of steps", shortened(number))),
    }
}

/// A cell by row and column, from 1.
///
/// # Errors
/// In words.
pub fn place(row: usize, column: usize) -> Result<Place, String> {
    match (row.checked_sub(1), column.checked_sub(1)) {
        (Some(row), Some(column)) => Ok(Place { row, column }),
        _ => Err("rows and columns are counted from 1".to_owned()),
    }
}

/// Numbers with blanks or commas between them; none if there is anything else.
#[must_use]
pub fn numbers(text: &str) -> Option<Vec<usize>> {
    let words = text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let numbers: Option<Vec<usize>> = words.map(|word| word.parse().ok()).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

/// The beginning of a word that may be very long.
#[must_use]
pub fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Plugin;
    use crate::shifter::Shifter;
    use crate::sokoban::Sokoban;

    fn game(plugin: &dyn Plugin) -> Game {
        Game::of(plugin.read(plugin.example()).expect("a text").remove(0).puzzle.expect("a puzzle"))
    }

    #[test]
    fn every_word_of_the_table_is_read() {
        let game = game(&Sokoban);
        for row in WORDS {
            let line = match row.word {
                "do" => "do r",
                "push" => "push 2 3 2 4",
                "level" => "level 2",
                "warn" => "warn off",
                word => word,
            };
            assert!(read(line, &game).is_ok(), "{line}");
            assert!(game.reads(row.word).is_err(), "'{}' must not be actions as well", row.word);
        }
    }

    #[test]
    fn actions_are_words_as_well() {
        let sokoban = game(&Sokoban);
        let shifter = game(&Shifter);
        let act = |text: &str| Ok(PlayCommand::Act(text.to_owned()));
        for text in ["rRd", "right", "push right 2, up"] {
            assert_eq!(read(text, &sokoban), act(text));
        }
        for text in ["left 0, up 3", "up 3"] {
            assert_eq!(read(text, &shifter), act(text));
        }
        assert_eq!(read("goto 2 3", &sokoban), Ok(PlayCommand::Go(Place::new(1, 2))));
        assert_eq!(read("goto here", &sokoban), Ok(PlayCommand::Return("here".to_owned())));
        assert_eq!(read("goto 0 3", &sokoban), Err("rows and columns are counted from 1".to_owned()));
        assert_eq!(
            read("ondo", &sokoban),
            Err("unknown word 'ondo'; did you mean 'undo'?; 'help' lists them".to_owned())
        );
        assert!(read("undo x", &sokoban).is_err() && read("solve now", &sokoban).is_err());
    }
}
