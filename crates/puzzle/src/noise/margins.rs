//! What the lines of a board share before and behind its rows: quote signs of mail, line numbers, names and times of chats,
//! signs of comments, frames, commas.
//!
//! Lines with the same sign before a row are a group; numbers count as equal, if they count up. Blanks between the sign
//! and the row are taken off as far as all lines of a group have them, so that rows stay aligned.

use std::{collections::HashMap, ops::Range};

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
const NUMBERS: [&str; 16] =
    ["0", "0:", "0.", "0)", "0|", "(0)", "[0]", "0]", "L0", "L0:", "0-", "0│", "#0:", "0\u{2192}", "|0|", "0\u{2502}"];
/// Signs that may also be squares, which are margins if all rows have them.
const SQUARES: [&str; 4] = ["|", "*", "+", "."];
/// Signs of the sides of a frame, and what its upper and lower side consist of.
const SIDES: [&str; 6] = ["|", "││", "│", "┃", "║", "¦"];
const FRAME: &str = " .,'`+-=|│┃║─━═┌┐└┘├┤┏┓┗┛┣┫╔╗╚╝╠╣╭╮╰╯";
/// What may stand behind rows, if nothing else does: marks; blanks and broken lines as mail encodes them.
const MARKS: &str = "0123456789\",;'`|\\)]}│┃║>«<:";
const OF_MAIL: [&str; 2] = ["=20", "="];

/// Makes the sign of what stands before a row: its characters, where a run of digits is one `0`.
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
    let is_mark = |letter: char| !letter.is_alphanumeric();
    let mut sign = String::new();
    for letter in before.chars() {
        match letter {
            '0'..='9' if sign.ends_with('0') => {}
            '0'..='9' => sign.push('0'),
            // Rows may also have letters.
            'a'..='z' | 'A'..='Z' if before.len() == 2 && before.ends_with(is_mark) && sign.is_empty() => {
                sign.push('0')
            }
            _ => sign.push(letter),
        }
    }
    let is_comment = sign.starts_with(';') || sign.starts_with("::");
    // Squares outside the walls are part of a board, and so is a wall.
    let is_squares = !SQUARES.contains(&&*sign) && sign.bytes().all(|letter| b"#$*.@+-_|oObBpPXmM& ".contains(&letter));
    let has_wall = sign.contains('#') && !is_number(&sign);
    (!is_comment && !is_squares && !has_wall).then_some(sign)
}

fn is_number(sign: &str) -> bool {
    NUMBERS.contains(&sign)
}

fn is_quote(sign: &str) -> bool {
    sign.starts_with(QUOTES)
}

/// The length of `sign` at the beginning of `line`, with blanks before it, and the first number in it.
fn begins_with(line: &str, sign: &str) -> Option<(usize, Option<u64>)> {
    let mut rest = line.trim_start_matches([' ', '\t']);
    let mut number = None;
    for letter in sign.chars() {
        if letter == '0' {
            let is_letter = sign.len() == 2 && rest.starts_with(|letter: char| letter.is_ascii_alphabetic());
            let length = if is_letter { 1 } else { rest.bytes().take_while(u8::is_ascii_digit).count() };
            let of_letter = rest.bytes().next().filter(|_| is_letter).map(u64::from);
            number = number.or(of_letter).or_else(|| rest[..length].parse().ok());
            rest = rest.get(length..).filter(|_| length > 0)?;
        } else {
            rest = rest.strip_prefix(letter)?;
        }
    }
    // More quote signs may follow the first one.
    while is_quote(sign) && rest.trim_start_matches([' ', '\t']).starts_with(QUOTES) {
        rest = rest.trim_start_matches([' ', '\t']).trim_start_matches(QUOTES);
    }
    Some((line.len() - rest.len(), number))
}

/// A line that belongs to a group, and the length of its sign with the blanks before it.
struct Member {
    index: usize,
    length: usize,
}

struct Text<'t> {
    whole: &'t str,
    lines: Vec<Line<'t>>,
    /// The place of the row in each line.
    rows: Vec<Option<Range<usize>>>,
}

impl<'t> Text<'t> {
    fn new(whole: &'t str, row_in: &RowIn<'_>) -> Self {
        let lines: Vec<_> = lines(whole).collect();
        let rows = lines.iter().map(|line| row_in(line.text)).collect();
        Self { whole, lines, rows }
    }

