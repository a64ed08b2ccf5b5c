//! Numbers in messages.

/// `one` to `four` in words, larger numbers in digits.
pub(super) fn number(count: usize) -> String {
    match ["one", "two", "three", "four"].get(count.wrapping_sub(1)) {
        Some(word) => (*word).to_owned(),
        None => count.to_string(),
    }
}

/// `1 row`, `2 rows`.
pub(super) fn counted(count: usize, noun: &str) -> String {
    if count == 1 { format!("1 {noun}") } else { format!("{count} {noun}s") }
}

/// `one tile missing`, `2 rows too many`.
pub(super) fn difference(count: usize, wanted: usize, noun: &str) -> String {
    let (by, what) = if count < wanted { (wanted - count, "missing") } else { (count - wanted, "too many") };
    if by == 1 { format!("one {noun} {what}") } else { format!("{by} {noun}s {what}") }
}
