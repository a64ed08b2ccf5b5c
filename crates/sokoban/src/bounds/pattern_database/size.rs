//! How many boxes a group has.

use crate::board::{Balance, Board};
use crate::bounds::distances::Distances;
use crate::bounds::pattern_database::combinations::{self, MAX_SIZE};

/// The number of boxes of a group.
pub(crate) type PatternSize = usize;

/// The most groups of a position. Groups of four and five boxes take long to look up and add less than those of three,
/// so they are for few boxes.
const MOST_GROUPS: [u32; MAX_SIZE + 1] = [0, 0, 1000, 1000, 130, 130];

/// The entries of a database that take as long as one expansion. Measured: 5 us an expansion, 10 to 30 ns an entry, and
/// for each group, whose floor is flooded, as long as for as many entries as there are cells.
const ENTRIES_PER_EXPANSION: u64 = 160;

/// The largest size of a database that takes no longer to build than `expansions` did. `None` if there is none, or more
/// boxes than goals.
pub(crate) fn largest_size(board: &Board, distances: &Distances, expansions: u64) -> Option<PatternSize> {
    let (boxes, goals) = (board.boxes().len(), board.goals().len());
    if board.balance() == Balance::MoreBoxes {
        return None;
    }
    let live = board.all().filter(|&cell| distances.is_live(cell)).count();
    let most = expansions.saturating_mul(ENTRIES_PER_EXPANSION);
    let fits = |&size: &usize| {
        let [groups, sets, of_position] = [live, goals, boxes].map(|count| combinations::count(count, size));
        let entries = groups
            .zip(sets)
            .map(|(groups, sets)| u64::from(groups).saturating_mul(u64::from(sets) + board.cells() as u64));
        entries.is_some_and(|entries| entries <= most)
            && of_position.is_some_and(|count| (1..=MOST_GROUPS[size]).contains(&count))
    };
    (2..=MAX_SIZE).rev().find(fits)
}
