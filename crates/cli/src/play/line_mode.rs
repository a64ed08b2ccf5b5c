//! The player in line mode: for pipes, tests and screen readers.

use std::fmt::{Display, Write as _};

use lurd_puzzle::puzzle::{Confidence, Coordinates, Overlay, Unanswered};
use lurd_report as report;
use lurd_report::Subject;
use lurd_toolkit::{
    exit::Exit,
    files::WriteError,
    optimise::{Optimisation, optimise},
    play::{
        Bookmark, Game, LevelSet, Lost, Moved, Onward, PlayError, PlayEvent, Purpose,
        commands::{COMMANDS, PlayCommand, read},
        dead_position,
    },
    search_options::SearchOptions,
    solve::{self},
    words::Word,
};

use crate::{
    app::App,
    args::ScreenArgs,
    keeping::{draw_game, draw_to},
    lines::{self, Done, Mode},
    split::{is_puzzle_on_one_line, own, split, wants_more},
};

/// A game played by typed lines.
pub(crate) struct PlayLineMode<'a> {
    app: &'a mut App,
    search: SearchOptions,
    screen: ScreenArgs,
    level_set: &'a mut LevelSet,
    /// Whether boards are left out.
    quiet: bool,
    /// Whether dead positions are checked for.
    warn: bool,
    /// Why the progress could not be saved, as reported last.
    unsaved: Option<WriteError>,
}

impl<'a> PlayLineMode<'a> {
    pub(crate) fn new(
        app: &'a mut App,
        search: SearchOptions,
        screen: ScreenArgs,
        level_set: &'a mut LevelSet,
        quiet: bool,
    ) -> Self {
        Self { app, search, screen, level_set, quiet, warn: true, unsaved: None }
    }

    /// Plays until `quit` or the end of the input and returns the worst exit code of all lines.
    pub(crate) fn run(&mut self) -> Exit {
        let resumed = self.level_set.enter(&self.app.catalog);
        self.introduce(resumed);
        lines::run(self)
    }

    fn carry_out(&mut self, command: PlayCommand) -> Done {
        if let PlayCommand::Delete(number) = command
            && self.app.asks()
            && !self.app.agrees(&format!("delete solution {number}?"))
        {
            self.say("nothing was deleted");
            return Done::Go(Exit::Good);
        }
        Done::Go(match self.execute(command) {
            Ok(PlayEvent::Quit) => return Done::Quit,
            Ok(PlayEvent::Follow { steps, from }) => self.follow(&steps, from),
            Ok(PlayEvent::Replay(_, steps)) => self.replay(&steps),
            Ok(PlayEvent::SearchNeeded(Purpose::Follow(from))) => self.find_and_follow(from),
            Ok(event) => self.show(event),
            Err(error) => self.refuse(&error),
        })
    }

    /// Carries out a command, and saves the progress before anything is shown of it: what is shown is not lost if lurd
    /// is killed then.
    fn execute(&mut self, command: PlayCommand) -> Result<PlayEvent, PlayError> {
        let event = self.level_set.execute(command, &self.app.catalog);
        // Reported with the next attempt to save, after the command.
        let _ = self.level_set.save();
        event
    }

    /// Reports, once, why the progress could not be saved.
    fn report_unsaved(&mut self, unsaved: Option<WriteError>) -> Exit {
        let exit = match &unsaved {
            Some(message) if self.unsaved != unsaved => self.complain(message),
            _ => Exit::Good,
        };
        self.unsaved = unsaved;
        exit
    }

    fn say(&self, text: &str) {
        self.app.screen.result(text);
    }

    fn complain(&self, message: &(impl Display + ?Sized)) -> Exit {
        self.app.complain(message)
    }

    fn introduce(&mut self, resumed: usize) {
        let (at, of) = self.level_set.place();
        let game = self.level_set.game();
        let mut line = report::heading(&subject(game, game.puzzle()));
        if of > 1 {
            let _ = write!(line, "  ({at} of {of})");
        }
        self.say(&format!("{line}\n{}", report::best_of_all(game)));
        if resumed > 0 {
            self.say(&format!("{}; 'restart' goes back to the start", report::resumed(resumed)));
        }
        self.draw();
    }

