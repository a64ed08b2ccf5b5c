//! The rules, compared with their definitions on small boards, and boards on which each must answer.

use std::convert::Infallible;

use lurd_engine::program::{
    budget::{Budget, Tally},
    search::random::Random,
};

use crate::{
    board::{Board, Cell, WALL},
    bounds::{
        Distances,
        tests::{random_level, takes_all},
    },
    deadlock::{
        Freeze, FrozenWalls, Rule, Rules,
        checker::DeadlockChecker,
        corrals::{CorralParts, Corrals, MAX_POSITIONS, VerdictCache},
        frozen_walls::FrozenWallsRule,
        patterns::Patterns,
        rule::{AfterPush, DeadlockRule, ExpandedPosition},
        tunnels::Tunnels,
        wall_tables::FrozenWallsCache,
    },
    direction::Direction,
    formats,
    state::UnpackedState,
};

pub(super) fn board(text: &str) -> Board {
    Board::new(&formats::read(text).expect("a text").remove(0).level.expect("a level"))
}

fn random_boards(count: u64, side: usize) -> impl Iterator<Item = Board> {
    (0..count).map(move |seed| Board::new(&random_level(seed, side))).filter(|board| !board.boxes().is_empty())
}

pub(super) fn marks(board: &Board, cells: &[Cell]) -> Vec<bool> {
    board.all().map(|cell| cells.contains(&cell)).collect()
}

/// The cells that the player on `player` can reach where `is_free`.
fn reached(board: &Board, player: Cell, is_free: impl Fn(Cell) -> bool) -> Vec<Cell> {
    let mut found = vec![player];
    let mut next = 0;
    while let Some(&cell) = found.get(next) {
        next += 1;
        for &to in board.neighbours(cell) {
            if to != WALL && is_free(to) && !found.contains(&to) {
                found.push(to);
            }
        }
    }
    found.sort_unstable();
    found
}

/// Takes away boxes that could be pushed, until there are none.
fn frozen(board: &Board, is_live: impl Fn(Cell) -> bool, boxes: &[Cell]) -> Vec<Cell> {
    let mut left = boxes.to_vec();
    loop {
        let free = |cell: Cell| cell != WALL && !left.contains(&cell);
        let could_move = |cell: Cell| {
            let [l, r, u, d] = [Direction::Left, Direction::Right, Direction::Up, Direction::Down]
                .map(|direction| board.next(cell, direction));
            (free(l) && free(r) && (is_live(l) || is_live(r))) || (free(u) && free(d) && (is_live(u) || is_live(d)))
        };
        let Some(at) = left.iter().position(|&cell| could_move(cell)) else { return left };
        left.remove(at);
    }
}

#[test]
fn frozen_boxes_are_those_of_the_definition() {
    let (mut some, mut off_goal, mut by_push) = (0, 0, 0);
    for board in random_boards(3_000, 5) {
        let boxes = board.boxes();
        let mut occupied = marks(&board, boxes);
        // A cell that is dead now and then.
        let is_live = |cell: Cell| cell % 5 != 3;
        let expected = frozen(&board, is_live, boxes);
        let is_off_goal = expected.iter().any(|&cell| !board.is_goal(cell));
        let mut freeze = Freeze::default();
        let found = freeze.frozen_off_goal(&board, is_live, boxes.iter().copied(), &mut occupied);
        let mut left = freeze.frozen().to_vec();
        left.sort_unstable();
        assert_eq!((found, &left), (is_off_goal, &expected));
        assert_eq!(occupied, marks(&board, boxes), "restored");
        some += usize::from(!expected.is_empty());
        off_goal += usize::from(is_off_goal);
        for &pushed in boxes {
            let completes = freeze.completes(&board, is_live, boxes.iter().copied(), &mut occupied, pushed);
            // A box that cannot be pushed at once, and a set that is dead.
            let stands = frozen(&board, is_live, boxes).contains(&pushed);
            assert!(!stands || completes == is_off_goal);
            assert!(is_off_goal || !completes);
            by_push += usize::from(completes);
            assert_eq!(occupied, marks(&board, boxes), "restored");
        }
    }
    assert!(some > 500 && off_goal > 500 && by_push > 500, "{some} {off_goal} {by_push}");
}

