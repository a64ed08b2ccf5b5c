//! Properties of what reads typed text and files of the user, for any input: the fuzz targets of `fuzz/` and the tests
//! below check them. Each function panics if a property is violated; none writes a file of the user.

use std::fs;

use lurd_engine::program::budget::{Cancel, Limits};
use lurd_engine::program::search::{Settings, Strategy};
use lurd_puzzle::catalog::{Catalog, Item};
use lurd_puzzle::puzzle::{CertificateVerdict, Metadata, Plugin, Puzzle, PuzzleRecord};
use lurd_report as report;
use lurd_report::{Compared, Subject};
use lurd_toolkit::{
    compare::{self, ComparisonOptions, StrategySelection},
    edit::{
        EditEvent, Editor,
        commands::{EditCommand, read as read_edit},
    },
    play::{
        LevelSet, PlayEvent, ProgressFolder,
        commands::{PlayCommand, read as read_play},
    },
    search_options::SearchOptions,
    solutions::{GameToSave, SolutionStore, add, keeper},
    verify,
};

use super::{
    completion,
    prompt::coloured,
    settings::UserSettings,
    split::{inputs, split, unspaced, wants_more},
};

/// A check of a text, with the plug-ins and collections of a program.
pub type Check = fn(&str, &Catalog);

/// The checks by name.
pub const CHECKS: &[(&str, Check)] = &[
    ("prompt", prompt),
    ("play", play),
    ("edit", edit),
    ("configuration", configuration),
    ("gamepad", gamepad),
    ("kept", kept),
    ("certificate", certificate),
    ("export", export),
];

const LEVEL: &str = "########|#  .   #|#@$  $ #|#  . ###|########";
const UNSOLVABLE: &str = "######|#$   #|#  @.#|######";
const SHIFTER: &str = "1234/4123/3412/2341 -> 1234/1234/1234/1234";

fn puzzle(catalog: &Catalog, text: &str) -> Box<dyn Puzzle> {
    let mut read = catalog.plugins().filter_map(|plugin: &dyn Plugin| plugin.read(text).ok());
    read.find_map(|entries| entries.into_iter().find_map(|entry| entry.puzzle.ok())).expect("a puzzle")
}

/// Lines of the prompt: split, parsed, coloured and completed, but not carried out.
fn prompt(text: &str, catalog: &Catalog) {
    let text = unspaced(text);
    for input in inputs(catalog, &text, &[]).into_iter().take(50) {
        let _ = wants_more(catalog, input);
        let words: Vec<&str> = input.split_whitespace().take(20).collect();
        let _ = completion::at_prompt(&words);
        if input.chars().all(|letter| letter == '\n' || !letter.is_control()) {
            let shown = anstream::adapter::strip_str(&coloured(input, catalog, &[])).to_string();
            assert_eq!(shown, input, "colours change no letter");
        }
        let Some(parts) = split(input) else { continue };
        assert!(parts.flag_places.iter().all(|place| input.get(place.clone()).is_some()));
        let _ = parts.row.parser(true).try_get_matches_from(std::iter::once("".into()).chain(parts.words));
    }
}

/// A message has no control characters but line breaks and sequences of style.
fn is_shown(text: &str) {
    let is_style = |letter: char| letter.is_ascii_digit() || letter == ';';
    let mut parts = text.split("\u{1b}[");
    let first = parts.next().unwrap_or_default();
    let rest = parts.map(|part| {
        let style = part.find(|letter| !is_style(letter)).unwrap_or(part.len());
        part[style..].strip_prefix('m').unwrap_or("\u{1b}")
    });
    for part in std::iter::once(first).chain(rest) {
        assert!(part.chars().all(|letter| letter == '\n' || !letter.is_control()), "{text:?}");
    }
}

/// Scripts of the player on two kinds of puzzle. After each line the history is one that the puzzle reads.
fn play(text: &str, catalog: &Catalog) {
    for board in [LEVEL, SHIFTER] {
        let item = Item::of_puzzle(puzzle(catalog, board), "", "");
        let Some(mut levels) = LevelSet::new(vec![item], SolutionStore::none(), ProgressFolder::none()) else {
            continue;
        };
        for line in text.lines().take(100) {
            let Ok(command) = read_play(line, levels.game()) else { continue };
            // These read and write files.
            if matches!(command, PlayCommand::Open(_) | PlayCommand::Export(..)) {
                continue;
            }
            match levels.execute(command, catalog) {
                Ok(PlayEvent::Quit) => break,
                Ok(_) => {}
                Err(error) => is_shown(&report::play_error(&error)),
            }
            let game = levels.game();
            assert!(game.puzzle().read_steps(&game.text()).is_ok(), "{line:?}");
        }
    }
}

