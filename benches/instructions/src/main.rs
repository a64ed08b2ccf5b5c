//! Instructions that the main searches take for fixed work, compared with the numbers in `instructions.csv`.
//!
//! `cargo run --release -p instructions [-- --write]`. Each search runs under callgrind (Debian's
//! package `valgrind`), which counts its instructions: the same on a busy machine as on an idle one. The program
//! fails if a search takes over 3 % more than its number, or expands another number of states. `--write` replaces the
//! numbers; a commit that changes them says why. Without valgrind nothing is compared, and the program says so.
//!
//! The numbers hold for `x86_64` and the compiler that wrote them, which the first line of the file names.

#![allow(clippy::print_stdout, reason = "a benchmark prints figures")]

use std::{
    fmt::Write as _,
    path::Path,
    process::{Command, ExitCode},
};

use lurd::atlas::{Origin, enumerate_all};
use lurd::{
    budget::{Budget, Cancel, Limits},
    puzzle::{Plugin, Unanswered},
    search::{Settings, Stepper, Strategy, UnmetNeeds},
    shifter::{Board, Packed, Shifter},
    sokoban::Sokoban,
};

/// The part by which a search may exceed its number.
const TOLERANCE: f64 = 0.03;

/// A search whose instructions are counted.
struct Work {
    name: &'static str,
    /// Prepares the search, whose result is the number of states that it expanded.
    prepare: fn() -> Box<dyn FnOnce() -> u64>,
}

const ALL: &[Work] = &[
    Work { name: "bfs", prepare: || packed(DEPTH_11, Stepper::bfs, 60_000) },
    Work { name: "astar", prepare: || packed(DEPTH_11, Stepper::astar, 60_000) },
    Work { name: "idastar", prepare: || packed(DEPTH_8, Stepper::idastar, u64::MAX) },
    Work { name: "bidirectional", prepare: || packed(DEPTH_8, Stepper::bidirectional, u64::MAX) },
    Work { name: "enumerate", prepare: enumerate },
    Work { name: "fess", prepare: || sokoban("any", Strategy::Fess, 2_000) },
    Work { name: "push-astar", prepare: || sokoban("pushes", Strategy::Astar, 5_000) },
    Work { name: "layered-bidirectional", prepare: || shifter(ROWS, u64::MAX) },
    Work { name: "ida-4x4", prepare: || shifter(SIXTEEN_TILES, u64::MAX) },
];

const MISSILE_4: &str = "1221/3443/3443/2442";
const DEPTH_8: &str = "4342/3124/4243/2431";
const DEPTH_11: &str = "2333/4114/4224/2344";
const ROWS: &str = "3124/2331/2143/4421 -> 1111/2222/3333/4444";
const SIXTEEN_TILES: &str = "16,2,3,4,/1,11,6,8,/5,14,15,12,/9,10,7,13, -> 1,2,3,4,/5,6,7,8,/9,10,11,12,/13,14,15,16,";

fn board(text: &str) -> Board {
    Board::new(4, text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'1').collect())
}

fn limits(nodes: u64) -> Limits {
    Limits { nodes: (nodes < u64::MAX).then_some(nodes), ..Limits::NONE }
}

/// Begins a search by one strategy. No other is compiled.
type Begin = fn(&'static Packed, &Settings) -> Result<Stepper<'static, Packed>, UnmetNeeds>;

/// From the start of `missile/4` to a target.
fn packed(target: &str, begin: Begin, nodes: u64) -> Box<dyn FnOnce() -> u64> {
    // A process has one search, so the space may last as long as the process.
    let space = Box::leak(Box::new(Packed::new(&board(MISSILE_4), &board(target), false)));
    Box::new(move || {
        let mut no_observer = ();
        let mut budget = Budget::new(limits(nodes), Cancel::default(), &mut no_observer);
        begin(space, &Settings::default()).expect("it fits").finish(&mut budget);
        budget.statistics().expanded
    })
}

/// All boards with three tiles of each of four kinds.
fn enumerate() -> Box<dyn FnOnce() -> u64> {
    let space = Packed::new(&board("1221/3443/1234"), &board("1111/2223/3344"), false);
    Box::new(move || {
        let all = enumerate_all(&space, &space, Origin::Start, 1, &mut Budget::unlimited());
        all.expect("no limit").reached()
    })
}

/// A level of `primer`.
fn sokoban(objective: &'static str, strategy: Strategy, nodes: u64) -> Box<dyn FnOnce() -> u64> {
    plugin(&Sokoban, include_str!("../../../puzzles/primer.xsb"), 17, objective, strategy, nodes)
}

fn shifter(text: &str, nodes: u64) -> Box<dyn FnOnce() -> u64> {
    plugin(&Shifter, text, 1, "shifts", Strategy::Auto, nodes)
}

fn plugin(
    plugin: &dyn Plugin,
    text: &str,
    number: usize,
    objective: &'static str,
    strategy: Strategy,
    nodes: u64,
) -> Box<dyn FnOnce() -> u64> {
    let entry = plugin.read(text).expect("puzzles").remove(number - 1);
    let puzzle = entry.puzzle.expect("a puzzle");
    Box::new(move || {
        let mut no_observer = ();
        let mut budget = Budget::new(limits(nodes), Cancel::default(), &mut no_observer);
        let objectives = puzzle.objectives();
        let objective = objectives.iter().find(|it| it.name == objective).expect("an objective");
        let report = puzzle.solve(objective, strategy, &Settings::default(), &mut budget);
        assert!(!matches!(report.ending, Err(Unanswered::Unsupported { .. })), "the search runs");
        report.statistics.expanded
    })
}

/// What callgrind counts: it is switched on and off by the name of this function.
#[inline(never)]
fn measured(work: Box<dyn FnOnce() -> u64>) -> u64 {
    std::hint::black_box(work())
}

/// The states that a search expanded and the instructions that it took.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Count {
    expanded: u64,
    instructions: u64,
}

