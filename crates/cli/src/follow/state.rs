//! What the screen that follows an answer holds, its keys, and its pictures of boards and of the pad.

use std::time::{Duration, Instant};

use lurd_puzzle::puzzle::{Cells, Controls, Coordinates, Instruction, PadButton, Panel, Tile};
use lurd_puzzle::reasons;
use lurd_report as report;
use lurd_toolkit::play::{Follow, FollowStep, Placed};
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
    /// The instruction to carry out; `None` at the end.
    pub(super) step: Option<FollowStep>,
    /// The position at the end, where there is no instruction.
    pub(super) end: Placed,
    /// Whether the board after the instruction is shown where there is room for one.
    pub(super) shows_after: bool,
    /// When the next instruction is due, while it goes on by itself.
    pub(super) auto: Option<Instant>,
    pub(super) pace: Duration,
    pub(super) message: String,
    pub(super) entry: Option<TextField>,
    pub(super) pages: Option<Pages>,
    /// The number of lines that the longest instruction takes on a screen of that width.
    pub(super) longest: (u16, usize),
    /// The number of rows of the screen.
    pub(super) height: u16,
}

impl FollowView {
    /// Begins at the instruction with that number.
    ///
    /// # Errors
    /// There is no such instruction.
    pub(crate) fn new(mut follow: Follow, title: String, from: usize, theme: Theme) -> Result<Self, NoInstruction> {
        let end = follow.placed(follow.len());
        let mut view = Self {
            follow,
            title,
            theme,
            viewport: Viewport::default(),
            done: 0,
            step: None,
            end,
            shows_after: false,
            auto: None,
            pace: Duration::from_secs(1),
            message: String::new(),
            entry: None,
            pages: None,
            longest: (0, 1),
            height: 0,
        };
        view.go_to(0);
        if from != 1 {
            view.go_to_number(from)?;
        }
        Ok(view)
    }

    /// Where the person left, if there is something left to do: `left at press 9 of 17`.
    pub(crate) fn left_at(&self) -> Option<String> {
        let step = self.step.as_ref().filter(|step| step.number > 1)?;
        let (number, of) = (step.number, report::instruction_of(step.number, self.follow.instructions()));
        Some(format!("left at {of}; 'follow {number}' goes on there"))
    }

    /// Goes to where so many instructions have been carried out.
    pub(super) fn go_to(&mut self, done: usize) {
        self.done = done.min(self.follow.len());
        self.step = self.follow.step(self.done);
        self.shows_after = false;
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
            None if self.step.is_some() => Some(Instant::now() + self.pace),
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
    cells: &'a dyn Controls,
    panel: usize,
    name: &'static str,
}

/// Boards of several positions as one picture.
struct Boards<'a>(Vec<Shown<'a>>);

impl Cells for Boards<'_> {
    fn panels(&self) -> Vec<Panel> {
        let panel = |shown: &Shown<'_>| {
            let panel = shown.cells.panels().get(shown.panel).copied()?;
            Some(Panel { name: shown.name, ..panel })
        };
        self.0.iter().filter_map(panel).collect()
    }

    fn tile(&self, panel: usize, place: Coordinates) -> Tile {
        self.0.get(panel).map_or_else(Tile::default, |shown| shown.cells.tile(shown.panel, place))
    }
}

/// The positions to show, of which the first is the most important, each with its name.
fn positions(view: &FollowView) -> Vec<(&Placed, &'static str)> {
    match &view.step {
        Some(step) if view.shows_after => vec![(&step.after, "after"), (&step.before, "before")],
        Some(step) => vec![(&step.before, "before"), (&step.after, "after")],
        None => vec![(&view.end, "at the end")],
    }
}

/// The boards to show in an area: before, after and target, or as many of them as fit.
fn chosen<'a>(positions: &[(&'a Placed, &'static str)], area: Rect) -> Option<Boards<'a>> {
    let controls: Option<Vec<_>> =
        positions.iter().map(|(placed, name)| Some((placed.position.controls()?, *name))).collect();
    let controls = controls?;
    let first = |(cells, name): &(&'a dyn Controls, &'static str)| Shown { cells: *cells, panel: 0, name };
    let (lead, _) = *controls.first()?;
    let others: Vec<Shown<'a>> = (1..)
        .zip(lead.panels().into_iter().skip(1))
        .map(|(panel, Panel { name, .. })| Shown { cells: lead, panel, name })
        .collect();
    let all: Vec<Shown<'a>> = controls.iter().map(first).collect();
    // Before and after are in the order of time, also where the one after is more important.
    let in_time = || {
        let mut all = all.clone();
        all.sort_by_key(|shown| shown.name == "after");
        all
    };
    let candidates = [[in_time(), others.clone()].concat(), in_time(), [vec![all[0]], others].concat(), vec![all[0]]];
    let mut boards = candidates.map(Boards).into_iter();
    let found = boards.find(|boards| fit(&boards.panels(), area));
    Some(found.unwrap_or_else(|| Boards(vec![all[0]])))
}

