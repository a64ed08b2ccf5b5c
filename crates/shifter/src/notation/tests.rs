//! Puzzles for the tests of other modules, and texts in every notation.

use lurd_puzzle::puzzle::{Confidence, PuzzleEntry};

use super::pairs::Pairs;
use super::reader;
use crate::instance::ShifterPuzzle;

/// The puzzle `SOURCE -> TARGET`, for tests that need more than the trait.
pub(crate) fn one(text: &str) -> ShifterPuzzle {
    let found = Pairs::of(text).step(0, None).ok();
    found.and_then(|found| found.puzzle.ok()).expect("a puzzle")
}

/// The only puzzle of a text.
fn puzzle(text: &str) -> Option<String> {
    let entries = reader::read(text).ok()?;
    let mut puzzles = entries.iter().filter_map(|entry| entry.puzzle.as_ref().ok());
    puzzles.next().filter(|_| entries.len() == 1).map(|puzzle| puzzle.id())
}

mod names {
    use super::*;

    /// The puzzles of a text and the notes on them.
    pub(super) fn read(text: &str) -> Vec<(String, String)> {
        let entries = reader::read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"));
        let told = |entry: PuzzleEntry| {
            let puzzle = entry.puzzle.unwrap_or_else(|error| panic!("{text}: {error:?}"));
            (puzzle.id(), entry.note.unwrap_or_default())
        };
        entries.into_iter().map(told).collect()
    }

    const SOURCE_FIRST: &str = "read as two boards, the source first";
    const TARGET_FIRST: &str = "read as two boards, the target first";

    #[test]
    fn names_of_boards_have_a_meaning_in_any_order() {
        const PAIRS: [[&str; 2]; 17] = [
            ["Start", "Goal"],
            ["Scrambled", "Solved"],
            ["From", "To"],
            ["Initial", "Final"],
            ["Before", "After"],
            ["initial", "goal"],
            ["START", "END"],
            ["current", "desired"],
            ["unsolved", "solved"],
            ["given", "wanted"],
            ["Now", "Then"],
            ["source", "target"],
            ["Source", "Goal"],
            ["Begin", "Finish"],
            ["Shuffled", "Target"],
            ["Mixed", "Result"],
            ["Input", "Output"],
        ];
        let (source, target) = ("312\n456\n789\n", "123\n456\n789\n");
        let lists = ["[[3,1,2],[4,5,6],[7,8,9]]", "[[1,2,3],[4,5,6],[7,8,9]]"];
        for [from, to] in PAIRS {
            for text in [
                format!("{to}:\n{target}\n{from}:\n{source}"),
                format!("{to}:\n{target}{from}:\n{source}"),
                format!("{to} :\n\n{target}\n{from} :\n\n{source}").replace('\n', "\r\n"),
                format!("{from}:\n{source}\n{to}:\n{target}"),
                format!("My puzzle\n\n{to}:\n{target}\n{from}:\n{source}\n"),
                format!("{to} = {}\n{from} = {}\n", lists[1], lists[0]),
                format!("{to}: {}\n{from}: {}\n", lists[1], lists[0]),
                format!("{from}: {}, {to}: {}\n", lists[0], lists[1]),
                format!("{{\"{to}\": {}, \"{from}\": {}}}", lists[1], lists[0]),
                format!("{to}: 123/456/789\n{from}: 312/456/789\n"),
                format!("{to}: 123/456/789 {from}: 312/456/789"),
            ] {
                let read = read(&text);
                let puzzles: Vec<_> = read.iter().map(|(puzzle, _)| puzzle.as_str()).collect();
                assert_eq!(puzzles, ["312/456/789 -> 123/456/789"], "{text}");
                // The note of boards in lists says which is which.
                let is_after = text.find(from).unwrap_or(0) > text.find(to).unwrap_or(0);
                let wrong = if is_after { SOURCE_FIRST } else { TARGET_FIRST };
                assert!(!read[0].1.contains(wrong), "{text}: {}", read[0].1);
            }
        }
    }

