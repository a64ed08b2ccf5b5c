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
use crate::{
    app::{App, Puzzles},
    args::ReadArgs,
    completion,
};

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
            "list" => show(app, self.json, &store, rest, false),
            "show" => show(app, self.json, &store, rest, true),
            "export" => export(app, &store, rest),
            "import" => import(app, &store, rest, &self.read),
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
        if levels.iter().any(|level| level.puzzle.id().eq_ignore_ascii_case(name)) {
            identities.push(name.to_ascii_lowercase());
            continue;
        }
        let items = app.catalog.resolve(&app.typed(name)).map_err(|error| app.refuse(&error, json))?;
        let puzzles = items.iter().filter_map(|item| item.puzzle.as_ref().ok());
        identities.extend(puzzles.map(|puzzle| puzzle.id().to_ascii_lowercase()));
    }
    let is_named = |level: &KeptLevel| identities.contains(&level.puzzle.id().to_ascii_lowercase());
    Ok(levels.into_iter().filter(is_named).collect())
}

/// Shows levels: in short all or those named, or whole ones.
fn show(app: &App, json: bool, store: &SolutionStore, names: &[String], is_whole: bool) -> Outcome {
    if is_whole && names.is_empty() {
        return Err(app.complain("solutions show needs an identity or a PUZZLE; 'solutions list' shows the identities"));
    }
    let levels = chosen(app, store, names, json)?;
    match (json, is_whole) {
        (true, _) => levels.iter().for_each(|level| app.screen.result(&report::kept_line(level))),
        (false, true) => levels.iter().for_each(|level| app.screen.result(&report::kept_level(level))),
        (false, false) if levels.is_empty() => {}
        (false, false) => app.screen.result(&report::kept_levels(&levels, app.screen.width())),
    }
    if levels.is_empty() && (is_whole || !json) {
        app.screen.note("no solution is kept");
    }
    Ok(if is_whole && levels.is_empty() { Exit::No } else { Exit::Good })
}

fn export(app: &App, store: &SolutionStore, arguments: &[String]) -> Outcome {
    let Some((file, names)) = arguments.split_first() else {
        return Err(app.complain("solutions export needs a FILE, for example 'solutions export mine.sok'"));
    };
    let (path, shown) = (&path_of(file), report::escaped(file));
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default().to_ascii_lowercase();
    let levels = chosen(app, store, names, false)?;
    let of = |kind: &str| levels.iter().filter(|level| level.puzzle.kind() == kind).collect::<Vec<_>>();
    let used = |extension: &str| {
        let mut keepers = keepers_of(&app.catalog, extension);
        keepers.retain(|(plugin, _)| !of(plugin.name()).is_empty());
        keepers
    };
    let [keeper] = used(&extension)[..] else {
        let extensions = used("txt")
            .into_iter()
            .filter_map(|(plugin, format)| Some(format!(".{} ({})", format.extensions.first()?, plugin.name())));
        let extensions: Vec<_> = extensions.collect();
        return Err(if extensions.is_empty() {
            app.complain("no solution is kept of these levels: nothing to export")
        } else {
            let extensions = extensions.join(" or ");
            app.complain(&format!("'{shown}' cannot hold these levels; name a file that ends in {extensions}"))
        });
    };
    if path.exists() {
        return Err(app.complain(&format!("'{shown}' exists; name another file, or remove it")));
    }
    let here = of(keeper.0.name());
    let bytes = app.accept(exported(keeper, &here))?;
    app.accept(write_beside(path, &bytes))?;
    app.screen.note(&format!("{} written to {shown}", report::counted(here.len(), "level")));
    if here.len() < levels.len() {
        let left_out = report::counted(levels.len() - here.len(), "level");
        app.screen.note(&format!("note: {left_out} of other kinds left out"));
    }
    Ok(Exit::Good)
}

fn import(app: &mut App, store: &SolutionStore, files: &[String], read: &ReadArgs) -> Outcome {
    if files.is_empty() {
        return Err(app.complain("solutions import needs a FILE, for example 'solutions import mine.sok'"));
    }
    let (mut added, mut known, mut refused) = (0, 0, 0);
    let puzzles = Puzzles { command: "solutions", words: files, read, json: false };
    let exit = app.each_item(puzzles, |app, item| {
        let imported = match store.import(&app.catalog, item) {
            Ok(imported) => imported,
            Err(error) => return app.complain(&error),
        };
        added += imported.added;
        known += imported.known;
        refused += imported.refused.len();
        for (title, reason) in &imported.refused {
            let [reference, title, reason] = [&item.reference, title, reason].map(|it| report::escaped(it));
            app.screen.note(&format!("{reference}: '{title}' is no solution: {reason}"));
        }
        if imported.refused.is_empty() { Exit::Good } else { Exit::No }
    });
    let counted = report::counted(added, "solution");
    app.screen.note(&format!("{counted} added, {known} no better than what is kept, {refused} refused"));
    Ok(exit)
}
