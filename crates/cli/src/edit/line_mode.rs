//! The editor in line mode: for pipes, tests and screen readers.

use lurd_puzzle::puzzle::Puzzle;
use lurd_report as report;
use lurd_report::Subject;
use lurd_toolkit::{
    commands::Flags,
    edit::{
        EditError, EditEvent, Editor, Unsaved,
        commands::{COMMANDS, EditCommand, read},
    },
    exit::Exit,
    solve,
};

use super::opening::{self, is_board, note_draft, note_loaded, trial};
use crate::{app::App, play::line_mode::PlayLineMode, split::wants_more, typed_lines::TypedLines};

const PROMPT: &str = "edit> ";

/// An input of one or more lines.
enum Read {
    Command(EditCommand),
    Board(String),
}

/// A draft edited by typed lines.
pub(crate) struct EditLineMode<'a> {
    pub(crate) app: &'a mut App,
    pub(crate) flags: &'a Flags,
    pub(crate) editor: &'a mut Editor,
    /// Whether boards are left out.
    pub(crate) quiet: bool,
}

impl EditLineMode<'_> {
    /// Edits until `quit` or the end of the input and returns the worst exit code of all lines.
    pub(crate) fn run(&mut self, lines: &mut TypedLines) -> Exit {
        self.note_orphans();
        let mut worst = self.shown();
        while let Some(line) = lines.next(PROMPT) {
            self.app.signals.cancel.reset();
            let exit = match line.map_err(String::from).and_then(|line| self.read(&line, lines)) {
                Ok(Read::Board(text)) => self.paste(&text, lines),
                Ok(Read::Command(EditCommand::Quit)) => break,
                Ok(Read::Command(command)) => self.execute(command, lines).worst(self.keep_draft()),
                Err(message) => self.app.complain(&message),
            };
            worst = worst.worst(exit);
            if self.app.signals.is_ending() {
                worst = Exit::Interrupted;
                break;
            }
        }
        note_draft(self.app, self.editor);
        worst
    }

    /// Reads a command, or a board of several rows: up to a blank line, or until it is complete.
    fn read(&self, line: &str, lines: &mut TypedLines) -> Result<Read, String> {
        let wrong = match read(line) {
            Ok(command) => return Ok(Read::Command(command)),
            Err(wrong) => wrong,
        };
        let catalog = &self.app.catalog;
        if !is_board(catalog, line) {
            return Err(wrong);
        }
        let mut text = line.to_owned();
        while wants_more(catalog, &text) {
            match lines.row("  ..> ") {
                Some(row) => {
                    text.push('\n');
                    text.push_str(&row?);
                }
                None => break,
            }
        }
        Ok(Read::Board(text))
    }

    fn paste(&mut self, text: &str, lines: &mut TypedLines) -> Exit {
        let asks = self.editor.is_changed() && lines.asks();
        if asks && !lines.agrees("replace the board, which is not saved?") {
            return Exit::Good;
        }
        match opening::paste(&self.app.catalog, self.editor, text) {
            Ok(message) => {
                self.say(&message);
                self.shown().worst(self.keep_draft())
            }
            Err(message) => self.app.complain(&report::escaped(&message.to_string())),
        }
    }

    fn note_orphans(&self) {
        let what = match self.editor.orphans_of_others() {
            0 => return,
            1 => "there is an unsaved draft: 'recover' restores it, 'discard' removes it".to_owned(),
            count => {
                format!("there are {count} unsaved drafts: 'recover' restores the last, 'discard' removes it")
            }
        };
        self.app.screen.note(&format!("note: {what}"));
    }

    /// Keeps the draft after each command, so that a crash loses nothing.
    fn keep_draft(&mut self) -> Exit {
        match self.editor.keep_draft() {
            Ok(()) => Exit::Good,
            Err(message) => self.app.complain(&message),
        }
    }

    fn say(&self, text: &str) {
        self.app.screen.result(text);
    }

    fn execute(&mut self, command: EditCommand, lines: &mut TypedLines) -> Exit {
        match self.editor.execute(&self.app.catalog, command.clone()) {
            Ok(event) => self.show(event, lines),
            Err(error) => self.refuse(&error, command, lines),
        }
    }

    /// Shows what a command did, and does what is left to do.
    fn show(&mut self, event: EditEvent, lines: &mut TypedLines) -> Exit {
        match event {
            EditEvent::Changed(_) | EditEvent::Board => return self.shown(),
            EditEvent::Begun | EditEvent::Recovered => {
                self.note_orphans();
                return self.shown();
            }
            EditEvent::Loaded(loaded) => {
                note_loaded(self.app, &loaded);
                self.note_orphans();
                return self.shown();
            }
            EditEvent::Discarded(left) => self.say(&report::discarded(left)),
            EditEvent::Symmetric(symmetry) => self.say(&format!("symmetric drawing: {}", symmetry.name())),
            EditEvent::Validated(issues) => {
                self.say(&report::issues(&issues));
                return if issues.is_empty() { Exit::Good } else { Exit::No };
            }
            EditEvent::Saved { path, saved } => self.say(&report::saved(&saved, &path)),
            EditEvent::Try(puzzle) => return self.play(puzzle, lines),
            EditEvent::Solve(puzzle) => return self.solve(puzzle.as_ref()),
            EditEvent::Show => self.say(&report::draft(self.editor.draft())),
            EditEvent::Help => self.say(&report::commands(COMMANDS)),
            EditEvent::Quit => {}
        }
        Exit::Good
    }

    fn refuse(&mut self, error: &EditError, command: EditCommand, lines: &mut TypedLines) -> Exit {
        match error {
            EditError::Input(error) => return self.app.refuse(error, false),
            EditError::NotEditable { loaded, .. } => note_loaded(self.app, loaded),
            _ => {}
        }
        self.app.screen.note(&report::message(&report::edit_error(error)));
        if let (EditError::Unsaved { path, reason, retry: Some(options) }, EditCommand::Save { format, .. }) =
            (error, command)
        {
            let question = match reason {
                Unsaved::Invalid(_) => "save it anyway?",
                _ => "replace what is there?",
            };
            if lines.agrees(question) {
                let command = EditCommand::Save { path: Some(path.clone()), format, options: *options };
                return self.execute(command, lines);
            }
            self.app.screen.note("help: 'save FILE --force' saves it in any case");
        }
        error.exit()
    }

    /// Shows the draft, and whether it is a puzzle.
    fn shown(&mut self) -> Exit {
        if !self.quiet {
            self.say(&report::draft(self.editor.draft()));
        }
        self.say(&report::findings_in_short(&self.editor.known_issues()));
        Exit::Good
    }

    fn play(&mut self, puzzle: Box<dyn Puzzle>, lines: &mut TypedLines) -> Exit {
        let Some(mut level_set) = trial(puzzle) else { return Exit::No };
        let exit = PlayLineMode::new(self.app, self.flags, &mut level_set, self.quiet).run(lines);
        self.shown();
        exit
    }

    fn solve(&mut self, puzzle: &dyn Puzzle) -> Exit {
        let search = self.app.search(self.flags);
        let run = self.app.watch(|cancel, observer| solve::solve(puzzle, &search, cancel, observer));
        let subject = Subject { name: "draft", reference: "draft", source: "draft", index: 1, puzzle };
        match self.app.run_text(&subject, &run, false) {
            Some(text) => self.say(text.split_once('\n').map_or("", |(_, rest)| rest)),
            None => {
                self.app.complain("the search does not fit this puzzle");
            }
        }
        run.exit()
    }
}
