//! A level on its way to a file, and what formats cannot hold of it.

use crate::puzzle::Metadata;
use crate::sokoban::level::Level;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct LevelRecord<'a> {
    pub(super) level: Level,
    pub(super) metadata: &'a Metadata,
    pub(super) flags: &'a str,
}

impl LevelRecord<'_> {
    /// What gets lost in a format that cannot hold these things, in words.
    pub(super) fn losses(leaves: &[Self], cannot: &[&str]) -> Vec<String> {
        let counts = [
            (
                "header",
                "the text about the file",
                "texts about files",
                Self::has_header as fn(&Self) -> usize,
            ),
            ("titles", "title", "titles", |level_record| level_record.level.title().map_or(0, |_| 1)),
            ("authors", "author", "authors", |level_record| level_record.metadata.author.iter().count()),
            ("notes", "the notes on a level", "the notes on levels", |level_record| {
                usize::from(!level_record.metadata.notes.is_empty())
            }),
            ("games", "solution or saved game", "solutions and saved games", |level_record| {
                level_record.metadata.games.len()
            }),
            ("flags", "line of flags", "lines of flags", |level_record| {
                usize::from(!level_record.flags.is_empty())
            }),
        ];
        let mut losses = Vec::new();
        for (what, one, many, count) in counts {
            if !cannot.contains(&what) {
                continue;
            }
            match leaves.iter().map(count).sum::<usize>() {
                0 => {}
                1 if one.starts_with("the ") => losses.push(one.to_owned()),
                1 => losses.push(format!("1 {one}")),
                number if many.starts_with("the ") => losses.push(format!("{many} ({number})")),
                number => losses.push(format!("{number} {many}")),
            }
        }
        losses
    }

    fn has_header(&self) -> usize {
        usize::from(!self.metadata.header.is_empty())
    }
}
