//! The layers of a count in a file: the sizes of the expanded layers, how far the next one has been expanded, the table,
//! and a checksum of all.

use std::fmt::{Debug, Write as _};
use std::io::{self, BufReader, Read, Write};

use super::{
    layers::{Begun, Weighted},
    pass::{LayerCounts, Method},
    table::Table,
};
use lurd_engine::program::outcome::Cost;

/// A place where the layers of one count are saved.
pub trait RunStore: Debug {
    /// What was saved; `None` if nothing was.
    ///
    /// # Errors
    /// When it cannot be read.
    fn open(&self) -> io::Result<Option<Box<dyn Read + '_>>>;

    /// Replaces what was saved by what `write` writes, at once or not at all.
    ///
    /// # Errors
    /// When it cannot be written.
    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;
}

/// The first line of a file.
const MAGIC: &str = "lurd layers 1";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    Bytes,
    TwoBits,
}

impl TableKind {
    const ALL: [(Self, &str); 2] = [(Self::Bytes, "bytes"), (Self::TwoBits, "two bits")];

    fn name(self) -> &'static str {
        Self::ALL[usize::from(self == Self::TwoBits)].1
    }
}

/// A layer that has been expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavedLayer {
    pub entries: u64,
    pub states: u64,
    pub classes: u64,
    pub checksum: Option<u64>,
}

/// What is saved beside the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    pub kind: TableKind,
    size: u64,
    /// Number of table entries in the layer to be expanded next.
    pub width: u64,
    /// The distance of the other end, if it has been reached.
    pub end: Option<Cost>,
    pub layers: Vec<SavedLayer>,
    /// The part of the next layer that has been expanded.
    pub begun: Option<Begun>,
}

/// The first word of the line about a layer of which a part has been expanded.
const BEGUN: &str = "begun";

/// The names of the methods in that line.
const METHODS: [(Method, &str); 2] = [(Method::Push, "push"), (Method::Pull, "pull")];

fn begun_line(begun: &Begun) -> String {
    let Begun { from, method, wanted, counts: LayerCounts { layer, states, classes, new, generated } } = begun;
    let method = METHODS[usize::from(*method == Method::Pull)].1;
    format!("{BEGUN} {method} {from} {wanted} {layer} {states} {classes} {new} {generated}")
}

/// Reads the line after its first word.
fn begun(fields: &[&str]) -> Option<Begun> {
    let (name, numbers) = fields.split_first()?;
    let method = METHODS.iter().find(|(_, method)| method == name)?.0;
    let numbers: Vec<u64> = numbers.iter().map(|number| number.parse().ok()).collect::<Option<_>>()?;
    let &[from, wanted, layer, states, classes, new, generated] = numbers.as_slice() else { return None };
    Some(Begun { from, method, wanted, counts: LayerCounts { layer, states, classes, new, generated } })
}

type Opened<'o> = (Header, Hashing<BufReader<Box<dyn Read + 'o>>>);

impl Header {
    pub fn new(kind: TableKind, size: u64) -> Self {
        Self { kind, size, width: 0, end: None, layers: Vec::new(), begun: None }
    }

    pub fn sizes(&self) -> Vec<u64> {
        self.layers.iter().map(|layer| layer.entries).collect()
    }

    pub fn weighted(&self) -> Vec<Weighted> {
        self.layers.iter().map(|layer| Weighted { states: layer.states, classes: layer.classes }).collect()
    }

