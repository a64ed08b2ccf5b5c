//! Tables and assignments, compared with what the plain rules give on small boards.

use std::ops::Div;

use lurd_engine::program::budget::{Budget, Deadline};
use lurd_engine::program::search::random::Random;

use crate::{
    board::{Board, Cell, WALL},
    bounds::{
        BoxAndSide, Distances, Matched, Matcher, PairPenalties, UNREACHABLE,
        assignment::assignment_of,
        pair_penalties::{ChildPenalties, DEADLOCK},
    },
    direction::{Direction, SearchDirection},
    level::Level,
};

/// Whether tests take all of their random levels: if `LURD_FULL` is set, as `tests/opt-in.sh` does.
pub(crate) fn takes_all() -> bool {
    std::env::var_os("LURD_FULL").is_some()
}

/// How many of so many random levels a test takes: an eighth, or [all](takes_all).
pub(crate) fn samples<T: Div<Output = T> + From<u8>>(all: T) -> T {
    if takes_all() { all } else { all / T::from(8) }
}

/// A random level of up to `side` rows and columns of floor, with one to five boxes and as many goals.
pub(crate) fn random_level(seed: u64, side: usize) -> Level {
    let mut random = Random::new(seed);
    let (width, height) = (4 + random.below(side - 1), 4 + random.below(side - 1));
    let density = random.below(40);
    let mut walls = vec![true; width * height];
    for row in 1..height - 1 {
        for column in 1..width - 1 {
            walls[row * width + column] = random.below(100) < density;
        }
    }
    walls[width + 1..=width + 2].fill(false);
    let mut free: Vec<usize> = (0..walls.len()).filter(|&square| !walls[square]).collect();
    random.shuffle(&mut free);
    let count = (1 + random.below(5)).min(free.len() - 1);
    let marked = |squares: &[usize]| {
        let mut marks = vec![false; walls.len()];
        for &square in squares {
            marks[square] = true;
        }
        marks
    };
    let (player, boxes) = (free[0], marked(&free[1..=count]));
    random.shuffle(&mut free);
    let goals = marked(&free[..count]);
    Level::new(width, height, player, |square| [walls[square], goals[square], boxes[square]])
}

/// Random boards with few cells, some of them with goals.
fn small_boards(levels: u64, most_cells: usize) -> impl Iterator<Item = Board> {
    (0..levels)
        .map(|seed| Board::new(&random_level(seed, 4)))
        .filter(move |board| board.cells() <= most_cells && !board.goals().is_empty())
}

/// What a step of a player costs that leads from one position to another: the cells of the boxes in order, then that
/// of the player.
fn steps<const N: usize>(way: SearchDirection, board: &Board, position: &[Cell; N]) -> Vec<([Cell; N], u32)> {
    let (boxes, player) = (&position[..N - 1], &position[N - 1]);
    let mut found = Vec::new();
    for direction in Direction::ALL {
        let to = board.next(*player, direction);
        if to == WALL {
            continue;
        }
        let mut next = [to; N];
        next[..boxes.len()].copy_from_slice(boxes);
        if let Some(pushed) = boxes.iter().position(|&cell| cell == to) {
            let behind = board.next(to, direction);
            if way == SearchDirection::Push && behind != WALL && !boxes.contains(&behind) {
                next[pushed] = behind;
                found.push((next, 1));
            }
            continue;
        }
        found.push((next, 0));
        let behind = board.next(*player, direction.opposite());
        if let Some(pulled) = boxes.iter().position(|&cell| cell == behind && behind != WALL)
            && way == SearchDirection::Pull
        {
            next[pulled] = *player;
            found.push((next, 1));
        }
    }
    found
}

