//! A shifter in the editor: labels in a source and a target. `?` is a missing tile in the source, and
//! accepts any tile in the target.

use std::collections::HashMap;

use lurd_puzzle::diagnostic::Diagnostic;
use lurd_puzzle::puzzle::{
    Brush, CellRole, Cells, Coordinates, Draft, DraftError, Issue, PadDirection, Panel, Puzzle, Severity, Tile,
    tile_roles,
};

use super::controls::{OutsideBoard, cell_at, labelled, panels};
use crate::{
    instance::NAME,
    notation::{
        reader,
        tokens::{ANY, checked_label, words_for},
    },
    rules::MAX_CELLS,
};

/// Columns and rows of a new board.
const DEFAULT_SIZE: (usize, usize) = (4, 4);

/// A source and a target that are being edited.
#[derive(Clone, Debug)]
pub(crate) struct ShifterDraft {
    title: Option<String>,
    rows: usize,
    columns: usize,
    /// Source and target, row by row.
    boards: [Vec<String>; 2],
    /// The roles of the labels on the boards.
    roles: HashMap<String, CellRole>,
    /// The `locked:` line as it was read; dropped when the lines get other numbers.
    locked: Option<String>,
}

impl ShifterDraft {
    pub(crate) fn blank(size: Option<(usize, usize)>) -> Result<Self, DraftError> {
        let (columns, rows) = size.unwrap_or(DEFAULT_SIZE);
        within_limits(rows, columns)?;
        let board = vec![ANY.to_owned(); rows * columns];
        Ok(Self { title: None, rows, columns, boards: [board.clone(), board], roles: HashMap::new(), locked: None })
    }

    /// Reads the boards after `source:` and `target:`, valid or not.
    pub(crate) fn of_text(text: &str) -> Option<Self> {
        let mut boards: [Vec<Vec<String>>; 2] = Default::default();
        let (mut title, mut locked, mut now) = (None, None, None);
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with(';')) {
            match (line, now) {
                ("source:", _) => now = Some(0),
                ("target:", _) => now = Some(1),
                (line, _) if line.starts_with("locked:") => locked = Some(line.to_owned()),
                (line, Some(board)) => boards[board].push(row(line)?),
                (line, None) => title = Some(line.to_owned()),
            }
        }
        let rows = boards.iter().map(Vec::len).max()?;
        let columns = boards.iter().flatten().map(Vec::len).max()?;
        within_limits(rows, columns).ok()?;
        let filled = |board: &Vec<Vec<String>>| {
            let cell = |index: usize| board.get(index / columns)?.get(index % columns).cloned();
            (0..rows * columns).map(|index| cell(index).unwrap_or_else(|| ANY.to_owned())).collect()
        };
        let boards = [filled(&boards[0]), filled(&boards[1])];
        let mut draft = Self { title, rows, columns, boards, roles: HashMap::new(), locked };
        draft.give_roles();
        Some(draft)
    }

    /// Gives each label its role anew, after a change of the boards.
    fn give_roles(&mut self) {
        let labels = self.boards.iter().flatten().map(String::as_str);
        self.roles = tile_roles(labels).into_iter().map(|(label, role)| (label.to_owned(), role)).collect();
    }

    fn role(&self, label: &str) -> CellRole {
        self.roles.get(label).copied().unwrap_or_default()
    }

    fn index(&self, at: Coordinates) -> Result<usize, OutsideBoard> {
        cell_at(at, self.rows, self.columns)
    }

    /// Rearranges both boards; `from` is the cell that each cell is taken from.
    fn map(&mut self, rows: usize, columns: usize, from: impl Fn(usize, usize) -> (usize, usize)) {
        for board in 0..self.boards.len() {
            self.map_one(board, rows, columns, &from);
        }
        (self.rows, self.columns) = (rows, columns);
        self.locked = None;
    }

    fn map_one(&mut self, board: usize, rows: usize, columns: usize, from: impl Fn(usize, usize) -> (usize, usize)) {
        let old = &self.boards[board];
        let cell = |index: usize| {
            let (row, column) = from(index / columns, index % columns);
            let is_there = row < self.rows && column < self.columns;
            if is_there { old[row * self.columns + column].clone() } else { ANY.to_owned() }
        };
        self.boards[board] = (0..rows * columns).map(cell).collect();
        self.give_roles();
    }

    fn lines(&self, board: usize) -> Vec<String> {
        let is_narrow = self.boards.iter().flatten().all(|label| label.chars().count() == 1);
        self.boards[board]
            .chunks(self.columns)
            .map(|row| if is_narrow { row.concat() } else { row.join(",") + "," })
            .collect()
    }
}

