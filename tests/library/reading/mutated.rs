//! Mutated samples: whatever a text is, reading it does not panic, takes little time, and gives places in that text; what
//! is read can be written and read again.
//!
//! `LURD_MUTATIONS=2000000` takes more texts than the usual 2,000, `LURD_MUTATION=1234` the one of this number alone, which is
//! shown in full. A number stands for the same text until samples are added.

use std::fmt::Write as _;
use std::fs;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use lurd::catalog::{self, Catalog, Item};
use lurd::diagnostic::Diagnostic;
use lurd::puzzle::{Plugin, PuzzleRecord, ReadOptions};

use super::cases::{board, case_bytes, folder};
use crate::common::{processor, random::Random};

/// The longest text.
const MAX_BYTES: usize = 10_000;

/// One of so many texts is written in every format and read again, and another is given to each plug-in.
const SAMPLED: u64 = 8;

/// Bytes that mean something to some reader, and some that should mean nothing.
const PIECES: [&str; 48] = [
    "#",
    "@",
    "+",
    "$",
    "*",
    ".",
    " ",
    "-",
    "_",
    "|",
    "/",
    "\n",
    "\r\n",
    "\r",
    "\n\n",
    "\t",
    "\0",
    "\u{b}",
    "\u{c}",
    "\u{1a}",
    "\u{1b}[31m",
    "\u{85}",
    "\u{a0}",
    "\u{200b}",
    "\u{2028}",
    "\u{3000}",
    "\u{feff}",
    "＃",
    "🧱",
    "é",
    "\u{301}",
    "\"",
    "'",
    "[[",
    "]]",
    "```",
    "<pre>",
    "</pre>",
    "&#36;",
    "<![CDATA[",
    "->",
    "Goal:",
    "source:",
    "Title: ",
    "; ",
    "> ",
    "4 4\n",
    "9999999999",
];

/// The texts that are mutated: the samples of all formats, copied texts, and those of this folder.
fn samples() -> Vec<Vec<u8>> {
    let formats = folder().join("../formats");
    let folders =
        [formats.join("samples"), formats.join("copied"), folder().join("not_puzzles"), folder().join("fields")];
    let mut files: Vec<_> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())))
        .map(|file| file.expect("a file").path())
        .filter(|path| path.is_file())
        .collect();
    files.sort();
    let mut samples = Vec::new();
    for path in files {
        let bytes = fs::read(&path).expect("a file");
        let is_cases = path.parent().is_some_and(|folder| folder.ends_with("fields"))
            && path.extension().is_some_and(|it| it == "txt");
        if is_cases {
            samples.extend(case_bytes(&String::from_utf8(bytes).expect("text")));
        } else {
            samples.push(bytes);
        }
    }
    samples
}

/// The text of a number: one or two samples after some edits.
fn mutated(samples: &[Vec<u8>], number: u64) -> Vec<u8> {
    let random = &mut Random::new(number);
    let mut bytes = samples[random.below(samples.len())].clone();
    for _ in 0..=random.below(5) {
        let range = part(&bytes, random);
        match random.below(13) {
            0 => bytes.drain(range).for_each(drop),
            1 => bytes.truncate(range.start),
            2 => {
                let repeated = bytes[range.clone()].repeat(1 + random.below(4));
                bytes.splice(range, repeated).for_each(drop);
            }
            3 => {
                let other = &samples[random.below(samples.len())];
                let other = other[part(other, random)].to_vec();
                bytes.splice(range.start..range.start, other).for_each(drop);
            }
            4 => {
                let other = &samples[random.below(samples.len())];
                bytes.truncate(range.start);
                bytes.extend_from_slice(&other[part(other, random).start..]);
            }
            5 => {
                if let Some(byte) = bytes.get_mut(range.start) {
                    *byte = u8::try_from(random.below(256)).expect("a byte");
                }
            }
            6 => {
                // A piece before each line, as a margin.
                let piece = PIECES[random.below(PIECES.len())].as_bytes();
                bytes = bytes
                    .split(|&byte| byte == b'\n')
                    .map(|line| [piece, line].concat())
                    .collect::<Vec<_>>()
                    .join(&b'\n');
            }
            7 => {
                // Lines that change places.
                let mut lines: Vec<_> = bytes.split(|&byte| byte == b'\n').collect();
                let (one, other) = (random.below(lines.len()), random.below(lines.len()));
                lines.swap(one, other);
                bytes = lines.join(&b'\n');
            }
            8 => {
                let piece = PIECES[random.below(PIECES.len())].repeat(1 + random.below(60));
                bytes.splice(range.start..range.start, piece.into_bytes()).for_each(drop);
            }
            // Few, because they take as long as a hundred others.
            9 if random.chance(2) => {
                let times = MAX_BYTES / range.len().max(1);
                let repeated = bytes[range.clone()].repeat(times.min(MAX_BYTES));
                bytes.splice(range, repeated).for_each(drop);
            }
            _ => {
                let piece = PIECES[random.below(PIECES.len())];
                bytes.splice(range.start..range.start, piece.bytes()).for_each(drop);
            }
        }
        bytes.truncate(MAX_BYTES);
    }
    bytes
}

