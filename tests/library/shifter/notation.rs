//! Shifters in every notation, and arbitrary texts.

use proptest::prelude::*;

use lurd::diagnostic::Diagnostic;
use lurd::puzzle::{Confidence, Plugin, Puzzle};
use lurd::shifter::Shifter;

const MISSILE_4: &str = "1221/3443/3443/2442 -> 4342/3124/4243/2431";

pub(super) fn read_one(text: &str) -> Box<dyn Puzzle> {
    let mut entries = Shifter.read(text).expect("a text with puzzles");
    assert_eq!(entries.len(), 1, "{text}");
    match entries.remove(0).puzzle {
        Ok(puzzle) => puzzle,
        Err(complaint) => panic!("{complaint:?} in {text}"),
    }
}

pub(super) fn complaint(text: &str) -> Diagnostic {
    match Shifter.read(text) {
        Err(complaint) => complaint,
        Ok(entries) => {
            *entries.into_iter().find_map(|entry| entry.puzzle.err()).unwrap_or_else(|| panic!("reads {text:?}"))
        }
    }
}

#[test]
fn every_notation_gives_the_same_puzzle() {
    for text in [
        MISSILE_4,
        "1221/3443/3443/2442->4342/3124/4243/2431",
        "1221\n3443\n3443\n2442\n->\n4342\n3124\n4243\n2431\n",
        "1221\r\n3443\r\n3443\r\n2442 -> 4342\r\n3124\r\n4243\r\n2431\r\n",
        "1221/3443/\n3443/2442 ->\n4342/3124/\n4243/2431",
        "1 2 2 1 / 3,4,4,3 / 3443/2442 -> 4342/\n3124/4243/2431",
        "1221/3443/3443/2442 ->\n\n4342/3124/4243/2431 ; done",
        "source:[1,2,2,1, 3,4,4,3, 3,4,4,3, 2,4,4,2]\ntarget:[4,3,4,2, 3,1,2,4, 4,2,4,3, 2,4,3,1]",
        "source:[1,2,2,1, 3,4,4,3, 3,4,4,3, 2,4,4,2], target:[4,3,4,2, 3,1,2,4, 4,2,4,3, 2,4,3,1],",
        "Source :\n [1 2 2 1 3 4 4 3\n3,4,4,3,,2,4,4,2,]\nTARGET = [4,3,4,2,3,1,2,4,4,2,4,3,2,4,3,01]",
        "[1,2,2,1,3,4,4,3,3,4,4,3,2,4,4,2] -> [4,3,4,2,3,1,2,4,4,2,4,3,2,4,3,1]",
        "[[1,2,2,1],[3,4,4,3],[3,4,4,3],[2,4,4,2]] -> [4,3,4,2,3,1,2,4,4,2,4,3,2,4,3,1]",
        "[1,2,2,1/3,4,4,3/3,4,4,3/2,4,4,2] -> 4342/3124/4243/2431",
        "; comment\nsource:\n1221\n3443 ; comment\n; comment\n3443\n2442\n\n; comment\ntarget:\n4342\n3124\n4243\n2431",
        "source: 1221/3443/3443/2442 target: 4342/3124/4243/2431",
        "\u{feff}source:1221/3443/3443/2442\n\n\ntarget:4342/3124/4243/2431\n['left', 1]",
    ] {
        assert_eq!(read_one(text).id(), MISSILE_4, "{text}");
    }
}

#[test]
fn game_ids_of_sixteen() {
    let puzzle = read_one("4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16");
    let id = "1,5,9,13/2,6,10,14/3,7,11,15/4,8,12,16 -> 1,2,3,4/5,6,7,8/9,10,11,12/13,14,15,16";
    assert_eq!(puzzle.id(), id);
    assert_eq!(read_one(id).id(), id);
    // Width comes first.
    assert_eq!(read_one("3x2:6,5,4,3,2,1").id(), "654/321 -> 123/456");
    assert_eq!(read_one("3x2m7: 6 5 4 3 2 1").id(), "654/321 -> 123/456");
}

