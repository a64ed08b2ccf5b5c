//! Attempts along a packing plan.

use crate::sokoban::fess::{FeatureOptions, First, Novel, PlanOptions};

/// What an attempt along a plan is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PackingConfig {
    /// How its plan is looked for; without a plan it just fills goals.
    pub(super) taste: Option<PlanOptions>,
    pub(super) style: FeatureOptions,
    /// The length of its first turn, in expansions.
    pub(super) first_turn: u64,
}

impl PackingConfig {
    /// The same with chance in the place of some preferences.
    pub(super) fn with_seed(self, seed: u64) -> Self {
        let taste = self.taste.map(|taste| PlanOptions { seed: Some(seed), ..taste });
        Self { taste, style: FeatureOptions { seed: Some(seed), ..self.style }, ..self }
    }

    pub(super) fn describe(self) -> String {
        let plan = match self.taste {
            None => "without a plan",
            Some(PlanOptions { first: First::Roomy, .. }) => "with a plan that keeps the floor open",
            Some(PlanOptions { first: First::Nearest, .. }) => "with a plan from the entrance inward",
            Some(PlanOptions { first: First::Farthest, .. }) => "with a plan from the far end",
        };
        let novelty = match self.style.novelty {
            Novel::Nothing => "",
            Novel::Cells => ", curious for new places of boxes",
            Novel::Pairs => ", curious for new pairs of places",
        };
        let novelty = if self.style.greedy { ", greedy" } else { novelty };
        let chance = if self.style.seed.is_some() { ", ties left to chance" } else { "" };
        let walks = if self.style.walks { ", heeding walks" } else { "" };
        format!("{plan}{walks}{novelty}{chance}")
    }
}
