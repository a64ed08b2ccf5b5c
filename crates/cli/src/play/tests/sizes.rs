//! The sizes of cells, the themes, and the screenshots of the documentation.

use std::{
    collections::{BTreeMap, BTreeSet},
    fmt::Write as _,
    path::Path,
};

use lurd_toolkit::{solutions::KnownSolution, themes::ThemeName};
use ratatui::{
    buffer::Cell,
    crossterm::event::{Event, KeyModifiers, MouseEvent},
};

use super::*;
use crate::screen::{
    tests::picture::{DRAWN, colours, in_sizes_and_colours, svg},
    theme::Depth,
};

/// The rows of the screen that the board fills.
fn filled(show: &Show) -> BTreeSet<u16> {
    let area = show.terminal.backend().buffer().area;
    let is_board = |row: &u16| (0..area.width).any(|column| show.view.viewport.cell_at(column, *row).is_some());
    (0..area.height).filter(is_board).collect()
}

/// The columns and the number of rows of the screen that a cell takes.
fn size_of_cell(show: &Show) -> (usize, usize) {
    let area = show.terminal.backend().buffer().area;
    let cell = Some((0, Coordinates::new(1, 1)));
    let all = (0..area.height).flat_map(|row| (0..area.width).map(move |column| (column, row)));
    let places: Vec<_> = all.filter(|&(column, row)| show.view.viewport.cell_at(column, row) == cell).collect();
    let rows: BTreeSet<_> = places.iter().map(|(_, row)| row).collect();
    let columns: BTreeSet<_> = places.iter().map(|(column, _)| column).collect();
    (columns.len(), rows.len())
}

/// Checks that the board fills at least 60% of the rows that are free, of which there are at least 8.
fn assert_fills(show: &mut Show, level: &str, size: (u16, u16)) {
    let text = show.text();
    let area = show.terminal.backend().buffer().area;
    let free = usize::from(crate::play::view::layout(area).board.height);
    let rows = filled(show).len();
    // Cells are at most 4x8, which is too small for small levels to fill a large screen.
    let is_largest = size_of_cell(show) == (8, 4);
    assert!(10 * rows >= 6 * free || is_largest, "{level}: {rows} of {free}\n{text}");
    assert!(free >= 8, "{level}: {free}");
    assert!(!is_largest || size == (200, 60), "{level}");
}

#[test]
fn boards_fill_the_rows_that_are_free() {
    let levels = ["pusher/1", "pusher/2", "pusher/3", "primer/4", "primer/11", "stuck/5", HALL];
    for size in SIZES {
        for level in levels {
            let mut show = Show::of(level, size.0, size.1, false);
            // Letters have whole rows, so that boards drawn with them may fill half as much.
            show.view.theme.depth = Depth::True;
            assert_fills(&mut show, level, size);
        }
    }
}

#[test]
fn boards_of_levels_with_a_saved_solution_fill_the_rows_too() {
    for size in SIZES {
        for level in ["pusher/1", "pusher/2", "pusher/3", "primer/4", "primer/11"] {
            let mut show = Show::of(level, size.0, size.1, false);
            show.view.theme.depth = Depth::True;
            let game = show.view.level_set.game_mut();
            let (solution, metrics) = ("r".to_owned(), game.metrics());
            game.records.known = vec![KnownSolution { solution, metrics, is_played: false }];
            assert_fills(&mut show, level, size);
        }
    }
}

#[test]
fn messages_do_not_move_the_board() {
    for (columns, rows) in SIZES {
        for reference in ["pusher/1", "missile/4", HALL] {
            let mut show = Show::of(reference, columns, rows, false);
            let before = (filled(&show), size_of_cell(&show));
            for keys in ["l", "t", "t", "m", ":mark a name that is long enough for several lines\n", ":x\n", "h"] {
                show.keys(keys);
                show.text();
                assert_eq!((filled(&show), size_of_cell(&show)), before, "{reference} {keys}");
            }
        }
    }
}

#[test]
fn cells_are_made_larger_and_smaller() {
    let mut show = Show::of(HALL, 80, 24, false);
    show.view.theme.depth = Depth::True;
    show.text();
    assert_eq!(size_of_cell(&show).0, 7, "what fits");
    show.keys("-");
    show.text();
    assert_eq!(size_of_cell(&show), (6, 3));
    show.keys("++++");
    show.text();
    assert_eq!(size_of_cell(&show).0, 7, "no larger than what fits");
    show.keys("--=");
    show.text();
    assert_eq!(size_of_cell(&show).0, 7);
    show.keys("---------");
    show.text();
    assert_eq!(size_of_cell(&show), (1, 1), "the smallest");
    for (kind, columns) in [(MouseEventKind::ScrollUp, 2), (MouseEventKind::ScrollDown, 1)] {
        let modifiers = KeyModifiers::CONTROL;
        show.view.handle(&Event::Mouse(MouseEvent { kind, column: 3, row: 3, modifiers }));
        show.text();
        assert_eq!(size_of_cell(&show).0, columns);
    }
}

