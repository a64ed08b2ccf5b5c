//! What the screen that follows an answer holds, its keys, and its pictures of boards and of the pad.

use std::time::{Duration, Instant};

use lurd_puzzle::puzzle::{Cells, Coordinates, Instruction, PadButton, Panel, Tile};
use lurd_puzzle::reasons;
use lurd_report as report;
use lurd_toolkit::play::{Follow, Placed};
use ratatui::{
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
};

use crate::screen::{
    board::{Marks, Viewport, fit},
    layout::{Pages, TextField, write},
    theme::Theme,
};

const MAX_PACE: Duration = Duration::from_secs(8);
const MIN_PACE: Duration = Duration::from_millis(125);

reasons! {
    /// Why an instruction cannot be gone to.
    NoInstruction;
}

/// An answer that is followed on the whole screen.
pub(crate) struct FollowView {
    pub(super) follow: Follow,
    pub(super) title: String,
    pub(super) theme: Theme,
    pub(super) viewport: Viewport,
    /// How many instructions have been carried out.
    pub(super) done: usize,
    /// The position now.
    pub(super) before: Placed,
    /// The position after the next instruction; `None` at the end.
    pub(super) after: Option<Placed>,
    /// Whether the board after the instruction is shown where there is room for one.
    pub(super) shows_after: bool,
    /// When the next instruction is due, while it goes on by itself.
    pub(super) auto: Option<Instant>,
    pub(super) pace: Duration,
    pub(super) message: String,
    pub(super) entry: Option<TextField>,
    pub(super) pages: Option<Pages>,
}

impl FollowView {
    /// Begins at the instruction with that number.
    ///
    /// # Errors
    /// There is no such instruction.
    pub(crate) fn new(mut follow: Follow, title: String, from: usize, theme: Theme) -> Result<Self, NoInstruction> {
        let before = follow.placed(0);
        let mut view = Self {
            follow,
            title,
            theme,
            viewport: Viewport::default(),
            done: 0,
            before,
            after: None,
            shows_after: false,
            auto: None,
            pace: Duration::from_secs(1),
            message: String::new(),
            entry: None,
            pages: None,
        };
        view.go_to(0);
        if from != 1 {
            view.go_to_number(from)?;
        }
        Ok(view)
    }

    /// The instruction to carry out; `None` at the end.
    pub(super) fn instruction(&self) -> Option<&Instruction> {
        self.follow.instructions().list.get(self.done)
    }

    /// Where the person left, if there is something left to do: `left at press 9 of 17`.
    pub(crate) fn left_at(&self) -> Option<String> {
        let number = self.done + 1;
        let of = report::instruction_of(number, self.follow.instructions());
        let is_between = self.done > 0 && self.after.is_some();
        is_between.then(|| format!("left at {of}; 'follow {number}' goes on there"))
    }

    /// Goes to where so many instructions have been carried out, and stops there.
    pub(super) fn go_to(&mut self, done: usize) {
        self.done = done.min(self.follow.len());
        self.before = self.follow.placed(self.done);
        self.after = (self.done < self.follow.len()).then(|| self.follow.placed(self.done + 1));
        (self.shows_after, self.auto) = (false, None);
        self.message.clear();
        self.viewport.follow();
    }

    pub(super) fn go_to_number(&mut self, number: usize) -> Result<(), NoInstruction> {
        if !(1..=self.follow.len()).contains(&number) {
            return Err(report::no_such_instruction(number, self.follow.instructions()).into());
        }
        self.go_to(number - 1);
        Ok(())
    }

    pub(super) fn toggle_auto(&mut self) {
        self.auto = match self.auto {
            None if self.after.is_some() => Some(Instant::now() + self.pace),
            _ => None,
        };
        self.message = if self.auto.is_some() { self.pace_in_words() } else { "stopped".to_owned() };
    }

    pub(super) fn set_pace(&mut self, pace: Duration) {
        self.pace = pace.clamp(MIN_PACE, MAX_PACE);
        if self.auto.is_some() {
            self.auto = Some(Instant::now() + self.pace);
        }
        self.message = self.pace_in_words();
    }

    fn pace_in_words(&self) -> String {
        format!("goes on by itself every {} ms (p: start, stop)", self.pace.as_millis())
    }
}

