//! Files of cases: texts with what is read from them.
//!
//! ```text
//! == what this case is [crlf]
//! the text, as it is
//! -- read
//! #####|#@$.#|#####
//! title: the title
//! -- note contains: box or wall
//! ```
//!
//! | in the heading | meaning |
//! |---|---|
//! | `[crlf]`, `[cr]` | the ends of the text's lines |
//! | `[escaped]` | `\0`, `\r`, `\t`, `\xFF`, `\u{feff}`, `\\` in the text, and `\` before the end of a line that is none |
//! | `[as x.slc]` | the name of the file, `text` otherwise |
//! | `[bytes f07.slc]` | the text is the file of this name beside the cases |
//! | `[outside wall]`, `[encoding NAME]`, `[dialect LETTERS]` | options of reading |
//!
//! | below the text | meaning |
//! |---|---|
//! | `-- read` | a line for each puzzle: rows of XSB with bars between them, or rows of a shifter, `12/34 -> 21/34` |
//! | `room BOARD` | the same as a board, when all that the player cannot reach is wall |
//! | `title:`, `author:` | of the puzzle above; nothing behind the colon stands for none |
//! | `solution:` | what a game of the puzzle above is when it is replayed, which solves it |
//! | `games: 0` | how many games it has |
//! | `moves: 6` | the cost of the best solution that lurd finds, for this objective |
//! | `-- note contains: A or B` | a part of a note |
//! | `-- error contains: A or B` | nothing is read; a part of the error or of its help |
//! | `-- dialect gives` | the error proposes a `--dialect`, with which the text is the board on the next line |
//! | `-- verify tells: A or B` | a part of what `lurd verify` prints of the file |

use std::fmt::Write as _;
use std::fs;
use std::path::PathBuf;

use lurd::budget::{Budget, Limits};
use lurd::catalog::{self, Catalog, InputError, Item};
use lurd::puzzle::{Puzzle, ReadOptions};
use lurd::search::{Settings, Strategy};
use lurd::verify::replay;

/// A text and what is read from it.
#[derive(Default)]
struct Case {
    heading: String,
    text: String,
    expected: Vec<String>,
}

impl Case {
    /// What stands between `[name` and `]` in the heading.
    fn option(&self, name: &str) -> Option<&str> {
        let start = self.heading.find(&format!("[{name}"))?;
        let rest = &self.heading[start + 1 + name.len()..];
        Some(rest[..rest.find(']').expect("a closing bracket")].trim())
    }

    fn bytes(&self) -> Vec<u8> {
        if let Some(file) = self.option("bytes") {
            return fs::read(folder().join("fields").join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
        }
        let end = match (self.option("crlf"), self.option("cr")) {
            (Some(_), _) => "\r\n",
            (None, Some(_)) => "\r",
            _ => "\n",
        };
        let text = self.text.replace('\n', end);
        if self.option("escaped").is_some() { unescaped(&text) } else { text.into_bytes() }
    }

    fn options(&self) -> ReadOptions {
        ReadOptions {
            outside_wall: self.option("outside wall").is_some(),
            encoding: self.option("encoding").map(str::to_owned),
            dialect: self.option("dialect").map(str::to_owned),
            ..ReadOptions::default()
        }
    }
}

pub(super) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/library/reading")
}

/// Reads the cases of a file and checks each. Panics with all that fail.
pub(super) fn check(file: &str) {
    let path = folder().join("fields").join(file);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{file}: {error}"));
    let cases = cases(&text);
    assert!(cases.len() >= 5, "{file} has {} cases", cases.len());
    let (mut failed, mut count) = (String::new(), 0);
    for case in &cases {
        let wrong = wrong(case);
        if !wrong.is_empty() {
            count += 1;
            let _ = write!(failed, "\n{}\n  {}\n", case.heading, wrong.join("\n  "));
        }
    }
    assert!(failed.is_empty(), "{file}: {count} of {} cases fail\n{failed}", cases.len());
}

/// The texts of a file of cases.
pub(super) fn case_bytes(text: &str) -> Vec<Vec<u8>> {
    cases(text).iter().map(Case::bytes).collect()
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut is_text = false;
    for line in text.lines() {
        let is_section = ["-- read", "-- note contains:", "-- error contains:", "-- dialect gives", "-- verify tells:"]
            .iter()
            .any(|section| line.starts_with(section));
        if let Some(heading) = line.strip_prefix("== ") {
            cases.push(Case { heading: heading.to_owned(), ..Case::default() });
            is_text = true;
            continue;
        }
        is_text &= !is_section;
        let Some(case) = cases.last_mut() else { continue };
        if is_text {
            case.text += line;
            case.text.push('\n');
        } else if !line.trim().is_empty() {
            case.expected.push(line.to_owned());
        }
    }
    cases
}

fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let mut add = |letter: char| bytes.extend_from_slice(letter.encode_utf8(&mut [0; 4]).as_bytes());
        if letter != '\\' {
            add(letter);
            continue;
        }
        match letters.next().expect("a letter after '\\'") {
            '0' => add('\0'),
            'r' => add('\r'),
            't' => add('\t'),
            '\n' => {}
            'x' => {
                let digits: String = letters.by_ref().take(2).collect();
                bytes.push(u8::from_str_radix(&digits, 16).expect("two digits"));
            }
            'u' => {
                let digits: String = letters.by_ref().skip(1).take_while(|&letter| letter != '}').collect();
                let number = u32::from_str_radix(&digits, 16).expect("a number");
                add(char::from_u32(number).expect("a character"));
            }
            other => add(other),
        }
    }
    bytes
}

/// What a text is read as.
type Read = Result<Vec<Item>, Box<InputError>>;

fn wrong(case: &Case) -> Vec<String> {
    let catalog = catalog::builtin();
    catalog.set_read_options(case.options());
    let name = case.option("as").or(case.option("bytes")).unwrap_or("text");
    let bytes = case.bytes();
    let read = catalog.read_bytes(name, &bytes);
    let mut wrong = Vec::new();
    let mut puzzles: Vec<&str> = Vec::new();
    let mut lines = case.expected.iter().map(String::as_str);
    let mut is_error = false;
    while let Some(line) = lines.next() {
        if let Some(parts) = line.strip_prefix("-- note contains: ") {
            let notes: Vec<_> = read.iter().flatten().filter_map(|item| item.note.as_deref()).collect();
            if !contains(&notes.join("\n"), parts) {
                wrong.push(format!("no note contains '{parts}': {notes:?}"));
            }
        } else if let Some(parts) = line.strip_prefix("-- error contains: ") {
            is_error = true;
            if !contains(&message(&read), parts) {
                wrong.push(format!("no error contains '{parts}': {}", shown(&read)));
            }
        } else if line.starts_with("-- dialect gives") {
            is_error = true;
            let board = lines.next().expect("a board");
            wrong.extend(wrong_dialect(&catalog, &bytes, &message(&read), board));
        } else if let Some(parts) = line.strip_prefix("-- verify tells: ") {
            wrong.extend(wrong_verdict(&bytes, name, parts));
        } else if line != "-- read" {
            puzzles.push(line);
        }
    }
    if is_error && read.iter().flatten().any(|item| item.puzzle.is_ok()) {
        wrong.push(format!("it is read: {}", shown(&read)));
    }
    if !is_error {
        wrong.extend(wrong_puzzles(&read, &puzzles));
    }
    for item in read.iter().flatten() {
        let metadata = &item.metadata;
        let texts = [item.name(), &metadata.header, &metadata.notes, metadata.author.as_deref().unwrap_or_default()];
        let is_control = |letter: char| letter.is_control() && letter != '\n';
        wrong.extend(
            texts.iter().filter(|text| text.contains(is_control)).map(|text| format!("written into files: {text:?}")),
        );
    }
    wrong
}

/// Whether a text contains one of some phrases, whatever the case of the letters.
fn contains(text: &str, phrases: &str) -> bool {
    let text = text.to_lowercase();
    phrases.split(" or ").any(|phrase| text.contains(&phrase.to_lowercase()))
}

/// The first error with its help.
fn message(read: &Read) -> String {
    let diagnostic = match read {
        Ok(items) => items.iter().find_map(|item| item.puzzle.as_ref().err().map(|error| &**error)),
        Err(error) => Some(&error.diagnostic),
    };
    diagnostic.map(ToString::to_string).unwrap_or_default()
}

fn shown(read: &Read) -> String {
    match read {
        Err(error) => format!("error: {}", error.diagnostic),
        Ok(items) => {
            let one = |item: &Item| {
                item.puzzle.as_ref().map_or_else(|error| format!("error: {error}"), |it| board(it.as_ref()))
            };
            items.iter().map(one).collect::<Vec<_>>().join(" and ")
        }
    }
}

/// A puzzle on one line.
pub(super) fn board(puzzle: &dyn Puzzle) -> String {
    if puzzle.kind() == "sokoban" {
        puzzle.text().lines().map(str::trim_end).collect::<Vec<_>>().join("|")
    } else {
        puzzle.id()
    }
}