/// Draws the boards; a puzzle without cells is drawn as text.
pub(super) fn draw_boards(view: &mut FollowView, buffer: &mut Buffer, area: Rect) {
    let mut viewport = view.viewport.clone();
    let positions = positions(view);
    match chosen(&positions, area) {
        Some(boards) => {
            let placed = |shown: Option<&Shown<'_>>| {
                let name = shown?.name;
                positions.iter().find(|(_, known)| *known == name).map(|(placed, _)| *placed)
            };
            let [one, two] = [0, 1].map(|board| placed(boards.0.get(board)).and_then(|it| it.cursor));
            let moved_to = view.step.as_ref().and_then(|step| step.instruction.moved_to);
            let after = boards.0.iter().position(|shown| shown.name == "after");
            let focus = boards.0.first().and_then(|shown| shown.cells.focus()).or(one);
            let cell = after.zip(moved_to);
            let marks = Marks { lit: one, second_lit: two, cell, focus, ..Marks::default() };
            viewport.draw(buffer, area, &boards, marks, view.theme);
        }
        None => draw_pictures(&positions, buffer, area),
    }
    view.viewport = viewport;
}

fn draw_pictures(positions: &[(&Placed, &'static str)], buffer: &mut Buffer, area: Rect) {
    let mut left = 0;
    for (placed, name) in positions {
        let picture = placed.position.picture();
        let width = picture.lines().chain([*name]).map(|line| line.chars().count()).max().unwrap_or(0);
        let room = usize::from(area.width).saturating_sub(left);
        // The first is cut off rather than left out.
        if left > 0 && width > room {
            return;
        }
        let x = u16::try_from(left).unwrap_or(u16::MAX).min(area.width);
        let place = Rect { x: area.x + x, width: area.width - x, ..area };
        for (row, line) in (0..area.height).zip([*name].into_iter().chain(picture.lines())) {
            write(buffer, place, row, line, Style::new());
        }
        left += width + GAP;
    }
}

/// Whether only one of the boards before and after is shown.
pub(super) fn shows_one(view: &FollowView, area: Rect) -> bool {
    let positions = positions(view);
    let count = |boards: &Boards<'_>| boards.0.iter().filter(|shown| shown.panel == 0).count();
    chosen(&positions, area).is_some_and(|boards| count(&boards) < positions.len())
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    None,
    Hold,
    Press,
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

fn style(of: Use, theme: Theme) -> Style {
    match of {
        Use::None => theme.faint(),
        Use::Hold => Theme::strong(),
        Use::Press => theme.good().add_modifier(Modifier::REVERSED),
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

/// The first column of each column of buttons, and the width of all of them.
fn columns(pad: &[PadButton]) -> (Vec<usize>, usize) {
    let count = pad.iter().map(|button| button.at.column + 1).max().unwrap_or(0);
    let width = |column: usize| {
        let names = pad.iter().filter(|button| button.at.column == column);
        names.map(|button| button.name.chars().count() + 2).max().unwrap_or(0)
    };
    let mut x = 0;
    let mut columns = Vec::new();
    for column in 0..count {
        x += if column == CROSS { BESIDE } else { 0 };
        columns.push(x);
        x += width(column);
    }
    (columns, x)
}

/// The number of rows of the picture; `None` if it does not fit.
pub(super) fn height(pad: &[PadButton], width: u16, height: u16) -> Option<u16> {
    let rows = ROWS * pad.iter().map(|button| button.at.row + 1).max()?;
    let rows = u16::try_from(rows).ok().filter(|&rows| rows <= height)?;
    (columns(pad).1 <= usize::from(width)).then_some(rows)
}

/// Draws the picture, for which there is room.
pub(super) fn draw_pad(buffer: &mut Buffer, area: Rect, pad: &[PadButton], instruction: &Instruction, theme: Theme) {
    let (columns, _) = columns(pad);
    for button in pad {
        let of = use_of(button, instruction);
        let [top_left, top_right, low_left, low_right, line, side] = frame(of, theme.ascii);
        let width = button.name.chars().count();
        let across = line.to_string().repeat(width);
        let rows = [
            format!("{top_left}{across}{top_right}"),
            format!("{side}{}{side}", button.name),
            format!("{low_left}{across}{low_right}"),
        ];
        let x = u16::try_from(columns[button.at.column]).unwrap_or(u16::MAX).min(area.width);
        let place = Rect { x: area.x + x, width: area.width - x, ..area };
        for (row, text) in rows.iter().enumerate() {
            let row = u16::try_from(ROWS * button.at.row + row).unwrap_or(u16::MAX);
            write(buffer, place, row, text, style(of, theme));
        }
    }
}

/// The buttons on a line: `{A} [Left] Right Up Down`.
pub(super) fn line(pad: &[PadButton], instruction: &Instruction) -> String {
    let mut used: Vec<(usize, String)> = pad
        .iter()
        .map(|button| match use_of(button, instruction) {
            Use::Hold => (0, format!("{{{}}}", button.name)),
            Use::Press => (1, format!("[{}]", button.name)),
            Use::None => (2, button.name.clone()),
        })
        .collect();
    used.sort_by_key(|(rank, _)| *rank);
    used.into_iter().map(|(_, text)| text).collect::<Vec<_>>().join(" ")
}

/// The buttons to hold, and the hands that do what is to be done: `held: A (the right thumb)`.
pub(super) fn held(pad: &[PadButton], instruction: &Instruction) -> Option<String> {
    let hand = |name: &String| {
        let button = pad.iter().find(|button| button.name == *name)?;
        button.hand.as_ref().map(|hand| format!("{name} ({hand})"))
    };
    let pressed = instruction.presses.last().and_then(hand).map(|pressed| format!("pressed: {pressed}"));
    let names: Vec<_> = instruction.held.iter().map(|name| hand(name).unwrap_or_else(|| name.clone())).collect();
    let held = (!names.is_empty()).then(|| format!("held: {}", names.join(", ")));
    let parts: Vec<String> = [held, pressed].into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join("; "))
}
