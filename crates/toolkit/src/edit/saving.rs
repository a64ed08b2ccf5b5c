//! Writes a draft to a file.

use std::path::Path;

use crate::convert::format_for;
use lurd_disk::files::write_beside;
use lurd_puzzle::catalog::text_of;
use lurd_puzzle::puzzle::{
    CannotWrite, Draft, Format, Issue, Metadata, Plugin, PuzzleRecord, ReadOptions, Severity,
};

/// Why a draft was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsaved {
    Invalid(Vec<Issue>),
    /// The file exists, with that many puzzles in it; `None` if it holds something else.
    Exists(Option<usize>),
    /// Its own file would lose that many saved games, which no longer fit the board, and what the format cannot
    /// hold.
    Loses(usize, Vec<String>),
    Failed(String),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    pub format: &'static str,
    pub losses: Vec<String>,
}

/// What a save may write and replace.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SaveOptions {
    /// Save a draft that is not valid.
    pub allow_invalid: bool,
    /// Replace what is in the file.
    pub overwrite: bool,
}

/// Where and how a draft is to be saved.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    pub(super) path: &'a str,
    /// The name of the format; `None` for that of the ending.
    pub(super) format: Option<&'a str>,
    pub(super) options: SaveOptions,
    /// What the file is known not to hold, if it is the draft's own.
    pub(super) known: Option<&'a [String]>,
    /// The number of saved games that no longer fit the draft.
    pub(super) lost: usize,
}

/// Writes a draft to a file.
pub(super) fn save(
    plugin: &dyn Plugin,
    draft: &dyn Draft,
    metadata: &Metadata,
    target: Target<'_>,
) -> Result<Saved, Unsaved> {
    let Target { path, format: name, options, known, lost } = target;
    let issues: Vec<_> = draft.check().into_iter().filter(|it| it.severity > Severity::Note).collect();
    if !issues.is_empty() && !options.allow_invalid {
        return Err(Unsaved::Invalid(issues));
    }
    let refused = |error: CannotWrite| Unsaved::Failed(error.into());
    let format = format(plugin, name, path).map_err(refused)?;
    let (bytes, losses) = bytes(plugin, draft, metadata, format).map_err(refused)?;
    match std::fs::metadata(path) {
        // Devices and pipes can be neither replaced nor read.
        Ok(found) if !found.is_file() => {
            return Err(Unsaved::Failed(format!("'{path}' is not a regular file")));
        }
        Ok(_) if !options.overwrite => match known {
            None => return Err(Unsaved::Exists(count(plugin, path))),
            Some(known) if lost > 0 || known != losses => return Err(Unsaved::Loses(lost, losses)),
            Some(_) => {}
        },
        _ => {}
    }
    write_beside(Path::new(path), &bytes).map_err(|error| Unsaved::Failed(error.into()))?;
    Ok(Saved { format: format.name, losses })
}

/// The format of that name or of the ending of the path; the first of the plug-in for `.txt` and no ending.
fn format(plugin: &dyn Plugin, name: Option<&str>, path: &str) -> Result<&'static Format, CannotWrite> {
    let ending = Path::new(path).extension().and_then(|it| it.to_str()).unwrap_or_default();
    match plugin.formats().first() {
        Some(first) if name.is_none() && (ending.is_empty() || ending.eq_ignore_ascii_case("txt")) => {
            Ok(first)
        }
        Some(_) => format_for(plugin, name, Some(path)),
        None => Err(format!("there is no file format for a {}", plugin.name()).into()),
    }
}

fn bytes(
    plugin: &dyn Plugin,
    draft: &dyn Draft,
    metadata: &Metadata,
    format: &Format,
) -> Result<(Vec<u8>, Vec<String>), CannotWrite> {
    let puzzle = match draft.puzzle() {
        Ok(puzzle) => puzzle,
        // What is not a puzzle has no text but that of the draft.
        Err(_) if plugin.formats().first().is_some_and(|first| first.name == format.name) => {
            return Ok((draft.text().into_bytes(), Vec::new()));
        }
        Err(message) => {
            let first = plugin.formats().first().map_or("", |first| first.name);
            return Err(
                format!("{message}; a draft that is not a puzzle can be saved as {first} only").into()
            );
        }
    };
    let record = PuzzleRecord { puzzle: puzzle.as_ref(), metadata, flags: "" };
    let written = plugin.write(format, &[record])?;
    // What was saved must be read back as the same puzzle.
    if format.is_text {
        let options = ReadOptions {
            format: Some(format.name.to_owned()),
            allow_unequal: true,
            ..ReadOptions::default()
        };
        let text = text_of(written.bytes.clone()).unwrap_or_default();
        let entries = plugin.read_with(&text, &options).map_err(|diagnostic| diagnostic.message)?;
        let again = entries.first().and_then(|entry| entry.puzzle.as_ref().ok());
        if again.is_none_or(|again| again.id() != puzzle.id()) {
            return Err(format!(
                "{} cannot represent it: it would be read as a different puzzle",
                format.name
            )
            .into());
        }
    }
    Ok((written.bytes, written.losses))
}

/// The number of puzzles in a file.
pub(super) fn count(plugin: &dyn Plugin, path: &str) -> Option<usize> {
    let text = std::fs::read(path).ok().and_then(text_of)?;
    plugin.read(&text).ok().map(|entries| entries.len())
}
