//! The overview that `help` gives, and its topics, from the tables of commands and topics.

use std::fmt::Write as _;

use super::style::{STRONG, paint};
use super::wrap::{columns, wrapped};
use crate::puzzle::Plugin;
use crate::toolkit::commands::{COMMANDS, Example, Works};
use crate::toolkit::help_topics::{TOPICS, Topic};

/// How to name puzzles.
const REFERENCES: &[(&str, &str)] = &[
    ("missile", "a collection; 'list' shows them"),
    ("missile/4, missile/1-5", "some of its puzzles"),
    ("levels.xsb, levels.xsb:12", "a file, or one of its puzzles; './x' is always a file"),
    ("-", "standard input, at the shell"),
];

/// Where the second column of the overview begins.
const MARGIN: usize = 29;

/// Where what an example does begins.
const EXAMPLE_MARGIN: usize = 60;

/// All commands, topics, and what a puzzle looks like.
#[must_use]
pub fn overview<'p>(plugins: impl Iterator<Item = &'p dyn Plugin>, at_prompt: bool, width: usize) -> String {
    let mut text = format!("{}\n", paint(STRONG, "commands"));
    for command in COMMANDS.iter().filter(|command| at_prompt || command.works == Works::Everywhere) {
        let usage = format!("{} {}", command.name, command.arguments);
        text.push_str(&columns(usage.trim_end(), command.summary, MARGIN, width));
    }
    let _ = writeln!(text, "{}", paint(STRONG, "puzzles"));
    for plugin in plugins {
        let example = plugin.example().replace('\n', "|");
        text.push_str(&columns(plugin.name(), plugin.summary(), MARGIN, width));
        text.push_str(&columns("", &format!("for example {example}"), MARGIN, width));
    }
    for (reference, means) in REFERENCES {
        text.push_str(&columns(reference, means, MARGIN, width));
    }
    let _ = writeln!(text, "{}", paint(STRONG, "topics"));
    for topic in TOPICS {
        text.push_str(&columns(topic.name, topic.summary, MARGIN, width));
    }
    let end = if at_prompt {
        "Type or paste a puzzle, or 'solve PUZZLE': it becomes the current one and is solved. Commands without a \
         PUZZLE work on it. 'help COMMAND' shows flags and examples, 'help TOPIC' tells more."
    } else {
        "'lurd help COMMAND' shows flags and examples, 'lurd help TOPIC' tells more; 'lurd' alone is the prompt."
    };
    for line in wrapped(end, width) {
        let _ = writeln!(text, "{line}");
    }
    text
}

/// A topic.
#[must_use]
pub fn topic(topic: &Topic, width: usize) -> String {
    let mut text = format!("{}\n", paint(STRONG, topic.summary));
    for paragraph in topic.text {
        text.push('\n');
        for line in wrapped(paragraph, width) {
            let _ = writeln!(text, "{line}");
        }
    }
    let _ = write!(text, "\n{}", examples(topic.examples, "", width));
    text
}

/// Examples under their title, each after `lead`.
#[must_use]
pub fn examples(examples: &[Example], lead: &str, width: usize) -> String {
    let mut text = String::from("Examples:\n");
    for Example { line, does } in examples {
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
        let mut texts = vec![plain(overview(std::iter::empty(), true, 40))];
        texts.extend(TOPICS.iter().map(|it| plain(topic(it, 40))));
        for text in texts {
            for line in text.lines() {
                let is_long = line.chars().count() > 40;
                // What is typed is not broken.
                assert!(!is_long || !line.trim_start().contains("  "), "{line}");
            }
        }
    }
}
