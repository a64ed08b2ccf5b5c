//! The objectives of a level.

use lurd_puzzle::puzzle::Objective;

/// Any solution, as soon as possible.
pub const ANY: Objective =
    Objective { name: "any", metric: "pushes", summary: "any solution, the sooner the better" };
/// The fewest pushes.
pub const PUSHES: Objective = Objective { name: "pushes", metric: "pushes", summary: "the fewest pushes" };
/// The fewest moves.
pub const MOVES: Objective =
    Objective { name: "moves", metric: "moves", summary: "the fewest steps of the player" };

/// All objectives.
pub const OBJECTIVES: &[Objective] = &[ANY, PUSHES, MOVES];
