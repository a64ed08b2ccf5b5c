//! The editor by lines of words: for pipes, tests and screen readers.

use super::paste::{is_board, take};
use super::{open, tell_draft, trial};
use crate::report::{self, Subject};
use crate::toolkit::edit::words::{EditCommand, WORDS, read};
use crate::toolkit::edit::{Editor, Leave, Unsaved};
use crate::toolkit::exit::Exit;
use crate::toolkit::solve;
use crate::ui::app::{App, wants_more};
use crate::ui::cli::Invocation;
use crate::ui::play::line_mode::PlayLineMode as Player;
use crate::ui::typed_lines::TypedLines;

const PROMPT: &str = "edit> ";

/// What a line is, with those that belong to it.
enum Read {
    EditCommand(EditCommand),
    Board(String),
}

/// A draft between lines.
pub(in crate::ui) struct EditLineMode<'a> {
    pub(in crate::ui) app: &'a mut App,
    pub(in crate::ui) order: &'a Invocation,
    pub(in crate::ui) editor: &'a mut Editor,
    /// Without boards.
    pub(in crate::ui) quiet: bool,
}

impl EditLineMode<'_> {
    /// Draws until `quit` or the end of the input; gives the worst of what the lines came to.
    pub(in crate::ui) fn run(&mut self, words: &mut TypedLines) -> Exit {
        self.tell_orphans();
        let mut worst = Exit::Good;
        self.shown();
        while let Some(line) = words.next(PROMPT) {
            self.app.signals.cancel.reset();
            match line.and_then(|line| self.read(&line, words)) {
                Ok(Read::Board(text)) => worst = worst.worst(self.paste(&text, words)),
                Ok(Read::EditCommand(EditCommand::Quit)) => break,
                Ok(Read::EditCommand(word)) => {
                    worst = worst.worst(self.carry_out(word, words));
                    worst = worst.worst(self.keep_draft());
                }
                Err(message) => worst = worst.worst(self.app.complain(&message)),
            }
        }
        tell_draft(self.app, self.editor);
        worst
    }

    /// A word, or a board whose rows are pasted or typed: up to a blank line, or until it is whole.
    fn read(&self, line: &str, words: &mut TypedLines) -> Result<Read, String> {
        let wrong = match read(line) {
            Ok(word) => return Ok(Read::EditCommand(word)),
            Err(wrong) => wrong,
        };
        let catalog = &self.app.catalog;
        if !is_board(catalog, line) {
            return Err(wrong);
        }
        let mut text = line.to_owned();
        while wants_more(catalog, &text) {
            match words.row("  ..> ") {
                Some(row) => {
                    text.push('\n');
                    text.push_str(&row?);
                }
                None => break,
            }
        }
        Ok(Read::Board(text))
    }

    fn paste(&mut self, text: &str, words: &mut TypedLines) -> Exit {
        if self.editor.is_changed() && words.asks() && !words.agrees("replace the board, which is not saved?")
        {
            return Exit::Good;
        }
        match take(&self.app.catalog, self.editor, text) {
            Ok(said) => {
                self.say(&said);
                self.shown().worst(self.keep_draft())
            }
            Err(message) => self.app.complain(&report::escaped(&message)),
        }
    }

    fn tell_orphans(&self) {
        let what = match self.editor.orphans_of_others() {
            0 => return,
            1 => "there is a draft that was not saved: 'recover' takes it up, 'discard' drops it".to_owned(),
            count => format!(
                "there are {count} drafts that were not saved: 'recover' takes up the last, 'discard' drops it"
            ),
        };
        self.app.screen.note(&format!("note: {what}"));
    }

    /// So that nothing is lost whatever happens.
    fn keep_draft(&mut self) -> Exit {
        match self.editor.keep_draft() {
            Ok(()) => Exit::Good,
            Err(message) => self.app.complain(&message),
        }
    }

    fn say(&self, text: &str) {
        self.app.screen.result(text);
    }

    fn carry_out(&mut self, word: EditCommand, words: &mut TypedLines) -> Exit {
        let Some(changed) = self.editor.carry_out(&self.app.catalog, &word) else {
            return self.look(word, words);
        };
        match changed {
            Ok(_) => {
                if matches!(word, EditCommand::New(..) | EditCommand::Recover) {
                    self.tell_orphans();
                }
                self.shown()
            }
            Err(message) => self.app.complain(&report::escaped(&message)),
        }
    }

    /// Words that change nothing.
    fn look(&mut self, word: EditCommand, words: &mut TypedLines) -> Exit {
        match word {
            EditCommand::Validate => {
                let issues = self.editor.issues();
                self.say(&report::issues(&issues));
                if issues.is_empty() { Exit::Good } else { Exit::No }
            }
            EditCommand::Show => {
                self.say(&report::draft(self.editor.draft()));
                Exit::Good
            }
            EditCommand::Discard => match self.editor.discard_orphan() {
                Ok(left) => {
                    self.say(&report::discarded(left));
                    Exit::Good
                }
                Err(message) => self.app.complain(&message),
            },
            EditCommand::Load(text) => match open(self.app, self.editor, &text) {
                Ok(()) => {
                    self.tell_orphans();
                    self.shown()
                }
                Err(exit) => exit,
            },
            EditCommand::Try => self.play(words),
            EditCommand::Solve => self.solve(),
            EditCommand::Save(path, format, force) => self.save(path, format.as_deref(), force, words),
            EditCommand::Help => {
                self.say(&report::commands(WORDS));
                Exit::Good
            }
            _ => Exit::Good,
        }
    }

    /// Shows what is drawn, and whether it is a puzzle.
    fn shown(&mut self) -> Exit {
        if !self.quiet {
            self.say(&report::draft(self.editor.draft()));
        }
        self.say(&report::findings_in_short(&self.editor.issues()));
        Exit::Good
    }

    fn play(&mut self, words: &mut TypedLines) -> Exit {
        let Some(mut level_set) = self.puzzle().and_then(trial) else { return Exit::No };
        let exit = Player::new(self.app, self.order, &mut level_set, self.quiet).run(words);
        self.shown();
        exit
    }

    fn puzzle(&self) -> Option<Box<dyn crate::puzzle::Puzzle>> {
        match self.editor.puzzle() {
            Ok(puzzle) => Some(puzzle),
            Err(message) => {
                self.app
                    .screen
                    .note(&report::message(&format!("no puzzle yet: {}", report::escaped(&message))));
                None
            }
        }
    }

    fn solve(&mut self) -> Exit {
        let issues = self.editor.issues();
        if !issues.is_empty() {
            self.app.screen.note(&report::message(&report::invalid(&issues)));
            return Exit::No;
        }
        let Some(puzzle) = self.puzzle() else { return Exit::No };
        let search = match self.app.search(self.order) {
            Ok(search) => search,
            Err(message) => return self.app.complain(&message),
        };
        let mut line = self.app.status_line();
        let signals = &self.app.signals;
        let run = signals.during(|| solve::solve(puzzle.as_ref(), &search, &signals.cancel, &mut line));
        drop(line);
        let subject =
            Subject { name: "draft", reference: "draft", source: "draft", index: 1, puzzle: puzzle.as_ref() };
        match self.app.run_text(&subject, &run) {
            Some(text) => self.say(text.split_once('\n').map_or("", |(_, rest)| rest)),
            None => {
                self.app.complain("the search does not fit this puzzle");
            }
        }
        run.exit()
    }

    fn save(
        &mut self,
        path: Option<String>,
        format: Option<&str>,
        force: bool,
        words: &mut TypedLines,
    ) -> Exit {
        let Some(path) = path.or_else(|| self.editor.file().map(str::to_owned)) else {
            return self.app.complain("'save' takes the name of a file");
        };
        let mut leave = Leave { invalid: force, replace: force };
        loop {
            let unsaved = match self.editor.save(&self.app.catalog, &path, format, leave) {
                Ok(saved) => {
                    self.say(&report::saved(&saved, &path));
                    return Exit::Good;
                }
                Err(unsaved) => unsaved,
            };
            self.app.screen.note(&report::message(&report::unsaved(&unsaved, &path)));
            match unsaved {
                Unsaved::Failed(_) => return Exit::Usage,
                Unsaved::Exists(_) | Unsaved::Loses(..) if words.agrees("replace what is there?") => {
                    leave.replace = true;
                }
                Unsaved::Invalid(_) if words.agrees("save it all the same?") => leave.invalid = true,
                Unsaved::Exists(_) | Unsaved::Loses(..) | Unsaved::Invalid(_) => {
                    self.app.screen.note("help: 'save FILE --force' saves it in any case");
                    return Exit::No;
                }
            }
        }
    }
}
