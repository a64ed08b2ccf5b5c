//! How many levels of Sokoban collections the default solves, under a limit of expansions, so that the counts
//! are the same on every machine.
//!
//! `cargo bench --bench collections -- [--nodes N] [--write] FILES-OR-FOLDERS..` prints a table in Markdown;
//! `--write` puts it into `docs/sokoban.md`, between the marks there. Each level gets one search for the first
//! answer (`--first`), on one thread. The status of every level goes to standard error.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a benchmark prints figures")]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The default limit of expansions per level.
const NODES: &str = "20000";

const BEGIN: &str = "<!-- begin: cargo bench --bench collections -->\n";
const END: &str = "<!-- end -->\n";

/// The results of a collection.
#[derive(Default)]
struct Row {
    levels: usize,
    /// The processor time of each solved level, in seconds.
    solved: Vec<f64>,
    optimal: usize,
    expanded: u64,
    seconds: f64,
    /// The numbers of the levels without an answer.
    unsolved: Vec<u64>,
}

impl Row {
    fn of(file: &Path, nodes: &str) -> Self {
        let output = Command::new(env!("CARGO_BIN_EXE_lurd"))
            .arg("batch")
            .arg(file)
            .args(["--nodes", nodes, "--time", "none", "--threads", "1", "--first", "--json"])
            .output()
            .expect("lurd starts");
        let mut row = Self::default();
        for line in String::from_utf8_lossy(&output.stdout).lines() {
            let level: Value = serde_json::from_str(line).expect("a line of JSON for each level");
            row.add(&level);
            eprintln!("{}:{} {}", file.display(), level["index"], level["status"]);
        }
        row.solved.sort_by(f64::total_cmp);
        row
    }

    fn add(&mut self, level: &Value) {
        let seconds = level["stats"]["cpu_seconds"].as_f64().unwrap_or(0.0);
        self.levels += 1;
        self.seconds += seconds;
        self.expanded += level["stats"]["expanded"].as_u64().unwrap_or(0);
        match level["status"].as_str() {
            Some(status @ ("solved" | "optimal")) => {
                self.solved.push(seconds);
                self.optimal += usize::from(status == "optimal");
            }
            _ => self.unsolved.extend(level["index"].as_u64()),
        }
    }

    fn write(&self, name: &str, table: &mut String) {
        let median = self.solved.get(self.solved.len() / 2).copied().unwrap_or(0.0);
        let unsolved: Vec<String> = self.unsolved.iter().map(u64::to_string).collect();
        let unsolved = match unsolved.len() {
            0 => "none".to_owned(),
            few if few <= 16 => unsolved.join(" "),
            many => format!("{many} levels"),
        };
        let _ = writeln!(
            table,
            "| {name} | {} | {} | {} | {} | {:.3} s | {:.1} s | {unsolved} |",
            self.levels,
            self.solved.len(),
            self.optimal,
            self.expanded,
            median,
            self.seconds
        );
    }
}

/// The files with levels in `path`, in order of their names; `path` itself if it is a file.
fn collections(path: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(path) else { return vec![path.to_owned()] };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "xsb" || extension == "sok"))
        .collect();
    files.sort();
    files
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut nodes, mut writes, mut files) = (NODES.to_owned(), false, Vec::new());
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--nodes" => nodes = arguments.next().expect("--nodes takes a number"),
            "--write" => writes = true,
            path => files.extend(collections(Path::new(path))),
        }
    }
    if files.is_empty() {
        println!("usage: cargo bench --bench collections -- [--nodes N] [--write] FILES-OR-FOLDERS..");
        return;
    }
    let mut table = format!("At most {nodes} expansions per level, first answer, one thread:\n\n");
    table.push_str("| collection | levels | solved | proved optimal | expansions | median | in total | unsolved |\n");
    table.push_str("|---|---|---|---|---|---|---|---|\n");
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Row::of(&file, &nodes).write(&name, &mut table);
    }
    print!("{table}");
    if writes {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/sokoban.md");
        let text = std::fs::read_to_string(path).expect("docs/sokoban.md");
        let (before, rest) = text.split_once(BEGIN).expect("the mark of the beginning");
        let (_, after) = rest.split_once(END).expect("the mark of the end");
        std::fs::write(path, format!("{before}{BEGIN}{table}{END}{after}")).expect("docs/sokoban.md");
    }
}
