//! The problems of a level that is being drawn.

use super::canvas::Canvas;
use crate::board::{Balance, Board};
use crate::bounds::assignment;
use crate::deadlock::Freeze;
use crate::floor::distances;
use crate::formats::{MAX_INSIDE, counted};
use crate::level::Level;
use crate::square::Square;
use lurd_engine::budget::Deadline;
use lurd_puzzle::puzzle::{Issue, PadDirection, Place, Severity};

/// The most boxes that are assigned to goals after every change, which takes cubic time.
const MAX_ASSIGNED: usize = 200;

/// The most places that a message lists.
const MAX_LISTED: usize = 4;

/// All issues of a canvas, the worst first.
pub(super) fn check(canvas: &Canvas) -> Vec<Issue> {
    let mut issues = Vec::new();
    let players = canvas.find(Square::has_player);
    match players.as_slice() {
        [] => issues.push(Issue::new(Severity::Broken, "no player; a level has exactly one")),
        [player] => issues.extend(room(canvas, *player)),
        [first, second, ..] => {
            let (one, two) = (canvas.place(*first), canvas.place(*second));
            let count = players.len();
            let message = format!("{count} players ({one}, {two}); a level has exactly one");
            issues.push(Issue::new(Severity::Broken, message).at(two));
        }
    }
    let (boxes, goals) = (canvas.find(Square::has_box).len(), canvas.find(Square::has_goal).len());
    let off_goal = canvas.find(|square| square == Square::Box).len();
    if boxes != goals {
        let message = format!(
            "{}, {}: a level has as many boxes as goals",
            counted(boxes, "box"),
            counted(goals, "goal")
        );
        issues.push(Issue::new(Severity::Bad, message));
    } else if boxes == 0 {
        issues.push(Issue::new(Severity::Bad, "no boxes: already solved"));
    } else if off_goal == 0 {
        issues.push(Issue::new(Severity::Bad, "already solved: every box is on a goal"));
    }
    if let Ok(level) = canvas.level(None) {
        issues.extend(dead_boxes(&level, canvas.first_row()));
    }
    issues.sort_by_key(|issue| std::cmp::Reverse(issue.severity));
    issues
}

/// The issue of the player's room if it is open or too large.
fn room(canvas: &Canvas, player: usize) -> Option<Issue> {
    let mut seen = vec![false; canvas.squares.len()];
    seen[player] = true;
    let mut queue = vec![player];
    let mut next = 0;
    while let Some(&square) = queue.get(next) {
        next += 1;
        let place = canvas.place(square);
        for direction in PadDirection::ALL {
            let Some(neighbour) = direction.from(place, canvas.height(), canvas.width) else {
                let message = format!("not closed: the player can leave at {place}");
                return Some(Issue::new(Severity::Broken, message).at(place));
            };
            let Some(index) = canvas.index(neighbour) else { continue };
            if canvas.squares[index] != Square::Wall && !seen[index] {
                seen[index] = true;
                queue.push(index);
            }
        }
    }
    let size = queue.len();
    let message = || format!("{size} squares inside the walls; at most {MAX_INSIDE} are supported");
    (size > MAX_INSIDE).then(|| Issue::new(Severity::Broken, message()))
}

/// The issues of boxes that can never reach a goal. `first_row` is the row of the canvas that is the level's
/// first.
fn dead_boxes(level: &Level, first_row: usize) -> Vec<Issue> {
    let board = Board::new(level);
    let place = |square: usize| Place::new(square / level.width() + first_row, square % level.width());
    let mut issues = Vec::new();
    let mut report = |places: &[Place], one: &str, many: &str| {
        if let Some(&first) = places.first() {
            let listed: Vec<_> = places.iter().take(MAX_LISTED).map(ToString::to_string).collect();
            let more = if places.len() > MAX_LISTED { ", .." } else { "" };
            let (noun, verb) = if places.len() == 1 { ("box", one) } else { ("boxes", many) };
            let message = format!("dead: the {noun} at {}{more} {verb}", listed.join(", "));
            issues.push(Issue::new(Severity::Bad, message).at(first));
        }
    };
    // With more boxes than goals, some may stay where they are.
    if board.balance() == Balance::MoreBoxes {
        return issues;
    }
    let unreachable_boxes: Vec<_> = board.unreachable_boxes().iter().map(|&square| place(square)).collect();
    report(&unreachable_boxes, "is out of the player's reach", "are out of the player's reach");
    let Some(distances) = distances(&board) else { return issues };
    let dead: Vec<_> = board
        .boxes()
        .iter()
        .filter(|&&cell| !distances.is_live(cell))
        .map(|&cell| place(board.square(cell)))
        .collect();
    report(&dead, "can reach no goal", "can reach no goal");
    let mut occupied = vec![false; board.cells()];
    for &cell in board.boxes() {
        occupied[usize::from(cell)] = true;
    }
    let mut freeze = Freeze::default();
    let live = |cell| distances.is_live(cell);
    if dead.is_empty() && freeze.frozen_off_goal(&board, live, board.boxes().iter().copied(), &mut occupied) {
        let mut frozen = freeze.frozen().to_vec();
        frozen.sort_unstable();
        let frozen: Vec<_> = frozen.into_iter().map(|cell| place(board.square(cell))).collect();
        report(&frozen, "can never move", "can never move, and not all are on goals");
    } else if dead.is_empty()
        && board.boxes().len() <= MAX_ASSIGNED
        && assignment::assignment(&distances, board.boxes(), &Deadline::default()).is_none()
    {
        let message = "dead: the boxes cannot all be given goals they can reach, one each";
        issues.push(Issue::new(Severity::Bad, message));
    }
    issues
}