/// The fewest pushes (or pulls) from each position of some boxes and a player to one where `is_end`, by going round
/// until nothing changes. Positions are numbered in the base of the cells.
pub(crate) fn fewest<const N: usize>(
    way: SearchDirection,
    board: &Board,
    is_end: impl Fn(&[Cell]) -> bool,
) -> Vec<u32> {
    let cells = board.cells();
    let number = |position: &[Cell; N]| position.iter().fold(0, |sum, &cell| sum * cells + usize::from(cell));
    let position = |number: usize| {
        let mut rest = number;
        let mut position = [0; N];
        for cell in position.iter_mut().rev() {
            *cell = Cell::try_from(rest % cells).expect("a cell");
            rest /= cells;
        }
        position
    };
    let all: Vec<[Cell; N]> = (0..cells.pow(u32::try_from(N).expect("few")))
        .map(position)
        .filter(|position| position.iter().enumerate().all(|(at, cell)| !position[..at].contains(cell)))
        .collect();
    let mut least = vec![UNREACHABLE; cells.pow(u32::try_from(N).expect("few"))];
    for position in &all {
        if is_end(&position[..N - 1]) {
            least[number(position)] = 0;
        }
    }
    loop {
        let mut changed = false;
        for position in &all {
            for (next, cost) in steps(way, board, position) {
                let through = least[number(&next)].saturating_add(cost);
                changed |= through < least[number(position)];
                least[number(position)] = least[number(position)].min(through);
            }
        }
        if !changed {
            return least;
        }
    }
}

#[test]
fn distances_are_those_of_the_plain_rules() {
    let (mut finite, mut divided) = (0, 0);
    for board in small_boards(60, 16) {
        for way in [SearchDirection::Push, SearchDirection::Pull] {
            let mut budget = Budget::unlimited();
            let distances = Distances::by(way, &board, &mut budget).expect("no limit");
            let exact: Vec<Vec<u32>> =
                board.goals().iter().map(|&goal| fewest::<2>(way, &board, |boxes| boxes == [goal])).collect();
            let mut places = Vec::new();
            for cell in board.all() {
                let mut best = vec![UNREACHABLE; board.goals().len()];
                for player in board.all().filter(|&player| player != cell) {
                    let at = usize::from(cell) * board.cells() + usize::from(player);
                    let expected: Vec<u32> = exact.iter().map(|exact| exact[at]).collect();
                    let place = distances.box_and_side(&board, cell, player);
                    assert_eq!(distances.from_side(place), expected, "{cell} {player}");
                    best.iter_mut().zip(&expected).for_each(|(best, &it)| *best = it.min(*best));
                    finite += expected.iter().filter(|&&it| it != 0 && it != UNREACHABLE).count();
                    places.push(place);
                }
                if board.goals().contains(&cell) {
                    // A box on a goal is there, also where the player is nowhere.
                    assert!(distances.to_goals(cell).contains(&0));
                } else {
                    assert_eq!(distances.to_goals(cell), best, "{cell}");
                    assert_eq!(distances.is_live(cell), best.iter().any(|&it| it != UNREACHABLE), "{cell}");
                }
            }
            places.sort_unstable();
            places.dedup();
            divided += usize::from(places.len() > board.cells());
            if board.cells() > 1 {
                let rows = board.cells() + places.len();
                assert_eq!(budget.used(), (4 * board.goals().len() * rows) as u64, "two tables");
            }
        }
    }
    assert!(finite > 5_000 && divided > 20, "{finite} {divided}");
}

