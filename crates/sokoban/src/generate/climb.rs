//! Climbing: a shape and its goals are changed step by step, and changes that lead to a farther start are kept. Also
//! has the classes of difficulty, and the positions that pulling from the goals reaches.

use std::ops::RangeInclusive;

use lurd_engine::program::{
    budget::Budget,
    outcome::Stop,
    search::random::{Random, mix},
    space::{Backward, Successors},
};
use lurd_puzzle::puzzle::Difficulty;
use rustc_hash::FxHashSet;

use super::shape::{self, Shape};
use crate::{
    board::{Board, Cell},
    deadlock::Rules,
    level::Level,
    spaces::PushSpace,
    state::{PlayerRegion, Push},
};

/// A shape with goals.
#[derive(Clone)]
struct Design {
    shape: Shape,
    /// In ascending order.
    goals: Vec<usize>,
}

/// The best start of a design.
struct Best {
    level: Level,
    pushes: usize,
    /// The pushes, up to the number aimed at, and the box changes.
    score: usize,
}

/// Returns a level on `shape` or a shape like it that takes many pushes and box changes, as far as the number of
/// changes in the plan suffices; `None` if no start of enough pushes is found. The level is not pruned.
pub(super) fn climb(
    shape: Shape,
    boxes: usize,
    plan: &ClassPlan,
    random: &mut Random,
    budget: &mut Budget<'_>,
) -> Result<Option<Level>, Stop> {
    let pushes = pick(&plan.pushes, random);
    let Some(goals) = shape::place(&shape, boxes, random) else { return Ok(None) };
    let mut design = Design { shape, goals };
    let Some(mut best) = farthest(&design, pushes, plan, random, budget)? else {
        return Ok(None);
    };
    for step in 0..plan.changes {
        if best.pushes + 3 > pushes {
            break;
        }
        // What has not come far by then seldom does.
        if step == plan.changes / 2 && best.pushes * 4 < plan.pushes.start() * 3 {
            return Ok(None);
        }
        let Some(changed) = design.changed(random) else { continue };
        let Some(next) = farthest(&changed, pushes, plan, random, budget)? else { continue };
        if next.score >= best.score {
            (design, best) = (changed, next);
        }
    }
    Ok((best.pushes >= *plan.pushes.start()).then_some(best.level))
}

/// The best start of a design; `None` if there is none.
fn farthest(
    design: &Design,
    pushes: usize,
    plan: &ClassPlan,
    random: &mut Random,
    budget: &mut Budget<'_>,
) -> Result<Option<Best>, Stop> {
    let solved = design.solved();
    let board = Board::new(&solved);
    if board.cells() > MAX_CELLS || board.goals().len() != design.goals.len() {
        return Ok(None);
    }
    let start = budget.in_scope(|budget| {
        let pulls = Pulls::from_goals(&board, plan.positions, pushes, budget)?;
        Ok::<_, Stop>(pulls.choose(pushes, random))
    })?;
    Ok(start.map(|Start { boxes, player, pushes, changes }| {
        let squares: Vec<usize> = boxes.iter().map(|&cell| board.square(cell)).collect();
        let level = Level { player: board.square(player), ..solved.with_boxes(&squares) };
        Best { level, pushes, score: pushes + usize::from(changes) }
    }))
}

impl Design {
    /// The design with a goal on another square, or with one square of floor more or less; `None` if that is not
    /// possible where it was tried.
    fn changed(&self, random: &mut Random) -> Option<Self> {
        let mut changed = self.clone();
        if random.below(2) == 0 {
            let floor = self.shape.squares();
            let index = random.below(self.goals.len());
            let near: Vec<usize> = self.shape.around(self.goals[index]).into_iter().collect();
            let choice = if random.below(2) == 0 { &near } else { &floor };
            let square = choice[random.below(choice.len())];
            if !self.shape.floor[square] || self.goals.contains(&square) {
                return None;
            }
            changed.goals[index] = square;
            changed.goals.sort_unstable();
            return Some(changed);
        }
        let inside: Vec<usize> = self.shape.inside().collect();
        changed.shape.flip(inside[random.below(inside.len())]);
        let has_goals = self.goals.iter().all(|&goal| changed.shape.floor[goal]);
        (has_goals && changed.shape.is_connected()).then_some(changed)
    }

    /// The level with a box on every goal, and the player on some other square.
    fn solved(&self) -> Level {
        let is_goal = |square: usize| self.goals.contains(&square);
        let player = self.shape.squares().into_iter().find(|&square| !is_goal(square)).unwrap_or_default();
        let is = |square: usize| [!self.shape.floor[square], is_goal(square), is_goal(square)];
        Level::new(self.shape.columns, self.shape.rows, player, is)
    }
}

// What the classes of difficulty begin with.