/// Scripts of the editor. After each line the draft is one that its text gives.
fn edit(text: &str, catalog: &Catalog) {
    for board in [LEVEL, SHIFTER] {
        let board = puzzle(catalog, board);
        let mut plugins = catalog.plugins().filter(|plugin| plugin.name() == board.kind());
        let draft = plugins.find_map(|plugin| plugin.draft(&board.text())).expect("a draft");
        let mut editor = Editor::new(draft, None);
        for line in text.lines().take(100) {
            let Ok(command) = read_edit(line, 1) else { continue };
            if matches!(command, EditCommand::Save { .. } | EditCommand::Load(_)) {
                continue;
            }
            match editor.execute(catalog, command) {
                Ok(EditEvent::Quit) => break,
                Ok(_) => {}
                Err(error) => is_shown(&report::edit_error(&error)),
            }
            let (kind, text) = (editor.draft().kind(), editor.draft().text());
            let plugin = catalog.plugins().find(|plugin| plugin.name() == kind).expect("known");
            let again = plugin.draft(&text).unwrap_or_else(|| panic!("not read back: {text:?}"));
            assert_eq!(again.text(), text, "{line:?}");
            let _ = editor.issues();
        }
    }
}

/// Configuration files: mistakes have places in the text.
fn configuration(text: &str, _: &Catalog) {
    let mut settings = UserSettings::default();
    if let Err(wrong) = settings.configure("config.toml", text) {
        for diagnostic in wrong {
            assert!(diagnostic.place.clone().is_none_or(|place| text.get(place).is_some()), "{diagnostic:?}");
            is_shown(&report::complaint(&diagnostic, None));
        }
    }
}

/// Gamepad layouts: a layout that is read gives instructions for an answer.
fn gamepad(text: &str, catalog: &Catalog) {
    let board = puzzle(catalog, SHIFTER);
    match board.with_pad(text) {
        Some(Ok(padded)) => {
            let _ = padded.instructions(&["left 1".to_owned(), "right 3".to_owned()]);
        }
        Some(Err(error)) => {
            assert!(error.place.clone().is_none_or(|place| text.get(place).is_some()), "{error:?}");
        }
        None => panic!("shifters have layouts"),
    }
}

/// Files of saved solutions: a solution is added and found again, or the file stays as it is.
fn kept(text: &str, catalog: &Catalog) {
    let level = puzzle(catalog, LEVEL);
    let path = std::env::temp_dir().join(format!("lurd-fuzz-{}.sok", std::process::id()));
    fs::write(&path, text).expect("a folder for temporary files");
    let keeper = keeper(catalog, level.kind()).expect("a format that holds solutions");
    let record = PuzzleRecord { puzzle: level.as_ref(), metadata: &Metadata::default(), flags: "" };
    let solution = "RdrUlllurrRurDlllDR";
    let is_solution = lurd_puzzle::verify::replay(level.as_ref(), solution).is_ok();
    let game = if is_solution { GameToSave::Solution(solution) } else { GameToSave::Snapshot(solution) };
    let added = add(catalog, &path, keeper, &record, game);
    let after = fs::read(&path).expect("it is there");
    let _ = fs::remove_file(&path);
    if added.is_err() {
        assert_eq!(after, text.as_bytes(), "{added:?}");
    }
}

/// Certificates: none is accepted for a puzzle that has a solution.
fn certificate(text: &str, catalog: &Catalog) {
    let limits = Limits::NONE.nodes(20_000).time(std::time::Duration::from_secs(5)).memory(64 << 20);
    let Ok(checked) = verify::check(catalog, text, limits, &Cancel::default(), &mut ()) else { return };
    let CertificateVerdict::Holds(_) = checked.verdict else { return };
    let (cancel, mut no_observer) = (Cancel::default(), ());
    let mut budget = lurd_engine::program::budget::Budget::new(limits, cancel, &mut no_observer);
    let settings = Settings::default();
    let puzzle = checked.puzzle.as_ref();
    let objective = &puzzle.objectives()[0];
    let report = puzzle.solve(objective, Strategy::Auto, &settings, &mut budget);
    assert!(report.ending.is_err(), "a solution of a puzzle that has none: {text}");
}

