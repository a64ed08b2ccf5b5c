//! Every function of the school project whose player and editor lurd has taken over, a test each, by
//! lines of words as they come through a pipe.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// What lurd said to the words.
struct Said {
    code: Option<i32>,
    out: String,
    err: String,
}

/// A folder of the test's own, empty.
fn fresh(test: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("school").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    folder
}

fn lurd(test: &str, arguments: &[&str], words: &[&str]) -> Said {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("school").join(test);
    let mut command = Command::new(crate::program());
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"] {
        command.env(name, folder.join(name));
    }
    let mut child = command
        .env_remove("LURD_CONFIG")
        .current_dir(&folder)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("lurd starts");
    let lines = words.join("\n") + "\n";
    match child.stdin.take().expect("a pipe").write_all(lines.as_bytes()) {
        // lurd may have ended before it read every word.
        Err(error) if error.kind() != ErrorKind::BrokenPipe => panic!("lurd does not read: {error}"),
        _ => {}
    }
    let output = child.wait_with_output().expect("lurd ends");
    let said = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    Said { code: output.status.code(), out: said(&output.stdout), err: said(&output.stderr) }
}

const LEVEL: &str = "#######|#@ $ .#|#     #|#######";

fn play(test: &str, words: &[&str]) -> Said {
    fresh(test);
    lurd(test, &["play", LEVEL, "--plain"], words)
}

fn edit(test: &str, words: &[&str]) -> Said {
    fresh(test);
    lurd(test, &["edit", "--plain"], words)
}

/// The text after what was said last before `words` came to an end.
fn last_board(said: &Said, rows: usize) -> String {
    let lines: Vec<&str> = said.out.lines().collect();
    let is_board = |line: &&str| line.starts_with(['#', '-', '.', '@', '$', '*', '+', ' ']);
    let end = lines.iter().rposition(is_board).expect("a board") + 1;
    lines[end - rows..end].join("\n")
}

#[test]
fn play_move() {
    for words in [&["r"][..], &["right"], &["goto 2 3"]] {
        let said = play("play_move", words);
        assert!(said.out.contains("# @$ .#"), "{}", said.out);
        assert!(said.out.contains("1 move, 0 pushes"), "{}", said.out);
        assert_eq!(said.code, Some(0), "{}", said.err);
    }
    let wall = play("play_move", &["u"]);
    assert!(wall.err.contains("a wall at row 1 column 2"), "{}", wall.err);
    assert_eq!(wall.code, Some(1));
}

#[test]
fn play_push() {
    for words in [&["rR"][..], &["right 2"], &["push 2 4 2 5"]] {
        let said = play("play_push", words);
        assert!(said.out.contains("#  @$.#"), "{}", said.out);
        assert!(said.out.contains("2 moves, 1 push"), "{}", said.out);
    }
    let stuck = play("play_push", &["dru", "rr"]);
    assert!(stuck.out.contains("solved"), "{}", stuck.out);
    let blocked = play("play_push", &["drrU"]);
    assert!(blocked.err.contains("the box at row 2 column 4 is blocked by a wall"), "{}", blocked.err);
}

#[test]
fn play_undo() {
    let said = play("play_undo", &["rR", "undo", "undo", "undo", "redo all"]);
    assert!(said.err.contains("nothing to undo"), "{}", said.err);
    assert_eq!(last_board(&said, 4), "#######\n#  @$.#\n#     #\n#######");
}

#[test]
fn play_restart() {
    let said = play("play_restart", &["mark here", "drrr", "restart"]);
    assert_eq!(last_board(&said, 4), "#######\n#@ $ .#\n#     #\n#######");
    assert!(said.out.ends_with("\n0 moves, 0 pushes\n"), "{}", said.out);
    let again = play("play_restart", &["drrr", "restart", "redo all"]);
    assert_eq!(last_board(&again, 4), "#######\n#  $ .#\n#   @ #\n#######");
}

