//! A level as a problem.

use std::fmt::Write as _;

use super::names::{WAYS, name};
use crate::puzzle::CannotWrite;
use crate::sokoban::direction::Direction;
use crate::sokoban::level::Level;

/// Writes the only level as a problem of both domains.
pub(super) fn problem(levels: &[Level]) -> Result<String, CannotWrite> {
    let [level] = levels else {
        let count = levels.len();
        let message =
            format!("a pddl file holds one level, not {count}: choose one, for example levels.xsb:12");
        return Err(message.into());
    };
    let floor = Floor::new(level);
    if let Some(square) = level.boxes().find(|&square| !floor.has(square) && !level.is_goal(square)) {
        return Err(format!("the box at {} cannot be reached", level.place(square)).into());
    }
    if level.boxes().count() < level.goals().count() {
        return Err("a pddl problem needs a box for each goal".into());
    }
    let mut text =
        format!("; {}\n(define (problem level)\n  (:domain sokoban)\n  (:objects\n   ", title(level));
    for &square in &floor.squares {
        let _ = write!(text, " {}", name(level, square));
    }
    text.push_str(" - square\n    left up right down - direction)\n  (:init\n");
    floor.write_start(&mut text);
    floor.write_board(&mut text);
    floor.write_frozen(&mut text);
    text.push_str("  )\n  (:goal (and");
    for goal in level.goals().filter(|&goal| floor.has(goal)) {
        let _ = write!(text, "\n    (box {})", name(level, goal));
    }
    text.push_str(")))\n");
    Ok(text)
}

/// The squares that the player could reach if there were no boxes: all others play no part.
struct Floor<'l> {
    level: &'l Level,
    squares: Vec<usize>,
    reachable: Vec<bool>,
    /// Where a box may be pushed to: some pushes lead from there to a goal. Each square if there are more boxes than
    /// goals, since the others may stay anywhere.
    is_live: Vec<bool>,
    has_surplus: bool,
}

impl<'l> Floor<'l> {
    fn new(level: &'l Level) -> Self {
        let reachable = level.flood(|_| true);
        let squares: Vec<usize> = (0..level.squares()).filter(|&square| reachable[square]).collect();
        let has_surplus = level.boxes().count() > level.goals().count();
        let is_live = if has_surplus { reachable.clone() } else { vec![false; level.squares()] };
        let mut floor = Self { level, squares, reachable, is_live, has_surplus };
        floor.find_live();
        floor
    }

    fn has(&self, square: usize) -> bool {
        self.reachable[square]
    }

    /// The square of the floor next to another.
    fn next(&self, square: usize, way: Direction) -> Option<usize> {
        self.level.neighbour(square, way).filter(|&next| self.reachable[next])
    }

    /// Pulls a box from each goal.
    fn find_live(&mut self) {
        let mut open: Vec<usize> = self.level.goals().filter(|&goal| self.has(goal)).collect();
        for &goal in &open {
            self.is_live[goal] = true;
        }
        while let Some(square) = open.pop() {
            for way in Direction::ALL {
                // The player pulls the box one square, and needs another one to step back to.
                let to = self.next(square, way).filter(|&to| !self.is_live[to]);
                if let Some(to) = to.filter(|&to| self.next(to, way).is_some()) {
                    self.is_live[to] = true;
                    open.push(to);
                }
            }
        }
    }

    /// Writes where the boxes and the player are.
    fn write_start(&self, text: &mut String) {
        let level = self.level;
        let _ = writeln!(text, "    (player {})", name(level, level.player()));
        for &square in &self.squares {
            if level.is_box(square) {
                let _ = writeln!(text, "    (box {})", name(level, square));
            } else if square != level.player() {
                let _ = writeln!(text, "    (free {})", name(level, square));
            }
        }
    }

    /// Writes which squares are next to each other, and which are live.
    fn write_board(&self, text: &mut String) {
        let level = self.level;
        for &square in &self.squares {
            for (word, way) in WAYS {
                if let Some(next) = self.next(square, way) {
                    let _ = writeln!(text, "    (next {} {} {word})", name(level, square), name(level, next));
                }
            }
        }
        for &square in self.squares.iter().filter(|&&square| self.is_live[square]) {
            let _ = writeln!(text, "    (live {})", name(level, square));
        }
    }

    /// Writes what tells frozen boxes: between which squares a box can be pushed, and, one after the other, the squares
    /// where a box must not freeze. If there are none, a square where one may stay stands for them.
    fn write_frozen(&self, text: &mut String) {
        let level = self.level;
        for &square in &self.squares {
            for (one, other) in [(Direction::Left, Direction::Right), (Direction::Up, Direction::Down)] {
                let (Some(one), Some(other)) = (self.next(square, one), self.next(square, other)) else {
                    continue;
                };
                if self.is_live[one] || self.is_live[other] {
                    let names = [one, square, other].map(|square| name(level, square)).join(" ");
                    let _ = writeln!(text, "    (between {names})");
                }
            }
        }
        let may_hold = |square: usize| self.is_live[square] || level.is_box(square);
        let is_final = |square: usize| self.has_surplus || level.is_goal(square);
        let mut chain: Vec<usize> =
            self.squares.iter().copied().filter(|&square| may_hold(square) && !is_final(square)).collect();
        if chain.is_empty() {
            let _ = writeln!(text, "    (final {})", name(level, level.player()));
            chain.push(level.player());
        }
        for link in chain.windows(2) {
            let _ = writeln!(text, "    (after {} {})", name(level, link[0]), name(level, link[1]));
        }
        for (word, square) in [("first", chain.first()), ("last", chain.last())] {
            if let Some(&square) = square {
                let _ = writeln!(text, "    ({word} {})", name(level, square));
            }
        }
    }
}

/// The title on one line of ASCII letters, as comments of PDDL hold it.
fn title(level: &Level) -> String {
    let title = level.title().unwrap_or("a level");
    title.chars().map(|letter| if letter.is_ascii() && !letter.is_control() { letter } else { '?' }).collect()
}
