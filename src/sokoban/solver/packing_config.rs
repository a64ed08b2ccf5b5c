//! Attempts along a packing plan.

use crate::sokoban::fess::{FeatureOptions, NoveltyMeasure, PlanOptions, RemovalOrder};

/// What an attempt along a plan is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackingConfig {
    /// How its plan is looked for; without a plan it just fills goals.
    pub(super) plan_options: Option<PlanOptions>,
    pub(super) options: FeatureOptions,
    /// The length of its first turn, in expansions.
    pub(super) first_turn: u64,
}

impl PackingConfig {
    /// The same with chance in the place of some preferences.
    pub(super) fn with_seed(self, seed: u64) -> Self {
        let plan_options =
            self.plan_options.map(|plan_options| PlanOptions { seed: Some(seed), ..plan_options });
        Self { plan_options, options: FeatureOptions { seed: Some(seed), ..self.options }, ..self }
    }

    pub(super) fn describe(self) -> String {
        let plan = match self.plan_options {
            None => "without a plan",
            Some(PlanOptions { first: RemovalOrder::OpenFloor, .. }) => {
                "with a plan that keeps the floor open"
            }
            Some(PlanOptions { first: RemovalOrder::Nearest, .. }) => "with a plan from the entrance inward",
            Some(PlanOptions { first: RemovalOrder::Farthest, .. }) => "with a plan from the far end",
        };
        let novelty = match self.options.novelty {
            NoveltyMeasure::Off => "",
            NoveltyMeasure::Cells => ", curious for new places of boxes",
            NoveltyMeasure::Pairs => ", curious for new pairs of places",
        };
        let novelty = if self.options.greedy { ", greedy" } else { novelty };
        let chance = if self.options.seed.is_some() { ", ties left to chance" } else { "" };
        let counts_player_walk =
            if self.options.counts_player_walk { ", heeding counts_player_walk" } else { "" };
        format!("{plan}{counts_player_walk}{novelty}{chance}")
    }
}
