//! The player in line mode: for pipes, tests and screen readers.

use std::fmt::{Display, Write as _};

use lurd_puzzle::puzzle::{Claim, Overlay, Place, Unanswered};
use lurd_report as report;
use lurd_report::Subject;
use lurd_toolkit::{
    commands::Flags,
    exit::Exit,
    files::WriteError,
    optimise::{Optimisation, optimise},
    play::{
        Bookmark, Game, LevelSet, Lost, Moved, Onward, PlayError, PlayEvent, Purpose,
        commands::{COMMANDS, PlayCommand, read},
        dead_position,
    },
    solve::{self},
};

use crate::{
    app::App,
    keeping::{draw_game, picture_options},
    split::is_puzzle_on_one_line,
    typed_lines::TypedLines,
};

const PROMPT: &str = "play> ";

/// A game played by typed lines.
pub(crate) struct PlayLineMode<'a> {
    app: &'a mut App,
    flags: &'a Flags,
    level_set: &'a mut LevelSet,
    /// Whether boards are left out.
    quiet: bool,
    /// Whether dead positions are checked for.
    warn: bool,
    /// Why the progress could not be saved, as reported last.
    unsaved: Option<WriteError>,
}

impl<'a> PlayLineMode<'a> {
    pub(crate) fn new(app: &'a mut App, flags: &'a Flags, level_set: &'a mut LevelSet, quiet: bool) -> Self {
        Self { app, flags, level_set, quiet, warn: true, unsaved: None }
    }

    /// Plays until `quit` or the end of the input and returns the worst exit code of all lines.
    pub(crate) fn run(&mut self, lines: &mut TypedLines) -> Exit {
        let resumed = self.level_set.enter(&self.app.catalog);
        self.introduce(resumed);
        let mut worst = Exit::Good;
        while let Some(line) = lines.next(PROMPT) {
            self.app.signals.cancel.reset();
            let exit = match line.map_err(String::from).and_then(|line| self.command(&line, lines)) {
                Ok(command) if !Self::is_meant(&command, lines) => self.not_done(),
                Ok(command) => match self.execute(command) {
                    Ok(PlayEvent::Quit) => break,
                    Ok(PlayEvent::Follow { steps, from }) => self.follow(&steps, from, lines),
                    Ok(PlayEvent::Replay(_, steps)) => self.replay(&steps, lines),
                    Ok(PlayEvent::SearchNeeded(Purpose::Follow(from))) => self.find_and_follow(from, lines),
                    Ok(event) => self.show(event),
                    Err(error) => self.refuse(&error),
                },
                Err(message) => self.complain(&message),
            };
            worst = worst.worst(exit);
            // A signal may end the process before the next line.
            let unsaved = self.level_set.save().err();
            worst = worst.worst(self.report_unsaved(unsaved));
            if self.app.signals.is_ending() {
                return Exit::Interrupted;
            }
        }
        worst
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

    fn not_done(&self) -> Exit {
        self.say("nothing was deleted");
        Exit::Good
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
            self.say(&format!("{resumed} steps were done before; 'restart' goes back to the start"));
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
            PlayEvent::Solutions(all) => {
                self.say(&report::saved_solutions(self.level_set.game().puzzle(), &all));
            }
            PlayEvent::Exported(number, file, outcome) => {
                self.say(&report::exported(number, &file, &outcome));
            }
            PlayEvent::Picture(file, steps) => return self.draw_to(&file, steps),
            PlayEvent::Deleted(number) => self.say(&format!("solution {number} deleted")),
            PlayEvent::Overlay(overlay, of) => return self.overlay(overlay, of),
            PlayEvent::Show => {
                self.say(&report::picture(None, self.level_set.game().position()));
                return self.counts();
            }
            PlayEvent::History => self.say(&self.level_set.game().text()),
            PlayEvent::Warn(on) => self.warn = on,
            PlayEvent::Help => self.say(&report::commands(COMMANDS)),
            // `run` carries these out.
            PlayEvent::Follow { .. } | PlayEvent::Replay(..) | PlayEvent::Quit => {}
        }
        Exit::Good
    }

