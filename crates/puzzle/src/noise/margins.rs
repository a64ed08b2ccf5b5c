//! What the lines of a board share before and behind its rows: quote signs of mail, line numbers, names and times of chats,
//! signs of comments, frames, commas.
//!
//! Lines with the same sign before a row are a group; numbers count as equal, if they count up. Blanks between the sign
//! and the row are taken off as far as all lines of a group have them, so that rows stay aligned.

use std::{cmp::Reverse, collections::HashMap, ops::Range};

use super::{
    RowIn,
    rewriter::{Rewriter, Rewritten},
};
use crate::lines::{Line, lines};

/// The minimum number of rows of a group.
const MIN_ROWS: usize = 2;
/// The maximum length of a sign, in bytes.
const MAX_SIGN: usize = 60;
/// The signs of quoted text.
const QUOTES: [char; 3] = ['>', '»', '›'];
/// Signs that number lines: a run of digits is one `0`.
const NUMBERS: [&str; 15] =
    ["0", "0:", "0.", "0)", "0|", "(0)", "[0]", "0]", "L0", "L0:", "0-", "0│", "#0:", "0\u{2192}", "|0|"];
/// Signs that may also be squares, which are margins if all rows have them.
const SQUARES: [&str; 4] = ["|", "*", "+", "."];
/// Signs of the sides of a frame, and what its upper and lower side consist of.
const SIDES: [&str; 6] = ["|", "││", "│", "┃", "║", "¦"];
const FRAME: &str = " .,'`+-=|│┃║─━═┌┐└┘├┤┏┓┗┛┣┫╔╗╚╝╠╣╭╮╰╯";
/// What may stand behind rows, if nothing else does: marks; blanks and broken lines as mail encodes them.
const MARKS: &str = "0123456789\",;'`|\\)]}│┃║>«<:";
const OF_MAIL: [&str; 2] = ["=20", "="];
const BLANKS: [char; 2] = [' ', '\t'];

/// Makes the sign of what stands before a row: its characters without blanks, where digits in succession are one `0`.
fn sign(before: &str) -> Option<String> {
    // Quotation marks and backslashes are those of strings.
    let before = before.trim().trim_end_matches(['"', '\'', '`', '\\']).trim_end();
    // Quote signs are outside of everything else.
    if let Some(quote) = before.chars().next().filter(|letter| QUOTES.contains(letter)) {
        return Some(quote.to_string());
    }
    if before.len() > MAX_SIGN {
        return None;
    }
    // Rows may also have letters.
    let is_letter = before.len() == 2 && before.ends_with(|letter: char| !letter.is_alphanumeric());
    let mut sign = String::new();
    for word in before.split(BLANKS) {
        let mut after_digit = false;
        for letter in word.chars() {
            let is_number = letter.is_ascii_digit() || (is_letter && sign.is_empty() && letter.is_ascii_alphabetic());
            if !(std::mem::replace(&mut after_digit, is_number) && is_number) {
                sign.push(if is_number { '0' } else { letter });
            }
        }
    }
    let is_comment = sign.starts_with(';') || sign.starts_with("::");
    // Squares outside the walls are part of a board, and so is a wall.
    let is_squares = !SQUARES.contains(&&*sign) && sign.bytes().all(|letter| b"#$*.@+-_|oObBpPXmM& ".contains(&letter));
    let has_wall = sign.contains('#') && !NUMBERS.contains(&&*sign);
    (!is_comment && !is_squares && !has_wall).then_some(sign)
}

/// The length of `sign` at the beginning of `line`, with blanks before it, and the first number in it.
fn begins_with(line: &str, sign: &str) -> Option<(usize, Option<u64>)> {
    let (mut rest, mut number) = (line, None);
    for letter in sign.chars() {
        rest = rest.trim_start_matches(BLANKS);
        if letter != '0' {
            rest = rest.strip_prefix(letter)?;
            continue;
        }
        let is_letter = sign.len() == 2 && rest.starts_with(|letter: char| letter.is_ascii_alphabetic());
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (written, after) = rest.split_at(if is_letter { 1 } else { digits });
        number = number.or_else(|| u64::from_str_radix(written, if is_letter { 36 } else { 10 }).ok());
        rest = Some(after).filter(|_| !written.is_empty())?;
    }
    // More quote signs may follow the first one.
    while sign.starts_with(QUOTES) && rest.trim_start_matches(BLANKS).starts_with(QUOTES) {
        rest = rest.trim_start_matches(BLANKS).trim_start_matches(QUOTES);
    }
    Some((line.len() - rest.len(), number))
}

