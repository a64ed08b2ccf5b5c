//! References to puzzles as they are typed, the puzzles that they name, and the plug-in that reads a text.

use std::{ops::Range, sync::Arc};

use lurd_disk::{
    files::beginning,
    names::{name_of, path_of},
    text::Encoding,
};

use super::files::{self, Contents, Expected};
use super::registered::{Catalog, Collection, FolderCollection, InputError, Item, Source, Typed};
use super::suggestions::{nearest, suggestion};
use crate::diagnostic::Diagnostic;
use crate::links::{self, Linked};
use crate::puzzle::{Confidence, Plugin, ReadOptions};

/// A range of puzzle numbers, from 1, both ends included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// The first number.
    pub first: usize,
    /// The last number.
    pub last: usize,
}

/// The meaning of a reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reference<'t> {
    /// The text of a puzzle.
    Text,
    /// Standard input.
    Stdin,
    /// A collection of the catalog, or some of its puzzles.
    Collection {
        /// The name of the collection.
        name: &'t str,
        /// The numbers of the puzzles; `None` for all.
        range: Option<NumberRange>,
    },
    /// A file, or some of its puzzles.
    File {
        /// The path of the file.
        path: &'t str,
        /// The numbers of the puzzles; `None` for all.
        range: Option<NumberRange>,
    },
    /// A link to the page in the browser.
    Link {
        /// What stands behind its `#`.
        fragment: &'t str,
    },
    /// Neither a collection nor a file that exists.
    Unknown,
}

impl<'t> Reference<'t> {
    /// Parses `text`.
    #[must_use]
    pub fn parse(text: &'t str, catalog: &Catalog) -> Self {
        if text == "-" {
            return Self::Stdin;
        }
        let forced = ["./", "../", "/"].iter().any(|prefix| text.starts_with(prefix)) && !text.contains('\n');
        if forced {
            return Self::file(text);
        }
        if let Some(fragment) = links::fragment_in(text).filter(|_| !is_file(text)) {
            return Self::Link { fragment };
        }
        if is_puzzle_text(text) {
            // A name may have a line end or a '|' too.
            return if is_file(text) { Self::file(text) } else { Self::Text };
        }
        let numbered = text.rsplit_once(['/', ' ']).and_then(|(name, it)| parse_range(it).map(|it| (name, Some(it))));
        let (name, range) = numbered.unwrap_or((text, None));
        if catalog.is_collection(name) {
            return Self::Collection { name, range };
        }
        match Self::file(text) {
            Self::File { path, .. } if !path_of(path).exists() => Self::Unknown,
            file => file,
        }
    }

    fn file(text: &'t str) -> Self {
        if !path_of(text).exists()
            && let Some((path, numbers)) = text.rsplit_once(':')
            && let Some(range) = parse_range(numbers)
        {
            return Self::File { path, range: Some(range) };
        }
        Self::File { path: text, range: None }
    }
}

/// Whether `text` is the name of a file, or of some of its puzzles.
fn is_file(text: &str) -> bool {
    /// The longest name of a file on common systems, in bytes.
    const MAX_PATH: usize = 4096;
    text.len() <= MAX_PATH
        && match Reference::file(text) {
            Reference::File { path, .. } => path_of(path).is_file(),
            _ => false,
        }
}

/// Whether `text` has a sign of being the text of a puzzle rather than a name.
#[must_use]
pub fn is_puzzle_text(text: &str) -> bool {
    text.contains(['\n', '|'])
        || ["->", "=>", "\u{2192}", "\u{21d2}", "\u{27a1}"].iter().any(|arrow| text.contains(arrow))
        || text.contains("source:")
        // Rows with line breaks as programs write them.
        || text.contains("#\\n")
        // Width, height and tiles, as in Sixteen: `4x4:1,2,..`.
        || text.split_once(':').and_then(|(size, _)| size.split_once('x')).is_some_and(are_numbers)
}

fn are_numbers((width, height): (&str, &str)) -> bool {
    [width.trim_start(), height].iter().all(|side| side.parse::<u64>().is_ok())
}

