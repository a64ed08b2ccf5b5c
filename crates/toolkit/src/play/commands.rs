//! The commands of play, and how they are read from typed lines.

use lurd_puzzle::catalog::nearest;
use lurd_puzzle::puzzle::{Cells, Coordinates, PadDirection};

use super::game::Game;
use crate::words::{Word, own_word, row, unknown_word};

/// A command of play, typed or given by a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayCommand {
    Act(String),
    /// Press a direction of the pad, alone or held together with the button.
    Press {
        direction: PadDirection,
        held: bool,
    },
    Undo(usize),
    Redo(usize),
    /// Undo the last action, which may be many steps.
    UndoAction,
    RedoAction,
    Restart,
    Mark(String),
    Return(String),
    Go(Coordinates),
    /// Bring what is in one cell to another.
    Bring(Coordinates, Coordinates),
    Hint,
    Solve,
    Step(usize),
    Back(usize),
    /// Follow an answer from the instruction with that number.
    Follow(usize),
    /// Make the known solutions of the level better.
    Optimise,
    Level(LevelChoice),
    /// List the levels whose number or title has these words.
    Levels(String),
    /// List the collections and the files that were played last.
    Collections,
    /// Play other levels: a reference, a file, or the text of a puzzle.
    Open(String),
    /// List the saved solutions of the level.
    Solutions,
    Replay(usize),
    /// Add a saved solution, or the level with its solutions, to a file; or draw the solution, the followed answer or the
    /// board, by the name of the file.
    Export(Option<usize>, String),
    /// Delete a saved solution.
    Delete(usize),
    Show,
    /// Describe the board in words.
    Describe,
    /// Mark cells on the board: the name of an overlay, and the cell of the chosen piece.
    Overlay(String, Option<Coordinates>),
    Help,
    Quit,
}

/// The level to go to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelChoice {
    Next,
    Previous,
    At(usize),
}

/// The commands that can be typed, in the order in which help lists them.
pub const COMMANDS: &[Word] = &[
    row("do", "ACTIONS", "carry out actions; 'do' may be omitted"),
    row("undo", "[N|all]", "undo steps"),
    row("redo", "[N|all]", "redo steps"),
    row("restart", "", "go back to the start; 'redo all' undoes that"),
    row("mark", "[NAME]", "mark the current place"),
    row("goto", "[NAME] | ROW COL", "go back to a mark, to where the 'answer' begins, or walk to a cell"),
    row("push", "ROW COL ROW COL", "move what is in one cell to another, by the fewest moves"),
    row("hint", "", "show the next step of an answer"),
    row("solve", "", "find an answer from here"),
    row("step", "[N|all]", "walk along the answer"),
    row("back", "[N|all]", "walk back along the answer"),
    row("follow", "[N]", "show how to carry out an answer from here, one thing at a time"),
    row("optimise", "", "make the best known solution of the level shorter"),
    row("next", "", "go to the next level"),
    row("previous", "", "go to the previous level"),
    row("level", "N", "go to the level with that number"),
    row("levels", "[WORDS]", "list the levels, or those whose number or title has all these words"),
    row("collections", "", "list the collections and the files that were played last"),
    row("open", "PUZZLE", "play other levels: a collection, a file, or a puzzle itself (also 'load', 'play')"),
    row("solutions", "", "list the saved solutions of the level: yours and lurd's"),
    row("replay", "N", "show how a saved solution is carried out, from the start of the level"),
    row("export", "[N] FILE", "add saved solution N to a .sok or .shift file, or draw it, the answer or the board"),
    row("save", "FILE", "add the level to a .sok or .shift file, with its solutions or the steps done"),
    row("delete", "N", "delete a saved solution"),
    row("show", "[NAME [ROW COL]]", "draw the board; with reachable, dead, targets or frozen: these squares"),
    row("describe", "", "describe the board in words (also 'look' and 'where')"),
    row("help", "[WORD]", "list these commands, or explain one"),
    row("quit", "", "leave; the end of the input does the same"),
];

