//! The lines of a batch, in a file as soon as a search ends or on standard output in the order of the input; what a
//! batch has to do.

use std::collections::HashSet;

use lurd_disk::names::path_of;
use lurd_report as report;
use lurd_toolkit::{
    batch::{BatchEntry, BatchProgress, limits_of_each},
    exit::{Exit, Status},
    results::{ResultLine, resume::ResultFile},
    search_options::SearchOptions,
    solve::Run,
};

use super::Batch;
use crate::{app::App, keeping::Answered};

/// What a batch has to do: all its levels, or those that an earlier one has left.
pub(super) struct Task {
    /// The levels to solve.
    pub(super) entries: Vec<BatchEntry>,
    /// Their places among all levels of the batch.
    pub(super) ranks: Vec<usize>,
    /// The exit code of the levels that are not solved again.
    pub(super) exit: Exit,
    /// The file of the lines and its name; without one they are printed.
    pub(super) file: Option<(ResultFile, String)>,
}

impl Task {
    /// All levels, with their lines in a new file if one is named.
    pub(super) fn new(entries: Vec<BatchEntry>, path: Option<&str>) -> Result<Self, String> {
        let file = path.map(|path| Ok::<_, String>((ResultFile::create(&path_of(path))?, path.to_owned())));
        Ok(Self { ranks: (0..entries.len()).collect(), entries, exit: Exit::Good, file: file.transpose()? })
    }

    /// What the file of an earlier batch has left, and `more` files have of the same levels. A level that is named twice is
    /// solved once.
    pub(super) fn resume(
        app: &App,
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
        let file = ResultFile::resume(&path_of(path), &more, &keys, &check)?;
        file.notes.iter().for_each(|note| app.screen.note(&report::escaped(note)));
        let limits = limits_of_each(search, entries.len());
        let mut seen = HashSet::new();
        let (mut open, mut ranks, mut done, mut exit) = (Vec::new(), Vec::new(), 0, Exit::Good);
        for (rank, entry) in entries.into_iter().enumerate().filter(|(rank, _)| seen.insert(&keys[*rank])) {
            if file.is_open(rank, &limits) {
                ranks.push(rank);
                open.push(entry);
            } else {
                done += 1;
                exit = exit.worst(file.status(rank).map_or(Exit::Good, Status::exit));
            }
        }
        if done > 0 {
            let levels = if done == 1 { "level is" } else { "levels are" };
            app.screen.note(&format!("{done} {levels} done already, {} to go", open.len()));
        }
        Ok(Self { entries: open, ranks, exit, file: Some((file, path.to_owned())) })
    }
}

pub(super) struct ResultLines<'a> {
    app: &'a App,
    flags: &'a Batch,
    ranks: Vec<usize>,
    pub(super) file: Option<(ResultFile, String)>,
    /// Whether writing the file failed, which ends the batch.
    pub(super) failed: bool,
    /// The answers that could not be saved in the store.
    unsaved: usize,
    /// The lines, for reports.
    pub(super) solved: Vec<ResultLine>,
}

impl<'a> ResultLines<'a> {
    pub(super) fn new(app: &'a App, flags: &'a Batch, ranks: Vec<usize>, file: Option<(ResultFile, String)>) -> Self {
        Self { app, flags, ranks, file, failed: false, unsaved: 0, solved: Vec::new() }
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
        let Some((file, _)) = self.file.as_mut().filter(|_| !self.failed) else { return };
        let line = entry.line(run);
        let text = report::result_line(&line);
        if let Err(error) = file.add(self.ranks[index], line, &text) {
            self.app.complain(&error);
            self.failed = true;
            self.app.signals.cancel.cancel();
        }
    }

    /// Shows a result: as text on a terminal, else as JSON. Returns the exit code of the level: that of an earlier result if
    /// this is better.
    pub(super) fn done(&mut self, index: usize, entry: &BatchEntry, run: Option<&Run>) -> Exit {
        let exit = self.show(entry, run);
        let best = self.file.as_ref().and_then(|(file, _)| file.status(self.ranks[index]));
        let is_best = best.is_none_or(|best| best == entry.line(run).status);
        if is_best || exit == Exit::Interrupted { exit } else { best.map_or(exit, Status::exit) }
    }

    fn show(&mut self, entry: &BatchEntry, run: Option<&Run>) -> Exit {
        if !self.flags.export.is_empty() {
            self.solved.push(entry.line(run));
        }
        let screen = &self.app.screen;
        let in_words = screen.is_terminal() && !self.flags.json;
        if !in_words && self.file.is_none() {
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
        screen.note(&match &self.file {
            Some((_, path)) if self.failed => report::unwritten_batch(progress, path),
            _ => report::batch_summary(progress, entries, screen.note_width()),
        });
        if self.unsaved > 1 {
            screen.note(&format!("note: {} answers are not saved in the store of solutions", self.unsaved));
        }
    }

    /// Completes the file and names it.
    pub(super) fn finish(self) -> Exit {
        let (Some((file, path)), false) = (self.file, self.failed) else { return Exit::Good };
        let count = file.count();
        match file.finish() {
            Ok(()) => {
                let lines = if count == 1 { "line" } else { "lines" };
                self.app.screen.note(&format!("{count} {lines} in {}", report::escaped(&path)));
                Exit::Good
            }
            Err(error) => self.app.complain(&error),
        }
    }
}
