//! The matrix of limits: every strategy on eight puzzles under each limit. Slow, so it is opt-in: `tests/opt-in.sh`, or
//! `cargo test --release --test program limits -- --ignored --nocapture`, which prints the table of
//! `docs/reliability.md`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use lurd::search::STRATEGIES;

use crate::random::Random;

/// How far a limit of time may be overrun.
const LATE: Duration = Duration::from_millis(150);
/// A run that is late is repeated: on a loaded machine one run says little.
const TRIES: usize = 4;

/// What is allowed, and the flags that say so.
const LIMITS: &[(&str, &[&str])] = &[
    ("time", &["--time", "500ms"]),
    ("memory", &["--memory", "64MiB", "--time", "2s"]),
    ("nodes", &["--nodes", "1000", "--time", "20s"]),
];

/// The strategies that use more than one thread.
const THREADED: &[&str] = &["auto"];

/// How a run ended, and what it took.
#[derive(Debug)]
struct Measured {
    code: Option<i32>,
    out: String,
    took: Duration,
    /// Bytes.
    resident: u64,
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR")).join("limits")
}

/// A room of 100 by 100 squares with 300 boxes and goals among some walls.
fn huge_level() -> String {
    const SIZE: usize = 100;
    let mut random = Random::new(24);
    let mut rows = vec![vec![' '; SIZE]; SIZE];
    rows[0].fill('#');
    rows[SIZE - 1].fill('#');
    for row in &mut rows {
        (row[0], row[SIZE - 1]) = ('#', '#');
    }
    for (letter, count) in [('#', 500), ('$', 300), ('.', 300), ('@', 1)] {
        let mut placed = 0;
        while placed < count {
            let (row, column) = (2 + random.below(SIZE - 4), 2 + random.below(SIZE - 4));
            if rows[row][column] == ' ' {
                rows[row][column] = letter;
                placed += 1;
            }
        }
    }
    rows.into_iter().map(|row| row.into_iter().chain(['\n']).collect::<String>()).collect()
}

/// The puzzles: names, and the words that choose them.
fn puzzles() -> Vec<(&'static str, Vec<String>)> {
    let place = folder();
    fs::create_dir_all(&place).expect("a folder");
    let huge = place.join("huge.sok");
    fs::write(&huge, huge_level()).expect("written");
    let huge = huge.to_str().expect("UTF-8").to_owned();
    let own = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    // A board of 8x8 and one of 32x32, turned by a few lines.
    let turned = |size: usize| {
        let rows = (0..size).map(|row| {
            let cells = (0..size).map(|column| ((column + row * row) % size + 1).to_string());
            cells.collect::<Vec<_>>().join(",")
        });
        rows.collect::<Vec<_>>().join("/")
    };
    let goal = |size: usize| {
        let row = (1..=size).map(|cell| cell.to_string()).collect::<Vec<_>>().join(",");
        vec![row; size].join("/")
    };
    vec![
        ("shifter 4x4, few colours", own(&["missile/4"])),
        ("shifter 4x4, transposed", own(&["4x4:1,5,9,13,2,6,10,14,3,7,11,15,4,8,12,16"])),
        ("shifter 8x8", vec![format!("{} -> {}", turned(8), goal(8))]),
        ("shifter 32x32", vec![format!("{} -> {}", turned(32), goal(32))]),
        ("sokoban, small", own(&["primer/4", "--for", "pushes"])),
        ("sokoban, of XSokoban's kind", own(&["pusher/30"])),
        ("sokoban, unequal", own(&["########|#  .   #|#@$  . #|#  $.###|########", "--allow-unequal"])),
        ("sokoban 100x100, 300 boxes", vec![huge]),
    ]
}

/// Runs lurd and looks at what it takes until it ends.
fn measured(words: &[String]) -> Measured {
    let place = folder();
    // Another build of lurd can be measured, too.
    let program = std::env::var("LURD_BINARY").unwrap_or_else(|_| crate::program().to_owned());
    let mut command = Command::new(program);
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
        command.env(name, place.join(name));
    }
    command.env_remove("LURD_CONFIG").args(words);
    let begun = Instant::now();
    let mut child =
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("lurd starts");
    let status = format!("/proc/{}/status", child.id());
    let mut stdout = child.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = std::io::Read::read_to_end(&mut stdout, &mut bytes);
        bytes
    });
    let mut resident = 0;
    let code = loop {
        if let Some(ended) = child.try_wait().expect("a child") {
            break ended.code();
        }
        let text = fs::read_to_string(&status).unwrap_or_default();
        let peak = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|it| it.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
        resident = resident.max(peak.unwrap_or(0) << 10);
        std::thread::sleep(Duration::from_millis(2));
    };
    let took = begun.elapsed();
    let out = String::from_utf8_lossy(&reader.join().expect("no panic")).into_owned();
    Measured { code, out, took, resident }
}