/// A random range of bytes, every other time of whole lines.
fn part(bytes: &[u8], random: &mut Random) -> Range<usize> {
    let (one, other) = (random.below(bytes.len() + 1), random.below(bytes.len() + 1));
    let (start, end) = (one.min(other), one.max(other));
    if random.chance(50) {
        return start..end;
    }
    let line = |at: usize| bytes[..at].iter().rposition(|&byte| byte == b'\n').map_or(0, |at| at + 1);
    line(start)..line(end)
}

/// What the texts came to.
#[derive(Debug, Default)]
struct Tally {
    puzzles: usize,
    refused: usize,
    written: usize,
}

/// What is wrong with how a text is read; empty if nothing is.
fn wrong(catalog: &Catalog, bytes: &[u8], number: u64, tally: &mut Tally) -> Vec<String> {
    let mut wrong = Vec::new();
    catalog.set_read_options(ReadOptions::default());
    let read = || processor::timed(|| catalog.read_bytes("text", bytes));
    let (longest, (read_once, mut took)) = (longest_time(), read());
    // Other threads slow down a shared processor.
    for _ in 0..3 {
        if took > longest {
            took = took.min(read().1);
        }
    }
    if took > longest {
        wrong.push(format!("slow: {} ms for {} bytes", took.as_millis(), bytes.len()));
    }
    match &read_once {
        Err(error) => {
            tally.refused += 1;
            if let Some(source) = &error.source {
                wrong.extend(misplaced("the error of the text", &source.text, &error.diagnostic));
            }
            if error.diagnostic.message.trim().is_empty() {
                wrong.push("an error without a message".to_owned());
            }
        }
        Ok(items) => {
            for item in items {
                tally.puzzles += usize::from(item.puzzle.is_ok());
                wrong.extend(wrong_item(item));
            }
            let written: &[Item] = if number.is_multiple_of(SAMPLED) { items } else { &[] };
            for item in written {
                wrong.extend(wrong_when_written(catalog, item, tally));
            }
        }
    }
    if number % SAMPLED == 1
        && let Some(text) = catalog::text_of(bytes.to_vec())
    {
        catalog.plugins().for_each(|plugin| wrong.extend(wrong_plugin(plugin, &text)));
    }
    wrong
}

/// What is wrong with how one plug-in reads a text, which may be one for the other, and with what the prompt asks of it.
fn wrong_plugin(plugin: &dyn Plugin, text: &str) -> Vec<String> {
    let _ = (plugin.confidence(text), plugin.wants_more(text), plugin.next_row(text), plugin.cell_roles(text));
    let entries = match plugin.read(text) {
        Ok(entries) => entries,
        Err(error) => return misplaced(plugin.name(), text, &error).into_iter().collect(),
    };
    let mut wrong = Vec::new();
    for entry in entries {
        if text.get(entry.place.clone()).is_none() {
            wrong.push(format!("place: {}: an entry at {:?} of {}", plugin.name(), entry.place, text.len()));
        }
        wrong.extend(entry.puzzle.err().and_then(|error| misplaced(plugin.name(), text, &error)));
    }
    wrong
}

fn misplaced(of: &str, text: &str, diagnostic: &Diagnostic) -> Option<String> {
    let place = diagnostic.place.clone()?;
    text.get(place.clone())
        .is_none()
        .then(|| format!("place: {of}: {place:?} of {}: {}", text.len(), diagnostic.message))
}

