//! Positions as JSON: for each cell the classes that the page's style sheet draws, and the letters in it.

use std::collections::HashMap;

use lurd_puzzle::puzzle::{CellRole, Cells, Controls, Coordinates, Overlay, Panel, Tile};
use serde_json::{Value, json};

/// What is pointed out on the first board.
#[derive(Clone, Copy, Default)]
pub(crate) struct Pointed<'o> {
    /// The lit row and column.
    pub(crate) lit: Option<Coordinates>,
    /// The cell of the piece that was taken up.
    pub(crate) taken: Option<Coordinates>,
    /// The cell to which a piece has moved.
    pub(crate) moved: Option<Coordinates>,
    /// The overlays that are shown.
    pub(crate) overlays: &'o [&'static Overlay],
}

/// The boards of a position.
pub(crate) fn of_controls(controls: &dyn Controls, pointed: Pointed<'_>) -> Value {
    let mut marked: HashMap<Coordinates, &'static Overlay> = HashMap::new();
    for overlay in pointed.overlays {
        // What cannot be shown was reported when it was switched on.
        let cells = controls.marked(overlay, pointed.taken).unwrap_or_default();
        marked.extend(cells.into_iter().map(|cell| (cell, *overlay)));
    }
    of_cells(controls, pointed, &marked)
}

/// The boards of a draft.
pub(crate) fn of_draft(cells: &dyn Cells) -> Value {
    of_cells(cells, Pointed::default(), &HashMap::new())
}

fn of_cells(cells: &dyn Cells, pointed: Pointed<'_>, marked: &HashMap<Coordinates, &'static Overlay>) -> Value {
    let board = |(number, panel): (usize, Panel)| {
        let first = number == 0;
        let places =
            (0..panel.rows).flat_map(|row| (0..panel.columns).map(move |column| Coordinates::new(row, column)));
        let drawn: Vec<[String; 2]> = places
            .map(|place| {
                let tile = cells.tile(number, place);
                let overlay = marked.get(&place).filter(|_| first).copied();
                let (mut class, text) = drawn(&tile, overlay);
                let is_lit = pointed.lit.is_some_and(|lit| lit.row == place.row || lit.column == place.column);
                for (is_on, name) in [
                    (is_lit, " lit"),
                    (pointed.taken == Some(place), " taken"),
                    (pointed.moved == Some(place), " moved"),
                ] {
                    if first && is_on {
                        class.push_str(name);
                    }
                }
                [class, text]
            })
            .collect();
        let Panel { name, rows, columns, width, numbered } = panel;
        json!({
            "name": name, "rows": rows, "columns": columns, "width": width, "numbered": numbered, "cells": drawn,
        })
    };
    cells.panels().into_iter().enumerate().map(board).collect()
}

/// The classes of a cell, and the letters in it.
fn drawn(tile: &Tile, overlay: Option<&Overlay>) -> (String, String) {
    let is_empty = tile.text.trim().is_empty();
    let sign = overlay.and_then(|overlay| Some((overlay, overlay.sign_on(tile.cell_role)?)));
    match sign {
        Some((overlay, _)) if is_empty => return (role_class(overlay.cell_role), String::new()),
        Some((_, sign)) => return (role_class(tile.cell_role), sign.to_string()),
        None => {}
    }
    match tile.cell_role {
        // The player on a goal has a letter of its own.
        CellRole::Player if &*tile.text == "+" => ("player goal".to_owned(), String::new()),
        CellRole::Tile(_) | CellRole::Faint | CellRole::Plain => {
            (role_class(tile.cell_role), tile.text.trim().to_owned())
        }
        role => (role_class(role), String::new()),
    }
}

/// The class of a role.
pub(crate) fn role_class(role: CellRole) -> String {
    match role {
        CellRole::Plain => "plain".to_owned(),
        CellRole::Faint => "faint".to_owned(),
        CellRole::Wall => "wall".to_owned(),
        CellRole::Player => "player".to_owned(),
        CellRole::Piece => "piece".to_owned(),
        CellRole::Goal => "goal".to_owned(),
        CellRole::Placed => "placed".to_owned(),
        CellRole::Marked => "marked".to_owned(),
        CellRole::Danger => "danger".to_owned(),
        CellRole::Tile(colour) => format!("tile t{colour}"),
    }
}

/// A place as JSON.
pub(crate) fn coordinates(place: Coordinates) -> Value {
    json!({ "row": place.row, "column": place.column })
}
