//! Statistics of whole state spaces: the number of boards at each distance, and the farthest boards.

use lurd_atlas::{NotCounted, Origin, Ranked, RankedCount, RankedCounting, count_ranked_layers, enumerate_all};
use lurd_engine::program::{budget::Budget, search, space::Space};
use lurd_puzzle::puzzle::{
    Antipodes, CensusOptions, Classes, DistanceOrigin, Ending, Puzzle, StateSpaceStats, Unanswered, count_by_hash, mean,
};

use super::{
    instance::ShifterPuzzle,
    rules::{Goal, Moves},
    spaces::{
        cursor_view::CursorView,
        fields::{Fields, MAX_FIELDS},
        orbits,
        packed::Packed,
        rank::Turn,
        reduced::Reduced,
        symmetry::{representatives, symmetries},
    },
    targets,
};

/// Counts the boards of `puzzle` by their distance, with a table of all boards where they can be ranked.
pub(crate) fn statistics(
    puzzle: &ShifterPuzzle,
    moves: Option<Moves>,
    options: CensusOptions<'_>,
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
    let by = match moves {
        Some(Moves::Single) => "shifts",
        Some(Moves::Grouped) => "grouped shifts",
        None => "presses",
    };
    let census = Census { goal: &goal, options, of, by, puzzle: puzzle.id(), text: &text };
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
    options: CensusOptions<'c>,
    of: &'static str,
    by: &'static str,
    puzzle: String,
    text: &'c dyn Fn(Vec<u8>) -> String,
}

