//! What the strategies note while they search, for `-v`.

use lurd::budget::{Cancel, Limits, Observer, Progress};
use lurd::catalog::{Typed, builtin};
use lurd::search::STRATEGIES;
use lurd::toolkit::{exit::Status, search_options::SearchOptions, solve::solve};

#[derive(Default)]
struct Notes(Vec<String>);

impl Observer for Notes {
    fn progress(&mut self, _: &Progress) {}
    fn wants_notes(&self) -> bool {
        true
    }
    fn note(&mut self, text: &str) {
        self.0.push(text.to_owned());
    }
}

#[test]
fn every_strategy_says_what_it_does() {
    let item = builtin().resolve(&Typed::argument("missile/4")).expect("it is built in").remove(0);
    let puzzle = item.puzzle.expect("a puzzle");
    for row in STRATEGIES {
        let limits = Limits { nodes: Some(20_000), ..Limits::NONE };
        let search = SearchOptions { strategy: Some(row.strategy), limits, ..SearchOptions::default() };
        let mut notes = Notes::default();
        let run = solve(puzzle.as_ref(), &search, &Cancel::default(), &mut notes);
        assert!(run.status() == Status::Unsupported || !notes.0.is_empty(), "{}", row.name);
        // With an estimate, its value for the start; with layers or thresholds, a line for each.
        if row.name == "astar" || row.name == "idastar" {
            assert!(notes.0[0].starts_with(&format!("{}: estimate of the start 3", row.name)), "{:?}", notes.0);
        }
        if row.name == "bfs" {
            assert!(notes.0.iter().any(|note| note.starts_with("lower bound 3: 17 expanded")), "{:?}", notes.0);
        }
    }
}