    #[test]
    fn names_stand_beside_other_words_and_signs() {
        for text in [
            "Goal state:\n123\n456\n789\n\nInitial state:\n312\n456\n789\n",
            "**Goal:**\n123\n456\n789\n\n**Start:**\n312\n456\n789\n",
            "## Goal\n\n123\n456\n789\n\n## Start\n\n312\n456\n789\n",
            "Goal\n123\n456\n789\n\nStart\n312\n456\n789\n",
            "  Goal:\n  1 2 3\n  4 5 6\n  7 8 9\n\n  Start:\n  3 1 2\n  4 5 6\n  7 8 9\n",
            "> Goal:\n> 123\n> 456\n> 789\n>\n> Start:\n> 312\n> 456\n> 789\n",
            "Goal:\n1\t2\t3\n4\t5\t6\n7\t8\t9\nStart:\n3\t1\t2\n4\t5\t6\n7\t8\t9\n",
            "I want:\n123\n456\n789\n\nI have:\n312\n456\n789\n",
            "GOAL =\n123\n456\n789\nSTART =\n312\n456\n789\n",
        ] {
            let read = read(text);
            assert_eq!(read.len(), 1, "{text}");
            assert_eq!(read[0].0, "312/456/789 -> 123/456/789", "{text}: {}", read[0].1);
            assert!(!read[0].1.contains(SOURCE_FIRST), "{text}: {}", read[0].1);
        }
        let quoted = "target = [['a','b'],['c','d']]\nsource = [['c','b'],['d','a']]\n";
        assert_eq!(read(quoted), [("cb/da -> ab/cd".to_owned(), String::new())]);
        let letters = "Solved:\nRRRR\nGGGG\nBBBB\n\nScrambled:\nRRGR\nGGBG\nBBRB\n";
        assert_eq!(read(letters), [("RRGR/GGBG/BBRB -> RRRR/GGGG/BBBB".to_owned(), String::new())]);
    }

    #[test]
    fn what_no_name_says_is_told() {
        let boards = |first: &str, second: &str| format!("{first}123\n456\n\n{second}312\n456\n");
        let (as_written, swapped) = ("123/456 -> 312/456", "312/456 -> 123/456");
        for (first, second, puzzle, note) in [
            ("", "", as_written, SOURCE_FIRST),
            ("Foo:\n", "Bar:\n", as_written, SOURCE_FIRST),
            ("One:\n", "Two:\n", as_written, SOURCE_FIRST),
            ("Goal:\n", "End:\n", as_written, SOURCE_FIRST),
            ("Start:\n", "Begin:\n", as_written, SOURCE_FIRST),
            ("Start:\n", "Goal:\n", as_written, ""),
            ("Start:\n", "", as_written, ""),
            ("", "Goal:\n", as_written, ""),
            ("Start:\n", "Bar:\n", as_written, ""),
            ("Foo:\n", "Goal:\n", as_written, ""),
            ("Goal:\n", "Start:\n", swapped, ""),
            ("Goal:\n", "", swapped, TARGET_FIRST),
            ("Goal:\n", "Bar:\n", swapped, TARGET_FIRST),
            ("Goal state:\n\n", "", swapped, TARGET_FIRST),
            ("My start:\n\n", "", as_written, ""),
            ("A title\n\n", "", as_written, SOURCE_FIRST),
            ("Foo:\n", "Start:\n", swapped, TARGET_FIRST),
            ("", "Start:\n", swapped, TARGET_FIRST),
        ] {
            let text = boards(first, second);
            assert_eq!(read(&text), [(puzzle.to_owned(), note.to_owned())], "{text}");
        }
        for text in ["123/456 -> 312/456", "source:\n123\n456\ntarget:\n312\n456\n", "123\n456\n->\n312\n456\n"] {
            assert_eq!(read(text), [(as_written.to_owned(), String::new())], "{text}");
        }
    }

    #[test]
    fn puzzles_of_one_file_have_their_own_order() {
        let first = "First\nGoal:\n12\n34\n\nStart:\n21\n34\n\n";
        let second = "Second\nStart:\n13\n24\n\nGoal:\n31\n24\n\n";
        let third = "Third\n\n14\n23\n\n41\n23\n";
        let read = read(&format!("{first}{second}{third}").to_uppercase());
        assert_eq!(
            read,
            [
                ("21/34 -> 12/34".to_owned(), String::new()),
                ("13/24 -> 31/24".to_owned(), String::new()),
                ("14/23 -> 41/23".to_owned(), SOURCE_FIRST.to_owned()),
            ]
        );
    }
}

