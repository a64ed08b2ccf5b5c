//! Properties of every reader for any input. Each check takes bytes and panics if a property is violated; the
//! caller limits time and memory.

use std::borrow::Borrow;
use std::sync::LazyLock;

use lurd::budget::Budget;
use lurd::puzzle::{Plugin, PuzzleRecord, ReadOptions};
use lurd::shifter::Shifter;
use lurd::sokoban::board::Board;
use lurd::sokoban::deadlock::Rules;
use lurd::sokoban::formats::dialect;
use lurd::sokoban::bounds::Distances;
use lurd::sokoban::spaces::{MacroPushSpace, PushSpace};
use lurd::space::{Space, Successors};
use lurd::sokoban::{Level, SearchDirection, Sokoban, formats};

/// A check and the name of its corpus.
pub type Check = (&'static str, fn(&[u8]));

/// All checks.
pub const CHECKS: &[Check] = &[
    ("text", text),
    ("sok", sok),
    ("copied", copied),
    ("slc", |bytes| read(bytes, "slc")),
    ("pusher_db", |bytes| read(bytes, "pusher-db")),
    ("pusher_bin", pusher_bin),
    ("steps", steps),
    ("shifter", shifter),
    ("walks", walks),
];

/// Text that the prompt, the player, the editor and readers of the user's files take: the checks of
/// `lurd::ui::fuzzing`, which is compiled with `--cfg fuzzing` only (`cargo fuzz` gives it, and so does
/// `.cargo/config.toml` here).
#[cfg(fuzzing)]
pub fn typed(name: &str, bytes: &[u8]) {
    let (_, check) = lurd::ui::fuzzing::CHECKS.iter().find(|(known, _)| *known == name).expect("a check");
    check(&String::from_utf8_lossy(bytes), &lurd::catalog::builtin());
}

/// A walk of random pushes, or of pulls back from the goals: the first byte chooses the level and the space, each other
/// byte a successor. The feature `check` of `lurd-sokoban` compares what the spaces update with a new computation.
pub fn walks(bytes: &[u8]) {
    static LEVELS: LazyLock<Vec<Level>> = LazyLock::new(|| {
        let text = [include_str!("../../puzzles/primer.xsb"), include_str!("../../puzzles/stuck.xsb")].join("\n");
        let entries = formats::read(&text).expect("levels");
        entries.into_iter().filter_map(|entry| entry.level.ok()).collect()
    });
    let Some((&first, steps)) = bytes.split_first() else { return };
    let board = Board::new(&LEVELS[usize::from(first / 2) % LEVELS.len()]);
    let mut budget = Budget::unlimited();
    if first % 2 == 0 {
        let space = PushSpace::new(&board, Rules::for_pushes(), &mut budget).expect("no limit");
        walk(&space, steps);
    } else {
        let distances = Distances::by(SearchDirection::Pull, &board.aiming_at(board.boxes()), &mut budget);
        let distances = distances.expect("no limit");
        let space = MacroPushSpace::backward(&board, &distances, Rules::for_pushes(), None, &mut budget);
        walk(&space.expect("no limit"), steps);
    }
}

/// Expands a state, goes to the successor that the next byte chooses, and so on.
fn walk<S: Space>(space: &S, steps: &[u8]) {
    let mut state = space.start();
    let mut successors = Successors::default();
    for &byte in steps.iter().take(300) {
        successors.clear();
        space.expand(state.borrow(), &mut successors);
        if successors.is_empty() {
            break;
        }
        state = successors.state(usize::from(byte) % successors.len()).to_owned();
    }
}

/// Boards in any dialect, detected or chosen by the first byte.
pub fn text(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let dialect = dialect::NAMES.get(usize::from(first % 16)).map(|name| (*name).to_owned());
    let text = String::from_utf8_lossy(rest);
    let options = ReadOptions { dialect, allow_unequal: first & 16 != 0, ..ReadOptions::default() };
    sound(&text, &options);
    let _ = Sokoban.confidence(&text);
    let _ = Sokoban.wants_more(&text);
}

/// Bytes as a file has them, decoded, and read without what copying adds. What is read without a fault as it is stays.
pub fn copied(bytes: &[u8]) {
    let Some((text, encoding)) = lurd::catalog::decode(bytes.to_vec()) else { return };
    if encoding.is_unicode() {
        let again = encoding.encode(&text).and_then(lurd::catalog::decode);
        assert!(again.is_some_and(|(again, _)| again == text));
    }
    for dialect in [None, Some("X=box,w=wall,_=floor")] {
        let options = ReadOptions { dialect: dialect.map(str::to_owned), ..ReadOptions::default() };
        sound(&text, &options);
        let legal = |options: &ReadOptions| {
            let entries = formats::read_with(&text, options).unwrap_or_default();
            entries.iter().filter(|entry| entry.level.is_ok()).count()
        };
        assert!(legal(&options) >= legal(&ReadOptions { exact: true, ..options.clone() }));
    }
    shifter(text.as_bytes());
}

/// `.sok` texts, which are written in several formats and read back as the same levels.
pub fn sok(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let options =
        ReadOptions { extension: Some("sok".to_owned()), allow_unequal: true, ..ReadOptions::default() };
    sound(&text, &options);
    for name in ["sok", "xsb", "rle", "slc"] {
        written_again(&text, &options, name);
    }
}

/// A format by name.
pub fn read(bytes: &[u8], format: &str) {
    let text = String::from_utf8_lossy(bytes);
    sound(&text, &ReadOptions { format: Some(format.to_owned()), ..ReadOptions::default() });
}

/// Binary data.
pub fn pusher_bin(bytes: &[u8]) {
    let text: String = bytes.iter().map(|&byte| char::from(byte)).collect();
    sound(&text, &ReadOptions { is_binary: true, ..ReadOptions::default() });
    if let Ok((grid, used)) = formats::packed_levels::unpack(bytes) {
        assert!(used <= bytes.len());
        if let Ok(level) = lurd::sokoban::Level::from_grid(&grid)
            && let Ok(packed) = formats::packed_levels::pack(&level)
        {
            let (again, _) = formats::packed_levels::unpack(&packed).expect("what was packed is unpacked");
            let again = lurd::sokoban::Level::from_grid(&again).expect("and legal");
            assert_eq!(lurd::sokoban::xsb::write_xsb(&again), lurd::sokoban::xsb::write_xsb(&level));
        }
    }
}

/// Solutions in all notations, forward and backward.
pub fn steps(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let level = Sokoban.read("########|#  .   #|#@$  $ #|#  . ###|########").expect("a level").remove(0);
    let puzzle = level.puzzle.expect("legal");
    match puzzle.read_steps(&text) {
        Err(misread) => assert!(text.get(misread.place).is_some()),
        Ok(steps) => {
            for step in steps.iter().take(1000) {
                assert!(text.get(step.place.clone()).is_some());
            }
            let _ = lurd::verify::replay(puzzle.as_ref(), &text);
        }
    }
}

/// Shifters in all notations.
pub fn shifter(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let _ = Shifter.confidence(&text);
    match Shifter.read(&text) {
        Err(error) => assert!(error.place.is_none_or(|place| text.get(place).is_some())),
        Ok(entries) => {
            for entry in entries.iter().take(100) {
                match &entry.puzzle {
                    Err(error) => assert!(error.place.clone().is_none_or(|place| text.get(place).is_some())),
                    Ok(puzzle) => {
                        let again = Shifter.read(&puzzle.text()).expect("what it writes it reads");
                        let again = again[0].puzzle.as_ref().expect("a puzzle");
                        assert_eq!(again.id(), puzzle.id());
                    }
                }
            }
        }
    }
}

/// Reads a text and checks the entries and errors.
fn sound(text: &str, options: &ReadOptions) {
    let Ok(entries) = formats::read_with(text, options).inspect_err(|error| {
        assert!(error.place.clone().is_none_or(|place| text.get(place).is_some()), "{error:?}");
    }) else {
        return;
    };
    assert!(!entries.is_empty());
    for (index, entry) in entries.iter().enumerate() {
        if let Some(left_out) = &entry.metadata.left_out {
            // In a binary file a place is a byte, which is a character here.
            let end = if options.is_binary { text.chars().count() } else { text.len() };
            assert!(index == 0 && left_out.count > 0 && left_out.first < end, "{left_out:?}");
        }
        assert!(text.get(entry.place.clone()).is_some() && text.get(..entry.metadata.end).is_some());
        match &entry.level {
            Err(error) => {
                assert!(error.place.clone().is_none_or(|place| text.get(place).is_some()), "{error:?}");
            }
            Ok(level) => {
                assert!(!level.is_wall(level.player()) && !level.is_box(level.player()));
                let counts = (level.boxes().count(), level.goals().count());
                assert!(options.allow_unequal || counts.0 == counts.1);
            }
        }
    }
}

/// Checks that what is read, and written as `name`, is read back as the same levels.
fn written_again(text: &str, options: &ReadOptions, name: &str) {
    let Ok(entries) = Sokoban.read_with(text, options) else { return };
    let format = formats::FORMATS.iter().find(|format| format.name == name).expect("a format");
    let records: Vec<PuzzleRecord<'_>> = entries
        .iter()
        .filter_map(|entry| {
            let puzzle = entry.puzzle.as_ref().ok()?.as_ref();
            Some(PuzzleRecord { puzzle, metadata: &entry.metadata, flags: &entry.flags })
        })
        .collect();
    let Ok(written) = Sokoban.write(format, &records) else { return };
    if records.is_empty() {
        return;
    }
    let text = String::from_utf8(written.bytes).expect("text");
    let options =
        ReadOptions { format: Some(name.to_owned()), allow_unequal: true, ..ReadOptions::default() };
    let again = Sokoban.read_with(&text, &options).expect("what was written is read");
    let old: Vec<_> = records.iter().map(|record| record.puzzle.text()).collect();
    let new: Vec<_> =
        again.iter().filter_map(|entry| entry.puzzle.as_ref().ok()).map(|puzzle| puzzle.text()).collect();
    assert_eq!(old, new, "{name}\n{text}");
    // No written text looks like a row of a board that belongs to no level.
    assert!(again.iter().all(|entry| entry.metadata.left_out.is_none()), "{name}\n{text}");
}
