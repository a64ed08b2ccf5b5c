//! What the editor shows: the board, the brushes, the issues, messages.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::state::{Asked, EditView, Question};
use crate::report;
use crate::ui::screen::board::Marks;
use crate::ui::screen::layout::{
    Layout, Line, draw_keys, draw_lines, draw_title, folded, is_wide, most_lines,
};
use crate::ui::screen::text::{wrapped, write};
use crate::ui::screen::theme::Theme;

/// The width of the issues beside the board.
const SIDE: u16 = 32;
/// The number of lines of issues below the board.
const MAX_ISSUE_LINES: usize = 2;

const KEYS: &str = "?:help Space:put x:erase w:save q:leave";

pub(super) fn draw(view: &mut EditView, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    view.height = area.height;
    view.check();
    if let Some(pages) = &mut view.pages {
        return pages.draw(buffer, area, view.theme);
    }
    let issues = if is_wide(area) { Vec::new() } else { issues_in_lines(view, area) };
    let lines = message_in_lines(view, area, issues.len() + 1);
    // The brushes stand between the issues and the message.
    let layout = Layout::new(area, SIDE, issues.len() + 1 + lines.len());
    draw_board(view, buffer, layout.board);
    draw_heading(view, buffer, area);
    if let Some(side) = layout.side {
        draw_issues(view, buffer, side);
    }
    draw_lines(buffer, layout.foot, 0, &issues);
    let row = u16::try_from(issues.len()).unwrap_or(u16::MAX);
    draw_brushes(view, buffer, layout.foot, row);
    draw_lines(buffer, layout.foot, row + 1, &lines);
    draw_keys(buffer, area, view.entry.as_ref(), KEYS, view.theme);
    if view.question.is_some() && view.asked == Asked::Unseen {
        view.asked = Asked::Seen;
    }
}

fn draw_board(view: &mut EditView, buffer: &mut Buffer, area: Rect) {
    let EditView { editor, viewport, theme, cursor, .. } = view;
    let panel = editor.panel();
    // On terminals without reverse video the heading shows the row and the column of the cursor.
    let marks = Marks { lit: None, cell: Some((panel, *cursor)), focus: Some(*cursor), ..Marks::default() };
    viewport.draw(buffer, area, editor.draft(), marks, *theme);
}

fn draw_heading(view: &EditView, buffer: &mut Buffer, area: Rect) {
    let editor = &view.editor;
    let panel = editor.panels()[editor.panel()];
    let changed = if editor.is_changed() { " (changed)" } else { "" };
    let name = editor.draft().title().or(editor.file()).unwrap_or("untitled");
    let size = format!("{} {}x{} {}", view.viewport.more(), panel.columns, panel.rows, view.cursor);
    draw_title(buffer, area, &format!("{name}{changed}"), size.trim_start(), view.theme);
}

/// The worst issue and the number of others.
fn issues_in_lines(view: &EditView, area: Rect) -> Vec<Line> {
    let (text, style) = match view.issues.as_slice() {
        [] => ("valid".to_owned(), view.theme.good()),
        [only] => (only.message.clone(), view.theme.bad()),
        [first, rest @ ..] => (format!("{} (+{}, v: all)", first.message, rest.len()), view.theme.bad()),
    };
    folded(&text, area, MAX_ISSUE_LINES, style)
}

fn draw_issues(view: &EditView, buffer: &mut Buffer, area: Rect) {
    if view.issues.is_empty() {
        write(buffer, area, 1, "valid", view.theme.good());
        return;
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
        brushes.insert(0, crate::puzzle::Brush { name, key, cell_role: crate::puzzle::CellRole::Plain });
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

/// The lines of the message. A question is shown in full if there is room.
fn message_in_lines(view: &EditView, area: Rect, others: usize) -> Vec<Line> {
    let (text, style) = message(view);
    let most = if view.question.is_some() {
        usize::from(area.height).saturating_sub(others + 2).max(1)
    } else {
        most_lines(area, others)
    };
    let mut lines = folded(&text, area, most, style);
    // One line is left free unless issues need it, so that the board seldom moves.
    if lines.is_empty() && others < 1 + MAX_ISSUE_LINES {
        lines.push((String::new(), style));
    }
    lines
}

/// The message: a question, the progress of a search, or the last message.
pub(super) fn message(view: &EditView) -> Line {
    let theme = view.theme;
    if let Some(question) = &view.question {
        let text = match question {
            Question::Recover(1) => "Restore unsaved changes? (y/n)".to_owned(),
            Question::Recover(count) => {
                format!("{count} unsaved drafts: restore the last one? (y/n)")
            }
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
            Some((text, true)) => (text.clone(), theme.bad()),
            Some((text, false)) => (text.clone(), Style::new()),
            None => (String::new(), Style::new()),
        }
    }
}
