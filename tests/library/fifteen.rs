//! Tests the example 15-puzzle: a kind of puzzle from another crate has the catalog, solve, compare, play, JSON and
//! snapshots without a change to lurd.

#[path = "../../examples/fifteen/plugin.rs"]
mod plugin;

use lurd::budget::{Cancel, Limits};
use lurd::catalog::{self, Catalog, Item, Typed};
use lurd::outcome::{Cost, Proof, Stop};
use lurd::puzzle::{Confidence, Plugin, Position, Puzzle, Unanswered};
use lurd::report::{self, AnswerOptions, Subject};
use lurd::search::{STRATEGIES, Strategy};
use lurd::toolkit::compare::{ComparisonOptions, StrategySelection, compare};
use lurd::toolkit::exit::Exit;
use lurd::toolkit::generate::rate;
use lurd::toolkit::search_options::{SearchOptions, parse_strategy};
use lurd::toolkit::solve::{Run, solve};
use lurd::toolkit::state_space::solve_all;
use lurd::toolkit::verify::verify;

use plugin::{Fifteen, NEWEST};

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
    let search = SearchOptions { strategy: Some(strategy), ..SearchOptions::default() };
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
        @r#"{"schema":1,"puzzle":"fifteen","name":"<argument>","source":"test","index":1,"id":"fifteen: 5 1 3 4 2 6 8 0 9 10 7 11 13 14 15 12","level":"9af619861b6791f9","status":"solved","limit":null,"limit_value":null,"objective":"slides","strategy":"idastar","method":null,"solution":"rrrdlululu","buttons":null,"cost":10,"proof":"optimal","ties":null,"lower_bound":10,"reason":null,"metrics":{"slides":10}"#
    );
}

#[test]
fn its_answer_is_followed_step_by_step_without_further_code() {
    let puzzle = read(Fifteen.example());
    let steps = ["r", "r", "d"].map(str::to_owned);
    assert_eq!(report::follow_text(puzzle.as_ref(), &steps), "3 steps\n1. r\n2. r\n3. d\n");
}

#[test]
fn its_puzzles_give_what_they_gave() {
    let (file, puzzles) = plugin::COLLECTION;
    let catalog = Catalog::default().with(Fifteen).with_collection(file, puzzles);
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/fifteen/snapshots");
    crate::snapshots::snapshots_in(&catalog, &folder);
}

#[test]
fn its_ratings_count_what_the_engine_sees() {
    let rating = rate(read(Fifteen.example()).as_ref(), Limits::NONE, &Cancel::default(), &mut ()).expect("solved");
    assert_eq!((rating.cost, rating.lower_bound, rating.class), (Some(10), 10, None));
    // The gap is in a corner before one of the ten slides (two successors, 1 bit), at an edge before four (three
    // successors, 1.58 bits), and inside before five (four successors, 2 bits).
    assert_eq!((rating.part("branching"), rating.tenths), (Some(3.4), (100 + 4 * 158 + 5 * 200) / 10));
    assert_eq!(rating.part("answers"), Some(1.0));
    assert_eq!(rating.part("counter_intuitive"), Some(1.0));
    let unsolvable = rate(read(LOYD).as_ref(), Limits::NONE, &Cancel::default(), &mut ());
    assert!(matches!(unsolvable, Err(Unanswered::Unsolvable { .. })), "{unsolvable:?}");
}

/// Appends the sequences of exactly `left` slides that solve the puzzle, by the plain rules.
fn solutions(position: &dyn Position, path: &str, left: Cost, found: &mut Vec<String>) {
    if left == 0 {
        found.extend(position.is_solved().then(|| path.to_owned()));
        return;
    }
    for step in ["d", "l", "r", "u"] {
        let mut next = position.boxed();
        if next.apply(step).is_ok() {
            solutions(next.as_ref(), &format!("{path}{step}"), left - 1, found);
        }
    }
}

#[test]
fn all_its_answers_are_listed_and_no_others() {
    for text in ["fifteen: 1 2 3 4 5 6 7 8 9 10 0 15 13 14 12 11", Fifteen.example()] {
        let puzzle = read(text);
        let (run, all) = solve_all(puzzle.as_ref(), &SearchOptions::default(), &Cancel::default(), &mut ());
        let (cost, all) = (run.proved_cost().expect("solved"), all.expect("a list"));
        let mut listed = all.solutions.clone();
        listed.sort_unstable();
        let (mut shorter, mut expected) = (Vec::new(), Vec::new());
        (0..cost).for_each(|left| solutions(puzzle.start().as_ref(), "", left, &mut shorter));
        solutions(puzzle.start().as_ref(), "", cost, &mut expected);
        assert!(all.is_complete() && shorter.is_empty() && listed == expected, "{listed:?} {expected:?}");
    }
}

#[test]
fn strategies_agree_side_by_side() {
    let puzzle = read(Fifteen.example());
    let chosen = StrategySelection::All;
    // Depth-first search would exhaust the memory before it reaches a goal.
    let limits = Limits { nodes: Some(50_000), ..Limits::NONE };
    let search = SearchOptions { limits, ..SearchOptions::default() };
    let (weights, widths) = (Vec::new(), Vec::new());
    let options = ComparisonOptions { search, chosen: chosen.clone(), runs: Some(1), weights, widths };
    let comparison = compare(puzzle.as_ref(), &options, &Cancel::default(), &mut ());
    assert_eq!(comparison.rows.len(), STRATEGIES.len(), "all but auto, and its own one");
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
        let search = SearchOptions { strategy: Some(strategy), limits, ..SearchOptions::default() };
        solve(puzzle.as_ref(), &search, &Cancel::default(), &mut ())
    };
    assert!(within_limits(Strategy::Astar).verified().is_none());
    let run = within_limits(Strategy::Fess);
    let verified = run.verified().expect("solved");
    assert_eq!(verified.answer.proof, Proof::Nothing);
}

/// A comparison runs it by default, and it is chosen by its name once that is registered.
#[test]
fn its_own_strategy_is_compared() {
    let puzzle = read(Fifteen.example());
    assert!(parse_strategy("newest").is_err_and(|message| message.contains("invalid strategy")));
    assert!(NEWEST.register());
    let newest = parse_strategy("newest").expect("registered");
    let options = ComparisonOptions {
        search: SearchOptions::default(),
        chosen: StrategySelection::Fitting,
        runs: Some(1),
        weights: Vec::new(),
        widths: Vec::new(),
    };
    let comparison = compare(puzzle.as_ref(), &options, &Cancel::default(), &mut ());
    let row = comparison.rows.iter().find(|row| row.strategy == newest).expect("a row");
    let verified = row.runs[0].verified().expect("solved");
    assert!(verified.answer.cost >= 10 && row.runs[0].statistics.is_some_and(|counts| counts.expanded > 0));
    assert_eq!((row.name().as_str(), comparison.disagreement), ("newest", None));

    // Another kind of puzzle does not begin it.
    let item = typed("missile/1");
    let run = run(item.puzzle.as_ref().expect("a puzzle").as_ref(), newest);
    let Err(Unanswered::Unsupported { reason }) = run.end else { panic!("{:?}", run.end) };
    assert!(reason.starts_with("newest needs a program that begins it"), "{reason}");
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
    assert_eq!(Fifteen.confidence("12/34 -> 12/34"), Confidence::No);
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
