//! Formats preserve what they can hold, and list what they cannot.

use lurd::puzzle::{Metadata, SavedGame};
use lurd::sokoban::Level;
use lurd::sokoban::formats::LevelEntry;
use lurd::sokoban::xsb::write_xsb;
use proptest::prelude::*;

use super::{contents, read_as, text_as, write, written};
use crate::common::levels::pulled;

/// A level with its metadata.
fn entry(seed: u64, title: Option<String>, metadata: Metadata, flags: &str) -> LevelEntry {
    let text = write_xsb(&pulled(seed));
    let titled = title.map_or(text.clone(), |title| format!("Title: {title}\n\n{text}"));
    let level: Level = read_as(&titled, None).remove(0).level.expect("legal");
    LevelEntry { level: Ok(level), place: 0..0, flags: flags.to_owned(), note: None, metadata: metadata.shared() }
}

fn rich() -> Vec<LevelEntry> {
    let games = vec![
        SavedGame { title: Some("Solution 41/13".to_owned()), steps: "lurd".repeat(40), notes: String::new() },
        SavedGame { title: Some("Snapshot".to_owned()), steps: "3r2(lU)".to_owned(), notes: "why".to_owned() },
    ];
    let first = Metadata {
        header: "Collection: All\nCopyright: Us\nwhat is in it".to_owned(),
        author: Some("Me & <You>".to_owned()),
        notes: "a note\n\nanother\nDifficulty: hard".to_owned(),
        games,
        ..Metadata::default()
    };
    let third = Metadata { notes: "the last note".to_owned(), ..Metadata::default() };
    vec![
        entry(1, Some("one".to_owned()), first, "--for pushes"),
        entry(2, None, Metadata::default(), ""),
        entry(3, Some("Title: 3 = \"three\"".to_owned()), third, ""),
        entry(4, None, Metadata::default(), ""),
        entry(5, Some("5".to_owned()), Metadata::default(), "--nodes 5"),
        entry(6, Some("ru".to_owned()), Metadata::default(), ""),
    ]
}

#[test]
fn sok_holds_everything() {
    let entries = rich();
    let (_, losses) = written(&entries, "sok");
    assert_eq!(losses, Vec::<String>::new());
    let text = text_as(&entries, "sok");
    let again = read_as(&text, None);
    assert_eq!(contents(&again), contents(&entries), "{text}");
    assert_eq!(text_as(&again, "sok"), text);
}

#[test]
fn xsb_holds_all_but_games() {
    let entries = rich();
    let (_, losses) = written(&entries, "xsb");
    assert_eq!(losses, ["2 solutions and saved games"]);
    let text = text_as(&entries, "xsb");
    let again = read_as(&text, None);
    let mut expected = contents(&entries);
    for (_, metadata, _) in &mut expected {
        metadata.games.clear();
    }
    assert_eq!(contents(&again), expected, "{text}");
}

#[test]
fn every_format_keeps_the_boards_and_says_what_it_loses() {
    let entries = rich();
    let boards = |entries: &[LevelEntry]| -> Vec<String> {
        entries.iter().map(|entry| write_xsb(entry.level.as_ref().expect("legal"))).collect()
    };
    for (format, lost) in [("slc", 3), ("rle", 1), ("pusher-db", 6)] {
        let (bytes, losses) = written(&entries, format);
        let text = String::from_utf8(bytes).expect("text");
        assert_eq!(losses.len(), lost, "{format}: {losses:?}");
        let again = read_as(&text, None);
        assert_eq!(boards(&again), boards(&entries), "{format}\n{text}");
        assert_eq!(text_as(&again, format), text, "{format}");
    }
    let slc = read_as(&text_as(&entries, "slc"), None);
    assert_eq!(slc[0].metadata.author.as_deref(), Some("Me & <You>"));
    assert_eq!(slc[0].metadata.header, "Collection: All\nwhat is in it\nCopyright: Us");
    let titles: Vec<_> = slc.iter().map(|entry| entry.level.as_ref().expect("legal").title()).collect();
    assert_eq!(titles, [Some("one"), None, Some("Title: 3 = \"three\""), None, Some("5"), Some("ru")]);
}

