//! What keys and words do.

use std::rc::Rc;

use super::keys::{EditAction, HELP};
use super::trial;
use super::view::EditView;
use crate::catalog::Typed;
use crate::puzzle::{PadDirection, Place};
use crate::report;
use crate::toolkit::edit::Leave;
use crate::toolkit::edit::words::EditCommand;
use crate::toolkit::play::Background;
use crate::toolkit::solve::{End, Run};
use crate::ui::play::state::PlayView;
use crate::ui::screen::entry::Entry;
use crate::ui::screen::pages::Pages;
use crate::ui::screen::text::plain;
use crate::ui::screen::view::Flow;

impl EditView {
    pub(super) fn word(&mut self, word: EditCommand) -> Flow {
        let before = self.editor.panel();
        if let Some(changed) = self.editor.carry_out(&self.catalog, &word) {
            let is_done = changed.is_ok();
            self.changed(changed);
            match word {
                EditCommand::New(..) if is_done => self.ask_for_orphans(),
                EditCommand::Recover if is_done && self.editor.orphans_of_others() > 0 => {
                    let count = self.editor.orphans_of_others();
                    self.say(format!("taken up; there are more ({count}): ':recover' takes up the next"));
                }
                _ => {}
            }
            if before == self.editor.panel() {
                return Flow::Stay;
            }
            return self.tell_board();
        }
        match word {
            EditCommand::Try => self.play(),
            EditCommand::Solve => self.solve(),
            EditCommand::Load(text) => self.load(&text),
            EditCommand::Save(path, format, force) => {
                let path = path.or_else(|| self.editor.file().map(str::to_owned));
                match path {
                    Some(path) => return self.save(&path, format, Leave { invalid: force, replace: force }),
                    None => self.entry = Some(Entry::new("save as: ", "")),
                }
            }
            EditCommand::Discard => match self.editor.discard_orphan() {
                Ok(left) => self.say(report::discarded(left)),
                Err(message) => self.complain(message),
            },
            EditCommand::Validate => {
                self.look();
                if self.issues.is_empty() {
                    self.say("valid");
                } else {
                    self.view_all();
                }
            }
            EditCommand::Help => self.pages = Some(Pages::keys("Drawing", HELP)),
            EditCommand::Quit => return self.quit(),
            _ => self.message = None,
        }
        Flow::Stay
    }

    pub(super) fn tell_board(&mut self) -> Flow {
        let panel = self.editor.panels()[self.editor.panel()];
        self.say(format!("on the {} now", panel.name));
        Flow::Stay
    }

    pub(super) fn deed(&mut self, deed: EditAction) -> Flow {
        match deed {
            EditAction::Go(way) => self.go(way),
            EditAction::Paint => {
                let changed = self.editor.paint(&[self.cursor]);
                self.changed(changed);
            }
            EditAction::Erase => {
                let changed = self.editor.erase(&[self.cursor]);
                self.changed(changed);
            }
            EditAction::Brush(key) => self.brush(key),
            EditAction::NextBrush => self.next_brush(),
            EditAction::OtherBoard => {
                let boards = self.editor.panels().len();
                if boards > 1 {
                    self.editor.turn_to((self.editor.panel() + 1) % boards);
                    return self.tell_board();
                }
            }
            EditAction::EditCommand(word) => return self.word(word),
            EditAction::Fill => {
                let brush = self.editor.brush().to_owned();
                return self.word(EditCommand::Fill(brush));
            }
            EditAction::Try => self.play(),
            EditAction::Solve => self.solve(),
            EditAction::Save => {
                let name = self.editor.file().unwrap_or_default().to_owned();
                self.entry = Some(Entry::new("save as: ", &name));
            }
            EditAction::Open => self.entry = Some(Entry::new("open: ", "")),
            EditAction::Words(beginning) => self.entry = Some(Entry::new(":", beginning)),
            EditAction::View => self.view_all(),
            EditAction::Help => self.pages = Some(Pages::keys("Drawing", HELP)),
            EditAction::Drop => {
                self.message = None;
                if let Some(search) = &self.searching {
                    search.cancel();
                }
            }
            EditAction::Quit => return self.quit(),
        }
        Flow::Stay
    }

    pub(super) fn go(&mut self, way: PadDirection) {
        self.message = None;
        let panel = self.editor.panels()[self.editor.panel()];
        self.cursor = way.from(self.cursor, panel.rows, panel.columns).unwrap_or(self.cursor);
        self.viewport.follow();
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
                self.trial = trial(puzzle).map(|level_set| {
                    PlayView::new(Rc::clone(&self.catalog), level_set, self.search.clone(), self.theme)
                });
            }
            Err(message) => self.complain(format!("no puzzle yet: {message}")),
        }
    }

    pub(super) fn solve(&mut self) {
        // What is not valid may have answers by the rules of nobody.
        let issues = self.editor.issues();
        if !issues.is_empty() {
            return self.complain(report::invalid(&issues));
        }
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

    /// All that is said, and all that is wrong, however long it is.
    fn view_all(&mut self) {
        self.look();
        let (message, _) = super::draw::message(self);
        let verdict = if self.issues.is_empty() { "valid" } else { "not valid:" };
        let issues = self.issues.iter().map(|issue| issue.message.clone());
        let all = [message, verdict.to_owned()].into_iter().chain(issues).filter(|text| !text.is_empty());
        let all: Vec<String> = all.flat_map(|text| [plain(&text), String::new()]).collect();
        self.pages = Some(Pages::text("All that is said", all));
    }

    pub(super) fn load(&mut self, text: &str) {
        if let Err(message) = super::can_be_opened(&self.catalog, text) {
            return self.complain(message);
        }
        let items = match self.catalog.resolve(&Typed::argument(text)) {
            Ok(items) => items,
            Err(error) => return self.complain(error.diagnostic.message),
        };
        let count = items.len();
        let Some(item) = items.into_iter().next() else { return };
        let loaded = self.editor.load(&self.catalog, &item).map(|()| true);
        self.cursor = Place::default();
        let is_loaded = loaded.is_ok();
        self.changed(loaded);
        if is_loaded {
            self.ask_for_orphans();
        }
        if self.message.is_none() && count > 1 {
            self.say(format!("{count} puzzles; this is {}", item.reference));
        }
    }
}
