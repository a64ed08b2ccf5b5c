//! The searches that run while one plays: the one that was asked for, and the short one that tells
//! whether a solution is left.

use crate::toolkit::play::{Background, Bookmark, Game, dead_position};
use crate::toolkit::settings::Search;
use crate::toolkit::solve::Run;

/// What an answer is looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    Solve,
    Hint,
    Rest,
}

/// See the module.
#[derive(Default)]
pub(super) struct Searches {
    wanted: Option<(Background, Purpose, Bookmark)>,
    /// Whether to warn.
    pub(super) warns: bool,
    check: Option<Background>,
    /// The steps for which the check was, or is, made.
    checked: Option<Vec<String>>,
    /// Why no solution is left.
    pub(super) stuck: Option<String>,
}

impl Searches {
    pub(super) fn new(warns: bool) -> Self {
        Self { warns, ..Self::default() }
    }

    /// Looks for an answer from where the game is.
    pub(super) fn start(&mut self, game: &Game, purpose: Purpose, search: &Search) -> Result<(), String> {
        // One at a time: who asks again has changed their mind.
        self.wanted = None;
        self.wanted = Some((Background::start(game.here(), search.clone())?, purpose, game.spot()));
        Ok(())
    }

    /// How the search that was asked for goes on.
    pub(super) fn progress(&self) -> Option<String> {
        let (search, ..) = self.wanted.as_ref()?;
        Some(search.progress().map_or_else(|| "searching".to_owned(), |it| crate::report::progress(&it)))
    }

    /// Whether something is going on.
    pub(super) fn are_running(&self) -> bool {
        self.wanted.is_some() || self.check.is_some()
    }

    /// Ends the search that was asked for; what it has found then is its result.
    pub(super) fn cancel(&self) -> bool {
        if let Some((search, ..)) = &self.wanted {
            search.cancel();
        }
        self.wanted.is_some()
    }

    /// Forgets all: another level.
    pub(super) fn forget(&mut self) {
        *self = Self { warns: self.warns, ..Self::default() };
    }

    /// The result of the search that was asked for, once, with where it began; an error if it broke
    /// down.
    pub(super) fn result(&mut self) -> Option<Result<(Run, Purpose, Bookmark), String>> {
        let (search, ..) = self.wanted.as_mut()?;
        let result = search.result()?;
        let (_, purpose, spot) = self.wanted.take()?;
        Some(result.map(|run| (run, purpose, spot)))
    }

    /// Looks whether a solution is left; says whether something new is known.
    pub(super) fn look(&mut self, game: &Game) -> bool {
        let mut is_new = false;
        let is_here = self.checked.as_deref() == Some(game.steps());
        if let Some(check) = &mut self.check {
            let result = check.result();
            let is_over = result.is_some();
            // Nobody has asked for it: where it breaks down nothing is known.
            if let (Some(Ok(run)), true) = (result, is_here) {
                self.stuck = dead_position::reason(&run).map(str::to_owned);
                is_new = true;
            }
            if is_over {
                self.check = None;
            }
        }
        if is_here && self.warns {
            return is_new;
        }
        is_new |= self.stuck.take().is_some();
        if self.check.is_none() && self.warns {
            self.checked = Some(game.steps().to_vec());
            if dead_position::is_worth_asking(game) {
                self.check = Background::start(game.here(), dead_position::search()).ok();
            }
        }
        is_new
    }
}
