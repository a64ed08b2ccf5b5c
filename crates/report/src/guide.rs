//! The overview of `help`, and its topics.

use std::fmt::Write as _;

use lurd_puzzle::puzzle::Plugin;
use lurd_toolkit::help_topics::{TOPICS, Topic};
use lurd_toolkit::{edit, play, words::Word};

use super::grid::{columns, wrapped};
use super::style::{STRONG, paint};

const REFERENCES: &[(&str, &str)] = &[
    ("missile, missile/1-5", "a collection, or some of its puzzles; 'list' shows all"),
    ("levels.xsb:12, -", "of a file ('./x' is always a file); standard input"),
];

// Columns at which the second column of the overview, of examples and of lists begins.
const MARGIN: usize = 29;
const EXAMPLE_MARGIN: usize = 60;
const LIST_MARGIN: usize = 20;

/// The overview: usual commands, each as it is typed and what it does; the names of others; puzzles; topics.
pub fn overview<'p>(
    usual: &[(String, String)],
    others: &[&str],
    plugins: impl Iterator<Item = &'p dyn Plugin>,
    at_prompt: bool,
    width: usize,
) -> String {
    let mut text = format!("{}\n", paint(STRONG, "commands"));
    for (usage, summary) in usual {
        text.push_str(&columns(usage.trim_end(), summary, MARGIN, width));
    }
    text.push_str(&columns("others", &others.join(", "), MARGIN, width));
    let _ = writeln!(text, "{}", paint(STRONG, "puzzles"));
    for plugin in plugins {
        let example = plugin.example().replace('\n', "|");
        text.push_str(&columns(plugin.name(), &example, MARGIN, width));
    }
    for (reference, means) in REFERENCES {
        text.push_str(&columns(reference, means, MARGIN, width));
    }
    let topics: Vec<_> = TOPICS.iter().map(|topic| topic.name).collect();
    text.push_str(&columns("topics of help", &topics.join(", "), MARGIN, width));
    let end = if at_prompt {
        "Type or paste a puzzle: it is solved, and commands apply to it. 'help WORD' explains a command or a topic."
    } else {
        "'lurd help WORD' explains a command or a topic; 'lurd' alone starts the prompt."
    };
    text + &lines(end, width)
}

/// A topic, with its list from the tables of `plugins`.
pub fn topic<'p>(topic: &Topic, plugins: impl Iterator<Item = &'p dyn Plugin>, width: usize) -> String {
    let mut text = format!("{}\n", paint(STRONG, topic.summary));
    for paragraph in topic.text {
        text.push('\n');
        text.push_str(&lines(paragraph, width));
    }
    let list = listed(topic.name, plugins, width);
    if !list.is_empty() {
        let _ = write!(text, "\n{list}");
    }
    let _ = write!(text, "\n{}", examples(topic.examples, "", width));
    text
}

/// The list below a topic.
fn listed<'p>(topic: &str, plugins: impl Iterator<Item = &'p dyn Plugin>, width: usize) -> String {
    match topic {
        "json" => return json(width),
        "play" => return words(play::commands::COMMANDS, width),
        "edit" => return words(edit::commands::COMMANDS, width),
        "objectives" | "rules" | "formats" => {}
        _ => return String::new(),
    }
    let mut text = String::new();
    for plugin in plugins {
        let example = plugin.read(plugin.example()).unwrap_or_default().into_iter().find_map(|it| it.puzzle.ok());
        let dialects = plugin.dialects().join(", ");
        let mut rows: Vec<(&str, &str)> = match (topic, &example) {
            ("objectives", Some(puzzle)) => puzzle.objectives().iter().map(|it| (it.name, it.summary)).collect(),
            ("rules", Some(puzzle)) => puzzle.rules().iter().map(|it| (it.name, it.summary)).collect(),
            ("formats", _) => plugin.formats().iter().map(|it| (it.name, it.summary)).collect(),
            _ => Vec::new(),
        };
        if topic == "formats" && !dialects.is_empty() {
            rows.push(("dialects", &dialects));
        }
        if rows.is_empty() {
            continue;
        }
        let _ = writeln!(text, "{}:", plugin.name());
        for (name, summary) in rows {
            text.push_str(&columns(name, summary, LIST_MARGIN, width));
        }
    }
    text
}

/// The words of the player or of the editor.
fn words(rows: &[Word], width: usize) -> String {
    let usage = |row: &Word| format!("{} {}", row.name, row.arguments);
    rows.iter().map(|row| columns(usage(row).trim_end(), row.summary, MARGIN, width)).collect()
}

/// The fields of the records of JSON. They are made from the types in a build with schemas, so the text is kept in a file.
fn json(width: usize) -> String {
    let mut text = String::new();
    for line in include_str!("json_help.txt").lines() {
        if let Some((field, meaning)) = line.strip_prefix("  ").and_then(|field| field.split_once(": ")) {
            text.push_str(&columns(field, meaning, LIST_MARGIN, width));
        } else if let Some(command) = line.strip_prefix("# ") {
            let _ = writeln!(text, "{}{}", if text.is_empty() { "" } else { "\n" }, paint(STRONG, command));
        } else {
            text.push_str(&lines(line, width));
        }
    }
    text
}

/// A paragraph with a blank line after it.
pub fn paragraph(text: &str, width: usize) -> String {
    lines(text, width) + "\n"
}

/// A text in lines of `width`.
fn lines(text: &str, width: usize) -> String {
    wrapped(text, width).join("\n") + "\n"
}

/// Examples under a heading; `lead` precedes each line.
pub fn examples(examples: &[(&str, &str)], lead: &str, width: usize) -> String {
    let mut text = String::from("Examples:\n");
    for (line, does) in examples {
        text.push_str(&columns(&format!("{lead}{line}"), does, EXAMPLE_MARGIN, width));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_columns_are_enough() {
        let plain = |text: String| anstream::adapter::strip_str(&text).to_string();
        let mut texts = vec![plain(overview(&[], &[], std::iter::empty(), true, 40))];
        texts.extend(TOPICS.iter().map(|it| plain(topic(it, lurd_toolkit::test_puzzle::builtin().plugins(), 40))));
        for text in texts {
            for line in text.lines() {
                let is_long = line.chars().count() > 40;
                // What is typed is not broken.
                assert!(!is_long || !line.trim_start().contains("  "), "{line}");
            }
        }
    }
}
