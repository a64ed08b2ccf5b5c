//! Lists `puzzles/`, so that a file dropped in is in the catalog of the next build, and names the commit and the target for
//! `lurd --version`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

fn main() {
    println!("cargo:rustc-env=LURD_BUILD={}", build());
    list_puzzles();
}

/// What `lurd --version` adds to the number: the commit, if it is known, and the target.
fn build() -> String {
    println!("cargo:rerun-if-env-changed=LURD_COMMIT");
    let target = env::var("TARGET").expect("cargo sets it");
    let is_released = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let given = env::var("LURD_COMMIT").ok().filter(|commit| !commit.is_empty());
    // A debug build names no commit: with it, all tests would be built again after each one.
    let commit = given.or_else(packaged_commit).or_else(|| is_released.then(checked_out_commit).flatten());
    match commit {
        Some(commit) => format!("{commit}, {target}"),
        None if is_released => format!("unknown commit, {target}"),
        None => format!("debug build, {target}"),
    }
}

/// The number of hexadecimal digits of a commit that are shown.
const DIGITS: usize = 12;

/// The commit that `cargo package` has noted, in a build from a registry.
fn packaged_commit() -> Option<String> {
    let folder = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets it");
    let note = fs::read_to_string(PathBuf::from(folder).join(".cargo_vcs_info.json")).ok()?;
    let (_, after) = note.split_once("\"sha1\"")?;
    let digits: String = after.chars().skip_while(|it| !it.is_ascii_hexdigit()).take(DIGITS).collect();
    (digits.len() == DIGITS && digits.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(digits)
}

/// The commit that is checked out in this folder, if git knows it as the top folder of a repository.
fn checked_out_commit() -> Option<String> {
    let git = |arguments: &[&str]| {
        let output = Command::new("git").args(arguments).output().ok().filter(|output| output.status.success())?;
        Some(String::from_utf8(output.stdout).ok()?.trim_end().to_owned())
    };
    // Within another repository the folder is a copy, whose commit is not known.
    if !git(&["rev-parse", "--show-prefix"])?.is_empty() {
        return None;
    }
    for name in ["HEAD", "logs/HEAD"] {
        let path = git(&["rev-parse", "--git-path", name])?;
        // Cargo takes a missing file as changed each time.
        if Path::new(&path).exists() {
            println!("cargo:rerun-if-changed={path}");
        }
    }
    git(&["rev-parse", &format!("--short={DIGITS}"), "HEAD"])
}

fn list_puzzles() {
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
