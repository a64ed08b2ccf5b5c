//! Every board of a space as the target: which are the farthest from some board, and which the nearest to all.

use lurd_atlas::Ranked;
use lurd_engine::program::budget::Budget;
use lurd_puzzle::puzzle::{Ending, TargetRow, Unanswered, mean};

use super::{
    rules::Goal,
    spaces::{
        fields::MAX_FIELDS,
        packed::Packed,
        rank::{Permutation, Turn, unchanged},
        symmetry::maps,
    },
};

/// The most boards: each is searched from one target of each class.
const MAX_BOARDS: u64 = 100_000;

/// The targets with the tiles of a puzzle by their eccentricity, the greatest distance of a board. Two targets are the
/// same up to symmetry if a translation, a reflection or, on a square board, the transposition takes one to the other
/// with other names of the colours that have equally many tiles. `tiles`: the number of tiles of each colour.
///
/// # Errors
/// There are too many boards, the target has wildcards or lines are locked, or the budget stops it.
pub(crate) fn table(
    space: &Packed,
    goal: &Goal,
    tiles: &[usize; MAX_FIELDS],
    text: &dyn Fn(u64) -> String,
    budget: &mut Budget<'_>,
) -> Ending<Vec<TargetRow>> {
    let size = Ranked::size(space);
    if size > MAX_BOARDS {
        let reason = format!("--targets is for at most {MAX_BOARDS} boards; there are {size}");
        return Err(Unanswered::unsupported(reason));
    }
    if goal.target.has_wildcards() || !goal.source.locks().is_empty() {
        return Err(Unanswered::unsupported("--targets is for boards without wildcards and locked lines"));
    }
    let neighbours = Neighbours::new(space, size, budget)?;
    let cells = goal.source.cells().len();
    let turns = all_symmetries(goal.source.rows(), goal.source.columns(), tiles);
    let mut is_known = vec![false; neighbours.size];
    let mut rows: Vec<TargetRow> = Vec::new();
    for rank in 0..neighbours.size {
        if is_known[rank] {
            continue;
        }
        let target = Ranked::unrank(space, rank as u64);
        let mut targets = 0;
        for turn in &turns {
            let image = turn.apply(target, space.fields(), cells);
            let image = Ranked::rank(space, &image)
                .expect("moves and symmetries keep the tiles of a board, so that it has a rank");
            let known = &mut is_known[usize::try_from(image).expect("at most MAX_BOARDS ranks")];
            targets += u64::from(!*known);
            *known = true;
        }
        let layers = neighbours.layers(rank, budget)?;
        let eccentricity = layers.len() as u64 - 1;
        let mean = mean(&layers);
        let place = rows.partition_point(|row| row.eccentricity < eccentricity);
        if rows.get(place).is_none_or(|row| row.eccentricity != eccentricity) {
            let example = text(target);
            rows.insert(
                place,
                TargetRow { eccentricity, targets: 0, classes: 0, least_mean: mean, most_mean: mean, example },
            );
        }
        let row = &mut rows[place];
        row.targets += targets;
        row.classes += 1;
        (row.least_mean, row.most_mean) = (row.least_mean.min(mean), row.most_mean.max(mean));
    }
    Ok(rows)
}

/// The maps of the cells that take lines to lines, with every exchange of colours that have equally many tiles.
fn all_symmetries(rows: usize, columns: usize, tiles: &[usize; MAX_FIELDS]) -> Vec<Turn> {
    let mut renamings = vec![unchanged()];
    let present: Vec<usize> = (0..MAX_FIELDS).filter(|&colour| tiles[colour] > 0).collect();
    // Each colour in turn goes to any place among those of its number: all permutations, each once.
    for (nth, &colour) in present.iter().enumerate() {
        let others = present[nth + 1..].iter().filter(|&&other| tiles[other] == tiles[colour]);
        let exchanged: Vec<Permutation> = others
            .flat_map(|&other| {
                renamings.iter().map(move |renaming| {
                    let mut renaming = *renaming;
                    renaming.swap(colour, other);
                    renaming
                })
            })
            .collect();
        renamings.extend(exchanged);
    }
    let maps = maps(rows, columns);
    maps.iter().flat_map(|&places| renamings.iter().map(move |&colours| Turn { places, colours })).collect()
}

/// The neighbours of every board, by rank.
struct Neighbours {
    size: usize,
    moves: usize,
    ranks: Vec<u32>,
}

impl Neighbours {
    fn new(space: &Packed, size: u64, budget: &mut Budget<'_>) -> Ending<Self> {
        let moves = space.permutations().len();
        let size = usize::try_from(size).expect("at most MAX_BOARDS boards");
        budget.grow((size * moves * size_of::<u32>()) as u64)?;
        let mut ranks = Vec::with_capacity(size * moves);
        for rank in 0..size as u64 {
            budget.check()?;
            let after = space.successors(Ranked::unrank(space, rank));
            ranks.extend(after.map(|board| {
                let rank = Ranked::rank(space, &board)
                    .expect("moves and symmetries keep the tiles of a board, so that it has a rank");
                u32::try_from(rank).expect("at most MAX_BOARDS ranks")
            }));
        }
        Ok(Self { size, moves, ranks })
    }

    /// The number of boards at each distance from a board. Every move is undone by a move.
    fn layers(&self, from: usize, budget: &mut Budget<'_>) -> Ending<Vec<u64>> {
        let mut is_seen = vec![false; self.size];
        is_seen[from] = true;
        let (mut layer, mut layers) = (vec![from], Vec::new());
        while !layer.is_empty() {
            budget.check()?;
            budget.expanded_elsewhere(layer.len() as u64);
            layers.push(layer.len() as u64);
            let mut next = Vec::new();
            for &board in &layer {
                for &rank in &self.ranks[board * self.moves..][..self.moves] {
                    let seen = &mut is_seen[rank as usize];
                    if !*seen {
                        *seen = true;
                        next.push(rank as usize);
                    }
                }
            }
            layer = next;
        }
        Ok(layers)
    }
}
