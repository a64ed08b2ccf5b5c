//! How much effort a search will take until its lower bound reaches a cost, as far as its past shows.

use crate::outcome::Cost;

/// The bound rises by about the same number of steps while the effort grows by the same factor. The factor is taken
/// from so recent a part of the past.
const RECENT: u64 = 4;

/// The efforts at which a search paused, and its lower bounds there.
#[derive(Debug, Default)]
pub(super) struct Forecast {
    pauses: Vec<(u64, Cost)>,
}

impl Forecast {
    pub(super) fn record(&mut self, effort: u64, bound: Cost) {
        self.pauses.push((effort.max(1), bound));
    }

    /// The effort so far.
    #[expect(clippy::cast_precision_loss, reason = "a forecast")]
    pub(super) fn effort(&self) -> f64 {
        self.pauses.last().map_or(0.0, |&(effort, _)| effort as f64)
    }

    /// The effort in all when the bound reaches `cost`; infinite if nothing is known. If it did not rise lately, the forecast
    /// is as if it had by one.
    #[expect(clippy::cast_precision_loss, reason = "a forecast")]
    pub(super) fn effort_until(&self, cost: Cost) -> f64 {
        let Some(&(effort, bound)) = self.pauses.last() else { return f64::INFINITY };
        if bound >= cost {
            return effort as f64;
        }
        let Some(&(before, lower)) = self.pauses.iter().rev().find(|pause| pause.0 <= effort / RECENT) else {
            return f64::INFINITY;
        };
        let steps = f64::from(cost - bound) / f64::from((bound - lower).max(1));
        effort as f64 * (effort as f64 / before as f64).powf(steps)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growth_goes_on_as_before() {
        let mut forecast = Forecast::default();
        assert!(forecast.effort_until(10).is_infinite());
        for (effort, bound) in [(10, 4), (20, 5), (40, 6), (80, 7), (160, 8)] {
            forecast.record(effort, bound);
        }
        assert!((forecast.effort_until(11) - 1280.0).abs() < 1e-6);
        assert!((forecast.effort_until(8) - 160.0).abs() < 1e-6);
    }

    #[test]
    fn a_bound_that_does_not_rise_is_expected_to_rise_slowly() {
        let mut forecast = Forecast::default();
        for effort in [10, 100, 1000] {
            forecast.record(effort, 5);
        }
        assert!((forecast.effort_until(6) - 10_000.0).abs() < 1e-6);
    }
}
