//! What keys, commands, the mouse and pasted text do.

use std::rc::Rc;

use lurd_puzzle::puzzle::{Coordinates, PadDirection, Panel, Puzzle};
use lurd_report::{self as report, Message, picture::Drawn};
use lurd_toolkit::{
    edit::{
        EditError, EditEvent,
        commands::{COMMANDS, EditCommand},
        keys::{EditAction, help},
        straight_line,
    },
    play::Background,
};
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::{
    opening::{self, RESTORED, puzzle_in, trial},
    state::{EditView, Question},
    view,
};
use crate::{
    keeping::draw_to,
    play::state::PlayView,
    screen::{
        layout::{Pages, TextField},
        run::Flow,
    },
    split::{dropped_file, unspaced},
};

impl EditView {
    pub(super) fn act(&mut self, action: EditAction) -> Flow {
        match action {
            EditAction::Command(command) => return self.execute(command),
            EditAction::Fill => return self.execute(EditCommand::Fill(self.editor.brush().to_owned())),
            EditAction::Move(direction) => self.move_cursor(direction),
            EditAction::Paint => {
                let painted = self.editor.paint(&[self.cursor]);
                self.painted(painted);
            }
            EditAction::Erase => {
                let erased = self.editor.erase(&[self.cursor]);
                self.painted(erased);
            }
            EditAction::Brush(key) => self.choose_brush(key),
            EditAction::Type(letter) => self.type_tile(letter),
            EditAction::TypeBack => {
                self.step(-1);
                let erased = self.editor.erase(&[self.cursor]);
                self.painted(erased);
            }
            EditAction::NextBrush => self.next_brush(),
            EditAction::NextSymmetry => return self.execute(EditCommand::Symmetric(self.editor.symmetry().next())),
            EditAction::OtherBoard => {
                let boards = self.editor.panels().len();
                if boards > 1 {
                    self.editor.turn_to((self.editor.panel() + 1) % boards);
                    self.board_turned();
                }
            }
            EditAction::Save => self.ask_for_file(),
            EditAction::Open => self.entry = Some(TextField::new(":", "load ")),
            EditAction::TypeCommand(beginning) => self.entry = Some(TextField::new(":", beginning)),
            EditAction::Zoom(zoom) => self.viewport.zoom(zoom),
            EditAction::ViewAll => self.view_all(),
            EditAction::Keys => self.pages = Some(Pages::keys("Editing", help(self.has_tiles()))),
            EditAction::Drop => {
                self.message = Message::None;
                if let Some(search) = &self.searching {
                    search.cancel();
                }
            }
        }
        Flow::Stay
    }

    /// Carries out a command, typed or given by a key.
    pub(super) fn execute(&mut self, command: EditCommand) -> Flow {
        let leaves_after = std::mem::take(&mut self.leaves_after);
        let panel = self.editor.panel();
        match self.editor.execute(&self.catalog, command.clone()) {
            Ok(EditEvent::Quit) => return self.quit(),
            Ok(EditEvent::Saved { path, saved }) => {
                self.say(report::saved(&saved, &path));
                return if leaves_after { Flow::Leave } else { Flow::Stay };
            }
            Ok(event) => {
                self.show(event);
                if self.editor.panel() != panel {
                    self.board_turned();
                }
            }
            Err(error) => self.refuse(error, command, leaves_after),
        }
        Flow::Stay
    }

