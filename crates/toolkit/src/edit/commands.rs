//! The commands of the editor, and how they are read from typed lines.

use lurd_puzzle::puzzle::{Coordinates, PadDirection};

use super::{editor::Symmetry, saving::SaveOptions};
use crate::play::commands::{coordinates, count, numbers};
use crate::themes::is_picture;
use crate::words::{Word, own_word, row, unknown_word};

/// A command of the editor, typed or given by a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EditCommand {
    /// Begin an empty board: columns and rows, and the kind of puzzle.
    New(Option<(usize, usize)>, Option<String>),
    Put(String, Coordinates),
    Erase(Coordinates),
    Symmetric(Symmetry),
    Fill(String),
    Clear,
    /// Move everything by one cell, with wrap.
    Shift(PadDirection),
    Rotate,
    Mirror,
    /// Resize the board: columns and rows.
    Resize(usize, usize),
    Border,
    /// Edit the board of that name.
    On(String),
    Title(Option<String>),
    Undo(usize),
    Redo(usize),
    Validate,
    Show,
    /// Describe the board in words.
    Describe,
    Try,
    Solve,
    /// Rate how hard it is.
    Rate,
    /// Draw the board to a file.
    Picture(String),
    Load(String),
    Save {
        /// The file; `None` for the one it was loaded from or saved to.
        path: Option<String>,
        /// The name of the format; `None` for that of the file name.
        format: Option<String>,
        options: SaveOptions,
    },
    Help,
    Quit,
}

/// The names of what `symmetric` draws.
const SYMMETRIES: &[&str] = &["off", "left-right", "up-down", "both"];

/// The commands that can be typed, in the order in which help lists them.
pub const COMMANDS: &[Word] = &[
    row("new", "[WxH] [KIND]", "begin an empty board of that many columns and rows: 'new 4x4 shifter'"),
    row("put", "THING ROW COL", "put a wall, box, goal, player or floor; for a shifter a tile"),
    row("erase", "ROW COL", "erase what is there; a goal under it stays"),
    row("symmetric", "off|left-right|up-down|both", "draw mirror images, too").of(SYMMETRIES),
    row("fill", "THING", "fill every cell with THING"),
    row("clear", "", "erase everything"),
    row("shift", "DIRECTION", "move everything one cell left, up, right or down, with wrap")
        .of(&["left", "up", "right", "down"]),
    row("rotate", "", "turn the board clockwise by a quarter"),
    row("mirror", "", "exchange left and right"),
    row("resize", "WxH | W H", "change the number of columns and rows, at the right and the lower edge"),
    row("border", "", "surround the board by walls; it grows where something is in the way"),
    row("on", "BOARD", "edit the source or the target of a shifter"),
    row("title", "[TEXT]", "set or remove the title"),
    row("undo", "[N|all]", "undo changes"),
    row("redo", "[N|all]", "redo changes"),
    row("validate", "", "list the problems of the draft"),
    row("show", "", "draw the board"),
    row("describe", "", "describe the board in words (also 'look' and 'where')"),
    row("try", "", "play it; 'quit' returns to the editor"),
    row("solve", "", "find an answer"),
    row("rate", "", "rate the difficulty"),
    row("export", "FILE", "draw the board to a .png, .svg or .html file; other files as 'save' does"),
    row("load", "PUZZLE", "load a puzzle of a file or collection"),
    row("save", "[FILE] [--to FORMAT] [--force]", "save to a file; --force saves invalid drafts and overwrites"),
    row("help", "[WORD]", "list these commands, or explain one"),
    row("quit", "", "leave; the end of the input does the same"),
];

