//! The space of single pushes and pulls of a level, for blind search from both ends.
//!
//! A state has the least cell of the player's region (see [`BlindModel`] for the rest).

use lurd_engine::program::{
    budget::Budget,
    outcome::{Cost, Stop},
    space::{Backward, Space, Successors},
};

use crate::{
    board::{Board, Cell, WALL},
    bounds::{
        Distances, UNREACHABLE,
        potentials::{self, Potentials, Sums},
    },
    deadlock::Rules,
    direction::Direction,
    spaces::{
        blind_model::{BlindModel, BoxBits, set_parent},
        push_model::FromStart,
    },
    state::{
        Push, Representatives,
        cell_set::{Adjacency, CellSet, CellsOf, single},
        symmetries::pushes_from_start,
    },
};

/// The space of a level whose positions fit in one word.
pub struct BlindPushSpace<'b> {
    model: BlindModel<'b>,
    adjacency: Adjacency,
    /// The bounds of the pushes to the goals and from the start.
    to_goals: Potentials,
    from_start: Potentials,
    /// See [`Space::cost_parity`].
    parity: Cost,
}

/// The limit of the cost after an expansion, and what is needed to tell which successors exceed it.
struct CostLimit<'m> {
    potentials: &'m Potentials,
    /// The sums before the push or pull; `None` if there is no limit.
    sums: Option<Sums>,
    left: Cost,
}

impl<'m> CostLimit<'m> {
    fn new(potentials: &'m Potentials, boxes: CellSet, left: Cost) -> Self {
        let sums = (left < Cost::MAX).then(|| potentials.sums(CellsOf(boxes)));
        Self { potentials, sums, left }
    }

    /// Whether no successor can be within the limit, because each is only one push away.
    #[inline]
    fn excludes_all(&self) -> bool {
        self.sums.is_some_and(|sums| potentials::bound(sums) > self.left.saturating_add(1))
    }

    /// Whether the position after the box on `from` was moved to `to` exceeds the limit.
    #[inline]
    fn excludes(&self, from: Cell, to: Cell) -> bool {
        self.sums.is_some_and(|sums| self.potentials.bound_after(sums, from, to) > self.left)
    }
}

impl<'b> BlindPushSpace<'b> {
    /// The space of a board under the rules for dead squares, freeze deadlocks and symmetry. `origins` are the pulls to
    /// the cells of the boxes ([`Distances::by`]). `None` if a position does not fit in a word, if the player's
    /// room has not as many goals as boxes, if a box elsewhere is off goal, or if a box is on a cell that is not
    /// useful.
    ///
    /// # Errors
    /// When the budget has too little memory.
    pub fn new(
        board: &'b Board,
        distances: &Distances,
        origins: &Distances,
        rules: Rules,
        budget: &mut Budget<'_>,
    ) -> Result<Option<Self>, Stop> {
        let model = BlindModel::new(board, distances, origins, rules, budget)?;
        Ok(model.map(|model| Self::of(model, distances, origins)))
    }

    fn of(model: BlindModel<'b>, distances: &Distances, origins: &Distances) -> Self {
        let board = model.board;
        let adjacency = Adjacency::new(board, model.floor & !model.useful);
        let (cells, counts) = (&model.cells, (board.cells(), board.goals().len()));
        let to_goals = Potentials::new(counts, cells, board.boxes(), |cell, goal| distances.to_goals(cell)[goal]);
        // A state stands for its images. The distance from the start to the nearest of them is bounded.
        let from_start = Potentials::new(counts, cells, board.goals(), |cell, origin| {
            let images = model.symmetries.iter().map(|symmetry| symmetry.image(cell));
            let distances = images.chain([cell]).map(|image| origins.to_goals(image)[origin]);
            distances.min().unwrap_or(UNREACHABLE)
        });
        Self { parity: model.parity_of_pushes(), model, adjacency, to_goals, from_start }
    }

    /// Whether its states are ranks, because the level has too many useful cells for a bit each.
    pub(crate) fn is_ranked(&self) -> bool {
        self.model.is_ranked()
    }

    fn with_region(&self, boxes: BoxBits, region: CellSet) -> u64 {
        self.model.with_player(boxes, CellsOf(region).next().unwrap_or(WALL))
    }

