//! Tests the example 15-puzzle: a kind of puzzle from another crate has the catalog, solve, compare, play, JSON and
//! snapshots without a change to lurd.

#[path = "../../examples/fifteen/plugin.rs"]
mod plugin;

use lurd::budget::{Cancel, Limits};
use lurd::catalog::{self, Catalog, Item, Typed};
use lurd::outcome::{Proof, Stop};
use lurd::puzzle::{Claim, Plugin, Puzzle, Unanswered};
use lurd::report::{self, AnswerOptions, Subject};
use lurd::search::{STRATEGIES, Strategy};
use lurd::toolkit::compare::{Chosen, Plan, Repeats, compare};
use lurd::toolkit::exit::Exit;
use lurd::toolkit::search_options::Search;
use lurd::toolkit::solve::{Run, solve};
use lurd::toolkit::verify::verify;

use plugin::Fifteen;

/// Sam Loyd's puzzle: 14 and 15 exchanged.
const LOYD: &str = "fifteen: 1 2 3 4 5 6 7 8 9 10 11 12 13 15 14 0";

fn catalog() -> Catalog {
    catalog::builtin().with(Fifteen)
}

/// The puzzle that `text` refers to.
fn typed(text: &str) -> Item {
    let mut items = catalog().resolve(&Typed::argument(text)).expect("a text of a known kind");
    assert_eq!(items.len(), 1);
    items.remove(0)
}

fn read(text: &str) -> Box<dyn Puzzle> {
    let item = typed(text);
    assert_eq!(item.kind, "fifteen");
    match item.puzzle {
        Ok(puzzle) => puzzle,
        Err(complaint) => panic!("{complaint:?}"),
    }
}

fn run(puzzle: &dyn Puzzle, strategy: Strategy) -> Run {
    let search = Search { strategy: Some(strategy), ..Search::default() };
    solve(puzzle, &search, &Cancel::default(), &mut ())
}

