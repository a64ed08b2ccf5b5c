//! Signals at a terminal, terminals that can do little, and hostile text on them.

use std::fs;
use std::path::Path;
use std::process::Command;

use rexpect::process::{Signal, WaitStatus};
use rexpect::session::spawn_command;

use super::{PATIENCE, Terminal, fresh, is_given_back, lurd};

const ENDLESS: &str = "solve 4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16 --strategy idastar --time none\r";

/// The line editor marks pastes while it reads a line; a terminal must not be left so.
const NO_PASTE_MARKS: &str = "\x1b[?2004l";

impl Terminal {
    /// With these variables and after these commands of the shell.
    fn after(setup: &str, folder: &Path, arguments: &[&str]) -> Self {
        Self::by(&format!("{setup}; exec \"$0\" \"$@\""), (80, 24), folder, arguments)
    }

    fn is_sent(&mut self, signal: Signal) {
        self.0.process_mut().signal(signal).expect("sent");
    }
}

#[test]
fn a_signal_at_the_prompt_ends_it_and_restores_the_terminal() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP] {
        let folder = fresh(&format!("prompt-{signal}"));
        let mut terminal = Terminal::of(&folder, &[]);
        terminal.sees("lurd> ");
        terminal.is_sent(signal);
        let rest = terminal.ends_with(130);
        assert!(rest.contains(NO_PASTE_MARKS), "{signal}: {rest:?}");
    }
}

#[test]
fn a_signal_during_a_search_ends_the_prompt_too() {
    for signal in [Signal::SIGTERM, Signal::SIGHUP] {
        let folder = fresh(&format!("search-{signal}"));
        let mut terminal = Terminal::of(&folder, &[]);
        terminal.sees("lurd> ");
        terminal.sends(ENDLESS);
        terminal.sees("expanded (");
        terminal.is_sent(signal);
        // What was found is shown first.
        terminal.sees("interrupted");
        let rest = terminal.ends_with(130);
        assert!(!rest.contains("lurd> "), "{signal}: {rest:?}");
    }
}

#[test]
fn sigquit_gives_the_screen_back() {
    for arguments in [&["play", "pusher/1", "--theme", "ascii"][..], &["edit", "--theme", "ascii"]] {
        let folder = fresh(&format!("quit-{}", arguments[0]));
        let mut terminal = Terminal::after("ulimit -c 0", &folder, arguments);
        terminal.sees(if arguments[0] == "play" { "pusher/1" } else { "20x10" });
        terminal.is_sent(Signal::SIGQUIT);
        let rest = terminal.0.exp_eof().expect("lurd ends");
        is_given_back(&rest);
        match terminal.0.process().wait() {
            Ok(WaitStatus::Signaled(_, signal, _)) => assert_eq!(signal, Signal::SIGQUIT, "{rest:?}"),
            other => panic!("{other:?}: {rest:?}"),
        }
    }
}

/// Stopped from outside, as by a window manager, and continued: the screen is given back and taken again.
#[test]
fn a_view_that_is_stopped_gives_the_screen_back_and_takes_it_again() {
    let folder = fresh("stopped");
    // A shell with job control, which continues lurd once it has stopped.
    let script = "set -m; echo $$ > shell.pid; \"$0\" \"$@\"; echo it has stopped; fg; echo it has ended";
    let mut terminal = Terminal::by(script, (80, 24), &folder, &["play", "pusher/1", "--theme", "ascii"]);
    terminal.sees("pusher/1");
    let shell = fs::read_to_string(folder.join("shell.pid")).expect("written");
    let sent = Command::new("pkill").args(["-TSTP", "-P", shell.trim(), "lurd"]).status();
    if !sent.is_ok_and(|status| status.success()) {
        // Without pkill the process is not known.
        return;
    }
    terminal.sees("\x1b[?1049l");
    terminal.sees("it has stopped");
    terminal.sees("\x1b[?1049h");
    terminal.sees("pusher/1");
    terminal.sends("q");
    terminal.sees("it has ended");
}

#[test]
fn ten_columns_are_enough_for_everything() {
    let folder = fresh("narrow");
    fs::write(folder.join("lev.sok"), "#####\n#@$.#\n#####\n").expect("written");
    for (columns, rows) in [(10, 24), (10, 3), (1, 1)] {
        let setup = format!("stty cols {columns} rows {rows}");
        for arguments in [
            &["solve", "missile/1"][..],
            &["compare", "missile/1", "--strategies", "bfs,astar"],
            &["list"],
            &["help"],
            &["strategies", "missile/1"],
            &["solve", "nowhere.sok"],
        ] {
            let mut terminal = Terminal::after(&setup, &folder, arguments);
            let rest = terminal.0.exp_eof().expect("lurd ends");
            assert!(!rest.contains("panicked"), "{columns}x{rows} {arguments:?}: {rest:?}");
        }
        for (arguments, keys) in [
            (&["play", "lev.sok", "--theme", "ascii", "--no-store"][..], "?\x1b:levels\r\x1blhq"),
            (&["edit", "lev.sok", "--theme", "ascii"], "?\x1b\x1b[B\x1b[Cq"),
            (&["solve", "missile/1", "--follow"], "lh?q"),
            (&[], "solve missile/1\rhelp\rqqqquit\rquit\r"),
        ] {
            let mut terminal = Terminal::after(&setup, &folder, arguments);
            std::thread::sleep(std::time::Duration::from_millis(500));
            terminal.sends(keys);
            terminal.is_sent_when_alive();
            let rest = terminal.0.exp_eof().expect("lurd ends");
            assert!(!rest.contains("panicked"), "{columns}x{rows} {arguments:?}: {rest:?}");
        }
    }
}

