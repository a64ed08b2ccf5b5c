//! Button presses in short: `R2 U3`.

use std::fmt::Write as _;

use lurd_puzzle::puzzle::Buttons;

use super::{
    diagnostic::escaped,
    grid::wrapped,
    numbers::amount,
    style::{DIM, paint},
};

/// Groups equal presses: initial of the direction and number of presses; `A+L2` is left pressed twice while A
/// is held.
pub fn grouped(buttons: &Buttons) -> String {
    let shown = |(press, count): &(&str, usize)| spelled(press, *count);
    groups(buttons).iter().map(shown).collect::<Vec<_>>().join(" ")
}

/// The presses under the name of the layout, with a legend.
pub(super) fn presses(buttons: &Buttons, width: usize, layout_is_known: bool) -> String {
    let mut text = String::new();
    let profile = buttons.profile.split_once(" (").filter(|_| layout_is_known);
    let profile = profile.map_or(buttons.profile.as_ref(), |(name, _)| name);
    let count = amount(buttons.presses.len() as u64, "presses");
    for line in wrapped(&format!("buttons ({count}), layout {}:", escaped(profile)), width) {
        let _ = writeln!(text, "{}", paint(DIM, &line));
    }
    for line in wrapped(&grouped(buttons), width.saturating_sub(2)) {
        let _ = writeln!(text, "  {line}");
    }
    for line in wrapped(&legend(buttons).unwrap_or_default(), width) {
        let _ = writeln!(text, "{}", paint(DIM, &line));
    }
    text
}

/// Explains one group of each form, and the initial state of the layout; `None` for a layout without one.
fn legend(buttons: &Buttons) -> Option<String> {
    let begins = buttons.begins.as_ref()?;
    let groups = groups(buttons);
    let is_held = |press: &str| parted(press).is_some();
    let first = |held: bool, many: bool| {
        groups.iter().copied().find(|(press, count)| is_held(press) == held && (*count > 1 || !many))
    };
    let repeated = first(false, true);
    // One example of a repeated press is enough.
    let held = match repeated {
        Some(_) => first(true, false).map(|(press, _)| (press, 1)),
        None => first(true, true).or_else(|| first(true, false)),
    };
    let plain = repeated.or_else(|| first(false, false));
    let mut parts: Vec<String> = [held, plain].into_iter().flatten().map(meaning).collect();
    parts.push(begins.clone());
    Some(parts.join("; "))
}

/// Runs of equal presses with their lengths.
fn groups(buttons: &Buttons) -> Vec<(&str, usize)> {
    let mut groups: Vec<(&str, usize)> = Vec::new();
    for press in &buttons.presses {
        match groups.last_mut() {
            Some((last, count)) if last == press => *count += 1,
            _ => groups.push((press, 1)),
        }
    }
    groups
}

fn spelled(press: &str, count: usize) -> String {
    let press = press.split('+').map(|button| named(button)[1]).collect::<Vec<_>>().join("+");
    if count == 1 { press } else { format!("{press}{count}") }
}

/// `D2: press Down twice`.
fn meaning((press, count): (&str, usize)) -> String {
    let times = match count {
        1 => String::new(),
        2 => " twice".to_owned(),
        count => format!(" {count} times"),
    };
    let does = match parted(press) {
        Some((held, pressed)) => format!("hold {} and press {}", named(held)[0], named(pressed)[0]),
        None => format!("press {}", named(press)[0]),
    };
    format!("{}: {does}{times}", spelled(press, count))
}

/// The buttons that are held, and the one that is pressed; `None` if none is held. A button may be called `+`.
fn parted(press: &str) -> Option<(&str, &str)> {
    press.rsplit_once('+').filter(|(held, pressed)| !held.is_empty() && !pressed.is_empty())
}

/// The name of a button, and the name in short.
fn named(button: &str) -> [&str; 2] {
    match button {
        "left" => ["Left", "L"],
        "up" => ["Up", "U"],
        "right" => ["Right", "R"],
        "down" => ["Down", "D"],
        other => [other; 2],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presses_in_a_row_are_counted() {
        let presses = |text: &str| Buttons {
            profile: "pad".into(),
            presses: text.split_whitespace().map(str::to_owned).collect(),
            begins: None,
        };
        let text = |names: &str| grouped(&presses(names));
        assert_eq!(text("right right up up up"), "R2 U3");
        assert_eq!(text("A+left down down A+left A+left B"), "A+L D2 A+L2 B");
        assert_eq!(text(""), "");
    }

    #[test]
    fn each_form_is_explained_once() {
        let legend = |text: &str| {
            legend(&Buttons {
                profile: "pad".into(),
                presses: text.split_whitespace().map(str::to_owned).collect(),
                begins: Some("row 0 is lit".to_owned()),
            })
        };
        for (presses, wanted) in [
            ("down A+left down down A+right", "A+L: hold A and press Left; D2: press Down twice; row 0 is lit"),
            ("up A+left A+left A+left", "A+L3: hold A and press Left 3 times; U: press Up; row 0 is lit"),
            ("B B", "B2: press B twice; row 0 is lit"),
            ("+ A++", "+: press +; row 0 is lit"),
            ("", "row 0 is lit"),
        ] {
            assert_eq!(legend(presses).as_deref(), Some(wanted));
        }
    }
}