    /// The sign that most rows have, if there is one.
    fn commonest_sign(&self) -> Option<String> {
        let mut counts: HashMap<String, (usize, usize)> = HashMap::new();
        for (index, row) in self.rows.iter().enumerate() {
            let Some(row) = row.as_ref().filter(|row| row.start > 0) else { continue };
            let (before, behind) = self.lines[index].text.split_at(row.start);
            // An empty place of a table is a square.
            let row = &behind[..row.len()];
            let is_place = |sign: &str| sign.chars().all(|it| ",;|\t ".contains(it) && (it == ' ' || row.contains(it)));
            if let Some(sign) = sign(before).filter(|sign| !sign.is_empty() && !is_place(sign)) {
                counts.entry(sign).or_insert((0, index)).0 += 1;
            }
        }
        let commonest = counts.into_iter().max_by_key(|(_, (count, first))| (*count, usize::MAX - first));
        // Tags are those of a page if they are closed somewhere, and names of a chat otherwise.
        let name = |sign: &str| Some(sign.rsplit_once('<')?.1.split([' ', '>']).next()?.to_owned());
        let is_tag = |sign: &str| name(sign).is_some_and(|name| self.whole.contains(&format!("</{name}>")));
        match commonest.filter(|(sign, _)| !is_tag(sign)) {
            Some((sign, (count, _))) if count >= MIN_ROWS => {
                let rows = || {
                    self.lines.iter().zip(&self.rows).filter(|(line, row)| row.is_some() && !is_side(line.text, true))
                };
                let is_margin = |(line, _): (&Line<'_>, _)| begins_with(line.text, &sign).is_some();
                // The first row of a string may stand behind its quotation marks.
                (!SQUARES.contains(&&*sign) || rows().skip(1).all(is_margin)).then_some(sign.clone())
            }
            // Without rows, only a text that is quoted as a whole is known to be one.
            _ if self.rows.iter().all(Option::is_none) && self.is_quoted_whole() => Some(QUOTES[0].to_string()),
            _ => None,
        }
    }

    fn is_quoted_whole(&self) -> bool {
        let mut filled = self.lines.iter().filter(|line| !line.is_blank());
        self.lines.len() > 1 && filled.all(|line| line.text.trim_start().starts_with(QUOTES[0]))
    }

    /// The groups of lines with `sign`: of a number, those that count up by one.
    fn groups(&self, sign: &str) -> Vec<Vec<Member>> {
        let (counts, is_quote) = (is_number(sign), is_quote(sign));
        let (mut groups, mut last) = (vec![Vec::new()], None);
        for (index, line) in self.lines.iter().enumerate() {
            let begin = begins_with(line.text, sign);
            let follows = match begin {
                Some((_, number)) => {
                    !counts || last.zip(number).is_some_and(|(last, number): (u64, u64)| number.abs_diff(last) == 1)
                }
                // Programs that number lines may leave out blank ones.
                None => counts && line.is_blank(),
            };
            if !follows {
                groups.push(Vec::new());
            }
            if let (Some((length, number)), Some(group)) = (begin, groups.last_mut()) {
                last = number;
                group.push(Member { index, length });
            }
        }
        let is_whole = is_quote && self.is_quoted_whole();
        groups.retain(|group| {
            let rows = group.iter().filter(|member| self.rows[member.index].is_some()).count();
            !group.is_empty() && (is_whole || rows >= MIN_ROWS || (is_quote && rows >= 1))
        });
        groups
    }

    /// The number of bytes to take off each line of a group.
    fn cuts(&self, group: &[Member]) -> Vec<usize> {
        let rest = |member: &Member| &self.lines[member.index].text[member.length..];
        let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        let filled = || group.iter().filter(|member| self.rows[member.index].is_some());
        // A tab behind a number is the separator as a whole.
        let has_tabs = filled().all(|member| rest(member).starts_with('\t'));
        let width = if has_tabs { 1 } else { filled().map(|member| blanks(rest(member))).min().unwrap_or(0) };
        // Numbers of different length may be padded to a column.
        let column = filled().map(|member| member.length + blanks(rest(member))).min().unwrap_or(0);
        let starting = |cut: &dyn Fn(&Member) -> usize| {
            let begins = |member: &&Member| {
                let rest = self.lines[member.index].text.get(cut(member)..);
                rest.is_some_and(|rest| rest.starts_with(|it: char| !it.is_whitespace()))
            };
            group.iter().filter(begins).count()
        };
        let is_padded = group.iter().all(|member| member.length <= column);
        if is_padded && starting(&|_| column) > starting(&|member| member.length + width.min(blanks(rest(member)))) {
            return vec![column; group.len()];
        }
        group.iter().map(|member| member.length + width.min(blanks(rest(member)))).collect()
    }

    /// The text with these parts of its lines.
    fn rewritten(&self, parts: Vec<Range<usize>>) -> Rewriter<'_> {
        let mut rewriter = Rewriter::new(self.whole);
        for (line, part) in self.lines.iter().zip(parts) {
            rewriter.copy(part);
            rewriter.copy(line.end..line.next);
        }
        rewriter
    }
}

