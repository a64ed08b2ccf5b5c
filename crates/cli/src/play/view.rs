//! The player on the whole screen: passes events on to what handles them, and draws what it shows.

use std::time::{Duration, Instant};

use lurd_report::{self as report, Message};
use lurd_toolkit::{
    files::WriteError,
    play::{
        Lost,
        commands::{LevelChoice, PlayCommand, read},
        keys::{PlayAction, action},
    },
};
use ratatui::{
    Frame,
    buffer::Buffer,
    crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind},
    layout::Rect,
    style::Style,
};

use super::state::{PlayView, SolutionListEvent, legend};
use crate::{
    screen::{
        board::Marks,
        input::pressed,
        layout::{
            FinderEvent, Layout, Line, TextField, TextFieldEvent, draw_at_the_end, draw_keys, draw_lines, draw_title,
            folded, message_lines, write,
        },
        run::{Flow, View},
    },
    split::{dropped_file, unspaced},
};

/// Progress is saved at least this often.
const SAVE_EVERY: Duration = Duration::from_secs(3);

impl PlayView {
    fn key(&mut self, key: KeyEvent) -> Flow {
        if let Some(entry) = &mut self.entry {
            match entry.key(key) {
                TextFieldEvent::More => {}
                TextFieldEvent::Dropped => self.entry = None,
                TextFieldEvent::Done(line) => {
                    self.entry = None;
                    match read(&line, self.game()) {
                        _ if line.trim().is_empty() => {}
                        Ok(command) => return self.execute(command),
                        Err(message) => self.complain(message),
                    }
                }
            }
            return Flow::Stay;
        }
        if let Some(pages) = self.pages.take() {
            self.pages = pages.next(key.code);
            return Flow::Stay;
        }
        // In a shifter the letter shifts a line.
        let is_free = self.game().cursor().is_none();
        let action = if is_free && key.code == KeyCode::Char('L') {
            Some(PlayAction::Browse)
        } else {
            pressed(key).and_then(action)
        };
        action.map_or(Flow::Stay, |action| self.act(action))
    }

    /// Lets the list of levels or of saved solutions handle an event; false if there is none.
    fn choose(&mut self, event: &Event) -> bool {
        if let Some(browser) = &mut self.browser {
            match browser.handle(event) {
                FinderEvent::Stay | FinderEvent::Search => {}
                FinderEvent::Close => self.browser = None,
                FinderEvent::Other => drop(self.execute(PlayCommand::Collections)),
                FinderEvent::Chosen(number) => {
                    (self.browser, self.auto) = (None, None);
                    self.execute(PlayCommand::Level(LevelChoice::At(number)));
                }
            }
            return true;
        }
        if let Some(list) = &mut self.collections {
            match list.handle(event) {
                FinderEvent::Stay | FinderEvent::Search | FinderEvent::Other => {}
                FinderEvent::Close => self.collections = None,
                FinderEvent::Chosen(at) => {
                    let reference = list.shelves[at].reference.clone();
                    (self.collections, self.auto) = (None, None);
                    self.execute(PlayCommand::Open(reference));
                }
            }
            return true;
        }
        let Some(list) = &mut self.solutions else { return false };
        self.message = Message::None;
        match list.handle(event) {
            SolutionListEvent::Stay => {}
            SolutionListEvent::Close => self.solutions = None,
            SolutionListEvent::Export(number) => {
                self.solutions = None;
                self.entry = Some(TextField::new(":", &format!("export {number} ")));
            }
            SolutionListEvent::Replay(number) => drop(self.execute(PlayCommand::Replay(number))),
            SolutionListEvent::Delete(number) => {
                let choice = list.choice.clone();
                self.execute(PlayCommand::Delete(number));
                let done = std::mem::take(&mut self.message);
                self.execute(PlayCommand::Solutions);
                if let Some(list) = &mut self.solutions {
                    list.choice = choice;
                }
                self.message = done;
            }
        }
        true
    }

    /// Takes a paste as text for the line being typed, or else as steps of a solution, levels, or the path of a
    /// file that was dropped on the terminal.
    fn paste(&mut self, text: &str) {
        if let Some(entry) = &mut self.entry {
            return entry.paste(text);
        }
        self.pages = None;
        let steps = text.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.game().reads(&steps).is_ok() {
            self.execute(PlayCommand::Act(steps));
        } else {
            let text = unspaced(text);
            self.execute(PlayCommand::Open(dropped_file(&text).unwrap_or(text)));
        }
    }
}

