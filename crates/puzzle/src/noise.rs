//! What copying adds to a text, taken off again: quote signs, line numbers, tags, quotation marks of source code, blanks
//! between squares, invisible characters.
//!
//! [`clean`] reads a text as it is first. If that finds a fault, or if the noise is evident in any case, each
//! kind of noise is taken off in turn and the text is read again. A kind is kept off if the text then reads at least as
//! well; if nothing reads better in the end, the text stays as it is. Kinds that no comment in front of a row looks like are
//! also taken off a text that reads without a fault, if there are more puzzles then. Each kind leaves a note, and places in the cleaned
//! text are mapped back to the text that the user gave.
//!
//! Modules only import from those below them in this table.
//!
//! | module | contents |
//! |---|---|
//! | `html` | tags and entities |
//! | `strings` | rows in quotation marks: JSON and source code |
//! | `edges` | what stands before and behind rows: quote signs, line numbers, frames |
//! | `wiki` | tables of wikis |
//! | `joined` | boards side by side, or directly below each other |
//! | `spacing` | separators between squares |
//! | `letters` | invisible and fullwidth characters, unusual line breaks, backslashes, fences of code |
//! | [`rewriter`] | a changed text with the places of the original |

mod edges;
mod html;
mod joined;
mod letters;
pub mod rewriter;
mod spacing;
mod strings;
mod wiki;

use std::ops::Range;

