//! Boards that are probably too large for an optimal answer: a first answer at once, then a bidirectional
//! search while it is promising, then better answers until a limit.
//!
//! This file has the course of the search, shorter paths between boards of an answer, the joining of shifts that
//! commute, and one search with limited effort; `three_cycles` has the first answer.

use std::collections::BTreeMap;

use lurd_engine::program::{
    budget::{Allotment, Budget},
    outcome::{Limit, Outcome, Plan, Stop},
    search::{Searched, Settings, Stepper, Strategy},
    space::Space,
};

use crate::{
    instance::ShifterPuzzle,
    rules::{Board, Moves, Shift, Slide, first_shift, shifts_of, shortest},
    solver::{self, Solved, stopped},
    spaces::byte_space::ByteSpace,
};

mod three_cycles;

// The best answer that the limits allow.

/// Expansions of the bidirectional search.
const BIDIRECTIONAL_EXPANSIONS: u64 = 100_000;
/// Expansions of the beam per turn.
const BEAM_EXPANSIONS: u64 = 20_000;

struct Best {
    plan: Option<Plan<Slide>>,
}

impl Best {
    /// Keeps `plan` if it is better. Returns whether it is.
    fn improve(&mut self, plan: Option<Plan<Slide>>) -> bool {
        let cost = |plan: &Option<Plan<Slide>>| plan.as_ref().map_or(u64::MAX, |plan| plan.cost);
        let is_better = cost(&plan) < cost(&self.plan);
        if is_better {
            self.plan = plan;
        }
        is_better
    }

    /// Whether the lower bound proves it optimal.
    fn is_proved(&self, budget: &Budget<'_>) -> bool {
        self.plan.as_ref().is_some_and(|plan| plan.cost <= budget.lower_bound())
    }
}

/// Finds the best answer within the limits; the target can be reached.
pub(in crate::solver) fn solve(puzzle: &ShifterPuzzle, moves: Moves, budget: &mut Budget<'_>) -> Solved {
    let space = puzzle.byte_space(moves);
    let mut best = Best { plan: None };
    match three_cycles::construct(puzzle.source(), puzzle.target(), budget) {
        Ok(shifts) => _ = best.improve(shifts.map(|shifts| moves.plan(&shifts))),
        Err(stop) => return Solved::by(Strategy::Auto, stopped(best.plan, stop, budget)),
    }
    if space.backward().is_some() {
        let memory = budget.memory_left().map(|left| left / 2);
        let slice = Slice { expansions: BIDIRECTIONAL_EXPANSIONS, memory };
        let outcome = search_for(&slice, &space, budget);
        match outcome {
            Some(Outcome::Stopped {
                stop: stop @ (Stop::Cancelled | Stop::Limit(_) | Stop::Contradiction(_)), ..
            }) if !matches!(stop, Stop::Limit(Limit::Memory)) => {
                return Solved::by(Strategy::Auto, stopped(best.plan, stop, budget));
            }
            Some(outcome @ (Outcome::Solved { .. } | Outcome::Unsolvable)) => {
                return Solved::by(Strategy::Bidirectional, outcome);
            }
            _ => {}
        }
    }
    Solved::by(Strategy::Auto, improve(puzzle, &space, moves, best, budget))
}

/// An answer without a search, however long.
pub(in crate::solver) fn construct(puzzle: &ShifterPuzzle, budget: &mut Budget<'_>) -> Option<Vec<Shift>> {
    if let Some(plan) = solver::solve_lines(puzzle.source(), puzzle.target(), Moves::Single) {
        return Some(shifts_of(&plan.actions));
    }
    three_cycles::construct(puzzle.source(), puzzle.target(), budget).ok().flatten()
}

/// The answer of a beam within `expansions`, if it finds one, and what stopped it otherwise. Its memory is given back.
pub(in crate::solver) fn by_beam(
    puzzle: &ShifterPuzzle,
    moves: Moves,
    expansions: u64,
    budget: &mut Budget<'_>,
) -> (Option<Vec<Shift>>, Option<Stop>) {
    match puzzle.packed(moves) {
        Some(space) => beam_in(&space, expansions, budget),
        None => beam_in(&puzzle.byte_space(moves), expansions, budget),
    }
}

fn beam_in<S: Searched<Action = Slide>>(
    space: &S,
    expansions: u64,
    budget: &mut Budget<'_>,
) -> (Option<Vec<Shift>>, Option<Stop>) {
    let Ok(mut beam) = Stepper::beam(space, &Settings { first: true, ..Settings::default() }) else {
        return (None, None);
    };
    let mut allotment = Allotment::default();
    let memory = budget.memory_left().map(|left| left / 2);
    let outcome = budget.with_allotment(&mut allotment, expansions, memory, |budget| beam.finish(budget));
    let best = beam.best().map(|plan| shifts_of(&plan.actions));
    drop(beam);
    budget.reclaim(&allotment);
    let stop = match outcome {
        Outcome::Stopped { stop: stop @ (Stop::Cancelled | Stop::Limit(Limit::Time | Limit::Nodes)), .. } => Some(stop),
        _ => None,
    };
    (best, stop)
}

