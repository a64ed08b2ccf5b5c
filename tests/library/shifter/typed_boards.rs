//! Boards as people type them who know no notation.

use lurd::catalog::{Typed, builtin};
use lurd::puzzle::{Plugin, Puzzle};
use lurd::shifter::Shifter;

fn only(text: &str) -> Box<dyn Puzzle> {
    let mut entries = Shifter.read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
    assert_eq!(entries.len(), 1, "{text}");
    entries.remove(0).puzzle.unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

const EXPECTED: &str = "RRBG/GGBB/YYRR/BGYR -> RRBG/GGBB/RYYR/BGYR";

#[test]
fn blanks_arrows_and_words_are_read() {
    for text in [
        "RRBG/GGBB/YYRR/BGYR -> RRBG/GGBB/RYYR/BGYR",
        "RRBG GGBB YYRR BGYR -> RRBG GGBB RYYR BGYR",
        "RRBG GGBB YYRR BGYR => RRBG GGBB RYYR BGYR",
        "RRBG GGBB YYRR BGYR to RRBG GGBB RYYR BGYR",
        "RRBG/GGBB/YYRR/BGYR TO RRBG/GGBB/RYYR/BGYR",
        "RRBG/GGBB/YYRR/BGYR\u{2192}RRBG/GGBB/RYYR/BGYR",
        "RRBG / GGBB / YYRR / BGYR ==> RRBG / GGBB / RYYR / BGYR",
        "R R B G/G G B B/Y Y R R/B G Y R -> R R B G/G G B B/R Y Y R/B G Y R",
        "RRBG\nGGBB\nYYRR\nBGYR\n\nRRBG\nGGBB\nRYYR\nBGYR\n",
        "RRBG\nGGBB\nYYRR\nBGYR\nto\nRRBG\nGGBB\nRYYR\nBGYR\n",
        "RRBG\nGGBB\nYYRR\nBGYR\n=>\nRRBG\nGGBB\nRYYR\nBGYR\n",
        "RRBG\nGGBB\nYYRR\nBGYR\n---\nRRBG\nGGBB\nRYYR\nBGYR\n",
        "Start:\nRRBG\nGGBB\nYYRR\nBGYR\nGoal:\nRRBG\nGGBB\nRYYR\nBGYR\n",
        "Missile 6, please help!\n\nRRBG\nGGBB\nYYRR\nBGYR\n\nRRBG\nGGBB\nRYYR\nBGYR\n\nThank you.\n",
        "> RRBG\n> GGBB\n> YYRR\n> BGYR\n>\n> RRBG\n> GGBB\n> RYYR\n> BGYR\n",
        "RRBG    RRBG\nGGBB -> GGBB\nYYRR    RYYR\nBGYR    BGYR\n",
        "Missile 6:\nR R B G      R R B G\nG G B B  =>  G G B B\nY Y R R      R Y Y R\nB G Y R      B G Y R",
        "RRBG|GGBB|YYRR|BGYR -> RRBG|GGBB|RYYR|BGYR",
        "RRBG/GGBB/YYRR/BGYR --> RRBG/GGBB/RYYR/BGYR",
        "RRBG/GGBB/YYRR/BGYR into RRBG/GGBB/RYYR/BGYR",
        "RRBG/GGBB/YYRR/BGYR \u{27a1} RRBG/GGBB/RYYR/BGYR",
        "RRBG -> RRBG\nGGBB -> GGBB\nYYRR -> RYYR\nBGYR -> BGYR\n",
        "R R B G  ->  R R B G\nG G B B  ->  G G B B\nY Y R R  ->  R Y Y R\nB G Y R  ->  B G Y R",
        "RRBG | RRBG\nGGBB | GGBB\nYYRR | RYYR\nBGYR | BGYR\n",
        "1) R R B G    R R B G\n2) G G B B    G G B B\n3) Y Y R R    R Y Y R\n4) B G Y R    B G Y R\n",
        "R R B G    R R B G\nG G B B    G G B B\nY Y R R    R Y Y R\nB G Y R    B G Y R\n",
        "Row 1: R R B G\nRow 2: G G B B\nRow 3: Y Y R R\nRow 4: B G Y R\nTarget:\nRow 1: R R B G\nRow 2: G G B B\n\
         Row 3: R Y Y R\nRow 4: B G Y R\n",
        "[R][R][B][G]\n[G][G][B][B]\n[Y][Y][R][R]\n[B][G][Y][R]\n\n[R][R][B][G]\n[G][G][B][B]\n[R][Y][Y][R]\n[B][G][Y][R]",
        "R.R.B.G\nG.G.B.B\nY.Y.R.R\nB.G.Y.R\n\nR.R.B.G\nG.G.B.B\nR.Y.Y.R\nB.G.Y.R\n",
        "top row: red red blue green\n2nd row: green green blue blue\n3rd row: yellow yellow red red\n\
         bottom row: blue green yellow red\ntarget\ntop row: red red blue green\n2nd row: green green blue blue\n\
         3rd row: red yellow yellow red\nbottom row: blue green yellow red\n",
        "red red blue green\ngreen green blue blue\nyellow yellow red red\nblue green yellow red\n\n\
         Red Red Blue Green\ngreen green blue blue\nred yellow yellow red\nblue green yellow red",
    ] {
        assert_eq!(only(text).id(), only(EXPECTED).id(), "{text}");
    }
}

#[test]
fn what_is_nearly_a_puzzle_is_explained() {
    let said = |text: &str| {
        let mut entries = Shifter.read(text)?;
        let entry = entries.remove(0);
        entry.puzzle.map(|_| entry.note.unwrap_or_default())
    };
    let help = |text: &str| said(text).err().and_then(|error| error.help).unwrap_or_default();
    let eight = help("RRBG\nGGBB\nYYRR\nBGYR\nRRBG\nGGBB\nRYYR\nBGYR\n");
    let otherwise = "if the last 4 rows are the target, put an empty line before them; otherwise write the target after it, \
                     for instance RRBG/GGBB/YYRR/BGYR/RRBG/GGBB/RYYR/BGYR -> ";
    assert!(eight.starts_with(otherwise), "{eight}");
    let capitals = help("rrbg/ggbb -> RRBG/GGBB");
    assert_eq!(
        capitals,
        "shifts only move tiles: the source must have those of the target; a and A are different tiles"
    );
    let row = said("RRBGGGBBYYRRBGYR -> GRRBGGBBYYRRBGYR").expect("a puzzle of one row");
    assert_eq!(row, "read as a board of one row with 16 tiles; '/' or a line break ends a row");
    assert_eq!(help("1111\n1221\n"), "write the target after it, for instance 1111/1221 -> 1111/2211");
    let guess = said("1234\n5678\n\n4123\n5678\n").expect("a puzzle");
    assert_eq!(guess, "read as two boards, the source first");
    for text in ["1234 -> 4123", "12345 -> 43512", "12/34 -> 21/34"] {
        assert_eq!(said(text).expect("a puzzle"), "", "{text}");
    }
}

#[test]
fn rows_of_digits_need_as_many_rows_as_digits() {
    assert_eq!(only("121 213 321 -> 121 132 321").id(), only("121/213/321 -> 121/132/321").id());
    assert_eq!(only("12?? ???? -> 12?? ????".replace('?', "3").as_str()).id(), only("1233 3333 -> 1233 3333").id());
    // Numbers, as before.
    for (text, written) in [
        ("12 21 -> 21 12", "12 21"),
        ("10 11/12 13 -> 11 10/12 13", "10 11"),
        ("100 200\n200 300\n100 200 -> 100 200\n300 200\n100 200", "100 200"),
    ] {
        let normal = |text: String| text.replace(',', " ").replace("  ", " ");
        assert!(normal(only(text).text()).contains(written), "{}", only(text).text());
    }
}

#[test]
fn a_row_beside_a_row_is_no_title() {
    let entries = Shifter.read("RRG    RGR\nGBB -> GBB\n").expect("a puzzle");
    let puzzle = entries[0].puzzle.as_ref().expect("legal");
    assert_eq!((entries.len(), puzzle.title()), (1, None));
    assert_eq!(puzzle.id(), only("RRG/GBB -> RGR/GBB").id());
    // Rows that do not fit are no board, and puzzles in lines of their own stay.
    for text in ["RRG   RG\nGBB -> GBB\n", "12/34 -> 21/34\n21/34 -> 12/34\n", "123 -> 231\n321 -> 213\n"] {
        let entries = Shifter.read(text).expect("puzzles");
        assert!(entries.iter().all(|entry| entry.note.as_deref().is_none_or(|note| !note.contains("side by side"))));
    }
}

#[test]
fn several_boards_are_pairs_and_an_odd_one_is_none() {
    let (board, other) = ("12\n34\n\n", "21\n34\n\n");
    let entries = Shifter.read(&[board, other].concat().repeat(2)).expect("two puzzles");
    assert_eq!(entries.len(), 2);
    // The same board twice is a repetition.
    assert!(Shifter.read(&board.repeat(4)).is_err());
    let error =
        Shifter.read(&[board, other, board].concat()).map(|entries| entries.len()).expect_err("a target is missing");
    assert!(error.help.is_some(), "{error:?}");
}

#[test]
fn a_board_without_a_target_shows_a_form_that_works() {
    for text in ["RRBG/GGBB/YYRR/BGYR", "RRBG GGBB YYRR BGYR", "1221\n3443", "red blue\nblue red"] {
        let error = Shifter.read(text).map(|entries| entries.len()).expect_err("no target");
        let help = error.help.expect("a form");
        let form = help.split("for instance ").nth(1).expect("a form");
        assert!(!only(form).id().is_empty(), "{form}");
    }
}

#[test]
fn titles_with_arrows_are_no_boards() {
    let level = "Level 5 => 6\n\n#####\n#@$.#\n#####\n\nFrom left to down\n\n######\n#@ $.#\n######\n";
    let items = builtin().resolve(&Typed::argument(level)).expect("levels");
    assert_eq!(items.iter().map(|item| item.kind).collect::<Vec<_>>(), ["sokoban", "sokoban"]);
    let titled = "Left to Down\n12/34 -> 21/34";
    assert_eq!(only(titled).title(), Some("Left to Down"));
    // Without the last sign the title would be an arrow.
    for (title, read) in
        [("A=>=", "A=>="), ("=== A => B ===", "=== A => B ==="), ("12/34 to 21/34==", "12/34 to 21/34==")]
    {
        let puzzle = only(&format!("{title}\nsource: 12/34\ntarget: 21/34\n"));
        assert_eq!(puzzle.title(), Some(read));
        assert_eq!(only(&puzzle.text()).title(), Some(read));
    }
}

#[test]
fn a_collection_and_a_number_are_one_puzzle() {
    let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let join = |list: &[&str]| builtin().join_numbers(&words(list));
    assert_eq!(join(&["missile", "3"]), ["missile/3"]);
    assert_eq!(join(&["missile", "3", "4"]), ["missile/3", "4"]);
    assert_eq!(join(&["missile", "starter", "1-5"]), ["missile", "starter/1-5"]);
    assert_eq!(join(&["nothing", "3"]), ["nothing", "3"]);
    let items = builtin().resolve(&Typed::argument("missile 3")).expect("a puzzle");
    assert_eq!(items[0].reference, "missile/3");
}
