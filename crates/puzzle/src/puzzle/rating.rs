//! How hard a puzzle is.

use lurd_engine::program::outcome::Cost;

/// The classes of difficulty, from the easiest to the hardest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difficulty {
    /// A few minutes for a beginner.
    Easy,
    /// Needs some thought.
    Medium,
    /// Needs a plan.
    Hard,
    /// For experienced players.
    Expert,
}

impl Difficulty {
    /// All classes with their names, in order.
    pub const ALL: [(&'static str, Self); 4] =
        [("easy", Self::Easy), ("medium", Self::Medium), ("hard", Self::Hard), ("expert", Self::Expert)];

    /// The class of that name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, class)| class)
    }

    /// The name of the class.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }
}

/// How hard a puzzle is, and the parts of that number.
#[derive(Clone, Debug, PartialEq)]
pub struct Rating {
    /// The difficulty in tenths of a point. One point more means that one part is about twice as large.
    pub tenths: u32,
    /// The class that the difficulty falls into, for kinds of puzzles whose classes are known.
    pub class: Option<Difficulty>,
    /// The parts, in the order in which they are shown.
    pub parts: Vec<RatingPart>,
    /// The shortest solution that was found, if any.
    pub solution: Option<String>,
    /// The cost of that solution.
    pub cost: Option<Cost>,
    /// A lower bound of the cost of every solution; equal to `cost` if that is proved optimal.
    pub lower_bound: Cost,
}

impl Rating {
    /// Whether the cost of the solution is proved optimal.
    #[must_use]
    pub fn is_optimal(&self) -> bool {
        self.cost == Some(self.lower_bound)
    }

    /// The value of the part of that name.
    #[must_use]
    pub fn part(&self, name: &str) -> Option<f64> {
        self.parts.iter().find(|part| part.name == name)?.value()
    }
}

/// A part of a rating.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingPart {
    /// The name in JSON: `box_changes`.
    pub name: &'static str,
    /// The value in hundredths; `None` if it is unknown, because no solution was found within the limits.
    pub hundredths: Option<u64>,
}

impl RatingPart {
    /// A part that is a whole number.
    #[must_use]
    pub fn whole(name: &'static str, value: Option<u64>) -> Self {
        Self { name, hundredths: value.map(|value| value.saturating_mul(100)) }
    }

    /// The value.
    #[must_use]
    #[expect(clippy::cast_precision_loss, reason = "shown to a few digits")]
    pub fn value(&self) -> Option<f64> {
        self.hundredths.map(|hundredths| hundredths as f64 / 100.0)
    }
}

/// The binary logarithm of `number + 1` in hundredths, rounded down.
#[must_use]
#[expect(clippy::cast_possible_truncation, clippy::cast_precision_loss, clippy::cast_sign_loss, reason = "to 6400")]
pub fn log2_hundredths(number: u64) -> u64 {
    ((number as f64 + 1.0).log2() * 100.0) as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms() {
        for (number, hundredths) in [(0, 0), (1, 100), (2, 158), (6, 280), (7, 300), (999, 996)] {
            assert_eq!(log2_hundredths(number), hundredths, "{number}");
        }
        assert_eq!(log2_hundredths(u64::MAX), 6400);
    }

    #[test]
    fn classes_have_names() {
        for (name, class) in Difficulty::ALL {
            assert_eq!((Difficulty::named(name), class.name()), (Some(class), name));
        }
    }
}
