//! `generate`: new puzzles, each with its answer and its rating; `rate`: how hard puzzles are.

use clap::{Parser, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use lurd_engine::program::budget::Limits;
use lurd_puzzle::puzzle::{CannotWrite, Difficulty, Format, GenerateOptions, Plugin, PuzzleRecord};
use lurd_report as report;
use lurd_toolkit::{
    convert::format_for,
    exit::Exit,
    generate::{Generation, generate, metadata, rate},
    search_options::{parse_difficulty, parse_number, parse_size},
};

use super::Run;
use crate::registry::Outcome;
use crate::{
    app::App,
    args::{LimitArgs, PuzzleArgs},
    completion,
};

/// Generate puzzles of a given difficulty
#[derive(Parser)]
#[command(mut_arg("time", |arg| arg.help("Wall time of the command, or none [default: none]")))]
pub(super) struct Generate {
    /// The kind of puzzles: sokoban or shifter
    #[arg(add = ArgValueCompleter::new(completion::kinds))]
    kind: Option<String>,
    /// Seed of random choices: equal seeds give equal puzzles [default: 0]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| parse_number(text, 0..=u64::MAX))]
    seed: Option<u64>,
    /// Number of puzzles to generate [default: 1]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| parse_number(text, 1..=100_000_usize))]
    count: Option<usize>,
    /// Maximum number of columns and rows, including walls [default: by difficulty; 4x4 for shifters]
    #[arg(long, value_name = "WxH", value_parser = parse_size)]
    size: Option<(usize, usize)>,
    /// Number of boxes [default: by difficulty]
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = |text: &str| parse_number(text, 1..=100_000_usize))]
    boxes: Option<usize>,
    /// Easy, medium, hard or expert [default: easy]
    #[arg(
        long,
        value_name = "CLASS",
        value_parser = parse_difficulty,
        add = ArgValueCompleter::new(completion::difficulties),
    )]
    difficulty: Option<Difficulty>,
    /// Write to this file
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    output: Option<String>,
    /// Format to write; 'help formats' lists them [default: by file extension]
    #[arg(long, value_name = "FORMAT", add = ArgValueCompleter::new(completion::formats))]
    to: Option<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
}

impl Run for Generate {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("generate sokoban --seed 7", "an easy level; equal seeds give equal levels"),
        ("generate sokoban --count 3 --difficulty medium -o new.sok", "three medium levels, in a file"),
        ("generate sokoban --size 9x8 --boxes 3", "of a given size"),
        ("generate shifter --difficulty medium", "a shifter of four or five shifts"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        let catalog = std::rc::Rc::clone(&app.catalog);
        let wanted = self.kind.as_deref().unwrap_or_default();
        let plugin = catalog.plugins().find(|plugin| plugin.name() == wanted).ok_or_else(|| {
            let names: Vec<_> = catalog.plugins().map(Plugin::name).collect();
            app.complain(&format!("generate needs a kind of puzzle: {}", names.join(" or ")))
        })?;
        // A mistake in the name of the file is better found before than after.
        let format = app.accept(self.format(plugin))?;
        let options = GenerateOptions {
            seed: self.seed.unwrap_or_default(),
            count: self.count.unwrap_or(1),
            size: self.size,
            boxes: self.boxes,
            difficulty: self.difficulty.unwrap_or(Difficulty::Easy),
            longest: None,
        };
        let limits = self.limits.or(Limits { time: None, ..Limits::usual() });
        let generation = app.watch(|cancel, observer| generate(plugin, &options, limits, cancel, observer));
        self.show(app, (plugin, format), &generation)?;
        if let Err(unanswered) = &generation.end {
            if let Some(reason) = unanswered.reason() {
                app.complain(reason);
            } else if let Some(limit) = unanswered.limit() {
                let (done, wanted) = (generation.puzzles.len(), report::counted(options.count, "puzzle"));
                app.screen.note(&format!("generated {done} of {wanted}; the {} limit was reached", limit.describe()));
            }
        }
        Ok(Exit::of(&generation.end))
    }
}

impl Generate {
    /// The format that the flags name; without any, the first that is text and holds solutions. `None` if there is no such
    /// format: the puzzles are then printed as they are typed.
    fn format(&self, plugin: &dyn Plugin) -> Result<Option<&'static Format>, CannotWrite> {
        let (to, output) = (self.to.as_deref(), self.output.as_deref());
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
    fn show(
        &self,
        app: &App,
        (plugin, format): (&dyn Plugin, Option<&Format>),
        generation: &Generation,
    ) -> Result<(), Exit> {
        let puzzles = &generation.puzzles;
        if self.json {
            for (index, generated) in (1..).zip(puzzles) {
                app.screen.result(&report::generated_line(generated, index));
            }
        }
        let output = self.output.as_deref();
        if puzzles.is_empty() || (self.json && output.is_none()) {
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
        let records = puzzles.iter().zip(&about);
        let records = records.map(|(it, metadata)| PuzzleRecord { puzzle: it.puzzle.as_ref(), metadata, flags: "" });
        let written = app.accept(plugin.write(format, &records.collect::<Vec<_>>()))?;
        app.write_puzzles(format, &written, puzzles.len(), output)
    }
}

/// Rate how hard puzzles are
#[derive(Parser)]
pub(super) struct Rate {
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    on: PuzzleArgs,
}

impl Run for Rate {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("rate pusher/1", "the rating and its parts"), ("rate primer --json", "a whole collection, for a script")];

    fn run(self, app: &mut App) -> Outcome {
        let limits = self.limits.or(Limits::usual());
        Ok(app.each_subject("rate", &self.on, |app, item, subject| {
            app.note_of(item);
            let end = app.watch(|cancel, observer| rate(subject.puzzle, limits, cancel, observer));
            if self.on.json {
                app.screen.result(&report::rating_line(subject, &end));
            } else if let Some(text) = report::rating_text(subject, &end) {
                app.screen.result(&text);
            }
            app.complain_of(item, &end);
            Exit::of(&end)
        }))
    }
}
