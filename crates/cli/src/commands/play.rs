//! `play`: the player, on the whole screen or in line mode; and the commands that play at the prompt.

use std::io::{self, IsTerminal};
use std::rc::Rc;

use lurd_puzzle::{catalog::Typed, puzzle::Puzzle, verify::Refusal};
use lurd_report as report;
use lurd_toolkit::{
    commands::Flags,
    exit::Exit,
    play::{
        Follow, Game, LevelSet, Lost, PlayError, PlayEvent, ProgressFolder, RecentFiles, Unread,
        commands::{PlayCommand, count},
    },
    solutions::SolutionStore,
};

use super::verify::explain;
use crate::{
    app::{App, Request},
    follow::{line_mode, state::FollowView},
    play::{
        line_mode::PlayLineMode,
        state::PlayView,
        view::{Opening, games},
    },
    screen::{
        input,
        run::{self, View},
        theme::Theme,
    },
};

/// The collection that is played if no puzzle is named.
const FIRST_COLLECTION: &str = "starter";

pub(super) fn run(app: &mut App, call: &Request) -> Exit {
    let search = app.search(&call.flags);
    let is_here = call.arguments.is_empty() && app.session.game.is_some();
    let opening = if is_here { Ok(Opening { levels: current(app), first: None }) } else { named(app, call) };
    let Opening { mut levels, first } = match opening {
        Ok(opening) => opening,
        Err(exit) => return exit,
    };
    let is_piped = call.arguments.iter().any(|typed| typed.text() == "-");
    if is_piped && app.input.is_none() && io::stdout().is_terminal() && !io::stdin().is_terminal() {
        input::becomes_stdin();
    }
    for game in levels.iter_mut().flatten() {
        game.objective = search.objective_of(game.puzzle()).ok().copied().or(game.objective);
    }
    let is_kept = !call.flags.no_store && app.session.settings.is_on("store");
    // Only a person resumes by default; a script does the same each time.
    let is_person = app.is_typed();
    let resumes = is_person || call.flags.resume_game;
    let progress = if resumes && is_kept && !is_here { ProgressFolder::of_user() } else { ProgressFolder::none() };
    let store = if is_kept { SolutionStore::of_user() } else { SolutionStore::none() };
    let Some(mut level_set) = LevelSet::among(levels, store, progress) else { return Exit::Usage };
    if is_kept && is_person {
        level_set.keep_pasted();
        level_set.remember_files(RecentFiles::of_user());
        for typed in &call.arguments {
            level_set.remember_file(typed.text(), &app.catalog);
        }
    }
    match first {
        Some(index) => drop(level_set.begin_at(index)),
        None if resumes && level_set.place().1 > 1 => level_set.seek(&app.catalog),
        None => {}
    }
    if !fills_screen(app, &call.flags) {
        let quiet = call.flags.quiet;
        if let Err(exit) = app.read_standard_input() {
            return exit;
        }
        let exit = PlayLineMode::new(app, &call.flags, &mut level_set, quiet).run();
        if is_here {
            put_back(app, level_set);
        }
        return exit;
    }
    let theme = theme(app, &call.flags);
    let mut view = PlayView::new(Rc::clone(&app.catalog), level_set, search, theme);
    let exit = show(app, &mut view);
    if is_here {
        put_back(app, view.into_level_set());
        if !app.interrupted {
            app.draw();
        }
    }
    exit
}

/// The theme of the screen, as far as the terminal supports it.
pub(super) fn theme(app: &App, flags: &Flags) -> Theme {
    Theme::detect(flags.theme, app.screen.has_colour())
}

/// Shows a view on the whole screen. A signal that ends it ends the prompt, too.
pub(super) fn show(app: &mut App, view: &mut dyn View) -> Exit {
    let ended = run::run(view, &app.signals);
    let exit = ended.error.map_or(Exit::Good, |message| app.complain(&message));
    if ended.interrupted {
        (app.leaving, app.interrupted) = (true, true);
        return Exit::Interrupted;
    }
    exit
}

/// Whether the whole screen is used: it is a terminal, and neither a line mode, the flag nor `TERM` rules it out.
pub(super) fn fills_screen(app: &App, flags: &Flags) -> bool {
    io::stdin().is_terminal() && io::stdout().is_terminal() && !app.session.is_lent && !is_plain(flags)
}