    fn draw(&self) {
        if !self.quiet {
            self.say(&report::picture(None, self.level_set.game().position()));
        }
    }

    /// Shows what a command did, and does what is left to do.
    fn show(&mut self, event: PlayEvent) -> Exit {
        match event {
            PlayEvent::Moved(moved) => return self.moved(moved),
            PlayEvent::Stepped(walked, moved) => {
                self.say(&report::walked(&walked, true));
                return self.moved(moved);
            }
            PlayEvent::SteppedBack(walked) => {
                self.say(&report::walked(&walked, false));
                return self.moved(Moved::default());
            }
            PlayEvent::Jumped => return self.shown(),
            PlayEvent::Marked(name) => self.say(&format!("marked as '{}'", report::escaped(&name))),
            PlayEvent::Hint(Onward { done, all, rest, .. }) => {
                self.say(&format!("{}  (step {} of {all} of the answer)", rest.steps[0], done + 1));
            }
            PlayEvent::KnownAnswer(onward) => {
                let unit = self.level_set.game().objective.map_or("steps", |objective| objective.metric);
                self.say(&report::known_answer(&onward.rest, unit));
            }
            PlayEvent::AlreadySolved => self.say("solved already"),
            PlayEvent::SearchNeeded(purpose) => return self.search_for(purpose),
            PlayEvent::Entered(entered) => {
                let exit = self.report_unsaved(entered.unsaved);
                self.introduce(entered.resumed);
                return exit;
            }
            PlayEvent::Opened(entered, note) => {
                let exit = self.report_unsaved(entered.unsaved);
                if let Some(note) = note {
                    self.app.screen.note(&format!("note: {}", report::escaped(&note)));
                }
                self.introduce(entered.resumed);
                return exit;
            }
            PlayEvent::Levels(rows) => self.say(&report::levels(&rows, self.app.screen.width())),
            PlayEvent::Collections(all) => self.say(&report::shelves(&all, self.app.screen.width())),
            PlayEvent::Solutions(all) => {
                self.say(&report::saved_solutions(self.level_set.game().puzzle(), &all));
            }
            PlayEvent::Exported(number, file, outcome) => {
                self.say(&report::exported(number, &file, &outcome));
            }
            PlayEvent::SavedTo(file, outcomes) => self.say(&report::saved_to(&file, &outcomes)),
            PlayEvent::Picture(file, steps) => return self.draw_to(&file, steps.as_deref()),
            PlayEvent::Deleted(number) => self.say(&format!("solution {number} deleted")),
            PlayEvent::Overlay(overlay, of) => return self.overlay(overlay, of),
            PlayEvent::Show => {
                self.say(&report::picture(None, self.level_set.game().position()));
                return self.counts();
            }
            PlayEvent::Described(text) => self.say(&report::escaped_lines(&text)),
            PlayEvent::Warn(on) => self.warn = on,
            // These are carried out before.
            PlayEvent::Help | PlayEvent::Follow { .. } | PlayEvent::Replay(..) | PlayEvent::Quit => {}
        }
        Exit::Good
    }

    /// Shows the cells of an overlay as a picture and in words.
    fn overlay(&self, overlay: &Overlay, of: Option<Coordinates>) -> Exit {
        let Some(controls) = self.level_set.game().position().controls() else { return Exit::Good };
        match controls.marked(overlay, of) {
            Ok(cells) => {
                if !self.quiet {
                    self.say(&report::overlaid_picture(controls, overlay, &cells));
                }
                self.say(&report::overlay_in_words(overlay, &cells));
                Exit::Good
            }
            Err(reason) => self.complain(&reason),
        }
    }

