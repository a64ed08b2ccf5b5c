//! Button presses in short: `R2 U3`.

use lurd_puzzle::puzzle::{Buttons, PadDirection};

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
    let profile = buttons.profile.split_once(" (").filter(|_| layout_is_known);
    let profile = profile.map_or(buttons.profile.as_ref(), |(name, _)| name);
    let count = amount(buttons.presses.len() as u64, "presses");
    let dim = |text: &str| wrapped(text, width).into_iter().map(|line| paint(DIM, &line));
    let lines = dim(&format!("buttons ({count}), layout {}:", escaped(profile)))
        .chain(wrapped(&grouped(buttons), width.saturating_sub(2)).into_iter().map(|line| format!("  {line}")))
        .chain(dim(&legend(buttons).unwrap_or_default()));
    lines.map(|line| line + "\n").collect()
}

/// Explains one group of each form, and the initial state of the layout; `None` for a layout without one.
fn legend(buttons: &Buttons) -> Option<String> {
    let begins = buttons.begins.clone()?;
    let groups = groups(buttons);
    let (held, plain): (Vec<_>, Vec<_>) = groups.into_iter().partition(|(press, _)| parted(press).is_some());
    let repeated = |groups: &[(_, usize)]| groups.iter().find(|(_, count)| *count > 1).or(groups.first()).copied();
    let explained = [repeated(&held), repeated(&plain)];
    let parts: Vec<String> = explained.into_iter().flatten().map(meaning).chain([begins]).collect();
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

/// `D2`, `A+L`.
fn spelled(press: &str, count: usize) -> String {
    let short = |part: &str| PadDirection::of_word(part).map_or(part.to_owned(), |_| named(part)[..1].to_owned());
    let press = press.split('+').map(short).collect::<Vec<_>>().join("+");
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
        Some((held, pressed)) => format!("hold {} and press {}", named(held), named(pressed)),
        None => format!("press {}", named(press)),
    };
    format!("{}: {does}{times}", spelled(press, count))
}

/// The buttons that are held, and the one that is pressed; `None` if none is held. A button may be called `+`.
fn parted(press: &str) -> Option<(&str, &str)> {
    press.rsplit_once('+').filter(|(held, pressed)| !held.is_empty() && !pressed.is_empty())
}

/// The name of a button; directions begin with a capital letter.
fn named(button: &str) -> String {
    PadDirection::of_word(button).map_or(button.to_owned(), |_| button[..1].to_uppercase() + &button[1..])
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