fn wrong_item(item: &Item) -> Vec<String> {
    let (mut wrong, text) = (Vec::new(), &item.source.text);
    if text.get(item.place.clone()).is_none() {
        wrong.push(format!("place: an entry at {:?} of {}", item.place, text.len()));
    }
    if text.get(item.metadata.end..).is_none() {
        wrong.push(format!("place: what belongs to an entry ends at {} of {}", item.metadata.end, text.len()));
    }
    let left_out = item.metadata.left_out.map(|left_out| left_out.first);
    if left_out.is_some_and(|first| text.get(first..).is_none()) {
        wrong.push(format!("place: left out at {left_out:?} of {}", text.len()));
    }
    if let Err(error) = &item.puzzle {
        wrong.extend(misplaced("an entry", text, error));
    }
    wrong
}

/// Writes a puzzle with what belongs to it in every format of text, and reads it again.
fn wrong_when_written(catalog: &Catalog, item: &Item, tally: &mut Tally) -> Vec<String> {
    let Ok(puzzle) = &item.puzzle else { return Vec::new() };
    let plugin = catalog.plugins().find(|plugin| plugin.name() == item.kind).expect("a plug-in");
    let record = PuzzleRecord { puzzle: puzzle.as_ref(), metadata: &item.metadata, flags: &item.flags };
    let mut wrong = Vec::new();
    for format in plugin.formats().iter().filter(|format| format.is_text) {
        // What a format has no letters or no room for is refused.
        let Ok(output) = plugin.write(format, &[record]) else { continue };
        tally.written += 1;
        catalog.set_read_options(ReadOptions { format: Some(format.name.to_owned()), ..ReadOptions::default() });
        let again = catalog.read_bytes("text", &output.bytes);
        let found = match &again {
            Ok(items) if items.len() == 1 => {
                items[0].puzzle.as_ref().map_or_else(ToString::to_string, |it| board(it.as_ref()))
            }
            Ok(items) => format!("{} puzzles", items.len()),
            Err(error) => error.diagnostic.to_string(),
        };
        if found != board(puzzle.as_ref()) {
            let text = String::from_utf8_lossy(&output.bytes).into_owned();
            wrong.push(format!("written: as {}: {found}, not {}; {text:?}", format.name, board(puzzle.as_ref())));
        }
    }
    wrong
}

/// The longest time for a text of [`MAX_BYTES`]. In a usual run of a debug build other tests run beside this one.
fn longest_time() -> Duration {
    let is_usual = cfg!(debug_assertions) && variable("LURD_MUTATIONS").is_none();
    Duration::from_millis(if is_usual { 1_000 } else { 100 })
}

/// A number in an environment variable.
fn variable(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn mutated_texts_are_read_without_a_fault() {
    let (samples, catalog) = (samples(), catalog::builtin());
    assert!(samples.len() > 200, "{}", samples.len());
    let single = variable("LURD_MUTATION");
    let numbers = match single {
        Some(number) => number..number + 1,
        None => 0..variable("LURD_MUTATIONS").unwrap_or(2_000),
    };
    let (mut failed, mut count, mut tally) = (String::new(), 0, Tally::default());
    for number in numbers.clone() {
        let bytes = mutated(&samples, number);
        let wrong = catch_unwind(AssertUnwindSafe(|| wrong(&catalog, &bytes, number, &mut tally)));
        let wrong = wrong.unwrap_or_else(|_| vec!["panic".to_owned()]);
        if wrong.is_empty() {
            continue;
        }
        count += 1;
        if count <= 20 {
            let text = String::from_utf8_lossy(&bytes);
            let text: String = text.chars().take(if single.is_some() { MAX_BYTES } else { 400 }).collect();
            let _ = writeln!(failed, "text {number}: {}\n  of {text:?}", wrong.join("\n  "));
        }
    }
    assert!(count == 0, "{count} texts\n{failed}");
    // The texts are neither all refused nor all read.
    let some = usize::try_from(numbers.end - numbers.start).expect("few") / 20;
    let is_mixed = tally.puzzles > some && tally.refused > some && tally.written > some;
    assert!(some == 0 || is_mixed, "{tally:?}");
}