#[test]
fn penalties_of_pairs_are_those_of_the_plain_rules() {
    let (mut deadlocks, mut positive) = (0, 0);
    for board in small_boards(1_000, 15).filter(|board| board.goals().len() == 2).take(60) {
        let mut budget = Budget::unlimited();
        let distances = Distances::new(&board, &mut budget).expect("no limit");
        let Some(pairs) = PairPenalties::new(&board, &distances, &mut budget).expect("no limit") else {
            assert!(board.all().filter(|&cell| distances.is_live(cell)).count() < 2);
            continue;
        };
        let goals = board.goals();
        let two = |one: usize, other: usize| {
            (one, other, fewest::<3>(SearchDirection::Push, &board, |boxes| boxes == [goals[one], goals[other]]))
        };
        let ends: Vec<_> = (0..goals.len())
            .flat_map(|one| (0..goals.len()).map(move |other| (one, other)))
            .filter(|(one, other)| one != other)
            .map(|(one, other)| two(one, other))
            .collect();
        let cells = board.cells();
        for a in board.all() {
            for b in board.all().filter(|&b| b != a) {
                for player in board.all().filter(|&player| player != a && player != b) {
                    let at = (usize::from(a) * cells + usize::from(b)) * cells + usize::from(player);
                    let alone = |cell| distances.from_side(distances.box_and_side(&board, cell, player));
                    let over = |&(one, other, ref both): &(usize, usize, Vec<u32>)| {
                        (both[at] != UNREACHABLE).then(|| both[at] - alone(a)[one] - alone(b)[other])
                    };
                    let expected = ends.iter().filter_map(over).min();
                    let expected = expected.map_or(DEADLOCK, |it| u8::try_from(it).expect("a small board"));
                    assert_eq!(pairs.penalty(a, b, player), expected, "{a} {b} {player}");
                    positive += usize::from((1..DEADLOCK).contains(&expected));
                    let is_live = distances.is_live(a) && distances.is_live(b);
                    deadlocks += usize::from(expected == DEADLOCK && is_live);
                }
            }
        }
    }
    assert!(deadlocks > 1_000 && positive > 20, "{deadlocks} {positive}");
}

#[test]
fn the_penalties_after_a_push_are_those_of_the_new_position() {
    let (mut dead, mut heavy) = (0, 0);
    let mut random = Random::new(3);
    for board in (0..300).map(|seed| Board::new(&random_level(seed, 5))) {
        let mut budget = Budget::unlimited();
        let distances = Distances::new(&board, &mut budget).expect("no limit");
        let Ok(Some(pairs)) = PairPenalties::new(&board, &distances, &mut budget) else { continue };
        let (mut before, mut after) = (ChildPenalties::default(), ChildPenalties::default());
        for _ in 0..40 {
            let mut boxes: Vec<Cell> = board.all().filter(|&cell| distances.is_live(cell)).collect();
            random.shuffle(&mut boxes);
            boxes.truncate(2 + random.below(3));
            for &from in &boxes {
                for direction in Direction::ALL {
                    let (to, stand) = (board.next(from, direction), board.next(from, direction.opposite()));
                    if [to, stand].iter().any(|cell| *cell == WALL || boxes.contains(cell))
                        || before.set(&pairs, &boxes, stand).is_none()
                    {
                        continue;
                    }
                    let moved: Vec<Cell> = boxes.iter().map(|&cell| if cell == from { to } else { cell }).collect();
                    let expected = after.set(&pairs, &moved, from);
                    assert!(expected.is_none_or(|weight| before.without(&boxes, from) <= weight));
                    assert_eq!(before.after(&pairs, &boxes, from, to, from), expected);
                    dead += usize::from(expected.is_none());
                    heavy += usize::from(expected.is_some_and(|weight| weight > 0));
                }
            }
        }
    }
    assert!(dead > 100 && heavy > 10, "{dead} {heavy}");
}

/// The cost of the cheapest assignment, by trying all.
fn by_force(rows: &[&[u32]], used: u64) -> Option<u32> {
    let Some((row, rest)) = rows.split_first() else { return Some(0) };
    let free = (0..row.len()).filter(|&goal| used >> goal & 1 == 0 && row[goal] != UNREACHABLE);
    free.filter_map(|goal| Some(row[goal] + by_force(rest, used | 1 << goal)?)).min()
}

