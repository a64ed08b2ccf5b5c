//! The player: by lines of words (`plain`), or on the whole screen.
//!
//! - `view`: the state, and what comes in; `keys`: which key asks for what
//! - `actions`: what keys and words do; `pointer`: what the mouse does; `searches`: beside the game
//! - `draw`: what is shown

mod actions;
mod draw;
mod keys;
pub(super) mod line_mode;
mod pointer;
mod searches;
#[cfg(test)]
mod tests;
pub(super) mod view;

use super::app::{App, Request};
use crate::catalog::Item;
use crate::toolkit::exit::Exit;
use crate::toolkit::play::{Game, Unread};

/// The levels that a command means, as games; those that cannot be read are told, and keep their place.
pub(super) fn games(app: &mut App, call: &Request<'_>) -> Result<Vec<Result<Game, Unread>>, Exit> {
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
