//! What stands before and behind rows: quote signs of mail, line numbers, names and times of chats, signs of comments,
//! frames, commas.
//!
//! Lines with the same sign before a row are a group; numbers count as equal, if they count up. Blanks between the sign
//! and the row are taken off as far as all lines of a group have them, so that rows stay aligned.

use std::{collections::HashMap, ops::Range};

use super::{
    RowIn,
    rewriter::{Rewriter, Rewritten, lines},
};

/// The minimum number of lines of a group, and of rows in it.
const MIN_LINES: usize = 3;
const MIN_ROWS: usize = 2;
/// The maximum length of a sign, in bytes.
const MAX_SIGN: usize = 60;

/// What stands before a row: its characters, where a run of digits is one `0`.
type Sign = String;

/// Makes the sign of what stands before a row.
fn sign(before: &str) -> Option<Sign> {
    let before = before.trim();
    // Quote signs are outside of everything else.
    if let Some(quote) = before.chars().next().filter(|letter| matches!(letter, '>' | '»' | '›')) {
        return Some(quote.to_string());
    }
    if before.len() > MAX_SIGN {
        return None;
    }
    let mut sign = String::new();
    for letter in before.chars() {
        match letter {
            '0'..='9' if sign.ends_with('0') => {}
            '0'..='9' => sign.push('0'),
            _ => sign.push(letter),
        }
    }
    let is_comment = sign.starts_with(';') || sign.starts_with("::");
    // Squares outside the walls are part of a board.
    let is_squares = sign != "+" && sign.bytes().all(|letter| b"#$*.@+-_|oObBpPXmM& ".contains(&letter));
    // With a wall in it, it is a part of the row.
    let has_wall = sign.contains('#') && !is_number(&sign);
    (!is_comment && !is_squares && !has_wall).then_some(sign)
}

/// The length of `sign` at the beginning of `line`, with blanks before it, and the first number in it.
fn begins_with(line: &str, sign: &str) -> Option<(usize, Option<u64>)> {
    let mut rest = line.trim_start_matches([' ', '\t']);
    let mut number = None;
    for letter in sign.chars() {
        if letter == '0' {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                return None;
            }
            number = number.or_else(|| rest[..digits].parse().ok());
            rest = &rest[digits..];
        } else {
            rest = rest.strip_prefix(letter)?;
        }
    }
    Some((line.len() - rest.len(), number))
}

fn is_quote(sign: &str) -> bool {
    sign.chars().all(|letter| matches!(letter, '>' | '»' | '›' | ' '))
}

/// Whether a sign is a number, perhaps with a mark behind it.
fn is_number(sign: &str) -> bool {
    matches!(
        sign,
        "0" | "0:" | "0." | "0)" | "0|" | "(0)" | "[0]" | "0]" | "L0" | "L0:" | "0-" | "0│" | "#0:" | "0\u{2192}"
    )
}

/// A line that belongs to a group.
struct Member {
    index: usize,
    /// The length of the sign, with blanks before it.
    length: usize,
}

struct Text<'t> {
    whole: &'t str,
    lines: Vec<(Range<usize>, Range<usize>)>,
    /// The place of the row in each line.
    rows: Vec<Option<Range<usize>>>,
}