#[test]
fn an_assignment_that_is_changed_stays_the_cheapest() {
    let deadline = Deadline::default();
    let mut random = Random::new(5);
    let (mut assigned, mut impossible) = (0, 0);
    for seed in 0..150 {
        let board = Board::new(&random_level(seed, 6));
        let distances = Distances::new(&board, &mut Budget::unlimited()).expect("no limit");
        let places: Vec<BoxAndSide> =
            board.all().map(|cell| distances.box_and_side(&board, cell, board.player())).collect();
        let most = board.goals().len().min(places.len());
        let mut kept = Matcher::default();
        for _ in 0..40 {
            let mut some = places.clone();
            random.shuffle(&mut some);
            // Mostly as many boxes as goals, sometimes fewer.
            some.truncate(most - random.below(most.min(2) + 1));
            some.sort_unstable();
            let rows: Vec<&[u32]> = some.iter().map(|&place| distances.from_side(place)).collect();
            let expected = by_force(&rows, 0);
            assert_eq!(assignment_of(&distances, &some, &deadline), expected, "{seed}");
            let matched = kept.set(&distances, &some, &deadline);
            assert_eq!(matched == Matched::All, expected.is_some(), "{seed}");
            assigned += usize::from(expected.is_some());
            impossible += usize::from(expected.is_none());
            let Some(expected) = expected else { continue };
            assert_eq!(kept.total(), expected, "{seed}");
            for &from in &some {
                for &to in places.iter().filter(|to| !some.contains(to)) {
                    let rows: Vec<&[u32]> =
                        some.iter().map(|&place| distances.from_side(if place == from { to } else { place })).collect();
                    // A push costs one and saves one at most; farther cells stand for several pushes.
                    let saved = distances.from_side(from).iter().zip(distances.from_side(to));
                    let pushes = saved.map(|(&before, &after)| before.saturating_sub(after)).max().unwrap_or(0);
                    if pushes < 100 {
                        // The quick bound is never higher.
                        let quick = kept.bound_after(&distances, from, to, pushes).unwrap_or(u32::MAX);
                        assert!(quick <= by_force(&rows, 0).unwrap_or(u32::MAX), "{seed}");
                        assert_eq!(kept.total_after(&distances, from, to, pushes), by_force(&rows, 0), "{seed}");
                    }
                }
            }
            assert_eq!(kept.total(), expected, "looking ahead changes nothing");
        }
    }
    assert!(assigned > 1_000 && impossible > 1_000, "{assigned} {impossible}");
}

/// A random level whose goals are in a room with one or two doors; some boxes may stand in it.
pub(crate) fn level_with_room(seed: u64) -> Level {
    let mut random = Random::new(!seed);
    let (inner, outer, height) = (2 + random.below(2), 3 + random.below(2), 5 + random.below(3));
    let width = inner + outer + 3;
    let density = random.below(20);
    let mut walls = vec![true; width * height];
    for row in 1..height - 1 {
        for column in (1..width - 1).filter(|&column| column != inner + 1) {
            walls[row * width + column] = random.below(100) < density;
        }
    }
    for _ in 0..=random.below(2) {
        let door = (1 + random.below(height - 2)) * width + inner + 1;
        walls[door - 1..=door + 2.min(outer)].fill(false);
    }
    let (mut inside, mut outside): (Vec<usize>, Vec<usize>) =
        (0..walls.len()).filter(|&square| !walls[square]).partition(|square| square % width <= inner);
    random.shuffle(&mut inside);
    random.shuffle(&mut outside);
    // Boxes that can be pushed come first.
    let is_free = |square: usize, step: usize| !walls[square - step] && !walls[square + step];
    outside.sort_by_key(|&square| !(is_free(square, 1) && is_free(square, width)));
    let count = (1 + random.below(3)).min(inside.len() - 1).min(outside.len() - 1);
    let within = random.below(2).min(count - 1).min(inside.len() - count);
    let marks = |squares: &[usize]| (0..walls.len()).map(|square| squares.contains(&square)).collect::<Vec<_>>();
    let goals = marks(&inside[..count]);
    random.shuffle(&mut inside);
    let boxes = marks(&[&inside[..within], &outside[..count - within]].concat());
    let player = if random.below(3) == 0 && within < inside.len() { inside[within] } else { outside[count - within] };
    Level::new(width, height, player, |square| [walls[square], goals[square], boxes[square]])
}
