//! Completion: commands, flags and their values, collections, files, numbers of levels, settings, topics.

use std::fs;

use lurd_disk::names::{name_of, path_of};
use lurd_engine::program::search::STRATEGIES;
use lurd_puzzle::catalog::{Catalog, Typed};
use lurd_puzzle::puzzle::Puzzle;
use lurd_toolkit::{
    commands::{COMMANDS, Command, Takes, Values, command_at_prompt, names, own_word},
    help_topics,
    settings::settings,
};

/// The maximum size of files that are read to count their levels.
const MAX_FILE: u64 = 1 << 20;

/// Where the word at the cursor begins, and its completions. Commands and flags with arguments end in a blank.
/// `head` is the line up to the cursor, `objectives` are those of the current puzzle, `own` are the words of the line
/// mode.
pub(crate) fn complete(
    head: &str,
    catalog: &Catalog,
    objectives: &[&str],
    own: &'static [Command],
) -> (usize, Vec<String>) {
    // Blanks may be longer than a byte.
    let start = head.char_indices().rev().find(|(_, it)| it.is_whitespace()).map_or(0, |(at, it)| at + it.len_utf8());
    let (before, word) = head.split_at(start);
    let mut earlier = before.split_whitespace();
    // As at the shell.
    let first = earlier.next().filter(|word| *word != "lurd").or_else(|| earlier.next());
    let Some(first) = first else {
        let commands = beginning(
            word,
            own.iter().chain(COMMANDS).map(|command| match command.takes {
                Takes::Nothing => command.name.to_owned(),
                _ => format!("{} ", command.name),
            }),
        );
        return (start, commands.into_iter().chain(puzzles(word, catalog)).collect());
    };
    let Some(command) = with_arguments(first, own) else { return (start, Vec::new()) };
    let count = earlier.clone().count();
    if word.starts_with("--") {
        return (
            start,
            beginning(
                word,
                command.flags().map(|flag| match flag.value {
                    Some(_) => format!("--{} ", flag.name),
                    None => format!("--{}", flag.name),
                }),
            ),
        );
    }
    if let Some(flag) = earlier.last().and_then(|last| last.strip_prefix("--"))
        && let Some(flag) = command.flags().find(|known| known.name == flag && known.value.is_some())
    {
        let part = last_part(flag.values, word);
        return (start + part, values(flag.values, &word[part..], catalog, objectives));
    }
    (start, arguments(command, before, count, word, catalog, objectives))
}

/// The completions of an argument of `command`. `before` is the line up to the word, with `count` arguments.
pub(crate) fn arguments(
    command: &Command,
    before: &str,
    count: usize,
    word: &str,
    catalog: &Catalog,
    objectives: &[&str],
) -> Vec<String> {
    match command.takes {
        Takes::Puzzles | Takes::PuzzleAndSolution | Takes::Files => puzzles(word, catalog),
        Takes::Path => files(word),
        Takes::Topic if count == 0 => beginning(word, names().into_iter().chain(help_topics::names())),
        Takes::Setting if count == 0 => beginning(word, settings().map(|setting| setting.name)),
        Takes::Setting if count == 1 => {
            let name = before.split_whitespace().nth(1).unwrap_or_default();
            let setting = settings().find(|setting| setting.name == name);
            let mut found = setting.map_or_else(Vec::new, |it| values(it.values, word, catalog, objectives));
            found.extend(beginning(word, ["default"]));
            found
        }
        Takes::OneOf(choices) if count == 0 => beginning(word, choices.iter().copied()),
        Takes::Count if count == 0 => beginning(word, ["all"]),
        Takes::Nothing
        | Takes::Count
        | Takes::Number
        | Takes::Setting
        | Takes::Topic
        | Takes::OneOf(_)
        | Takes::Actions => Vec::new(),
    }
}

