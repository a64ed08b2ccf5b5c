//! Levels in the player: chosen from a list, pasted, piped; and their saved solutions.

use super::*;

const HALL: &str = "########\n#@     #\n# $ .  #\n#      #\n########\n";

#[test]
fn a_level_is_chosen_pasted_and_its_solutions_are_replayed_and_deleted() {
    let folder = fresh("browsed");
    let mut terminal = Terminal::of(&folder, &["play", "primer", "--ascii"]);
    terminal.sees("primer/1");
    terminal.sends("L");
    terminal.sees("search:");
    terminal.sends("side by\r");
    terminal.sees("primer/4");
    terminal.sends("k");
    terminal.sends(&pasted(HALL));
    // (Only what differs from the title before is written.)
    terminal.sees("typ");
    terminal.sends("lll");
    // The wheel, away from the player and back.
    terminal.sends("\x1b[<64;20;10M\x1b[<64;20;10M");
    terminal.sees("2 steps to redo");
    terminal.sends("\x1b[<65;20;10M");
    terminal.sends("xjll");
    terminal.sees("New best! Saved.");
    terminal.sends("e");
    terminal.sees("solutions of");
    terminal.sees("yours");
    terminal.sends("\r");
    terminal.sees("push 1 of 2");
    terminal.sends("  q");
    terminal.sees("solutions of");
    terminal.sends("e");
    terminal.sees(":export 1");
    terminal.sends("mine.sok\r");
    terminal.sees("solution 1 added to mine.sok");
    terminal.sends("ed");
    terminal.sees("delete this solution?");
    terminal.sends("y");
    terminal.sees("no solution is saved");
    terminal.sends("qq");
    is_given_back(&terminal.ends_with(0));
    let exported = fs::read_to_string(folder.join("mine.sok")).expect("exported");
    assert!(exported.contains("(played)") && exported.contains("dRR"), "{exported}");
    // The progress of the level before the pasted one was saved.
    let mut again = Terminal::of(&folder, &["play", "primer", "--ascii"]);
    again.sees("primer/4");
    again.sees("1 steps were done before");
    again.sends("q");
    again.ends_with(0);
}

#[test]
fn a_file_is_dropped_on_the_player() {
    let folder = fresh("dropped");
    let file = folder.join("my levels.xsb");
    fs::write(&file, format!("first of mine\n\n{HALL}\nsecond of mine\n\n{HALL}")).expect("written");
    let mut terminal = Terminal::of(&folder, &["play", "missile/1", "--ascii", "--no-store"]);
    terminal.sees("missile/1");
    terminal.sends(&pasted(&format!("'{}'", file.display())));
    terminal.sees("first of mine");
    terminal.sends("n");
    terminal.sees("second");
    terminal.sends("1");
    terminal.sees("squares that the player can reach");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
}

#[test]
fn a_level_from_a_pipe_is_played_on_the_terminal() {
    let folder = fresh("piped");
    fs::write(folder.join("level.xsb"), HALL).expect("written");
    let mut terminal = Terminal::piped(&folder, "level.xsb", &["play", "-", "--ascii", "--no-store"]);
    terminal.sees("piped puzzle");
    terminal.sends("jll");
    terminal.sees("solved in 3 moves, 2 pushes");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
    let words = ["play", "-", "--plain", "-q", "--no-store"];
    let mut terminal = Terminal::piped(&folder, "level.xsb", &words);
    terminal.sees("play> ");
    terminal.sends("dRR\r");
    terminal.sees("solved in 3 moves, 2 pushes");
    terminal.sends("quit\r");
    terminal.ends_with(0);
}

#[test]
fn in_line_mode_a_board_is_pasted_and_deleting_is_confirmed() {
    let folder = fresh("pasted_lines");
    let mut terminal = Terminal::of(&folder, &["play", "primer", "--plain", "-q"]);
    terminal.sees("play> ");
    terminal.sends(HALL);
    terminal.sees("typed puzzle");
    terminal.sends("dRR\rsolutions\r");
    terminal.sees("yours");
    terminal.sends("delete 1\r");
    terminal.sees("delete solution 1? [y/N]");
    terminal.sends("n\rsolutions\r");
    terminal.sees("nothing was deleted");
    terminal.sees("yours");
    terminal.sends("delete 1\ry\r");
    terminal.sees("solution 1 deleted");
    terminal.sends("quit\r");
    terminal.ends_with(0);
}
