//! The space of the 15-puzzle: what a search sees.

use lurd::outcome::Cost;
use lurd::space::{Actions, Backward, Features, Guarantee, Heuristic, InPlace, Mark, MovePruning, Space, Successors};

/// Tiles in order, the gap (0) last: cell *i* holds tile *i* + 1.
pub(super) const SOLVED: [u8; 16] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0];

/// The direction in which a tile slides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Direction {
    /// Towards the first row.
    Up,
    /// Towards the last row.
    Down,
    /// Towards the first column.
    Left,
    /// Towards the last column.
    Right,
}

impl Direction {
    const ALL: [Self; 4] = [Self::Up, Self::Down, Self::Left, Self::Right];

    pub(super) fn letter(self) -> char {
        match self {
            Self::Up => 'u',
            Self::Down => 'd',
            Self::Left => 'l',
            Self::Right => 'r',
        }
    }

    pub(super) fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter() == letter.to_ascii_lowercase())
    }

    fn opposite(self) -> Self {
        match self {
            Self::Up => Self::Down,
            Self::Down => Self::Up,
            Self::Left => Self::Right,
            Self::Right => Self::Left,
        }
    }

    /// The cell of the tile that can slide this direction into a gap at `gap`.
    pub(super) fn tile_for(self, gap: usize) -> Option<usize> {
        match self {
            Self::Up => (gap < 12).then(|| gap + 4),
            Self::Down => gap.checked_sub(4),
            Self::Left => (gap % 4 < 3).then(|| gap + 1),
            Self::Right => (!gap.is_multiple_of(4)).then(|| gap - 1),
        }
    }
}

/// The space. A state has four bits per cell, cell 0 lowest.
pub(super) struct Slide {
    pub(super) start: u64,
}

pub(super) fn pack(cells: [u8; 16]) -> u64 {
    cells.iter().rev().fold(0, |packed, &tile| packed << 4 | u64::from(tile))
}

pub(super) fn unpack(state: u64) -> [u8; 16] {
    std::array::from_fn(|cell| (state >> (4 * cell)).to_le_bytes()[0] & 0xF)
}

fn tile(state: u64, cell: usize) -> usize {
    usize::from((state >> (4 * cell)).to_le_bytes()[0] & 0xF)
}

fn gap(state: u64) -> usize {
    (0..16).find(|&cell| tile(state, cell) == 0).unwrap_or(0)
}

/// Slides the tile at `from` into the gap, by exchanging its bits with the zeros of the gap.
fn slide(state: u64, from: usize, gap: usize) -> u64 {
    let tile = state >> (4 * from) & 0xF;
    state ^ (tile << (4 * from)) ^ (tile << (4 * gap))
}

impl Space for Slide {
    type State = u64;
    type Action = Direction;

    fn start(&self) -> u64 {
        self.start
    }

    fn is_goal(&self, state: &u64) -> bool {
        *state == pack(SOLVED)
    }

    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        let gap = gap(*state);
        for direction in Direction::ALL {
            if let Some(from) = direction.tile_for(gap) {
                children.push(slide(*state, from, gap), direction, 1);
            }
        }
    }

    fn unit_costs(&self) -> bool {
        true
    }

    fn heuristic(&self) -> Option<&dyn Heuristic<Self>> {
        Some(self)
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }

    fn move_pruning(&self) -> Option<&dyn MovePruning<Self>> {
        Some(self)
    }

    fn in_place(&self) -> Option<impl InPlace<Self> + '_> {
        Some(Board { state: self.start, gap: gap(self.start), estimate: self.of(&self.start) })
    }

    fn featured(&self) -> Option<&dyn Features<Self>> {
        Some(self)
    }
}

/// A board that slides change in place, with its estimate: each slide changes the distance of one tile.
struct Board {
    state: u64,
    gap: usize,
    estimate: Cost,
}

/// By how much the Manhattan distance of a tile from home rises, plus 1, when it slides from each cell in each direction.
static RISES: [[[u8; 4]; 16]; 16] = rises();

const fn rises() -> [[[u8; 4]; 16]; 16] {
    let mut rises = [[[0; 4]; 16]; 16];
    let mut tile = 1;
    while tile < 16 {
        let mut cell = 0;
        while cell < 16 {
            let (row, column) = (cell / 4, cell % 4);
            let (home_row, home_column) = ((tile - 1) / 4, (tile - 1) % 4);
            rises[tile][cell] = [
                if row <= home_row { 2 } else { 0 },
                if row >= home_row { 2 } else { 0 },
                if column <= home_column { 2 } else { 0 },
                if column >= home_column { 2 } else { 0 },
            ];
            cell += 1;
        }
        tile += 1;
    }
    rises
}

