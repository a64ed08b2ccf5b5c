//! The words by which one draws where lines are typed.

use crate::catalog::did_you_mean;
use crate::puzzle::{PadDirection, Place};
use crate::toolkit::play::commands::{CommandHelp, count, numbers, place, row, shortened};

/// What a line asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditCommand {
    /// An empty board: columns and rows, and its kind if it is to be another.
    New(Option<(usize, usize)>, Option<String>),
    /// Put something into a cell.
    Put(String, Place),
    /// Take away what is in a cell.
    Erase(Place),
    /// Paint all cells.
    Fill(String),
    /// Take everything away.
    Clear,
    /// Everything one cell on.
    Shift(PadDirection),
    /// A quarter turn.
    Rotate,
    /// Left and right exchanged.
    Mirror,
    /// Another size: columns and rows.
    Resize(usize, usize),
    /// Walls around.
    Border,
    /// Draw on the board of that name.
    On(String),
    /// A title, or none.
    Title(Option<String>),
    /// Take changes back.
    Undo(usize),
    /// Make them again.
    Redo(usize),
    /// What is wrong.
    Validate,
    /// Draw the board.
    Show,
    /// Play it.
    Try,
    /// Look for an answer.
    Solve,
    /// Draw on a puzzle.
    Load(String),
    /// To a file: its name, the format, and whether in any case.
    Save(Option<String>, Option<String>, bool),
    /// Take up what was left behind.
    Recover,
    /// Drop what was left behind.
    Discard,
    /// The words.
    Help,
    /// Leave.
    Quit,
}

/// All words, in the order in which help lists them.
pub const WORDS: &[CommandHelp] = &[
    row("new", "[WxH] [KIND]", "an empty board of so many columns and rows; 'new 4x4 shifter'"),
    row("put", "THING ROW COL", "wall, box, goal, player or floor; for a shifter a tile"),
    row("erase", "ROW COL", "take away what is there; a goal under it stays"),
    row("fill", "THING", "every cell"),
    row("clear", "", "take everything away"),
    row("shift", "WAY", "everything one cell left, up, right or down, round the board"),
    row("rotate", "", "a quarter turn, clockwise"),
    row("mirror", "", "left and right exchanged"),
    row("resize", "WxH", "so many columns and rows, by the right and the lower end"),
    row("border", "", "walls around; the board grows where something is in the way"),
    row("on", "BOARD", "draw on the source or the target of a shifter"),
    row("title", "[TEXT]", "give it a title, or none"),
    row("undo", "[N|all]", "take changes back"),
    row("redo", "[N|all]", "make them again"),
    row("validate", "", "what is wrong with it"),
    row("show", "", "draw the board"),
    row("try", "", "play it; 'quit' comes back"),
    row("solve", "", "look for an answer"),
    row("load", "PUZZLE", "draw on a puzzle of a file or collection"),
    row(
        "save",
        "[FILE] [--to FORMAT] [--force]",
        "to a file; --force what is not valid, and over what is there",
    ),
    row("recover", "", "take up what was left unsaved"),
    row("discard", "", "drop what was left unsaved"),
    row("help", "", "these words"),
    row("quit", "", "leave; so does the end of the input"),
];

/// Reads a line.
///
/// # Errors
/// What is wrong with it, in words.
pub fn read(line: &str) -> Result<EditCommand, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let nothing = |found: EditCommand| {
        if rest.is_empty() { Ok(found) } else { Err(format!("'{word}' takes nothing after it")) }
    };
    let something = |what: &str| {
        if rest.is_empty() { Err(format!("'{word}' takes {what}")) } else { Ok(rest.to_owned()) }
    };
    match word {
        "new" => new(rest),
        "put" => {
            let (thing, at) = rest.split_once(' ').ok_or("'put' takes a thing, a row and a column")?;
            Ok(EditCommand::Put(thing.to_owned(), cell(at, "'put' takes a thing, a row and a column")?))
        }
        "erase" => Ok(EditCommand::Erase(cell(rest, "'erase' takes a row and a column")?)),
        "fill" => Ok(EditCommand::Fill(something("what to fill with: wall")?)),
        "clear" => nothing(EditCommand::Clear),
        "shift" => PadDirection::of_word(rest)
            .map(EditCommand::Shift)
            .ok_or_else(|| "'shift' takes left, up, right or down".to_owned()),
        "rotate" => nothing(EditCommand::Rotate),
        "mirror" => nothing(EditCommand::Mirror),
        "resize" => {
            let (columns, rows) = size(rest).ok_or("'resize' takes columns and rows: 12x8")?;
            Ok(EditCommand::Resize(columns, rows))
        }
        "border" => nothing(EditCommand::Border),
        "on" => Ok(EditCommand::On(something("the name of a board: source or target")?)),
        "title" => Ok(EditCommand::Title(Some(rest.to_owned()).filter(|title| !title.is_empty()))),
        "undo" => Ok(EditCommand::Undo(count(rest)?)),
        "redo" => Ok(EditCommand::Redo(count(rest)?)),
        "validate" => nothing(EditCommand::Validate),
        "show" => nothing(EditCommand::Show),
        "try" => nothing(EditCommand::Try),
        "solve" => nothing(EditCommand::Solve),
        "load" => Ok(EditCommand::Load(something("a PUZZLE: pusher/1, levels.xsb:3")?)),
        "save" => save(rest),
        "recover" => nothing(EditCommand::Recover),
        "discard" => nothing(EditCommand::Discard),
        "help" => nothing(EditCommand::Help),
        "quit" => nothing(EditCommand::Quit),
        _ => {
            let names: Vec<_> = WORDS.iter().map(|row| row.name).collect();
            let near = did_you_mean(word, &names);
            Err(format!("unknown word '{}'{near}; 'help' lists them", shortened(word)))
        }
    }
}