#[test]
fn play_solve() {
    let said = play("play_solve", &["solve"]);
    assert!(said.out.contains("solved: 2 pushes") && said.out.contains("  rRR"), "{}", said.out);
    // Said to be unsolvable, which is a proof: a box in a corner.
    fresh("play_solve");
    let stuck = lurd("play_solve", &["play", "#####|#@ $#|#.  #|#####", "--plain"], &["solve"]);
    assert!(stuck.out.contains("no solution, proved"), "{}", stuck.out);
    assert_eq!(stuck.code, Some(1));
    let warned = play("play_solve", &["goto 3 4", "warn off", "undo all", "push 2 4 2 5", "hint"]);
    assert!(warned.out.contains("R  (1 push to go"), "{}", warned.out);
}

#[test]
fn play_step() {
    let said = play("play_step", &["step", "solve", "step", "step all"]);
    assert!(said.err.contains("there is no answer to walk along"), "{}", said.err);
    assert!(said.out.contains("step 1 of 3: r") && said.out.contains("steps 2-3 of 3: RR"), "{}", said.out);
    assert!(said.out.contains("solved in 3 moves, 2 pushes"), "{}", said.out);
}

#[test]
fn play_back() {
    let said = play("play_back", &["solve", "step 2", "back", "back", "back"]);
    assert!(said.out.contains("back: step 2 of 3: R"), "{}", said.out);
    assert!(said.err.contains("the answer begins here"), "{}", said.err);
    assert_eq!(last_board(&said, 4), "#######\n#@ $ .#\n#     #\n#######");
}

#[test]
fn play_finish_message() {
    let said = play("play_finish_message", &["rRR"]);
    assert!(said.out.contains("solved in 3 moves, 2 pushes\nNew best! Saved."), "{}", said.out);
    let again = lurd("play_finish_message", &["play", LEVEL, "--plain"], &["rRR", "undo 3", "dururR", "dlurRR"]);
    assert!(again.out.starts_with("typed puzzle\nbest known: 2 pushes, 3 moves\n"), "{}", again.out);
    assert!(again.out.contains("a solution as good is already saved"), "{}", again.out);
}

#[test]
fn edit_place_with_combinations() {
    let said = edit(
        "edit_place",
        &[
            "new 5x1",
            "put goal 1 1",
            "put box 1 1",
            "put goal 1 2",
            "put player 1 2",
            "put box 1 3",
            "put goal 1 3",
            "put wall 1 5",
        ],
    );
    assert_eq!(last_board(&said, 1), "*+*-#", "{}", said.err);
    let player = edit("edit_place", &["new 3x1", "put player 1 1", "put player 1 3"]);
    assert_eq!(last_board(&player, 1), "--@");
    let outside = edit("edit_place", &["new 3x1", "put box 2 1", "put tree 1 1"]);
    assert!(outside.err.contains("row 2 column 1 is not on the board of 1 rows and 3 columns"), "{}", outside.err);
    assert_eq!(outside.code, Some(2));
}

#[test]
fn edit_erase() {
    let said = edit(
        "edit_erase",
        &[
            "new 3x1",
            "put goal 1 1",
            "put box 1 1",
            "put wall 1 2",
            "put box 1 3",
            "erase 1 1",
            "erase 1 2",
            "erase 1 3",
        ],
    );
    assert_eq!(last_board(&said, 1), ".--");
    let twice = edit("edit_erase", &["new 1x1", "put goal 1 1", "put box 1 1", "erase 1 1", "erase 1 1"]);
    assert_eq!(last_board(&twice, 1), "-");
}

#[test]
fn edit_fill() {
    let said = edit("edit_fill", &["new 3x2", "put box 1 1", "fill wall"]);
    assert_eq!(last_board(&said, 2), "###\n###");
}

#[test]
fn edit_clear() {
    let said = edit("edit_clear", &["new 3x2", "fill wall", "clear"]);
    assert_eq!(last_board(&said, 2), "---\n---");
    let undone = edit("edit_clear", &["new 3x2", "fill wall", "clear", "undo"]);
    assert_eq!(last_board(&undone, 2), "###\n###");
}

const CORNER: [&str; 3] = ["new 3x2", "put wall 1 1", "put box 1 2"];

fn shifted(way: &str) -> String {
    let words = [CORNER[0], CORNER[1], CORNER[2], &format!("shift {way}")];
    last_board(&edit(&format!("edit_shift_{way}"), &words), 2)
}

