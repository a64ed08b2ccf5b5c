//! The editor in line mode: for pipes, tests and screen readers.

use lurd_puzzle::puzzle::{Puzzle, Unanswered};
use lurd_report as report;
use lurd_report::Subject;
use lurd_toolkit::{
    edit::{
        EditError, EditEvent, Editor, Unsaved,
        commands::{COMMANDS, EditCommand, read},
    },
    exit::Exit,
    generate::rate,
    play::Game,
    search_options::SearchOptions,
    solve,
    words::Word,
};

use super::opening::{self, is_board, item, note_draft, note_loaded, trial};
use crate::{
    app::App,
    args::ScreenArgs,
    keeping::draw_to,
    lines::{self, Done, Mode},
    play::line_mode::PlayLineMode,
    split::{own, split},
};

/// A draft edited by typed lines.
pub(crate) struct EditLineMode<'a> {
    pub(crate) app: &'a mut App,
    pub(crate) search: SearchOptions,
    pub(crate) screen: ScreenArgs,
    pub(crate) editor: &'a mut Editor,
    /// Whether boards are left out.
    pub(crate) quiet: bool,
}

impl EditLineMode<'_> {
    /// Edits until `quit` or the end of the input and returns the worst exit code of all lines.
    pub(crate) fn run(&mut self) -> Exit {
        self.note_orphans();
        let worst = self.shown().worst(lines::run(self));
        note_draft(self.app, self.editor);
        worst
    }

    fn paste(&mut self, text: &str) -> Exit {
        let asks = self.editor.is_changed() && self.app.asks();
        if asks && !self.app.agrees("replace the board, which is not saved?") {
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

    /// Carries out a command of the prompt on the draft.
    fn command_of_prompt(&mut self, line: &str) -> Done {
        // Searches may give meaningless answers for invalid drafts.
        let searches = split(line).is_some_and(|it| {
            let has_limits = it.row.parser(true).get_arguments().any(|arg| arg.get_long() == Some("time"));
            has_limits && it.words.last().is_some_and(|last| last == "--")
        });
        let issues = if searches { self.editor.known_issues() } else { Vec::new() };
        if !issues.is_empty() {
            let error = EditError::Invalid(issues);
            self.app.screen.note(&report::message(&report::edit_error(&error)));
            return Done::Go(error.exit());
        }
        let game = item(self.editor).and_then(|item| Game::new(item).ok());
        self.app.line_at_prompt(game, line).1
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

    fn execute(&mut self, command: EditCommand) -> Exit {
        match self.editor.execute(&self.app.catalog, command.clone()) {
            Ok(event) => self.show(event),
            Err(error) => self.refuse(&error, command),
        }
    }

    /// Shows what a command did, and does what is left to do.
    fn show(&mut self, event: EditEvent) -> Exit {
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
            EditEvent::Try(puzzle) => return self.play(puzzle),
            EditEvent::Solve(puzzle) => return self.solve(puzzle.as_ref()),
            EditEvent::Rate(puzzle) => return self.rate(puzzle.as_ref()),
            EditEvent::Picture(puzzle, file) => {
                let title = report::called(self.editor.draft().title().unwrap_or("draft"));
                let theme = self.screen.theme.unwrap_or_default();
                match draw_to(&file, |format| format.board(puzzle.start().as_ref(), &title, theme)) {
                    Ok(text) => self.say(&text),
                    Err(message) => return self.app.complain(&message),
                }
            }
            EditEvent::Described(text) => self.say(&report::escaped_lines(&text)),
            EditEvent::Show => self.say(&report::draft(self.editor.draft())),
            EditEvent::Help | EditEvent::Quit => {}
        }
        Exit::Good
    }

    fn refuse(&mut self, error: &EditError, command: EditCommand) -> Exit {
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
            if self.app.agrees(question) {
                let command = EditCommand::Save { path: Some(path.clone()), format, options: *options };
                return self.execute(command);
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

    fn play(&mut self, puzzle: Box<dyn Puzzle>) -> Exit {
        let Some(mut level_set) = trial(puzzle) else { return Exit::No };
        let exit = PlayLineMode::new(self.app, self.search.clone(), self.screen, &mut level_set, self.quiet).run();
        self.shown();
        exit
    }

    fn rate(&mut self, puzzle: &dyn Puzzle) -> Exit {
        let limits = self.search.limits;
        let end = self.app.watch(|cancel, observer| rate(puzzle, limits, cancel, observer));
        let subject = Subject { name: "draft", reference: "draft", source: "draft", index: 1, puzzle };
        match (report::rating_text(&subject, &end), &end) {
            (Some(text), _) => self.say(text.split_once('\n').map_or("", |(_, rest)| rest)),
            (None, Err(Unanswered::Unsupported { reason } | Unanswered::Bug { message: reason })) => {
                return self.app.complain(reason);
            }
            (None, _) => {}
        }
        Exit::of(&end)
    }

    fn solve(&mut self, puzzle: &dyn Puzzle) -> Exit {
        let run = self.app.watch(|cancel, observer| solve::solve(puzzle, &self.search, cancel, observer));
        let subject = Subject { name: "draft", reference: "draft", source: "draft", index: 1, puzzle };
        match self.app.run_text(&subject, &run) {
            Some(text) => self.say(text.split_once('\n').map_or("", |(_, rest)| rest)),
            None => {
                self.app.complain("the search does not fit this puzzle");
            }
        }
        run.exit()
    }
}

impl Mode for EditLineMode<'_> {
    fn app(&mut self) -> &mut App {
        self.app
    }

    fn prompt(&self) -> &'static str {
        "edit> "
    }

    fn words(&self) -> &'static [Word] {
        COMMANDS
    }

    /// A word of the editor, a command of the prompt, or a board, which replaces the draft.
    fn line(&mut self, line: &str) -> Done {
        let own = own(line, COMMANDS);
        let text = own.map_or_else(|| line.to_owned(), |(row, rest)| format!("{} {rest}", row.name));
        match read(&text, self.editor.draft().counts_from()) {
            Ok(EditCommand::Quit) => Done::Quit,
            Ok(command) => Done::Go(self.execute(command).worst(self.keep_draft())),
            // The editor's word takes nothing, but the command of the prompt does.
            Err(_) if split(line).is_some() && own.is_none_or(|(row, _)| row.arguments.is_empty()) => {
                self.command_of_prompt(line)
            }
            Err(_) if own.is_none() && is_board(&self.app.catalog, line) => Done::Go(self.paste(line)),
            Err(message) => Done::Go(self.app.complain(&message)),
        }
    }
}
