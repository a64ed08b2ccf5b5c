//! Tiles drawn by terminals that answer questions about graphics, and by those that do not.

use super::*;

/// The answers to the first question (attributes, size of a character, status), without graphics.
const PLAIN: &str = "\x1b[?62;22c\x1b[6;20;10t\x1b[0n";
/// The same of a terminal with sixels.
const SIXEL: &str = "\x1b[?62;4;22c\x1b[6;20;10t\x1b[0n";
/// The answer to the question of kitty's protocol, with a status.
const KITTY: &str = "\x1b_Gi=31;OK\x1b\\\x1b[0n";

/// A player with colours on a terminal that understands pictures, perhaps.
fn terminal(test: &str, arguments: &[&str]) -> Terminal {
    let folder = fresh(test);
    let arguments = [&["play", "primer/4", "--no-store"], arguments].concat();
    let lurd = lurd(&folder, &arguments);
    let mut command = Command::new("sh");
    command.args(["-c", "stty rows 24 cols 80 && exec \"$0\" \"$@\""]).arg(lurd.get_program()).args(&arguments);
    for (name, value) in lurd.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    for name in ["NO_COLOR", "TMUX", "STY", "TERM_PROGRAM", "LC_TERMINAL", "WEZTERM_EXECUTABLE", "KONSOLE_VERSION"] {
        command.env_remove(name);
    }
    command.env("TERM", "xterm-256color").env("COLORTERM", "truecolor").env("LC_ALL", "C.UTF-8").current_dir(folder);
    Terminal(spawn_command(command, Some(PATIENCE)).expect("lurd starts on a terminal"))
}

/// Waits for exactly these bytes and returns what came before them.
fn expects(terminal: &mut Terminal, text: &str) -> String {
    terminal.0.exp_string(text).unwrap_or_else(|error| panic!("{text:?}: {error}"))
}

const FIRST: &str = "\x1b[c\x1b[16t\x1b]11;?\x1b\\\x1b[5n";
const SECOND: &str = "\x1b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\x1b\\\x1b[5n";

#[test]
fn a_terminal_with_kittys_protocol_gets_each_tile_once() {
    let mut terminal = terminal("kitty", &[]);
    expects(&mut terminal, FIRST);
    terminal.sends(PLAIN);
    expects(&mut terminal, SECOND);
    terminal.sends(KITTY);
    // A picture is transmitted, with a virtual placement.
    expects(&mut terminal, "a=T,U=1");
    expects(&mut terminal, "leave");
    // Most tiles are known: a move sends hardly any pictures.
    terminal.sends("k");
    terminal.sends(":mark seen\r");
    let moved = expects(&mut terminal, "seen");
    assert!(moved.matches("a=T").count() <= 2, "{}", moved.matches("a=T").count());
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
}

#[test]
fn a_terminal_with_sixels_gets_those_and_keys_typed_meanwhile_count() {
    let mut terminal = terminal("sixel", &[]);
    expects(&mut terminal, FIRST);
    // The player types before the terminal has answered.
    terminal.sends("k");
    terminal.sends(SIXEL);
    expects(&mut terminal, SECOND);
    terminal.sends("\x1b[0n");
    expects(&mut terminal, "\x1bP");
    terminal.sends("u");
    terminal.sees("1 steps to redo");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
}

#[test]
fn a_terminal_that_does_not_answer_gets_half_blocks_and_is_not_asked_again() {
    let begun = Instant::now();
    let mut terminal = terminal("silent", &[]);
    expects(&mut terminal, FIRST);
    terminal.sends("k");
    let shown = expects(&mut terminal, "leave");
    assert!(!shown.contains("\x1b_G") && !shown.contains("\x1bP"), "{shown:?}");
    // The test's reader takes each byte for a character: this is a full block.
    assert!(shown.contains("â\u{96}\u{88}"), "{shown:?}");
    assert!(begun.elapsed() < Duration::from_secs(30));
    // What was typed while it was asked is a move.
    terminal.sends("u");
    terminal.sees("1 steps to redo");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
}

#[test]
fn graphics_can_be_switched_off_and_are_off_in_ascii() {
    for arguments in [&["--graphics", "off"][..], &["--ascii"], &["--theme", "ascii"]] {
        let mut terminal = terminal("off", arguments);
        let shown = expects(&mut terminal, "leave");
        assert!(!shown.contains(FIRST), "{arguments:?}");
        terminal.sends("q");
        is_given_back(&terminal.ends_with(0));
    }
}

#[test]
fn a_protocol_that_is_chosen_is_used() {
    let mut terminal = terminal("iterm2", &["--graphics", "iterm2"]);
    expects(&mut terminal, FIRST);
    terminal.sends("\x1b[0n");
    expects(&mut terminal, "]1337;File=inline=1");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
}

#[test]
fn the_theme_is_that_of_the_background_unless_one_is_chosen() {
    // The colours of walls of the dark and of the light theme.
    const WALLS: [&str; 2] = ["38;2;128;128;128", "38;2;105;100;95"];
    const OFF: [&str; 2] = ["--graphics", "off"];
    for (answer, arguments, is_light) in [
        ("\x1b]11;rgb:ffff/ffff/ffff\x1b\\", &OFF[..], true),
        ("\x1b]11;rgb:0000/0000/0000\x07", &OFF, false),
        ("", &OFF, false),
        ("\x1b]11;rgb:ffff/ffff/ffff\x07", &["--theme", "dark"], false),
    ] {
        let mut terminal = terminal("background", arguments);
        expects(&mut terminal, "\x1b]11;?");
        terminal.sends(&format!("{answer}\x1b[0n"));
        let shown = expects(&mut terminal, "leave");
        let seen = WALLS.map(|wall| shown.contains(wall));
        assert_eq!(seen, [!is_light, is_light], "{answer:?} {arguments:?}");
        terminal.sends("q");
        is_given_back(&terminal.ends_with(0));
    }
}
