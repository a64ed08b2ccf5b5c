//! Lines of the prompt and of scripts: which puzzle, command or action a line is.

use std::ops::Range;
use std::sync::Arc;

use super::app::{App, Call};
use super::cli::{self, Order, Parsed};
use super::orders;
use super::split::{Split, bare, quoted, split, words};
use crate::catalog::{Item, Reference, Source, Typed, is_puzzle_text};
use crate::puzzle::Claim;
use crate::report;
use crate::toolkit::commands::command;
use crate::toolkit::exit::Exit;
use crate::verify::Refusal;

/// What a line did.
pub(super) enum Done {
    /// The prompt goes on.
    Go(Exit),
    /// The prompt ends.
    Quit,
}

impl App {
    /// Carries out a line of the prompt or of a script.
    pub(super) fn line(&mut self, line: &str) -> Done {
        if line.trim().is_empty() || line.trim_start().starts_with(';') {
            return Done::Go(Exit::Good);
        }
        let source = Source::new("<prompt>", line);
        if let Some(split) = split(line) {
            return self.command(&split, &source);
        }
        Done::Go(self.puzzle_or_actions(&source))
    }

    fn command(&mut self, split: &Split<'_>, source: &Arc<Source>) -> Done {
        let order = match self.flags(split) {
            Ok(Some(order)) => order,
            Ok(None) => return Done::Go(Exit::Good),
            Err(message) => {
                self.screen.note(&message);
                return Done::Go(Exit::Usage);
            }
        };
        let argument = Typed::at_prompt(source, split.argument.clone());
        let text = argument.text();
        let exit = match split.command.name {
            "quit" => return Done::Quit,
            "load" if text.is_empty() => self.complain("load needs a PUZZLE, for example 'load missile/4'"),
            "load" => match self.load(&argument) {
                Ok(()) => self.draw(),
                Err(exit) => exit,
            },
            "do" if text.is_empty() => self.complain("do needs ACTIONS, as answers write them"),
            "do" => self.act(&argument),
            "undo" => self.step_back(text, true),
            "redo" => self.step_back(text, false),
            "hint" => self.hint(),
            "set" => self.set(text),
            "history" => {
                let history = self.session.history();
                self.screen.result(if history.is_empty() { "nothing done yet" } else { &history });
                Exit::Good
            }
            name => {
                let mut arguments = match name {
                    "verify" => self.verify_arguments(&argument),
                    _ => self.arguments(&argument),
                };
                if name == "solve" && order.words.is_empty() {
                    self.make_current(&mut arguments);
                }
                let extra = order.words.iter().map(|word| Typed::argument(word));
                let call = Call { order: &order, arguments: arguments.into_iter().chain(extra).collect() };
                orders::carry_out(self, &call)
            }
        };
        Done::Go(exit)
    }

    /// The command with its flags; nothing if they asked for a text, which is then shown.
    fn flags(&self, split: &Split<'_>) -> Result<Option<Order>, String> {
        let words = shlex::split(split.flags).ok_or_else(|| report::message("a quote is left open"))?;
        let words: Vec<_> =
            std::iter::once(split.command.name.to_owned()).chain(words).map(Into::into).collect();
        match cli::parse(&words, true)? {
            Parsed::Order(order) => Ok(Some(order)),
            Parsed::Text(text) => {
                self.screen.result(&text);
                Ok(None)
            }
        }
    }

    /// One puzzle or file, or several references with blanks between them.
    fn arguments(&self, argument: &Typed) -> Vec<Typed> {
        let text = argument.text();
        if text.trim().is_empty() {
            return Vec::new();
        }
        let one = is_puzzle_text(text)
            || !text.contains(' ')
            || !matches!(Reference::parse(text, &self.catalog), Reference::Unknown)
            || self.claim(text) == Claim::Sure;
        if one {
            return vec![argument.clone()];
        }
        words(text, argument.place.start)
            .map(|place| Typed::at_prompt(&argument.source, bare(&argument.source.text, place)))
            .collect()
    }

