//! The plug-ins, the puzzles that come along, and what a reference to a puzzle means.
//!
//! `build.rs` lists the folder `puzzles/`; its files are embedded, so that lurd works from any
//! folder. [`Catalog::resolve`] turns what a person wrote (`missile/4`, `levels.xsb:12`, `-`, or the
//! puzzle itself) into [`Item`]s.

mod choose;
mod files;
mod item;
mod nearest;
mod reference;

pub use files::{Encoding, decode, text_of};
pub use item::{InputError, Item, Source, Typed};
pub use nearest::{did_you_mean, nearest};
pub use reference::{Reference, is_puzzle_text};

use std::cell::RefCell;
use std::sync::Arc;

use crate::diagnostic::Diagnostic;
use crate::puzzle::{Claim, Plugin, ReadOptions};
use crate::shifter::Shifter;
use crate::sokoban::Sokoban;
use files::Nature;
use reference::Range;

/// The files of `puzzles/` and their texts.
const EMBEDDED: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/puzzles.rs"));

/// A file of puzzles that is known by name.
#[derive(Clone, Debug)]
pub struct Collection {
    /// The file name without its ending.
    pub name: String,
    /// The file name.
    pub file: String,
    /// What is in the file.
    pub text: String,
}

/// Plug-ins and collections.
#[derive(Default)]
pub struct Catalog {
    plugins: Vec<Box<dyn Plugin>>,
    collections: Vec<Collection>,
    options: RefCell<ReadOptions>,
}

/// The puzzles that lurd knows by itself, and the collections of `puzzles/`.
#[must_use]
pub fn builtin() -> Catalog {
    let catalog = Catalog::default().with(Shifter).with(Sokoban);
    EMBEDDED.iter().fold(catalog, |catalog, (file, text)| catalog.with_collection(file, text))
}

impl Catalog {
    /// Adds a kind of puzzle.
    #[must_use]
    pub fn with(mut self, plugin: impl Plugin + 'static) -> Self {
        self.plugins.push(Box::new(plugin));
        self
    }

    /// Adds a collection: a file name, whose ending may say which plug-in reads it, and its text.
    #[must_use]
    pub fn with_collection(mut self, file: &str, text: &str) -> Self {
        let name = file.rsplit_once('.').map_or(file, |(stem, _)| stem).to_owned();
        self.collections.push(Collection { name, file: file.to_owned(), text: text.to_owned() });
        self
    }

    /// Says what is known of the texts to be read from now on; the endings of files and whether they
    /// are text is found out for each.
    pub fn set_read_options(&self, options: ReadOptions) {
        self.options.replace(options);
    }

    /// The kinds of puzzles, in the order in which they were added.
    pub fn plugins(&self) -> impl Iterator<Item = &dyn Plugin> {
        self.plugins.iter().map(AsRef::as_ref)
    }

    /// The collections, by name.
    #[must_use]
    pub fn collections(&self) -> &[Collection] {
        &self.collections
    }

    /// The collection of that name.
    #[must_use]
    pub fn collection(&self, name: &str) -> Option<&Collection> {
        self.collections.iter().find(|collection| collection.name == name)
    }

    /// Every puzzle of a collection.
    ///
    /// # Errors
    /// Its text as a whole cannot be read.
    pub fn read_collection(&self, collection: &Collection) -> Result<Vec<Item>, Box<InputError>> {
        let source = Source::new(&collection.name, &collection.text);
        let kind = extension(&collection.file);
        self.read(&source, 0..collection.text.len(), kind, Nature::Text, |index, _| {
            format!("{}/{index}", collection.name)
        })
    }

