//! `source`: the lines of a file, as if they were typed.

use std::fs::File;
use std::io::{BufReader, ErrorKind};

use crate::report;
use crate::toolkit::exit::Exit;
use crate::ui::app::{App, Request};
use crate::ui::script;

/// A file that sources itself is stopped here.
const DEEPEST: usize = 10;

pub(super) fn run(app: &mut App, call: &Request<'_>) -> Exit {
    let path = call.text();
    if path.is_empty() {
        return app.complain("source needs a FILE");
    }
    if app.depth == DEEPEST {
        return app.complain(&format!("{DEEPEST} files source each other: one of them sources itself"));
    }
    let shown = report::escaped(path);
    let file = match File::open(path) {
        Ok(_) if std::path::Path::new(path).is_dir() => {
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
        app.screen.note(&format!("note: line {line} of {shown} ended it"));
    }
    exit
}