    fn refuse(&mut self, error: &PlayError) -> Exit {
        let message = match error {
            // 'restart' shows the start wherever the game is.
            PlayError::AtStart => return self.shown(),
            PlayError::Lost(Lost::NoAnswer) => "there is no answer to walk along: 'solve' first".to_owned(),
            PlayError::Lost(Lost::Elsewhere) => {
                "the answer does not lead through this position: 'answer' goes to where it begins, or 'solve' again"
                    .to_owned()
            }
            error => report::play_error(error),
        };
        self.app.screen.note(&report::message(&message));
        error.exit()
    }

    /// Shows the effect of an action, and stores a solution.
    fn moved(&mut self, moved: Moved) -> Exit {
        self.draw();
        if moved.solved {
            self.say(&report::finished(self.level_set.game()));
            if let Some(text) = report::kept(&self.level_set.keep(&self.app.catalog)) {
                self.say(&text);
            }
            return Exit::Good;
        }
        self.counts();
        self.warn_if_dead();
        Exit::Good
    }

    /// Shows the position after a jump.
    fn shown(&mut self) -> Exit {
        self.draw();
        self.counts()
    }

    fn counts(&self) -> Exit {
        let game = self.level_set.game();
        self.say(&if self.quiet { report::done_in_short(game) } else { report::done_at_length(game) });
        Exit::Good
    }

    fn warn_if_dead(&self) {
        if !self.warn {
            return;
        }
        let signals = &self.app.signals;
        if let Some(reason) = signals.during(|| dead_position::look(self.level_set.game(), &signals.cancel)) {
            self.say(&format!("warning: no solution is left, proved: {}", report::escaped(&reason)));
        }
    }
}

/// The subject of reports on a game.
pub(crate) fn subject<'g>(game: &'g Game, puzzle: &'g dyn lurd_puzzle::puzzle::Puzzle) -> Subject<'g> {
    Subject { name: &game.name, reference: &game.reference, source: &game.source, index: game.index, puzzle }
}

impl Mode for PlayLineMode<'_> {
    fn app(&mut self) -> &mut App {
        self.app
    }

    fn prompt(&self) -> &'static str {
        "play> "
    }

    fn words(&self) -> &'static [Word] {
        COMMANDS
    }

    /// A word of the player, actions, a command of the prompt, or a board, which opens the level.
    fn line(&mut self, line: &str) -> Done {
        let own = own(line, COMMANDS);
        // These two open other levels here.
        let command = split(line).filter(|it| !matches!(it.row.name, "load" | "play"));
        let is_command = own.is_none() && command.is_some() && self.level_set.game().reads(line).is_err();
        let text = own.map_or_else(|| line.to_owned(), |(row, rest)| format!("{} {rest}", row.name));
        let done = match if is_command { Err(String::new()) } else { read(&text, self.level_set.game()) } {
            Ok(command) => self.carry_out(command),
            // The player's word takes nothing, but the command of the prompt does.
            Err(_) if command.is_some() && own.is_none_or(|(row, _)| row.arguments.is_empty()) => {
                self.command_of_prompt(line)
            }
            Err(_) if own.is_none() && self.is_board(line) => self.carry_out(PlayCommand::Open(line.to_owned())),
            Err(message) => Done::Go(self.complain(&message)),
        };
        // A signal may end the process before the next line.
        let unsaved = self.level_set.save().err();
        let saved = self.report_unsaved(unsaved);
        match done {
            Done::Go(exit) => Done::Go(exit.worst(saved)),
            Done::Quit => Done::Quit,
        }
    }
}

impl PlayLineMode<'_> {
    fn is_board(&self, line: &str) -> bool {
        line.contains('\n')
            || wants_more(&self.app.catalog, line)
            || is_puzzle_on_one_line(line) && self.app.confidence(line) == Confidence::Sure
    }

    /// Carries out a command of the prompt on the level.
    fn command_of_prompt(&mut self, line: &str) -> Done {
        let (game, done) = self.app.line_at_prompt(Some(self.level_set.lend()), line);
        if let Some(game) = game {
            self.level_set.give_back(game);
        }
        done
    }

    /// Draws steps from the start of the level, or the board, to a file.
    fn draw_to(&self, file: &str, steps: Option<&[String]>) -> Exit {
        let (game, theme) = (self.level_set.game(), self.screen.theme.unwrap_or_default());
        match draw_to(file, |format| draw_game(format, game, steps, theme)) {
            Ok(text) => self.say(&text),
            Err(message) => return self.complain(&message),
        }
        Exit::Good
    }
}