#[test]
fn wildcards_and_locked_lines() {
    let id = "123/456 -> ?2?/??? locked: row 1, column 0, column 2";
    for text in [
        id,
        "123/456 -> ?2?/??? Locked: columns 2 0 rows 1",
        "source:\n123\n456\ntarget:\n?2?\n???\nlocked: row 1 column 0,2 ; done",
        "[1,2,3,4,5,6] -> [[?,2,?],[?,?,?]]\n\nlocked: row 01, columns 0, 2",
    ] {
        assert_eq!(read_one(text).id(), id, "{text}");
        assert_eq!(read_one(&read_one(text).text()).id(), id, "{text}");
    }
    let id = "654/321 -> 123/456 locked: column 1";
    assert_eq!(read_one("3x2:6,5,4,3,2,1 locked: column 1").id(), id);
    assert_eq!(read_one("10,11/12,13 -> ?,10/?,?").id(), "10,11/12,13 -> ?,10/?,?");
    let picture = read_one(id).start().picture();
    assert!(picture.ends_with("locked: column 1"), "{picture}");
}

#[test]
fn shapes_that_are_not_square() {
    assert_eq!(read_one("source:[1,2,3,\n4,5,6] target:[4,5,6,1,2,3]").id(), "123/456 -> 456/123");
    assert_eq!(read_one("[1,2,3,4,5,6] -> 456/123").id(), "123/456 -> 456/123");
    assert_eq!(read_one("1/2/3 -> 3/1/2").id(), "1/2/3 -> 3/1/2");
    assert_eq!(read_one("10,/11, -> 11,/10,").id(), "10,/11, -> 11,/10,");
    assert_eq!(read_one("ab/cd -> ba/cd").id(), "ab/cd -> ba/cd");
    assert_eq!(read_one("a,10/b,2 -> 10,a/2,b").id(), "a,10/b,2 -> 10,a/2,b");
}

#[test]
fn a_file_of_several() {
    let file = "; lurd: --nodes 5\nFirst\n\nsource:\n12\n34\ntarget:\n21\n34\nSecond\n; lurd: --nodes 7\n; lurd: --time 1s\n\
                12/34 -> 43/21\n11/22 -> 12/12\nremains\n== 4 ==\nsource:[1,2,2,1] target:[2,1,1,2]\n";
    let entries = Shifter.read(file).expect("puzzles");
    let ids: Vec<_> = entries
        .iter()
        .map(|entry| entry.puzzle.as_ref().map(|puzzle| puzzle.id()).map_err(|complaint| &complaint.message))
        .collect();
    assert_eq!(
        ids,
        [
            Ok("12/34 -> 21/34".into()),
            Ok("12/34 -> 43/21".into()),
            Ok("11/22 -> 12/12".into()),
            Ok("12/21 -> 21/12".into())
        ]
    );
    let titles: Vec<_> =
        entries.iter().map(|entry| entry.puzzle.as_ref().ok().and_then(|puzzle| puzzle.title())).collect();
    assert_eq!(titles, [Some("First"), Some("Second"), None, Some("4")]);
    let flags: Vec<_> = entries.iter().map(|entry| entry.flags.as_str()).collect();
    assert_eq!(flags, ["--nodes 5", "--nodes 7 --time 1s", "", ""]);
    assert_eq!(entries[3].note.as_deref(), Some("skipped 1 line before it that begins no puzzle"));
    assert!(entries[..3].iter().all(|entry| entry.note.is_none()));
    assert_eq!(&file[entries[2].place.clone()], "11/22 -> 12/12");
}

/// The way the puzzles and their answers were published in 2009.
#[test]
fn a_page_with_answers_and_pictures() {
    let page = "====== 1 ======\nsource:[1, 2, 2, 1]\ntarget:[2, 1, 1, 2]\n['left' , 0] #note\n['left' , 1]\n\
                [![](http://pics/1)](http://pics/1/)\n====== 2 ======\nsource:[1,1, 2,2]\ntarget:[2,2, 1,1]\n\
                ['up' , 0]\n";
    let entries = Shifter.read(page).expect("puzzles");
    let puzzles: Vec<_> = entries.iter().map(|entry| entry.puzzle.as_ref().expect("a puzzle")).collect();
    let seen: Vec<_> = puzzles.iter().map(|puzzle| (puzzle.title(), puzzle.id())).collect();
    assert_eq!(seen, [(Some("1"), "12/21 -> 21/12".into()), (Some("2"), "11/22 -> 22/11".into())]);
    assert_eq!(entries[1].note.as_deref(), Some("skipped 3 lines before it that begin no puzzle"));
}

