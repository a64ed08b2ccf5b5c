//! Lines of sizes above boards, as courses and contests write them: `2 4`, the rows and the columns or the other way round, or
//! `3` for a square; once, or above each board.

use std::ops::Range;

use lurd_puzzle::noise::rewriter::{Rewriter, Rewritten};

use super::scan::{self, Role, arrow, is_tile, row_width};
use super::tables::{have_same_tiles, name_of_board};
use crate::rules::MAX_CELLS;

/// Two boards below a line of their size; lines by their index.
struct SizedPair {
    rows: usize,
    columns: usize,
    /// The lines of sizes.
    sizes: Vec<usize>,
    /// The first line of the second board, and the line below it.
    second: usize,
    end: usize,
}

/// Places in a text, each with a note.
type Notes = Vec<(Range<usize>, String)>;

/// A text without its lines of sizes and with a blank line between boards, and a note on each place where one was. `None` if it
/// has none.
///
/// A line is one of a size if exactly so many rows follow, twice, with the same tiles in both boards. It may look like a row,
/// too: then the note tells of it.
pub(super) fn without(text: &str) -> Option<(Rewritten, Notes)> {
    if !text.lines().any(|line| size(line.trim()).is_some()) {
        return None;
    }
    let mut at = 0;
    let place = |line: &str| {
        at += line.len();
        at - line.len()..at
    };
    let places: Vec<Range<usize>> = text.split_inclusive('\n').map(place).collect();
    let lines: Vec<&str> = places.iter().map(|place| text[place.clone()].trim()).collect();
    let (mut rewriter, mut notes) = (Rewriter::new(text), Notes::new());
    let (mut line, mut after_pair) = (0, true);
    while line < lines.len() {
        let Some(pair) = pair(&lines, line, after_pair) else {
            rewriter.copy(places[line].clone());
            (line, after_pair) = (line + 1, false);
            continue;
        };
        let place = places[line].start..places[pair.end - 1].end;
        let SizedPair { rows, columns, .. } = pair;
        let note = format!("read as boards of {rows} rows and {columns} columns: '{}' is their size", lines[line]);
        notes.push((place, note));
        for (index, place) in (line..).zip(places[line..pair.end].iter().cloned()) {
            if pair.sizes.contains(&index) || index == pair.second {
                rewriter.write(place.start..place.start, "\n");
            }
            if !pair.sizes.contains(&index) {
                rewriter.copy(place);
            }
        }
        (line, after_pair) = (pair.end, true);
    }
    Some((rewriter.finish("", false)?, notes))
}

/// The boards below a line, if it is one of their size. `after_pair`: the line above is no row of the same board.
fn pair(lines: &[&str], line: usize, after_pair: bool) -> Option<SizedPair> {
    let (first, last) = size(lines[line])?;
    let ways = [(first, last), (last, first)].into_iter().flat_map(|size| [(size, true), (size, false)]);
    let mut found = ways.filter_map(|((rows, columns), has_second)| {
        if !after_pair && line > 0 && row_width(lines[line - 1]) == Some(columns) {
            return None;
        }
        let start = line + 1 + lines_between(&lines[line + 1..], columns);
        let above = board(lines, start, rows, columns)?;
        let end = start + rows;
        let mut second = end + lines_between(&lines[end..], columns);
        let mut sizes = vec![line];
        if has_second {
            sizes.extend(Some(second).filter(|at| lines.get(*at) == Some(&lines[line])));
            second += sizes.len() - 1;
            second += lines_between(lines.get(second..)?, columns);
        }
        let below = board(lines, second, rows, columns)?;
        let end = second + rows;
        // The next puzzle may follow directly.
        let is_end = lines.get(end).is_none_or(|next| row_width(next) != Some(columns) || next == &lines[line]);
        let are_boards = have_same_tiles(&above, &below) || have_same_tiles(&below, &above);
        (is_end && are_boards).then_some(SizedPair { rows, columns, sizes, second, end })
    });
    found.next()
}

/// The numbers of a line that may say a size; of a square, its side twice.
fn size(line: &str) -> Option<(usize, usize)> {
    let words = line.split([' ', '\t', ',', 'x', 'X', '×']).filter(|word| !word.is_empty());
    let numbers: Vec<usize> = words
        .take(3)
        .map(|word| word.parse().ok().filter(|side| (2..=MAX_CELLS).contains(side)))
        .collect::<Option<_>>()?;
    match numbers.as_slice() {
        [side] => Some((*side, *side)),
        [first, last] => Some((*first, *last)),
        _ => None,
    }
    .filter(|(first, last)| first * last <= MAX_CELLS)
}

/// The number of rows that a line says of a board with rows of this width.
pub(super) fn rows_below(line: &str, width: usize) -> Option<usize> {
    let (first, last) = size(line).filter(|_| row_width(line) != Some(width))?;
    if last == width { Some(first) } else { Some(last).filter(|_| first == width) }
}

