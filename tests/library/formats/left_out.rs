//! No level is lost silently: rows that belong to no level are counted.

use lurd::puzzle::{LeftOut, Omission, ReadOptions};
use lurd::sokoban::formats::read_with;
use lurd::sokoban::xsb::write_line;
use proptest::prelude::*;

use super::{levels, read_as, text_as};
use crate::common::levels::pulled;

const BOARD: &str = "#####\n#@$.#\n#####\n";

/// The number of levels in `text`, and the number of rows left out with the line of the first one.
fn counted(text: &str) -> (usize, Option<(usize, usize)>) {
    let entries = read_as(text, None);
    let rows = entries[0].metadata.left_out.map(|LeftOut { what, count, first }| {
        assert_eq!(what, Omission::Rows);
        (count, text[..first].matches('\n').count() + 1)
    });
    assert!(entries[1..].iter().all(|entry| entry.metadata.left_out.is_none()));
    (entries.len(), rows)
}

/// A second level that is written in another way: it is read, too, or its rows are counted.
#[test]
fn a_level_in_another_form_is_not_lost() {
    let forms = [
        "\u{ff03}\u{ff03}\u{ff03}\u{ff03}\u{ff03}\n\u{ff03}.$@\u{ff03}\n\u{ff03}\u{ff03}\u{ff03}\u{ff03}\u{ff03}\n",
        "\"#####\",\n\"#.$@#\",\n\"#####\",\n",
        "[\"#####\", \"#.$@#\", \"#####\"]\n",
        "\\#\\#\\#\\#\\#\n\\#.$@\\#\n\\#\\#\\#\\#\\#\n",
        "<table><tr><td>#</td><td>#</td><td>#</td><td>#</td><td>#</td></tr>\n\
         <tr><td>#</td><td>.</td><td>$</td><td>@</td><td>#</td></tr>\n\
         <tr><td>#</td><td>#</td><td>#</td><td>#</td><td>#</td></tr></table>\n",
        "#,#,#,#,#\n#,.,$,@,#\n#,#,#,#,#\n",
        "\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\n\u{2588}.$@\u{2588}\n\u{2588}\u{2588}\u{2588}\u{2588}\u{2588}\n",
    ];
    for form in forms {
        for text in [format!("{BOARD}\n{form}"), format!("{form}\n{BOARD}")] {
            let (levels, rows) = counted(&text);
            assert!(levels == 2 || rows.is_some_and(|(rows, _)| rows >= 3), "{levels} {rows:?}: {text}");
        }
    }
    // A row in a comment is none.
    assert_eq!(counted(&format!("{BOARD}\n; #####\n; #.$@#\n; #####\n")), (1, None));
}

#[test]
fn blocks_of_comment_end_where_they_end() {
    for (begin, end) in [
        ("Comment:", "Comment-End:"),
        ("COMMENT :", "comment end"),
        ("Comments:", "Comment_End:"),
        ("Comment: on the same line", "Comment-End:"),
        ("Solution comment:", "Solution comment end:"),
        ("Comment:\n; Comment:", "last words. CommentEnd:"),
    ] {
        let block = format!("Title: one\n{begin}\ncolor purple\nTitle: none\n; lurd: --nodes 1\n{end}\n");
        let text = format!("{BOARD}{block}\n{BOARD}{block}{block}\n{BOARD}");
        assert_eq!(counted(&text), (3, None), "{begin}");
        let entries = read_as(&text, None);
        let title = |index: usize| entries[index].level.as_ref().expect("legal").title().map(str::to_owned);
        assert_eq!((title(0).as_deref(), title(1).as_deref(), title(2)), (Some("one"), Some("one"), None));
        assert!(entries.iter().all(|entry| entry.flags.is_empty()));
        assert!(entries[0].metadata.notes.contains("color purple\nTitle: none"), "{}", entries[0].metadata.notes);
        for format in ["sok", "xsb", "rle"] {
            let text = text_as(&entries, format);
            assert_eq!(levels(&text).len(), 3, "{text}");
            assert_eq!(text_as(&read_as(&text, None), format), text);
        }
    }
}