impl Text<'_> {
    fn line(&self, index: usize) -> &str {
        &self.whole[self.lines[index].0.clone()]
    }

    fn is_blank(&self, index: usize) -> bool {
        self.line(index).trim().is_empty()
    }

    /// The sign that most rows have, if there is one.
    fn commonest_sign(&self) -> Option<Sign> {
        let mut counts: HashMap<Sign, (usize, usize)> = HashMap::new();
        for (index, row) in self.rows.iter().enumerate() {
            let Some(row) = row.as_ref().filter(|row| row.start > 0) else { continue };
            let (before, behind) = self.line(index).split_at(row.start);
            // An empty place of a table is a square.
            let is_place =
                |sign: &str| sign.chars().all(|it| ",;|\t ".contains(it) && (it == ' ' || behind.contains(it)));
            if let Some(sign) = sign(before).filter(|sign| !sign.is_empty() && !is_place(sign)) {
                counts.entry(sign).or_insert((0, index)).0 += 1;
            }
        }
        let rows = self.rows.iter().flatten().count();
        let commonest = counts.into_iter().max_by_key(|(_, (count, first))| (*count, usize::MAX - first));
        match commonest {
            Some((sign, (count, _))) if count >= MIN_ROWS => Some(sign),
            // Without rows, only a text that is quoted as a whole is known to be one.
            _ if rows == 0 && self.is_quoted_whole() => Some(">".to_owned()),
            _ => None,
        }
    }

    fn is_quoted_whole(&self) -> bool {
        let mut filled = (0..self.lines.len()).filter(|&index| !self.is_blank(index));
        self.lines.len() > 1 && filled.all(|index| self.line(index).trim_start().starts_with('>'))
    }

    /// The groups of lines with `sign`: of a number, those that count up by one.
    fn groups(&self, sign: &str) -> Vec<Vec<Member>> {
        let counts = sign.contains('0') && is_number(sign);
        let (mut groups, mut group) = (Vec::new(), Vec::<Member>::new());
        let mut last = None;
        for index in 0..self.lines.len() {
            match begins_with(self.line(index), sign) {
                Some((length, number)) => {
                    let follows = !counts || last.zip(number).is_some_and(|(last, number)| number == last + 1);
                    if !follows && !group.is_empty() {
                        groups.push(std::mem::take(&mut group));
                    }
                    last = number;
                    group.push(Member { index, length });
                }
                // Programs that number lines may leave out blank ones.
                None if counts && self.is_blank(index) => {}
                None => {
                    if !group.is_empty() {
                        groups.push(std::mem::take(&mut group));
                    }
                    last = None;
                }
            }
        }
        groups.push(group);
        let is_quote = is_quote(sign);
        let is_whole = is_quote && self.is_quoted_whole();
        groups.retain(|group| {
            let rows = group.iter().filter(|member| self.rows[member.index].is_some()).count();
            is_whole || (group.len() >= MIN_LINES && rows >= MIN_ROWS) || (is_quote && rows >= 1)
        });
        groups
    }

    /// The number of bytes to take off each line of a group.
    fn cuts(&self, sign: &str, group: &[Member]) -> Vec<usize> {
        // More quote signs may follow the first one.
        let quoted = |member: &Member| {
            let line = self.line(member.index);
            if !is_quote(sign) {
                return member.length;
            }
            let mut length = member.length;
            while let Some(next) = line[length..].trim_start_matches([' ', '\t']).strip_prefix(['>', '»', '›']) {
                length = line.len() - next.len();
            }
            length
        };
        let ends: Vec<usize> = group.iter().map(quoted).collect();
        let filled =
            || group.iter().zip(&ends).filter(|(member, end)| !self.line(member.index)[**end..].trim().is_empty());
        let blanks = |(member, end): (&Member, &usize)| {
            let rest = &self.line(member.index)[*end..];
            rest.len() - rest.trim_start_matches([' ', '\t']).len()
        };
        // A tab behind a number is the separator as a whole.
        let has_tabs = filled().all(|(member, end)| self.line(member.index)[*end..].starts_with('\t'));
        let width = if has_tabs { 1 } else { filled().map(blanks).min().unwrap_or(0) };
        let behind: Vec<usize> = ends.iter().map(|end| end + width).collect();
        // Numbers of different length may be padded to a column.
        let column = filled().map(|(member, end)| end + blanks((member, end))).min().unwrap_or(0);
        let is_padded = ends.iter().all(|&end| end <= column);
        let starting = |cut: &dyn Fn(usize) -> usize| {
            let members = group.iter().enumerate();
            members
                .filter(|(at, member)| {
                    self.line(member.index)
                        .get(cut(*at)..)
                        .is_some_and(|rest| rest.starts_with(|it: char| !it.is_whitespace()))
                })
                .count()
        };
        if is_padded && starting(&|_| column) > starting(&|at| behind[at]) {
            return vec![column; group.len()];
        }
        behind
    }
}