/// The title that is read back from a file with this one; `None` if its line is not read as a title.
fn kept_title(title: &str) -> Option<String> {
    let text = format!("{title}\nsource:\n12\n34\ntarget:\n12\n34\n");
    let [entry] = <[_; 1]>::try_from(reader::read(&text).ok()?).ok()?;
    entry.puzzle.ok()?.title().map(str::to_owned)
}

fn row(line: &str) -> Option<Vec<String>> {
    let labels: Vec<String> = if line.contains([',', ' ']) {
        line.split([',', ' ']).filter(|label| !label.is_empty()).map(str::to_owned).collect()
    } else {
        line.chars().map(String::from).collect()
    };
    labels.iter().all(|label| checked_label(label).is_some()).then_some(labels)
}

/// The label to draw for this brush.
fn checked(brush: &str) -> Result<&str, DraftError> {
    checked_label(brush).ok_or_else(|| format!("'{brush}' is not a tile: a letter, a number, or ? for any").into())
}

fn within_limits(rows: usize, columns: usize) -> Result<(), DraftError> {
    let cells = rows.checked_mul(columns).filter(|cells| (1..=MAX_CELLS).contains(cells));
    cells.map(|_| ()).ok_or_else(|| format!("a shifter has 1 to {MAX_CELLS} tiles").into())
}

impl Cells for ShifterDraft {
    fn counts_from(&self) -> usize {
        0
    }

    fn panels(&self) -> Vec<Panel> {
        let width = self.boards.iter().flatten().map(|label| label.chars().count()).max().unwrap_or(1);
        let [mut source, target]: [Panel; 2] =
            panels(self.rows, self.columns, width).try_into().expect("a board and its target");
        source.name = "source";
        vec![source, target]
    }

    fn tile(&self, panel: usize, place: Coordinates) -> Tile {
        let board = self.boards.get(panel);
        let label = self.index(place).ok().and_then(|index| board?.get(index));
        label.map_or_else(Tile::default, |label| labelled(label, self.role(label)))
    }
}

