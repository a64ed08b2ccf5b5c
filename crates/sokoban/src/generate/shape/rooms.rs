//! Rooms with doors: the inside divided by walls, each with a door or two.

use super::Shape;
use lurd_engine::search::random::Random;

/// The least width of a room.
const LEAST: usize = 2;

/// Divides the inside into rooms and puts single walls into them.
pub(super) fn draw(shape: &mut Shape, random: &mut Random) {
    for square in shape.inside() {
        shape.floor[square] = true;
    }
    let whole = Room { left: 1, top: 1, right: shape.columns - 2, bottom: shape.rows - 2 };
    let divisions = 1 + random.below(2 + (shape.columns + shape.rows) / 8);
    let mut rooms = vec![whole];
    for _ in 0..divisions {
        let at = random.below(rooms.len());
        if let Some((one, other)) = divide(shape, &rooms[at], random) {
            rooms[at] = one;
            rooms.push(other);
        }
    }
    let inside: Vec<usize> = shape.inside().collect();
    for _ in 0..inside.len() / 8 {
        shape.floor[inside[random.below(inside.len())]] = false;
    }
}

/// A rectangle; all its sides belong to it.
struct Room {
    left: usize,
    top: usize,
    right: usize,
    bottom: usize,
}

/// Builds a wall across a room, with one or two doors; `None` if it is too small.
fn divide(shape: &mut Shape, room: &Room, random: &mut Random) -> Option<(Room, Room)> {
    let &Room { left, top, right, bottom } = room;
    let (width, height) = (right + 1 - left, bottom + 1 - top);
    let is_upright = width > height || (width == height && random.below(2) == 0);
    let long = if is_upright { width } else { height };
    if long < 2 * LEAST + 1 {
        return None;
    }
    let at = LEAST + random.below(long - 2 * LEAST);
    let (wall, one, other): (Vec<usize>, Room, Room) = if is_upright {
        let column = left + at;
        let wall = (top..=bottom).map(|row| row * shape.columns + column).collect();
        (wall, Room { right: column - 1, ..*room }, Room { left: column + 1, ..*room })
    } else {
        let row = top + at;
        let wall = (left..=right).map(|column| row * shape.columns + column).collect();
        (wall, Room { bottom: row - 1, ..*room }, Room { top: row + 1, ..*room })
    };
    for &square in &wall {
        shape.floor[square] = false;
    }
    for _ in 0..=random.below(2) {
        shape.floor[wall[random.below(wall.len())]] = true;
    }
    Some((one, other))
}
