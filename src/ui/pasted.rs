//! Pasted text: its line breaks, and the lines in it.

use std::path::Path;

use super::split::split;

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
    let quoted = ['\'', '"'].iter().find_map(|&quote| text.strip_prefix(quote)?.strip_suffix(quote));
    let path = match (quoted, text.strip_prefix("file://")) {
        (Some(inner), _) => inner.to_owned(),
        (None, Some(url)) => decoded(url),
        (None, None) if Path::new(text).is_file() => text.to_owned(),
        (None, None) => unescaped(text),
    };
    Path::new(&path).is_file().then_some(path)
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

/// The text without the backslashes before other letters.
fn unescaped(text: &str) -> String {
    let mut letters = text.chars();
    let mut out = String::new();
    while let Some(letter) = letters.next() {
        out.push(if letter == '\\' { letters.next().unwrap_or(letter) } else { letter });
    }
    out
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

/// The lines of a text if each begins with a command, or else the whole text.
pub(super) fn inputs(text: &str) -> Vec<&str> {
    let lines = || text.lines().filter(|line| after_comments(line).is_some());
    if lines().count() > 1 && lines().all(|line| split(line).is_some()) {
        lines().collect()
    } else {
        vec![text]
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

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
    fn commands_are_carried_out_line_by_line() {
        assert_eq!(inputs("show missile/1\n; a comment\n\nexit\n"), ["show missile/1", "exit"]);
        for text in [ROWS, "solve ####\n#  #", "quit"] {
            assert_eq!(inputs(text), [text]);
        }
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
