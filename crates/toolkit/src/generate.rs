//! Generated puzzles, and the rating of a puzzle.

use std::sync::Arc;

use lurd_disk::names::path_of;
use lurd_engine::program::budget::{Budget, Cancel, Limits, Observer};
use lurd_puzzle::puzzle::{
    Difficulty, Ending, GenerateOptions, Generated, LongestOptions, Metadata, Plugin, Puzzle, Rating, Unanswered,
};
use lurd_puzzle::{reasons, verify};

use super::{commands::Flags, search_options::alternatives, state_space::RunFile};

reasons! {
    /// Why the flags do not describe what to generate.
    GenerateFlagError;
}

/// The puzzles that were generated.
pub struct Generation {
    pub puzzles: Vec<Generated>,
    /// All of them were generated, or why there are no more.
    pub end: Ending<()>,
}

/// What to generate, by the flags.
///
/// # Errors
/// The plug-in has no such style.
pub fn options(plugin: &dyn Plugin, flags: &Flags) -> Result<GenerateOptions, GenerateFlagError> {
    let style = flags.style.clone();
    if let Some(style) = style.as_deref().filter(|style| !plugin.styles().contains(style)) {
        return Err(match plugin.styles() {
            [] => format!("--style: {} puzzles have no styles", plugin.name()),
            styles => format!("--style: invalid style '{style}': expected {}", alternatives(styles)),
        }
        .into());
    }
    Ok(GenerateOptions {
        seed: flags.search.settings.seed,
        count: flags.count.unwrap_or(1),
        size: flags.size,
        boxes: flags.boxes,
        difficulty: flags.difficulty.unwrap_or(Difficulty::Easy),
        style,
        longest: longest(flags)?,
    })
}

/// The size of the longest puzzle, if one is wanted.
fn longest(flags: &Flags) -> Result<Option<LongestOptions>, GenerateFlagError> {
    let Some(floor) = flags.longest else {
        return match flags.run_file {
            Some(_) => Err("--resume is for --longest".to_owned().into()),
            None => Ok(None),
        };
    };
    for name in ["size", "difficulty", "style", "count"] {
        if flags.is_given(name) {
            return Err(
                format!("--{name} is not for --longest, which finds one level of the size that it names").into()
            );
        }
    }
    let saved = flags.run_file.as_deref().map(|path| Arc::new(RunFile(path_of(path))) as _);
    Ok(Some(LongestOptions { floor, objective: flags.search.objective.clone(), saved }))
}

/// Generates puzzles within `limits` and returns those that were complete, with the reason if there are fewer than
/// requested. Their answers are replayed.
pub fn generate(
    plugin: &dyn Plugin,
    options: &GenerateOptions,
    limits: Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Generation {
    let mut budget = Budget::new(limits, cancel.clone(), observer);
    let (mut puzzles, mut error) = (Vec::new(), None);
    let end = plugin.generate(options, &mut budget, &mut |generated| {
        let solution = generated.rating.solution.as_deref().unwrap_or_default();
        if let Err(refusal) = verify::replay(generated.puzzle.as_ref(), solution) {
            error.get_or_insert_with(|| {
                format!("an answer does not replay: {refusal}; this is a bug in lurd or in the plug-in of this puzzle")
            });
        }
        puzzles.push(generated);
    });
    let end = match error {
        Some(message) => {
            puzzles.clear();
            Err(Unanswered::Bug { message })
        }
        None => end,
    };
    Generation { puzzles, end }
}

/// What a file holds beside a generated puzzle: its rating as a note, and its answer.
pub fn metadata(plugin: &dyn Plugin, generated: &Generated, note: String) -> Metadata {
    let solution = generated.rating.solution.as_deref();
    let games = solution.map(|solution| plugin.game(generated.puzzle.as_ref(), solution, true));
    Metadata { notes: note, games: games.into_iter().collect(), ..Metadata::default() }
}

// Rating a puzzle under limits. Its answer is replayed before it is returned.

/// Rates `puzzle` within `limits`; returns the rating, or why there is none.
pub fn rate(puzzle: &dyn Puzzle, limits: Limits, cancel: &Cancel, observer: &mut dyn Observer) -> Ending<Rating> {
    let mut budget = Budget::new(limits, cancel.clone(), observer);
    let rating = puzzle.rate(&mut budget)?;
    match rating.solution.as_deref().map(|solution| verify::replay(puzzle, solution)) {
        Some(Err(refusal)) => {
            let message = format!(
                "the answer does not replay: {refusal}; this is a bug in lurd or in the plug-in of this puzzle"
            );
            Err(Unanswered::Bug { message })
        }
        Some(Ok(_)) | None => Ok(rating),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::commands::{Values, command, flag};

    fn read(given: &[(&'static str, &'static str)]) -> Result<GenerateOptions, String> {
        let catalog = crate::test_puzzle::builtin();
        let sokoban = catalog.plugins().find(|plugin| plugin.name() == "sokoban").expect("built in");
        let given = given.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
        let flags = Flags::read(|flag| command("generate").expect("a command").takes(flag), &given, |_| None)
            .map_err(String::from)?;
        options(sokoban, &flags).map_err(String::from)
    }

    #[test]
    fn flags_become_options() {
        let options = read(&[("size", "8x7"), ("boxes", "3"), ("difficulty", "hard"), ("style", "maze")]);
        let options = options.expect("valid");
        assert_eq!((options.size, options.boxes, options.count), (Some((8, 7)), Some(3), 1));
        assert_eq!((options.difficulty, options.style.as_deref()), (Difficulty::Hard, Some("maze")));
        for (flag, value, message) in [
            ("size", "8", "--size: invalid size '8': expected columns and rows, such as 8x7"),
            ("count", "0", "--count: invalid number '0': expected 1 to 100000, such as 20"),
            ("difficulty", "x", "--difficulty: invalid class 'x': expected easy, medium, hard or expert"),
            ("style", "x", "--style: invalid style 'x': expected rooms, open, maze or symmetric"),
        ] {
            assert_eq!(read(&[(flag, value)]).expect_err("refused"), message);
        }
    }

    /// Completion offers what the plug-in draws.
    #[test]
    fn the_styles_of_the_flag_are_those_of_the_levels() {
        let catalog = crate::test_puzzle::builtin();
        let sokoban = catalog.plugins().find(|plugin| plugin.name() == "sokoban").expect("built in");
        let Some(Values::Names(names)) = flag("style").map(|flag| flag.values) else { panic!("a choice") };
        assert_eq!(names(), sokoban.styles());
    }
}