/// Where to look for levels of a class. The rating decides what is kept.
pub(super) struct ClassPlan {
    /// Columns and rows, including walls.
    pub(super) columns: RangeInclusive<usize>,
    pub(super) rows: RangeInclusive<usize>,
    pub(super) boxes: RangeInclusive<usize>,
    /// The changes that are tried on each shape and its goals.
    pub(super) changes: usize,
    /// The positions that are stored for each of them.
    pub(super) positions: usize,
    /// The pushes of the answer, of which each level aims at one.
    pub(super) pushes: RangeInclusive<usize>,
}

impl ClassPlan {
    pub(super) fn of(class: Difficulty) -> Self {
        match class {
            Difficulty::Easy => {
                Self { columns: 6..=8, rows: 6..=7, boxes: 2..=2, changes: 10, positions: 20_000, pushes: 7..=14 }
            }
            Difficulty::Medium => {
                Self { columns: 7..=8, rows: 7..=8, boxes: 3..=3, changes: 60, positions: 20_000, pushes: 14..=26 }
            }
            Difficulty::Hard => {
                Self { columns: 7..=8, rows: 7..=8, boxes: 3..=3, changes: 250, positions: 20_000, pushes: 26..=45 }
            }
            Difficulty::Expert => {
                Self { columns: 7..=9, rows: 7..=8, boxes: 4..=4, changes: 300, positions: 60_000, pushes: 35..=80 }
            }
        }
    }
}

/// A random number in a range.
pub(super) fn pick(range: &RangeInclusive<usize>, random: &mut Random) -> usize {
    range.start() + random.below(range.end() - range.start() + 1)
}

// The positions that pulling from the goals reaches, layer by layer, and the choice of one as the start.

/// The words of a stored position: enough for the largest floor, and faster than positions of any length.
const WORDS: usize = 4;
/// The most cells of a floor.
pub(super) const MAX_CELLS: usize = WORDS * 64 - 16;

/// A stored position; unused words are 0.
type Stored = [u64; WORDS];

fn stored(state: &[u64]) -> Stored {
    let mut words = [0; WORDS];
    words[..state.len()].copy_from_slice(state);
    words
}

/// The positions of a layer that are kept once complete layers have become too large.
const BEAM: usize = 1_000;
/// The starts among which the one with most box changes is chosen.
const SAMPLE: usize = 64;
/// The layers below the one aimed at whose positions are starts, too.
const WINDOW: usize = 3;

/// Where a position was pulled from.
#[derive(Clone, Copy)]
struct Link {
    /// The push that leads on to the goals; `None` for a solved position.
    push: Option<Push>,
    /// The changes to another box on the way to the goals.
    changes: u16,
}

/// Positions by the pushes that solve them.
pub(super) struct Pulls<'b> {
    board: &'b Board,
    space: PushSpace<'b>,
    /// In the order in which they were reached.
    states: Vec<Stored>,
    seen: FxHashSet<Stored>,
    links: Vec<Link>,
    /// The number of the first position of each layer, and the number of all positions.
    layers: Vec<usize>,
}

/// A start for a level.
pub(super) struct Start {
    pub(super) boxes: Vec<Cell>,
    pub(super) player: Cell,
    /// The pushes that solve it.
    pub(super) pushes: usize,
    pub(super) changes: u16,
}

impl<'b> Pulls<'b> {
    /// Pulls the boxes of `board`, which stand on its goals. All layers are complete up to `positions`
    /// positions: their numbers are optimal. Beyond that, each layer keeps the positions whose way to the goals
    /// has the most box changes, until as many positions again are stored or `depth` pushes are reached.
    ///
    /// # Errors
    /// When the budget stops it.
    pub(super) fn from_goals(
        board: &'b Board,
        positions: usize,
        depth: usize,
        budget: &mut Budget<'_>,
    ) -> Result<Self, Stop> {
        let space = PushSpace::new(board, Rules::NONE, budget)?;
        let states: Vec<Stored> = space.goal_states().iter().map(|state| stored(state)).collect();
        let mut pulls = Self {
            board,
            space,
            seen: states.iter().copied().collect(),
            links: vec![Link { push: None, changes: 0 }; states.len()],
            states,
            layers: vec![0],
        };
        let mut layer: Vec<usize> = (0..pulls.states.len()).collect();
        pulls.layers.push(pulls.states.len());
        while !layer.is_empty() && pulls.layers.len() <= depth + 1 && pulls.states.len() < 2 * positions {
            pulls.expand(&layer, budget)?;
            let first = pulls.layers[pulls.layers.len() - 1];
            if pulls.states.len() == first {
                break;
            }
            pulls.layers.push(pulls.states.len());
            layer = (first..pulls.states.len()).collect();
            if pulls.states.len() > positions {
                pulls.keep_best(&mut layer);
            }
        }
        Ok(pulls)
    }