/// Reads a line. Actions are checked only when they are carried out.
pub fn read(line: &str, game: &Game) -> Result<PlayCommand, String> {
    let first = game.position().controls().map_or(1, Cells::counts_from);
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let word = own_word(word, COMMANDS).map_or(word, |row| row.name);
    let nothing = |found: PlayCommand| {
        if rest.is_empty() { Ok(found) } else { Err(format!("'{word}' takes no arguments")) }
    };
    let name = |default: &str| if rest.is_empty() { default.to_owned() } else { rest.to_owned() };
    match word {
        "do" => Ok(PlayCommand::Act(rest.to_owned())),
        "undo" => Ok(PlayCommand::Undo(count(rest)?)),
        "redo" => Ok(PlayCommand::Redo(count(rest)?)),
        "restart" => nothing(PlayCommand::Restart),
        "mark" => Ok(PlayCommand::Mark(name("mark"))),
        "goto" => match numbers(rest).as_deref() {
            Some(&[row, column]) => Ok(PlayCommand::Go(coordinates(row, column, first)?)),
            Some(_) => Err("'goto' takes a row and a column, or a mark".to_owned()),
            None => Ok(PlayCommand::Return(name("mark"))),
        },
        "push" => match numbers(rest).as_deref() {
            Some(&[row, column, to_row, to_column]) => {
                Ok(PlayCommand::Bring(coordinates(row, column, first)?, coordinates(to_row, to_column, first)?))
            }
            _ if game.reads(line).is_ok() => Ok(PlayCommand::Act(line.to_owned())),
            _ => Err("'push' takes two cells: ROW COL ROW COL".to_owned()),
        },
        "hint" => nothing(PlayCommand::Hint),
        "solve" => nothing(PlayCommand::Solve),
        "step" => Ok(PlayCommand::Step(count(rest)?)),
        "back" => Ok(PlayCommand::Back(count(rest)?)),
        "follow" => Ok(PlayCommand::Follow(count(rest)?)),
        "optimise" => nothing(PlayCommand::Optimise),
        "next" => nothing(PlayCommand::Level(LevelChoice::Next)),
        "previous" => nothing(PlayCommand::Level(LevelChoice::Previous)),
        "level" => rest
            .parse()
            .map(|place| PlayCommand::Level(LevelChoice::At(place)))
            .map_err(|_| "'level' takes a level number".to_owned()),
        "levels" => Ok(PlayCommand::Levels(rest.to_owned())),
        "collections" => nothing(PlayCommand::Collections),
        "open" | "load" | "play" if rest.is_empty() => Err(format!("'{word}' takes a PUZZLE")),
        // The words of the prompt for the same.
        "open" | "load" | "play" => {
            // As in a shell, quotes may surround it.
            let quoted = rest.strip_prefix('\'').and_then(|rest| rest.strip_suffix('\''));
            Ok(PlayCommand::Open(quoted.unwrap_or(rest).to_owned()))
        }
        "solutions" => nothing(PlayCommand::Solutions),
        "replay" => Ok(PlayCommand::Replay(solution(word, rest)?)),
        "export" => export(rest),
        "save" if rest.is_empty() => {
            Err("'save' takes a FILE, for example 'save mine.sok' or 'save mine.shift'".to_owned())
        }
        "save" => Ok(PlayCommand::Export(None, rest.to_owned())),
        "delete" => Ok(PlayCommand::Delete(solution(word, rest)?)),
        "show" if rest.is_empty() => Ok(PlayCommand::Show),
        "show" => overlay(rest, first),
        "describe" => nothing(PlayCommand::Describe),
        "help" => nothing(PlayCommand::Help),
        "quit" => nothing(PlayCommand::Quit),
        _ => actions(line, word, game),
    }
}

/// A line whose first word is not a command: actions, or a mistake in a command.
fn actions(line: &str, word: &str, game: &Game) -> Result<PlayCommand, String> {
    let Err(misread) = game.reads(line) else { return Ok(PlayCommand::Act(line.to_owned())) };
    // If no command is similar, it is probably a mistake in actions, whose error names the place. A direction is one.
    let is_direction = ["left", "up", "right", "down"].iter().any(|direction| word.eq_ignore_ascii_case(direction));
    let known: Vec<_> = COMMANDS.iter().map(|row| row.name).collect();
    if is_direction || (misread.place.start > 0 && nearest(word, &known).is_none()) {
        return Ok(PlayCommand::Act(line.to_owned()));
    }
    Err(unknown_word(word, COMMANDS))
}

/// `export 2 FILE`, or `export FILE`.
fn export(rest: &str) -> Result<PlayCommand, String> {
    let numbered = rest.split_once(char::is_whitespace).and_then(|(number, file)| Some((number.parse().ok()?, file)));
    match numbered {
        Some((number, file)) => Ok(PlayCommand::Export(Some(number), file.trim().to_owned())),
        None if rest.contains('.') => Ok(PlayCommand::Export(None, rest.to_owned())),
        None => Err("'export' takes a FILE, for example 'export mine.sok' or 'export mine.png'".to_owned()),
    }
}