/// The command that a word and something behind it are: a word of a line mode that takes nothing is the command of the
/// prompt then.
fn with_arguments(word: &str, own: &'static [Command]) -> Option<&'static Command> {
    let own = own_word(word, own);
    own.filter(|row| row.takes != Takes::Nothing).or_else(|| command_at_prompt(word)).or(own)
}

/// What a completion means: a word or a flag behind `before`, or a topic of help.
pub(crate) fn summary(before: &str, completion: &str, own: &'static [Command]) -> Option<&'static str> {
    let name = completion.trim_end();
    let mut earlier = before.split_whitespace().filter(|word| *word != "lurd");
    let Some(first) = earlier.next() else {
        return own_word(name, own).or_else(|| command_at_prompt(name)).map(|row| row.summary);
    };
    let command = with_arguments(first, own)?;
    match name.strip_prefix("--") {
        Some(flag) => command.flags().find(|known| known.name == flag).map(|flag| command.summary_of(flag)),
        None if command.takes == Takes::Topic => {
            let topic = help_topics::topic(name).map(|topic| topic.summary);
            topic.or_else(|| command_at_prompt(name).map(|row| row.summary))
        }
        None => STRATEGIES.iter().find(|row| row.name == name && before.contains("strateg")).map(|row| row.summary),
    }
}

/// Where the last of several values begins.
pub(crate) fn last_part(values: Values, word: &str) -> usize {
    word.rfind(',').filter(|_| values.is_list()).map_or(0, |at| at + 1)
}

/// The completions of the value of a flag or a setting.
pub(crate) fn values(values: Values, word: &str, catalog: &Catalog, objectives: &[&str]) -> Vec<String> {
    let plugins = || catalog.plugins();
    match values {
        Values::Free => Vec::new(),
        Values::Switch => beginning(word, ["on", "off"]),
        Values::Names(names) | Values::List(names) => beginning(word, names()),
        Values::Objective if objectives.is_empty() => {
            beginning(word, of_examples(catalog, |puzzle| puzzle.objectives().iter().map(|it| it.name).collect()))
        }
        Values::Objective => beginning(word, objectives.iter().copied()),
        Values::Rules => {
            beginning(word, of_examples(catalog, |puzzle| puzzle.rules().iter().map(|rule| rule.name).collect()))
        }
        Values::Dialect => beginning(word, plugins().flat_map(|it| it.dialects().iter().copied())),
        Values::Format => beginning(word, plugins().flat_map(|it| it.formats().iter().map(|it| it.name))),
        Values::File => files(word),
        Values::Pad => {
            let names = of_examples(catalog, |puzzle| puzzle.pad_names().to_vec());
            [beginning(word, names), files(word)].concat()
        }
    }
}

/// Names that the example puzzles of all plug-ins know.
fn of_examples(
    catalog: &Catalog,
    names: impl Fn(&dyn Puzzle) -> Vec<&'static str>,
) -> impl Iterator<Item = &'static str> {
    let records = catalog.plugins().flat_map(|plugin| plugin.read(plugin.example()).unwrap_or_default());
    records.flat_map(move |record| record.puzzle.map_or_else(|_| Vec::new(), |puzzle| names(puzzle.as_ref())))
}

/// Collections, files, and after `missile/` or `levels.xsb:` the numbers of their puzzles.
pub(crate) fn puzzles(word: &str, catalog: &Catalog) -> Vec<String> {
    if let Some((name, _)) = word.split_once('/')
        && let Some(items) = catalog.read_named(name)
    {
        let count = items.map_or(0, |items| items.len());
        return beginning(word, (1..=count).map(|index| format!("{name}/{index}")));
    }
    if let Some((path, _)) = word.rsplit_once(':')
        && fs::metadata(path_of(path)).is_ok_and(|file| file.is_file() && file.len() <= MAX_FILE)
    {
        let count = catalog.resolve(&Typed::argument(&format!("./{path}"))).map_or(0, |items| items.len());
        return beginning(word, (1..=count).map(|index| format!("{path}:{index}")));
    }
    let mut found = beginning(word, catalog.collection_names());
    // Before the first letter is typed, all files of a folder would be too many.
    if !word.is_empty() {
        found.extend(files(word));
    }
    found
}

/// Files and folders; hidden ones only where a dot asks for them.
fn files(word: &str) -> Vec<String> {
    let (folder, name) = match word.rfind('/') {
        Some(at) => word.split_at(at + 1),
        None => ("", word),
    };
    let Ok(entries) = fs::read_dir(path_of(if folder.is_empty() { "." } else { folder })) else {
        return Vec::new();
    };
    let mut found: Vec<_> = entries
        .flatten()
        .filter_map(|entry| {
            let known = name_of(&entry.file_name());
            let is_shown = known.starts_with(name) && (name.starts_with('.') || !known.starts_with('.'));
            let is_folder = entry.path().is_dir();
            is_shown.then(|| format!("{folder}{known}{}", if is_folder { "/" } else { "" }))
        })
        .collect();
    found.sort();
    found
}

fn beginning<T: AsRef<str>>(word: &str, of: impl IntoIterator<Item = T>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for text in of {
        let text = text.as_ref();
        if text.starts_with(word) && !found.iter().any(|known| known == text) {
            found.push(text.to_owned());
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn at(head: &str) -> (usize, Vec<String>) {
        complete(head, &lurd::catalog::builtin(), &[], &[])
    }

    fn words(head: &str) -> Vec<String> {
        at(head).1
    }

    #[test]
    fn every_place_has_its_words() {
        assert_eq!(at("mis"), (0, vec!["missile".to_owned()]));
        assert_eq!(at("solve mis"), (6, vec!["missile".to_owned()]));
        assert_eq!(words("solve missile/"), ["1", "2", "3", "4", "5"].map(|it| format!("missile/{it}")));
        assert_eq!(words("stra"), ["strategies "]);
        assert_eq!((words("qui"), words("solve x --js")), (vec!["quit".to_owned()], vec!["--json".to_owned()]));
        assert_eq!(words("solve missile/1 --stra"), ["--strategy "]);
        assert_eq!(words("compare missile/1 --stra"), ["--strategies "]);
        assert_eq!(words("solve missile/1 --strategy weig"), ["weighted-astar"]);
        assert_eq!(at("compare missile/1 --strategies bfs,ast"), (35, vec!["astar".to_owned()]));
        assert_eq!(words("set auto"), ["autosolve"]);
        assert_eq!(words("set autosolve o"), ["on", "off"]);
        assert_eq!(words("set strategy re"), ["resort"]);
        assert_eq!(words("help comp"), ["compare", "completions", "comparing"]);
        assert_eq!(words("solve x --for pu"), ["pushes"]);
        assert_eq!(words("solve x --pad keyb"), ["keyboard"]);
        assert!(words("quit ").is_empty() && words("undo x").is_empty());
    }

    #[test]
    fn completions_have_a_meaning() {
        let summary = |before, name| summary(before, name, lurd_toolkit::play::commands::COMMANDS);
        assert_eq!(summary("", "previous"), Some("go to the previous level"));
        assert_eq!(summary("", "compare "), Some("compare strategies on the same puzzles"));
        assert_eq!(summary("solve x ", "--json"), Some("print one JSON object per line"));
        assert!(summary("solve x --strategy ", "astar").is_some() && summary("help ", "missile").is_some());
        assert_eq!(summary("solve ", "missile"), None);
    }

    #[test]
    fn the_current_puzzle_has_the_say() {
        let catalog = lurd::catalog::builtin();
        assert_eq!(complete("solve --for ", &catalog, &["shifts"], &[]).1, ["shifts"]);
    }

    proptest! {
        #[test]
        fn nothing_that_is_typed_breaks_it(
            head in "(solve|set|help|compare|list|\\PC){0,2}[ \u{3000}](--[a-z]{0,8}|[^/]{0,8}|missile/|\\PC{0,9}){0,3}"
        ) {
            let (start, words) = at(&head);
            prop_assert!(head.is_char_boundary(start));
            let begun = &head[start..];
            for word in words {
                prop_assert!(word.starts_with(begun), "{word:?} {begun:?}");
            }
        }
    }

    #[test]
    fn files_and_their_levels() {
        assert!(words("show Cargo.t").contains(&"Cargo.toml".to_owned()));
        assert!(words("show src/pro").contains(&"src/prompt/".to_owned()));
        assert!(words("show ../../puzzles/missile.shift:").contains(&"../../puzzles/missile.shift:5".to_owned()));
        assert!(words("show nowhere/").is_empty());
    }
}