/// Whether a line begins with a quote sign, or with a number and more behind it.
pub(super) fn may_be_evident(text: &str) -> bool {
    lines(text).any(|line| {
        let line = line.text.trim_start_matches([' ', '\t', '[', '(', 'L', '#', '|']);
        let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
        line.starts_with(QUOTES) || line.starts_with("* #") || (rest.len() < line.len() && rest.len() > 2)
    })
}

fn is_tail(after: &str) -> bool {
    let after = after.trim();
    let is_tag = after.starts_with("</") && after.ends_with('>') && after.len() <= MAX_SIGN;
    let is_mark = |letter: char| MARKS.contains(letter);
    is_tag || OF_MAIL.contains(&after) || (!after.is_empty() && after.len() <= 8 && after.chars().all(is_mark))
}

/// Whether a line is the upper or the lower side of a frame, or counts the columns.
fn is_side(line: &str, is_numbered: bool) -> bool {
    let mut letters = line.chars().filter(|letter| *letter != ' ').peekable();
    let are_digits = || line.chars().all(|digit| digit == ' ' || digit.is_ascii_digit());
    let are_letters =
        || line.trim().as_bytes().windows(2).all(|pair| pair[1] == pair[0] + 1 || pair[1] == b' ' || pair[0] == b' ');
    letters.peek().is_some()
        && line.trim().len() > 1
        && (letters.all(|letter| FRAME.contains(letter)) || (is_numbered && (are_digits() || are_letters())))
}

/// Takes off quote signs, and what has numbers in it: line numbers, times of chats. They are around strings.
pub(super) fn before_lines(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    without_sign(text, row_in, |sign| is_quote(sign) || sign.contains('0'))
}

/// Takes off what stands before rows: a sign that lines share, and the sides of a frame above and below them.
pub(super) fn before_rows(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    without_sign(text, row_in, |_| true)
}

fn without_sign(text: &str, row_in: &RowIn<'_>, is_meant: fn(&str) -> bool) -> Option<Rewritten> {
    let text = Text::new(text, row_in);
    let sign = text.commonest_sign().filter(|sign| is_meant(sign))?;
    let (is_numbered, is_framed) = (is_number(&sign), SIDES.contains(&&*sign));
    let mut parts: Vec<Range<usize>> = text.lines.iter().map(|line| line.start..line.end).collect();
    let mut first_sign = None;
    for group in text.groups(&sign) {
        for (member, cut) in group.iter().zip(text.cuts(&group)) {
            let line = &text.lines[member.index];
            let is_end = |at: &usize| line.text.is_char_boundary(*at);
            parts[member.index].start += (0..=cut.min(line.text.len())).rev().find(is_end).unwrap_or(0);
            first_sign.get_or_insert_with(|| line.text[..member.length].trim());
        }
        // Numbers of columns may take two lines.
        let (first, last) = (group[0].index, group[group.len() - 1].index + 1);
        let sides = (first.saturating_sub(2)..first).chain(last..text.lines.len().min(last + 2));
        for side in sides.filter(|&side| (is_numbered || is_framed) && is_side(text.lines[side].text, is_numbered)) {
            parts[side].end = parts[side].start;
        }
    }
    let note = match first_sign? {
        _ if is_quote(&sign) => "quote signs before lines are taken off".to_owned(),
        _ if is_numbered => "line numbers are taken off".to_owned(),
        first => format!("'{first}'{} before rows is taken off", if sign.contains('0') { " and the like" } else { "" }),
    };
    text.rewritten(parts).finish(note, is_quote(&sign) || is_numbered || SQUARES.contains(&&*sign))
}

/// Takes off what stands behind most rows.
pub(super) fn behind_rows(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let text = Text::new(text, row_in);
    let end = |(line, row): (&Line<'_>, &Option<Range<usize>>)| {
        let end = row.as_ref()?.end;
        is_tail(&line.text[end..]).then_some(line.start + end)
    };
    let ends: Vec<_> = text.lines.iter().zip(&text.rows).map(end).collect();
    let (with, all) = (ends.iter().flatten().count(), text.rows.iter().flatten().count());
    if with < MIN_ROWS || 2 * with <= all {
        return None;
    }
    let parts = text.lines.iter().zip(ends).map(|(line, end)| line.start..end.unwrap_or(line.end)).collect();
    text.rewritten(parts).finish("what stands behind rows is taken off", false)
}