/// Reads a line about a draft whose first row and column have the number `first`.
pub fn read(line: &str, first: usize) -> Result<EditCommand, String> {
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let word = own_word(word, COMMANDS).map_or(word, |row| row.name);
    let nothing = |found: EditCommand| {
        if rest.is_empty() { Ok(found) } else { Err(format!("'{word}' takes no arguments")) }
    };
    let something = |what: &str| {
        if rest.is_empty() { Err(format!("'{word}' takes {what}")) } else { Ok(rest.to_owned()) }
    };
    match word {
        "new" => new(rest),
        "put" => {
            let (thing, at) = rest.split_once(' ').ok_or("'put' takes a thing, a row and a column")?;
            Ok(EditCommand::Put(thing.to_owned(), cell(at, first, "'put' takes a thing, a row and a column")?))
        }
        "erase" => Ok(EditCommand::Erase(cell(rest, first, "'erase' takes a row and a column")?)),
        "symmetric" => Symmetry::of(rest)
            .map(EditCommand::Symmetric)
            .ok_or_else(|| "'symmetric' takes off, left-right, up-down or both".to_owned()),
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
        "describe" => nothing(EditCommand::Describe),
        "try" => nothing(EditCommand::Try),
        "solve" => nothing(EditCommand::Solve),
        "rate" => nothing(EditCommand::Rate),
        "export" if is_picture(rest) => Ok(EditCommand::Picture(rest.to_owned())),
        "export" => something("a FILE: 'export mine.png'").and_then(|file| save(&file)),
        "load" => Ok(EditCommand::Load(something("a PUZZLE: pusher/1, levels.xsb:3")?)),
        "save" => save(rest),
        "help" => nothing(EditCommand::Help),
        "quit" => nothing(EditCommand::Quit),
        _ => Err(unknown_word(word, COMMANDS)),
    }
}

fn new(rest: &str) -> Result<EditCommand, String> {
    let mut words = rest.split_whitespace().peekable();
    let wanted = words.next_if(|word| size(word).is_some()).and_then(size);
    let kind = words.next().map(str::to_owned);
    let is_size = kind.as_ref().is_some_and(|kind| kind.starts_with(|it: char| it.is_ascii_digit()));
    if is_size || words.next().is_some() {
        return Err("'new' takes columns and rows, and a kind of puzzle: 'new 12x8', 'new 4x4 shifter'".to_owned());
    }
    Ok(EditCommand::New(wanted, kind))
}

/// Reads columns and rows such as `12x8` or `12 8`.
pub fn size(text: &str) -> Option<(usize, usize)> {
    let (columns, rows) = text.trim().split_once(['x', 'X', ' '])?;
    Some((columns.trim().parse().ok()?, rows.trim().parse().ok()?))
}

fn cell(text: &str, first: usize, otherwise: &str) -> Result<Coordinates, String> {
    match numbers(text).as_deref() {
        Some(&[row, column]) => coordinates(row, column, first),
        _ => Err(otherwise.to_owned()),
    }
}

/// Reads the arguments of `save`: a file name, which may have blanks, and flags after it.
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
    let path = Some(rest.to_owned()).filter(|name| !name.is_empty());
    let options = SaveOptions { allow_invalid: force, overwrite: force };
    Ok(EditCommand::Save { path, format, options })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_command_of_the_table_is_read() {
        for row in COMMANDS {
            let line = match row.name {
                "put" => "put box 1 2",
                "erase" => "erase 1 2",
                "symmetric" => "symmetric both",
                "fill" => "fill wall",
                "shift" => "shift up",
                "resize" => "resize 3x4",
                "on" => "on target",
                "load" => "load pusher/1",
                "export" => "export mine.png",
                word => word,
            };
            assert!(read(line, 1).is_ok(), "{line}");
        }
        // As at the prompt.
        assert_eq!([read("q", 1), read("exit", 1)], [Ok(EditCommand::Quit), Ok(EditCommand::Quit)]);
    }

    #[test]
    fn lines_and_mistakes() {
        assert_eq!(read("new 4x3 shifter", 1), Ok(EditCommand::New(Some((4, 3)), Some("shifter".to_owned()))));
        assert_eq!(read("new", 1), Ok(EditCommand::New(None, None)));
        assert_eq!(read("put box 2 3", 1), Ok(EditCommand::Put("box".to_owned(), Coordinates::new(1, 2))));
        let forced = |path: Option<&str>, format: Option<&str>| {
            let options = SaveOptions { allow_invalid: true, overwrite: true };
            let (path, format) = (path.map(str::to_owned), format.map(str::to_owned));
            Ok(EditCommand::Save { path, format, options })
        };
        assert_eq!(read("save my level.xsb --force", 1), forced(Some("my level.xsb"), None));
        assert_eq!(read("save a --to sok --force", 1), forced(Some("a"), Some("sok")));
        assert_eq!(read("save --force", 1), forced(None, None));
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
            assert!(read(line, 1).is_err(), "{line}");
        }
        assert!(
            read("valid", 1).is_err_and(|error| error.contains("did you mean 'validate'"))
                || read("validat", 1).is_err_and(|error| error.contains("did you mean 'validate'"))
        );
    }
}