/// A line with the place of the row in it.
struct RowLine<'t> {
    index: usize,
    line: Line<'t>,
    row: Option<Range<usize>>,
}

/// The sign that most rows of a text have, if there is one.
fn commonest_sign(text: &str, lines: &[RowLine<'_>]) -> Option<String> {
    let mut counts: HashMap<String, (usize, Reverse<usize>)> = HashMap::new();
    for line in lines {
        let Some(row) = line.row.clone() else { continue };
        let (before, row) = (&line.line.text[..row.start], &line.line.text[row]);
        // An empty place of a table is a square.
        let is_place = |sign: &str| sign.chars().all(|it| ",;|\t ".contains(it) && (it == ' ' || row.contains(it)));
        if let Some(sign) = sign(before).filter(|sign| !is_place(sign)) {
            counts.entry(sign).or_insert((0, Reverse(line.index))).0 += 1;
        }
    }
    // Tags are those of a page if they are closed somewhere, and names of a chat otherwise.
    let name = |sign: &str| Some(sign.rsplit_once('<')?.1.split([' ', '>']).next()?.to_owned());
    let is_tag = |sign: &str| name(sign).is_some_and(|name| text.contains(&format!("</{name}>")));
    let commonest = counts.into_iter().max_by_key(|(_, count)| *count);
    let Some((sign, _)) = commonest.filter(|(sign, (count, _))| *count >= MIN_ROWS && !is_tag(sign)) else {
        // With fewer rows, only a text that is quoted as a whole is known to be one.
        let is_quoted = |it: &RowLine<'_>| it.line.text.trim_start().starts_with(QUOTES[0]);
        let are_quoted = lines.iter().all(|line| line.line.is_blank() || is_quoted(line));
        return are_quoted.then(|| QUOTES[0].to_string());
    };
    // The first row of a string may stand behind its quotation marks.
    let mut others = lines.iter().filter(|it| it.row.is_some() && !is_side(it.line.text, true)).skip(1);
    let is_margin = !SQUARES.contains(&&*sign) || others.all(|it| begins_with(it.line.text, &sign).is_some());
    is_margin.then_some(sign)
}

/// A line with a sign.
#[derive(Clone)]
struct Signed<'l> {
    line: &'l RowLine<'l>,
    /// The length of the sign with the blanks before it, and with those behind it.
    length: usize,
    to_text: usize,
    /// The first number in the sign.
    number: Option<u64>,
}

