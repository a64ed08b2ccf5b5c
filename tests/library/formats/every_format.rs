//! Every row of the table of formats: it is detected from its own output, round-trips, and has a sample here.

use lurd::puzzle::{Format, ReadOptions};
use lurd::sokoban::formats::{FORMATS, LevelEntry, read_with};
use lurd::sokoban::xsb::write_line;

use super::{characters, read_as, written};
use crate::common::levels::pulled;

/// The board of all samples.
const BOARD: &str = "#######|# @$ .#|#######";

/// A sample of each format as another program writes it. The page in the browser reads the same files in its tests.
fn sample(format: &Format) -> Vec<u8> {
    let extension = if format.is_text { "txt" } else { "bin" };
    let path = format!("{}/tests/library/formats/samples/{}.{extension}", env!("CARGO_MANIFEST_DIR"), format.name);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Reads a file whose format is not named.
fn detected(format: &Format, bytes: &[u8]) -> Vec<LevelEntry> {
    let options = ReadOptions { is_binary: !format.is_text, ..ReadOptions::default() };
    let text = if format.is_text { String::from_utf8(bytes.to_vec()).expect("text") } else { characters(bytes) };
    read_with(&text, &options).unwrap_or_else(|error| panic!("{}: {error:?}", format.name))
}

fn boards(entries: &[LevelEntry]) -> Vec<String> {
    entries.iter().map(|entry| write_line(entry.level.as_ref().expect("legal"))).collect()
}

#[test]
fn every_sample_is_detected() {
    for format in FORMATS {
        assert_eq!(boards(&detected(format, &sample(format))), [BOARD], "{}", format.name);
    }
}

/// The other samples, of letters and of what copying adds.
#[test]
fn every_other_sample_is_detected() {
    let folder = format!("{}/tests/library/formats/samples", env!("CARGO_MANIFEST_DIR"));
    let mut others = 0;
    for file in std::fs::read_dir(folder).expect("a folder") {
        let path = file.expect("a file").path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
        if FORMATS.iter().any(|format| format.name == name) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("text");
        let items = lurd::catalog::builtin().read_bytes(name, text.as_bytes()).expect("puzzles");
        let puzzle = items[0].puzzle.as_ref().expect("a puzzle");
        let board = puzzle.text().trim_end().replace('\n', "|");
        assert_eq!(board, if name == "shift" { "one|source:|12|34|target:|21|34" } else { BOARD }, "{name}");
        others += 1;
    }
    assert!(others >= 10, "{others}");
}

#[test]
fn every_format_is_detected_from_its_own_output_and_round_trips() {
    for format in FORMATS {
        for seed in 0..40 {
            let level = pulled(seed);
            let is_solved = level.boxes().all(|square| level.is_goal(square));
            if level.is_goal(level.player()) || is_solved {
                continue;
            }
            let entries = read_as(&lurd::sokoban::xsb::write_xsb(&level), None);
            let (bytes, _) = written(&entries, format.name);
            let again = detected(format, &bytes);
            assert_eq!(boards(&again), boards(&entries), "{} {seed}", format.name);
            assert_eq!(written(&again, format.name).0, bytes, "{} {seed}", format.name);
        }
    }
}

#[test]
fn solutions_survive_where_the_format_says_so() {
    for format in FORMATS {
        let entries = read_as("#######\n# @$ .#\n#######\n\nSolution\nRR\n", None);
        let (bytes, losses) = written(&entries, format.name);
        let games = detected(format, &bytes).remove(0).metadata.games.len();
        assert_eq!(games == 1, format.holds_solutions, "{}", format.name);
        let is_told = losses.iter().any(|loss| loss.contains("solution"));
        assert_eq!(is_told, !format.holds_solutions, "{}: {losses:?}", format.name);
    }
}
