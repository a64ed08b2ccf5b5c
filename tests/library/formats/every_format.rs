//! Every row of the table of formats: it is detected from its own output, round-trips, and has a sample here.

use lurd::puzzle::{Format, ReadOptions};
use lurd::sokoban::formats::{FORMATS, LevelEntry, packed_levels, read_with};
use lurd::sokoban::xsb::write_line;

use super::{characters, read_as, written};
use crate::common::levels::pulled;

/// The board of all samples.
const BOARD: &str = "#######|# @$ .#|#######";

/// A sample of each format as another program writes it.
fn sample(format: &str) -> Vec<u8> {
    let text = match format {
        "xsb" => "; one\n\n#######\n# @$ .#\n#######\n".to_owned(),
        "sok" => "one\n\n#######\n# @$ .#\n#######\n\nSolution\nRR\n".to_owned(),
        "slc" => "<?xml version=\"1.0\"?><SokobanLevels><LevelCollection><Level Id=\"one\"><L>#######</L>\
                  <L># @$ .#</L><L>#######</L></Level></LevelCollection></SokobanLevels>"
            .to_owned(),
        "rle" => "7#|#-@$-.#|7#\n".to_owned(),
        "pusher" => "*****\nMaze: 1\n\nXXXXXXX\nX @* .X\nXXXXXXX\n".to_owned(),
        "pusher-db" => "level_01 db 7, 3, 0E6h, 4, 1Bh, 90h, 2, 1\n".to_owned(),
        "pusher-bin" => {
            let level = read_as(BOARD, None).remove(0).level.expect("legal");
            return [&[0x90, 0, 0x90][..], &packed_levels::pack(&level).expect("small")].concat();
        }
        "school" => format!("{:30}\n{:30}\n{:30}\n", "#######", "# @O .#", "#######"),
        other => panic!("{other} has no sample"),
    };
    text.into_bytes()
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
        assert_eq!(boards(&detected(format, &sample(format.name))), [BOARD], "{}", format.name);
    }
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