mod sizes {
    use super::names::read;
    use super::*;

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
        let end = entries[0].metadata.end.max(entries[0].place.end);
        assert_eq!(&text[..end], "2 4\n1 2 3 4\n5 6 7 8\n2 5 6 1\n8 3 4 7");
    }

    #[test]
    fn the_place_of_a_list_has_its_brackets() {
        let text = "source = [\n[1,2],\n[3,4]\n]\ntarget = [\n[2,1],\n[3,4]\n]\nthe end\n";
        let entries = reader::read(text).expect("a puzzle");
        assert_eq!(text[entries[0].place.end..].trim(), "the end");
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
            assert_eq!(puzzle(text), None, "{text}");
        }
    }
}

mod mistakes {
    use super::*;

    /// The message about a text, what it points at, and the label.
    fn mistake(text: &str) -> Option<(String, &str, String)> {
        let found = match reader::read(text) {
            Err(error) => Box::new(error),
            Ok(mut entries) => entries.remove(0).puzzle.err()?,
        };
        Some((found.message, &text[found.place?], found.label))
    }

    #[test]
    fn mistakes_have_their_place() {
        let short = ("row 4 of the target has 3 tiles, rows 1-3 have 4", "243", "one tile missing");
        let purple = (
            "the target has one \u{1f7ea} too many and one \u{1f7e5} too few",
            "\u{1f7ea}",
            "the source has no \u{1f7ea}",
        );
        let five = ("the target has one 5 too many and one 4 too few", "5", "the source has no 5");
        for (text, (message, about, label)) in [
            ("1221\n3443\n3443\n2442\n\n4342\n3124\n4243\n243\n", short),
            ("Start:\n1221\n3443\n3443\n2442\nGoal:\n4342\n3124\n4243\n243\n", short),
            ("I have:\n1221\n3443\n3443\n2442\n\nI want:\n4342\n3124\n4243\n243", short),
            ("1221\n3443\n3443\n2442\ntarget\n4342\n3124\n4243\n243", short),
            (
                "Red Red Blue\nBlue Red Green\n\nRad Red Blue\nBlue Red Green\n",
                ("'Rad' is not a tile", "Rad", "neither one character, a number of at most 9 digits nor a colour"),
            ),
            ("| 1 | 2 |\n|---|---|\n| 3 | 4 |\n\n| 2 | 1 |\n|---|---|\n| 3 | 5 |\n", five),
            ("🟥🟦\n🟩🟥\n\n🟦🟥\n🟩🟪", purple),
            ("🟥🟦/🟩🟥 -> 🟦🟥/🟩🟪", purple),
            ("🟥🟦/🟩🟥 → 🟦🟥/🟩🟪", purple),
            ("🟥🟦\n🟩🟥\n->\n🟦🟥\n🟩🟪\n", purple),
            ("🟥 🟦\n🟩 🟥\n\n🟦 🟥\n🟩 🟪\n", purple),
            ("🟥🟦\n🟩🟥\n\n🟦🟥\n🟩\n", ("row 2 of the target has 1 tile, row 1 has 2", "🟩", "one tile missing")),
            (
                "🟥🟦\n🟩🟥\n\n🟦🟥\n🟩🍎",
                ("'🍎' is not a tile", "🍎", "neither one character, a number of at most 9 digits nor a colour"),
            ),
            (
                "🟥🟦\n🟩🟥\n\n🟦🟦\n🟩🟥",
                ("the target has one 🟦 too many and one 🟥 too few", "🟦", "the source has one 🟦"),
            ),
            (
                "1221\n3443\n3443\n2442\n\n4342\n3124\n4243",
                ("the target has 3 rows, the source has 4", "4342\n3124\n4243", "one row missing"),
            ),
        ] {
            let wanted = Some((message.to_owned(), about, label.to_owned()));
            assert_eq!(mistake(text), wanted, "{text}");
        }
    }

    #[test]
    fn other_texts_have_none() {
        for text in [
            "",
            "12",
            "next\nprev\nlast\n\nlast\nnext\nfir",
            "hello there\nwhat is this\n\nit is a\ntext of\nwords",
            "Roses are red\nViolets are blue\n\nSugar is sweet\nAnd so are you",
            "1,2,3\n4,5,6\n\n7,8,9\n10,11,12",
            "lurd\nldru\n\nruld\ndlr",
            "####\n#@.#\n\n####\n#$.",
            "2024-01-02\n2024-02-01\n\n2024-01-02\n2024-02-0",
            "A B\nC D\n\nE F\nG H",
            "12\n34\n\n12\n34\n\n12\n3",
            "Goal:\n12\n34\nStart:\n12\n35",
            "12\n3?\n\n12\n34",
            "1 2 3\n4 5 6\n\n1 2\n4 5",
        ] {
            assert_eq!(puzzle(text), None, "{text}");
            assert!(reader::confidence(text) < Confidence::Sure, "{text}");
        }
    }
}