/// The number of blank lines, arrows, rules and names of boards that `lines` begin with.
fn lines_between(lines: &[&str], columns: usize) -> usize {
    let is_between = |line: &&&str| {
        let is_name = name_of_board(line).is_some() || line.ends_with(':');
        !line.contains(is_tile) || arrow(line) == Some(line.len()) || (is_name && row_width(line) != Some(columns))
    };
    lines.iter().take_while(is_between).count()
}

/// The tiles of a board with one row on each line from `start` on.
fn board(lines: &[&str], start: usize, rows: usize, columns: usize) -> Option<Vec<Vec<String>>> {
    let lines = lines.get(start..start + rows)?;
    if lines.iter().any(|line| row_width(line) != Some(columns)) {
        return None;
    }
    let board = scan::board(&lines.join("\n"), 0, Role::Target(None)).ok()?;
    Some(board.rows.into_iter().map(|row| row.tiles).collect())
}

#[cfg(test)]
mod tests {
    use super::super::reader;

    /// The puzzles of a text and the notes on them.
    fn read(text: &str) -> Vec<(String, String)> {
        let entries = reader::read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let told = |entry: lurd_puzzle::puzzle::PuzzleEntry| {
            let puzzle = entry.puzzle.unwrap_or_else(|error| panic!("{text}: {error:?}"));
            (puzzle.id(), entry.note.unwrap_or_default())
        };
        entries.into_iter().map(told).collect()
    }

    #[test]
    fn a_line_of_sizes_is_no_row() {
        let (two, guess) =
            ("read as boards of 2 rows and 2 columns: '2 2' is their size", "; read as two boards, the source first");
        let told = |note: &str| format!("{note}{guess}");
        let two_by_four = "read as boards of 2 rows and 4 columns: ";
        let small = "12/34 -> 21/34";
        let wide = "1234/5678 -> 2561/8347";
        for (text, puzzle, note) in [
            ("2 2\n1 2\n3 4\n\n2 2\n2 1\n3 4\n", small, told(two)),
            ("2 2\n1 2\n3 4\n2 2\n2 1\n3 4\n", small, told(two)),
            ("2 2\n1 2\n3 4\n\n2 1\n3 4\n", small, told(two)),
            ("2 2\n1 2\n3 4\n2 1\n3 4\n", small, told(two)),
            ("2 2\r\n1 2\r\n3 4\r\n\r\n2 2\r\n2 1\r\n3 4\r\n", small, told(two)),
            ("\t2 2\n\t1 2\n\t3 4\n\n\t2 2\n\t2 1\n\t3 4\n", small, told(two)),
            ("2\t2\n1\t2\n3\t4\n\n2\t2\n2\t1\n3\t4\n", small, told(two).replace("2 2", "2\t2")),
            ("2 2\n\n1 2\n3 4\n\n2 2\n\n2 1\n3 4\n", small, told(two)),
            ("2 2\n12\n34\n\n2 2\n21\n34\n", small, told(two)),
            ("2,2\n1,2\n3,4\n\n2,2\n2,1\n3,4\n", small, told(two).replace("2 2", "2,2")),
            ("2x2\n1 2\n3 4\n\n2x2\n2 1\n3 4\n", small, told(two).replace("2 2", "2x2")),
            ("2\n1 2\n3 4\n\n2\n2 1\n3 4\n", small, told(two).replace("2 2", "2")),
            ("2\n1 2\n3 4\n2 1\n3 4", small, told(two).replace("2 2", "2")),
            ("A title\n2 2\n1 2\n3 4\n\n2 2\n2 1\n3 4\n", small, told(two)),
            ("2 2\n1 2\n3 4\n---\n2 2\n2 1\n3 4\n", small, told(two)),
            ("2 2\n1 2\n3 4\n->\n2 2\n2 1\n3 4\n", small, two.to_owned()),
            ("2 2\n1 2\n3 4\n->\n2 1\n3 4\n", small, two.to_owned()),
            ("source:\n2 2\n1 2\n3 4\ntarget:\n2 2\n2 1\n3 4\n", small, two.to_owned()),
            ("Start:\n2 2\n1 2\n3 4\nGoal:\n2 2\n2 1\n3 4\n", small, two.to_owned()),
            ("Title\n\nStart:\n\n2 2\n\n1 2\n3 4\n\nGoal:\n\n2 2\n\n2 1\n3 4\n", small, two.to_owned()),
            ("2 2\nStart:\n1 2\n3 4\nGoal:\n2 1\n3 4\n", small, two.to_owned()),
            ("GOAL:\n2 2\n2 1\n3 4\n\nSTART:\n2 2\n1 2\n3 4\n", small, two.to_owned()),
            (
                "2 4\n1 2 3 4\n5 6 7 8\n2 5 6 1\n8 3 4 7\n",
                wide,
                told(two_by_four).replace(": ;", ": '2 4' is their size;"),
            ),
            (
                "4 2\n1 2 3 4\n5 6 7 8\n2 5 6 1\n8 3 4 7\n",
                wide,
                told(two_by_four).replace(": ;", ": '4 2' is their size;"),
            ),
            (
                "2 4\n1 2 3 4\n5 6 7 8\n\n2 4\n2 5 6 1\n8 3 4 7",
                wide,
                told(two_by_four).replace(": ;", ": '2 4' is their size;"),
            ),
            ("2 4\n1234\n5678\n\n2561\n8347\n", wide, told(two_by_four).replace(": ;", ": '2 4' is their size;")),
        ] {
            assert_eq!(read(text), [(puzzle.to_owned(), note)], "{text:?}");
        }
        let quoted = read("> 2 4\n> 1 2 3 4\n> 5 6 7 8\n> 2 5 6 1\n> 8 3 4 7\n");
        assert_eq!((quoted.len(), quoted[0].0.as_str()), (1, wide));
        assert!(quoted[0].1.contains("'2 4' is their size"), "{}", quoted[0].1);
        let letters = read("3 3\nR G B\nR G B\nR G B\n\n3 3\nR R R\nG G G\nB B B\n");
        assert_eq!(letters[0].0, "RGB/RGB/RGB -> RRR/GGG/BBB");
    }

