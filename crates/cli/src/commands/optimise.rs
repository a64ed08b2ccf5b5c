//! `optimise`: makes known solutions shorter.

use clap::{Parser, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use lurd_puzzle::{
    catalog::{Item, Typed},
    puzzle::{Puzzle, PuzzleRecord},
    verify::Refusal,
};
use lurd_report as report;
use lurd_report::Subject;
use lurd_toolkit::{
    exit::Exit,
    optimise::{Optimisation, optimise},
    play::Game,
    results::ResultLine,
    search_options::SearchOptions,
    solutions::KnownSolution,
    verify::{Verdict, verify},
};

use super::{Run, verify::explain};
use crate::app::{App, Puzzles};
use crate::args::{OutputArgs, ReadArgs, SearchArgs};
use crate::completion;
use crate::registry::Outcome;

/// Shorten a solution, or all solutions in a file
#[derive(Parser)]
#[command(mut_arg("threads", |arg| {
    arg.help("Threads, for Sokoban levels; the result may then vary [default: 1]")
}))]
pub(super) struct Optimise {
    /// A puzzle or a file; and a solution in one word or several
    #[arg(value_name = "PUZZLE [SOLUTION]", add = ArgValueCompleter::new(completion::puzzles))]
    words: Vec<String>,
    /// Add the solutions to this file of puzzles (.sok, .shift), unless it has equally good ones
    #[arg(short = 'o', long = "output", value_name = "FILE", value_hint = ValueHint::AnyPath)]
    file: Option<String>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Optimise {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("optimise missile/1 'right 1, left 1, left 1, left 2, right 3, left 2'", "a solution of a puzzle"),
        ("optimise mine.sok --for moves -o mine.sok", "the solutions in a file: fewer moves, then pushes"),
        ("optimise mine.sok:3 --time 5m --stats", "show each better solution as it is found"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        let search = SearchOptions { is_measured: self.output.stats, ..app.search(&self.search)? };
        let words = self.words.as_slice();
        let (puzzle, solution) = match words {
            _ if !words.is_empty() && app.session.reads_actions(&words.join(" ")) => (&words[..0], words),
            words => words.split_at(words.len().min(1)),
        };
        let typed = (!solution.is_empty()).then(|| app.typed(&solution.join(" ")));
        // A solution is of one puzzle.
        if let ([word], Some(_)) = (puzzle, &typed) {
            app.one_item(word, self.output.json)?;
        }
        let puzzles = Puzzles { command: "optimise", words: puzzle, read: &self.read, json: self.output.json };
        let is_here = puzzle.is_empty();
        Ok(app.each_item(puzzles, |app, item| self.optimise(app, item, typed.as_ref(), &search, is_here)))
    }
}

impl Optimise {
    /// Makes the solutions of one puzzle better. `is_here`: whether it is the current position.
    fn optimise(
        &self,
        app: &mut App,
        item: &Item,
        typed: Option<&Typed>,
        search: &SearchOptions,
        is_here: bool,
    ) -> Exit {
        let Some(subject) = Subject::of(item) else { return Exit::Usage };
        app.note_of(item);
        let OutputArgs { json, stats, no_store, .. } = self.output;
        let solutions = match self.solutions(app, item, subject.puzzle, typed, is_here) {
            Ok(solutions) => solutions,
            Err(exit) => return exit,
        };
        let mut line = app.status_line();
        line.notes = stats;
        let mut on_better = |better: &KnownSolution| {
            if stats {
                app.screen.note(&format!("better: {}", report::in_short(subject.puzzle, &better.metrics)));
            }
        };
        let optimised = app
            .signals
            .during(|| optimise(subject.puzzle, &solutions, search, &app.signals.cancel, &mut line, &mut on_better));
        drop(line);
        let Some(optimised) = optimised else {
            let help = "give one, as in 'optimise PUZZLE SOLUTION', or solve it first";
            if json {
                app.screen.result(&report::result_line(&ResultLine::refused(item, "no solution is known")));
            }
            return app.complain(&format!("{}: no solution is known; {help}", report::escaped(&item.reference)));
        };
        self.show(app, &subject, &optimised);
        app.complain_of(item, &optimised.run.end);
        app.show_statistics(&optimised.run, self.output);
        let exit = optimised.run.exit();
        if is_here {
            app.session.remember(&optimised.run);
            // After steps of a game this is a solution of the position, not of the level.
            if app.session.game().is_some_and(|game| !game.steps().is_empty()) {
                return exit;
            }
        }
        optimised.front.iter().fold(exit, |worst, known| {
            let record = PuzzleRecord { puzzle: subject.puzzle, metadata: &item.metadata, flags: "" };
            worst.worst(app.keep(self.file.as_deref(), no_store, &record, &known.solution))
        })
    }

    /// The solutions to begin with: the typed one, or those of the file; and those that are saved.
    fn solutions(
        &self,
        app: &App,
        item: &Item,
        puzzle: &dyn Puzzle,
        typed: Option<&Typed>,
        is_here: bool,
    ) -> Result<Vec<String>, Exit> {
        let mut solutions = Vec::new();
        match typed.map(|typed| (typed, verify(puzzle, typed.text()))) {
            Some((_, Verdict::Valid { solution, .. })) => solutions.push(solution),
            Some((typed, verdict)) => return Err(self.refuse(app, item, typed, &verdict)),
            None => {
                solutions.extend(item.metadata.games.iter().map(|game| game.steps.clone()));
                // Those of the level are not solutions of a position in the game.
                let game = app.session.game().filter(|game| is_here && game.steps().is_empty());
                solutions.extend(game.map(Game::known_solutions).unwrap_or_default());
            }
        }
        let store = app.store(self.output.no_store);
        let saved = store.of_kind(&app.catalog, puzzle.kind()).records(puzzle);
        solutions.extend(saved.known.into_iter().map(|known| known.solution));
        Ok(solutions)
    }

    /// Reports why the typed solution does not solve the puzzle, with `--json` as `verify` does.
    fn refuse(&self, app: &App, item: &Item, typed: &Typed, verdict: &Verdict) -> Exit {
        if let (true, Some(subject)) = (self.output.json, Subject::of(item)) {
            app.screen.result(&report::verdict_line(&subject, typed.text(), verdict, false));
        }
        if let Verdict::Invalid(refusal) = verdict {
            let reference = report::escaped(&item.reference);
            // Other refusals are shown with their place.
            let is_shown = matches!(refusal, Refusal::Unfinished { .. });
            let reason = if is_shown { format!(": {refusal}") } else { String::new() };
            app.complain(&format!("the solution does not solve {reference}{reason}"));
            explain(app, refusal, typed);
        }
        verdict.exit()
    }

    fn show(&self, app: &App, subject: &Subject<'_>, optimised: &Optimisation) {
        let screen = &app.screen;
        if self.output.json {
            screen.result(&report::optimised_line(subject, optimised));
        } else if let (true, Some(verified)) = (self.output.quiet, optimised.run.verified()) {
            screen.result(&verified.answer.solution);
        } else if let Some(text) = app.run_text(subject, &optimised.run) {
            screen.result(&format!("{text}{}", report::optimised_text(subject.puzzle, optimised)));
        }
    }
}
