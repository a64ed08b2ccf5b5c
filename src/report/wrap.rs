//! Text in lines of a width.

use std::fmt::Write as _;

/// Lines of at most `width` characters, broken at blanks where there are any.
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

/// `left` and `right` beside each other, `right` from column `margin` on; under each other where
/// there is no room.
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
    fn columns_go_under_each_other_where_there_is_no_room() {
        assert_eq!(columns("solve", "find it", 12, 80), "  solve     find it\n");
        assert_eq!(columns("solve", "find it", 12, 40), "  solve\n      find it\n");
        assert_eq!(columns("a long left side", "find it", 12, 80), "  a long left side\n      find it\n");
    }
}