/// Parses `4` or `1-5`.
fn parse_range(text: &str) -> Option<NumberRange> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some(NumberRange { first: first.parse().ok()?, last: last.parse().ok()? })
}

/// The beginning of a text that may show what kind of puzzle all of it is, in bytes.
const BEGINNING: usize = 1 << 16;

/// The longest text in which puzzles of other kinds are looked for, in bytes.
const MAX_MIXED: usize = 1 << 20;

/// A part of a source to be read as puzzles.
struct Part<'s> {
    source: &'s Arc<Source>,
    place: Range<usize>,
    /// The extension of the file.
    extension: Option<&'s str>,
    /// The first byte that is not text, if the source is binary.
    binary: Option<usize>,
    /// How the text was decoded, if that is not certain.
    decoding: Option<String>,
}

/// The puzzles of a source, or why there is none.
type Items = Result<Vec<Item>, Box<InputError>>;

impl Catalog {
    /// Joins the name of a collection and a number after it, `missile` and `3`, to one reference. The number stays an
    /// argument of its own if there is a file of that name.
    #[must_use]
    pub fn join_numbers(&self, words: &[String]) -> Vec<String> {
        let mut joined: Vec<String> = Vec::with_capacity(words.len());
        for word in words {
            match joined.last_mut() {
                Some(name) if self.is_collection(name) && parse_range(word).is_some() && !path_of(word).exists() => {
                    *name = format!("{name}/{word}");
                }
                _ => joined.push(word.clone()),
            }
        }
        joined
    }

    /// Reads every puzzle of the collection of that name, or returns `None` if there is none. A file of a folder that
    /// cannot be read is an item with an error.
    ///
    /// # Errors
    /// Its text as a whole cannot be read.
    #[must_use]
    pub fn read_named(&self, name: &str) -> Option<Result<Vec<Item>, Box<InputError>>> {
        let fixed = self.collection(name).map(|collection| self.read_collection(collection));
        fixed.or_else(|| self.folder(name).map(|folder| Ok(self.read_folder(folder))))
    }

    fn read_folder(&self, folder: &FolderCollection) -> Vec<Item> {
        let mut items = Vec::new();
        for path in folder.files() {
            let path = name_of(path.as_os_str());
            let unread = |diagnostic| Box::new(InputError { diagnostic, source: None, name: path.clone() });
            items.extend(self.read_path(&path, unread).unwrap_or_else(|error| {
                let error = Diagnostic { place: None, ..error.diagnostic };
                vec![Item::without_text("", Err(error.into()), &path, &path)]
            }));
        }
        for (item, index) in items.iter_mut().zip(1..) {
            item.index = index;
            item.reference = format!("{}/{index}", folder.name);
            item.source = Source::new(&folder.name, &item.source.text);
        }
        items
    }

    /// Reads every puzzle of a file; `failed` makes the error if there is no text.
    fn read_path(&self, path: &str, failed: impl Fn(Diagnostic) -> Box<InputError>) -> Items {
        let expected = self.expected(extension(path)).map_err(&failed)?;
        self.read_file(path, files::read(path, expected).map_err(failed)?)
    }

    /// The puzzles at the beginning of a long file, if it is sure that they are those of the whole file up to `last`.
    fn read_beginning(&self, path: &str, NumberRange { first, last }: NumberRange) -> Option<Vec<Item>> {
        if !(1..=last).contains(&first) || self.expected(extension(path)) != Ok(Expected::Anything) {
            return None;
        }
        let read = |text| self.read_file(path, Contents { text, binary: None, note: None }).unwrap_or_default();
        for bits in (18..).step_by(2) {
            let items = read(beginning(&path_of(path), 1 << bits)?);
            // Text above the last puzzle, which may be cut, may be about it. Text directly below the one before is not.
            if let [.., before, _] = items.as_slice()
                && items.len() - 2 > last
            {
                let (text, end) = (&before.source.text, before.place.end);
                let blank = text[end..].find("\n\n").or_else(|| text[end..].find("\n\r\n"))?;
                return Some(read(text[..end + blank].to_owned())).filter(|items| items.len() > last);
            }
        }
        None
    }

