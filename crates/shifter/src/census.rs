//! Statistics of whole state spaces: the number of boards at each distance, and the farthest boards.

use lurd_engine::{
    budget::Budget,
    outcome::{Cost, Stop},
    search::{self, Origin},
    space::{Ranked, Space},
};
use lurd_puzzle::puzzle::{
    Antipodes, CensusOptions, DistanceOrigin, Ending, StateSpaceStats, Unanswered, count_by_hash, mean,
};

use super::{
    instance::ShifterPuzzle,
    rules::{Goal, Moves},
    spaces::{
        cursor_view::CursorView,
        fields::{Fields, MAX_FIELDS},
        packed::Packed,
        rank::Turn,
        symmetry::{representatives, symmetries},
    },
};

/// Counts the boards of `puzzle` by their distance, with a table of all boards where they can be ranked.
pub(crate) fn statistics(
    puzzle: &ShifterPuzzle,
    moves: Option<Moves>,
    options: CensusOptions,
    budget: &mut Budget<'_>,
) -> Ending<StateSpaceStats> {
    let goal = Goal::new(puzzle.source(), puzzle.target());
    let merged = puzzle.target().has_wildcards();
    let of = match (moves.is_some(), merged) {
        (true, false) => "boards",
        (true, true) => "boards, tiles that the target does not name being of one colour",
        (false, false) => "boards with lit lines",
        (false, true) => "boards with lit lines, tiles that the target does not name being of one colour",
    };
    let text = |cells: Vec<u8>| {
        let cells = cells.into_iter().map(|colour| goal.puzzle_colour(colour)).collect();
        puzzle.labels().rows(&puzzle.source().with_cells(cells)).join("/")
    };
    let census = Census { goal: &goal, options, of, text: &text };
    let Some(moves) = moves else {
        if let (DistanceOrigin::Target, Some(view)) = (options.from, puzzle.cursor_view()) {
            return census.of_view(&view, budget);
        }
        let space = puzzle.button_space();
        return count_by_hash(&space, options, of, budget, |state| text(space.colours(state)));
    };
    let Some(space) = puzzle.packed(moves) else {
        let space = puzzle.byte_space(moves);
        return count_by_hash(&space, options, of, budget, |state| text(space.colours(state)));
    };
    census.of_boards(&space, budget)
}

/// A count of the boards of a puzzle in one word each.
struct Census<'c> {
    goal: &'c Goal,
    options: CensusOptions,
    of: &'static str,
    text: &'c dyn Fn(Vec<u8>) -> String,
}

impl Census<'_> {
    /// Counts boards by moves.
    fn of_boards(&self, space: &Packed, budget: &mut Budget<'_>) -> Ending<StateSpaceStats> {
        let (origin, board) = match self.options.from {
            DistanceOrigin::Target => (Origin::Goals(space), &self.goal.target),
            DistanceOrigin::Source => (Origin::Start, &self.goal.source),
        };
        let distances = self.distances(space, origin, budget).map_err(Unanswered::from)?;
        let turns = || symmetries(board, &space.permutations(), &self.tiles());
        self.stats(distances, 1, Ranked::size(space), space.fields(), turns, budget)
    }

    /// Counts boards with lit lines by presses to the target.
    fn of_view(&self, view: &CursorView, budget: &mut Budget<'_>) -> Ending<StateSpaceStats> {
        let distances = self.distances(view, Origin::Goals(view), budget).map_err(Unanswered::from)?;
        // The symmetries that leave the lit lines in their places.
        let turns = || symmetries(&self.goal.target, &view.lit_shifts(), &self.tiles());
        self.stats(distances, view.lit_lines(), Ranked::size(view), view.fields(), turns, budget)
    }

    /// The number of tiles of each colour.
    fn tiles(&self) -> [usize; MAX_FIELDS] {
        let mut tiles = [0; MAX_FIELDS];
        for &colour in self.goal.source.cells() {
            tiles[usize::from(colour)] += 1;
        }
        tiles
    }

    /// The layers of a space and its farthest boards, as many as are needed.
    fn distances<S: Space<State = u64> + Ranked<S>>(
        &self,
        space: &S,
        origin: Origin<'_, S>,
        budget: &mut Budget<'_>,
    ) -> Result<Distances, Stop> {
        let limit = self.options.examples();
        let (start, backward) = (space.start(), space.backward());
        let is_end = |state: &u64| match origin {
            Origin::Start => space.is_goal(state),
            Origin::Goals(_) => *state == start,
        };
        if self.is_one_line() {
            // A line can only be turned, so a table of all boards would be almost empty.
            let mut roots = Vec::new();
            let back = match origin {
                Origin::Start => None,
                Origin::Goals(backward) => Some(backward),
            };
            match back {
                Some(backward) => backward.goal_states(&mut roots),
                None => roots.push(start),
            }
            let all = search::count_layers(space, roots, back, &is_end, limit, budget)?;
            return Ok(Distances { layers: all.layers, farthest: all.farthest, other_end: all.end });
        }
        let all = search::enumerate_all(space, space, origin, self.options.threads, budget)?;
        let mut ends = vec![start];
        if let (Origin::Start, Some(backward)) = (origin, backward) {
            ends.clear();
            backward.goal_states(&mut ends);
        }
        let last = all.layers().last().copied().unwrap_or(0).min(limit as u64);
        budget.grow(last * size_of::<u64>() as u64)?;
        Ok(Distances {
            layers: all.layers().to_vec(),
            farthest: all.examples(all.farthest(), limit, budget)?,
            other_end: ends.iter().filter_map(|end| all.distance_of(end)).min(),
        })
    }

    fn is_one_line(&self) -> bool {
        self.goal.source.rows() == 1 || self.goal.source.columns() == 1
    }

    /// The statistics of a space of `size` states, each of which stands for `each` boards.
    fn stats(
        &self,
        distances: Distances,
        each: u64,
        size: u64,
        fields: Fields,
        turns: impl FnOnce() -> Vec<Turn>,
        budget: &mut Budget<'_>,
    ) -> Ending<StateSpaceStats> {
        let Distances { layers, farthest, other_end } = distances;
        let cells = self.goal.source.cells().len();
        let text = |&board: &u64| {
            let colour = |cell| fields.colour(board, cell).to_le_bytes()[0];
            (self.text)((0..cells).map(colour).collect())
        };
        let shown = CensusOptions { antipodes: false, ..self.options }.examples();
        let examples = farthest.iter().take(shown).map(text).collect();
        let antipodes = if self.options.antipodes {
            let turns = turns();
            let symmetries = turns.len() as u64 * each;
            let boards = representatives(farthest, &turns, fields, cells, budget).map_err(Unanswered::from)?;
            Some(Antipodes { states: boards.iter().map(text).collect(), symmetries })
        } else {
            None
        };
        let layers: Vec<u64> = layers.iter().map(|boards| boards * each).collect();
        Ok(StateSpaceStats {
            of: self.of,
            size: Some(size * each),
            mean: mean(&layers),
            layers,
            examples,
            antipodes,
            other_end,
        })
    }
}

/// The states of a space by distance, and the farthest.
struct Distances {
    layers: Vec<u64>,
    farthest: Vec<u64>,
    other_end: Option<Cost>,
}
