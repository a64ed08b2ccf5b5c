//! Titles, notes and games by their place, as `.sok` files and JSoko's texts have them.

use lurd::puzzle::{Metadata, ReadOptions, SavedGame};
use lurd::sokoban::formats::read_with;
use lurd::sokoban::xsb::write_line;

use super::{levels, read_as};
use crate::common::processor;

const BOARD: &str = "########\n#  @$ .#\n########\n";

fn metadata(text: &str) -> Vec<(Option<String>, Metadata)> {
    let entries = read_as(text, None);
    let title =
        |entry: &lurd::sokoban::formats::LevelEntry| entry.level.as_ref().expect("legal").title().map(str::to_owned);
    entries.into_iter().map(|entry| (title(&entry), Metadata { end: 0, ..Metadata::clone(&entry.metadata) })).collect()
}

fn game(title: Option<&str>, steps: &str, notes: &str) -> SavedGame {
    SavedGame { title: title.map(str::to_owned), steps: steps.to_owned(), notes: notes.to_owned() }
}

#[test]
fn a_file_by_sequence() {
    let text = format!(
        "About the file\nand more\n\nCollection: Mine\n\nfirst\n\n{BOARD}\nAuthor: Me\nA note\nof two lines\n\nSolution/Pushes\nRR\n\nquick\n\nSnapshot\nR*r\nl\n\nsecond\n\n{BOARD}"
    );
    let found = metadata(&text);
    assert_eq!(found.len(), 2);
    let (title, first) = &found[0];
    assert_eq!(title.as_deref(), Some("first"));
    assert_eq!(first.header, "About the file\nand more\n\nCollection: Mine");
    assert_eq!((first.author.as_deref(), first.notes.as_str()), (Some("Me"), "A note\nof two lines"));
    assert_eq!(first.games, [game(Some("Solution/Pushes"), "RR", "quick"), game(Some("Snapshot"), "R*rl", "")]);
    assert_eq!((found[1].0.as_deref(), &found[1].1), (Some("second"), &Metadata::default()));
}

#[test]
fn a_text_of_jsoko() {
    let text = format!(
        "\n\nOne\n\n{BOARD}\nAuthor: Me\nDifficulty: easy\n\nSolution 2/2/1/1/1\nRR\nSolution name: best\nOwn solution: yes\n\nTwo\n\n{BOARD}"
    );
    let found = metadata(&text);
    let titles: Vec<_> = found.iter().map(|(title, _)| title.as_deref()).collect();
    assert_eq!(titles, [Some("One"), Some("Two")]);
    let notes = "Solution name: best\nOwn solution: yes";
    assert_eq!(found[0].1.games, [game(Some("Solution 2/2/1/1/1"), "RR", notes)]);
    assert_eq!(found[0].1.notes, "Difficulty: easy");
}

#[test]
fn a_word_that_looks_like_steps_is_a_word() {
    // The player cannot walk "dull" in this corridor; "rr" is a game even without a title.
    let found = metadata(&format!("{BOARD}\ndull\n\n{BOARD}\nrr\n"));
    assert_eq!(found[1].0.as_deref(), Some("dull"));
    assert!(found[0].1.games.is_empty());
    assert_eq!(found[1].1.games, [game(None, "rr", "")]);
    // Announced as a solution, it is a game, right or wrong.
    let found = metadata(&format!("{BOARD}\nSolution\ndull\n"));
    assert_eq!(found[0].1.games, [game(Some("Solution"), "dull", "")]);
    let found = metadata(&format!("{BOARD}\nReverse Mode Snapshot\n[]U[rr]d\n"));
    assert_eq!(found[0].1.games[0].steps, "[]U[rr]d");
}

#[test]
fn the_last_note_above_a_board_is_its_title() {
    // This is the rule of the format, which writers have to obey.
    let found = metadata(&format!("{BOARD}\nnote one\n\nnote two\n\n{BOARD}"));
    assert_eq!((found[0].1.notes.as_str(), found[1].0.as_deref()), ("note one", Some("note two")));
    let found = metadata(&format!("{BOARD}\nnote one\nnote two\n\n{BOARD}"));
    assert_eq!((found[0].1.notes.as_str(), found[1].0.as_deref()), ("note one\nnote two", None));
    let found = metadata(&format!("; 7\n'A name'\n\n{BOARD}\n; 8\n; 'Another'\n{BOARD}"));
    let titles: Vec<_> = found.iter().map(|(title, _)| title.as_deref()).collect();
    assert_eq!(titles, [Some("7 'A name'"), Some("8 'Another'")]);
}

