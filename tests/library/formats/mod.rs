//! Texts of levels in every format, there and back.

mod binary;
mod dialects;
mod left_out;
mod metrics;
mod places;
mod program_tables;
mod round_trips;
mod sequence;

use lurd::puzzle::{Metadata, ReadOptions};
use lurd::sokoban::Level;
use lurd::sokoban::formats::{FORMATS, LevelEntry, read_with, write_as};

/// Reads `text` as format or dialect say.
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

/// Entries written in a format: the bytes and what is lost.
fn written(entries: &[LevelEntry], format: &str) -> (Vec<u8>, Vec<String>) {
    let format = FORMATS.iter().find(|known| known.name == format).expect("a format");
    let sheet = entries
        .iter()
        .map(|entry| (entry.level.clone().expect("legal"), &entry.metadata, entry.flags.as_str()))
        .collect();
    let written = write_as(format, sheet).expect("it can be written");
    (written.bytes, written.losses)
}

fn text_as(entries: &[LevelEntry], format: &str) -> String {
    String::from_utf8(written(entries, format).0).expect("text")
}

/// What must not change on the way: titles, boards, and what stands beside them.
fn contents(entries: &[LevelEntry]) -> Vec<(Level, Metadata, String)> {
    entries
        .iter()
        .map(|entry| {
            let metadata = Metadata { end: 0, bytes: None, left_out: None, ..entry.metadata.clone() };
            (entry.level.clone().expect("legal"), metadata, entry.flags.clone())
        })
        .collect()
}
