//! A pattern database: the fewest pushes that each group of a few boxes needs, with nothing else on the board, to each
//! set of as many goals. It raises the bound of the cheapest assignment where boxes of a group get in each other's way
//! or compete for goals.
//!
//! An optimal assignment comes with *dual values*: u for each box and v for each goal, so that u + v is at most the
//! distance of the box to the goal, and all of them sum to the cost of the assignment. The *penalty* of a group is the
//! least value of `exact - sum of u - sum of v` over all sets of goals, where `exact` is the number of pushes that the
//! group needs to the set, and the sums are those of its boxes and of the goals of the set.
//!
//! *The cheapest assignment plus the penalties of disjoint groups never exceeds the cost of a solution.* A solution
//! brings every box to a goal of its own. The pushes of a group's boxes are a legal solution for the group alone,
//! because other boxes only restrict. So they are at least `exact` for its goals, which is at least the group's part of
//! the sum of all dual values plus the penalty. The pushes of a box in no group are at least its distance, and so its
//! part. A goal without a box has a *spare* row in the assignment, at distance 0, with the same property. All parts sum
//! to the cost of the assignment. A penalty is never negative, because `exact` is at least the sum of the distances of
//! some assignment of the group.
//!
//! Additive databases of disjoint patterns: Korf & Felner, *Disjoint pattern database heuristics*, 2002. Databases for
//! Sokoban: Pereira, Ritt & Buriol, *Optimal Sokoban solving using pattern databases with specific domain knowledge*,
//! 2015. Costs divided among heuristics by the dual values of a linear program: Pommerening, Helmert, Röger & Seipp,
//! *From non-negative to general operator cost partitioning*, 2015.

mod database;
mod group_penalties;
#[cfg(test)]
mod tests;

pub(crate) use group_penalties::{PatternPenalties, largest_size};
