//! `play`: the player, on the whole screen or by lines of words.

use std::io::{self, IsTerminal};
use std::rc::Rc;

use crate::toolkit::exit::Exit;
use crate::toolkit::play::{Game, LevelSet, Progress, Unread};
use crate::toolkit::solutions::Store;
use crate::ui::app::{App, Request};
use crate::ui::cli::Invocation;
use crate::ui::play::{games, line_mode::PlayLineMode, view::PlayView};
use crate::ui::screen::{self, View, theme::Theme};
use crate::ui::words::Words;

pub(super) fn run(app: &mut App, call: &Request<'_>) -> Exit {
    let search = match app.search(call.order) {
        Ok(search) => search,
        Err(message) => return app.complain(&message),
    };
    let is_here = call.arguments.is_empty();
    let levels = if is_here { current(app) } else { games(app, call) };
    let mut levels = match levels {
        Ok(levels) => levels,
        Err(exit) => return exit,
    };
    for game in levels.iter_mut().flatten() {
        game.objective = search.objective_of(game.puzzle()).ok().copied().or(game.objective);
    }
    let is_kept = call.order.flag("no-store").is_none() && app.session.settings.is_on("store");
    // A person goes on where they left off; a script does the same each time, unless it asks for that.
    let types = io::stdin().is_terminal() && app.input.is_none();
    let goes_on = types || call.order.flag("resume").is_some();
    let progress = if goes_on && is_kept && !is_here { Progress::of_user() } else { Progress::none() };
    let store = if is_kept { Store::of_user() } else { Store::none() };
    let Some(mut level_set) = LevelSet::among(levels, store, progress) else { return Exit::Usage };
    if goes_on && level_set.place().1 > 1 {
        level_set.seek(&app.catalog);
    }
    if !fills_screen(call.order) {
        let quiet = app.is_on(call.order, "quiet");
        let mut words = Words::of(app);
        let exit = PlayLineMode::new(app, call.order, &mut level_set, quiet).run(&mut words);
        if is_here {
            app.session.take_over(level_set.game());
        }
        return exit;
    }
    let theme = Theme::detect(app.screen.has_colour(), call.order.flag("ascii").is_some());
    let mut view = PlayView::new(Rc::clone(&app.catalog), level_set, search, theme);
    let exit = show(app, &mut view);
    if is_here {
        app.session.take_over(view.level_set().game());
        if !app.interrupted {
            app.draw();
        }
    }
    exit
}

/// Shows a stage on the whole screen. A signal that ends it ends the prompt, too.
pub(super) fn show(app: &mut App, view: &mut dyn View) -> Exit {
    let ended = screen::run(view, &app.signals);
    let exit = ended.wrong.map_or(Exit::Good, |message| app.complain(&message));
    if ended.interrupted {
        (app.leaving, app.interrupted) = (true, true);
        return Exit::Interrupted;
    }
    exit
}

/// Whether there is a screen, and it is wanted.
pub(super) fn fills_screen(order: &Invocation) -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_plain(order)
}

/// Whether the screen is not wanted, or cannot be had.
fn is_plain(order: &Invocation) -> bool {
    order.flag("plain").is_some() || std::env::var("TERM").is_ok_and(|terminal| terminal == "dumb")
}

/// The current puzzle of the prompt, as far as it has been played.
fn current(app: &mut App) -> Result<Vec<Result<Game, Unread>>, Exit> {
    let Some(game) = app.session.game() else {
        let message = if app.at_prompt {
            "there is no current puzzle to play: type one, or 'play missile/1'"
        } else {
            "play needs a PUZZLE; see 'lurd help play'"
        };
        return Err(app.complain(message));
    };
    Ok(vec![Ok(game)])
}
