//! `solutions`: what is kept of all levels.

use clap::Parser;
use clap_complete::engine::ArgValueCompleter;
use lurd_disk::names::path_of;
use lurd_puzzle::catalog::did_you_mean;
use lurd_report as report;
use lurd_toolkit::{
    exit::Exit,
    files::write_beside,
    solutions::{KeptLevel, SolutionStore, exported, keepers_of},
};

use super::Run;
use crate::registry::Outcome;
use crate::{app::App, args::ReadArgs, completion};

/// What follows `solutions`.
const PARTS: &[&str] = &["list", "show", "export", "import"];

/// Manage the saved solutions: list, show, export, import
#[derive(Parser)]
pub(super) struct Solutions {
    /// What to do; and identities, puzzles or files
    #[arg(value_name = "ACTION", add = ArgValueCompleter::new(completion::puzzles))]
    words: Vec<String>,
    /// Print one JSON object per line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    read: ReadArgs,
}

impl Run for Solutions {
    const IS_RARE: bool = true;
    const EXAMPLES: &'static [(&'static str, &'static str)] = &[
        ("solutions list", "the levels with saved solutions, by their Unique-Id"),
        ("solutions import mine.sok", "add the solutions of a file after replaying them"),
        ("solutions export all.sok", "all of one kind of puzzle, in a file"),
    ];

    fn run(self, app: &mut App) -> Outcome {
        app.read_with(&self.read, self.read.all);
        let store = app.store(false);
        if !store.is_kept() {
            return Err(
                app.complain("solutions are not saved: 'set store off' is in effect, or no home folder is known")
            );
        }
        let (action, rest) = self.words.split_first().map_or(("", &[][..]), |(action, rest)| (action.as_str(), rest));
        if self.json && !matches!(action, "list" | "show") {
            return Err(app.complain("--json is for 'solutions list' and 'solutions show'"));
        }
        match action {
            "list" => list(app, self.json, &store, rest),
            "show" => show(app, self.json, &store, rest),
            "export" => Ok(export(app, &store, rest)),
            "import" => Ok(import(app, &store, rest)),
            "" => Err(app.complain(&format!("solutions needs one of {}", PARTS.join(", ")))),
            other => {
                let near = did_you_mean(other, PARTS);
                let other = report::escaped(other);
                Err(app.complain(&format!("unknown 'solutions {other}'{near}; there are {}", PARTS.join(", "))))
            }
        }
    }
}

/// The kept levels that the arguments name, by identities or as puzzles; without arguments all. Notes what cannot be
/// read.
fn chosen(app: &App, store: &SolutionStore, names: &[String], json: bool) -> Result<Vec<KeptLevel>, Exit> {
    let (levels, damaged) = store.inventory(&app.catalog);
    for error in &damaged {
        app.screen.note(&report::message(&report::escaped(&error.to_string())));
    }
    if names.is_empty() {
        return Ok(levels);
    }
    let mut identities = Vec::new();
    for name in names {
        if levels.iter().any(|level| level.identity.eq_ignore_ascii_case(name)) {
            identities.push(name.clone());
            continue;
        }
        let items = app.catalog.resolve(&app.typed(name)).map_err(|error| app.refuse(&error, json))?;
        let puzzles = items.iter().filter_map(|item| item.puzzle.as_ref().ok());
        identities.extend(puzzles.map(|puzzle| KeptLevel::identity_of(puzzle.as_ref())));
    }
    let is_named = |level: &KeptLevel| identities.iter().any(|identity| identity.eq_ignore_ascii_case(&level.identity));
    Ok(levels.into_iter().filter(is_named).collect())
}

fn list(app: &App, json: bool, store: &SolutionStore, names: &[String]) -> Outcome {
    let levels = chosen(app, store, names, json)?;
    if json {
        for level in &levels {
            app.screen.result(&report::kept_line(level));
        }
    } else if levels.is_empty() {
        app.screen.note("no solution is kept");
    } else {
        app.screen.result(&report::kept_levels(&levels, app.screen.width()));
    }
    Ok(Exit::Good)
}

