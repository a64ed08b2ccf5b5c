//! The table of formats.

use crate::puzzle::Format;

/// All formats that are written, in the order in which help lists them.
pub const FORMATS: &[Format] = &[
    Format {
        name: "xsb",
        summary: "boards with titles, authors and notes",
        endings: &["xsb"],
        is_text: true,
        holds_solutions: false,
    },
    Format {
        name: "sok",
        summary: "boards, titles, authors, notes and games, as YASC and others read them",
        endings: &["sok"],
        is_text: true,
        holds_solutions: true,
    },
    Format {
        name: "slc",
        summary: "XML of sourcecode.se: boards, titles, authors",
        endings: &["slc"],
        is_text: true,
        holds_solutions: false,
    },
    Format {
        name: "rle",
        summary: "as xsb, with every board on one line and counts before letters",
        endings: &["rle"],
        is_text: true,
        holds_solutions: false,
    },
    Format {
        name: "pusher",
        summary: "the listing of the levels of pusher.exe",
        endings: &[],
        is_text: true,
        holds_solutions: false,
    },
    Format {
        name: "pusher-db",
        summary: "levels packed for pusher.exe, as assembler text",
        endings: &["asm", "db"],
        is_text: true,
        holds_solutions: false,
    },
    Format {
        name: "pusher-bin",
        summary: "levels packed for pusher.exe, as bytes; read from anywhere in a file",
        endings: &["bin", "exe", "com"],
        is_text: false,
        holds_solutions: false,
    },
    Format {
        name: "school",
        summary: "one board of 30 by 20 squares",
        endings: &[],
        is_text: true,
        holds_solutions: false,
    },
];

/// How a format is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Container {
    /// Boards among text, in the letters of this dialect if it is known.
    Text(Option<&'static str>),
    /// XML.
    Slc,
    /// Assembler.
    Listing,
    /// No text.
    Bytes,
}

/// How the format of that name is read.
pub(super) fn container(name: &str) -> Container {
    match name {
        "slc" => Container::Slc,
        "pusher-db" => Container::Listing,
        "pusher-bin" => Container::Bytes,
        "pusher" => Container::Text(Some("pusher")),
        "school" => Container::Text(Some("school")),
        "sok" => Container::Text(Some("sok")),
        _ => Container::Text(Some("xsb")),
    }
}

/// The format of that name.
#[must_use]
pub fn named(name: &str) -> Option<&'static Format> {
    FORMATS.iter().find(|format| format.name == name)
}

/// The names of all formats.
pub(super) fn listed() -> String {
    let names: Vec<_> = FORMATS.iter().map(|format| format.name).collect();
    format!("formats: {}", names.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_mean_one_format() {
        let endings: Vec<_> = FORMATS.iter().flat_map(|format| format.endings).collect();
        let unique: std::collections::BTreeSet<_> = endings.iter().collect();
        assert_eq!(unique.len(), endings.len());
    }
}