#[test]
fn a_comment_without_an_end_is_one_line() {
    for begin in ["Comment:", "Comment: an easy one", "Comment:\n\nComment:"] {
        assert_eq!(counted(&format!("{BOARD}{begin}\n\n{BOARD}\n{BOARD}")), (3, None), "{begin}");
        let next = format!("{BOARD}{begin}\n\n{BOARD}Comment:\nx\nComment-End:\n\n{BOARD}");
        assert_eq!(counted(&next), (3, None), "{begin}");
    }
    assert_eq!(counted(&format!("{BOARD}Comment: easy\n\n{BOARD}Comment-End:\n\n{BOARD}")), (3, None));
    assert_eq!(counted(&format!("Comment-End:\n{BOARD}Comment-End\n\n{BOARD}")), (2, None));
}

#[test]
fn rows_that_become_no_level_are_counted() {
    for (text, rows, line) in [
        // A board within a block of comment.
        (format!("{BOARD}Comment:\n{BOARD}Comment-End:\n\n{BOARD}"), 3, 5),
        // Rows with blank lines between them.
        (format!("{BOARD}\n#####\n\n# $.#\n\n#####\n"), 3, 5),
        (format!("5#\n\n{BOARD}"), 1, 1),
        (format!("{BOARD}\n3(#\n"), 1, 5),
        // Boards in other letters than the first.
        (format!("{BOARD}\nXXXXX\nX@*.X\nXXXXX\n"), 3, 5),
        (format!("XXXXX\nX@*.X\nXXXXX\n\n{BOARD}"), 3, 1),
        (format!("{BOARD}\n#OpQ#\n#p b o#\n\nbehind\n"), 1, 6),
        // Within mail.
        (format!("{BOARD}\n> #####\n"), 1, 5),
    ] {
        let (_, found) = counted(&text);
        assert_eq!(found, Some((rows, line)), "{text}");
    }
}

#[test]
fn comments_titles_and_rulers_are_no_rows() {
    let text = format!(
        "; #####\n; #@$.#\n; #####\n\n{BOARD}; #####\n:: #####\nSet: #####\n\n##\n\n*****\n\nXXX\n\nX\n\n-----\n\n# 1\n\n####### A #######\n\nComment:\n#####\n#####\nComment-End:\n\n{BOARD}\nSolution\nR\n{BOARD}"
    );
    assert_eq!(counted(&text), (3, None));
    let entries = read_with("#####\n", &ReadOptions::default()).expect("an error");
    assert_eq!(entries[0].metadata.left_out, None, "it is an entry");
}

#[test]
fn what_is_commented_out_stays_so() {
    let text = format!(
        "{BOARD}; #####\n; #.$@#\n; #####\n; > #####\n;  Set: ####\n\n; 5#|#@$.#|5#\n; RR\n\nSolution\nR\n; #####\n; #@$.#\n; #####\n\n; p.b\n; last\n"
    );
    let entries = read_as(&text, None);
    assert_eq!(entries.len(), 1);
    for format in ["sok", "xsb", "rle"] {
        let written = text_as(&entries, format);
        for extension in [None, Some("sok".to_owned())] {
            let options = ReadOptions { extension, ..ReadOptions::default() };
            let again = read_with(&written, &options).expect("a level");
            assert_eq!(again.len(), 1, "{written}");
            assert_eq!(again[0].metadata.left_out, None, "{written}");
            assert_eq!(again[0].metadata.games.len(), usize::from(format == "sok"), "{written}");
            assert_eq!(again[0].metadata.notes, entries[0].metadata.notes, "{written}");
        }
    }
}

#[test]
fn a_row_above_a_game_is_its_title_and_stays_so() {
    for title in ["#####", "3(#"] {
        let entries = read_as(&format!("{BOARD}\n{title}\nR\n"), None);
        assert_eq!(entries[0].metadata.games[0].title.as_deref(), Some(title));
        let again = read_as(&text_as(&entries, "sok"), None);
        assert_eq!(again[0].metadata.games, entries[0].metadata.games);
        assert_eq!((again.len(), again[0].metadata.left_out), (1, None), "{title}");
    }
}

#[test]
fn a_board_in_a_description_is_told_and_not_revived() {
    let head = "<?xml version=\"1.0\"?>\n<SokobanLevels>\n<Title>t</Title>\n<Description>see\n";
    let tail = "</Description>\n<LevelCollection><Level Id=\"1\"><L>#####</L><L>#@$.#</L><L>#####</L></Level></LevelCollection>\n</SokobanLevels>\n";
    let text = format!("{head}{BOARD}{tail}");
    assert_eq!(counted(&text), (1, Some((3, 5))));
    for format in ["sok", "xsb", "rle", "slc"] {
        let written = text_as(&read_as(&text, None), format);
        assert_eq!(counted(&written), (1, None), "{written}");
    }
}

