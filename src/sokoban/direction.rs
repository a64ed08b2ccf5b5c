//! The four directions, in the order of the notation: left, up, right, down.

/// The direction of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// `l` or `L`.
    Left,
    /// `u` or `U`.
    Up,
    /// `r` or `R`.
    Right,
    /// `d` or `D`.
    Down,
}

impl Direction {
    /// All directions, in the order in which searches try them.
    pub const ALL: [Self; 4] = [Self::Left, Self::Up, Self::Right, Self::Down];

    /// The opposite direction.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Left => Self::Right,
            Self::Up => Self::Down,
            Self::Right => Self::Left,
            Self::Down => Self::Up,
        }
    }

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

    /// The name, which is also that of the button on a gamepad.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Up => "up",
            Self::Right => "right",
            Self::Down => "down",
        }
    }

    /// The direction of a letter in either case.
    #[must_use]
    pub fn of_letter(letter: char) -> Option<Self> {
        match letter.to_ascii_lowercase() {
            'l' => Some(Self::Left),
            'u' => Some(Self::Up),
            'r' => Some(Self::Right),
            'd' => Some(Self::Down),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_there_and_back() {
        for direction in Direction::ALL {
            for push in [false, true] {
                assert_eq!(Direction::of_letter(direction.letter(push)), Some(direction));
            }
            assert_eq!(direction.opposite().opposite(), direction);
        }
    }
}