impl Board {
    /// The estimate after the tile at `from` has slid into the gap.
    fn estimate_after(&self, direction: Direction, from: usize) -> Cost {
        self.estimate + Cost::from(RISES[tile(self.state, from)][from][direction as usize]) - 1
    }
}

impl InPlace<Slide> for Board {
    fn enter(&mut self, state: &u64) {
        *self = Self { state: *state, gap: gap(*state), estimate: Slide { start: *state }.of(state) };
    }

    fn state(&self) -> u64 {
        self.state
    }

    fn is_goal(&self) -> bool {
        self.state == pack(SOLVED)
    }

    fn actions(&self, previous: Option<Direction>, actions: &mut Actions<Direction>) {
        for direction in Direction::ALL {
            if let Some(from) = direction.tile_for(self.gap)
                && previous.is_none_or(|previous| direction != previous.opposite())
            {
                actions.push(direction, 1, self.estimate_after(direction, from));
            }
        }
    }

    fn apply(&mut self, direction: Direction) {
        let from = direction.tile_for(self.gap).expect("an action of this state");
        self.estimate = self.estimate_after(direction, from);
        self.state = slide(self.state, from, self.gap);
        self.gap = from;
    }

    fn undo(&mut self, direction: Direction) {
        self.apply(direction.opposite());
    }
}

/// The order in which people solve the cells: the first row, the first column, and so on inward.
const BY_HAND: [usize; 15] = [1, 2, 3, 4, 5, 9, 13, 6, 7, 8, 10, 14, 11, 12, 15];

/// Two features: the number of tiles that are home in that order, and the distance of the next one.
impl Features<Self> for Slide {
    fn mark(&self, state: &u64) -> Mark {
        let at_home = |&&number: &&usize| tile(*state, number - 1) == number;
        let done = BY_HAND.iter().take_while(at_home).count();
        let away = BY_HAND.get(done).map_or(0, |&next| {
            let cell = (0..16).find(|&cell| tile(*state, cell) == next).unwrap_or(0);
            (cell / 4).abs_diff((next - 1) / 4) + (cell % 4).abs_diff((next - 1) % 4)
        });
        let cell = ((15 - done) * 8 + away) as u64;
        Mark { cell, score: cell << 32 | self.of(state), weight: 1, is_bound: false }
    }

    /// Recommends the best successor in which no tile has left its home.
    fn annotate(&self, _: &u64, here: Mark, children: &mut Successors<Self>, marks: &mut [Mark]) {
        for (index, mark) in marks.iter_mut().enumerate() {
            *mark = self.mark(children.state(index));
        }
        let best = marks.iter_mut().filter(|mark| mark.cell <= here.cell).min_by_key(|mark| mark.score);
        if let Some(best) = best {
            best.weight = 0;
        }
    }
}

/// The Manhattan distance: a slide moves one tile by one cell, so the sum of the tiles' distances from home
/// decreases by at most 1, the cost of a slide.
impl Heuristic<Self> for Slide {
    fn guarantee(&self) -> Guarantee {
        Guarantee::Consistent
    }

    fn of(&self, state: &u64) -> Cost {
        let way_home = |cell: usize| match tile(*state, cell) {
            0 => 0,
            tile => (cell / 4).abs_diff((tile - 1) / 4) + (cell % 4).abs_diff((tile - 1) % 4),
        };
        Cost::try_from((0..16).map(way_home).sum::<usize>()).unwrap_or(Cost::MAX)
    }
}

/// Slides can be undone: the predecessors are the successors, with the opposite slides.
impl Backward<Self> for Slide {
    fn goal_states(&self) -> Vec<u64> {
        vec![pack(SOLVED)]
    }

    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        let gap = gap(*state);
        for direction in Direction::ALL {
            if let Some(from) = direction.tile_for(gap) {
                children.push(slide(*state, from, gap), direction.opposite(), 1);
            }
        }
    }
}

/// Prunes the slide that undoes the previous one, which is on no optimal path.
impl MovePruning<Self> for Slide {
    fn prune(&self, previous: Direction, children: &mut Successors<Self>) {
        for index in 0..children.len() {
            if children.action(index) == previous.opposite() {
                children.prune(index);
            }
        }
    }
}
