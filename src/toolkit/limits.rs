//! Limits as people write them: `60s`, `2GiB`, `2M`, `none`.

use std::time::Duration;

/// Reads `60s`, `500ms`, `2m`, `1h`, `none`; a bare number is seconds.
///
/// # Errors
/// In words, with an example.
pub fn parse_time(text: &str) -> Result<Option<Duration>, String> {
    let wrong = || format!("'{text}' is no time; for example 60s, 500ms, 2m or none");
    let Some((number, unit)) = split(text, wrong)? else { return Ok(None) };
    let seconds = match unit {
        "ms" => 1e-3,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => return Err(wrong()),
    };
    Duration::try_from_secs_f64(number * seconds).map(Some).map_err(|_| wrong())
}

/// Reads `2GiB`, `64MiB`, `500MB`, `1000000`, `none`.
///
/// # Errors
/// In words, with an example.
pub fn parse_memory(text: &str) -> Result<Option<u64>, String> {
    let wrong = || format!("'{text}' is no amount of memory; for example 2GiB, 64MiB or none");
    let Some((number, unit)) = split(text, wrong)? else { return Ok(None) };
    let bytes = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1.0,
        "kib" | "k" => 1024.0,
        "mib" | "m" => 1_048_576.0,
        "gib" | "g" => 1_073_741_824.0,
        "kb" => 1e3,
        "mb" => 1e6,
        "gb" => 1e9,
        _ => return Err(wrong()),
    };
    whole(number * bytes).map(Some).ok_or_else(wrong)
}

/// Reads `1000`, `200k`, `2M`, `none`.
///
/// # Errors
/// In words, with an example.
pub fn parse_nodes(text: &str) -> Result<Option<u64>, String> {
    let wrong = || format!("'{text}' is no number of nodes; for example 1000, 2M or none");
    let Some((number, unit)) = split(text, wrong)? else { return Ok(None) };
    let times = match unit {
        "" => 1.0,
        "k" | "K" => 1e3,
        "m" | "M" => 1e6,
        "g" | "G" => 1e9,
        _ => return Err(wrong()),
    };
    whole(number * times).map(Some).ok_or_else(wrong)
}

/// Number and unit, or `None` for `none`.
fn split(text: &str, wrong: impl Fn() -> String) -> Result<Option<(f64, &str)>, String> {
    let text = text.trim();
    if text == "none" {
        return Ok(None);
    }
    let end = text.find(|letter: char| !(letter.is_ascii_digit() || letter == '.')).unwrap_or(text.len());
    let number = text[..end].parse().map_err(|_| wrong())?;
    Ok(Some((number, text[end..].trim_start())))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked, and fractions are cut off"
)]
fn whole(number: f64) -> Option<u64> {
    (0.0..=1e18).contains(&number).then_some(number as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read_as_people_write_them() {
        let millis = |text| parse_time(text).map(|time| time.map(|time| time.as_millis()));
        for (text, wanted) in
            [("60s", 60_000), ("500ms", 500), ("2m", 120_000), ("1.5s", 1500), ("3", 3000), ("0s", 0)]
        {
            assert_eq!(millis(text), Ok(Some(wanted)), "{text}");
        }
        for (text, wanted) in
            [("2GiB", 2 << 30), ("64MiB", 64 << 20), ("64 mib", 64 << 20), ("5MB", 5_000_000), ("7", 7)]
        {
            assert_eq!(parse_memory(text), Ok(Some(wanted)), "{text}");
        }
        for (text, wanted) in [("1000", 1000), ("2M", 2_000_000), ("1.5k", 1500)] {
            assert_eq!(parse_nodes(text), Ok(Some(wanted)), "{text}");
        }
        assert_eq!(
            (parse_time("none"), parse_memory("none"), parse_nodes("none")),
            (Ok(None), Ok(None), Ok(None))
        );
    }

    #[test]
    fn nonsense_is_refused_in_words() {
        for text in ["", "s", "-1s", "1x", "1e9s", "99999999999999999999999h", "..", "\u{661}s"] {
            assert!(parse_time(text).is_err(), "{text}");
        }
        assert_eq!(
            parse_nodes("many").unwrap_err(),
            "'many' is no number of nodes; for example 1000, 2M or none"
        );
        assert!(parse_memory("99999999999GiB").is_err());
    }
}
