//! Replaces one puzzle of a text: its board, its title if that has changed, and nothing else.
//!
//! Formats differ in what stands around a board, so a replacement is tried in several forms, and each is read back: it
//! is accepted if the text then holds the new puzzle and all others as before.

use std::ops::Range;

use lurd_puzzle::puzzle::{Plugin, PuzzleEntry, PuzzleRecord, ReadOptions, SavedGame};

/// The text with the puzzle of an index, from 0, replaced by a record.
///
/// # Errors
/// No form of it is read back as it should: the reason.
pub(super) fn replaced(
    plugin: &dyn Plugin,
    text: &str,
    index: usize,
    record: &PuzzleRecord<'_>,
) -> Result<String, String> {
    let entries = read(plugin, text)?;
    let entry = entries.get(index).ok_or_else(|| format!("it has {} puzzles now", entries.len()))?;
    let wanted: Vec<_> = entries.iter().map(|entry| Content::of(entry, text)).collect();
    let wanted = Wanted { contents: wanted, index, record };
    let old_title = entry.puzzle.as_ref().ok().and_then(|puzzle| puzzle.title());
    let titles = Titles {
        old: old_title,
        new: record.puzzle.title(),
        before: index
            .checked_sub(1)
            .map_or(0, |last| entries[last].metadata.end.max(entries[last].place.end).min(entry.place.start)),
        end: entry.metadata.end.clamp(entry.place.end, text.len()),
    };
    for board in boards(plugin, record, &text[entry.place.clone()], text.contains("\r\n")) {
        for mut edits in titles.edits(text, &entry.place) {
            edits.push((entry.place.clone(), board.clone()));
            let changed = edited(text, edits);
            if wanted.is_read_from(plugin, &changed) {
                return Ok(changed);
            }
        }
    }
    Err("the puzzle cannot be replaced without a change to the rest of the file".to_owned())
}

fn read(plugin: &dyn Plugin, text: &str) -> Result<Vec<PuzzleEntry>, String> {
    let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
    plugin.read_with(text, &options).map_err(|diagnostic| diagnostic.message)
}

/// Replaces ranges, which do not overlap.
fn edited(text: &str, mut edits: Vec<(Range<usize>, String)>) -> String {
    edits.sort_by_key(|(range, _)| (range.start, range.end));
    let (mut changed, mut from) = (String::with_capacity(text.len() + 256), 0);
    for (range, new) in edits {
        changed += &text[from..range.start];
        changed += &new;
        from = range.end;
    }
    changed + &text[from..]
}

/// The board of a record in each text format, in the style of the old one.
fn boards(plugin: &dyn Plugin, record: &PuzzleRecord<'_>, old: &str, has_crlf: bool) -> Vec<String> {
    let mut boards: Vec<String> = Vec::new();
    for format in plugin.formats().iter().filter(|format| format.is_text) {
        let Ok(written) = plugin.write(format, std::slice::from_ref(record)) else { continue };
        let Ok(text) = String::from_utf8(written.bytes) else { continue };
        let options = ReadOptions { format: Some(format.name.to_owned()), ..ReadOptions::default() };
        let Ok(entries) = plugin.read_with(&text, &ReadOptions { allow_unequal: true, ..options }) else { continue };
        let Some(board) = entries.first().and_then(|entry| text.get(entry.place.clone())) else { continue };
        let mut forms = vec![board.to_owned()];
        // Floor is a hyphen where it was one before, and the rows are on one line where they were.
        if old.contains('-') && !old.trim_matches([' ', '\n', '\r']).contains(' ') {
            forms.insert(0, board.replace(' ', "-"));
        }
        if old.contains('|') && !old.contains('\n') {
            forms.splice(0..0, forms.iter().map(|rows| rows.trim_end().replace('\n', "|")).collect::<Vec<_>>());
        }
        for form in forms {
            let form = if old.ends_with('\n') { form } else { form.trim_end_matches('\n').to_owned() };
            let form = if has_crlf { form.replace("\r\n", "\n").replace('\n', "\r\n") } else { form };
            if !boards.contains(&form) {
                boards.push(form);
            }
        }
    }
    boards
}

