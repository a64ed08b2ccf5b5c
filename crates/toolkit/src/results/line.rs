//! The fields of a result line that decide what it says; the others are passed on unread.

use serde::Deserialize;
use serde_json::{Map, Value};

use crate::exit::Exit;
use lurd_engine::outcome::Limit;
use lurd_puzzle::reasons;

/// How a level ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Solved,
    Unsolvable,
    Limit,
    Cancelled,
    Unsupported,
    Error,
}

impl Status {
    /// Its name in JSON.
    pub fn name(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Unsolvable => "unsolvable",
            Self::Limit => "limit",
            Self::Cancelled => "cancelled",
            Self::Unsupported => "unsupported",
            Self::Error => "error",
        }
    }

    /// The exit code of a run that ended so.
    pub fn exit(self) -> Exit {
        match self {
            Self::Solved => Exit::Good,
            Self::Unsolvable => Exit::No,
            Self::Limit => Exit::GaveUp,
            Self::Cancelled => Exit::Interrupted,
            Self::Unsupported | Self::Error => Exit::Usage,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct ResultLine {
    schema: u32,
    pub source: String,
    pub index: Option<u64>,
    pub name: Option<String>,
    pub id: Option<String>,
    pub status: Status,
    pub limit: Option<String>,
    /// The value of the limit that ended the search: seconds, bytes or expansions.
    #[serde(default)]
    pub limit_value: Option<f64>,
    pub objective: Option<String>,
    pub cost: Option<u64>,
    pub proof: Option<String>,
    pub lower_bound: Option<u64>,
    pub metrics: Option<Map<String, Value>>,
    pub stats: Option<Stats>,
}

/// The statistics that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Stats {
    #[serde(default)]
    pub expanded: u64,
    pub seconds: f64,
}

reasons! {
    /// Why a text is no result line.
    LineError;
}

impl ResultLine {
    /// Reads a line.
    ///
    /// # Errors
    /// It is not a result of `batch` or `solve --json`.
    pub fn read(text: &str) -> Result<Self, LineError> {
        const SCHEMA: u32 = 1;
        let line: Self = serde_json::from_str(text).map_err(|error| {
            let error = error.to_string();
            // The line is that of the file, which the caller knows.
            let reason = error.split(" at line ").next().unwrap_or(&error);
            LineError::from(format!("not a result of 'batch': {reason}"))
        })?;
        if line.schema != SCHEMA {
            return Err(LineError::from(format!(
                "a result of schema {}; this version of lurd reads schema {SCHEMA}",
                line.schema
            )));
        }
        let has_cost = line.cost.is_some() && line.metrics.is_some();
        if line.status == Status::Solved && !has_cost {
            return Err(LineError::from("a solved level without cost and metrics".to_owned()));
        }
        Ok(line)
    }

    pub fn is_optimal(&self) -> bool {
        self.status == Status::Solved && self.proof.as_deref() == Some("optimal")
    }

    /// The limit that ended the search or its proof.
    pub fn ended_by(&self) -> Option<Limit> {
        let name = self.limit.as_deref()?;
        [Limit::Nodes, Limit::Time, Limit::Memory, Limit::Depth]
            .into_iter()
            .find(|limit| limit.name() == name)
    }

    /// The metrics of the answer in the order of the line.
    pub fn metric_values(&self) -> impl Iterator<Item = u64> {
        self.metrics
            .iter()
            .flat_map(|metrics| metrics.values())
            .map(|value| value.as_u64().unwrap_or(u64::MAX))
    }

    pub fn seconds(&self) -> Option<f64> {
        self.stats.map(|stats| stats.seconds)
    }
}

#[cfg(test)]
pub(super) mod samples {
    use crate::results::line::ResultLine;

    /// The text of a line: `solved 12 optimal`, `unsolvable`, `limit 7` (with its bound).
    pub fn text(index: usize, id: &str, end: &str) -> String {
        let mut words = end.split(' ');
        let status = words.next().unwrap_or_default();
        let number = words.next().unwrap_or("null");
        let proof = words.next().map_or("null".to_owned(), |proof| format!("\"{proof}\""));
        let is_solved = status == "solved";
        let cost = if is_solved { number } else { "null" };
        let metrics =
            if is_solved { format!("{{\"moves\":9,\"pushes\":{number}}}") } else { "null".to_owned() };
        let bound = if status == "limit" { number } else { "null" };
        let limit = if status == "limit" { "\"time\"" } else { "null" };
        format!(
            "{{\"schema\":1,\"puzzle\":\"toy\",\"name\":\"n\",\"source\":\"s\",\"index\":{index},\"id\":\"{id}\",\
             \"status\":\"{status}\",\"limit\":{limit},\"limit_value\":null,\"objective\":\"pushes\",\"cost\":{cost},\
             \"proof\":{proof},\"lower_bound\":{bound},\"metrics\":{metrics},\"stats\":{{\"expanded\":1,\
             \"seconds\":0.5}},\"error\":null}}"
        )
    }

    pub fn line(index: usize, id: &str, end: &str) -> ResultLine {
        ResultLine::read(&text(index, id, end)).expect("a line")
    }
}

#[cfg(test)]
mod tests {
    use super::samples::{line, text};
    use super::*;

    #[test]
    fn lines_are_read_and_other_texts_are_refused() {
        let solved = line(3, "A", "solved 12 optimal");
        assert!(solved.is_optimal() && solved.seconds() == Some(0.5));
        assert_eq!(solved.metric_values().collect::<Vec<_>>(), [9, 12]);
        assert_eq!(line(3, "A", "limit 7").ended_by(), Some(Limit::Time));
        let wrong = |text: &str| ResultLine::read(text).unwrap_err().to_string();
        assert!(wrong("{\"schema\":1,").starts_with("not a result of 'batch': EOF"), "{}", wrong("{\"sch"));
        assert!(wrong("[]").starts_with("not a result of 'batch': "), "{}", wrong("[]"));
        assert!(wrong(&text(1, "A", "solved 12").replace(":1,\"puzzle", ":2,\"puzzle")).contains("schema 2"));
        assert!(wrong(&text(1, "A", "solved null")).contains("without cost"));
        assert!(wrong(&text(1, "A", "valid")).contains("unknown variant `valid`"));
    }
}