    fn show(&mut self, event: EditEvent) {
        match event {
            EditEvent::Changed(is_different) => self.changed(is_different),
            EditEvent::Board => self.changed(false),
            EditEvent::Begun => self.changed(true),
            EditEvent::Loaded(loaded, is_restored) => {
                self.cursor = Coordinates::default();
                self.changed(true);
                if is_restored {
                    self.say(RESTORED);
                } else if loaded.count > 1 {
                    self.say(format!("{} puzzles; this is {}", loaded.count, loaded.item.reference));
                }
            }
            EditEvent::Symmetric(symmetry) => self.say(format!("symmetric drawing: {}", symmetry.name())),
            EditEvent::Validated(issues) if issues.is_empty() => self.say("valid"),
            EditEvent::Validated(_) => self.view_all(),
            EditEvent::Try(puzzle) => {
                self.trial = trial(puzzle).map(|level_set| {
                    PlayView::new(Rc::clone(&self.catalog), level_set, self.search.clone(), self.theme)
                });
            }
            EditEvent::Solve(puzzle) => self.solve(puzzle),
            EditEvent::Rate(_) => {
                let difficulty = self.difficulty();
                self.say(if difficulty.is_empty() { "not rated yet".to_owned() } else { difficulty });
            }
            EditEvent::Picture(puzzle, file) => {
                let title = report::called(self.editor.draft().title().unwrap_or("draft"));
                let drawn = [(puzzle.as_ref(), &*title)];
                let drawn = Drawn { puzzles: &drawn, title: &title, steps: &[], theme: self.theme.name };
                self.message = draw_to(&file, &drawn).map_or_else(Message::Bad, Message::Said);
            }
            EditEvent::Described(text) => {
                self.pages = Some(Pages::text("The board in words", text.lines().map(str::to_owned)));
            }
            EditEvent::Help => self.pages = Some(Pages::commands("Commands: type : and one of these", COMMANDS)),
            EditEvent::Show | EditEvent::Saved { .. } | EditEvent::Quit => self.message = Message::None,
        }
    }

    fn refuse(&mut self, error: EditError, command: EditCommand, leaves_after: bool) {
        let message = report::edit_error(&error);
        match (error, command) {
            (EditError::NoFile, _) => self.ask_for_file(),
            (
                EditError::Unsaved { path, retry: Some(options), .. },
                EditCommand::Save { format, options: before, .. },
            ) => {
                let overwrites = options.overwrite && !before.overwrite;
                let command = EditCommand::Save { path: Some(path), format, options };
                self.question = Some(Question::Save { command, why: message, overwrites, leaves_after });
            }
            _ => {
                self.viewport.follow();
                self.complain(message);
            }
        }
    }

    fn board_turned(&mut self) {
        self.changed(false);
        let panel = self.editor.panels()[self.editor.panel()];
        self.say(format!("editing the {}", panel.name));
    }

    /// Shows the effect of painting or erasing.
    pub(super) fn painted(&mut self, painted: Result<bool, EditError>) {
        match painted {
            Ok(is_different) => self.changed(is_different),
            Err(error) => self.complain(report::edit_error(&error)),
        }
    }

    fn move_cursor(&mut self, direction: PadDirection) {
        self.is_by_mouse = false;
        self.message = Message::None;
        let panel = self.editor.panels()[self.editor.panel()];
        self.cursor = direction.from(self.cursor, panel.rows, panel.columns).unwrap_or(self.cursor);
        self.viewport.follow();
    }

    fn choose_brush(&mut self, key: char) {
        if let Some(brush) = self.editor.brush_of(key) {
            self.editor.choose_brush(&brush.name);
            if self.is_by_mouse {
                return self.message = Message::None;
            }
            let painted = self.editor.paint(&[self.cursor]);
            self.painted(painted);
        } else {
            self.complain(format!("'{key}' is not the key of a brush; ? shows the keys"));
        }
    }

    /// Whether the boards consist of letters and digits.
    pub(super) fn has_tiles(&self) -> bool {
        self.editor.panels().len() > 1
    }

    /// Puts a tile, which may be new on the board, and goes on to the next cell.
    fn type_tile(&mut self, letter: char) {
        self.editor.choose_brush(&letter.to_ascii_uppercase().to_string());
        let painted = self.editor.paint(&[self.cursor]);
        let is_done = painted.is_ok();
        self.painted(painted);
        if is_done {
            self.step(1);
        }
    }

    /// Moves the cursor by one cell, row by row, and from the end of a board to the next one.
    fn step(&mut self, by: isize) {
        let (panels, now) = (self.editor.panels(), self.editor.panel());
        let cells = |panel: &Panel| panel.rows * panel.columns;
        let at = self.cursor.row * panels[now].columns + self.cursor.column;
        let (board, at) = match at.checked_add_signed(by) {
            Some(at) if at < cells(&panels[now]) => (now, at),
            Some(_) => (now + 1, 0),
            None => (now.wrapping_sub(1), usize::MAX),
        };
        let Some(panel) = panels.get(board) else { return };
        let at = at.min(cells(panel) - 1);
        self.cursor = Coordinates::new(at / panel.columns, at % panel.columns);
        if board != now {
            self.editor.turn_to(board);
            self.board_turned();
        }
    }

