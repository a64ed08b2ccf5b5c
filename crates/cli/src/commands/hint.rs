//! `hint`: the next step of an answer from the current position.

use clap::Parser;
use lurd_puzzle::puzzle::Unanswered;
use lurd_report as report;
use lurd_toolkit::{
    exit::Exit,
    play::{PlayEvent, commands::PlayCommand},
    solve,
};

use super::Run;
use crate::{app::App, args::SearchArgs, registry::Outcome};

/// Show the next step of an answer, and its total cost
#[derive(Parser)]
pub(super) struct Hint {
    #[command(flatten)]
    search: SearchArgs,
}

impl Run for Hint {
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("hint", "the next step of the answer"), ("hint --for grouped", "for another objective")];

    fn run(self, app: &mut App) -> Outcome {
        let search = app.search(&self.search)?;
        let here = app.here("hint")?;
        let Ok(puzzle) = &here.puzzle else { return Err(Exit::Usage) };
        if let (Some(game), Ok(objective)) = (app.session.game_mut(), search.objective_of(puzzle.as_ref())) {
            game.objective = Some(*objective);
            if let Ok(PlayEvent::Answer(_, onward)) = game.execute(PlayCommand::Hint) {
                app.screen.result(&report::hint_of(&onward.rest, objective.metric));
                return Ok(Exit::Good);
            }
        }
        let run = app.watch(|cancel, observer| solve::solve(puzzle.as_ref(), &search, cancel, observer));
        // 'step' continues along the answer of the hint.
        app.session.remember(&run);
        match &run.end {
            Err(Unanswered::Unsupported { .. } | Unanswered::Bug { .. }) => app.complain_of(&here, &run.end),
            _ => app.screen.result(&report::hint(&run)),
        }
        Ok(run.exit())
    }
}
