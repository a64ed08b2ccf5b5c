//! `convert`: converts puzzles to another format.

use std::fmt::Write as _;

use clap::{Parser, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use lurd_disk::names::path_of;
use lurd_puzzle::{
    catalog::Item,
    links::{self, Linked},
    puzzle::CannotWrite,
};
use lurd_report as report;
use lurd_toolkit::{
    convert::{Conversion, convert, format_for, plugin_of},
    exit::Exit,
    files::write_beside,
};

use super::Run;
use crate::registry::Outcome;
use crate::{
    app::{App, Puzzles},
    args::ReadArgs,
    completion,
};

/// The format of links to the page in the browser.
const LINK: &str = "link";

/// Convert levels to another format
#[derive(Parser)]
pub(super) struct Convert {
    /// Puzzles: names, files, or texts
    #[arg(value_name = "FILE", add = ArgValueCompleter::new(completion::puzzles))]
    puzzles: Vec<String>,
    /// Write to this file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    output: Option<String>,
    /// Format to write; 'help formats' lists them. 'link' prints links to the page [default: by file extension]
    #[arg(long, value_name = "FORMAT", add = ArgValueCompleter::new(completion::formats))]
    to: Option<String>,
    /// Leave out levels that are rotations or reflections of others
    #[arg(long)]
    dedup: bool,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Convert {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("convert pusher --to sok", "print a collection in another format"),
        ("convert missile/4 --to link", "a link: what follows the address of the page in a browser"),
        ("convert primer --to pusher-db", "packed for pusher.exe, as assembler text"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        if self.to.as_deref() == Some(LINK) {
            return self.print_links(app);
        }
        let mut worst = Exit::Good;
        let mut items: Vec<Item> = Vec::new();
        if self.puzzles.is_empty() {
            items.push(app.here("convert")?);
        }
        for word in app.catalog.join_numbers(&self.puzzles) {
            match app.catalog.resolve(&app.typed(&word)) {
                Ok(found) => items.extend(found),
                Err(error) => worst = worst.worst(app.refuse(&error, false)),
            }
        }
        if items.is_empty() {
            return Ok(worst);
        }
        for item in &items {
            app.note_of(item);
            if item.puzzle.is_err() {
                worst = worst.worst(app.refuse_item(item, false));
            }
        }
        Ok(worst.worst(app.accept(self.write(app, &items))?))
    }
}

impl Convert {
    /// Prints what follows the address of the page in a link that opens a puzzle there.
    fn print_links(&self, app: &mut App) -> Outcome {
        if self.output.is_some() {
            return Err(app.complain("links are printed; '--to link' takes no -o"));
        }
        let puzzles = Puzzles { command: "convert", words: &self.puzzles, read: &self.read, json: false };
        Ok(app.each_item(puzzles, |app, item| {
            let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
            app.note_of(item);
            // The page has the same collections, but neither the user's folders nor files.
            let is_built_in = app.catalog.collection(&item.source.name).is_some();
            let linked =
                if is_built_in { Linked::Puzzle(item.reference.clone()) } else { Linked::Level(puzzle.text()) };
            app.screen.result(&format!("#{}", links::fragment(&linked)));
            Exit::Good
        }))
    }

    fn write(&self, app: &App, items: &[Item]) -> Result<Exit, CannotWrite> {
        let output = self.output.as_deref();
        let plugin = plugin_of(&app.catalog, items)?;
        let format = format_for("convert", plugin, self.to.as_deref(), output)?;
        let conversion = convert(plugin, format, items, self.dedup)?;
        if conversion.count == 0 {
            return Err("no puzzle could be read; nothing was written".into());
        }
        let losses = conversion.written.losses.join(", ");
        let Some(path) = output else {
            let Ok(text) = std::str::from_utf8(&conversion.written.bytes) else {
                return Err(format!("{} is a binary format; write it to a file with -o", format.name).into());
            };
            tell_losses(app, format.name, &losses);
            app.screen.document(text);
            return Ok(conversion.exit());
        };
        let is_input = items.iter().any(|item| is_same_file(&item.source.name, path));
        if is_input && (!losses.is_empty() || conversion.broken > 0) {
            let what = if losses.is_empty() { "unreadable puzzles" } else { &losses };
            let path = report::escaped(path);
            return Err(format!("{path} is an input file, and {what} would be lost; name another file").into());
        }
        tell_losses(app, format.name, &losses);
        let bytes = &conversion.written.bytes;
        let replaced = if is_input { String::new() } else { crate::keeping::keep_old(path, bytes)? };
        write_beside(&path_of(path), bytes).map_err(String::from)?;
        app.screen.note(&format!("{}{replaced}", summary(&conversion, path)));
        Ok(conversion.exit())
    }
}

fn is_same_file(one: &str, other: &str) -> bool {
    let whole = |path: &str| std::fs::canonicalize(path).ok();
    whole(one).is_some_and(|path| Some(path) == whole(other))
}

fn tell_losses(app: &App, format: &str, losses: &str) {
    if !losses.is_empty() {
        app.screen.note(&format!("note: {format} cannot hold {losses}"));
    }
}

/// `60 puzzles written to x.sok; 2 left out: duplicates`.
fn summary(conversion: &Conversion, path: &str) -> String {
    let puzzles = if conversion.count == 1 { "puzzle" } else { "puzzles" };
    let mut text = format!("{} {puzzles} written to {}", conversion.count, report::escaped(path));
    let duplicates = match conversion.games_left_out {
        0 => "duplicates",
        1 => "duplicates, and with them a saved game",
        games => &format!("duplicates, and with them {games} saved games"),
    };
    for (number, why) in [(conversion.duplicates, duplicates), (conversion.broken, "unreadable")] {
        if number > 0 {
            let _ = write!(text, "; {number} left out: {why}");
        }
    }
    text
}
