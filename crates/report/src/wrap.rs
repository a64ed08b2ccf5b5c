//! Wrapping text to a width.

use std::fmt::Write as _;

/// Lines of at most `width` characters, broken at spaces if possible.
pub(super) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let width = width.max(10);
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_inclusive(' ') {
        let mut word = word;
        if !line.is_empty() && line.chars().count() + word.trim_end().chars().count() > width {
            lines.push(std::mem::take(&mut line).trim_end().to_owned());
        }
        while word.chars().count() > width {
            let cut = word.char_indices().nth(width).map_or(word.len(), |(at, _)| at);
            lines.push(word[..cut].to_owned());
            word = &word[cut..];
        }
        line.push_str(word);
    }
    if !line.trim_end().is_empty() {
        lines.push(line.trim_end().to_owned());
    }
    lines
}

/// Wraps lines longer than `width` at spaces. Indented lines and excerpts of sources stay as they are. Escape
/// codes have no width.
pub fn at_words(text: &str, width: usize) -> String {
    let mut lines = Vec::new();
    for line in text.lines() {
        let plain = seen(line);
        let is_excerpt = plain.split_once(" |").is_some_and(|(number, _)| number.parse::<usize>().is_ok());
        if plain.chars().count() <= width || plain.starts_with(' ') || is_excerpt {
            lines.push(line.to_owned());
            continue;
        }
        let (mut row, mut used) = (String::new(), 0);
        for word in line.split(' ') {
            let long = seen(word).chars().count();
            if used > 0 && used + 1 + long > width {
                lines.push(std::mem::take(&mut row));
                used = 0;
            } else if used > 0 {
                row.push(' ');
                used += 1;
            }
            row.push_str(word);
            used += long;
        }
        lines.push(row);
    }
    lines.join("\n")
}

/// The text without colour codes, which end in `m`.
fn seen(text: &str) -> String {
    let mut is_sequence = false;
    let is_seen = |letter: &char| {
        let begins = *letter == '\u{1b}';
        let was_in = is_sequence;
        is_sequence = begins || (is_sequence && *letter != 'm');
        !begins && !was_in
    };
    text.chars().filter(is_seen).collect()
}

/// Two columns, the second from column `margin`; `right` goes below `left` if there is no room.
pub(super) fn columns(left: &str, right: &str, margin: usize, width: usize) -> String {
    const ROOM: usize = 30;
    let mut text = String::new();
    let beside = width >= margin + ROOM && left.chars().count() + 3 <= margin;
    let (margin, lines) = if beside {
        (margin, wrapped(right, width - margin))
    } else {
        (6, wrapped(right, width.saturating_sub(6)))
    };
    let mut lines = lines.into_iter();
    if beside {
        let first = lines.next().unwrap_or_default();
        let _ = writeln!(text, "  {left:<room$}{first}", room = margin - 2);
    } else if !left.is_empty() {
        let _ = writeln!(text, "  {left}");
    }
    for line in lines {
        let _ = writeln!(text, "{:margin$}{line}", "");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_wrapped_without_loss() {
        let text = "left 0, up 3, right 2";
        assert_eq!(wrapped(text, 14), ["left 0, up 3,", "right 2"]);
        let long = "r".repeat(25);
        assert_eq!(wrapped(&long, 10), ["r".repeat(10), "r".repeat(10), "r".repeat(5)]);
        assert_eq!(wrapped("", 10), Vec::<String>::new());
    }

    #[test]
    fn lines_are_broken_at_words_and_excerpts_are_not() {
        let style = crate::style::BAD;
        let text = format!(
            "{style}error{style:#}: unknown setting; there are for, strategy\n1 | solve 1234/4123/341 x"
        );
        let broken = at_words(&text, 20);
        let seen = anstream::adapter::strip_str(&broken).to_string();
        assert_eq!(
            seen.lines().collect::<Vec<_>>(),
            ["error: unknown", "setting; there are", "for, strategy", "1 | solve 1234/4123/341 x"]
        );
        assert_eq!(at_words("a word_that_is_longer b", 6), "a\nword_that_is_longer\nb");
    }

    #[test]
    fn columns_go_under_each_other_where_there_is_no_room() {
        assert_eq!(columns("solve", "find it", 12, 80), "  solve     find it\n");
        assert_eq!(columns("solve", "find it", 12, 40), "  solve\n      find it\n");
        assert_eq!(columns("a long left side", "find it", 12, 80), "  a long left side\n      find it\n");
    }
}