    #[test]
    fn several_puzzles_have_sizes_of_their_own() {
        let small = "2 2\n1 2\n3 4\n2 2\n2 1\n3 4\n";
        let wide = "2 3\n1 2 3\n4 5 6\n2 3\n3 1 2\n4 5 6\n";
        let same = ["12/34 -> 21/34"; 2];
        for (text, puzzles) in [
            (format!("{small}{small}"), &same[..]),
            (format!("{small}\n{small}"), &same[..]),
            (format!("{small}\n{wide}"), &["12/34 -> 21/34", "123/456 -> 312/456"][..]),
            (format!("{wide}{small}"), &["123/456 -> 312/456", "12/34 -> 21/34"][..]),
        ] {
            let read = read(&text);
            assert_eq!(read.iter().map(|(puzzle, _)| puzzle.as_str()).collect::<Vec<_>>(), puzzles, "{text}");
            for (puzzle, note) in read {
                let size = if puzzle.starts_with("123") { "'2 3'" } else { "'2 2'" };
                assert!(note.contains(&format!("{size} is their size")), "{text}: {note}");
            }
        }
    }

    #[test]
    fn places_are_those_of_the_text() {
        let text = "2 4\n1 2 3 4\n5 6 7 8\n2 5 6 1\n8 3 4 7\n\nAnother\n";
        let entries = reader::read(text).expect("a puzzle");
        assert_eq!(&text[entries[0].place.clone()], "1 2 3 4\n5 6 7 8\n2 5 6 1\n8 3 4 7");
        assert_eq!(&text[..entries[0].metadata.end], "2 4\n1 2 3 4\n5 6 7 8\n2 5 6 1\n8 3 4 7");
    }

    #[test]
    fn what_does_not_fit_is_a_row() {
        for (text, puzzle) in [
            ("2 2\n1 2\n3 4\n\n1 2\n2 2\n3 4\n", "22/12/34 -> 12/22/34"),
            ("1 2\n2 2\n3 4\n\n2 2\n1 2\n3 4\n", "12/22/34 -> 22/12/34"),
            ("3 2\n1 2\n3 4\n\n3 2\n2 1\n3 4\n", "32/12/34 -> 32/21/34"),
            ("2 2\n1 2\n3 4\n5 6\n\n2 2\n2 1\n3 4\n5 6\n", "22/12/34/56 -> 22/21/34/56"),
            ("2 3\n3 2\n\n3 2\n2 3\n", "23/32 -> 32/23"),
            ("2 2/1 2/3 4 -> 2 2/2 1/3 4", "22/12/34 -> 22/21/34"),
        ] {
            let read = read(text);
            assert_eq!((read.len(), read[0].0.as_str()), (1, puzzle), "{text}");
            assert!(!read[0].1.contains("size"), "{text}: {}", read[0].1);
        }
        // Neither with the line of sizes nor without it are these two boards.
        for text in [
            "2 4\n1 2 3 4\n5 6 7 8\n2 5 6 1\n8 3 4 9\n",
            "2 4\n1 2 3 4\n5 6 7 8\n",
            "2 2\n1 2\n3 4\n",
            "12 12\n",
            "3\n",
        ] {
            assert!(reader::read(text).is_err(), "{text}");
        }
    }
}
