//! The prompt as a person at a terminal meets it: on a pseudo-terminal, with pastes, Ctrl-C and
//! Ctrl-D. Waiting is generous, so that a slow machine fails nothing.

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

/// Nothing of the user's own is read or written: these folders are the test's.
fn own_folders(test: &str) -> [(&'static str, String); 4] {
    ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"]
        .map(|name| (name, format!("{}/prompt/{test}/{name}", env!("CARGO_TARGET_TMPDIR"))))
}

/// lurd on a terminal.
struct Terminal(PtySession);

impl Terminal {
    fn of(arguments: &[&str]) -> Self {
        let mut command = lurd("shared");
        command.args(arguments);
        Self::running(command)
    }

    fn running(command: Command) -> Self {
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

    /// Keys as they are, without Enter.
    fn sends(&mut self, keys: &str) {
        self.0.send(keys).expect("the terminal takes it");
        self.0.flush().expect("the terminal takes it");
    }

    /// Ctrl-D is only an end of input where the prompt has been shown: before that the terminal still
    /// reads by lines, and Ctrl-D typed there reaches the prompt as a zero byte.
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

/// lurd with folders of the test's own and without colour.
fn lurd(test: &str) -> Command {
    let mut command = Command::new(crate::program());
    command.env("TERM", "xterm").env("NO_COLOR", "1").env_remove("LURD_CONFIG").envs(own_folders(test));
    command.env_remove("PAGER");
    command
}

/// lurd on a terminal of that many columns and rows.
fn sized(columns: u16, rows: u16, pager: Option<&str>) -> Command {
    let lurd = lurd("shared");
    let mut command = Command::new("sh");
    command.args(["-c", &format!("stty cols {columns} rows {rows}; exec {}", crate::program())]);
    for (name, value) in lurd.get_envs() {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    if let Some(pager) = pager {
        command.env("PAGER", pager);
    }
    command
}

/// The folder of a test, empty.
fn fresh(test: &str) -> std::path::PathBuf {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("prompt").join(test);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("a folder");
    folder
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
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn control_c_stops_the_search_and_not_the_prompt() {
    let mut terminal = Terminal::prompt();
    // One of three within 200 ms: a machine under load may stall now and then.
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
        waited < Duration::from_millis(200)
    });
    assert!(quick, "the prompt did not come back within 200 ms");
    terminal.presses_control('c');
    terminal.sees("lurd> ");
    terminal.types("solve missile/1");
    terminal.sees("solved: 4 shifts");
    terminal.sees("lurd> ");
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
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn control_c_at_the_prompt_drops_the_line_at_once() {
    let mut terminal = Terminal::prompt();
    let quick = (0..3).any(|_| {
        terminal.sends("solve mis");
        terminal.sees("solve mis");
        let pressed = Instant::now();
        terminal.presses_control('c');
        terminal.sees("lurd> ");
        pressed.elapsed() < Duration::from_millis(200)
    });
    assert!(quick, "the prompt did not come back within 200 ms");
    terminal.types("solve missile/1 -q");
    terminal.sees("left 1, left 2, left 2, right 3");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

/// A search that finds better and better answers shows the best when it is stopped.
#[test]
fn control_c_shows_the_best_so_far() {
    let mut terminal = Terminal::prompt();
    terminal.types("solve 4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16 --strategy beam --time 100s");
    terminal.sees(", best ");
    terminal.presses_control('c');
    terminal.sees("solved: ");
    terminal.sees("lurd> ");
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

#[test]
fn the_first_start_greets_and_the_second_remembers() {
    let folder = fresh("history");
    let mut first = Terminal::running(lurd("history"));
    first.sees("Welcome to lurd. Type 'solve missile/4'");
    first.sees("Ctrl-D leaves.");
    first.sees("lurd> ");
    first.types("solve missile/1 -q");
    first.sees("left 1, left 2, left 2, right 3");
    first.sees("lurd> ");
    first.types("show missile/3");
    first.sees("missile/3  Missile 3");
    first.sees("lurd> ");
    first.presses_control('d');
    first.leaves_with(0);
    assert!(folder.join("XDG_STATE_HOME/lurd/history").exists());

    let mut second = Terminal::running(lurd("history"));
    let greeting = second.0.exp_string("lurd> ").expect("a prompt");
    assert!(!greeting.contains("Welcome"), "{greeting}");
    // Up twice is the first line of the session before; Ctrl-R finds the other.
    second.sends("\x1b[A\x1b[A");
    second.sees("solve missile/1 -q");
    second.sends("\r");
    second.sees("left 1, left 2, left 2, right 3");
    second.sees("lurd> ");
    second.presses_control('r');
    second.sends("file/3x\x7f");
    second.presses_control('c');
    second.sees("lurd> ");
    second.presses_control('r');
    second.sends("sile/3");
    second.sees("show missile/3");
    second.sends("\r");
    second.sees("missile/3  Missile 3");
    second.sees("lurd> ");
    second.presses_control('d');
    second.leaves_with(0);
}

#[test]
fn a_history_that_cannot_be_kept_is_said_once() {
    let folder = fresh("no-history");
    // A file where the folder should be: no file can be written there, whatever the permissions.
    std::fs::write(folder.join("XDG_STATE_HOME"), b"").expect("a file");
    let mut terminal = Terminal::running(lurd("no-history"));
    terminal.sees("note: the history is not saved: ");
    terminal.sees("lurd> ");
    terminal.types("solve missile/1 -q");
    let said = terminal.0.exp_string("left 1, left 2").expect("it is solved");
    assert!(!said.contains("not saved"), "{said}");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn tab_completes_collections_numbers_and_flags() {
    let mut terminal = Terminal::prompt();
    terminal.sends("mis\t");
    terminal.sees("missile");
    terminal.sends("/");
    terminal.sends("\t");
    terminal.sees("missile/1");
    terminal.sees("missile/5");
    terminal.sends("1\r");
    terminal.sees("solved: 4 shifts");
    terminal.sees("lurd> ");
    // Commands and flags that take something are completed with a blank.
    terminal.sends("solv\tmissile/4 --stra\tbid\t -q\r");
    terminal.sees("left 0, right 2, down 1");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn play_without_the_screen_is_the_prompt() {
    let mut terminal = Terminal::of(&["play", "missile/1", "--plain", "--no-store"]);
    terminal.sees("lurd> ");
    terminal.sends("left 1\r");
    terminal.sees("1 shift");
    terminal.sees("lurd> ");
    // The line before once more; then the words of the player and of the prompt are completed.
    terminal.sends("\x1b[A\r");
    terminal.sees("2 shifts");
    terminal.sees("lurd> ");
    terminal.sends("collec\t\r");
    terminal.sees("missile");
    terminal.sees("lurd> ");
    terminal.sends("rate --js\t\r");
    terminal.sees("\"difficulty\"");
    terminal.sees("lurd> ");
    terminal.types("exit()");
    terminal.leaves_with(0);
}

#[test]
fn a_board_typed_row_by_row_can_still_be_changed() {
    let mut terminal = Terminal::prompt();
    terminal.types("#####");
    terminal.sees("..> a blank line ends the board");
    terminal.sees("1 row of a level so far: no player");
    terminal.types("#@ .#");
    terminal.sees("2 rows of a level so far: 0 boxes, 1 goal");
    // Up to the row without a box, and one is put there.
    terminal.sends("#####");
    terminal.sends("\x1b[A\x1b[H\x1b[C\x1b[C\x1b[3~$\x1b[B\x1b[F\r");
    terminal.sees("solved: 1 push");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn a_shifter_is_typed_row_by_row_without_a_notation() {
    for rows in [["R R B G", "G G B B", "", "R R B G", "B G G B"], ["1123", "2233", "to", "1123", "3223"]] {
        let mut terminal = Terminal::prompt();
        terminal.types(rows[0]);
        terminal.sees("row 1 of a shifter, 4 tiles wide?");
        terminal.sees("..> the other rows");
        terminal.types(rows[1]);
        // A row that is too short is not taken, and can be completed.
        terminal.types(rows[2]);
        terminal.types(rows[3]);
        terminal.sees("1 of 2 rows of the target");
        terminal.types(rows[4]);
        terminal.sees("solved: 1 shift, proved optimal");
        terminal.sees("lurd> ");
        terminal.presses_control('d');
        terminal.leaves_with(0);
    }
}

#[test]
fn a_row_can_be_dropped_or_corrected() {
    let mut terminal = Terminal::prompt();
    terminal.types("RRBG");
    terminal.sees("..> ");
    terminal.types("GGB");
    terminal.sees("row 2 of the source is no row of 4 tiles");
    terminal.presses_control('c');
    terminal.sees("lurd> ");
    terminal.types("solve missile/1 -q");
    terminal.sees("left 1, left 2, left 2, right 3");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn what_is_typed_at_the_prompt_is_kept() {
    fresh("typed");
    let mut first = Terminal::running(lurd("typed"));
    first.sees("lurd> ");
    first.types("12/34 -> 21/34");
    first.sees("kept as pasted/1");
    first.sees("solved: 1 shift");
    first.sees("lurd> ");
    first.types(&format!("\x1b[200~{LEVEL_1}\x1b[201~"));
    first.sees("kept as pasted/2");
    first.sees("solved: ");
    first.sees("lurd> ");
    first.presses_control('d');
    first.leaves_with(0);
    let mut second = Terminal::running(lurd("typed"));
    second.sees("lurd> ");
    second.types("list pasted");
    second.sees("pasted/1");
    second.sees("1 shift");
    second.sees("pasted/2");
    second.sees("lurd> ");
    second.types("solve pasted/1 -q");
    second.sees("left 0");
    second.sees("lurd> ");
    second.presses_control('d');
    second.leaves_with(0);
}

#[test]
fn a_pasted_shifter_of_many_lines_is_one_input() {
    let mut terminal = Terminal::prompt();
    let boards = "source:\n1234\n4123\n\n3412\n2341\ntarget:\n1234\n1234\n1234\n1234";
    terminal.types(&format!("\x1b[200~{}\x1b[201~", boards.replace("\n\n", "\n")));
    terminal.sees("solved: 4 shifts");
    terminal.sees("lurd> ");
    terminal.types("step all");
    terminal.sees("steps 1-4 of 4: left 1, left 2, left 2, right 3");
    terminal.sees("solved");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn a_long_paste_is_an_error_and_no_more() {
    let mut terminal = Terminal::prompt();
    let size = if crate::takes_all() { 1 << 20 } else { 100_000 };
    terminal.sends(&format!("\x1b[200~{}\x1b[201~", &"x@$. #".repeat(1 << 18)[..size]));
    terminal.sends("\r");
    terminal.sees("error");
    terminal.sees("lurd> ");
    terminal.types("solve missile/1 -q");
    terminal.sees("left 1, left 2, left 2, right 3");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

/// `cargo test --release --test program a_megabyte -- --ignored`: the time of a key grows with the length of the line.
#[test]
#[ignore = "takes long"]
fn a_megabyte_typed_is_cut_and_said() {
    let mut terminal = Terminal::prompt();
    terminal.sends(&"x".repeat(1 << 20));
    terminal.sends("\r");
    terminal.sees("longer than 64 KiB ignored");
    terminal.sees("lurd> ");
    terminal.types("solve missile/1 -q");
    terminal.sees("left 1, left 2, left 2, right 3");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

/// What is typed on a board of 50 by 50 appears at once, in colours as without.
#[test]
fn typing_on_a_large_board_stays_fast() {
    for coloured in [false, true] {
        let mut command = lurd("large");
        if coloured {
            command.env_remove("NO_COLOR");
        }
        let mut terminal = Terminal::running(command);
        terminal.sees("lurd> ");
        let inner = format!("#{}#\n", "$.  ".repeat(12));
        let board = format!("{}\n#@{}#\n{}", "#".repeat(50), " ".repeat(47), inner.repeat(47).trim_end());
        terminal.sends(&format!("\x1b[200~{board}\x1b[201~\r"));
        terminal.sees("..> a blank line ends the board");
        std::thread::sleep(Duration::from_millis(300));
        // The best of some: a machine under load may stall.
        let best = "QWZVY".split("").filter(|letter| !letter.is_empty()).map(|letter| {
            let started = Instant::now();
            terminal.sends(letter);
            terminal.sees(letter);
            started.elapsed()
        });
        let best = best.min().expect("some");
        // Far above what it takes (a few milliseconds), far below what a repainting per letter of a
        // paste would take.
        assert!(best < Duration::from_millis(500), "{best:?}, coloured: {coloured}");
        terminal.presses_control('c');
        terminal.sees("lurd> ");
        terminal.presses_control('d');
        terminal.leaves_with(0);
    }
}

/// Forty columns are enough for every kind of text; nothing that is a table is cut.
#[test]
fn forty_columns_are_enough() {
    let binary = crate::program();
    let lines = "compare missile/1 --strategies bfs,astar; strategies missile/1; help; set; \
                 solve missile/4; help strategies";
    let mut command = Command::new("sh");
    command.args(["-c", &format!("stty cols 40 rows 30; exec {binary} --eval \"{lines}\"")]);
    command.env("TERM", "xterm").env("NO_COLOR", "1").env_remove("LURD_CONFIG").envs(own_folders("shared"));
    let mut terminal = Terminal::running(command);
    let shown = terminal.0.exp_eof().expect("it ends");
    assert!(shown.contains("ratio: 1.00"), "{shown}");
    for line in shown.lines() {
        // Status lines take themselves away; examples are what is to be typed, in one piece.
        let is_typed = line.starts_with("  ") && (line.contains("compare missile/") || line.contains("->"));
        let line = line.rsplit('\r').next().unwrap_or(line).replace("\x1b[K", "");
        assert!(line.chars().count() <= 40 || is_typed || line.contains("completions"), "{line:?}");
    }
}

/// Emacs, and some who read the screen aloud: no cursor to move, no line to redraw.
#[test]
fn a_dumb_terminal_gets_plain_lines() {
    let mut command = lurd("dumb");
    command.env("TERM", "dumb");
    let mut terminal = Terminal::running(command);
    terminal.sees("lurd> ");
    for row in ["#####", "#@$.#", "#####"] {
        terminal.types(row);
    }
    let shown = terminal.0.exp_string("solved: 1 push").expect("it is solved");
    assert!(!shown.contains('\u{1b}'), "{shown:?}");
    terminal.sees("lurd> ");
    terminal.types("quit");
    terminal.leaves_with(0);
}

/// What a terminal with bracketed paste sends for a pasted text.
fn pasted(text: &str) -> String {
    format!("\x1b[200~{text}\x1b[201~\r")
}

#[test]
fn a_pasted_level_may_begin_with_its_number() {
    fresh("several");
    let mut terminal = Terminal::running(lurd("several"));
    terminal.sees("lurd> ");
    terminal.sends(&pasted("; 1\n\n#####\n#@$.#\n#####\n"));
    terminal.sees("solved: 1 push");
    terminal.sees("lurd> ");
    terminal.sends(&pasted("; nothing but a comment\n"));
    terminal.sees("lurd> ");
    terminal.types("show");
    terminal.sees("#@$.#");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn line_breaks_of_a_paste_may_be_of_any_kind() {
    let mut terminal = Terminal::prompt();
    // The last two are what some terminals make of CR LF.
    for (floor, line_break) in (1..).zip(["\r\n", "\r", "\r\r", "\n\n"]) {
        let row = |ends: &str| format!("#{}{ends}#", " ".repeat(floor));
        let wall = "#".repeat(floor + 5);
        terminal.sends(&pasted(&[wall.as_str(), &row("@$."), &wall].join(line_break)));
        terminal.sees("solved: 1 push");
        terminal.sees("lurd> ");
    }
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn of_several_pasted_levels_the_first_is_taken_and_that_is_said() {
    fresh("several");
    let mut terminal = Terminal::running(lurd("several"));
    terminal.sees("lurd> ");
    terminal.sends(&pasted("; 1\n\n#####\n#@$.#\n#####\n\n; 2\n\n######\n#@ $.#\n######\n"));
    terminal.sees("kept as pasted/1");
    terminal.sees("2 puzzles; the current one is pasted/1");
    terminal.sees("solved: 1 push");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn levels_of_a_paste_that_cannot_be_read_are_reported() {
    fresh("unreadable");
    let mut terminal = Terminal::running(lurd("unreadable"));
    terminal.sees("lurd> ");
    terminal.sends(&pasted("; 1\n\n#####\n#@@$.#\n#####\n\n; 2\n\n######\n#@ $.#\n######\n"));
    terminal.sees("kept as pasted/1");
    terminal.sees("error: 2 players");
    terminal.sees("<prompt>:4:3");
    terminal.sees("2 puzzles (1 cannot be read); the current one is pasted/1");
    terminal.sees("solved: 1 push");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
}

#[test]
fn a_script_says_at_which_line_it_stops() {
    use std::io::Write as _;

    let mut command = lurd("shared");
    command
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::piped());
    let mut child = command.spawn().expect("lurd starts");
    child.stdin.take().expect("a pipe").write_all(b"load missile/1\n\nslove\nquit\n").expect("written");
    let output = child.wait_with_output().expect("lurd ends");
    assert_eq!(output.status.code(), Some(2));
    let errors = String::from_utf8(output.stderr).expect("text");
    assert!(errors.contains("'slove'") && errors.ends_with("note: stopped at line 3 of the input\n"), "{errors}");
}

#[test]
fn pasted_commands_are_carried_out_one_by_one() {
    let mut terminal = Terminal::prompt();
    terminal.sends(&pasted("; to begin with\nload missile/1\nlurd solve -q\nexit\n"));
    terminal.sees("left 1, left 2, left 2, right 3");
    terminal.leaves_with(0);
}

#[test]
fn words_of_other_prompts_mean_what_they_mean_there() {
    let mut terminal = Terminal::prompt();
    for (line, shows) in [
        ("lurd solve missile/1 -q", "left 1, left 2, left 2, right 3"),
        ("lurd missile/1", "solved: 4 shifts"),
        ("set time 10", "time = 10s"),
        ("set time x", "invalid time 'x': expected 60s, 500ms, 2m or none"),
        ("set time default", "time = 60s (default)"),
        ("clear", "\x1b[2J"),
        ("? quit", "Leave lurd (also 'exit', 'q' and Ctrl-D)"),
    ] {
        terminal.types(line);
        terminal.sees(shows);
        terminal.sees("lurd> ");
    }
    terminal.types("help solve");
    let help = terminal.0.exp_string("lurd> ").expect("a prompt");
    assert!(help.contains("Usage: solve [OPTIONS] [PUZZLE]") && !help.contains("lurd solve"), "{help}");
    terminal.types(":q");
    terminal.leaves_with(0);
}

#[test]
fn help_goes_to_the_pager_of_the_user() {
    let mut terminal = Terminal::running(sized(80, 24, Some("sed 's/^/paged: /'")));
    terminal.sees("lurd> ");
    terminal.types("help solve");
    terminal.sees("paged: Usage: solve");
    terminal.sees("lurd> ");
    terminal.types("quit");
    terminal.leaves_with(0);
    // One that is not there is no reason to see nothing.
    let mut terminal = Terminal::running(sized(80, 24, Some("no-such-pager")));
    terminal.sees("lurd> ");
    terminal.types("help solve");
    terminal.sees("Usage: solve");
    terminal.sees("lurd> ");
    terminal.types("quit");
    terminal.leaves_with(0);
}

/// The greeting, lists and complaints are broken at words.
#[test]
fn what_is_said_is_broken_at_words() {
    fresh("narrow");
    let mut command = sized(50, 24, None);
    command.envs(own_folders("narrow"));
    let mut terminal = Terminal::running(command);
    let greeting = terminal.0.exp_string("lurd> ").expect("a prompt");
    terminal.types("set nothing 1");
    let said = terminal.0.exp_string("lurd> ").expect("a prompt");
    assert!(greeting.contains("Welcome") && said.contains("autosolve"), "{greeting}{said}");
    for line in greeting.lines().chain(said.lines()) {
        let line = line.rsplit('\x1b').next().unwrap_or(line);
        assert!(line.chars().count() <= 50 + 5, "{line:?}");
    }
    terminal.types("quit");
    terminal.leaves_with(0);
}

#[test]
fn a_search_that_was_stopped_says_so() {
    let mut terminal = Terminal::prompt();
    terminal.types("solve 4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16 --strategy beam --time 100s");
    terminal.sees(", best ");
    terminal.presses_control('c');
    terminal.sees("stopped before the proof was");
    terminal.sees("stopped before the end");
    terminal.sees("lurd> ");
    terminal.presses_control('d');
    terminal.leaves_with(0);
    let words: Vec<_> =
        ENDLESS.replace("solve", "compare").replace("strategy", "strategies").split(' ').map(str::to_owned).collect();
    let mut terminal = Terminal::of(&words.iter().map(String::as_str).collect::<Vec<_>>());
    terminal.sees_a_search();
    terminal.presses_control('c');
    terminal.sees("stopped before the end");
    terminal.leaves_with(130);
}

/// Terminals that know no brackets send CR LF as two ends of a line.
#[test]
fn rows_that_end_in_two_breaks_are_a_level_without_brackets_too() {
    for line_break in ["\r\n", "\r\r"] {
        let mut terminal = Terminal::prompt();
        terminal.sends(&["######", "#@ $.#", "######", ""].join(line_break));
        terminal.sees("solved: 1 push");
        terminal.sees("lurd> ");
        terminal.presses_control('d');
        terminal.leaves_with(0);
    }
}
