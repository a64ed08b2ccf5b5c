//! Links between the pages of the documentation: the file exists, and so does the heading.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The README, the changelog and the pages in `docs`.
fn pages() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let docs = fs::read_dir(root.join("docs")).expect("docs").map(|entry| entry.expect("an entry").path());
    let mut pages: Vec<_> = docs.filter(|path| path.extension().is_some_and(|it| it == "md")).collect();
    pages.extend(["README.md", "CHANGELOG.md"].map(|name| root.join(name)));
    pages
}

/// The lines of a page outside code blocks.
fn prose(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page");
    let mut in_code = false;
    let is_prose = |line: &&str| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    };
    text.lines().filter(is_prose).map(str::to_owned).collect()
}

/// The anchors of a page as GitHub makes them: lower case, blanks as hyphens, no punctuation.
fn anchors(page: &Path) -> BTreeSet<String> {
    let letter = |letter: char| match letter {
        ' ' => Some('-'),
        '-' | '_' => Some(letter),
        _ => letter.is_alphanumeric().then(|| letter.to_ascii_lowercase()),
    };
    let heading = |line: &String| {
        line.starts_with('#').then(|| line.trim_start_matches('#').trim().chars().filter_map(letter).collect())
    };
    prose(page).iter().filter_map(heading).collect()
}

/// The targets of the links in a page, without those to other sites.
fn targets(page: &Path) -> Vec<String> {
    let lines = prose(page);
    let parts = lines.iter().flat_map(|line| line.split("](").skip(1));
    let targets = parts.filter_map(|part| part.split_once(')')).map(|(target, _)| target.to_owned());
    targets.filter(|target| !target.starts_with("https://")).collect()
}

#[test]
fn links_in_the_documentation_resolve() {
    let mut count = 0;
    for page in pages() {
        for target in targets(&page) {
            let (file, anchor) = target.split_once('#').unwrap_or((&target, ""));
            let linked = if file.is_empty() { page.clone() } else { page.with_file_name("").join(file) };
            assert!(linked.exists(), "{}: {target} does not exist", page.display());
            let found = anchor.is_empty() || anchors(&linked).contains(anchor);
            assert!(found, "{}: {target} has no such heading", page.display());
            count += 1;
        }
    }
    assert!(count > 30, "only {count} links were found");
}