#[test]
fn tunnels_are_those_of_the_definition() {
    let mut tunnels = 0;
    for board in random_boards(600, 6) {
        for cell in board.all() {
            for direction in Direction::ALL {
                let (front, behind) = (board.next(cell, direction), board.next(cell, direction.opposite()));
                if behind == WALL {
                    continue;
                }
                let flanks = Direction::ALL.into_iter().filter(|&it| it != direction && it != direction.opposite());
                let expected = !board.is_goal(cell)
                    && flanks.map(|flank| board.next(cell, flank)).all(|flank| flank == WALL)
                    && front != WALL
                    && !reached(&board, behind, |next| next != cell).contains(&front);
                assert_eq!(Tunnels::must_go_on(&board, cell, direction), expected);
                tunnels += usize::from(expected);
            }
        }
    }
    assert!(tunnels > 100, "{tunnels}");
}

/// The open goals to which a box from each cell can be pushed by a player who starts anywhere, with `walls`.
fn goals_by_the_plain_rules(board: &Board, walls: &[Cell], start: Cell) -> usize {
    let is_floor = |cell: Cell| cell != WALL && !walls.contains(&cell);
    let mut seen: Vec<(Cell, Cell)> =
        board.all().filter(|&player| is_floor(player) && player != start).map(|player| (start, player)).collect();
    let mut next = 0;
    while let Some(&(cell, player)) = seen.get(next) {
        next += 1;
        for direction in Direction::ALL {
            let to = board.next(player, direction);
            let after = if to == cell { (board.next(cell, direction), to) } else { (cell, to) };
            if is_floor(after.0) && is_floor(to) && !seen.contains(&after) {
                seen.push(after);
            }
        }
    }
    let is_reached = |goal: &&Cell| !walls.contains(goal) && (**goal == start || seen.iter().any(|it| it.0 == **goal));
    board.goals().iter().filter(is_reached).count()
}

#[test]
fn goals_with_walls_are_those_of_the_plain_rules() {
    let (mut live, mut dead) = (0, 0);
    for board in random_boards(60, 4) {
        for walls in board.boxes().windows(2.min(board.boxes().len())).chain([&[][..]]) {
            let mut never = || Ok::<(), Infallible>(());
            let Ok(table) = FrozenWalls::new(&board, walls, &mut never);
            for cell in board.all().filter(|cell| !walls.contains(cell)) {
                let expected = goals_by_the_plain_rules(&board, walls, cell);
                assert_eq!(table.goals_from(cell) as usize, expected);
                assert_eq!(table.is_live(cell), expected > 0);
                *(if expected > 0 { &mut live } else { &mut dead }) += 1;
            }
        }
    }
    assert!(live > 300 && dead > 300, "{live} {dead}");
}

#[test]
fn parts_of_the_floor_are_those_of_the_definition() {
    let (mut parts, mut corners) = (0, 0);
    let mut scratch = CorralParts::default();
    for board in random_boards(800, 5) {
        let state = unpacked(&board);
        let boxes = board.boxes();
        let wall = boxes[0];
        let is_free = |cell: Cell| !boxes.contains(&cell);
        let home = reached(&board, board.player(), is_free);
        let mut rest: Vec<Cell> = board.all().filter(|cell| is_free(*cell) && !home.contains(cell)).collect();
        let found = scratch.find(&board, &state, board.player(), |cell| cell == wall);
        for part in found {
            assert_eq!(part.inside, reached(&board, part.inside[0], is_free));
            assert!(part.inside.iter().all(|cell| rest.contains(cell)));
            rest.retain(|cell| !part.inside.contains(cell));
            let mut fence = Vec::new();
            for &cell in &part.inside {
                for &side in board.neighbours(cell).iter().filter(|&&side| side != WALL) {
                    // The neighbours, and those of the neighbours that are not straight on.
                    let around = board.neighbours(side).iter().copied();
                    let corner = |&next: &Cell| {
                        let (a, b) = (board.square(cell), if next == WALL { 0 } else { board.square(next) });
                        next != WALL && next != cell && !straight(&board, cell, next) && a != b
                    };
                    fence.push(side);
                    fence.extend(around.filter(corner));
                }
            }
            fence.retain(|cell| boxes.contains(cell) && *cell != wall);
            fence.sort_unstable();
            fence.dedup();
            assert_eq!(part.fence, fence);
            parts += 1;
            corners += fence.len();
        }
        assert!(rest.is_empty());
    }
    assert!(parts > 400 && corners > 500, "{parts} {corners}");
}

