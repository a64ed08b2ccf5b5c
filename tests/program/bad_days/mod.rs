//! Bad days: a full disk, no home, little memory, signals, several processes on one store. Those that need a
//! terminal are in `screen/bad_days.rs`.

mod disk;
mod memory;
mod signals;
mod store;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// A level of one push.
const LEVEL: &str = "#####\n#@$.#\n#####\n";

/// A search that ends by itself only after a very long time.
const ENDLESS: &str = "4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16";

const FOLDERS: [&str; 4] = ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME"];

/// A folder of the test's own, with a level in it.
fn fresh(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("bad-days").join(test);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    fs::write(folder.join("lev.sok"), LEVEL).expect("written");
    folder
}

/// A program with folders of the test's own.
fn program(name: &str, folder: &Path) -> Command {
    let mut command = Command::new(name);
    for name in FOLDERS {
        command.env(name, folder.join(name));
    }
    command.env_remove("LURD_CONFIG").env_remove("XDG_CACHE_HOME").current_dir(folder);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

fn lurd(folder: &Path, arguments: &[&str]) -> Command {
    let mut command = program(crate::program(), folder);
    command.args(arguments);
    command
}

/// lurd after `setup`, which are commands of the shell.
fn after(setup: &str, folder: &Path, arguments: &[&str]) -> Command {
    let mut command = program("sh", folder);
    command.args(["-c", &format!("{setup}; exec \"$0\" \"$@\"")]).arg(crate::program());
    command.args(arguments);
    command
}

/// How it ended, and what it wrote.
#[derive(Debug)]
struct Ended {
    code: Option<i32>,
    out: String,
    err: String,
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Self { code: output.status.code(), out: text(&output.stdout), err: text(&output.stderr) }
    }
}

/// Runs a command with this input.
fn run(mut command: Command, input: &str) -> Ended {
    let mut child = command.spawn().expect("it starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_owned();
    // Whether lurd reads all of it is its own business.
    let writer = std::thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("no panic");
    output.into()
}

/// The files in a folder and below that were left while they were being written.
fn parts(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let (folders, files): (Vec<_>, Vec<_>) = entries.partition(|path| path.is_dir());
    let own = files.into_iter().filter(|path| path.extension().is_some_and(|extension| extension == "part"));
    own.chain(folders.iter().flat_map(|folder| parts(folder))).collect()
}