    /// Reads every puzzle in the bytes of a file of that name, which need not exist.
    ///
    /// # Errors
    /// The bytes as a whole cannot be read.
    pub fn read_bytes(&self, name: &str, bytes: &[u8]) -> Result<Vec<Item>, Box<InputError>> {
        let failed = |diagnostic| Box::new(InputError { diagnostic, source: None, name: name.to_owned() });
        let expected = self.expected(extension(name)).map_err(failed)?;
        self.read_file(name, files::contents(bytes.to_vec(), expected))
    }

    /// Whether `text` is neither a puzzle nor the name of a collection or of a file.
    #[must_use]
    pub fn is_unknown(&self, text: &str) -> bool {
        Reference::parse(text, self) == Reference::Unknown && best_confidence(self, text) != Confidence::Sure
    }

    /// Reads every puzzle of a collection.
    ///
    /// # Errors
    /// Its text as a whole cannot be read.
    pub fn read_collection(&self, collection: &Collection) -> Result<Vec<Item>, Box<InputError>> {
        let source = &Source::new(&collection.name, &collection.text);
        let place = 0..collection.text.len();
        let part = Part { source, place, extension: extension(&collection.file), binary: None, decoding: None };
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
                let contents = self.expected(None).and_then(files::read_stdin).map_err(failed)?;
                self.read_file("<stdin>", contents)
            }
            Reference::Collection { name, range } => {
                let items = self.read_named(name).unwrap_or_else(|| Err(failed(self.unknown(typed.text()))))?;
                select(items, range, name).map_err(failed)
            }
            Reference::File { path, range } => {
                let beginning = range.and_then(|range| self.read_beginning(path, range));
                let items = beginning.map_or_else(|| self.read_path(path, failed), Ok)?;
                select(items, range, path).map_err(failed)
            }
            Reference::Link { fragment } => match links::read(fragment).map_err(failed)? {
                // A link names no file.
                Some((Linked::Puzzle(name), _)) => match Reference::parse(&name, self) {
                    Reference::Collection { .. } => self.resolve(&Typed::argument(&name)),
                    _ => Err(failed(Diagnostic::new(format!("the link names '{name}', which is not built in")))),
                },
                Some((Linked::Level(text), _)) => {
                    let place = 0..text.len();
                    self.read_typed(&Typed { source: Source::new("<link>", text), place, at_prompt: false })
                }
                None => Err(failed(self.unknown(typed.text()))),
            },
            // A single row without any sign of a puzzle is read if a plug-in is sure of it.
            Reference::Unknown if !self.is_unknown(typed.text()) => self.read_typed(typed),
            Reference::Unknown => self.read_as_puzzle(typed).ok_or_else(|| failed(self.unknown(typed.text()))),
        }
    }

    /// The puzzles of a text that no plug-in is sure of, if all of them can be read: two boards between words, for instance.
    fn read_as_puzzle(&self, typed: &Typed) -> Option<Vec<Item>> {
        let may_be = best_confidence(self, typed.text()) == Confidence::Maybe;
        let items = may_be.then(|| self.read_typed(typed).ok()).flatten()?;
        items.iter().all(|item| item.puzzle.is_ok()).then_some(items)
    }

    /// The puzzles that the user referred to, as [`Self::resolve`] returns them. For a single puzzle of a collection or
    /// of a file these are all puzzles of it, and the index of that one.
    ///
    /// # Errors
    /// As for [`Self::resolve`].
    pub fn resolve_among_all(&self, typed: &Typed) -> Result<(Vec<Item>, Option<usize>), Box<InputError>> {
        let (Reference::Collection { name, range } | Reference::File { path: name, range }) =
            Reference::parse(typed.text(), self)
        else {
            return Ok((self.resolve(typed)?, None));
        };
        if let Some(NumberRange { first, .. }) = range.filter(|range| range.first == range.last) {
            let items = self.resolve(&Typed::argument(name))?;
            if (1..=items.len()).contains(&first) {
                return Ok((items, Some(first - 1)));
            }
        }
        Ok((self.resolve(typed)?, None))
    }

    fn read_typed(&self, typed: &Typed) -> Items {
        let source = &typed.source;
        let part = Part { source, place: typed.place.clone(), extension: None, binary: None, decoding: None };
        self.read(part, |index, count| numbered(&source.name, index, count))
    }

    fn read_file(&self, name: &str, contents: Contents) -> Items {
        let source = &Source::new(name, contents.text);
        let (place, extension) = (0..source.text.len(), extension(name));
        let part = Part { source, place, extension, binary: contents.binary, decoding: contents.note };
        self.read(part, |index, count| numbered(name, index, count))
    }

    /// Reads every puzzle in a part of a source. `reference` makes the reference of a puzzle from its number
    /// and the number of puzzles.
    fn read(&self, part: Part<'_>, reference: impl Fn(usize, usize) -> String) -> Items {
        let Part { source, place, extension, binary, decoding } = part;
        let text = &source.text[place.clone()];
        let start = place.start;
        let failed = |mut diagnostic: Diagnostic| {
            // Without a place, nothing else says which of several files it is. What was typed has no name of its own.
            if diagnostic.place.is_none() && !source.name.starts_with('<') {
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
        let options = self.read_options(extension, binary.is_some());
        let plugin = plugin(self, text, &options, binary).map_err(failed)?;
        let mut entries = plugin.read_with(text, &options).map_err(failed)?;
        if entries.is_empty() {
            return Err(failed(Diagnostic::new(format!("no {} puzzle in it", plugin.name()))));
        }
        let is_chosen = options.format.is_some() || options.dialect.is_some() || binary.is_some();
        let others = (!is_chosen).then(|| of_other_kinds(self, text, plugin)).flatten();
        entries[0].note = joined(entries[0].note.take(), others);
        let count = entries.len();
        if start > 0
            && let Some(left_out) = &mut Arc::make_mut(&mut entries[0].metadata).left_out
        {
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
                note: joined(decoding.clone(), entry.note),
                metadata: entry.metadata,
                place: entry.place.start + start..entry.place.end + start,
                puzzle: entry.puzzle.map_err(|diagnostic| diagnostic.shifted(start).into()),
            })
            .collect())
    }

    /// The expected encoding of a file, from the options and its extension.
    fn expected(&self, extension: Option<&str>) -> Result<Expected, Diagnostic> {
        let formats = self.plugins().flat_map(Plugin::formats);
        let options = self.read_options(extension, false);
        let is_binary =
            formats.filter(|format| !format.is_text).any(|known| match (&options.format, &options.extension) {
                (Some(name), _) => known.name == name,
                (None, extension) => extension.as_deref().is_some_and(|it| known.extensions.contains(&it)),
            });
        match options.encoding {
            _ if is_binary => Ok(Expected::Bytes),
            None => Ok(Expected::Anything),
            Some(name) => Encoding::named(&name).map(Expected::TextIn).ok_or_else(|| {
                Diagnostic::new(format!("unknown encoding '{}'", files::shortened(&name)))
                    .help("for example utf-8, utf-16, windows-1252, iso-8859-2, cp437, koi8-r, shift_jis, gbk or big5")
            }),
        }
    }

    /// The error for a reference to neither a collection nor a file.
    fn unknown(&self, text: &str) -> Diagnostic {
        let shown = files::shortened(text);
        let diagnostic = Diagnostic::new(format!("no collection and no file '{shown}'"));
        let name = text.split(['/', ':']).next().unwrap_or(text);
        if self.folder(name).is_some() {
            return Diagnostic::new(format!("the collection '{name}' has no puzzles yet"))
                .help("puzzles that you type or paste at the prompt or in the player are kept in it");
        }
        let names = self.collection_names();
        if names.contains(&name) {
            return diagnostic.help(format!("'{name}/2' is a puzzle of that collection, '{name}/2-4' are three"));
        }
        let mut files = text.match_indices([':', '/', ' ', ',']).map(|(at, _)| &text[..at]);
        if let Some(file) = files.rfind(|file| path_of(file).is_file()) {
            let file = files::shortened(file);
            return diagnostic.help(format!("'{file}:2' is a puzzle of that file, '{file}:2-4' are three"));
        }
        if let Some(near) = nearest(name, &names) {
            return diagnostic.help(format!("did you mean '{near}{}'?", &text[name.len()..]));
        }
        if let Err(error) = self.read_typed(&Typed::argument(text))
            && best_confidence(self, text) == Confidence::Maybe
        {
            let InputError { diagnostic: Diagnostic { message, help, .. }, .. } = *error;
            let help = help.map_or_else(String::new, |help| format!(": {help}"));
            return diagnostic.help(format!("as a puzzle: {message}{help}"));
        }
        diagnostic.help(suggestion(text, &files::beside(text)).unwrap_or_else(|| {
            "lurd list shows the collections; a puzzle itself has a '|', a '->' or a line break".to_owned()
        }))
    }
}

