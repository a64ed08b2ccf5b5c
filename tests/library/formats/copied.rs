//! Texts with what copying and other programs add: each file in `copied/` is read as the user would read it, and what is
//! read is pinned in a file beside it. Random levels with random noise are read back unchanged.

use std::fmt::Write as _;

use lurd::catalog::{self, Catalog, Item, Typed};
use lurd::diagnostic::Diagnostic;
use lurd::puzzle::ReadOptions;
use lurd::sokoban::formats::read;
use lurd::sokoban::xsb::{write_line, write_xsb};
use proptest::prelude::*;

use crate::common::levels::pulled;

/// Everything that the user learns of a file.
fn told(catalog: &Catalog, path: &str) -> String {
    let mut told = String::new();
    match catalog.resolve(&Typed::argument(path)) {
        Ok(items) => items.iter().for_each(|item| tell(&mut told, item)),
        Err(error) => {
            let text = error.source.as_ref().map_or("", |source| &source.text);
            diagnostic(&mut told, text, &error.diagnostic);
        }
    }
    told
}

fn tell(told: &mut String, item: &Item) {
    let _ = writeln!(told, "{}: {}", item.index, item.kind);
    if let Some(note) = &item.note {
        let _ = writeln!(told, "note: {note}");
    }
    if let Some(left_out) = &item.metadata.left_out {
        let _ = writeln!(told, "left out: {left_out:?}");
    }
    match &item.puzzle {
        Ok(puzzle) => {
            let _ = writeln!(told, "title: {}", puzzle.title().unwrap_or_default());
            let _ = writeln!(told, "{}", puzzle.text().trim_end_matches('\n'));
        }
        Err(error) => diagnostic(told, &item.source.text, error),
    }
    for (name, text) in [
        ("header", Some(&item.metadata.header)),
        ("author", item.metadata.author.as_ref()),
        ("notes", Some(&item.metadata.notes)),
    ] {
        if let Some(text) = text.filter(|text| !text.is_empty()) {
            let _ = writeln!(told, "{name}: {text}");
        }
    }
    for game in &item.metadata.games {
        let _ = writeln!(told, "game: {} {}", game.title.as_deref().unwrap_or_default(), game.steps);
    }
}

fn diagnostic(told: &mut String, text: &str, error: &Diagnostic) {
    let pointed = error.place.clone().map(|place| text.get(place).expect("bytes of the text"));
    let _ = writeln!(told, "error: {}\nat: {:?} {}", error.message, pointed.unwrap_or_default(), error.label);
    let _ = writeln!(told, "help: {}", error.help.as_deref().unwrap_or_default());
}

#[test]
fn files_are_read_as_they_were_meant() {
    let catalog = catalog::builtin();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("copied/read");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| {
        insta::glob!("copied/*.*", |path| {
            insta::assert_snapshot!(told(&catalog, path.to_str().expect("a path")));
        });
    });
}

#[test]
fn letters_and_encodings_that_the_user_names() {
    let catalog = catalog::builtin();
    let folder = "tests/library/formats/copied";
    for (file, options, title, board) in [
        ("t06_windows_1252.txt", ("encoding", "cp437"), "TomÆs ôbestö", "#######|#@ $ .#|#     #|#######"),
        ("t06_cp437.txt", ("encoding", "cp437"), "für alle Mädchen", "#######|#@ $ .#|#     #|#######"),
        ("t11_reasoning_gym.txt", ("dialect", "+=wall,*=player,@=box,X=goal,-=floor"), "", "######|#@ $.#|######"),
        ("t11_emoji.txt", ("dialect", "🧱=wall,🧍=player,📦=box,🎯=goal"), "", "#####|#@$.#|#####"),
        ("t12_open_border.txt", ("outside", "wall"), "", "########|########|#@ $ .##|########|########"),
    ] {
        let mut read = ReadOptions::default();
        let (name, value) = options;
        match name {
            "encoding" => read.encoding = Some(value.to_owned()),
            "dialect" => read.dialect = Some(value.to_owned()),
            _ => read.outside_wall = true,
        }
        catalog.set_read_options(read);
        let items = catalog.resolve(&Typed::argument(&format!("{folder}/{file}"))).expect("a level");
        let puzzle = items[0].puzzle.as_ref().expect("legal");
        assert_eq!(puzzle.title().unwrap_or_default(), title, "{file}");
        assert_eq!(puzzle.text().trim_end().replace('\n', "|"), board, "{file}");
        let is_noted = items[0].note.as_deref().is_some_and(|note| note.contains("outside"));
        assert_eq!(is_noted, name == "outside", "{:?}", items[0].note);
    }
    catalog.set_read_options(ReadOptions { encoding: Some("klingon".to_owned()), ..ReadOptions::default() });
    let error = catalog.resolve(&Typed::argument(&format!("{folder}/t06_cp437.txt"))).err().expect("no encoding");
    assert_eq!(error.diagnostic.message, "unknown encoding 'klingon'");
    catalog.set_read_options(ReadOptions { dialect: Some("X=bix".to_owned()), ..ReadOptions::default() });
    let error = catalog.resolve(&Typed::argument("#####|#@X.#|#####")).err().expect("no square");
    assert_eq!(error.diagnostic.message, "--dialect: unknown square 'bix'");
}

// Noise of every kind, added to rows.

type Noise = fn(&[String]) -> String;

