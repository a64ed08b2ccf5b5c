//! The editor on the whole screen: passes events on to what handles them, and draws what it shows.

use std::time::{Duration, Instant};

use lurd_report::{self as report, Message};
use lurd_toolkit::{
    edit::{
        Symmetry,
        keys::{action, tile_action},
    },
    files::WriteError,
    play::Background,
};
use ratatui::{
    Frame,
    buffer::Buffer,
    crossterm::event::{Event, KeyEvent, KeyEventKind},
    layout::Rect,
    style::Style,
};

use super::state::{EditView, Question, RatingSearch};
use crate::screen::{
    board::Marks,
    input::pressed,
    layout::{
        Layout, Line, TextFieldEvent, draw_at_the_end, draw_keys, draw_lines, draw_title, folded, is_wide,
        message_lines, wrapped, write,
    },
    run::{Flow, View},
    theme::Theme,
};

/// The draft is kept at least this often.
const KEEP_EVERY: Duration = Duration::from_millis(250);

impl EditView {
    fn key(&mut self, key: KeyEvent) -> Flow {
        // A key pressed while the mouse button is held is no part of the stroke.
        self.end_stroke();
        if let Some(question) = self.question.take() {
            return self.answer(question, key);
        }
        if let Some(entry) = &mut self.entry {
            match entry.key(key) {
                TextFieldEvent::More => {}
                TextFieldEvent::Dropped => (self.entry, self.leaves_after) = (None, false),
                TextFieldEvent::Done(line) => {
                    self.entry = None;
                    return self.typed(&line);
                }
            }
            return Flow::Stay;
        }
        if let Some(pages) = self.pages.take() {
            self.pages = pages.next(key.code);
            return Flow::Stay;
        }
        let action = pressed(key).and_then(|key| if self.has_tiles() { tile_action(key) } else { action(key) });
        action.map_or(Flow::Stay, |action| self.act(action))
    }
}

impl View for EditView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        match &mut self.trial {
            Some(trial) => trial.draw(frame),
            None => draw(self, frame),
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
        let is_free = self.entry.is_none() && self.question.is_none() && self.pages.is_none();
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => return self.key(*key),
            Event::Mouse(mouse) if is_free => self.mouse(*mouse),
            Event::Paste(text) => self.paste(text),
            _ => {}
        }
        Flow::Stay
    }

    fn tick(&mut self) -> bool {
        let mut is_new = self.trial.as_mut().is_some_and(View::tick) || self.searching.is_some();
        if let Some(result) = self.searching.as_mut().and_then(Background::result) {
            self.searching = None;
            match result {
                Ok(run) => self.message = report::found_of_draft(&run),
                Err(message) => self.complain(message),
            }
        }
        is_new |= self.rate();
        if self.is_stale && self.kept.elapsed() > KEEP_EVERY {
            if let Err(message) = self.leave() {
                self.complain(message);
            }
            is_new = true;
        }
        is_new
    }

    fn is_busy(&self) -> bool {
        self.is_stale
            || self.searching.is_some()
            || matches!(self.rating, RatingSearch::Running(_))
            || self.trial.as_ref().is_some_and(View::is_busy)
    }

    fn leave(&mut self) -> Result<(), WriteError> {
        if !self.is_stale {
            return Ok(());
        }
        (self.kept, self.is_stale) = (Instant::now(), false);
        self.editor.keep_draft()
    }
}

// What the editor shows: the board, the brushes, the issues, messages.

/// The width of the issues beside the board.
const SIDE: u16 = 32;
const KEYS: &[&str] = &[
    "?:help",
    "Space:put",
    "x:erase",
    "w:save",
    "#$.@-:draw",
    "u:undo",
    "t:try",
    "f:solve",
    "s:resize",
    ":commands",
    "q:leave",
];
/// The keys on boards of letters and digits.
const TILE_KEYS: &[&str] = &[
    "?:help",
    "letter:put",
    "[:target",
    "^S:save",
    "^F:solve",
    "^T:try",
    "^Z:undo",
    "Del:erase",
    ":commands",
    "^Q:leave",
];

pub(super) fn draw(view: &mut EditView, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    view.check();
    if let Some(pages) = &mut view.pages {
        return pages.draw(buffer, area, view.theme);
    }
    // A line for the brushes, and lines for the issues or the message.
    let lines = message_lines(area);
    let layout = Layout::new(area, SIDE, lines + 1);
    draw_board(view, buffer, layout.board);
    draw_heading(view, buffer, area);
    match layout.side {
        Some(side) => draw_issues(view, buffer, side),
        None => draw_lines(buffer, layout.foot, 1, &issues_in_lines(view, area, lines)),
    }
    draw_brushes(view, buffer, layout.foot, 0);
    // A question covers what is there, and never moves the board.
    let (text, style) = message(view);
    let most = if view.question.is_some() { usize::from(area.height).saturating_sub(2) } else { lines };
    let above = Rect { height: area.height.saturating_sub(1), ..area };
    draw_at_the_end(buffer, above, &folded(&text, area, most, style));
    draw_keys(buffer, area, view.entry.as_ref(), if view.has_tiles() { TILE_KEYS } else { KEYS }, view.theme);
}