/// Whether two cells are two steps apart in one direction.
fn straight(board: &Board, from: Cell, to: Cell) -> bool {
    Direction::ALL.into_iter().any(|direction| {
        let next = board.next(from, direction);
        next != WALL && board.next(next, direction) == to
    })
}

fn unpacked(board: &Board) -> UnpackedState {
    let mut state = UnpackedState::new(board.cells());
    state.boxes = board.boxes().to_vec();
    state.occupied = marks(board, board.boxes());
    state.regions.fill(board, &state.occupied);
    state
}

/// How many of the random levels rules find dead before anything is pushed. What they find is no fact of the game,
/// but a rule that finds less has become weaker. (Other tests show that what is found is dead.)
#[test]
fn no_rule_becomes_weaker() {
    let is_dead = |board: &Board, rules: Rules| {
        let mut checker = DeadlockChecker::new(board, rules, Tally::default());
        let mut state = unpacked(board);
        let mut never = || Ok::<(), Infallible>(());
        let Ok(dead) = checker.is_dead_while(board, &mut state, board.player(), &mut never);
        assert!(!dead || checker.is_dead_while(board, &mut state, board.player(), &mut never) == Ok(true));
        dead
    };
    let walls = Rules::NONE.with(Rule::FrozenWalls);
    let (mut by_walls, mut by_corrals) = (0, 0);
    let (boards, expected) = if takes_all() { (1_000, (3_980, 114)) } else { (250, (1_006, 26)) };
    for board in random_boards(4 * boards, 6).chain(random_boards(boards, 8)) {
        if is_dead(&board, walls) {
            by_walls += 1;
        } else {
            by_corrals += usize::from(is_dead(&board, walls.with(Rule::Corrals)));
        }
    }
    assert!(by_walls >= expected.0 && by_corrals >= expected.1, "{by_walls} {by_corrals}");
}

/// A rule that has seen similar positions says the same of a position as one that has seen none, whatever the order, and
/// leaves the same frozen boxes behind.
#[test]
fn frozen_walls_by_the_last_position_are_those_by_a_new_look() {
    let mut random = Random::new(11);
    let (mut alive, mut dead, mut with_frozen) = (0, 0, 0);
    for board in random_boards(1_500, 7) {
        let mut state = unpacked(&board);
        let mut kept = <FrozenWallsRule as DeadlockRule>::new(&board);
        let (mut cache, mut new_cache) = (FrozenWallsCache::default(), FrozenWallsCache::default());
        // On goals, so that many positions are not dead by frozen boxes.
        let mut cells: Vec<Cell> = board.goals().to_vec();
        cells.extend(board.all().filter(|cell| !board.is_goal(*cell)));
        let boxes = board.goals().len();
        for _ in 0..40 {
            if boxes > 0 && boxes < cells.len() {
                let (one, other) = (random.below(boxes), random.below(cells.len()));
                cells.swap(one, other);
            }
            state.boxes = cells[..boxes].to_vec();
            state.boxes.sort_unstable();
            state.occupied = marks(&board, &state.boxes);
            let mut found = Vec::new();
            let mut fresh = <FrozenWallsRule as DeadlockRule>::new(&board);
            for (rule, cache) in [(&mut kept, &mut cache), (&mut fresh, &mut new_cache)] {
                let mut never = || Ok::<(), Infallible>(());
                let Ok(walls) = cache.table(&board, &[], &mut never);
                let (player, frozen) = (board.player(), Vec::new());
                let mut position = ExpandedPosition { board: &board, state: &mut state, player, cache, frozen, walls };
                let Ok(is_dead) = rule.dead_before_expansion(&mut position, &mut never);
                let goals: Vec<u32> = board.all().map(|cell| position.walls.goals_from(cell)).collect();
                found.push((is_dead, if is_dead { (Vec::new(), Vec::new()) } else { (position.frozen, goals) }));
            }
            assert_eq!(found[0], found[1]);
            *(if found[0].0 { &mut dead } else { &mut alive }) += 1;
            with_frozen += u32::from(!found[0].1.0.is_empty());
        }
    }
    assert!(alive > 2_000 && dead > 2_000 && with_frozen > 500, "{alive} {dead} {with_frozen}");
}