use rewriter::{PositionMap, Rewritten};

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
    /// Whether there is nothing to improve.
    fn is_perfect(self) -> bool {
        self.puzzles > 0 && self.faults == 0
    }

    /// Whether this reading is better: it has a puzzle, and more puzzles, or as many puzzles and fewer faults.
    fn is_better_than(self, other: Self) -> bool {
        self.puzzles > 0 && (self.puzzles, usize::MAX - self.faults) > (other.puzzles, usize::MAX - other.faults)
    }

    /// Whether a text may be read so on the way to a better reading.
    fn may_replace(self, other: Self) -> bool {
        self.puzzles > other.puzzles
            || (self.puzzles == other.puzzles && (other.puzzles == 0 || self.faults <= other.faults))
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

/// One kind of noise.
struct Kind {
    /// The text without it, if it has any.
    remove: fn(&str, &RowIn<'_>) -> Option<Rewritten>,
    /// Whether it may be evident in a text, so that it is taken off even if the text reads well with it.
    may_be_evident: fn(&str) -> bool,
    /// Whether it may hide puzzles beside others that are read without it.
    may_hide: bool,
}

const INVISIBLE: Kind = Kind { remove: letters::invisible, may_be_evident: never, may_hide: true };
const FENCES: Kind = Kind { remove: letters::fences, may_be_evident: always, may_hide: false };
const TAGS: Kind = Kind { remove: html::tags, may_be_evident: always, may_hide: true };
const STRINGS: Kind = Kind { remove: strings::rows, may_be_evident: never, may_hide: true };
const BACKSLASHES: Kind = Kind { remove: letters::backslashes, may_be_evident: never, may_hide: true };
// A row behind a sign can be one that its author has left out.
const EDGES: Kind = Kind { remove: edges::around_rows, may_be_evident: edges::may_be_evident, may_hide: false };
const ESCAPES: Kind = Kind { remove: letters::escaped_breaks, may_be_evident: never, may_hide: false };
const WIKI: Kind = Kind { remove: wiki::tables, may_be_evident: never, may_hide: true };
// Parts of one board may also stand so, so that it must not be read as it is.
const BESIDE: Kind = Kind { remove: joined::beside, may_be_evident: never, may_hide: false };
const STACKED: Kind = Kind { remove: joined::stacked, may_be_evident: never, may_hide: false };
const SPACING: Kind = Kind { remove: spacing::between_squares, may_be_evident: never, may_hide: true };

fn never(_: &str) -> bool {
    false
}

fn always(_: &str) -> bool {
    true
}

/// How often in turn a kind is taken off at most: signs before rows may stand behind others.
type Times = usize;

/// What is around rows, or in them, however lines begin and end.
const AROUND_ROWS: &[(Kind, Times)] =
    &[(FENCES, 1), (WIKI, 1), (TAGS, 1), (STRINGS, 1), (ESCAPES, 1), (BACKSLASHES, 1)];
/// How squares stand beside each other, and boards.
const BETWEEN: &[(Kind, Times)] = &[(SPACING, 1), (BESIDE, 1), (STACKED, 1)];

/// The orders in which kinds are taken off: noise within noise is either kept in strings and tags, or before and behind
/// their lines. In a table each square may be a string.
const ORDERS: [&[&[(Kind, Times)]]; 3] = [
    &[&[(INVISIBLE, 1)], AROUND_ROWS, &[(EDGES, 3)], BETWEEN],
    &[&[(INVISIBLE, 1), (EDGES, 3)], AROUND_ROWS, &[(EDGES, 1)], BETWEEN],
    &[&[(INVISIBLE, 1), (FENCES, 1), (SPACING, 1)]],
];

/// Reads a text without noise, if that is better than `plain`, which was read of it as it is. `read` reads a changed text;
/// `keeps` says whether the second reading has all puzzles of the first.
pub fn clean<T>(
    text: &str,
    row_in: &RowIn<'_>,
    plain: (&T, Quality),
    mut read: impl FnMut(&str) -> (T, Quality),
    keeps: impl Fn(&T, &T) -> bool,
) -> Option<(Cleaned, T)> {
    let mut best: Option<Attempt<T>> = None;
    for order in ORDERS {
        let mut has_noise = false;
        let next = attempt(text, order, row_in, plain, &mut read, &keeps, &mut has_noise);
        if let Some(next) = next
            && best.as_ref().is_none_or(|best| next.quality.is_better_than(best.quality))
        {
            best = Some(next);
        }
        // What no kind has changed, no other order changes.
        if !has_noise || plain.1.is_perfect() || best.as_ref().is_some_and(|best| best.quality.is_perfect()) {
            break;
        }
    }
    best.map(|best| (best.cleaned, best.reading))
}

/// A text from which some kinds of noise were taken off.
struct Attempt<T> {
    cleaned: Cleaned,
    reading: T,
    quality: Quality,
}

/// Takes off kinds of noise in this order; `None` if the text then reads no better. `has_noise` becomes true if any kind
/// was found.
fn attempt<T>(
    text: &str,
    order: &[&[(Kind, Times)]],
    row_in: &RowIn<'_>,
    (before, plain): (&T, Quality),
    read: &mut impl FnMut(&str) -> (T, Quality),
    keeps: &impl Fn(&T, &T) -> bool,
    has_noise: &mut bool,
) -> Option<Attempt<T>> {
    let mut quality = plain;
    let (mut current, mut reading): (Option<String>, Option<T>) = (None, None);
    let mut cleaned = Cleaned::default();
    let mut has_evident = false;
    for (kind, times) in order.iter().copied().flatten() {
        for _ in 0..*times {
            let now = current.as_deref().unwrap_or(text);
            let is_perfect = quality.is_perfect();
            if is_perfect && !kind.may_hide && !(kind.may_be_evident)(now) {
                break;
            }
            let Some(rewritten) = (kind.remove)(now, row_in) else { break };
            *has_noise = true;
            if is_perfect && !kind.may_hide && !rewritten.is_evident {
                break;
            }
            let (next, next_quality) = read(&rewritten.text);
            let is_kept = rewritten.is_evident || keeps(reading.as_ref().unwrap_or(before), &next);
            // Nothing is to be mended, so that it must show more.
            let shows_more = next_quality.is_perfect() && next_quality.puzzles > quality.puzzles;
            if !is_kept || !next_quality.may_replace(quality) || (is_perfect && !rewritten.is_evident && !shows_more) {
                break;
            }
            has_evident |= rewritten.is_evident && next_quality.puzzles > 0;
            cleaned.notes.push(rewritten.note);
            cleaned.maps.push(rewritten.map);
            (quality, current, reading) = (next_quality, Some(rewritten.text), Some(next));
        }
    }
    let reading = reading.filter(|_| has_evident || quality.is_better_than(plain))?;
    Some(Attempt { cleaned, reading, quality })
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
            (
                "<pre>#####<br>#@&#36;.#<br>#####</pre>",
                "tags of HTML are taken off, and entities are read as their characters",
            ),
            (
                "<table>\n <tr><td>#</td><td>#</td><td>#</td><td>#</td><td>#</td></tr>\n <tr><td>#</td>\n  <td>@</td><td>$</td><td>.</td><td>#</td></tr>\n\
             <tr><td>#</td><td>#</td><td>#</td><td>#</td><td>#</td></tr>\n</table>",
                "tags of HTML are taken off",
            ),
            ("<div>#####</div>\n<div>#@$.#</div>\n<div>#####</div>", "tags of HTML are taken off"),
            (
                "\u{ff03}####\n#@\u{ff04}.#\n#####\u{200b}\n",
                "characters without a width are ignored; fullwidth letters and the like are read as those of ASCII",
            ),
            ("#####\u{2028}#@$.#\u{2028}#####", "unusual line breaks are read as line breaks"),
            ("\\#####\n\\#@\\$.#\n\\#####\n", "backslashes before letters of boards are taken off"),
            ("`#####`\n`#@$.#`\n`#####`\n", "rows are taken from the quoted strings of the text"),
            ("#####;\n#@$.#;\n#####;\n", "what stands behind rows is taken off"),
            ("#####\\n#@$.#\\n#####", "'\\n' is read as a line break"),
            (
                "{| class=\"wikitable\"\n|-\n| # || # || # || # || #\n|-\n| # || @ || $ || . || #\n|-\n| # || # || # || # || #\n|}",
                "rows are taken from tables of MediaWiki",
            ),
            (
                "{|\n|#\n|#\n|#\n|#\n|#\n|-\n|#\n|style=\"x\"|@\n|$\n|.\n|#\n|-\n|#\n|#\n|#\n|#\n|#\n|}",
                "rows are taken from tables of MediaWiki",
            ),
            ("{|\n| #####\n|-\n| #@$.#\n|-\n| #####\n|}", "rows are taken from tables of MediaWiki"),
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
        assert_eq!(cleaned(text), None);
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
