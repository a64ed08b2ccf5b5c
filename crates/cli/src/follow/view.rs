//! The screen that follows an answer: what keys and time do, and what is shown.

use std::time::Instant;

use lurd_puzzle::puzzle::Instruction;
use lurd_report as report;
use lurd_toolkit::{
    keys::help_of,
    play::{
        FollowStep,
        keys::{FOLLOW_KEYS, FollowAction, follow_action},
    },
};
use ratatui::{
    Frame,
    buffer::Buffer,
    crossterm::event::{Event, KeyEvent, KeyEventKind, MouseEvent},
    layout::Rect,
    style::Style,
};

use super::state::{self, FollowView};
use crate::screen::{
    input::pressed,
    layout::{
        Layout, Line, Pages, TextField, TextFieldEvent, draw_keys, draw_lines, draw_title, folded, is_wide, most_lines,
        plain, wrapped, write,
    },
    run::{Flow, View},
    theme::Theme,
};

impl FollowView {
    fn key(&mut self, key: KeyEvent) -> Flow {
        if let Some(entry) = &mut self.entry {
            match entry.key(key) {
                TextFieldEvent::More => {}
                TextFieldEvent::Dropped => self.entry = None,
                TextFieldEvent::Done(line) => {
                    self.entry = None;
                    self.go_to_typed(line.trim());
                }
            }
            return Flow::Stay;
        }
        if let Some(pages) = self.pages.take() {
            self.pages = pages.next(key.code, self.height);
            return Flow::Stay;
        }
        pressed(key).and_then(follow_action).map_or(Flow::Stay, |action| self.act(action))
    }

    fn go_to_typed(&mut self, line: &str) {
        let result = match line.parse() {
            Ok(number) => self.go_to_number(number),
            Err(_) if line.is_empty() => Ok(()),
            Err(_) => Err(format!("'{line}' is not a number").into()),
        };
        if let Err(error) = result {
            self.message = error.to_string();
        }
    }

    fn act(&mut self, action: FollowAction) -> Flow {
        if !matches!(
            action,
            FollowAction::Auto
                | FollowAction::Faster
                | FollowAction::Slower
                | FollowAction::Zoom(_)
                | FollowAction::OtherBoard
        ) {
            self.auto = None;
        }
        match action {
            FollowAction::Next => self.go_to(self.done + 1),
            FollowAction::Back => self.go_to(self.done.saturating_sub(1)),
            FollowAction::First => self.go_to(0),
            FollowAction::End => self.go_to(usize::MAX),
            FollowAction::GoTo(digit) => {
                let text = digit.map(String::from).unwrap_or_default();
                self.entry = Some(TextField::new("go to number: ", &text));
            }
            FollowAction::Auto => self.toggle_auto(),
            FollowAction::Faster => self.set_pace(self.pace / 2),
            FollowAction::Slower => self.set_pace(self.pace * 2),
            FollowAction::Zoom(zoom) => self.viewport.zoom(zoom),
            FollowAction::OtherBoard => self.shows_after = !self.shows_after,
            FollowAction::ViewAll => self.view_all(),
            FollowAction::Help => self.pages = Some(Pages::keys("Following an answer", help_of(FOLLOW_KEYS))),
            FollowAction::Leave => return Flow::Leave,
        }
        Flow::Stay
    }

    /// Shows everything that is said on pages, however long it is.
    fn view_all(&mut self) {
        let said = lines(self).into_iter().map(|(line, _)| line);
        let layout = self.follow.instructions().layout.clone();
        self.pages = Some(Pages::text(&report::follow_heading(self.follow.instructions(), 0), said.chain([layout])));
    }

    fn mouse(&mut self, mouse: MouseEvent) {
        self.viewport.wheel(mouse);
    }
}