// Searches of the line mode: for an answer, the next step, or the remaining cost.

impl PlayLineMode<'_> {
    /// Searches from the current position and shows the result.
    fn search_for(&mut self, purpose: Purpose) -> Exit {
        let optimises = purpose == Purpose::Optimise;
        let run = match if optimises { self.run_optimiser() } else { self.run_search() } {
            Ok(run) => run,
            Err(exit) => return exit,
        };
        match purpose {
            Purpose::Solve | Purpose::Optimise => {
                let game = self.level_set.game();
                let here = if optimises { game.puzzle().start().puzzle() } else { game.here() };
                if let Some(text) = self.app.run_text(&subject(game, here.as_ref()), &run) {
                    // The first line repeats the name of the level.
                    self.say(text.split_once('\n').map_or("", |(_, rest)| rest));
                }
            }
            Purpose::Hint | Purpose::Follow(_) => self.say(&report::hint(&run)),
            Purpose::Rest => {
                let unknown = || "the remaining cost is unknown".to_owned();
                self.say(&report::left(&run).unwrap_or_else(unknown));
            }
        }
        run.exit()
    }

    /// Shows how to carry out an answer.
    fn follow(&mut self, steps: &[String], from: usize) -> Exit {
        let instructions = self.level_set.game().here().instructions(steps);
        self.app.list_instructions(&instructions, from)
    }

    /// Shows how to carry out a solution from the start of the level.
    fn replay(&mut self, steps: &[String]) -> Exit {
        let instructions = self.level_set.game().puzzle().instructions(steps);
        self.app.list_instructions(&instructions, 1)
    }

    /// Searches for an answer to follow.
    fn find_and_follow(&mut self, from: usize) -> Exit {
        let run = match self.run_search() {
            Ok(run) => run,
            Err(exit) => return exit,
        };
        let Some(verified) = run.verified() else {
            self.say(&report::hint(&run));
            return run.exit();
        };
        run.exit().worst(self.follow(&verified.steps, from))
    }

    /// Makes the known solutions of the level better.
    fn run_optimiser(&mut self) -> Result<solve::Run, Exit> {
        let search = self.search.clone();
        let game = self.level_set.game_mut();
        let (puzzle, solutions) = (game.puzzle().start().puzzle(), game.known_solutions());
        let optimised = self
            .app
            .watch(|cancel, observer| optimise(puzzle.as_ref(), &solutions, &search, cancel, observer, &mut |_| {}));
        let Some(Optimisation { run, .. }) = optimised else {
            return Err(self.app.complain("no solution is known"));
        };
        game.remember(&run, Bookmark::default());
        self.keep_answer(&run, &Bookmark::default());
        self.checked(run)
    }

    /// The run, unless it is an error, which is then shown.
    fn checked(&self, run: solve::Run) -> Result<solve::Run, Exit> {
        if let Err(Unanswered::Unsupported { reason } | Unanswered::Bug { message: reason }) = &run.end {
            self.app.screen.note(&report::message(reason));
            return Err(run.exit());
        }
        Ok(run)
    }

    fn run_search(&mut self) -> Result<solve::Run, Exit> {
        let search = self.search.clone();
        let game = self.level_set.game_mut();
        let puzzle = game.here();
        let run = self.app.watch(|cancel, observer| solve::solve(puzzle.as_ref(), &search, cancel, observer));
        let from = game.bookmark();
        game.remember(&run, from.clone());
        self.keep_answer(&run, &from);
        self.checked(run)
    }

    fn keep_answer(&mut self, run: &solve::Run, from: &Bookmark) {
        if let Err(error) = self.level_set.keep_answer(&self.app.catalog, run, from) {
            self.app.note_unsaved(&error.to_string());
        }
    }
}
