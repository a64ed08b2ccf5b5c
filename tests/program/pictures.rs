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
        let drawn = Command::new(env!("CARGO_BIN_EXE_lurd"))
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