impl View for FollowView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        draw(self, frame);
    }

    fn handle(&mut self, event: &Event) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => return self.key(*key),
            Event::Mouse(mouse) if self.entry.is_none() && self.pages.is_none() => self.mouse(*mouse),
            Event::Paste(text) => {
                if let Some(entry) = &mut self.entry {
                    entry.paste(text);
                }
            }
            _ => {}
        }
        Flow::Stay
    }

    fn tick(&mut self) -> bool {
        if self.auto.is_none_or(|due| due > Instant::now()) {
            return false;
        }
        self.go_to(self.done + 1);
        self.auto = self.step.is_some().then(|| Instant::now() + self.pace);
        true
    }

    fn is_busy(&self) -> bool {
        self.auto.is_some()
    }
}

// What is shown while an answer is followed.

/// The width of what stands beside the boards.
const SIDE: u16 = 30;
/// The same on a wide screen, for buttons with longer names.
const WIDE_SIDE: u16 = 40;
const WIDE_SCREEN: u16 = 110;

const KEYS: &[&str] = &["Space:done", "b:back", "p:auto", "?:help", "q:leave"];

pub(super) fn draw(view: &mut FollowView, frame: &mut Frame<'_>) {
    let area = frame.area();
    let buffer = frame.buffer_mut();
    view.height = area.height;
    if let Some(pages) = &mut view.pages {
        return pages.draw(buffer, area, view.theme);
    }
    let foot = if is_wide(area) { message(view, area) } else { in_short(view, area) };
    let side = if area.width < WIDE_SCREEN { SIDE } else { WIDE_SIDE };
    let layout = Layout::new(area, side, foot.len());
    state::draw_boards(view, buffer, layout.board);
    draw_heading(view, buffer, area, layout.board);
    if let Some(side) = layout.side {
        draw_side(view, buffer, side);
    }
    draw_lines(buffer, layout.foot, 0, &foot);
    draw_keys(buffer, area, view.entry.as_ref(), KEYS, view.theme);
}

fn draw_heading(view: &FollowView, buffer: &mut Buffer, area: Rect, board: Rect) {
    let other = match (view.step.is_some() && state::shows_one(view, board), view.shows_after) {
        (false, _) => "",
        (true, true) => " after (Tab)",
        (true, false) => " before (Tab)",
    };
    let number = match &view.step {
        Some(step) => report::instruction_of(step.number, view.follow.instructions()),
        None => "the end".to_owned(),
    };
    let more = view.viewport.more();
    let more = if is_wide(area) { &more } else { more.trim_start_matches(" more:") };
    draw_title(buffer, area, &view.title, &format!("{more}{other} {number}"), view.theme);
}

/// The message below boards with notes beside them; a line is kept for it, so that it never moves the boards.
fn message(view: &FollowView, area: Rect) -> Vec<Line> {
    let mut lines = folded(&view.message, area, most_lines(area, 0), Style::new());
    if lines.is_empty() {
        lines.push((String::new(), Style::new()));
    }
    lines
}

/// What to do, the pad, what comes next or the message: for where there is no room beside the boards. The
/// number of lines is the same for all instructions, so that the boards stay where they are.
fn in_short(view: &mut FollowView, area: Rect) -> Vec<Line> {
    // At most a third of the screen, two lines of it for the pad and what comes next.
    let most = usize::from(area.height / 3).max(1);
    let first = longest(view, area.width).min(most.saturating_sub(2)).max(1);
    let mut lines = match &view.step {
        Some(step) => folded(&report::instruction_words(&step.instruction), area, first, Theme::strong()),
        None => vec![at_the_end(view)],
    };
    lines.resize(first, (String::new(), Style::new()));
    let instructions = view.follow.instructions();
    if let (Some(step), false) = (&view.step, instructions.pad.is_empty()) {
        lines.extend(folded(&state::line(&instructions.pad, &step.instruction), area, 1, Style::new()));
    }
    if view.message.is_empty() {
        let next = view.step.as_ref().map(|step| match &step.next {
            Some(next) => format!("{} left; next: {}", step.remaining, next.action),
            None => report::instructions_left(step.remaining, instructions),
        });
        lines.extend(folded(&next.unwrap_or_default(), area, 1, view.theme.faint()));
    } else {
        lines.extend(folded(&view.message, area, 1, Style::new()));
    }
    lines.resize(first + 2, (String::new(), Style::new()));
    lines.truncate(most);
    lines
}

