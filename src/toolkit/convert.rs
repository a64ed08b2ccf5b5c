//! `convert`: puzzles of one or many files to another format.

use std::collections::HashSet;

use super::exit::Exit;
use crate::catalog::{Catalog, Item};
use crate::puzzle::{Format, Output, Plugin, PuzzleRecord};

/// What came of a conversion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    /// The file and what it cannot hold.
    pub written: Output,
    /// How many puzzles are in it.
    pub count: usize,
    /// How many were left out because another is the same.
    pub duplicates: usize,
    /// How many could not be read.
    pub broken: usize,
}

impl Conversion {
    /// The exit code it asks for.
    pub fn exit(&self) -> Exit {
        if self.broken > 0 { Exit::Usage } else { Exit::Good }
    }
}

/// The plug-in that all of `items` belong to.
///
/// # Errors
/// They belong to several.
pub fn plugin_of<'c>(catalog: &'c Catalog, items: &[Item]) -> Result<&'c dyn Plugin, String> {
    let kinds: Vec<_> = {
        let mut kinds: Vec<_> = items.iter().map(|item| item.kind).collect();
        kinds.dedup();
        kinds
    };
    let [kind] = kinds.as_slice() else {
        return Err(format!("puzzles of several kinds ({}) do not go into one file", kinds.join(", ")));
    };
    let plugin = catalog.plugins().find(|plugin| plugin.name() == *kind);
    plugin
        .filter(|plugin| !plugin.formats().is_empty())
        .ok_or_else(|| format!("there is no other format for a {kind}"))
}

/// The format of that name, or else the one that the ending of `output` means.
///
/// # Errors
/// There is none, or the ending does not tell.
pub fn format_for(
    plugin: &dyn Plugin,
    to: Option<&str>,
    output: Option<&str>,
) -> Result<&'static Format, String> {
    let names: Vec<_> = plugin.formats().iter().map(|format| format.name).collect();
    if let Some(to) = to {
        let found = plugin.formats().iter().find(|format| format.name == to);
        return found.ok_or_else(|| {
            let near = crate::catalog::did_you_mean(to, &names);
            format!("unknown format '{to}'{near}; formats: {}", names.join(", "))
        });
    }
    let ending = output.and_then(|path| std::path::Path::new(path).extension()?.to_str());
    let ending = ending.unwrap_or_default().to_ascii_lowercase();
    let found = plugin.formats().iter().find(|format| format.endings.contains(&ending.as_str()));
    found.ok_or_else(|| {
        let why = match (output, ending.as_str()) {
            (None, _) => "convert needs --to FORMAT, or -o FILE with an ending that tells".to_owned(),
            (Some(_), "") => "a file without an ending does not tell its format: say it with --to".to_owned(),
            (Some(_), ending) => format!("the ending '.{ending}' does not tell the format: say it with --to"),
        };
        format!("{why}; formats: {}", names.join(", "))
    })
}

/// Writes those of `items` that can be read; with `dedup` only the first of those that are the same
/// but for turning, mirroring and what nobody can reach.
///
/// # Errors
/// Why they cannot be written in this format.
pub fn convert(
    plugin: &dyn Plugin,
    format: &Format,
    items: &[Item],
    dedup: bool,
) -> Result<Conversion, String> {
    let mut conversion = Conversion::default();
    let mut seen = HashSet::new();
    let mut records = Vec::new();
    for item in items {
        match &item.puzzle {
            Err(_) => conversion.broken += 1,
            Ok(puzzle) if dedup && !seen.insert(puzzle.canonical_form()) => conversion.duplicates += 1,
            Ok(puzzle) => {
                records.push(PuzzleRecord {
                    puzzle: puzzle.as_ref(),
                    metadata: &item.metadata,
                    flags: &item.flags,
                });
            }
        }
    }
    conversion.count = records.len();
    conversion.written = plugin.write(format, &records)?;
    Ok(conversion)
}