impl Draft for ShifterDraft {
    fn kind(&self) -> &'static str {
        NAME
    }

    fn brushes(&self) -> Vec<Brush> {
        let mut labels: Vec<&str> = self.boards.iter().flatten().map(String::as_str).collect();
        labels.extend(["1", "2", "3", "4"]);
        labels.sort_unstable_by_key(|label| (label.len(), *label));
        labels.dedup();
        let key = |label: &str| label.chars().next().unwrap_or('?');
        // A label that is not on the boards has the role that it will get.
        let roles = tile_roles(self.boards.iter().flatten().map(String::as_str).chain(labels.iter().copied()));
        let role = |label: &str| roles.get(label).copied().unwrap_or_default();
        labels
            .into_iter()
            .map(|label| Brush { name: label.to_owned(), key: key(label), cell_role: role(label) })
            .collect()
    }

    fn put(&mut self, panel: usize, brush: &str, at: Coordinates) -> Result<(), DraftError> {
        let index = self.index(at).map_err(|error| error.to_string())?;
        let label = checked(brush)?;
        label.clone_into(&mut self.boards[panel.min(1)][index]);
        self.give_roles();
        Ok(())
    }

    fn erase(&mut self, panel: usize, at: Coordinates) -> Result<(), DraftError> {
        self.put(panel, ANY, at)
    }

    fn fill(&mut self, panel: usize, brush: &str) -> Result<(), DraftError> {
        let label = checked(brush)?;
        self.boards[panel.min(1)].fill(label.to_owned());
        self.give_roles();
        Ok(())
    }

    fn clear(&mut self, panel: usize) {
        self.boards[panel.min(1)].fill(ANY.to_owned());
        self.give_roles();
    }

    fn shift(&mut self, panel: usize, way: PadDirection) {
        let (rows, columns) = (self.rows, self.columns);
        self.map_one(panel.min(1), rows, columns, |row, column| match way {
            PadDirection::Left => (row, (column + 1) % columns),
            PadDirection::Right => (row, (column + columns - 1) % columns),
            PadDirection::Up => ((row + 1) % rows, column),
            PadDirection::Down => ((row + rows - 1) % rows, column),
        });
    }

    fn rotate(&mut self) {
        let rows = self.rows;
        self.map(self.columns, rows, |row, column| (rows - 1 - column, row));
    }

    fn mirror(&mut self) {
        let columns = self.columns;
        self.map(self.rows, columns, |row, column| (row, columns - 1 - column));
    }

    fn resize(&mut self, rows: usize, columns: usize) -> Result<(), DraftError> {
        within_limits(rows, columns)?;
        self.map(rows, columns, |row, column| (row, column));
        Ok(())
    }

    fn border(&mut self) -> Result<(), DraftError> {
        Err("a shifter has no border".into())
    }

    fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    fn set_title(&mut self, title: Option<String>) -> Result<(), DraftError> {
        self.title = match title {
            None => None,
            Some(title) => Some(kept_title(&title).ok_or_else(|| {
                format!("'{title}' cannot be a title: in a file, that line would be a comment, a keyword or a board")
            })?),
        };
        Ok(())
    }

    fn check(&self) -> Vec<Issue> {
        if let Some(index) = self.boards[0].iter().position(|label| label == ANY) {
            let place = Coordinates::new(index / self.columns, index % self.columns);
            let count = self.boards[0].iter().filter(|label| *label == ANY).count();
            let tiles = if count == 1 { "1 tile is".to_owned() } else { format!("{count} tiles are") };
            let message = format!("{tiles} missing in the source, the first at {}", place.counted_from(0));
            return vec![Issue::new(Severity::Broken, message).at(place)];
        }
        match read(&self.text()) {
            Err(diagnostic) => vec![Issue::new(Severity::Broken, diagnostic.message)],
            Ok(puzzle) if puzzle.start().is_solved() => {
                vec![Issue::new(Severity::Bad, "already solved: the source is what the target asks for")]
            }
            Ok(_) => Vec::new(),
        }
    }

    fn puzzle(&self) -> Result<Box<dyn Puzzle>, DraftError> {
        read(&self.text()).map_err(|diagnostic| diagnostic.message.into())
    }

    fn text(&self) -> String {
        let mut lines: Vec<String> = self.title.iter().cloned().collect();
        for (word, board) in [("source:", 0), ("target:", 1)] {
            lines.push(word.to_owned());
            lines.extend(self.lines(board));
        }
        lines.extend(self.locked.clone());
        lines.join("\n") + "\n"
    }

    fn picture(&self) -> String {
        self.text()
    }

    fn in_words(&self) -> String {
        let word = words_for(self.boards.iter().flatten().map(String::as_str));
        let mut lines = vec![format!("rows: {}, columns: {}; counted from 0, as in answers", self.rows, self.columns)];
        for ((name, any), board) in [("source", "missing"), ("target", "any tile")].into_iter().zip(&self.boards) {
            for (row, labels) in board.chunks(self.columns).enumerate() {
                let labels: Vec<_> = labels.iter().map(|label| if label == ANY { any } else { word(label) }).collect();
                lines.push(format!("{name} row {row}: {}", labels.join(", ")));
            }
        }
        lines.extend(self.locked.clone());
        lines.join("\n")
    }

    fn boxed(&self) -> Box<dyn Draft> {
        Box::new(self.clone())
    }
}