/// The number of lines that the longest instruction takes.
fn longest(view: &mut FollowView, width: u16) -> usize {
    if view.longest.0 != width {
        let list = &view.follow.instructions().list;
        let lines = list.iter().map(|it| wrapped(&report::instruction_words(it), width).len());
        view.longest = (width, lines.max().unwrap_or(1));
    }
    view.longest.1
}

/// Everything that is said, in full.
pub(super) fn lines(view: &FollowView) -> Vec<Line> {
    let instructions = view.follow.instructions();
    let Some(step) = &view.step else { return vec![at_the_end(view)] };
    let mut lines = vec![(report::instruction_line(step.number, &step.instruction), Theme::strong())];
    if !instructions.pad.is_empty() {
        lines.push((state::line(&instructions.pad, &step.instruction), Style::new()));
    }
    if !step.before.state.is_empty() && step.instruction.state != step.before.state {
        lines.push((format!("now {}", step.before.state), view.theme.faint()));
    }
    let left = report::instructions_left(step.remaining, instructions);
    lines.push((after_this(step).map_or(left.clone(), |next| format!("{left}; {next}")), view.theme.faint()));
    lines
}

/// `next: Down: row 3 is lit`.
fn after_this(step: &FollowStep) -> Option<String> {
    step.next.as_ref().map(|next| format!("next: {}", report::instruction_words(next)))
}

fn at_the_end(view: &FollowView) -> Line {
    let all = report::all_done(view.follow.instructions());
    let is_solved = view.end.position.is_solved();
    (if is_solved { format!("solved: {all}") } else { all }, view.theme.good())
}

/// Draws the same beside the boards, with a picture of the pad.
fn draw_side(view: &FollowView, buffer: &mut Buffer, area: Rect) {
    let mut row = 1;
    let paragraph = |buffer: &mut Buffer, row: &mut u16, text: &str, style: Style| {
        for line in wrapped(&plain(text), area.width) {
            write(buffer, area, *row, &line, style);
            *row += 1;
        }
    };
    let Some(step) = &view.step else {
        let (text, style) = at_the_end(view);
        return paragraph(buffer, &mut row, &text, style);
    };
    let instructions = view.follow.instructions();
    let action =
        report::instruction_line(step.number, &Instruction { effect: String::new(), ..step.instruction.clone() });
    paragraph(buffer, &mut row, &action, Theme::strong());
    paragraph(buffer, &mut row, &step.instruction.effect, Style::new());
    let mut below: Vec<Line> = Vec::new();
    below.extend(state::held(&instructions.pad, &step.instruction).map(|text| (text, Style::new())));
    if !step.before.state.is_empty() {
        below.push((format!("now {}", step.before.state), Style::new()));
    }
    below.push((report::instructions_left(step.remaining, instructions), Style::new()));
    below.extend(after_this(step).map(|text| (text, view.theme.faint())));
    let needed: usize = below.iter().map(|(text, _)| wrapped(&plain(text), area.width).len()).sum();
    let needed = u16::try_from(needed).unwrap_or(u16::MAX);
    row += 1;
    // A blank line stands above and below the picture.
    let room = area.height.saturating_sub(row.saturating_add(needed).saturating_add(1));
    if let Some(rows) = state::height(&instructions.pad, area.width, room) {
        let place = Rect { y: area.y + row, height: area.height - row, ..area };
        state::draw_pad(buffer, place, &instructions.pad, &step.instruction, view.theme);
        row += rows + 1;
    } else if !instructions.pad.is_empty() {
        paragraph(buffer, &mut row, &state::line(&instructions.pad, &step.instruction), Style::new());
    }
    for (text, style) in below {
        paragraph(buffer, &mut row, &text, style);
    }
}
