//! The map, `docs/architecture.md`, agrees with the source text: its rooms exist, and its table "Where
//! something new goes" names the files that an existing example of each kind occurs in.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use super::source_files::{files, sources};

/// A row of the table of rooms.
pub(super) struct MapRoom {
    pub(super) name: String,
    pub(super) may_import: Vec<String>,
}

/// A row of the table "Where something new goes".
struct NewThing {
    kind: String,
    example: String,
    /// Paths from the root of the repository, with the name of the example filled in. A path that ends with
    /// `/` stands for everything below it.
    paths: Vec<String>,
    /// The tests that fail if one of the files is forgotten.
    tests: Vec<String>,
}

/// How an example occurs in code.
enum Needle {
    /// A word outside string literals, in files whose path begins with the prefix.
    Word(&'static str, &'static str),
    /// A string literal, in files whose path begins with the prefix.
    Literal(&'static str, &'static str),
}

use Needle::{Literal, Word};

/// For each kind of thing, how its example occurs in code. Names of private modules, and literals that also
/// mean something else, are looked up only in the folder in which they have that meaning.
const NEEDLES: &[(&str, &[Needle])] = &[
    ("strategy", &[Word("Pea", "src/"), Literal("pea", "src/"), Word("pea", "src/search/")]),
    (
        "deadlock rule",
        &[Word("Tunnels", "src/"), Literal("tunnels", "src/"), Word("tunnels", "src/sokoban/deadlock/")],
    ),
    ("format", &[Word("rle", "src/"), Literal("rle", "src/")]),
    ("puzzle", &[Word("Shifter", "src/"), Word("shifter", "src/")]),
    ("search flag", &[Literal("width", "src/"), Word("parse_width", "src/")]),
    (
        "command",
        &[Literal("id", "src/toolkit/commands/"), Literal("id", "src/ui/"), Word("id", "src/ui/commands/")],
    ),
    ("objective", &[Literal("grouped", "src/")]),
    ("report format", &[Literal("csv", "src/report/"), Word("csv", "src/report/")]),
    ("help topic", &[Literal("limits", "src/")]),
];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The cells of the table below a heading of the map, without its two head rows.
fn table_below(heading: &str) -> Vec<Vec<String>> {
    let map = fs::read_to_string(repository().join("docs/architecture.md")).expect("the map");
    let lines = map.lines().skip_while(|line| line.strip_prefix("## ") != Some(heading)).skip(1);
    let rows = lines.skip_while(|line| !line.starts_with('|')).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect();
    let rows: Vec<_> = rows.skip(2).map(cells).collect();
    assert!(!rows.is_empty(), "the map has no table below '{heading}'");
    rows
}

/// The texts between backticks.
fn quoted(text: &str) -> impl Iterator<Item = String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned)
}

/// The table of rooms, from bottom to top.
pub(super) fn rooms() -> Vec<MapRoom> {
    let rows = table_below("Rooms");
    rows.into_iter()
        .map(|row| MapRoom {
            name: quoted(&row[0]).next().expect("a room"),
            may_import: quoted(&row[2]).collect(),
        })
        .collect()
}

fn new_things() -> Vec<NewThing> {
    let rows = table_below("Where something new goes");
    rows.into_iter()
        .map(|row| {
            let example = quoted(&row[1]).next().expect("an example");
            let paths = quoted(&row[2]).map(|path| path.replace("NAME", &example)).collect();
            let tests = quoted(&row[4]).filter(|text| !text.contains('/')).collect();
            NewThing { kind: row[0].clone(), example, paths, tests }
        })
        .collect()
}

/// Whether `path` is one of the paths of the row or below one of them.
fn lists(thing: &NewThing, path: &str) -> bool {
    thing.paths.iter().any(|listed| listed == path || (listed.ends_with('/') && path.starts_with(listed)))
}

/// Whether `word` occurs in `code` between characters that do not belong to identifiers.
fn has_word(code: &str, word: &str) -> bool {
    let inside = |c: char| c.is_alphanumeric() || c == '_';
    code.match_indices(word)
        .any(|(at, _)| !code[..at].ends_with(inside) && !code[at + word.len()..].starts_with(inside))
}

