//! The pictures of the documentation are those that lurd draws.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The commands of `docs/pictures/draw.sh` whose pictures are always the same.
const DRAWN: [(&[&str], &str); 4] = [
    (&["solve", "primer/8", "-q", "--no-store"], "primer-8.gif"),
    (&["solve", "missile/2", "-q", "--no-store"], "missile-2.gif"),
    (&["solve", "missile/2", "-q", "--no-store"], "missile-2.svg"),
    (&["show", "pusher/1"], "pusher-1.svg"),
];

#[test]
fn the_pictures_of_the_documentation_are_not_stale() {
    let documented = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/pictures");
    let script = fs::read_to_string(documented.join("draw.sh")).expect("a script");
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pictures");
    fs::create_dir_all(&folder).expect("a folder");
    for (arguments, name) in DRAWN {
        assert!(script.contains(&format!("{} -o docs/pictures/{name}", arguments.join(" "))), "{name}");
        let drawn = Command::new(crate::program())
            .env("HOME", &folder)
            .args(arguments)
            .arg("-o")
            .arg(folder.join(name))
            .output()
            .expect("lurd runs");
        assert!(drawn.status.success(), "{name}: {}", String::from_utf8_lossy(&drawn.stderr));
        let read = |folder: &Path| fs::read(folder.join(name)).expect("a picture");
        assert!(read(&folder) == read(&documented), "{name} is stale: run docs/pictures/draw.sh");
    }
}

/// Runs `lurd show ARGUMENTS` in a folder with a collection of two levels and one with a level that cannot be read, and
/// returns whether it succeeded and its messages.
fn show(folder: &Path, arguments: &[&str]) -> (bool, String) {
    let levels = "; one\n#####\n#@$.#\n#####\n\n; two\n######\n#@ $.#\n######\n";
    fs::create_dir_all(folder).expect("a folder");
    fs::write(folder.join("two.xsb"), levels).expect("written");
    fs::write(folder.join("broken.xsb"), format!("{levels}\n; three\n#####\n#$ .#\n#####\n")).expect("written");
    let program = Command::new(crate::program())
        .env("HOME", folder)
        .current_dir(folder)
        .arg("show")
        .args(arguments)
        .output()
        .expect("lurd runs");
    (program.status.success(), String::from_utf8_lossy(&program.stderr).into_owned())
}

#[test]
fn a_collection_is_one_page_or_one_sheet() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("collections");
    let _ = fs::remove_dir_all(&folder);
    for name in ["two.html", "two.svg", "two.png"] {
        let (is_good, messages) = show(&folder, &["two.xsb", "-o", name]);
        assert!(is_good, "{name}: {messages}");
    }
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("text");
    let page = read("two.html");
    assert!(page.contains("<option>1 one</option><option>2 two</option>"), "a menu");
    assert_eq!(page.matches("\"title\":").count(), 2, "two levels");
    let text = read("two.svg");
    assert!(text.contains("one") && text.contains("two"), "{text}");
    assert!(fs::read(folder.join("two.png")).expect("a picture").starts_with(b"\x89PNG"));
    // A page of one level has no menu.
    assert!(show(&folder, &["two.xsb:1", "-o", "one.html"]).0);
    assert!(!read("one.html").contains("<option>1 "));
}

#[test]
fn what_cannot_be_drawn_is_refused_before_a_file_is_written() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refused_collections");
    let _ = fs::remove_dir_all(&folder);
    for (arguments, reason) in [
        (&["two.xsb", "-o", "two.gif"][..], "an animation shows one puzzle; .html, .svg and .png hold several"),
        (&["broken.xsb", "-o", "broken.html"], "--> broken.xsb:12:1"),
        (&["two.xsb", "missile/1", "-o", "mixed.html"], "a page holds puzzles of one kind; write a page for each"),
    ] {
        let (is_good, messages) = show(&folder, arguments);
        assert!(!is_good && messages.contains(reason), "{messages}");
        assert!(!folder.join(arguments[arguments.len() - 1]).exists(), "{arguments:?}");
    }
}

#[test]
fn the_page_of_a_typed_board_has_a_title_and_the_help_of_its_puzzle() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typed_pages");
    for (board, clicks) in [
        ("12/34 -> 21/34", "a click on a tile lights its row and column"),
        ("#####|#@$.#|#####", "a click on a square walks there"),
    ] {
        let (is_good, messages) = show(&folder, &[board, "-o", "typed.html"]);
        assert!(is_good, "{messages}");
        let page = fs::read_to_string(folder.join("typed.html")).expect("text");
        assert!(page.contains("<title>typed puzzle</title>") && page.contains(clicks), "{board}");
        assert_eq!(page.matches("a click on").count(), 1, "{board}");
    }
}
