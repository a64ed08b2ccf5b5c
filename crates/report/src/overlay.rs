//! Cells that are marked on a board: as a picture, and in words.

use lurd_puzzle::puzzle::{CellRole, Controls, Coordinates, Overlay};

use super::style::painted;

/// The first board with the signs of an overlay on some cells.
pub fn overlaid_picture(controls: &dyn Controls, overlay: &Overlay, cells: &[Coordinates]) -> String {
    let mut text = String::new();
    let Some(panel) = controls.panels().first().copied() else { return text };
    for row in 0..panel.rows {
        let (mut line, mut roles): (String, Vec<CellRole>) = (String::new(), Vec::new());
        for column in 0..panel.columns {
            let place = Coordinates::new(row, column);
            let tile = controls.tile(0, place);
            // The places are in reading order.
            let sign = cells.binary_search(&place).ok().and_then(|_| overlay.sign_on(tile.cell_role));
            let is_empty = tile.text.trim().is_empty();
            roles.push(if sign.is_some() && is_empty { overlay.cell_role } else { tile.cell_role });
            match sign {
                Some(sign) => line.push(sign),
                None => line.push_str(&tile.text),
            }
        }
        text.push_str(&painted(line.trim_end(), roles));
        text.push('\n');
    }
    text
}

/// The cells in words: `3 squares that ..: row 2: 3-4; row 3: 1`. Rows and columns count from 1.
pub fn overlay_in_words(overlay: &Overlay, cells: &[Coordinates]) -> String {
    let rows = cells.chunk_by(|one, other| one.row == other.row).map(|row| {
        let runs = row.chunk_by(|one, other| one.column + 1 == other.column);
        let runs = runs.map(|run| match (run[0].column + 1, run[run.len() - 1].column + 1) {
            (from, to) if from == to => from.to_string(),
            (from, to) => format!("{from}-{to}"),
        });
        format!("row {}: {}", row[0].row + 1, runs.collect::<Vec<_>>().join(", "))
    });
    let rows = rows.collect::<Vec<_>>().join("; ");
    format!("{}: {}", overlay.summary, if rows.is_empty() { "none" } else { &rows })
}

#[cfg(test)]
mod tests {
    use lurd_puzzle::puzzle::{Plugin, Position};
    use lurd_sokoban::Sokoban;

    use super::*;

    fn start(text: &str) -> Box<dyn Position> {
        let puzzle = Sokoban.read(text).expect("a text").remove(0).puzzle.expect("a level");
        puzzle.start()
    }

    #[test]
    fn cells_are_marked_and_named() {
        let position = start("#######\n#@ $ .#\n#  #  #\n#######");
        let controls = position.controls().expect("controls");
        let shown = |name: &str, chosen: Option<Coordinates>| {
            let overlay = controls.overlays().iter().find(|it| it.name == name).expect("an overlay");
            let cells = controls.marked(overlay, chosen).expect("cells");
            let picture = overlaid_picture(controls, overlay, &cells);
            let picture = anstream::adapter::strip_str(&picture).to_string();
            (picture, overlay_in_words(overlay, &cells))
        };
        let (picture, words) = shown("reachable", None);
        assert_eq!(picture, "#######\n#@,$ .#\n#,,#  #\n#######\n");
        assert_eq!(words, "squares that the player can reach: row 2: 2-3; row 3: 2-3");
        let (picture, words) = shown("targets", Some(Coordinates::new(1, 3)));
        assert_eq!(picture, "#######\n#@ $oO#\n#  #  #\n#######\n");
        assert_eq!(words, "squares to which the chosen box can be pushed: row 2: 5-6");
        let (picture, words) = shown("dead", None);
        assert_eq!(picture, "#######\n#@ $ .#\n#xx#xx#\n#######\n");
        assert_eq!(words, "dead squares: a box there can reach no goal: row 2: 2; row 3: 2-3, 5-6");
        assert_eq!(shown("frozen", None).1, "frozen boxes: they can never move again: none");
        let cornered = start("#####\n#$.@#\n# * #\n#####");
        let controls = cornered.controls().expect("controls");
        let frozen = controls.overlays().iter().find(|it| it.name == "frozen").expect("an overlay");
        let cells = controls.marked(frozen, None).expect("cells");
        let picture = overlaid_picture(controls, frozen, &cells);
        assert_eq!(anstream::adapter::strip_str(&picture).to_string(), "#####\n#F.@#\n# f #\n#####\n");
        let no_box = controls.marked(&controls.overlays()[2], Some(Coordinates::new(1, 2)));
        assert!(no_box.is_err_and(|error| error.to_string().contains("no box at row 2 column 3")));
    }
}
