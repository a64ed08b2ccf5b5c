//! How many levels of a collection are proved to be solved with the fewest pushes (or moves).
//!
//! `cargo bench --bench proofs -- FILE RESULTS [--for moves] [--time T] [--memory M] [--known FILE] [--write]` runs
//! `lurd batch` on one thread, with its lines in `RESULTS`: a run that was ended goes on where it was. It prints the
//! proved levels with their costs. `--known` names a file with words such as `12:212`, a level and its fewest known
//! pushes; a proof of another number ends the run with an error. `--write` puts the result into `docs/sokoban.md`,
//! between the marks there.

#![allow(clippy::print_stdout, reason = "a benchmark prints figures")]

use std::collections::HashMap;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::Value;

const BEGIN: &str = "<!-- begin: cargo bench --bench proofs -->\n";
const END: &str = "<!-- end of proofs -->\n";

/// The words `level:cost` of a file.
fn known(path: &str) -> HashMap<u64, u64> {
    let text = fs::read_to_string(path).expect("a file with known costs");
    let pair = |word: &str| {
        let (level, cost) = word.split_once(':')?;
        Some((level.parse().ok()?, cost.parse().ok()?))
    };
    text.split_whitespace().filter_map(pair).collect()
}

/// The result as Markdown.
fn summary(name: &str, how: &str, lines: &[Value]) -> String {
    let number = |line: &Value, field: &str| line[field].as_u64().unwrap_or(0);
    let proved: Vec<&Value> = lines.iter().filter(|line| line["proof"] == "optimal").collect();
    let solved = lines.iter().filter(|line| line["status"] == "solved").count();
    let seconds = |line: &Value| line["stats"]["cpu_seconds"].as_f64().unwrap_or(0.0);
    let total: f64 = lines.iter().map(seconds).sum();
    let mut text = format!(
        "{name}, {how}: {} of {} levels proved, {solved} with an answer, {total:.0} s of processor time. The proved \
         ones, with cost and seconds:\n\n",
        proved.len(),
        lines.len(),
    );
    let words: Vec<String> = proved
        .iter()
        .map(|line| format!("{}: {} ({:.1} s)", number(line, "index"), number(line, "cost"), seconds(line)))
        .collect();
    for row in words.chunks(8) {
        let _ = writeln!(text, "{}", row.join(", "));
    }
    text
}

fn main() {
    let mut arguments = std::env::args().skip(1).filter(|argument| argument != "--bench");
    let (mut objective, mut time, mut memory) = ("pushes".to_owned(), "300s".to_owned(), "8GiB".to_owned());
    let (mut files, mut known_costs, mut writes) = (Vec::new(), HashMap::new(), false);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().expect("a value");
        match argument.as_str() {
            "--for" => objective = value(),
            "--time" => time = value(),
            "--memory" => memory = value(),
            "--known" => known_costs = known(&value()),
            "--write" => writes = true,
            _ => files.push(argument),
        }
    }
    let [file, results] = files.as_slice() else {
        println!(
            "usage: cargo bench --bench proofs -- FILE RESULTS [--for moves] [--time T] [--memory M] [--known FILE] [--write]"
        );
        return;
    };
    let status = Command::new(env!("CARGO_BIN_EXE_lurd"))
        .args(["batch", file, "--for", &objective, "--time", &time, "--memory", &memory, "--threads", "1"])
        .args(["--no-store", "--resume", results])
        .status()
        .expect("lurd starts");
    println!("{status}");
    let text = fs::read_to_string(results).expect("the results");
    let mut lines: Vec<Value> = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    lines.retain(|line| line["index"].is_u64());
    lines.sort_by_key(|line| line["index"].as_u64());
    for line in lines.iter().filter(|line| line["proof"] == "optimal") {
        let (level, cost) = (line["index"].as_u64().unwrap_or(0), line["cost"].as_u64().unwrap_or(0));
        let known = known_costs.get(&level).copied().unwrap_or(cost);
        assert!(cost <= known, "level {level}: {cost} is called optimal, {known} is known");
        if cost < known {
            println!("level {level}: {cost}, fewer than the known {known}");
        }
    }
    let name = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let summary = summary(&name, &format!("`--for {objective}`, {time} and {memory} each, one thread"), &lines);
    print!("{summary}");
    if writes {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/sokoban.md");
        let text = fs::read_to_string(path).expect("docs/sokoban.md");
        let (before, rest) = text.split_once(BEGIN).expect("the mark of the beginning");
        let (_, after) = rest.split_once(END).expect("the mark of the end");
        fs::write(path, format!("{before}{BEGIN}{summary}{END}{after}")).expect("docs/sokoban.md");
    }
}
