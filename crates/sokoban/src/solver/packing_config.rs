//! The configuration of an attempt along a packing plan.

use crate::fess::{FeatureOptions, NoveltyMeasure, PlanOptions, RemovalOrder};

/// The configuration of an attempt along a packing plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackingConfig {
    /// The options of the search for a plan. `None`: no plan, filled goals count instead of steps.
    pub(super) plan_options: Option<PlanOptions>,
    pub(super) options: FeatureOptions,
    /// The expansions of its first turn.
    pub(super) first_turn: u64,
}

impl PackingConfig {
    /// The same configuration with random ties and a random plan.
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
            Some(PlanOptions { first: RemovalOrder::Nearest, .. }) => {
                "with a plan that removes the nearest boxes first"
            }
            Some(PlanOptions { first: RemovalOrder::Farthest, .. }) => {
                "with a plan that removes the farthest boxes first"
            }
        };
        let novelty = match self.options.novelty {
            NoveltyMeasure::Off => "",
            NoveltyMeasure::Cells => ", novelty of cells",
            NoveltyMeasure::Pairs => ", novelty of pairs of cells",
        };
        let novelty = if self.options.greedy { ", greedy" } else { novelty };
        let ties = if self.options.seed.is_some() { ", random ties" } else { "" };
        let walks = if self.options.counts_player_walk { ", counting boxes on walks" } else { "" };
        format!("{plan}{walks}{novelty}{ties}")
    }
}