/// The groups of lines with `sign` that follow each other: of a number, those that count up by one.
fn groups<'l>(lines: &'l [RowLine<'l>], sign: &str) -> Vec<Vec<Signed<'l>>> {
    let signed = |line: &'l RowLine<'l>| {
        let (length, number) = begins_with(line.line.text, sign)?;
        let text = line.line.text[length..].trim_start_matches(BLANKS);
        Some(Signed { line, length, to_text: line.line.text.len() - text.len(), number })
    };
    let all: Vec<_> = lines.iter().filter_map(signed).collect();
    let follows = |one: &Signed<'_>, next: &Signed<'_>| {
        let between = &lines[one.line.index + 1..next.line.index];
        if !NUMBERS.contains(&sign) {
            return between.is_empty();
        }
        let is_next = one.number.zip(next.number).is_some_and(|(one, next)| next.abs_diff(one) == 1);
        // Programs that number lines may leave out blank ones.
        is_next && between.iter().all(|line| line.line.is_blank())
    };
    let rows = |group: &[Signed<'_>]| group.iter().filter(|it| it.line.row.is_some()).count();
    let is_meant = |group: &&[Signed<'_>]| sign.starts_with(QUOTES) || rows(group) >= MIN_ROWS;
    all.chunk_by(follows).filter(is_meant).map(<[_]>::to_vec).collect()
}

/// The number of bytes to take off each line of a group.
fn cuts(group: &[Signed<'_>]) -> Vec<usize> {
    let rows = || group.iter().filter(|it| it.line.row.is_some());
    // Quoted text without rows has one blank behind each sign.
    let width = rows().map(|it| it.to_text - it.length).min().unwrap_or(1);
    // Numbers of different length may be padded to a column.
    let column = rows().map(|it| it.to_text).min().unwrap_or(0);
    let in_column = group.iter().filter(|it| it.to_text == column).count();
    let behind_width = group.iter().filter(|it| it.to_text <= it.length + width).count();
    let is_padded = in_column > behind_width && group.iter().all(|it| it.length <= column);
    group.iter().map(|it| it.to_text.min(if is_padded { column } else { it.length + width })).collect()
}

/// Whether a line begins with a quote sign, or with a number and more behind it.
pub(super) fn may_be_evident(text: &str) -> bool {
    lines(text).any(|line| {
        // `* #` may be a box in a row, too, but not at its beginning.
        let is_item = line.text.trim_start().starts_with("* #");
        let line = line.text.trim_start_matches([' ', '\t', '[', '(', 'L', '#', '|']);
        let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
        is_item || line.starts_with(QUOTES) || (rest.len() < line.len() && rest.len() > 2)
    })
}

/// Whether a line is the upper or the lower side of a frame, or counts the columns.
fn is_side(line: &str, is_numbered: bool) -> bool {
    let line = line.trim();
    let is_step = |pair: &[u8]| pair.contains(&b' ') || pair[1] == pair[0] + 1;
    let are_digits = line.bytes().all(|digit| digit == b' ' || digit.is_ascii_digit());
    let is_ruler = is_numbered && (are_digits || line.as_bytes().windows(2).all(is_step));
    line.len() > 1 && (is_ruler || line.chars().all(|letter| FRAME.contains(letter)))
}

/// Takes off what stands before rows: a sign that lines share, and the sides of a frame above and below them. With
/// `around_strings` this is only what may stand before a string, too: quote signs, and what has numbers in it, as line numbers
/// and times of chats.
pub(super) fn before_rows<'t>(text: &'t str, row_in: &RowIn<'_>, around_strings: bool) -> Option<Rewritten> {
    let row_line = |(index, line): (usize, Line<'t>)| RowLine { index, line, row: row_in(line.text) };
    let lines: Vec<_> = lines(text).enumerate().map(row_line).collect();
    let is_meant = |sign: &String| !around_strings || sign.starts_with(QUOTES) || sign.contains('0');
    let sign = commonest_sign(text, &lines).filter(is_meant)?;
    let (is_numbered, is_framed) = (NUMBERS.contains(&&*sign), SIDES.contains(&&*sign));
    let groups = groups(&lines, &sign);
    // How much is taken off each line.
    let mut margins = vec![0; lines.len()];
    for group in &groups {
        for (Signed { line, .. }, cut) in group.iter().zip(cuts(group)) {
            margins[line.index] = cut;
        }
        // Numbers of columns may take two lines.
        let (first, last) = (group[0].line.index, group[group.len() - 1].line.index + 1);
        let sides = (first.saturating_sub(2)..first).chain(last..lines.len().min(last + 2));
        for side in sides.filter(|&side| (is_numbered || is_framed) && is_side(lines[side].line.text, is_numbered)) {
            margins[side] = lines[side].line.text.len();
        }
    }
    let first = groups.first()?.first()?;
    let note = match first.line.line.text[..first.length].trim() {
        _ if sign.starts_with(QUOTES) => "quote signs before lines are taken off".to_owned(),
        _ if is_numbered => "line numbers are taken off".to_owned(),
        first => format!("'{first}'{} before rows is taken off", if sign.contains('0') { " and the like" } else { "" }),
    };
    let is_evident = sign.starts_with(QUOTES) || is_numbered || SQUARES.contains(&&*sign);
    let cut = |(RowLine { line, .. }, cut): (&RowLine<'_>, usize)| (line.start..line.start + cut, "");
    Rewriter::with(text, lines.iter().zip(margins).map(cut)).finish(note, is_evident)
}

/// Takes off what stands behind most rows.
pub(super) fn behind_rows(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let is_mark = |letter: char| MARKS.contains(letter);
    let is_tail = |tail: &str| {
        let is_tag = tail.starts_with("</") && tail.ends_with('>') && tail.len() <= MAX_SIGN;
        is_tag || OF_MAIL.contains(&tail) || (!tail.is_empty() && tail.len() <= 8 && tail.chars().all(is_mark))
    };
    let rows = lines(text).filter_map(|line| Some(line.start + row_in(line.text)?.end..line.end));
    let (tails, bare): (Vec<_>, Vec<_>) = rows.partition(|tail| is_tail(text[tail.clone()].trim()));
    if tails.len() < MIN_ROWS || tails.len() <= bare.len() {
        return None;
    }
    let tails = tails.into_iter().map(|tail| (tail, ""));
    Rewriter::with(text, tails).finish("what stands behind rows is taken off", false)
}
