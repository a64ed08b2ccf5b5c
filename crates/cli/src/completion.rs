//! Completion, in shells and at the prompt: the values of flags and arguments, from the tables, the catalog and the file
//! system. The script printed by `completions SHELL` runs lurd at each Tab.

use std::{cell::RefCell, env, ffi::OsStr, ffi::OsString, fs, rc::Rc};

use clap::{Arg, Command, builder::ValueHint};
use clap_complete::{
    CompletionCandidate,
    engine::{ArgValueCompleter, PathCompleter, ValueCompleter, complete},
    env::CompleteEnv,
};
use lurd_disk::names::path_of;
use lurd_engine::program::search::STRATEGIES;
use lurd_puzzle::{
    catalog::{Catalog, Typed},
    puzzle::{Difficulty, Plugin, Puzzle},
};
use lurd_toolkit::{help_topics::TOPICS, themes::ThemeName};

use super::registry::{rows, whole};

/// The environment variable by which a completion script asks for candidates.
pub(super) const VARIABLE: &str = "LURD_COMPLETE";

thread_local! {
    /// The catalog whose names are completed.
    static CATALOG: RefCell<Rc<Catalog>> = RefCell::default();
}

/// Answers a completion script and exits; returns if no script asks.
pub(super) fn answer(catalog: &Rc<Catalog>) {
    CATALOG.set(Rc::clone(catalog));
    if env::var_os(VARIABLE).is_none() {
        return;
    }
    CompleteEnv::with_factory(|| parser(false)).var(VARIABLE).complete();
}

/// All commands, and the puzzles of `lurd missile/4`.
fn parser(at_prompt: bool) -> Command {
    let puzzle = Arg::new("puzzle").hide(true).num_args(0..).value_hint(ValueHint::AnyPath);
    whole(at_prompt).arg(puzzle.add(ArgValueCompleter::new(puzzles)))
}

/// What can stand at the end of the words of a line of the prompt, and what it means.
pub(super) fn at_prompt(words: &[&str]) -> Vec<(String, Option<String>)> {
    let all = std::iter::once("lurd").chain(words.iter().copied()).map(OsString::from).collect();
    let folder = env::current_dir().ok();
    let found = complete(&mut parser(true), all, words.len(), folder.as_deref()).unwrap_or_default();
    let text = |it: &CompletionCandidate| {
        let help = it.get_help().map(|help| help.to_string().lines().next().unwrap_or_default().to_owned());
        (it.get_value().to_string_lossy().into_owned(), help)
    };
    found.iter().map(text).collect()
}

fn with_catalog<T>(of: impl FnOnce(&Catalog) -> T) -> T {
    CATALOG.with_borrow(|catalog| of(catalog))
}

/// Those that begin with the word, each once.
fn beginning<T: Into<String>>(word: &OsStr, of: impl IntoIterator<Item = T>) -> Vec<CompletionCandidate> {
    described(word, of.into_iter().map(|text| (text, None::<String>)))
}

pub(super) fn described<T: Into<String>, H: Into<String>>(
    word: &OsStr,
    of: impl IntoIterator<Item = (T, Option<H>)>,
) -> Vec<CompletionCandidate> {
    let word = word.to_string_lossy();
    let mut found: Vec<CompletionCandidate> = Vec::new();
    for (text, help) in of {
        let candidate = CompletionCandidate::new(text.into()).help(help.map(|help| help.into().into()));
        let text = candidate.get_value().to_string_lossy().into_owned();
        if text.starts_with(&*word) && found.iter().all(|known| known.get_value() != candidate.get_value()) {
            found.push(candidate);
        }
    }
    found
}

/// The last of several values, behind those before it.
fn last_of(word: &OsStr, of: impl FnOnce(&OsStr) -> Vec<CompletionCandidate>) -> Vec<CompletionCandidate> {
    let text = word.to_string_lossy();
    let (before, part) = text.split_at(text.rfind(',').map_or(0, |at| at + 1));
    of(OsStr::new(part)).into_iter().map(|it| it.add_prefix(before)).collect()
}