impl Census<'_> {
    /// Counts boards by moves.
    fn of_boards(&self, space: &Packed, budget: &mut Budget<'_>) -> Ending<StateSpaceStats> {
        let (origin, board) = match self.options.from {
            DistanceOrigin::Target => (Origin::Goals(space), &self.goal.target),
            DistanceOrigin::Source => (Origin::Start, &self.goal.source),
        };
        let moves = space.permutations();
        let counted = Counted {
            each: 1,
            fields: space.fields(),
            turns: symmetries(board, &moves, &self.tiles()),
            moves: moves.iter().copied().map(Turn::of_places).collect(),
        };
        let distances = self.distances(space, origin, &counted, budget)?;
        let mut stats = self.stats(distances, Ranked::size(space), &counted, budget)?;
        if self.options.targets {
            let text = |board: u64| (self.text)(space.colours(board));
            stats.targets = Some(targets::table(space, self.goal, &self.tiles(), &text, budget)?);
        }
        Ok(stats)
    }

    /// Counts boards with lit lines by presses to the target.
    fn of_view(&self, view: &CursorView, budget: &mut Budget<'_>) -> Ending<StateSpaceStats> {
        if self.options.targets {
            return Err(Unanswered::unsupported("--targets is for shifts and grouped shifts"));
        }
        let counted = Counted {
            each: view.lit_lines(),
            fields: view.fields(),
            // The symmetries that leave the lit lines in their places.
            turns: symmetries(&self.goal.target, &view.lit_shifts(), &self.tiles()),
            moves: view.turns().to_vec(),
        };
        let distances = self.distances(view, Origin::Goals(view), &counted, budget)?;
        self.stats(distances, Ranked::size(view), &counted, budget)
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
        counted: &Counted,
        budget: &mut Budget<'_>,
    ) -> Ending<RankedCount<u64>> {
        let limit = self.options.examples();
        let (start, backward) = (space.start(), space.backward());
        let is_end = |state: &u64| match origin {
            Origin::Start => space.is_goal(state),
            Origin::Goals(_) => *state == start,
        };
        if self.is_one_line() {
            if self.options.symmetry || self.options.saved.is_some() {
                let reason = "a single row or column has few boards: --symmetry and --resume are for larger boards";
                return Err(Unanswered::unsupported(reason));
            }
            // A line can only be turned, so a table of all boards would be almost empty.
            let (roots, back) = match origin {
                Origin::Start => (vec![start], None),
                Origin::Goals(backward) => (backward.goal_states(), Some(backward)),
            };
            let all = search::count_layers(space, roots, back, &is_end, limit, budget)?;
            return Ok(RankedCount {
                layers: all.layers,
                classes: Vec::new(),
                checksums: Vec::new(),
                farthest: all.farthest,
                end: all.end,
            });
        }
        let ends = match (origin, backward) {
            (Origin::Start, Some(backward)) => backward.goal_states(),
            _ => vec![start],
        };
        let identity = self.identity();
        let counting = RankedCounting {
            space,
            ranked: space,
            origin,
            ends: &ends,
            limit,
            threads: self.options.threads,
            saved: self.options.saved.map(|store| (store, identity.as_str())),
        };
        let all = if self.options.symmetry {
            self.by_symmetry(&counting, space, counted, budget)?
        } else {
            count_ranked_layers(&counting, budget).map_err(not_counted)?
        };
        budget.grow((all.farthest.len() * size_of::<u64>()) as u64)?;
        Ok(all)
    }

    /// Counts boards up to symmetry: one board of each class where the ranking allows it.
    fn by_symmetry<S: Space<State = u64> + Ranked<S>>(
        &self,
        counting: &RankedCounting<'_, S>,
        space: &S,
        counted: &Counted,
        budget: &mut Budget<'_>,
    ) -> Ending<RankedCount<u64>> {
        let Counted { moves, fields, turns, each: _ } = counted;
        if !self.goal.source.locks().is_empty() {
            return Err(Unanswered::unsupported("--symmetry is for boards without locked lines"));
        }
        let cells = self.goal.source.cells().len();
        let reduced = Reduced::new(*fields, space.start(), cells, moves, turns);
        let all = match &reduced {
            Some(reduced) => {
                let counting = RankedCounting { ranked: reduced, ..*counting };
                count_ranked_layers(&counting, budget).map_err(not_counted)?
            }
            None => self.classes_one_by_one(counting, space, counted, budget)?,
        };
        let (boards, within_reach) = (all.layers.iter().sum::<u64>(), space.within_reach());
        let classes = orbits::classes(&self.tiles(), cells, turns, within_reach < Ranked::size(space));
        let found = all.classes.iter().sum::<u64>();
        if (boards, found) == (within_reach, classes) {
            return Ok(all);
        }
        let message = format!(
            "{boards} boards in {found} classes were counted, but there are {within_reach} in {classes}; this is a bug \
             of lurd: nothing is claimed"
        );
        Err(Unanswered::Bug { message })
    }

    /// Counts all boards, and the least of each class.
    fn classes_one_by_one<S: Space<State = u64> + Ranked<S>>(
        &self,
        counting: &RankedCounting<'_, S>,
        space: &S,
        counted: &Counted,
        budget: &mut Budget<'_>,
    ) -> Ending<RankedCount<u64>> {
        /// About some seconds.
        const MAX_IMAGES: u64 = 1 << 28;
        let size = Ranked::size(space);
        if size.saturating_mul(counted.turns.len() as u64) > MAX_IMAGES {
            let reason = "no half of the colours stays together under the symmetries of this board; count it without \
                          --symmetry";
            return Err(Unanswered::unsupported(reason));
        }
        let mut all = count_ranked_layers(counting, budget).map_err(not_counted)?;
        let distances = enumerate_all(space, space, counting.origin, counting.threads, budget)?;
        let cells = self.goal.source.cells().len();
        all.classes = vec![0; all.layers.len()];
        for rank in 0..size {
            budget.check()?;
            let Some(distance) = distances.distance_of_rank(rank) else { continue };
            let board = space.unrank(rank);
            let mut images = counted.turns.iter().map(|turn| turn.apply(board, counted.fields, cells));
            let is_least = images.all(|image| image >= board);
            all.classes[usize::try_from(distance).expect("a distance is the index of a layer in memory")] +=
                u64::from(is_least);
        }
        Ok(all)
    }

    /// What distinguishes the saved layers of this count from others.
    fn identity(&self) -> String {
        let from = if self.options.from == DistanceOrigin::Target { "target" } else { "source" };
        let symmetry = if self.options.symmetry { ", up to symmetry" } else { "" };
        format!("{}, {} from the {from}{symmetry}", self.puzzle, self.by)
    }

    fn is_one_line(&self) -> bool {
        self.goal.source.rows() == 1 || self.goal.source.columns() == 1
    }

    /// The statistics of a space of `size` states.
    fn stats(
        &self,
        distances: RankedCount<u64>,
        size: u64,
        counted: &Counted,
        budget: &mut Budget<'_>,
    ) -> Ending<StateSpaceStats> {
        let RankedCount { layers, classes, checksums, farthest, end } = distances;
        let Counted { each, fields, turns, moves: _ } = counted;
        let cells = self.goal.source.cells().len();
        let text = |&board: &u64| {
            let colour = |cell| fields.colour(board, cell).to_le_bytes()[0];
            (self.text)((0..cells).map(colour).collect())
        };
        let shown = CensusOptions { antipodes: false, ..self.options }.examples();
        let examples = farthest.iter().take(shown).map(text).collect();
        let symmetries = turns.len() as u64 * each;
        let antipodes = if self.options.antipodes {
            let boards = representatives(farthest, turns, *fields, cells, budget).map_err(Unanswered::from)?;
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
            classes: self.options.symmetry.then_some(Classes { layers: classes, symmetries }),
            checksums,
            targets: None,
            examples,
            antipodes,
            other_end: end,
        })
    }
}

/// What is counted: boards, each of which stands for `each` states.
struct Counted {
    each: u64,
    fields: Fields,
    moves: Vec<Turn>,
    /// The symmetries, the first of which changes nothing.
    turns: Vec<Turn>,
}

fn not_counted(reason: NotCounted) -> Unanswered {
    match reason {
        NotCounted::Stop(stop) => stop.into(),
        NotCounted::Saved(reason) => Unanswered::unsupported(reason),
    }
}
