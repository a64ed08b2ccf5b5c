//! The rows of `docs/coloured.json`, counted again.

use lurd::puzzle::{CensusOptions, DistanceOrigin, mean};
use serde_json::{Value, json};

use super::atlas::{layers, number, objective, recount, text};
use super::notation::read_one;
use super::without_limits;

const COLOURED: &str = include_str!("../../../docs/coloured.json");
const PAGE: &str = include_str!("../../../docs/atlas.md");
/// The most boards for which each is tried as the target.
const MOST: u64 = 100_000;

/// The rows in which every board is tried as the target, and those of named patterns.
fn rows() -> [Vec<Value>; 2] {
    let rows: Vec<Value> = serde_json::from_str(COLOURED).expect("a list of rows");
    let (targets, patterns) = rows.into_iter().partition(|row| row.get("targets").is_some());
    [targets, patterns]
}

fn tiles(row: &Value) -> Vec<u64> {
    row["tiles"].as_array().expect("tiles").iter().map(|tiles| tiles.as_u64().expect("a number")).collect()
}

/// The number of boards with so many tiles of each colour.
fn multinomial(tiles: &[u64]) -> u64 {
    let (mut boards, mut cells) = (1, 0);
    for tile in tiles.iter().flat_map(|&tiles| 1..=tiles) {
        cells += 1;
        boards = boards * cells / tile;
    }
    boards
}

/// All ways to write a number as a sum of two to four numbers, the largest first.
fn multisets(cells: u64) -> Vec<Vec<u64>> {
    let mut all = vec![Vec::new()];
    for _ in 0..4 {
        let longer: Vec<Vec<u64>> =
            all.iter().flat_map(|some| (0..=cells).map(|next| [&some[..], &[next]].concat())).collect();
        all = longer;
    }
    all.retain(|some| some.iter().sum::<u64>() == cells && some.is_sorted_by(|one, next| one >= next));
    let several = all.into_iter().filter(|some| some[1] > 0);
    several.map(|some| some.into_iter().filter(|&tiles| tiles > 0).collect()).collect()
}

/// Tries every board as the target again.
fn try_all_again(row: &Value) {
    let (_, quoted) = text(row, "command").split_once('\'').expect("a quoted puzzle");
    let puzzle = read_one(quoted.split_once('\'').expect("a quoted puzzle").0);
    let options = CensusOptions { targets: true, ..CensusOptions::from(DistanceOrigin::Target) };
    let objective = objective(puzzle.as_ref(), row);
    let stats = without_limits(|budget| puzzle.census(objective, options, budget)).expect("no limit");
    assert_eq!(stats.layers.iter().sum::<u64>(), number(row, "boards"), "{row}");
    let found = stats.targets.expect("all boards");
    let found: Vec<Value> = found
        .iter()
        .map(|it| {
            json!({
                "eccentricity": it.eccentricity, "targets": it.targets, "classes": it.classes,
                "least_mean": it.least_mean, "most_mean": it.most_mean, "example": it.example,
            })
        })
        .collect();
    assert_eq!(Value::from(found), row["targets"], "{row}");
}

#[test]
fn every_multiset_of_few_boards_is_there() {
    let [rows, patterns] = rows();
    let mut expected = 0;
    for (objective, height, width) in
        [("shifts", 3, 3), ("shifts", 3, 4), ("grouped", 3, 4), ("shifts", 4, 4), ("grouped", 4, 4)]
    {
        for tiles_of in multisets(height * width).into_iter().filter(|tiles| multinomial(tiles) <= MOST) {
            let is_it = |row: &&Value| {
                text(row, "objective") == objective
                    && (number(row, "rows"), number(row, "columns")) == (height, width)
                    && tiles(row) == tiles_of
            };
            let row = rows.iter().find(is_it).unwrap_or_else(|| panic!("{objective} {height}x{width} {tiles_of:?}"));
            assert_eq!(number(row, "boards"), multinomial(&tiles_of), "{row}");
            let targets = row["targets"].as_array().expect("targets");
            assert_eq!(targets.iter().map(|it| number(it, "targets")).sum::<u64>(), number(row, "boards"), "{row}");
            expected += 1;
        }
    }
    assert_eq!(rows.len(), expected, "no others");
    assert!(patterns.iter().any(|row| number(row, "boards") == 63_063_000));
    for row in &patterns {
        assert_eq!(layers(row).iter().sum::<u64>(), number(row, "boards"), "{row}");
        assert!((mean(&layers(row)) - row["mean"].as_f64().expect("a mean")).abs() < 1e-9, "{row}");
        assert!(number(row, "boards") > MOST, "{row}");
    }
}

/// The tables of the page are those of the file.
#[test]
fn the_page_has_every_row() {
    let [rows, patterns] = rows();
    for row in &rows {
        let targets = row["targets"].as_array().expect("targets");
        let (least, greatest) = (&targets[0], &targets[targets.len() - 1]);
        let end = |row: &Value| {
            format!("{} | {} | `{}`", number(row, "eccentricity"), number(row, "classes"), text(row, "example"))
        };
        let tiles: Vec<String> = tiles(row).iter().map(u64::to_string).collect();
        let line = format!("| {} | {} | {} | {} |", tiles.join(","), number(row, "boards"), end(least), end(greatest));
        assert!(PAGE.contains(&line), "{line}");
    }
    for row in &patterns {
        let line = format!(
            "| {} | `{}` | {} | {} | {:.4} | {} | {} |",
            text(row, "pattern"),
            text(row, "target"),
            number(row, "boards"),
            number(row, "farthest"),
            row["mean"].as_f64().expect("a mean"),
            layers(row).last().expect("a layer"),
            number(row, "antipodes"),
        );
        assert!(PAGE.contains(&line), "{line}");
    }
}

#[test]
fn rows_of_up_to_3000_targets_are_tried_again() {
    let [rows, _] = rows();
    let small: Vec<&Value> = rows.iter().filter(|row| number(row, "boards") <= 3_000).collect();
    assert!(small.len() > 40, "{}", small.len());
    small.into_iter().for_each(try_all_again);
}

#[test]
fn patterns_of_up_to_210_000_boards_are_counted_again() {
    let [_, patterns] = rows();
    let small: Vec<&Value> = patterns.iter().filter(|row| number(row, "boards") <= 210_000).collect();
    assert!(small.len() >= 6, "{}", small.len());
    small.into_iter().for_each(recount);
}

#[test]
#[ignore = "minutes"]
fn rows_of_more_targets_are_tried_again() {
    let [rows, _] = rows();
    rows.iter().filter(|row| number(row, "boards") > 3_000).for_each(try_all_again);
}

#[test]
#[ignore = "minutes"]
fn patterns_of_more_boards_are_counted_again() {
    let [_, patterns] = rows();
    patterns.iter().filter(|row| number(row, "boards") > 210_000).for_each(recount);
}