#[test]
fn one_bad_puzzle_does_not_stop_a_file() {
    let file = "One\nsource:\n12\n3#\ntarget:\n12\n34\n\nTwo\n12/34 -> 12/3\n21/43 -> 12/34\ntarget: 1\nsource: 2 target: 2\nThree\nsource: 1\nsource: 1 target: 1";
    let entries = Shifter.read(file).expect("puzzles");
    let results: Vec<_> = entries
        .iter()
        .map(|entry| match &entry.puzzle {
            Ok(puzzle) => puzzle.id(),
            Err(complaint) => complaint.message.clone(),
        })
        .collect();
    assert_eq!(
        results,
        [
            "'#' in place of a tile",
            "row 2 of the target has 1 tile, row 1 has 2",
            "21/43 -> 12/34",
            "the source is missing",
            "2 -> 2",
            "the target is missing",
            "1 -> 1",
        ]
    );
}

#[test]
fn a_target_may_come_first() {
    let id = "123/456 -> 312/456";
    for text in [
        "target: 312/456 source: 123/456",
        "Target = [[3,1,2],[4,5,6]]\nSource = [[1,2,3],[4,5,6]]\n",
        "target:\n312\n456\nsource:\n123\n456\n",
        "; comment\r\nTARGET:\r\n312\r\n456\r\n\r\nSOURCE:\r\n123\r\n456\r\n",
    ] {
        assert_eq!(read_one(text).id(), id, "{text}");
    }
    let locked = read_one("target: 312/456\nsource: 123/456\nlocked: row 1");
    assert_eq!(locked.id(), "123/456 -> 312/456 locked: row 1");
    let entries = Shifter.read("One\ntarget: 12\nsource: 21\nTwo\nsource: 34\ntarget: 43\n").expect("puzzles");
    let puzzles: Vec<_> = entries.iter().map(|entry| entry.puzzle.as_ref().expect("a puzzle")).collect();
    let seen: Vec<_> = puzzles.iter().map(|puzzle| (puzzle.title(), puzzle.id())).collect();
    assert_eq!(seen, [(Some("One"), "21 -> 12".into()), (Some("Two"), "34 -> 43".into())]);
    for text in ["target:", "target: 12/34", "target:\n12\n34\nsource:\n21", "target: [1,2,2,1]\nsource: [1,2"] {
        assert!(Shifter.wants_more(text), "{text}");
    }
    for text in ["target: 12/34\nsource: 21/34", "target: 12/34\nsource: 21/35", "target: 12/34\n\nsolve"] {
        assert!(!Shifter.wants_more(text), "{text}");
    }
}

#[test]
fn more_lines_are_wanted() {
    for text in [
        "source:",
        "source:[1,2,2,1]",
        "source:[1,2,\n2,1",
        "source:\n12\n34\ntarget:",
        "source:\n12\n34\n\ntarget:\n21\n",
        "source:[1,2,2,1] target:",
        "source:[1,2,2,1] target:[1,2,",
        "12/34 ->",
        "12/34 -> 12",
        "12/34 -> 12/",
        "12\n34\n->\n12\n",
        "12/34 -> [1,2,",
        "[[1,2],",
        "First\n\nsource:\n12\n34",
    ] {
        // A list that begins a text without '->' may be anything.
        assert_eq!(Shifter.wants_more(text), text != "[[1,2],", "{text}");
    }
    for text in [
        "",
        "quit",
        "left 0, up 3",
        MISSILE_4,
        "12/34",
        "12/34 -> 12/3#",
        "12/34 -> 12/34/",
        "source:[1,2,2,1] target:[1,2,2,1]",
        "source:[1,2,2,1] target:[1,2,1]",
        "source:\n1#",
        "source:\n12\n34\n\n\n",
        "source:\n12\n34\ntarget:\n21\n34",
        "2x2:1,2,",
    ] {
        assert!(!Shifter.wants_more(text), "{text}");
    }
}

