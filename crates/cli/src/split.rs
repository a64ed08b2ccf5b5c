//! Splits a line that begins with a command into its words; pasted text into lines.

use std::ffi::OsString;
use std::ops::Range;

use lurd_disk::names::path_of;
use lurd_puzzle::catalog::{Catalog, is_puzzle_text};
use lurd_puzzle::puzzle::{Confidence, Plugin};
use lurd_toolkit::words::{Word, own_word};

use crate::registry::{Row, command_at_prompt};

/// A line that begins with a command.
pub(super) struct Split {
    pub(super) row: &'static Row,
    pub(super) word_end: usize,
    /// Where the flags and their values stand.
    pub(super) flag_places: Vec<Range<usize>>,
    /// The flags and their values, and behind `--` the arguments, without quotes.
    pub(super) words: Vec<OsString>,
}

/// Splits a line into its command, flags and arguments: words with blanks between them, which may be quoted. `lurd` may
/// stand before the name, as at the shell. The words of a puzzle are one argument.
pub(super) fn split(line: &str) -> Option<Split> {
    let (mut start, mut end) = word(line, 0);
    if &line[start..end] == "lurd" {
        (start, end) = word(line, end);
    }
    let row = command_at_prompt(&line[start..end])?;
    let (mut flag_places, mut flags, mut groups) = (Vec::new(), Vec::new(), vec![Vec::new()]);
    let mut parser = None;
    let mut words = words(line, end);
    while let Some(mut place) = words.next() {
        let text = &line[place.clone()];
        if !is_flag(text) {
            groups.last_mut().unwrap_or(&mut Vec::new()).push(place);
            continue;
        }
        flags.push(unquoted(text));
        let parser = parser.get_or_insert_with(|| row.parser(true));
        if takes_value(parser, text)
            && let Some(value) = words.next()
        {
            flags.push(unquoted(&line[value.clone()]));
            place.end = value.end;
        }
        flag_places.push(place);
        groups.push(Vec::new());
    }
    let arguments = groups.into_iter().enumerate().flat_map(|(number, group)| {
        let (Some(first), Some(last)) = (group.first(), group.last()) else { return Vec::new() };
        let whole = &line[first.start..last.end];
        let is_quoted = group.iter().any(|place| quoted(&line[place.clone()]).is_some());
        let is_one = || row.takes_puzzles && is_puzzle_text(whole) || dropped_file(whole).is_some();
        if group.len() == 1 || is_quoted || !is_one() {
            return group.iter().map(|place| unquoted(&line[place.clone()])).collect();
        }
        // Blanks after the one behind the command are floor of the first row.
        let from = if whole.contains('\n') && number == 0 { end + 1 } else { first.start };
        vec![line[from..last.end].to_owned()]
    });
    let words = flags.into_iter().chain(["--".to_owned()]).chain(arguments).map(OsString::from).collect();
    Some(Split { row, word_end: end, flag_places, words })
}

/// The word after the blanks at `from`, which is empty at the end of the line. A word that is too long for a command is
/// taken to be the rest of the line, which may be millions of squares.
fn word(line: &str, from: usize) -> (usize, usize) {
    /// The most characters of a command.
    const MAX_LENGTH: usize = 64;
    let start = line.len() - line[from..].trim_start().len();
    let mut letters = line[start..].char_indices().take(MAX_LENGTH + 1);
    let end = letters.find(|(_, letter)| letter.is_whitespace()).map_or(line.len(), |(at, _)| start + at);
    (start, end)
}

/// Whether a word is a flag and not a row of a board: `--letters`, or `-` and a letter, perhaps with a number.
fn is_flag(word: &str) -> bool {
    let Some(rest) = word.strip_prefix('-') else { return false };
    if let Some(name) = rest.strip_prefix('-') {
        return name.starts_with(|it: char| it.is_ascii_lowercase());
    }
    let mut letters = rest.chars();
    letters.next().is_some_and(|it| it.is_ascii_alphabetic())
        && letters.next().is_none_or(|it| it == '=' || it.is_ascii_digit())
}