/// The title of a puzzle, and where it may stand.
struct Titles<'a> {
    old: Option<&'a str>,
    new: Option<&'a str>,
    /// The end of the puzzle before.
    before: usize,
    /// The end of all that belongs to the puzzle.
    end: usize,
}

impl Titles<'_> {
    /// The ways to change the title; one without any edit if it stays.
    fn edits(&self, text: &str, board: &Range<usize>) -> Vec<Vec<(Range<usize>, String)>> {
        let new = self.new.unwrap_or_default();
        match self.old {
            _ if self.old == self.new => vec![Vec::new()],
            Some(old) => {
                // The text of the puzzle may hold the title.
                let within = std::iter::once(Vec::new());
                let ahead = text[self.before..board.start].rmatch_indices(old).map(|(at, _)| self.before + at);
                let behind = text[board.end..self.end].match_indices(old).map(|(at, _)| board.end + at);
                let around = ahead.chain(behind).map(|at| vec![(at..at + old.len(), new.to_owned())]);
                within.chain(around).collect()
            }
            None => {
                let line = if text.contains("\r\n") { "\r\n" } else { "\n" };
                let (start, end) = (board.start, board.end);
                vec![
                    vec![(end..end, format!("{line}Title: {new}"))],
                    vec![(start..start, format!("; {new}{line}{line}"))],
                ]
            }
        }
    }
}

/// What an entry of a text holds.
#[derive(PartialEq, Eq)]
struct Content {
    /// The puzzle, or the part of the text that is none.
    text: String,
    title: Option<String>,
    about: [String; 4],
    games: Vec<SavedGame>,
}

impl Content {
    fn of(entry: &PuzzleEntry, text: &str) -> Self {
        let metadata = &entry.metadata;
        let puzzle = entry.puzzle.as_ref();
        let author = metadata.author.clone().unwrap_or_default();
        Self {
            text: puzzle.map_or_else(|_| text[entry.place.clone()].to_owned(), |puzzle| puzzle.text()),
            title: puzzle.ok().and_then(|puzzle| puzzle.title()).map(str::to_owned),
            about: [metadata.header.clone(), metadata.notes.clone(), author, entry.flags.clone()],
            games: metadata.games.clone(),
        }
    }
}

/// What the changed text must hold.
struct Wanted<'a> {
    /// The entries as they were.
    contents: Vec<Content>,
    /// Which of them is replaced.
    index: usize,
    record: &'a PuzzleRecord<'a>,
}

