//! Which colour a tile has by its label.

use std::collections::{HashMap, HashSet};

use super::cells::CellRole;

/// The number of colours of tiles: of the values of [`CellRole::Tile`].
pub const TILE_COLOURS: usize = 16;

/// The labels that name a colour: a letter and a word. The index is that of the colour, and the order is that in which
/// other labels get one.
pub const COLOUR_NAMES: [(&str, &str); 9] = [
    ("R", "red"),
    ("B", "blue"),
    ("Y", "yellow"),
    ("G", "green"),
    ("O", "orange"),
    ("P", "purple"),
    ("C", "cyan"),
    ("W", "white"),
    ("K", "black"),
];

/// The roles of the labels of a puzzle, given in the order in which they appear on its boards.
///
/// A label that names a colour, such as `R` or `red`, has this colour; a capital letter comes before the same letter
/// in lower case. Every other letter or number gets the first colour that is free. Labels share colours only if there
/// are more than [`TILE_COLOURS`] of them.
#[must_use]
pub fn tile_roles<'l>(labels: impl IntoIterator<Item = &'l str>) -> HashMap<&'l str, CellRole> {
    let mut seen = HashSet::new();
    let is_new = |label: &&'l str| label.starts_with(char::is_alphanumeric) && seen.insert(*label);
    let labels: Vec<&str> = labels.into_iter().filter(is_new).collect();
    let (capitals, small): (Vec<&str>, Vec<&str>) =
        labels.iter().partition(|label| label.starts_with(char::is_uppercase));
    let mut owners = [None; TILE_COLOURS];
    for label in capitals.into_iter().chain(small) {
        let is_name = |(letter, word): &(&str, &str)| [letter, word].iter().any(|it| label.eq_ignore_ascii_case(it));
        if let Some(colour) = COLOUR_NAMES.iter().position(is_name) {
            owners[colour].get_or_insert(label);
        }
    }
    let free = (0..TILE_COLOURS).filter(|colour| owners[*colour].is_none()).chain((0..TILE_COLOURS).cycle());
    let others = labels.into_iter().filter(|label| !owners.contains(&Some(label))).zip(free);
    let named = owners.into_iter().zip(0..).filter_map(|(owner, colour)| Some((owner?, colour)));
    let role = |colour: usize| CellRole::Tile(u8::try_from(colour).unwrap_or_default());
    named.chain(others).map(|(label, colour)| (label, role(colour))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(labels: &str) -> Vec<u8> {
        let labels: Vec<&str> = labels.split(' ').collect();
        let roles = tile_roles(labels.iter().copied());
        let number = |label: &&str| match roles.get(label) {
            Some(CellRole::Tile(number)) => *number,
            _ => u8::MAX,
        };
        labels.iter().map(number).collect()
    }

    #[test]
    fn labels_have_the_colour_that_they_name_or_the_first_free_one() {
        assert_eq!(numbers("R B Y G O P C W K"), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(numbers("red Blue yellow"), [0, 1, 2]);
        assert_eq!(numbers("1 2 3 1"), [0, 1, 2, 0]);
        assert_eq!(numbers("A G R 10"), [1, 3, 0, 2], "R and G are taken first");
        assert_eq!(numbers("r R ? x"), [1, 0, u8::MAX, 2], "a capital letter comes first, and ? has no colour");
        let many: Vec<String> = (1..=20).map(|it: u8| it.to_string()).collect();
        let expected: Vec<u8> = (0..16).chain(0..4).collect();
        assert_eq!(numbers(&many.join(" "))[..16], expected[..16]);
        assert_eq!(numbers(&many.join(" ")), expected);
    }
}
