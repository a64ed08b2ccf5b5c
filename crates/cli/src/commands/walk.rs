//! Playing the current puzzle at the prompt: `do`, `undo`, `redo`, `step`, `back`, `hint`.

use clap::Parser;
use clap_complete::engine::ArgValueCompleter;
use lurd_puzzle::{catalog::Typed, puzzle::Unanswered, verify::Refusal};
use lurd_report::{self as report, Subject};
use lurd_toolkit::{
    exit::Exit,
    play::{
        Lost, PlayError, PlayEvent,
        commands::{PlayCommand, count},
    },
    solve,
};

use super::{Run, verify::explain};
use crate::registry::Outcome;
use crate::{
    app::{App, Puzzles},
    args::{ReadArgs, SearchArgs},
    completion,
};

const NO_PUZZLE: &str = "there is no current puzzle: type one, or 'load missile/1'";

/// Perform actions; the word 'do' is optional
#[derive(Parser)]
pub(super) struct Do {
    /// Actions as answers write them
    actions: Vec<String>,
}

impl Run for Do {
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("do left 0, up 3", "two shifts"), ("do uurR", "four moves of a Sokoban player")];

    fn run(self, app: &mut App) -> Outcome {
        if self.actions.is_empty() {
            return Err(app.complain("do needs ACTIONS, as answers write them"));
        }
        Ok(act_on(app, &app.typed(&self.actions.join(" "))))
    }
}

pub(super) fn act_on(app: &mut App, actions: &Typed) -> Exit {
    let Some(game) = &mut app.session.game else { return app.complain(NO_PUZZLE) };
    match game.act(actions.text()) {
        Ok(_) => app.moved(),
        Err(refusal) => {
            explain(app, &refusal, actions);
            if matches!(refusal, Refusal::Misread(_)) { Exit::Usage } else { Exit::No }
        }
    }
}

/// Undo actions
#[derive(Parser)]
pub(super) struct Undo {
    /// How many, or all
    n: Option<String>,
}

/// Redo undone actions
#[derive(Parser)]
pub(super) struct Redo {
    /// How many, or all
    n: Option<String>,
}

/// Perform the next step of the last answer
#[derive(Parser)]
pub(super) struct Step {
    /// How many, or all
    n: Option<String>,
}

/// Undo the last step of the answer
#[derive(Parser)]
pub(super) struct Back {
    /// How many, or all
    n: Option<String>,
}

impl Run for Undo {
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("undo", "the last action"), ("undo all", "back to the start")];

    fn run(self, app: &mut App) -> Outcome {
        walk(app, self.n, PlayCommand::Undo)
    }
}

impl Run for Redo {
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("redo", "the next action"), ("redo 3", "three actions")];

    fn run(self, app: &mut App) -> Outcome {
        walk(app, self.n, PlayCommand::Redo)
    }
}

impl Run for Step {
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("step", "one step, then show the board"), ("step all", "to the end of the answer")];

    fn run(self, app: &mut App) -> Outcome {
        walk(app, self.n, PlayCommand::Step)
    }
}

impl Run for Back {
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("back", "one step"), ("back all", "to the start of the answer")];

    fn run(self, app: &mut App) -> Outcome {
        walk(app, self.n, PlayCommand::Back)
    }
}

/// Carries out a command that takes a number of steps.
fn walk(app: &mut App, n: Option<String>, of: fn(usize) -> PlayCommand) -> Outcome {
    let count = count(&n.unwrap_or_default()).map_err(|message| app.complain(&report::escaped(&message)))?;
    let Some(game) = &mut app.session.game else { return Err(app.complain(NO_PUZZLE)) };
    match game.execute(of(count)) {
        Ok(event) => {
            match &event {
                PlayEvent::Stepped(walked, _) => app.screen.result(&report::walked(walked, true)),
                PlayEvent::SteppedBack(walked) => app.screen.result(&report::walked(walked, false)),
                _ => {}
            }
            Ok(app.moved())
        }
        Err(PlayError::Lost(Lost::NoAnswer)) => Err(app.complain("there is no answer to walk along: 'solve' first")),
        Err(PlayError::Lost(Lost::Elsewhere)) => {
            Err(app.complain("the answer does not lead through this position: 'undo' to it, or 'solve' again"))
        }
        Err(error) => Err(app.complain(&report::play_error(&error))),
    }
}

/// Show the next step of an answer, and its total cost
#[derive(Parser)]
pub(super) struct Hint {
    /// A puzzle; without one, the current position
    #[arg(value_name = "PUZZLE", add = ArgValueCompleter::new(completion::puzzles))]
    puzzles: Vec<String>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Hint {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("hint", "the next step of the answer"), ("hint --for grouped", "for another objective")];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        let search = app.search(&self.search)?;
        let is_here = self.puzzles.is_empty();
        let puzzles = Puzzles { command: "hint", words: &self.puzzles, read: &self.read, json: false };
        Ok(app.each_item(puzzles, |app, item| {
            let Some(subject) = Subject::of(item) else { return Exit::Usage };
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
            let run = app.watch(|cancel, observer| solve::solve(subject.puzzle, &search, cancel, observer));
            // 'step' continues along the answer of the hint.
            if is_here {
                app.session.remember(&run);
            }
            match &run.end {
                Err(Unanswered::Unsupported { reason } | Unanswered::Bug { message: reason }) => {
                    app.complain(&format!("{}: {reason}", item.reference));
                }
                _ => app.screen.result(&report::hint(&run)),
            }
            run.exit()
        }))
    }
}
