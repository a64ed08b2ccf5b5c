//! An answer as lines: all at once for pipes, one by one for a person at a terminal without a screen.

use std::fmt::Display;

use lurd_puzzle::puzzle::Instructions;
use lurd_report as report;
use lurd_toolkit::exit::Exit;

use crate::{app::App, typed_lines::TypedLines};

const PROMPT: &str = "follow> ";

const HELP: &str = "Enter    done: go on to the next\n\
                    back     back to the one before\n\
                    N        go to that number\n\
                    all      show the rest\n\
                    quit     leave; the end of the input does the same\n";

/// A typed line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineCommand {
    Next,
    Back,
    GoTo(usize),
    All,
    Help,
    Quit,
}

fn read(line: &str) -> Option<LineCommand> {
    Some(match line {
        "" | "next" | "n" => LineCommand::Next,
        "back" | "b" => LineCommand::Back,
        "all" => LineCommand::All,
        "help" | "?" => LineCommand::Help,
        "quit" | "q" | "exit" => LineCommand::Quit,
        number => LineCommand::GoTo(number.parse().ok()?),
    })
}

/// Shows the instructions from number `from` on: each after a line that is typed, if a person types it.
pub(crate) fn run(app: &App, instructions: &Instructions, from: usize, lines: &mut TypedLines) -> Exit {
    let Some(first) = index(instructions, from) else {
        return app.complain(&report::no_such_instruction(from, instructions));
    };
    // A reader of a pipe types nothing.
    if !lines.asks() || !app.screen.is_terminal() {
        app.screen.result(&report::follow_lines(instructions, first));
        return Exit::Good;
    }
    app.screen.result(&report::follow_heading(instructions, first));
    app.screen.note("Enter: the next; 'back', a number, 'all', 'quit'");
    let mut at = first;
    show(app, instructions, at);
    loop {
        let line = match lines.entered(PROMPT) {
            Some(Ok(line)) => line,
            Some(Err(message)) => {
                complain(app, &message);
                continue;
            }
            None => return Exit::Good,
        };
        match read(line.trim()) {
            Some(LineCommand::Next) if at + 1 >= instructions.list.len() => break,
            Some(LineCommand::Next) => at += 1,
            Some(LineCommand::Back) => at = at.saturating_sub(1),
            Some(LineCommand::GoTo(number)) => {
                let Some(index) = index(instructions, number) else {
                    complain(app, &report::no_such_instruction(number, instructions));
                    continue;
                };
                at = index;
            }
            Some(LineCommand::All) => {
                for index in at + 1..instructions.list.len() {
                    show(app, instructions, index);
                }
                break;
            }
            Some(LineCommand::Help) => {
                app.screen.result(HELP);
                continue;
            }
            Some(LineCommand::Quit) => return Exit::Good,
            None => {
                let word: String = line.trim().chars().take(40).collect();
                complain(app, &format!("unknown word '{}'; 'help' lists them", report::escaped(&word)));
                continue;
            }
        }
        show(app, instructions, at);
    }
    app.screen.result(&report::all_done(instructions));
    Exit::Good
}

/// The index of an instruction by its number; an answer without any has a first one.
fn index(instructions: &Instructions, number: usize) -> Option<usize> {
    let index = number.checked_sub(1)?;
    (index < instructions.list.len() || index == 0).then_some(index)
}

fn show(app: &App, instructions: &Instructions, index: usize) {
    if let Some(instruction) = instructions.list.get(index) {
        app.screen.result(&report::instruction_line(index + 1, instruction));
    }
}

/// Reports a mistake in a line; it does not end anything.
fn complain(app: &App, message: &(impl Display + ?Sized)) {
    let _ = app.complain(message);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        for (line, expected) in [
            ("", Some(LineCommand::Next)),
            ("b", Some(LineCommand::Back)),
            ("12", Some(LineCommand::GoTo(12))),
            ("all", Some(LineCommand::All)),
            ("?", Some(LineCommand::Help)),
            ("q", Some(LineCommand::Quit)),
            ("-1", None),
            ("up", None),
        ] {
            assert_eq!(read(line), expected, "{line}");
        }
    }
}
