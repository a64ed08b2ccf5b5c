//! Numbers, amounts of memory, times and quantities as text.

/// `1 234 567`.
pub(super) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(' ');
        }
        text.push(digit);
    }
    text
}

/// `3.2 MiB`.
#[expect(clippy::cast_precision_loss, reason = "one decimal is shown")]
pub fn bytes(number: u64) -> String {
    const UNITS: [&str; 5] = ["B", "KiB", "MiB", "GiB", "TiB"];
    let mut value = number as f64;
    let mut unit = 0;
    while value >= 1024.0 && unit + 1 < UNITS.len() {
        value /= 1024.0;
        unit += 1;
    }
    if unit == 0 { format!("{number} B") } else { format!("{value:.1} {}", UNITS[unit]) }
}

/// `12 ms`, `3.4 s`, `2 min 05 s`.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "times of runs fit")]
pub(super) fn seconds(seconds: f64) -> String {
    if seconds < 0.001 {
        format!("{:.0} us", seconds * 1e6)
    } else if seconds < 0.01 {
        format!("{:.1} ms", seconds * 1e3)
    } else if seconds < 1.0 {
        format!("{:.0} ms", seconds * 1e3)
    } else if seconds < 60.0 {
        format!("{seconds:.1} s")
    } else {
        let whole = seconds.round() as u64;
        format!("{} min {:02} s", whole / 60, whole % 60)
    }
}

/// `1 push`, `2 pushes`.
pub(super) fn amount(cost: u64, unit: &str) -> String {
    let unit = &unit.replace('_', " ");
    format!("{cost} {}", if cost == 1 { singular(unit) } else { unit })
}

/// The singular of a unit: `push`, `press`, `shift`.
pub(super) fn singular(unit: &str) -> &str {
    let bare = unit.strip_suffix('s').unwrap_or(unit);
    match bare.strip_suffix('e') {
        Some(shorter) if shorter.ends_with("sh") || shorter.ends_with("ss") => shorter,
        _ => bare,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_readable() {
        assert_eq!([0, 999, 1000, 1_234_567].map(count), ["0", "999", "1 000", "1 234 567"]);
        assert_eq!(seconds(125.0), "2 min 05 s");
        assert_eq!([0, 1023, 1024, 3 << 30].map(bytes), ["0 B", "1023 B", "1.0 KiB", "3.0 GiB"]);
        assert_eq!([0.000_02, 0.0034, 0.012, 3.44].map(seconds), ["20 us", "3.4 ms", "12 ms", "3.4 s"]);
    }

    #[test]
    fn one_is_not_many() {
        let units = ["pushes", "presses", "shifts", "moves", "steps"];
        assert_eq!(units.map(singular), ["push", "press", "shift", "move", "step"]);
        assert_eq!([amount(1, "pushes"), amount(0, "pushes")], ["1 push", "0 pushes"]);
    }
}