#[test]
fn no_zoom_hides_a_part_of_a_board_that_fits() {
    for (columns, rows) in SIZES {
        for reference in ["pusher/1", "missile/4", HALL] {
            let mut show = Show::of(reference, columns, rows, false);
            show.view.theme.depth = Depth::True;
            show.text();
            let before = (filled(&show), show.view.viewport.more());
            for _ in 0..9 {
                show.keys("+");
                show.text();
                assert_eq!((filled(&show), show.view.viewport.more()), before, "{reference} {columns}x{rows}");
            }
        }
    }
}

#[test]
fn the_board_stays_where_it_is_when_a_solution_becomes_known() {
    for (columns, rows) in SIZES {
        let mut show = Show::of("pusher/1", columns, rows, false);
        let before = (filled(&show), size_of_cell(&show));
        let game = show.view.level_set.game_mut();
        let (solution, metrics) = ("r".to_owned(), game.metrics());
        game.records.known = vec![KnownSolution { solution, metrics, is_played: true }];
        show.keys("1");
        show.text();
        assert_eq!((filled(&show), size_of_cell(&show)), before);
    }
}

#[test]
fn without_colours_every_kind_of_square_looks_different() {
    for (size, ascii) in SIZES.into_iter().flat_map(|size| [false, true].map(|ascii| (size, ascii))) {
        for level in [LEVEL, "pusher/1"] {
            let mut show = Show::of(level, size.0, size.1, ascii);
            show.text();
            let mut looks: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
            let game = show.view.game();
            let controls = game.position().controls().expect("cells");
            let panel = controls.panels()[0];
            let buffer = show.terminal.backend().buffer();
            let mut seen: BTreeMap<Coordinates, String> = BTreeMap::new();
            for (x, y) in (0..size.1).flat_map(|y| (0..size.0).map(move |x| (x, y))) {
                if let Some((0, place)) = show.view.viewport.cell_at(x, y) {
                    seen.entry(place).or_default().push_str(buffer[(x, y)].symbol());
                }
            }
            let full = seen.values().map(|look| look.chars().count()).max().expect("cells");
            for (place, look) in seen.into_iter().filter(|(_, look)| look.chars().count() == full) {
                assert!(panel.holds(place));
                let text = controls.tile(0, place).text.into_owned();
                let kind = ["#", "$", ".", "@", "+", "*"].into_iter().find(|kind| text.contains(kind)).unwrap_or(" ");
                looks.entry(look).or_default().insert(kind);
            }
            assert!(looks.values().all(|kinds| kinds.len() == 1), "{level} {size:?}: {looks:?}");
            assert!(looks.len() > 4, "{looks:?}");
            let is_filled = |look: &String| !look.contains(' ');
            let pieces = looks.iter().filter(|(_, kinds)| ["$", ".", "#"].iter().any(|kind| kinds.contains(kind)));
            assert!(pieces.into_iter().all(|(look, _)| is_filled(look)), "{looks:?}");
        }
    }
}

#[test]
fn a_hint_is_an_arrow_on_the_board() {
    for (reference, keys, arrow) in [("#######|#@ $ .#|#######", "i", '→'), ("12/34 -> 21/34", "i", '←')] {
        let mut show = Show::of(reference, 80, 24, false);
        assert!(!show.text().contains(arrow));
        show.keys(keys);
        show.wait();
        assert!(show.text().contains(arrow), "{}", show.text());
        show.keys("u");
        assert!(!show.text().contains(arrow), "the next key removes it");
    }
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let mut show = Show::of("pusher/1", 39, 12, true);
    assert!(show.text().contains("too small: 39x12 of 40x12"), "{}", show.text());
    let mut show = Show::of("pusher/1", 40, 12, true);
    assert!(!show.text().contains("too small"), "{}", show.text());
}

// The themes, with the styles of the cells of the screen.

/// Everything that a level shows: boxes and player on and off goals.
const LEVEL: &str = "#######|#@$.* #|#######";