/// Improves `best` by beams of growing width and by local improvement, in turns.
fn improve(
    puzzle: &ShifterPuzzle,
    space: &ByteSpace,
    moves: Moves,
    mut best: Best,
    budget: &mut Budget<'_>,
) -> Outcome<Slide> {
    let mut allotment = Allotment::default();
    let Ok(mut beam) = Stepper::rectangle(space, &Settings::default()) else {
        return stopped(best.plan, Stop::Cancelled, budget);
    };
    let mut shortening = Shortening::default();
    let stop = loop {
        if best.is_proved(budget) {
            break Stop::Paused;
        }
        let outcome = budget.with_allotment(&mut allotment, BEAM_EXPANSIONS, None, |budget| beam.finish(budget));
        if best.improve(beam.best()) {
            shortening = Shortening::default();
        }
        if beam.has_ended() {
            match outcome {
                Outcome::Unsolvable => return Outcome::Unsolvable,
                Outcome::Solved { stopped: None, .. } => break Stop::Paused,
                Outcome::Solved { stopped: Some(stop), .. } | Outcome::Stopped { stop, .. } => break stop,
            }
        }
        if let Some(plan) = &best.plan {
            match shortening.turn(puzzle, moves, plan, budget) {
                Ok(shorter) => _ = best.improve(shorter),
                Err(stop) => break stop,
            }
        }
    };
    stopped(best.plan, stop, budget)
}

// Local improvement of an answer: a window of its shifts is replaced by a shorter path between the same boards.

const WINDOW: usize = 8;
/// Expansions per window; a path that takes more is hardly shorter.
const EXPANSIONS: u64 = 4_000;
const WINDOWS: usize = 8;

/// The start of the next window.
#[derive(Default)]
struct Shortening {
    at: usize,
}

