//! The words beside boards, and what they mean: `Start:`, `**Goal state**`, `Row 2:`, `Moves:`.

use super::tokens::{Kind, Token};

/// What a word beside a board means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Source,
    Target,
    /// Lines that cannot be shifted follow.
    Locked,
    /// Steps follow.
    Solution,
    /// A number of rows and columns follows.
    Size,
    /// A row, or which one.
    Row,
    Ordinal,
    /// Nothing, beside a word that means something.
    Beside,
}

/// Each word with its meaning.
#[rustfmt::skip]
const WORDS: [(Meaning, &[&str]); 8] = [
    (Meaning::Source, &[
        "source", "start", "begin", "current", "now", "from", "initial", "before", "board", "unsolved", "scrambled", "shuffled",
        "mixed", "given", "have", "input", "original",
    ]),
    (Meaning::Target, &[
        "target", "goal", "end", "final", "finish", "after", "to", "into", "solved", "finished", "desired", "wanted", "want",
        "then", "result", "output", "destination",
    ]),
    (Meaning::Locked, &["locked"]),
    (Meaning::Solution, &["solution", "moves", "path", "answer", "steps"]),
    (Meaning::Size, &["size", "sizes", "dimensions"]),
    (Meaning::Row, &["row", "line", "r"]),
    (Meaning::Ordinal, &[
        "top", "bottom", "first", "second", "third", "fourth", "fifth", "last", "1st", "2nd", "3rd", "4th",
    ]),
    (Meaning::Beside, &[
        "the", "my", "i", "is", "state", "board", "position", "configuration", "grid", "layout", "matrix", "puzzle", "let",
        "const", "var",
    ]),
];

/// The longest label, in bytes.
const MAX_LABEL: usize = 64;

/// The most words and signs of a label in a line.
const MAX_WORDS: usize = 8;

/// The meanings of a word; `board` has two.
fn meanings(word: &str) -> impl Iterator<Item = Meaning> {
    let is_among = move |words: &[&str]| words.iter().any(|it| word.eq_ignore_ascii_case(it));
    WORDS.into_iter().filter(move |(_, words)| is_among(words)).map(|(meaning, _)| meaning)
}

fn means(word: &str, meaning: Meaning) -> bool {
    meanings(word).any(|it| it == meaning)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// The name of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) is_source: bool,
    /// Whether it is `source` or `target` with a colon, which names boards only.
    pub(super) is_keyword: bool,
}

/// The board that words name, of which all but the name say nothing.
fn name_in<'w>(words: impl Iterator<Item = &'w str> + Clone) -> Option<bool> {
    let is_source = |word: &str| meanings(word).find(|it| matches!(it, Meaning::Source | Meaning::Target));
    let is_beside = |word: &&str| is_number(word) || means(word, Meaning::Beside);
    let mut names = words.clone().filter(|word| !is_beside(word)).map(is_source);
    let meaning = match names.next() {
        Some(first) => first.filter(|_| names.all(|name| name == first)),
        None => is_source(words.clone().next()?).filter(|_| words.count() == 1),
    };
    meaning.map(|meaning| meaning == Meaning::Source)
}

/// The name of a line that has nothing else: `Start:`, `**Goal state**`, `## I want`.
pub(super) fn name_of_line(line: &str) -> Option<Name> {
    let is_end = |rest: &str| !rest.contains(char::is_alphanumeric);
    let line = Some(line).filter(|line| line.len() < MAX_LABEL && line.split([':', '=']).skip(1).all(is_end))?;
    let is_sign = |c: char| c.is_whitespace() || "_*#:='\"()-`".contains(c);
    let words = line.split(is_sign).filter(|word| !word.is_empty());
    let is_source = name_in(words)?;
    Some(Name { is_source, is_keyword: is_keyword(line) })
}

