//! Drawing a puzzle on the page: by a pointer, by keys and by commands.

use lurd_puzzle::puzzle::Coordinates;
use lurd_report as report;
use lurd_toolkit::edit::{Editor, commands::read, straight_line};
use serde_json::{Value, json};

use crate::draft::Editing;
use crate::inputs::diagnostic;
use crate::message::Message;
use crate::searching::{Purpose, Request};
use crate::session::Session;

impl Session {
    /// Begins to edit: the present level, or an empty board of a kind and a size.
    pub fn edit(&mut self, kind: &str, columns: usize, rows: usize) -> Value {
        let size = (columns > 0 && rows > 0).then_some((columns, rows));
        let plugin = |kind: &str| self.catalog.plugins().find(|plugin| plugin.name() == kind);
        let draft = match (&self.game, kind) {
            (Some(game), "") => {
                let puzzle = game.puzzle();
                plugin(puzzle.kind()).and_then(|plugin| plugin.draft(&puzzle.text()))
            }
            (_, kind) => match plugin(kind).map(|plugin| plugin.blank(size)) {
                Some(Ok(draft)) => Some(draft),
                Some(Err(error)) => return self.complain(report::escaped(&error.to_string())),
                None => None,
            },
        };
        match draft {
            Some(draft) => {
                self.following = None;
                self.editing = Some(Editing::new(Editor::new(draft, None)));
                json!({ "do": "edit" })
            }
            None => self.complain("this puzzle cannot be edited"),
        }
    }

    /// Begins to edit a draft that was kept, given as its text.
    pub fn edit_text(&mut self, kind: &str, text: &str) -> bool {
        let plugin = self.catalog.plugins().find(|plugin| plugin.name() == kind);
        let draft = plugin.and_then(|plugin| plugin.draft(text));
        self.editing = draft.map(|draft| Editing::new(Editor::new(draft, None)));
        self.editing.is_some()
    }

    /// Leaves the editor.
    pub fn leave_draft(&mut self) {
        self.editing = None;
    }

    /// A command of the editor that was typed.
    pub fn edit_command(&mut self, line: &str) -> Value {
        let Some(editing) = &mut self.editing else { return Value::Null };
        match read(line, editing.editor.draft().counts_from()) {
            Ok(command) => editing.execute(&self.catalog, command),
            Err(message) => {
                editing.message = Message::Bad(report::escaped(&message));
                json!({ "do": "" })
            }
        }
    }

    /// The pointer went down on a cell of a board; it paints, or erases.
    pub fn draw_from(&mut self, panel: usize, at: (usize, usize), erases: bool) -> Value {
        let Some(editing) = &mut self.editing else { return Value::Null };
        if panel >= editing.editor.panels().len() {
            return Value::Null;
        }
        editing.editor.end_stroke();
        editing.editor.turn_to(panel);
        editing.editor.begin_stroke();
        editing.drawn = Some((Coordinates::new(at.0, at.1), erases));
        self.draw_to(panel, at)
    }

    /// The pointer moved to a cell while it paints. All cells on the way are painted.
    pub fn draw_to(&mut self, panel: usize, to: (usize, usize)) -> Value {
        let Some(editing) = &mut self.editing else { return Value::Null };
        let Some((from, erases)) = editing.drawn.filter(|_| panel == editing.editor.panel()) else {
            return Value::Null;
        };
        let to = Coordinates::new(to.0, to.1);
        if !editing.editor.panels()[panel].holds(to) {
            return Value::Null;
        }
        let cells = straight_line(from, to);
        let painted = if erases { editing.editor.erase(&cells) } else { editing.editor.paint(&cells) };
        editing.cursor = to;
        editing.drawn = Some((to, erases));
        editing.changed(painted)
    }

    /// The pointer went up.
    pub fn end_stroke(&mut self) {
        if let Some(editing) = &mut self.editing {
            editing.drawn = None;
            editing.editor.end_stroke();
        }
    }

    /// Chooses a brush.
    pub fn brush(&mut self, name: &str) {
        if let Some(editing) = &mut self.editing {
            editing.editor.choose_brush(name);
        }
    }

    /// The request of a search of the draft: the short one for a proof, or the one for an answer. Nothing if the draft is
    /// no puzzle, or nothing is to be proved of it.
    pub fn search_draft(&mut self, for_answer: bool) -> Value {
        let options = self.options.clone();
        self.last_id += 1;
        let id = self.last_id;
        let Some(editing) = &mut self.editing else { return Value::Null };
        let puzzle = if for_answer { editing.editor.puzzle().ok() } else { editing.editor.to_be_proved() };
        let Some(puzzle) = puzzle else {
            if for_answer {
                editing.message = Message::Bad("the draft is not a puzzle yet; below is what is wrong".to_owned());
            }
            return Value::Null;
        };
        let purpose = if for_answer { Purpose::Draft } else { Purpose::Prove };
        *(if for_answer { &mut editing.answer_id } else { &mut editing.proof_id }) = id;
        json!(Request {
            id,
            purpose,
            kind: puzzle.kind().to_owned(),
            text: puzzle.text(),
            name: "draft".to_owned(),
            options,
            ..Request::default()
        })
    }

    /// Plays the draft.
    pub fn try_draft(&mut self) -> Value {
        let Some(editing) = &mut self.editing else { return Value::Null };
        match editing.editor.puzzle() {
            Ok(puzzle) => {
                let text = puzzle.text();
                match self.catalog.read_bytes("<draft>", text.as_bytes()) {
                    Ok(items) => {
                        self.leave_level();
                        self.levels = items;
                        self.enter(0);
                        json!({ "do": "play" })
                    }
                    Err(error) => diagnostic(&error),
                }
            }
            Err(error) => editing.changed(Err(error)),
        }
    }
}
