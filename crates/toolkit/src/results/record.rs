//! A line in few bytes, so that a million of them fit in memory while their texts stay in the files.

use std::collections::HashMap;

use super::line::{ResultLine, Status};

/// A line: where its text is, which level it is about, and what it claims.
#[derive(Clone, Copy, Debug)]
pub(super) struct Record {
    /// The bytes of the line in its file.
    pub(super) at: u64,
    pub(super) length: u32,
    pub(super) file: u32,
    /// The number of the line in its file, from 1.
    pub(super) number: u32,
    pub(super) source: u32,
    /// From 1; 0 if there is none.
    pub(super) index: u32,
    pub(super) objective: u16,
    pub(super) status: Status,
    id_length: u32,
    id_at: u64,
    /// The cost of its answer.
    pub(super) cost: Option<u32>,
    /// No solution costs less.
    pub(super) bound: Option<u32>,
}

/// Texts that occur in many lines, once each.
#[derive(Default)]
pub(super) struct Names {
    known: HashMap<String, u32>,
}

impl Names {
    pub(super) fn number(&mut self, name: &str) -> u32 {
        if let Some(number) = self.known.get(name) {
            return *number;
        }
        let number = u32::try_from(self.known.len()).unwrap_or(u32::MAX);
        self.known.insert(name.to_owned(), number);
        number
    }
}

/// The texts that records refer to.
#[derive(Default)]
pub(super) struct Texts {
    pub(super) sources: Names,
    objectives: Names,
    ids: Vec<u8>,
}

/// Where a line stands.
#[derive(Clone, Copy, Debug)]
pub(super) struct LinePlace {
    pub(super) file: usize,
    pub(super) at: u64,
    pub(super) length: usize,
    pub(super) number: usize,
}

impl Texts {
    pub(super) fn record(&mut self, line: &ResultLine, place: LinePlace) -> Record {
        let small = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let cost = |cost: u64| u32::try_from(cost).unwrap_or(u32::MAX);
        let id = line.id.as_deref().unwrap_or_default();
        let id_at = self.ids.len() as u64;
        self.ids.extend_from_slice(id.as_bytes());
        let objective = line.objective.as_deref().unwrap_or_default();
        let bound = if line.is_optimal() { line.cost } else { line.lower_bound };
        Record {
            at: place.at,
            length: small(place.length),
            file: small(place.file),
            number: small(place.number),
            source: self.sources.number(&line.source),
            index: line.index.map_or(0, cost),
            objective: u16::try_from(self.objectives.number(objective)).unwrap_or(u16::MAX),
            status: line.status,
            id_length: small(id.len()),
            id_at,
            cost: line.cost.map(cost),
            bound: bound.map(cost),
        }
    }

    /// The identity of the level of a record; empty if the line has none.
    pub(super) fn id(&self, record: &Record) -> &[u8] {
        let at = usize::try_from(record.id_at).unwrap_or(usize::MAX);
        &self.ids[at..at + record.id_length as usize]
    }
}