/// Exported comparisons and lines of JSON, with the text as every name: documents that can be read, without control
/// characters.
fn export(text: &str, catalog: &Catalog) {
    let board = puzzle(catalog, UNSOLVABLE);
    let mut search = SearchOptions::default();
    search.limits.nodes = Some(50);
    let options = ComparisonOptions {
        search,
        chosen: StrategySelection::read("bfs").expect("a strategy"),
        runs: Some(1),
        weights: Vec::new(),
        widths: Vec::new(),
    };
    let subject = Subject { name: text, reference: text, source: text, index: 1, puzzle: board.as_ref() };
    let comparison = compare::compare(board.as_ref(), &options, &Cancel::default(), &mut ());
    for run in comparison.rows.iter().flat_map(|row| &row.runs) {
        let line = report::run_line(&subject, run);
        is_shown(&line);
        let value = report::parsed(&line).expect("JSON");
        assert_eq!(value["name"].as_str(), Some(text));
    }
    for extension in ["md", "csv", "json", "svg"] {
        let writer = report::comparison_writer(&format!("t.{extension}")).expect("a format");
        let document = writer(&[Compared::new(&subject, comparison.clone())]).expect("a document");
        let document = String::from_utf8(document).expect("UTF-8");
        is_shown(&document);
        match extension {
            "svg" => {
                roxmltree::Document::parse(&document).expect("XML");
            }
            "json" => {
                report::parsed(&document).expect("JSON");
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use lurd::catalog::builtin;
    use proptest::prelude::*;

    use super::*;

    /// Texts to mutate, several for each check.
    fn samples(name: &str) -> &'static [&'static str] {
        match name {
            "prompt" => &[
                "solve missile/4 --time 5s --json",
                "verify '12/34 -> 21/34' 'left 0'\nload pusher/1",
                "#####\n#@$.#\n#####",
                "set strategy astar; undo all",
                "compare missile/1 --strategies bfs,astar --export c.md",
            ],
            "play" => &[
                "R\nundo\nredo all\nmark a\nlu\nreturn a\nrestart\nhint\nsolve\nstep 3\nback\ngo 2 3",
                "left 1, left 2\nundo 2\nlevels x\nlevel 1\noverlay reach 2 2\nsolutions\nfollow 2",
            ],
            "edit" => &[
                "new 7x3\nput wall 1 1\nfill wall\nundo\nshift left\nrotate\nmirror\nresize 5 5\nborder",
                "title x\nput player 2 2\nput box 3 3\nerase 1 1\nclear\nredo\non target\nvalidate\nshow",
            ],
            "configuration" => &["strategy = \"astar\"\ntime = \"10s\"\nautosolve = false\nnodes = 7\n"],
            "gamepad" => &[include_str!("../../../examples/gamepad.toml")],
            "kept" => &[
                "########\n#  .   #\n#@$  $ #\n#  . ###\n########\nSolution\nRR\n\n#####\n#@$.#\n#####\n",
                "Title\n\n#####\n#@$.#\n#####\nAuthor: x\n",
            ],
            "certificate" => &[
                include_str!("../../../fuzz/corpus/certificate/corner"),
                include_str!("../../../fuzz/corpus/certificate/four"),
            ],
            _ => &["a < b & \"c\" | d, e"],
        }
    }

    /// Cuts a piece out of a sample, repeats one, and puts a foreign text in.
    fn mutated(sample: &str, cut: (usize, usize), again: (usize, usize), at: usize, foreign: &str) -> String {
        let letters: Vec<char> = sample.chars().collect();
        let range = |(start, length): (usize, usize)| {
            let start = start % (letters.len() + 1);
            start..(start + length).min(letters.len())
        };
        let (cut, again) = (range(cut), range(again));
        let mut new: Vec<char> = letters[..cut.start].iter().chain(&letters[cut.end..]).copied().collect();
        new.extend_from_slice(&letters[again]);
        let at = at % (new.len() + 1);
        new.splice(at..at, foreign.chars());
        new.into_iter().collect()
    }

    #[test]
    fn the_samples_pass() {
        for (name, check) in CHECKS {
            for sample in samples(name) {
                check(sample, &builtin());
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// The fuzz targets find more; this much is run each time, and as much as PROPTEST_CASES says.
        #[test]
        fn mutated_text_violates_no_property(
            check in 0..CHECKS.len(),
            sample in 0_usize..8,
            cut in (0_usize..1000, 0_usize..20),
            again in (0_usize..1000, 0_usize..40),
            at in 0_usize..1000,
            foreign in "(\\PC|[\u{0}-\u{1f}]|[0-9]{1,20}|[#$@.+* ]|\u{9b}|\u{202e}|\"|'|\n|-){0,6}",
        ) {
            let (name, check) = CHECKS[check];
            let samples = samples(name);
            check(&mutated(samples[sample % samples.len()], cut, again, at, &foreign), &builtin());
        }
    }
}
