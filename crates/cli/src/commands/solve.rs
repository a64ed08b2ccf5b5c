//! `solve`: solves puzzles and prints the verified answers.

use clap::{Args, Parser, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use lurd_disk::names::path_of;
use lurd_engine::program::{budget::Limits, outcome::Stop};
use lurd_puzzle::catalog::Item;
use lurd_puzzle::puzzle::{Metric, PuzzleRecord, Unanswered};
use lurd_report as report;
use lurd_report::Subject;
use lurd_toolkit::{
    exit::Exit,
    files::{can_be_written, is_special},
    search_options::SearchOptions,
    solutions, solve,
    state_space::{AllAnswers, solve_all},
};

use super::{Run, play::follow};
use crate::registry::Outcome;
use crate::{
    app::{App, Puzzles},
    args::{OutputArgs, ReadArgs, ScreenArgs, SearchArgs},
    completion,
};

/// Solve puzzles; every answer is verified
#[derive(Parser)]
#[command(mut_arg("all", |arg| arg.help("List every optimal answer").help_heading("Search")))]
pub(super) struct Solve {
    /// Puzzles: names, files, or texts
    #[arg(value_name = "PUZZLE", add = ArgValueCompleter::new(completion::puzzles))]
    puzzles: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    files: FileArgs,
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(flatten)]
    read: ReadArgs,
}

/// Where an answer goes.
#[derive(Args, Default)]
#[command(next_help_heading = "Output")]
struct FileArgs {
    /// Add puzzle and answer to this file of puzzles (.sok, .shift), unless it has an equally good one; or draw the answer:
    /// .svg, .png, .gif or .html
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    output: Option<String>,
    /// Write a proof that there is no solution, within what is left of the limits
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    certificate: Option<String>,
    /// Show how to carry out the answer, one press or push at a time
    #[arg(long)]
    follow: bool,
}

impl Run for Solve {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("solve missile/4", "the fourth puzzle of a collection"),
        ("solve missile/4 --follow", "show the answer press by press"),
        ("solve missile --json", "all of its puzzles, one JSON object per line"),
        ("solve missile/4 --strategy bfs --nodes 1000", "one strategy, under a limit"),
        ("solve missile/1 --all", "every shortest answer"),
        ("solve stuck/1 --certificate no.txt", "a proof that can be checked"),
        ("solve missile/4 --for buttons", "the fewest presses of the gamepad"),
        ("solve missile/4 -o answer.html", "a page to play on; .gif: an animation; .svg: a filmstrip"),
    ];

    fn run(mut self, app: &mut App) -> Outcome {
        app.read_with(&self.read, false);
        if app.at_prompt && make_current(app, &self.puzzles) {
            self.puzzles.clear();
        }
        let search = SearchOptions { is_measured: self.output.stats, ..app.search(&self.search)? };
        self.check(app)?;
        let mut written = Written::default();
        let puzzles = Puzzles { command: "solve", words: &self.puzzles, read: &self.read, json: self.output.json };
        Ok(app.each_item(puzzles, |app, item| self.solve(app, item, &search, &mut written)))
    }
}

/// What has been written to the files of the flags.
#[derive(Default)]
struct Written {
    is_drawn: bool,
    is_certified: bool,
}

impl Solve {
    /// Solves the current puzzle.
    pub(super) fn current(search: SearchArgs, read: ReadArgs) -> Self {
        let (output, files, screen) = (OutputArgs::default(), FileArgs::default(), ScreenArgs::default());
        Self { puzzles: Vec::new(), search, output, files, screen, read }
    }

    /// Whether the flags can be obeyed together, and the files they name written.
    fn check(&self, app: &App) -> Result<(), Exit> {
        if self.files.follow && self.output.json {
            return Err(app.complain("--follow and --json cannot be combined"));
        }
        for path in [&self.files.certificate, &self.files.output].into_iter().flatten() {
            app.accept(can_be_written(&path_of(path)))?;
        }
        if let Some(path) = self.files.output.as_deref().filter(|path| is_special(&path_of(path))) {
            let path = report::escaped(path);
            return Err(app.complain(&format!("cannot add a level to '{path}': not a regular file")));
        }
        Ok(())
    }

    fn solve(&self, app: &mut App, item: &Item, search: &SearchOptions, written: &mut Written) -> Exit {
        let Some(subject) = Subject::of(item) else { return Exit::Usage };
        let OutputArgs { json, stats, quiet, .. } = self.output;
        // A name that does not fit is found before the work.
        let output = self.files.output.as_deref().filter(|path| !app.is_picture(path, item.kind));
        if let Some(Err(error)) = output.map(|path| solutions::keeper_for(&app.catalog, path, item.kind)) {
            return app.complain(&report::escaped(&error.to_string()));
        }
        app.note_of(item);
        let mut line = app.status_line();
        line.notes = stats;
        let (run, all) = app.signals.during(|| {
            let cancel = &app.signals.cancel;
            if self.read.all {
                solve_all(subject.puzzle, search, cancel, &mut line)
            } else {
                (solve::solve(subject.puzzle, search, cancel, &mut line), None)
            }
        });
        drop(line);
        if self.puzzles.is_empty() {
            app.session.remember(&run);
        }
        self.show(app, &subject, &run, all.as_ref());
        if !json
            && !quiet
            && let Some(note) = self.better_known(app, search, item, &run)
        {
            app.screen.note(&note);
        }
        app.complain_of(item, &run.end);
        app.show_statistics(&run, self.output);
        let mut exit = run.exit().worst(self.write(app, item, &run, search.limits, written));
        if let (Some(verified), true, Exit::Good) = (run.verified(), self.files.follow, run.exit()) {
            exit = exit.worst(follow(app, self.screen, (subject.name, subject.puzzle), &verified.steps, 1));
        }
        if self.read.all { exit.worst(list_exit(app, &run, all.as_ref())) } else { exit }
    }