/// The screen as text, and below each line that has styles the columns of each style.
fn styled(show: &mut Show) -> String {
    show.text();
    let buffer = show.terminal.backend().buffer();
    let mut text = String::new();
    for y in 0..buffer.area.height {
        let row: Vec<&Cell> = (0..buffer.area.width).map(|x| &buffer[(x, y)]).collect();
        let letters: String = row.iter().map(|cell| cell.symbol()).collect();
        let _ = writeln!(text, "{}|", letters.trim_end());
        let mut first = 0;
        for run in row.chunk_by(|one, other| one.style() == other.style()) {
            let style = run[0].style();
            if style != Cell::EMPTY.style() {
                let (fg, bg, modifier) = (run[0].fg, run[0].bg, run[0].modifier);
                let _ = writeln!(text, "  {first}-{}: {fg} on {bg} {modifier:?}", first + run.len() - 1);
            }
            first += run.len();
        }
    }
    text
}

#[test]
fn themes_have_their_own_styles() {
    for (name, theme) in ThemeName::ALL {
        let mut show = Show::of(LEVEL, 40, 12, false);
        show.view.theme = Theme { name: theme, depth: Depth::True, ascii: theme == ThemeName::Ascii };
        // The box is taken up, which marks it.
        let place = show.at(1, 2);
        show.drag(MouseButton::Left, place, place);
        let level = styled(&mut show);
        let mut shifter = Show::of("123/456 -> 123/456", 40, 12, false);
        shifter.view.theme = show.view.theme;
        let shifter = styled(&mut shifter);
        snapshot(&format!("theme_{}", name.replace('-', "_")), &format!("{level}\n{shifter}"));
    }
}

#[test]
fn terminals_with_fewer_colours_get_fewer() {
    let mut show = Show::of(LEVEL, 40, 12, false);
    for (depth, sign) in [(Depth::Sixteen, ": 3 on "), (Depth::Palette, "178"), (Depth::None, "Reset")] {
        show.view.theme = Theme { depth, ..Theme::plain(false) };
        let text = styled(&mut show);
        assert!(text.contains(sign), "{text}");
        assert!(!text.contains('#'), "{text}");
    }
}

// Screenshots of each theme as SVG files in `docs/screens`, which the README shows.

/// The steps to a position in the middle of `pusher/1`.
const STEPS: &str = "\
    ullluuuLLUllDuruurDldldlldddrRddrrrrruuluuullLuuulDrddrrrdddrddllllluuRRRRRRRRRRRRllllllllllllll\
    ulldRRRRRRRlllddrrrrruurrrrrrrdrUluRRdlllllllllddllllluurrrRRRRRRRRRdrUluRdllllllllluuullluurDld\
    LDDDrrrruuulLuullDDDDuuurrdrrdddlllLLLuuuRldddrrrrrruuullullDurrdLrrrdddllllllulldRRRRRRRRRRRRRR\
    RRurDldRRulllllllllluuulllLDurrrrdddlllllluuuRRdDuuurrdLulDDulldddrRRRRRRRRR";

#[test]
fn screenshots_of_every_theme_are_up_to_date() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/screens");
    for (name, theme) in ThemeName::ALL {
        let mut show = Show::of("pusher/1", 80, 24, false);
        show.view.theme = Theme { name: theme, depth: Depth::True, ascii: theme == ThemeName::Ascii };
        show.keys(&format!(":{STEPS}\n"));
        show.text();
        let picture = svg(show.terminal.backend().buffer(), colours(theme));
        let path = folder.join(format!("{name}.svg"));
        if std::env::var_os(DRAWN).is_some() {
            std::fs::create_dir_all(&folder).expect("a folder");
            std::fs::write(&path, &picture).expect("written");
        }
        let there = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(there == picture, "{name}: docs/screens/draw.sh draws it anew");
    }
}

#[test]
fn screens_of_every_size_and_colour() {
    let draw = |reference: &str, keys: &str, size: (u16, u16), theme| {
        let mut show = Show::of(reference, size.0, size.1, false);
        show.view.theme = theme;
        show.keys(keys);
        show.wait();
        show.text();
        show.terminal.backend().buffer().clone()
    };
    let steps = format!(":{STEPS}\n");
    for (name, reference, keys) in [
        ("play-level", "pusher", steps.as_str()),
        ("play-hint", "primer/4", "i"),
        ("play-solved", "primer", "l"),
        ("play-shifter", "missile/4", "jjlL"),
        ("browser-levels", "pusher", "c"),
        ("browser-shifters", "missile", "c"),
        ("browser-collections", "pusher", "C"),
    ] {
        in_sizes_and_colours(name, |size, theme| draw(reference, keys, size, theme));
    }
}
