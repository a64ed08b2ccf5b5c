//! The player and the editor on a terminal, as a person meets them: keys and the mouse, another size,
//! signals that end them. Waiting is generous, so that a slow machine fails nothing.

mod bad_days;
mod levels;

use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use rexpect::process::{Signal, WaitStatus};
use rexpect::session::{PtySession, spawn_command};

/// How long to wait for anything, in milliseconds.
const PATIENCE: u64 = 60_000;

/// Columns and rows of a small terminal, of half a screen, and of a whole one.
const SIZES: [(u16, u16); 3] = [(80, 24), (120, 35), (200, 60)];

/// What makes the terminal what it was: no mouse, the screen of before, the cursor.
const GIVEN_BACK: [&str; 3] = ["\x1b[?1000l", "\x1b[?1049l", "\x1b[?25h"];

/// A folder of the test's own, empty.
fn fresh(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("screen").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn lurd(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(crate::program());
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
        command.env(name, folder.join(name));
    }
    command.env("TERM", "xterm").env("NO_COLOR", "1").env_remove("LURD_CONFIG").current_dir(folder).args(arguments);
    command
}

/// lurd on a terminal.
struct Terminal(PtySession);

impl Terminal {
    /// On a terminal of 80 columns and 24 rows.
    fn of(folder: &Path, arguments: &[&str]) -> Self {
        Self::sized((80, 24), folder, arguments)
    }

    /// On a terminal of that many columns and rows.
    fn sized(size: (u16, u16), folder: &Path, arguments: &[&str]) -> Self {
        Self::by("exec \"$0\" \"$@\"", size, folder, arguments)
    }

    /// On such a terminal, with the text of a file as standard input.
    fn piped(folder: &Path, file: &str, arguments: &[&str]) -> Self {
        Self::by(&format!("cat {file} | \"$0\" \"$@\""), (80, 24), folder, arguments)
    }

    fn by(script: &str, (columns, rows): (u16, u16), folder: &Path, arguments: &[&str]) -> Self {
        let lurd = lurd(folder, arguments);
        let mut command = Command::new("sh");
        command
            .args(["-c", &format!("stty rows {rows} cols {columns} && {script}")])
            .arg(lurd.get_program())
            .args(arguments);
        for (name, value) in lurd.get_envs() {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        command.current_dir(folder);
        Self(spawn_command(command, Some(PATIENCE)).expect("lurd starts on a terminal"))
    }

    /// Gives the terminal another size, as a window does.
    fn becomes(&self, columns: u16, rows: u16) {
        let terminal = self.0.process().get_file_handle().expect("a terminal");
        let size = ["rows".to_owned(), rows.to_string(), "cols".to_owned(), columns.to_string()];
        let set = Command::new("stty").args(size).stdin(terminal).status();
        assert!(set.expect("stty runs").success());
    }

    fn sends(&mut self, keys: &str) {
        self.0.send(keys).expect("the terminal takes it");
        self.0.flush().expect("the terminal takes it");
    }

    /// Waits until `text` has been shown. On the screen only what changes is written, so that between
    /// words there may be a move of the cursor in the place of a blank.
    fn sees(&mut self, text: &str) {
        let between = r"(?:\s|\x1b\[[0-9;]*[A-Za-z])+";
        let words: Vec<String> = text.split_whitespace().map(literally).collect();
        if let Err(error) = self.0.exp_regex(&words.join(between)) {
            panic!("does not show {text:?}: {error}");
        }
    }

    /// All that is shown to the end; lurd ends with this code.
    fn ends_with(mut self, code: i32) -> String {
        let rest = self.0.exp_eof().expect("lurd ends");
        match self.0.process().wait() {
            Ok(WaitStatus::Exited(_, left)) => assert_eq!(left, code, "{rest}"),
            other => panic!("{other:?}"),
        }
        rest
    }
}

/// A word as a regular expression that means the word.
fn literally(word: &str) -> String {
    // An escaped angle bracket is an end of a word.
    let is_plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '<' | '>');
    let letter = |letter: char| if is_plain(letter) { letter.to_string() } else { format!("\\{letter}") };
    word.chars().map(letter).collect()
}