#[test]
fn edit_shift_up() {
    assert_eq!(shifted("up"), "---\n#$-");
}

#[test]
fn edit_shift_down() {
    assert_eq!(shifted("down"), "---\n#$-");
}

#[test]
fn edit_shift_left() {
    assert_eq!(shifted("left"), "$-#\n---");
}

#[test]
fn edit_shift_right() {
    assert_eq!(shifted("right"), "-#$\n---");
}

/// A level that can be saved.
const DRAWN: [&str; 5] = ["new 7x3", "border", "put player 2 2", "put box 2 4", "put goal 2 6"];

#[test]
fn edit_save() {
    let mut words = DRAWN.to_vec();
    words.extend(["title my level", "save mine.xsb", "save mine.sok", "save mine.slc", "save mine.rle", "save mine"]);
    let said = edit("edit_save", &words);
    assert_eq!(said.code, Some(0), "{}", said.err);
    for file in ["mine.xsb", "mine.sok", "mine.slc", "mine.rle", "./mine"] {
        let shown = lurd("edit_save", &["show", file], &[]);
        assert!(shown.out.contains("#@ $ .#"), "{file}: {}{}", shown.out, shown.err);
        assert!(shown.out.contains("my level"), "{file}: {}", shown.out);
    }
    let school = lurd("edit_save", &["edit", "mine.xsb", "--plain"], &["save out.txt --to school"]);
    assert_eq!(school.code, Some(0), "{}", school.err);
}

#[test]
fn edit_save_refuses_wrong_counts_and_solved_levels() {
    let mut wrong = DRAWN.to_vec();
    wrong.extend(["put box 2 3", "save mine.xsb"]);
    let said = edit("edit_refused", &wrong);
    assert!(said.err.contains("not saved: 2 boxes, 1 goal: a level has as many boxes as goals"), "{}", said.err);
    assert_eq!(said.code, Some(1));
    let mut solved = DRAWN.to_vec();
    solved.extend(["erase 2 4", "put box 2 6", "save mine.xsb"]);
    let said = edit("edit_refused", &solved);
    assert!(said.err.contains("not saved: already solved: every box is on a goal"), "{}", said.err);
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("school").join("edit_refused");
    assert!(!folder.join("mine.xsb").exists());
    solved.pop();
    solved.push("save mine.xsb --force");
    let forced = edit("edit_refused", &solved);
    assert_eq!(forced.code, Some(0), "{}", forced.err);
    assert!(folder.join("mine.xsb").exists());
}

#[test]
fn edit_save_asks_before_it_overwrites() {
    let folder = fresh("edit_overwrite");
    fs::write(folder.join("mine.xsb"), "#####\n#@$.#\n#####\n").expect("written");
    fs::write(folder.join("two.xsb"), "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n").expect("written");
    let one_of_two = lurd("edit_overwrite", &["edit", "two.xsb:2", "--plain"], &["title second", "save"]);
    assert_eq!(one_of_two.code, Some(0), "{}", one_of_two.err);
    assert!(one_of_two.out.contains("saved in two.xsb; nothing else in it was changed"), "{}", one_of_two.out);
    let two = fs::read_to_string(folder.join("two.xsb")).expect("there");
    assert!(two.starts_with("#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\nTitle: second\n"), "{two}");
    let own = lurd("edit_overwrite", &["edit", "mine.xsb", "--plain"], &["title first", "save"]);
    assert_eq!(own.code, Some(0), "its own file needs no question: {}", own.err);
    let mut words = DRAWN.to_vec();
    words.push("save mine.xsb");
    let said = lurd("edit_overwrite", &["edit", "--plain"], &words);
    assert!(said.err.contains("not saved: mine.xsb holds a puzzle already"), "{}", said.err);
    let text = || fs::read_to_string(folder.join("mine.xsb")).expect("there");
    assert!(text().contains("#@$.#"));
    words.pop();
    words.push("save mine.xsb --force");
    let forced = lurd("edit_overwrite", &["edit", "--plain"], &words);
    assert_eq!(forced.code, Some(0), "{}", forced.err);
    assert!(text().contains("#@ $ .#"));
    let kept = fs::read_to_string(folder.join("mine.xsb~")).expect("the old file");
    assert!(kept.contains("#@$.#") && forced.out.contains("the old file is mine.xsb~"), "{}", forced.out);
}

