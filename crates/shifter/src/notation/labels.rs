//! The words beside boards, and what they mean: `Start:`, `**Goal state**`, `Row 2:`, `Moves:`, `int[][] startBoard =`.

use super::tokens::{Token, place_of};

/// What a word beside a board means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    Source,
    Target,
    /// Lines that cannot be shifted follow.
    Locked,
    /// Steps follow.
    Solution,
    /// The title of the puzzle below follows.
    Title,
    /// A number of rows and columns follows.
    Size,
    /// A row, or which one.
    Row,
    /// Nothing, beside a word that means something.
    Beside,
}

/// Each word with its meaning.
const WORDS: [(Meaning, &str); 10] = [
    (Meaning::Source, "source start begin current now from initial before unsolved scrambled shuffled mixed"),
    (Meaning::Source, "given have input original"),
    (Meaning::Target, "target goal end final finish after to into solved finished desired wanted want then"),
    (Meaning::Target, "result output destination"),
    (Meaning::Locked, "locked"),
    (Meaning::Solution, "solution moves path answer steps"),
    (Meaning::Title, "title name"),
    (Meaning::Size, "size sizes dimensions"),
    (Meaning::Row, "row line r top bottom first second third fourth fifth last 1st 2nd 3rd 4th"),
    (Meaning::Beside, "the my i is state board position configuration grid layout matrix puzzle let const var"),
];

/// The most characters of a label.
const MAX_LABEL: usize = 64;

fn meaning(word: &str) -> Option<Meaning> {
    let is_among = |words: &str| words.split(' ').any(|it| word.eq_ignore_ascii_case(it));
    WORDS.into_iter().find(|(_, words)| is_among(words)).map(|(meaning, _)| meaning)
}

fn is_number(word: &str) -> bool {
    word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a character says nothing beside the words of a label: `**Goal**`, `my_start`, `(1)`.
fn is_beside(c: char) -> bool {
    " \t_-*#'\"`(".contains(c)
}

/// The words that begin a text, the sign that ends them, whether they are one word with a colon, and what follows that.
struct Label<'t> {
    words: Vec<&'t str>,
    sign: Option<char>,
    is_one: bool,
    rest: &'t str,
}

impl<'t> Label<'t> {
    fn of(text: &'t str) -> Option<Self> {
        let mut signs = text.char_indices().take(MAX_LABEL).filter(|(_, c)| !c.is_alphanumeric() && !is_beside(*c));
        let sign = signs.next();
        let end = sign.map(|(end, _)| end).or((text.len() < MAX_LABEL).then_some(text.len()))?;
        let words: Vec<&str> = text[..end].split(is_beside).filter(|word| !word.is_empty()).collect();
        let rest = text[end..].trim_start_matches([':', '=', ')', '.', ']']).trim_start_matches(['*', '_']);
        // An arrow follows words that name no board.
        let (is_one, sign) = (words.len() == 1 && text[end..].starts_with([':', '=']), sign.map(|(_, sign)| sign));
        (!words.is_empty() && !rest.starts_with('>')).then_some(Self { words, sign, is_one, rest })
    }

    /// Whether one of these signs ends it.
    fn ends_with(&self, signs: &str) -> bool {
        self.sign.is_some_and(|sign| signs.contains(sign))
    }
}

/// The name of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) is_source: bool,
    /// Whether it is `source` or `target` with a colon, which names boards only.
    pub(super) is_keyword: bool,
}

/// The name of a board that words are, of which the others say nothing.
fn named(label: &Label<'_>) -> Option<Name> {
    let says_nothing = |word: &&&str| is_number(word) || meaning(word) == Some(Meaning::Beside);
    let mut names = label.words.iter().filter(|word| !says_nothing(word)).map(|word| meaning(word));
    let name = names.next()??;
    let is_source = name == Meaning::Source;
    let is_name = (is_source || name == Meaning::Target) && names.all(|other| other == Some(name));
    let is_keyword = label.is_one && ["source", "target"].iter().any(|it| label.words[0].eq_ignore_ascii_case(it));
    is_name.then_some(Name { is_source, is_keyword })
}

/// The name of a board that a text is, with or without a colon: `Start:`, `**Goal state**`, `## I want`, `from`.
pub(super) fn bare_name(text: &str) -> Option<Name> {
    let is_end = |c: char| is_beside(c) || ":=)".contains(c);
    let label = Label::of(text).filter(|label| label.rest.chars().all(is_end))?;
    named(&label).filter(|_| label.sign.is_none_or(is_end))
}

/// The name that begins with a token, up to its colon, and the number of its tokens: `Goal state:`, `"target" =`.
pub(super) fn name_at(text: &str, tokens: &[Token]) -> Option<(Name, usize)> {
    let text = &text[tokens.first()?.place.start..];
    let label = Label::of(text).filter(|label| label.ends_with(":=") && !is_number(label.words[0]))?;
    let end = tokens[0].place.start + text.len() - label.rest.len();
    Some((named(&label)?, tokens.iter().take_while(|token| token.place.start < end).count()))
}

/// The name of the board in a line of a program, if it has one, and where its list begins: `startBoard = np.array([[2, 1],`.
pub(super) fn declared(line: &str) -> Option<(Option<Name>, usize)> {
    let (before, after) = line.split_once('=').filter(|(_, after)| !after.starts_with(['=', '>']))?;
    // What makes an array of a list: `np.array(`, `new int[][]`, `vec!`.
    let is_call = |c: char| c.is_alphanumeric() || " ._<>!(".contains(c);
    let board = after.trim_start_matches(is_call).trim_start_matches("[]").trim_start_matches(is_call);
    let declared = before.trim_end_matches(|c: char| "[]0123456789 ".contains(c));
    let name = declared.rsplit(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    // The first word of `startBoard`, the last one of `boardStart`, one of `my_start_board`.
    let first = &name[..name.find(char::is_uppercase).unwrap_or(name.len())];
    let last = &name[name.rfind(char::is_uppercase).unwrap_or(0)..];
    let name = name.split('_').chain([first, last]).find_map(bare_name);
    let is_plain = after.trim_start().len() == board.len() && bare_name(before).is_some();
    (board.starts_with(['[', '{']) && !is_plain).then(|| (name, line.len() - board.len()))
}

/// Where the steps begin in a line such as `Moves: left 0`, and the like.
pub(super) fn behind(wanted: Meaning, text: &str) -> Option<usize> {
    let label = Label::of(text).filter(|label| label.is_one || wanted == Meaning::Size)?;
    let end = if label.is_one { text.len() - label.rest.len() } else { place_of(text, label.words[0]).end };
    (meaning(label.words[0]) == Some(wanted)).then_some(end)
}

/// The length of the label of a row at the beginning of a line, with the blanks behind it: `Row 1:`, `2)`, `top row:`.
pub(super) fn of_row(line: &str) -> usize {
    let of_row = |word: &str| meaning(word.trim_end_matches(|c: char| c.is_ascii_digit())) == Some(Meaning::Row);
    let is_label = |label: &Label<'_>| {
        let are_words = label.words.len() < 3 && label.words.iter().all(|word| is_number(word) || of_row(word));
        are_words && label.ends_with(":).]") && label.rest.starts_with(char::is_whitespace)
    };
    let label = Label::of(line.trim_start_matches('[')).filter(is_label);
    let after = label.map_or("", |label| label.rest.trim_start());
    if after.is_empty() { 0 } else { line.len() - after.len() }
}