fn is_given_back(shown: &str) {
    for sequence in GIVEN_BACK {
        assert!(shown.contains(sequence), "{sequence:?} is missing in {shown:?}");
    }
}

/// A solution of the first level of pusher.
fn answer(folder: &Path) -> String {
    let output = lurd(folder, &["solve", "pusher/1", "-q", "--no-store"]).output().expect("lurd runs");
    String::from_utf8(output.stdout).expect("text").trim().to_owned()
}

#[test]
fn a_level_is_played_to_its_end() {
    let folder = fresh("played");
    let answer = answer(&folder);
    assert!(answer.len() > 100, "{answer}");
    let mut terminal = Terminal::of(&folder, &["play", "pusher/1", "--theme", "ascii"]);
    terminal.sees("pusher/1");
    let keys: String = answer
        .to_ascii_lowercase()
        .chars()
        .map(|letter| match letter {
            'l' => 'h',
            'u' => 'k',
            'r' => 'l',
            _ => 'j',
        })
        .collect();
    // In parts, as one plays.
    for part in keys.as_bytes().chunks(50) {
        terminal.sends(std::str::from_utf8(part).expect("letters"));
        std::thread::sleep(Duration::from_millis(20));
    }
    terminal.sees("solved in ");
    terminal.sees("New best! Saved.");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
    // What was congratulated for is kept.
    let list = lurd(&folder, &["list", "pusher"]).output().expect("lurd runs");
    let pushes = answer.chars().filter(char::is_ascii_uppercase).count();
    assert!(String::from_utf8_lossy(&list.stdout).contains(&format!("{pushes} pushes")), "{list:?}");
}

#[test]
fn a_level_is_drawn_saved_opened_and_solved() {
    let folder = fresh("drawn");
    let mut terminal = Terminal::of(&folder, &["edit", "--theme", "ascii"]);
    terminal.sees("untitled");
    terminal.sends(":new 7x4\rb");
    terminal.sees("7x4");
    // The player, a box below and a goal, all with their keys.
    terminal.sends("lj@ jl$ ll. ");
    terminal.sends(":validate\r");
    terminal.sends("wmine.xsb\r");
    // ("saved" may stand over "valid", and then not all of it is written.)
    terminal.sees("as mine.xsb (xsb)");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
    let text = fs::read_to_string(folder.join("mine.xsb")).expect("saved");
    assert_eq!(text.lines().filter(|line| line.contains('#')).count(), 4, "{text}");
    let solved = lurd(&folder, &["solve", "mine.xsb"]).output().expect("lurd runs");
    assert_eq!(solved.status.code(), Some(0), "{text}{solved:?}");
    let mut again = Terminal::of(&folder, &["edit", "mine.xsb", "--theme", "ascii"]);
    again.sees("mine.xsb");
    again.sends("f");
    again.sees("it can be solved");
    again.sends("q");
    again.ends_with(0);
}

#[test]
fn the_mouse_walks_and_pushes() {
    let folder = fresh("mouse");
    let level = "########|#@     #|# $ .  #|#      #|########";
    let mut terminal = Terminal::of(&folder, &["play", level, "--theme", "ascii", "--no-store"]);
    terminal.sees("moves 0  pushes 0");
    // The board stands in the middle of what the counts leave, 6 columns and 3 lines a square: row 3 begins
    // at line 10 of the screen, column 3 at its column 29.
    terminal.sends("\x1b[<0;31;11M\x1b[<32;37;11M\x1b[<0;43;11m");
    terminal.sees("solved in 3 moves, 2 pushes");
    // A click walks: to row 2, column 7.
    terminal.sends("u\x1b[<0;55;8M\x1b[<0;55;8m");
    terminal.becomes(90, 24);
    terminal.sees("moves 5  pushes 0");
    terminal.sends("q");
    terminal.ends_with(0);
}