    /// Opens what was saved of the count `identity` of a table of `size` entries.
    ///
    /// # Errors
    /// When it cannot be read or is that of another count.
    pub fn open<'o>(store: &'o dyn RunStore, identity: &str, size: u64) -> Result<Option<Opened<'o>>, String> {
        let Some(reader) = store.open().map_err(|error| error.to_string())? else { return Ok(None) };
        let mut reader = Hashing { inner: BufReader::new(reader), hash: FNV_START };
        match reader.line() {
            Ok(line) if line == MAGIC => {}
            Err(error) if error.kind() != io::ErrorKind::UnexpectedEof => return Err(error.to_string()),
            _ => {
                let expected = format!("its first line should be '{MAGIC}'");
                return Err(format!("what is to be resumed is not a file of layers: {expected}"));
            }
        }
        let mut line = || reader.line().map_err(unreadable);
        let found = line()?;
        if found != identity {
            return Err(format!("the layers of another count: '{found}', not '{identity}'"));
        }
        let kind = line()?;
        let kind = TableKind::ALL.iter().find(|(_, name)| *name == kind).ok_or_else(damaged)?.0;
        let number = |text: &str| text.parse::<u64>().ok();
        let mut header = Self::new(kind, number(&line()?).ok_or_else(damaged)?);
        header.width = number(&line()?).ok_or_else(damaged)?;
        header.end = number(&line()?);
        let mut left = size;
        loop {
            let line = line()?;
            if line.is_empty() {
                break;
            }
            let fields: Vec<&str> = line.split(' ').collect();
            if let [BEGUN, fields @ ..] = fields.as_slice() {
                header.begun = Some(begun(fields).filter(|begun| begun.from <= size).ok_or_else(damaged)?);
                continue;
            }
            let [entries, states, classes, checksum] = fields.as_slice() else { return Err(damaged()) };
            let checksum = Some(u64::from_str_radix(checksum, 16).map_err(|_| damaged())?);
            let [entries, states, classes] = [entries, states, classes].map(|field| number(field));
            let (Some(entries), Some(states), Some(classes)) = (entries, states, classes) else {
                return Err(damaged());
            };
            // No layer is empty, so the table limits their number.
            left = left.checked_sub(entries).filter(|_| entries > 0).ok_or_else(damaged)?;
            header.layers.push(SavedLayer { entries, states, classes, checksum });
        }
        let layers = header.layers.len() as u64;
        if header.size != size || header.end.is_some_and(|end| end >= layers) {
            return Err(damaged());
        }
        Ok(Some((header, reader)))
    }

    /// Reads the table, which follows the header, and checks it against its checksum and the sizes of the layers.
    ///
    /// # Errors
    /// When it cannot be read or is damaged.
    pub fn read_table(
        &self,
        table: &mut Table,
        reader: &mut Hashing<BufReader<Box<dyn Read + '_>>>,
    ) -> Result<(), String> {
        table.read(reader).map_err(unreadable)?;
        let expected = reader.hash;
        let mut checksum = [0; 8];
        reader.read_exact(&mut checksum).map_err(unreadable)?;
        let next = u32::try_from(self.layers.len()).unwrap_or(u32::MAX);
        let new = self.begun.map_or(0, |begun| begun.counts.new);
        let mut counts = self.layers.iter().map(|layer| layer.entries).chain([self.width, new]);
        let seen = counts.try_fold(0, u64::checked_add);
        let is_sound = u64::from_le_bytes(checksum) == expected
            && table.count(0, self.size, next) == self.width
            && (self.begun.is_none() || table.count(0, self.size, next + 1) == new)
            && seen.is_some_and(|seen| table.unseen() == self.size.saturating_sub(seen));
        if is_sound { Ok(()) } else { Err(damaged()) }
    }

    /// Saves the header and the table.
    ///
    /// # Errors
    /// When they cannot be written.
    pub fn save(&self, store: &dyn RunStore, identity: &str, table: &Table) -> Result<(), String> {
        let end = self.end.map_or_else(|| "-".to_owned(), |end| end.to_string());
        let mut text = format!("{MAGIC}\n{identity}\n{}\n{}\n{}\n{end}\n", self.kind.name(), self.size, self.width);
        for layer in &self.layers {
            let SavedLayer { entries, states, classes, checksum } = layer;
            let _ = writeln!(text, "{entries} {states} {classes} {:016x}", checksum.unwrap_or(0));
        }
        if let Some(begun) = &self.begun {
            let _ = writeln!(text, "{}", begun_line(begun));
        }
        text.push('\n');
        let written = store.save(&mut |to| {
            let mut to = Hashing { inner: to, hash: FNV_START };
            to.write_all(text.as_bytes())?;
            table.write(&mut to)?;
            let checksum = to.hash;
            to.write_all(&checksum.to_le_bytes())
        });
        written.map_err(|error| format!("the layers cannot be saved: {error}"))
    }
}

/// The error of a file of layers that is not one that was saved.
fn damaged() -> String {
    "the file of layers is damaged; delete it, or name another file, to begin anew".to_owned()
}

/// Why a file of layers cannot be read.
#[expect(clippy::needless_pass_by_value, reason = "for `map_err`")]
fn unreadable(error: io::Error) -> String {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => {
            "the file of layers ends too early; delete it, or name another file, to begin anew".to_owned()
        }
        _ => error.to_string(),
    }
}

/// The start and the factor of FNV-1a.
const FNV_START: u64 = 0xcbf2_9ce4_8422_2325;
const FNV_FACTOR: u64 = 0x0100_0000_01b3;

/// A reader or writer that computes the FNV-1a hash of what passes.
pub struct Hashing<T> {
    inner: T,
    hash: u64,
}

fn fnv(hash: u64, bytes: &[u8]) -> u64 {
    bytes.iter().fold(hash, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(FNV_FACTOR))
}

impl<R: Read> Hashing<R> {
    /// Reads a line without its end.
    fn line(&mut self) -> io::Result<String> {
        /// Maximum length of a line of a file of layers.
        const MAX_LENGTH: usize = 1 << 16;
        let mut line = Vec::new();
        let mut byte = [0];
        loop {
            self.read_exact(&mut byte)?;
            if byte[0] == b'\n' || line.len() == MAX_LENGTH {
                return Ok(String::from_utf8_lossy(&line).into_owned());
            }
            line.push(byte[0]);
        }
    }
}

impl<R: Read> Read for Hashing<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.inner.read(buffer)?;
        self.hash = fnv(self.hash, &buffer[..read]);
        Ok(read)
    }
}

impl<W: Write> Write for Hashing<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.inner.write(bytes)?;
        self.hash = fnv(self.hash, &bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}