mod typed {
    use lurd_puzzle::puzzle::NextRow;

    use super::super::rows::next_row;
    use super::*;

    fn expected(text: &str) -> Option<String> {
        match next_row(text)? {
            NextRow::Expected { taken_for, .. } => Some(taken_for),
            NextRow::Wrong(error) => panic!("{text:?}: {error}"),
        }
    }

    #[test]
    fn rows_lead_to_the_next_row() {
        for first in ["RRBG", "R R B G", "red red blue green", "1221", "1 2 2 1", "1,2,2,1", "rrbg", "10 11 12 1"] {
            let said = expected(first).unwrap_or_else(|| panic!("{first}: a row"));
            assert!(said.starts_with("row 1 of a shifter, 4 tiles wide"), "{said}");
        }
        let source = "RRBG\nGGBB";
        assert!(expected(source).is_some_and(|said| said.starts_with("row 2 of")));
        for between in ["", "to", "->", "=>", "target", "Goal:", "---", "="] {
            let text = format!("{source}\n{between}");
            assert_eq!(expected(&text).as_deref(), Some("0 of 2 rows of the target"), "{text:?}");
            assert_eq!(expected(&format!("{text}\nRRBG")).as_deref(), Some("1 of 2 rows of the target"));
            assert_eq!(next_row(&format!("{text}\nRRBG\nGGBB")), None);
        }
        assert_eq!(next_row(&format!("{source}\n\n")), None, "two blank lines end it");
    }

    #[test]
    fn labels_and_pictures_are_rows_too() {
        for text in [
            "Row 1: R R B G\nRow 2: G G B B\nTarget:\nRow 1: G R R B\nRow 2: G G B B",
            "1) RRBG\n2) GGBB\n\n1) GRRB\n2) GGBB",
            "[R][R][B][G]\n[G][G][B][B]\n\n[G][R][R][B]\n[G][G][B][B]",
            "🟥🟥🟦🟩\n🟩🟩🟦🟦\nto\n🟩🟥🟥🟦\n🟩🟩🟦🟦",
            "Start:\nRRBG\nGGBB\nGoal:\nGRRB\nGGBB",
            "Goal:\nRRBG\nGGBB\nStart:\nGRRB\nGGBB",
            "2 4\n1 2 3 4\n5 6 7 8\n2 5 6 1\n8 3 4 7",
            "4 2\n1 2 3 4\n5 6 7 8\n\n4 2\n2 5 6 1\n8 3 4 7",
            "Start:\n2 3\n1 2 3\n4 5 6\nGoal:\n3 1 2\n4 5 6",
        ] {
            let lines: Vec<&str> = text.split('\n').collect();
            for end in 1..lines.len() {
                assert!(expected(&lines[..end].join("\n")).is_some(), "{text}: {end}");
            }
            assert_eq!(next_row(text), None, "{text}");
            let entries = reader::read(text).expect("a puzzle");
            assert!(entries.len() == 1 && entries[0].puzzle.is_ok(), "{text}");
        }
        for line in ["⬛⬛⬛⬛", "Start", "1: #####", "2. list"] {
            assert_eq!(next_row(line), None, "{line}");
        }
    }

    #[test]
    fn a_row_that_does_not_fit_is_named() {
        let wrong = |text: &str| match next_row(text) {
            Some(NextRow::Wrong(error)) => error,
            other => panic!("{text:?}: {other:?}"),
        };
        assert_eq!(wrong("RRBG\nGGB"), "row 2 of the source is no row of 4 tiles, as the first is");
        assert_eq!(wrong("RRBG\nGGBB\n\nGGBBB"), "row 1 of the target is no row of 4 tiles, as the first is");
        assert_eq!(wrong("RRBG\nsolve it now!"), "row 2 of the source is no row of 4 tiles, as the first is");
        assert_eq!(
            wrong("Goal:\nRRBG\nGGBB\nStart:\nGGBBB"),
            "row 1 of the source is no row of 4 tiles, as the first is"
        );
        assert_eq!(wrong("RRBG\n"), "a shifter has at least two rows");
    }

