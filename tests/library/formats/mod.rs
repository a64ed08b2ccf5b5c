//! Reading and writing texts of levels in every format.

mod binary;
mod copied;
mod dialects;
mod every_format;
mod left_out;
#[cfg(feature = "cli")]
mod long_files;
mod metrics;
mod places;
mod program_tables;
mod round_trips;
mod sequence;
mod texts;
mod unpacking;

use lurd::puzzle::{CannotWrite, Metadata, Output, ReadOptions};
use lurd::sokoban::Level;
use lurd::sokoban::formats::{FORMATS, LevelEntry, LevelRecord, read_with, write_as};

/// Reads `text` in the given format, if any.
fn read_as(text: &str, format: Option<&str>) -> Vec<LevelEntry> {
    let options = ReadOptions { format: format.map(str::to_owned), ..ReadOptions::default() };
    read_with(text, &options).unwrap_or_else(|error| panic!("{error:?} in\n{text}"))
}

fn levels(text: &str) -> Vec<Level> {
    read_as(text, None).into_iter().map(|entry| entry.level.expect("legal")).collect()
}

/// Bytes as the reader of binary files gets them.
fn characters(bytes: &[u8]) -> String {
    bytes.iter().map(|&byte| char::from(byte)).collect()
}

/// Writes entries in a format.
fn write(entries: &[LevelEntry], format: &str) -> Result<Output, CannotWrite> {
    let format = FORMATS.iter().find(|known| known.name == format).expect("a format");
    let records: Vec<_> = entries
        .iter()
        .map(|entry| LevelRecord {
            level: entry.level.clone().expect("legal"),
            metadata: &entry.metadata,
            flags: &entry.flags,
        })
        .collect();
    write_as(format, &records)
}

/// The bytes and the losses of entries that can be written in a format.
fn written(entries: &[LevelEntry], format: &str) -> (Vec<u8>, Vec<String>) {
    let output = write(entries, format).expect("it can be written");
    (output.bytes, output.losses)
}

fn text_as(entries: &[LevelEntry], format: &str) -> String {
    String::from_utf8(written(entries, format).0).expect("text")
}

/// The data that a round trip must preserve: titles, boards and metadata.
fn contents(entries: &[LevelEntry]) -> Vec<(Level, Metadata, String)> {
    entries
        .iter()
        .map(|entry| {
            let metadata = Metadata { end: 0, bytes: None, left_out: None, ..Metadata::clone(&entry.metadata) };
            (entry.level.clone().expect("legal"), metadata, entry.flags.clone())
        })
        .collect()
}
