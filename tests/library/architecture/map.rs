//! The map, `docs/architecture.md`, agrees with the source text: it lists the crates, and the files and tests in its
//! table "Where something new goes" exist.

use std::collections::BTreeSet;
use std::fs;

use super::{crate_sources, repository, sources};

/// A row of the table "Where something new goes".
struct NewThing {
    kind: String,
    /// Paths from the root of the repository, with the name of the example filled in. A path that ends with
    /// `/` stands for everything below it.
    paths: Vec<String>,
    /// The tests that fail if one of the files is forgotten.
    tests: Vec<String>,
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

fn new_things() -> Vec<NewThing> {
    let rows = table_below("Where something new goes");
    rows.into_iter()
        .map(|row| {
            let example = quoted(&row[1]).next().expect("an example");
            let paths = quoted(&row[2]).map(|path| path.replace("NAME", &example)).collect();
            let tests = quoted(&row[4]).filter(|text| !text.contains('/')).collect();
            NewThing { kind: row[0].clone(), paths, tests }
        })
        .collect()
}

#[test]
fn the_map_lists_every_crate() {
    let folders = fs::read_dir(repository().join("crates")).expect("the crates");
    let name = |entry: std::io::Result<fs::DirEntry>| entry.expect("an entry").file_name();
    let mut crates: BTreeSet<_> = folders.map(|entry| format!("lurd-{}", name(entry).to_string_lossy())).collect();
    crates.insert("lurd".to_owned());
    let listed: BTreeSet<_> = table_below("Crates").iter().flat_map(|row| quoted(&row[0])).collect();
    assert_eq!(listed, crates, "the crates of the map, and the folders in `crates`");
}

#[test]
fn every_path_of_the_map_and_the_decisions_exists() {
    let page = |name| fs::read_to_string(repository().join(name)).expect("a page of the documentation");
    let pages = ["docs/architecture.md", "docs/decisions.md", "docs/reliability.md"].map(page);
    let examples = new_things().into_iter().flat_map(|thing| thing.paths);
    // Without code blocks, whose fences are of backticks, too, and without patterns of paths.
    let prose = pages.iter().flat_map(|page| page.split("```").step_by(2));
    let elsewhere = prose.flat_map(quoted).filter(|text| !["NAME", "*", ".."].iter().any(|it| text.contains(it)));
    let folders = ["src/", "crates/", "tests/", "docs/", "examples/", "fuzz/"];
    for path in examples.chain(elsewhere).filter(|path| folders.iter().any(|it| path.starts_with(it))) {
        assert!(repository().join(&path).exists(), "the documentation names {path}, which does not exist");
    }
}

/// The way of a command through the source, as the map tells it.
#[test]
fn the_functions_that_the_map_names_exist() {
    const MAX_FUNCTIONS: usize = 35;
    const MAX_FILES: usize = 20;
    let (mut files, mut count) = (BTreeSet::new(), 0);
    for row in table_below("Where to begin") {
        let paths: Vec<_> = quoted(&row[0]).collect();
        let functions: Vec<Vec<_>> = row[1].split(';').map(|part| quoted(part).collect()).collect();
        assert_eq!(paths.len(), functions.len(), "{row:?}");
        for (path, functions) in paths.iter().zip(functions) {
            let text = fs::read_to_string(repository().join(path)).expect("a source file");
            for function in &functions {
                let is_there = ["(", "<"].iter().any(|next| text.contains(&format!("fn {function}{next}")));
                assert!(is_there, "{path} has no function {function}");
            }
            count += functions.len();
        }
        files.extend(paths);
    }
    assert!(count <= MAX_FUNCTIONS && files.len() <= MAX_FILES, "{count} functions in {} files", files.len());
}

#[test]
fn the_tests_that_the_map_names_exist() {
    let roots = crate_sources().into_iter().chain([repository().join("tests")]);
    let files = roots.flat_map(|root| sources(&root)).map(|(path, _)| path);
    let texts: Vec<_> = files.map(|path| fs::read_to_string(path).expect("a source file")).collect();
    for thing in new_things() {
        assert!(!thing.tests.is_empty(), "{}: no test", thing.kind);
        for test in &thing.tests {
            let start = format!("\nfn {test}() {{");
            let is_test = texts.iter().any(|text| text.replace("\n    fn ", "\nfn ").contains(&start));
            assert!(is_test, "{}: the map names the test {test}, which does not exist", thing.kind);
        }
    }
}
