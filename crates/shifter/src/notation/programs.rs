//! Boards in programs: `int[][] startBoard = new int[][] {{2, 1}, {3, 4}};` is read as `start = {{2, 1}, {3, 4}};`.

use lurd_puzzle::lines::lines;
use lurd_puzzle::noise::rewriter::{Rewriter, Rewritten};

use super::labels::bare_name;

/// The text with the names of boards only before lists, without types and calls; `None` if it has none.
pub(super) fn without_declarations(text: &str) -> Option<Rewritten> {
    let mut rewriter = Rewriter::new(text);
    for line in lines(text) {
        let Some((before, after)) = line.text.split_once('=') else { continue };
        let list = after.len() - without_call(after.trim_start()).len();
        if !after[list..].starts_with(['[', '{']) || after.starts_with(['=', '>']) {
            continue;
        }
        let declared = before.trim().trim_end_matches(|sign: char| "[]0123456789 ".contains(sign));
        let Some(name) = declared.rsplit(|sign: char| !sign.is_alphanumeric() && sign != '_').next() else { continue };
        let written = word_of(name);
        let at = line.start + before.len();
        rewriter.copy_to(line.start);
        rewriter.write(line.start..at, &written.map_or_else(String::new, |word| format!("{word} =")));
        rewriter.skip_to(at + 1 + list);
    }
    rewriter.copy_to(text.len());
    rewriter.finish("", false)
}

/// A list without what makes an array of it in a program: `np.array(`, `new int[][]`, `vec!`.
fn without_call(list: &str) -> &str {
    let is_name = |letter: char| letter.is_alphanumeric() || "._<>".contains(letter);
    let rest = list.strip_prefix("new ").unwrap_or(list);
    let behind = rest.trim_start_matches(is_name);
    let behind = if behind.len() < rest.len() { behind.trim_start_matches("[]") } else { behind };
    behind.trim_start_matches(['!', '(', ' '])
}

/// The word of a name that names a board: the first of `startBoard`, the last of `boardStart`, one of `my_start_board`.
fn word_of(name: &str) -> Option<&str> {
    let first = &name[..name.find(char::is_uppercase).unwrap_or(name.len())];
    let last = &name[name.rfind(char::is_uppercase).unwrap_or(0)..];
    name.split('_').chain([first, last]).find(|word| bare_name(word).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_and_calls_are_left_out() {
        for (line, plain) in [
            ("int[][] startBoard = {{2, 1}, {3, 4}};", "start ={{2, 1}, {3, 4}};"),
            ("int solved[2][3] = {", "solved ={"),
            ("goal = np.array([[1, 2]])", "goal =[[1, 2]])"),
            ("a = [[2, 1], [3, 4]]", "[[2, 1], [3, 4]]"),
        ] {
            assert_eq!(without_declarations(line).map(|it| it.text).as_deref(), Some(plain), "{line}");
        }
        for line in ["12/34 -> 21/34", "a = b", "x == [1]", "f => [1]", "width = 4"] {
            assert!(without_declarations(line).is_none(), "{line}");
        }
    }
}
