//! `play`: the player on the whole screen, or the prompt with levels loaded.

use std::io::{self, IsTerminal};
use std::rc::Rc;

use clap::Parser;
use clap_complete::engine::ArgValueCompleter;
use lurd_puzzle::{catalog::Item, puzzle::Puzzle};
use lurd_toolkit::{
    exit::Exit,
    play::{LevelSet, ProgressFolder, RecentFiles},
    search_options::SearchOptions,
};

use super::{Run, script};
use crate::registry::Outcome;
use crate::{
    app::App,
    args::{ReadArgs, ScreenArgs},
    completion,
    play::state::{PlayView, follow_view},
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
    /// Do not save games and answers in the user's folder
    #[arg(long)]
    no_store: bool,
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
        ("play pusher/1 --plain", "at the prompt: 'push right 2', 'undo', 'next'"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        let search = app.search(&app.settings.all.search)?;
        let is_here = self.puzzles.is_empty() && app.session.game().is_some();
        let named = if is_here { None } else { Some(self.named(app)?) };
        let is_piped = self.puzzles.iter().any(|word| word == "-");
        if is_piped && app.input.is_none() && io::stdout().is_terminal() && !io::stdin().is_terminal() {
            input::becomes_stdin();
        }
        app.leave_draft();
        let is_kept = !self.no_store && app.settings.all.store;
        // Only a person resumes by default; a script does the same each time.
        let is_person = app.is_typed();
        let resumes = is_person || self.resume;
        let Some((items, first)) = named else {
            return self.show(app, search);
        };
        let progress = if resumes && is_kept { ProgressFolder::of_user() } else { ProgressFolder::none() };
        let mut level_set = LevelSet::new(items, app.store(self.no_store), progress).ok_or(Exit::Usage)?;
        if is_kept && is_person {
            level_set.remember_opened(RecentFiles::of_user());
            for word in &self.puzzles {
                level_set.remember_file(app.typed(word).text(), &app.catalog);
            }
        }
        match first {
            Some(index) => level_set.begin_at(index),
            None if resumes && level_set.place().1 > 1 => level_set.seek(&app.catalog),
            None => {}
        }
        app.session.play(Some(level_set));
        self.show(app, search)
    }
}

impl Play {
    /// Plays the levels of the session, on the whole screen or at the prompt.
    fn show(&self, app: &mut App, search: SearchOptions) -> Outcome {
        let Some(mut levels) = app.session.levels.take() else { return Err(Exit::Usage) };
        for game in levels.games_mut() {
            game.objective = search.objective_of(game.puzzle()).ok().copied().or(game.objective);
        }
        if !fills_screen(self.screen) {
            let resumed = levels.enter(&app.catalog);
            app.session.play(Some(levels));
            app.introduce(resumed);
            return script::go_on(app);
        }
        let theme = theme(app, self.screen);
        let mut view = PlayView::new(Rc::clone(&app.catalog), levels, search, theme);
        let exit = show(app, &mut view);
        app.session.play(Some(view.level_set));
        if app.at_prompt && !app.interrupted {
            app.draw();
        }
        Ok(exit)
    }

    /// The levels named by the arguments, by default those for newcomers, and the index of the one to begin with if one is
    /// named; the others of its collection are there, too.
    fn named(&self, app: &App) -> Result<(Vec<Item>, Option<usize>), Exit> {
        let mut words = app.catalog.join_numbers(&self.puzzles);
        if words.is_empty() {
            if app.catalog.collection(FIRST_COLLECTION).is_none() {
                return Err(app.complain("play needs a PUZZLE; see 'lurd help play'"));
            }
            words.push(FIRST_COLLECTION.to_owned());
        }
        let (mut all, mut first) = (Vec::new(), None);
        for word in &words {
            let (items, meant) = app.named(&app.typed(word), words.len() == 1)?;
            first = meant;
            for item in items {
                all.push(app.with_pad(&self.read, item)?);
            }
        }
        Ok((all, first))
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

/// Whether the whole screen is used: it is a terminal, and neither the flag nor `TERM` rules it out.
pub(super) fn fills_screen(flags: ScreenArgs) -> bool {
    let is_plain = flags.plain || std::env::var("TERM").is_ok_and(|terminal| terminal == "dumb");
    io::stdin().is_terminal() && io::stdout().is_terminal() && !is_plain
}

/// Shows how `steps` solve `puzzle`, from the instruction with that number.
pub(super) fn follow(
    app: &mut App,
    flags: ScreenArgs,
    (title, puzzle): (&str, &dyn Puzzle),
    steps: &[String],
    from: usize,
) -> Exit {
    if !fills_screen(flags) {
        return app.list_instructions(&puzzle.instructions(steps), from);
    }
    let view = follow_view(puzzle, steps, title.to_owned(), from, theme(app, flags));
    let mut view = match app.accept(view) {
        Ok(view) => view,
        Err(exit) => return exit,
    };
    let exit = show(app, &mut view);
    if let (true, Some(left)) = (app.at_prompt && !app.interrupted, view.left_at()) {
        app.screen.note(&left);
    }
    exit
}