#[test]
fn sigterm_gives_the_terminal_back_and_keeps_the_game() {
    let folder = fresh("sigterm");
    let mut terminal = Terminal::of(&folder, &["play", "pusher/1", "--theme", "ascii"]);
    terminal.sees("pusher/1");
    terminal.sends("khh:mark\r");
    terminal.sees("marked as");
    terminal.0.process_mut().signal(Signal::SIGTERM).expect("sent");
    is_given_back(&terminal.ends_with(130));
    let mut again = Terminal::of(&folder, &["play", "pusher/1", "--theme", "ascii"]);
    again.sees("3 steps were done before");
    again.sends("x:quit\r");
    again.ends_with(0);
}

#[test]
fn another_size_is_taken_at_once() {
    let folder = fresh("size");
    let level = "########|#@     #|# $ .  #|#      #|########";
    let mut terminal = Terminal::of(&folder, &["play", level, "--theme", "ascii", "--no-store"]);
    terminal.sees("moves 0  pushes 0");
    terminal.becomes(40, 12);
    terminal.sees("moves 0  pushes 0");
    // Not all of a screen of that size fits into memory.
    terminal.becomes(u16::MAX, u16::MAX);
    terminal.sees("moves 0  pushes 0");
    terminal.becomes(0, 0);
    terminal.sees("moves 0  pushes 0");
    terminal.becomes(100, 30);
    terminal.sees("moves 0  pushes 0");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
}

#[test]
fn an_answer_is_followed_by_keys_on_a_screen_of_any_size() {
    let folder = fresh("followed");
    let mut terminal = Terminal::of(&folder, &["solve", "missile/4", "--follow", "--theme", "ascii", "--no-store"]);
    terminal.sees("press 1 of 16");
    terminal.sends("  ");
    terminal.becomes(40, 12);
    terminal.sees("[Down] Left Up Right A");
    terminal.becomes(3, 2);
    terminal.sends("b \t?q");
    terminal.becomes(100, 30);
    terminal.sees("then 13 presses left");
    terminal.sends(">>>>p");
    terminal.sees("solved: all 16 presses done");
    // Ctrl-C is a key there.
    terminal.sends("\x03");
    is_given_back(&terminal.ends_with(0));
    let mut terminal = Terminal::of(&folder, &["solve", "missile/4", "--follow", "--no-store"]);
    terminal.sees("press 1 of 16");
    terminal.0.process_mut().signal(Signal::SIGTERM).expect("sent");
    is_given_back(&terminal.ends_with(130));
}

#[test]
fn the_prompt_follows_an_answer_and_the_player_too() {
    let folder = fresh("follow-prompt");
    let mut terminal = Terminal::of(&folder, &[]);
    terminal.sees("lurd> ");
    terminal.sends("load missile/1\r");
    terminal.sees("lurd> ");
    terminal.sends("follow 3 --theme ascii\r");
    terminal.sees("press 3 of 7");
    terminal.sends(" q");
    terminal.sees("left at press 4 of 7; 'follow 4' goes on there");
    terminal.sees("lurd> ");
    terminal.sends("play --theme ascii\r");
    terminal.sees("u:undo");
    terminal.sends("g");
    terminal.sees("press 1 of 7");
    terminal.sends("q");
    terminal.sees("u:undo");
    terminal.sends("q");
    terminal.sees("lurd> ");
    terminal.sends("quit\r");
    terminal.ends_with(0);
}

#[test]
fn work_that_was_killed_is_taken_up_again() {
    let folder = fresh("killed");
    let mut terminal = Terminal::of(&folder, &["edit", "--theme", "ascii"]);
    terminal.sees("untitled");
    terminal.sends(":new 5x3\rb");
    terminal.sees("5x3");
    let drafts = folder.join("XDG_STATE_HOME/lurd/drafts");
    let begun = Instant::now();
    let has_draft = || {
        let mut entries = fs::read_dir(&drafts).into_iter().flatten().flatten();
        entries.any(|entry| entry.path().extension().is_some_and(|extension| extension == "draft"))
    };
    while !has_draft() {
        assert!(begun.elapsed() < Duration::from_millis(PATIENCE), "no draft");
        std::thread::sleep(Duration::from_millis(20));
    }
    terminal.0.process_mut().signal(Signal::SIGKILL).expect("sent");
    let _ = terminal.0.exp_eof();
    let mut again = Terminal::of(&folder, &["edit", "--theme", "ascii"]);
    again.sees("unsaved changes restored");
    again.sends("qn");
    again.ends_with(0);
    assert_eq!(fs::read_dir(&drafts).map_or(0, Iterator::count), 0, "not wanted, not kept");
}

