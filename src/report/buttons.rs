//! Presses as a person counts them: `R2 U3`.

use crate::puzzle::Buttons;

/// The presses in groups: a direction by its letter, and how often in a row; `A+L2` is A held while
/// left is pressed twice.
#[must_use]
pub fn grouped(buttons: &Buttons) -> String {
    let mut groups: Vec<(String, usize)> = Vec::new();
    for press in &buttons.presses {
        let short = short(press);
        match groups.last_mut() {
            Some((last, count)) if *last == short => *count += 1,
            _ => groups.push((short, 1)),
        }
    }
    let shown = |(press, count): (String, usize)| if count == 1 { press } else { format!("{press}{count}") };
    groups.into_iter().map(shown).collect::<Vec<_>>().join(" ")
}

fn short(press: &str) -> String {
    let part = |part: &str| match part {
        "left" => "L".to_owned(),
        "up" => "U".to_owned(),
        "right" => "R".to_owned(),
        "down" => "D".to_owned(),
        other => other.to_owned(),
    };
    press.split('+').map(part).collect::<Vec<_>>().join("+")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presses_in_a_row_are_counted() {
        let presses = |text: &str| Buttons {
            profile: "pad",
            presses: text.split_whitespace().map(str::to_owned).collect(),
        };
        let text = |names: &str| grouped(&presses(names));
        assert_eq!(text("right right up up up"), "R2 U3");
        assert_eq!(text("A+left down down A+left A+left B"), "A+L D2 A+L2 B");
        assert_eq!(text(""), "");
    }
}
