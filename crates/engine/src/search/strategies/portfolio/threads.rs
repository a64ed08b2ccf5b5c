//! The race by several threads: each has a part of the members and a space of its own.
//!
//! The winner may vary from run to run; the claims do not.

use super::turns::{Turns, Won, entrants};
use crate::search::strategies::prelude::*;

/// Races with up to [`Settings::threads`] threads; `None` if the space has no twins, or there is only one
/// member or thread. The race cannot be resumed after a stop.
pub(super) fn race<S: Searched>(
    space: &S,
    settings: &Settings,
    begin: Starter<S>,
    budget: &mut Budget<'_>,
) -> Option<Result<Won<S::Action>, Stop>> {
    let parts = settings.threads.min(entrants(space, settings).count());
    if parts < 2 {
        return None;
    }
    let replicas = (0..parts).map(|_| space.replicate()).collect::<Option<Vec<_>>>()?;
    budget.race(parts, |parts| {
        let searches = replicas.into_iter().take(parts).enumerate().map(|(part, replicate)| {
            move |budget: &mut Budget<'_>| {
                let space = replicate(budget)?;
                Turns::new(&space, settings, begin, (part, parts)).advance(budget)
            }
        });
        searches.collect()
    })
}