#[test]
fn a_title_like_a_row_is_a_title() {
    let text = format!("Collection: #  @$ .#\n\n{BOARD}");
    let written = text_as(&read_as(&text, Some("sok")), "slc");
    assert!(written.contains("<Title>#  @$ .#</Title>"), "{written}");
    assert_eq!(counted(&written), (1, None));
}

/// Text around a board, with the number of its rows that look like rows of a board.
fn block() -> impl Strategy<Value = (String, usize)> {
    let word = "[a-z]{1,8}( [a-z,.!]{1,8}){0,3}";
    let begin = prop::sample::select(vec!["Comment:", "comment :", "COMMENT=", "Comments:", "Author comment:"]);
    let end = prop::sample::select(vec!["Comment-End:", "comment-end", "COMMENT_END:", "Author comment end:"]);
    let inner = prop_oneof![
        Just((String::new(), 0)),
        word.prop_map(|word| (word, 0)),
        word.prop_map(|word| (format!("Title: {word}"), 0)),
        Just(("words\n#####\nwords".to_owned(), 0)),
        Just((format!("words\n{BOARD}words"), 3)),
    ];
    prop_oneof![
        word.prop_map(|word| (format!("; {word}\n"), 0)),
        word.prop_map(|word| (format!(":: {word}\n"), 0)),
        word.prop_map(|word| (format!("Title: {word}\n"), 0)),
        word.prop_map(|word| (format!("Author: {word}\n"), 0)),
        word.prop_map(|word| (format!("Comment: {word}\n"), 0)),
        word.prop_map(|word| (format!("{word}\n"), 0)),
        Just(("Comment:\n".to_owned(), 0)),
        Just(("; #####\n; #@$.#\n; #####\n".to_owned(), 0)),
        Just(("Difficulty: hard\nDate: 29.03.05\nSet: #####\n".to_owned(), 0)),
        Just(("\n".to_owned(), 0)),
        (begin, end, prop::collection::vec(inner, 0..4)).prop_map(|(begin, end, inner)| {
            let rows = inner.iter().map(|(_, rows)| rows).sum();
            let inner: String = inner.into_iter().map(|(text, _)| text + "\n").collect();
            (format!("{begin}\n{inner}{end}\n"), rows)
        }),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_level_comes_back_whatever_stands_around_it(
        parts in prop::collection::vec(
            (0_u64..60, prop::collection::vec(block(), 0..4), prop::collection::vec(block(), 0..4), any::<bool>()),
            1..6,
        ),
        ends in prop::sample::select(vec!["\n", "\r\n", "\r"]),
    ) {
        let mut text = String::new();
        let mut expected = Vec::new();
        let mut rows = 0;
        for (seed, above, below, has_game) in parts {
            let level = pulled(seed);
            text.extend(above.iter().map(|(block, _)| block.as_str()));
            text.push_str(&lurd::sokoban::xsb::write_xsb(&level));
            text.extend(below.iter().map(|(block, _)| block.as_str()));
            rows += above.iter().chain(&below).map(|(_, rows)| rows).sum::<usize>();
            if has_game {
                text.push_str("\nSolution\nrrUlD\n");
            }
            text.push('\n');
            expected.push(write_line(&level));
        }
        let text = text.replace('\n', ends);
        let entries = read_as(&text, None);
        let boards = |text: &str| -> Vec<String> { levels(text).iter().map(write_line).collect() };
        prop_assert_eq!(boards(&text), &expected[..], "{}", text);
        prop_assert_eq!(entries[0].metadata.left_out.map_or(0, |it| it.count), rows, "{}", text);
        for format in ["sok", "xsb", "rle", "slc", "pusher-db"] {
            let written = text_as(&entries, format);
            prop_assert_eq!(boards(&written), &expected[..], "{}\nas {}\n{}", text, format, written);
            prop_assert_eq!(read_as(&written, None)[0].metadata.left_out, None, "{}\nas {}\n{}", text, format, written);
        }
    }
}
