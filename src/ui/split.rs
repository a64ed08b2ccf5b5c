//! Splits a line that begins with a command into its name, its raw argument and its flags.

use std::ops::Range;

use lurd_toolkit::commands::{Command, command_at_prompt};

/// The parts of a line that begins with a command.
pub(super) struct Split<'l> {
    pub(super) command: &'static Command,
    pub(super) word_end: usize,
    /// The text between the name and the flags, without surrounding blanks and quotes.
    pub(super) argument: Range<usize>,
    pub(super) flags: &'l str,
}

/// Splits a line after the name and before the first flag. The text between is raw: a `#` is a wall, and blanks
/// may be floor. `lurd` may stand before the name, as at the shell.
pub(super) fn split(line: &str) -> Option<Split<'_>> {
    let word = |from: usize| {
        let start = line.len() - line[from..].trim_start().len();
        let end = line[start..].find(char::is_whitespace).map_or(line.len(), |at| start + at);
        (start, end)
    };
    let (mut start, mut end) = word(0);
    if &line[start..end] == "lurd" {
        (start, end) = word(end);
    }
    let command = command_at_prompt(&line[start..end])?;
    let flags_at = flag_places(line, command).find(|&at| at >= end).unwrap_or(line.len());
    Some(Split {
        command,
        word_end: end,
        argument: bare(line, end..flags_at),
        flags: line[flags_at..].trim(),
    })
}

/// Where each ` --letter` begins, and each short flag of the command such as ` -q`.
fn flag_places<'l>(line: &'l str, command: &'static Command) -> impl Iterator<Item = usize> + 'l {
    let is_short = |rest: &str| {
        let mut letters = rest.chars();
        let letter = letters.next();
        let next = letters.next();
        let is_alone = next.is_none_or(char::is_whitespace);
        let has_number = next.is_some_and(|next| next.is_ascii_digit());
        letter.is_some()
            && command
                .flags()
                .any(|flag| flag.short == letter && (is_alone || (has_number && flag.value.is_some())))
    };
    let is_flag = move |at: usize| {
        let rest = &line[at + 2..];
        rest.strip_prefix('-')
            .map_or_else(|| is_short(rest), |word| word.starts_with(|it: char| it.is_ascii_lowercase()))
    };
    line.match_indices(" -").map(|(at, _)| at).filter(move |&at| is_flag(at))
}

/// The range without surrounding blanks and quotes. Blanks after a line break belong to the board.
pub(super) fn bare(line: &str, range: Range<usize>) -> Range<usize> {
    let text = &line[range.clone()];
    let ends_blank = text.trim_end();
    let lead = if ends_blank.contains('\n') {
        // One blank follows the name; more of them are floor of the first row.
        text.strip_prefix(' ').map_or(0, |_| 1)
    } else {
        ends_blank.len() - ends_blank.trim_start().len()
    };
    let (start, end) = (range.start + lead, range.start + ends_blank.len());
    let inner = &line[start..end.max(start)];
    if quoted(inner) == Some(inner.len()) { start + 1..end - 1 } else { start..end.max(start) }
}

/// Where the quoted text ends that `text` begins with.
pub(super) fn quoted(text: &str) -> Option<usize> {
    let quote = text.chars().next().filter(|letter| matches!(letter, '\'' | '"'))?;
    text[1..].find(quote).map(|at| at + 2)
}

/// The ranges of the words of `text`, which begins at `offset`.
pub(super) fn words(text: &str, offset: usize) -> impl Iterator<Item = Range<usize>> + '_ {
    let base = text.as_ptr() as usize;
    text.split_whitespace().map(move |word| {
        let start = word.as_ptr() as usize - base + offset;
        start..start + word.len()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> Option<(&str, &str, &str)> {
        split(line).map(|split| (split.command.name, &line[split.argument], split.flags))
    }

    #[test]
    fn a_puzzle_is_never_split() {
        for (line, wanted) in [
            ("solve missile/4", Some(("solve", "missile/4", ""))),
            (
                "  solve  #####|#@$ .#|#####  --time 5s --json",
                Some(("solve", "#####|#@$ .#|#####", "--time 5s --json")),
            ),
            ("solve '#####|#@$.#|#####'", Some(("solve", "#####|#@$.#|#####", ""))),
            ("solve --json", Some(("solve", "", "--json"))),
            ("solve missile/4 -q --json", Some(("solve", "missile/4", "-q --json"))),
            ("show # -q #", Some(("show", "# -q #", ""))),
            ("solve # -qq #", Some(("solve", "# -qq #", ""))),
            ("solve #--#|#@$.#", Some(("solve", "#--#|#@$.#", ""))),
            ("solve ####\n#  #\n", Some(("solve", "####\n#  #", ""))),
            ("solve   ###\n###  #", Some(("solve", "  ###\n###  #", ""))),
            ("solve", Some(("solve", "", ""))),
            ("solve '", Some(("solve", "'", ""))),
            ("lurd solve missile/4 -j2 --json", Some(("solve", "missile/4", "-j2 --json"))),
            ("solve missile/4 -j 2", Some(("solve", "missile/4", "-j 2"))),
            ("exit", Some(("quit", "", ""))),
            ("? solve", Some(("help", "solve", ""))),
            ("lurd", None),
            ("lurdlurd", None),
            ("verify '#@$.#' 'r'", Some(("verify", "'#@$.#' 'r'", ""))),
            ("slove x", None),
            ("", None),
        ] {
            assert_eq!(parts(line), wanted, "{line:?}");
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
    fn words_know_their_places() {
        assert_eq!(words("a  bc", 10).collect::<Vec<_>>(), [10..11, 13..15]);
    }
}
