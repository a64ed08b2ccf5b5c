//! Lines of the prompt and of scripts: a command, actions or a puzzle.

use lurd_disk::names::path_of;
use lurd_puzzle::{
    catalog::{Reference, Source, Typed, is_puzzle_text, nearest},
    puzzle::{Confidence, NextRow, Plugin, ReadOptions},
    verify::Refusal,
};
use lurd_report as report;
use lurd_toolkit::{exit::Exit, play::commands::PlayCommand, session::Action};

use crate::registry::{command, names};
use crate::{
    app::App,
    split::{Split, after_comments, dropped_file, split},
};

/// What a typed line is.
pub(crate) enum Input {
    Nothing,
    Command(Split),
    /// A word about what is played or edited; the error is what is wrong with the line.
    Word(Result<Action, String>),
    /// Actions of the current puzzle.
    Actions(Typed),
    /// A puzzle, or the name of one.
    Puzzle(Typed),
    /// None of these.
    Unknown(Typed),
}

impl App {
    /// What a line is. A word that is a command wins.
    fn input(&self, line: &str) -> Input {
        let Some(start) = after_comments(line) else { return Input::Nothing };
        // Comments before a board may be its title, so they are cut off only before a command.
        match (self.session.read(&line[start..]), split(&line[start..])) {
            (Some(Ok(action)), _) => return Input::Word(Ok(action)),
            (_, Some(split)) => return Input::Command(split),
            (Some(wrong), None) => return Input::Word(wrong),
            (None, None) => {}
        }
        // `lurd missile/1`, as at the shell.
        let text = line.trim_end();
        let text = text.strip_prefix("lurd ").map_or(text, str::trim_start);
        let typed = self.typed(text);
        if !is_puzzle_text(text) && self.session.reads_actions(text) {
            Input::Actions(typed)
        } else if typed.text() != "-" && self.is_a_puzzle(typed.text()) {
            Input::Puzzle(typed)
        } else {
            Input::Unknown(typed)
        }
    }

    /// Carries out a line of the prompt or of a script.
    pub(crate) fn line(&mut self, line: &str) -> Exit {
        let allow_unequal = self.settings.all.allow_unequal;
        self.catalog.set_read_options(ReadOptions { allow_unequal, ..ReadOptions::default() });
        let whole = self.line.take().filter(|(source, at)| source.text[*at..].starts_with(line));
        self.line = Some(whole.unwrap_or_else(|| (Source::new("<prompt>", line), 0)));
        let exit = match self.input(line) {
            Input::Nothing => Exit::Good,
            Input::Command(split) => self.carry_out(split.row, &split.words),
            Input::Word(Ok(action)) => self.act(action),
            Input::Word(Err(message)) => self.complain(&report::escaped(&message)),
            Input::Actions(typed) => self.act(Action::Play(PlayCommand::Act(typed.text().to_owned()))),
            Input::Puzzle(typed) => self.take(&typed),
            Input::Unknown(typed) => self.explain_line(&typed),
        };
        self.line = None;
        exit
    }

    /// A word of the shell or of the line that is carried out, where it stands there. A path that was pasted as terminals
    /// write it is that of its file.
    pub(crate) fn typed(&self, word: &str) -> Typed {
        if let Some(path) = dropped_file(word).filter(|path| path != word) {
            return Typed::argument(&path);
        }
        // A puzzle is kept with its source.
        let line = self.line.as_ref().filter(|_| !is_puzzle_text(word));
        match line.and_then(|(line, from)| Some((line, from + place_of(word, &line.text[*from..])?))) {
            Some((line, at)) => Typed::at_prompt(line, at..at + word.len()),
            None if self.line.is_some() => Typed::at_prompt(&Source::new("<prompt>", word), 0..word.len()),
            None => Typed::argument(word),
        }
    }

    /// Reports a line that is no command, no actions and no puzzle, and what it may be meant as.
    fn explain_line(&mut self, typed: &Typed) -> Exit {
        let text = typed.text();
        let word = text.split_whitespace().next().unwrap_or(text);
        if nearest(word, &names()).is_none() {
            // No command is similar, so the line is reported as a mistake in actions or in a puzzle.
            let misread = self.session.game().and_then(|game| game.reads(text).err());
            if let Some(misread) = misread.filter(|misread| misread.place.start > 0) {
                super::verify::explain(self, &Refusal::Misread(misread), typed);
                return Exit::Usage;
            }
            if self.confidence(text) == Confidence::Maybe {
                return self.take(typed);
            }
        }
        if let Some(NextRow::Expected { form, .. }) = self.catalog.next_row(text) {
            let text = report::escaped(text);
            self.complain(&format!("'{text}' is neither a command nor a whole puzzle"));
            self.screen.note(&format!("help: as a row of a shifter: '{form}'; 'edit 4x4' draws one"));
            return Exit::Usage;
        }
        if let Some(kind) = self.catalog.plugins().map(Plugin::name).find(|kind| text.eq_ignore_ascii_case(kind)) {
            self.complain(&format!("'{kind}' is a kind of puzzle, not a command"));
            self.screen.note(&format!("help: 'edit {kind}' draws one, 'help {kind}' shows how to type one"));
            return Exit::Usage;
        }
        self.complain_of_word(word)
    }

    /// Makes a typed puzzle the current one, and solves it if `autosolve` is on.
    fn take(&mut self, typed: &Typed) -> Exit {
        if self.session.edits {
            return self.paste(typed.text());
        }
        match (self.load(typed), command("solve")) {
            (Ok(()), Some(solve)) if self.settings.all.autosolve => self.carry_out(solve, &[]),
            (Ok(()), _) => self.draw(),
            (Err(exit), _) => exit,
        }
    }

    pub(crate) fn draw(&self) -> Exit {
        if let Some(position) = self.session.position() {
            self.screen.result(&report::picture(None, position));
            if position.is_solved() {
                self.screen.result("solved");
            }
        }
        Exit::Good
    }

    /// Whether a word of the shell that is not a command names a puzzle, or looks like the name of a file.
    pub(crate) fn means_a_puzzle(&self, word: &str) -> bool {
        let is_folder = path_of(word).is_dir();
        !is_folder && (self.is_a_puzzle(word) || word.contains(['/', '.', ':']))
    }

    fn is_a_puzzle(&self, text: &str) -> bool {
        is_puzzle_text(text)
            || self.confidence(text) == Confidence::Sure
            || !matches!(Reference::parse(text, &self.catalog), Reference::Unknown)
    }

    pub(crate) fn confidence(&self, text: &str) -> Confidence {
        self.catalog.plugins().map(|plugin| plugin.confidence(text)).max().unwrap_or(Confidence::No)
    }
}

/// Where a word begins in a line: where it stands alone, if it does anywhere.
fn place_of(word: &str, line: &str) -> Option<usize> {
    let ends = |letter: Option<char>| letter.is_none_or(|it| it.is_whitespace() || matches!(it, '\'' | '"' | ';'));
    let is_alone = |&at: &usize| {
        let (before, after) = (line[..at].chars().next_back(), line[at + word.len()..].chars().next());
        ends(before) && ends(after)
    };
    let places = || line.match_indices(word).map(|(at, _)| at);
    places().find(is_alone).or_else(|| places().next())
}
