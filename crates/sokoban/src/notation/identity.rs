//! Identifiers of levels that do not depend on how the level is written.
//!
//! Everything that the player could not reach if boxes were passable becomes wall, and the rest is cropped to
//! one ring of wall. The identifier is the first 16 digits, in capitals, of the MD5 sum of the rows, each
//! ended by a line feed. The *Exact-Id* takes the level as it is. The *Unique-Id* puts a player on every
//! square that the player reaches without a push, and takes the smallest identifier of the eight rotations
//! and mirror images. Source: sourcecode.se, "Level Identity".
//!
//! Both ignore boxes and goals outside the player's room, and collisions are possible: [`canonical_form`]
//! decides whether two levels are the same.

use md5::Context;

use crate::{level::Level, square::Square};

/// The Exact-Id: the same for levels that differ only outside the player's room.
pub(crate) fn exact_id(level: &Level) -> String {
    let room = level.flood(|_| true);
    name(&Picture::of(level, &room, |square| square == level.player()))
}

/// The Unique-Id: the same for the eight symmetries and wherever the player may walk at the start.
#[must_use]
pub fn unique_id(level: &Level) -> String {
    let reach = level.flood(|square| !level.is_box(square));
    smallest(Picture::of(level, &level.flood(|_| true), |square| reach[square]), name)
}

/// A text that two levels share exactly if they are the same up to the eight symmetries, the player's square
/// within the initial region, and everything outside that cannot matter.
#[must_use]
pub fn canonical_form(level: &Level) -> String {
    let reach = level.flood(|square| !level.is_box(square));
    form(level, |square| reach[square])
}

/// [`canonical_form`], but different for levels in which the player begins on different squares: their shortest
/// solutions may differ in moves.
#[must_use]
pub(crate) fn canonical_form_with_player(level: &Level) -> String {
    form(level, |square| square == level.player())
}

fn form(level: &Level, has_player: impl Fn(usize) -> bool) -> String {
    let room = level.flood(|_| true);
    let smallest = smallest(Picture::of(level, &room, has_player), |picture| {
        let rows: Vec<_> = picture.letters.chunks(picture.width).map(String::from_utf8_lossy).collect();
        rows.join("|")
    });
    // Boxes outside the room count as unsolved unless they are on goals, and there may be more goals than boxes.
    let outside = |wanted: Square| (0..level.squares()).filter(|&at| !room[at] && level.square(at) == wanted).count();
    let [boxes, stored, goals] = [Square::Box, Square::BoxOnGoal, Square::Goal].map(outside);
    format!("{smallest} {boxes} {stored} {goals}")
}

/// The smallest text of the eight symmetries of a picture.
fn smallest(mut picture: Picture, text: impl Fn(&Picture) -> String) -> String {
    let mut smallest = text(&picture);
    for turn in 1..8 {
        picture = if turn == 4 { picture.mirrored() } else { picture.turned() };
        smallest = smallest.min(text(&picture));
    }
    smallest
}

struct Picture {
    width: usize,
    letters: Vec<u8>,
}

impl Picture {
    fn of(level: &Level, room: &[bool], has_player: impl Fn(usize) -> bool) -> Self {
        let inside = || (0..level.squares()).filter(|&square| room[square]);
        let columns = || inside().map(|square| square % level.width());
        let rows = || inside().map(|square| square / level.width());
        // Walls enclose the room, so there is another row and column on every side.
        let span = |low: Option<usize>, high: Option<usize>| low.unwrap_or(0).saturating_sub(1)..=high.unwrap_or(0) + 1;
        let columns = span(columns().min(), columns().max());
        let rows = span(rows().min(), rows().max());
        let of = |square: usize| match level.square(square) {
            _ if !room[square] => b'#',
            Square::Floor | Square::Player => {
                if has_player(square) {
                    b'@'
                } else {
                    b' '
                }
            }
            Square::Goal | Square::PlayerOnGoal => {
                if has_player(square) {
                    b'+'
                } else {
                    b'.'
                }
            }
            Square::Box => b'$',
            Square::BoxOnGoal => b'*',
            Square::Wall => b'#',
        };
        let width = columns.clone().count();
        let letters = rows.flat_map(|row| {
            let columns = columns.clone();
            columns.map(move |column| row * level.width() + column)
        });
        Self { width, letters: letters.map(of).collect() }
    }

    fn height(&self) -> usize {
        self.letters.len() / self.width
    }

    /// Rotated by a quarter turn, clockwise.
    fn turned(&self) -> Self {
        let (width, height) = (self.width, self.height());
        let letters = (0..width).flat_map(|column| (0..height).rev().map(move |row| row * width + column));
        Self { width: height, letters: letters.map(|at| self.letters[at]).collect() }
    }

    /// Mirrored: left and right are exchanged.
    fn mirrored(&self) -> Self {
        let letters = self.letters.chunks(self.width).flat_map(|row| row.iter().rev().copied()).collect();
        Self { width: self.width, letters }
    }
}

fn name(picture: &Picture) -> String {
    let mut sum = Context::new();
    for row in picture.letters.chunks(picture.width) {
        sum.consume(row);
        sum.consume(b"\n");
    }
    let first = sum.finalize().0.into_iter().take(8).fold(0_u64, |name, byte| name << 8 | u64::from(byte));
    format!("{first:016X}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::read;

    fn level(text: &str) -> Level {
        read(text).expect("a text").remove(0).level.expect("a level")
    }

    /// The published example, with both identifiers.
    const PUBLISHED: &str = concat!(
        "###########\n",
        "##### *. ##\n",
        "####  @# ##\n",
        "#  $.$#####\n",
        "#   #  $ .#\n",
        "##### $  .#\n",
        "###########\n",
    );

    #[test]
    fn the_published_example() {
        assert_eq!(exact_id(&level(PUBLISHED)), "4C58C6973860C790");
        assert_eq!(unique_id(&level(PUBLISHED)), "1674E2D1AC70B61C");
    }

    #[test]
    fn the_same_in_all_symmetries_and_for_every_player_place() {
        let start = level(PUBLISHED);
        let reach = start.flood(|square| !start.is_box(square));
        for player in (0..start.squares()).filter(|&square| reach[square]) {
            let moved = Level { player, ..start.clone() };
            assert_eq!(unique_id(&moved), unique_id(&start));
            let room = moved.flood(|_| true);
            let mut picture = Picture::of(&moved, &room, |square| square == player);
            for turn in 0..8 {
                picture = if turn == 4 { picture.mirrored() } else { picture.turned() };
                let text: Vec<&str> =
                    picture.letters.chunks(picture.width).filter_map(|row| std::str::from_utf8(row).ok()).collect();
                assert_eq!(unique_id(&level(&text.join("\n"))), unique_id(&start));
            }
        }
    }

    #[test]
    fn what_lies_outside_does_not_matter() {
        let bare = level("#####|#@$.#|#####");
        let decorated = level("  ########|  #@$.#*##|###########");
        assert_eq!(exact_id(&bare), exact_id(&decorated));
        assert_ne!(exact_id(&bare), exact_id(&level("#####|#.$@#|#####")));
        assert_eq!(unique_id(&bare), unique_id(&level("#####|#.$@#|#####")));
    }
}
