//! Parameters of the strategies.

use crate::outcome::Weight;

/// Parameters of a search beside its strategy. Each strategy reads those it uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Weight of the estimate in `weighted-astar`.
    pub weight: Weight,
    /// Tie breaking of `astar` and `weighted-astar`.
    pub ties: Ties,
    /// Number of expansions after which `resort` sorts its list.
    pub resort_every: u32,
    /// Initial width of `beam`, in states per layer.
    pub width: u32,
    /// Seed of the random choices of a puzzle's own solver: equal seeds give equal searches. No strategy reads it.
    pub seed: u64,
    /// Maximum number of threads of a puzzle's own solver. No strategy reads it.
    pub threads: usize,
    /// Rules of the puzzle that are disabled, one bit each. Read by puzzles, not by strategies.
    pub without: u32,
    /// Whether `beam` and a puzzle's own solver (`auto`) stop at their first solution instead of improving it.
    pub first: bool,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            weight: Weight::from_hundredths(200),
            ties: Ties::default(),
            resort_every: 500,
            width: 1000,
            seed: 0,
            threads: 1,
            without: 0,
            first: false,
        }
    }
}

/// Tie breaking among states with equal `cost + estimate` in `astar` and `weighted-astar`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// Smaller estimate first, then last in, first out: rarely searches the whole last layer.
    #[default]
    Deep,
    /// Smaller cost first, then last in, first out.
    Shallow,
    /// Smaller estimate first, then first in, first out.
    DeepOldest,
    /// Smaller cost first, then first in, first out.
    ShallowOldest,
}

impl Ties {
    /// All variants with their names.
    pub const ALL: [(&'static str, Self); 4] = [
        ("deep", Self::Deep),
        ("shallow", Self::Shallow),
        ("deep-oldest", Self::DeepOldest),
        ("shallow-oldest", Self::ShallowOldest),
    ];
}