impl View for PlayView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        draw(self, frame);
    }

    fn handle(&mut self, event: &Event) -> Flow {
        if let Some(follow) = &mut self.follow {
            if follow.handle(event) == Flow::Leave {
                self.message = follow.left_at().map_or(Message::None, Message::Said);
                self.follow = None;
            }
            return Flow::Stay;
        }
        if self.choose(event) {
            return Flow::Stay;
        }
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => return self.key(*key),
            Event::Mouse(mouse) if self.entry.is_none() && self.pages.is_none() => self.mouse(*mouse),
            Event::Paste(text) => self.paste(text),
            _ => {}
        }
        Flow::Stay
    }

    fn tick(&mut self) -> bool {
        let mut is_new = self.searches.progress().is_some();
        is_new |= self.follow.as_mut().is_some_and(|follow| follow.tick());
        if let Some(result) = self.searches.result() {
            match result {
                Ok((run, purpose, from)) => self.found(&run, purpose, from),
                Err(message) => self.complain(message),
            }
            is_new = true;
        }
        if self.auto.is_some_and(|due| due <= Instant::now()) {
            self.execute(PlayCommand::Step(1));
            // At the end of the answer, and where it leads elsewhere, nothing is due any more.
            self.auto = self.auto.map(|_| Instant::now() + self.pace);
            is_new = true;
        }
        let Self { searches, level_set, .. } = self;
        is_new |= searches.check(level_set.game());
        if self.saved.elapsed() > SAVE_EVERY {
            let before = self.unsaved.clone();
            // A failure is shown until saving succeeds.
            let _ = self.leave();
            is_new |= before != self.unsaved;
        }
        is_new
    }

    fn is_busy(&self) -> bool {
        let follows = self.follow.as_ref().is_some_and(|follow| follow.is_busy());
        follows || self.auto.is_some() || self.searches.are_running()
    }

    fn leave(&mut self) -> Result<(), WriteError> {
        self.saved = Instant::now();
        self.unsaved = self.level_set.save().err();
        self.unsaved.clone().map_or(Ok(()), Err)
    }
}

// What the player shows: the board, metrics and notes, messages.

/// The keys at the foot of the screen, the most useful ones first.
fn keys(view: &PlayView) -> Vec<&'static str> {
    let game = view.game();
    let has_others = view.level_set.place().1 > 1;
    let next = has_others.then_some("n:next");
    if game.is_solved() {
        let rest =
            ["x:again", "e:solutions", "O:shorten", "?:help", "C:collections", "u:undo", "c:levels", ":commands"];
        return next.into_iter().chain(rest).chain(["q:leave"]).collect();
    }
    let shift = game.cursor().map(|_| "Shift+arrows:shift");
    let first = ["u:undo", "f:find", "c:levels", "i:hint", "C:collections"];
    let rest = ["x:restart", "g:follow", "e:solutions", "+-:size", ":commands", "v:messages"];
    ["?:help"].into_iter().chain(shift).chain(first).chain(next).chain(rest).chain(["q:leave"]).collect()
}

pub(super) fn draw(view: &mut PlayView, frame: &mut Frame<'_>) {
    if let Some(follow) = &mut view.follow {
        return follow.draw(frame);
    }
    let area = frame.area();
    if let Some(browser) = &mut view.browser {
        return browser.draw(frame, &view.level_set, &view.catalog, view.theme);
    }
    if let Some(list) = &mut view.collections {
        return list.draw(frame, view.theme);
    }
    let title = view.title();
    let (said, _) = message(view);
    if let Some(list) = &mut view.solutions {
        return list.draw(frame, &title, &said, view.theme);
    }
    let buffer = frame.buffer_mut();
    if let Some(pages) = &mut view.pages {
        return pages.draw(buffer, area, view.theme);
    }
    let layout = layout(area);
    draw_board(view, buffer, layout.board);
    draw_heading(view, buffer, area);
    let foot = Rect { height: layout.foot.height.saturating_sub(1), ..layout.foot };
    draw_lines(buffer, foot, 0, &folded(&status(view), foot, 1, Style::new()));
    // A long message covers the counts, and never moves the board.
    let (text, style) = message(view);
    draw_at_the_end(buffer, foot, &folded(&text, foot, foot.height.into(), style));
    draw_keys(buffer, area, view.entry.as_ref(), &keys(view), view.theme);
}

