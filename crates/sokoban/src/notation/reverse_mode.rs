//! Games in reverse mode: the boxes start on the goals and are pulled to their squares in the level.
//!
//! A capital pulls the box behind the player, a small letter walks. A jump (`[rr]`) puts the player on another free
//! square, across any obstacle; a game begins with a jump, which may be empty. Read from its end, with pushes for
//! pulls and walks for jumps, such a game is a solution. Source: the `.sok` format (YASC).

use std::collections::VecDeque;

use lurd_puzzle::puzzle::Misread;

use crate::{
    direction::Direction,
    level::Level,
    notation::lurd::{Letter, Notation},
};

/// Converts a game in reverse mode to a solution of `level`. Takes time proportional to the steps and, for
/// every jump, to the board.
///
/// # Errors
/// A step is illegal, a jump cannot be walked, or the game does not end at the start of the level.
pub fn forward(level: &Level, game: &Notation) -> Result<Vec<Letter>, Misread> {
    let mut position = ReversePosition {
        level,
        boxes: (0..level.squares()).map(|square| level.is_goal(square)).collect(),
        player: level.player(),
    };
    // The steps from each position back to the previous one.
    let mut back: Vec<Vec<Letter>> = Vec::new();
    let mut steps = game.steps.as_slice();
    let mut first = true;
    while let Some(&step) = steps.first() {
        if step.jumps {
            let length = steps.iter().take_while(|step| step.jumps).count();
            let (jump, rest) = steps.split_at(length);
            steps = rest;
            let from = position.player;
            position.jump(jump)?;
            // The player's square before the first pull does not matter.
            if !first {
                let walk = position
                    .walk(from, step)
                    .ok_or_else(|| refused(step, "the player cannot walk to where this jump leads".to_owned()))?;
                back.push(walk);
            }
        } else {
            steps = &steps[1..];
            position.step(step)?;
            let opposite = Letter { direction: step.direction.opposite(), ..step };
            back.push(vec![opposite]);
        }
        first = false;
    }
    let Some(&last) = game.steps.last() else { return Ok(Vec::new()) };
    if let Some(square) = (0..level.squares()).find(|&square| level.is_box(square) && !position.boxes[square]) {
        let place = level.place(square);
        return Err(refused(last, format!("this game ends without a box at {place}, where the level has one")));
    }
    let Some(mut solution) = position.walk_between(level.player(), position.player, last) else {
        return Err(refused(
            last,
            "the player cannot walk from the start of the level to where this game ends".to_owned(),
        ));
    };
    solution.extend(back.into_iter().rev().flatten().map(|step| Letter { jumps: false, ..step }));
    Ok(solution)
}

fn refused(step: Letter, message: String) -> Misread {
    Misread { place: step.place(), message, help: None }
}

struct ReversePosition<'l> {
    level: &'l Level,
    boxes: Vec<bool>,
    player: usize,
}

impl ReversePosition<'_> {
    fn is_free(&self, square: usize) -> bool {
        !self.level.is_wall(square) && !self.boxes[square]
    }

    fn jump(&mut self, jump: &[Letter]) -> Result<(), Misread> {
        for &step in jump {
            let to = self.level.neighbour(self.player, step.direction);
            self.player = to.ok_or_else(|| refused(step, "the jump leaves the board".to_owned()))?;
        }
        match jump.last() {
            Some(&step) if !self.is_free(self.player) => {
                let place = self.level.place(self.player);
                Err(refused(step, format!("the jump ends at {place}, which is not free")))
            }
            _ => Ok(()),
        }
    }

    fn step(&mut self, step: Letter) -> Result<(), Misread> {
        let to = self.level.neighbour(self.player, step.direction).filter(|&to| self.is_free(to));
        let Some(to) = to else { return Err(refused(step, "something is in the way".to_owned())) };
        if step.letter.is_ascii_uppercase() {
            let behind = self.level.neighbour(self.player, step.direction.opposite());
            let Some(behind) = behind.filter(|&behind| self.boxes[behind]) else {
                return Err(refused(step, "there is no box behind the player to pull".to_owned()));
            };
            self.boxes[behind] = false;
            self.boxes[self.player] = true;
        }
        self.player = to;
        Ok(())
    }

    /// The steps of a shortest walk to `to`; the place of each is that of `at`.
    fn walk(&self, to: usize, at: Letter) -> Option<Vec<Letter>> {
        self.walk_between(self.player, to, at)
    }

    /// The steps of a shortest walk; the place of each is that of `at`.
    fn walk_between(&self, from: usize, to: usize, at: Letter) -> Option<Vec<Letter>> {
        let mut entered: Vec<Option<Direction>> = vec![None; self.level.squares()];
        let mut queue = VecDeque::from([from]);
        while let Some(square) = queue.pop_front() {
            if square == to {
                break;
            }
            for direction in Direction::ALL {
                let next = self.level.neighbour(square, direction);
                if let Some(next) = next.filter(|&next| next != from && self.is_free(next))
                    && entered[next].is_none()
                {
                    entered[next] = Some(direction);
                    queue.push_back(next);
                }
            }
        }
        let mut walk = Vec::new();
        let mut square = to;
        while square != from {
            let direction = entered[square]?;
            walk.push(Letter { letter: direction.letter(false), direction, ..at });
            square = self.level.neighbour(square, direction.opposite())?;
        }
        walk.reverse();
        Some(walk)
    }
}