#[test]
fn rows_that_are_counted_quoted_or_on_one_line() {
    let expected = "#####|#@$.#|#####";
    for text in [
        "5#\n#@$.#\n5#\n",
        "5#|#@$.#|5#|",
        "5#|#@$.#|(5(#))\n",
        "> #####\n> #@$.#\n> #####\n",
        "1\n#####\n#@$.#\n#####\n",
        "Comment:\n#####\n#####\nComment-End:\n\n#####\n#@$.#\n#####\n",
        "***\n\n#####\n#@$.#\n#####\n",
        "#\n\n#####\n#@$.#\n#####\n",
    ] {
        let found: Vec<_> = levels(text).iter().map(write_line).collect();
        let found: Vec<_> = found.iter().map(|board| board.trim_start()).collect();
        assert_eq!(found.concat().replace("| ", "|"), expected, "{text:?}");
    }
    let bomb = read_with("9999(9999(9999#|))\n#@#\n", &ReadOptions::default()).expect("an error");
    assert!(bomb[0].level.is_err());
}

#[test]
fn a_short_text_cannot_describe_too_much() {
    let ((), took) = processor::timed(|| {
        let boards = "999(999#)|#@#\n\n".repeat(100_000);
        let refused = read_with(&boards, &ReadOptions::default());
        assert!(refused.is_err_and(|error| error.message == "too many levels in one text"));
        // The check whether lines are games has a limited cost.
        let steps = format!("{BOARD}\n{}", "99999(99999r)\n\n99999r\n\n".repeat(50_000));
        assert_eq!(read_as(&steps, None).len(), 1);
    });
    assert!(took.as_secs() < 20, "{took:?}");
}

#[test]
fn a_row_of_blanks_as_wide_as_the_board_belongs_to_it() {
    let inside = "#####\n#@$.#\n#####\n     \n#####\n";
    assert_eq!(levels(inside).iter().map(write_line).collect::<Vec<_>>(), ["#####|#@$.#|#####|-|#####"]);
    let between = "#####\n#@$.#\n#####\n  \n#####\n#.$@#\n#####\n";
    assert_eq!(levels(between).len(), 2);
}

#[test]
fn boxoban_and_other_collections() {
    let text = "; 0\n##########\n#@ $  .  #\n##########\n\n; 1\n##########\n#.  $ @  #\n##########\n";
    let found = metadata(text);
    let titles: Vec<_> = found.iter().map(|(title, _)| title.as_deref()).collect();
    assert_eq!(titles, [Some("0"), Some("1")]);
}

#[test]
fn levels_of_other_games_are_told() {
    let text = format!("Title: one\nPuzzle Type: Hexoban\n\n{BOARD}");
    let entries = read_with(&text, &ReadOptions::default()).expect("boards");
    assert!(entries[0].level.as_ref().is_err_and(|error| error.message.contains("Hexoban")));
}

#[test]
fn counts_that_differ_need_leave() {
    let text = "#######\n#@$$ .#\n#######\n";
    assert!(read_as(text, None)[0].level.is_err());
    let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
    let entries = read_with(text, &options).expect("boards");
    assert!(entries[0].level.as_ref().is_ok_and(|level| level.boxes().count() == 2));
}

#[test]
fn rows_without_walls_between_closed_boards_separate_them() {
    let (one, two) = ("#####\n#@$.#\n#####\n", "######\n#@$ .#\n######\n");
    let boards = |text: &str| levels(text).iter().map(write_line).collect::<Vec<_>>();
    let (first, second) = ("#####|#@$.#|#####", "######|#@$ .#|######");
    for separator in [
        "---",
        "-----",
        "--------",
        "_____",
        "*****",
        "*******",
        "......",
        "- - -",
        "* * *",
        "     ",
        "        ",
        "*****\n*****",
    ] {
        let text = format!("{one}{separator}\n{two}");
        assert_eq!(boards(&text), [first, second], "{text}");
        let text = format!("{one}{separator}\n{two}{separator}\n{one}{separator}\n");
        assert_eq!(boards(&text), [first, second, first], "{text}");
        assert!(
            metadata(&text).iter().all(|(_, metadata)| metadata.notes.is_empty() && metadata.left_out.is_none()),
            "{text}"
        );
        let quoted = text.lines().map(|line| "> ".to_owned() + line).collect::<Vec<_>>().join("\n");
        assert_eq!(boards(&quoted), [first, second, first], "{quoted}");
    }
    // More rows than a board has.
    assert_eq!(levels(&format!("{one}-----\n").repeat(500)).len(), 500);
    // An error in one does not hide the other, and names its own row.
    let entries = read_with(&format!("{one}-----\n######\n#@x .#\n######\n"), &ReadOptions::default()).expect("boards");
    assert!(entries[0].level.is_ok());
    assert!(entries[1].level.as_ref().is_err_and(|error| error.message.contains("'x' at row 2 column 3")));
    let entries = read_with(&format!("#####\n#@$ #\n#####\n-----\n{two}"), &ReadOptions::default()).expect("boards");
    assert_eq!(entries.iter().map(|entry| entry.level.is_ok()).collect::<Vec<_>>(), [false, true]);
}

