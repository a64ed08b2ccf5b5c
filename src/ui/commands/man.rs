//! `man`: writes manual pages, one for lurd and one for each command.

use std::fs;
use std::path::Path;

use clap_mangen::Man;

use crate::report;
use crate::toolkit::exit::Exit;
use crate::toolkit::files::write_beside;
use crate::ui::app::{App, Request};
use crate::ui::cli;

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
fn write(folder: &Path) -> Result<usize, String> {
    fs::create_dir_all(folder)
        .map_err(|error| format!("cannot create the folder '{}': {error}", folder.display()))?;
    let root = cli::described();
    let pages = root.get_subcommands().map(|command| {
        let name = format!("lurd-{}", command.get_name());
        (name.clone(), command.clone().display_name(name))
    });
    let pages: Vec<_> = std::iter::once(("lurd".to_owned(), root.clone())).chain(pages).collect();
    for (name, command) in &pages {
        let mut page = Vec::new();
        Man::new(command.clone()).title(name.clone()).render(&mut page).map_err(|error| error.to_string())?;
        write_beside(&folder.join(format!("{name}.1")), &page)?;
    }
    Ok(pages.len())
}
