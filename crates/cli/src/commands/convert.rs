//! `convert`: converts puzzles to another format.

use std::fmt::Write as _;

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

use crate::app::{App, Request};

pub(super) fn run(app: &mut App, request: &Request) -> Exit {
    if request.flags.to.as_deref() == Some(LINK) {
        return print_links(app, request);
    }
    let mut worst = Exit::Good;
    let mut items: Vec<Item> = Vec::new();
    if request.arguments.is_empty() {
        match app.here() {
            Some(here) => items.push(here),
            None => return app.complain("convert needs a FILE or a puzzle; see 'lurd help convert'"),
        }
    }
    for typed in &request.arguments {
        match app.catalog.resolve(typed) {
            Ok(found) => items.extend(found),
            Err(error) => worst = worst.worst(app.refuse(&error, false)),
        }
    }
    if items.is_empty() {
        return worst;
    }
    for item in &items {
        app.note_of(item);
        if item.puzzle.is_err() {
            worst = worst.worst(app.refuse_item(item, false));
        }
    }
    match converted(app, request, &items) {
        Ok(exit) => worst.worst(exit),
        Err(message) => app.complain(&message),
    }
}

/// The format of links to the page in the browser.
const LINK: &str = "link";

/// Prints what follows the address of the page in a link that opens a puzzle there.
fn print_links(app: &mut App, request: &Request) -> Exit {
    if request.flags.output.is_some() {
        return app.complain("links are printed; '--to link' takes no -o");
    }
    app.each_item(request, |app, item| {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        app.note_of(item);
        // The page has the same collections, but neither the user's folders nor files.
        let is_built_in = app.catalog.collection(&item.source.name).is_some();
        let linked = if is_built_in { Linked::Puzzle(item.reference.clone()) } else { Linked::Level(puzzle.text()) };
        app.screen.result(&format!("#{}", links::fragment(&linked)));
        Exit::Good
    })
}

fn converted(app: &App, request: &Request, items: &[Item]) -> Result<Exit, CannotWrite> {
    let output = request.flags.output.as_deref();
    let plugin = plugin_of(&app.catalog, items)?;
    let format = format_for("convert", plugin, request.flags.to.as_deref(), output)?;
    let conversion = convert(plugin, format, items, request.flags.dedup)?;
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
        return Err(
            format!("{} is an input file, and {what} would be lost; name another file", report::escaped(path)).into()
        );
    }
    tell_losses(app, format.name, &losses);
    let replaced = if is_input { String::new() } else { crate::keeping::keep_old(path, &conversion.written.bytes)? };
    write_beside(&path_of(path), &conversion.written.bytes).map_err(String::from)?;
    app.screen.note(&format!("{}{replaced}", summary(&conversion, path)));
    Ok(conversion.exit())
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
