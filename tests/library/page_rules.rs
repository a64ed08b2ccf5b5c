//! The rules in the exported page against lurd's, on random games. Needs node.

use std::io::Write as _;
use std::process::{Command, Stdio};

use lurd::puzzle::{Coordinates, PadDirection, Plugin, Position};
use lurd::shifter::Shifter;
use lurd::sokoban::Sokoban;
use lurd::sokoban::xsb::write_xsb;
use serde_json::{Value, json};

use crate::common::levels::{crowded, pulled};
use crate::common::random::Random;

/// The number of games of each kind.
const GAMES: u64 = 500;
/// The number of steps tried in a game, possible or not.
const STEPS: usize = 60;

/// Plays the games that it reads by the rules of the page.
const PLAYER: &str = r#"
const rules = require(process.argv[1]);
const games = JSON.parse(require("fs").readFileSync(0, "utf8"));
console.log(JSON.stringify(games.map((data) => {
  const game = rules.game(data);
  const written = data.tried.map((step) => game.step(step));
  return { written, cells: game.cells(), solved: game.isSolved() };
})));
"#;

/// The letters or labels of a board, row by row.
fn cells(position: &dyn Position, panel: usize) -> Vec<Vec<String>> {
    let controls = position.controls().expect("cells");
    let size = controls.panels()[panel];
    let row = |row| (0..size.columns).map(move |column| Coordinates::new(row, column));
    (0..size.rows).map(|at| row(at).map(|it| controls.tile(panel, it).text.to_string()).collect()).collect()
}

/// A game for the page, and what lurd says of it.
fn played(plugin: &dyn Plugin, text: &str, steps: &[String], moves: &[String]) -> (Value, Value) {
    let puzzle = plugin.read(text).expect("readable").remove(0).puzzle.expect("a puzzle");
    let mut position = puzzle.start();
    let target = (puzzle.kind() == "shifter").then(|| {
        let rows = cells(position.as_ref(), 1).into_iter();
        rows.map(|row| row.into_iter().map(|it| (it != "?").then_some(it)).collect()).collect::<Vec<Vec<_>>>()
    });
    let game = json!({
        "kind": puzzle.kind(), "board": cells(position.as_ref(), 0), "target": target, "moves": moves, "tried": steps,
    });
    let written: Vec<Option<String>> = steps.iter().map(|step| position.apply(step).ok()).collect();
    let expected = json!({ "written": written, "cells": cells(position.as_ref(), 0), "solved": position.is_solved() });
    (game, expected)
}

fn sokoban(seed: u64) -> (Value, Value) {
    let level = if seed.is_multiple_of(2) { pulled(seed) } else { crowded(seed) };
    let mut random = Random::new(seed);
    let steps: Vec<String> = (0..STEPS).map(|_| ["l", "u", "r", "d"][random.below(4)].to_owned()).collect();
    played(&Sokoban, &write_xsb(&level), &steps, &[])
}

fn shifter(seed: u64) -> (Value, Value) {
    let mut random = Random::new(seed);
    let (rows, columns) = (1 + random.below(5), 2 + random.below(4));
    let tiles: Vec<usize> = (0..rows * columns).map(|_| 1 + random.below(3)).collect();
    let row = |row: &[usize]| row.iter().map(usize::to_string).collect::<String>();
    let board = |tiles: &[usize]| tiles.chunks(columns).map(row).collect::<Vec<_>>().join("/");
    let mut target = tiles.clone();
    target.rotate_left(random.below(rows * columns));
    let text = format!("{} -> {}", board(&tiles), board(&target));
    let words = |count: usize| {
        PadDirection::ALL.into_iter().flat_map(move |direction| {
            let is_row = matches!(direction, PadDirection::Left | PadDirection::Right);
            (0..if is_row { rows } else { columns } + count).map(move |line| format!("{} {line}", direction.word()))
        })
    };
    // One line of each direction is not on the board.
    let all: Vec<String> = words(1).collect();
    let steps: Vec<String> = (0..STEPS).map(|_| all[random.below(all.len())].clone()).collect();
    let start = Shifter.read(&text).expect("readable").remove(0).puzzle.expect("a puzzle").start();
    let moves: Vec<String> = words(0).filter(|word| start.boxed().apply(word).is_ok()).collect();
    played(&Shifter, &text, &steps, &moves)
}

/// `cargo test --test library page_rules -- --ignored`, with node.
#[test]
#[ignore = "needs node"]
fn the_rules_of_the_page_are_those_of_lurd() {
    let (games, expected): (Vec<Value>, Vec<Value>) = (0..GAMES).map(sokoban).chain((0..GAMES).map(shifter)).unzip();
    let rules = concat!(env!("CARGO_MANIFEST_DIR"), "/crates/report/src/picture/page/rules.js");
    let mut node = Command::new("node")
        .args(["-e", PLAYER, rules])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("node runs");
    let text = serde_json::to_vec(&games).expect("JSON");
    node.stdin.take().expect("a pipe").write_all(&text).expect("node reads");
    let output = node.wait_with_output().expect("node ends");
    assert!(output.status.success());
    let found: Vec<Value> = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(found.len(), expected.len());
    for ((game, found), expected) in games.iter().zip(&found).zip(&expected) {
        assert_eq!(found, expected, "{game}");
    }
    let pushes = |it: &Value| it["written"].to_string().contains(['L', 'U', 'R', 'D']);
    assert!(expected.iter().filter(|it| pushes(it)).count() > 100, "boxes are pushed");
}