impl Wanted<'_> {
    fn is_read_from(&self, plugin: &dyn Plugin, text: &str) -> bool {
        let Ok(entries) = read(plugin, text) else { return false };
        let puzzle = self.record.puzzle;
        entries.len() == self.contents.len()
            && entries.iter().zip(&self.contents).enumerate().all(|(at, (entry, old))| {
                let now = Content::of(entry, text);
                if at != self.index {
                    return now == *old;
                }
                let is_new = now.text == puzzle.text() && now.title.as_deref() == puzzle.title();
                is_new && now.about == old.about && now.games == old.games
            })
    }
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use lurd_engine::program::search::random::Random;
    use lurd_puzzle::catalog::{Catalog, Typed};

    use crate::edit::{DraftLocation, EditError, Editor, SaveOptions, Unsaved};
    use crate::test_puzzle::builtin;

    fn file(name: &str, text: &str) -> PathBuf {
        let path = std::env::temp_dir().join(format!("lurd-in-place-{}-{name}", std::process::id()));
        std::fs::write(&path, text).expect("written");
        path
    }

    fn editor(catalog: &Catalog, reference: &str) -> Result<Editor, EditError> {
        let kind = if reference.contains(".shift") { "shifter" } else { "sokoban" };
        let plugin = catalog.plugins().find(|plugin| plugin.name() == kind).expect("built in");
        let home = DraftLocation::at(&std::env::temp_dir().join(format!("lurd-in-place-{}", std::process::id())));
        let mut editor = Editor::new(plugin.blank(None).expect("a board"), Some(home));
        editor.load_typed(catalog, &Typed::argument(reference)).map(|_| editor)
    }

    /// The collection of levels in every text format, with both kinds of line ends.
    fn collections(catalog: &Catalog) -> Vec<(String, String)> {
        let mut all = Vec::new();
        for (name, kind) in [("pusher", "sokoban"), ("primer", "sokoban"), ("missile", "shifter")] {
            let items = catalog.resolve(&Typed::argument(name)).expect("built in");
            let plugin = catalog.plugins().find(|plugin| plugin.name() == kind).expect("built in");
            for format in plugin.formats().iter().filter(|format| format.is_text) {
                let records: Vec<_> = items
                    .iter()
                    .map(|item| {
                        let puzzle = item.puzzle.as_ref().expect("a puzzle").as_ref();
                        lurd_puzzle::puzzle::PuzzleRecord { puzzle, metadata: &item.metadata, flags: "" }
                    })
                    .collect();
                let Ok(written) = plugin.write(format, &records) else { continue };
                let Ok(text) = String::from_utf8(written.bytes) else { continue };
                let extension = format.extensions.first().copied().unwrap_or("txt");
                let name = format!("{name}-{}.{extension}", format.name);
                all.push((format!("crlf-{name}"), text.replace('\n', "\r\n")));
                all.push((name, text));
            }
            all.push((
                format!("{name}-as-it-is.{}", if kind == "shifter" { "shift" } else { "xsb" }),
                items[0].source.text.clone(),
            ));
        }
        all
    }

    /// Random edits of random levels change the rows of these levels and no other line.
    #[test]
    fn an_edit_changes_its_level_alone() {
        let edits = if std::env::var_os("LURD_FULL").is_some() { 1_000 } else { 150 };
        let catalog = builtin();
        let collections = collections(&catalog);
        let (mut random, mut saved, mut tried) = (Random::new(1), std::collections::BTreeSet::new(), 0);
        while tried < edits {
            let (name, text) = &collections[random.below(collections.len())];
            let path = file(name, text);
            let read = |catalog: &Catalog| catalog.resolve(&Typed::argument(path.to_str().expect("UTF-8")));
            let Ok(before) = read(&catalog) else { panic!("{name} is read") };
            let index = random.below(before.len());
            let Ok(mut editor) = editor(&catalog, &format!("{}:{}", path.display(), index + 1)) else {
                panic!("{name}")
            };
            let panel = &editor.panels()[0];
            let place = lurd_puzzle::puzzle::Coordinates::new(random.below(panel.rows), random.below(panel.columns));
            let brushes = editor.draft().brushes();
            let brush = brushes[random.below(brushes.len())].name.clone();
            let _ = editor.change(|draft, panel| draft.put(panel, &brush, place));
            if random.below(4) == 0 {
                let _ = editor.change(|draft, _| draft.set_title(Some("A new title".to_owned())));
            }
            let Ok(puzzle) = editor.puzzle() else { continue };
            tried += 1;
            let result = editor.save(&catalog, path.to_str().expect("UTF-8"), None, SaveOptions::default());
            let now = std::fs::read_to_string(&path).expect("there");
            match result {
                Ok(done) => {
                    assert_eq!(done.format, None, "{name}");
                    saved.insert(name.clone());
                    let Ok(after) = read(&catalog) else { panic!("{name} is read") };
                    assert_eq!(after.len(), before.len(), "{name}");
                    for (at, (old, new)) in before.iter().zip(&after).enumerate() {
                        let new = new.puzzle.as_ref().expect("a puzzle");
                        let old =
                            if at == index { puzzle.as_ref() } else { old.puzzle.as_ref().expect("read").as_ref() };
                        assert_eq!((new.text(), new.title()), (old.text(), old.title()), "{name}:{}", at + 1);
                    }
                    // The lines before and behind are the same.
                    let (old, new): (Vec<_>, Vec<_>) = (text.split('\n').collect(), now.split('\n').collect());
                    let ahead = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
                    let behind = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
                    let changed = old.len().saturating_sub(ahead + behind);
                    assert!(changed <= panel.rows + 30, "{name}: {changed} lines");
                }
                Err(error) => assert_eq!(
                    (&now, matches!(error, Unsaved::Invalid(_) | Unsaved::Failed(_))),
                    (text, true),
                    "{name}"
                ),
            }
            let _ = std::fs::remove_file(&path);
        }
        assert!(saved.len() * 4 > collections.len() * 3, "{saved:?}");
    }

    #[test]
    fn a_whole_collection_is_replaced_only_by_force_and_kept() {
        let catalog = builtin();
        let path = file("force.xsb", "; A\n\n#####\n#@$.#\n#####\n\n; B\n\n######\n#@ $.#\n######\n");
        let name = path.to_str().expect("UTF-8");
        let Ok(mut editor) = editor(&catalog, "primer/1") else { panic!("read") };
        let refused = editor.save(&catalog, name, None, SaveOptions::default());
        assert_eq!(refused.err(), Some(Unsaved::Exists(Some(2))));
        let force = SaveOptions { overwrite: true, ..SaveOptions::default() };
        let saved = editor.save(&catalog, name, None, force).expect("saved");
        let backup = saved.backup.expect("the old file");
        assert!(std::fs::read_to_string(&backup).expect("there").contains("; B"));
        for path in [name, &backup] {
            let _ = std::fs::remove_file(path);
        }
    }

    #[test]
    fn a_level_whose_game_no_longer_fits_does_not_take_the_others_with_it() {
        let catalog = builtin();
        let one = "One\n\n#######\n#@ $ .#\n#######\n\nSolution\nrRR\n";
        let two = "\nTwo\n\n########\n#@ $  .#\n########\n\nSolution\nrRRR\n";
        let path = file("games.sok", &format!("{one}{two}"));
        let name = path.to_str().expect("UTF-8");
        let Ok(mut editor) = editor(&catalog, &format!("{name}:1")) else { panic!("read") };
        let put = |editor: &mut Editor, brush: &str, column| {
            let place = lurd_puzzle::puzzle::Coordinates::new(1, column);
            editor.change(|draft, _| draft.put(0, brush, place)).unwrap_or_else(|_| panic!("changed"));
        };
        put(&mut editor, "goal", 4);
        put(&mut editor, "floor", 5);
        let refused = editor.save(&catalog, name, None, SaveOptions::default());
        assert_eq!(refused.err(), Some(Unsaved::Loses(1, Vec::new())));
        let force = SaveOptions { overwrite: true, ..SaveOptions::default() };
        let saved = editor.save(&catalog, name, None, force).expect("saved");
        assert!(saved.backup.is_none() && saved.losses.len() == 1, "{saved:?}");
        let now = std::fs::read_to_string(&path).expect("there");
        assert_eq!(now, format!("{}{two}", one.replace("#@ $ .#", "#@ $. #")));
        // Another program puts a level before it.
        std::fs::write(&path, format!("Zero\n\n#####\n#@$.#\n#####\n\n{now}")).expect("written");
        put(&mut editor, "goal", 5);
        put(&mut editor, "floor", 4);
        let saved = editor.save(&catalog, name, None, SaveOptions::default()).expect("saved");
        let now = std::fs::read_to_string(&path).expect("there");
        assert!(saved.format.is_none() && now.starts_with("Zero") && now.ends_with(&format!("{one}{two}")), "{now}");
        let _ = std::fs::remove_file(&path);
    }

    #[test]
    fn drafts_belong_to_their_level() {
        let catalog = builtin();
        let path = file("drafts.xsb", "#####\n#@$.#\n#####\n\n######\n#@ $.#\n######\n");
        let open =
            |index: usize| editor(&catalog, &format!("{}:{index}", path.display())).unwrap_or_else(|_| panic!("read"));
        let mut first = open(1);
        first.change(|draft, _| draft.set_title(Some("x".to_owned()))).unwrap_or_else(|_| panic!("changed"));
        first.keep_draft().expect("kept");
        drop(first);
        let restores = |index| open(index).restore(&catalog).is_ok_and(|is_restored| is_restored);
        assert_eq!((restores(2), restores(1)), (false, true));
        let mut again = open(1);
        assert!(again.restore(&catalog).is_ok_and(|is_restored| is_restored), "it is kept again");
        again.forget_changes();
        let _ = std::fs::remove_file(path);
    }
}
