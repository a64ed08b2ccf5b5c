//! Lines of the prompt and of scripts: a command, a puzzle or actions.

use std::{ops::Range, sync::Arc};

use lurd_disk::names::path_of;
use lurd_puzzle::{
    catalog::{Item, Reference, Source, Typed, is_puzzle_text},
    puzzle::{Confidence, NextRow, Plugin, ReadOptions},
    verify::Refusal,
};
use lurd_report as report;
use lurd_toolkit::commands::{Takes, command};
use lurd_toolkit::exit::Exit;

use crate::{
    app::App,
    cli::{self, Invocation, Parsed, UsageError},
    lines::Done,
    split::{Split, after_comments, bare, dropped_file, puzzle_word, quoted, split, words},
};

impl App {
    /// Carries out a line of the prompt or of a script.
    pub(crate) fn line(&mut self, line: &str) -> Done {
        let Some(start) = after_comments(line) else { return Done::Go(Exit::Good) };
        let (mut source, mut at) = self.source_of(line);
        // Comments before a board may be its title, so they are cut off only before a command.
        let line = if split(&line[start..]).is_some() {
            at += start;
            &line[start..]
        } else {
            line
        };
        let allow_unequal = self.session.settings.is_on("allow-unequal");
        self.catalog.set_read_options(ReadOptions { allow_unequal, ..ReadOptions::default() });
        // A puzzle is kept with its source.
        if is_puzzle_text(line) {
            (source, at) = (Source::new("<prompt>", line), 0);
        }
        let typed = Typed::at_prompt(&source, at..at + line.trim_end().len());
        if let Some(split) = split(line) {
            // `source BOARD target BOARD` is a puzzle, not a script.
            if split.command.name == "source" && self.catalog.reads_as_puzzle(line) {
                return Done::Go(self.take(&typed));
            }
            return self.command(&split, &source, at);
        }
        Done::Go(self.puzzle_or_actions(typed))
    }

    /// The typed line that has `line` in it, and where in it `line` begins.
    fn source_of(&mut self, line: &str) -> (Arc<Source>, usize) {
        match self.part_of.take() {
            Some((whole, at)) if whole.get(at..).is_some_and(|rest| rest.starts_with(line)) => {
                (Source::new("<prompt>", whole), at)
            }
            _ => (Source::new("<prompt>", line), 0),
        }
    }

    /// Carries out the command of a line that begins at byte `at` of `source`.
    fn command(&mut self, split: &Split, source: &Arc<Source>, at: usize) -> Done {
        let invocation = match self.invocation(split) {
            Ok(Some(invocation)) => invocation,
            Ok(None) => return Done::Go(Exit::Good),
            Err(error) => {
                self.screen.note(&error.to_string());
                return Done::Go(Exit::Usage);
            }
        };
        let mut request = match self.request(&invocation) {
            Ok(request) => request,
            Err(exit) => return Done::Go(exit),
        };
        let typed = split.arguments.iter().map(|place| Typed::at_prompt(source, place.start + at..place.end + at));
        let mut arguments: Vec<Typed> = match (split.command.takes, split.arguments.as_slice()) {
            (Takes::Puzzles | Takes::Files, _) => typed.flat_map(|argument| self.arguments(&argument)).collect(),
            (Takes::PuzzleAndSolution, [_]) => typed.flat_map(|argument| self.verify_arguments(&argument)).collect(),
            _ => typed.collect(),
        };
        arguments.append(&mut request.arguments);
        let exit = super::carry_out(self, &request.with(arguments));
        if self.leaving { Done::Quit } else { Done::Go(exit) }
    }

    /// The command with its flags; `None` if they asked for a text, which is then shown.
    fn invocation(&self, split: &Split) -> Result<Option<Invocation>, UsageError> {
        let words = std::iter::once(split.command.name.to_owned()).chain(split.flags.iter().cloned());
        let words: Vec<_> = words.map(Into::into).collect();
        match cli::parse(&words, true)? {
            Parsed::Invocation(invocation) => Ok(Some(invocation)),
            Parsed::Text(text) => {
                self.screen.result(&text);
                Ok(None)
            }
        }
    }

    /// Splits the argument into references, unless it is one puzzle or file.
    fn arguments(&self, argument: &Typed) -> Vec<Typed> {
        let text = argument.text();
        if text.trim().is_empty() {
            return Vec::new();
        }
        if let Some(file) = dropped(argument) {
            return vec![file];
        }
        if let Some(files) = all_dropped(argument) {
            return files;
        }
        let one = is_puzzle_text(text)
            || !text.contains(' ')
            || !matches!(Reference::parse(text, &self.catalog), Reference::Unknown)
            || self.confidence(text) == Confidence::Sure;
        if one {
            return vec![argument.clone()];
        }
        words(text, argument.place.start)
            .map(|place| Typed::at_prompt(&argument.source, bare(&argument.source.text, place)))
            .map(|word| dropped(&word).unwrap_or(word))
            .collect()
    }

