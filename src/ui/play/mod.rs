//! The player: by lines of words (`plain`), or on the whole screen.
//!
//! - `stage`: the state, and what comes in; `keys`: which key asks for what
//! - `deeds`: what keys and words do; `pointer`: what the mouse does; `searches`: beside the game
//! - `draw`: what is shown

mod deeds;
mod draw;
mod keys;
pub(super) mod plain;
mod pointer;
mod searches;
pub(super) mod stage;
#[cfg(test)]
mod tests;

use super::app::{App, Call};
use crate::toolkit::exit::Exit;
use crate::toolkit::play::Game;

/// The levels that a command means, as games.
pub(super) fn games(app: &mut App, call: &Call<'_>) -> Result<Vec<Game>, Exit> {
    let mut games = Vec::new();
    for typed in &call.arguments {
        let items = app.catalog.resolve(typed).map_err(|error| app.refuse(&error, false))?;
        for item in items {
            let item = app.with_pad(call.order, item)?;
            app.note_of(&item);
            match Game::new(item) {
                Ok(game) => games.push(game),
                Err(item) => {
                    app.refuse_item(&item, false);
                }
            }
        }
    }
    Ok(games)
}