/// Whether the line mode is asked for, or the terminal supports nothing else.
fn is_plain(flags: &Flags) -> bool {
    flags.plain || std::env::var("TERM").is_ok_and(|terminal| terminal == "dumb")
}

/// Moves the current puzzle out of the session, as far as it has been played.
fn current(app: &mut App) -> Vec<Result<Game, Unread>> {
    app.session.game.take().map(Ok).into_iter().collect()
}

/// The levels named by the arguments, by default those for newcomers.
fn named(app: &mut App, call: &Request) -> Result<Opening, Exit> {
    if !call.arguments.is_empty() {
        return games(app, call);
    }
    if app.catalog.collection(FIRST_COLLECTION).is_none() {
        return Err(app.complain("play needs a PUZZLE; see 'lurd help play'"));
    }
    games(app, &call.with(vec![Typed::argument(FIRST_COLLECTION)]))
}

/// Moves the current puzzle back into the session, where stored solutions do not count as known.
fn put_back(app: &mut App, level_set: LevelSet) {
    let mut game = level_set.into_game();
    game.clear_records();
    app.session.game = Some(game);
}

// `do`, `undo`, `redo`, `step`, `back`: playing the current puzzle at the prompt.

const NO_PUZZLE: &str = "there is no current puzzle: type one, or 'load missile/1'";

pub(super) fn act(app: &mut App, call: &Request) -> Exit {
    match call.arguments.first() {
        Some(actions) => act_on(app, actions),
        None => app.complain("do needs ACTIONS, as answers write them"),
    }
}

pub(crate) fn act_on(app: &mut App, actions: &Typed) -> Exit {
    let Some(game) = &mut app.session.game else { return app.complain(NO_PUZZLE) };
    match game.act(actions.text()) {
        Ok(_) => app.moved(),
        Err(refusal) => {
            explain(app, &refusal, actions);
            if matches!(refusal, Refusal::Misread(_)) { Exit::Usage } else { Exit::No }
        }
    }
}

/// Carries out a command that takes a number of steps.
pub(super) fn walk(app: &mut App, call: &Request) -> Exit {
    let command = match count(call.text()) {
        Ok(count) => match call.command.name {
            "undo" => PlayCommand::Undo(count),
            "redo" => PlayCommand::Redo(count),
            "step" => PlayCommand::Step(count),
            _ => PlayCommand::Back(count),
        },
        Err(message) => return app.complain(&report::escaped(&message)),
    };
    let Some(game) = &mut app.session.game else { return app.complain(NO_PUZZLE) };
    match game.execute(command) {
        Ok(event) => {
            if let PlayEvent::Stepped(walked, _) = &event {
                app.screen.result(&report::walked(walked, true));
            } else if let PlayEvent::SteppedBack(walked) = &event {
                app.screen.result(&report::walked(walked, false));
            }
            app.moved()
        }
        Err(PlayError::Lost(Lost::NoAnswer)) => app.complain("there is no answer to walk along: 'solve' first"),
        Err(PlayError::Lost(Lost::Elsewhere)) => {
            app.complain("the answer does not lead through this position: 'undo' to it, or 'solve' again")
        }
        Err(error) => app.complain(&report::play_error(&error)),
    }
}

// Shows how to carry out an answer: on the whole screen, or as lines.

/// Shows how `steps` solve `puzzle`, from the instruction with that number.
pub(super) fn follow(
    app: &mut App,
    flags: &Flags,
    (title, puzzle): (&str, &dyn Puzzle),
    steps: &[String],
    from: usize,
) -> Exit {
    if !fills_screen(app, flags) {
        return line_mode::run(app, &puzzle.instructions(steps), from);
    }
    let Ok(follow) = Follow::new(puzzle, steps) else {
        return app.complain("the answer does not replay; this is a bug in lurd or in the plug-in of this puzzle");
    };
    let theme = theme(app, flags);
    let mut view = match FollowView::new(follow, title.to_owned(), from, theme) {
        Ok(view) => view,
        Err(error) => return app.complain(&error),
    };
    let exit = show(app, &mut view);
    if let (true, Some(left)) = (app.at_prompt && !app.interrupted, view.left_at()) {
        app.screen.note(&left);
    }
    exit
}
