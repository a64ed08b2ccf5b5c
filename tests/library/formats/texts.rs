//! Boards, titles and flags in texts, and arbitrary texts.

use proptest::prelude::*;

use lurd::diagnostic::Diagnostic;
use lurd::puzzle::Plugin;
use lurd::sokoban::formats::{LevelEntry, read};
use lurd::sokoban::xsb::{write_line, write_xsb};
use lurd::sokoban::{Level, Sokoban};

use crate::common::takes_all;

fn one(text: &str) -> Result<Level, Diagnostic> {
    let mut entries = read(text).expect("a board");
    assert_eq!(entries.len(), 1, "{entries:?}");
    entries.remove(0).level
}

fn error(text: &str) -> Diagnostic {
    one(text).expect_err("not legal")
}

/// The part of `text` that a diagnostic points at.
fn pointed<'t>(text: &'t str, error: &Diagnostic) -> &'t str {
    text.get(error.place.clone().expect("a place")).expect("bytes of the text")
}

fn titles(text: &str) -> Vec<Option<String>> {
    let title = |entry: LevelEntry| entry.level.expect("legal").title().map(str::to_owned);
    read(text).expect("boards").into_iter().map(title).collect()
}

fn flags(text: &str) -> Vec<String> {
    read(text).expect("boards").into_iter().map(|entry| entry.flags).collect()
}

#[test]
fn one_level_in_lines_and_on_one_line() {
    let lines = one("  #####\n###@$.#\r\n#-_   #   \n#######\n").expect("legal");
    assert_eq!(write_xsb(&lines), concat!("  #####\n", "###@$.#\n", "#     #\n", "#######\n"));
    assert_eq!((lines.width(), lines.height(), lines.place(lines.player())), (7, 4, "row 2 column 4".to_owned()));
    let line = write_line(&lines);
    assert_eq!(line, "  #####|###@$.#|#     #|#######");
    assert_eq!(one(&line), Ok(lines.clone()));
    assert_eq!(one(&format!("{line}|")), Ok(lines));
}

#[test]
fn two_lines_with_rows_are_two_levels() {
    let entries = read("#####|#@$.#|#####\n#####|#.$@#|#####\n").expect("boards");
    assert_eq!(entries.len(), 2);
    assert_eq!(entries.iter().map(|entry| entry.place.clone()).collect::<Vec<_>>(), [0..17, 18..35]);
    assert!(entries.iter().all(|entry| entry.level.is_ok()));
}

#[test]
fn players() {
    let text = "######\n#@@$.#\n######\n";
    let two = error(text);
    assert_eq!(two.message, "2 players (row 2 column 2, row 2 column 3); a level has exactly one");
    assert_eq!((two.place, two.label.as_str()), (Some(9..10), "the second player"));
    let many = error("########\n#@@@@@@#\n########");
    assert!(many.message.starts_with("6 players (row 2 column 2, "), "{}", many.message);
    assert!(many.message.ends_with("row 2 column 5, ...); a level has exactly one"), "{}", many.message);
    let text = "title\n\n  ###\n  #$.#\n  ###\n";
    let none = error(text);
    assert_eq!(none.message, "no player; a level has exactly one");
    assert_eq!(pointed(text, &none), "  ###");
}

#[test]
fn counts() {
    let text = "#######\n#@$$ .#\n#######\n";
    let unequal = error(text);
    assert_eq!(unequal.message, "2 boxes, 1 goal: a level has as many boxes as goals");
    assert_eq!((unequal.place.clone(), unequal.label.as_str()), (Some(11..12), "1 box too many"));
    assert_eq!(error("#####\n#+*.#\n#####").label, "2 goals too many");
    assert_eq!(error("#####\n#@* $ #\n#####").message, "2 boxes, 1 goal: a level has as many boxes as goals");
    assert!(one("#####\n#@  #\n#####").is_ok_and(|level| level.boxes().count() == 0));
}

#[test]
fn open_rooms() {
    let text = "####\n@$.\n####\n";
    let open = error(text);
    assert_eq!(
        (open.message.as_str(), pointed(text, &open)),
        ("not closed: the player can leave at row 2 column 1", "@")
    );
    // Through a box, into a margin that the row above does not reach.
    let text = "####\n#@.$\n######\n";
    let open = error(text);
    assert_eq!(open.message, "not closed: the player can leave at row 1 column 5");
    assert_eq!(open.place, Some(4..4), "behind the end of the row");
    // Far from the border, and outside the room.
    assert!(one("########\n#@$.#  $\n########\n .").is_ok());
}

