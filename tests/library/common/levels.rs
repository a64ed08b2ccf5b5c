//! Small random levels, the same for the same seed.

use lurd::sokoban::Level;

use super::random::Random;

/// A level with everything at random, most often unsolvable: the room is 3 to 8 squares wide and
/// high, with some walls in it and 1 to 4 boxes, fewer where the room is large, so that
/// [`optimum`](super::oracle::optimum) can look at every position.
pub fn uniform(seed: u64) -> Level {
    scattered(Room::new(&mut Random::new(seed)))
}

/// A level of 2 to 6 boxes in a small room: at random, or every other one pulled from its solution.
pub fn crowded(seed: u64) -> Level {
    let mut random = Random::new(!seed);
    let boxes = 2 + random.below(5);
    let room = Room::of(&mut random, 4, boxes);
    if seed.is_multiple_of(2) { scattered(room) } else { unpacked(room) }
}

fn scattered(mut room: Room) -> Level {
    let mut free = room.free();
    for _ in 0..room.boxes {
        let goal = take(&mut room.random, &mut free);
        room.goals.push(goal);
    }
    place(room)
}

/// Puts the boxes and the player of a room at random.
fn place(mut room: Room) -> Level {
    let mut free = room.free();
    for _ in 0..room.boxes {
        let square = take(&mut room.random, &mut free);
        room.placed.push(square);
    }
    room.player = take(&mut room.random, &mut free);
    room.level()
}

/// A level that has a solution: a room as in [`uniform`], solved, from which the player has walked
/// and pulled boxes at random.
pub fn pulled(seed: u64) -> Level {
    unpacked(Room::new(&mut Random::new(seed)))
}

/// A level whose floor and goals are mapped onto themselves by reflections or rotations, with 1 to 4 boxes at random, or
/// every other one pulled from its solution.
pub fn symmetric(seed: u64) -> Level {
    let mut random = Random::new(seed);
    let symmetries = [MIRROR, FLIP, MIRROR | FLIP, HALF_TURN, DIAGONAL, MIRROR | DIAGONAL][random.below(6)];
    let mut room = Room::of(&mut random, 4, 1);
    if symmetries & DIAGONAL != 0 {
        let height = room.walls.len() / room.width;
        room.walls = vec![true; height * height];
        room.width = height;
    }
    let (width, height) = (room.width, room.walls.len() / room.width);
    let inside =
        |square: usize| (1..width - 1).contains(&(square % width)) && (1..height - 1).contains(&(square / width));
    let density = room.random.below(30);
    for square in (0..room.walls.len()).filter(|&square| inside(square)) {
        let wall = room.random.chance(density);
        for image in orbit(square, symmetries, width, height) {
            room.walls[image] = wall;
        }
    }
    let centre = room.walls.len() / 2;
    let free = room.free();
    let goal = if free.is_empty() { centre } else { free[room.random.below(free.len())] };
    room.goals = orbit(goal, symmetries, width, height).into_iter().filter(|&square| inside(square)).collect();
    for &goal in &room.goals {
        room.walls[goal] = false;
    }
    room.goals.truncate(8);
    room.boxes = room.goals.len();
    if room.free().len() < room.boxes + 2 || room.boxes > 4 {
        return symmetric(seed ^ 1 << 40 | seed << 20);
    }
    if seed.is_multiple_of(2) { place(room) } else { unpack(room) }
}

const MIRROR: u32 = 1;
const FLIP: u32 = 2;
const HALF_TURN: u32 = 4;
const DIAGONAL: u32 = 8;

/// The squares that the symmetries and their compositions map `square` onto, itself included.
fn orbit(square: usize, symmetries: u32, width: usize, height: usize) -> Vec<usize> {
    let mut found = vec![square];
    let mut next = 0;
    while let Some(&square) = found.get(next) {
        next += 1;
        let (row, column) = (square / width, square % width);
        let images = [
            (MIRROR, (row, width - 1 - column)),
            (FLIP, (height - 1 - row, column)),
            (HALF_TURN, (height - 1 - row, width - 1 - column)),
            (DIAGONAL, (column, row)),
        ];
        for (symmetry, (row, column)) in images {
            let image = row * width + column;
            if symmetries & symmetry != 0 && !found.contains(&image) {
                found.push(image);
            }
        }
    }
    found
}