#[test]
fn the_example_is_solved_replayed_and_printed() {
    let item = typed(Fifteen.example());
    let puzzle = item.puzzle.as_ref().expect("a puzzle").as_ref();
    let run = run(puzzle, Strategy::Auto);
    let subject = Subject { name: item.name(), reference: &item.reference, source: "test", index: item.index, puzzle };
    let text =
        report::run_text(&subject, &run, AnswerOptions { width: 80, ..AnswerOptions::default() }).expect("an answer");
    let verified = run.verified().expect("solved");
    assert_eq!(verify(puzzle, &verified.answer.solution).exit(), Exit::Good);
    insta::assert_snapshot!(anstream::adapter::strip_str(&text), @"
    typed puzzle
      rrrdlululu
    solved: 10 slides, proved optimal, by idastar
    ");
    let line = report::run_line(&subject, &run);
    let (start, _) = line.split_once(r#","stats":"#).expect("statistics");
    insta::assert_snapshot!(
        start,
        @r#"{"schema":1,"puzzle":"fifteen","name":"<argument>","source":"test","index":1,"id":"fifteen: 5 1 3 4 2 6 8 0 9 10 7 11 13 14 15 12","status":"solved","limit":null,"limit_value":null,"objective":"slides","strategy":"idastar","method":null,"solution":"rrrdlululu","buttons":null,"cost":10,"proof":"optimal","ties":null,"lower_bound":10,"reason":null,"metrics":{"slides":10}"#
    );
}

#[test]
fn its_answer_is_followed_step_by_step_without_further_code() {
    let puzzle = read(Fifteen.example());
    let steps = ["r", "r", "d"].map(str::to_owned);
    assert_eq!(report::follow_text(puzzle.as_ref(), &steps), "3 steps\n1. r\n2. r\n3. d\n");
}

#[test]
fn strategies_agree_side_by_side() {
    let puzzle = read(Fifteen.example());
    let chosen = Chosen::All;
    // Depth-first search would exhaust the memory before it reaches a goal.
    let limits = Limits { nodes: Some(50_000), ..Limits::NONE };
    let search = Search { limits, ..Search::default() };
    let repeats = Repeats::Exactly { runs: 1, warm_ups: 0 };
    let plan = Plan { search, chosen: chosen.clone(), repeats, scans: Vec::new() };
    let comparison = compare(puzzle.as_ref(), &plan, &Cancel::default(), &mut ());
    assert_eq!(comparison.rows.len(), STRATEGIES.len() - 1, "all but auto");
    assert_eq!((comparison.disagreement.as_deref(), comparison.exit(&chosen)), (None, Exit::Good));
    let optimal = run(puzzle.as_ref(), Strategy::Auto).proved_cost();
    assert!(optimal.is_some());
    for run in comparison.rows.iter().flat_map(|row| &row.runs) {
        match &run.end {
            Ok(verified) if verified.answer.proof == Proof::Optimal => {
                assert_eq!(run.proved_cost(), optimal, "{}", run.strategy.name());
            }
            Ok(_) => {}
            // It has neither a rate nor numbers: what does not fit says why.
            Err(Unanswered::Unsupported { reason }) => assert!(reason.contains("needs"), "{reason}"),
            Err(Unanswered::Stopped { stop: Stop::Limit(_), .. }) => {
                assert!(!run.strategy.row().compared, "{}", run.strategy.name());
            }
            other => panic!("{}: {other:?}", run.strategy.name()),
        }
    }
}

#[test]
fn features_lead_where_optimal_searches_are_lost() {
    let puzzle = read("fifteen: 14 15 8 12 10 11 9 13 2 6 5 1 3 7 4 0");
    let limits = Limits { nodes: Some(50_000), ..Limits::NONE };
    let within_limits = |strategy| {
        let search = Search { strategy: Some(strategy), limits, ..Search::default() };
        solve(puzzle.as_ref(), &search, &Cancel::default(), &mut ())
    };
    assert!(within_limits(Strategy::Astar).verified().is_none());
    let run = within_limits(Strategy::Fess);
    let verified = run.verified().expect("solved");
    assert_eq!(verified.answer.proof, Proof::Nothing);
}

#[test]
fn an_odd_permutation_is_unsolvable() {
    let puzzle = read(LOYD);
    for strategy in [Strategy::Auto, Strategy::Astar, Strategy::Idastar] {
        let run = run(puzzle.as_ref(), strategy);
        assert_eq!(run.exit(), Exit::No);
        let Err(Unanswered::Unsolvable { reason, .. }) = run.end else { panic!("{} does not see it", strategy.name()) };
        assert!(reason.starts_with("parity"), "{reason}");
    }
}

#[test]
fn texts_go_there_and_back() {
    let puzzle = read(Fifteen.example());
    assert_eq!(puzzle.id(), Fifteen.example());
    assert_eq!(read(&puzzle.text()).id(), puzzle.id());
    assert_eq!(Fifteen.claims("12/34 -> 12/34"), Claim::No);
    assert!(Fifteen.wants_more("fifteen: 1 2 3\n"));
    for text in ["fifteen: 1 2 3", "fifteen: 1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15", "fifteen: x"] {
        assert!(typed(text).puzzle.is_err(), "{text}");
    }
    assert!(Fifteen.read("#####").is_err());
}

#[test]
fn playing_moves_tiles_into_the_gap() {
    let item = typed("fifteen: 1 2 3 4 5 6 7 8 9 10 11 12 13 14 0 15");
    let puzzle = item.puzzle.expect("a puzzle");
    let mut position = puzzle.start();
    assert!(position.apply("u").is_err(), "the gap is in the last row");
    assert!(puzzle.read_steps("up").is_err(), "p is no slide");
    let steps: Vec<_> = puzzle.read_steps("L").expect("a slide").into_iter().map(|step| step.word).collect();
    assert_eq!(steps.len(), 1);
    position.apply(&steps[0]).expect("a slide");
    assert!(position.is_solved() && !puzzle.start().is_solved());
    assert_eq!(puzzle.join_steps(&steps), "l");
}