impl Shortening {
    /// Tries some windows of `best`; returns a shorter answer, if one was found. Does nothing once it has
    /// reached the end of `best`.
    fn turn(
        &mut self,
        puzzle: &ShifterPuzzle,
        moves: Moves,
        best: &Plan<Slide>,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Plan<Slide>>, Stop> {
        let mut shifts = shifts_of(&best.actions);
        let before = shifts.len();
        for _ in 0..WINDOWS {
            if self.at + 2 > shifts.len() {
                break;
            }
            budget.check_now()?;
            let end = (self.at + WINDOW).min(shifts.len());
            match between(puzzle, &shifts[..self.at], &shifts[self.at..end], budget)? {
                Some(shorter) => {
                    shifts.splice(self.at..end, shorter);
                    shifts = simplify(puzzle.source(), &shifts);
                    // It may join the shifts before it.
                    self.at = self.at.saturating_sub(WINDOW - 1).min(shifts.len());
                }
                None => self.at += 1,
            }
        }
        Ok((shifts.len() < before).then(|| moves.plan(&shifts)))
    }
}

/// Makes an answer shorter by local improvement from its start to its end. The second value is what stopped
/// it, if anything did.
pub(in crate::solver) fn shortened(
    puzzle: &ShifterPuzzle,
    moves: Moves,
    shifts: &[Shift],
    budget: &mut Budget<'_>,
) -> (Plan<Slide>, Option<Stop>) {
    let mut best = moves.plan(&simplify(puzzle.source(), shifts));
    let mut shortening = Shortening::default();
    while shortening.at + 2 <= shifts_of(&best.actions).len() {
        match shortening.turn(puzzle, moves, &best, budget) {
            // Fewer shifts may be as many moves of several cells.
            Ok(Some(shorter)) if shorter.cost <= best.cost => best = shorter,
            Ok(_) => {}
            Err(stop) => return (best, Some(stop)),
        }
    }
    (best, None)
}

/// A shorter path with the effect of `stretch`, which follows `lead`.
fn between(
    puzzle: &ShifterPuzzle,
    lead: &[Shift],
    stretch: &[Shift],
    budget: &mut Budget<'_>,
) -> Result<Option<Vec<Shift>>, Stop> {
    let start = puzzle.source().after(lead);
    let space = ByteSpace::new(Moves::Single, &start, &start.after(stretch), false);
    let slice = Slice { expansions: EXPANSIONS, memory: None };
    // Its bounds are those of this stretch, which may be longer than the shortest answer.
    let outcome = budget.with_own_bounds(|budget| search_for(&slice, &space, budget));
    match outcome {
        Some(Outcome::Solved { plan, .. }) if plan.cost < stretch.len() as u64 => Ok(Some(shifts_of(&plan.actions))),
        Some(Outcome::Stopped { stop, .. }) => Err(stop),
        _ => Ok(None),
    }
}

// Shorter answers with the same effect, by joining shifts that commute.

/// Simplifies an answer: within each stretch of row shifts only (or column shifts only), every line turns
/// once, the shorter way. Stretches without effect are removed.
fn simplify(board: &Board, shifts: &[Shift]) -> Vec<Shift> {
    // Stretches: whether of rows, and the cells by which each line has moved towards its first one.
    let mut stretches: Vec<(bool, BTreeMap<u16, usize>)> = Vec::new();
    for shift in shifts {
        let is_row = shift.direction.is_row();
        if stretches.last().is_none_or(|(rows, _)| *rows != is_row) {
            stretches.push((is_row, BTreeMap::new()));
        }
        let Some((_, turns)) = stretches.last_mut() else { continue };
        let length = board.line_length(shift.direction);
        let turn = turns.entry(shift.line).or_insert(0);
        *turn = (*turn + if shift.direction.is_first() { 1 } else { length - 1 }) % length;
        turns.retain(|_, turn| *turn != 0);
        if turns.is_empty() {
            // The stretches around it join.
            stretches.pop();
        }
    }
    let mut simplified = Vec::new();
    for (is_row, turns) in stretches {
        for (line, by) in turns {
            let first = first_shift(is_row, line.into());
            simplified.extend(shortest(first, by, board.line_length(first.direction)).shifts());
        }
    }
    simplified
}

// One search with limited effort.

/// The limits of the effort of a search.
struct Slice {
    expansions: u64,
    memory: Option<u64>,
}

/// Searches `space` from both ends and gives its memory back; `None` if the search only paused at its limit.
fn search_for<S: Searched>(slice: &Slice, space: &S, budget: &mut Budget<'_>) -> Option<Outcome<S::Action>> {
    let mut search = Stepper::bidirectional(space, &Settings::default()).ok()?;
    let mut allotment = Allotment::default();
    let outcome = budget.with_allotment(&mut allotment, slice.expansions, slice.memory, |budget| search.finish(budget));
    budget.reclaim(&allotment);
    search.has_ended().then_some(outcome)
}

#[cfg(test)]
mod simplify_tests {
    use super::*;

    #[test]
    fn shifts_that_cancel_are_removed() {
        let board = Board::new(4, vec![0; 16]);
        let shifts = |text: &str| -> Vec<Shift> {
            text.split(", ").filter(|word| !word.is_empty()).map(|word| word.parse().expect("a shift")).collect()
        };
        for (long, short) in [
            ("left 0, right 0", ""),
            ("left 0, left 1, right 0", "left 1"),
            ("left 0, up 1, down 1, right 0, up 2", "up 2"),
            ("left 3, left 3, left 3, up 0", "right 3, up 0"),
            ("left 1, left 0", "left 0, left 1"),
        ] {
            assert_eq!(simplify(&board, &shifts(long)), shifts(short), "{long}");
        }
    }
}

#[cfg(test)]
mod tests {
    //! Answers without a search, and the claims of improved ones.

    use std::time::Duration;

    use lurd_engine::program::{
        budget::{Budget, Cancel, Limits},
        outcome::{Limit, Outcome, Proof, Stop},
        search::proved_by,
    };
    use lurd_puzzle::puzzle::Puzzle;

    use super::{solve, three_cycles};
    use crate::{
        notation::tests::one,
        rules::{Board, Direction, Moves, Shift, shifts_of},
        solver::{Solved, auto},
        tests::Random,
    };

    fn shuffled(mut tiles: Vec<usize>, seed: u64) -> Vec<usize> {
        Random(seed).shuffle(&mut tiles);
        tiles
    }

    fn text(rows: usize, columns: usize, tiles: &[usize]) -> String {
        assert_eq!(tiles.len(), rows * columns);
        let row = |row: &[usize]| row.iter().map(ToString::to_string).collect::<Vec<_>>().join(",") + ",";
        tiles.chunks(columns).map(row).collect::<Vec<_>>().join("/")
    }

    fn replayed(source: &Board, target: &Board, shifts: &[Shift]) -> bool {
        let mut board = source.clone();
        shifts.iter().all(|&shift| board.shift(shift).is_ok()) && target.accepts(&board)
    }

