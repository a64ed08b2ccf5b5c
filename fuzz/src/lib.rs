//! What must hold of every reader, whatever it is given. Each check takes bytes and panics where a
//! promise is broken; time and memory are watched by whoever calls.

use lurd::puzzle::{ReadOptions, PuzzleRecord, Plugin};
use lurd::shifter::Shifter;
use lurd::sokoban::formats::dialect;
use lurd::sokoban::{Sokoban, formats};

/// A check and the name of its corpus.
pub type Check = (&'static str, fn(&[u8]));

/// All checks.
pub const CHECKS: &[Check] = &[
    ("text", text),
    ("sok", sok),
    ("slc", |bytes| read(bytes, "slc")),
    ("pusher_db", |bytes| read(bytes, "pusher-db")),
    ("pusher_bin", pusher_bin),
    ("steps", steps),
    ("shifter", shifter),
];

/// Boards in any letters, detected or named by the first byte.
pub fn text(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let dialect = dialect::NAMES.get(usize::from(first % 16)).map(|name| (*name).to_owned());
    let text = String::from_utf8_lossy(rest);
    let hints = ReadOptions { dialect, allow_unequal: first & 16 != 0, ..ReadOptions::default() };
    sound(&text, &hints);
    let _ = Sokoban.claims(&text);
    let _ = Sokoban.wants_more(&text);
}

/// `.sok`: what is written is read again as the same.
pub fn sok(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let hints = ReadOptions { ending: Some("sok".to_owned()), allow_unequal: true, ..ReadOptions::default() };
    sound(&text, &hints);
    for name in ["sok", "xsb", "rle", "slc"] {
        written_again(&text, &hints, name);
    }
}

/// A format by name.
pub fn read(bytes: &[u8], format: &str) {
    let text = String::from_utf8_lossy(bytes);
    sound(&text, &ReadOptions { format: Some(format.to_owned()), ..ReadOptions::default() });
}

/// Bytes in which levels may be hidden; the first says where to begin, or to search.
pub fn pusher_bin(bytes: &[u8]) {
    let Some((&first, rest)) = bytes.split_first() else { return };
    let text: String = rest.iter().map(|&byte| char::from(byte)).collect();
    let offset = (first < 128).then_some(usize::from(first));
    sound(&text, &ReadOptions { is_binary: true, offset, ..ReadOptions::default() });
    if let Ok((grid, used)) = formats::packed_levels::unpack(rest) {
        assert!(used <= rest.len());
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
    let _ = Shifter.claims(&text);
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

/// Reads, and checks what every reading promises.
fn sound(text: &str, hints: &ReadOptions) {
    let Ok(entries) = formats::read_with(text, hints).inspect_err(|error| {
        assert!(error.place.clone().is_none_or(|place| text.get(place).is_some()), "{error:?}");
    }) else {
        return;
    };
    assert!(!entries.is_empty());
    for (index, entry) in entries.iter().enumerate() {
        if let Some(left_out) = &entry.metadata.left_out {
            // In a file that is no text a place is a byte, which is a character here.
            let end = if hints.is_binary { text.chars().count() } else { text.len() };
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
                assert!(hints.allow_unequal || counts.0 == counts.1);
            }
        }
    }
}

/// What was read and written as `name` is read again as the same levels.
fn written_again(text: &str, hints: &ReadOptions, name: &str) {
    let Ok(entries) = Sokoban.read_with(text, hints) else { return };
    let format = formats::FORMATS.iter().find(|format| format.name == name).expect("a format");
    let pages: Vec<PuzzleRecord<'_>> = entries
        .iter()
        .filter_map(|entry| {
            let puzzle = entry.puzzle.as_ref().ok()?.as_ref();
            Some(PuzzleRecord { puzzle, metadata: &entry.metadata, flags: &entry.flags })
        })
        .collect();
    let Ok(written) = Sokoban.write(format, &pages) else { return };
    if pages.is_empty() {
        return;
    }
    let text = String::from_utf8(written.bytes).expect("text");
    let hints = ReadOptions { format: Some(name.to_owned()), allow_unequal: true, ..ReadOptions::default() };
    let again = Sokoban.read_with(&text, &hints).expect("what was written is read");
    let boards = |text: String| text;
    let old: Vec<_> = pages.iter().map(|page| boards(page.puzzle.text())).collect();
    let new: Vec<_> = again
        .iter()
        .filter_map(|entry| entry.puzzle.as_ref().ok())
        .map(|puzzle| boards(puzzle.text()))
        .collect();
    assert_eq!(old, new, "{name}\n{text}");
    // What was written leaves nothing behind that looks like a row of a board.
    assert!(again.iter().all(|entry| entry.metadata.left_out.is_none()), "{name}\n{text}");
}