fn read(text: &str) -> Result<Box<dyn Puzzle>, Diagnostic> {
    let entry = reader::read(text)?.pop();
    entry.map_or_else(|| Err(Diagnostic::new("no board")), |entry| entry.puzzle.map_err(|error| *error))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draft(text: &str) -> ShifterDraft {
        ShifterDraft::of_text(text).expect("boards")
    }

    #[test]
    fn boards_are_drawn_and_checked() {
        let mut draft = ShifterDraft::blank(Some((2, 2))).expect("a size");
        let first = draft.check().remove(0);
        assert_eq!(first.message, "4 tiles are missing in the source, the first at row 0 column 0");
        draft.fill(0, "1").expect("filled");
        draft.put(0, "2", Coordinates::new(1, 0)).expect("put");
        assert_eq!(
            draft.check(),
            [Issue::new(Severity::Bad, "already solved: the source is what the target asks for")]
        );
        draft.put(1, "2", Coordinates::new(0, 1)).expect("put");
        assert_eq!(draft.check(), []);
        assert_eq!(draft.text(), "source:\n11\n21\ntarget:\n?2\n??\n");
        draft.put(1, "3", Coordinates::new(0, 0)).expect("put");
        assert_eq!(draft.check()[0].message, "the target has one 3 too many");
        assert!(draft.put(0, "no", Coordinates::new(0, 0)).is_err() && draft.border().is_err());
        assert!(
            draft.erase(0, Coordinates::new(2, 0)).is_err_and(|error| error.to_string().contains("row 2 column 0"))
        );
        draft.put(0, "010", Coordinates::new(0, 0)).expect("put");
        assert_eq!(draft.text(), "source:\n10,1,\n2,1,\ntarget:\n3,2,\n?,?,\n");
        assert_eq!(ShifterDraft::of_text(&draft.text()).map(|again| again.text()), Some(draft.text()));
    }

    #[test]
    fn a_title_is_kept_by_the_text_or_refused() {
        let mut draft = draft("first\nsource:\n12\n34\ntarget:\n12\n34\n");
        for lost in ["; a comment", "source:", "locked: row 1", "", "12,34 -> 12,34"] {
            assert!(draft.set_title(Some(lost.to_owned())).is_err(), "{lost}");
            assert_eq!(draft.title(), Some("first"));
        }
        draft.set_title(Some("==== Missile 4 ====".to_owned())).expect("a title");
        assert_eq!(draft.title(), Some("Missile 4"));
        assert_eq!(ShifterDraft::of_text(&draft.text()).as_ref().and_then(Draft::title), Some("Missile 4"));
        draft.set_title(None).expect("none");
        assert_eq!(draft.title(), None);
    }

    proptest::proptest! {
        #[test]
        fn no_text_is_a_panic(text in "(source:|target:|locked:|[0-9?a,;\n ]|\\PC){0,40}") {
            if let Some(mut draft) = ShifterDraft::of_text(&text) {
                let is_broken = draft.check().iter().any(|issue| issue.severity == Severity::Broken);
                proptest::prop_assert!(is_broken || draft.puzzle().is_ok(), "{}", draft.text());
                draft.rotate();
                draft.shift(1, PadDirection::Left);
                let _ = (draft.text(), draft.panels());
            }
        }
    }

    #[test]
    fn both_boards_turn_and_one_shifts() {
        let mut draft = draft("name\nsource:\n123\n456\ntarget:\n654\n321\nlocked: row 0");
        assert_eq!(draft.text(), "name\nsource:\n123\n456\ntarget:\n654\n321\nlocked: row 0\n");
        draft.shift(0, PadDirection::Left);
        draft.shift(1, PadDirection::Down);
        assert_eq!(draft.text(), "name\nsource:\n231\n564\ntarget:\n321\n654\nlocked: row 0\n");
        draft.rotate();
        assert_eq!(draft.text(), "name\nsource:\n52\n63\n41\ntarget:\n63\n52\n41\n");
        draft.mirror();
        draft.resize(2, 3).expect("a size");
        assert_eq!(draft.text(), "name\nsource:\n25?\n36?\ntarget:\n36?\n25?\n");
        assert!(draft.resize(40, 40).is_err());
    }
}
