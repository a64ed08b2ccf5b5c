//! What a file has beside its puzzles: notes, games, flags and the text about the file are written as they were read.

use lurd_puzzle::puzzle::{Metadata, Plugin, PuzzleEntry, PuzzleRecord};
use proptest::prelude::*;

use crate::Shifter;

fn read(text: &str) -> Vec<PuzzleEntry> {
    Shifter.read(text).unwrap_or_else(|error| panic!("{text}: {error:?}"))
}

/// Puzzles with their metadata and flags, in the format `shift`.
fn written(records: &[(&PuzzleEntry, &Metadata)]) -> String {
    let records: Vec<_> = records
        .iter()
        .map(|(entry, metadata)| PuzzleRecord {
            puzzle: entry.puzzle.as_ref().expect("a puzzle").as_ref(),
            metadata,
            flags: &entry.flags,
        })
        .collect();
    let output = Shifter.write(&Shifter.formats()[0], &records).expect("written");
    assert_eq!(output.losses, Vec::<String>::new());
    String::from_utf8(output.bytes).expect("text")
}

fn rewritten(entries: &[PuzzleEntry]) -> String {
    written(&entries.iter().map(|entry| (entry, &*entry.metadata)).collect::<Vec<_>>())
}

/// A puzzle's id, its title, flags, notes and games, and the text about the file.
type Contents = (String, Option<String>, String, String, Vec<(Option<String>, String)>, String);

fn contents(entries: &[PuzzleEntry]) -> Vec<Contents> {
    let of = |entry: &PuzzleEntry| {
        let puzzle = entry.puzzle.as_ref().expect("a puzzle");
        let Metadata { header, notes, games, .. } = &*entry.metadata;
        let games = games.iter().map(|game| (game.title.clone(), game.steps.clone())).collect();
        (puzzle.id(), puzzle.title().map(str::to_owned), entry.flags.clone(), notes.clone(), games, header.clone())
    };
    entries.iter().map(of).collect()
}

#[test]
fn a_file_is_written_as_it_was_read() {
    let text = "; About all of them.\n; By nobody.\n\n; lurd: --nodes 5\nFirst\n; above\n12/34 -> 21/34\n; below\n; solution: left 0\n\
                ; solution (played): left 0, left 0, left 0\n; after the games\n\n; lurd: --time 1s\n; of the second\n\
                source:\n12\n34\ntarget:\n43\n21\nlocked: row 0\n; snapshot: up 1\n\n; at the end\n";
    let entries = read(text);
    let found = contents(&entries);
    assert_eq!(found.len(), 2);
    let (_, title, flags, notes, games, header) = &found[0];
    assert_eq!((title.as_deref(), flags.as_str()), (Some("First"), "--nodes 5"));
    assert_eq!(header, "About all of them.\nBy nobody.");
    assert_eq!(notes, "above\nbelow\nafter the games");
    assert_eq!(games.len(), 2);
    let (_, title, flags, notes, games, header) = &found[1];
    assert_eq!((title.as_deref(), flags.as_str(), header.as_str()), (None, "--time 1s", ""));
    assert_eq!(notes, "of the second\nat the end");
    assert_eq!(games, &[(Some("Snapshot".to_owned()), "up 1".to_owned())]);
    let again = rewritten(&entries);
    assert_eq!(contents(&read(&again)), found, "{again}");
    assert_eq!(rewritten(&read(&again)), again);
}

#[test]
fn a_note_that_looks_like_flags_or_a_game_stays_a_note() {
    let entries = read("12/34 -> 21/34");
    for note in
        ["lurd: --nodes 5", "solution: left 0", "Snapshot (mine): up 1", "note: lurd: x", "; a", ";;", "->", "source:"]
    {
        let metadata = Metadata { notes: note.to_owned(), ..Metadata::default() };
        let text = written(&[(&entries[0], &metadata)]);
        let again = read(&text);
        assert_eq!(again.len(), 1, "{text}");
        assert!(again[0].flags.is_empty() && again[0].metadata.games.is_empty(), "{text}");
        let found = again[0].metadata.notes.as_str();
        assert!(found == note || found == format!("note: {note}"), "{found:?} of {text}");
    }
}

/// Notes as they are written: lines without blanks around them, and no blank lines.
fn lines(notes: &str) -> String {
    notes.lines().map(str::trim).filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

proptest! {
    #[test]
    fn any_notes_survive(
        notes in prop::collection::vec("(\\PC|[; :\n]|lurd:|solution:|snapshot|source:|->|[0-9/]){0,12}", 1..4),
        headers in prop::collection::vec("(\\PC|[; :\n]|target:|12/34 -> 21/34){0,12}", 0..2),
    ) {
        let entries = read("12/34 -> 21/34\n\n; lurd: --nodes 5\n12/21 -> 21/12\n; solution: left 0\n\n13/24 -> 31/24");
        let metadata: Vec<_> = entries
            .iter()
            .enumerate()
            .map(|(at, entry)| Metadata {
                notes: notes.get(at).map_or_else(String::new, |notes| lines(notes)),
                header: headers.get(at).map_or_else(String::new, |header| lines(header)),
                ..Metadata::clone(&entry.metadata)
            })
            .collect();
        let text = written(&entries.iter().zip(&metadata).collect::<Vec<_>>());
        let again = read(&text);
        prop_assert_eq!(again.len(), entries.len(), "{}", text);
        for ((found, entry), given) in again.iter().zip(&entries).zip(&metadata) {
            prop_assert_eq!(&found.flags, &entry.flags, "{}", text);
            prop_assert_eq!(&found.metadata.games, &given.games, "{}", text);
            for (found, given) in [(&found.metadata.notes, &given.notes), (&found.metadata.header, &given.header)] {
                prop_assert_eq!(found.lines().count(), given.lines().count(), "{}", text);
                for (found, given) in found.lines().zip(given.lines()) {
                    prop_assert!(found == given || found == format!("note: {given}"), "{found:?} {given:?} of {text}");
                }
            }
        }
        prop_assert_eq!(rewritten(&again), text);
    }
}
