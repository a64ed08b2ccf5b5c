//! Exporting comparisons to files. Every format holds every run.

mod compared;
mod csv;
mod json;
mod markdown;
mod svg;

pub(crate) use compared::Compared;

use super::comparison::{comparison, raw_times};
use super::diagnostic::escaped;

#[derive(Clone, Copy, Debug)]
pub struct Format {
    pub endings: &'static [&'static str],
    write: fn(&[Compared]) -> String,
}

pub const FORMATS: &[Format] = &[
    Format { endings: &["md", "markdown"], write: markdown::document },
    Format { endings: &["csv"], write: csv::document },
    Format { endings: &["json"], write: json::document },
    Format { endings: &["svg"], write: svg::document },
    Format { endings: &["txt"], write: text },
];

impl Format {
    /// The format for a file name. The error lists the known extensions.
    pub fn of(path: &str) -> Result<Self, String> {
        let ending = std::path::Path::new(path).extension().and_then(|ending| ending.to_str()).unwrap_or("");
        let lower = ending.to_ascii_lowercase();
        FORMATS.iter().find(|format| format.endings.contains(&lower.as_str())).copied().ok_or_else(|| {
            let endings: Vec<_> = FORMATS.iter().map(|format| format!(".{}", format.endings[0])).collect();
            format!("unknown file extension of '{}'; there are {}", escaped(path), endings.join(", "))
        })
    }

    pub fn write(&self, compared: &[Compared]) -> String {
        (self.write)(compared)
    }
}

fn text(compared: &[Compared]) -> String {
    const WIDTH: usize = 160;
    let one = |it: &Compared| {
        format!("{}\n{}\nruns\n{}", it.title(), comparison(&it.comparison, WIDTH), raw_times(&it.comparison))
    };
    compared.iter().map(one).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::budget::{Cancel, Limits};
    use crate::report::subject::Subject;
    use crate::toolkit::compare::{Chosen, Plan, compare};
    use crate::toolkit::search_options::Search;
    use crate::toolkit::test_puzzle::test_puzzle;

    fn compared() -> Vec<Compared> {
        let puzzle = test_puzzle("1 -> 37");
        let search = Search { limits: Limits { nodes: Some(30), ..Limits::NONE }, ..Search::default() };
        let chosen = Chosen::read("bfs,uniform,iddfs,astar").expect("strategies");
        let plan = Plan { search, chosen, runs: 3, warm_ups: 1 };
        let comparison = compare(&puzzle, &plan, &Cancel::default(), &mut ());
        let subject =
            Subject { name: "a | <b> \"c\"", reference: "toy", source: "s", index: 1, puzzle: &puzzle };
        vec![Compared::new(&subject, comparison)]
    }

    #[test]
    fn the_ending_decides() {
        for (path, ending) in [("a.md", "md"), ("x/b.CSV", "csv"), ("c.json", "json"), ("d.svg", "svg")] {
            assert_eq!(Format::of(path).map(|format| format.endings[0]), Ok(ending));
        }
        let wrong = "unknown file extension of 'a.png'; there are .md, .csv, .json, .svg, .txt";
        assert_eq!(Format::of("a.png").unwrap_err(), wrong);
        assert!(Format::of("md").is_err());
    }

    #[test]
    fn every_format_has_every_run() {
        let compared = compared();
        let all: usize = compared[0].comparison.rows.iter().map(|row| row.all().count()).sum();
        assert_eq!(all, 4 + 4 + 1 + 1, "bfs, uniform; iddfs gives up, astar does not fit");
        let csv = Format::of("t.csv").expect("a format").write(&compared);
        assert_eq!(csv.lines().count(), 1 + all);
        assert!(csv.contains(",\"a | <b> \"\"c\"\"\","), "{csv}");
        let columns = |line: &str| line.replace("\"a | <b> \"\"c\"\"\"", "").split(',').count();
        let header = csv.lines().next().map(columns);
        assert!(csv.lines().take(4).all(|line| Some(columns(line)) == header), "{csv}");
        let json: serde_json::Value =
            serde_json::from_str(&Format::of("t.json").expect("a format").write(&compared)).expect("JSON");
        let rows = json["comparisons"][0]["strategies"].as_array().expect("rows").clone();
        assert_eq!(rows.iter().map(|row| row["runs"].as_array().map_or(0, Vec::len)).sum::<usize>(), all);
        assert!(rows[0]["ratio"].is_number() && rows[2]["ratio"].is_null() && rows[3]["reason"].is_string());
        let markdown = Format::of("t.md").expect("a format").write(&compared);
        assert!(markdown.contains("a \\| \\<b> \"c\""), "{markdown}");
        let tables = markdown.lines().filter(|line| line.starts_with('|'));
        for line in tables {
            assert!(line.ends_with('|'), "{line}");
        }
        let svg = Format::of("t.svg").expect("a format").write(&compared);
        assert!(roxmltree_like(&svg), "{svg}");
        assert_eq!(svg.matches("class=\"run\"").count(), 3 + 3, "the counted runs with an answer");
    }

    /// Whether tags are balanced and nothing is left unescaped.
    fn roxmltree_like(text: &str) -> bool {
        let mut open = Vec::new();
        for tag in text.split('<').skip(1) {
            let Some((tag, _)) = tag.split_once('>') else { return false };
            if let Some(name) = tag.strip_prefix('/') {
                if open.pop() != Some(name.to_owned()) {
                    return false;
                }
            } else if !tag.ends_with('/') && !tag.starts_with('?') {
                open.push(tag.split(' ').next().unwrap_or_default().to_owned());
            }
        }
        open.is_empty()
            && text
                .split('&')
                .skip(1)
                .all(|rest| rest.starts_with("lt;") || rest.starts_with("amp;") || rest.starts_with("quot;"))
    }
}