#[test]
fn edit_load() {
    let folder = fresh("edit_load");
    fs::write(folder.join("two.xsb"), "; 1\n\n#####\n#@$.#\n#####\n\n; 2\n\n######\n#@ $.#\n######\n")
        .expect("written");
    fs::write(folder.join("broken.xsb"), "#####\n#@$.@\n#####\n").expect("written");
    let said = lurd("edit_load", &["edit", "--plain"], &["load two.xsb:2", "load nothing.xsb", "load broken.xsb"]);
    assert!(said.out.contains("#@-$.#\n"), "{}", said.out);
    assert!(said.err.contains("no collection and no file 'nothing.xsb'"), "{}", said.err);
    assert!(said.out.contains("#$.@") || said.out.contains("#@$.@"), "what is wrong can be drawn on: {}", said.out);
    let shifter = lurd("edit_load", &["edit", "missile/1", "--plain"], &["put 2 1 1", "validate", "undo", "validate"]);
    assert!(shifter.out.contains("not valid") && shifter.out.contains("\nvalid\n"), "{}", shifter.out);
}

#[test]
fn edit_try_and_solve() {
    let mut words = DRAWN.to_vec();
    words.extend(["try", "rRR", "edit", "solve", "validate"]);
    let said = edit("edit_try", &words);
    assert!(said.out.contains("solved in 3 moves, 2 pushes"), "{}", said.out);
    assert!(said.out.contains("solved: 2 pushes"), "{}", said.out);
    assert!(said.out.ends_with("valid\n"), "{}", said.out);
}

#[test]
fn edit_undo_across_a_load_does_not_save_over_the_file() {
    let folder = fresh("edit_undo_load");
    let two = "######\n#@ $.#\n######\n";
    fs::write(folder.join("one.xsb"), "#####\n#@$.#\n#####\n").expect("written");
    fs::write(folder.join("two.xsb"), two).expect("written");
    let words = ["load one.xsb", "load two.xsb", "undo", "save", "save two.xsb"];
    let said = lurd("edit_undo_load", &["edit", "--plain"], &words);
    assert_ne!(said.code, Some(0), "{}", said.out);
    assert_eq!(fs::read_to_string(folder.join("two.xsb")).expect("there"), two, "{}", said.err);
    let turned = edit("edit_other_board", &["new 3x3 shifter", "undo", "show", "redo", "show"]);
    assert!(!turned.err.contains("panicked"), "{}", turned.err);
}

#[test]
fn a_script_plays_and_draws_by_the_lines_that_follow() {
    fresh("script");
    let lines = [
        "load missile/1",
        "play",
        "left 1",
        "edit",
        "new 7x3 sokoban",
        "border",
        "put player 2 2",
        "put box 2 4",
        "put goal 2 6",
        "save mine.xsb",
        "solve mine.xsb -q",
    ];
    let said = lurd("script", &[], &lines);
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    assert!(said.out.contains("1 shift"), "{}", said.out);
    assert!(said.out.ends_with("saved as mine.xsb (xsb)\nrRR\n"), "{}", said.out);
    // The end of the script is the end of the game, and what is wrong in it ends the script.
    let wrong = lurd("script", &[], &["play missile/1", "remove_box 1", "quit", "solve missile/1"]);
    assert_eq!(wrong.code, Some(2), "{}{}", wrong.out, wrong.err);
    assert!(!wrong.out.contains("solved"), "{}", wrong.out);
}

#[test]
fn words_from_a_pipe_begin_anew_unless_they_ask_to_go_on() {
    fresh("resume");
    let play = |flags: &[&str], words: &[&str]| {
        let arguments = [&["play", "pusher/1", "--plain"][..], flags].concat();
        lurd("resume", &arguments, words)
    };
    for _ in 0..2 {
        assert!(!play(&[], &["ull"]).out.contains("done before"), "the same each time");
    }
    play(&["--resume"], &["uuu", "ull"]);
    let resumed = play(&["--resume"], &["undo", "restart"]);
    assert!(resumed.out.contains("3 steps were done before"), "{}{}", resumed.out, resumed.err);
    assert!(resumed.out.contains("\n2 moves, "), "one step is taken back: {}", resumed.out);
    let again = play(&["--resume"], &["redo all"]);
    assert!(again.out.contains("\n3 moves, "), "a restart is no loss: {}", again.out);
}