    /// Shows the cells of an overlay as a picture and in words.
    fn overlay(&self, overlay: &Overlay, of: Option<Place>) -> Exit {
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

// Boards among the typed lines, pasted or typed row by row, and questions before solutions are deleted.

/// The prompt for the next row of a board; a blank line ends the board.
const ROW_PROMPT: &str = "  ..> ";

impl PlayLineMode<'_> {
    /// Reads a line as a command. A line that begins a board is read together with the rows that follow, and
    /// opens the level.
    fn command(&self, line: &str, lines: &mut TypedLines) -> Result<PlayCommand, String> {
        let command = read(line, self.level_set.game());
        if let Ok(PlayCommand::Open(text)) = &command {
            return Ok(PlayCommand::Open(self.with_rows(text, lines)?));
        }
        let is_board = self.app.wants_more(line) || is_puzzle_on_one_line(line) && self.app.claim(line) == Claim::Sure;
        if command.is_ok() || !is_board {
            return command;
        }
        Ok(PlayCommand::Open(self.with_rows(line, lines)?))
    }

    /// The text with the rows that it lacks as a board.
    fn with_rows(&self, text: &str, lines: &mut TypedLines) -> Result<String, String> {
        let mut board = text.to_owned();
        while self.app.wants_more(&board) {
            let Some(row) = lines.row(ROW_PROMPT) else { break };
            board.push('\n');
            board.push_str(&row.map_err(String::from)?);
        }
        Ok(board)
    }

    /// Draws steps from the start of the level, or the board, to a file.
    fn draw_to(&self, file: &str, steps: Option<Vec<String>>) -> Exit {
        let options = picture_options(self.flags);
        match draw_game(file, self.level_set.game(), steps, options) {
            Ok(text) => self.say(&text),
            Err(message) => return self.complain(&message),
        }
        Exit::Good
    }

    /// Whether a command may be carried out. On a terminal the player confirms that a solution is deleted.
    fn is_meant(command: &PlayCommand, lines: &mut TypedLines) -> bool {
        let PlayCommand::Delete(number) = command else { return true };
        !lines.asks() || lines.agrees(&format!("delete solution {number}?"))
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
                if let Some(text) = self.app.run_text(&subject(game, here.as_ref()), &run, false) {
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
    fn follow(&mut self, steps: &[String], from: usize, lines: &mut TypedLines) -> Exit {
        let instructions = self.level_set.game().here().instructions(steps);
        crate::follow::line_mode::run(self.app, &instructions, from, lines)
    }

    /// Shows how to carry out a solution from the start of the level.
    fn replay(&mut self, steps: &[String], lines: &mut TypedLines) -> Exit {
        let instructions = self.level_set.game().puzzle().instructions(steps);
        crate::follow::line_mode::run(self.app, &instructions, 1, lines)
    }

    /// Searches for an answer to follow.
    fn find_and_follow(&mut self, from: usize, lines: &mut TypedLines) -> Exit {
        let run = match self.run_search() {
            Ok(run) => run,
            Err(exit) => return exit,
        };
        let Some(verified) = run.verified() else {
            self.say(&report::hint(&run));
            return run.exit();
        };
        run.exit().worst(self.follow(&verified.steps, from, lines))
    }

    /// Makes the known solutions of the level better.
    fn run_optimiser(&mut self) -> Result<solve::Run, Exit> {
        let search = self.app.search(self.flags);
        let game = self.level_set.game_mut();
        let (puzzle, solutions) = (game.puzzle().start().puzzle(), game.known_solutions());
        let optimised = self
            .app
            .watch(|cancel, observer| optimise(puzzle.as_ref(), &solutions, &search, cancel, observer, &mut |_| {}));
        let Some(Optimisation { run, .. }) = optimised else {
            return Err(self.app.complain("no solution is known"));
        };
        game.remember(&run, Bookmark::default());
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
        let search = self.app.search(self.flags);
        let game = self.level_set.game_mut();
        let puzzle = game.here();
        let run = self.app.watch(|cancel, observer| solve::solve(puzzle.as_ref(), &search, cancel, observer));
        let from = game.bookmark();
        game.remember(&run, from);
        self.checked(run)
    }
}