// The boards before and after an instruction, beside each other as far as there is room.

/// The number of columns between two pictures in text.
const GAP: usize = 3;

/// A board that is shown, under a name.
#[derive(Clone, Copy)]
struct Shown<'a> {
    placed: &'a Placed,
    panel: usize,
    name: &'static str,
}

/// Boards of several positions as one picture.
struct Boards<'a>(Vec<Shown<'a>>);

impl Cells for Boards<'_> {
    fn panels(&self) -> Vec<Panel> {
        let panel = |shown: &Shown<'_>| {
            let panel = shown.placed.position.controls()?.panels().get(shown.panel).copied()?;
            Some(Panel { name: shown.name, ..panel })
        };
        self.0.iter().filter_map(panel).collect()
    }

    fn tile(&self, panel: usize, place: Coordinates) -> Tile {
        let shown = self.0[panel];
        shown.placed.position.controls().map_or_else(Tile::default, |cells| cells.tile(shown.panel, place))
    }
}

impl FollowView {
    /// The boards to show in an area: before, after and target, or as many of them as fit.
    fn shown(&self, area: Rect) -> Boards<'_> {
        let board = |placed, panel, name| Shown { placed, panel, name };
        let mut boards = match &self.after {
            Some(after) => vec![board(&self.before, 0, "before"), board(after, 0, "after")],
            None => vec![board(&self.before, 0, "at the end")],
        };
        let panels = self.before.position.controls().map(Cells::panels).unwrap_or_default();
        let others = (1..).zip(panels.iter().skip(1)).map(|(panel, it)| board(&self.before, panel, it.name));
        let all = Boards(boards.iter().copied().chain(others).collect());
        if fit(&all.panels(), area) {
            return all;
        }
        if !fit(&Boards(boards.clone()).panels(), area) {
            boards = vec![boards[usize::from(self.shows_after).min(boards.len() - 1)]];
        }
        Boards(boards)
    }

    /// Whether only one of the boards before and after is shown.
    pub(super) fn shows_one(&self, area: Rect) -> bool {
        self.after.is_some() && self.shown(area).0.len() == 1
    }

    /// Draws the boards; a puzzle without cells is drawn as text.
    pub(super) fn draw_boards(&mut self, buffer: &mut Buffer, area: Rect) {
        let mut viewport = std::mem::take(&mut self.viewport);
        let boards = self.shown(area);
        match boards.0[0].placed.position.controls() {
            Some(controls) => {
                let lit = |at: usize| boards.0.get(at).filter(|shown| shown.panel == 0)?.placed.cursor;
                let after = boards.0.iter().position(|shown| shown.name == "after");
                let cell = after.zip(self.instruction().and_then(|instruction| instruction.moved_to));
                let focus = controls.focus().or(lit(0));
                let marks = Marks { lit: lit(0), second_lit: lit(1), cell, focus, ..Marks::default() };
                viewport.draw(buffer, area, &boards, marks, self.theme);
            }
            None => draw_pictures(boards, self.shows_after, buffer, area),
        }
        self.viewport = viewport;
    }
}

/// Draws positions as text, as many as fit beside each other; the first is cut off rather than left out.
fn draw_pictures(mut boards: Boards<'_>, is_reversed: bool, buffer: &mut Buffer, area: Rect) {
    if is_reversed {
        boards.0.reverse();
    }
    let mut place = area;
    for Shown { placed, name, .. } in boards.0 {
        let text = format!("{name}\n{}", placed.position.picture());
        let width = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
        if place != area && width > usize::from(place.width) {
            return;
        }
        for (row, line) in (0..area.height).zip(text.lines()) {
            write(buffer, place, row, line, Style::new());
        }
        let used = u16::try_from(width + GAP).unwrap_or(u16::MAX).min(place.width);
        place = Rect { x: place.x + used, width: place.width - used, ..place };
    }
}

// The picture of the pad: boxes where there is room, else the names on a line. The signs say what the
// colours say: the button to press has a double frame or brackets, a button to hold a thick one or braces.

/// The number of rows of a button.
const ROWS: usize = 3;
/// The number of columns between the cross and the buttons beside it.
const BESIDE: usize = 2;
/// The first column of the picture that is beside the cross.
const CROSS: usize = 3;

