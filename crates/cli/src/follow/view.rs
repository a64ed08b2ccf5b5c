//! The screen that follows an answer: what keys and time do, and what is shown.

use std::time::Instant;

use lurd_report as report;
use lurd_toolkit::{
    keys::help_of,
    play::keys::{FOLLOW_KEYS, FollowAction, follow_action},
};
use ratatui::{
    Frame,
    buffer::Buffer,
    crossterm::event::{Event, KeyEvent, KeyEventKind},
    layout::Rect,
    style::Style,
};

use super::state::{self, FollowView};
use crate::screen::{
    input::pressed,
    layout::{
        Layout, Line, Pages, TextField, TextFieldEvent, draw_keys, draw_lines, draw_title, folded, is_wide, wrapped,
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
            self.pages = pages.next(key.code);
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
        match action {
            FollowAction::Next => self.go_to(self.done + 1),
            FollowAction::Back => self.go_to(self.done.saturating_sub(1)),
            FollowAction::First => self.go_to(0),
            FollowAction::End => self.go_to(usize::MAX),
            FollowAction::GoTo(digit) => {
                let text = digit.map(String::from).unwrap_or_default();
                self.auto = None;
                self.entry = Some(TextField::new("go to number: ", &text));
            }
            FollowAction::Auto => self.toggle_auto(),
            FollowAction::Faster => self.set_pace(self.pace / 2),
            FollowAction::Slower => self.set_pace(self.pace * 2),
            FollowAction::Zoom(zoom) => self.viewport.zoom(zoom),
            FollowAction::OtherBoard => self.shows_after = !self.shows_after,
            FollowAction::ViewAll => self.view_all(),
            FollowAction::Help => {
                self.auto = None;
                self.pages = Some(Pages::keys("Following an answer", help_of(FOLLOW_KEYS)));
            }
            FollowAction::Leave => return Flow::Leave,
        }
        Flow::Stay
    }

    /// Shows everything that is said on pages, however long it is.
    fn view_all(&mut self) {
        let instructions = self.follow.instructions();
        let said = self.said().into_iter().flatten().map(|(line, _)| line).chain([instructions.layout.clone()]);
        self.pages = Some(Pages::text(&report::follow_heading(instructions, 0), said));
        self.auto = None;
    }
}

impl View for FollowView {
    fn draw(&mut self, frame: &mut Frame<'_>) {
        draw(self, frame);
    }

    fn handle(&mut self, event: &Event) -> Flow {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => return self.key(*key),
            Event::Mouse(mouse) if self.entry.is_none() && self.pages.is_none() => self.viewport.wheel(*mouse),
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
        self.auto = self.after.is_some().then(|| Instant::now() + self.pace);
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
    if let Some(pages) = &mut view.pages {
        return pages.draw(buffer, area, view.theme);
    }
    let foot = if is_wide(area) { view.message(area) } else { view.in_short(area) };
    let side = if area.width < WIDE_SCREEN { SIDE } else { WIDE_SIDE };
    let layout = Layout::new(area, side, foot.len());
    view.draw_boards(buffer, layout.board);
    let other = match (view.shows_one(layout.board), view.shows_after) {
        (false, _) => "",
        (true, true) => " after (Tab)",
        (true, false) => " before (Tab)",
    };
    let number = match &view.after {
        Some(_) => report::instruction_of(view.done + 1, view.follow.instructions()),
        None => "the end".to_owned(),
    };
    let more = view.viewport.more();
    let more = if is_wide(area) { &more } else { more.trim_start_matches(" more:") };
    draw_title(buffer, area, &view.title, &format!("{more}{other} {number}"), view.theme);
    if let Some(side) = layout.side {
        view.draw_side(buffer, side);
    }
    draw_lines(buffer, layout.foot, 0, &foot);
    draw_keys(buffer, area, view.entry.as_ref(), KEYS, view.theme);
}

impl FollowView {
    /// The message below boards with notes beside them; a line is kept for it, so that it never moves the boards.
    fn message(&self, area: Rect) -> Vec<Line> {
        let mut lines = folded(&self.message, area, 1, Style::new());
        lines.resize_with(1, Line::default);
        lines
    }

