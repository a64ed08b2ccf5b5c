//! Sets of levels, and what is stored of them.

use std::{fs, path::PathBuf};

use lurd_puzzle::puzzle::Plugin;
use lurd_sokoban::Sokoban;

use super::*;

const HALL: &str = "########|#@     #|# $ .  #|#      #|########";

fn level(text: &str, source: &str, index: usize) -> Item {
    let puzzle = Sokoban.read(text).expect("a text").remove(0).puzzle.expect("a level");
    Item { index, ..Item::of_puzzle(puzzle, source, "") }
}

fn game(index: usize) -> Item {
    level(HALL, "", index)
}

fn level_set(folder: &std::path::Path) -> LevelSet {
    let mut level_set =
        LevelSet::new(vec![game(1)], SolutionStore::none(), ProgressFolder::at(folder)).expect("a level");
    level_set.enter(&Catalog::default());
    level_set
}

/// Levels of one file, with folders for what is kept.
fn set(folder: &std::path::Path) -> LevelSet {
    let of_width = |width: usize| {
        let wall = "#".repeat(width + 5);
        level(&format!("{wall}|#@$.{}#|{wall}", " ".repeat(width)), "a file", width + 1)
    };
    let games = (0..4).map(of_width).collect();
    let (store, progress) = (SolutionStore::at(&folder.join("solutions")), ProgressFolder::at(&folder.join("games")));
    let mut level_set = LevelSet::new(games, store, progress).expect("levels");
    level_set.seek(&crate::test_puzzle::builtin());
    level_set.enter(&crate::test_puzzle::builtin());
    level_set
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("lurd-course-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    folder
}

#[test]
fn who_does_nothing_writes_nothing() {
    let folder = folder("idle");
    let (mut idle, mut busy) = (level_set(&folder), level_set(&folder));
    busy.game_mut().act("rr").expect("steps");
    busy.save().expect("kept");
    idle.save().expect("nothing to keep");
    let mut third = level_set(&folder);
    assert_eq!(third.game().text(), "rr", "who had done nothing has removed nothing");
    busy.game_mut().act("r").expect("a step");
    busy.save().expect("kept");
    third.save().expect("nothing to keep");
    assert_eq!(level_set(&folder).game().text(), "rrr", "who had only looked has put nothing in its place");
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn a_restart_is_no_loss() {
    let folder = folder("restart");
    let mut first = level_set(&folder);
    first.game_mut().act("rrd").expect("steps");
    first.game_mut().undo(usize::MAX);
    first.save().expect("kept");
    let mut second = level_set(&folder);
    assert_eq!((second.game().text().as_str(), second.game().undone()), ("", 3));
    assert_eq!(second.game_mut().redo(2), 2);
    second.save().expect("kept");
    let mut third = level_set(&folder);
    assert_eq!((third.game().text().as_str(), third.game_mut().undo_action()), ("rr", 1));
    third.game_mut().redo(9);
    assert_eq!(third.game().text(), "rrd");
    // What is solved begins anew.
    third.game_mut().undo(usize::MAX);
    third.game_mut().act("dRR").expect("a solution");
    third.save().expect("nothing left to keep");
    assert_eq!(level_set(&folder).game().undone(), 0);
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn a_read_only_folder_does_not_block_leaving_a_level() {
    let folder = folder("full");
    // Where the folder should be there is a file.
    fs::write(&folder, "").expect("a file");
    let games = vec![game(1), game(2)];
    let mut level_set = LevelSet::new(games, SolutionStore::none(), ProgressFolder::at(&folder)).expect("levels");
    level_set.game_mut().act("r").expect("a step");
    let entered = level_set.go_to(LevelChoice::Next, &Catalog::default()).expect("the next level");
    assert!(entered.unsaved.is_some_and(|message| message.to_string().contains("cannot create the folder")));
    assert_eq!(level_set.place(), (2, 2));
    let _ = fs::remove_file(&folder);
}

#[test]
fn levels_are_counted_as_their_file_counts_them() {
    let broken = |index| Item { puzzle: Err(Diagnostic::new("no player").into()), ..game(index) };
    let level_set = |levels| LevelSet::new(levels, SolutionStore::none(), ProgressFolder::none()).expect("levels");
    let catalog = Catalog::default();
    let mut all = level_set(vec![broken(1), game(2), broken(3), game(4)]);
    assert_eq!(all.place(), (2, 4));
    assert_eq!(all.go_to(LevelChoice::At(4), &catalog), Ok(Entered::default()));
    assert_eq!((all.place(), all.game().index), ((4, 4), 4));
    assert_eq!(all.go_to(LevelChoice::At(3), &catalog), Err("level 3 cannot be read: no player".into()));
    assert_eq!(all.go_to(LevelChoice::At(5), &catalog), Err("there are levels 1 to 4".into()));
    assert_eq!(all.go_to(LevelChoice::Next, &catalog), Err("this is the last of 4 levels".into()));
    assert_eq!(all.go_to(LevelChoice::Previous, &catalog), Ok(Entered::default()));
    assert_eq!(all.place(), (2, 4));
    let mut some = level_set(vec![game(7), game(8)]);
    assert_eq!(some.go_to(LevelChoice::At(1), &catalog), Err("there are levels 7 to 8".into()));
    assert_eq!(some.go_to(LevelChoice::At(8), &catalog), Ok(Entered::default()));
    assert_eq!(some.place(), (2, 2));
}

#[test]
fn one_comes_back_to_the_level_where_one_left_off() {
    let folder = folder("last");
    let catalog = crate::test_puzzle::builtin();
    let mut first = set(&folder);
    first.save().expect("kept");
    assert!(!folder.join("games").exists(), "nothing was done");
    first.go_to(LevelChoice::At(3), &catalog).expect("a level");
    first.save().expect("kept");
    let mut second = set(&folder);
    assert_eq!(second.place(), (3, 4));
    second.go_to(LevelChoice::At(2), &catalog).expect("a level");
    second.game_mut().act("R").expect("a solution");
    assert_eq!(second.keep(&catalog), Some("New best! Saved.".to_owned()));
    second.save().expect("kept");
    assert_eq!(set(&folder).place(), (3, 4), "the next that is not solved");
    // A level that was solved and begun anew is one where one left off.
    let mut third = set(&folder);
    third.go_to(LevelChoice::At(2), &catalog).expect("a level");
    third.game_mut().act("R").expect("a solution");
    third.game_mut().undo(usize::MAX);
    third.save().expect("kept");
    let fourth = set(&folder);
    assert_eq!((fourth.place(), fourth.game().undone(), fourth.is_done()), ((2, 4), 1, true));
    let _ = fs::remove_dir_all(&folder);
}

#[test]
fn what_a_search_found_is_not_the_progress_of_the_player() {
    let folder = folder("origin");
    let catalog = crate::test_puzzle::builtin();
    let mut level_set = set(&folder);
    let record = PuzzleRecord { puzzle: level_set.game().puzzle(), metadata: &level_set.game().metadata, flags: "" };
    SolutionStore::at(&folder.join("solutions")).keep(&catalog, &record, GameToSave::Solution("R")).expect("kept");
    level_set.enter(&catalog);
    assert_eq!((level_set.game().records.known.len(), level_set.is_done()), (1, false));
    assert_eq!(set(&folder).place(), (1, 4), "it is still to be solved");
    // Along the answer, to the end or in part, it stays the search's.
    level_set.game_mut().step(1).expect("the kept solution");
    assert_eq!(
        (level_set.game().is_solved(), level_set.keep(&catalog), level_set.is_done()),
        (true, Some("steps of an answer were used, so it does not count as yours".to_owned()), false)
    );
    level_set.game_mut().undo(1);
    level_set.game_mut().redo(1);
    assert!(!level_set.game().is_own());
    level_set.game_mut().undo(1);
    level_set.game_mut().act("R").expect("the same by oneself");
    assert_eq!((level_set.keep(&catalog), level_set.is_done()), (Some("Your best! Saved.".to_owned()), true));
    assert_eq!(level_set.keep(&catalog), Some("a solution as good is already saved".to_owned()));
    assert_eq!((level_set.game().records.known.len(), level_set.game().records.played.len()), (1, 1));
    let _ = fs::remove_dir_all(&folder);
}
