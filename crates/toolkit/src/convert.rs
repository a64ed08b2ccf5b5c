//! Converting puzzles to another file format.

use std::{borrow::Cow, collections::HashMap};

use lurd_puzzle::catalog::{Catalog, Item};
use lurd_puzzle::puzzle::{CannotWrite, Format, Metadata, Output, Plugin, Puzzle, PuzzleRecord};

use super::solutions::untitled;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    pub written: Output,
    pub count: usize,
    pub duplicates: usize,
    /// Number of saved games dropped with their duplicate puzzles.
    pub games_left_out: usize,
    pub broken: usize,
}

/// The plug-in of all `items`. Fails if they belong to several.
pub fn plugin_of<'c>(catalog: &'c Catalog, items: &[Item]) -> Result<&'c dyn Plugin, CannotWrite> {
    let mut kinds: Vec<_> = items.iter().map(|item| item.kind).collect();
    kinds.dedup();
    let [kind] = kinds.as_slice() else {
        let kinds = kinds.join(", ");
        return Err(format!("puzzles of several kinds ({kinds}) cannot be written to one file").into());
    };
    let plugin = catalog.plugins().find(|plugin| plugin.name() == *kind);
    plugin.ok_or_else(|| format!("there is no plug-in for {kind} puzzles").into())
}

/// The format named `to`, else the one of the extension of `output`, for the command of that name. Fails if that is
/// unknown or ambiguous.
pub fn format_for(
    command: &str,
    plugin: &dyn Plugin,
    to: Option<&str>,
    output: Option<&str>,
) -> Result<&'static Format, CannotWrite> {
    let all = || plugin.formats().iter();
    let names: Vec<_> = all().map(|format| format.name).collect();
    if names.is_empty() {
        let kind = plugin.name();
        return Err(format!(
            "{kind} puzzles have no file formats, which '{command}' needs: their plug-in has no `Plugin::formats`"
        )
        .into());
    }
    if let Some(to) = to {
        let found = all().find(|format| format.name == to);
        return found.ok_or_else(|| {
            let near = lurd_puzzle::catalog::did_you_mean(to, &names);
            format!("unknown format '{to}'{near}; formats: {}", names.join(", ")).into()
        });
    }
    let extension = output.and_then(|path| std::path::Path::new(path).extension()?.to_str());
    let extension = extension.unwrap_or_default().to_ascii_lowercase();
    let found = all().find(|format| format.extensions.contains(&extension.as_str()));
    found.ok_or_else(|| {
        let why = match (output, extension.as_str()) {
            (None, _) => format!("{command} needs --to FORMAT, or -o FILE with the extension of a format"),
            (Some(_), "") => "the file has no extension: choose the format with --to".to_owned(),
            (Some(_), "png" | "gif" | "svg" | "html") => {
                let other = if command == "save" { "'export FILE'" } else { "'show PUZZLE -o FILE'" };
                format!("'.{extension}' is no format that puzzles are read from; {other} writes pictures and pages")
            }
            (Some(_), extension) => {
                format!("the extension '.{extension}' does not determine the format: choose it with --to")
            }
        };
        format!("{why}; formats: {}", names.join(", ")).into()
    })
}

/// Converts the items that could be read. `dedup` leaves out rotations and reflections of earlier ones,
/// ignoring unreachable cells. Puzzles with other optimal answers are kept. A puzzle takes over the games that were saved
/// with an equal one that is left out.
pub fn convert(plugin: &dyn Plugin, format: &Format, items: &[Item], dedup: bool) -> Result<Conversion, CannotWrite> {
    let mut conversion = Conversion::default();
    let mut seen: HashMap<_, usize> = HashMap::new();
    let mut kept: Vec<(&dyn Puzzle, Cow<'_, Metadata>, &str)> = Vec::new();
    for item in items {
        let Ok(puzzle) = &item.puzzle else {
            conversion.broken += 1;
            continue;
        };
        let new = kept.len();
        let place = if dedup { *seen.entry(puzzle.canonical_form()).or_insert(new) } else { new };
        let Some((other, metadata, _)) = kept.get_mut(place) else {
            kept.push((puzzle.as_ref(), Cow::Borrowed(&item.metadata), &item.flags));
            continue;
        };
        conversion.duplicates += 1;
        let is_equal = untitled(*other) == untitled(puzzle.as_ref());
        for game in &item.metadata.games {
            if !is_equal {
                conversion.games_left_out += 1;
            } else if !metadata.games.contains(game) {
                metadata.to_mut().games.push(game.clone());
            }
        }
    }
    let records: Vec<_> =
        kept.iter().map(|(puzzle, metadata, flags)| PuzzleRecord { puzzle: *puzzle, metadata, flags }).collect();
    conversion.count = records.len();
    conversion.written = plugin.write(format, &records)?;
    Ok(conversion)
}
