//! A level as a problem, the facts that all domains share, and the names of squares and directions.

use std::fmt::Write as _;

use lurd_puzzle::puzzle::CannotWrite;

use crate::{direction::Direction, level::Level};

/// What a problem of one domain has beside the facts that all share.
#[derive(Debug, Default)]
pub(super) struct Parts {
    /// The domain's name.
    pub(super) domain: &'static str,
    /// Lines of objects other than squares and directions.
    pub(super) objects: String,
    /// Lines of facts.
    pub(super) facts: String,
    /// What holds in the end, without brackets.
    pub(super) goal: Vec<String>,
}

/// Writes the only level as a problem of the domains of moves and of pushes.
///
/// # Errors
/// More than one level, fewer boxes than goals, a box off goal that cannot be reached.
pub(super) fn problem(levels: &[Level]) -> Result<String, CannotWrite> {
    let (level, facts) = only(levels)?;
    let goals = level.goals().filter(|&goal| facts.has(goal));
    let goal = goals.map(|goal| format!("box {}", name(level, goal))).collect();
    Ok(written(level, &facts, &Parts { domain: "sokoban", goal, ..Parts::default() }))
}

/// The only level, and its facts.
///
/// # Errors
/// As [`problem`].
pub(super) fn only(levels: &[Level]) -> Result<(&Level, Facts<'_>), CannotWrite> {
    let [level] = levels else {
        let count = levels.len();
        let message = format!("a pddl file holds one level, not {count}: choose one, for example levels.xsb:12");
        return Err(message.into());
    };
    let facts = Facts::new(level);
    if let Some(square) = level.boxes().find(|&square| !facts.has(square) && !level.is_goal(square)) {
        return Err(format!("the box at {} cannot be reached", level.place(square)).into());
    }
    if level.boxes().count() < level.goals().count() {
        return Err("a pddl problem needs a box for each goal".into());
    }
    Ok((level, facts))
}

/// The text of a problem.
pub(super) fn written(level: &Level, facts: &Facts<'_>, parts: &Parts) -> String {
    let mut text = format!("; {}\n(define (problem level)\n", title(level));
    let _ = write!(text, "  (:domain {})\n  (:objects\n   ", parts.domain);
    for &square in &facts.squares {
        let _ = write!(text, " {}", name(level, square));
    }
    let _ = write!(text, " - square\n{}    left up right down - direction)\n  (:init\n", parts.objects);
    facts.write_start(&mut text);
    facts.write_board(&mut text);
    facts.write_frozen(&mut text);
    let _ = write!(text, "{}  )\n  (:goal (and", parts.facts);
    for goal in &parts.goal {
        let _ = write!(text, "\n    ({goal})");
    }
    text.push_str(")))\n");
    text
}

/// The title on one line of ASCII letters, as comments of PDDL hold it.
fn title(level: &Level) -> String {
    let title = level.title().unwrap_or("a level");
    title.chars().map(|letter| if letter.is_ascii() && !letter.is_control() { letter } else { '?' }).collect()
}

// The facts of a level that all domains share.

/// The squares that the player could reach if there were no boxes (all others play no part), and what holds on them.
pub(super) struct Facts<'l> {
    level: &'l Level,
    pub(super) squares: Vec<usize>,
    reachable: Vec<bool>,
    /// Where a box may be pushed to: some pushes lead from there to a goal. Each square if there are more boxes than
    /// goals, since the others may stay anywhere.
    is_live: Vec<bool>,
    has_surplus: bool,
}

impl<'l> Facts<'l> {
    /// Finds the squares, and those from which pushes lead to a goal. O(squares).
    pub(super) fn new(level: &'l Level) -> Self {
        let reachable = level.flood(|_| true);
        let squares: Vec<usize> = (0..level.squares()).filter(|&square| reachable[square]).collect();
        let has_surplus = level.boxes().count() > level.goals().count();
        let is_live = if has_surplus { reachable.clone() } else { vec![false; level.squares()] };
        let mut facts = Self { level, squares, reachable, is_live, has_surplus };
        facts.find_live();
        facts
    }

    /// Whether a square plays a part.
    pub(super) fn has(&self, square: usize) -> bool {
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
    pub(super) fn write_start(&self, text: &mut String) {
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
    pub(super) fn write_board(&self, text: &mut String) {
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

    /// Writes how frozen boxes are recognised: between which squares a box can be pushed, and, one after the other, the
    /// squares where a box must not freeze. If there are none, a square where one may stay stands for them.
    pub(super) fn write_frozen(&self, text: &mut String) {
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

// Squares and directions by their names in PDDL.

/// The directions by their names in PDDL.
pub(super) const WAYS: [(&str, Direction); 4] =
    [("left", Direction::Left), ("up", Direction::Up), ("right", Direction::Right), ("down", Direction::Down)];

/// The name of a square: `s-3-2` is row 3, column 2.
pub(super) fn name(level: &Level, square: usize) -> String {
    format!("s-{}-{}", square / level.width() + 1, square % level.width() + 1)
}

/// The square of a name.
pub(super) fn square(level: &Level, name: &str) -> Option<usize> {
    let (row, column) = name.strip_prefix("s-")?.split_once('-')?;
    let (row, column): (usize, usize) = (row.parse().ok()?, column.parse().ok()?);
    let (row, column) = (row.checked_sub(1)?, column.checked_sub(1)?);
    let is_inside = row < level.height() && column < level.width();
    is_inside.then(|| row * level.width() + column)
}