    #[test]
    fn other_lines_are_no_rows() {
        for line in
            ["", "R", "RRBGRRBGR", "solve", "quit", "hlep", "left 0", "new", "missile", "a b!", "####", "up", "new 4x4"]
        {
            assert_eq!(next_row(line), None, "{line:?}");
        }
    }

    #[test]
    fn the_form_is_a_puzzle() {
        for (row, form) in [
            ("RRBG", "RRBG/RRBG -> RBGR/RRBG"),
            ("red red blue green", "RRBG/RRBG -> RBGR/RRBG"),
            ("10 11", "10,11/10,11 -> 11,10/10,11"),
        ] {
            let Some(NextRow::Expected { form: found, .. }) = next_row(row) else { panic!("{row}") };
            assert_eq!(found, form);
        }
    }
}

mod other_texts {
    use super::*;

    #[test]
    fn a_text_with_something_else_is_no_puzzle() {
        for text in [
            "12,21",
            "12;21;12",
            "12;21;11;22;1",
            "12;21 -> 12;22",
            "12;13 -> ??;22",
            "12;21 -> 21.12",
            "an;ox",
            "there;goes;the;last",
            "1;2;2;1",
            "1 mose -> mose 1\n1 mouse -> mose 1",
            "12//21 -> 21/12",
            "12/21/21/12",
            "12/21\n12/21",
            "12;34;34 -> 12",
            "12;21 -> 21;12 -> 12;21",
            "11;22 -> 22;11\n11;22 -> 11;22",
            "[[1,2],[2,1],[1,2],[2,1]]",
            "[1, 2]\n[3, 4]\n[1, 2]\n[3, 4]",
            "12;21;12;21",
            "lock row 0: 12;21 -> 21;12",
            "[[1,-2],[2,1]]\n[[2,1],[-1,2]]",
            "1 2 _;3 4 _ -> 3 4 _;1 2 _",
            "1+2\n2+1\n1+2\n2+1",
            "| A | B |\n|---|---|\n| 1 | 2 |\n\n| A | B |\n|---|---|\n| 1 | 2 |",
            "2024-01-02\n2024-02-01\n2024-01-02\n2024-02-01",
            "[\"next\",\"prev\",\"next\",\"prev\"]",
            "lurd;ldru\nruld;dlru",
            "1 mouse -> mouse 1\n1 mouse -> mouse 1",
            "{\"target\": [[1,2],[2,1]], \"goal\": [[2,2],[1,1]]}",
        ] {
            assert_eq!(puzzle(text), None, "{text}");
        }
        for (before, between, after) in [
            ("hello there\n", "\n", ""),
            ("Help!\n", "\n", "thanks a lot\n"),
            ("My board is\n", "and it should be\n", "\nBye\nTom"),
            ("I have:\n\n", "\nI want:\n", ""),
        ] {
            for rows in ["RGGR\nBYYB\n", "R G G R\nB Y Y B\n"] {
                let text = format!("{before}{rows}{between}BYYB\nRGGR\n{after}");
                assert_eq!(puzzle(&text).as_deref(), Some("RGGR/BYYB -> BYYB/RGGR"), "{text}");
            }
        }
        for text in [
            "a list:\nnext\nprev\nlast\n\nanother:\nlast\nnext\nfirst",
            "is it\nno\non\nor is it\non\nno",
            "moves:\nlurd\nldru\nor:\nldru\nlurd",
            "three:\nRGGR\nBYYB\nor\nBYYB\nRGGR\nor\nRGGR\nBYYB",
        ] {
            assert_eq!(puzzle(text), None, "{text}");
        }
        assert_eq!(puzzle("12;21 -> ??;12").as_deref(), Some("12/21 -> ??/12"));
        assert_eq!(puzzle("('AB', 'BC'), ('CB', 'AB')").as_deref(), Some("AB/BC -> CB/AB"));
    }
}

mod comments {
    use super::reader::read;
    use super::*;

