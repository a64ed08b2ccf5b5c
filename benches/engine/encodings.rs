//! The representations of the sliding puzzle of [`kinds`](crate::kinds).

use lurd::outcome::Cost;
use lurd::space::{Guarantee, Heuristic, Space, Successors};

use crate::kinds::{Board, CELLS, Colours, Slides};
use crate::problem::{Problem, Search, find};

/// The lowest bit of each cell of two bits.
const LOW_OF_2: u32 = 0x0055_5555;
/// The lowest bit of each cell of four bits.
const LOW_OF_4: u64 = 0x1111_1111_1111;
/// The lowest bit of each cell of 16 bits.
const LOW_OF_16: u64 = 0x0001_0001_0001_0001;

/// Two bits a cell: the colour less 1; 0 for the gap.
fn colours_in_u32(colours: Colours) -> u32 {
    colours.iter().rev().fold(0, |bits, &colour| bits << 2 | u32::from(colour.saturating_sub(1)))
}

fn slid_in_u32(bits: u32, gap: usize, from: usize) -> u32 {
    let colour = bits >> (2 * from) & 3;
    bits ^ (colour << (2 * from)) ^ (colour << (2 * gap))
}

fn misplaced_in_u32(bits: u32, gap: usize, goal: u32, goal_gap: usize) -> u32 {
    let differs = (bits ^ goal) | (bits ^ goal) >> 1 | 1 << (2 * goal_gap);
    (differs & LOW_OF_2 & !(1 << (2 * gap))).count_ones()
}

/// The colour of a cell, from the bits that are shifted to the lowest ones.
fn low(bits: u64, mask: u8) -> u8 {
    bits.to_le_bytes()[0] & mask
}

fn gap_of(colours: Colours) -> u8 {
    (0..).zip(colours).find(|&(_, colour)| colour == 0).expect("there is a gap").0
}

/// The colours in 24 bits, then the cell of the gap.
impl Board for u32 {
    fn of(colours: Colours) -> Self {
        colours_in_u32(colours) | Self::from(gap_of(colours)) << 24
    }
    fn gap(&self) -> usize {
        (self >> 24) as usize
    }
    fn colour(&self, cell: usize) -> u8 {
        low((self >> (2 * cell)).into(), 3) + 1
    }
    #[expect(clippy::cast_possible_truncation, reason = "a cell")]
    fn slid(&self, gap: usize, from: usize) -> Self {
        slid_in_u32(self & 0x00FF_FFFF, gap, from) | (from as Self) << 24
    }
    fn misplaced(&self, goal: &Self) -> u32 {
        misplaced_in_u32(*self, self.gap(), *goal, goal.gap())
    }
}

/// Four bits a cell, then the cell of the gap.
impl Board for u64 {
    fn of(colours: Colours) -> Self {
        let cells = colours.iter().rev().fold(0, |bits, &colour| bits << 4 | Self::from(colour));
        cells | Self::from(gap_of(colours)) << 48
    }
    fn gap(&self) -> usize {
        low(self >> 48, 0xF).into()
    }
    fn colour(&self, cell: usize) -> u8 {
        low(self >> (4 * cell), 0xF)
    }
    fn slid(&self, gap: usize, from: usize) -> Self {
        let colour = self >> (4 * from) & 0xF;
        self ^ (colour << (4 * from)) ^ (colour << (4 * gap)) ^ ((from ^ gap) as Self) << 48
    }
    fn misplaced(&self, goal: &Self) -> u32 {
        let differs = self ^ goal;
        let differs = differs | differs >> 1 | differs >> 2;
        (differs & LOW_OF_4 & !(1 << (4 * self.gap()))).count_ones()
    }
}

/// Row and column of the gap, and the colours as in a `u32`.
impl Board for (u8, u8, u32) {
    fn of(colours: Colours) -> Self {
        let gap = gap_of(colours);
        (gap / 4, gap % 4, colours_in_u32(colours))
    }
    fn gap(&self) -> usize {
        usize::from(4 * self.0 + self.1)
    }
    fn colour(&self, cell: usize) -> u8 {
        low((self.2 >> (2 * cell)).into(), 3) + 1
    }
    #[expect(clippy::cast_possible_truncation, reason = "a cell")]
    fn slid(&self, gap: usize, from: usize) -> Self {
        ((from / 4) as u8, (from % 4) as u8, slid_in_u32(self.2, gap, from))
    }
    fn misplaced(&self, goal: &Self) -> u32 {
        misplaced_in_u32(self.2, self.gap(), goal.2, goal.gap())
    }
}

/// The cells of a board with a byte a cell, the first [`CELLS`] of which are used.
fn gap_in_bytes(cells: &[u8], gap: u8) -> usize {
    cells.iter().position(|&cell| cell == gap).expect("there is a gap")
}

fn misplaced_in_bytes(cells: &[u8], goal: &[u8], gap: u8) -> u32 {
    cells.iter().zip(goal).map(|(&cell, &goal)| u32::from(cell != goal && cell != gap)).sum()
}

