//! The editor on the whole screen: keys and the mouse to what they do.

use std::rc::Rc;
use std::time::{Duration, Instant};

use ratatui::Frame;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, MouseButton, MouseEvent, MouseEventKind,
};

use super::keys::{Deed, HELP, deed};
use super::trial;
use crate::catalog::{Catalog, Typed as Reference};
use crate::puzzle::{Finding, Place, Way};
use crate::report;
use crate::toolkit::edit::words::{Word, read};
use crate::toolkit::edit::{Editor, Leave, Unsaved};
use crate::toolkit::play::Background;
use crate::toolkit::settings::Search;
use crate::toolkit::solve::{End, Run};
use crate::ui::play::stage::PlayStage;
use crate::ui::screen::board::View;
use crate::ui::screen::entry::{Entry, Typed};
use crate::ui::screen::theme::Theme;
use crate::ui::screen::{Flow, Help, Stage};

/// What is drawn is written down at least this often.
const KEEP_EVERY: Duration = Duration::from_millis(250);

/// Something that is asked before it is done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Question {
    /// Take up what was left behind?
    Recover,
    /// Save what is not valid, or over what is there?
    Save { path: String, format: Option<String>, leave: Leave, why: String, leaves_after: bool },
    /// Save before leaving?
    Leave,
}

/// See the module.
pub(in crate::ui) struct EditStage {
    catalog: Rc<Catalog>,
    pub(super) editor: Editor,
    search: Search,
    pub(super) theme: Theme,
    pub(super) view: View,
    pub(super) cursor: Place,
    pub(super) findings: Vec<Finding>,
    /// What was said last, and whether it is bad.
    pub(super) message: Option<(String, bool)>,
    pub(super) question: Option<Question>,
    pub(super) entry: Option<Entry>,
    pub(super) helps: Option<Help>,
    /// Rows of the screen.
    pub(super) height: u16,
    /// The draft being played.
    pub(super) trial: Option<PlayStage>,
    pub(super) searching: Option<Background>,
    /// Where the mouse has painted last, and whether it erases.
    drawn: Option<(Place, bool)>,
    is_stale: bool,
    kept: Instant,
    /// Whether one leaves once it is saved.
    leaves_after: bool,
}

impl EditStage {
    pub(in crate::ui) fn new(catalog: Rc<Catalog>, editor: Editor, search: Search, theme: Theme) -> Self {
        let question = (!editor.orphans().is_empty()).then_some(Question::Recover);
        let findings = editor.findings();
        Self {
            catalog,
            editor,
            search,
            theme,
            view: View::default(),
            cursor: Place::default(),
            findings,
            message: None,
            question,
            entry: None,
            helps: None,
            height: 0,
            trial: None,
            searching: None,
            drawn: None,
            is_stale: false,
            kept: Instant::now(),
            leaves_after: false,
        }
    }

    /// What is drawn, when one leaves.
    pub(in crate::ui) fn into_editor(self) -> Editor {
        self.editor
    }

