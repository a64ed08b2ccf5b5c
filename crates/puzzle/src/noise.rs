//! What copying adds to a text, taken off again: quote signs, line numbers, tags, quotation marks of source code, blanks
//! between squares, invisible characters.
//!
//! [`clean`] applies the steps of a table in turn, and again as long as one finds something, because one kind of noise may be around
//! another. A step stays if no fewer lines are rows than before, and the text then reads at least as well. If nothing reads
//! better in the end, the text stays as it is. Each step leaves a note, and places in the changed text are mapped back to the
//! text that the user gave.
//!
//! Modules only import from those below them in this table.
//!
//! | module | contents |
//! |---|---|
//! | `markup` | tags and entities of HTML, XML and forums; fences of code |
//! | `strings` | rows in quotation marks: JSON and source code |
//! | `margins` | what stands before and behind rows: quote signs, line numbers, frames |
//! | `squares` | separators between squares; boards side by side |
//! | `characters` | invisible and fullwidth characters, unusual line breaks, backslashes |
//! | [`rewriter`] | a changed text with the places of the original |

mod characters;
mod margins;
mod markup;
pub mod rewriter;
mod squares;
mod strings;

use std::{borrow::Cow, cmp::Reverse, ops::Range};

use rewriter::{PositionMap, Rewritten};

use crate::lines::lines;

/// The place of a row of a board in a line, from its first to its last wall; `None` if there is none.
pub type RowIn<'f> = dyn Fn(&str) -> Option<Range<usize>> + 'f;

/// How well a text was read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    /// The number of puzzles.
    pub puzzles: usize,
    /// The number of puzzles that cannot be read, and of rows that belong to none.
    pub faults: usize,
}

impl Quality {
    /// Of a text that cannot be read at all.
    pub const NONE: Self = Self { puzzles: 0, faults: usize::MAX };

    /// Whether there is nothing to improve.
    #[must_use]
    pub fn is_perfect(self) -> bool {
        self.puzzles > 0 && self.faults == 0
    }

    /// Whether this reading is better: it has a puzzle, and more puzzles, or as many puzzles and fewer faults.
    #[must_use]
    pub fn is_better_than(self, other: Self) -> bool {
        self.puzzles > 0 && (self.puzzles, Reverse(self.faults)) > (other.puzzles, Reverse(other.faults))
    }
}

/// A text without noise.
#[derive(Debug, Default)]
pub struct Cleaned {
    /// What was done, as clauses.
    pub notes: Vec<String>,
    maps: Vec<PositionMap>,
}

impl Cleaned {
    /// The place in the original text of a place in the cleaned one.
    #[must_use]
    pub fn origin(&self, place: Range<usize>) -> Range<usize> {
        self.maps.iter().rev().fold(place, |place, map| map.origin(place))
    }
}

