//! A puzzle that is being drawn: its keys and commands, its issues, and what searches have found of it.

use lurd::catalog::Catalog;
use lurd_puzzle::puzzle::{Cells, Coordinates, Issue, PadDirection, Severity};
use lurd_report as report;
use lurd_toolkit::{
    edit::{
        EditError, EditEvent, Editor,
        commands::EditCommand,
        keys::{EditAction, action, help, tile_action},
        proved,
    },
    keys::Pressed,
};
use serde_json::{Value, json};

use crate::boards::{self, role_class};
use crate::message::{Message, state};
use crate::searching::{Found, Purpose};

/// A draft with its cursor.
pub(crate) struct Editing {
    pub(crate) editor: Editor,
    pub(crate) cursor: Coordinates,
    pub(crate) message: Message,
    /// What the short search has proved of the present draft.
    pub(crate) proof: Option<Issue>,
    /// The number of that search.
    pub(crate) proof_id: u32,
    /// The number of the search for an answer.
    pub(crate) answer_id: u32,
    /// Where the pointer painted last, and whether it erases.
    pub(crate) drawn: Option<(Coordinates, bool)>,
}

impl Editing {
    pub(crate) fn new(editor: Editor) -> Self {
        let (message, cursor) = (Message::None, Coordinates::default());
        Self { editor, cursor, message, proof: None, proof_id: 0, answer_id: 0, drawn: None }
    }

    fn has_tiles(&self) -> bool {
        self.editor.panels().len() > 1
    }

    pub(crate) fn keys(&self) -> Vec<(String, &'static str)> {
        help(self.has_tiles())
    }

    pub(crate) fn words(&self) -> String {
        report::escaped_lines(&self.editor.draft().in_words())
    }

    pub(crate) fn state(&mut self) -> Value {
        let mut issues = self.editor.issues();
        if issues.is_empty() {
            issues.extend(self.proof.clone());
        }
        let issue = |issue: &Issue| {
            let severity = match issue.severity {
                Severity::Note => "note",
                Severity::Bad => "bad",
                Severity::Broken => "broken",
            };
            json!({ "severity": severity, "message": report::escaped(&issue.message), "place": issue.place.map(boards::coordinates) })
        };
        let draft = self.editor.draft();
        let brushes = draft.brushes().into_iter().map(
            |brush| json!({ "name": brush.name, "key": brush.key.to_string(), "class": role_class(brush.cell_role) }),
        );
        json!({
            "kind": draft.kind(),
            "title": draft.title(),
            "boards": boards::of_draft(draft_cells(&self.editor)),
            "panel": self.editor.panel(),
            "cursor": boards::coordinates(self.cursor),
            "brush": self.editor.brush(),
            "brushes": brushes.collect::<Vec<_>>(),
            "issues": issues.iter().map(issue).collect::<Vec<_>>(),
            "message": state(&self.message),
            "text": draft.text(),
        })
    }

    pub(crate) fn changed(&mut self, painted: Result<bool, EditError>) -> Value {
        match painted {
            Ok(is_different) => {
                self.message = Message::None;
                if is_different {
                    self.proof = None;
                }
                let panel = self.editor.panels()[self.editor.panel()];
                let within = |at: usize, size: usize| at.min(size.saturating_sub(1));
                self.cursor =
                    Coordinates::new(within(self.cursor.row, panel.rows), within(self.cursor.column, panel.columns));
            }
            Err(error) => self.message = Message::Bad(report::edit_error(&error)),
        }
        json!({ "do": "" })
    }

