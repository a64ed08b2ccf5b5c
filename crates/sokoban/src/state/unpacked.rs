//! A decoded state, and all cells to which one of its boxes can be brought.

use crate::{
    board::{Board, Cell, WALL},
    direction::{Direction, SearchDirection},
    state::{
        articulation::Articulation,
        box_reach::{BoxReach, BoxStop},
        encoding::StateEncoding,
        player_region::{Components, DividedRegion, least_after, least_after_survey},
    },
};

/// Maximum number of cells with a box in only one of two states for which the regions are updated. A push makes two.
const MAX_DIFFERING: u32 = 6;

/// The buffers of an expansion.
pub(crate) struct UnpackedState {
    pub(crate) boxes: Vec<Cell>,
    pub(crate) occupied: Vec<bool>,
    pub(crate) regions: Components,
    pub(crate) lifted: Articulation,
    /// Whether `lifted` is about all boxes, none of them lifted.
    is_surveyed: bool,
    divided: DividedRegion,
    /// The boxes of the state before, while one is decoded.
    former: Vec<Cell>,
    reach: BoxReach,
    /// The state that was decoded last.
    loaded: Vec<u64>,
}

impl UnpackedState {
    pub(crate) fn new(cells: usize) -> Self {
        Self {
            boxes: Vec::new(),
            occupied: vec![false; cells],
            regions: Components::default(),
            lifted: Articulation::new(cells),
            is_surveyed: false,
            divided: DividedRegion::default(),
            former: Vec::new(),
            reach: BoxReach::new(cells),
            loaded: Vec::new(),
        }
    }

    /// Decodes the boxes of `state`, and finds every region: by floods, or by the boxes that differ from the state that was
    /// decoded before. `boxes`, `occupied` and `regions` must be as they were then.
    pub(crate) fn load(&mut self, board: &Board, encoding: StateEncoding, state: &[u64]) {
        debug_assert!(self.loaded.is_empty() || self.is_as_loaded(), "a search left the boxes elsewhere");
        let differing = StateEncoding::differing_boxes(&self.loaded, state);
        let is_similar = differing.is_some_and(|differing| differing <= MAX_DIFFERING);
        self.former.clear();
        std::mem::swap(&mut self.former, &mut self.boxes);
        encoding.boxes(state, &mut self.boxes);
        if !(is_similar && self.move_boxes(board, state)) {
            self.former.iter().for_each(|&cell| self.occupied[usize::from(cell)] = false);
            self.boxes.iter().for_each(|&cell| self.occupied[usize::from(cell)] = true);
            self.regions.fill(board, &self.occupied);
        }
        self.is_surveyed = false;
        self.loaded.clear();
        self.loaded.extend_from_slice(state);
        #[cfg(any(test, feature = "check"))]
        self.assert_as_by_floods(board);
    }

    /// Panics unless the regions, which may have been updated, are those that floods find.
    #[cfg(any(test, feature = "check"))]
    fn assert_as_by_floods(&self, board: &Board) {
        assert!(self.is_as_loaded());
        let mut regions = Components::default();
        regions.fill(board, &self.occupied);
        assert_eq!(self.regions.count(), regions.count(), "regions");
        for cell in board.all() {
            assert_eq!(self.regions.of(cell), regions.of(cell), "the region of {cell}");
        }
    }

    /// Moves the boxes that differ from those before. Returns false if it takes too long to find the regions.
    fn move_boxes(&mut self, board: &Board, state: &[u64]) -> bool {
        // Boxes are put down before others are taken off. Otherwise a push along a passage would join two regions and then
        // divide them again.
        for &cell in &self.boxes {
            if !StateEncoding::has_box(&self.loaded, cell) {
                self.occupied[usize::from(cell)] = true;
                if !self.regions.put_box_on(board, cell, &mut self.divided) {
                    return false;
                }
            }
        }
        for &cell in &self.former {
            if !StateEncoding::has_box(state, cell) {
                self.occupied[usize::from(cell)] = false;
                self.regions.take_box_off(board, cell);
            }
        }
        true
    }

    /// Whether the boxes are those of the state that was decoded last.
    fn is_as_loaded(&self) -> bool {
        self.boxes.iter().all(|&cell| StateEncoding::has_box(&self.loaded, cell))
            && self.boxes.iter().all(|&cell| self.occupied[usize::from(cell)])
            && self.boxes.len() == self.occupied.iter().filter(|&&is_box| is_box).count()
    }

    /// The same as [`load`](Self::load), which is left out if `state` was decoded last. All occupied cells must be
    /// as they were then.
    pub(crate) fn load_again(&mut self, board: &Board, encoding: StateEncoding, state: &[u64]) {
        if self.loaded == state {
            debug_assert!(self.is_as_loaded(), "a search left the boxes elsewhere");
        } else {
            self.load(board, encoding, state);
        }
    }

