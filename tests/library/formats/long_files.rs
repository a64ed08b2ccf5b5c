//! Of a long file only the beginning is read if that has the puzzles that are asked for. They are those of the whole file.

use std::{fs, path::Path};

use lurd::catalog::{Item, Typed, builtin};

const BOARD: &str = "#########\n#  $ . @#\n#########\n";

/// A way to write the title and the author of level `number` around its board.
type Layout = fn(usize) -> String;

const LAYOUTS: [Layout; 8] = [
    |number| format!("Level {number}\n\n{BOARD}\n"),
    |number| format!("{BOARD}Title: T{number}\nAuthor: A{number}\n\n"),
    |number| format!("{BOARD}\nTitle: T{number}\n\nAuthor: A{number}\n\n"),
    |number| format!("Title: T{number}\nAuthor: A{number}\n\n{BOARD}\n"),
    |number| if number == 1 { format!("{BOARD}\n") } else { format!("Title: T{number}\n\n{BOARD}\n") },
    |number| format!("{}{BOARD}{number}\n\n", if number == 1 { "Title: All\nAuthor: Me\n\n" } else { "" }),
    |number| format!("{BOARD}Comment:\nthe {number}th\n\n####\nComment-End:\n\nSolution\nllL\n\n"),
    |number| format!("L\u{f6}vel {number}\r\n\r\n{}\r\n", BOARD.replace('\n', "\r\n")),
];

fn contents(items: &[Item]) -> Vec<String> {
    let of = |item: &Item| {
        let puzzle = item.puzzle.as_ref().expect("a puzzle");
        format!("{} {:?} {} {:?}", item.index, puzzle.title(), puzzle.text(), item.metadata)
    };
    items.iter().map(of).collect()
}

#[test]
fn puzzles_of_a_long_file_are_those_of_the_whole() {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("long.xsb");
    let path = path.to_str().expect("a path in UTF-8");
    for (place, layout) in LAYOUTS.iter().enumerate() {
        let text: String = (1..).map(layout).take(8_000).collect();
        assert!(text.len() > 256 << 10);
        fs::write(path, text).expect("it can be written");
        let read = |reference: &str| builtin().resolve(&Typed::argument(reference));
        let whole = read(path).expect("levels");
        for (first, last) in [(1, 1), (5, 40), (2_000, 2_000), (7_999, 8_000)] {
            let part = read(&format!("{path}:{first}-{last}")).expect("levels");
            assert_eq!(contents(&part), contents(&whole[first - 1..last]), "layout {place}: {first}-{last}");
        }
        let bytes_read = |number: usize| read(&format!("{path}:{number}")).expect("a level")[0].source.text.len();
        assert!(bytes_read(5) < bytes_read(8_000), "only the beginning is read");
        for wrong in ["0", "7-3", "8001"] {
            let error = read(&format!("{path}:{wrong}")).map(|items| items.len()).expect_err(wrong);
            assert!(error.diagnostic.message.contains("holds puzzles 1-8000"), "{error}");
        }
    }
}
