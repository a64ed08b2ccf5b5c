//! Every error message, with its place.

use lurd::puzzle::Plugin;
use lurd::shifter::Shifter;

use super::notation::complaint;
use crate::common::takes_all;

#[test]
fn complaints() {
    for (text, message, about, label) in [
        ("1234/4123/341/2341 -> 1234/1234/1234/1234", "row 3 has 3 tiles, rows 1-2 have 4", "341", "one tile missing"),
        ("123456/4123/3412 -> 1234/1234/1234", "row 1 has 6 tiles, rows 2-3 have 4", "123456", "2 tiles too many"),
        ("12/34 -> 12/345", "row 2 of the target has 3 tiles, row 1 has 2", "345", "one tile too many"),
        ("12/34 -> 12/34/56", "the target has 3 rows, the source has 2", "12/34/56", "one row too many"),
        ("12/34 -> 123/456", "the target has 6 tiles, the source has 4", "123/456", "2 tiles too many"),
        ("[1,2,3,4] -> [1,2,3]", "the target has 3 tiles, the source has 4", "1,2,3", "one tile missing"),
        (
            "[1,2,3] -> [1,2,3]",
            "3 tiles make no square, and nothing says where the rows end",
            "1,2,3",
            "how many rows?",
        ),
        ("12/3! -> 12/34", "'!' in place of a tile", "!", "not a tile"),
        ("12/3? -> 12/34", "a ? in the source", "?", "which tile?"),
        ("12/34 -> 11/??", "the target has one 1 too many", "1", "the source has one 1"),
        ("12/34 -> 21/34 locked:", "not a locked line", "", "neither row, column nor the number of one"),
        ("12/34 -> 21/34 locked: 1", "not a locked line", "1", "neither row, column nor the number of one"),
        ("12/34 -> 21/34 locked: row 2", "there is no row 2", "2", "rows are counted from 0 to 1"),
        ("12/34 -> 21/34 locked: row 70000", "there is no row 70000", "70000", "rows are counted from 0 to 1"),
        ("2x2:1,2,3,4 locked: columns 0 x", "not a locked line", "x", "neither row, column nor the number of one"),
        ("locked: row 1\n12/34 -> 21/34", "locked lines without a puzzle", "locked: row 1", "no target before this"),
        ("12//34 -> 12/34", "'/' in place of a tile", "/", "not a tile"),
        ("12/34", "the target is missing", "12/34", "the source"),
        ("12/34 ->", "the target is missing", "->", "expected after this"),
        ("-> 12/34", "the source is missing", "->", "expected before this"),
        ("source:[1,2,2,1]", "the target is missing", "1,2,2,1", "expected after this"),
        ("source:[1,2,2,1] 1221", "the target is missing", "1,2,2,1", "expected after this"),
        ("source:[1,2,2,1", "the list is not closed", "[", "no ']' for this"),
        ("source: target: 1", "the source is missing", "1", "expected after this"),
        ("target: 12/34", "the source is missing", "12/34", "expected after this"),
        ("[[1,2],3] -> 12/34", "row 2 has 1 tile, row 1 has 2", "3", "one tile missing"),
        ("[1,[2,3]] -> 12/34", "the target has 2 rows, the source has 1", "12/34", "one row too many"),
        (
            "1 mouse -> mouse 1",
            "'mouse' is not a tile",
            "mouse",
            "neither one character, a number of at most 9 digits nor a colour",
        ),
        (
            "cat dog/pig cow -> dog cat/pig cow",
            "'cat' is not a tile",
            "cat",
            "neither one character, a number of at most 9 digits nor a colour",
        ),
        ("12/34 -> [1,2,3,4] x", "text after the target", "x", "belongs to no board"),
        ("2x2:1,2,3", "a board of 2 x 2 has each tile from 1 to 4 once", "1,2,3", "too few"),
        ("2x2:1,2,3,5", "a board of 2 x 2 has each tile from 1 to 4 once", "5", "not one of them, or twice"),
        ("2x2:1,2,3,3", "a board of 2 x 2 has each tile from 1 to 4 once", "3", "not one of them, or twice"),
        ("99x99:1", "a board of 99 x 99 cells", "99x99:", "there may be 1 to 1024 cells"),
        ("hello world", "not a shifter: neither '->' nor 'source:'", "hello world", "not a puzzle"),
    ] {
        let complaint = complaint(text);
        assert_eq!(complaint.message, message, "{text}");
        assert_eq!(&text[complaint.place.expect("a place")], about, "{text}");
        assert_eq!(complaint.label, label, "{text}");
    }
    assert_eq!(complaint("").message, "no puzzle: the text is empty");
    assert_eq!(complaint("; nothing but a comment\n").message, "no puzzle: the text is empty");
}

#[test]
fn colours_that_differ() {
    for (text, message) in [
        ("13/34 -> 33/34", "the target has one 3 too many and one 1 too few"),
        ("1122/3344 -> 5555/5555", "the target has 8 5 too many and two 1, two 2, two 3 too few"),
        ("12/34 -> 12/35", "the target has one 5 too many and one 4 too few"),
    ] {
        assert_eq!(complaint(text).message, message);
    }
}

#[test]
fn garbage_is_refused_in_linear_time() {
    let size = if takes_all() { 1 << 20 } else { 1 << 17 };
    for unit in [
        "#",
        "1",
        "1/",
        "1\n",
        "11\n",
        "1,",
        "[",
        "->",
        "->\n",
        "12->12\n",
        "source:",
        "source:\n",
        "\n",
        ";",
        ";\n",
        "; lurd: x\n",
        "1 ",
        "a\n->",
        "source:1\n",
        "source:1 target:2\n",
        "é",
        "1x1:",
        "1x1:1\n",
        " ",
        "source:[1]",
        "[1,",
        "/",
    ] {
        let text = unit.repeat(size / unit.len());
        // Quadratic time would be hours; linear time is far below a second, even on a busy machine.
        let started = std::time::Instant::now();
        _ = Shifter.confidence(&text);
        _ = Shifter.wants_more(&text);
        _ = Shifter.read(&text);
        assert!(started.elapsed().as_secs() < 10, "{unit:?} takes {:?}", started.elapsed());
    }
    assert_eq!(complaint(&"1".repeat(2000)).message, "not a shifter: neither '->' nor 'source:'");
    let (row, rows) = ("1".repeat(2000), "1111\n".repeat(400));
    for text in [format!("{row} -> {row}"), format!("source:\n{rows}target:\n{rows}"), format!("{rows}->\n{rows}")] {
        assert_eq!(complaint(&text).message, "the board has more than 1024 tiles");
    }
}
