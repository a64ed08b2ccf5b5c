//! Converting puzzles to another file format.

use lurd_puzzle::catalog::{Catalog, Item};
use lurd_puzzle::puzzle::{CannotWrite, Format, Output, Plugin, PuzzleRecord};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conversion {
    pub written: Output,
    pub count: usize,
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

/// Converts the items that could be read.
pub fn convert<'i>(plugin: &dyn Plugin, format: &Format, items: &'i [Item]) -> Result<Conversion, CannotWrite> {
    let record = |item: &'i Item| {
        let puzzle = item.puzzle.as_ref().ok()?.as_ref();
        Some(PuzzleRecord { puzzle, metadata: &item.metadata, flags: &item.flags })
    };
    let records: Vec<_> = items.iter().filter_map(record).collect();
    let (count, broken) = (records.len(), items.len() - records.len());
    Ok(Conversion { written: plugin.write(format, &records)?, count, broken })
}
