//! Carries out the commands of the editor, for the prompt and the screen alike.

use lurd_puzzle::catalog::{Catalog, Reference, Typed};
use lurd_puzzle::puzzle::{Draft, DraftError, Issue, Puzzle};

use super::{
    commands::EditCommand,
    editor::{Editor, Symmetry},
    saving::{EditError, Loaded, SaveOptions, Saved, Unsaved},
};

/// What a command of the editor did, or what the front end has to do.
pub enum EditEvent {
    /// The draft was changed; `false` if it is the same as before.
    Changed(bool),
    Board,
    Begun,
    /// A puzzle was loaded, and whether its unsaved draft was restored.
    Loaded(Box<Loaded>, bool),
    /// Mirror images are drawn from now on, or no longer.
    Symmetric(Symmetry),
    Validated(Vec<Issue>),
    Saved {
        path: String,
        saved: Saved,
    },
    /// The puzzle is to be played.
    Try(Box<dyn Puzzle>),
    Solve(Box<dyn Puzzle>),
    /// The puzzle is to be rated.
    Rate(Box<dyn Puzzle>),
    /// The board of the puzzle is to be drawn to that file.
    Picture(Box<dyn Puzzle>, String),
    Show,
    /// The board in words.
    Described(String),
    Help,
    Quit,
}

impl Editor {
    /// Carries out a command; on an error the draft is as it was.
    pub fn execute(&mut self, catalog: &Catalog, command: EditCommand) -> Result<EditEvent, EditError> {
        match command {
            EditCommand::New(size, kind) => {
                let kind = kind.unwrap_or_else(|| self.draft().kind().to_owned());
                self.begin(catalog, &kind, size).map(|()| EditEvent::Begun)
            }
            EditCommand::Put(thing, at) => {
                let cells = self.with_images(&[at], Some(&thing));
                self.changed(|draft, panel| cells.iter().try_for_each(|&at| draft.put(panel, &thing, at)))
            }
            EditCommand::Symmetric(symmetry) => {
                self.set_symmetry(symmetry);
                Ok(EditEvent::Symmetric(symmetry))
            }
            EditCommand::Erase(at) => self.erase(&[at]).map(EditEvent::Changed),
            EditCommand::Fill(thing) => self.changed(|draft, panel| draft.fill(panel, &thing)),
            EditCommand::Clear => self.changed_in_any_case(|draft, panel| draft.clear(panel)),
            EditCommand::Shift(direction) => self.changed_in_any_case(|draft, panel| draft.shift(panel, direction)),
            EditCommand::Rotate => self.changed_in_any_case(|draft, _| draft.rotate()),
            EditCommand::Mirror => self.changed_in_any_case(|draft, _| draft.mirror()),
            EditCommand::Resize(columns, rows) => self.changed(|draft, _| draft.resize(rows, columns)),
            EditCommand::Border => self.changed(|draft, _| draft.border()),
            EditCommand::Title(title) => self.changed(|draft, _| draft.set_title(title)),
            EditCommand::On(name) => self.turn_to_named(&name),
            EditCommand::Undo(count) => match self.undo(count) {
                0 => Err(EditError::Refused("nothing to undo".into())),
                _ => Ok(EditEvent::Changed(true)),
            },
            EditCommand::Redo(count) => match self.redo(count) {
                0 => Err(EditError::Refused("nothing to redo".into())),
                _ => Ok(EditEvent::Changed(true)),
            },
            EditCommand::Load(text) => {
                can_be_opened(catalog, &text)?;
                let loaded = self.load_typed(catalog, &Typed::argument(&text))?;
                Ok(EditEvent::Loaded(Box::new(loaded), self.restore(catalog)?))
            }
            EditCommand::Save { path, format, options } => self.save_to(catalog, path, format.as_deref(), options),
            EditCommand::Validate => Ok(EditEvent::Validated(self.known_issues())),
            EditCommand::Try => self.puzzle().map(EditEvent::Try),
            EditCommand::Solve => self.valid_puzzle().map(EditEvent::Solve),
            EditCommand::Rate => self.valid_puzzle().map(EditEvent::Rate),
            EditCommand::Picture(file) => self.puzzle().map(|puzzle| EditEvent::Picture(puzzle, file)),
            EditCommand::Show => Ok(EditEvent::Show),
            EditCommand::Describe => Ok(EditEvent::Described(self.draft().in_words())),
            EditCommand::Help => Ok(EditEvent::Help),
            EditCommand::Quit => Ok(EditEvent::Quit),
        }
    }

