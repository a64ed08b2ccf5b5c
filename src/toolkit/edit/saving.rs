//! What is drawn, to a file.

use std::path::Path;

use crate::catalog::{Catalog, text_of};
use crate::disk::files::write_beside;
use crate::puzzle::{Draft, Format, Issue, Metadata, Plugin, PuzzleRecord, ReadOptions, Severity};
use crate::toolkit::convert::format_for;

/// Why something was not saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unsaved {
    /// It is not valid; with force it is saved all the same.
    Invalid(Vec<Issue>),
    /// There is such a file, with so many puzzles in it; `None` if it holds something else.
    Exists(Option<usize>),
    /// Something that its own file holds would be lost: so many saved games that do not fit the board
    /// any more, and what the format cannot hold.
    Loses(usize, Vec<String>),
    /// It cannot be written.
    Failed(String),
}

/// What was saved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Saved {
    /// The name of the format.
    pub format: &'static str,
    /// What the format cannot hold.
    pub losses: Vec<String>,
}

/// What a save may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Leave {
    /// Save what is not valid.
    pub invalid: bool,
    /// Replace what is in the file.
    pub replace: bool,
}

/// Where a draft is to be saved, and how.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target<'a> {
    /// The file.
    pub(super) path: &'a str,
    /// The name of the format, if it is not that of the ending.
    pub(super) to: Option<&'a str>,
    /// What may be done.
    pub(super) leave: Leave,
    /// If it is the draft's own file: what it is known not to hold.
    pub(super) known: Option<&'a [String]>,
    /// How many saved games do not belong to it any more.
    pub(super) lost: usize,
}

/// Writes a draft to a file, in the format of that name or of the ending.
///
/// # Errors
/// Why it was not saved; the file is as it was.
pub(super) fn save(
    plugin: &dyn Plugin,
    draft: &dyn Draft,
    metadata: &Metadata,
    target: Target<'_>,
) -> Result<Saved, Unsaved> {
    let Target { path, to, leave, known, lost } = target;
    let issues: Vec<_> = draft.check().into_iter().filter(|it| it.severity > Severity::Note).collect();
    if !issues.is_empty() && !leave.invalid {
        return Err(Unsaved::Invalid(issues));
    }
    let format = format(plugin, to, path).map_err(Unsaved::Failed)?;
    let (bytes, losses) = bytes(plugin, draft, metadata, format).map_err(Unsaved::Failed)?;
    match std::fs::metadata(path) {
        // A device or a pipe is nothing that could be replaced, nor read.
        Ok(found) if !found.is_file() => {
            return Err(Unsaved::Failed(format!("'{path}' is no file but something else")));
        }
        Ok(_) if !leave.replace => match known {
            None => return Err(Unsaved::Exists(count(plugin, path))),
            Some(known) if lost > 0 || known != losses => return Err(Unsaved::Loses(lost, losses)),
            Some(_) => {}
        },
        _ => {}
    }
    write_beside(Path::new(path), &bytes).map_err(Unsaved::Failed)?;
    Ok(Saved { format: format.name, losses })
}

/// The format; without an ending that tells it is the first of the table.
fn format(plugin: &dyn Plugin, to: Option<&str>, path: &str) -> Result<&'static Format, String> {
    let ending = Path::new(path).extension().and_then(|it| it.to_str()).unwrap_or_default();
    match plugin.formats().first() {
        Some(first) if to.is_none() && (ending.is_empty() || ending.eq_ignore_ascii_case("txt")) => Ok(first),
        Some(_) => format_for(plugin, to, Some(path)),
        None => Err(format!("there is no file format for a {}", plugin.name())),
    }
}

fn bytes(
    plugin: &dyn Plugin,
    draft: &dyn Draft,
    metadata: &Metadata,
    format: &Format,
) -> Result<(Vec<u8>, Vec<String>), String> {
    let puzzle = match draft.puzzle() {
        Ok(puzzle) => puzzle,
        // What is no puzzle can only be written down as it looks.
        Err(_) if plugin.formats().first().is_some_and(|first| first.name == format.name) => {
            return Ok((draft.text().into_bytes(), Vec::new()));
        }
        Err(message) => {
            let first = plugin.formats().first().map_or("", |first| first.name);
            return Err(format!("{message}; what is no puzzle can be saved as {first} only"));
        }
    };
    let record = PuzzleRecord { puzzle: puzzle.as_ref(), metadata, flags: "" };
    let written = plugin.write(format, &[record])?;
    // What was saved must be there when it is looked for.
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
            return Err(format!("as {} it would not be read as the same again", format.name));
        }
    }
    Ok((written.bytes, written.losses))
}

/// How many puzzles a file holds.
pub(super) fn count(plugin: &dyn Plugin, path: &str) -> Option<usize> {
    let text = std::fs::read(path).ok().and_then(text_of)?;
    plugin.read(&text).ok().map(|entries| entries.len())
}

/// The plug-in of that name.
///
/// # Errors
/// There is none.
pub(super) fn plugin_of<'c>(catalog: &'c Catalog, kind: &str) -> Result<&'c dyn Plugin, String> {
    catalog.plugins().find(|plugin| plugin.name() == kind).ok_or_else(|| {
        let names: Vec<_> = catalog.plugins().map(Plugin::name).collect();
        format!("there is no '{kind}'; there are {}", names.join(", "))
    })
}
