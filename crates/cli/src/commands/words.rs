//! The words about the level that is played or the draft that is edited: `undo`, `mark`, `put`, `validate`.

use lurd_puzzle::{
    puzzle::{Coordinates, Overlay, Puzzle},
    verify::Refusal,
};
use lurd_report::{self as report, Subject, picture::Drawn};
use lurd_toolkit::{
    edit::{EditError, EditEvent, Unsaved, commands::EditCommand},
    exit::Exit,
    files::WriteError,
    play::{Game, Lost, Moved, PlayError, PlayEvent, commands::PlayCommand, dead_position},
    session::Action,
};

use super::verify::explain;
use crate::{
    app::App,
    edit::opening::{self, RESTORED, note_draft, note_loaded, trial},
    keeping::draw_game,
};

impl App {
    /// Carries out what a word says.
    pub(super) fn act(&mut self, action: Action) -> Exit {
        match action {
            Action::Play(command) => self.play(command),
            Action::Edit(command) => self.edit(command),
        }
    }

    // The level that is played.

    fn play(&mut self, command: PlayCommand) -> Exit {
        if let PlayCommand::Delete(number) = command
            && self.asks()
            && !self.agrees(&format!("delete solution {number}?"))
        {
            self.screen.result("nothing was deleted");
            return Exit::Good;
        }
        let Some(levels) = &mut self.session.levels else {
            return self.complain("there is no current puzzle: type one, or 'load missile/1'");
        };
        let event = levels.execute(command.clone(), &self.catalog);
        // Saved before anything is shown of it: what is shown is not lost if lurd is killed then.
        let unsaved = levels.save().err();
        let exit = match (event, command) {
            (Ok(event), _) => self.show_event(event),
            (Err(PlayError::Actions(refusal)), PlayCommand::Act(text)) => {
                explain(self, &refusal, &self.typed(&text));
                if matches!(refusal, Refusal::Misread(_)) { Exit::Usage } else { Exit::No }
            }
            (Err(error), _) => self.refuse_play(&error),
        };
        exit.worst(self.report_unsaved(unsaved))
    }

    /// Reports, once, why the progress could not be saved.
    fn report_unsaved(&mut self, unsaved: Option<WriteError>) -> Exit {
        let exit = match &unsaved {
            Some(message) if self.unsaved != unsaved => self.complain(message),
            _ => Exit::Good,
        };
        self.unsaved = unsaved;
        exit
    }

    /// Shows what a command did.
    fn show_event(&mut self, event: PlayEvent) -> Exit {
        let Some(game) = self.session.game() else { return Exit::Good };
        let (say, width) = (|text: &str| self.screen.result(text), self.screen.width());
        match event {
            PlayEvent::Moved(moved) => return self.moved(moved),
            PlayEvent::Stepped(walked, moved) => {
                say(&report::walked(&walked, true));
                return self.moved(moved);
            }
            PlayEvent::SteppedBack(walked) => {
                say(&report::walked(&walked, false));
                return self.moved(Moved::default());
            }
            PlayEvent::Jumped => return self.moved(Moved::default()),
            PlayEvent::Entered(entered) => {
                let exit = self.report_unsaved(entered.unsaved);
                self.introduce(entered.resumed);
                return exit;
            }
            PlayEvent::Levels(rows) => say(&report::levels(&rows, width)),
            PlayEvent::Collections(all) => say(&report::shelves(&all, width)),
            PlayEvent::Solutions(all) => say(&report::saved_solutions(game.puzzle(), &all)),
            PlayEvent::Replay(_, steps) => return self.list_instructions(&game.puzzle().instructions(&steps), 1),
            PlayEvent::Picture(file, steps) => {
                let theme = self.settings.all.theme.unwrap_or_default();
                return self.drawn(draw_game(&file, game, steps.as_deref(), theme));
            }
            PlayEvent::Overlay(overlay, of) => return self.overlay(game, overlay, of),
            PlayEvent::Described(text) => say(&report::escaped_lines(&text)),
            event => {
                if let Some(text) = report::play_event(&event) {
                    say(&text);
                }
            }
        }
        Exit::Good
    }