impl Terminal {
    /// Ends lurd if the keys did not: on a tiny screen a question may be open.
    fn is_sent_when_alive(&mut self) {
        std::thread::sleep(std::time::Duration::from_millis(700));
        let _ = self.0.process_mut().signal(Signal::SIGTERM);
    }
}

/// A terminal that can move no cursor gets lines, in the player and the editor too.
#[test]
fn a_dumb_terminal_gets_no_sequences() {
    let folder = fresh("dumb");
    for (arguments, asks, quits) in
        [(&["play", "missile/1"][..], "lurd> ", "quit\r"), (&["edit"], "edit> ", "quit\r"), (&[], "lurd> ", "quit\r")]
    {
        let lurd = lurd(&folder, arguments);
        let mut command = Command::new("env");
        command.arg("TERM=dumb").arg(lurd.get_program()).args(arguments).current_dir(&folder);
        for (name, value) in lurd.get_envs().filter(|(name, _)| *name != "TERM") {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        let mut terminal = Terminal(spawn_command(command, Some(PATIENCE)).expect("lurd starts"));
        let before = terminal.0.exp_string(asks).expect("it asks");
        terminal.sends(quits);
        let rest = terminal.ends_with(0);
        assert!(!before.contains('\x1b') && !rest.contains('\x1b'), "{arguments:?}: {before:?} {rest:?}");
    }
}

/// Titles, authors, comments and names of files with sequences of every kind: the screen shows them, and receives
/// none of them.
#[test]
fn hostile_text_is_shown_on_a_terminal_and_not_sent() {
    // The clipboard, the title of the window, a question to the terminal, C1, a mark of direction.
    const HOSTILE: &str = "T\u{1b}]52;c;QUJD\u{7}\u{1b}]0;owned\u{1b}\\\u{1b}[6n\u{9b}31m\u{202e}E";
    const SENT: [&str; 6] = ["\x1b]52;c", "\x1b]0;owned", "\x1b[6n", "\u{9b}", "\u{202e}", "\x07"];
    let folder = fresh("hostile");
    let name = "a\u{1b}]0;owned\u{7}\u{9b}.sok";
    let text = format!("{HOSTILE}\n\n#####\n#@$.#\n#####\nAuthor: {HOSTILE}\nComment: {HOSTILE}\n");
    fs::write(folder.join(name), &text).expect("written");
    fs::write(folder.join("bad.sok"), format!("{HOSTILE}\n\n#####\n#@$\u{1b}[6n.#\n##\n")).expect("written");
    for arguments in [
        &["show", name][..],
        &["list", name],
        &["list", name, "--json"],
        &["solve", name, "--no-store"],
        &["solve", name, "--no-store", "--json"],
        &["batch", name, "--no-store"],
        &["compare", name, "--for", "pushes", "--strategies", "bfs,astar"],
        &["convert", name, "--to", "sok"],
        &["convert", name, "--to", "slc"],
        &["id", name],
        &["verify", name, HOSTILE],
        &["verify", name, "R\u{1b}[6n"],
        &["space", name],
        &["show", "bad.sok"],
        &["solve", HOSTILE],
        &[HOSTILE],
        &["play", name, "--plain", "--no-store"],
        &["edit", name, "--plain"],
        &["-e", HOSTILE],
    ] {
        let mut terminal = Terminal::of(&folder, arguments);
        // Leaves the line modes; an end of input would have to be typed at the prompt.
        terminal.sends("\rquit\r");
        let shown = terminal.0.exp_eof().expect("lurd ends");
        for sent in SENT {
            assert!(!shown.contains(sent), "{arguments:?} sends {sent:?}: {shown:?}");
        }
    }
    for arguments in [&["play", name, "--theme", "ascii", "--no-store"][..], &["edit", name, "--theme", "ascii"]] {
        let mut terminal = Terminal::of(&folder, arguments);
        terminal.sees("owned");
        terminal.sends("q");
        let shown = terminal.0.exp_eof().expect("lurd ends");
        for sent in SENT {
            assert!(!shown.contains(sent), "{arguments:?} sends {sent:?}: {shown:?}");
        }
    }
}

/// The counts, the running level with its time, and the end of its name where the line is short.
#[test]
fn a_batch_shows_what_it_does() {
    let folder = fresh("batch-live");
    let endless = ENDLESS.split(' ').nth(1).expect("a puzzle");
    let arguments = ["batch", "missile/1", endless, "--strategy", "idastar", "--time", "none", "--no-store"];
    let mut terminal = Terminal::of(&folder, &arguments);
    terminal.sees("solved, 4 shifts");
    terminal.sees("1 of 2 done in");
    terminal.sees("s <argument>");
    terminal.becomes(24, 24);
    terminal.sees("s ..gument>");
    terminal.is_sent(Signal::SIGINT);
    terminal.sees("interrupted");
    terminal.sees("stopped after");
    terminal.ends_with(130);
}