/// Names that the example puzzles of all plug-ins know.
fn of_examples(names: impl Fn(&dyn Puzzle) -> Vec<&'static str>) -> Vec<&'static str> {
    with_catalog(|catalog| {
        let records = catalog.plugins().flat_map(|plugin| plugin.read(plugin.example()).unwrap_or_default());
        records.filter_map(|record| record.puzzle.ok()).flat_map(|puzzle| names(puzzle.as_ref())).collect()
    })
}

pub(super) fn objectives(word: &OsStr) -> Vec<CompletionCandidate> {
    beginning(word, of_examples(|puzzle| puzzle.objectives().iter().map(|it| it.name).collect()))
}

pub(super) fn rules(word: &OsStr) -> Vec<CompletionCandidate> {
    last_of(word, |part| beginning(part, of_examples(|puzzle| puzzle.rules().iter().map(|it| it.name).collect())))
}

pub(super) fn strategies(word: &OsStr) -> Vec<CompletionCandidate> {
    last_of(word, |part| described(part, STRATEGIES.iter().map(|row| (row.name, Some(row.summary)))))
}

pub(super) fn dialects(word: &OsStr) -> Vec<CompletionCandidate> {
    with_catalog(|catalog| beginning(word, catalog.plugins().flat_map(|it| it.dialects().iter().copied())))
}

pub(super) fn formats(word: &OsStr) -> Vec<CompletionCandidate> {
    with_catalog(|catalog| {
        let formats = catalog.plugins().flat_map(|it| it.formats().iter());
        described(word, formats.map(|it| (it.name, Some(it.summary))))
    })
}

pub(super) fn kinds(word: &OsStr) -> Vec<CompletionCandidate> {
    with_catalog(|catalog| beginning(word, catalog.plugins().map(Plugin::name)))
}

pub(super) fn pads(word: &OsStr) -> Vec<CompletionCandidate> {
    let mut found = beginning(word, of_examples(|puzzle| puzzle.pad_names().to_vec()));
    found.extend(PathCompleter::any().complete(word));
    found
}

pub(super) fn themes(word: &OsStr) -> Vec<CompletionCandidate> {
    beginning(word, ThemeName::ALL.map(|(name, _)| name))
}

pub(super) fn difficulties(word: &OsStr) -> Vec<CompletionCandidate> {
    beginning(word, Difficulty::ALL.map(|(name, _)| name))
}

pub(super) fn topics(word: &OsStr) -> Vec<CompletionCandidate> {
    let commands = rows().iter().map(|row| (row.name, Some(row.summary())));
    described(word, commands.chain(TOPICS.iter().map(|it| (it.name, Some(it.summary.to_owned())))))
}

/// Collections, files, and after `missile/` or `levels.xsb:` the numbers of their puzzles.
pub(super) fn puzzles(word: &OsStr) -> Vec<CompletionCandidate> {
    /// The maximum size of files that are read to count their levels.
    const MAX_FILE: u64 = 1 << 20;
    let text = word.to_string_lossy();
    with_catalog(|catalog| {
        if let Some((name, _)) = text.split_once('/')
            && let Some(items) = catalog.read_named(name)
        {
            let count = items.map_or(0, |items| items.len());
            return beginning(word, (1..=count).map(|index| format!("{name}/{index}")));
        }
        if let Some((path, _)) = text.rsplit_once(':')
            && fs::metadata(path_of(path)).is_ok_and(|file| file.is_file() && file.len() <= MAX_FILE)
        {
            let count = catalog.resolve(&Typed::argument(&format!("./{path}"))).map_or(0, |items| items.len());
            return beginning(word, (1..=count).map(|index| format!("{path}:{index}")));
        }
        let mut found = beginning(word, catalog.collection_names());
        // Before the first letter is typed, all files of a folder would be too many.
        if !word.is_empty() {
            found.extend(PathCompleter::any().complete(word));
        }
        found
    })
}