fn each(rows: &[String], row: impl Fn(usize, &str) -> String) -> String {
    rows.iter().enumerate().fold(String::new(), |text, (index, next)| text + &row(index, next) + "\n")
}

fn squares(row: &str, mut square: impl FnMut(char) -> String) -> String {
    row.chars().map(&mut square).collect()
}

/// Kinds that may surround any other.
const AROUND: [Noise; 7] = [
    |rows| each(rows, |_, row| format!("> {row}")),
    |rows| each(rows, |_, row| format!(">>{row}")),
    |rows| each(rows, |index, row| format!("{:>4}  {row}", index + 7)),
    |rows| each(rows, |index, row| format!("{}: {row}", index + 7)),
    |rows| each(rows, |index, row| format!("{:6}\t{row}", index + 1)),
    |rows| each(rows, |index, row| format!("[12:{index:02}] <tom> {row}")),
    |rows| each(rows, |_, row| format!("    // {row}")),
];

/// The number of kinds of quote signs, which come first.
const QUOTES: usize = 2;

/// The kinds that are pages in HTML.
const PAGES: std::ops::Range<usize> = 11..15;

const INSIDE: [Noise; 17] = [
    |rows| each(rows, |_, row| row.to_owned()),
    |rows| each(rows, |_, row| format!("{row};")),
    |rows| each(rows, |_, row| format!("{row}|")),
    |rows| each(rows, |_, row| format!("{row}\u{200b}")),
    |rows| each(rows, |_, row| row.replace(' ', "\u{a0}")),
    |rows| each(rows, |_, row| squares(row, |letter| if letter == ' ' { "\u{3000}".to_owned() } else { wide(letter) })),
    |rows| {
        each(rows, |_, row| squares(row, |letter| if letter == ' ' { " ".to_owned() } else { format!("\\{letter}") }))
    },
    |rows| each(rows, |_, row| format!("`{row}`")),
    |rows| each(rows, |_, row| squares(row, |letter| format!("{letter} "))),
    |rows| each(rows, |_, row| row.chars().map(String::from).collect::<Vec<_>>().join(",")),
    |rows| each(rows, |_, row| row.chars().map(String::from).collect::<Vec<_>>().join("\t")),
    |rows| format!("<pre>\n{}</pre>\n", each(rows, |_, row| row.replace('$', "&#36;"))),
    |rows| format!("<pre>{}</pre>\n", rows.join("<br>")),
    |rows| {
        format!(
            "<div>\n{}</div>\n",
            each(rows, |_, row| format!("  <p>{}</p>", row.replace(' ', "&nbsp;"))).replace("p>", "div>")
        )
    },
    |rows| {
        format!(
            "<table>\n{}</table>\n",
            each(rows, |_, row| format!("<tr>{}</tr>", squares(row, |letter| format!("<td>{letter}</td>"))))
        )
    },
    |rows| format!("{{\"level\": [\n{}]}}\n", each(rows, |_, row| format!("  \"{row}\","))),
    |rows| format!("level = \"{}\"\n", rows.join("\\n")),
];

fn wide(letter: char) -> String {
    char::from_u32(u32::from(letter) + 0xfee0).expect("a fullwidth letter").to_string()
}

proptest! {
    #[test]
    fn noise_is_taken_off(seed in any::<u64>(), inside in 0..INSIDE.len(), around in 0..=AROUND.len(), title in any::<bool>()) {
        // Pages are quoted, but nobody numbers the lines of their source.
        let around = if PAGES.contains(&inside) && around >= QUOTES { AROUND.len() } else { around };
        let level = pulled(seed);
        let rows: Vec<String> = write_xsb(&level).lines().map(str::to_owned).collect();
        let mut text = INSIDE[inside](&rows);
        if title {
            text = format!("a title\n\n{text}");
        }
        if let Some(around) = AROUND.get(around) {
            text = around(&text.lines().map(str::to_owned).collect::<Vec<_>>());
        }
        let entries = read(&text).unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
        prop_assert_eq!(entries.len(), 1, "{}", text);
        let entry = &entries[0];
        let again = entry.level.as_ref().unwrap_or_else(|error| panic!("{error:?} in\n{text}"));
        prop_assert_eq!(write_line(again), write_line(&level), "{}", text);
        prop_assert!(text.get(entry.place.clone()).is_some_and(|place| !place.is_empty()));
        prop_assert!(text.get(..entry.metadata.end).is_some());
        // A bar behind a row ends it, and a level may have no blanks to be written in another way.
        let is_plain = inside == 2 || INSIDE[inside](&rows) == INSIDE[0](&rows);
        prop_assert!(entry.note.is_some() || (is_plain && around == AROUND.len()), "{}", text);
    }

    /// What is read without a fault is read as before, whatever its letters are.
    #[test]
    fn legal_levels_stay(seeds in proptest::collection::vec(any::<u64>(), 1..4), title in "[\\PC&&[^;:#X]]{0,20}") {
        let levels: Vec<_> = seeds.into_iter().map(pulled).collect();
        let text = levels.iter().fold(String::new(), |text, level| format!("{text}; {title}\n\n{}\n", write_xsb(level)));
        let exact = ReadOptions { exact: true, ..ReadOptions::default() };
        let entries = lurd::sokoban::formats::read_with(&text, &exact);
        prop_assert_eq!(read(&text), entries);
    }
}