/// What to do with a button.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Use {
    Hold,
    Press,
    None,
}

fn use_of(button: &PadButton, instruction: &Instruction) -> Use {
    // Of several presses, the last one carries out the instruction.
    if instruction.presses.last() == Some(&button.name) {
        Use::Press
    } else if instruction.held.contains(&button.name) {
        Use::Hold
    } else {
        Use::None
    }
}

/// Corners, horizontal and vertical lines of a frame.
fn frame(of: Use, ascii: bool) -> [char; 6] {
    match (of, ascii) {
        (Use::None, false) => ['┌', '┐', '└', '┘', '─', '│'],
        (Use::Hold, false) => ['┏', '┓', '┗', '┛', '━', '┃'],
        (Use::Press, false) => ['╔', '╗', '╚', '╝', '═', '║'],
        (Use::None, true) => ['.', '.', '\'', '\'', '-', '|'],
        (Use::Hold, true) => ['{', '}', '{', '}', '-', '|'],
        (Use::Press, true) => ['#', '#', '#', '#', '=', '#'],
    }
}

/// The first column of each column of buttons, and at last the width of all of them.
fn columns(pad: &[PadButton]) -> Vec<usize> {
    let mut columns = vec![0];
    for column in 0..pad.iter().map(|button| button.at.column + 1).max().unwrap_or(0) {
        let buttons = pad.iter().filter(|button| button.at.column == column);
        let widest = buttons.map(|button| button.name.chars().count() + 2).max().unwrap_or(0);
        columns.push(columns[column] + widest + if column + 1 == CROSS { BESIDE } else { 0 });
    }
    columns
}

/// Draws the picture and returns the number of rows; `None` if there is no room.
pub(super) fn draw_pad(
    buffer: &mut Buffer,
    area: Rect,
    pad: &[PadButton],
    instruction: &Instruction,
    theme: Theme,
) -> Option<usize> {
    let columns = columns(pad);
    let height = ROWS * pad.iter().map(|button| button.at.row + 1).max()?;
    if height > usize::from(area.height) || *columns.last()? > usize::from(area.width) {
        return None;
    }
    for button in pad {
        let of = use_of(button, instruction);
        let style = match of {
            Use::None => theme.faint(),
            Use::Hold => Theme::strong(),
            Use::Press => theme.good().add_modifier(Modifier::REVERSED),
        };
        let [top_left, top_right, low_left, low_right, line, side] = frame(of, theme.ascii);
        let across = line.to_string().repeat(button.name.chars().count());
        let rows = [
            format!("{top_left}{across}{top_right}"),
            format!("{side}{}{side}", button.name),
            format!("{low_left}{across}{low_right}"),
        ];
        let x = u16::try_from(columns[button.at.column]).ok()?;
        let place = Rect { x: area.x + x, width: area.width - x, ..area };
        for (row, text) in (ROWS * button.at.row..).zip(rows) {
            write(buffer, place, u16::try_from(row).ok()?, &text, style);
        }
    }
    Some(height)
}

/// The buttons on a line: `{A} [Left] Right Up Down`.
pub(super) fn line(pad: &[PadButton], instruction: &Instruction) -> String {
    let mut used: Vec<_> = pad.iter().map(|button| (use_of(button, instruction), &button.name)).collect();
    used.sort_by_key(|(of, _)| *of);
    let shown = used.into_iter().map(|(of, name)| match of {
        Use::Hold => format!("{{{name}}}"),
        Use::Press => format!("[{name}]"),
        Use::None => name.clone(),
    });
    shown.collect::<Vec<_>>().join(" ")
}

/// The hands that do what is to be done, if the layout names them: `held: A (the right thumb)`.
pub(super) fn hands(pad: &[PadButton], instruction: &Instruction) -> String {
    let hand = |word: &str, name: &String| {
        let hand = pad.iter().find(|button| button.name == *name)?.hand.as_ref()?;
        Some(format!("{word}: {name} ({hand})"))
    };
    let held = instruction.held.iter().filter_map(|name| hand("held", name));
    held.chain(instruction.presses.last().and_then(|name| hand("pressed", name))).collect::<Vec<_>>().join("; ")
}