/// Whether the word after a flag is its value.
fn takes_value(parser: &clap::Command, flag: &str) -> bool {
    let is_it = |arg: &&clap::Arg| match flag.strip_prefix("--") {
        Some(name) => arg.get_long() == Some(name) || arg.get_all_aliases().is_some_and(|all| all.contains(&name)),
        None => flag.len() == 2 && arg.get_short() == flag.chars().nth(1),
    };
    parser.get_arguments().find(is_it).is_some_and(|arg| arg.get_action().takes_values())
}

/// The length of the word that `text` begins with. Blanks within quotes and behind a backslash belong to it; a semicolon is a
/// word of its own.
fn word_end(text: &str) -> usize {
    if text.starts_with(';') {
        return 1;
    }
    let mut at = 0;
    while let Some(letter) = text[at..].chars().next().filter(|&letter| letter != ';' && !letter.is_whitespace()) {
        let opens = at == 0 || text[..at].ends_with('=');
        at += match quoted(&text[at..]).filter(|_| opens) {
            Some(length) => length,
            None if letter == '\\' && text[at + 1..].starts_with([' ', '\'', '"']) => 2,
            None => letter.len_utf8(),
        };
    }
    at
}

/// The word without its quotes, and without the backslashes before blanks and quotes.
fn unquoted(word: &str) -> String {
    let (head, rest) = match word.find('=').filter(|_| word.starts_with('-')) {
        Some(at) => word.split_at(at + 1),
        None => ("", word),
    };
    if quoted(rest).is_some_and(|length| length == rest.len()) {
        return format!("{head}{}", &rest[1..rest.len() - 1]);
    }
    format!("{head}{}", rest.replace("\\ ", " ").replace("\\'", "'").replace("\\\"", "\""))
}

/// Where the quoted text ends that `text` begins with: at a quote before a blank, or at the end.
fn quoted(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|letter| matches!(letter, '\'' | '"'))?;
    let ends = |&end: &usize| text[end..].chars().next().is_none_or(|next| next.is_whitespace() || next == ';');
    text.match_indices(quote).skip(1).map(|(at, _)| at + 1).find(ends)
}

/// The ranges of the words of `text` from byte `at` on.
fn words(text: &str, mut at: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    std::iter::from_fn(move || {
        let start = text.len() - text[at..].trim_start().len();
        at = start + word_end(&text[start..]);
        (at > start).then_some(start..at)
    })
}

/// Whether a line begins with one of `words`, those about what is played or edited.
pub(super) fn is_own(line: &str, words: &'static [Word]) -> bool {
    let (start, end) = word(line, 0);
    own_word(&line[start..end], words).is_some()
}

/// Whether a line begins with one of `words` or with a command of the prompt.
pub(super) fn is_command(line: &str, words: &'static [Word]) -> bool {
    is_own(line, words) || split(line).is_some()
}

/// Whether a line is a comment: `;` and any text, or `#` and a blank where no puzzle has such a row.
pub(super) fn is_comment_line(catalog: &Catalog, line: &str) -> bool {
    let text = line.trim();
    let is_row = || catalog.plugins().any(|plugin| plugin.confidence(text) > Confidence::No) || is_puzzle_text(text);
    text.starts_with(';') || (text == "#" || text.starts_with("# ")) && !is_row()
}

/// The commands of a line, which semicolons outside quotes separate.
fn commands(text: &str) -> Vec<&str> {
    let (mut commands, mut from) = (Vec::new(), 0);
    for place in words(text, 0).filter(|place| &text[place.clone()] == ";") {
        commands.push(&text[from..place.start]);
        from = place.end;
    }
    commands.push(&text[from..]);
    commands
}

// Pasted text: its line breaks, and the lines in it.

/// The text with one line feed at the end of each line.
///
/// Terminals send the line breaks of a paste as they are, as CR or, for CR LF, as two of either. A text with a
/// blank line after every line is taken for the last case unless it is a list of one-line puzzles.
pub(super) fn unspaced(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    if !is_double_spaced(&text) {
        return text;
    }
    // Line breaks come in pairs inside the text; before and after it their number may be odd.
    let inner = text.trim_matches('\n');
    let before = text.len() - text.trim_start_matches('\n').len();
    let after = text.len() - inner.len() - before;
    let breaks = |count: usize| "\n".repeat(count.div_ceil(2));
    breaks(before) + &inner.replace("\n\n", "\n") + &breaks(after)
}

