//! The lines of a batch, in a file as soon as a search ends or on standard output in the order of the input; what a
//! batch has to do; its live view.

use std::collections::HashSet;

use lurd_disk::names::path_of;
use lurd_report as report;
use lurd_toolkit::{
    batch::{BatchEntry, BatchProgress, limits_of_each},
    exit::Exit,
    line_file::LineFile,
    results::{LevelName, LevelResult, ResultLine, resume::Resumed},
    search_options::SearchOptions,
    solve::Run,
};

use super::Batch;
use crate::{app::App, keeping::Answered, progress::StatusLine};

pub(super) struct ResultLines<'a> {
    pub(super) app: &'a App,
    flags: &'a Batch,
    pub(super) output: Output,
    /// Whether writing the file failed, which ends the batch.
    pub(super) failed: bool,
    /// The answers that could not be saved in the store.
    pub(super) unsaved: usize,
    /// What was achieved on each level, for reports.
    pub(super) outcomes: Vec<(LevelName, LevelResult)>,
}

impl<'a> ResultLines<'a> {
    pub(super) fn new(app: &'a App, flags: &'a Batch, output: Output) -> Self {
        Self { app, flags, output, failed: false, unsaved: 0, outcomes: Vec::new() }
    }

    /// Writes the line to the file, and saves the answer in the store. The file was asked for: on a disk that is almost
    /// full it comes first.
    pub(super) fn ended(&mut self, index: usize, entry: &BatchEntry, run: Option<&Run>) {
        self.write(index, entry, run);
        if let (BatchEntry::Item(item), Some(run)) = (entry, run)
            && let (Ok(puzzle), Some(verified)) = (&item.puzzle, run.verified())
        {
            let (puzzle, solution) = (puzzle.as_ref(), &verified.answer.solution);
            let answered = Answered { puzzle, metadata: &item.metadata, solution };
            let Err(error) = self.app.try_to_keep(self.flags.no_store, answered) else { return };
            self.unsaved += 1;
            // One line says why; how many there are is said in the end.
            if self.unsaved == 1 {
                self.app.note_unsaved(&error);
            }
        }
    }

    fn write(&mut self, index: usize, entry: &BatchEntry, run: Option<&Run>) {
        let Output { ranks, file: Some((file, _)), resumed } = &mut self.output else { return };
        if self.failed {
            return;
        }
        let (rank, line) = (ranks[index], entry.line(run));
        if let Some(resumed) = resumed {
            if !resumed.is_replaced_by(rank, &line) {
                return;
            }
            file.leave_out_rank(rank);
        }
        if let Err(error) = file.add(rank, &report::result_line(&line)) {
            self.app.complain(&error.to_string());
            self.failed = true;
            self.app.signals.cancel.cancel();
        }
    }

    /// Shows a result: as text on a terminal, else as JSON. Returns the exit code of the level: that of an earlier result if
    /// this is better.
    pub(super) fn done(&mut self, index: usize, entry: &BatchEntry, run: Option<&Run>) -> Exit {
        let exit = self.show(entry, run);
        let Some(resumed) = &self.output.resumed else { return exit };
        let rank = self.output.ranks[index];
        let is_replaced = resumed.is_replaced_by(rank, &entry.line(run));
        if is_replaced || exit == Exit::Interrupted { exit } else { resumed.exit(std::iter::once(rank)) }
    }

    fn show(&mut self, entry: &BatchEntry, run: Option<&Run>) -> Exit {
        if !self.flags.export.is_empty() {
            self.outcomes.push(entry.line(run).outcome());
        }
        let screen = &self.app.screen;
        let in_words = screen.is_terminal() && !self.flags.json;
        if !in_words && self.output.file.is_none() {
            // Errors are reported before their line.
            let exit = self.complaint(entry, run);
            screen.result(&report::result_line(&entry.line(run)));
            return exit;
        }
        if let (true, BatchEntry::Item(item), Some(run)) = (in_words, entry, run) {
            screen.result(&report::level_in_short(&item.reference, run, screen.width()));
        }
        self.complaint(entry, run)
    }

    fn complaint(&self, entry: &BatchEntry, run: Option<&Run>) -> Exit {
        match (entry, run) {
            (BatchEntry::Broken(error), _) => self.app.refuse(error, false),
            (BatchEntry::Item(item), None) => self.app.refuse_item(item, false),
            (BatchEntry::Item(_), Some(run)) => run.exit(),
        }
    }

    /// How the batch ended. Where the file could not be written, a level without a line in it is not done.
    pub(super) fn summarise(&self, progress: &BatchProgress, entries: &[BatchEntry]) {
        let screen = &self.app.screen;
        screen.note(&match &self.output.file {
            Some((file, path)) if self.failed => report::unwritten_batch(progress, file.count(), path),
            _ => report::batch_summary(progress, entries, screen.note_width()),
        });
        if self.unsaved > 1 {
            screen.note(&format!("note: {} answers are not saved in the store of solutions", self.unsaved));
        }
    }

    /// Completes the file and names it.
    pub(super) fn finish(self) -> Exit {
        let (Some((file, path)), false) = (self.output.file, self.failed) else { return Exit::Good };
        let count = file.count();
        match file.finish() {
            Ok(()) => {
                let lines = if count == 1 { "line" } else { "lines" };
                let (path, verb) =
                    (report::escaped(&path), if self.output.resumed.is_some() { "in" } else { "written to" });
                self.app.screen.note(&format!("{count} {lines} {verb} {path}"));
                Exit::Good
            }
            Err(error) => self.app.complain(&error.to_string()),
        }
    }
}