    pub(crate) fn key(&mut self, catalog: &Catalog, key: Pressed) -> Value {
        let action = if self.has_tiles() { tile_action(key) } else { action(key) };
        let Some(action) = action else { return Value::Null };
        match action {
            EditAction::Command(EditCommand::Quit) => return json!({ "do": "leave" }),
            EditAction::Command(EditCommand::Try) => return json!({ "do": "try" }),
            EditAction::Command(EditCommand::Solve) => return json!({ "do": "solve" }),
            EditAction::Command(command) => return self.execute(catalog, command),
            EditAction::Move(direction) => self.move_cursor(direction),
            EditAction::Paint => {
                let painted = self.editor.paint(&[self.cursor]);
                return self.changed(painted);
            }
            EditAction::Erase => {
                let erased = self.editor.erase(&[self.cursor]);
                return self.changed(erased);
            }
            EditAction::Brush(key) => match self.editor.brush_of(key) {
                Some(brush) => {
                    self.editor.choose_brush(&brush.name);
                    let painted = self.editor.paint(&[self.cursor]);
                    return self.changed(painted);
                }
                None => self.message = Message::Bad(format!("'{key}' is not the key of a brush; ? shows the keys")),
            },
            EditAction::Type(letter) => {
                self.editor.choose_brush(&letter.to_ascii_uppercase().to_string());
                let painted = self.editor.paint(&[self.cursor]);
                let is_done = painted.is_ok();
                self.changed(painted);
                if is_done {
                    self.step(true);
                }
            }
            EditAction::TypeBack => {
                self.step(false);
                let erased = self.editor.erase(&[self.cursor]);
                return self.changed(erased);
            }
            EditAction::NextBrush => self.next_brush(),
            EditAction::NextSymmetry => {
                let next = self.editor.symmetry().next();
                self.editor.set_symmetry(next);
                self.message = Message::Said(format!("symmetric drawing: {}", next.name()));
            }
            EditAction::OtherBoard => self.turn((self.editor.panel() + 1) % self.editor.panels().len()),
            EditAction::Fill => {
                let brush = self.editor.brush().to_owned();
                return self.execute(catalog, EditCommand::Fill(brush));
            }
            EditAction::Save => return json!({ "do": "save" }),
            EditAction::Open => return json!({ "do": "open" }),
            EditAction::Keys => return json!({ "do": "keys" }),
            EditAction::TypeCommand(_) => return json!({ "do": "command" }),
            EditAction::Drop => self.message = Message::None,
            EditAction::ViewAll | EditAction::Zoom(_) => return Value::Null,
        }
        json!({ "do": "" })
    }

    fn move_cursor(&mut self, direction: PadDirection) {
        let panel = self.editor.panels()[self.editor.panel()];
        self.cursor = direction.from(self.cursor, panel.rows, panel.columns).unwrap_or(self.cursor);
        self.message = Message::None;
    }

    fn turn(&mut self, panel: usize) {
        self.editor.turn_to(panel);
        self.cursor = Coordinates::default();
    }

    /// Moves the cursor to the next cell of the boards, or to the one before.
    fn step(&mut self, forward: bool) {
        let panels = self.editor.panels();
        let (at, sizes) = (self.editor.panel(), panels[0]);
        let all = sizes.rows * sizes.columns * panels.len();
        let cell = (at * sizes.rows + self.cursor.row) * sizes.columns + self.cursor.column;
        let next = if forward { (cell + 1).min(all - 1) } else { cell.saturating_sub(1) };
        let (row, column) = (next / sizes.columns, next % sizes.columns);
        self.editor.turn_to(row / sizes.rows);
        self.cursor = Coordinates::new(row % sizes.rows, column);
    }

    fn next_brush(&mut self) {
        let brushes = self.editor.draft().brushes();
        let now = brushes.iter().position(|brush| brush.name == self.editor.brush());
        let next = now.map_or(0, |now| (now + 1) % brushes.len());
        self.editor.choose_brush(&brushes[next].name);
    }

    pub(crate) fn execute(&mut self, catalog: &Catalog, command: EditCommand) -> Value {
        match self.editor.execute(catalog, command) {
            Ok(EditEvent::Changed(is_different)) => self.changed(Ok(is_different)),
            Ok(EditEvent::Begun | EditEvent::Loaded(..)) => self.changed(Ok(true)),
            Ok(EditEvent::Try(_)) => json!({ "do": "try" }),
            Ok(EditEvent::Solve(_)) => json!({ "do": "solve" }),
            Ok(EditEvent::Help) => json!({ "do": "keys" }),
            Ok(EditEvent::Described(_)) => json!({ "do": "words" }),
            Ok(EditEvent::Picture(..)) => json!({ "do": "save" }),
            Ok(EditEvent::Quit) => json!({ "do": "leave" }),
            Ok(EditEvent::Validated(issues)) => {
                self.message = Message::Said(report::findings_in_short(&issues));
                json!({ "do": "" })
            }
            Ok(EditEvent::Symmetric(symmetry)) => {
                self.message = Message::Said(format!("symmetric drawing: {}", symmetry.name()));
                json!({ "do": "" })
            }
            Ok(_) => json!({ "do": "" }),
            Err(error) => self.changed(Err(error)),
        }
    }

    /// The result of a search of the draft.
    pub(crate) fn found(&mut self, found: &Found) {
        let Ok(puzzle) = self.editor.puzzle() else { return };
        let awaited = if found.purpose == Purpose::Prove { self.proof_id } else { self.answer_id };
        if found.id != awaited {
            return;
        }
        let run = found.run(puzzle.as_ref());
        if found.purpose == Purpose::Prove {
            self.proof = proved(&run);
            return;
        }
        self.message = report::found_of_draft(&run);
    }
}

fn draft_cells(editor: &Editor) -> &dyn Cells {
    editor.draft()
}