/// What one strategy takes at worst under one limit.
#[derive(Default)]
struct Worst {
    /// Milliseconds after the limit of time, and where.
    late: (u128, String),
    /// MiB, and where.
    resident: (u64, String),
    runs: usize,
    wrong: Vec<String>,
}

impl Worst {
    /// Runs a puzzle under a limit, again if it is late, and notes what is too much.
    fn add(&mut self, limit: &str, words: &[String], puzzle: &str) {
        let allowed = if limit == "time" { Duration::from_millis(500) } else { Duration::from_secs(2) };
        let mut best: Option<Measured> = None;
        for _ in 0..TRIES {
            let now = measured(words);
            if now.code == Some(2) {
                // The strategy does not fit this puzzle.
                return;
            }
            let is_better = best.as_ref().is_none_or(|before| now.took < before.took);
            if is_better {
                best = Some(now);
            }
            if best.as_ref().is_some_and(|best| best.took <= allowed + LATE) {
                break;
            }
        }
        let Some(best) = best else { return };
        self.runs += 1;
        let late = best.took.saturating_sub(allowed).as_millis();
        let mib = best.resident >> 20;
        if !matches!(best.code, Some(0 | 1 | 3)) {
            self.wrong.push(format!("{puzzle}, {limit}: {best:?}"));
        }
        match limit {
            "time" | "memory" if late > LATE.as_millis() => {
                self.wrong.push(format!("{puzzle}, {limit}: {late} ms late"));
            }
            "memory" if mib > 64 + 64 / 10 + 16 => {
                self.wrong.push(format!("{puzzle}, {limit}: {mib} MiB resident"));
            }
            "nodes" => {
                let value: serde_json::Value = serde_json::from_str(&best.out).unwrap_or_default();
                let expanded = value["stats"]["expanded"].as_u64();
                if expanded.is_none_or(|count| count > 1000) {
                    self.wrong.push(format!("{puzzle}, nodes: {expanded:?} expanded"));
                }
            }
            _ => {}
        }
        if limit == "time" && late > self.late.0 {
            self.late = (late, puzzle.to_owned());
        }
        if limit == "memory" && mib > self.resident.0 {
            self.resident = (mib, puzzle.to_owned());
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes minutes"]
fn no_limit_is_overrun() {
    let _ = fs::remove_dir_all(folder());
    let only = std::env::var("LURD_STRATEGY").ok();
    let mut table = String::from(
        "| strategy | runs | most after 500 ms | where | most resident under 64 MiB | where |\n|---|---|---|---|---|---|\n",
    );
    let mut wrong = Vec::new();
    for row in STRATEGIES.iter().filter(|row| only.as_deref().is_none_or(|name| name == row.name)) {
        let mut worst = Worst::default();
        for (puzzle, words) in puzzles() {
            for (limit, flags) in LIMITS {
                // Cold and warm: the second run finds the tables of the first in the cache.
                let is_cached = puzzle.contains("4x4") && *limit == "time";
                for _ in 0..if is_cached { 2 } else { 1 } {
                    for threads in ["1", "2"].iter().take(if THREADED.contains(&row.name) { 2 } else { 1 }) {
                        let mut all = vec!["solve".to_owned()];
                        all.extend(words.iter().cloned());
                        all.extend(["--strategy", row.name, "--json", "--no-store"].map(str::to_owned));
                        all.extend(["--threads", threads].map(|word| (*word).to_owned()));
                        all.extend(flags.iter().map(|word| (*word).to_owned()));
                        worst.add(limit, &all, puzzle);
                    }
                }
            }
        }
        let _ = writeln!(
            table,
            "| `{}` | {} | {} ms | {} | {} MiB | {} |",
            row.name, worst.runs, worst.late.0, worst.late.1, worst.resident.0, worst.resident.1
        );
        wrong.extend(worst.wrong.into_iter().map(|what| format!("{}: {what}", row.name)));
        // What is known so far, for one who watches.
        fs::write(folder().join("table.md"), &table).expect("written");
        fs::write(folder().join("wrong.txt"), wrong.join("\n")).expect("written");
    }
    #[expect(clippy::print_stdout, reason = "the table is for the documentation")]
    {
        println!("{table}");
    }
    assert!(wrong.is_empty(), "{}\n{table}", wrong.join("\n"));
}