/// Reads how many: a number, `all`, or nothing for one.
pub fn count(text: &str) -> Result<usize, String> {
    match text {
        "" => Ok(1),
        "all" => Ok(usize::MAX),
        number => number.parse().map_err(|_| format!("invalid number '{}'", shortened(number))),
    }
}

/// Reads the number of a saved solution.
fn solution(word: &str, number: &str) -> Result<usize, String> {
    number.parse().map_err(|_| format!("'{word}' takes the number of a solution; 'solutions' lists them"))
}

/// Reads the name of an overlay and, for one of a piece, the cell of the piece.
fn overlay(text: &str, first: usize) -> Result<PlayCommand, String> {
    let (name, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let of = match numbers(rest).as_deref() {
        None if rest.trim().is_empty() => None,
        Some(&[row, column]) => Some(coordinates(row, column, first)?),
        _ => return Err("'show' takes a name and a cell: ROW COL".to_owned()),
    };
    Ok(PlayCommand::Overlay(name.to_owned(), of))
}

/// The cell in a row and a column, both counted from `first`.
pub fn coordinates(row: usize, column: usize, first: usize) -> Result<Coordinates, String> {
    match (row.checked_sub(first), column.checked_sub(first)) {
        (Some(row), Some(column)) => Ok(Coordinates { row, column }),
        _ => Err(format!("rows and columns are counted from {first}")),
    }
}

/// Reads numbers separated by blanks or commas; `None` if there is anything else.
pub fn numbers(text: &str) -> Option<Vec<usize>> {
    let words = text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    let numbers: Option<Vec<usize>> = words.map(|word| word.parse().ok()).collect();
    numbers.filter(|numbers| !numbers.is_empty())
}

/// The first 40 characters of a word.
fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::puzzle::Plugin;
    use lurd_shifter::Shifter;
    use lurd_sokoban::Sokoban;

    use super::*;

    fn game(plugin: &dyn Plugin) -> Game {
        Game::of(plugin.read(plugin.example()).expect("a text").remove(0).puzzle.expect("a puzzle"))
    }

    #[test]
    fn every_command_of_the_table_is_read() {
        let game = game(&Sokoban);
        for row in COMMANDS {
            let line = match row.name {
                "do" => "do r",
                "push" => "push 2 3 2 4",
                "level" => "level 2",
                "open" => "open primer",
                "replay" => "replay 1",
                "delete" => "delete 1",
                "export" => "export 1 mine.sok",
                "save" => "save mine.sok",
                name => name,
            };
            assert!(read(line, &game).is_ok(), "{line}");
            assert!(game.reads(row.name).is_err(), "'{}' must not be actions as well", row.name);
        }
        // As at the prompt.
        for word in ["q", "exit", "exit()"] {
            assert_eq!(read(word, &game), Ok(PlayCommand::Quit));
            assert!(game.reads(word).is_err(), "{word}");
        }
    }

    #[test]
    fn actions_are_commands_as_well() {
        let sokoban = game(&Sokoban);
        let shifter = game(&Shifter);
        let act = |text: &str| Ok(PlayCommand::Act(text.to_owned()));
        for text in ["rRd", "right", "push right 2, up"] {
            assert_eq!(read(text, &sokoban), act(text));
        }
        for text in ["left 0, up 3", "up 3", "right", "down now"] {
            assert_eq!(read(text, &shifter), act(text));
        }
        assert_eq!(read("goto 2 3", &sokoban), Ok(PlayCommand::Go(Coordinates::new(1, 2))));
        assert_eq!(read("goto here", &sokoban), Ok(PlayCommand::Return("here".to_owned())));
        assert_eq!(read("goto 0 3", &sokoban), Err("rows and columns are counted from 1".to_owned()));
        assert_eq!(read("ondo", &sokoban), Err("unknown command 'ondo'; did you mean 'undo'?".to_owned()));
        assert_eq!(
            read("show targets 2 3", &sokoban),
            Ok(PlayCommand::Overlay("targets".to_owned(), Some(Coordinates::new(1, 2))))
        );
        assert_eq!(read("export 2  a b.sok", &sokoban), Ok(PlayCommand::Export(Some(2), "a b.sok".to_owned())));
        assert_eq!(read("export a b.svg", &sokoban), Ok(PlayCommand::Export(None, "a b.svg".to_owned())));
        assert_eq!(read("export 2 a.gif", &sokoban), Ok(PlayCommand::Export(Some(2), "a.gif".to_owned())));
        for wrong in ["show targets 2", "replay", "replay x", "export 1", "delete one", "open"] {
            assert!(read(wrong, &sokoban).is_err(), "{wrong}");
        }
        assert!(read("undo x", &sokoban).is_err() && read("solve now", &sokoban).is_err());
    }
}