    /// Finds where the box on `from` can be brought by a player in the region with the least cell `player`.
    /// False if that is nowhere.
    pub(crate) fn remove_box(
        &mut self,
        way: SearchDirection,
        board: &Board,
        from: Cell,
        player: Cell,
        may_stand: impl Fn(Cell) -> bool,
    ) -> bool {
        let Some(touch) = self.stand_for_first_step(way, board, from, player, &may_stand) else {
            return false;
        };
        self.is_surveyed = false;
        let root = self.regions.around(board, from).0;
        self.occupied[usize::from(from)] = false;
        self.lifted.survey(board, &self.occupied, root);
        self.occupied[usize::from(from)] = true;
        self.reach.run(way, board, &self.lifted, from, touch, may_stand);
        true
    }

    /// The least cell of the player's region after the box on `from` was pushed along a line to `to`.
    #[inline]
    pub(crate) fn least_after(&mut self, board: &Board, from: Cell, to: Cell) -> Cell {
        let Self { occupied, regions, lifted, is_surveyed, divided, .. } = self;
        least_after(board, occupied, regions, divided, (from, to)).unwrap_or_else(|| {
            if !std::mem::replace(is_surveyed, true) {
                lifted.survey_all(board, occupied);
            }
            least_after_survey(board, lifted, regions, from, to)
        })
    }

    /// A cell in the region of `player` from which the player can push or pull the box on `from`.
    fn stand_for_first_step(
        &self,
        way: SearchDirection,
        board: &Board,
        from: Cell,
        player: Cell,
        may_stand: impl Fn(Cell) -> bool,
    ) -> Option<Cell> {
        let is_free = |cell: Cell| cell != WALL && !self.occupied[usize::from(cell)];
        Direction::ALL.into_iter().find_map(|direction| {
            let stand = board.next(from, direction);
            let (to, needed) = match way {
                SearchDirection::Push => (board.next(from, direction.opposite()), stand),
                SearchDirection::Pull if stand == WALL => return None,
                SearchDirection::Pull => (stand, board.next(stand, direction)),
            };
            let can_start = self.regions.of(stand) == player && is_free(to) && is_free(needed) && may_stand(to);
            can_start.then_some(stand)
        })
    }

    /// The stops of the last removed box; the first is its own cell.
    pub(crate) fn stops(&self) -> &[BoxStop] {
        self.reach.stops()
    }

    /// The cells on that box's way to stop `number`.
    pub(crate) fn path(&self, number: usize) -> Vec<Cell> {
        self.reach.path(number)
    }

    /// Sets `way_back` of the stops of the last removed box.
    pub(crate) fn mark_ways_back(&mut self, way: SearchDirection, board: &Board) {
        self.reach.mark_ways_back(way, board, &self.lifted);
    }

    /// The number of regions of the free floor apart from those beside the box on `cell`.
    pub(crate) fn regions_apart_from(&self, board: &Board, cell: Cell) -> u32 {
        self.regions.count() - self.regions.around(board, cell).1
    }

    /// The number of regions of the free floor when the last removed box is brought to `to`. `apart`: the
    /// number of those that were not beside it.
    pub(crate) fn regions_with(&self, board: &Board, apart: u32, to: Cell) -> u32 {
        apart + self.lifted.regions(board, to)
    }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::search::random::Random;

    use super::*;
    use crate::bounds::tests::random_level;

    /// States that differ in few boxes or in many, one after the other, against floods.
    #[test]
    fn regions_are_updated_as_by_floods() {
        let mut random = Random::new(5);
        let (mut similar, mut divided) = (0, 0);
        for seed in 0..300 {
            let board = Board::new(&random_level(seed, 9));
            let encoding = StateEncoding::new(board.cells());
            let mut cells: Vec<Cell> = board.all().collect();
            random.shuffle(&mut cells);
            let boxes = cells.len() / 4;
            let mut unpacked = UnpackedState::new(board.cells());
            let mut regions = Components::default();
            for _ in 0..60 {
                for _ in 0..=random.below(4) {
                    let (one, other) = (random.below(boxes), boxes + random.below(cells.len() - boxes));
                    cells.swap(one, other);
                }
                let state = encoding.packed(&cells[..boxes]);
                let differing = StateEncoding::differing_boxes(&unpacked.loaded, &state);
                unpacked.load(&board, encoding, &state);
                regions.fill(&board, &unpacked.occupied);
                let is_box = |cell: Cell| cells[..boxes].contains(&cell);
                for cell in board.all() {
                    assert_eq!(unpacked.occupied[usize::from(cell)], is_box(cell), "{seed}");
                    assert_eq!(unpacked.regions.of(cell), regions.of(cell), "{seed}");
                }
                assert_eq!(unpacked.regions.count(), regions.count(), "{seed}");
                similar += u32::from(differing.is_some_and(|differing| differing <= MAX_DIFFERING));
                divided += u32::from(regions.count() > 1);
            }
        }
        assert!(similar > 5_000 && divided > 5_000, "{similar} {divided}");
    }
}
