//! `generate`: new puzzles, each with its answer and its rating.

use lurd_disk::names::path_of;
use lurd_puzzle::puzzle::{CannotWrite, Format, Plugin, PuzzleRecord};
use lurd_report as report;
use lurd_toolkit::{
    commands::Flags,
    convert::format_for,
    exit::Exit,
    files::write_beside,
    generate::{Generation, generate, metadata, options},
};

use crate::app::{App, Request};

pub(super) fn run(app: &mut App, request: &Request) -> Exit {
    let search = app.search(&request.flags);
    let catalog = std::rc::Rc::clone(&app.catalog);
    let plugin = catalog.plugins().find(|plugin| plugin.name() == request.text());
    let Some(plugin) = plugin else {
        let names: Vec<_> = catalog.plugins().map(Plugin::name).collect();
        return app.complain(&format!("generate needs a kind of puzzle: {}", names.join(" or ")));
    };
    if let Some(other) = request.arguments.get(1) {
        return app.complain(&format!(
            "'{}' is no option; 'generate {} --difficulty hard --count 5' has two",
            report::escaped(other.text()),
            plugin.name()
        ));
    }
    let options = options(&request.flags);
    // A mistake in the name of the file is better found before than after.
    let format = match chosen_format(plugin, &request.flags) {
        Ok(format) => format,
        Err(error) => return app.complain(&error),
    };
    let mut limits = search.limits;
    if !request.flags.has_time {
        limits.time = None;
    }
    let generation = app.watch(|cancel, observer| generate(plugin, &options, limits, cancel, observer));
    let exit = match shown(app, &request.flags, (plugin, format), &generation) {
        Ok(()) => Exit::of(&generation.end),
        Err(error) => app.complain(&error),
    };
    if let Err(unanswered) = &generation.end {
        if let Some(reason) = unanswered.reason() {
            app.screen.note(&report::message(reason));
        } else if let Some(limit) = unanswered.limit() {
            let (done, wanted) = (generation.puzzles.len(), report::how_many(options.count));
            app.screen.note(&format!("generated {done} of {wanted}; the {} limit was reached", limit.describe()));
        }
    }
    exit
}

/// The format that the flags name; without any, the first that is text and holds solutions. `None` if there is no such
/// format: the puzzles are then printed as they are typed.
fn chosen_format(plugin: &dyn Plugin, flags: &Flags) -> Result<Option<&'static Format>, CannotWrite> {
    let (to, output) = (flags.to.as_deref(), flags.output.as_deref());
    if to.is_none() && output.is_none() {
        return Ok(plugin.formats().iter().find(|format| format.is_text && format.holds_solutions));
    }
    let format = format_for("generate", plugin, to, output)?;
    if output.is_none() && !format.is_text {
        return Err(format!("{} is a binary format; write it to a file with -o", format.name).into());
    }
    Ok(Some(format))
}

/// Writes the puzzles to the file, or prints them.
fn shown(
    app: &App,
    flags: &Flags,
    (plugin, format): (&dyn Plugin, Option<&Format>),
    generation: &Generation,
) -> Result<(), CannotWrite> {
    let puzzles = &generation.puzzles;
    let json = flags.json;
    if json {
        for (index, generated) in (1..).zip(puzzles) {
            app.screen.result(&report::generated_line(generated, index));
        }
    }
    let output = flags.output.as_deref();
    if puzzles.is_empty() || (json && output.is_none()) {
        return Ok(());
    }
    let Some(format) = format else {
        for generated in puzzles {
            let note = report::generated_note(generated);
            app.screen.result(&format!("{}\n{note}\n", generated.puzzle.text().trim_end()));
        }
        return Ok(());
    };
    let about: Vec<_> = puzzles.iter().map(|it| metadata(plugin, it, report::generated_note(it))).collect();
    let records: Vec<PuzzleRecord<'_>> = puzzles
        .iter()
        .zip(&about)
        .map(|(it, metadata)| PuzzleRecord { puzzle: it.puzzle.as_ref(), metadata, flags: "" })
        .collect();
    let written = plugin.write(format, &records)?;
    match output {
        Some(path) => {
            let replaced = crate::keeping::keep_old(path, &written.bytes)?;
            write_beside(&path_of(path), &written.bytes).map_err(String::from)?;
            let path = report::escaped(path);
            app.screen.note(&format!("{} written to {path}{replaced}", report::how_many(puzzles.len())));
        }
        None => app.screen.document(&String::from_utf8_lossy(&written.bytes)),
    }
    if !written.losses.is_empty() {
        app.screen.note(&format!("note: {} cannot hold {}", format.name, written.losses.join(", ")));
    }
    Ok(())
}
