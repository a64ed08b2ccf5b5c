//! The top-level modules import one another as the map says.

use super::imports::paths_in;
use super::map::rooms;
use super::source_files::{files, module_of};

#[test]
fn arrows_between_the_parts_point_one_way() {
    let (files, rooms) = (files(), rooms());
    assert!(files.len() > 50, "{} files", files.len());
    for (part, path, code) in &files {
        let room = rooms
            .iter()
            .find(|room| room.name == *part)
            .unwrap_or_else(|| panic!("{part} is new: add it to the table of rooms in docs/architecture.md"));
        for target in paths_in(&module_of(path), code) {
            let Some(name) = target.first() else { continue };
            let is_room = rooms.iter().any(|room| room.name == *name);
            assert!(
                !is_room || name == part || room.may_import.contains(name),
                "{} imports crate::{name}, which {part} may not",
                path.display()
            );
        }
    }
}

#[test]
fn the_table_itself_has_no_circle() {
    let rooms = rooms();
    for (index, room) in rooms.iter().enumerate() {
        for name in &room.may_import {
            let below = rooms[..index].iter().any(|other| other.name == *name);
            assert!(below, "{} imports {name}, which is not below it", room.name);
        }
    }
}
