//! The searches that run beside the game: the one the player asked for, and the check for dead positions.

use lurd_report as report;
use lurd_toolkit::play::{Background, Bookmark, Game, Purpose, SearchFailed, dead_position};
use lurd_toolkit::search_options::Search;
use lurd_toolkit::solve::Run;

/// The searches that run beside the game.
#[derive(Default)]
pub(super) struct Searches {
    requested: Option<(Background, Purpose, Bookmark)>,
    /// Whether dead positions are checked for.
    pub(super) warns: bool,
    check: Option<Background>,
    /// The steps of the position that was, or is being, checked.
    checked: Option<Vec<String>>,
    pub(super) dead: Option<String>,
}

/// The result of a search that the player asked for.
pub(super) struct Found {
    pub(super) run: Run,
    pub(super) purpose: Purpose,
    pub(super) from: Bookmark,
}

impl Searches {
    pub(super) fn new(warns: bool) -> Self {
        Self { warns, ..Self::default() }
    }

    /// Starts a search from the current position, in place of one that still runs.
    pub(super) fn start(
        &mut self,
        game: &Game,
        purpose: Purpose,
        search: &Search,
    ) -> Result<(), SearchFailed> {
        self.requested = None;
        let (started, from) = match purpose {
            Purpose::Optimise => {
                let (puzzle, solutions) = (game.puzzle().start().puzzle(), game.known_solutions());
                (Background::optimise(puzzle, solutions, search.clone())?, Bookmark::default())
            }
            _ => (Background::start(game.here(), search.clone())?, game.bookmark()),
        };
        self.requested = Some((started, purpose, from));
        Ok(())
    }

    /// The progress of the search that the player asked for.
    pub(super) fn progress(&self) -> Option<String> {
        let (search, ..) = self.requested.as_ref()?;
        Some(search.progress().map_or_else(|| "searching".to_owned(), |it| report::progress(&it)))
    }

    pub(super) fn are_running(&self) -> bool {
        self.requested.is_some() || self.check.is_some()
    }

    /// Ends the search that the player asked for and returns whether there is one; its result is what it has
    /// found by then.
    pub(super) fn cancel(&self) -> bool {
        if let Some((search, ..)) = &self.requested {
            search.cancel();
        }
        self.requested.is_some()
    }

    pub(super) fn forget(&mut self) {
        *self = Self::new(self.warns);
    }

    /// Takes the result of the search that the player asked for, once it has ended.
    ///
    /// # Errors
    /// The search panicked.
    pub(super) fn result(&mut self) -> Option<Result<Found, SearchFailed>> {
        let (search, ..) = self.requested.as_mut()?;
        let result = search.result()?;
        let (_, purpose, from) = self.requested.take()?;
        Some(result.map(|run| Found { run, purpose, from }))
    }

    /// Checks in the background whether the position is dead; returns whether the answer has changed.
    pub(super) fn check(&mut self, game: &Game) -> bool {
        let mut is_new = false;
        let is_here = self.checked.as_deref() == Some(game.steps());
        if let Some(check) = &mut self.check {
            let result = check.result();
            let is_over = result.is_some();
            // The player did not ask for this search, so a panic of it is not reported.
            if let (Some(Ok(run)), true) = (result, is_here) {
                self.dead = dead_position::reason(&run).map(str::to_owned);
                is_new = true;
            }
            if is_over {
                self.check = None;
            }
        }
        if is_here && self.warns {
            return is_new;
        }
        is_new |= self.dead.take().is_some();
        if self.check.is_none() && self.warns {
            self.checked = Some(game.steps().to_vec());
            if dead_position::is_worth_asking(game) {
                self.check = Background::start(game.here(), dead_position::search()).ok();
            }
        }
        is_new
    }
}
