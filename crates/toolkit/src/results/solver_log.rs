//! Results of other solvers, in a small CSV: see `docs/many-machines.md`.

use std::path::Path;

use csv::{ReaderBuilder, Trim};
use serde::Deserialize;

use super::line::Status;
use super::outcome::{LevelName, Outcome};

/// A row. Columns may stand in any order, and others are ignored.
#[derive(Deserialize)]
struct Row {
    /// `levels.xsb:12` or `missile/4`.
    level: String,
    status: Status,
    /// Wall time.
    seconds: Option<f64>,
    /// The cost of the solution: pushes for Sokoban.
    cost: Option<u64>,
}

/// Reads the rows of a file; the error has the place.
pub(super) fn read(path: &Path) -> Result<Vec<(LevelName, Outcome)>, String> {
    let shown = path.display();
    let mut reader = ReaderBuilder::new()
        .trim(Trim::All)
        .comment(Some(b'#'))
        .from_path(path)
        .map_err(|error| format!("cannot read '{shown}': {error}"))?;
    let headers = reader.headers().map_err(|error| format!("{shown}: {error}"))?;
    for column in ["level", "status", "seconds"] {
        if !headers.iter().any(|header| header == column) {
            return Err(format!(
                "{shown}:1: no column '{column}'; the columns are level,status,seconds,cost"
            ));
        }
    }
    let mut rows = Vec::new();
    for row in reader.deserialize::<Row>() {
        let Row { level, status, seconds, cost } = row.map_err(|error| format!("{shown}: {error}"))?;
        let name = LevelName::parse(&level).ok_or_else(|| {
            format!("{shown}: level '{level}': expected a file or collection and a number, as levels.xsb:12")
        })?;
        if status == Status::Solved && seconds.is_none() {
            return Err(format!("{shown}: level '{level}' is solved, but has no seconds"));
        }
        rows.push((name, Outcome { status, seconds, cost, is_optimal: false, limit: None }));
    }
    Ok(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_text(name: &str, text: &str) -> Result<Vec<(LevelName, Outcome)>, String> {
        let path = std::env::temp_dir().join(format!("lurd-log-{}-{name}.csv", std::process::id()));
        std::fs::write(&path, text).expect("written");
        let rows = read(&path);
        let _ = std::fs::remove_file(path);
        rows
    }

    #[test]
    fn a_small_table_is_a_log() {
        let text = "# YASS 2.150\nlevel, status, seconds, cost, by\nd/m.xsb:2, solved, 1.5, 12, x\n\"m.xsb/3\",limit,,,\n";
        let rows = read_text("good", text).expect("a log");
        let names: Vec<_> = rows.iter().map(|(name, _)| name.to_string()).collect();
        assert_eq!(names, ["m.xsb:2", "m.xsb:3"]);
        assert_eq!(
            (rows[0].1.seconds, rows[0].1.cost, rows[1].1.status),
            (Some(1.5), Some(12), Status::Limit)
        );
        for (text, wrong) in [
            ("level,status\n", "no column 'seconds'"),
            ("level,status,seconds\nx,solved,1\n", "level 'x'"),
            ("level,status,seconds\nx:1,solved,\n", "has no seconds"),
            ("level,status,seconds\nx:1,done,1\n", "unknown variant `done`"),
        ] {
            let error = read_text("bad", text).expect_err(wrong);
            assert!(error.contains(wrong), "{error}");
        }
    }
}
