//! The exported page in a browser.

use std::fs;
use std::path::Path;
use std::process::Command;

/// A hall of 40 by 30 squares with one box.
fn hall() -> String {
    let mut rows = vec!["#".repeat(40)];
    rows.extend((0..28).map(|row| match row {
        10 => format!("#{}@ $  .{}#", " ".repeat(20), " ".repeat(12)),
        _ => format!("#{}#", " ".repeat(38)),
    }));
    rows.push("#".repeat(40));
    rows.join("\n") + "\n"
}

/// `cargo test --test program page -- --ignored`, with node and Debian's chromium; `LURD_CHROMIUM` is another
/// program.
#[test]
#[ignore = "needs node and chromium"]
fn pages_play_in_a_browser() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("hall.xsb"), hall()).expect("written");
    for (puzzle, page) in [("pusher/1", "pusher.html"), ("missile/4", "missile.html"), ("hall.xsb", "hall.html")] {
        let written = Command::new(crate::program())
            .current_dir(&folder)
            .env("HOME", &folder)
            .args(["solve", puzzle, "-q", "--first", "--no-store", "-o", page])
            .output()
            .expect("lurd runs");
        assert!(written.status.success(), "{puzzle}: {}", String::from_utf8_lossy(&written.stderr));
        drive("drive.mjs", &folder, page);
    }
}

/// Opens a page in a browser, where the script uses it.
fn drive(script: &str, folder: &Path, page: &str) {
    let chromium = std::env::var("LURD_CHROMIUM").unwrap_or_else(|_| "chromium".to_owned());
    let driven = Command::new("node")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/page").join(script))
        .arg(chromium)
        .arg(folder.join(page))
        .arg(folder.join(page.replace("html", "png")))
        .env("HOME", folder)
        .output()
        .expect("node runs");
    let said = String::from_utf8_lossy(&driven.stdout).trim().to_owned();
    assert_eq!(said, "ok", "{page}: {}", String::from_utf8_lossy(&driven.stderr));
}

#[test]
#[ignore = "needs node and chromium"]
fn pages_of_traces_play_in_a_browser() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("trace-page");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    for (puzzle, page) in [("missile/3", "missile.html"), ("starter/2", "starter.html")] {
        let written = Command::new(crate::program())
            .current_dir(&folder)
            .env("HOME", &folder)
            .args(["trace", puzzle, "--strategies", "astar,idastar", "--nodes", "40", "-o", page])
            .output()
            .expect("lurd runs");
        assert!(written.status.success(), "{puzzle}: {}", String::from_utf8_lossy(&written.stderr));
        drive("trace.mjs", &folder, page);
    }
}
