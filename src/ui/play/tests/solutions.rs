//! Saved solutions: listed, replayed, exported, deleted; and damaged ones.

use ratatui::crossterm::event::{KeyCode, KeyModifiers};

use super::*;

struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("lurd-saved-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        Self(folder)
    }

    fn show(&self) -> Show {
        let saved = (Store::at(&self.0), Progress::none());
        Show::with_store(catalog::builtin(), HALL, saved, (100, 30), true)
    }

    /// The only file of solutions.
    fn file(&self) -> std::path::PathBuf {
        let folder = self.0.join("sokoban");
        let mut files = std::fs::read_dir(folder).expect("a folder").flatten();
        files.next().expect("a file").path()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

#[test]
fn solutions_are_listed_replayed_exported_and_deleted() {
    let folder = Folder::new("list");
    let mut show = folder.show();
    show.keys("e");
    assert!(show.text().contains("no solution is saved"), "{}", show.text());
    show.keys("qljhjll:restart\n");
    // First a long way, then the shortest.
    show.keys("lhlhjll");
    assert!(show.text().contains("New best! Saved."), "{}", show.text());
    show.keys("xjll");
    assert!(show.text().contains("New best! Saved."), "{}", show.text());
    show.keys("e");
    let text = show.text();
    assert!(text.contains("1  yours  2 pushes, ") && text.contains("2  yours  2 pushes, 3 moves"), "{text}");
    // Replay the second.
    show.key(KeyCode::Down, KeyModifiers::NONE);
    show.keys("\n");
    let text = show.text();
    assert!(text.contains("push 1 of 2"), "{text}");
    show.keys("q");
    assert!(show.text().contains("Saved solutions of"), "{}", show.text());
    show.keys("e");
    let exported = folder.0.join("mine.sok");
    show.keys(&format!("{}\n", exported.display()));
    assert!(show.text().contains("solution 2 added to"), "{}", show.text());
    assert!(std::fs::read_to_string(&exported).expect("a file").contains("dRR"));
    show.keys(":export 2 mine.bmp\n");
    assert!(show.text().contains("cannot hold solutions: name a file that ends in .sok"), "{}", show.text());
    // Delete the first.
    show.keys("edn");
    assert!(!show.text().contains("deleted"), "{}", show.text());
    show.keys("dy");
    let text = show.text();
    assert!(text.contains("solution 1 deleted") && text.contains("1  yours  2 pushes, 3 moves"), "{text}");
    assert!(!text.contains(" 2  "), "{text}");
    show.keys("dy");
    assert!(show.text().contains("no solution is saved"), "{}", show.text());
    show.keys("q");
    assert!(!show.text().contains("solved before"), "{}", show.text());
    show.keys(":delete 1\n");
    assert!(show.text().contains("no solution is saved"), "{}", show.text());
    show.keys("xjll");
    assert!(show.text().contains("New best! Saved."), "a file without solutions holds them again");
}

#[test]
fn a_damaged_file_is_said_and_not_called_empty() {
    let folder = Folder::new("damaged");
    let mut show = folder.show();
    show.keys("jll");
    let file = folder.file();
    let text = std::fs::read_to_string(&file).expect("a file");
    // A solution that is none any more.
    std::fs::write(&file, text.replace("dRR", "dR")).expect("written");
    let mut show = folder.show();
    assert!(show.text().contains("1 of 1 saved solutions"), "{}", show.text());
    show.keys("e");
    assert!(show.text().contains("1  damaged: "), "{}", show.text());
    show.keys("\n");
    show.keys("q:replay 1\n");
    assert!(show.text().contains("solution 1 is damaged"), "{}", show.text());
    show.keys("c");
    assert!(show.text().contains("damaged"), "{}", show.text());
    show.key(KeyCode::Esc, KeyModifiers::NONE);
    // A damaged one can be deleted.
    show.keys("edy");
    assert!(show.text().contains("solution 1 deleted"), "{}", show.text());
    // No board is left.
    std::fs::write(&file, "no level").expect("written");
    let mut show = folder.show();
    assert!(show.text().contains("the file of saved solutions"), "{}", show.text());
    show.keys("e");
    assert!(show.text().contains("is damaged"), "{}", show.text());
    // Not a text.
    std::fs::write(&file, b"\0\x01\x02").expect("written");
    let mut show = folder.show();
    assert!(show.text().contains("is not a text file"), "{}", show.text());
    show.keys("e");
    assert!(show.text().contains("is not a text file"), "{}", show.text());
    let before = std::fs::read(&file).expect("a file");
    show.keys("jll");
    assert!(show.text().contains("could not be saved"), "{}", show.text());
    assert_eq!(std::fs::read(&file).expect("a file"), before, "it is not replaced");
}

#[test]
fn without_a_store_this_is_said() {
    let mut show = Show::of(HALL, 80, 24, true);
    show.keys("e");
    assert!(show.text().contains("solutions are not saved here"), "{}", show.text());
}
