//! What the editor shows: the board, the brushes, whether it is a puzzle and why not.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::questions::Question;
use super::stage::EditStage;
use crate::report;
use crate::ui::screen::board::Marks;
use crate::ui::screen::theme::Theme;
use crate::ui::screen::{wrapped, write, write_right};

/// From this width on, findings stand beside the board.
const WIDE: u16 = 70;
const SIDE: u16 = 32;

const KEYS: &str = "?:help Space:put x:erase w:save q:leave";

pub(super) fn draw(stage: &mut EditStage, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    stage.height = area.height;
    if let Some(help) = &mut stage.helps {
        return help.draw(buffer, area, stage.theme);
    }
    let is_wide = area.width >= WIDE;
    let lines = message(stage, area.width);
    // Brushes, the message, keys; on a narrow screen also the worst finding.
    let foot = u16::try_from(lines.len()).unwrap_or(1) + 2 + u16::from(!is_wide);
    let side = if is_wide { SIDE } else { 0 };
    let board = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(foot + 1),
        width: area.width - side,
        ..area
    };
    draw_board(stage, buffer, board);
    draw_title(stage, buffer, area);
    let mut row = area.height.saturating_sub(foot);
    if is_wide {
        let place = Rect { x: board.right() + 1, width: side - 1, ..board };
        draw_findings(stage, buffer, place);
    } else {
        let style = if stage.findings.is_empty() { stage.theme.good() } else { stage.theme.bad() };
        write(buffer, area, row, &in_short(stage), style);
        row += 1;
    }
    draw_brushes(stage, buffer, area, row);
    for (text, style) in lines {
        row += 1;
        write(buffer, area, row, &text, style);
    }
    let (keys, style) = match &stage.entry {
        Some(entry) => (entry.shown(area.width), Style::new()),
        None => (KEYS.to_owned(), stage.theme.faint()),
    };
    write(buffer, area, area.height.saturating_sub(1), &keys, style);
}

fn draw_board(stage: &mut EditStage, buffer: &mut Buffer, area: Rect) {
    let EditStage { editor, view, theme, cursor, .. } = stage;
    let panel = editor.panel();
    // The cursor is to be seen on terminals that reverse nothing, too: its row and column are told.
    let marks = Marks { lit: None, cell: Some((panel, *cursor)), focus: Some(*cursor) };
    view.draw(buffer, area, editor.draft(), marks, *theme);
}

fn draw_title(stage: &EditStage, buffer: &mut Buffer, area: Rect) {
    let editor = &stage.editor;
    let panel = editor.panels()[editor.panel()];
    let changed = if editor.is_changed() { " (changed)" } else { "" };
    let name = editor.draft().title().or(editor.file()).unwrap_or("untitled");
    let title: String = format!("{name}{changed}").chars().filter(|letter| !letter.is_control()).collect();
    write(buffer, area, 0, &title, Theme::strong());
    let size = format!("{} {}x{} {}", stage.view.more(), panel.columns, panel.rows, stage.cursor);
    write_right(buffer, area, 0, size.trim_start(), stage.theme.faint());
}

fn in_short(stage: &EditStage) -> String {
    match stage.findings.as_slice() {
        [] => "valid".to_owned(),
        [only] => only.message.clone(),
        [first, rest @ ..] => format!("{} (+{})", first.message, rest.len()),
    }
}

fn draw_findings(stage: &EditStage, buffer: &mut Buffer, area: Rect) {
    if stage.findings.is_empty() {
        write(buffer, area, 1, "valid", stage.theme.good());
        return;
    }
    write(buffer, area, 1, "not valid", stage.theme.bad());
    let mut row = 3;
    for finding in &stage.findings {
        for line in wrapped(&finding.message, area.width) {
            write(buffer, area, row, &line, Style::new());
            row += 1;
        }
        row += 1;
    }
}

/// The brushes with their keys; the one in hand stands in brackets.
fn draw_brushes(stage: &EditStage, buffer: &mut Buffer, area: Rect, row: u16) {
    let mut at = area;
    let mut brushes = stage.editor.draft().brushes();
    if brushes.iter().all(|brush| brush.name != stage.editor.brush()) {
        let key = stage.editor.brush().chars().next().unwrap_or('?');
        let name = stage.editor.brush().to_owned();
        brushes.insert(0, crate::puzzle::Brush { name, key, tone: crate::puzzle::Tone::Plain });
    }
    let is_roomy = area.width >= WIDE;
    for brush in brushes {
        let is_taken = brush.name == stage.editor.brush();
        let key = brush.key.to_string();
        let name = if key == brush.name {
            key
        } else if is_taken || is_roomy {
            format!("{key} {}", brush.name)
        } else {
            key
        };
        let text = if is_taken { format!("[{name}]") } else { format!(" {name} ") };
        let used = write(buffer, at, row, &text, stage.theme.tone(brush.tone));
        at = Rect { x: at.x + used, width: at.width - used, ..at };
    }
}

/// The lines of the message: a question, a search that runs, what was said last.
fn message(stage: &EditStage, width: u16) -> Vec<(String, Style)> {
    const MOST: usize = 3;
    let theme = stage.theme;
    let (text, style) = if let Some(question) = &stage.question {
        let text = match question {
            Question::Recover => {
                "something was left unsaved: take it up (y), drop it (n), or leave it?".to_owned()
            }
            Question::Save { why, leave, .. } if leave.replace => format!("{why}; replace it? (y/n)"),
            Question::Save { why, .. } => format!("{why}; save it all the same? (y/n)"),
            Question::Leave => "not saved: save it first? (y/n, Esc stays)".to_owned(),
        };
        (text, Theme::strong())
    } else if let Some(search) = &stage.searching {
        let progress = search.progress().map_or_else(|| "searching".to_owned(), |it| report::progress(&it));
        (format!("{progress} (Esc stops)"), Style::new())
    } else {
        match &stage.message {
            Some((text, true)) => (text.clone(), theme.bad()),
            Some((text, false)) => (text.clone(), Style::new()),
            None => (String::new(), Style::new()),
        }
    };
    let text: String = text.chars().filter(|letter| *letter == '\n' || !letter.is_control()).collect();
    let mut lines: Vec<_> = wrapped(&text, width).into_iter().map(|line| (line, style)).collect();
    lines.truncate(MOST);
    if lines.is_empty() {
        lines.push((String::new(), style));
    }
    lines
}