#[test]
fn a_push_that_freezes_boxes_is_dead_and_others_are_not() {
    // The right box, pushed up, stands beside the left one along the wall.
    for (text, dead) in [
        ("#######|# $   #|#  $  #|#  @..#|#######", true),
        ("#######|# *   #|#  $ .#|#  @  #|#######", true),
        ("#######|# $   #|#   $ #|# ..@ #|#######", false),
        ("#######|#     #|# $$  #|#  @..#|#######", false),
    ] {
        let board = board(text);
        let from = board.next(board.player(), Direction::Up);
        let to = board.next(from, Direction::Up);
        let mut occupied = marks(&board, board.boxes());
        (occupied[usize::from(from)], occupied[usize::from(to)]) = (false, true);
        let mut push = AfterPush {
            board: &board,
            is_live: |_| true,
            boxes: board.boxes(),
            occupied: &mut occupied,
            from,
            to,
            player: from,
        };
        let mut rule = <Freeze as DeadlockRule>::new(&board);
        assert_eq!(rule.dead_after_push(&mut push), dead, "{text}");
    }
}

#[test]
fn boxes_stay_off_dead_squares_under_that_rule_only() {
    let board = board("#####|#   #|#@$ #|#  .#|#####");
    let distances = Distances::new(&board, &mut Budget::unlimited()).expect("no limit");
    let corner = board.all().next().expect("a cell");
    let may_stand = |rules: Rules, cell| rules.box_may_stand(&distances)(cell);
    let dead_squares = Rules::NONE.with(Rule::DeadSquares);
    assert!(!may_stand(dead_squares, corner) && !may_stand(Rules::for_pushes(), corner));
    assert!(may_stand(Rules::NONE, corner) && may_stand(Rules::for_pushes().without(Rule::DeadSquares), corner));
    assert!(may_stand(dead_squares, board.goals()[0]) && may_stand(Rules::NONE, board.goals()[0]));
}

/// All caches may be full at the same time, while a proof of the greatest length is searched.
#[test]
fn all_that_the_checks_keep_is_counted() {
    for board in random_boards(20, 8) {
        let caches = 2 * VerdictCache::MAX_BYTES + Patterns::max_bytes(board.cells());
        // A position in the set and in the queue; both grow by doubling.
        let proof = (2 * MAX_POSITIONS * size_of::<(u128, u128, u128, u8)>()) as u64;
        let corrals = Corrals::max_bytes(&board);
        assert!(corrals >= caches + proof + board.cells() as u64, "{corrals}");
        // Not more than some positions too many, either.
        assert!(corrals <= caches + 8 * proof + 64 * board.cells() as u64, "{corrals}");
        let all = DeadlockChecker::bytes(&board);
        assert!(all >= corrals + FrozenWallsCache::max_bytes(&board) + board.cells() as u64, "{all}");
        assert_eq!(Tunnels::max_bytes(&board), 0, "a rule that keeps nothing");
    }
}
