//! `play`: the player, on the whole screen or in line mode.

use std::io::{self, IsTerminal};
use std::rc::Rc;

use clap::Parser;
use clap_complete::engine::ArgValueCompleter;
use lurd_puzzle::puzzle::Puzzle;
use lurd_toolkit::{
    exit::Exit,
    play::{Follow, Game, LevelSet, ProgressFolder, RecentFiles, Unread},
    solutions::SolutionStore,
};

use super::Run;
use crate::registry::Outcome;
use crate::{
    app::App,
    args::{ReadArgs, ScreenArgs, SearchArgs},
    completion,
    follow::state::FollowView,
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

/// Play puzzles; the best solutions are saved
#[derive(Parser)]
pub(super) struct Play {
    /// Puzzles: names, files, or texts
    #[arg(value_name = "PUZZLE", add = ArgValueCompleter::new(completion::puzzles))]
    puzzles: Vec<String>,
    /// Restore the last game, even if standard input is a pipe
    #[arg(long)]
    resume: bool,
    /// With --plain: print no boards
    #[arg(short, long)]
    quiet: bool,
    /// Do not save games and answers in the user's folder
    #[arg(long)]
    no_store: bool,
    #[command(flatten)]
    search: SearchArgs,
    #[command(flatten)]
    screen: ScreenArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Play {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("play pusher/1", "with keys and mouse; '?' shows the keys"),
        ("play missile", "a collection, from the first unsolved puzzle"),
        ("play pusher/1 --plain", "in line mode, for scripts and screen readers"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        let search = app.search(&self.search)?;
        let is_here = self.puzzles.is_empty() && app.session.game.is_some();
        let Opening { mut levels, first } =
            if is_here { Opening { levels: current(app), first: None } } else { self.named(app)? };
        let is_piped = self.puzzles.iter().any(|word| word == "-");
        if is_piped && app.input.is_none() && io::stdout().is_terminal() && !io::stdin().is_terminal() {
            input::becomes_stdin();
        }
        for game in levels.iter_mut().flatten() {
            game.objective = search.objective_of(game.puzzle()).ok().copied().or(game.objective);
        }
        let is_kept = !self.no_store && app.settings.all.saves();
        // Only a person resumes by default; a script does the same each time.
        let is_person = app.is_typed();
        let resumes = is_person || self.resume;
        let progress = if resumes && is_kept && !is_here { ProgressFolder::of_user() } else { ProgressFolder::none() };
        let store = if is_kept { SolutionStore::of_user() } else { SolutionStore::none() };
        let mut level_set = LevelSet::among(levels, store, progress).ok_or(Exit::Usage)?;
        if is_kept && is_person {
            level_set.keep_pasted();
            level_set.remember_files(RecentFiles::of_user());
            for word in &self.puzzles {
                level_set.remember_file(app.typed(word).text(), &app.catalog);
            }
        }
        match first {
            Some(index) => drop(level_set.begin_at(index)),
            None if resumes && level_set.place().1 > 1 => level_set.seek(&app.catalog),
            None => {}
        }
        if !fills_screen(app, self.screen) {
            app.read_standard_input()?;
            let exit = PlayLineMode::new(app, search, self.screen, &mut level_set, self.quiet).run();
            if is_here {
                put_back(app, level_set);
            }
            return Ok(exit);
        }
        let theme = theme(app, self.screen);
        let mut view = PlayView::new(Rc::clone(&app.catalog), level_set, search, theme);
        let exit = show(app, &mut view);
        if is_here {
            put_back(app, view.into_level_set());
            if !app.interrupted {
                app.draw();
            }
        }
        Ok(exit)
    }
}

impl Play {
    /// The levels named by the arguments, by default those for newcomers.
    fn named(&self, app: &mut App) -> Result<Opening, Exit> {
        if !self.puzzles.is_empty() {
            return games(app, &self.puzzles, &self.read);
        }
        if app.catalog.collection(FIRST_COLLECTION).is_none() {
            return Err(app.complain("play needs a PUZZLE; see 'lurd help play'"));
        }
        games(app, &[FIRST_COLLECTION.to_owned()], &self.read)
    }
}

/// The theme of the screen, as far as the terminal supports it.
pub(super) fn theme(app: &App, flags: ScreenArgs) -> Theme {
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
pub(super) fn fills_screen(app: &App, flags: ScreenArgs) -> bool {
    let is_plain = flags.plain || std::env::var("TERM").is_ok_and(|terminal| terminal == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !app.session.is_lent && !is_plain
}

/// Moves the current puzzle out of the session, as far as it has been played.
fn current(app: &mut App) -> Vec<Result<Game, Unread>> {
    app.session.game.take().map(Ok).into_iter().collect()
}

/// Moves the current puzzle back into the session, where stored solutions do not count as known.
fn put_back(app: &mut App, level_set: LevelSet) {
    let mut game = level_set.into_game();
    game.clear_records();
    app.session.game = Some(game);
}

/// Shows how `steps` solve `puzzle`, from the instruction with that number.
pub(super) fn follow(
    app: &mut App,
    flags: ScreenArgs,
    (title, puzzle): (&str, &dyn Puzzle),
    steps: &[String],
    from: usize,
) -> Exit {
    if !fills_screen(app, flags) {
        return app.list_instructions(&puzzle.instructions(steps), from);
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
