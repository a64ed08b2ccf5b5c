//! Suggestions for misspelled words.

use strsim::damerau_levenshtein;

/// The maximum length of a word that is compared, in bytes.
const MAX_LENGTH: usize = 200;

/// The candidate that `word` is probably a misspelling of; `None` if none is close enough.
#[must_use]
pub fn nearest<'c>(word: &str, candidates: &'c [impl AsRef<str>]) -> Option<&'c str> {
    // The time is proportional to the product of the lengths.
    if word.trim().is_empty() || word.len() > MAX_LENGTH {
        return None;
    }
    // A word of which each letter is another one is none.
    let letters = word.chars().count();
    let allowed = (letters / 3).clamp(1, 3).min(letters - 1);
    let distance = |candidate: &&str| damerau_levenshtein(&word.to_lowercase(), &candidate.to_lowercase());
    let may_be_near = |candidate: &&str| candidate.chars().count().abs_diff(letters) <= allowed;
    let candidates = candidates.iter().map(AsRef::as_ref).filter(may_be_near);
    candidates.min_by_key(distance).filter(|nearest| distance(nearest) <= allowed)
}

/// `did you mean 'solve'?`
pub(super) fn suggestion(word: &str, candidates: &[impl AsRef<str>]) -> Option<String> {
    nearest(word, candidates).map(|near| format!("did you mean '{near}'?"))
}

/// `; did you mean 'solve'?`, or an empty text.
#[must_use]
pub fn did_you_mean(word: &str, candidates: &[&str]) -> String {
    suggestion(word, candidates).map_or_else(String::new, |suggestion| format!("; {suggestion}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_was_meant_and_nothing_far_off() {
        let words = ["solve", "show", "set"];
        assert_eq!(nearest("slove", &words), Some("solve"));
        assert_eq!(nearest("SHOW", &words), Some("show"));
        assert_eq!(nearest("quit", &words), None);
        assert_eq!((nearest("4", &["c", "d1"]), nearest("C", &["c"])), (None, Some("c")));
        assert_eq!(did_you_mean("slove", &words), "; did you mean 'solve'?");
        assert_eq!(did_you_mean(&"x".repeat(1_000_000), &words), "");
    }
}