    /// Writes what the flags ask for of a puzzle and its answer.
    fn write(&self, app: &mut App, item: &Item, run: &solve::Run, limits: Limits, written: &mut Written) -> Exit {
        let Ok(puzzle) = &item.puzzle else { return Exit::Usage };
        let mut exit = Exit::Good;
        match (self.files.output.as_deref().filter(|path| app.is_picture(path, puzzle.kind())), run.verified()) {
            (Some(_), Some(_)) if std::mem::replace(&mut written.is_drawn, true) => {
                exit = app.complain("-o draws one answer; the file has that of the first puzzle");
            }
            (Some(path), Some(verified)) => {
                exit = app.draw_answer(path, item, &verified.steps, self.screen.theme);
            }
            _ => {}
        }
        exit = exit.worst(self.keep(app, item, run));
        let Some(path) = self.files.certificate.as_deref() else { return exit };
        match run.end {
            Ok(_) => app.screen.note("note: no certificate: there is a solution"),
            Err(Unanswered::Unsolvable { .. }) if std::mem::replace(&mut written.is_certified, true) => {
                let complaint = "--certificate is for one puzzle; the file has the certificate of the first";
                exit = exit.worst(app.complain(complaint));
            }
            Err(Unanswered::Unsolvable { .. }) => {
                let used = run.statistics.unwrap_or_default();
                exit = exit.worst(app.write_certificate(path, puzzle.as_ref(), limits, &used));
            }
            Err(_) => {}
        }
        exit
    }

    fn show(&self, app: &App, subject: &Subject<'_>, run: &solve::Run, all: Option<&AllAnswers>) {
        let (screen, OutputArgs { json, quiet, .. }) = (&app.screen, self.output);
        if json && self.read.all {
            screen.result(&report::all_line(subject, run, all));
        } else if json {
            screen.result(&report::run_line(subject, run));
        } else if let (true, Some(all)) = (quiet, all) {
            all.solutions.iter().for_each(|solution| screen.result(solution));
        } else if let (true, Some(verified)) = (quiet, run.verified()) {
            screen.result(&verified.answer.solution);
        } else if let Some(text) = app.run_text(subject, run) {
            screen.result(&text);
            if let Some(all) = all {
                screen.result(&report::all_text(all));
            }
        }
    }

    /// A note on a saved solution that is better than the answer, by the metric of the objective.
    fn better_known(&self, app: &App, search: &SearchOptions, item: &Item, run: &solve::Run) -> Option<String> {
        let puzzle = item.puzzle.as_ref().ok()?.as_ref();
        let metric = search.objective_of(puzzle).ok()?.metric;
        let value = |metrics: &[Metric]| metrics.iter().find(|it| it.name == metric).map(|it| it.value);
        let found = value(&run.verified()?.metrics)?;
        let store = app.store(self.output.no_store);
        let known = store.of_kind(&app.catalog, puzzle.kind()).records(puzzle).known;
        let best = known.iter().filter_map(|known| Some((value(&known.metrics)?, known))).min_by_key(|it| it.0);
        let (_, best) = best.filter(|(value, _)| *value < found)?;
        let (values, id) = (report::in_short(puzzle, &best.metrics), report::escaped(&puzzle.id()));
        Some(format!("note: a better solution is saved ({values}): 'solutions show {id}' shows it"))
    }

    /// Saves the answer; for a position in a game, together with the steps that led there.
    fn keep(&self, app: &mut App, item: &Item, run: &solve::Run) -> Exit {
        let (Some(verified), Ok(puzzle)) = (run.verified(), &item.puzzle) else { return Exit::Good };
        let (output, no_store) = (self.files.output.as_deref(), self.output.no_store);
        let Some(game) = app.session.game().filter(|_| self.puzzles.is_empty()) else {
            let record = PuzzleRecord { puzzle: puzzle.as_ref(), metadata: &item.metadata, flags: "" };
            return app.keep(output, no_store, &record, &verified.answer.solution);
        };
        let record = PuzzleRecord { puzzle: game.puzzle(), metadata: &game.metadata, flags: "" };
        app.keep(output, no_store, &record, &game.text_with(&verified.steps))
    }
}

/// Makes the puzzle of `puzzles` the current one, if it is exactly one readable puzzle.
fn make_current(app: &mut App, puzzles: &[String]) -> bool {
    let words = app.catalog.join_numbers(puzzles);
    let [word] = words.as_slice() else { return false };
    let typed = &app.typed(word);
    let Ok(mut items) = app.catalog.resolve(typed) else { return false };
    if items.len() != 1 || items[0].puzzle.is_err() {
        return false;
    }
    app.keep_pasted(typed, &mut items);
    app.note_of(&items[0]);
    app.make_current(items);
    true
}

/// The exit code of `--all`: a list that may lack answers is no success, which is said even with `--quiet`.
fn list_exit(app: &App, run: &solve::Run, all: Option<&AllAnswers>) -> Exit {
    let why = match all.map(|all| all.stopped) {
        Some(Some(Stop::Cancelled)) => return Exit::Interrupted,
        Some(Some(_)) => "the list was stopped at a limit",
        None if run.end.is_ok() => "the answer is not proved to be optimal",
        _ => return Exit::Good,
    };
    app.screen.note(&format!("note: not all optimal answers: {why}"));
    Exit::GaveUp
}
