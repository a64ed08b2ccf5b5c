//! What is wrong with a level that is being drawn: all of it, each with its reason and its place.

use crate::budget::{Budget, Cancel, Limits};
use crate::puzzle::{Issue, PadDirection, Place, Severity};
use crate::sokoban::board::{Balance, Board};
use crate::sokoban::bounds::Distances;
use crate::sokoban::deadlock::Freeze;
use crate::sokoban::editor::SokobanDraft;
use crate::sokoban::formats::MAX_INSIDE;
use crate::sokoban::level::Level;
use crate::sokoban::square::Square;

/// The memory for it.
const LIMITS: Limits = Limits { time: None, memory: Some(256 << 20), nodes: None };

/// It is asked after every change, so it must not take long: it is silent about dead boxes where there
/// are more pairs of a square and a goal. (A clock would judge a level differently from time to time.)
const MAX_PAIRS: usize = 4_000_000;

/// More places than this are not told one by one.
const LISTED: usize = 4;

/// All findings, the worst first.
pub(super) fn check(draft: &SokobanDraft) -> Vec<Issue> {
    let mut issues = Vec::new();
    let canvas = &draft.canvas;
    let players = canvas.find(Square::has_player);
    match players.as_slice() {
        [] => issues.push(Issue::new(Severity::Broken, "no player; a level has exactly one")),
        [player] => issues.extend(room(draft, *player)),
        [first, second, ..] => {
            let (one, two) = (canvas.place(*first), canvas.place(*second));
            let count = players.len();
            let message = format!("{count} players ({one}, {two}); a level has exactly one");
            issues.push(Issue::new(Severity::Broken, message).at(two));
        }
    }
    let (boxes, goals) = (canvas.find(Square::has_box).len(), canvas.find(Square::has_goal).len());
    let astray = canvas.find(|square| square == Square::Box).len();
    if boxes != goals {
        let message = format!(
            "{}, {}: a level has as many boxes as goals",
            counted(boxes, "box"),
            counted(goals, "goal")
        );
        issues.push(Issue::new(Severity::Bad, message));
    } else if boxes == 0 {
        issues.push(Issue::new(Severity::Bad, "no boxes: solved before it begins"));
    } else if astray == 0 {
        issues.push(Issue::new(Severity::Bad, "already solved: every box is on a goal"));
    }
    if let Ok(level) = draft.level() {
        issues.extend(dead_boxes(&level, draft.first_row()));
    }
    issues.sort_by_key(|issue| std::cmp::Reverse(issue.severity));
    issues
}

fn counted(count: usize, noun: &str) -> String {
    match (count, noun) {
        (1, _) => format!("1 {noun}"),
        (_, "box") => format!("{count} boxes"),
        _ => format!("{count} {noun}s"),
    }
}

/// Where the player can leave, and how large the room is.
fn room(draft: &SokobanDraft, player: usize) -> Vec<Issue> {
    let canvas = &draft.canvas;
    let mut seen = vec![false; canvas.squares.len()];
    seen[player] = true;
    let mut queue = vec![player];
    let mut next = 0;
    while let Some(&square) = queue.get(next) {
        next += 1;
        let place = canvas.place(square);
        for way in PadDirection::ALL {
            let Some(beside) = way.from(place, canvas.height(), canvas.width) else {
                let message = format!("not closed: the player can leave at {place}");
                return vec![Issue::new(Severity::Broken, message).at(place)];
            };
            let Some(index) = canvas.index(beside) else { continue };
            if canvas.squares[index] != Square::Wall && !seen[index] {
                seen[index] = true;
                queue.push(index);
            }
        }
    }
    if queue.len() > MAX_INSIDE {
        let message = format!("{} squares inside the walls; there may be {MAX_INSIDE}", queue.len());
        return vec![Issue::new(Severity::Broken, message)];
    }
    Vec::new()
}

/// Boxes that no player will ever bring to a goal. `first_row` is the row of the draft in which the
/// level begins.
fn dead_boxes(level: &Level, first_row: usize) -> Vec<Issue> {
    let board = Board::new(level);
    let place = |square: usize| Place::new(square / level.width() + first_row, square % level.width());
    let mut issues = Vec::new();
    let mut tell = |places: &[Place], one: &str, many: &str| {
        if let Some(&first) = places.first() {
            let listed: Vec<_> = places.iter().take(LISTED).map(ToString::to_string).collect();
            let more = if places.len() > LISTED { ", .." } else { "" };
            let (noun, verb) = if places.len() == 1 { ("box", one) } else { ("boxes", many) };
            let message = format!("dead: the {noun} at {}{more} {verb}", listed.join(", "));
            issues.push(Issue::new(Severity::Bad, message).at(first));
        }
    };
    // Where boxes are more than goals, some may stay where they are.
    if board.balance() == Balance::MoreBoxes {
        return issues;
    }
    let unreachable_boxes: Vec<_> = board.unreachable_boxes().iter().map(|&square| place(square)).collect();
    tell(&unreachable_boxes, "is out of the player's reach", "are out of the player's reach");
    if board.cells().saturating_mul(board.goals().len()) > MAX_PAIRS {
        return issues;
    }
    let mut no_observer = ();
    let mut budget = Budget::new(LIMITS, Cancel::default(), &mut no_observer);
    let Ok(distances) = Distances::new(&board, &mut budget) else { return issues };
    let dead: Vec<_> = board
        .boxes()
        .iter()
        .filter(|&&cell| !distances.is_live(cell))
        .map(|&cell| place(board.square(cell)))
        .collect();
    tell(&dead, "can reach no goal", "can reach no goal");
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
        tell(&frozen, "can never move", "can never move, and not all are on goals");
    }
    issues
}