    fn say(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), false));
    }

    fn complain(&mut self, text: impl Into<String>) {
        self.message = Some((text.into(), true));
    }

    /// After a change, or none.
    fn changed(&mut self, changed: Result<bool, String>) {
        self.message = None;
        match changed {
            Err(message) => self.complain(message),
            Ok(false) => {}
            Ok(true) => {
                self.findings = self.editor.findings();
                self.is_stale = true;
                self.searching = None;
            }
        }
        let panel = self.editor.panels()[self.editor.panel()];
        self.cursor =
            Place::new(self.cursor.row.min(panel.rows - 1), self.cursor.column.min(panel.columns - 1));
        self.view.follow();
    }

    fn word(&mut self, word: Word) -> Flow {
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
                orphans.into_iter().for_each(crate::toolkit::edit::Orphan::discard);
                self.say(format!("{count} dropped"));
            }
            Word::Help => self.helps = Some(Help::new("Drawing", HELP)),
            Word::Quit => return self.quit(),
            _ => self.message = None,
        }
        Flow::Stay
    }

    fn tell_board(&mut self) -> Flow {
        let panel = self.editor.panels()[self.editor.panel()];
        self.say(format!("on the {} now", panel.name));
        Flow::Stay
    }

    fn deed(&mut self, deed: Deed) -> Flow {
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

    fn go(&mut self, way: Way) {
        self.message = None;
        let panel = self.editor.panels()[self.editor.panel()];
        self.cursor = way.from(self.cursor, panel.rows, panel.columns).unwrap_or(self.cursor);
        self.view.follow();
    }

    fn brush(&mut self, key: char) {
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

    fn next_brush(&mut self) {
        let brushes = self.editor.draft().brushes();
        let now = brushes.iter().position(|brush| brush.name == self.editor.brush());
        let next = now.map_or(0, |now| (now + 1) % brushes.len());
        self.editor.take(&brushes[next].name);
    }

    fn play(&mut self) {
        match self.editor.puzzle() {
            Ok(puzzle) => {
                self.trial = trial(puzzle).map(|course| {
                    PlayStage::new(Rc::clone(&self.catalog), course, self.search.clone(), self.theme)
                });
            }
            Err(message) => self.complain(format!("no puzzle yet: {message}")),
        }
    }

    fn solve(&mut self) {
        let started = self.editor.puzzle().and_then(|puzzle| Background::start(puzzle, self.search.clone()));
        match started {
            Ok(search) => {
                self.message = None;
                self.searching = Some(search);
            }
            Err(message) => self.complain(format!("no puzzle yet: {message}")),
        }
    }

    fn found(&mut self, run: &Run) {
        let left = || report::left(run).unwrap_or_else(|| "nothing is known of it".to_owned());
        match &run.end {
            End::Solved(_) => self.say(format!("it can be solved: {}", left())),
            End::Unsolvable { reason } => self.complain(format!("no solution, proved: {reason}")),
            End::Unsupported { reason } | End::Error { message: reason } => self.complain(reason.clone()),
            _ => self.complain(format!("no answer found; {}", left())),
        }
    }

    fn load(&mut self, text: &str) {
        let items = match self.catalog.resolve(&Reference::argument(text)) {
            Ok(items) => items,
            Err(error) => return self.complain(error.diagnostic.message),
        };
        let count = items.len();
        let Some(item) = items.into_iter().next() else { return };
        let loaded = self.editor.load(&self.catalog, &item, count).map(|()| true);
        self.cursor = Place::default();
        self.changed(loaded);
        if self.message.is_none() && count > 1 {
            self.say(format!("{count} puzzles; this is {}", item.reference));
        }
    }

    fn save(&mut self, path: &str, format: Option<String>, leave: Leave) -> Flow {
        let path = path.trim();
        let leaves_after = std::mem::take(&mut self.leaves_after);
        let unsaved = match self.editor.save(&self.catalog, path, format.as_deref(), leave) {
            Ok(saved) => {
                self.say(report::saved(&saved, path));
                return if leaves_after { Flow::Leave } else { Flow::Stay };
            }
            Err(unsaved) => unsaved,
        };
        let why = report::unsaved(&unsaved, path);
        let leave = match unsaved {
            Unsaved::Invalid(_) => Leave { invalid: true, ..leave },
            Unsaved::Exists(_) => Leave { replace: true, ..leave },
            Unsaved::Failed(_) => {
                self.complain(why);
                return Flow::Stay;
            }
        };
        self.question = Some(Question::Save { path: path.to_owned(), format, leave, why, leaves_after });
        Flow::Stay
    }

    fn quit(&mut self) -> Flow {
        if !self.editor.is_changed() {
            return Flow::Leave;
        }
        self.question = Some(Question::Leave);
        Flow::Stay
    }

    /// A key while something is asked: `y`, `n`, or anything that means neither.
    fn answer(&mut self, question: Question, key: KeyEvent) -> Flow {
        let (yes, no) = match key.code {
            KeyCode::Char(letter) => (letter.eq_ignore_ascii_case(&'y'), letter.eq_ignore_ascii_case(&'n')),
            _ => (false, false),
        };
        match question {
            Question::Recover if yes => return self.word(Word::Recover),
            Question::Recover if no => return self.word(Word::Discard),
            Question::Save { path, format, leave, leaves_after, .. } if yes => {
                self.leaves_after = leaves_after;
                return self.save(&path, format, leave);
            }
            Question::Leave if yes => {
                self.leaves_after = true;
                return self.deed(Deed::Save);
            }
            Question::Leave if no => {
                self.editor.discard_draft();
                self.is_stale = false;
                self.editor.forget_changes();
                return Flow::Leave;
            }
            Question::Save { why, .. } => self.complain(why),
            Question::Recover | Question::Leave => self.message = None,
        }
        Flow::Stay
    }

    fn typed(&mut self, label: &str, line: &str) -> Flow {
        if line.trim().is_empty() {
            self.leaves_after = false;
            return Flow::Stay;
        }
        match label {
            "save as: " => self.save(line, None, Leave::default()),
            "open: " => {
                self.load(line.trim());
                Flow::Stay
            }
            _ => match read(line) {
                Ok(word) => self.word(word),
                Err(message) => {
                    self.complain(message);
                    Flow::Stay
                }
            },
        }
    }

    fn key(&mut self, key: KeyEvent) -> Flow {
        if let Some(question) = self.question.take() {
            return self.answer(question, key);
        }
        if let Some(entry) = &mut self.entry {
            let label = entry.label;
            match entry.key(key) {
                Typed::More => return Flow::Stay,
                Typed::Dropped => {
                    (self.entry, self.leaves_after) = (None, false);
                    return Flow::Stay;
                }
                Typed::Done(line) => {
                    self.entry = None;
                    return self.typed(label, &line);
                }
            }
        }
        if let Some(help) = self.helps.take() {
            self.helps = help.next(self.height);
            return Flow::Stay;
        }
        deed(key).map_or(Flow::Stay, |it| self.deed(it))
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        let cell = self.view.cell_at(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(button @ (MouseButton::Left | MouseButton::Right)) => {
                let Some((panel, place)) = cell else { return };
                self.editor.turn_to(panel);
                self.editor.begin_stroke();
                self.drawn = Some((place, button == MouseButton::Right));
                self.draw_to(place);
            }
            MouseEventKind::Drag(_) => {
                if let Some((panel, place)) = cell
                    && panel == self.editor.panel()
                {
                    self.draw_to(place);
                }
            }
            MouseEventKind::Up(_) => {
                self.editor.end_stroke();
                self.drawn = None;
            }
            MouseEventKind::ScrollUp => self.view.scroll(0, -2),
            MouseEventKind::ScrollDown => self.view.scroll(0, 2),
            MouseEventKind::ScrollLeft => self.view.scroll(-4, 0),
            MouseEventKind::ScrollRight => self.view.scroll(4, 0),
            MouseEventKind::Moved | MouseEventKind::Down(MouseButton::Middle) => {}
        }
    }

    /// Paints or erases all cells from the last one to `to`: a fast mouse skips some.
    fn draw_to(&mut self, to: Place) {
        let Some((from, erases)) = self.drawn else { return };
        for at in line(from, to) {
            self.cursor = at;
            let changed = if erases {
                self.editor.change(|draft, panel| draft.erase(panel, at))
            } else {
                self.editor.paint(at)
            };
            self.changed(changed);
        }
        self.drawn = Some((to, erases));
    }
}

/// The cells of a straight line, both ends among them.
fn line(from: Place, to: Place) -> Vec<Place> {
    let (rows, columns) = (from.row.abs_diff(to.row), from.column.abs_diff(to.column));
    let steps = rows.max(columns);
    let between = |one: usize, other: usize, step: usize| {
        let along = (one.abs_diff(other) * step + steps / 2) / steps.max(1);
        if other >= one { one + along } else { one - along }
    };
    (0..=steps)
        .map(|step| Place::new(between(from.row, to.row, step), between(from.column, to.column, step)))
        .collect()
}

impl Stage for EditStage {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        match &mut self.trial {
            Some(trial) => trial.draw(frame),
            None => super::draw::draw(self, frame),
        }
    }

    fn handle(&mut self, event: &Event) -> Flow {
        if let Some(trial) = &mut self.trial {
            if trial.handle(event) == Flow::Leave {
                self.trial = None;
                self.say("back from trying it");
            }
            return Flow::Stay;
        }
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => self.key(*key),
            Event::Mouse(mouse)
                if self.entry.is_none() && self.question.is_none() && self.helps.is_none() =>
            {
                self.mouse(*mouse);
                Flow::Stay
            }
            _ => Flow::Stay,
        }
    }

    fn tick(&mut self) -> bool {
        let mut is_new = self.trial.as_mut().is_some_and(Stage::tick) || self.searching.is_some();
        if let Some(search) = &mut self.searching {
            if let Some(run) = search.result() {
                self.searching = None;
                self.found(&run);
            } else if !search.is_running() {
                self.searching = None;
            }
            is_new = true;
        }
        if self.is_stale && self.kept.elapsed() > KEEP_EVERY {
            self.leave();
        }
        is_new
    }

    fn is_busy(&self) -> bool {
        self.is_stale || self.searching.is_some() || self.trial.as_ref().is_some_and(Stage::is_busy)
    }

    fn leave(&mut self) {
        if !self.is_stale {
            return;
        }
        (self.kept, self.is_stale) = (Instant::now(), false);
        if let Err(message) = self.editor.keep_draft() {
            self.complain(message);
        }
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn a_fast_mouse_leaves_no_gaps() {
        for (from, to) in [((0, 0), (3, 9)), ((9, 2), (1, 2)), ((4, 4), (4, 4)), ((5, 9), (0, 1))] {
            let cells = line(Place::new(from.0, from.1), Place::new(to.0, to.1));
            assert_eq!(
                (cells[0], cells[cells.len() - 1]),
                (Place::new(from.0, from.1), Place::new(to.0, to.1))
            );
            for pair in cells.windows(2) {
                assert!(
                    pair[0].row.abs_diff(pair[1].row) <= 1 && pair[0].column.abs_diff(pair[1].column) <= 1
                );
            }
        }
    }
}