#[test]
fn progress_that_cannot_be_kept_is_told() {
    let folder = fresh("full");
    fs::write(folder.join("XDG_DATA_HOME"), "no folder").expect("written");
    let said = lurd("full", &["play", "pusher", "--plain", "--resume"], &["u", "l", "next"]);
    assert_eq!(said.err.matches("cannot create the folder").count(), 1, "once: {}", said.err);
    assert!(said.out.contains("pusher/2"), "and goes on to the next level: {}", said.out);
    assert_eq!(said.code, Some(2));
}

#[test]
fn edit_begins_a_file_that_is_not_there() {
    let folder = fresh("edit_new");
    let words = ["new 7x3", "border", "put player 2 2", "put box 2 4", "put goal 2 6"];
    let said = lurd("edit_new", &["edit", "mine.xsb", "--plain"], &[&["border", "undo", "save"][..]].concat());
    assert!(said.err.contains("'mine.xsb' does not exist yet"), "{}", said.err);
    assert!(said.err.contains("not saved: no player"), "its name is known: {}", said.err);
    assert!(!folder.join("mine.xsb").exists());
    let words = [&words[1..], &["resize 7x3", "border", "save"]].concat();
    let saved = lurd("edit_new", &["edit", "mine.xsb", "--plain"], &words);
    assert!(saved.out.contains("saved as mine.xsb"), "{}{}", saved.out, saved.err);
    let shifter = lurd("edit_new", &["edit", "mine.shift", "--plain"], &["validate"]);
    assert!(shifter.out.contains("missing in the source"), "{}", shifter.out);
    let unknown = lurd("edit_new", &["edit", "mine.txt", "--plain"], &[]);
    assert!(unknown.err.contains("no collection and no file"), "{}", unknown.err);
}

#[test]
fn edit_solve_gives_the_reasons() {
    let mut words = DRAWN.to_vec();
    words.extend(["put goal 2 5", "solve"]);
    let said = edit("edit_invalid", &words);
    assert!(said.err.contains("not valid: 1 box, 2 goals: a level has as many boxes as goals"), "{}", said.err);
    assert!(!said.out.contains("solved:"), "{}", said.out);
    assert_eq!(said.code, Some(1));
}

#[test]
fn edit_opens_nothing_that_would_wait_for_ever() {
    let said = edit("edit_waits", &["load -", "load /dev/zero", "show"]);
    assert!(said.err.contains("'-' is the input of the editor itself"), "{}", said.err);
    assert!(said.err.contains("'/dev/zero' is not a regular file"), "{}", said.err);
}

#[test]
fn play_level_counts_as_the_file_does() {
    let folder = fresh("play_level");
    let level = |boxes: &str| format!("#######\n#@ {boxes} .#\n#######\n\n");
    fs::write(folder.join("three.xsb"), level("$") + &level("@") + &level("$")).expect("written");
    let said = lurd("play_level", &["play", "three.xsb", "--plain"], &["level 3", "level 2"]);
    assert!(said.out.contains("three.xsb:3") && said.out.contains("(3 of 3)"), "{}{}", said.out, said.err);
    assert!(said.err.contains("level 2 cannot be read: 2 players"), "{}", said.err);
}

#[test]
fn play_keeps_the_solution_of_a_shifter() {
    fresh("play_shifter");
    let play = |words: &[&str]| lurd("play_shifter", &["play", "missile/2", "--plain"], words);
    let longer = play(&["left 1, up 1, right 1, down 1, left 0, right 0"]);
    assert!(longer.out.contains("New best! Saved."), "{}", longer.out);
    let best = play(&["left 1, up 1, right 1, down 1"]);
    assert!(best.out.contains("best known: ") && best.out.contains("best! Saved."), "{}", best.out);
    let again = play(&["left 2, down 1, right 2, up 1"]);
    assert!(again.out.contains("best known: 4 shifts"), "{}", again.out);
}
