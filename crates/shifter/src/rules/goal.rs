//! The set of boards that a target with wildcards accepts, in the fewest colours.
//!
//! Tiles of a colour that the target does not name can only end in wildcard cells, so all such colours
//! are merged into one: distances stay the same and the space becomes smaller. Tiles left over of the
//! named colours may end in any wildcard cell, so the target is a set of boards.

use super::board::{Board, MAX_COLOURS, WILD};

/// Source and target with the colours of the search.
pub(crate) struct Goal {
    pub(crate) source: Board,
    /// [`WILD`] in the cells that accept any tile.
    pub(crate) target: Board,
    /// The colour in the puzzle of each colour of the search; empty if they are the same.
    names: Vec<u8>,
}

impl Goal {
    pub(crate) fn new(source: &Board, target: &Board) -> Self {
        if !target.has_wildcards() {
            return Self { source: source.clone(), target: target.clone(), names: Vec::new() };
        }
        // A tile that cannot move stays in its cell.
        let required: Vec<u8> = target
            .cells()
            .iter()
            .enumerate()
            .map(
                |(cell, &colour)| {
                    if colour == WILD && !source.is_movable(cell) { source.cells()[cell] } else { colour }
                },
            )
            .collect();
        let mut names: Vec<u8> = required.iter().copied().filter(|&colour| colour != WILD).collect();
        names.sort_unstable();
        names.dedup();
        let merged = |colour: u8| match names.binary_search(&colour) {
            _ if colour == WILD => WILD,
            Ok(index) | Err(index) if names.get(index) == Some(&colour) => narrow(index),
            _ => narrow(names.len()),
        };
        Self {
            source: source.with_cells(source.cells().iter().map(|&colour| merged(colour)).collect()),
            target: target.with_cells(required.into_iter().map(merged).collect()),
            names,
        }
    }

    /// The colour in the puzzle of a colour of the search; [`WILD`] for the merged colour.
    pub(crate) fn puzzle_colour(&self, colour: u8) -> u8 {
        if self.names.is_empty() && !self.target.has_wildcards() {
            return colour;
        }
        self.names.get(usize::from(colour)).copied().unwrap_or(WILD)
    }

    /// The number of tiles of each colour that end in wildcard cells.
    fn left_over(&self) -> [usize; MAX_COLOURS] {
        let mut counts = [0; MAX_COLOURS];
        if !self.target.has_wildcards() {
            return counts;
        }
        for &colour in self.source.cells() {
            counts[usize::from(colour)] += 1;
        }
        for &colour in self.target.cells().iter().filter(|&&colour| colour != WILD) {
            counts[usize::from(colour)] = counts[usize::from(colour)].saturating_sub(1);
        }
        counts
    }

    /// The number of arrangements of the tiles, saturating.
    pub(crate) fn boards(&self) -> u128 {
        let mut counts = [0_usize; MAX_COLOURS];
        for &colour in self.source.cells() {
            counts[usize::from(colour)] += 1;
        }
        arrangements(&counts)
    }

    /// The number of boards that the target accepts, saturating.
    pub(crate) fn size(&self) -> u64 {
        u64::try_from(arrangements(&self.left_over())).unwrap_or(u64::MAX)
    }

    /// Calls `visit` for every board that the target accepts.
    pub(crate) fn each_board(&self, mut visit: impl FnMut(&Board)) {
        let wild: Vec<usize> =
            (0..self.target.cells().len()).filter(|&cell| self.target.cells()[cell] == WILD).collect();
        let mut left = self.left_over();
        let mut cells = self.target.cells().to_vec();
        self.fill(&wild, &mut left, &mut cells, &mut visit);
    }

    fn fill(
        &self,
        wild: &[usize],
        left: &mut [usize; MAX_COLOURS],
        cells: &mut Vec<u8>,
        visit: &mut impl FnMut(&Board),
    ) {
        let Some((&cell, rest)) = wild.split_first() else {
            visit(&self.target.with_cells(cells.clone()));
            return;
        };
        for colour in 0..WILD {
            if left[usize::from(colour)] > 0 {
                left[usize::from(colour)] -= 1;
                cells[cell] = colour;
                self.fill(rest, left, cells, visit);
                left[usize::from(colour)] += 1;
            }
        }
    }
}

/// The multinomial coefficient of `counts`, saturating.
fn arrangements(counts: &[usize; MAX_COLOURS]) -> u128 {
    let (mut boards, mut cells) = (1_u128, 0_u128);
    for &count in counts {
        for nth in 1..=count as u128 {
            cells += 1;
            boards = match boards.checked_mul(cells) {
                Some(product) => product / nth,
                None => return u128::MAX,
            };
        }
    }
    boards
}

fn narrow(colour: usize) -> u8 {
    u8::try_from(colour).expect("no more colours than the puzzle has")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::tests::one;

    fn boards(text: &str) -> Vec<Vec<u8>> {
        let puzzle = one(text);
        let goal = Goal::new(puzzle.source(), puzzle.target());
        let mut boards = Vec::new();
        goal.each_board(|board| boards.push(board.cells().to_vec()));
        assert_eq!(boards.len() as u64, goal.size(), "{text}");
        boards
    }

    #[test]
    fn colours_without_a_name_are_one() {
        assert_eq!(boards("1234/5678 -> 12??/????"), [[0, 1, 2, 2, 2, 2, 2, 2]]);
        assert_eq!(boards("12/34 -> ??/??"), [[0; 4]]);
        assert_eq!(boards("12/34 -> 21/34"), [[1, 0, 2, 3]]);
    }

    #[test]
    fn what_is_left_over_stands_anywhere() {
        assert_eq!(boards("11/22 -> 1?/2?"), [[0, 0, 1, 1], [0, 1, 1, 0]]);
        assert_eq!(boards("1122/3344 -> 1???/2???").len(), 6 * 5);
    }

    #[test]
    fn colours_of_the_search_have_the_names_of_the_puzzle() {
        let names = |text: &str| {
            let puzzle = one(text);
            let goal = Goal::new(puzzle.source(), puzzle.target());
            goal.source.cells().iter().map(|&colour| goal.puzzle_colour(colour)).collect::<Vec<_>>()
        };
        assert_eq!(names("12/34 -> 21/34"), [0, 1, 2, 3]);
        assert_eq!(names("12/34 -> 2?/4?"), [WILD, 1, WILD, 3]);
        assert_eq!(names("12/34 -> ??/??"), [WILD; 4]);
        // The only wildcard stands where no tile moves, so that no wildcard is left.
        assert_eq!(names("12/34 -> ?2/43 locked: row 0, columns 0 1"), [0, 1, 2, 3]);
        assert_eq!(names("12/34/56 -> ??/43/?? locked: rows 0 2, columns 0 1"), [0, 1, 2, 3, 4, 5]);
    }
}
