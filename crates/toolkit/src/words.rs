//! The words that are typed in the player and in the editor.

/// A word, as its help shows it.
#[derive(Clone, Copy, Debug)]
pub struct Word {
    pub name: &'static str,
    /// Placeholders of its arguments; empty if it takes none.
    pub arguments: &'static str,
    /// One line of help.
    pub summary: &'static str,
    /// What its first argument can be, if there are only some.
    pub choices: &'static [&'static str],
}

/// A word without choices.
#[must_use]
pub const fn row(name: &'static str, arguments: &'static str, summary: &'static str) -> Word {
    Word { name, arguments, summary, choices: &[] }
}

impl Word {
    /// The word with what its first argument can be.
    #[must_use]
    pub(crate) const fn of(self, choices: &'static [&'static str]) -> Self {
        Self { choices, ..self }
    }
}

/// Other words that mean the same everywhere.
const ALIASES: &[(&str, &str)] = &[
    ("?", "help"),
    ("--help", "help"),
    ("-h", "help"),
    ("/help", "help"),
    ("exit", "quit"),
    ("exit()", "quit"),
    ("quit()", "quit"),
    ("q", "quit"),
    (":q", "quit"),
    ("look", "describe"),
    ("where", "describe"),
];

/// The word that an alias stands for.
#[must_use]
pub fn meaning(word: &str) -> &str {
    ALIASES.iter().find(|(alias, _)| *alias == word).map_or(word, |(_, name)| name)
}

/// The row of a word or of an alias among `words`.
#[must_use]
pub fn own_word(word: &str, words: &'static [Word]) -> Option<&'static Word> {
    let name = meaning(word);
    words.iter().find(|row| row.name == name)
}

/// The message on a word that is none of these.
#[must_use]
pub fn unknown_word(word: &str, words: &'static [Word]) -> String {
    let known: Vec<_> = words.iter().map(|row| row.name).collect();
    let near = lurd_puzzle::catalog::did_you_mean(word, &known);
    let word: String = word.chars().take(80).collect();
    format!("unknown command '{word}'{near}")
}
