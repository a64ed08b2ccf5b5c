//! Diagnostics point at the exact byte, whatever surrounds it.

use lurd::puzzle::ReadOptions;
use lurd::sokoban::formats::read_with;

/// The place and the message of the error of the level at `index`.
fn error_of(text: &str, index: usize, options: &ReadOptions) -> (std::ops::Range<usize>, String) {
    let entries = read_with(text, options).expect("boards");
    let error = entries[index].level.clone().expect_err("an error");
    (error.place.expect("a place"), error.message)
}

#[test]
fn behind_wide_letters_line_ends_and_marks() {
    for before in ["", "\u{feff}", "Ünïcode 漢字\r\n\r\n", ";a\n\n#####\n#@$.#\n#####\n\n日本\n\n", "tab\there\r\r"]
    {
        let text = format!("{before}#####\r\n#@?.#\r\n#####\r\n");
        let index = usize::from(before.contains('$'));
        let (place, message) = error_of(&text, index, &ReadOptions::default());
        assert_eq!(text.get(place), Some("?"), "{before:?}");
        assert_eq!(message, "'?' at row 2 column 3 is not a letter of a board");
        let text = format!("{before}#####\n#@@*#\n#####\n");
        let (place, _) = error_of(&text, index, &ReadOptions::default());
        assert_eq!((place.start, text.get(place)), (before.len() + 8, Some("@")));
    }
}

#[test]
fn in_counted_rows_and_in_margins() {
    let text = "5#|#2@.#|5#";
    let (place, message) = error_of(text, 0, &ReadOptions::default());
    assert_eq!((text.get(place), message.starts_with("2 players")), (Some("@"), true));
    // A tab is eight columns of margin, and the column in the message counts them.
    let text = "\t#####\n\t#@@*#\n\t#####\n";
    let (place, message) = error_of(text, 0, &ReadOptions::default());
    assert_eq!((place, message.contains("row 2 column 11")), (10..11, true), "{message}");
    let text = "> #####\n> #@@*#\n> #####\n";
    assert_eq!(error_of(text, 0, &ReadOptions::default()).0, 12..13);
}

#[test]
fn in_xml() {
    let text = "<SokobanLevels><LevelCollection><Level Id=\"ä\"><L>#####</L><L>#@?*#</L><L>#####</L></Level></LevelCollection></SokobanLevels>";
    let (place, message) = error_of(text, 0, &ReadOptions::default());
    assert_eq!((text.get(place), message.as_str()), (Some("?"), "'?' at row 2 column 3 is not a letter of a board"));
    let marked = format!("\u{feff}{text}");
    assert_eq!(marked.get(error_of(&marked, 0, &ReadOptions::default()).0), Some("?"));
    let broken = read_with("<?xml version=\"1.0\"?>\n<SokobanLevels>\n  <Level>\n", &ReadOptions::default());
    assert!(broken.is_err_and(|error| error.message.starts_with("invalid XML") && error.place.is_some()));
}

#[test]
fn in_a_listing_of_bytes() {
    // 5 x 3, the first row of walls, then the data end.
    let text = "x db 5, 3, 0B4h\n";
    let (place, message) = error_of(text, 0, &ReadOptions::default());
    assert_eq!((place, message.as_str()), (text.len()..text.len(), "the packed level ends within a symbol"));
}