    /// The state of the representative of a position with the player anywhere in `region` (see
    /// [`BlindModel::represent`]).
    fn represent(
        &self,
        representatives: &mut Representatives,
        boxes: BoxBits,
        push: Option<(Cell, Cell)>,
        region: CellSet,
    ) -> (u64, Option<usize>) {
        self.model.represent(representatives, boxes, push, |symmetry| {
            let image = |cell| symmetry.map_or(cell, |symmetry| symmetry.image(cell));
            CellsOf(region).map(image).min().unwrap_or(WALL)
        })
    }
}

impl BlindPushSpace<'_> {
    /// The state of the representative of any position, and the symmetry.
    fn represent_any(&self, boxes: &[Cell], player: Cell) -> (u64, Option<usize>) {
        let packed = self.model.packed(boxes);
        let region = self.adjacency.flood(self.model.floor & !self.model.set_of(packed), player);
        let representatives = &mut *self.model.representatives.borrow_mut();
        set_parent(representatives, packed);
        self.represent(representatives, packed, None, region)
    }
}

impl Space for BlindPushSpace<'_> {
    type State = u64;
    type Action = Push;

    fn start(&self) -> u64 {
        self.represent_any(self.model.board.boxes(), self.model.board.player()).0
    }

    fn is_goal(&self, state: &u64) -> bool {
        self.model.is_solved(*state)
    }

    fn expand(&self, state: &u64, children: &mut Successors<Self>) {
        self.expand_within(state, Cost::MAX, children);
    }

    fn expand_within(&self, state: &u64, left: Cost, children: &mut Successors<Self>) -> Cost {
        let left_out = left.saturating_add(1);
        let packed = self.model.boxes_of(*state);
        let boxes = self.model.set_of(packed);
        let limit = CostLimit::new(&self.to_goals, boxes, left);
        if limit.excludes_all() {
            return left_out;
        }
        let free = self.model.floor & !boxes;
        // Found when it is needed: a limit may exclude all successors.
        let mut region = None;
        let representatives = &mut *self.model.representatives.borrow_mut();
        set_parent(representatives, packed);
        let open = free & self.model.useful;
        for from in CellsOf(boxes) {
            for direction in Direction::ALL {
                let stand = self.model.step(from, direction.opposite());
                let to = self.model.step(from, direction);
                if free & stand == 0 || open & to == 0 {
                    continue;
                }
                let boxes = boxes ^ single(from) | to;
                let to = self.model.board.next(from, direction);
                if limit.excludes(from, to) {
                    continue;
                }
                let region = *region.get_or_insert_with(|| self.adjacency.flood(free, self.model.player_of(*state)));
                if region & stand == 0 || self.model.is_frozen(boxes, to) {
                    continue;
                }
                let region = self.adjacency.region_after(region, (from, to), self.model.floor & !boxes, from);
                let child = self.model.moved(packed, from, to);
                let child = if representatives.are_trivial() {
                    self.with_region(child, region)
                } else {
                    let push = Some((self.model.bit(from), self.model.bit(to)));
                    self.represent(representatives, child, push, region).0
                };
                children.push(child, Push { from, direction, count: 1 }, 1);
            }
        }
        left_out
    }

    fn unit_costs(&self) -> bool {
        true
    }

    fn cost_parity(&self) -> Option<Cost> {
        Some(self.parity)
    }

    fn state_bits(&self) -> u32 {
        self.model.bits()
    }

    fn backward(&self) -> Option<&dyn Backward<Self>> {
        Some(self)
    }
}

impl FromStart for BlindPushSpace<'_> {
    fn pushes(&self, path: &[Push]) -> Vec<Push> {
        if self.model.symmetries.is_empty() {
            return path.to_vec();
        }
        pushes_from_start(self.model.board, &self.model.symmetries, path, |boxes, player| {
            self.represent_any(boxes, player).1
        })
    }
}

