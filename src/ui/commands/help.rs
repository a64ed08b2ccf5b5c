//! `help`: lists commands and topics, or explains one.

use crate::catalog::did_you_mean;
use crate::ui::app::{App, Request};
use crate::ui::cli;
use lurd_report as report;
use lurd_toolkit::commands::{command, command_at_prompt, names};
use lurd_toolkit::exit::Exit;
use lurd_toolkit::help_topics::{self, topic};

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    let word = request.text().trim();
    let width = app.screen.width().min(cli::MAX_WIDTH);
    if word.is_empty() {
        app.page(&report::overview(app.catalog.plugins(), app.at_prompt, width));
        return Exit::Good;
    }
    let command = if app.at_prompt { command_at_prompt(word) } else { command(word) };
    let topic = topic(word);
    let mut text = command.map_or_else(String::new, |command| cli::help(command, app.at_prompt));
    if let Some(topic) = topic {
        if command.is_some() && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(&report::topic(topic, app.catalog.plugins(), width));
    }
    if !text.is_empty() {
        app.page(&text);
        return Exit::Good;
    }
    let known: Vec<_> = names().into_iter().chain(help_topics::names()).collect();
    let near = did_you_mean(word, &known);
    let word: String = word.chars().take(80).collect();
    app.screen.note(&report::message(&format!("no command or topic '{word}'{near}")));
    Exit::Usage
}
