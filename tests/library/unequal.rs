//! Levels with unequal numbers of boxes and goals, compared with the oracle, by every strategy that fits.

use crate::common::levels::{pulled, uniform};
use crate::common::oracle::{Oracle, optimum_within};
use crate::common::random::Random;
use crate::common::samples;
use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::Proof;
use lurd::puzzle::{Ending, Puzzle, ReadOptions, Unanswered};
use lurd::search::{STRATEGIES, Settings, Strategy};
use lurd::sokoban::Level;
use lurd::sokoban::formats::read_with;
use lurd::sokoban::puzzle::SokobanPuzzle;
use lurd::sokoban::xsb::write_xsb;
use lurd::verify;

/// A small random level with one or two boxes or goals added or removed.
fn unequal(seed: u64) -> Option<Level> {
    let mut random = Random::new(seed);
    let mut letters: Vec<char> = write_xsb(&uniform(seed)).chars().collect();
    let (from, to) = [(' ', '$'), ('$', ' '), (' ', '.'), ('.', ' '), ('*', '.'), ('*', '$')][random.below(6)];
    for _ in 0..=random.below(2) {
        let places: Vec<usize> = (0..letters.len()).filter(|&at| letters[at] == from).collect();
        if !places.is_empty() {
            letters[places[random.below(places.len())]] = to;
        }
    }
    let text: String = letters.into_iter().collect();
    let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
    let level = read_with(&text, &options).ok()?.remove(0).level.ok()?;
    (level.boxes().count() != level.goals().count() && level.boxes().count() <= 5).then_some(level)
}

fn solve(puzzle: &SokobanPuzzle, objective: &str, strategy: Strategy) -> Ending {
    let mut no_observer = ();
    let limits = Limits { nodes: Some(20_000), ..Limits::NONE };
    let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
    let objective = puzzle.objectives().iter().find(|known| known.name == objective).expect("an objective");
    puzzle.solve(objective, strategy, &Settings::default(), &mut budget).ending
}

#[test]
fn no_strategy_contradicts_the_oracle() {
    let (mut solved, mut unsolvable, mut more_boxes) = (0, 0, 0);
    for level in (0..samples(800)).filter_map(unequal) {
        let truth = optimum_within(&level, 30_000);
        if truth == Oracle::Unknown {
            continue;
        }
        more_boxes += usize::from(level.boxes().count() > level.goals().count());
        let puzzle = SokobanPuzzle::new(level.clone());
        let strategies = STRATEGIES.iter().filter(|row| !matches!(row.name, "dfs" | "iddfs"));
        for strategy in strategies.map(|row| row.strategy).chain([Strategy::Auto]) {
            for objective in ["any", "pushes", "moves"] {
                let about = format!("{} for {objective}\n{}", strategy.name(), write_xsb(&level));
                match (solve(&puzzle, objective, strategy), truth) {
                    (Ok(answer), Oracle::Solvable { pushes, moves }) => {
                        let best = if objective == "moves" { moves } else { pushes };
                        assert!(verify::replay(&puzzle, &answer.solution).is_ok(), "{about}");
                        assert!(answer.cost >= best, "{about}");
                        assert!(answer.proof != Proof::Optimal || answer.cost == best, "{about}");
                        solved += 1;
                    }
                    (Err(Unanswered::Unsolvable { .. }), Oracle::Unsolvable) => unsolvable += 1,
                    (Err(Unanswered::Unsupported { .. } | Unanswered::Stopped { .. }), _) => {}
                    (ending, truth) => panic!("{ending:?}, but {truth:?}: {about}"),
                }
            }
        }
    }
    assert!(
        solved > samples(1_000) && unsolvable > samples(1_000) && more_boxes > samples(80),
        "{solved} {unsolvable} {more_boxes}"
    );
}

/// A level with two or three goals more than boxes.
fn with_more_goals(seed: u64) -> Option<Level> {
    let mut random = Random::new(seed);
    let level = if seed.is_multiple_of(3) { uniform(seed) } else { pulled(seed) };
    let mut letters: Vec<char> = write_xsb(&level).chars().collect();
    for _ in 0..2 + random.below(2) {
        let free: Vec<usize> = (0..letters.len()).filter(|&at| matches!(letters[at], ' ' | '$')).collect();
        if free.is_empty() {
            break;
        }
        let at = free[random.below(free.len())];
        letters[at] = if letters[at] == '$' { '*' } else { '.' };
    }
    let text: String = letters.into_iter().collect();
    let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
    read_with(&text, &options).ok()?.remove(0).level.ok()
}

/// Goals that stay empty would break what relies on all of them being filled: the duals of goals that become
/// free, and corrals with empty goals inside.
#[test]
fn far_more_goals_than_boxes() {
    let (mut solved, mut unsolvable) = (0, 0);
    for level in (0..samples(2_500)).filter_map(with_more_goals) {
        let truth = optimum_within(&level, 20_000);
        let puzzle = SokobanPuzzle::new(level.clone());
        for strategy in [Strategy::Astar, Strategy::Auto] {
            for objective in ["any", "pushes", "moves"] {
                let about = format!("{} for {objective}\n{}", strategy.name(), write_xsb(&level));
                match (solve(&puzzle, objective, strategy), truth) {
                    (Ok(answer), Oracle::Solvable { pushes, moves }) => {
                        let best = if objective == "moves" { moves } else { pushes };
                        assert!(verify::replay(&puzzle, &answer.solution).is_ok(), "{about}");
                        assert!(answer.proof != Proof::Optimal || answer.cost == best, "{about}");
                        assert!(answer.lower_bound.is_none_or(|bound| bound <= best), "{about}");
                        solved += 1;
                    }
                    (Err(Unanswered::Unsolvable { .. }), Oracle::Unsolvable) => unsolvable += 1,
                    (Err(Unanswered::Unsupported { .. } | Unanswered::Stopped { .. }), _) | (_, Oracle::Unknown) => {}
                    (ending, truth) => panic!("{ending:?}, but {truth:?}: {about}"),
                }
            }
        }
    }
    assert!(solved > samples(3_000) && unsolvable > samples(300), "{solved} {unsolvable}");
}

#[test]
fn boxes_out_of_reach_fill_no_goals() {
    // Six boxes for five goals, but only four of them can be reached.
    let text = "################|# .*   @$ .# $ #|#   .  $   ##  #|#  *      # $# #|################";
    let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
    let level = read_with(text, &options).expect("a level").remove(0).level.expect("legal");
    let puzzle = SokobanPuzzle::new(level);
    for objective in ["any", "pushes", "moves"] {
        let mut budget = Budget::unlimited();
        let objective = puzzle.objectives().iter().find(|known| known.name == objective).expect("an objective");
        let ending = puzzle.solve(objective, Strategy::Auto, &Settings::default(), &mut budget).ending;
        assert!(matches!(ending, Err(Unanswered::Unsolvable { .. })), "{}: {ending:?}", objective.name);
    }
}
