//! The flag `--color`, which is applied before anything else is parsed.

use std::ffi::OsString;

use anstream::ColorChoice;

/// Removes `--color WHEN` from the arguments of the shell, wherever it stands, and applies it. Invalid values
/// stay, so that the parser reports them.
pub(crate) fn colour(words: Vec<OsString>) -> Vec<OsString> {
    let choice = |word: &str| match word {
        "auto" => Some(ColorChoice::Auto),
        "always" => Some(ColorChoice::Always),
        "never" => Some(ColorChoice::Never),
        _ => None,
    };
    let mut others = Vec::with_capacity(words.len());
    let mut words = words.into_iter().peekable();
    while let Some(word) = words.next() {
        let text = word.to_str().unwrap_or_default();
        let value = match text.strip_prefix("--color") {
            Some("") => words.peek().and_then(|next| next.to_str()).and_then(choice),
            Some(rest) => rest.strip_prefix('=').and_then(choice),
            None => None,
        };
        let Some(value) = value else {
            let is_last = text == "--";
            others.push(word);
            if is_last {
                break;
            }
            continue;
        };
        if text == "--color" {
            words.next();
        }
        value.write_global();
    }
    others.extend(words);
    others
}