fn count(work: &Work) -> Result<Count, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--collect-atstart=no", "--callgrind-out-file=/dev/null"])
        .arg("--toggle-collect=instructions::measured*")
        .arg(program)
        .args(["--run", work.name])
        // No table that an earlier run has stored.
        .env("XDG_CACHE_HOME", "/dev/null")
        .output()
        .map_err(|error| error.to_string())?;
    let (printed, log) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    let expanded = printed.trim().parse().map_err(|_| format!("{}: it failed:\n{log}", work.name))?;
    let collected = log.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
    match collected {
        Some(instructions) if instructions > 0 => Ok(Count { expanded, instructions }),
        _ => Err(format!("{}: callgrind counted nothing:\n{log}", work.name)),
    }
}

fn numbers() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("instructions.csv")
}

fn compiler() -> String {
    let output = Command::new("rustc").arg("--version").output();
    output.map_or_else(|_| String::new(), |output| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn expected(text: &str, name: &str) -> Option<Count> {
    let fields: Vec<&str> = text.lines().find(|line| line.split(',').next() == Some(name))?.split(',').collect();
    let [_, expanded, instructions] = fields[..] else { return None };
    Some(Count { expanded: expanded.parse().ok()?, instructions: instructions.parse().ok()? })
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    if let [run, name] = &arguments[..]
        && run == "--run"
    {
        let work = ALL.iter().find(|work| work.name == name).expect("the name of a search");
        println!("{}", measured((work.prepare)()));
        return ExitCode::SUCCESS;
    }
    if Command::new("valgrind").arg("--version").output().is_err() {
        println!("not run: the comparison of instructions, which needs valgrind");
        return ExitCode::SUCCESS;
    }
    let before = std::fs::read_to_string(numbers()).unwrap_or_default();
    let mut after = format!("# {}\nsearch,expanded,instructions\n", compiler());
    let mut failed = false;
    for work in ALL {
        let now = match count(work) {
            Ok(now) => now,
            Err(error) => {
                println!("{error}");
                return ExitCode::FAILURE;
            }
        };
        let _ = writeln!(after, "{},{},{}", work.name, now.expanded, now.instructions);
        let verdict = match expected(&before, work.name) {
            None => "no number yet".to_owned(),
            Some(number) if number.expanded != now.expanded => {
                failed = true;
                format!("FAILED: it expanded {} states before", number.expanded)
            }
            Some(number) => {
                #[expect(clippy::cast_precision_loss, reason = "a ratio")]
                let change = now.instructions as f64 / number.instructions as f64 - 1.0;
                failed |= change > TOLERANCE;
                format!("{:+.2} %{}", 100.0 * change, if change > TOLERANCE { ": FAILED" } else { "" })
            }
        };
        println!("{:<22} {:>8} expanded {:>14} instructions  {verdict}", work.name, now.expanded, now.instructions);
    }
    if arguments.iter().any(|argument| argument == "--write") {
        std::fs::write(numbers(), after).expect("the file of the numbers");
        return ExitCode::SUCCESS;
    }
    if failed {
        println!("a search takes over 3 % more than its number in {}, or does other work", numbers().display());
        if !before.contains(&compiler()) {
            println!("the numbers were written with another compiler: {}", before.lines().next().unwrap_or(""));
        }
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}