    #[test]
    fn comments_between_rows_are_notes() {
        let text = "; above\nsource: ; one\n1221\n; two\n3443 ; three\ntarget:\n2112\n; lurd: --for grouped\n3443\n; below\n\n\
                    12/34 -> 21/34 ; solution: left 0\n";
        let entries = read(text).expect("two puzzles");
        assert_eq!(entries.len(), 2);
        assert_eq!(entries[0].metadata.notes, "above\none\ntwo\nthree\nbelow");
        assert_eq!(entries[0].flags, "--for grouped");
        let games =
            |entry: &PuzzleEntry| entry.metadata.games.iter().map(|game| game.steps.clone()).collect::<Vec<_>>();
        assert_eq!((games(&entries[0]), games(&entries[1])), (vec![], vec!["left 0".to_owned()]));
    }
}

mod from_outside {
    use super::names::read;
    use super::*;

    const SIXTEEN: &str = "12,0,1,2/3,4,5,6/7,8,9,10/11,13,14,15 -> 0,1,2,3/4,5,6,7/8,9,10,11/12,13,14,15";

    #[test]
    fn two_digits_are_one_tile() {
        for text in [
            "12000102030405060708091011131415 -> 00010203040506070809101112131415",
            "12000102030405060708091011131415\nto\n00010203040506070809101112131415",
            "12000102 03040506 07080910 11131415 -> 00010203 04050607 08091011 12131415",
            "12000102/03040506/07080910/11131415 -> 00010203/04050607/08091011/12131415",
            "12000102\n03040506\n07080910\n11131415\n\n00010203\n04050607\n08091011\n12131415",
            "Goal: 00010203040506070809101112131415\nStart: 12000102030405060708091011131415",
            "12000102030405060708091011131415",
            "12000102 03040506 07080910 11131415",
            "12000102\n03040506\n07080910\n11131415\n",
            "Start:\n12000102\n03040506\n07080910\n11131415\n",
        ] {
            let read = read(text);
            assert_eq!((read.len(), read[0].0.as_str()), (1, SIXTEEN), "{text}");
            assert!(read[0].1.contains("each two digits are read as one tile"), "{text}: {}", read[0].1);
        }
        for (text, id) in [
            ("1200/0102 -> 0012/0102", "1200/0102 -> 0012/0102"),
            ("11221122334433441122112233443344 -> 11221122334433441122112233443344", "11221122"),
            ("12 00/01 02 -> 00 12/01 02", "12,0/1,2 -> 0,12/1,2"),
        ] {
            assert!(read(text)[0].0.starts_with(id), "{text}");
        }
    }

    #[test]
    fn boards_of_programs_and_pages_have_names() {
        for text in [
            "start = [[2,1],[3,4]]\ngoal = [[1,2],[3,4]]",
            "goal = [[1,2],[3,4]]\nstart = [[2,1],[3,4]]",
            "let start = [[2, 1], [3, 4]];\nlet goal = [[1, 2], [3, 4]];\n",
            "initial_state = [[2, 1],\n                 [3, 4]]\ngoal_state = [[1, 2],\n              [3, 4]]\n",
            "{\n  \"goal\": [\n    [1, 2],\n    [3, 4]\n  ],\n  \"start\": [\n    [2, 1],\n    [3, 4]\n  ]\n}\n",
            "Initial state:\n21\n34\nGoal state:\n12\n34\n",
            "**Start**\n21\n34\n\n**Goal**\n12\n34\n",
            "**Goal:** 12/34\n**Start:** 21/34\n",
            "**Start**: 21/34\n**Goal**: 12/34\n",
            "# Goal\n12\n34\n# Start\n21\n34\n",
            "## Initial state\n\n21\n34\n\n## Final state\n\n12\n34\n",
            "source 21 34 target 12 34".replace("21 34", "2,1/3,4").replace("12 34", "1,2/3,4").as_str(),
        ] {
            assert_eq!(read(text), [("21/34 -> 12/34".to_owned(), String::new())], "{text}");
        }
    }

