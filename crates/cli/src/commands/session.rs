//! The commands that concern the session: settings, files, saving and exporting what was found.

use clap::{Parser, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use lurd_puzzle::puzzle::PuzzleRecord;
use lurd_report as report;
use lurd_toolkit::{exit::Exit, play::games_to_save, search_options::parse_theme, themes::ThemeName};

use super::Run;
use crate::registry::Outcome;
use crate::{app::App, args::ReadArgs, completion, keeping::draw_game};

/// Show or change settings of this session
#[derive(Parser)]
pub(super) struct Set {
    /// The setting
    #[arg(add = ArgValueCompleter::new(crate::settings::completions))]
    name: Option<String>,
    /// Its new value; 'default' restores the default
    value: Vec<String>,
}

impl Run for Set {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("set", "all settings and their origins"),
        ("set time 10s", "change a setting; 'set time default' restores its default"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        let rows = |app: &App| app.settings.rows();
        let Some(name) = self.name else {
            app.screen.result(&report::settings(&rows(app), app.screen.width()));
            return Ok(Exit::Good);
        };
        let row = |app: &App| rows(app).into_iter().find(|row| row.name == name);
        if self.value.is_empty()
            && let Some(row) = row(app)
        {
            app.screen.result(&report::settings(&[row], app.screen.width()));
            return Ok(Exit::Good);
        }
        // Without a value it says what is wrong with the name.
        let set = app.settings.set(&name, &self.value.join(" "));
        app.accept(set.map_err(|error| report::escaped(&error)))?;
        if let Some(row) = row(app) {
            app.screen.note(&report::setting(&row));
        }
        Ok(Exit::Good)
    }
}

/// Make a puzzle the current one without solving it
#[derive(Parser)]
pub(super) struct Load {
    /// A puzzle: its name, file, or text
    #[arg(value_name = "PUZZLE", add = ArgValueCompleter::new(completion::puzzles))]
    puzzles: Vec<String>,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Load {
    const TAKES_PUZZLES: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] =
        &[("load missile/4", "from a collection"), ("load levels.xsb:12", "from a file")];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        let words = app.catalog.join_numbers(&self.puzzles);
        let Some(word) = words.first() else {
            return Err(app.complain("load needs a PUZZLE, for example 'load missile/4'"));
        };
        app.load(&app.typed(word))?;
        Ok(app.draw())
    }
}

/// Add the current puzzle and its answer to a file of puzzles (.sok, .shift)
#[derive(Parser)]
pub(super) struct Save {
    /// The file
    #[arg(value_hint = ValueHint::AnyPath)]
    file: Vec<String>,
}

impl Run for Save {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("save mine.sok", "the answer and the moves played so far"),
        ("save games/today.sok", "a file may hold several levels"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        if self.file.is_empty() {
            let kind = app.session.game.as_ref().map(|game| game.puzzle().kind());
            let plugin = app.catalog.plugins().find(|plugin| Some(plugin.name()) == kind);
            let format = plugin.and_then(|plugin| plugin.formats().iter().find(|format| format.holds_solutions));
            let extension = format.and_then(|format| format.extensions.first()).unwrap_or(&"sok");
            return Err(app.complain(&format!("save needs a FILE, for example 'save mine.{extension}'")));
        }
        let path = &self.file.join(" ");
        let Some(game) = &app.session.game else {
            return Err(app.complain("there is no current puzzle to save: type one, or 'load missile/1'"));
        };
        let record = PuzzleRecord { puzzle: game.puzzle(), metadata: &game.metadata, flags: "" };
        let (history, answers) = (game.text(), game.known().solutions(game.puzzle()));
        let games = games_to_save(game, &history, &answers).into_iter();
        Ok(games.fold(Exit::Good, |worst, added| worst.worst(app.add_to(path, &record, added))))
    }
}

/// Draw the answer (without one, the board) as a picture or a page
#[derive(Parser)]
pub(super) struct Export {
    /// The file: .svg, .png, .gif, .html
    #[arg(value_hint = ValueHint::AnyPath)]
    file: Vec<String>,
    /// Colours: dark or light [default: dark]
    #[arg(long, value_name = "NAME", value_parser = parse_theme, add = ArgValueCompleter::new(completion::themes))]
    theme: Option<ThemeName>,
}

impl Run for Export {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("export answer.gif", "an animation of the last answer"),
        ("export answer.html", "a page to play on, with the answer"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        if self.file.is_empty() {
            return Err(app.complain("export needs a FILE, for example 'export answer.gif'"));
        }
        let path = &self.file.join(" ");
        let Some(game) = &app.session.game else {
            return Err(app.complain("there is no current puzzle to export: type one, or 'load missile/1'"));
        };
        if app.holds_solutions(path, game.puzzle().kind()) {
            return Save { file: self.file }.run(app);
        }
        let theme = self.theme.unwrap_or_default();
        Ok(app.draw_to(path, |format| draw_game(format, game, game.whole_answer().as_deref(), theme)))
    }
}

/// Clear the screen (Ctrl-L does the same)
#[derive(Parser)]
pub(super) struct Clear {}

impl Run for Clear {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[("clear", "also 'cls'")];

    fn run(self, app: &mut App) -> Outcome {
        app.screen.clear();
        Ok(Exit::Good)
    }
}

/// Print the version of lurd
#[derive(Parser)]
pub(super) struct Version {}

impl Run for Version {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[("version", "at the shell: 'lurd --version'")];

    fn run(self, app: &mut App) -> Outcome {
        app.screen.result(&format!("lurd {}", crate::version::version()));
        Ok(Exit::Good)
    }
}

/// Leave lurd (also 'exit', 'q' and Ctrl-D)
#[derive(Parser)]
pub(super) struct Quit {
    /// Ignored, as in 'quit now'
    #[arg(hide = true)]
    _rest: Vec<String>,
}

impl Run for Quit {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[("quit", "leave the prompt, or end a script early")];

    fn run(self, app: &mut App) -> Outcome {
        app.leaving = true;
        Ok(Exit::Good)
    }
}