#[test]
fn wrong_letters() {
    let text = "#####\n#@x.#\n#####\n";
    let wrong = error(text);
    assert_eq!(
        (wrong.message.as_str(), pointed(text, &wrong)),
        ("'x' at row 2 column 3 is not a letter of a board", "x")
    );
    let text = "#####|#@é$.#|#####";
    assert_eq!(pointed(text, &error(text)), "é");
    assert_eq!(error(text).message, "'é' at row 2 column 3 is not a letter of a board");
    let text = "#####\n#@$.\t#\n#####\n";
    assert_eq!((error(text).place, error(text).label.as_str()), (Some(10..11), "a tab"));
}

#[test]
fn titles_above_below_and_by_key() {
    let board = "#####\n#@$.#\n#####\n";
    let of = |first: &str, second: &str, last: &str| titles(&format!("{first}{board}{second}{board}{last}"));
    let some = |title: &str| Some(title.to_owned());
    assert_eq!(of("; 1\n\n", "\n; 2\n\n", ""), [some("1"), some("2")]);
    assert_eq!(of(";screen.01\n", "\n;screen.02\n", ""), [some("screen.01"), some("screen.02")]);
    assert_eq!(of("1\n", "\n2\n", ""), [some("1"), some("2")]);
    assert_eq!(of("", "\n", ""), [None, None]);
    assert_eq!(of("", "; below the first\n\n", ""), [None, None]);
    assert_eq!(of("", "Title: one\nAuthor: me\n\n", "Title: two\n"), [some("one"), some("two")]);
    assert_eq!(of("Title: one\n", "\nTitle: two\n", "; end\n"), [some("one"), some("two")]);
    assert_eq!(of("about\r\n\r\nfirst\r\n", "\n\n\nsecond\n\n", ""), [some("first"), some("second")]);
}

#[test]
fn flags_of_one_and_of_all() {
    let board = "#####\n#@$.#\n#####\n";
    let all = format!("; my levels\n; lurd: --for pushes\n\n; 1\n{board}\n; 2\n; lurd: --nodes 5\n{board}");
    assert_eq!(flags(&all), ["--for pushes", "--for pushes --nodes 5"]);
    assert_eq!(titles(&all), [Some("1".to_owned()), Some("2".to_owned())]);
    let first = format!(";lurd: --nodes 7\n; 1\n{board}\n; 2\n\n{board}");
    assert_eq!(flags(&first), ["--nodes 7", ""]);
}

#[test]
fn runs_without_a_wall_are_text() {
    let text = "....\n\n- - -\n\n#####\n#@$.#\n#####\n";
    assert_eq!(read(text).expect("one").len(), 1);
    assert!(read("...\n___\n").is_err());
}

#[test]
fn pusher_is_recognized_by_its_walls() {
    let entries = read("*****\nMaze: 1\n\nXXXXX\nX@*.X\nXXXXX\n").expect("one");
    let [entry] = entries.as_slice() else { panic!("{entries:?}") };
    let note = entry.note.as_deref().expect("a note");
    assert!(note.starts_with("read in the dialect pusher: X wall, "), "{note}");
    assert_eq!(entry.level.as_ref().map(write_line), Ok("#####|#@$.#|#####".to_owned()));
    let entries = read("level X\n\n#####\n#@*.#\n#####\n").expect("one");
    assert!(entries[0].note.is_none() && entries[0].level.is_err());
}

#[test]
fn texts_without_a_level() {
    assert_eq!(read("").expect_err("empty").message, "no level: the text is empty");
    assert_eq!(read(" \n\r\n").expect_err("blank").message, "no level: the text is empty");
    assert_eq!(read("this is not a level\n").expect_err("words").message, "no level in this text");
    assert_eq!(read("\0\u{1}\u{fffd}\n\u{7f}").expect_err("garbage").message, "no level in this text");
    assert_eq!(error("####\n####\n").message, "no player; a level has exactly one");
    // The first row is in a group that is repeated, and ends before the letter that it begins with.
    let repeated = error("2(5_3|#)#");
    assert_eq!((repeated.message.as_str(), repeated.place), ("no player; a level has exactly one", Some(6..7)));
}