#[test]
fn play_at_the_prompt_goes_on_where_the_prompt_is() {
    let folder = fresh("prompt");
    let mut terminal = Terminal::of(&folder, &[]);
    terminal.sees("lurd> ");
    terminal.sends("load missile/1\r");
    terminal.sees("lurd> ");
    terminal.sends("left 1\r");
    terminal.sees("lurd> ");
    terminal.sends("play --theme ascii\r");
    terminal.sees("u:undo");
    terminal.sends("L:mark\r");
    terminal.sees("marked as");
    terminal.sends("q");
    terminal.sees("lurd> ");
    terminal.sends("undo all\r");
    terminal.sees("4 shifts to go");
    terminal.sends("quit\r");
    terminal.ends_with(0);
}

#[test]
fn a_collection_opens_where_one_left_off() {
    let folder = fresh("left_off");
    // What a search has found marks nothing as solved.
    let solved = lurd(&folder, &["solve", "primer", "-q"]).output().expect("lurd runs");
    assert_eq!(solved.status.code(), Some(0), "{solved:?}");
    let mut terminal = Terminal::of(&folder, &["play", "primer", "--theme", "ascii"]);
    terminal.sees("primer/1");
    terminal.sends("nnn");
    terminal.sees("side by side");
    terminal.sends("k:mark\r");
    terminal.sees("marked as");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
    let mut again = Terminal::of(&folder, &["play", "primer", "--theme", "ascii"]);
    again.sees("primer/4");
    again.sees("1 step was done before");
    // The answer that is known is there without a search.
    again.sends("xf");
    again.sees("a known answer");
    again.sends("q");
    is_given_back(&again.ends_with(0));
}

/// What lurd writes to a terminal that the test holds the other end of.
fn on_own_terminal(command: &mut Command) -> (std::process::Child, fs::File) {
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};

    let master = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY | OpenptFlags::CLOEXEC).expect("a terminal");
    grantpt(&master).and_then(|()| unlockpt(&master)).expect("it may be used");
    let name = ptsname(&master, Vec::new()).expect("its name").into_string().expect("text");
    let slave = || fs::OpenOptions::new().read(true).write(true).open(&name).expect("its other end");
    let child = command
        .stdin(Stdio::from(slave()))
        .stdout(Stdio::from(slave()))
        .stderr(Stdio::from(slave()))
        .spawn()
        .expect("lurd starts");
    (child, fs::File::from(master))
}

