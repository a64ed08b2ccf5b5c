//! References to puzzles as they are typed.

use std::path::Path;

use super::registered::Catalog;

/// A range of puzzle numbers, from 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// The first number.
    pub first: usize,
    /// The last number.
    pub last: usize,
}

/// The meaning of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference<'t> {
    /// The text of a puzzle.
    Text,
    /// Standard input.
    Stdin,
    /// A collection of the catalog, or some of its puzzles.
    Collection {
        /// The name of the collection.
        name: &'t str,
        /// The numbers of the puzzles; `None` for all.
        range: Option<NumberRange>,
    },
    /// A file, or some of its puzzles.
    File {
        /// The path of the file.
        path: &'t str,
        /// The numbers of the puzzles; `None` for all.
        range: Option<NumberRange>,
    },
    /// Neither a collection nor a file that exists.
    Unknown,
}

impl<'t> Reference<'t> {
    /// Parses `text`.
    #[must_use]
    pub fn parse(text: &'t str, catalog: &Catalog) -> Self {
        if text == "-" {
            return Self::Stdin;
        }
        let forced = ["./", "../", "/"].iter().any(|prefix| text.starts_with(prefix)) && !text.contains('\n');
        if forced {
            return Self::file(text);
        }
        if is_puzzle_text(text) {
            return Self::Text;
        }
        let (name, range) = match text.rsplit_once('/') {
            Some((name, numbers)) => match parse_range(numbers) {
                Some(range) => (name, Some(range)),
                None => (text, None),
            },
            None => (text, None),
        };
        if catalog.collection(name).is_some() {
            return Self::Collection { name, range };
        }
        match Self::file(text) {
            Self::File { path, .. } if !Path::new(path).exists() => Self::Unknown,
            file => file,
        }
    }

    fn file(text: &'t str) -> Self {
        if !Path::new(text).exists()
            && let Some((path, numbers)) = text.rsplit_once(':')
            && let Some(range) = parse_range(numbers)
        {
            return Self::File { path, range: Some(range) };
        }
        Self::File { path: text, range: None }
    }
}

/// Whether `text` has a sign of being the text of a puzzle rather than a name.
#[must_use]
pub fn is_puzzle_text(text: &str) -> bool {
    text.contains(['\n', '|']) || text.contains("->") || text.contains("source:") || is_sized_list(text)
}

/// Whether `text` has the form `4x4:1,2,..` (width, height and tiles), as in Sixteen.
fn is_sized_list(text: &str) -> bool {
    let number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    text.trim_start()
        .split_once(':')
        .and_then(|(size, _)| size.split_once('x'))
        .is_some_and(|(width, height)| number(width) && number(height))
}

/// Parses `4` or `1-5`.
fn parse_range(text: &str) -> Option<NumberRange> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some(NumberRange { first: first.parse().ok()?, last: last.parse().ok()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_mean_what_the_help_says() {
        let catalog = Catalog::default().with_collection("missile.shift", "");
        let numbers = |first, last| Some(NumberRange { first, last });
        let collection = |range| Reference::Collection { name: "missile", range };
        for (text, meaning) in [
            ("missile", collection(None)),
            ("missile/4", collection(numbers(4, 4))),
            ("missile/1-5", collection(numbers(1, 5))),
            ("missile/x", Reference::Unknown),
            ("misile", Reference::Unknown),
            ("-", Reference::Stdin),
            ("./missile", Reference::File { path: "./missile", range: None }),
            ("./a|b", Reference::File { path: "./a|b", range: None }),
            ("./levels.xsb:12", Reference::File { path: "./levels.xsb", range: numbers(12, 12) }),
            ("Cargo.toml", Reference::File { path: "Cargo.toml", range: None }),
            ("Cargo.toml:1-20", Reference::File { path: "Cargo.toml", range: numbers(1, 20) }),
            ("#####|#@$.#|#####", Reference::Text),
            ("12/34 -> 21/34", Reference::Text),
            ("source:[1,2] target:[2,1]", Reference::Text),
            ("4x4:1,2", Reference::Text),
            ("x4:1,2", Reference::Unknown),
            ("a\nb", Reference::Text),
        ] {
            assert_eq!(Reference::parse(text, &catalog), meaning, "{text}");
        }
    }
}