fn draw_board(view: &mut EditView, buffer: &mut Buffer, area: Rect) {
    let EditView { editor, viewport, theme, cursor, .. } = view;
    let panel = editor.panel();
    // On terminals without reverse video the heading shows the row and the column of the cursor.
    let marks = Marks { cell: Some((panel, *cursor)), focus: Some(*cursor), ..Marks::default() };
    viewport.draw(buffer, area, editor.draft(), marks, *theme);
}

fn draw_heading(view: &EditView, buffer: &mut Buffer, area: Rect) {
    let editor = &view.editor;
    let panel = editor.panels()[editor.panel()];
    let changed = if editor.is_changed() { " (changed)" } else { "" };
    let name = editor.draft().title().or(editor.file()).unwrap_or("untitled");
    let symmetry = match editor.symmetry() {
        Symmetry::Off => String::new(),
        symmetry => format!("{} ", symmetry.name()),
    };
    let more = view.viewport.more();
    let cursor = view.cursor.counted_from(editor.draft().counts_from());
    let size = format!("{more} {symmetry}{}x{} {cursor}", panel.columns, panel.rows);
    draw_title(buffer, area, &format!("{name}{changed}"), size.trim_start(), view.theme);
}

/// What is said of a board on which nothing has been drawn.
const EMPTY: &str = "empty: nothing is drawn yet";

/// That the draft is valid, and how difficult it is.
fn valid(view: &EditView) -> Vec<String> {
    [String::from("valid"), view.difficulty()].into_iter().filter(|text| !text.is_empty()).collect()
}

fn write_all(buffer: &mut Buffer, area: Rect, lines: impl IntoIterator<Item = String>, style: Style) {
    for (row, line) in (1..area.height).zip(lines) {
        write(buffer, area, row, &line, style);
    }
}

/// The worst issue and the number of others.
fn issues_in_lines(view: &EditView, area: Rect, most: usize) -> Vec<Line> {
    let (text, style) = match view.issues.as_slice() {
        _ if view.editor.is_empty() => (EMPTY.to_owned(), view.theme.faint()),
        [] => (valid(view).join(", "), view.theme.good()),
        [only] => (only.message.clone(), view.theme.bad()),
        [first, rest @ ..] => (format!("{} (+{}, v: all)", first.message, rest.len()), view.theme.bad()),
    };
    folded(&text, area, most, style)
}

fn draw_issues(view: &EditView, buffer: &mut Buffer, area: Rect) {
    if view.editor.is_empty() {
        return write_all(buffer, area, [EMPTY.to_owned()], view.theme.faint());
    }
    if view.issues.is_empty() {
        return write_all(buffer, area, valid(view), view.theme.good());
    }
    write(buffer, area, 1, "not valid", view.theme.bad());
    let mut row = 3;
    for issue in &view.issues {
        for line in wrapped(&issue.message, area.width) {
            write(buffer, area, row, &line, Style::new());
            row += 1;
        }
        row += 1;
    }
}

/// Draws the brushes with their keys; the chosen one stands in brackets.
fn draw_brushes(view: &EditView, buffer: &mut Buffer, area: Rect, row: u16) {
    let mut at = area;
    let mut brushes = view.editor.draft().brushes();
    if brushes.iter().all(|brush| brush.name != view.editor.brush()) {
        let key = view.editor.brush().chars().next().unwrap_or('?');
        let name = view.editor.brush().to_owned();
        brushes.insert(0, lurd_puzzle::puzzle::Brush { name, key, cell_role: lurd_puzzle::puzzle::CellRole::Plain });
    }
    let is_roomy = is_wide(area);
    for brush in brushes {
        let is_chosen = brush.name == view.editor.brush();
        let key = brush.key.to_string();
        let name = if key == brush.name {
            key
        } else if is_chosen || is_roomy {
            format!("{key} {}", brush.name)
        } else {
            key
        };
        let text = if is_chosen { format!("[{name}]") } else { format!(" {name} ") };
        let used = write(buffer, at, row, &text, view.theme.cell_role(brush.cell_role));
        at = Rect { x: at.x + used, width: at.width - used, ..at };
    }
}

/// The message: a question, the progress of a search, or the last message.
pub(super) fn message(view: &EditView) -> Line {
    let theme = view.theme;
    if let Some(question) = &view.question {
        let text = match question {
            Question::Save { why, overwrites: true, .. } => format!("{why}; replace it? (y/n)"),
            Question::Save { why, .. } => format!("{why}; save it anyway? (y/n)"),
            Question::Paste(_) => "unsaved changes: replace the board by the pasted one? (y/n)".to_owned(),
            Question::Leave => "not saved: save it first? (y/n, Esc stays)".to_owned(),
        };
        (text, Theme::strong())
    } else if let Some(search) = &view.searching {
        let progress = search.progress().map_or_else(|| "searching".to_owned(), |it| report::progress(&it));
        (format!("{progress} (Esc stops)"), Style::new())
    } else {
        match &view.message {
            Message::Bad(text) => (text.clone(), theme.bad()),
            Message::Good(text) | Message::Said(text) => (text.clone(), Style::new()),
            Message::None => (String::new(), Style::new()),
        }
    }
}