#[test]
fn a_terminal_that_is_closed_ends_it_and_nothing_is_lost() {
    let folder = fresh("closed");
    let (mut child, mut master) = on_own_terminal(&mut lurd(&folder, &["play", "pusher/1", "--theme", "ascii"]));
    let sees = |mut master: &fs::File, text: &str| {
        let (mut shown, mut bytes) = (String::new(), [0; 4096]);
        while !shown.contains(text) {
            let count = master.read(&mut bytes).expect("it writes");
            shown.push_str(&String::from_utf8_lossy(&bytes[..count]));
        }
    };
    sees(&master, "pusher/1");
    master.write_all(b"khh:mark\r").expect("it reads");
    sees(&master, "marked");
    drop(master);
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("a child") {
            break status;
        }
        if begun.elapsed() > Duration::from_secs(20) {
            child.kill().expect("killed");
            panic!("it does not notice that the terminal is gone");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    assert!(!status.success(), "{status}");
    let mut again = Terminal::of(&folder, &["play", "pusher/1", "--theme", "ascii"]);
    again.sees("3 steps were done before");
    again.sends("q");
    again.ends_with(0);
}

#[test]
fn sigterm_ends_the_prompt_below_the_screen_too() {
    let folder = fresh("sigterm-prompt");
    let mut terminal = Terminal::of(&folder, &[]);
    terminal.sees("lurd> ");
    terminal.sends("load missile/1\r");
    terminal.sees("lurd> ");
    terminal.sends("play --theme ascii\r");
    terminal.sees("u:undo");
    terminal.0.process_mut().signal(Signal::SIGTERM).expect("sent");
    is_given_back(&terminal.ends_with(130));
}

#[test]
fn words_on_a_terminal_go_on_after_a_signal() {
    let folder = fresh("words");
    let mut terminal = Terminal::of(&folder, &["play", "pusher/1", "--plain"]);
    terminal.sees("lurd> ");
    terminal.sends("ull\r");
    terminal.sees("3 moves");
    terminal.sees("lurd> ");
    terminal.0.process_mut().signal(Signal::SIGTERM).expect("sent");
    terminal.ends_with(130);
    let mut again = Terminal::of(&folder, &["play", "pusher/1", "--plain"]);
    again.sees("3 steps were done before");
    again.sends("quit\r");
    again.ends_with(0);
}

#[test]
fn what_could_not_be_kept_is_told_in_the_end() {
    let folder = fresh("full");
    fs::write(folder.join("XDG_DATA_HOME"), "no folder").expect("written");
    let mut terminal = Terminal::of(&folder, &["play", "pusher/1", "--theme", "ascii"]);
    terminal.sees("pusher/1");
    terminal.sends("k:mark\r");
    terminal.sees("marked as");
    terminal.sends("q");
    let shown = terminal.ends_with(2);
    let (_, after) = shown.rsplit_once(GIVEN_BACK[1]).expect("the screen is given back");
    assert!(after.contains("cannot create the folder"), "{shown:?}");
}

#[test]
fn a_flood_of_keys_is_taken_to_its_end() {
    let folder = fresh("flood");
    let level = "########|#@     #|# $ .  #|#      #|########";
    let mut terminal = Terminal::of(&folder, &["play", level, "--theme", "ascii", "--no-store"]);
    terminal.sees("moves 0  pushes 0");
    // More than is read at once.
    terminal.sends(&"lh".repeat(1500));
    terminal.sends("l:mark\r");
    terminal.sees("marked as");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
}

/// What a terminal with bracketed paste sends for a pasted text.
fn pasted(text: &str) -> String {
    format!("\x1b[200~{text}\x1b[201~")
}

#[test]
fn a_level_pasted_into_the_editor_is_the_board() {
    let folder = fresh("pasted");
    let mut terminal = Terminal::of(&folder, &["edit", "--theme", "ascii"]);
    terminal.sees("untitled");
    terminal.sends(&pasted("; 1\r\n\r\n#####\r\n#@$.#\r\n#####\r\n"));
    terminal.sees("pasted; u undoes it");
    // There is work now that is not saved.
    let longer = "#######\r#@ $ .#\r#######";
    terminal.sends(&pasted(longer));
    terminal.sees("replace the board by the pasted one?");
    terminal.sends("n");
    terminal.sees("the board stays as it is");
    terminal.sends(":save first.xsb\r");
    // (Only what differs from the message before is written.)
    terminal.sees("first.xsb (xsb)");
    terminal.sends(&pasted(longer));
    terminal.sees("undoes it");
    terminal.sends(&pasted("nothing to draw"));
    terminal.sees("no board");
    // In a line that is typed a paste is text.
    terminal.sends(":");
    terminal.sends(&pasted("save second.xsb\n"));
    terminal.sends("\r");
    terminal.sees("(xsb)");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
    let rows = |name: &str| {
        let text = fs::read_to_string(folder.join(name)).expect("saved");
        text.lines().filter(|line| line.starts_with('#')).map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(rows("first.xsb"), ["#####", "#@$.#", "#####"]);
    assert_eq!(rows("second.xsb"), ["#######", "#@ $ .#", "#######"]);
}

#[test]
fn a_solution_pasted_into_the_player_is_played() {
    let folder = fresh("pasted-steps");
    let level = "#######|#@ $ .#|#######";
    let mut terminal = Terminal::of(&folder, &["play", level, "--theme", "ascii", "--no-store"]);
    terminal.sees("moves 0  pushes 0");
    terminal.sends(&pasted("r\nRR\n"));
    terminal.sees("solved in 3 moves, 2 pushes");
    terminal.sends("q");
    terminal.ends_with(0);
}
