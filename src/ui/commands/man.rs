//! `man`: writes manual pages, one for lurd and one for each command.

use std::path::Path;

use clap_mangen::Man;

use crate::ui::app::{App, Request};
use crate::ui::cli;
use lurd_report as report;
use lurd_toolkit::exit::Exit;
use lurd_toolkit::files::{WriteError, create_folder, write_beside};

pub(super) fn run(app: &mut App, request: &Request<'_>) -> Exit {
    let folder = request.text();
    if folder.is_empty() {
        return app.complain("man needs a folder, for example 'man man1'");
    }
    match write(Path::new(folder)) {
        Ok(count) => {
            app.screen.note(&format!("{count} pages written to {}", report::escaped(folder)));
            Exit::Good
        }
        Err(message) => app.complain(&message),
    }
}

/// Writes all pages and returns their number.
fn write(folder: &Path) -> Result<usize, WriteError> {
    create_folder(folder)?;
    let root = cli::described();
    let pages = root.get_subcommands().map(|command| {
        let name = format!("lurd-{}", command.get_name());
        (name.clone(), command.clone().display_name(name))
    });
    let pages: Vec<_> = std::iter::once(("lurd".to_owned(), root.clone())).chain(pages).collect();
    for (name, command) in &pages {
        let mut page = Vec::new();
        let path = folder.join(format!("{name}.1"));
        let written = Man::new(command.clone()).title(name.clone()).render(&mut page);
        written.map_err(|error| WriteError::during("write", &path, error))?;
        write_beside(&path, &page)?;
    }
    Ok(pages.len())
}