    fn next_brush(&mut self) {
        let brushes = self.editor.draft().brushes();
        let now = brushes.iter().position(|brush| brush.name == self.editor.brush());
        let next = now.map_or(0, |now| (now + 1) % brushes.len());
        self.editor.choose_brush(&brushes[next].name);
    }

    fn solve(&mut self, puzzle: Box<dyn Puzzle>) {
        match Background::start(puzzle, self.search.clone()) {
            Ok(search) => {
                self.message = Message::None;
                self.searching = Some(search);
            }
            Err(message) => self.complain(message),
        }
    }

    /// Shows the message and all issues on pages, however long they are.
    fn view_all(&mut self) {
        self.check();
        let (message, _) = view::message(self);
        let verdict = if self.issues.is_empty() { "valid" } else { "not valid:" };
        let verdict = [verdict.to_owned(), self.difficulty()].join(" ");
        let issues = self.issues.iter().map(|issue| issue.message.clone());
        let all = [message, verdict.trim_end().to_owned()].into_iter().chain(issues);
        self.pages = Some(Pages::text("All messages", all));
    }
}

// What the mouse does: the left button paints, the right one erases.

impl EditView {
    pub(super) fn mouse(&mut self, mouse: MouseEvent) {
        let cell = self.viewport.cell_at(mouse.column, mouse.row);
        match mouse.kind {
            MouseEventKind::Down(button @ (MouseButton::Left | MouseButton::Right)) => {
                self.end_stroke();
                let Some((panel, place)) = cell else { return };
                self.is_by_mouse = true;
                self.editor.turn_to(panel);
                self.editor.begin_stroke();
                self.drawn = Some((place, button == MouseButton::Right));
                self.draw_to(place);
            }
            MouseEventKind::Drag(_) => {
                if let Some((panel, place)) = cell
                    && panel == self.editor.panel()
                {
                    self.draw_to(place);
                }
            }
            // A move without a button means that the button was released outside the window.
            MouseEventKind::Up(_) | MouseEventKind::Moved => self.end_stroke(),
            _ => self.viewport.wheel(mouse),
        }
    }

    /// Paints or erases all cells from the last one to `to`, because a fast mouse skips some.
    pub(super) fn draw_to(&mut self, to: Coordinates) {
        let Some((from, erases)) = self.drawn else { return };
        let cells = straight_line(from, to);
        let painted = if erases { self.editor.erase(&cells) } else { self.editor.paint(&cells) };
        self.cursor = to;
        self.painted(painted);
        self.drawn = Some((to, erases));
    }
}

// What is pasted into the editor on the whole screen.

impl EditView {
    /// Takes a paste as text for the line being typed, or else as a board.
    pub(super) fn paste(&mut self, text: &str) {
        self.end_stroke();
        if let Some(entry) = &mut self.entry {
            entry.paste(text);
        } else if self.question.is_none() {
            self.pages = None;
            if let Some(path) = dropped_file(&unspaced(text)) {
                self.execute(EditCommand::Load(path));
                return;
            }
            match puzzle_in(&self.catalog, text) {
                Err(message) => self.complain(message),
                Ok(_) if self.editor.is_changed() => self.question = Some(Question::Paste(text.to_owned())),
                Ok(_) => self.paste_board(text),
            }
        }
    }

    pub(super) fn paste_board(&mut self, text: &str) {
        match opening::paste(&self.catalog, &mut self.editor, text) {
            Ok(message) => {
                self.changed(true);
                self.say(format!("{message}; u undoes it"));
            }
            Err(message) => self.complain(message),
        }
    }
}

#[cfg(test)]
mod pointer_tests {
    use super::*;

    #[test]
    fn a_fast_mouse_leaves_no_gaps() {
        for (from, to) in [((0, 0), (3, 9)), ((9, 2), (1, 2)), ((4, 4), (4, 4)), ((5, 9), (0, 1))] {
            let cells = straight_line(Coordinates::new(from.0, from.1), Coordinates::new(to.0, to.1));
            assert_eq!(
                (cells[0], cells[cells.len() - 1]),
                (Coordinates::new(from.0, from.1), Coordinates::new(to.0, to.1))
            );
            for pair in cells.windows(2) {
                assert!(pair[0].row.abs_diff(pair[1].row) <= 1 && pair[0].column.abs_diff(pair[1].column) <= 1);
            }
        }
    }
}
