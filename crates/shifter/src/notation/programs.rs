//! Boards in programs: `int[][] startBoard = new int[][] {{2, 1}, {3, 4}};` is read as `start = {{2, 1}, {3, 4}};`.

use lurd_puzzle::lines::{Line, lines};
use lurd_puzzle::noise::rewriter::{Rewriter, Rewritten};

use super::labels::bare_name;

/// The text with the names of boards only before lists, without types and calls; `None` if it has none.
pub(super) fn without_declarations(text: &str) -> Option<Rewritten> {
    let part = |line: Line<'_>| {
        let (before, after) = line.text.split_once('=').filter(|(_, after)| !after.starts_with(['=', '>']))?;
        // What makes an array of a list: `np.array(`, `new int[][]`, `vec!`.
        let is_call = |c: char| c.is_alphanumeric() || " ._<>!(".contains(c);
        let list = after.trim_start_matches(is_call).trim_start_matches("[]").trim_start_matches(is_call);
        let declared = before.trim_end_matches(|c: char| "[]0123456789 ".contains(c));
        let name = declared.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next().and_then(word_of);
        let place = line.start..line.start + line.text.len() - list.len();
        list.starts_with(['[', '{']).then(|| (place, name.map_or_else(String::new, |word| format!("{word} ="))))
    };
    let parts: Vec<_> = lines(text).filter_map(part).collect();
    Rewriter::with(text, parts.iter().map(|(place, written)| (place.clone(), written.as_str()))).finish("", false)
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
