//! What the player shows: the board, what has been done beside the best that is known, messages.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::stage::{Message, PlayStage};
use crate::report;
use crate::ui::screen::board::Marks;
use crate::ui::screen::theme::Theme;
use crate::ui::screen::{wrapped, write, write_right};

/// From this width on, counts stand beside the board.
const WIDE: u16 = 70;
const SIDE: u16 = 30;

const KEYS: &str = "?:help u:undo i:hint f:find q:leave";

pub(super) fn draw(stage: &mut PlayStage, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    stage.height = area.height;
    if let Some(help) = &mut stage.helps {
        return help.draw(buffer, area, stage.theme);
    }
    let is_wide = area.width >= WIDE;
    let lines = message(stage, area.width);
    let foot = u16::try_from(lines.len()).unwrap_or(1) + 1 + u16::from(!is_wide);
    let side = if is_wide { SIDE } else { 0 };
    let board = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(foot + 1),
        width: area.width - side,
        ..area
    };
    draw_board(stage, buffer, board);
    draw_title(stage, buffer, area);
    if is_wide {
        let place = Rect { x: board.right() + 1, width: side - 1, ..board };
        draw_counts(stage, buffer, place);
    } else {
        let row = area.height.saturating_sub(foot);
        write(buffer, area, row, &counts_in_short(stage), Style::new());
    }
    let first = area.height.saturating_sub(foot) + u16::from(!is_wide);
    for (row, (text, style)) in (first..).zip(lines) {
        write(buffer, area, row, &text, style);
    }
    let keys = match &stage.entry {
        Some(entry) => entry.shown(area.width),
        None => KEYS.to_owned(),
    };
    let style = if stage.entry.is_some() { Style::new() } else { stage.theme.faint() };
    write(buffer, area, area.height.saturating_sub(1), &keys, style);
}

fn draw_board(stage: &mut PlayStage, buffer: &mut Buffer, area: Rect) {
    let PlayStage { course, view, theme, taken, .. } = stage;
    let game = course.game();
    let Some(hands) = game.position().hands() else {
        // A puzzle that is played by words alone.
        let picture = game.position().picture();
        for (row, line) in (0..area.height).zip(picture.lines()) {
            write(buffer, area, row, line, Style::new());
        }
        return;
    };
    let cursor = game.cursor();
    let focus = hands.focus().or(cursor);
    let marks = Marks { lit: cursor, cell: taken.map(|place| (0, place)), focus };
    view.draw(buffer, area, hands, marks, *theme);
}

fn draw_title(stage: &PlayStage, buffer: &mut Buffer, area: Rect) {
    let game = stage.game();
    let (at, of) = stage.course.place();
    let title = if game.name == game.reference {
        game.name.clone()
    } else {
        format!("{}  {}", game.reference, game.name)
    };
    write(buffer, area, 0, &plain(&title), Theme::strong());
    let mut right = stage.view.more();
    if of > 1 {
        right = format!("{right} {at}/{of}");
    }
    if stage.course.is_done() {
        right.push_str(" solved before");
    }
    write_right(buffer, area, 0, &right, stage.theme.faint());
}

/// Without what a terminal would take for something else.
fn plain(text: &str) -> String {
    text.chars().filter(|letter| !letter.is_control()).collect()
}

/// Each metric beside that of the best solution, and how far one is on an answer.
fn draw_counts(stage: &PlayStage, buffer: &mut Buffer, area: Rect) {
    let game = stage.game();
    let theme = stage.theme;
    let best = game.best.first();
    let mut row = 1;
    let lead = format!("{:16}{:>6}{:>6}", "", "now", "best");
    write(buffer, area, row, &lead, theme.faint());
    for metric in game.metrics() {
        row += 1;
        let known = best.and_then(|best| best.metrics.iter().find(|it| it.name == metric.name));
        let known = known.map_or_else(|| "-".to_owned(), |known| known.value.to_string());
        let line = format!("{:16}{:>6}{:>6}", metric.name.replace('_', " "), metric.value, known);
        write(buffer, area, row, &line, Style::new());
    }
    row += 2;
    for (line, style) in notes(stage) {
        for line in wrapped(&line, area.width) {
            write(buffer, area, row, &line, style);
            row += 1;
        }
    }
}

/// What else there is to know.
fn notes(stage: &PlayStage) -> Vec<(String, Style)> {
    let game = stage.game();
    let theme = stage.theme;
    let mut notes = Vec::new();
    if game.best.len() > 1 {
        notes.push((report::best_known(game.puzzle(), &game.best), theme.faint()));
    }
    if let Ok((done, all)) = game.place() {
        let pace = stage.auto.map(|_| format!(", every {} ms", stage.pace.as_millis())).unwrap_or_default();
        notes.push((format!("answer: step {done} of {all}{pace}"), Style::new()));
    }
    if game.undone() > 0 {
        notes.push((format!("{} steps to redo", game.undone()), theme.faint()));
    }
    if !stage.searches.warns {
        notes.push(("no warnings".to_owned(), theme.faint()));
    }
    notes
}

fn counts_in_short(stage: &PlayStage) -> String {
    let game = stage.game();
    let answer = game.place().map(|(done, all)| format!("; answer {done}/{all}")).unwrap_or_default();
    format!("{}; {}{answer}", report::done_in_short(game), report::best_known(game.puzzle(), &game.best))
}

/// The lines of the message: a search that runs, a warning, what was said last.
fn message(stage: &PlayStage, width: u16) -> Vec<(String, Style)> {
    const MOST: usize = 3;
    let theme: Theme = stage.theme;
    let (text, style) = match (&stage.message, stage.searches.progress(), &stage.searches.stuck) {
        (Message::Bad(text), ..) => (text.clone(), theme.bad()),
        (Message::Good(text), ..) => (text.clone(), theme.good()),
        (_, Some(progress), _) => (format!("{progress} (Esc stops)"), Style::new()),
        (Message::Said(text), ..) => (text.clone(), Style::new()),
        (Message::None, None, Some(reason)) => {
            (format!("no solution is left, proved: {reason}"), theme.bad())
        }
        (Message::None, None, None) => (String::new(), Style::new()),
    };
    let mut lines: Vec<_> = wrapped(&plain(&text), width).into_iter().map(|line| (line, style)).collect();
    lines.truncate(MOST);
    if lines.is_empty() {
        lines.push((String::new(), style));
    }
    lines
}