/// Whether a line is `source` or `target` with a colon or an equals sign.
fn is_keyword(line: &str) -> bool {
    let word = line.strip_suffix([':', '=']).unwrap_or_default().trim_end();
    ["source", "target"].iter().any(|it| word.eq_ignore_ascii_case(it))
}

/// The name that begins with a token, up to its colon, and the number of its tokens: `Goal state:`, `"target" =`.
pub(super) fn name_at(text: &str, tokens: &[Token]) -> Option<(Name, usize)> {
    let of = |token: &Token| &text[token.place.clone()];
    if !tokens.iter().take(MAX_WORDS).any(|token| token.kind == Kind::Colon) {
        return None;
    }
    let is_sign = |token: &&Token| "_-*#".contains(of(token));
    let length = tokens.iter().take(MAX_WORDS).take_while(|token| token.kind == Kind::Word || is_sign(token)).count();
    let colons = tokens[length..].iter().take_while(|token| token.kind == Kind::Colon || is_sign(token)).count();
    let words = || tokens[..length].iter().filter(|token| token.kind == Kind::Word);
    if !tokens.get(length).is_some_and(|token| token.kind == Kind::Colon) || is_number(of(words().next()?)) {
        return None;
    }
    let is_source = name_in(words().map(of))?;
    let is_keyword = length == 1 && is_keyword(&format!("{}:", of(&tokens[0])));
    Some((Name { is_source, is_keyword }, length + colons))
}

/// The name without a colon that begins a line, if a board in the same line may follow.
pub(super) fn bare_name(word: &str) -> Option<Name> {
    name_in([word].into_iter()).map(|is_source| Name { is_source, is_keyword: false })
}

/// Where what follows `locked:` begins, in a text that begins with it.
pub(super) fn locked(text: &str) -> Option<usize> {
    text.starts_with(['l', 'L']).then(|| labelled(text, Meaning::Locked, true)).flatten()
}

/// Where the steps begin in a line such as `Moves: left 0`.
pub(super) fn solution(line: &str) -> Option<usize> {
    labelled(line, Meaning::Solution, true)
}

/// Where the numbers begin in a line such as `Size: 4 4`.
pub(super) fn size(line: &str) -> Option<usize> {
    labelled(line, Meaning::Size, false)
}

fn labelled(text: &str, meaning: Meaning, has_colon: bool) -> Option<usize> {
    let bare = text.trim_start_matches(['*', '#', ' ']);
    let word = &bare[..bare.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(bare.len())];
    if !means(word, meaning) {
        return None;
    }
    let rest = bare[word.len()..].trim_start_matches(['*', ' ', '\t']);
    let after = rest.strip_prefix([':', '=']).map(|after| after.trim_start_matches('*'));
    (after.is_some() || !has_colon).then(|| text.len() - after.unwrap_or(rest).len())
}

/// The length of the label of a row at the beginning of a line, with the blanks behind it: `Row 1:`, `2)`, `top row:`.
pub(super) fn of_row(line: &str) -> usize {
    let Some(end) = line.bytes().take(MAX_LABEL).position(|byte| b":).]".contains(&byte)) else { return 0 };
    let after = &line[end + 1..];
    let words: Vec<&str> = line[..end].trim_start_matches(['(', '[', '#']).split_whitespace().take(3).collect();
    let (is_row, is_ordinal) = (|word: &str| means(word, Meaning::Row), |word: &str| means(word, Meaning::Ordinal));
    let is_joined = |word: &str| {
        let digits = word.trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
        is_number(digits) && is_row(&word[..word.len() - digits.len()])
    };
    let is_label = match words.as_slice() {
        [word] => (is_number(word) && after.starts_with(char::is_whitespace)) || is_joined(word) || is_ordinal(word),
        [word, number] if is_row(word) => is_number(number),
        [ordinal, word] => is_ordinal(ordinal) && is_row(word),
        _ => false,
    };
    let after = after.trim_start();
    if is_label && !after.is_empty() { line.len() - after.len() } else { 0 }
}
