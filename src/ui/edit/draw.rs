//! What the editor shows: the board, the brushes, whether it is a puzzle and why not.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::questions::Question;
use super::stage::{Asked, EditStage};
use crate::report;
use crate::ui::screen::board::Marks;
use crate::ui::screen::layout::{
    Layout, Line, draw_keys, draw_lines, draw_title, folded, is_wide, most_lines,
};
use crate::ui::screen::theme::Theme;
use crate::ui::screen::{wrapped, write};

/// Columns of the findings beside the board.
const SIDE: u16 = 32;
/// Lines of the findings where they stand below it.
const MOST_FINDINGS: usize = 2;

const KEYS: &str = "?:help Space:put x:erase w:save q:leave";

pub(super) fn draw(stage: &mut EditStage, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    stage.height = area.height;
    stage.look();
    if let Some(pages) = &mut stage.pages {
        return pages.draw(buffer, area, stage.theme);
    }
    let findings = if is_wide(area) { Vec::new() } else { findings_in_lines(stage, area) };
    let lines = message_in_lines(stage, area, findings.len() + 1);
    // The brushes stand between the findings and the message.
    let layout = Layout::new(area, SIDE, findings.len() + 1 + lines.len());
    draw_board(stage, buffer, layout.board);
    draw_heading(stage, buffer, area);
    if let Some(side) = layout.side {
        draw_findings(stage, buffer, side);
    }
    draw_lines(buffer, layout.foot, 0, &findings);
    let row = u16::try_from(findings.len()).unwrap_or(u16::MAX);
    draw_brushes(stage, buffer, layout.foot, row);
    draw_lines(buffer, layout.foot, row + 1, &lines);
    draw_keys(buffer, area, stage.entry.as_ref(), KEYS, stage.theme);
    if stage.question.is_some() && stage.asked == Asked::Unseen {
        stage.asked = Asked::Seen;
    }
}

fn draw_board(stage: &mut EditStage, buffer: &mut Buffer, area: Rect) {
    let EditStage { editor, view, theme, cursor, .. } = stage;
    let panel = editor.panel();
    // The cursor is to be seen on terminals that reverse nothing, too: its row and column are told.
    let marks = Marks { lit: None, cell: Some((panel, *cursor)), focus: Some(*cursor) };
    view.draw(buffer, area, editor.draft(), marks, *theme);
}

fn draw_heading(stage: &EditStage, buffer: &mut Buffer, area: Rect) {
    let editor = &stage.editor;
    let panel = editor.panels()[editor.panel()];
    let changed = if editor.is_changed() { " (changed)" } else { "" };
    let name = editor.draft().title().or(editor.file()).unwrap_or("untitled");
    let size = format!("{} {}x{} {}", stage.view.more(), panel.columns, panel.rows, stage.cursor);
    draw_title(buffer, area, &format!("{name}{changed}"), size.trim_start(), stage.theme);
}

/// The worst finding, and how many there are.
fn findings_in_lines(stage: &EditStage, area: Rect) -> Vec<Line> {
    let (text, style) = match stage.findings.as_slice() {
        [] => ("valid".to_owned(), stage.theme.good()),
        [only] => (only.message.clone(), stage.theme.bad()),
        [first, rest @ ..] => (format!("{} (+{}, v: all)", first.message, rest.len()), stage.theme.bad()),
    };
    folded(&text, area, MOST_FINDINGS, style)
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
    let is_roomy = is_wide(area);
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

/// The lines of the message. A question is always seen as a whole, where it has the room.
fn message_in_lines(stage: &EditStage, area: Rect, others: usize) -> Vec<Line> {
    let (text, style) = message(stage);
    let most = if stage.question.is_some() {
        usize::from(area.height).saturating_sub(others + 2).max(1)
    } else {
        most_lines(area, others)
    };
    let mut lines = folded(&text, area, most, style);
    // So that the board seldom moves, one line is left free for it, unless findings need that.
    if lines.is_empty() && others < 1 + MOST_FINDINGS {
        lines.push((String::new(), style));
    }
    lines
}

/// The message: a question, a search that runs, what was said last.
pub(super) fn message(stage: &EditStage) -> Line {
    let theme = stage.theme;
    if let Some(question) = &stage.question {
        let text = match question {
            Question::Recover(1) => {
                "something was left unsaved: take it up (y), or leave it there (n)?".to_owned()
            }
            Question::Recover(count) => {
                format!("{count} drafts were left unsaved: take up the last (y), or leave them there (n)?")
            }
            Question::Save { why, leave, .. } if leave.replace => format!("{why}; replace it? (y/n)"),
            Question::Save { why, .. } => format!("{why}; save it all the same? (y/n)"),
            Question::Paste(_) => "unsaved changes: replace the board by the pasted one? (y/n)".to_owned(),
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
    }
}
