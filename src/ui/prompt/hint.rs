//! A hint behind the cursor: the rest of the newest line of the history that begins so, or the arguments of
//! the command.

use rustyline::history::{History, SearchDirection};

use lurd_toolkit::commands::{Command, command};

pub(super) struct Hint {
    shown: String,
    /// Whether the right arrow inserts it.
    is_text: bool,
}

impl rustyline::hint::Hint for Hint {
    fn display(&self) -> &str {
        &self.shown
    }

    fn completion(&self) -> Option<&str> {
        self.is_text.then_some(&self.shown)
    }
}

pub(super) fn hint(line: &str, history: &dyn History) -> Option<Hint> {
    // Boards and long lines get no hints.
    const MAX_BYTES: usize = 200;
    if line.trim().is_empty() || line.len() > MAX_BYTES || line.contains('\n') {
        return None;
    }
    before(line, history).or_else(|| usage(line))
}

fn before(line: &str, history: &dyn History) -> Option<Hint> {
    let newest = history.len().checked_sub(1)?;
    let found = history.starts_with(line, newest, SearchDirection::Reverse).ok()??;
    let rest = found.entry.get(line.len()..)?;
    (!rest.is_empty() && !rest.contains('\n')).then(|| Hint { shown: rest.to_owned(), is_text: true })
}

/// The arguments of a command, once its name is complete.
fn usage(line: &str) -> Option<Hint> {
    let Command { arguments, flags, .. } = command(line.strip_suffix(' ')?)?;
    let flags = if flags.is_empty() { "" } else { "[FLAGS]" };
    let shown = [*arguments, flags].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    (!shown.is_empty()).then_some(Hint { shown, is_text: false })
}

#[cfg(test)]
mod tests {
    use rustyline::history::MemHistory;

    use super::*;

    #[test]
    fn the_newest_line_comes_first_then_the_usage() {
        let mut history = MemHistory::new();
        for line in ["solve missile/1", "solve missile/2 --json", "solve #####\n#@$.#"] {
            history.add(line).expect("kept");
        }
        let shown = |line: &str| hint(line, &history).map(|hint| (hint.shown, hint.is_text));
        assert_eq!(shown("solve missile/"), Some(("2 --json".to_owned(), true)));
        assert_eq!(shown("solve #"), None, "a board is not guessed");
        assert_eq!(shown("verify "), Some(("PUZZLE SOLUTION [FLAGS]".to_owned(), false)));
        assert_eq!(shown("quit "), None);
        assert_eq!(shown(""), None);
    }
}
