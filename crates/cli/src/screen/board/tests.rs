//! Boards on screens of several sizes.

use lurd_puzzle::puzzle::Tile;

use super::*;

/// Cells that say where they are.
struct Field(Vec<Panel>);

impl Cells for Field {
    fn panels(&self) -> Vec<Panel> {
        self.0.clone()
    }

    fn tile(&self, _: usize, place: Place) -> Tile {
        let letter = char::from(b'a' + u8::try_from((place.row + place.column) % 26).expect("a letter"));
        Tile { text: letter.to_string().into(), ..Tile::default() }
    }
}

fn panel(rows: usize, columns: usize, numbered: bool) -> Panel {
    Panel { name: "name", rows, columns, width: 1, numbered }
}

#[test]
fn the_cell_under_the_pointer_is_the_one_that_is_drawn_there() {
    let area = Rect::new(3, 2, 30, 9);
    for (panels, focus) in [
        (vec![panel(4, 5, false)], Place::new(0, 0)),
        (vec![panel(40, 100, false)], Place::new(20, 50)),
        (vec![panel(40, 100, false)], Place::new(39, 99)),
        (vec![panel(4, 4, true), panel(4, 4, true)], Place::new(0, 0)),
        (vec![panel(12, 30, true), panel(12, 30, true)], Place::new(11, 20)),
    ] {
        let field = Field(panels);
        let mut buffer = Buffer::empty(Rect::new(0, 0, 40, 12));
        let mut viewport = Viewport::default();
        let marks = Marks { focus: Some(focus), ..Marks::default() };
        viewport.draw(&mut buffer, area, &field, marks, Theme::plain(true));
        let mut seen = 0;
        let mut sees_focus = false;
        for (column, row) in (0..40).flat_map(|column| (0..12).map(move |row| (column, row))) {
            let Some((number, place)) = viewport.cell_at(column, row) else {
                continue;
            };
            sees_focus |= (number, place) == (0, focus);
            let symbol = buffer[(column, row)].symbol().to_owned();
            if symbol != " " {
                assert_eq!(symbol, field.tile(number, place).text, "{place}");
                seen += 1;
            }
        }
        assert!(seen > 10 && sees_focus, "{seen}");
    }
}

#[test]
fn what_is_too_large_is_scrolled_to_its_ends() {
    let field = Field(vec![panel(30, 60, false)]);
    let mut buffer = Buffer::empty(Rect::new(0, 0, 20, 10));
    let mut viewport = Viewport::default();
    let area = buffer.area;
    let mut look = |viewport: &mut Viewport, focus| {
        viewport.draw(&mut buffer, area, &field, Marks { focus: Some(focus), ..Marks::default() }, Theme::plain(true));
        (viewport.cell_at(0, 0).map(|it| it.1), viewport.cell_at(19, 9).map(|it| it.1), viewport.more())
    };
    let at = |row, column| Some(Place::new(row, column));
    assert_eq!(look(&mut viewport, Place::new(0, 0)), (at(0, 0), at(9, 19), " more: >v".to_owned()));
    assert_eq!(look(&mut viewport, Place::new(29, 59)), (at(20, 40), at(29, 59), " more: <^".to_owned()));
    viewport.scroll(-5, -100);
    assert_eq!(look(&mut viewport, Place::new(29, 59)), (at(0, 35), at(9, 54), " more: <>v".to_owned()));
    viewport.follow();
    assert_eq!(look(&mut viewport, Place::new(29, 59)).0, at(20, 40));
}