    #[test]
    fn a_board_alone_is_put_in_order() {
        let fifteen = "0,13,2,3/4,1,6,7/8,5,10,11/12,9,14,15 -> 0,1,2,3/4,5,6,7/8,9,10,11/12,13,14,15";
        for (text, id) in [
            ("4 4\n0 13 2 3\n4 1 6 7\n8 5 10 11\n12 9 14 15\n", fifteen),
            ("0 13 2 3\n4 1 6 7\n8 5 10 11\n12 9 14 15\n", fifteen),
            ("Puzzle 3\n\n4\n0,13,2,3\n4,1,6,7\n8,5,10,11\n12,9,14,15\n", fifteen),
            ("[[0,13,2,3],[4,1,6,7],[8,5,10,11],[12,9,14,15]]", fifteen),
            ("[0,13,2,3,4,1,6,7,8,5,10,11,12,9,14,15]", fifteen),
            ("| 0 | 13 | 2 | 3 |\n| 4 | 1 | 6 | 7 |\n| 8 | 5 | 10 | 11 |\n| 12 | 9 | 14 | 15 |\n", fifteen),
            ("b a c\nd e f\ng h i", "bac/def/ghi -> abc/def/ghi"),
            ("CAB/DEF", "CAB/DEF -> ABC/DEF"),
        ] {
            let read = read(text);
            assert_eq!((read.len(), read[0].0.as_str()), (1, id), "{text}");
            assert!(read[0].1.ends_with("the target is missing: read as the tiles in order"), "{}", read[0].1);
        }
        let help = |text: &str| match reader::read(text) {
            Err(error) => error.help.unwrap_or_default(),
            Ok(_) => panic!("{text}"),
        };
        for (text, form) in [
            ("RGB\nRGB\nRGB\n", "RGB/RGB/RGB -> BBB/GGG/RRR"),
            ("RG/GR", "RG/GR -> GG/RR"),
            ("1 2 3\n2 3 1\n3 1 2\n", "123/231/312 -> 111/222/333"),
            ("1111\n1221\n", "1111/1221 -> 1111/2211"),
        ] {
            assert!(help(text).contains(form), "{text}: {}", help(text));
        }
    }

    #[test]
    fn steps_below_a_puzzle_are_a_game() {
        for text in [
            "12/34 -> 21/34\nMoves: left 0",
            "12/34 -> 21/34\n\nsolution = left 0\n",
            "source:\n12\n34\ntarget:\n21\n34\n\nSolution:\nleft 0\n",
            "Start:\n12\n34\nGoal:\n21\n34\npath: left 0",
            "12/34 -> 21/34\r\n**Answer:** left 0\r\n",
        ] {
            let entries = reader::read(text).expect("a puzzle");
            let games: Vec<_> = entries[0].metadata.games.iter().map(|game| game.steps.as_str()).collect();
            assert_eq!((entries.len(), games), (1, vec!["left 0"]), "{text}");
            assert_eq!(entries[0].note, None, "{text}");
        }
        for text in ["12/34 -> 21/34\nMoves: many", "12/34 -> 21/34\nSolution:\n", "12/34 -> 21/34\nanswer"] {
            assert!(reader::read(text).expect("a puzzle")[0].metadata.games.is_empty(), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_puzzles() {
        for text in [
            "The cat sat on the mat.\nIt was a cat.\n",
            "# A heading\n\nSome text with # signs\n\n## Another\n",
            "10 25 33\n47 58 61\n",
            "1 2 3\n4 5 6\n\n7 8 9\n10 11 12\n",
            "name,points\nAnna,12\nBob,13\n",
            "id,a,b\n1,2,3\n2,3,4\n3,4,5\n",
            "Anna\nFred\n\nFred\nAnna\n",
            "2024-01-02\n2024-02-01\n\n2024-02-01\n2024-01-02\n",
            "12:30 13:45\n13:45 12:30\n",
            "r n b q k b n r\np p p p p p p p\n. . . . . . . .\n. . . . . . . .\nP P P P P P P P\nR N B Q K B N R\n",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "int main() { int a[2][2] = {{1,2},{3,4}}; return a[0][1]; }",
            "for x in [1,2,3]:\n    print(x)\n",
            "p->next = q;\nq->next = p;\n",
            "Mo Tu We Th Fr Sa Su\n1 2 3 4 5 6 7\n8 9 10 11 12 13 14\n",
            "5 3 4 6 7 8 9 1 2\n6 7 2 1 9 5 3 4 8\n1 9 8 3 4 2 5 6 7\n",
            "to be or not to be",
            "lurd\nldru\n\nldru\nlurd\n",
            "| A | B |\n|---|---|\n| 1 | 2 |\n",
            "[1, 2, 3]\n[4, 5, 6]\n",
            "#####\n#@$.#\n#####\n",
        ] {
            assert_eq!(puzzle(text), None, "{text}");
        }
    }
}
