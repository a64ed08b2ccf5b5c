//! `hint`: the next step of an answer from the current position, known or searched for.

use super::subject::subject;
use crate::ui::app::{App, Request};
use lurd_report as report;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::play::PlayEvent;
use lurd_toolkit::play::commands::PlayCommand;
use lurd_toolkit::solve::{self, End};

pub(super) fn run(app: &mut App, call: &Request<'_>) -> Exit {
    let Ok(search) = app.accept(app.search(call.order)) else { return Exit::Usage };
    let is_here = call.arguments.is_empty();
    app.each_item(call, |app, item| {
        let Some(subject) = subject(item) else { return Exit::Usage };
        if is_here
            && let Some(game) = &mut app.session.game
            && let Ok(objective) = search.objective_of(subject.puzzle)
        {
            game.objective = Some(*objective);
            if let Ok(PlayEvent::Hint(onward)) = game.execute(PlayCommand::Hint) {
                app.screen.result(&report::hint_of(&onward.rest, objective.metric));
                return Exit::Good;
            }
        }
        let mut line = app.status_line();
        let run =
            app.signals.during(|| solve::solve(subject.puzzle, &search, &app.signals.cancel, &mut line));
        drop(line);
        // 'step' continues along the answer of the hint.
        if is_here {
            app.session.remember(&run);
        }
        match &run.end {
            End::Unsupported { reason } | End::Error { message: reason } => {
                app.screen.note(&report::message(&format!("{}: {reason}", item.reference)));
            }
            _ => app.screen.result(&report::hint(&run)),
        }
        run.exit()
    })
}