    /// Pulls from each position of a layer.
    fn expand(&mut self, layer: &[usize], budget: &mut Budget<'_>) -> Result<(), Stop> {
        let width = self.space.encoding().words();
        let mut children = Successors::default();
        for &at in layer {
            budget.expand()?;
            children.clear();
            self.space.predecessors(&self.states[at][..width], &mut children);
            budget.generated(children.len());
            let link = self.links[at];
            for index in 0..children.len() {
                let state = stored(children.state(index));
                if !self.seen.insert(state) {
                    continue;
                }
                let push = children.action(index);
                // The same box goes on if its next push begins where this one ends.
                let end = self.board.next(push.from, push.direction);
                let is_same = link.push.is_some_and(|next| next.from == end);
                // The tables double when they are full.
                budget.grow(2 * (2 * size_of::<Stored>() + size_of::<Link>()) as u64)?;
                self.states.push(state);
                let changes = link.changes + u16::from(!is_same);
                self.links.push(Link { push: Some(push), changes });
            }
        }
        Ok(())
    }

    /// Keeps the positions of a layer with the most box changes; ties are broken by their bits.
    fn keep_best(&self, layer: &mut Vec<usize>) {
        let bits = |at: usize| self.states[at].iter().fold(0, |hash, &word| mix(hash ^ word));
        layer.sort_by_cached_key(|&at| (u16::MAX - self.links[at].changes, bits(at)));
        layer.truncate(BEAM);
    }

    fn state(&self, at: usize) -> &[u64] {
        &self.states[at][..self.space.encoding().words()]
    }

    /// The most pushes of any position.
    pub(super) fn farthest(&self) -> usize {
        self.layers.len() - 2
    }

    /// Chooses a start that is solved by about `pushes` pushes, with no box on a goal, and with many box changes
    /// for that; `None` if there is none.
    pub(super) fn choose(&self, pushes: usize, random: &mut Random) -> Option<Start> {
        let depth = pushes.min(self.farthest());
        let first = self.layers[(depth + 1).saturating_sub(WINDOW)];
        let (mut best, end) = (None, self.layers[depth + 1]);
        let mut cells = Vec::new();
        for _ in 0..SAMPLE {
            let at = first + random.below(end - first);
            cells.clear();
            self.space.encoding().boxes(self.state(at), &mut cells);
            let has_box_on_goal = cells.iter().any(|&cell| self.board.is_goal(cell));
            let changes = self.links[at].changes;
            if !has_box_on_goal && best.is_none_or(|(most, _)| changes > most) {
                best = Some((changes, at));
            }
        }
        let (changes, at) = best?;
        let mut boxes = Vec::new();
        self.space.encoding().boxes(self.state(at), &mut boxes);
        let player = self.player(&boxes, self.space.encoding().player(self.state(at)), random);
        let pushes = self.layers.partition_point(|&first| first <= at) - 1;
        Some(Start { boxes, player, pushes, changes })
    }

    /// A cell of the player's region.
    fn player(&self, boxes: &[Cell], least: Cell, random: &mut Random) -> Cell {
        let mut occupied = vec![false; self.board.cells()];
        for &cell in boxes {
            occupied[usize::from(cell)] = true;
        }
        let mut region = PlayerRegion::new(self.board.cells());
        region.fill(self.board, &occupied, least);
        let cells: Vec<Cell> = self.board.all().filter(|&cell| region.contains(cell)).collect();
        cells[random.below(cells.len())]
    }
}

#[cfg(test)]
mod far_start_tests {
    use super::*;
    use crate::{formats::read, level::Level, rating::proved_answer};

    /// Complete layers count the fewest pushes: A* agrees on every start.
    #[test]
    fn complete_layers_are_optimal() {
        let text = "#########|#   #   #|#       #|#  ** # #|##  #   #|#   @   #|#########";
        let solved = read(text).expect("a text").remove(0).level.expect("a level");
        let board = Board::new(&solved);
        let mut budget = Budget::unlimited();
        let pulls = Pulls::from_goals(&board, 100_000, 500, &mut budget).expect("unlimited");
        assert_eq!(pulls.farthest(), 12);
        let mut starts = 0;
        for pushes in 1..pulls.farthest() {
            let mut random = Random::new(pushes as u64);
            let Some(start) = pulls.choose(pushes, &mut random) else { continue };
            starts += 1;
            let squares: Vec<usize> = start.boxes.iter().map(|&cell| board.square(cell)).collect();
            let level = Level { player: board.square(start.player), ..solved.with_boxes(&squares) };
            let proved = proved_answer(&level, 100_000, &mut budget).expect("unlimited");
            assert_eq!(proved.answer.map(|(_, cost)| cost), Some(start.pushes as u64));
        }
        assert!(starts > 5, "{starts}");
    }
}
