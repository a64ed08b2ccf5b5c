//! `verify`: replays a given solution, or checks a certificate.

use clap::{Parser, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use lurd_engine::program::budget::Limits;
use lurd_puzzle::{
    catalog::{Item, Reference, Source, Typed},
    diagnostic::Diagnostic,
    puzzle::{PuzzleRecord, SavedGame, StepText},
    verify::Refusal,
};
use lurd_report::{self as report, Subject};
use lurd_toolkit::{
    exit::Exit,
    results::ResultLine,
    search_options::parse_theme,
    solutions::GameToSave,
    themes::ThemeName,
    verify::{Verdict, verify},
};

use super::Run;
use crate::registry::Outcome;
use crate::{
    app::{App, Puzzles},
    args::{LimitArgs, ReadArgs},
    completion,
};

/// Replay a solution, or those of a file
#[derive(Parser)]
pub(super) struct Verify {
    /// A puzzle or a file; and a solution in one word or several
    #[arg(value_name = "PUZZLE [SOLUTION]", add = ArgValueCompleter::new(completion::puzzles))]
    words: Vec<String>,
    /// Check the proof in this file that there is no solution, without any search
    #[arg(long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    certificate: Option<String>,
    /// Draw the solution: .svg, .png, .gif or .html; or add it to a file of puzzles
    #[arg(short, long, value_name = "FILE", value_hint = ValueHint::AnyPath)]
    output: Option<String>,
    /// Colours of pictures: dark or light [default: dark]
    #[arg(long, value_name = "NAME", value_parser = parse_theme)]
    theme: Option<ThemeName>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: LimitArgs,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Verify {
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("verify missile/1 'left 0, up 3'", "is it a solution?"),
        ("verify missile/1 'left 0' --json", "the same for a script"),
        ("verify mine.sok", "are all solutions in the file right?"),
        ("verify --certificate no.txt", "does the certificate prove that there is no solution?"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        if let Some(path) = self.certificate.as_deref() {
            return app.verify_certificate(path, &self.words, self.limits.or(Limits::usual()), self.json);
        }
        if self.words.iter().any(|word| word == "->") {
            return Err(app.complain("a puzzle with blanks needs quotes: verify '21/34 -> 12/34' 'left 0'"));
        }
        let (puzzle, solution) = match self.words.as_slice() {
            words if app.at_prompt && app.session.reads_actions(&words.join(" ")) => (None, words),
            [puzzle] if names_puzzles(app, puzzle) => return self.verify_saved(app, puzzle),
            [solution] if app.at_prompt => (None, std::slice::from_ref(solution)),
            [] | [_] => return Err(app.complain("verify needs a PUZZLE and a SOLUTION; see 'lurd help verify'")),
            [puzzle, solution @ ..] => (Some(puzzle), solution),
        };
        let solution = app.typed(&solution.join(" "));
        let item = match puzzle {
            None => app.here("verify")?,
            Some(puzzle) => app.one_item(puzzle, self.json)?,
        };
        self.verify(app, item, &solution)
    }
}

impl App {
    /// The puzzle that a word names, which must be one.
    pub(crate) fn one_item(&self, word: &str, json: bool) -> Result<Item, Exit> {
        let items = self.catalog.resolve(&self.typed(word)).map_err(|error| self.refuse(&error, json))?;
        let count = items.len();
        items.into_iter().next().filter(|_| count == 1).ok_or_else(|| {
            self.complain(&format!("'{}' holds {count} puzzles; name one of them", report::escaped(word)))
        })
    }
}

/// Whether the only argument is the name of a file or a collection rather than a solution.
fn names_puzzles(app: &App, word: &str) -> bool {
    match Reference::parse(word, &app.catalog) {
        Reference::File { .. } | Reference::Collection { .. } | Reference::Link { .. } => true,
        Reference::Stdin => !app.at_prompt,
        Reference::Text | Reference::Unknown => !app.at_prompt && app.catalog.resolve(&app.typed(word)).is_err(),
    }
}

impl Verify {
    /// Checks the solutions that a file holds: a line for each, and the worst exit code.
    fn verify_saved(&self, app: &mut App, word: &String) -> Outcome {
        let json = self.json;
        if self.output.is_some() {
            return Err(app.complain("-o needs a SOLUTION after the PUZZLE"));
        }
        let (mut solutions, mut refused) = (0, Vec::new());
        let puzzles = Puzzles { command: "verify", words: std::slice::from_ref(word), read: &self.read, json };
        let worst = app.each_item(puzzles, |app, item| {
            let Some(subject) = Subject::of(item) else { return Exit::Usage };
            app.note_of(item);
            let mut worst = Exit::Good;
            for (game, number) in item.metadata.games.iter().zip(1..) {
                let verdict = verify(subject.puzzle, &game.steps);
                // An unfinished game is no wrong solution.
                if verdict.exit() == Exit::No && is_unfinished(game) {
                    continue;
                }
                solutions += 1;
                // A saved solution that cannot be read is a wrong one, not a wrong use of the command.
                let exit = if matches!(verdict, Verdict::Invalid(_)) { Exit::No } else { verdict.exit() };
                worst = worst.worst(exit);
                app.screen.result(&if json {
                    report::verdict_line(&subject, &game.steps, &verdict, true)
                } else {
                    report::saved_verdict(&subject, game, number, &verdict)
                });
            }
            refused.push(report::result_line(&ResultLine::refused(item, "no solution is kept with it")));
            worst
        });
        if solutions > 0 || worst != Exit::Good {
            return Ok(worst);
        }
        if json {
            for line in &refused {
                app.screen.result(line);
            }
        }
        let name = if word == "-" { "standard input".to_owned() } else { format!("'{}'", report::escaped(word)) };
        Err(app.complain(&format!("{name} holds no solutions; verify takes a PUZZLE and a SOLUTION, too")))
    }

    /// Replays a solution and shows the result.
    fn verify(&self, app: &App, item: Item, solution: &Typed) -> Outcome {
        let item = app.with_pad(&self.read, item)?;
        let Some(subject) = Subject::of(&item) else { return Err(app.refuse_item(&item, self.json)) };
        let verdict = verify(subject.puzzle, solution.text());
        if self.json {
            app.screen.result(&report::verdict_line(&subject, solution.text(), &verdict, false));
        } else if let Some(text) = report::verdict_text(&subject, &verdict) {
            app.screen.result(&text);
        }
        let exit = match (&verdict, self.output.as_deref()) {
            (Verdict::Valid { solution, .. }, Some(path)) if app.holds_solutions(path, subject.puzzle.kind()) => {
                let record = PuzzleRecord { puzzle: subject.puzzle, metadata: &item.metadata, flags: "" };
                app.add_to(path, &record, GameToSave::Solution(solution))
            }
            (Verdict::Valid { solution, .. }, Some(path)) => {
                app.draw_answer(path, &item, &StepText::words(subject.puzzle, solution), self.theme)
            }
            (Verdict::Invalid(refusal), _) => {
                explain(app, refusal, solution);
                Exit::Good
            }
            (Verdict::Valid { .. }, None) => Exit::Good,
        };
        Ok(verdict.exit().worst(exit))
    }
}

/// Whether the title of a game says that it is not a solution.
fn is_unfinished(game: &SavedGame) -> bool {
    let title = game.title.as_deref().unwrap_or_default().to_ascii_lowercase();
    ["snapshot", "savegame", "save game", "saved game"].iter().any(|word| title.contains(word))
}

/// Shows the step that was refused, within its text.
pub(super) fn explain(app: &App, refusal: &Refusal, typed: &Typed) {
    let diagnostic = match refusal {
        Refusal::Misread(misread) => {
            let diagnostic = Diagnostic::new(misread.message.clone()).at(misread.place.clone(), "");
            misread.help.iter().fold(diagnostic, |diagnostic, help| diagnostic.help(help.clone()))
        }
        Refusal::Step { place, .. } => Diagnostic::new(refusal.to_string()).at(place.clone(), ""),
        Refusal::Otherwise { refusal, .. } => return explain(app, refusal, typed),
        Refusal::Unfinished { .. } => return,
    };
    let name = if typed.at_prompt { "<prompt>" } else { "<solution>" };
    let source = Source { name: name.to_owned(), text: typed.source.text.clone() };
    app.screen.note(&report::complaint(&diagnostic.shifted(typed.place.start), Some(&source)));
}
