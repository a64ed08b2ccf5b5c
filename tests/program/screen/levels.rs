//! Levels in the player: chosen from a list, pasted, piped; and their saved solutions.

use super::*;

const HALL: &str = "########\n#@     #\n# $ .  #\n#      #\n########\n";

#[test]
fn a_level_is_chosen_pasted_and_its_solutions_are_replayed_and_deleted() {
    let folder = fresh("browsed");
    let mut terminal = Terminal::of(&folder, &["play", "primer", "--theme", "ascii"]);
    terminal.sees("primer/1");
    terminal.sends("L");
    terminal.sees("search:");
    terminal.sends("side by\r");
    terminal.sees("primer/4");
    terminal.sends("k");
    terminal.sends(&pasted(HALL));
    terminal.sees("kept as pasted/1");
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
    let mut again = Terminal::of(&folder, &["play", "primer", "--theme", "ascii"]);
    again.sees("primer/4");
    again.sees("1 step was done before");
    again.sends("q");
    again.ends_with(0);
}

#[test]
fn a_file_is_dropped_on_the_player() {
    let folder = fresh("dropped");
    let file = folder.join("my levels.xsb");
    fs::write(&file, format!("first of mine\n\n{HALL}\nsecond of mine\n\n{HALL}")).expect("written");
    let mut terminal = Terminal::of(&folder, &["play", "missile/1", "--theme", "ascii", "--no-store"]);
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
    let mut terminal = Terminal::piped(&folder, "level.xsb", &["play", "-", "--theme", "ascii", "--no-store"]);
    terminal.sees("piped puzzle");
    terminal.sends("jll");
    terminal.sees("solved in 3 moves, 2 pushes");
    terminal.sends("q");
    is_given_back(&terminal.ends_with(0));
    let words = ["play", "-", "--plain", "--no-store"];
    let mut terminal = Terminal::piped(&folder, "level.xsb", &words);
    terminal.sees("lurd> ");
    terminal.sends("dRR\r");
    terminal.sees("solved in 3 moves, 2 pushes");
    terminal.sends("quit\r");
    terminal.ends_with(0);
}

#[test]
fn in_line_mode_a_board_is_pasted_and_deleting_is_confirmed() {
    let folder = fresh("pasted_lines");
    let mut terminal = Terminal::of(&folder, &["play", "primer", "--plain"]);
    terminal.sees("lurd> ");
    terminal.sends(HALL);
    terminal.sees("kept as pasted/1");
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

/// Makes all files of a folder a day older.
fn a_day_passes(folder: &Path) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            a_day_passes(&path);
        } else {
            let file = fs::File::options().append(true).open(&path).expect("a file");
            let written = file.metadata().and_then(|data| data.modified()).expect("its time");
            file.set_modified(written - Duration::from_secs(24 * 60 * 60)).expect("an earlier time");
        }
    }
}

#[test]
fn a_pasted_level_is_there_the_next_day_with_its_answers() {
    for size in SIZES {
        let folder = fresh(&format!("next_day_{}", size.0));
        let mut terminal = Terminal::sized(size, &folder, &["play", "primer", "--theme", "ascii"]);
        terminal.sees("primer/1");
        terminal.sends(&pasted("######\n#@   #\n# $  #\n#  $ #\n# .. #\n######\n"));
        terminal.sees("kept as pasted/1");
        terminal.sends("f");
        terminal.sees("an answer:");
        terminal.sends("O");
        terminal.sees("solution:");
        terminal.sends("q");
        is_given_back(&terminal.ends_with(0));
        a_day_passes(&folder);
        let output = lurd(&folder, &["list", "pasted", "--json"]).output().expect("lurd runs");
        let listed = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(output.status.success() && listed.contains("\"best\":[{"), "{listed}");
        let mut again = Terminal::sized(size, &folder, &["play", "pasted", "--theme", "ascii"]);
        again.sees("pasted/1");
        again.sends("e");
        again.sees("lurd");
        again.sees("pushes");
        again.sends("q:save mine.sok\r");
        again.sees("added to mine.sok");
        again.sends("q");
        again.ends_with(0);
        let saved = fs::read_to_string(folder.join("mine.sok")).expect("saved");
        assert!(saved.contains("Solution"), "{saved}");
    }
}

