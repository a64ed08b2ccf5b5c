//! The positions that pulling from the goals reaches, layer by layer, and the choice of one as the start.

use rustc_hash::FxHashSet;

use crate::board::{Board, Cell};
use crate::deadlock::Rules;
use crate::spaces::PushSpace;
use crate::state::{PlayerRegion, Push};
use lurd_engine::budget::Budget;
use lurd_engine::outcome::Stop;
use lurd_engine::search::random::{Random, mix};
use lurd_engine::space::{Backward, StateList, Successors, Words};

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
        let mut roots = Words::default();
        space.goal_states(&mut roots);
        let states: Vec<Stored> = (0..roots.count()).map(|index| stored(roots.state(index))).collect();
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
mod tests {
    use super::*;
    use crate::formats::read;
    use crate::level::Level;
    use crate::rating::proved_answer;

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
            assert_eq!(proved.answer.map(|(_, cost)| cost as usize), Some(start.pushes));
        }
        assert!(starts > 5, "{starts}");
    }
}
