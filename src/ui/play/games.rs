//! The levels that a command names, as games.

use crate::catalog::Item;
use crate::ui::app::{App, Request};
use lurd_toolkit::exit::Exit;
use lurd_toolkit::play::{Game, Unread};

/// The levels named by the arguments. Unreadable levels are reported and keep their place.
pub(in crate::ui) fn games(app: &mut App, call: &Request<'_>) -> Result<Vec<Result<Game, Unread>>, Exit> {
    let mut games = Vec::new();
    for typed in &call.arguments {
        let items = app.catalog.resolve(typed).map_err(|error| app.refuse(&error, false))?;
        for item in items {
            let item = app.with_pad(call.order, item)?;
            app.note_of(&item);
            games.push(Game::new(item).map_err(|item| {
                app.refuse_item(&item, false);
                unread(&item)
            }));
        }
    }
    Ok(games)
}

fn unread(item: &Item) -> Unread {
    let message = item.puzzle.as_ref().err().map_or_else(String::new, |wrong| wrong.message.clone());
    Unread { source: item.source.name.clone(), index: item.index, message }
}
