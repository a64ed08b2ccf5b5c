//! An answer as lines: all at once for pipes, one by one for a person at a terminal without a screen.

use lurd_puzzle::puzzle::Instructions;
use lurd_report as report;
use lurd_toolkit::{
    exit::Exit,
    words::{Word, row, unknown_word},
};

use crate::{
    app::App,
    lines::{self, Done, Mode},
    split::{own, split},
};

/// The words that can be typed besides the number of an instruction.
const COMMANDS: &[Word] = &[
    row("next", "", "done: go on to the next (also 'n', or Enter alone); a number goes to that one"),
    row("back", "", "back to the one before (also 'b')"),
    row("all", "", "show the rest"),
    row("help", "[WORD]", "list these commands, or explain one"),
    row("quit", "", "leave; the end of the input does the same"),
];

/// An answer that is followed, with the index of the instruction that is shown.
struct FollowLineMode<'a> {
    app: &'a mut App,
    instructions: &'a Instructions,
    at: usize,
}

/// Shows the instructions from number `from` on: each after a line that is typed, if a person types it.
pub(crate) fn run(app: &mut App, instructions: &Instructions, from: usize) -> Exit {
    let Some(at) = index(instructions, from) else {
        return app.complain(&report::no_such_instruction(from, instructions));
    };
    // A reader of a pipe types nothing.
    if !app.is_typed() || !app.screen.is_terminal() {
        app.screen.result(&report::follow_lines(instructions, at));
        return Exit::Good;
    }
    if let Err(exit) = app.read_standard_input() {
        return exit;
    }
    app.screen.result(&report::follow_heading(instructions, at));
    app.screen.note("Enter: the next; 'back', a number, 'all', 'quit'");
    let mut mode = FollowLineMode { app, instructions, at };
    mode.show(at);
    let _ = lines::run(&mut mode);
    Exit::Good
}

impl FollowLineMode<'_> {
    fn show(&self, index: usize) {
        if let Some(instruction) = self.instructions.list.get(index) {
            self.app.screen.result(&report::instruction_line(index + 1, instruction));
        }
    }

    /// Shows the instructions up to that one; behind the last one everything is done.
    fn go_to(&mut self, index: usize) -> Done {
        self.at = index;
        if index >= self.instructions.list.len() {
            self.app.screen.result(&report::all_done(self.instructions));
            return Done::Quit;
        }
        self.show(index);
        Done::Go(Exit::Good)
    }
}

impl Mode for FollowLineMode<'_> {
    fn app(&mut self) -> &mut App {
        self.app
    }

    fn prompt(&self) -> &'static str {
        "follow> "
    }

    fn words(&self) -> &'static [Word] {
        COMMANDS
    }

    fn takes_blank(&self) -> bool {
        true
    }

    fn line(&mut self, line: &str) -> Done {
        let count = self.instructions.list.len();
        let word = own(line, COMMANDS).map_or(line.trim(), |(row, _)| row.name);
        match word {
            "" | "n" | "next" => self.go_to(self.at + 1),
            "b" | "back" => self.go_to(self.at.saturating_sub(1)),
            "all" => {
                (self.at + 1..count).for_each(|index| self.show(index));
                self.go_to(count)
            }
            "quit" => Done::Quit,
            _ if split(line).is_some() => {
                let game = self.app.session.game.take();
                let (game, done) = self.app.line_at_prompt(game, line);
                self.app.session.game = game;
                done
            }
            number => match number.parse().map(|number| (number, index(self.instructions, number))) {
                Ok((_, Some(index))) => self.go_to(index),
                Ok((number, None)) => {
                    Done::Go(self.app.complain(&report::no_such_instruction(number, self.instructions)))
                }
                Err(_) => {
                    let word = number.split_whitespace().next().unwrap_or_default();
                    Done::Go(self.app.complain(&report::escaped(&unknown_word(word, COMMANDS))))
                }
            },
        }
    }
}

/// The index of an instruction by its number; an answer without any has a first one.
fn index(instructions: &Instructions, number: usize) -> Option<usize> {
    let index = number.checked_sub(1)?;
    (index < instructions.list.len() || index == 0).then_some(index)
}