fn unpacked(mut room: Room) -> Level {
    let mut free = room.free();
    for _ in 0..room.boxes {
        let goal = take(&mut room.random, &mut free);
        room.goals.push(goal);
    }
    unpack(room)
}

/// Pulls boxes from the goals of a room.
fn unpack(mut room: Room) -> Level {
    let mut free: Vec<usize> = room.free().into_iter().filter(|square| !room.goals.contains(square)).collect();
    room.placed.clone_from(&room.goals);
    room.player = take(&mut room.random, &mut free);
    for _ in 0..400 {
        let step = [-1, 1, -room.columns(), room.columns()][room.random.below(4)];
        let Some(to) = room.player.checked_add_signed(step).filter(|&to| room.is_open(to)) else { continue };
        let behind = room.player.checked_add_signed(-step);
        if let Some(at) = room.placed.iter().position(|&square| Some(square) == behind)
            && room.random.chance(80)
        {
            room.placed[at] = room.player;
        }
        room.player = to;
    }
    room.level()
}

/// Removes one of `free`.
fn take(random: &mut Random, free: &mut Vec<usize>) -> usize {
    free.swap_remove(random.below(free.len()))
}

/// A room being furnished.
struct Room {
    random: Random,
    width: usize,
    walls: Vec<bool>,
    boxes: usize,
    goals: Vec<usize>,
    placed: Vec<usize>,
    player: usize,
}

impl Room {
    fn new(random: &mut Random) -> Self {
        Self::of(random, 6, 0)
    }

    /// A room of 3 to `sizes + 2` squares each way, with so many boxes; 0 for 1 to 4 of them.
    fn of(random: &mut Random, sizes: usize, boxes: usize) -> Self {
        let (width, height) = (5 + random.below(sizes), 5 + random.below(sizes));
        let density = random.below(35);
        let mut walls = vec![true; width * height];
        for row in 1..height - 1 {
            for column in 1..width - 1 {
                walls[row * width + column] = random.chance(density);
            }
        }
        let mut boxes = if boxes == 0 { 1 + random.below(4) } else { boxes };
        let free = walls.iter().filter(|&&wall| !wall).count();
        while boxes > 1 && positions(free, boxes) > 400_000 {
            boxes -= 1;
        }
        // Too little room for the boxes and the player: an empty one.
        if free < boxes + 2 {
            for row in 1..height - 1 {
                walls[row * width + 1..(row + 1) * width - 1].fill(false);
            }
            boxes = 1;
        }
        let (goals, placed) = (Vec::new(), Vec::new());
        Self { random: random.clone(), width, walls, boxes, goals, placed, player: 0 }
    }

    fn columns(&self) -> isize {
        isize::try_from(self.width).expect("a small level")
    }

    fn free(&self) -> Vec<usize> {
        (0..self.walls.len()).filter(|&square| !self.walls[square]).collect()
    }

    fn is_open(&self, square: usize) -> bool {
        !self.walls[square] && !self.placed.contains(&square)
    }

    fn level(&self) -> Level {
        let letter = |square: usize| {
            let (filled, goal) = (self.placed.contains(&square), self.goals.contains(&square));
            match (self.walls[square], filled, goal, square == self.player) {
                (true, ..) => '#',
                (_, true, true, _) => '*',
                (_, true, false, _) => '$',
                (_, _, true, true) => '+',
                (_, _, true, false) => '.',
                (_, _, false, true) => '@',
                _ => ' ',
            }
        };
        let squares: Vec<usize> = (0..self.walls.len()).collect();
        let rows = squares.chunks(self.width).map(|row| row.iter().map(|&square| letter(square)).collect());
        super::level(&rows.collect::<Vec<String>>().join("\n"))
    }
}

/// How many ways there are to put `boxes` boxes and a player on `free` squares.
fn positions(free: usize, boxes: usize) -> usize {
    let ways = (0..boxes).fold(1, |ways, at| ways * free.saturating_sub(at) / (at + 1));
    ways * free.saturating_sub(boxes)
}