// What a batch has to do: all its levels, or those that an earlier one has left.

pub(super) struct Task {
    /// The levels to solve.
    pub(super) entries: Vec<BatchEntry>,
    /// The exit code of the levels that are not solved again.
    pub(super) exit: Exit,
    pub(super) output: Output,
    /// The number of levels that are not solved again.
    done: usize,
}

/// Where the lines of the levels go.
#[derive(Default)]
pub(super) struct Output {
    /// The places of the levels to solve among all levels.
    pub(super) ranks: Vec<usize>,
    /// The file and its name; without one the lines are printed.
    pub(super) file: Option<(LineFile, String)>,
    /// What the file had before.
    pub(super) resumed: Option<Resumed>,
}

impl Task {
    pub(super) fn new(entries: Vec<BatchEntry>, file: Option<LineFile>, path: Option<&str>) -> Self {
        let file = file.zip(path.map(str::to_owned));
        let output = Output { ranks: (0..entries.len()).collect(), file, resumed: None };
        Self { entries, exit: Exit::Good, output, done: 0 }
    }

    /// What the file of an earlier batch has left, and `more` files have of the same levels. A level that is named twice is
    /// solved once.
    pub(super) fn resume(
        entries: Vec<BatchEntry>,
        search: &SearchOptions,
        (path, more): (&str, &[String]),
    ) -> Result<Self, String> {
        let keys: Vec<_> = entries.iter().map(|entry| entry.key(search)).collect();
        let more: Vec<_> = more.iter().map(|path| path_of(path)).collect();
        let check = |rank: usize, line: &ResultLine| match &entries[rank] {
            BatchEntry::Item(item) => item.puzzle.as_ref().map_or(Ok(()), |puzzle| line.check(puzzle.as_ref())),
            BatchEntry::Broken(_) => Ok(()),
        };
        let (mut file, mut resumed) = Resumed::open(&path_of(path), &more, &keys, &check)?;
        resumed.copy_to(&mut file)?;
        let limits = limits_of_each(search, entries.len());
        let mut seen = HashSet::new();
        let is_first: Vec<_> = keys.iter().map(|key| seen.insert(key)).collect();
        let is_open = |rank: usize| resumed.is_open(rank, &limits);
        let (open, done): (Vec<_>, Vec<_>) =
            (0..entries.len()).filter(|&rank| is_first[rank]).partition(|&rank| is_open(rank));
        let exit = resumed.exit(done.iter().copied()).worst(resumed.exit_of_others());
        let mut entries: Vec<_> = entries.into_iter().map(Some).collect();
        let entries = open.iter().filter_map(|&rank| entries[rank].take()).collect();
        let output = Output { ranks: open, file: Some((file, path.to_owned())), resumed: Some(resumed) };
        Ok(Self { entries, exit, output, done: done.len() })
    }

    /// What is worth knowing of an earlier batch.
    pub(super) fn notes(&self) -> Vec<String> {
        let (Some(resumed), Some((_, path))) = (&self.output.resumed, &self.output.file) else {
            return Vec::new();
        };
        let path = report::escaped(path);
        let lines = |count: usize| if count == 1 { "1 line".to_owned() } else { format!("{count} lines") };
        let wrong = |line: &String| format!("note: {}; the line is left out", report::escaped(line));
        let mut notes: Vec<_> = resumed.wrong.iter().map(wrong).collect();
        for torn in &resumed.torn {
            let torn = report::escaped(&torn.display().to_string());
            notes.push(format!("note: '{torn}' ended within a line, which is left out"));
        }
        if resumed.changed > 0 {
            notes.push(format!(
                "note: {} of '{path}' belong to another level that was at the same place, or do not name their level \
                 (earlier versions of lurd); the levels that are there now are solved",
                lines(resumed.changed)
            ));
        }
        if resumed.others > 0 {
            notes.push(format!(
                "note: {} of '{path}' belong to other levels or another objective; they stay",
                lines(resumed.others)
            ));
        }
        if resumed.not_copied > 0 {
            notes.push(format!(
                "note: {} of the other files belong to other levels or another objective; they are not copied",
                lines(resumed.not_copied)
            ));
        }
        if self.done > 0 {
            let levels = if self.done == 1 { "level is" } else { "levels are" };
            notes.push(format!("{} {levels} done already, {} to go", self.done, self.entries.len()));
        }
        notes
    }
}

// The live view of a batch on a terminal: counts, running levels, and slow ones by name.

/// The times after which a running level is named, in seconds.
const SLOW: [f64; 3] = [10.0, 60.0, 600.0];

pub(super) struct Live<'e> {
    line: StatusLine,
    entries: &'e [BatchEntry],
    /// How often each level was named.
    named: Vec<usize>,
}

impl<'e> Live<'e> {
    pub(super) fn new(line: StatusLine, entries: &'e [BatchEntry]) -> Self {
        Self { line, entries, named: vec![0; entries.len()] }
    }

    pub(super) fn draw(&mut self, app: &App, progress: &BatchProgress) {
        if !self.line.is_on() {
            return;
        }
        for (index, seconds) in &progress.under_way {
            let times = SLOW.partition_point(|slow| slow <= seconds);
            if times > self.named[*index] {
                self.named[*index] = times;
                self.line.clear();
                app.screen.note(&report::slow_level(&self.entries[*index], SLOW[times - 1]));
            }
        }
        self.line.draw_lines(progress.seconds, |rows, width| report::live(progress, self.entries, rows, width));
    }

    pub(super) fn clear(&mut self) {
        self.line.clear();
    }
}
