//! Directions as LURD writes them.

pub use crate::puzzle::PadDirection as Direction;

impl Direction {
    /// The letter of a step, which is a capital if the step pushes a box.
    #[must_use]
    pub fn letter(self, push: bool) -> char {
        let letter = match self {
            Self::Left => 'l',
            Self::Up => 'u',
            Self::Right => 'r',
            Self::Down => 'd',
        };
        if push { letter.to_ascii_uppercase() } else { letter }
    }

    /// The direction of a letter in either case.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        Self::ALL.into_iter().find(|direction| direction.letter(false) == letter.to_ascii_lowercase())
    }
}