fn is_double_spaced(text: &str) -> bool {
    let inner = text.trim_matches('\n');
    let is_list = || inner.lines().any(is_puzzle_on_one_line);
    inner.matches("\n\n").count() > 1 && is_doubled(inner) && !is_list()
}

/// Whether all line breaks between lines come in pairs.
pub(super) fn is_doubled(text: &str) -> bool {
    let mut breaks = text.trim_matches('\n').split(|letter| letter != '\n').map(str::len);
    breaks.all(|count| count % 2 == 0)
}

/// Whether a line looks like a whole puzzle, which does not continue another.
pub(super) fn is_puzzle_on_one_line(line: &str) -> bool {
    line.contains("->") || line.contains('|') || line.contains("source:")
}

/// The file whose path was pasted, as terminals paste it when a file is dropped on them: quoted, with
/// backslashes, or as a URL. `None` if there is no such file.
pub(super) fn dropped_file(text: &str) -> Option<String> {
    let text = text.trim();
    if text.is_empty() || text.contains('\n') {
        return None;
    }
    let unquoted = match text.strip_prefix("file://") {
        Some(url) => vec![decoded(url)],
        None => shlex::split(text).filter(|words| words.len() == 1).unwrap_or_default(),
    };
    std::iter::once(text.to_owned()).chain(unquoted).find(|path| is_file(path))
}

/// Whether a path is that of a file, with or without numbers of its levels.
fn is_file(path: &str) -> bool {
    let are_numbers = |text: &str| text.split('-').all(|number| number.parse::<usize>().is_ok());
    let before_numbers = path.rsplit_once(':').filter(|(_, text)| are_numbers(text)).map(|(path, _)| path);
    path_of(path).is_file() || before_numbers.is_some_and(|path| path_of(path).is_file())
}