/// The note on how a text was decoded and the note on a puzzle, as one.
fn joined(decoding: Option<String>, note: Option<String>) -> Option<String> {
    decoding.into_iter().chain(note).reduce(|decoding, note| format!("{decoding}; {note}"))
}

/// A note on the puzzles of other kinds in a text that is read by one plug-in.
fn of_other_kinds(catalog: &Catalog, text: &str, plugin: &dyn Plugin) -> Option<String> {
    let is_other = |other: &&dyn Plugin| other.name() != plugin.name() && other.is_sure(text);
    let others = catalog.plugins().filter(|_| text.len() <= MAX_MIXED).filter(is_other);
    let notes = others.filter_map(|other| {
        let (entries, name) = (other.read_with(text, &ReadOptions::default()).unwrap_or_default(), other.name());
        let count = entries.iter().filter(|entry| entry.puzzle.is_ok()).count();
        let (puzzles, are) = if count == 1 { ("puzzle", "is") } else { ("puzzles", "are") };
        let left = format!("{count} {name} {puzzles} in this text {are} not read");
        (count > 0).then(|| left + ": put a kind of puzzle into a file of its own")
    });
    notes.reduce(|notes, note| format!("{notes}; {note}"))
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
    std::path::Path::new(path).extension().and_then(|extension| extension.to_str())
}

