//! `play`: the player, on the whole screen or by lines of words.

use std::io::{self, IsTerminal};
use std::rc::Rc;

use super::{App, Call};
use crate::toolkit::exit::Exit;
use crate::toolkit::keep::Store;
use crate::toolkit::play::{Course, Game, Progress};
use crate::ui::cli::Order;
use crate::ui::play::{games, plain::Plain, stage::PlayStage};
use crate::ui::screen::{self, theme::Theme};
use crate::ui::words::Words;

pub(super) fn run(app: &mut App, call: &Call<'_>) -> Exit {
    if app.at_prompt && app.screen.plain {
        return app.complain(
            "play takes its words from standard input, which is the script here: 'lurd play PUZZLE --plain'",
        );
    }
    let search = match app.search(call.order) {
        Ok(search) => search,
        Err(message) => return app.complain(&message),
    };
    let is_here = call.arguments.is_empty();
    let games = if is_here { current(app) } else { games(app, call) };
    let games = match games {
        Ok(games) => games,
        Err(exit) => return exit,
    };
    let is_person = io::stdin().is_terminal() && io::stdout().is_terminal();
    let is_kept = call.order.flag("no-store").is_none() && app.session.settings.is_on("store");
    let progress = if is_person && is_kept && !is_here { Progress::of_user() } else { Progress::none() };
    let store = if is_kept { Store::of_user() } else { Store::none() };
    let Some(mut course) = Course::new(games, store, progress) else { return Exit::Usage };
    if is_person && course.place().1 > 1 {
        course.seek_unsolved(&app.catalog);
    }
    if !is_person || is_plain(call.order) {
        let quiet = app.is_on(call.order, "quiet");
        let mut player = Plain { app, order: call.order, course: &mut course, quiet, warn: true };
        let exit = player.run(&mut Words::new());
        if is_here {
            app.session.take_over(course.game());
        }
        return exit;
    }
    let theme = Theme::detect(app.screen.has_colour(), call.order.flag("ascii").is_some());
    let mut stage = PlayStage::new(Rc::clone(&app.catalog), course, search, theme);
    let exit = screen::run(&mut stage, &app.signals);
    if is_here {
        app.session.take_over(stage.course().game());
        app.draw();
    }
    exit.unwrap_or_else(|message| app.complain(&message))
}

/// Whether the screen is not wanted, or cannot be had.
pub(super) fn is_plain(order: &Order) -> bool {
    order.flag("plain").is_some() || std::env::var("TERM").is_ok_and(|terminal| terminal == "dumb")
}

/// The current puzzle of the prompt, as far as it has been played.
fn current(app: &mut App) -> Result<Vec<Game>, Exit> {
    let Some(game) = app.session.game() else {
        let message = if app.at_prompt {
            "there is no current puzzle to play: type one, or 'play missile/1'"
        } else {
            "play needs a PUZZLE; see 'lurd help play'"
        };
        return Err(app.complain(message));
    };
    Ok(vec![game])
}
