//! Steps that are not LURD, as people and other programs write them: words (`right 2, push up`), arrows, and letters
//! with commas or quotation marks between them (`["r", "R"]`). They are written again in LURD, with the places of the
//! original.

use std::ops::Range;

use lurd_puzzle::noise::rewriter::{Rewriter, Rewritten};

use super::lurd;

/// A part of the text.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Token {
    /// A direction in a word or as an arrow, by its letter.
    Direction {
        letter: char,
        is_word: bool,
    },
    /// A word that says what is done, such as `push`.
    Verb,
    Number,
    /// What ends a clause: a comma, a semicolon, a full stop, a line break.
    End,
    /// Quotation marks, and what has no width.
    Nothing,
    Blank,
    /// Anything else: letters of LURD, brackets, mistakes.
    Other,
}

/// Writes the steps of `text` in LURD; `None` if there is nothing but LURD in it.
pub(crate) fn in_lurd(text: &str) -> Option<Rewritten> {
    let (start, end) = inside(text);
    let mut rewriter = Rewriter::new(text);
    let tokens = tokens(text, start..end);
    let is_end = |token: &(Token, Range<usize>)| token.0 == Token::End;
    let mut is_changed = (start, end) != (0, text.len());
    for clause in tokens.split_inclusive(is_end) {
        let has_words = clause.iter().any(|(token, _)| matches!(token, Token::Direction { is_word: true, .. }));
        is_changed |= clause.iter().any(|(token, _)| !matches!(token, Token::Number | Token::Blank | Token::Other));
        if has_words { words(&mut rewriter, clause) } else { letters(&mut rewriter, clause)? }
    }
    rewriter.finish("", false).filter(|_| is_changed)
}

/// The steps of a text of directions only, in words or as arrows, without counts.
pub(crate) fn directions(text: &str) -> Option<String> {
    let tokens = tokens(text, 0..text.len());
    let directions = tokens.iter().filter(|(token, _)| matches!(token, Token::Direction { .. })).count();
    // A single word may mean something else.
    let are_directions = directions > 1 && tokens.iter().all(|(token, _)| *token != Token::Other);
    let rewritten = are_directions.then(|| in_lurd(text)).flatten()?;
    lurd::read(&rewritten.text).ok().map(|steps| steps.iter().map(|step| step.letter).collect())
}

/// The steps of a text of directions of a compass only: `n e s w`.
pub(crate) fn compass(text: &str) -> Option<String> {
    let letters = text.chars().filter(|letter| !letter.is_whitespace() && *letter != ',');
    let direction = |letter: char| match letter.to_ascii_lowercase() {
        'n' => Some('u'),
        'e' => Some('r'),
        's' => Some('d'),
        'w' => Some('l'),
        _ => None,
    };
    letters.map(direction).collect::<Option<String>>().filter(|steps| !steps.is_empty())
}

/// The place of the steps in `text`: without a list's brackets, and without `Solution:` before it.
fn inside(text: &str) -> (usize, usize) {
    let (mut start, mut end) = (text.len() - text.trim_start().len(), text.trim_end().len());
    let line = text.get(start..end).unwrap_or_default();
    if !line.contains('\n')
        && let Some((title, _)) = line.split_once(':')
        && title.get(..8).is_some_and(|word| word.eq_ignore_ascii_case("solution"))
    {
        start += title.len() + 1;
        start += text[start..end].len() - text[start..end].trim_start().len();
    }
    let list = text.get(start..end).unwrap_or_default();
    let is_list = list.starts_with('[') && list.ends_with(']') && list.contains([',', '"', '\'']);
    if is_list && list.matches(['[', ']']).count() == 2 {
        start += 1;
        end -= 1;
    }
    (start, end)
}

fn tokens(text: &str, part: Range<usize>) -> Vec<(Token, Range<usize>)> {
    let mut tokens = Vec::new();
    let mut at = part.start;
    while let Some(next) = text[at..part.end].chars().next() {
        let length_of = |is_part: fn(char) -> bool| {
            let rest = &text[at..part.end];
            rest.find(|letter| !is_part(letter)).unwrap_or(rest.len())
        };
        let (token, length) = match next {
            '0'..='9' => (Token::Number, length_of(|letter| letter.is_ascii_digit())),
            'a'..='z' | 'A'..='Z' => {
                let length = length_of(|letter| letter.is_ascii_alphabetic());
                (word(&text[at..at + length]), length)
            }
            ',' | ';' | '.' | '\n' => (Token::End, 1),
            '"' | '\'' | '`' | '\u{fe0e}' | '\u{fe0f}' | '\u{200b}' | '\u{200d}' => (Token::Nothing, next.len_utf8()),
            _ if next.is_whitespace() => (Token::Blank, next.len_utf8()),
            _ => (arrow(next), next.len_utf8()),
        };
        tokens.push((token, at..at + length));
        at += length;
    }
    tokens
}

fn word(word: &str) -> Token {
    const VERBS: [&str; 5] = ["go", "move", "push", "step", "walk"];
    const DIRECTIONS: [&str; 4] = ["left", "up", "right", "down"];
    let is = |other: &&str| word.eq_ignore_ascii_case(other);
    match DIRECTIONS.iter().find(|other| is(other)).and_then(|direction| direction.chars().next()) {
        Some(letter) => Token::Direction { letter, is_word: true },
        None if VERBS.iter().any(is) => Token::Verb,
        None => Token::Other,
    }
}