/// A step takes off one kind of noise, if the text has any.
type Step = fn(&str, &RowIn<'_>) -> Option<Rewritten>;

/// The kinds of noise, in the order in which they are taken off: first what is around the lines of a text, then what is in lines.
const STEPS: [Step; 12] = [
    characters::plain,
    |text, row_in| margins::before_rows(text, row_in, true),
    markup::fences,
    markup::tags,
    strings::rows,
    strings::escaped_breaks,
    |text, row_in| margins::before_rows(text, row_in, false),
    characters::backslashes,
    margins::behind_rows,
    squares::double_spacing,
    squares::separators,
    squares::beside,
];

/// How often the steps are applied in turn.
const MAX_ROUNDS: usize = 3;

/// Whether a text that can be read as it is may have noise, which may hide more puzzles.
#[must_use]
pub fn may_have_noise(text: &str) -> bool {
    // No text means bytes 0 and end marks of DOS as they are.
    const MARKS: [&str; 14] =
        ["\0", "\u{1a}", "```", "~~~", "</", "<br", "[/", "\"\"\"", "\"#", "'''", "]]", ": |", "\\#", "\u{ff03}"];
    // One pass over the text: few characters begin a mark.
    let is_first: [bool; 256] =
        std::array::from_fn(|byte| MARKS.iter().any(|mark| usize::from(mark.as_bytes()[0]) == byte));
    let mut rest = text.as_bytes();
    while let Some(at) = rest.iter().position(|byte| is_first[usize::from(*byte)]) {
        if MARKS.iter().any(|mark| rest[at..].starts_with(mark.as_bytes())) {
            return true;
        }
        rest = &rest[at + 1..];
    }
    margins::may_be_evident(text)
}

/// Whether a line is a row and nothing else.
fn is_row(row_in: &RowIn<'_>, line: &str) -> bool {
    let line = line.trim();
    row_in(line).is_some_and(|place| place == (0..line.len()))
}

/// Reads a text without noise, if that is better than `plain`, which was read of it as it is. `read` reads a changed text;
/// `keeps` says whether the second reading has all puzzles of the first.
pub fn clean<T>(
    text: &str,
    row_in: &RowIn<'_>,
    (before, plain): (&T, Quality),
    mut read: impl FnMut(&str) -> (T, Quality),
    keeps: impl Fn(&T, &T) -> bool,
) -> Option<(Cleaned, T)> {
    let rows = |text: &str| lines(text).filter(|line| is_row(row_in, line.text)).count();
    let mut cleaned = Cleaned::default();
    let (mut now, mut count, mut reading, mut quality) = (Cow::Borrowed(text), None, None, plain);
    let (mut is_evident, mut idle) = (false, 0);
    // After as many steps as there are without a change there is none.
    let mut steps = STEPS.iter().cycle().take(MAX_ROUNDS * STEPS.len());
    while let Some(step) = steps.next().filter(|_| idle < STEPS.len()) {
        idle += 1;
        let Some(Rewritten { text, map, note, is_evident: is_noise }) = step(&now, row_in) else { continue };
        let (old, new) = (*count.get_or_insert_with(|| rows(&now)), rows(&text));
        if new < old {
            continue;
        }
        let (next, next_quality) = read(&text);
        let is_kept = is_noise || keeps(reading.as_ref().unwrap_or(before), &next);
        if is_kept && !quality.is_better_than(next_quality) {
            is_evident |= is_noise && next_quality != Quality::NONE && next_quality != Quality::default();
            cleaned.notes.push(note);
            cleaned.maps.push(map);
            (now, count, reading, quality, idle) = (text.into(), Some(new), Some(next), next_quality, 0);
        }
    }
    cleaned.notes.retain(|note| !note.is_empty());
    cleaned.notes.dedup();
    reading.filter(|_| is_evident || quality.is_better_than(plain)).map(|reading| (cleaned, reading))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A row of walls, boxes and the like; a puzzle is three such lines.
    fn row_in(line: &str) -> Option<Range<usize>> {
        let is_letter = |letter: char| "#@$. ".contains(letter);
        let start = line.find('#')?;
        let length = line[start..].find(|letter| !is_letter(letter)).unwrap_or(line.len() - start);
        let end = start + line[start..start + length].trim_end().len();
        (end - start > 2 && line[..end].ends_with('#')).then_some(start..end)
    }

    /// Counts the boards of at least three lines, and rows that belong to none.
    fn read(text: &str) -> (Vec<String>, Quality) {
        let is_row = |line: &&str| row_in(line.trim()).is_some_and(|place| place == (0..line.trim().len()));
        let lines: Vec<&str> = text.lines().collect();
        let mut boards = Vec::new();
        let mut faults = lines.iter().filter(|line| line.contains('#') && !is_row(line)).count();
        for block in lines.chunk_by(|one, other| is_row(one) == is_row(other)).filter(|block| is_row(&block[0])) {
            let is_board = block.len() >= 3 && !block[0].trim().contains(' ');
            if is_board { boards.push(block.join("\n")) } else { faults += 1 }
        }
        let puzzles = boards.len();
        (boards, Quality { puzzles, faults })
    }

    fn cleaned(text: &str) -> Option<(Vec<String>, String)> {
        let (plain, quality) = read(text);
        let keeps = |old: &Vec<String>, new: &Vec<String>| old.iter().all(|board| new.contains(board));
        let (cleaned, boards) = clean(text, &row_in, (&plain, quality), read, keeps)?;
        Some((boards, cleaned.notes.join("; ")))
    }

    const BOARD: &str = "#####\n#@$.#\n#####";

    #[test]
    fn a_text_without_noise_stays() {
        for text in ["", BOARD, "no board", "# 1\n\n#####\n#@$.#\n#####\n", "> no board"] {
            assert_eq!(cleaned(text), None, "{text}");
        }
    }

    #[test]
    fn noise_of_many_kinds_is_taken_off() {
        for (text, note) in [
            ("> #####\n> #@$.#\n> #####\n", "quote signs before lines are taken off"),
            (">> #####\n>> #@$.#\n>> #####\n", "quote signs before lines are taken off"),
            (" 1  #####\n 2  #@$.#\n 3  #####\n", "line numbers are taken off"),
            ("  8\t#####\n  9\t#@$.#\n 10\t#####\n", "line numbers are taken off"),
            ("8: #####\n9: #@$.#\n10: #####\n", "line numbers are taken off"),
            ("8  #####\n9  #@$.#\n10 #####\n", "line numbers are taken off"),
            ("01|#####\n02|#@$.#\n03|#####\n", "line numbers are taken off"),
            (
                "[10:01] <tom> #####\n[10:02] <tom> #@$.#\n[10:02] <tom> #####\n",
                "'[10:01] <tom>' and the like before rows is taken off",
            ),
            ("// #####\n// #@$.#\n// #####\n", "'//' before rows is taken off"),
            ("\"#####\",\n\"#@$.#\",\n\"#####\"\n", "rows are taken from the quoted strings of the text"),
            ("x = [\"#####\", '#@$.#', \"#####\"];", "rows are taken from the quoted strings of the text"),
            ("{\"b\":\"#####\\n#@$.#\\n#####\"}", "rows are taken from the quoted strings of the text"),
            (
                "[['#','#','#','#','#'],['#','@','$','.','#'],['#','#','#','#','#']]",
                "rows are taken from the quoted strings of the text",
            ),
            ("# # # # #\n# @ $ . #\n# # # # #\n", "blanks between squares are taken off"),
            ("#,#,#,#,#\n#,@,$,.,#\n#,#,#,#,#\n", "separators between squares are taken off"),
            (
                "| # | # | # | # | # |\n| # | @ | $ | . | # |\n| # | # | # | # | # |\n",
                "separators between squares are taken off",
            ),
            ("<pre>#####<br>#@&#36;.#<br>#####</pre>", "tags are taken off, and entities are read as their characters"),
            (
                "<table>\n <tr><td>#</td><td>#</td><td>#</td><td>#</td><td>#</td></tr>\n <tr><td>#</td>\n  <td>@</td><td>$</td><td>.</td><td>#</td></tr>\n\
             <tr><td>#</td><td>#</td><td>#</td><td>#</td><td>#</td></tr>\n</table>",
                "tags are taken off",
            ),
            ("<div>#####</div>\n<div>#@$.#</div>\n<div>#####</div>", "tags are taken off"),
            (
                "\u{ff03}####\n#@\u{ff04}.#\n#####\u{200b}\n",
                "characters without a width are ignored; fullwidth letters and the like are read as those of ASCII",
            ),
            ("#####\u{2028}#@$.#\u{2028}#####", "unusual line breaks are read as line breaks"),
            ("\\#####\n\\#@\\$.#\n\\#####\n", "backslashes before letters of boards are taken off"),
            ("`#####`\n`#@$.#`\n`#####`\n", "rows are taken from the quoted strings of the text"),
            ("#####;\n#@$.#;\n#####;\n", "what stands behind rows is taken off"),
            ("#####\\n#@$.#\\n#####", "'\\n' is read as a line break"),
        ] {
            assert_eq!(cleaned(text), Some((vec![BOARD.to_owned()], note.to_owned())), "{text}");
        }
    }

    #[test]
    fn boards_side_by_side_are_several() {
        let text = "One    Two\n#####  ######\n#@$.#  #@ $.#\n#####  ######\n";
        let (plain, quality) = read(text);
        let (cleaned, boards) = clean(text, &row_in, (&plain, quality), read, |_, _| true).expect("cleaned");
        assert_eq!(boards, [BOARD, "######\n#@ $.#\n######"]);
        assert_eq!(cleaned.notes, ["boards side by side are read one after the other"]);
        let at = "One\n#####\n#@$.#\n#####\n\nTwo\n######\n#@".len();
        assert_eq!(&text[cleaned.origin(at - 2..at)], "#@");
        assert!(cleaned.origin(at - 2..at).start > text.find("  #@ $").expect("the second board"));
    }

    #[test]
    fn kinds_of_noise_are_nested() {
        let text = "> 1: \u{ff03}####\n> 2: #@&#36;.#\n> 3: #####\n";
        let (boards, note) = cleaned(text).expect("cleaned");
        assert_eq!(boards, [BOARD]);
        assert_eq!(note.split("; ").count(), 4, "{note}");
    }

    #[test]
    fn indented_rows_stay_aligned() {
        let text = " 9   ####\n10  #@$.#\n11  #####\n";
        assert_eq!(cleaned(text).map(|(boards, _)| boards), Some(vec![" ####\n#@$.#\n#####".to_owned()]));
        let text = "| #####\n|  ####\n| #####\n";
        assert_eq!(cleaned(text).map(|(boards, _)| boards), Some(vec!["#####\n ####\n#####".to_owned()]));
    }

    #[test]
    fn places_lead_back_to_the_text() {
        let text = "> #####\n> #@$.#\n> #####\n";
        let (plain, quality) = read(text);
        let (cleaned, _) = clean(text, &row_in, (&plain, quality), read, |_, _| true).expect("cleaned");
        assert_eq!(cleaned.origin(6..11), 10..15);
        assert_eq!(&text[cleaned.origin(7..8)], "@");
    }
}