    /// Shows the cells of an overlay as a picture and in words.
    fn overlay(&self, game: &Game, overlay: &Overlay, of: Option<Coordinates>) -> Exit {
        let Some(controls) = game.position().controls() else { return Exit::Good };
        match controls.marked(overlay, of) {
            Ok(cells) => {
                if self.settings.all.boards {
                    self.screen.result(&report::overlaid_picture(controls, overlay, &cells));
                }
                self.screen.result(&report::overlay_in_words(overlay, &cells));
                Exit::Good
            }
            Err(reason) => self.complain(&reason),
        }
    }

    fn refuse_play(&mut self, error: &PlayError) -> Exit {
        let message = match error {
            // 'restart' shows the start wherever the game is.
            PlayError::AtStart => return self.moved(Moved::default()),
            PlayError::Lost(Lost::NoAnswer) => "there is no answer to walk along: 'solve' first".to_owned(),
            PlayError::Lost(Lost::Elsewhere) => {
                let help = "'goto answer' goes to where it begins, or 'solve' again";
                format!("the answer does not lead through this position: {help}")
            }
            error => report::play_error(error),
        };
        self.complain(&message);
        error.exit()
    }

    /// Shows the level that is played from now on.
    pub(super) fn introduce(&self, resumed: usize) {
        let Some(levels) = &self.session.levels else { return };
        let (at, of) = levels.place();
        let game = levels.game();
        let place = if of > 1 { format!("  ({at} of {of})") } else { String::new() };
        let heading = report::heading(&Subject::of_game(game, game.puzzle()));
        self.screen.result(&format!("{heading}{place}\n{}", report::best_of_all(game)));
        if resumed > 0 {
            self.screen.result(&format!("{}; 'restart' goes back to the start", report::resumed(resumed)));
        }
        self.draw();
    }

    /// Shows the position after an action, with what remains as far as it is found quickly, and stores a solution.
    fn moved(&mut self, moved: Moved) -> Exit {
        let Some(game) = self.session.game() else { return Exit::Good };
        if self.settings.all.boards {
            self.screen.result(&report::picture(None, game.position()));
        }
        if game.is_solved() {
            self.screen.result(&report::finished(game));
            if let (true, Some(levels)) = (moved.solved, &mut self.session.levels)
                && let Some(text) = levels.keep(&self.catalog)
            {
                self.screen.result(&report::escaped(&text));
            }
            return Exit::Good;
        }
        self.screen.result(&report::done_in_short(game));
        let signals = &self.signals;
        if let Some(reason) = signals.during(|| dead_position::look(game, &signals.cancel)) {
            self.screen.result(&format!("warning: no solution is left, proved: {}", report::escaped(&reason)));
        } else {
            self.show_remaining();
        }
        Exit::Good
    }

    // The draft that is edited.

    fn edit(&mut self, command: EditCommand) -> Exit {
        let Some(editor) = &mut self.session.editor else { return Exit::Internal };
        let event = editor.execute(&self.catalog, command.clone());
        // Kept after each command, so that a crash loses nothing.
        let kept = editor.keep_draft();
        let exit = match event {
            Ok(event) => self.show_edit(event),
            Err(error) => self.refuse_edit(&error, command),
        };
        match kept {
            Ok(()) => exit,
            Err(message) => exit.worst(self.complain(&message)),
        }
    }