/// The plug-in that reads a text or the bytes that its characters stand for.
pub(super) fn plugin<'c>(
    catalog: &'c Catalog,
    text: &str,
    options: &ReadOptions,
    binary: Option<usize>,
) -> Result<&'c dyn Plugin, Diagnostic> {
    // A format or dialect that was named decides alone.
    if let Some(format) = &options.format {
        let mut plugins = catalog.plugins();
        return plugins.find(|plugin| plugin.formats().iter().any(|known| known.name == format)).ok_or_else(|| {
            let names = catalog.plugins().flat_map(|plugin| plugin.formats().iter().map(|it| it.name));
            unknown_word("format", format, &names.collect::<Vec<_>>())
        });
    }
    if let Some(dialect) = &options.dialect {
        let Some(plugin) = catalog.plugins().find(|plugin| plugin.knows_dialect(dialect)) else {
            let names = catalog.plugins().flat_map(|plugin| plugin.dialects().iter().copied());
            return Err(unknown_word("dialect", dialect, &names.collect::<Vec<_>>()));
        };
        // The dialect may be meant for other files than this one. No confidence takes into
        // account letters that the user gives, nor those of some dialects.
        let is_given = !plugin.dialects().contains(&dialect.as_str());
        let best = best_confidence(catalog, text);
        if plugin.confidence(text) > Confidence::No
            || best <= Confidence::Faulty
            || (best < Confidence::Sure && (is_given || finds(plugin, text, options)))
        {
            return Ok(plugin);
        }
    }
    let Some(at) = binary else { return by_confidence(catalog, text, options) };
    let bytes: Vec<u8> = text.chars().map(|letter| u8::try_from(letter).unwrap_or_default()).collect();
    catalog
        .plugins()
        .find(|plugin| plugin.claims_bytes(&bytes))
        .ok_or_else(|| Diagnostic::new(format!("a binary file without packed levels: byte {at} is not text")))
}

