//! `help`: the commands and topics, or one of them.

use super::{App, Call};
use crate::catalog::did_you_mean;
use crate::report;
use crate::toolkit::commands::{command, names};
use crate::toolkit::exit::Exit;
use crate::toolkit::topics::{self, topic};
use crate::ui::cli;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    let word = call.text().trim();
    let width = app.screen.width().min(cli::WIDEST);
    if word.is_empty() {
        app.screen.result(&report::overview(app.catalog.plugins(), app.at_prompt, width));
        return Exit::Good;
    }
    let (command, topic) = (command(word), topic(word));
    if let Some(command) = command {
        app.screen.result(&cli::help(command));
    }
    if let Some(topic) = topic {
        app.screen.result(&report::topic(topic, width));
    }
    if command.is_some() || topic.is_some() {
        return Exit::Good;
    }
    let known: Vec<_> = names().into_iter().chain(topics::names()).collect();
    let near = did_you_mean(word, &known);
    let word: String = word.chars().take(80).collect();
    app.screen.note(&report::message(&format!("there is no command and no topic '{word}'{near}")));
    Exit::Usage
}
