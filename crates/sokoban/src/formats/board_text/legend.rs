//! Legends: lines of a text that say what its letters mean, as `B -- box`, `boulder: 0` or `Legend: W wall, M man`.

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::lines::lines;
use lurd_puzzle::noise::rewriter::{Rewriter, Rewritten};

use crate::{
    formats::dialect::{Dialect, square_of, xsb},
    square::Square,
};

/// What stands between a letter and what it means; the last one only in lists.
const SEPARATORS: [&str; 8] = ["--", "\u{2014}", "->", "=>", "=", ":", "-", " "];
/// What a name ends before.
const ENDS: [&str; 4] = ["(", ",", " which", " that"];
/// Words for rules that Sokoban does not have.
const OTHER_RULES: [&str; 11] =
    ["hole", "pit", "fills", "ice", "slide", "slides", "teleport", "teleporter", "portal", "switch", "conveyor"];

/// A letter, and what it means; `Err`: a word for a rule that Sokoban does not have.
type Entry = (char, Result<Square, &'static str>);

/// What a clause says.
fn entry(clause: &str, separator: &str) -> Option<Entry> {
    let bare = |part: &str| part.trim().trim_matches(['`', '\'', '"', '*']).trim().to_lowercase();
    let (first, second) = clause.trim().split_once(separator).filter(|(first, _)| !first.is_empty())?;
    let letter = |part: &str| {
        let part = part.split(ENDS[0]).next()?.trim();
        let quotes: &[char] = if part.chars().count() > 1 { &['`', '\'', '"'] } else { &[] };
        let mut letters = part.trim_matches(quotes).trim().chars();
        letters.next().filter(|_| letters.next().is_none())
    };
    let name = |part: &str| {
        let name = ENDS.iter().fold(part, |part, end| part.split(end).next().unwrap_or(part));
        Some(bare(name)).filter(|name| name.len() > 2)
    };
    let (letter, named) = letter(first).map(|letter| (letter, second)).or_else(|| Some((letter(second)?, first)))?;
    let has = |word: &&str| clause.split(|it: char| !it.is_alphabetic()).any(|other| other.eq_ignore_ascii_case(word));
    match OTHER_RULES.iter().find(|word| separator != " " && has(word)) {
        Some(word) => Some((letter, Err(word))),
        None => square_of(&name(named)?).map(|square| (letter, Ok(square))),
    }
}

/// The letters that a line explains; none if a part of it explains nothing.
fn entries(line: &str) -> Vec<Entry> {
    /// Longer lines are text.
    const MAX_LENGTH: usize = 1_000;
    if line.len() > MAX_LENGTH || !line.contains([' ', '-', '=', ':', '\u{2014}']) {
        return Vec::new();
    }
    let line = line.trim_start_matches([' ', '\t', ';', '/']);
    let line = line.strip_prefix("- ").or_else(|| line.strip_prefix("* ")).unwrap_or(line);
    let is_key = |key: &str| ["legend", "key"].iter().any(|known| known.eq_ignore_ascii_case(key.trim()));
    let line = line.split_once(':').filter(|(key, _)| is_key(key)).map_or(line, |(_, rest)| rest);
    let of = |clause: &str, separators: &[&str]| separators.iter().find_map(|separator| entry(clause, separator));
    let all = || line.split([',', ';']).map(|clause| of(clause, &SEPARATORS)).collect::<Option<Vec<_>>>();
    match of(line, &SEPARATORS[..SEPARATORS.len() - 1]) {
        Some(entry) if !line.contains([',', ';']) || entry.1.is_err() => vec![entry],
        _ => all().filter(|all| all.len() > 1).unwrap_or_default(),
    }
}

/// Whether a line explains letters, so that it is no title.
pub(super) fn is_legend(line: &str) -> bool {
    !entries(line).is_empty()
}

/// The letters of the legend of a text, if it has one that says more than that they are XSB, and the text without what stands
/// behind rows.
///
/// # Errors
/// A letter of its boards is explained by a rule that Sokoban does not have.
pub(in crate::formats) fn of(text: &str) -> Option<Result<(Dialect, Rewritten), Diagnostic>> {
    let mut rewriter = Rewriter::new(text);
    let mut letters: Vec<(char, Square)> = Vec::new();
    let mut other = None;
    for line in lines(text) {
        // It may stand behind a row.
        let row = line.text.find("  ").filter(|&at| !line.text[..at].trim().is_empty());
        let behind = row.filter(|&at| !entries(&line.text[at..]).is_empty());
        if let Some(end) = behind {
            rewriter.copy_to(line.start + end);
            rewriter.write(line.start + end..line.end, "");
        }
        for (letter, meaning) in entries(&line.text[behind.unwrap_or(0)..]) {
            match meaning {
                Ok(square) => letters.push((letter, square)),
                Err(word) => other = other.or(Some((letter, word, line.place()))),
            }
        }
    }
    rewriter.copy_to(text.len());
    if let Some((letter, word, place)) = other.filter(|_| !letters.is_empty()) {
        let error = Diagnostic::new(format!("a level of another game: '{letter}' has to do with '{word}'"));
        return Some(Err(error.at(place, "a rule that Sokoban does not have").help("lurd supports Sokoban only")));
    }
    if letters.iter().all(|&(letter, square)| xsb().square(letter) == Some(square)) {
        return None;
    }
    let name = letters.iter().map(|(letter, _)| letter).collect();
    Some(Ok((Dialect::extended(name, letters), rewriter.rewritten("", false))))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_explain_letters() {
        for line in [
            "B -- box",
            "boulder: 0",
            "`B`: box",
            "# = wall",
            "W wall, M man",
            "Legend: W wall, M man, O crate",
            "- `Y`: you",
        ] {
            assert!(is_legend(line), "{line}");
        }
        for line in ["", "Level 1", "The box", "A box", "Goal: none", "1. box", "B", "Author: X", "one, two"] {
            assert!(!is_legend(line), "{line}");
        }
        assert_eq!(entries("^ -- hole, which a boulder fills"), [('^', Err("hole"))]);
    }
}
