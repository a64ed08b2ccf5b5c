//! Preferences of the search for a packing plan.

/// Preferences of the search for a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "independent preferences")]
pub struct PlanOptions {
    /// The fewest pulls of a box that is removed in the room it comes from.
    pub min_pulls: u16,
    /// The order in which removable boxes are removed.
    pub first: RemovalOrder,
    /// Whether boxes are only removed at interchangeable sinks (see `Exchange`).
    pub exchange: bool,
    /// Whether parked boxes are removed before all others.
    pub parked_first: bool,
    /// Whether no box is parked while one can be removed.
    pub removes_first: bool,
    /// Whether few regions of the floor count more than few boxes on goals.
    pub opens_first: bool,
    /// The seed of random numbers that replace distances, if there is any. Then boxes are parked on random cells among
    /// those that are equally good by the features, instead of the farthest ones.
    pub seed: Option<u64>,
}

/// The order in which removable boxes are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RemovalOrder {
    /// The box whose removal leaves the fewest regions, then the nearest to a sink.
    OpenFloor,
    /// The box nearest to a sink.
    Nearest,
    /// The box farthest from a sink.
    Farthest,
}