    fn with_budget<T>(limits: Limits, work: impl FnOnce(&mut Budget<'_>) -> T) -> T {
        let mut no_observer = ();
        work(&mut Budget::new(limits, Cancel::default(), &mut no_observer))
    }

    #[test]
    fn every_board_that_has_an_answer_gets_one_at_once() {
        let sizes = [(2, 2), (2, 3), (3, 3), (2, 8), (4, 4), (5, 4), (3, 7), (8, 8)];
        let mut answers = 0;
        for (rows, columns) in sizes {
            let cells = rows * columns;
            for seed in 0..12 {
                let colours = [cells, cells / 2 + 1, 3][usize::try_from(seed).expect("small") % 3];
                let target: Vec<usize> = (0..cells).map(|cell| cell % colours).collect();
                let source = text(rows, columns, &shuffled(target.clone(), seed));
                let mut wanted = text(rows, columns, &target);
                if seed >= 8 {
                    wanted = wanted.replacen("1,", "?,", 1).replace("0,/", "?,/");
                }
                let lock = if seed % 4 == 3 { "locked: row 0, column 1" } else { "" };
                let puzzle = one(&format!("{source} -> {wanted} {lock}"));
                if puzzle.unsolvable_reason().is_some() || !puzzle.source().any_free(Direction::Left) {
                    continue;
                }
                let (source, target) = (puzzle.source(), puzzle.target());
                let answer = with_budget(Limits::NONE, |budget| three_cycles::construct(source, target, budget));
                let shifts = answer.expect("no limit").expect("an answer");
                assert!(replayed(source, target, &shifts), "{}", puzzle.id());
                answers += 1;
            }
        }
        assert!(answers > 60, "{answers}");
    }

    #[test]
    fn a_limit_leaves_the_best_answer_and_its_bound() {
        let tiles = shuffled((1..=36).collect(), 3);
        let puzzle = one(&format!("{} -> {}", text(6, 6, &tiles), text(6, 6, &(1..=36).collect::<Vec<_>>())));
        let limits = Limits { time: Some(Duration::from_millis(700)), ..Limits::NONE };
        let Solved { outcome, .. } = with_budget(limits, |budget| solve(&puzzle, Moves::Single, budget));
        let Outcome::Solved { plan, proof, lower_bound, stopped } = outcome else { panic!("an answer") };
        assert_eq!(stopped, Some(Stop::Limit(Limit::Time)));
        assert!(lower_bound >= 5 && lower_bound < plan.cost && proof == proved_by(lower_bound, plan.cost));
        assert!(replayed(puzzle.source(), puzzle.target(), &shifts_of(&plan.actions)));
    }

    /// The transposed board is one of the hardest of 4 x 4. Without a search its answer has 56 shifts, by a beam 26.
    #[test]
    fn a_hard_board_has_a_good_answer_at_a_limit() {
        let (rows, columns): (Vec<_>, Vec<_>) = (0..16).map(|cell| (cell + 1, cell / 4 + cell % 4 * 4 + 1)).unzip();
        let puzzle = one(&format!("{} -> {}", text(4, 4, &columns), text(4, 4, &rows)));
        let limits = Limits { nodes: Some(2_000_000), ..Limits::NONE };
        let Solved { outcome, .. } = with_budget(limits, |budget| auto::outcome(&puzzle, Moves::Single, budget));
        let Outcome::Solved { plan, lower_bound, stopped, .. } = outcome else { panic!("an answer") };
        assert_eq!(stopped, Some(Stop::Limit(Limit::Nodes)));
        assert!((16..=26).contains(&plan.cost) && lower_bound >= 12, "{} {lower_bound}", plan.cost);
        assert!(replayed(puzzle.source(), puzzle.target(), &shifts_of(&plan.actions)));
    }

    #[test]
    fn near_targets_are_proved_optimal() {
        let target: Vec<usize> = (1..=30).collect();
        let solved = one(&format!("{0} -> {0}", text(5, 6, &target)));
        for (words, shifts, grouped) in
            [("left 1, up 2, up 2, right 4", 4, 3), ("left 0", 1, 1), ("up 5, left 0, down 5, right 0", 4, 4)]
        {
            let mut board = solved.source().clone();
            for word in words.split(", ") {
                board.shift(word.parse().expect("a shift")).expect("a line");
            }
            let puzzle = solved.starting_at(board, solved.lit_after(&[]));
            for (moves, cost) in [(Moves::Single, shifts), (Moves::Grouped, grouped)] {
                let Solved { outcome, .. } = with_budget(Limits::NONE, |budget| solve(&puzzle, moves, budget));
                let Outcome::Solved { plan, proof, .. } = outcome else { panic!("an answer") };
                assert_eq!((plan.cost, proof), (cost, Proof::Optimal), "{words}");
            }
        }
    }
}