    /// What to do, the pad, what comes next or the message: for where there is no room beside the boards. The
    /// number of lines is the same for all instructions, so that the boards stay where they are.
    fn in_short(&self, area: Rect) -> Vec<Line> {
        let instructions = self.follow.instructions();
        // At most a third of the screen, two lines of it for the pad and what comes next.
        let most = usize::from(area.height / 3).max(1);
        let lines = instructions.list.iter().map(|it| wrapped(&report::instruction_words(it), area.width).len());
        let first = lines.max().unwrap_or(1).min(most.saturating_sub(2)).max(1);
        let (mut lines, pad, mut next) = match self.instruction() {
            Some(instruction) => {
                let words = report::instruction_words(instruction);
                let left = instructions.list.len() - self.done - 1;
                let next = match instructions.list.get(self.done + 1) {
                    Some(next) => format!("{left} left; next: {}", next.action),
                    None => report::instructions_left(left, instructions),
                };
                let pad = state::line(&instructions.pad, instruction);
                (folded(&words, area, first, Theme::strong()), pad, (next, self.theme.faint()))
            }
            None => (vec![self.at_the_end()], String::new(), Line::default()),
        };
        if !self.message.is_empty() {
            next = (self.message.clone(), Style::new());
        }
        lines.resize_with(first, Line::default);
        for (text, style) in [(pad, Style::new()), next] {
            lines.extend(folded(&text, area, 1, style));
        }
        lines.resize_with(first + 2, Line::default);
        lines.truncate(most);
        lines
    }

    /// Everything that is said, in full: what to do and what that does, the pad, and what is and comes beside it.
    fn said(&self) -> [Vec<Line>; 3] {
        let instructions = self.follow.instructions();
        let Some(instruction) = self.instruction() else { return [vec![self.at_the_end()], Vec::new(), Vec::new()] };
        let said = |text: String| (text, Style::new());
        let action = format!("{}. {}", self.done + 1, instruction.action);
        let state = &self.before.state;
        let now = if state.is_empty() { String::new() } else { format!("now {state}") };
        let left = report::instructions_left(instructions.list.len() - self.done - 1, instructions);
        let next = instructions.list.get(self.done + 1);
        let next = next.map_or_else(String::new, |next| format!("next: {}", report::instruction_words(next)));
        [
            vec![(action, Theme::strong()), said(instruction.effect.clone())],
            vec![said(state::line(&instructions.pad, instruction))],
            vec![said(state::hands(&instructions.pad, instruction)), said(now), said(left), (next, self.theme.faint())],
        ]
    }

    fn at_the_end(&self) -> Line {
        let all = report::all_done(self.follow.instructions());
        let is_solved = self.before.position.is_solved();
        (if is_solved { format!("solved: {all}") } else { all }, self.theme.good())
    }

    /// Draws the same beside the boards, with a picture of the pad if there is room.
    fn draw_side(&self, buffer: &mut Buffer, area: Rect) {
        let lines = |said: Vec<Line>| -> Vec<Line> {
            said.iter().flat_map(|(text, style)| folded(text, area, usize::MAX, *style)).collect()
        };
        let [above, pad, below] = self.said().map(lines);
        let row = |row: usize| u16::try_from(row).unwrap_or(u16::MAX).min(area.height);
        draw_lines(buffer, area, 1, &above);
        let Some(instruction) = self.instruction() else { return };
        // A blank line stands above and below the picture.
        let first = 2 + above.len();
        let room = row(usize::from(area.height).saturating_sub(first + below.len() + 1));
        let place = Rect { y: area.y + row(first), height: room, ..area };
        let buttons = &self.follow.instructions().pad;
        let drawn = state::draw_pad(buffer, place, buttons, instruction, self.theme).map(|rows| rows + 1);
        if drawn.is_none() {
            draw_lines(buffer, area, row(first), &pad);
        }
        draw_lines(buffer, area, row(first + drawn.unwrap_or(pad.len())), &below);
    }
}