/// Whether a plug-in reads a puzzle in a text.
fn finds(plugin: &dyn Plugin, text: &str, options: &ReadOptions) -> bool {
    plugin.read_with(text, options).is_ok_and(|entries| entries.iter().any(|entry| entry.puzzle.is_ok()))
}

fn unknown_word(kind: &str, word: &str, known: &[&str]) -> Diagnostic {
    let help = suggestion(word, known).unwrap_or_else(|| format!("{kind}s: {}", known.join(", ")));
    Diagnostic::new(format!("unknown {kind} '{}'", files::shortened(word))).help(help)
}

/// The plug-in that owns the file extension, unless it does not claim the text and another one does (a `.txt`
/// may hold anything) or finds a puzzle where the owner finds none; otherwise the plug-in that is surest of the text, or the only
/// one of these that finds a puzzle.
fn by_confidence<'c>(catalog: &'c Catalog, text: &str, options: &ReadOptions) -> Result<&'c dyn Plugin, Diagnostic> {
    let finds = |plugin: &&dyn Plugin| finds(*plugin, text, options);
    let is_owner = |plugin: &dyn Plugin| plugin.extensions().iter().any(|it| options.extension.as_deref() == Some(*it));
    // If a kind is sure, those that are not do not count.
    let claims = |text: &str| -> Vec<(Confidence, &'c dyn Plugin)> {
        let sure: Vec<bool> = catalog.plugins().map(|plugin| plugin.is_sure(text)).collect();
        let claim = |(is_sure, plugin): (&bool, &'c dyn Plugin)| match is_sure {
            true => (Confidence::Sure, plugin),
            false if sure.contains(&true) && !is_owner(plugin) => (Confidence::No, plugin),
            false => (plugin.confidence(text), plugin),
        };
        sure.iter().zip(catalog.plugins()).map(claim).collect()
    };
    // A long text is what its beginning is, if a kind is sure of that.
    let of_beginning = text.get(..BEGINNING).map(claims).filter(|it| it.iter().any(|(it, _)| *it == Confidence::Sure));
    let claims = of_beginning.unwrap_or_else(|| claims(text));
    let best = claims.iter().map(|(confidence, _)| *confidence).max().unwrap_or(Confidence::No);
    let mut owners = claims.iter().filter(|(_, plugin)| is_owner(*plugin));
    if let (Some(&(confidence, owner)), None) = (owners.next(), owners.next())
        && match confidence {
            Confidence::Maybe => finds(&owner) || !catalog.plugins().any(|other| finds(&other)),
            confidence => confidence == Confidence::Sure || best <= confidence,
        }
    {
        return Ok(owner);
    }
    let mut surest: Vec<_> = claims.iter().filter(|(it, _)| *it == best).map(|(_, plugin)| *plugin).collect();
    if surest.len() > 1 || best == Confidence::No {
        let finders: Vec<_> = surest.iter().copied().filter(finds).collect();
        if finders.len() == 1 || best == Confidence::No {
            surest = finders;
        }
    }
    let names = |plugins: &[&dyn Plugin]| plugins.iter().map(|plugin| plugin.name()).collect::<Vec<_>>().join(", ");
    match surest.as_slice() {
        [plugin] => Ok(*plugin),
        [] => {
            let all: Vec<_> = catalog.plugins().collect();
            let example = |plugin: &&dyn Plugin| format!("{}: '{}'", plugin.name(), plugin.example());
            let examples: Vec<_> = all.iter().map(example).collect();
            let message = format!("not a puzzle of a known kind ({})", names(&all));
            Err(Diagnostic::new(message).help(format!("for example {}", examples.join(" or "))))
        }
        tied => {
            let message = format!("this can be read as any of {}", names(tied));
            Err(Diagnostic::new(message).help("save it to a file whose extension names the kind of puzzle"))
        }
    }
}

