//! `source`: carries out the lines of a file as if they were typed.

use std::fs::File;
use std::io::{BufReader, ErrorKind};

use lurd_disk::names::path_of;
use lurd_report as report;
use lurd_toolkit::exit::Exit;

use super::script;
use crate::app::{App, Request};

/// The maximum depth of files that source each other.
const MAX_DEPTH: usize = 10;

pub(super) fn run_source(app: &mut App, call: &Request) -> Exit {
    let path = call.text();
    if path.is_empty() {
        return app.complain("source needs a FILE");
    }
    if app.depth == MAX_DEPTH {
        return app.complain(&format!("{MAX_DEPTH} nested files: does one of them source itself?"));
    }
    let shown = report::escaped(path);
    let file = match File::open(path_of(path)) {
        Ok(_) if path_of(path).is_dir() => {
            return app.complain(&format!("'{shown}' is a folder"));
        }
        Ok(file) => file,
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return app.complain(&format!("there is no file '{shown}'"));
        }
        Err(error) => return app.complain(&format!("cannot read '{shown}': {error}")),
    };
    app.depth += 1;
    let (exit, line) = script::lines(app, BufReader::new(file));
    app.depth -= 1;
    if exit.stops_a_script() {
        app.screen.note(&format!("note: stopped at line {line} of {shown}"));
    }
    exit
}
