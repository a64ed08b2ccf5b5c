//! Exporting comparisons to files, in the format of the file name.

use lurd_toolkit::{compare::Comparison, results::Subject};

use crate::format::named;

mod benchmark;
mod csv;
mod json;
mod markdown;
mod svg;

pub use benchmark::{benchmark_line, benchmark_writer};

/// What writes a value to a file of some format; an error if a picture would be too large.
pub type FileWriter<T> = fn(&T) -> Result<Vec<u8>, String>;

/// What writes comparisons to a file of that name. The error lists the known extensions.
pub fn comparison_writer(path: &str) -> Result<FileWriter<[Compared]>, String> {
    let formats: [(_, FileWriter<[Compared]>); 4] = [
        ("md", |all| Ok(markdown::document(all).into_bytes())),
        ("csv", |all| Ok(csv::document(all).into_bytes())),
        ("json", |all| Ok(json::document(all).into_bytes())),
        ("svg", |all| Ok(svg::document(all)?.into_bytes())),
    ];
    named(path, &formats)
}

// What an exported file says of one puzzle.

/// A comparison with the names of its puzzle, which it does not borrow.
pub struct Compared {
    reference: String,
    name: String,
    kind: &'static str,
    id: String,
    comparison: Comparison,
}

impl Compared {
    pub fn new(subject: &Subject<'_>, comparison: Comparison) -> Self {
        Self {
            reference: subject.reference.to_owned(),
            name: subject.name.to_owned(),
            kind: subject.puzzle.kind(),
            id: subject.puzzle.id(),
            comparison,
        }
    }

    fn title(&self) -> String {
        if self.name == self.reference { self.reference.clone() } else { format!("{}  {}", self.reference, self.name) }
    }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::budget::{Cancel, Limits};
    use lurd_toolkit::{
        compare::{ComparisonOptions, StrategySelection, compare},
        search_options::SearchOptions,
        test_puzzle::test_puzzle,
    };

    use super::*;

    fn compared() -> Vec<Compared> {
        let puzzle = test_puzzle("1 -> 37");
        let search = SearchOptions { limits: Limits { nodes: Some(30), ..Limits::NONE }, ..SearchOptions::default() };
        let chosen = StrategySelection::read("bfs,uniform,iddfs,astar").expect("strategies");
        let options = ComparisonOptions { search, chosen, runs: Some(3), weights: Vec::new(), widths: Vec::new() };
        let comparison = compare(&puzzle, &options, &Cancel::default(), &mut ());
        let subject = Subject { name: "a | <b> \"c\"", reference: "toy", source: "s", index: 1, puzzle: &puzzle };
        vec![Compared::new(&subject, comparison)]
    }

    #[test]
    fn the_extension_decides() {
        assert!(["a.md", "x/b.CSV", "c.json", "d.svg"].iter().all(|path| comparison_writer(path).is_ok()));
        let wrong = "invalid file extension of 'a.bmp': expected .md, .csv, .json or .svg";
        assert_eq!(comparison_writer("a.bmp").err().unwrap_or_default(), wrong);
        assert!(comparison_writer("md").is_err());
    }

    fn written(path: &str, compared: &[Compared]) -> String {
        let bytes = comparison_writer(path).expect("a format")(compared).expect("written");
        String::from_utf8(bytes).expect("text")
    }

    #[test]
    fn every_format_has_every_run() {
        let compared = compared();
        let all: usize = compared[0].comparison.rows.iter().map(|row| row.all().count()).sum();
        assert_eq!(all, 4 + 4 + 1 + 1, "bfs, uniform; iddfs gives up, astar does not fit");
        let csv = written("t.csv", &compared);
        assert_eq!(csv.lines().count(), 1 + all);
        assert!(csv.contains(",\"a | <b> \"\"c\"\"\","), "{csv}");
        let columns = |line: &str| line.replace("\"a | <b> \"\"c\"\"\"", "").split(',').count();
        let header = csv.lines().next().map(columns);
        assert!(csv.lines().take(4).all(|line| Some(columns(line)) == header), "{csv}");
        let json: serde_json::Value = serde_json::from_str(&written("t.json", &compared)).expect("JSON");
        let rows = json["comparisons"][0]["strategies"].as_array().expect("rows").clone();
        assert_eq!(rows.iter().map(|row| row["runs"].as_array().map_or(0, Vec::len)).sum::<usize>(), all);
        assert!(rows[0]["ratio"].is_number() && rows[2]["ratio"].is_null() && rows[3]["reason"].is_string());
        let markdown = written("t.md", &compared);
        assert!(markdown.contains("a \\| \\<b> \"c\""), "{markdown}");
        let tables = markdown.lines().filter(|line| line.starts_with('|'));
        for line in tables {
            assert!(line.ends_with('|'), "{line}");
        }
        let svg = written("t.svg", &compared);
        roxmltree::Document::parse(&svg).expect("well-formed");
        assert_eq!(svg.matches("<circle").count(), 3 + 3 + 2, "the counted runs with an answer, and their medians");
        for label in ["1  ", "bfs", "uniform", "proved optimal"] {
            assert!(svg.contains(label), "{label}: {svg}");
        }
    }

    #[test]
    fn charts_of_every_strategy_have_a_row_for_each_and_texts_do_not_meet() {
        let mut compared = compared();
        let row = compared[0].comparison.rows[0].clone();
        compared[0].comparison.rows = (0..18).map(|_| row.clone()).collect();
        let svg = written("t.svg", &compared);
        let document = roxmltree::Document::parse(&svg).expect("well-formed");
        let number = |node: &roxmltree::Node<'_, '_>, name: &str| -> f64 {
            node.attribute(name).and_then(|value| value.parse().ok()).expect("a number")
        };
        let texts: Vec<_> = document.descendants().filter(|node| node.has_tag_name("text")).collect();
        let is_name = |node: &roxmltree::Node<'_, '_>| {
            node.attribute("text-anchor") == Some("end") && node.text().is_some_and(|it| it.contains("bfs"))
        };
        let names: Vec<_> = texts.iter().filter(|node| is_name(node)).collect();
        assert_eq!(names.len(), 18);
        let mut heights: Vec<f64> = names.iter().map(|node| number(node, "y")).collect();
        heights.sort_by(f64::total_cmp);
        assert!(heights.windows(2).all(|pair| pair[1] - pair[0] > 20.0), "{heights:?}");
    }
}
