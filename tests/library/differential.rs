//! Every strategy for every objective on small boards of the shifter: the answers replay to the cost that is
//! claimed, and no claim contradicts another. Sokoban has an oracle of its own (`sokoban`).

use std::collections::BTreeMap;

use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Cost, Proof};
use lurd::puzzle::{Answer, Plugin, Puzzle, Unanswered};
use lurd::search::{STRATEGIES, Settings, Strategy};
use lurd::shifter::Shifter;
use lurd::verify;

use crate::common::random::Random;

/// The boards, times three objectives, times the strategies: more than 5,000 cases.
const BOARDS: u64 = 100;

const SIZES: [(usize, usize); 6] = [(1, 4), (2, 2), (2, 3), (3, 2), (3, 3), (2, 4)];

/// A board of letters whose target has some of them, with locked lines by chance.
fn board(seed: u64) -> String {
    let mut random = Random::new(seed);
    let (rows, columns) = SIZES[random.below(SIZES.len())];
    let cells = rows * columns;
    let colours = 2 + random.below(cells - 1);
    let target: Vec<u8> = b"abcdefghi"[..colours].iter().copied().cycle().take(cells).collect();
    let mut source = target.clone();
    for last in (1..cells).rev() {
        source.swap(last, random.below(last + 1));
    }
    let mut wanted = target;
    // Wildcards make targets that are many boards.
    if random.chance(50) {
        for _ in 0..=random.below(cells / 2) {
            wanted[random.below(cells)] = b'?';
        }
    }
    let rows_of = |cells: &[u8]| {
        let rows = cells.chunks(columns).map(|row| String::from_utf8_lossy(row).into_owned());
        rows.collect::<Vec<_>>().join("/")
    };
    let locked = if rows > 1 && random.chance(20) { " locked: row 0" } else { "" };
    format!("{} -> {}{locked}", rows_of(&source), rows_of(&wanted))
}

fn read(text: &str) -> Box<dyn Puzzle> {
    let mut entries = Shifter.read(text).unwrap_or_else(|error| panic!("{text}: {}", error.message));
    entries.remove(0).puzzle.unwrap_or_else(|error| panic!("{text}: {}", error.message))
}

/// What the strategies said about one board and objective.
#[derive(Default)]
struct Verdicts {
    best: Option<Cost>,
    optimum: Option<Cost>,
    bound: Cost,
    unsolvable: bool,
}

impl Verdicts {
    /// Replays an answer and compares it with its claims.
    fn solved(&mut self, puzzle: &dyn Puzzle, answer: &Answer, metric: &str, name: &str) {
        let replay = verify::replay(puzzle, &answer.solution).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(replay.metric(metric), Some(answer.cost), "{name}: {}", answer.solution);
        assert!(answer.lower_bound.is_none_or(|bound| bound <= answer.cost), "{name}");
        if let Proof::Within(weight) = answer.proof {
            let bound = (answer.cost * 100).div_ceil(weight.hundredths().into());
            self.bound = self.bound.max(bound);
        }
        if answer.proof == Proof::Optimal {
            assert!(self.optimum.is_none_or(|cost| cost == answer.cost), "{name}: two optima");
            self.optimum = Some(answer.cost);
        }
        self.bound = self.bound.max(answer.lower_bound.unwrap_or(0));
        self.best = Some(self.best.map_or(answer.cost, |best| best.min(answer.cost)));
    }

    /// Compares what all strategies said.
    fn check(&self, name: &str) {
        assert!(self.best.is_none() || !self.unsolvable, "{name}: solved and proved unsolvable");
        if let Some(best) = self.best {
            assert!(self.bound <= best, "{name}: a bound of {} and an answer of {best}", self.bound);
            assert!(self.optimum.is_none_or(|cost| cost <= best), "{name}: better than the optimum");
        }
    }
}

#[test]
fn claims_replay_and_agree_for_every_strategy_and_objective() {
    let (mut cases, mut unsolvable) = (0, 0);
    let mut solved: BTreeMap<(&str, Strategy), u32> = BTreeMap::new();
    for seed in 0..BOARDS {
        let text = board(seed);
        let puzzle = read(&text);
        for objective in puzzle.objectives() {
            let mut verdicts = Verdicts::default();
            for row in STRATEGIES {
                cases += 1;
                let name = format!("'{text}' --for {} --strategy {}", objective.name, row.name);
                let mut no_observer = ();
                let limits = Limits { nodes: Some(2_000), memory: Some(16 << 20), ..Limits::NONE };
                let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
                let settings = Settings { width: 4, seed, ..Settings::default() };
                match puzzle.solve(objective, row.strategy, &settings, &mut budget).ending {
                    Ok(answer) => {
                        verdicts.solved(puzzle.as_ref(), &answer, objective.metric, &name);
                        *solved.entry((objective.name, row.strategy)).or_default() += 1;
                    }
                    Err(Unanswered::Unsolvable { .. }) => verdicts.unsolvable = true,
                    Err(Unanswered::Stopped { lower_bound, .. }) => {
                        verdicts.bound = verdicts.bound.max(lower_bound.unwrap_or(0));
                    }
                    Err(Unanswered::Unsupported { .. }) => {}
                    Err(bug @ Unanswered::Bug { .. }) => panic!("{name}: {bug}"),
                }
            }
            verdicts.check(&format!("'{text}' --for {}", objective.name));
            unsolvable += u32::from(verdicts.unsolvable);
        }
    }
    assert!(cases >= 5_000 && unsolvable > 10, "{cases} cases, {unsolvable} unsolvable");
    for name in ["dfs", "beam", "greedy", "astar", "auto"] {
        let strategy = Strategy::named(name).expect("a strategy");
        for objective in ["shifts", "grouped", "buttons"] {
            let count = solved.get(&(objective, strategy)).copied().unwrap_or(0);
            assert!(count > 20, "{name} solved {count} boards for {objective}");
        }
    }
}

/// Paths with presses that change nothing: the reported case, and the strategies that make such paths.
#[test]
fn presses_without_effect_are_not_counted() {
    for text in ["14/23 -> ?1/3?", "1221/3443/3443/2442 -> 4342/3124/4243/2431"] {
        let puzzle = read(text);
        let buttons = puzzle.objectives().iter().find(|it| it.name == "buttons").expect("an objective");
        for name in ["dfs", "resort", "greedy", "beam"] {
            for seed in 0..4 {
                let mut no_observer = ();
                let limits = Limits { nodes: Some(16_000), ..Limits::NONE };
                let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
                let settings = Settings { seed, ..Settings::default() };
                let strategy = Strategy::named(name).expect("a strategy");
                let report = puzzle.solve(buttons, strategy, &settings, &mut budget);
                if let Ok(answer) = report.ending {
                    Verdicts::default().solved(puzzle.as_ref(), &answer, "presses", name);
                }
            }
        }
    }
}