#[test]
fn claims_are_modest() {
    for (text, confidence) in [
        (MISSILE_4, Confidence::Sure),
        ("source:", Confidence::Sure),
        ("title\n\nsource: [", Confidence::Sure),
        ("4x4:1,2", Confidence::Sure),
        ("12/3# -> 12/34", Confidence::Maybe),
        ("12/34", Confidence::Maybe),
        ("12\n34\n", Confidence::Maybe),
        ("missile/4", Confidence::No),
        ("#####|#@$.#|#####", Confidence::No),
        ("#####\n#@$.#\n#####\nTitle: there -> here", Confidence::Maybe),
        ("left 0, up 3", Confidence::No),
        ("", Confidence::No),
    ] {
        assert_eq!(Shifter.confidence(text), confidence, "{text}");
    }
}

/// Rows that spell the word `to`, which also separates two boards, are read as tiles where no source can end.
#[test]
fn tiles_that_spell_to() {
    for (text, id) in [
        ("UU/oo/UT -> UU/Uo/To", "UU/oo/UT -> UU/Uo/To"),
        ("TU/oo/UT -> To/TU/Uo", "TU/oo/UT -> To/TU/Uo"),
        ("To/UU -> UU/To", "To/UU -> UU/To"),
        ("ab/to/cd -> to/ab/cd", "ab/to/cd -> to/ab/cd"),
        ("ab to cd -> to ab cd", "ab/to/cd -> to/ab/cd"),
        ("ab/to to to/ab", "ab/to -> to/ab"),
        ("source:\nab\nto\n\ntarget:\nto\nab", "ab/to -> to/ab"),
        ("ab\ncd\nto\ncd\nab", "ab/cd -> cd/ab"),
    ] {
        assert_eq!(read_one(text).id(), id, "{text:?}");
    }
}

fn label() -> impl Strategy<Value = String> {
    prop_oneof!["[a-zA-Z0-9é]", "[tToO]", "[1-9][0-9]{1,8}"]
}

/// A board with repeated labels, and the same tiles in another order.
fn boards() -> impl Strategy<Value = (usize, Vec<String>, Vec<String>)> {
    (1..6_usize, 1..6_usize, prop::collection::vec(label(), 1..5)).prop_flat_map(|(rows, columns, labels)| {
        let cells = prop::collection::vec(prop::sample::select(labels), rows * columns);
        cells.prop_flat_map(move |cells| (Just(columns), Just(cells.clone()), Just(cells).prop_shuffle()))
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back((columns, source, target) in boards(), title in "([A-Z][a-z =>;:.-]{0,9})?") {
        let board = |cells: &[String]| {
            cells.chunks(columns).map(|row| format!("[{}]", row.join(","))).collect::<Vec<_>>().join(",")
        };
        let text = format!("{title}\nsource:[{}]\ntarget:[{}]", board(&source), board(&target));
        let first = Shifter.read(&text).expect("text").pop().expect("an entry");
        // The title may happen to begin a puzzle of its own.
        if let Ok(puzzle) = first.puzzle {
            prop_assert_eq!(read_one(&puzzle.id()).id(), puzzle.id());
            let again = Shifter.read(&puzzle.text()).expect("text").pop().expect("an entry").puzzle.expect("a puzzle");
            prop_assert_eq!(again.id(), puzzle.id());
            prop_assert_eq!(again.text(), puzzle.text());
            prop_assert_eq!(again.title(), puzzle.title());
        }
    }

    #[test]
    fn no_text_is_a_panic(text in "(\\PC|source:|target:|->|[0-9/,\\[\\]\n; ]|3x2:|lurd:)*") {
        _ = Shifter.confidence(&text);
        _ = Shifter.wants_more(&text);
        match Shifter.read(&text) {
            Err(complaint) => prop_assert!(complaint.place.is_none_or(|place| text.get(place).is_some())),
            Ok(entries) => {
                for entry in entries {
                    prop_assert!(text.get(entry.place).is_some());
                    match entry.puzzle {
                        Ok(puzzle) => {
                            prop_assert_eq!(read_one(&puzzle.id()).id(), puzzle.id());
                            prop_assert!(!puzzle.start().picture().is_empty());
                        }
                        Err(complaint) => {
                            prop_assert!(complaint.place.is_none_or(|place| text.get(place).is_some()));
                        }
                    }
                }
            }
        }
    }
}
