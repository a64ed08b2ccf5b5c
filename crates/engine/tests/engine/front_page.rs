//! The tables of the first page of the documentation say what the strategies are and do.

use lurd_engine::program::search::{Claim, Family, run};
use lurd_engine::{Budget, Cost, Graph, Outcome, STRATEGIES, Settings};

/// The cells of the rows of the tables.
fn rows() -> Vec<Vec<&'static str>> {
    let lines = include_str!("../../src/lib.rs").lines().filter_map(|line| line.strip_prefix("//! |"));
    lines.map(|line| line.trim_end_matches('|').split('|').map(str::trim).collect()).collect()
}

#[test]
fn every_strategy_is_listed_with_its_needs_and_claim() {
    for row in STRATEGIES.iter().filter(|row| !matches!(row.family, Family::BlindReference | Family::InformedReference))
    {
        let name = format!("`{}`", row.name);
        let line = rows().into_iter().find(|cells| cells.len() == 5 && cells[2] == name).expect(row.name);
        let needs: Vec<String> = row.needs.iter().map(ToString::to_string).collect();
        let claim = match row.claim {
            Claim::Optimal => "optimal",
            Claim::Within => "within w",
            Claim::Nothing => "",
        };
        assert_eq!((line[3], line[4]), (&needs.join(" and ")[..], claim), "{name}");
    }
}

/// What a user needs fits on the first page; the rest is in the module `program`.
#[test]
fn the_first_page_has_at_most_40_items() {
    let code: String = include_str!("../../src/lib.rs").lines().filter(|line| !line.starts_with("//")).collect();
    let (root, _) = code.split_once("pub mod program").expect("the module");
    let lists = root.split("pub use ").skip(1).filter_map(|text| text.split(['{', '}']).nth(1));
    let items = lists.flat_map(|list| list.split(',')).filter(|item| !item.trim().is_empty()).count();
    let with_module = items + 1;
    assert!((30..=40).contains(&with_module), "{with_module}");
}

#[test]
fn the_figures_of_the_tiles_are_those_of_the_searches() {
    let next = |state: &[u8; 9]| {
        let gap = state.iter().position(|&tile| tile == 0).expect("a gap");
        let (row, column) = (gap / 3, gap % 3);
        let moves = [
            (column < 2).then(|| gap + 1),
            (row < 2).then(|| gap + 3),
            (column > 0).then(|| gap - 1),
            (row > 0).then(|| gap - 3),
        ];
        let state = *state;
        moves.into_iter().flatten().map(move |tile| {
            let mut next = state;
            next.swap(gap, tile);
            (next, 1)
        })
    };
    let distance = |(at, &tile): (u8, &u8)| (at / 3).abs_diff((tile - 1) / 3) + (at % 3).abs_diff((tile - 1) % 3);
    let estimate = |state: &[u8; 9]| {
        (0_u8..).zip(state).filter(|&(_, &tile)| tile != 0).map(|place| Cost::from(distance(place))).sum()
    };
    let tiles = Graph::new([8, 6, 7, 2, 5, 4, 3, 0, 1], next, |state| *state == [1, 2, 3, 4, 5, 6, 7, 8, 0])
        .with_unit_costs()
        .with_consistent_estimate(estimate);
    let figures: Vec<_> = rows().into_iter().filter(|cells| cells.len() == 4 && cells[0].starts_with('`')).collect();
    assert_eq!(figures.len(), 8);
    for line in figures {
        let row = STRATEGIES.iter().find(|row| format!("`{}`", row.name) == line[0]).expect(line[0]);
        let mut budget = Budget::unlimited();
        let outcome = run(&tiles, row.strategy, &Settings::default(), &mut budget);
        let Ok(Outcome::Solved { plan, .. }) = outcome else { panic!("{outcome:?}") };
        let done = budget.statistics();
        assert_eq!([plan.cost, done.expanded, done.stored].map(|it| it.to_string()), line[1..], "{}", row.name);
    }
}
