//! From shifts to buttons.
//!
//! The built-in layout `assumed` is an assumption: no source says which buttons of the game shift a
//! line. What is known is that the bulbs of one row and one column are lit, at first those of row 0
//! and column 0. Assumed is that the pad moves the lit row (up, down) and the lit column (left,
//! right), with wrap, and that A with a direction shifts: the lit row left or right, the lit column
//! up or down. Each press, A with a direction too, counts as one.

use super::board::{Direction, Shift};

/// The name of the layout, as shown with every answer.
pub const PROFILE: &str = "assumed (an assumption: the game's layout is not documented)";

/// The presses that carry out `shifts`, in that order, on a board of `rows` x `columns`: the cursor
/// takes the shorter way round, and `down` or `right` where both are equally long.
#[must_use]
pub fn presses(shifts: &[Shift], rows: usize, columns: usize) -> Vec<&'static str> {
    let (mut lit_row, mut lit_column) = (0, 0);
    let mut presses = Vec::new();
    for shift in shifts {
        let line = usize::from(shift.line);
        if shift.direction.is_row() {
            walk(&mut lit_row, line, rows, ["down", "up"], &mut presses);
        } else {
            walk(&mut lit_column, line, columns, ["right", "left"], &mut presses);
        }
        presses.push(match shift.direction {
            Direction::Left => "A+left",
            Direction::Right => "A+right",
            Direction::Up => "A+up",
            Direction::Down => "A+down",
        });
    }
    presses
}

/// Moves a lit line to `to`, one of `lines`, around the edge if that is shorter.
fn walk(
    at: &mut usize,
    to: usize,
    lines: usize,
    [forward, back]: [&'static str; 2],
    presses: &mut Vec<&'static str>,
) {
    let ahead = (to + lines - *at) % lines;
    let behind = (lines - ahead) % lines;
    let (press, times) = if ahead <= behind { (forward, ahead) } else { (back, behind) };
    presses.extend(std::iter::repeat_n(press, times));
    *at = to;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(shifts: &[&str]) -> String {
        let shifts: Vec<Shift> = shifts.iter().map(|word| word.parse().expect("a shift")).collect();
        presses(&shifts, 4, 4).join(" ")
    }

    #[test]
    fn the_cursor_takes_the_shorter_way() {
        assert_eq!(words(&[]), "");
        assert_eq!(words(&["left 0", "left 0"]), "A+left A+left");
        assert_eq!(words(&["right 3"]), "up A+right");
        assert_eq!(words(&["right 2"]), "down down A+right");
        assert_eq!(
            words(&["up 1", "down 3", "left 1", "up 3"]),
            "right A+up right right A+down down A+left A+up"
        );
    }
}
