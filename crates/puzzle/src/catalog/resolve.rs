//! From references to puzzles.

use std::ops::Range;
use std::sync::Arc;

use super::choose;
use super::files::{self, FileKind};
use super::item::{InputError, Item, Source, Typed};
use super::nearest::nearest;
use super::reference::{NumberRange, Reference};
use super::registered::{Catalog, Collection};
use crate::diagnostic::Diagnostic;
use crate::puzzle::Claim;

/// A part of a source to be read as puzzles.
struct Part<'s> {
    source: &'s Arc<Source>,
    place: Range<usize>,
    /// The extension of the file.
    ending: Option<&'s str>,
    kind: FileKind,
}

impl Catalog {
    /// Reads every puzzle of a collection.
    ///
    /// # Errors
    /// Its text as a whole cannot be read.
    pub fn read_collection(&self, collection: &Collection) -> Result<Vec<Item>, Box<InputError>> {
        let source = &Source::new(&collection.name, &collection.text);
        let place = 0..collection.text.len();
        let part = Part { source, place, ending: extension(&collection.file), kind: FileKind::Text };
        self.read(part, |index, _| format!("{}/{index}", collection.name))
    }

    /// The puzzles that the user referred to. A puzzle that cannot be read is an item with an error.
    ///
    /// # Errors
    /// There is no such file or collection, or nothing in it can be read.
    pub fn resolve(&self, typed: &Typed) -> Result<Vec<Item>, Box<InputError>> {
        let failed = |diagnostic| typed.error(diagnostic);
        match Reference::parse(typed.text(), self) {
            Reference::Text => self.read_typed(typed),
            Reference::Stdin if typed.at_prompt => Err(failed(
                Diagnostic::new("'-' (standard input) only works in the shell").help("type the puzzle here"),
            )),
            Reference::Stdin => {
                let contents = files::read_stdin(self.reads_bytes(None)).map_err(failed)?;
                self.read_file("<stdin>", contents)
            }
            Reference::Collection { name, range } => {
                let Some(collection) = self.collection(name) else {
                    return Err(failed(self.unknown(typed.text())));
                };
                select(self.read_collection(collection)?, range, name).map_err(failed)
            }
            Reference::File { path, range } => {
                let contents = files::read(path, self.reads_bytes(extension(path))).map_err(failed)?;
                select(self.read_file(path, contents)?, range, path).map_err(failed)
            }
            // A single row without any sign of a puzzle is read if a plug-in is sure of it.
            Reference::Unknown if choose::best_claim(self, typed.text()) == Claim::Sure => {
                self.read_typed(typed)
            }
            Reference::Unknown => Err(failed(self.unknown(typed.text()))),
        }
    }

    fn read_typed(&self, typed: &Typed) -> Result<Vec<Item>, Box<InputError>> {
        let source = &typed.source;
        let part = Part { source, place: typed.place.clone(), ending: None, kind: FileKind::Text };
        self.read(part, |index, count| numbered(&source.name, index, count))
    }

    fn read_file(&self, name: &str, (text, kind): files::Contents) -> Result<Vec<Item>, Box<InputError>> {
        let source = &Source::new(name, text);
        let part = Part { source, place: 0..source.text.len(), ending: extension(name), kind };
        self.read(part, |index, count| numbered(name, index, count))
    }

    /// Reads every puzzle in a part of a source. `reference` makes the reference of a puzzle from its number
    /// and the number of puzzles.
    fn read(
        &self,
        part: Part<'_>,
        reference: impl Fn(usize, usize) -> String,
    ) -> Result<Vec<Item>, Box<InputError>> {
        let Part { source, place, ending, kind } = part;
        let text = &source.text[place.clone()];
        let start = place.start;
        let failed = |mut diagnostic: Diagnostic| {
            // Without a place, nothing else says which of several files it is.
            if diagnostic.place.is_none() && is_named(source) {
                diagnostic.message = format!("{}: {}", source.name, diagnostic.message);
            }
            Box::new(InputError {
                diagnostic: diagnostic.shifted(start),
                source: Some(Arc::clone(source)),
                name: source.name.clone(),
            })
        };
        if text.trim().is_empty() {
            return Err(failed(Diagnostic::new("empty, no puzzle in it")));
        }
        let options = self.read_options(ending, matches!(kind, FileKind::Binary(_)));
        let plugin = choose::plugin(self, text, &options, kind).map_err(failed)?;
        let mut entries = plugin.read_with(text, &options).map_err(failed)?;
        if entries.is_empty() {
            return Err(failed(Diagnostic::new(format!("no {} puzzle in it", plugin.name()))));
        }
        let count = entries.len();
        if let Some(left_out) = entries.first_mut().and_then(|first| first.metadata.left_out.as_mut()) {
            left_out.first += start;
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
                note: if kind == FileKind::Latin1 { Some(latin1_note(entry.note)) } else { entry.note },
                metadata: entry.metadata,
                place: entry.place.start + start..entry.place.end + start,
                puzzle: entry.puzzle.map_err(|diagnostic| diagnostic.shifted(start)),
            })
            .collect())
    }

    /// Whether a file with this extension is known to be binary before it is read.
    fn reads_bytes(&self, ending: Option<&str>) -> bool {
        let mut formats = self.plugins().flat_map(|plugin| plugin.formats().iter());
        let options = self.read_options(ending, false);
        match (options.format, options.ending) {
            _ if options.offset.is_some() => true,
            (Some(name), _) => formats.any(|format| !format.is_text && format.name == name),
            (None, Some(ending)) => {
                formats.any(|format| !format.is_text && format.endings.contains(&ending.as_str()))
            }
            (None, None) => false,
        }
    }

    /// The error for a reference to neither a collection nor a file.
    fn unknown(&self, text: &str) -> Diagnostic {
        let shown = files::shortened(text);
        let diagnostic = Diagnostic::new(format!("no collection and no file '{shown}'"));
        let name = text.split(['/', ':']).next().unwrap_or(text);
        let names: Vec<_> = self.collections().iter().map(|collection| collection.name.as_str()).collect();
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
fn latin1_note(note: Option<String>) -> String {
    let latin1 = "not UTF-8, read as ISO 8859-1";
    note.map_or_else(|| latin1.to_owned(), |note| format!("{latin1}; {note}"))
}

/// Whether a source has a name of its own: a file or a collection, not what was typed.
fn is_named(source: &Source) -> bool {
    !source.name.starts_with('<')
}

/// The reference of a puzzle: with its number if there are several.
fn numbered(name: &str, index: usize, count: usize) -> String {
    if count == 1 { name.to_owned() } else { format!("{name}:{index}") }
}

fn select(items: Vec<Item>, range: Option<NumberRange>, name: &str) -> Result<Vec<Item>, Diagnostic> {
    let Some(NumberRange { first, last }) = range else { return Ok(items) };
    let count = items.len();
    if first == 0 || last < first || last > count {
        let holds = if count == 1 { "1 puzzle".to_owned() } else { format!("puzzles 1-{count}") };
        let requested = if first == last { first.to_string() } else { format!("{first}-{last}") };
        return Err(Diagnostic::new(format!("{name} holds {holds}; there is no {requested}")));
    }
    Ok(items.into_iter().skip(first - 1).take(last - first + 1).collect())
}

fn extension(path: &str) -> Option<&str> {
    std::path::Path::new(path).extension().and_then(|ending| ending.to_str())
}