#[test]
fn one_level_of_a_collection_is_played_among_the_others() {
    for size in SIZES {
        let folder = fresh(&format!("among_{}", size.0));
        let mut terminal = Terminal::sized(size, &folder, &["play", "primer/3", "--theme", "ascii", "--no-store"]);
        terminal.sees("primer/3");
        terminal.sees("3/19");
        terminal.sends("n");
        terminal.sees("side by side");
        terminal.sends(":open missile/2\r");
        terminal.sees("missile/2");
        terminal.sees("2/5");
        terminal.sends("n");
        terminal.sees("3");
        terminal.sends("q");
        terminal.ends_with(0);
    }
}

#[test]
fn collections_and_recent_files_are_browsed() {
    for size in SIZES {
        let folder = fresh(&format!("shelves_{}", size.0));
        fs::write(folder.join("mine.xsb"), format!("first of mine\n\n{HALL}")).expect("written");
        let mut terminal = Terminal::sized(size, &folder, &["play", "mine.xsb", "--theme", "ascii"]);
        terminal.sees("first of mine");
        terminal.sends("jll");
        terminal.sees("New best! Saved.");
        // The way on.
        terminal.sees("again e:solutions O:shorten");
        terminal.sends("C");
        terminal.sees("collections and files");
        terminal.sees("missile");
        terminal.sees("mine.xsb 1 1");
        terminal.sends("missile\r");
        terminal.sees("missile/1");
        terminal.sends("q");
        terminal.ends_with(0);
        // Another day.
        let output = lurd(&folder, &["play", "missile", "--plain"]).stdin(Stdio::null()).output().expect("runs");
        assert!(output.status.success());
        let mut again = Terminal::sized(size, &folder, &["play", "missile", "--theme", "ascii"]);
        again.sees("missile/1");
        again.sends("Cmine\r");
        again.sees("first of mine");
        again.sends("q");
        again.ends_with(0);
    }
}

#[test]
fn a_shifter_is_drawn_by_its_letters() {
    for size in SIZES {
        let folder = fresh(&format!("letters_{}", size.0));
        let mut terminal = Terminal::sized(size, &folder, &["edit", "2x2", "shifter", "--theme", "ascii"]);
        terminal.sees("untitled");
        terminal.sends("rgby");
        terminal.sees("editing the target");
        terminal.sends("grby");
        terminal.sees("valid");
        terminal.sees("difficulty");
        terminal.sends("\x06");
        terminal.sees("it can be solved");
        terminal.sends("\x13mine.shift\r");
        terminal.sees("saved");
        terminal.sends("\x11");
        terminal.ends_with(0);
        let saved = fs::read_to_string(folder.join("mine.shift")).expect("saved");
        assert!(saved.contains("RG") && saved.contains("GR"), "{saved}");
    }
}

#[test]
fn a_level_is_drawn_rated_and_exported() {
    for size in SIZES {
        let folder = fresh(&format!("rated_{}", size.0));
        let mut terminal = Terminal::sized(size, &folder, &["edit", "7x3", "sokoban", "--theme", "ascii"]);
        terminal.sees("empty: nothing is drawn yet");
        // The cursor keeps its place: a key puts, and the arrow moves on.
        terminal.sends("b");
        terminal.sends("jl@l$l.");
        terminal.sees("valid");
        terminal.sees("difficulty");
        terminal.sends(":describe\r");
        terminal.sees("board in wor");
        terminal.sends("q");
        terminal.sends(":export mine.png\r");
        terminal.sees("mine.png written");
        terminal.sends(":save mine.sok\r");
        // The title. (Of "saved as" only the letters that differ from the line before are written.)
        terminal.sees("mine.sok");
        terminal.sends("q");
        terminal.ends_with(0);
        assert!(fs::read(folder.join("mine.png")).expect("drawn").starts_with(b"\x89PNG"));
    }
}