/// The layout, which is the same for all positions and messages: the board, a line of counts, and the messages.
pub(super) fn layout(area: Rect) -> Layout {
    Layout::new(area, 0, 1 + message_lines(area))
}

fn draw_board(view: &mut PlayView, buffer: &mut Buffer, area: Rect) {
    let PlayView { level_set, viewport, theme, taken, overlays, arrow, .. } = view;
    let game = level_set.game();
    let Some(controls) = game.position().controls() else {
        // This puzzle is played by typed actions alone.
        let picture = game.position().picture();
        for (row, line) in (0..area.height).zip(picture.lines()) {
            write(buffer, area, row, line, Style::new());
        }
        return;
    };
    let cursor = game.cursor();
    let focus = controls.focus().or(cursor);
    let marks = Marks { lit: cursor, cell: taken.map(|place| (0, place)), arrow: *arrow, focus, ..Marks::default() };
    viewport.draw(buffer, area, &overlays.cells(controls, *taken), marks, *theme);
}

fn draw_heading(view: &PlayView, buffer: &mut Buffer, area: Rect) {
    let game = view.game();
    let (at, of) = view.level_set.place();
    let reference = report::called(&game.reference);
    let title =
        if game.name == game.reference { reference.into_owned() } else { format!("{reference}  {}", game.name) };
    let mut right = view.viewport.more();
    if of > 1 {
        right = format!("{right} {at}/{of}");
    }
    if view.level_set.is_done() {
        right.push_str(" solved before");
    }
    draw_title(buffer, area, &title, &right, view.theme);
}

/// The first two metrics of the steps done, and the notes: `moves 12  pushes 3`.
fn status(view: &PlayView) -> String {
    let counts = view.game().metrics().into_iter().take(2);
    let counts = counts.map(|metric| format!("{} {}", metric.name.replace('_', " "), metric.value));
    counts.chain(notes(view).into_iter().map(|(note, _)| note)).collect::<Vec<_>>().join("  ")
}

/// The progress on the answer that is followed.
fn answer(view: &PlayView) -> Option<String> {
    match view.game().answer_progress() {
        Ok((done, all)) => Some(format!("answer: step {done} of {all}")),
        Err(Lost::Elsewhere) => Some("answer: 0 goes there".to_owned()),
        Err(Lost::NoAnswer) => None,
    }
}

/// Everything else that is shown beside the counts.
pub(super) fn notes(view: &PlayView) -> Vec<Line> {
    let game = view.game();
    let theme = view.theme;
    let mut notes = Vec::new();
    if let Some(answer) = answer(view) {
        let pace = view.auto.map(|_| format!(", every {} ms", view.pace.as_millis())).unwrap_or_default();
        notes.push((answer + &pace, Style::new()));
    }
    if let Some(damage) = &game.records.damage {
        notes.push((damage.to_string(), theme.bad()));
    }
    if let Some(controls) = game.position().controls() {
        notes.extend(view.overlays.shown(controls, view.taken).map(|it| (legend(it), theme.faint())));
    }
    if game.undone() > 0 {
        notes.push((format!("{} steps to redo", game.undone()), theme.faint()));
    }
    if !view.searches.warns {
        notes.push(("no warnings".to_owned(), theme.faint()));
    }
    if view.unsaved.is_some() {
        notes.push(("your progress is not saved".to_owned(), theme.bad()));
    }
    notes
}

/// The message: the last one, the progress of a search, or a warning.
pub(super) fn message(view: &PlayView) -> Line {
    let theme = view.theme;
    match (&view.message, view.searches.progress(), &view.searches.dead) {
        (Message::Bad(text), ..) => (text.clone(), theme.bad()),
        (Message::Good(text), ..) => (text.clone(), theme.good()),
        (_, Some(progress), _) => (format!("{progress} (Esc stops)"), Style::new()),
        (Message::Said(text), ..) => (text.clone(), Style::new()),
        (Message::None, None, Some(reason)) => (format!("no solution is left, proved: {reason}"), theme.bad()),
        (Message::None, None, None) => {
            let unsaved = view.unsaved.as_ref();
            (unsaved.map(|it| format!("your progress is not saved: {it}")).unwrap_or_default(), theme.bad())
        }
    }
}
