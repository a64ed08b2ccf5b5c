//! `follow`: how to carry out the answer from the current position, one thing at a time.

use clap::Parser;
use lurd_puzzle::catalog::Item;
use lurd_toolkit::{
    exit::Exit,
    play::{
        PlayEvent,
        commands::{PlayCommand, count},
    },
    search_options::SearchOptions,
};

use super::{Run, play::follow, solve::Solve};
use crate::registry::Outcome;
use crate::{
    app::App,
    args::{ReadArgs, ScreenArgs, SearchArgs},
};

/// Show how to carry out the answer, press by press or push by push
#[derive(Parser)]
pub(super) struct FollowAnswer {
    /// The press or push to begin with
    n: Option<String>,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for FollowAnswer {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("follow", "from here; Space shows the next press, '?' the keys"),
        ("follow 2 --plain", "from the second press on, in lines"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        let search = app.search(&self.search)?;
        let from = app.accept(count(self.n.as_deref().unwrap_or_default()))?;
        let here = app.with_pad(&self.read, app.here("solve")?)?;
        let Item { puzzle: Ok(puzzle), .. } = &here else { return Err(Exit::Usage) };
        if puzzle.start().is_solved() {
            app.screen.result("solved already");
            return Ok(Exit::Good);
        }
        let mut exit = Exit::Good;
        let mut steps = known(app, &search, from);
        if steps.is_none() {
            exit = Solve::current(self.search, self.read).run(app)?;
            steps = known(app, &search, from);
        }
        let Some(steps) = steps else { return Ok(exit) };
        let title = app.session.game().map_or("draft", |game| game.name.as_str()).to_owned();
        Ok(exit.worst(follow(app, self.screen, (&title, puzzle.as_ref()), &steps, from)))
    }
}

/// The steps of the best known answer from the current position.
fn known(app: &mut App, search: &SearchOptions, from: usize) -> Option<Vec<String>> {
    let game = app.session.game_mut()?;
    game.objective = search.objective_of(game.puzzle()).ok().copied().or(game.objective);
    match game.execute(PlayCommand::Follow(from)) {
        Ok(PlayEvent::Answer(_, onward)) => Some(onward.rest.steps),
        _ => None,
    }
}