    /// Shows what a command of the editor did.
    fn show_edit(&mut self, event: EditEvent) -> Exit {
        let say = |text: &str| self.screen.result(text);
        match event {
            EditEvent::Begun => return self.show_draft(true),
            EditEvent::Loaded(loaded, is_restored) => {
                note_loaded(self, &loaded);
                if is_restored {
                    self.screen.note(&format!("note: {RESTORED}"));
                }
                return self.show_draft(true);
            }
            EditEvent::Symmetric(symmetry) => say(&format!("symmetric drawing: {}", symmetry.name())),
            EditEvent::Validated(issues) => {
                say(&report::issues(&issues));
                return if issues.is_empty() { Exit::Good } else { Exit::No };
            }
            EditEvent::Saved { path, saved } => say(&report::saved(&saved, &path)),
            EditEvent::Try(puzzle) => {
                self.session.play(trial(puzzle));
                self.introduce(0);
                self.screen.note("note: 'edit' goes back to the draft");
            }
            EditEvent::Picture(puzzle, file) => return self.draw_draft(puzzle.as_ref(), &file),
            EditEvent::Described(text) => say(&report::escaped_lines(&text)),
            EditEvent::Show => say(&self.session.draft().map_or_else(String::new, |it| report::draft(it.draft()))),
            _ => return self.show_draft(false),
        }
        Exit::Good
    }

    fn draw_draft(&self, puzzle: &dyn Puzzle, file: &str) -> Exit {
        let title = self.session.draft().and_then(|editor| editor.draft().title());
        let (title, theme) = (report::called(title.unwrap_or("draft")), self.settings.all.theme.unwrap_or_default());
        self.draw_to(file, &Drawn { puzzles: &[(puzzle, &title)], title: &title, steps: &[], theme })
    }

    /// Reports why the editor did not carry out a command.
    pub(super) fn complain_of_edit(&self, error: &EditError) -> Exit {
        match error {
            EditError::Input(error) => return self.refuse(error, false),
            EditError::NotEditable { loaded, .. } => note_loaded(self, loaded),
            _ => {}
        }
        self.complain(&report::edit_error(error));
        error.exit()
    }

    fn refuse_edit(&mut self, error: &EditError, command: EditCommand) -> Exit {
        let exit = self.complain_of_edit(error);
        if let (EditError::Unsaved { path, reason, retry: Some(options) }, EditCommand::Save { format, .. }) =
            (error, command)
        {
            let question = match reason {
                Unsaved::Invalid(_) => "save it anyway?",
                _ => "replace what is there?",
            };
            if self.agrees(question) {
                return self.edit(EditCommand::Save { path: Some(path.clone()), format, options: *options });
            }
            self.screen.note("help: 'save FILE --force' saves it in any case");
        }
        exit
    }

    /// Shows the draft, and whether it is a puzzle; a `new` one in any case, where boards are not shown after each action.
    pub(super) fn show_draft(&self, new: bool) -> Exit {
        let Some(editor) = self.session.draft() else { return Exit::Good };
        if self.settings.all.boards || new {
            self.screen.result(&report::draft(editor.draft()));
        }
        self.screen.result(&report::findings_in_short(&editor.known_issues()));
        Exit::Good
    }

    /// Replaces the draft by a board that was typed or pasted.
    pub(super) fn paste(&mut self, text: &str) -> Exit {
        let is_changed = self.session.draft().is_some_and(lurd_toolkit::edit::Editor::is_changed);
        if is_changed && self.asks() && !self.agrees("replace the board, which is not saved?") {
            return Exit::Good;
        }
        let Some(editor) = &mut self.session.editor else { return Exit::Internal };
        let pasted = opening::paste(&self.catalog, editor, text);
        let kept = editor.keep_draft();
        match self.accept(pasted.map_err(|error| report::escaped(&error.to_string()))) {
            Ok(message) => self.screen.result(&message),
            Err(exit) => return exit,
        }
        self.accept(kept).map_or_else(|exit| exit, |()| self.show_draft(false))
    }

    /// Notes where the draft is kept that is left now.
    pub(crate) fn leave_draft(&mut self) {
        if let Some(editor) = self.session.editor.take() {
            note_draft(self, &editor);
        }
    }
}