    /// Where `arguments` mean one puzzle that can be read, makes it the current one; without
    /// arguments a command is about that.
    fn make_current(&mut self, arguments: &mut Vec<Typed>) {
        let [typed] = arguments.as_slice() else { return };
        let Ok(mut items) = self.catalog.resolve(typed) else { return };
        if let (Some(item), true) = (items.pop(), items.is_empty())
            && item.puzzle.is_ok()
        {
            self.note_of(&item);
            if self.session.load(item).is_ok() {
                arguments.clear();
            }
        }
    }

    /// `SOLUTION` for the current puzzle, or `PUZZLE SOLUTION`.
    fn verify_arguments(&self, argument: &Typed) -> Vec<Typed> {
        let text = argument.text();
        if text.is_empty() || self.session.reads_actions(text) {
            return if text.is_empty() { Vec::new() } else { vec![argument.clone()] };
        }
        let Some(end) = quoted(text).or_else(|| self.puzzle_end(argument)) else {
            return vec![argument.clone()];
        };
        let Range { start, end: last } = argument.place.clone();
        [start..start + end, start + end..last]
            .into_iter()
            .map(|place| Typed::at_prompt(&argument.source, bare(&argument.source.text, place)))
            .collect()
    }

    /// Where the puzzle ends in `PUZZLE SOLUTION`. Blanks may be part of both: it is the first place
    /// where what stands before is one puzzle and what follows reads as its steps.
    fn puzzle_end(&self, argument: &Typed) -> Option<usize> {
        // Every candidate is read as a puzzle: nobody types more or longer ones by hand.
        const MOST: usize = 1000;
        const LONGEST: usize = 16 << 10;
        let text = argument.text();
        if !is_puzzle_text(text) {
            return text.find(' ');
        }
        let start = argument.place.start;
        let blanks = || text.match_indices([' ', '\n']).map(|(at, _)| at);
        let splits = |&at: &usize| {
            let puzzle = Typed::at_prompt(&argument.source, start..start + at);
            let Ok(items) = self.catalog.resolve(&puzzle) else { return false };
            let [Item { puzzle: Ok(puzzle), .. }] = items.as_slice() else { return false };
            puzzle.read_steps(text[at..].trim()).is_ok_and(|steps| !steps.is_empty())
        };
        blanks().take(MOST).take_while(|&at| at < LONGEST).find(splits).or_else(|| text.rfind([' ', '\n']))
    }

    /// A line that begins with no command: actions, a puzzle, a reference, or a mistake.
    fn puzzle_or_actions(&mut self, source: &Arc<Source>) -> Exit {
        let whole = 0..source.text.trim_end().len();
        let typed = Typed::at_prompt(source, whole);
        let text = typed.text();
        if !is_puzzle_text(text) && self.session.reads_actions(text) {
            return self.act(&typed);
        }
        let known = is_puzzle_text(text)
            || self.claim(text) == Claim::Sure
            || !matches!(Reference::parse(text, &self.catalog), Reference::Unknown | Reference::Stdin);
        if known {
            return self.take(&typed);
        }
        let word = text.split_whitespace().next().unwrap_or(text);
        if crate::catalog::nearest(word, &crate::toolkit::commands::names()).is_none() {
            // Nearer to an action or a puzzle than to a command: say what is wrong with it as such.
            if let Err(Some(refusal)) = self.session.act(text)
                && !matches!(&refusal, Refusal::Misread(misread) if misread.place.start == 0)
            {
                orders::explain(self, &refusal, &typed);
                return Exit::Usage;
            }
            if self.claim(text) == Claim::Maybe {
                return self.take(&typed);
            }
        }
        self.screen.note(&cli::unknown_command(word));
        if self.session.position().is_none() {
            self.screen.note("help: actions need a current puzzle: type one, or 'load missile/1'");
        }
        Exit::Usage
    }

    /// Makes a typed puzzle the current one, and solves it unless that is switched off.
    fn take(&mut self, typed: &Typed) -> Exit {
        match self.load(typed) {
            Ok(()) if self.session.settings.is_on("autosolve") => self.solve_here(),
            Ok(()) => self.draw(),
            Err(exit) => exit,
        }
    }