    /// Splits the arguments of `verify` and `optimise`: `SOLUTION` for the current puzzle, or `PUZZLE SOLUTION`.
    fn verify_arguments(&self, argument: &Typed) -> Vec<Typed> {
        let text = argument.text();
        if text.is_empty() || self.session.reads_actions(text) {
            return if text.is_empty() { Vec::new() } else { vec![argument.clone()] };
        }
        if let Some(file) = dropped(argument) {
            return vec![file];
        }
        let Some(end) = quoted(text).or_else(|| self.puzzle_end(argument)) else {
            return vec![argument.clone()];
        };
        let Range { start, end: last } = argument.place.clone();
        [start..start + end, start + end..last]
            .into_iter()
            .map(|place| Typed::at_prompt(&argument.source, bare(&argument.source.text, place)))
            .map(|word| dropped(&word).unwrap_or(word))
            .collect()
    }

    /// Where the puzzle ends in `PUZZLE SOLUTION`. Both may contain blanks; the puzzle ends at the first blank
    /// with one puzzle before it and steps of that puzzle after it.
    fn puzzle_end(&self, argument: &Typed) -> Option<usize> {
        // Every candidate is read as a puzzle, which takes time.
        const MAX_CANDIDATES: usize = 1000;
        const MAX_BYTES: usize = 16 << 10;
        let text = argument.text();
        if !is_puzzle_text(text) {
            return puzzle_word(text);
        }
        let start = argument.place.start;
        let blanks = || text.match_indices([' ', '\n']).map(|(at, _)| at);
        let splits = |&at: &usize| {
            let puzzle = Typed::at_prompt(&argument.source, start..start + at);
            let Ok(items) = self.catalog.resolve(&puzzle) else { return false };
            let [Item { puzzle: Ok(puzzle), .. }] = items.as_slice() else { return false };
            puzzle.read_steps(text[at..].trim()).is_ok_and(|steps| !steps.is_empty())
        };
        blanks().take(MAX_CANDIDATES).take_while(|&at| at < MAX_BYTES).find(splits).or_else(|| text.rfind([' ', '\n']))
    }

    /// Carries out a line that does not begin with a command: actions, a puzzle, a reference, or a mistake.
    fn puzzle_or_actions(&mut self, mut typed: Typed) -> Exit {
        if !is_puzzle_text(typed.text()) && self.session.reads_actions(typed.text()) {
            return super::play::act_on(self, &typed);
        }
        // `lurd missile/1`, as at the shell.
        if let Some(rest) = typed.text().strip_prefix("lurd ") {
            let end = typed.place.end;
            typed = Typed::at_prompt(&typed.source, end - rest.trim_start().len()..end);
        }
        typed = dropped(&typed).unwrap_or(typed);
        let text = typed.text();
        if text != "-" && self.is_a_puzzle(text) {
            return self.take(&typed);
        }
        let word = text.split_whitespace().next().unwrap_or(text);
        if lurd_puzzle::catalog::nearest(word, &lurd_toolkit::commands::names()).is_none() {
            // No command is similar, so the line is reported as a mistake in actions or in a puzzle.
            let misread = self.session.game.as_ref().and_then(|game| game.reads(text).err());
            if let Some(misread) = misread.filter(|misread| misread.place.start > 0) {
                super::verify::explain(self, &Refusal::Misread(misread), &typed);
                return Exit::Usage;
            }
            if self.confidence(text) == Confidence::Maybe {
                return self.take(&typed);
            }
        }
        if let Some(NextRow::Expected { form, .. }) = self.catalog.next_row(text) {
            let text = report::escaped(text);
            self.screen.note(&report::message(&format!("'{text}' is neither a command nor a whole puzzle")));
            self.screen.note(&format!("help: as a row of a shifter: '{form}'; 'edit 4x4' draws one"));
            return Exit::Usage;
        }
        if let Some(kind) = self.catalog.plugins().map(Plugin::name).find(|kind| text.eq_ignore_ascii_case(kind)) {
            self.screen.note(&report::message(&format!("'{kind}' is a kind of puzzle, not a command")));
            self.screen.note(&format!("help: 'edit {kind}' draws one, 'help {kind}' shows how to type one"));
            return Exit::Usage;
        }
        self.screen.note(&cli::unknown_command(word));
        if self.session.position().is_none() {
            self.screen.note("help: actions need a current puzzle: type one, or 'load missile/1'");
        }
        Exit::Usage
    }

    /// Makes a typed puzzle the current one, and solves it if `autosolve` is on.
    fn take(&mut self, typed: &Typed) -> Exit {
        match self.load(typed) {
            Ok(()) if self.session.settings.is_on("autosolve") => self.solve_here(),
            Ok(()) => self.draw(),
            Err(exit) => exit,
        }
    }

    fn solve_here(&mut self) -> Exit {
        let Some(solve) = command("solve") else { return Exit::Internal };
        match self.request(&Invocation::bare(solve)) {
            Ok(request) => super::carry_out(self, &request),
            Err(exit) => exit,
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

/// The files whose paths were pasted, with blanks between them; `None` if there are none, or other words.
fn all_dropped(argument: &Typed) -> Option<Vec<Typed>> {
    let text = argument.text();
    if is_puzzle_text(text) || dropped_file(text).is_some() {
        return None;
    }
    words(text, 0).map(|place| dropped_file(&text[place]).map(|path| file(&path))).collect()
}

/// The file that an argument names as terminals paste it, if that is not its plain path.
fn dropped(argument: &Typed) -> Option<Typed> {
    let path = dropped_file(argument.text()).filter(|path| path != argument.text())?;
    Some(file(&path))
}

fn file(path: &str) -> Typed {
    Typed::at_prompt(&Source::new("<prompt>", path), 0..path.len())
}
