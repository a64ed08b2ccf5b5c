//! How many levels are decided that differ from real ones in the place of one box or one wall, many of which have no
//! solution.
//!
//! `cargo bench --bench mutated -- [--levels N] [--time T] [--seed S] FILES..` takes levels of the files in turn, moves
//! a random box, or makes floor of a wall or a wall of floor, and searches each for any answer. It prints how many are
//! solved, proved to have no solution, for which reasons, and left open. Each proof that needs a search is written as a
//! certificate, within another such time, and checked.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints figures")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use serde_json::Value;

#[allow(dead_code, reason = "the tests use more of it")]
#[path = "../tests/library/common/random.rs"]
mod random;

use random::Random;

/// A board, row by row.
type Grid = Vec<Vec<u8>>;

fn lurd(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lurd")).args(arguments).output().expect("lurd starts")
}

/// The boards of a file.
fn boards(file: &str) -> Vec<Grid> {
    let text = String::from_utf8(lurd(&["convert", file, "--to", "xsb"]).stdout).expect("text");
    let is_row = |line: &&str| line.contains('#') && line.bytes().all(|it| b"#@+$*. -_".contains(&it));
    let mut boards: Vec<Grid> = Vec::new();
    let mut inside = false;
    for line in text.lines() {
        if is_row(&line) {
            if !inside {
                boards.push(Vec::new());
            }
            boards.last_mut().expect("one was begun").push(line.bytes().collect());
        }
        inside = is_row(&line);
    }
    boards
}

/// The places of the floor that can be reached from the player if boxes are no obstacles.
fn floor(grid: &Grid) -> Vec<(usize, usize)> {
    let player = |cell: &u8| matches!(cell, b'@' | b'+');
    let start = grid.iter().enumerate().find_map(|(row, it)| Some((row, it.iter().position(player)?)));
    let mut found: Vec<(usize, usize)> = start.into_iter().collect();
    let mut next = 0;
    while let Some(&(row, column)) = found.get(next) {
        next += 1;
        let beside =
            [(row + 1, column), (row.wrapping_sub(1), column), (row, column + 1), (row, column.wrapping_sub(1))];
        for place in beside {
            let cell = grid.get(place.0).and_then(|it| it.get(place.1));
            if cell.is_some_and(|&cell| cell != b'#') && !found.contains(&place) {
                found.push(place);
            }
        }
    }
    found
}

/// Changes the place of a box, or a wall. `None` if the random choice leads to no such change.
fn mutated(mut grid: Grid, random: &mut Random) -> Option<Grid> {
    let floor = floor(&grid);
    let at = |grid: &Grid, (row, column): (usize, usize)| grid[row][column];
    let among = |random: &mut Random, cells: &[u8]| {
        let places: Vec<_> = floor.iter().copied().filter(|&place| cells.contains(&at(&grid, place))).collect();
        (!places.is_empty()).then(|| places[random.below(places.len())])
    };
    match random.below(4) {
        0 | 1 => {
            let (from, to) = (among(random, b"$*")?, among(random, b" -_.")?);
            grid[from.0][from.1] = if at(&grid, from) == b'*' { b'.' } else { b' ' };
            grid[to.0][to.1] = if at(&grid, to) == b'.' { b'*' } else { b'$' };
        }
        2 => {
            let (row, column) = among(random, b" -_")?;
            grid[row][column] = b'#';
        }
        _ => {
            let (row, column) = floor[random.below(floor.len())];
            let walls = [(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)];
            let walls: Vec<_> = walls.into_iter().filter(|&place| at(&grid, place) == b'#').collect();
            let (row, column) = *walls.get(random.below(walls.len().max(1)))?;
            grid[row][column] = b' ';
        }
    }
    Some(grid)
}

/// Whether a certificate of the level can be made and is found correct.
fn is_certified(level: &str, time: &str, folder: &Path) -> bool {
    let path = folder.join("certificate.txt");
    let _ = fs::remove_file(&path);
    let certificate = path.to_str().expect("text");
    lurd(&["solve", level, "--time", time, "--no-store", "-q", "--certificate", certificate]);
    path.exists() && lurd(&["verify", "--certificate", certificate]).status.success()
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut levels, mut time, mut seed, mut files) = (1000_usize, "10s".to_owned(), 1_u64, Vec::new());
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().expect("a value");
        match argument.as_str() {
            "--levels" => levels = value().parse().expect("a number"),
            "--time" => time = value(),
            "--seed" => seed = value().parse().expect("a number"),
            _ => files.push(argument),
        }
    }
    let originals: Vec<Vec<Grid>> = files.iter().map(|file| boards(file)).collect();
    if originals.iter().all(Vec::is_empty) {
        println!("usage: cargo bench --bench mutated -- [--levels N] [--time T] [--seed S] FILES..");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutated");
    fs::create_dir_all(&folder).expect("a folder");
    let mut random = Random::new(seed);
    let (mut solved, mut open, mut wrong, mut certified, mut unsolvable) = (0, Vec::new(), 0, 0, 0);
    let mut reasons: BTreeMap<String, usize> = BTreeMap::new();
    let mut done = 0;
    while done < levels {
        let collection = &originals[random.below(originals.len())];
        let Some(original) = (!collection.is_empty()).then(|| &collection[random.below(collection.len())]) else {
            continue;
        };
        let Some(grid) = mutated(original.clone(), &mut random) else { continue };
        let text = grid.into_iter().map(|row| String::from_utf8(row).expect("ASCII")).collect::<Vec<_>>().join("\n");
        let path = folder.join(format!("{done}.xsb"));
        fs::write(&path, text + "\n").expect("written");
        let path = path.to_str().expect("text");
        let output = lurd(&["solve", path, "--first", "--time", &time, "--no-store", "--json"]);
        let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else { continue };
        match report["status"].as_str() {
            // An open border or the like: not a level.
            None | Some("error") => continue,
            Some("solved") => solved += 1,
            Some("unsolvable") => {
                unsolvable += 1;
                let reason = report["reason"].as_str().unwrap_or_default();
                let kind = reason.split(':').next().unwrap_or_default().to_owned();
                *reasons.entry(kind).or_default() += 1;
                certified += usize::from(is_certified(path, &time, &folder));
            }
            Some("limit") => open.push(done),
            Some(other) => {
                wrong += 1;
                eprintln!("{path}: {other}");
            }
        }
        done += 1;
        if done % 50 == 0 {
            eprintln!("{done}: {solved} solved, {unsolvable} without a solution, {} open", open.len());
        }
    }
    println!("{levels} levels, seed {seed}, {time} each: {solved} solved, {unsolvable} proved to have no solution");
    println!("certificates written and found correct: {certified} of {unsolvable}");
    for (reason, count) in reasons {
        println!("  {count} {reason}");
    }
    println!("open: {} {open:?}", open.len());
    assert_eq!(wrong, 0, "other endings");
}