/// The highest confidence of any plug-in.
pub(super) fn best_confidence(catalog: &Catalog, text: &str) -> Confidence {
    catalog.plugins().map(|plugin| plugin.confidence(text)).max().unwrap_or(Confidence::No)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_mean_what_the_help_says() {
        let catalog = Catalog::default().with_collection("missile.shift", "");
        let numbers = |first, last| Some(NumberRange { first, last });
        let collection = |range| Reference::Collection { name: "missile", range };
        for (text, meaning) in [
            ("missile", collection(None)),
            ("missile/4", collection(numbers(4, 4))),
            ("missile/1-5", collection(numbers(1, 5))),
            ("missile/x", Reference::Unknown),
            ("misile", Reference::Unknown),
            ("-", Reference::Stdin),
            ("./missile", Reference::File { path: "./missile", range: None }),
            ("./a|b", Reference::File { path: "./a|b", range: None }),
            ("./levels.xsb:12", Reference::File { path: "./levels.xsb", range: numbers(12, 12) }),
            ("Cargo.toml", Reference::File { path: "Cargo.toml", range: None }),
            ("Cargo.toml:1-20", Reference::File { path: "Cargo.toml", range: numbers(1, 20) }),
            ("#####|#@$.#|#####", Reference::Text),
            ("12/34 -> 21/34", Reference::Text),
            ("source:[1,2] target:[2,1]", Reference::Text),
            ("4x4:1,2", Reference::Text),
            ("x4:1,2", Reference::Unknown),
            ("a\nb", Reference::Text),
            ("https://example.org/#puzzle=missile/4", Reference::Link { fragment: "puzzle=missile/4" }),
        ] {
            assert_eq!(Reference::parse(text, &catalog), meaning, "{text}");
        }
    }
}

#[cfg(test)]
mod choose_tests {
    use super::*;
    use crate::puzzle::PuzzleEntry;

    /// A plug-in that reads texts with a letter of its own.
    struct Letter(&'static str, &'static [&'static str], char);

    impl Plugin for Letter {
        fn name(&self) -> &'static str {
            self.0
        }
        fn summary(&self) -> &'static str {
            "texts with a letter"
        }
        fn extensions(&self) -> &'static [&'static str] {
            self.1
        }
        fn example(&self) -> &'static str {
            "x"
        }
        fn confidence(&self, text: &str) -> Confidence {
            if text.contains(self.2) { Confidence::Maybe } else { Confidence::No }
        }
        fn read(&self, _: &str) -> Result<Vec<PuzzleEntry>, Diagnostic> {
            Ok(Vec::new())
        }
    }

    #[test]
    fn the_extension_decides_and_a_tie_is_an_error() {
        let (xs, ys) = (|| Letter("ecks", &["ex", "both"], 'x'), || Letter("why", &["wy", "both"], 'y'));
        let both = Catalog::default().with(xs()).with(ys());
        let twice = Catalog::default().with(xs()).with(xs());
        let chosen = |catalog: &Catalog, text, extension: Option<&str>| {
            let options = catalog.read_options(extension, false);
            by_confidence(catalog, text, &options).map(Plugin::name).map_err(|diagnostic| diagnostic.message)
        };
        assert_eq!(chosen(&both, "whatever", Some("EX")), Ok("ecks"), "no plug-in claims it");
        assert_eq!(chosen(&both, "xy", Some("wy")), Ok("why"), "both claim it");
        assert_eq!(chosen(&both, "x", Some("wy")), Ok("ecks"), "only the other claims it");
        assert_eq!(chosen(&both, "x", Some("both")), Ok("ecks"));
        assert_eq!(chosen(&both, "y", None), Ok("why"));
        assert_eq!(chosen(&both, "y", Some("text")), Ok("why"));
        let unclaimed = "not a puzzle of a known kind (ecks, why)";
        assert_eq!(chosen(&both, "hello", None), Err(unclaimed.to_owned()));
        let tie = "this can be read as any of ecks, ecks";
        assert_eq!(chosen(&twice, "x", None), Err(tie.to_owned()));
    }
}