    fn solve_here(&mut self) -> Exit {
        let Some(solve) = command("solve") else { return Exit::Internal };
        let order = Order::bare(solve);
        orders::carry_out(self, &Call { order: &order, arguments: Vec::new() })
    }

    fn act(&mut self, typed: &Typed) -> Exit {
        match self.session.act(typed.text()) {
            Ok(_) => {
                let exit = self.draw();
                self.tell_what_is_left();
                exit
            }
            Err(None) => self.complain("there is no current puzzle: type one, or 'load missile/1'"),
            Err(Some(refusal)) => {
                orders::explain(self, &refusal, typed);
                if matches!(refusal, Refusal::Misread(_)) { Exit::Usage } else { Exit::No }
            }
        }
    }

    fn step_back(&mut self, text: &str, back: bool) -> Exit {
        let count = match text {
            "" => 1,
            "all" => usize::MAX,
            number => match number.parse() {
                Ok(count) => count,
                Err(_) => {
                    return self.complain(&format!("'{}' is no number of steps", report::escaped(number)));
                }
            },
        };
        let moved = if back { self.session.undo(count) } else { self.session.redo(count) };
        if moved == 0 {
            return self.complain(if back { "nothing to undo" } else { "nothing to redo" });
        }
        let exit = self.draw();
        self.tell_what_is_left();
        exit
    }

    fn set(&mut self, text: &str) -> Exit {
        match text.split_once(char::is_whitespace).map(|(name, value)| (name, value.trim())) {
            None if text.is_empty() => {
                self.screen.result(&report::settings(&self.session.settings.rows(), self.screen.width()));
                Exit::Good
            }
            None => match self.session.settings.rows().into_iter().find(|row| row.name == text) {
                Some(row) => {
                    self.screen.result(&report::settings(&[row], self.screen.width()));
                    Exit::Good
                }
                None => match self.session.settings.set(text, "default") {
                    Ok(()) => Exit::Good,
                    Err(message) => self.complain(&message),
                },
            },
            Some((name, value)) => match self.session.settings.set(name, value) {
                Ok(()) => Exit::Good,
                Err(message) => self.complain(&message),
            },
        }
    }

    /// Draws the current position.
    fn draw(&self) -> Exit {
        if let Some(position) = self.session.position() {
            self.screen.result(&report::picture(None, position));
            if position.is_solved() {
                self.screen.result("solved");
            }
        }
        Exit::Good
    }

    pub(super) fn claim(&self, text: &str) -> Claim {
        self.catalog.plugins().map(|plugin| plugin.claims(text)).max().unwrap_or(Claim::No)
    }

    /// Where the puzzle begins in a line that holds one, or the beginning of one.
    pub(super) fn puzzle_start(line: &str) -> Option<usize> {
        match split(line) {
            Some(split) if split.command.takes_puzzle && split.flags.is_empty() => Some(split.argument.start),
            Some(_) => None,
            None => Some(0),
        }
    }

    /// Whether `text` is the beginning of a puzzle of which lines are missing.
    pub(super) fn wants_more(&self, text: &str) -> bool {
        const BOARD: usize = 64 << 10;
        // Every further row asks again about all rows before it: a flood of rows is no board.
        !text.trim().is_empty()
            && text.len() < BOARD
            && self.catalog.plugins().any(|plugin| plugin.wants_more(text))
    }

    /// Whether `line` may be a further row of the board that ends in `text`.
    pub(super) fn continues(&self, text: &str, line: &str) -> bool {
        // What kind of puzzle it is shows in its beginning.
        let end = (0..=text.len().min(4 << 10)).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
        let text = &text[..end];
        let is_own = split(line).is_some() || line.trim_start().starts_with(';') || line.trim().is_empty();
        !is_own
            && self.catalog.plugins().any(|plugin| {
                plugin.claims(text) > Claim::No
                    && (plugin.claims(line) > Claim::No || plugin.wants_more(line))
                    && !is_puzzle_on_one_line(line)
            })
    }
}

/// A line that is a whole puzzle does not continue another.
fn is_puzzle_on_one_line(line: &str) -> bool {
    line.contains("->") || line.contains('|') || line.contains("source:")
}
