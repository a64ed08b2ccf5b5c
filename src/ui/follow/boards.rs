//! The boards before and after an instruction, beside each other as far as there is room.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::state::FollowView;
use crate::ui::screen::board::{Marks, fit};
use crate::ui::screen::text::write;
use lurd_puzzle::puzzle::{Cells, Controls, Panel, Place, Tile};
use lurd_toolkit::play::Placed;

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

    fn tile(&self, panel: usize, place: Place) -> Tile {
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
    let candidates =
        [[in_time(), others.clone()].concat(), in_time(), [vec![all[0]], others].concat(), vec![all[0]]];
    let mut boards = candidates.map(Boards).into_iter();
    let found = boards.find(|boards| fit(&boards.panels(), area));
    Some(found.unwrap_or_else(|| Boards(vec![all[0]])))
}

/// Draws the boards; a puzzle without cells is drawn as text.
pub(super) fn draw(view: &mut FollowView, buffer: &mut Buffer, area: Rect) {
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