fn show(app: &App, json: bool, store: &SolutionStore, names: &[String]) -> Outcome {
    if names.is_empty() {
        return Err(app.complain("solutions show needs an identity or a PUZZLE; 'solutions list' shows the identities"));
    }
    let levels = chosen(app, store, names, json)?;
    if levels.is_empty() {
        app.screen.note("no solution is kept of it");
        return Ok(Exit::No);
    }
    for level in &levels {
        let text = if json { report::kept_line(level) } else { report::kept_level(level) };
        app.screen.result(&text);
    }
    Ok(Exit::Good)
}

fn export(app: &App, store: &SolutionStore, arguments: &[String]) -> Exit {
    let Some((file, names)) = arguments.split_first() else {
        return app.complain("solutions export needs a FILE, for example 'solutions export mine.sok'");
    };
    let path = &path_of(file);
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_ascii_lowercase();
    let keepers = keepers_of(&app.catalog, &extension);
    let levels = match chosen(app, store, names, false) {
        Ok(levels) => levels,
        Err(exit) => return exit,
    };
    let of = |kind: &str| levels.iter().filter(|level| level.puzzle.kind() == kind).collect::<Vec<_>>();
    let used: Vec<_> = keepers.iter().filter(|(plugin, _)| !of(plugin.name()).is_empty()).collect();
    let shown = report::escaped(file);
    let all = levels.len();
    let (keeper, levels) = match used.as_slice() {
        [keeper] => (keeper, of(keeper.0.name())),
        [] => {
            let extensions: Vec<_> = keepers_of(&app.catalog, "txt")
                .iter()
                .filter(|(plugin, _)| !of(plugin.name()).is_empty())
                .filter_map(|(plugin, format)| Some(format!(".{} ({})", format.extensions.first()?, plugin.name())))
                .collect();
            return if extensions.is_empty() {
                app.complain("no solution is kept of these levels: nothing to export")
            } else {
                app.complain(&format!(
                    "'{shown}' can hold none of these levels; name a file that ends in {}",
                    extensions.join(" or ")
                ))
            };
        }
        _ => {
            return app.complain(&format!("'{shown}' cannot hold several kinds of puzzles; use their extensions"));
        }
    };
    if path.exists() {
        return app.complain(&format!("'{shown}' exists; name another file, or remove it"));
    }
    let written = exported((keeper.0, keeper.1), &levels).map_err(|error| error.to_string());
    match written.and_then(|bytes| write_beside(path, &bytes).map_err(String::from)) {
        Ok(()) => {
            app.screen.note(&format!("{} written to {shown}", report::counted(levels.len(), "level")));
            let others: Vec<_> = keepers_of(&app.catalog, "txt")
                .iter()
                .filter(|(plugin, _)| plugin.name() != keeper.0.name() && !of(plugin.name()).is_empty())
                .filter_map(|(plugin, format)| Some(format!(".{} ({})", format.extensions.first()?, plugin.name())))
                .collect();
            if all > levels.len() {
                let (left_out, extensions) = (report::counted(all - levels.len(), "level"), others.join(" or "));
                app.screen.note(&format!("note: {left_out} left out; a file that ends in {extensions} can hold them"));
            }
            Exit::Good
        }
        Err(error) => app.complain(&error),
    }
}

fn import(app: &App, store: &SolutionStore, files: &[String]) -> Exit {
    if files.is_empty() {
        return app.complain("solutions import needs a FILE with solutions, for example 'solutions import mine.sok'");
    }
    let (mut added, mut known, mut refused, mut worst) = (0, 0, 0, Exit::Good);
    for file in files {
        let items = match app.catalog.resolve(&app.typed(file)) {
            Ok(items) => items,
            Err(error) => {
                worst = worst.worst(app.refuse(&error, false));
                continue;
            }
        };
        for item in items {
            if item.puzzle.is_err() {
                worst = worst.worst(app.refuse_item(&item, false));
                continue;
            }
            let imported = match store.import(&app.catalog, &item) {
                Ok(imported) => imported,
                Err(error) => return app.complain(&error),
            };
            added += imported.added;
            known += imported.known;
            refused += imported.refused.len();
            for (title, reason) in imported.refused {
                let [reference, title, reason] = [&item.reference, &title, &reason].map(|it| report::escaped(it));
                app.screen.note(&format!("{reference}: '{title}' is no solution: {reason}"));
                worst = worst.worst(Exit::No);
            }
        }
    }
    let counted = report::counted(added, "solution");
    app.screen.note(&format!("{counted} added, {known} no better than what is kept, {refused} refused"));
    worst
}
