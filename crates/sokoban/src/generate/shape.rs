//! The floor of a level before goals and boxes.

mod maze;
mod open;
mod rooms;
mod symmetric;

use lurd_engine::search::random::Random;

/// Draws a floor into a shape without any.
type DrawStyle = fn(&mut Shape, &mut Random);

/// The styles by name, each with what draws it.
const TABLE: [(&str, DrawStyle); 4] =
    [("rooms", rooms::draw), ("open", open::draw), ("maze", maze::draw), ("symmetric", symmetric::draw)];

/// The names of the styles.
pub(crate) const STYLES: &[&str] = &["rooms", "open", "maze", "symmetric"];

/// Which squares are floor. The squares at the border never are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) columns: usize,
    pub(super) rows: usize,
    pub(super) floor: Vec<bool>,
    /// Whether the left and the right half mirror each other, and are to stay so.
    pub(super) is_mirrored: bool,
}

impl Shape {
    /// Creates a shape without floor.
    fn solid(columns: usize, rows: usize) -> Self {
        Self { columns, rows, floor: vec![false; columns * rows], is_mirrored: false }
    }

    /// Draws a connected floor without dead ends in a style, or in one of all styles.
    pub(super) fn draw(columns: usize, rows: usize, style: Option<&str>, random: &mut Random) -> Self {
        let any = random.below(TABLE.len());
        let index = TABLE.iter().position(|(name, _)| Some(*name) == style).unwrap_or(any);
        let mut shape = Self::solid(columns, rows);
        TABLE[index].1(&mut shape, random);
        shape.keep_largest_region();
        shape.fill_dead_ends();
        shape
    }

    /// The squares that are not at the border.
    pub(super) fn inside(&self) -> impl Iterator<Item = usize> + use<> {
        let columns = self.columns;
        (1..self.rows - 1).flat_map(move |row| (1..columns - 1).map(move |column| row * columns + column))
    }

    /// The four neighbours of a square inside.
    pub(super) fn around(&self, square: usize) -> [usize; 4] {
        [square - 1, square - self.columns, square + 1, square + self.columns]
    }

    /// The number of neighbours that are floor.
    fn openness(&self, square: usize) -> usize {
        self.around(square).into_iter().filter(|&next| self.floor[next]).count()
    }

    /// The squares of the floor.
    pub(super) fn squares(&self) -> Vec<usize> {
        (0..self.floor.len()).filter(|&square| self.floor[square]).collect()
    }

    /// Changes a square between floor and wall, and its mirror image with it.
    pub(super) fn flip(&mut self, square: usize) {
        let is_floor = !self.floor[square];
        self.floor[square] = is_floor;
        if self.is_mirrored {
            let row = square / self.columns;
            self.floor[(2 * row + 1) * self.columns - 1 - square] = is_floor;
        }
    }

    /// Whether all floor is connected.
    pub(super) fn is_connected(&self) -> bool {
        let mut whole = self.clone();
        whole.keep_largest_region();
        whole.floor == self.floor
    }

    /// Fills all floor that is not connected with the largest region.
    fn keep_largest_region(&mut self) {
        let mut best: Vec<usize> = Vec::new();
        let mut seen = vec![false; self.floor.len()];
        for start in self.squares() {
            if seen[start] {
                continue;
            }
            seen[start] = true;
            let mut region = vec![start];
            let mut next = 0;
            while let Some(&square) = region.get(next) {
                next += 1;
                for neighbour in self.around(square) {
                    if self.floor[neighbour] && !seen[neighbour] {
                        seen[neighbour] = true;
                        region.push(neighbour);
                    }
                }
            }
            if region.len() > best.len() {
                best = region;
            }
        }
        self.floor.fill(false);
        for square in best {
            self.floor[square] = true;
        }
    }

    /// Fills squares with one open side, which only a goal would make useful, until there are none.
    fn fill_dead_ends(&mut self) {
        let dead_end = |shape: &Self| shape.squares().into_iter().find(|&square| shape.openness(square) <= 1);
        while let Some(square) = dead_end(self) {
            self.floor[square] = false;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_style_is_connected_and_closed() {
        for (index, (name, _)) in TABLE.iter().enumerate() {
            assert_eq!(STYLES[index], *name);
            for seed in 0..50 {
                let mut random = Random::new(seed);
                let (columns, rows) = (5 + random.below(10), 5 + random.below(10));
                let shape = Shape::draw(columns, rows, Some(name), &mut random);
                let inside: Vec<usize> = shape.inside().collect();
                assert!(shape.squares().iter().all(|square| inside.contains(square)), "{name} {seed}");
                assert!(shape.is_connected(), "{name} {seed}: two regions");
                assert!(shape.squares().iter().all(|&square| shape.openness(square) > 1), "{name} {seed}");
                let again = Shape::draw(columns, rows, Some(name), &mut Random::new(seed));
                assert_eq!((again.columns, again.rows), (columns, rows));
            }
        }
    }

    #[test]
    fn shapes_have_room_for_boxes() {
        for (name, _) in TABLE {
            let sizes =
                (0..50).map(|seed| Shape::draw(9, 9, Some(name), &mut Random::new(seed)).squares().len());
            let sizes: Vec<usize> = sizes.collect();
            let roomy = sizes.iter().filter(|&&size| size >= 16).count();
            assert!(roomy >= 40, "{name}: {sizes:?}");
        }
    }
}