#[test]
fn unknown_letters_can_be_named() {
    let help = |text: &str| read(text).expect_err("no level").help.expect("help");
    for (text, letter) in [
        ("WWWWW\nW@$.W\nWWWWW\n", "W"),
        ("about\n\n%%%%%\n%@$.%\n%%%%%\n", "%"),
        (
            "\u{2592}\u{2592}\u{2592}\u{2592}\n\u{2592}@$.\u{2592}\n\u{2592}\u{2592}\u{2592}\u{2592}\u{2592}\n\u{2592}\u{2592}\u{2592}\u{2592}\u{2592}\n\u{2592}\u{2592}\u{2592}\u{2592}\u{2592}\n",
            "\u{2592}",
        ),
    ] {
        assert!(help(text).ends_with(&format!("with --dialect '{letter}=wall' it is a level")), "{}", help(text));
    }
    for text in [
        "11111\n12341\n11111\n",
        ":bricks::bricks:\n:bricks::man:\n:bricks::bricks:\n",
        "this is not a level\n",
        "",
        "one\ntwo\nsix\nbad\nmap\n",
        "a\nb\nc\n",
    ] {
        assert!(!help(text).contains("--dialect"), "{text}: {}", help(text));
    }
}

#[test]
fn huge_texts_are_rejected_quickly() {
    let size = if takes_all() { 10_000_000 } else { 1_000_000 };
    let long = error(&"#".repeat(size));
    assert_eq!((long.message.as_str(), long.place), ("a row is longer than 1000 squares", Some(1_000..1_001)));
    let high = error(&"#\n".repeat(size / 2));
    assert_eq!((high.message.as_str(), high.place), ("more than 1000 rows", Some(2_000..2_001)));
    assert_eq!(error(&"#|".repeat(size / 2)).message, "more than 1000 rows");
    assert_eq!(read(&"#@\n\n".repeat(size / 10 * 3)).expect_err("many").message, "too many levels in one text");
    let wide = format!("{}\n", "#".repeat(1_000));
    let room = format!("#{}#\n", " ".repeat(998));
    let hall = |rows: usize| format!("{wide}#@{}#\n{}{wide}", " ".repeat(997), room.repeat(rows - 1));
    assert!(one(&hall(65)).is_ok());
    assert_eq!(error(&hall(66)).message, "65868 squares inside the walls");
    let sparse = format!("{}#@$.#\n{wide}\n", "#####\n".repeat(900));
    assert!(one(&sparse).is_ok());
    assert_eq!(read(&sparse.repeat(40)).expect_err("many").message, "too many levels in one text");
}

#[test]
fn more_rows_are_expected_until_the_board_is_legal() {
    for (text, wanted) in [
        ("", false),
        ("#", true),
        ("#####\n", true),
        ("#####\n#@$.#\n", true),
        ("#####\n#@$.#\n#####\n", false),
        ("; one\n#####\n", true),
        ("#####\n\n", false),
        ("#####\n#@$.#\nsolve\n", false),
        ("#####|#@$.#|#####", false),
        ("#####\n#@@", false),
        ("#####\n#@x.#", false),
        ("XXXXX\nX@*.X\n", true),
        ("XXXXX\nX@*.X\nXXXXX", false),
        ("1221/3443", false),
        ("solve missile/1", false),
    ] {
        assert_eq!(Sokoban.wants_more(text), wanted, "{text:?}");
    }
    assert!(!Sokoban.wants_more(&"#".repeat(2_000)));
    assert!(!Sokoban.wants_more(&"#\n".repeat(2_000)));
}

/// Checks the guarantees of `read` for any text.
fn check(text: &str) {
    let Ok(entries) = read(text) else { return };
    for entry in entries {
        assert!(text.get(entry.place.clone()).is_some());
        match entry.level {
            Ok(level) => {
                assert!(!level.is_wall(level.player()) && !level.is_box(level.player()));
                assert_eq!(level.boxes().count(), level.goals().count());
                let bare = one(&write_xsb(&level)).expect("legal");
                assert_eq!((bare.title(), write_xsb(&bare)), (None, write_xsb(&level)));
                if level.height() > 2 {
                    assert_eq!(one(&write_line(&level)), Ok(bare));
                }
            }
            Err(error) => assert!(error.place.is_none_or(|place| text.get(place).is_some())),
        }
    }
    let _wanted = Sokoban.wants_more(text);
}

proptest! {
    #[test]
    fn any_text(text in any::<String>()) {
        check(&text);
    }

    #[test]
    fn any_board_letters(text in "[#@+$*.|;X& \n\r\t_-]{0,80}") {
        check(&text);
    }

    #[test]
    fn any_walled_rows(rows in proptest::collection::vec("[#$*. _-]{0,9}", 1..7), player in 0_usize..50) {
        let mut inside = rows.concat();
        inside.truncate(player);
        let cut = inside.len();
        let mut text = String::from("###########\n");
        let mut seen = 0;
        for row in &rows {
            text.push('#');
            for letter in row.chars() {
                text.push(if seen == cut { '@' } else { letter });
                seen += 1;
            }
            text.push_str(&"#".repeat(10 - row.len()));
            text.push('\n');
        }
        text.push_str("###########\n");
        check(&text);
    }
}