/// The code without string literals.
fn without_literals(code: &str) -> String {
    let code = code.replace(r"\\", "").replace(r#"\""#, "").replace(r#"'"'"#, "");
    code.split('"').step_by(2).collect::<Vec<_>>().join("\"\"")
}

fn occurs(needle: &Needle, path: &str, code: &str) -> bool {
    match needle {
        Word(word, below) => path.starts_with(below) && has_word(&without_literals(code), word),
        Literal(text, below) => path.starts_with(below) && code.contains(&format!("\"{text}\"")),
    }
}

fn relative(path: &Path) -> String {
    let path = path.strip_prefix(repository()).expect("below the repository");
    path.to_string_lossy().replace('\\', "/")
}

#[test]
fn the_map_lists_every_top_level_module() {
    let root = repository().join("src");
    let modules: BTreeSet<_> = fs::read_dir(root)
        .expect("the source folder")
        .map(|entry| entry.expect("an entry").path().with_extension(""))
        .map(|path| path.file_name().expect("a name").to_string_lossy().into_owned())
        .filter(|name| name != "lib")
        .collect();
    let rooms: BTreeSet<_> = rooms().into_iter().map(|room| room.name).collect();
    assert_eq!(rooms, modules, "the rooms of the map, and the top-level modules of src");
}

#[test]
fn every_path_of_the_map_and_the_decisions_exists() {
    let page = |name| fs::read_to_string(repository().join(name)).expect("a page of the documentation");
    let pages = [page("docs/architecture.md"), page("docs/decisions.md")];
    let examples = new_things().into_iter().flat_map(|thing| thing.paths);
    let elsewhere = pages.iter().flat_map(|page| quoted(page)).filter(|text| !text.contains("NAME"));
    let folders = ["src/", "tests/", "docs/", "examples/", "fuzz/"];
    for path in examples.chain(elsewhere).filter(|path| folders.iter().any(|it| path.starts_with(it))) {
        assert!(repository().join(&path).exists(), "the documentation names {path}, which does not exist");
    }
}

#[test]
fn the_tests_that_the_map_names_exist() {
    let mut found = Vec::new();
    for folder in ["src", "tests"] {
        sources(&repository().join(folder), &mut found);
    }
    let texts: Vec<_> = found.iter().map(|path| fs::read_to_string(path).expect("a source file")).collect();
    for thing in new_things() {
        assert!(!thing.tests.is_empty(), "{}: no test", thing.kind);
        for test in &thing.tests {
            let start = format!("\nfn {test}() {{");
            let is_test = texts.iter().any(|text| text.replace("\n    fn ", "\nfn ").contains(&start));
            assert!(is_test, "{}: the map names the test {test}, which does not exist", thing.kind);
        }
    }
}

#[test]
fn the_map_lists_every_file_that_something_new_touches() {
    let (files, things) = (files(), new_things());
    let kinds: Vec<_> = things.iter().map(|thing| thing.kind.as_str()).collect();
    assert_eq!(kinds, NEEDLES.iter().map(|(kind, _)| *kind).collect::<Vec<_>>());
    let mut wrong = Vec::new();
    for (thing, (_, needles)) in things.iter().zip(NEEDLES) {
        let found: Vec<_> = files
            .iter()
            .map(|(_, path, code)| (relative(path), code))
            .filter(|(path, code)| needles.iter().any(|needle| occurs(needle, path, code)))
            .map(|(path, _)| path)
            .collect();
        for path in found.iter().filter(|path| !lists(thing, path)) {
            wrong.push(format!("{} '{}' occurs in {path}, which the map omits", thing.kind, thing.example));
        }
        // A file named after the example need not contain the name.
        let is_named = |path: &str| path.starts_with("src/") && !path.contains(&thing.example);
        for listed in thing.paths.iter().filter(|path| is_named(path) && *path != "src/lib.rs") {
            if !found.contains(listed) {
                wrong.push(format!("the map lists {listed}, where '{}' does not occur", thing.example));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn words_and_literals_are_told_apart() {
    let code = "let a = \"beam, \\\"beam\\\"\"; let beams = '\"'; let b = beam_of(\"beam\");";
    assert!(!has_word(&without_literals(code), "beam"));
    assert!(has_word("use a::{beam, c};", "beam"));
    assert!(occurs(&Literal("beam", "src/"), "src/a.rs", code));
    assert!(!occurs(&Literal("beam", "src/b/"), "src/a.rs", code));
}