    /// The puzzle, for a solver, which may give meaningless answers for invalid drafts.
    fn valid_puzzle(&self) -> Result<Box<dyn Puzzle>, EditError> {
        let issues = self.issues();
        if issues.is_empty() { self.puzzle() } else { Err(EditError::Invalid(issues)) }
    }

    fn changed(
        &mut self,
        change: impl FnOnce(&mut dyn Draft, usize) -> Result<(), DraftError>,
    ) -> Result<EditEvent, EditError> {
        self.change(change).map(EditEvent::Changed)
    }

    /// Makes a change that no draft refuses.
    fn changed_in_any_case(&mut self, change: impl FnOnce(&mut dyn Draft, usize)) -> Result<EditEvent, EditError> {
        self.changed(|draft, panel| {
            change(draft, panel);
            Ok(())
        })
    }

    fn turn_to_named(&mut self, name: &str) -> Result<EditEvent, EditError> {
        let panels = self.panels();
        let Some(panel) = panels.iter().position(|panel| panel.name == name) else {
            let known: Vec<_> = panels.iter().map(|panel| panel.name).collect();
            return Err(EditError::Refused(format!("there is no board '{name}', only {}", known.join(", ")).into()));
        };
        self.turn_to(panel);
        Ok(EditEvent::Board)
    }

    /// Loads the first puzzle that `typed` names.
    pub fn load_typed(&mut self, catalog: &Catalog, typed: &Typed) -> Result<Loaded, EditError> {
        let items = catalog.resolve(typed).map_err(EditError::Input)?;
        let count = items.len();
        let item = items.into_iter().next().ok_or_else(|| not_a_file(typed.text()))?;
        let loaded = Loaded { item, count };
        match self.load(catalog, &loaded.item) {
            Ok(()) => Ok(loaded),
            Err(EditError::Refused(message)) => {
                Err(EditError::NotEditable { loaded: Box::new(loaded), message: message.into() })
            }
            Err(error) => Err(error),
        }
    }

    fn save_to(
        &mut self,
        catalog: &Catalog,
        path: Option<String>,
        format: Option<&str>,
        options: SaveOptions,
    ) -> Result<EditEvent, EditError> {
        let path = path.or_else(|| self.file().map(str::to_owned)).ok_or(EditError::NoFile)?;
        match self.save(catalog, &path, format, options) {
            Ok(saved) => Ok(EditEvent::Saved { path, saved }),
            Err(reason) => {
                let retry = match reason {
                    Unsaved::Invalid(_) => Some(SaveOptions { allow_invalid: true, ..options }),
                    Unsaved::Exists(_) | Unsaved::Loses(..) => Some(SaveOptions { overwrite: true, ..options }),
                    Unsaved::Failed(_) => None,
                };
                Err(EditError::Unsaved { path, reason, retry })
            }
        }
    }
}

/// Checks that loading would not wait forever: for standard input, which gives commands, or for a pipe.
fn can_be_opened(catalog: &Catalog, text: &str) -> Result<(), EditError> {
    match Reference::parse(text, catalog) {
        Reference::Stdin => Err(EditError::Refused("'-' is the input of the editor itself: name a file".into())),
        Reference::File { path, .. } => match std::fs::metadata(path) {
            Ok(found) if !found.is_file() && !found.is_dir() => Err(not_a_file(path)),
            _ => Ok(()),
        },
        _ => Ok(()),
    }
}

fn not_a_file(path: &str) -> EditError {
    EditError::Refused(format!("'{path}' is not a regular file").into())
}
