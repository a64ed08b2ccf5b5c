//! The search for an incumbent: the portfolio without blind search, in turns with a proof.
//!
//! The portfolio keeps its states from turn to turn, so that it finds a solution after the effort that it takes alone.

use std::cell::OnceCell;

use super::any_solution::greedy_turn;
use super::configurations::CONFIGURATIONS;
use super::context::Context;
use super::portfolio::{self, Portfolio, Spaces};
use crate::budget::{Allotment, Budget};
use crate::outcome::Stop;
use crate::puzzle::Ending;
use crate::search::Settings;
use crate::sokoban::board::Board;
use crate::sokoban::bounds::Distances;
use crate::sokoban::fess::LevelAnalysis;
use crate::sokoban::level::Level;

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
    /// The expansions that remain.
    nodes: u64,
    is_over: bool,
}

/// Calls `work` with a search that uses at most `nodes` expansions in all.
pub(super) fn with_incumbent_search<T>(
    level: &Level,
    board: &Board,
    settings: &Settings,
    nodes: u64,
    work: impl FnOnce(&mut IncumbentSearch<'_, '_>) -> T,
) -> T {
    let (distances, analysis, context) = (OnceCell::new(), OnceCell::new(), OnceCell::new());
    let spaces = Spaces::new(CONFIGURATIONS.len());
    let tables = Tables { distances: &distances, analysis: &analysis, context: &context, spaces: &spaces };
    let allotment = Allotment::default();
    work(&mut IncumbentSearch {
        level,
        board,
        settings,
        tables,
        portfolio: None,
        allotment,
        nodes,
        is_over: false,
    })
}

impl<'t, 'b> IncumbentSearch<'t, 'b> {
    /// Searches until so much more `effort` is spent, in expansions of feature-space search. Returns the ending if the
    /// level is decided, and `None` if not, also when the budget stops the search.
    pub(super) fn advance(&mut self, effort: u64, budget: &mut Budget<'_>) -> Option<Ending> {
        if self.is_over || self.nodes == 0 {
            return None;
        }
        let memory = budget.memory_left().map(|left| (left + self.allotment.used()) / 4);
        let before = budget.statistics().expanded;
        let mut allotment = std::mem::take(&mut self.allotment);
        let end = budget.with_allotment(&mut allotment, self.nodes, memory, |budget| {
            let end = self.turns(effort, budget);
            if !matches!(end, Ok(None)) {
                self.is_over = true;
                if let Some(mut portfolio) = self.portfolio.take() {
                    portfolio.drop_searches(budget);
                }
            }
            end
        });
        self.allotment = allotment;
        self.nodes = self.nodes.saturating_sub(budget.statistics().expanded - before);
        end.ok().flatten()
    }

    fn turns(&mut self, effort: u64, budget: &mut Budget<'_>) -> Result<Option<Ending>, Stop> {
        if self.portfolio.is_none() {
            if let Some(report) = greedy_turn(self.level, self.board, self.settings, budget) {
                return Ok(Some(report.ending));
            }
            self.portfolio = Some(self.begin(budget)?);
        }
        let Some(portfolio) = &mut self.portfolio else { return Ok(None) };
        let end = portfolio.effort().saturating_add(effort);
        while portfolio.effort() < end {
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