    /// The puzzles that `typed` means: one or many, each with its complaint if it cannot be read.
    ///
    /// # Errors
    /// There is no such file or collection, or nothing in it can be read.
    pub fn resolve(&self, typed: &Typed) -> Result<Vec<Item>, Box<InputError>> {
        match Reference::parse(typed.text(), self) {
            Reference::Text => {
                let name = typed.source.name.clone();
                self.read(&typed.source, typed.place.clone(), None, Nature::Text, |index, count| {
                    several(&name, ':', index, count)
                })
            }
            Reference::Stdin if typed.at_prompt => Err(typed
                .complain(Diagnostic::new("'-' (standard input) is for the shell").help("type the puzzle"))),
            Reference::Stdin => {
                let (text, nature) = files::read_stdin(self.reads_bytes(None))
                    .map_err(|diagnostic| typed.complain(diagnostic))?;
                let end = text.len();
                let source = Source::new("<stdin>", text);
                self.read(&source, 0..end, None, nature, |index, count| several("<stdin>", ':', index, count))
            }
            Reference::Collection { name, range } => {
                let Some(collection) = self.collection(name) else {
                    return Err(typed.complain(self.unknown(typed.text())));
                };
                let items = self.read_collection(collection)?;
                pick(items, range, name).map_err(|diagnostic| typed.complain(diagnostic))
            }
            Reference::File { path, range } => {
                let (text, nature) = files::read(path, self.reads_bytes(extension(path)))
                    .map_err(|diagnostic| typed.complain(diagnostic))?;
                let end = text.len();
                let source = Source::new(path, text);
                let items = self.read(&source, 0..end, extension(path), nature, |index, count| {
                    several(path, ':', index, count)
                })?;
                pick(items, range, path).map_err(|diagnostic| typed.complain(diagnostic))
            }
            Reference::Unknown => {
                // A single row without any mark of a puzzle: read it if somebody is sure of it.
                if choose::best_claim(self, typed.text()) == crate::puzzle::Claim::Sure {
                    let name = typed.source.name.clone();
                    return self.read(
                        &typed.source,
                        typed.place.clone(),
                        None,
                        Nature::Text,
                        |index, count| several(&name, ':', index, count),
                    );
                }
                Err(typed.complain(self.unknown(typed.text())))
            }
        }
    }

    /// Reads every puzzle in a part of `source`.
    fn read(
        &self,
        source: &Arc<Source>,
        part: std::ops::Range<usize>,
        extension: Option<&str>,
        nature: Nature,
        reference: impl Fn(usize, usize) -> String,
    ) -> Result<Vec<Item>, Box<InputError>> {
        let text = &source.text[part.clone()];
        let whole = |mut diagnostic: Diagnostic| {
            // Without a place nothing else would say which of several files is meant.
            if diagnostic.place.is_none() && is_named(source) {
                diagnostic.message = format!("{}: {}", source.name, diagnostic.message);
            }
            Box::new(InputError {
                diagnostic: diagnostic.shifted(part.start),
                source: Some(Arc::clone(source)),
                name: source.name.clone(),
            })
        };
        if text.trim().is_empty() {
            return Err(whole(Diagnostic::new("empty, no puzzle in it")));
        }
        let options = ReadOptions {
            ending: extension.map(str::to_ascii_lowercase),
            is_binary: matches!(nature, Nature::Bytes(_)),
            ..self.options.borrow().clone()
        };
        let plugin = self.plugin_for(text, &options, nature).map_err(whole)?;
        let mut entries = plugin.read_with(text, &options).map_err(whole)?;
        if entries.is_empty() {
            return Err(whole(Diagnostic::new(format!("no {} puzzle in it", plugin.name()))));
        }
        let count = entries.len();
        if let Some(left_out) = entries.first_mut().and_then(|first| first.metadata.left_out.as_mut()) {
            left_out.first += part.start;
        }
        Ok(entries
            .into_iter()
            .zip(1..)
            .map(|(entry, index)| Item {
                source: Arc::clone(source),
                index,
                reference: reference(index, count),
                kind: plugin.name(),
                flags: entry.flags,
                note: match nature {
                    Nature::Latin => Some(latin(entry.note)),
                    Nature::Text | Nature::Bytes(_) => entry.note,
                },
                metadata: entry.metadata,
                place: entry.place.start + part.start..entry.place.end + part.start,
                puzzle: entry.puzzle.map_err(|diagnostic| diagnostic.shifted(part.start)),
            })
            .collect())
    }

    /// Whether what is read is known to be no text.
    fn reads_bytes(&self, ending: Option<&str>) -> bool {
        let mut formats = self.plugins().flat_map(|plugin| plugin.formats().iter());
        let options = self.options.borrow();
        match (&options.format, ending) {
            _ if options.offset.is_some() => true,
            (Some(name), _) => formats.any(|format| !format.is_text && format.name == name),
            (None, Some(ending)) => {
                let ending = ending.to_ascii_lowercase();
                formats.any(|format| !format.is_text && format.endings.contains(&ending.as_str()))
            }
            (None, None) => false,
        }
    }

