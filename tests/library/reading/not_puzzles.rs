//! Texts that no reasonable person calls a Sokoban level or a shifter are refused with a sentence, and never read as a puzzle.
//!
//! Each file in `not_puzzles/` is one text. What is told of all of them is pinned in `refused.snap`.

use std::fmt::Write as _;
use std::fs;

use lurd::catalog;
use lurd::diagnostic::Diagnostic;

use super::cases::{board, folder};

/// The names of the files and their bytes, by name.
fn texts() -> Vec<(String, Vec<u8>)> {
    let files = fs::read_dir(folder().join("not_puzzles")).expect("a folder").map(|file| file.expect("a file").path());
    let text = |path: std::path::PathBuf| {
        (path.file_name().expect("a file").to_string_lossy().into_owned(), fs::read(&path).expect("a file"))
    };
    let mut texts: Vec<_> = files.filter(|path| path.is_file()).map(text).collect();
    texts.sort();
    texts
}

#[test]
fn other_texts_are_never_read_as_puzzles() {
    let catalog = catalog::builtin();
    let texts = texts();
    assert!(texts.len() >= 24, "{} texts", texts.len());
    let mut wrong = String::new();
    for (name, bytes) in texts {
        let items = catalog.read_bytes(&name, &bytes).unwrap_or_default();
        for puzzle in items.iter().filter_map(|item| item.puzzle.as_ref().ok()) {
            let _ = writeln!(wrong, "{name} is read as {}", board(puzzle.as_ref()));
        }
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}

#[test]
fn each_is_refused_with_a_sentence() {
    let catalog = catalog::builtin();
    let mut all = String::new();
    for (name, bytes) in texts() {
        let refused = match catalog.read_bytes(&name, &bytes) {
            Err(error) => Some(error.diagnostic),
            Ok(items) => items.into_iter().find_map(|item| item.puzzle.err().map(|error| *error)),
        };
        // That one is read is the failure of the other test.
        let Some(Diagnostic { message, help, .. }) = refused else { continue };
        assert!(message.trim().contains(' '), "{name}: {message:?} is no sentence");
        let message = message.strip_prefix(&format!("{name}: ")).unwrap_or(&message);
        let _ = writeln!(all, "{name}\n  {message}\n  help: {}", help.as_deref().unwrap_or("none"));
    }
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(".");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!("refused", all));
}