fn wrong_puzzles(read: &Read, expected: &[&str]) -> Vec<String> {
    let is_board = |line: &str| line.contains(" -> ") || line.contains('|');
    let boards = expected.iter().filter(|line| is_board(line)).count();
    let items = match read {
        Ok(items) if items.len() == boards => items,
        Ok(items) => return vec![format!("{} puzzles, not {boards}: {}", items.len(), shown(read))],
        Err(_) => return vec![format!("not read: {}", shown(read))],
    };
    let mut wrong = Vec::new();
    let mut items = items.iter();
    let mut current = None;
    for line in expected {
        if is_board(line) {
            let item = items.next().expect("counted");
            current = item.puzzle.as_ref().ok().map(|puzzle| (item, puzzle.as_ref()));
            let found = current.map(|(_, puzzle)| board(puzzle));
            let is_right = match (line.strip_prefix("room "), &found) {
                (Some(room), Some(found)) => closed(found) == closed(room),
                (None, Some(found)) => found == line,
                (_, None) => false,
            };
            if !is_right {
                let found = found.unwrap_or_else(|| format!("error: {}", message(read)));
                wrong.push(format!("read as {found}\n     not as {line}"));
                current = None;
            }
            continue;
        }
        let (Some((item, puzzle)), Some((key, value))) = (current, line.split_once(':')) else { continue };
        let value = value.trim();
        let found = match key {
            "title" => puzzle.title().unwrap_or_default().to_owned(),
            "author" => item.metadata.author.clone().unwrap_or_default(),
            "games" => item.metadata.games.len().to_string(),
            "solution" => {
                let replays = item.metadata.games.iter().map(|game| replay(puzzle, &game.steps));
                let found: Vec<_> =
                    replays.map(|it| it.map_or_else(|refusal| format!("({refusal})"), |it| it.solution)).collect();
                if found.iter().any(|solution| solution == value) { value.to_owned() } else { format!("{found:?}") }
            }
            objective => cost(puzzle, objective),
        };
        if found != value {
            wrong.push(format!("{key}: {found}, not {value}"));
        }
    }
    wrong
}

fn cost(puzzle: &dyn Puzzle, objective: &str) -> String {
    let objective = puzzle.objectives().iter().find(|it| it.name == objective).expect("an objective");
    let mut budget = Budget::within(Limits::usual().nodes(1_000_000));
    let ending = puzzle.solve(objective, Strategy::Auto, &Settings::default(), &mut budget).ending;
    ending.map_or_else(|error| format!("{error:?}"), |answer| answer.cost.to_string())
}

/// Reads the text again with the `--dialect` that a message proposes.
fn wrong_dialect(catalog: &Catalog, bytes: &[u8], message: &str, expected: &str) -> Option<String> {
    let Some((_, rest)) = message.split_once("--dialect ") else {
        return Some(format!("the error proposes no --dialect: {message}"));
    };
    let letters = match rest.chars().next() {
        Some(quote @ ('\'' | '"')) => rest[1..].split(quote).next().unwrap_or_default(),
        _ => rest.split_whitespace().next().unwrap_or_default().trim_end_matches([',', ';', ')']),
    };
    catalog.set_read_options(ReadOptions { dialect: Some(letters.to_owned()), ..ReadOptions::default() });
    let read = catalog.read_bytes("text", bytes);
    let found = shown(&read);
    (found != expected).then(|| format!("with --dialect '{letters}' read as {found}\n     not as {expected}"))
}

fn wrong_verdict(bytes: &[u8], name: &str, parts: &str) -> Option<String> {
    let folder = std::env::temp_dir().join(format!("lurd-reading-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    fs::write(&path, bytes).expect("written");
    let mut command = std::process::Command::new(env!("CARGO_BIN_EXE_lurd"));
    let output =
        command.arg("verify").arg(&path).env("HOME", &folder).env("NO_COLOR", "1").output().expect("lurd starts");
    let _ = fs::remove_dir_all(&folder);
    let told = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    (!contains(&told, parts)).then(|| format!("verify does not tell '{parts}': {told}"))
}

/// A board on which all that the player cannot reach is wall, with one ring of walls around.
fn closed(board: &str) -> Vec<String> {
    let rows: Vec<Vec<char>> = board.split('|').map(|row| row.replace(['-', '_'], " ").chars().collect()).collect();
    let width = rows.iter().map(Vec::len).max().unwrap_or_default() + 2;
    let mut grid = vec![vec!['#'; width]; rows.len() + 2];
    let mut seen: Vec<(usize, usize)> = Vec::new();
    for (row, squares) in rows.iter().enumerate() {
        for (column, &square) in squares.iter().enumerate() {
            grid[row + 1][column + 1] = square;
            if matches!(square, '@' | '+') {
                seen.push((row + 1, column + 1));
            }
        }
    }
    let mut next = 0;
    while let Some(&(row, column)) = seen.get(next) {
        next += 1;
        for beside in [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)] {
            if grid[beside.0][beside.1] != '#' && !seen.contains(&beside) {
                seen.push(beside);
            }
        }
    }
    let all = |of: fn(&(usize, usize)) -> usize| {
        (seen.iter().map(of).min().unwrap_or(1) - 1, seen.iter().map(of).max().unwrap_or(0) + 1)
    };
    let ((top, bottom), (left, right)) = (all(|at| at.0), all(|at| at.1));
    let square = |row, column| if seen.contains(&(row, column)) { grid[row][column] } else { '#' };
    (top..=bottom).map(|row| (left..=right).map(|column| square(row, column)).collect()).collect()
}
