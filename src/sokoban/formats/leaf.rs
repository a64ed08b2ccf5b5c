//! A level on its way to a file, and what formats cannot hold of it.

use crate::puzzle::Extras;
use crate::sokoban::level::Level;

/// See the module.
#[derive(Clone, Debug)]
pub(super) struct Leaf<'a> {
    pub(super) level: Level,
    pub(super) extras: &'a Extras,
    pub(super) flags: &'a str,
}

impl Leaf<'_> {
    /// What gets lost in a format that cannot hold these things, in words.
    pub(super) fn losses(leaves: &[Self], cannot: &[&str]) -> Vec<String> {
        let counts = [
            (
                "header",
                "the text about the file",
                "texts about files",
                Self::has_header as fn(&Self) -> usize,
            ),
            ("titles", "title", "titles", |leaf| leaf.level.title().map_or(0, |_| 1)),
            ("authors", "author", "authors", |leaf| leaf.extras.author.iter().count()),
            ("notes", "the notes on a level", "the notes on levels", |leaf| {
                usize::from(!leaf.extras.notes.is_empty())
            }),
            ("games", "solution or saved game", "solutions and saved games", |leaf| leaf.extras.games.len()),
            ("flags", "line of flags", "lines of flags", |leaf| usize::from(!leaf.flags.is_empty())),
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
        usize::from(!self.extras.header.is_empty())
    }
}