fn arrow(letter: char) -> Token {
    let letter = match letter {
        '←' | '⬅' | '⇐' | '⇦' | '🡐' | '◀' | '◄' => 'l',
        '↑' | '⬆' | '⇑' | '⇧' | '🡑' | '▲' => 'u',
        '→' | '➡' | '⇒' | '⇨' | '🡒' | '▶' | '►' => 'r',
        '↓' | '⬇' | '⇓' | '⇩' | '🡓' | '▼' => 'd',
        _ => return Token::Other,
    };
    Token::Direction { letter, is_word: false }
}

/// Writes a clause with words. A number stands behind its direction (`right 2`), or before it if the clause begins with one.
fn words(rewriter: &mut Rewriter<'_>, clause: &[(Token, Range<usize>)]) {
    let parts: Vec<_> = clause.iter().filter(|(token, _)| !matches!(token, Token::Blank | Token::Nothing)).collect();
    let is_before = parts.iter().find(|(token, _)| *token != Token::Verb).is_some_and(|it| it.0 == Token::Number);
    let mut rest = parts.as_slice();
    while let [(token, place), after @ ..] = rest {
        rest = after;
        let (direction, number, whole) = match (token, after) {
            (Token::Direction { letter, .. }, [(Token::Number, number), after @ ..]) if !is_before => {
                rest = after;
                (*letter, number.clone(), place.start..number.end)
            }
            (Token::Number, [(Token::Direction { letter, .. }, direction), after @ ..]) if is_before => {
                rest = after;
                (*letter, place.clone(), place.start..direction.end)
            }
            (Token::Direction { letter, .. }, _) => (*letter, place.start..place.start, place.clone()),
            (Token::Verb | Token::End, _) => {
                rewriter.write(place.clone(), " ");
                continue;
            }
            _ => {
                rewriter.copy(place.clone());
                continue;
            }
        };
        let count = rewriter.source().get(number).unwrap_or_default().to_owned();
        rewriter.write(whole, &format!("{count}{direction}"));
    }
}

/// Writes a clause of letters and arrows; `None` if it ends with a number, which would count what follows.
fn letters(rewriter: &mut Rewriter<'_>, clause: &[(Token, Range<usize>)]) -> Option<()> {
    let mut is_number = false;
    for (token, place) in clause {
        match token {
            Token::Direction { letter, .. } => rewriter.write(place.clone(), letter.encode_utf8(&mut [0; 4])),
            Token::End if is_number => return None,
            Token::End | Token::Nothing => rewriter.write(place.clone(), " "),
            _ => rewriter.copy(place.clone()),
        }
        is_number = *token == Token::Number || (is_number && matches!(token, Token::Blank | Token::Nothing));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn steps(text: &str) -> Option<String> {
        let rewritten = in_lurd(text)?;
        let steps = lurd::read(&rewritten.text).ok()?;
        Some(steps.iter().map(|step| step.letter).collect())
    }

    #[test]
    fn steps_in_other_notations_are_read() {
        for text in [
            "r, R, R",
            "r,R,R",
            "r;R;R",
            "r. R. R.",
            "r\nR,\nR",
            "\"rRR\"",
            "'r' 'R' 'R'",
            "[r,R,R]",
            "[\"r\", \"R\", \"R\"]",
            "['right','right','right']",
            "right right right",
            "Right, RIGHT, right",
            "right 3",
            "right, push right 2",
            "3 right",
            "1 right, 2 right",
            "right 2 right",
            "move right 3.",
            "→→→",
            "→ → →",
            "➡️➡️➡️",
            "⬅".replace('⬅', "3➡").as_str(),
            "Solution: rRR",
            "Solution 1 (3 moves): r, R, R",
            "r, 2R",
            "r, 2(R)",
        ] {
            assert_eq!(steps(text).map(|steps| steps.to_ascii_lowercase()).as_deref(), Some("rrr"), "{text}");
        }
        assert_eq!(steps("left, up 2, down, right").as_deref(), Some("luudr"));
        assert_eq!(steps("←↑→↓").as_deref(), Some("lurd"));
        assert_eq!(steps("h, j, k, l").as_deref(), Some("hjkl"));
    }

    #[test]
    fn other_texts_are_no_steps() {
        for text in [
            "right foo",
            "2, 3r",
            "right 2 3",
            "r, x",
            "[r",
            "rr: R",
            "upright",
            "rightright",
            "Solutions are: x",
            "r-R",
        ] {
            assert_eq!(steps(text), None, "{text}");
        }
        for text in ["", "rRR", "2(rR)", "[rr]LL", "r R\tR", "foo"] {
            assert!(in_lurd(text).is_none(), "{text}");
        }
    }

    #[test]
    fn directions_alone_are_steps() {
        assert_eq!(directions("Right, push RIGHT 2, up.").as_deref(), Some("rrru"));
        assert_eq!(directions("→ → ⬆️").as_deref(), Some("rru"));
        for text in ["", "left", "r, R, R", "right = r, left = l", "turn left, then right", "L. R."] {
            assert_eq!(directions(text), None, "{text}");
        }
    }

    #[test]
    fn places_are_those_of_the_text() {
        let text = "up, → 2 x";
        let rewritten = in_lurd(text).expect("changed");
        let place = |letter: char| {
            let at = rewritten.text.find(letter).expect("a letter");
            rewritten.map.origin(at..at + 1)
        };
        assert_eq!(&text[place('u')], "up");
        assert_eq!(&text[place('r')], "→");
        assert_eq!(&text[place('x')], "x");
    }
}
