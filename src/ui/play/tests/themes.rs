//! The themes, with the styles of the cells of the screen.

use std::fmt::Write as _;

use ratatui::buffer::Cell;

use super::*;
use crate::ui::screen::theme::Depth;
use lurd_toolkit::themes::ThemeName;

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
        show.view.theme = Theme {
            name: theme,
            depth: Depth::True,
            ascii: theme == ThemeName::Ascii,
            ..Theme::plain(false)
        };
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
    for (depth, sign) in [(Depth::Sixteen, "Yellow"), (Depth::Palette, "214"), (Depth::None, "Reset")] {
        show.view.theme = Theme { depth, ..Theme::plain(false) };
        let text = styled(&mut show);
        assert!(text.contains(sign), "{text}");
        assert!(!text.contains('#'), "{text}");
    }
}