    /// Which plug-in reads a text, or bytes that are none.
    fn plugin_for(
        &self,
        text: &str,
        options: &ReadOptions,
        nature: Nature,
    ) -> Result<&dyn Plugin, Diagnostic> {
        // Who knows the format or the dialect that was named needs no further claim.
        let who = |knows: &dyn Fn(&dyn Plugin) -> bool| self.plugins().find(|plugin| knows(*plugin));
        if let Some(format) = &options.format {
            let knows = |plugin: &dyn Plugin| plugin.formats().iter().any(|known| known.name == format);
            return who(&knows).ok_or_else(|| {
                let names = self.plugins().flat_map(|plugin| plugin.formats().iter().map(|it| it.name));
                unknown_word("format", format, &names.collect::<Vec<_>>())
            });
        }
        if let Some(dialect) = &options.dialect {
            let knows = |plugin: &dyn Plugin| plugin.dialects().contains(&dialect.as_str());
            let Some(plugin) = who(&knows) else {
                let names = self.plugins().flat_map(|plugin| plugin.dialects().iter().copied());
                return Err(unknown_word("dialect", dialect, &names.collect::<Vec<_>>()));
            };
            // It may name the letters of some of many files.
            if plugin.claims(text) > Claim::No || choose::best_claim(self, text) == Claim::No {
                return Ok(plugin);
            }
        }
        if options.offset.is_some()
            && let Some(plugin) = self.plugins().find(|plugin| plugin.formats().iter().any(|it| !it.is_text))
        {
            return Ok(plugin);
        }
        let Nature::Bytes(at) = nature else { return choose::plugin(self, text, options.ending.as_deref()) };
        let bytes: Vec<u8> = text.chars().map(|letter| u8::try_from(letter).unwrap_or_default()).collect();
        self.plugins().find(|plugin| plugin.claims_bytes(&bytes)).ok_or_else(|| {
            Diagnostic::new(format!(
                "a binary file in which no packed levels are found: byte {at} is no text"
            ))
            .help("if you know where its levels begin, say it with --offset")
        })
    }

    fn unknown(&self, text: &str) -> Diagnostic {
        let shown = crate::catalog::files::shortened(text);
        let diagnostic = Diagnostic::new(format!("no collection and no file '{shown}'"));
        let name = text.split(['/', ':']).next().unwrap_or(text);
        let names: Vec<_> = self.collections.iter().map(|collection| collection.name.as_str()).collect();
        if let Some(near) = nearest(name, &names) {
            return diagnostic.help(format!("did you mean '{near}{}'?", &text[name.len()..]));
        }
        let files = files::beside(text);
        let files: Vec<_> = files.iter().map(String::as_str).collect();
        match nearest(text, &files) {
            Some(near) => diagnostic.help(format!("did you mean '{near}'?")),
            None => diagnostic
                .help("lurd list shows the collections; a puzzle itself has a '|', a '->' or a line break"),
        }
    }
}

/// The note on a text that is not in UTF-8.
fn latin(note: Option<String>) -> String {
    let latin = "not UTF-8, read as ISO 8859-1";
    note.map_or_else(|| latin.to_owned(), |note| format!("{latin}; {note}"))
}

fn unknown_word(kind: &str, word: &str, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(format!("unknown {kind} '{}'", files::shortened(word)));
    match nearest(word, known) {
        Some(near) => diagnostic.help(format!("did you mean '{near}'?")),
        None => diagnostic.help(format!("{kind}s: {}", known.join(", "))),
    }
}

/// Whether a source has a name of its own: a file or a collection, not what was typed.
fn is_named(source: &Source) -> bool {
    !source.name.starts_with('<')
}

/// How the puzzles of a source are called: by number where there are several.
fn several(name: &str, mark: char, index: usize, count: usize) -> String {
    if count == 1 { name.to_owned() } else { format!("{name}{mark}{index}") }
}

fn pick(items: Vec<Item>, range: Option<Range>, name: &str) -> Result<Vec<Item>, Diagnostic> {
    let Some((first, last)) = range else { return Ok(items) };
    let count = items.len();
    if first == 0 || last < first || last > count {
        let holds = if count == 1 { "1 puzzle".to_owned() } else { format!("puzzles 1-{count}") };
        let wanted = if first == last { first.to_string() } else { format!("{first}-{last}") };
        return Err(Diagnostic::new(format!("{name} holds {holds}; there is no {wanted}")));
    }
    Ok(items.into_iter().skip(first - 1).take(last - first + 1).collect())
}

fn extension(path: &str) -> Option<&str> {
    std::path::Path::new(path).extension().and_then(|ending| ending.to_str())
}