/// The path of a URL, without the host.
fn decoded(url: &str) -> String {
    let path = url.find('/').map_or(url, |at| &url[at..]);
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let Some((&first, others)) = rest.split_first() {
        let code = (first == b'%').then(|| others.get(..2)).flatten();
        let code = code.and_then(|code| u8::from_str_radix(std::str::from_utf8(code).ok()?, 16).ok());
        bytes.push(code.unwrap_or(first));
        rest = if code.is_some() { &others[2..] } else { others };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Where the first line begins that is neither blank nor a comment; `None` if there is none.
pub(super) fn after_comments(text: &str) -> Option<usize> {
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let text = line.trim();
        if !text.is_empty() && !text.starts_with(';') {
            return Some(start);
        }
        start += line.len();
    }
    None
}

/// The commands of an input: its lines if each begins with a command, or the parts of a line between semicolons. A
/// puzzle is one input, apart from commands before and after it.
pub(super) fn inputs<'t>(catalog: &Catalog, text: &'t str, words: &'static [Word]) -> Vec<&'t str> {
    let lines = || text.lines().filter(|line| after_comments(line).is_some());
    let is_command = |line: &str| is_command(line, words);
    if lines().count() > 1 {
        return if lines().all(is_command) { lines().collect() } else { around_puzzle(text) };
    }
    let parts = commands(text);
    let (first, rest) = parts.split_first().unwrap_or((&text, &[]));
    let is_claimed = || catalog.plugins().any(|plugin| plugin.confidence(text.trim()) == Confidence::Sure);
    let is_puzzle = !is_command(first) && (is_puzzle_text(first) || is_claimed());
    let are_commands = || rest.iter().all(|part| part.trim().is_empty() || is_command(part));
    if first.trim().is_empty() || (is_puzzle && !are_commands()) { vec![text] } else { parts }
}

/// The lines before the puzzle that are commands and take none, the puzzle, and the commands in the lines after it.
fn around_puzzle(text: &str) -> Vec<&str> {
    let place = |line: &str| line.as_ptr() as usize - text.as_ptr() as usize;
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let takes_none = |line: &&&str| split(line).is_some_and(|split| !split.row.takes_puzzles);
    let before = lines.iter().take_while(takes_none).count();
    let after = lines[before..].iter().rev().take_while(|line| is_surely_command(line)).count();
    let end = lines.len() - after;
    let puzzle = &text[lines.get(before).map_or(text.len(), |line| place(line))..];
    let puzzle = &puzzle[..lines.get(end).map_or(puzzle.len(), |line| place(line) - place(puzzle))];
    [&lines[..before], &[puzzle][..], &lines[end..]].concat()
}

/// Whether a line is a command and hardly a sentence, which can begin with the same word.
fn is_surely_command(line: &str) -> bool {
    let is_name = |word: &str| word.starts_with('-') || word.contains(['/', ':', '.', '0', '1', '2', '3', '4', '5']);
    let has_names = || line.split_whitespace().skip(1).all(is_name);
    split(line).is_some() && has_names()
}

/// Whether `line` may be the next row of the board `text`, whose beginning shows the kind of puzzle.
pub(super) fn continues(catalog: &Catalog, words: &'static [Word], text: &str, line: &str) -> bool {
    /// The most bytes that are looked at, for each row again.
    const MAX_LENGTH: usize = 512;
    let begins = beginning(text, MAX_LENGTH);
    let is_own = is_command(line, words) || line.trim_start().starts_with(';') || line.trim().is_empty();
    let takes = |plugin: &dyn Plugin| plugin.confidence(line) > Confidence::No || plugin.wants_more(line);
    let claims = |plugin: &dyn Plugin| plugin.confidence(begins) > Confidence::No;
    !is_own && !is_puzzle_on_one_line(line) && catalog.plugins().any(|plugin| takes(plugin) && claims(plugin))
}

/// The beginning of a text, at most so many bytes.
pub(super) fn beginning(text: &str, bytes: usize) -> &str {
    let end = (0..=text.len().min(bytes)).rev().find(|&at| text.is_char_boundary(at));
    &text[..end.unwrap_or(0)]
}

/// Whether `text` is a board or the beginning of one, so that the next line may be a row of it.
pub(super) fn begins_board(catalog: &Catalog, text: &str) -> bool {
    wants_more(catalog, text) || catalog.plugins().any(|plugin| plugin.confidence(text) > Confidence::No)
}

// Whether a board that is being typed is complete.

/// The maximum length of a typed board in bytes: each further row checks all rows before it again.
const MAX_BYTES: usize = 16 << 10;

/// Whether `text` is the beginning of a puzzle with lines missing.
pub(super) fn wants_more(catalog: &Catalog, text: &str) -> bool {
    !text.trim().is_empty() && text.len() < MAX_BYTES && catalog.plugins().any(|plugin| plugin.wants_more(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The command, and its words joined by `|`.
    fn parts(line: &str) -> Option<(&str, String)> {
        let split = split(line)?;
        let words: Vec<_> = split.words.iter().filter_map(|word| word.to_str()).collect();
        Some((split.row.name, words.join("~")))
    }

    #[test]
    fn a_puzzle_is_one_argument() {
        let _ = crate::commands::commands();
        for (line, wanted) in [
            ("solve missile/4", Some(("solve", "--~missile/4"))),
            (
                "  solve  #####|#@$ .#|#####  --time 5s --json",
                Some(("solve", "--time~5s~--json~--~#####|#@$ .#|#####")),
            ),
            ("solve '#####|#@$.#|#####'", Some(("solve", "--~#####|#@$.#|#####"))),
            ("solve missile/4 primer/1 -q", Some(("solve", "-q~--~missile/4~primer/1"))),
            ("solve #--#|#@$.#", Some(("solve", "--~#--#|#@$.#"))),
            ("solve ####\n#  #\n", Some(("solve", "--~####\n#  #"))),
            ("solve   ###\n###  #", Some(("solve", "--~  ###\n###  #"))),
            ("solve 12/34 -> 21/34", Some(("solve", "--~12/34 -> 21/34"))),
            ("solve", Some(("solve", "--"))),
            ("lurd solve missile/4 -j2 --json", Some(("solve", "-j2~--json~--~missile/4"))),
            ("solve missile/4 -j 2", Some(("solve", "-j~2~--~missile/4"))),
            ("exit", Some(("quit", "--"))),
            ("? solve", Some(("help", "--~solve"))),
            ("solve -q #####|#@ $.#|#####", Some(("solve", "-q~--~#####|#@ $.#|#####"))),
            ("solve stuck/1 --json primer/1 -q", Some(("solve", "--json~-q~--~stuck/1~primer/1"))),
            ("convert x -o 'my levels.sok' --to sok", Some(("convert", "-o~my levels.sok~--to~sok~--~x"))),
            ("convert x -o my\\ levels.sok", Some(("convert", "-o~my levels.sok~--~x"))),
            ("convert x --output=\"a b\"", Some(("convert", "--output=a b~--~x"))),
            ("list it's.xsb --json", Some(("list", "--json~--~it's.xsb"))),
            ("verify '#@ $.#|#' 'r R'", Some(("verify", "--~#@ $.#|#~r R"))),
            ("lurd", None),
            ("slove x", None),
            ("", None),
        ] {
            assert_eq!(parts(line), wanted.map(|(name, words)| (name, words.to_owned())), "{line:?}");
        }
    }

    #[test]
    fn quotes_end_where_they_are_closed() {
        assert_eq!(quoted("'a b' 'c'"), Some(5));
        assert_eq!(quoted("\"it's\""), Some(6));
        for open in ["'a b", "a 'b'", "", "'"] {
            assert_eq!(quoted(open), None, "{open}");
        }
    }

    #[test]
    fn semicolons_outside_quotes_separate_commands() {
        for (text, wanted) in [
            ("load missile/1; left 1;undo", vec!["load missile/1", " left 1", "undo"]),
            ("verify 'a;b' \"c;'d\"; x", vec!["verify 'a;b' \"c;'d\"", " x"]),
            ("list it's.xsb; it's", vec!["list it's.xsb", " it's"]),
            ("save 'a;b; c", vec!["save 'a", "b", " c"]),
        ] {
            assert_eq!(commands(text), wanted, "{text}");
        }
    }

    #[test]
    fn words_know_their_places() {
        assert_eq!(words("a  bc", 0).collect::<Vec<_>>(), [0..1, 3..5]);
        assert_eq!(words("a\\ b 'c d' it's", 0).collect::<Vec<_>>(), [0..4, 5..10, 11..15]);
        assert_eq!(words("  ", 0).count(), 0);
    }
}

#[cfg(test)]
mod pasted_tests {
    use proptest::prelude::*;

    use lurd_puzzle::{diagnostic::Diagnostic, puzzle::PuzzleEntry};

    use super::*;

    const ROWS: &str = "; 1\n\n#####\n#@$.#\n#####\n";

    #[test]
    fn line_breaks_of_every_kind_are_one() {
        assert_eq!(unspaced(ROWS), ROWS);
        for broken in ["\r\n", "\r", "\n\n", "\r\r"] {
            assert_eq!(unspaced(&ROWS.replace('\n', broken)), ROWS, "{broken:?}");
        }
        assert_eq!(unspaced("\n\n\n; 1\n\n\n\n#\n\n#"), "\n\n; 1\n\n#\n#", "an odd number of breaks before");
        // Blank lines between puzzles of one line, and between a title and a board, are meant.
        for text in ["1|2\n\n3|4\n\n5|6", "a\n\n#####\n#@$.#", "a\n\nb"] {
            assert_eq!(unspaced(text), text);
        }
    }

    #[test]
    fn a_semicolon_belongs_to_a_puzzle_that_a_plugin_surely_reads() {
        struct Rivers;
        impl Plugin for Rivers {
            fn name(&self) -> &'static str {
                "river"
            }
            fn summary(&self) -> &'static str {
                "crossings"
            }
            fn extensions(&self) -> &'static [&'static str] {
                &["river"]
            }
            fn example(&self) -> &'static str {
                "river: w g c; w-g g-c"
            }
            fn confidence(&self, text: &str) -> Confidence {
                if text.starts_with("river:") { Confidence::Sure } else { Confidence::No }
            }
            fn read(&self, _: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
                Err(Diagnostic::new("not needed here"))
            }
        }
        let _ = crate::commands::commands();
        let catalog = Catalog::default().with(Rivers);
        assert_eq!(inputs(&catalog, "river: w g c; w-g g-c", &[]), ["river: w g c; w-g g-c"]);
        assert_eq!(inputs(&catalog, "river: w g c; list", &[]), ["river: w g c", " list"]);
        assert_eq!(inputs(&Catalog::default(), "river: w g; w-g", &[]), ["river: w g", " w-g"]);
    }

    #[test]
    fn commands_are_carried_out_line_by_line() {
        let _ = crate::commands::commands();
        let catalog = Catalog::default();
        assert_eq!(inputs(&catalog, "show missile/1\n; a comment\n\nexit\n", &[]), ["show missile/1", "exit"]);
        for text in [ROWS, "solve ####\n#  #", "quit", "; a; b", "12/34 -> 21/34 ; title"] {
            assert_eq!(inputs(&catalog, text, &[]), [text]);
        }
        let board = "#####\n#@$.#\n#####\n";
        for end in ["solve missile/2 -q", "\nsolve missile/2 -q\n", "quit\n"] {
            let text = format!("{board}{end}");
            assert_eq!(inputs(&catalog, &text, &[]).last().map(|last| last.trim()), Some(end.trim()));
            assert_eq!(inputs(&catalog, &text, &[])[0].trim_end(), board.trim_end());
        }
        let text = format!("set time 5s\n{board}");
        assert_eq!(inputs(&catalog, &text, &[]), ["set time 5s", board]);
        for text in [format!("solve\n{board}"), format!("{board}\nplay it and enjoy\n")] {
            assert_eq!(inputs(&catalog, &text, &[]), [&text]);
        }
        assert_eq!(inputs(&catalog, "load missile/1; left 1", &[]), ["load missile/1", " left 1"]);
        assert_eq!(inputs(&catalog, "12/34 -> 21/34; list", &[]), ["12/34 -> 21/34", " list"]);
        assert_eq!(after_comments("; 1\n\n  #"), Some(5));
        assert_eq!(after_comments(" ; 1\n \n"), None);
    }

    #[test]
    fn a_dropped_file_is_found_however_its_path_is_written() {
        let folder = std::env::temp_dir().join(format!("lurd dropped-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let file = folder.join("it's mine.xsb");
        std::fs::write(&file, "#####").expect("written");
        let path = file.display().to_string();
        let escaped = path.replace(' ', "\\ ").replace('\'', "\\'");
        let url = format!("file://localhost{}", path.replace(' ', "%20"));
        for written in [path.clone(), format!("\"{path}\" \n"), escaped, url] {
            assert_eq!(dropped_file(&written).as_deref(), Some(path.as_str()), "{written}");
        }
        let escaped = path.replace(' ', "\\ ").replace('\'', "\\'");
        for (written, numbers) in
            [(format!("{escaped}:2"), ":2"), (format!("\"{path}\":1-3"), ":1-3"), (format!("\"{path}:2\""), ":2")]
        {
            assert_eq!(dropped_file(&written), Some(format!("{path}{numbers}")), "{written}");
        }
        for other in ["", "no such file", "#####\n#@$.#", "file://%", "\\", "%4"] {
            assert_eq!(dropped_file(other), None, "{other}");
        }
        let _ = std::fs::remove_dir_all(&folder);
    }

    proptest! {
        #[test]
        fn what_is_pasted_is_only_ever_shortened_by_breaks(text in "[#@. \r\n;]{0,40}") {
            let letters = |text: &str| text.chars().filter(|it| !matches!(it, '\r' | '\n')).collect::<String>();
            let once = unspaced(&text);
            prop_assert_eq!(letters(&once), letters(&text));
            prop_assert!(!once.contains('\r') && once.len() <= text.len());
        }
    }
}
