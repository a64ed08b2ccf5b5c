//! What keys and words do.

use std::rc::Rc;

use super::keys::{Deed, HELP};
use super::stage::EditStage;
use super::trial;
use crate::catalog::Typed;
use crate::puzzle::{Place, Way};
use crate::report;
use crate::toolkit::edit::words::Word;
use crate::toolkit::edit::{Leave, Orphan};
use crate::toolkit::play::Background;
use crate::toolkit::solve::{End, Run};
use crate::ui::play::stage::PlayStage;
use crate::ui::screen::entry::Entry;
use crate::ui::screen::{Flow, Help};

impl EditStage {
    pub(super) fn word(&mut self, word: Word) -> Flow {
        let before = self.editor.panel();
        if let Some(changed) = self.editor.carry_out(&self.catalog, &word) {
            self.changed(changed);
            if before == self.editor.panel() {
                return Flow::Stay;
            }
            return self.tell_board();
        }
        match word {
            Word::Try => self.play(),
            Word::Solve => self.solve(),
            Word::Load(text) => self.load(&text),
            Word::Save(path, format, force) => {
                let path = path.or_else(|| self.editor.file().map(str::to_owned));
                match path {
                    Some(path) => return self.save(&path, format, Leave { invalid: force, replace: force }),
                    None => self.entry = Some(Entry::new("save as: ", "")),
                }
            }
            Word::Discard => {
                let orphans = self.editor.orphans();
                let count = orphans.len();
                orphans.into_iter().for_each(Orphan::discard);
                self.say(format!("{count} dropped"));
            }
            Word::Help => self.helps = Some(Help::new("Drawing", HELP)),
            Word::Quit => return self.quit(),
            _ => self.message = None,
        }
        Flow::Stay
    }

    pub(super) fn tell_board(&mut self) -> Flow {
        let panel = self.editor.panels()[self.editor.panel()];
        self.say(format!("on the {} now", panel.name));
        Flow::Stay
    }

    pub(super) fn deed(&mut self, deed: Deed) -> Flow {
        match deed {
            Deed::Go(way) => self.go(way),
            Deed::Paint => {
                let changed = self.editor.paint(self.cursor);
                self.changed(changed);
            }
            Deed::Erase => {
                let at = self.cursor;
                let changed = self.editor.change(|draft, panel| draft.erase(panel, at));
                self.changed(changed);
            }
            Deed::Brush(key) => self.brush(key),
            Deed::NextBrush => self.next_brush(),
            Deed::OtherBoard => {
                let boards = self.editor.panels().len();
                if boards > 1 {
                    self.editor.turn_to((self.editor.panel() + 1) % boards);
                    return self.tell_board();
                }
            }
            Deed::Word(word) => return self.word(word),
            Deed::Fill => {
                let brush = self.editor.brush().to_owned();
                return self.word(Word::Fill(brush));
            }
            Deed::Try => self.play(),
            Deed::Solve => self.solve(),
            Deed::Save => {
                let name = self.editor.file().unwrap_or_default().to_owned();
                self.entry = Some(Entry::new("save as: ", &name));
            }
            Deed::Open => self.entry = Some(Entry::new("open: ", "")),
            Deed::Words(beginning) => self.entry = Some(Entry::new(":", beginning)),
            Deed::Help => self.helps = Some(Help::new("Drawing", HELP)),
            Deed::Drop => {
                self.message = None;
                if let Some(search) = &self.searching {
                    search.cancel();
                }
            }
            Deed::Quit => return self.quit(),
        }
        Flow::Stay
    }

    pub(super) fn go(&mut self, way: Way) {
        self.message = None;
        let panel = self.editor.panels()[self.editor.panel()];
        self.cursor = way.from(self.cursor, panel.rows, panel.columns).unwrap_or(self.cursor);
        self.view.follow();
    }

    pub(super) fn brush(&mut self, key: char) {
        if let Some(brush) = self.editor.brush_of(key) {
            self.message = None;
            self.editor.take(&brush.name);
        } else if key.is_ascii_digit() && self.editor.panels().len() > 1 {
            // A tile that is not there yet.
            self.editor.take(&key.to_string());
        } else {
            self.complain(format!("nothing is painted by '{key}'; ? shows the keys"));
        }
    }

    pub(super) fn next_brush(&mut self) {
        let brushes = self.editor.draft().brushes();
        let now = brushes.iter().position(|brush| brush.name == self.editor.brush());
        let next = now.map_or(0, |now| (now + 1) % brushes.len());
        self.editor.take(&brushes[next].name);
    }

    pub(super) fn play(&mut self) {
        match self.editor.puzzle() {
            Ok(puzzle) => {
                self.trial = trial(puzzle).map(|course| {
                    PlayStage::new(Rc::clone(&self.catalog), course, self.search.clone(), self.theme)
                });
            }
            Err(message) => self.complain(format!("no puzzle yet: {message}")),
        }
    }

    pub(super) fn solve(&mut self) {
        let started = self.editor.puzzle().and_then(|puzzle| Background::start(puzzle, self.search.clone()));
        match started {
            Ok(search) => {
                self.message = None;
                self.searching = Some(search);
            }
            Err(message) => self.complain(format!("no puzzle yet: {message}")),
        }
    }

    pub(super) fn found(&mut self, run: &Run) {
        let left = || report::left(run).unwrap_or_else(|| "nothing is known of it".to_owned());
        match &run.end {
            End::Solved(_) => self.say(format!("it can be solved: {}", left())),
            End::Unsolvable { reason, .. } => self.complain(format!("no solution, proved: {reason}")),
            End::Unsupported { reason } | End::Error { message: reason } => self.complain(reason.clone()),
            _ => self.complain(format!("no answer found; {}", left())),
        }
    }

    pub(super) fn load(&mut self, text: &str) {
        let items = match self.catalog.resolve(&Typed::argument(text)) {
            Ok(items) => items,
            Err(error) => return self.complain(error.diagnostic.message),
        };
        let count = items.len();
        let Some(item) = items.into_iter().next() else { return };
        let loaded = self.editor.load(&self.catalog, &item).map(|()| true);
        self.cursor = Place::default();
        self.changed(loaded);
        if self.message.is_none() && count > 1 {
            self.say(format!("{count} puzzles; this is {}", item.reference));
        }
    }
}
