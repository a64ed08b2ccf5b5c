//! Colours of the line being typed: the command, its flags, the letters of boards. They are computed at each
//! key, in one pass over the line.

use std::borrow::Cow;

use anstyle::{AnsiColor, Style};
use lurd_puzzle::catalog::{Catalog, is_puzzle_text};
use lurd_puzzle::puzzle::{Confidence, Plugin};
use lurd_report as report;

use lurd_toolkit::words::Word;

use crate::split::{beginning, is_own, split};

/// The maximum length of a coloured line in bytes.
pub(super) const MAX_BYTES: usize = 16 << 10;

const COMMAND: Style = AnsiColor::Green.on_default().bold();
const FLAG: Style = AnsiColor::Cyan.on_default();
const FAINT: Style = Style::new().dimmed();

pub(crate) fn line<'l>(line: &'l str, catalog: &Catalog, words: &'static [Word]) -> Cow<'l, str> {
    if line.len() > MAX_BYTES || line.trim().is_empty() {
        return Cow::Borrowed(line);
    }
    if line.trim_start().starts_with(';') {
        return Cow::Owned(paint(FAINT, line));
    }
    if is_own(line, words) {
        let start = line.len() - line.trim_start().len();
        let end = line[start..].find(char::is_whitespace).map_or(line.len(), |at| start + at);
        return Cow::Owned(paint(COMMAND, &line[..end]) + &argument(&line[end..], catalog));
    }
    let Some(parts) = split(line) else { return argument(line, catalog) };
    let mut shown = paint(COMMAND, &line[..parts.word_end]);
    let mut from = parts.word_end;
    for place in parts.flag_places {
        shown += &argument(&line[from..place.start], catalog);
        shown += &paint(FLAG, &line[place.clone()]);
        from = place.end;
    }
    shown += &argument(&line[from..], catalog);
    Cow::Owned(shown)
}

/// Colours the letters of a puzzle; other text stays as it is.
fn argument<'l>(text: &'l str, catalog: &Catalog) -> Cow<'l, str> {
    match plugin_of(text, catalog) {
        Some(plugin) => Cow::Owned(report::painted(text, plugin.cell_roles(text))),
        None => Cow::Borrowed(text),
    }
}

/// The plug-in that claims the beginning of the text.
fn plugin_of<'c>(text: &str, catalog: &'c Catalog) -> Option<&'c dyn Plugin> {
    const BEGINNING: usize = 512;
    let begins = beginning(text, BEGINNING).trim_start_matches(' ');
    let (confidence, plugin) =
        catalog.plugins().map(|plugin| (plugin.confidence(begins), plugin)).max_by_key(|it| it.0)?;
    (confidence == Confidence::Sure || (confidence == Confidence::Maybe && is_puzzle_text(text))).then_some(plugin)
}

pub(super) fn prompt(text: &str) -> String {
    paint(Style::new().bold(), text)
}

pub(super) fn hint(text: &str) -> String {
    paint(FAINT, text)
}

fn paint(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use proptest::prelude::*;

    use super::*;

    fn shown(text: &str) -> String {
        line(text, &lurd::catalog::builtin(), &[]).into_owned()
    }

    #[test]
    fn colours_change_no_letter() {
        let _ = crate::commands::commands();
        for text in [
            "solve missile/4 --time 5s",
            "  solve #####|#@$.#|#####  --json --stats",
            "verify '12/34 -> 21/34' 'left 0'",
            "#####\n#@$.#\n#####",
            "1221/3443 -> 1223/4431",
            "; a comment",
            "",
            "slove --json",
            "solve --strategy --strategy",
            "load \u{1f680}\u{e9}",
        ] {
            let coloured = shown(text);
            assert_eq!(anstream::adapter::strip_str(&coloured).to_string(), text);
        }
        assert!(shown("solve missile/4").starts_with(&paint(COMMAND, "solve")));
        assert!(shown("solve missile/4 --json").ends_with(&paint(FLAG, "--json")));
        assert!(shown("#####\n#@$.#").contains('\u{1b}'));
        assert_eq!(shown("slove missile/4"), "slove missile/4");
    }

    proptest! {
        #[test]
        fn nothing_that_is_typed_breaks_it(
            text in "( |;|solve |verify |set ){0,2}(\\PC|[-#@$.| \u{3000}]){0,20}( --\\PC{0,5}| -q){0,2}(\n[#@$. ]{0,5}){0,3}"
        ) {
            prop_assume!(!text.contains('\u{1b}'));
            prop_assert_eq!(anstream::adapter::strip_str(&shown(&text)).to_string(), text);
        }
    }

    #[test]
    fn a_board_of_50_by_50_is_coloured_at_the_speed_of_typing() {
        let inner = format!("#{}#\n", "@$. ".repeat(12));
        let board = format!("{}\n{}{}", "#".repeat(50), inner.repeat(48), "#".repeat(50));
        let catalog = lurd::catalog::builtin();
        let once = || {
            let started = Instant::now();
            assert!(line(&board, &catalog, &[]).len() > board.len());
            started.elapsed()
        };
        // The best of some: a machine under load may stall.
        let best = (0..20).map(|_| once()).min().unwrap_or_default();
        assert!(best < Duration::from_millis(5), "{best:?}");
    }
}