fn new(rest: &str) -> Result<EditCommand, String> {
    let mut words = rest.split_whitespace().peekable();
    let wanted = words.peek().and_then(|word| size(word));
    if wanted.is_some() {
        words.next();
    }
    let kind = words.next().map(str::to_owned);
    let is_size = kind.as_ref().is_some_and(|kind| kind.starts_with(|it: char| it.is_ascii_digit()));
    if is_size || words.next().is_some() {
        return Err(
            "'new' takes columns and rows, and a kind of puzzle: 'new 12x8', 'new 4x4 shifter'".to_owned()
        );
    }
    Ok(EditCommand::New(wanted, kind))
}

/// `12x8`: columns and rows.
fn size(text: &str) -> Option<(usize, usize)> {
    let (columns, rows) = text.split_once(['x', 'X'])?;
    Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
}

fn cell(text: &str, otherwise: &str) -> Result<Place, String> {
    match numbers(text).as_deref() {
        Some(&[row, column]) => place(row, column),
        _ => Err(otherwise.to_owned()),
    }
}

/// A name may have blanks; flags stand at its end.
fn save(rest: &str) -> Result<EditCommand, String> {
    let (mut rest, mut format, mut force) = (rest, None, false);
    loop {
        if let Some(name) = rest.strip_suffix("--force") {
            (rest, force) = (name.trim_end(), true);
        } else if let Some((name, last)) = rest.rsplit_once("--to") {
            let last = last.trim();
            if last.is_empty() || last.contains(' ') {
                return Err("'--to' takes the name of a format".to_owned());
            }
            (rest, format) = (name.trim_end(), Some(last.to_owned()));
        } else {
            break;
        }
    }
    if let Some(flag) = rest.split_whitespace().find(|word| word.starts_with("--")) {
        return Err(format!("'save' has no {flag}, only --force and --to FORMAT"));
    }
    Ok(EditCommand::Save(Some(rest.to_owned()).filter(|name| !name.is_empty()), format, force))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_of_the_table_is_read() {
        for row in WORDS {
            let line = match row.name {
                "put" => "put box 1 2",
                "erase" => "erase 1 2",
                "fill" => "fill wall",
                "shift" => "shift up",
                "resize" => "resize 3x4",
                "on" => "on target",
                "load" => "load pusher/1",
                word => word,
            };
            assert!(read(line).is_ok(), "{line}");
        }
    }

    #[test]
    fn lines_and_mistakes() {
        assert_eq!(read("new 4x3 shifter"), Ok(EditCommand::New(Some((4, 3)), Some("shifter".to_owned()))));
        assert_eq!(read("new"), Ok(EditCommand::New(None, None)));
        assert_eq!(read("put box 2 3"), Ok(EditCommand::Put("box".to_owned(), Place::new(1, 2))));
        let save = |name: &str, to: Option<&str>, force| {
            Ok(EditCommand::Save(Some(name.to_owned()), to.map(str::to_owned), force))
        };
        assert_eq!(read("save my level.xsb --force"), save("my level.xsb", None, true));
        assert_eq!(read("save a --to sok --force"), save("a", Some("sok"), true));
        assert_eq!(read("save --force"), Ok(EditCommand::Save(None, None, true)));
        for line in [
            "put box",
            "put box 0 1",
            "erase 1",
            "shift north",
            "resize 3",
            "new 3",
            "save a --now",
            "save a --to",
            "clear all",
            "pot",
        ] {
            assert!(read(line).is_err(), "{line}");
        }
        assert!(
            read("valid").is_err_and(|error| error.contains("did you mean 'validate'"))
                || read("validat").is_err_and(|error| error.contains("did you mean 'validate'"))
        );
    }
}
