//! How much is done.

/// The most expansions of the first searches of slices, and the factor by which they grow.
pub(super) const FIRST_EFFORT: u64 = 1000;
pub(super) const EFFORT_FACTOR: u64 = 4;

/// How much is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// Only the first value, with the smallest neighbourhoods: enough to compare solutions.
    Rough,
    /// Until the budget ends or the solution is proved optimal.
    Unlimited,
    /// Until searches of slices of at most so many expansions gain nothing.
    UpTo(u64),
}
