//! Lists `puzzles/`, so that a file dropped in is in the catalog of the next build.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

fn main() {
    let folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("puzzles");
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed={}", folder.display());

    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .map(|entries| entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()).collect())
        .unwrap_or_default();
    files.sort();

    let mut table = String::from("&[\n");
    let mut stems: Vec<String> = Vec::new();
    for path in files {
        let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
        if name.starts_with('.') || is_left_out(&path) {
            continue;
        }
        let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or(name).to_owned();
        assert!(!stems.contains(&stem), "puzzles/ holds two collections named {stem}");
        stems.push(stem);
        println!("cargo:rerun-if-changed={}", path.display());
        let _ = writeln!(table, "    ({name:?}, include_str!({:?})),", path.display().to_string());
    }
    table.push_str("]\n");
    let target = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")).join("puzzles.rs");
    fs::write(target, table).expect("the build folder can be written");
}

/// What cannot be embedded as text would break the build of everything else.
fn is_left_out(path: &Path) -> bool {
    let readable = fs::read(path).is_ok_and(|bytes| std::str::from_utf8(&bytes).is_ok());
    if !readable {
        println!("cargo:warning={} is not UTF-8 text and is left out of the catalog", path.display());
    }
    !readable
}
