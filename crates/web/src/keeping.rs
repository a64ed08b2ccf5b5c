//! What the browser keeps of what a person did, and the file of solutions for other programs.

use lurd_puzzle::puzzle::{Metadata, PuzzleRecord};
use lurd_toolkit::solutions::{keeper, mark_played};
use serde_json::{Value, json};

use crate::searching::read;
use crate::session::Session;

impl Session {
    /// The records that have changed since the last call: pairs of a key and a record.
    pub fn take_changes(&mut self) -> Value {
        self.leave_level();
        let changed = std::mem::take(&mut self.records.changed);
        changed.into_iter().filter_map(|key| self.records.all.get(&key).map(|record| json!([key, record]))).collect()
    }

    /// Takes the records that the browser has kept, given as JSON; those that cannot be read are left out.
    pub fn load_records(&mut self, records: &str) {
        let read: Vec<(String, Value)> = serde_json::from_str(records).unwrap_or_default();
        let read = read.into_iter().filter_map(|(key, value)| Some((key, serde_json::from_value(value).ok()?)));
        self.records.all.extend(read);
    }

    /// The solutions of the levels of one kind as a file that this and other programs read; `null` without any.
    #[must_use]
    pub fn saved_file(&self, kind: &str) -> Value {
        let Some((plugin, format)) = keeper(&self.catalog, kind) else { return Value::Null };
        let mut levels = Vec::new();
        for record in self.records.all.values().filter(|record| record.kind == kind && !record.solutions.is_empty()) {
            let Ok(puzzle) = read(&record.kind, &record.text) else { continue };
            let played = |steps: &String| {
                let mut game = plugin.game(puzzle.as_ref(), steps, true);
                mark_played(&mut game);
                game
            };
            let games = record.solutions.iter().map(played).collect();
            levels.push((puzzle, Metadata { games, ..Metadata::default() }));
        }
        if levels.is_empty() {
            return Value::Null;
        }
        let records: Vec<_> = levels
            .iter()
            .map(|(puzzle, metadata)| PuzzleRecord { puzzle: puzzle.as_ref(), metadata, flags: "" })
            .collect();
        let Ok(output) = plugin.write(format, &records) else { return Value::Null };
        let extension = format.extensions.first().copied().unwrap_or("txt");
        json!({ "name": format!("lurd-{kind}.{extension}"), "text": String::from_utf8_lossy(&output.bytes) })
    }
}