impl Board for [u8; CELLS] {
    fn of(colours: Colours) -> Self {
        colours
    }
    fn gap(&self) -> usize {
        gap_in_bytes(self, 0)
    }
    fn colour(&self, cell: usize) -> u8 {
        self[cell]
    }
    fn slid(&self, gap: usize, from: usize) -> Self {
        let mut next = *self;
        next.swap(gap, from);
        next
    }
    fn misplaced(&self, goal: &Self) -> u32 {
        misplaced_in_bytes(self, goal, 0)
    }
}

impl Board for Vec<u8> {
    fn of(colours: Colours) -> Self {
        colours.to_vec()
    }
    fn gap(&self) -> usize {
        gap_in_bytes(self, 0)
    }
    fn colour(&self, cell: usize) -> u8 {
        self[cell]
    }
    fn slid(&self, gap: usize, from: usize) -> Self {
        let mut next = self.clone();
        next.swap(gap, from);
        next
    }
    fn misplaced(&self, goal: &Self) -> u32 {
        misplaced_in_bytes(self, goal, 0)
    }
}

/// A digit a cell.
impl Board for String {
    fn of(colours: Colours) -> Self {
        colours.iter().map(|&colour| char::from(b'0' + colour)).collect()
    }
    fn gap(&self) -> usize {
        gap_in_bytes(self.as_bytes(), b'0')
    }
    fn colour(&self, cell: usize) -> u8 {
        self.as_bytes()[cell] - b'0'
    }
    fn slid(&self, gap: usize, from: usize) -> Self {
        let mut next = self.as_bytes().to_vec();
        next.swap(gap, from);
        Self::from_utf8(next).expect("digits")
    }
    fn misplaced(&self, goal: &Self) -> u32 {
        misplaced_in_bytes(self.as_bytes(), goal.as_bytes(), b'0')
    }
}

/// A byte a cell, and as many as a larger puzzle has; the last ones are not used.
impl Board for [u8; 32] {
    fn of(colours: Colours) -> Self {
        let mut cells = [0; 32];
        cells[..CELLS].copy_from_slice(&colours);
        cells
    }
    fn gap(&self) -> usize {
        gap_in_bytes(self, 0)
    }
    fn colour(&self, cell: usize) -> u8 {
        self[cell]
    }
    fn slid(&self, gap: usize, from: usize) -> Self {
        let mut next = *self;
        next.swap(gap, from);
        next
    }
    fn misplaced(&self, goal: &Self) -> u32 {
        misplaced_in_bytes(self, goal, 0)
    }
}

/// 16 bits a cell, a row a word, then the cell of the gap. lurd searches it as `[u64]`, a slice, whose number of words
/// the compiler does not know.
impl Board for [u64; 4] {
    fn of(colours: Colours) -> Self {
        let row = |row: usize| {
            colours[4 * row..4 * row + 4].iter().rev().fold(0, |bits, &colour| bits << 16 | u64::from(colour))
        };
        [row(0), row(1), row(2), gap_of(colours).into()]
    }
    fn gap(&self) -> usize {
        low(self[3], 0xF).into()
    }
    fn colour(&self, cell: usize) -> u8 {
        low(self[cell / 4] >> (16 * (cell % 4)), 0xF)
    }
    fn slid(&self, gap: usize, from: usize) -> Self {
        let mut next = *self;
        let colour = u64::from(self.colour(from));
        next[from / 4] ^= colour << (16 * (from % 4));
        next[gap / 4] ^= colour << (16 * (gap % 4));
        next[3] = from as u64;
        next
    }
    fn misplaced(&self, goal: &Self) -> u32 {
        let gap = self.gap();
        let row = |row: usize| {
            let differs = self[row] ^ goal[row];
            let differs = (differs | differs >> 1 | differs >> 2) & LOW_OF_16;
            let own_gap = if gap / 4 == row { 1 << (16 * (gap % 4)) } else { 0 };
            (differs & !own_gap).count_ones()
        };
        row(0) + row(1) + row(2)
    }
    fn by_lurd(slides: &Slides<Self>, search: Search) -> (u64, u64) {
        find(&InWords(slides), search)
    }
}

/// The puzzle in words, as a space of slices.
struct InWords<'a>(&'a Slides<[u64; 4]>);

fn words(state: &[u64]) -> &[u64; 4] {
    state.try_into().expect("four words")
}

impl Space for InWords<'_> {
    type State = [u64];
    type Action = u8;

    fn start(&self) -> Vec<u64> {
        self.0.start().to_vec()
    }
    fn is_goal(&self, state: &[u64]) -> bool {
        self.0.is_goal(words(state))
    }
    fn expand(&self, state: &[u64], children: &mut Successors<Self>) {
        for (number, (next, cost)) in (0..).zip(self.0.successors(words(state))) {
            children.push(&next, number, cost);
        }
    }
    fn unit_costs(&self) -> bool {
        self.0.unit_costs()
    }
    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }
}

impl Heuristic<Self> for InWords<'_> {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }
    fn of(&self, state: &[u64]) -> Cost {
        self.0.estimate(words(state))
    }
}