impl Backward<Self> for BlindPushSpace<'_> {
    /// The states with every box on a goal, one for each region of the player.
    fn goal_states(&self) -> Vec<u64> {
        let mut goals = Vec::new();
        let mut free = self.model.floor & !self.model.set_of(self.model.goals);
        let representatives = &mut *self.model.representatives.borrow_mut();
        set_parent(representatives, self.model.goals);
        while let Some(cell) = CellsOf(free).next() {
            let region = self.adjacency.flood(free, cell);
            let (goal, _) = self.represent(representatives, self.model.goals, None, region);
            if !goals.contains(&goal) {
                goals.push(goal);
            }
            free &= !region;
        }
        goals
    }

    fn predecessors(&self, state: &u64, children: &mut Successors<Self>) {
        self.predecessors_within(state, Cost::MAX, children);
    }

    fn predecessors_within(&self, state: &u64, left: Cost, children: &mut Successors<Self>) {
        let packed = self.model.boxes_of(*state);
        let boxes = self.model.set_of(packed);
        let limit = CostLimit::new(&self.from_start, boxes, left);
        if limit.excludes_all() {
            return;
        }
        let free = self.model.floor & !boxes;
        let mut region = None;
        let representatives = &mut *self.model.representatives.borrow_mut();
        set_parent(representatives, packed);
        let open = free & self.model.useful;
        for to in CellsOf(boxes) {
            for direction in Direction::ALL {
                // The push ended with the player on the box's previous cell.
                let ended_on = self.model.step(to, direction.opposite());
                if open & ended_on == 0 {
                    continue;
                }
                let from = self.model.board.next(to, direction.opposite());
                if limit.excludes(to, from) {
                    continue;
                }
                if free & self.model.step(from, direction.opposite()) == 0 {
                    continue;
                }
                let region = *region.get_or_insert_with(|| self.adjacency.flood(free, self.model.player_of(*state)));
                if region & ended_on == 0 {
                    continue;
                }
                let stood = self.model.board.next(from, direction.opposite());
                let boxes = boxes ^ single(to) | single(from);
                let region = self.adjacency.region_after(region, (to, from), self.model.floor & !boxes, stood);
                let (child, push) = (self.model.moved(packed, to, from), Push { from, direction, count: 1 });
                if representatives.are_trivial() {
                    children.push(self.with_region(child, region), push, 1);
                    continue;
                }
                let pull = Some((self.model.bit(to), self.model.bit(from)));
                let (child, symmetry) = self.represent(representatives, child, pull, region);
                // The push starts from the representative.
                let push = symmetry.map_or(push, |number| self.model.symmetries[number].image_of(push));
                children.push(child, push, 1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::outcome::Outcome;
    use lurd_engine::program::search::{Settings, Step, Stepper, random::Random};

    use super::*;
    use crate::{
        bounds::tests::random_level,
        direction::SearchDirection,
        level::{self, Level},
        xsb::write_xsb,
    };

    fn with_space(level: &Level, work: impl FnOnce(&BlindPushSpace<'_>)) {
        with_spaces(level, |[by_bits, _]| work(by_bits));
    }

    /// Calls `work` with the space whose states have a bit for each useful cell, and with that by ranks.
    fn with_spaces(level: &Level, work: impl FnOnce([&BlindPushSpace<'_>; 2])) {
        let board = Board::new(level);
        let budget = &mut Budget::unlimited();
        let distances = Distances::new(&board, budget).expect("no limits");
        let aims = board.aiming_at(board.boxes());
        let origins = Distances::by(SearchDirection::Pull, &aims, budget).expect("no limits");
        let space = BlindPushSpace::new(&board, &distances, &origins, Rules::for_pushes(), budget);
        let ranked = BlindModel::by(&board, (&distances, &origins), Rules::for_pushes(), |_, _| true, budget);
        if let (Some(space), Some(ranked)) = (space.expect("no limits"), ranked.expect("no limits")) {
            work([&space, &BlindPushSpace::of(ranked, &distances, &origins)]);
        }
    }

    /// The search by ranks makes the same expansions in the same order as that by bits.
    #[test]
    fn ranks_stand_for_the_same_positions() {
        let (mut solved, mut unsolvable) = (0, 0);
        for seed in 0..3_000 {
            let level = random_level(seed, 6);
            let level = if seed % 2 == 0 { level } else { mirrored(&level) };
            let text = write_xsb(&level);
            with_spaces(&level, |spaces| {
                let ends = spaces.map(|space| {
                    let search = Stepper::bidirectional(space, &Settings::default()).expect("it fits");
                    let mut budget = Budget::unlimited();
                    let outcome = { search }.finish(&mut budget);
                    let pushes = match &outcome {
                        Outcome::Solved { plan, .. } => Some(space.pushes(&plan.actions)),
                        _ => None,
                    };
                    (pushes, budget.statistics().expanded, budget.statistics().generated)
                });
                assert_eq!(ends[0], ends[1], "{text}");
                *if ends[0].0.is_some() { &mut solved } else { &mut unsolvable } += 1;
            });
        }
        assert!(solved > 100 && unsolvable > 100, "{solved} {unsolvable}");
    }

    /// A level whose useful cells and player do not fit in a word by bits.
    #[test]
    fn many_cells_and_few_boxes_fit_by_ranks() {
        let rows = [&["@         ", " $ $  . . "][..], &["          "; 9]].concat();
        let text = format!("############\n#{}#\n############\n", rows.join("#\n#"));
        let level = crate::formats::read(&text).expect("a text").remove(0).level.expect("a level");
        let board = Board::new(&level);
        let mut solved = false;
        with_spaces(&level, |[space, _]| {
            assert!(space.model.cells.len() > 57 && board.cells() > 100, "{}", space.model.cells.len());
            let search = Stepper::bidirectional(space, &Settings::default()).expect("it fits");
            let outcome = { search }.finish(&mut Budget::unlimited());
            solved = matches!(outcome, Outcome::Solved { plan, .. } if plan.cost == 10);
        });
        assert!(solved);
    }

    /// The floor and the goals of a level, and beside them their mirror image; the boxes and the player stay.
    fn mirrored(level: &Level) -> Level {
        let rows = |what: u8, mirrors: bool| -> Vec<bool> {
            let row = |row: &[u8]| {
                let is_there = |contents: &u8| contents & what != 0;
                let image = row.iter().rev().map(|contents| is_there(contents) && mirrors);
                row.iter().map(is_there).chain(image).collect::<Vec<_>>()
            };
            level.contents.chunks(level.width).flat_map(row).collect()
        };
        // The halves are joined where the outer walls meet.
        let mut walls = rows(level::WALL, true);
        let middle = 2 * level.width + level.width;
        walls[middle - 1..=middle].fill(false);
        let mut boxes = rows(level::BOX, false);
        let goals = rows(level::GOAL, true);
        let free = (0..walls.len()).filter(|&square| !walls[square] && !boxes[square]);
        // As many boxes as goals.
        let player = level.player / level.width * 2 * level.width + level.player % level.width;
        let missing = goals.iter().filter(|&&goal| goal).count() - boxes.iter().filter(|&&it| it).count();
        let more: Vec<usize> = free.filter(|&square| square != player).collect();
        for &square in more.iter().rev().take(missing) {
            boxes[square] = true;
        }
        Level::new(2 * level.width, level.height(), player, |square| [walls[square], goals[square], boxes[square]])
    }

    /// Runs a search whose incumbent gets better as it goes on. Returns whether a path was found, which is not so if the
    /// incumbent is as good.
    fn is_found(space: &BlindPushSpace<'_>, optimum: Cost, random: &mut Random, text: &str) -> bool {
        let mut search = Stepper::bidirectional(space, &Settings::default()).expect("it fits");
        let mut budget = Budget::unlimited();
        let mut limit = Cost::MAX;
        let lower = |limit: &mut Cost, search: &mut Stepper<'_, BlindPushSpace<'_>>, random: &mut Random| {
            *limit = (*limit).min(optimum + Cost::try_from(random.below(4)).expect("a small number"));
            assert!(search.prune_from(*limit), "it can");
        };
        if random.below(2) == 0 {
            lower(&mut limit, &mut search, random);
        }
        let outcome = loop {
            if let Step::Ended(outcome) = search.advance(1 + random.below(9) as u64, &mut budget) {
                break outcome;
            }
            assert!(budget.lower_bound() <= optimum, "{text}");
            lower(&mut limit, &mut search, random);
        };
        match outcome {
            Outcome::Solved { plan, .. } => assert_eq!(plan.cost, optimum, "{text}"),
            Outcome::Unsolvable => assert_eq!((limit, budget.lower_bound()), (optimum, optimum), "{text}"),
            Outcome::Stopped { .. } => unreachable!("no limits"),
        }
        limit > optimum
    }

    #[test]
    fn an_incumbent_leaves_the_fewest_pushes_as_they_are() {
        let (mut found, mut none_fewer, mut symmetric) = (0, 0, 0);
        let mut random = Random::new(1);
        for seed in 0..3_000 {
            let level = random_level(seed, 6);
            let level = if seed % 2 == 0 { level } else { mirrored(&level) };
            let text = write_xsb(&level);
            with_space(&level, |space| {
                let whole = Stepper::bidirectional(space, &Settings::default()).expect("it fits");
                let Outcome::Solved { plan, .. } = { whole }.finish(&mut Budget::unlimited()) else { return };
                symmetric += u32::from(!space.model.symmetries.is_empty());
                for _ in 0..5 {
                    let count =
                        if is_found(space, plan.cost, &mut random, &text) { &mut found } else { &mut none_fewer };
                    *count += 1;
                }
            });
        }
        assert!(found > 400 && none_fewer > 100 && symmetric > 30, "{found} {none_fewer} {symmetric}");
    }
}