#[test]
fn rows_without_walls_within_a_board_belong_to_it() {
    for text in [
        "-----\n#####\n#@$.#\n#####\n-----\n",
        "-------\n--###--\n--#@#--\n--#$#--\n--#.#--\n--###--\n-------\n-------\n",
        "#####\n#@$.#\n#####\n-----\n#####\n",
        "#####\n#@$.#\n#####\n*****\n#####\n",
    ] {
        let rows: Vec<_> = levels(text).iter().map(write_line).collect();
        assert_eq!(rows.len(), 1, "{text}");
        assert_eq!(rows[0].matches('#').count(), text.matches('#').count(), "{text}");
    }
    // Two players, and the board above is not closed.
    for text in ["#####\n#@$.#\n-----\n#####\n#@$.#\n#####\n", "#####\n#@$.#\n-----\n#.$@#\n#####\n"] {
        let entries = read_with(text, &ReadOptions::default()).expect("a board");
        assert_eq!(entries.len(), 1, "{text}");
        assert!(entries[0].level.as_ref().is_err_and(|error| error.message.starts_with("2 players")), "{text}");
    }
}

#[test]
fn announced_solutions_with_a_fault_are_games() {
    for (written, steps) in [
        ("Solution\nrRx", "rRx"),
        ("Solution: rRRR", "rRRR"),
        ("Solution: ddd", "ddd"),
        ("Solution: RRR", "RRR"),
        ("Solution\nrR\u{200b}R", "rRR"),
        ("Solution: rR\u{200b}R", "rRR"),
        ("Solution\nr RR (done)", "r RR (done)"),
        ("Solution: r RR (done)", "r RR (done)"),
        ("Solution\nrRR;comment", "rRR;comment"),
        ("Solution: rRR.", "rRR"),
        ("Solution\nrRR.", "rRR"),
        ("Solution\nrR\nRxR", "rRRxR"),
    ] {
        let text = format!("{BOARD}{written}\n\nnext\n\n{BOARD}");
        let found = metadata(&text);
        assert_eq!(found[0].1.games, [game(Some("Solution"), steps, "")], "{text}");
        assert_eq!(found[1].0.as_deref(), Some("next"), "{text}");
        let entries = read_as(&text, None);
        assert_eq!(metadata(&super::text_as(&entries, "sok")), found, "{text}");
    }
    // A level with a fault keeps its solution.
    let entries = read_with("####\n#@$.\n####\nSolution: rR\n", &ReadOptions::default()).expect("a board");
    assert_eq!(entries[0].metadata.games, [game(Some("Solution"), "rR", "")]);
}

#[test]
fn notes_about_solutions_are_no_games() {
    for note in [
        "Solution: see website",
        "Solution: none",
        "Solution by NN",
        "Solution by: DRL",
        "Solution: lurd",
        "Solution: drill",
        "Solution\nsee page 3",
        "Solution\nDr. Smith",
        "Solution: 41 moves, 13 pushes",
        "; Solution: ddd",
    ] {
        let text = format!("{BOARD}{note}\n");
        let entries = read_as(&text, None);
        let found = metadata(&text);
        assert!(found[0].1.games.is_empty(), "{text}");
        assert_eq!(found[0].1.notes, note.trim_start_matches("; "), "{text}");
        for format in ["sok", "xsb"] {
            assert_eq!(metadata(&super::text_as(&entries, format)), found, "{text}");
        }
    }
}
