//! The search for an incumbent, in turns with a proof: a short greedy search, then the portfolio without blind search.
//!
//! The portfolio keeps its states from turn to turn, so that it finds a solution after the effort that it takes alone.

use std::cell::OnceCell;

use super::any_solution::greedy_turn;
use super::configurations::CONFIGURATIONS;
use super::context::Context;
use super::portfolio::{self, Portfolio, Spaces};
use crate::board::Board;
use crate::bounds::Distances;
use crate::fess::LevelAnalysis;
use crate::level::Level;
use lurd_engine::budget::{Allotment, Budget};
use lurd_engine::outcome::Stop;
use lurd_engine::search::Settings;
use lurd_puzzle::puzzle::Ending;

/// The part of the free memory that the search may use, as a divisor.
const MEMORY_PART: u64 = 8;

/// What the portfolio refers to, each built when it is needed.
struct Tables<'t, 'b> {
    distances: &'b OnceCell<Distances>,
    analysis: &'b OnceCell<LevelAnalysis<'b>>,
    context: &'b OnceCell<Context<'b>>,
    spaces: &'t Spaces<'b>,
}

/// The portfolio of a level, which has as many boxes as goals.
pub(super) struct IncumbentSearch<'t, 'b> {
    level: &'b Level,
    board: &'b Board,
    settings: &'b Settings,
    tables: Tables<'t, 'b>,
    /// `None` before the first turn.
    portfolio: Option<Portfolio<'t, 'b>>,
    allotment: Allotment,
    /// The expansions that remain of its part of a limit of expansions.
    nodes: u64,
    /// The effort that all turns so far were to spend together.
    granted: u64,
}

/// The end of a turn.
pub(super) enum IncumbentTurn {
    /// The level is decided.
    Ended(Ending),
    Paused,
    /// The budget has stopped the search.
    GivenUp,
}

/// Calls `work` with a search that uses at most `nodes` expansions in all. Afterwards all its memory is free.
pub(super) fn with_incumbent_search<T>(
    level: &Level,
    board: &Board,
    settings: &Settings,
    nodes: u64,
    budget: &mut Budget<'_>,
    work: impl FnOnce(&mut IncumbentSearch<'_, '_>, &mut Budget<'_>) -> T,
) -> T {
    let (distances, analysis, context) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
    let spaces = Spaces::new(CONFIGURATIONS.len());
    let tables = Tables { distances: &distances, analysis: &analysis, context: &context, spaces: &spaces };
    let allotment = Allotment::default();
    let (portfolio, granted) = (None, 0);
    let mut search = IncumbentSearch { level, board, settings, tables, portfolio, allotment, nodes, granted };
    let result = work(&mut search, budget);
    budget.reclaim(&search.allotment);
    result
}

impl<'t, 'b> IncumbentSearch<'t, 'b> {
    /// Searches until so much more `effort` is spent, in expansions of feature-space search. The last turn of the portfolio
    /// may spend more, which the next turns then have less.
    pub(super) fn advance(&mut self, effort: u64, budget: &mut Budget<'_>) -> IncumbentTurn {
        self.granted = self.granted.saturating_add(effort);
        let memory = budget.memory_left().map(|left| (left + self.allotment.used()) / MEMORY_PART);
        let before = budget.statistics().expanded;
        let mut allotment = std::mem::take(&mut self.allotment);
        let end = budget.with_allotment(&mut allotment, self.nodes, memory, |budget| self.turns(budget));
        self.allotment = allotment;
        self.nodes = self.nodes.saturating_sub(budget.statistics().expanded - before);
        match end {
            Ok(Some(ending)) => IncumbentTurn::Ended(ending),
            Ok(None) if self.nodes > 0 => IncumbentTurn::Paused,
            Ok(None) | Err(_) => IncumbentTurn::GivenUp,
        }
    }

    /// The effort spent so far.
    pub(super) fn effort(&self) -> u64 {
        self.portfolio.as_ref().map_or(0, Portfolio::effort)
    }

    fn turns(&mut self, budget: &mut Budget<'_>) -> Result<Option<Ending>, Stop> {
        if self.portfolio.is_none() {
            if let Some(report) = greedy_turn(self.level, self.board, self.settings, budget) {
                return Ok(Some(report.ending));
            }
            self.portfolio = Some(self.begin(budget)?);
        }
        let Some(portfolio) = &mut self.portfolio else { return Ok(None) };
        while portfolio.effort() < self.granted {
            if let Some(conclusion) = portfolio.turn(budget)? {
                return Ok(Some(conclusion.ending));
            }
        }
        Ok(None)
    }

    fn begin(&self, budget: &mut Budget<'_>) -> Result<Portfolio<'t, 'b>, Stop> {
        let Tables { distances, analysis, context, spaces } = self.tables;
        let Self { board, settings, .. } = *self;
        let found = Distances::new(board, budget)?;
        let distances = distances.get_or_init(|| found);
        let found = portfolio::analysis(board, distances, settings, budget)?;
        let analysis = analysis.get_or_init(|| found);
        let context = context.get_or_init(|| portfolio::context(board, distances, settings, analysis));
        let shares = portfolio::shares(context, budget);
        Ok(Portfolio::new(context, shares, CONFIGURATIONS, spaces, Some(self.nodes)))
    }
}