/// Elements and attributes that the format does not define, as other programs write them.
#[test]
fn nothing_in_an_slc_file_is_dropped() {
    let board = "<L>######</L><L>#@ $.#</L><L>######</L>";
    let text = format!(
        "<?xml version=\"1.0\"?>\n<!-- made by hand -->\n<SokobanLevels>\n<Title>Two</Title>\n<Subtitle>and a half</Subtitle>\n\
         <LevelCollection Copyright=\"A\"><Level Id=\"1\" Difficulty=\"3\">{board}<Solution>r\nR</Solution><Comment>an\neasy one\
         </Comment></Level></LevelCollection>\n<LevelCollection Copyright=\"B\"><Level Id=\"2\">{board}<Solution>none</Solution></Level>\
         </LevelCollection>\n</SokobanLevels>\n"
    );
    let entries = read_as(&text, None);
    let all: Vec<_> = entries.iter().map(|entry| &entry.metadata).collect();
    assert_eq!(all[0].header, "made by hand\nCollection: Two\nSubtitle: and a half\nCopyright: A");
    assert_eq!(all[0].notes, "Difficulty: 3\nComment: an easy one");
    let games: Vec<_> = all[0].games.iter().map(|game| game.steps.as_str()).collect();
    assert_eq!(games, ["rR"]);
    // What is said of a second collection stays as text.
    assert_eq!((all[0].author.as_deref(), all[1].author.as_deref()), (None, None));
    assert_eq!(all[0].games[0].notes, "Copyright: B");
    assert_eq!(all[1].notes, "Solution: none");
    // The same in a format that holds all of it.
    let again = read_as(&text_as(&entries, "sok"), None);
    assert_eq!(contents(&again), contents(&entries));
}

#[test]
fn a_school_file_holds_one_board_of_its_size() {
    let level = entry(1, None, Metadata::default(), "");
    let text = text_as(std::slice::from_ref(&level), "school");
    assert_eq!((text.lines().count(), text.lines().all(|line| line.len() == 30)), (20, true));
    assert_eq!(read_as(&text, Some("school"))[0].level, level.level);
    let refused = write(&rich(), "school");
    assert!(refused.is_err_and(|why| why.to_string().contains("one level, not 6")));
}

#[test]
fn what_pusher_cannot_write_is_refused() {
    let level = read_as("#####\n#+$ #\n#####\n", None);
    let refused = write(&level, "pusher");
    assert!(refused.is_err_and(|why| why.to_string().contains("the player at row 2 column 2 stands on a goal")));
    // In packed levels the player is not part of the squares.
    assert_eq!(
        read_as(&text_as(&level, "pusher-db"), None)[0].level.as_ref().map(write_xsb),
        level[0].level.as_ref().map(write_xsb)
    );
}

/// A line of text that is neither empty nor has blanks around it.
fn line() -> impl Strategy<Value = String> {
    "[A-Za-z0-9 .,'!ä漢#$@*+-]{1,20}"
        .prop_map(|line| line.trim().to_owned())
        .prop_filter("not empty", |line| !line.is_empty())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn titles_and_solutions_come_back(
        levels in proptest::collection::vec((0_u64..50, proptest::option::of(line()), proptest::option::of("[lurd]{1,200}")), 1..6),
        crlf in any::<bool>(),
    ) {
        let entries: Vec<LevelEntry> = levels
            .into_iter()
            .map(|(seed, title, steps)| {
                let games = steps.into_iter().map(|steps| SavedGame { title: Some("Solution".to_owned()), steps, notes: String::new() });
                entry(seed, title, Metadata { games: games.collect(), ..Metadata::default() }, "")
            })
            .collect();
        let text = text_as(&entries, "sok");
        let text = if crlf { text.replace('\n', "\r\n") } else { text };
        prop_assert_eq!(contents(&read_as(&text, Some("sok"))), contents(&entries), "{}", text);
        let text = text_as(&entries, "xsb");
        let titles = |entries: &[LevelEntry]| -> Vec<Level> {
            entries.iter().map(|entry| entry.level.clone().expect("legal")).collect()
        };
        prop_assert_eq!(titles(&read_as(&text, None)), titles(&entries), "{}", text);
        let text = text_as(&entries, "slc");
        prop_assert_eq!(titles(&read_as(&text, None)), titles(&entries), "{}", text);
    }
}
