//! The lines of a batch, in a file as soon as a search ends or on standard output in the order of the input, and
//! which levels are to be solved.

use std::collections::HashSet;

use lurd_disk::names::path_of;
use lurd_puzzle::puzzle::PuzzleRecord;
use lurd_report as report;
use lurd_toolkit::{
    batch::{BatchEntry, BatchProgress, limits_of_each},
    exit::{Exit, Status},
    results::{ResultLine, resume::ResultFile},
    search_options::SearchOptions,
    solve::Run,
};

use super::Batch;
use crate::{app::App, commands::Outcome};

/// What a batch prints and writes.
pub(super) struct ResultLines<'a> {
    app: &'a App,
    flags: &'a Batch,
    /// The places of the levels to solve among all levels of the batch.
    ranks: Vec<usize>,
    /// Where the lines go; without a file they are printed.
    file: Option<ResultFile>,
    /// The exit code of the levels so far.
    worst: Exit,
    /// Whether writing the file failed, which ends the batch.
    failed: bool,
    /// The answers that could not be saved in the store.
    unsaved: usize,
    /// The lines, for reports.
    solved: Vec<ResultLine>,
}

impl<'a> ResultLines<'a> {
    /// Opens the file that the flags name. Returns the levels to solve, too: all, or those that an earlier batch has left.
    pub(super) fn begin(
        app: &'a App,
        flags: &'a Batch,
        search: &SearchOptions,
        entries: Vec<BatchEntry>,
    ) -> Result<(Vec<BatchEntry>, Self), String> {
        let (ranks, file) = ((0..entries.len()).collect(), None);
        let mut lines =
            Self { app, flags, ranks, file, worst: Exit::Good, failed: false, unsaved: 0, solved: Vec::new() };
        match (flags.resume.as_slice(), &flags.output) {
            ([], None) => {}
            ([], Some(path)) => lines.file = Some(ResultFile::create(&path_of(path))?),
            ([path, ..], Some(output)) if output != path => {
                let path = report::escaped(path);
                return Err(format!("--resume adds the lines to '{path}': leave out -o, or copy the file first"));
            }
            ([path, more @ ..], _) => return lines.resume(search, entries, (path, more)),
        }
        Ok((entries, lines))
    }

    /// Takes what the file of an earlier batch and `more` files have of the levels. A level that is named twice is solved
    /// once.
    fn resume(
        mut self,
        search: &SearchOptions,
        entries: Vec<BatchEntry>,
        (path, more): (&str, &[String]),
    ) -> Result<(Vec<BatchEntry>, Self), String> {
        let keys: Vec<_> = entries.iter().map(|entry| entry.key(search)).collect();
        let more: Vec<_> = more.iter().map(|path| path_of(path)).collect();
        let check = |rank: usize, line: &ResultLine| match &entries[rank] {
            BatchEntry::Item(item) => item.puzzle.as_ref().map_or(Ok(()), |puzzle| line.check(puzzle.as_ref())),
            BatchEntry::Broken(_) => Ok(()),
        };
        let file = ResultFile::resume(&path_of(path), &more, &keys, &check)?;
        file.notes.iter().for_each(|note| self.app.screen.note(&report::escaped(note)));
        let limits = limits_of_each(search, entries.len());
        self.ranks.clear();
        let (mut seen, mut open, mut done) = (HashSet::new(), Vec::new(), 0);
        for (rank, entry) in entries.into_iter().enumerate().filter(|(rank, _)| seen.insert(&keys[*rank])) {
            if file.is_open(rank, &limits) {
                self.ranks.push(rank);
                open.push(entry);
            } else {
                done += 1;
                self.worst = self.worst.worst(file.status(rank).map_or(Exit::Good, Status::exit));
            }
        }
        if done > 0 {
            let levels = if done == 1 { "level is" } else { "levels are" };
            self.app.screen.note(&format!("{done} {levels} done already, {} to go", open.len()));
        }
        Ok((open, Self { file: Some(file), ..self }))
    }

    /// Writes the line to the file, and saves the answer in the store. The file was asked for: on a disk that is almost
    /// full it comes first.
    pub(super) fn ended(&mut self, index: usize, entry: &BatchEntry, run: Option<&Run>) {
        self.write(index, entry, run);
        if let (BatchEntry::Item(item), Some(run)) = (entry, run)
            && let (Ok(puzzle), Some(verified)) = (&item.puzzle, run.verified())
        {
            let record = PuzzleRecord { puzzle: puzzle.as_ref(), metadata: &item.metadata, flags: "" };
            let kept = self.app.try_to_keep(self.flags.no_store, &record, &verified.answer.solution);
            let Err(error) = kept else { return };
            self.unsaved += 1;
            // One line says why; how many there are is said in the end.
            if self.unsaved == 1 {
                self.app.note_unsaved(&error);
            }
        }
    }

    fn write(&mut self, index: usize, entry: &BatchEntry, run: Option<&Run>) {
        let Some(file) = self.file.as_mut().filter(|_| !self.failed) else { return };
        let line = entry.line(run);
        let text = report::result_line(&line);
        if let Err(error) = file.add(self.ranks[index], line, &text) {
            self.app.complain(&error);
            self.failed = true;
            self.app.signals.cancel.cancel();
        }
    }

    /// Shows a result: as text on a terminal, else as JSON. The exit code of the level is that of an earlier result if this
    /// is better.
    pub(super) fn done(&mut self, index: usize, entry: &BatchEntry, run: Option<&Run>) {
        let exit = self.show(entry, run);
        let best = self.file.as_ref().and_then(|file| file.status(self.ranks[index]));
        let better = best.filter(|best| exit != Exit::Interrupted && *best != entry.line(run).status);
        self.worst = self.worst.worst(better.map_or(exit, Status::exit));
    }

    fn show(&mut self, entry: &BatchEntry, run: Option<&Run>) -> Exit {
        if !self.flags.export.is_empty() {
            self.solved.push(entry.line(run));
        }
        let screen = &self.app.screen;
        let in_words = screen.is_terminal() && !self.flags.json;
        // Errors are reported before their line.
        let exit = match (entry, run) {
            (BatchEntry::Broken(error), _) => self.app.refuse(error, false),
            (BatchEntry::Item(item), None) => self.app.refuse_item(item, false),
            (BatchEntry::Item(item), Some(run)) => {
                if in_words {
                    screen.result(&report::level_in_short(&item.reference, run, screen.width()));
                }
                run.exit()
            }
        };
        if !in_words && self.file.is_none() {
            screen.result(&report::result_line(&entry.line(run)));
        }
        exit
    }

    /// Completes the file, and says how the batch ended. Where the file could not be written, a level without a line in it is
    /// not done.
    pub(super) fn finish(self, progress: &BatchProgress) -> Outcome {
        let screen = &self.app.screen;
        let path = self.flags.resume.first().or(self.flags.output.as_ref());
        screen.note(&match path.filter(|_| self.failed) {
            Some(path) => report::unwritten_batch(progress, path),
            None => report::batch_summary(progress, screen.note_width()),
        });
        if self.unsaved > 1 {
            screen.note(&format!("note: {} answers are not saved in the store of solutions", self.unsaved));
        }
        if self.failed {
            return Err(Exit::Usage);
        }
        if let (Some(file), Some(path)) = (self.file, path) {
            let count = file.count();
            self.app.accept(file.finish())?;
            screen.note(&format!("{} in {}", report::counted(count, "line"), report::escaped(path)));
        }
        if !self.flags.export.is_empty() {
            self.flags.export_batch(self.app, path, self.solved)?;
        }
        Ok(self.worst)
    }
}
