//! The prompt as a person at a terminal meets it: on a pseudo-terminal, with pastes, Ctrl-C and
//! Ctrl-D. Waiting is generous, so that a slow machine fails nothing.

#![cfg(unix)]

use std::process::Command;
use std::time::{Duration, Instant};

use rexpect::process::WaitStatus;
use rexpect::session::{PtySession, spawn_command};

/// How long to wait for anything, in milliseconds.
const PATIENCE: u64 = 60_000;

/// A search that ends by itself only after a very long time.
const ENDLESS: &str = "solve 4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16 --strategy idastar --time none";

/// The first level of the page that begoon published, in its letters.
const LEVEL_1: &str = "        XXXXX
        X   X
        X*  X
      XXX  *XXX
      X  *  * X
    XXX X XXX X     XXXXXX
    X   X XXX XXXXXXX  ..X
    X *  *             ..X
    XXXXX XXXX X@XXXX  ..X
        X      XXX  XXXXXX
        XXXXXXXX";

/// lurd on a terminal.
struct Terminal(PtySession);

impl Terminal {
    fn of(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lurd"));
        command.env("XDG_DATA_HOME", concat!(env!("CARGO_TARGET_TMPDIR"), "/data"));
        command.args(arguments).env("TERM", "xterm").env("NO_COLOR", "1");
        Self(spawn_command(command, Some(PATIENCE)).expect("lurd starts on a terminal"))
    }

    fn prompt() -> Self {
        let mut terminal = Self::of(&[]);
        terminal.sees("lurd> ");
        terminal
    }

    fn types(&mut self, line: &str) {
        self.0.send_line(line).expect("the terminal takes it");
    }

    fn presses_control(&mut self, letter: char) {
        self.0.send_control(letter).expect("the terminal takes it");
    }

    /// Waits until `text` has been shown.
    fn sees(&mut self, text: &str) {
        if let Err(error) = self.0.exp_string(text) {
            panic!("does not show {text:?}: {error}");
        }
    }

    /// Waits until the status line shows that a search is under way.
    fn sees_a_search(&mut self) {
        self.sees(" expanded (");
    }

    fn leaves_with(mut self, code: i32) {
        self.0.exp_eof().expect("lurd ends");
        match self.0.process().wait() {
            Ok(WaitStatus::Exited(_, left)) => assert_eq!(left, code),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_typed_puzzle_is_solved_and_a_typed_action_carried_out() {
    let mut terminal = Terminal::prompt();
    terminal.types("1234/4123/3412/2341 -> 1234/1234/1234/1234");
    terminal.sees("solved: 4 shifts, proved optimal");
    terminal.sees("lurd> ");
    terminal.types("left 1");
    terminal.sees("1  1 2 3 4");
    terminal.sees("lurd> ");
    terminal.types("quit");
    terminal.leaves_with(0);
}

#[test]
fn a_pasted_level_is_solved() {
    let mut terminal = Terminal::prompt();
    terminal.types(&format!("\x1b[200~{LEVEL_1}\x1b[201~"));
    terminal.sees("solved: ");
    terminal.sees(" pushes");
    terminal.sees("lurd> ");
    terminal.types("show");
    terminal.sees("@");
    terminal.types("quit");
    terminal.leaves_with(0);
}

#[test]
fn rows_pasted_without_brackets_are_a_level_as_well() {
    let mut terminal = Terminal::prompt();
    for row in LEVEL_1.lines() {
        terminal.types(row);
    }
    terminal.types("");
    terminal.sees("solved: ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn control_c_stops_the_search_and_not_the_prompt() {
    let mut terminal = Terminal::prompt();
    // One of three within a second: a machine under load may stall now and then.
    let quick = (0..3).any(|_| {
        terminal.types(ENDLESS);
        terminal.sees_a_search();
        let pressed = Instant::now();
        terminal.presses_control('c');
        terminal.sees("interrupted, by idastar");
        terminal.sees("expanded ");
        terminal.sees("stored ");
        terminal.sees("lurd> ");
        let waited = pressed.elapsed();
        // A second Ctrl-C within two seconds would mean to leave.
        std::thread::sleep(Duration::from_millis(2_100));
        waited < Duration::from_secs(1)
    });
    assert!(quick, "the prompt did not come back within a second");
    terminal.presses_control('c');
    terminal.sees("lurd> ");
    terminal.types("solve missile/1");
    terminal.sees("solved: 4 shifts");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn control_c_drops_half_a_board() {
    let mut terminal = Terminal::prompt();
    terminal.types("#######");
    terminal.sees("..> ");
    terminal.presses_control('c');
    terminal.sees("lurd> ");
    terminal.types("solve missile/1");
    let before = terminal.0.exp_string("solved: 4 shifts").expect("it is solved");
    assert!(!before.contains("error"), "{before}");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn control_d_leaves() {
    let mut terminal = Terminal::prompt();
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn control_c_twice_leaves_the_shell_command() {
    let words: Vec<_> = ENDLESS.split(' ').collect();
    let mut terminal = Terminal::of(&words);
    terminal.sees_a_search();
    terminal.presses_control('c');
    terminal.presses_control('c');
    terminal.leaves_with(130);
}