/// Whether a line begins with a quote sign, or with a number and more behind it.
pub(super) fn may_be_evident(text: &str) -> bool {
    lines(text).any(|(line, _)| {
        let line = text[line].trim_start_matches([' ', '\t', '[', '(', 'L', '#']);
        let rest = line.trim_start_matches(|letter: char| letter.is_ascii_digit());
        line.starts_with(['>', '»', '›']) || (rest.len() < line.len() && rest.len() > 2)
    })
}

/// What may stand behind rows, if nothing else does.
fn is_tail(after: &str) -> bool {
    let after = after.trim();
    let is_tag = after.starts_with("</") && after.ends_with('>') && after.len() <= MAX_SIGN;
    // Mail encodes blanks at the end of a line, and breaks long ones.
    let is_mail = matches!(after, "=20" | "=");
    let is_mark = |letter: char| "\",;'`|\\)]}│┃║>«<:".contains(letter);
    is_tag || is_mail || (!after.is_empty() && after.len() <= 8 && after.chars().all(is_mark))
}

/// Takes off what stands before and behind rows.
pub(super) fn around_rows(text: &str, row_in: &RowIn<'_>) -> Option<Rewritten> {
    let lines: Vec<_> = lines(text).collect();
    let rows = lines.iter().map(|(line, _)| row_in(&text[line.clone()])).collect();
    let text = Text { whole: text, lines, rows };
    let sign = text.commonest_sign();
    let mut starts: Vec<usize> = vec![0; text.lines.len()];
    let mut first_sign = None;
    if let Some(sign) = &sign {
        for group in text.groups(sign) {
            for (member, cut) in group.iter().zip(text.cuts(sign, &group)) {
                let line = text.line(member.index);
                starts[member.index] =
                    (0..=cut.min(line.len())).rev().find(|&at| line.is_char_boundary(at)).unwrap_or(0);
                first_sign.get_or_insert_with(|| line[..member.length].trim());
            }
        }
    }
    let tails = text.tails();
    if first_sign.is_none() && !tails.iter().any(Option::is_some) {
        return None;
    }
    let mut rewriter = Rewriter::new(text.whole);
    for (index, (line, whole)) in text.lines.iter().enumerate() {
        let end = tails[index].map_or(line.end, |tail| line.start + tail);
        let start = (line.start + starts[index]).min(end);
        rewriter.copy(start..end);
        rewriter.copy(line.end..whole.end);
    }
    let sign = sign.filter(|_| first_sign.is_some());
    let note = match &sign {
        None => "what stands behind rows is taken off".to_owned(),
        Some(sign) if is_quote(sign) => "quote signs before lines are taken off".to_owned(),
        Some(sign) if is_number(sign) => "line numbers are taken off".to_owned(),
        Some(sign) => {
            let like = if sign.contains('0') { " and the like" } else { "" };
            format!("'{}'{like} before rows is taken off", first_sign.unwrap_or_default())
        }
    };
    rewriter.finish(note, sign.is_some_and(|sign| is_quote(&sign) || is_number(&sign)))
}

impl Text<'_> {
    /// Where the row of each line ends, if other signs stand behind most rows.
    fn tails(&self) -> Vec<Option<usize>> {
        let tail = |index: usize| {
            let row = self.rows[index].as_ref()?;
            is_tail(&self.line(index)[row.end..]).then_some(row.end)
        };
        let tails: Vec<_> = (0..self.lines.len()).map(tail).collect();
        let (with, all) = (tails.iter().flatten().count(), self.rows.iter().flatten().count());
        if with >= MIN_ROWS && 2 * with > all { tails } else { vec![None; tails.len()] }
    }
}
