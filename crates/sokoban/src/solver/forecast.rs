//! How much effort a search will take until its lower bound reaches a cost, as far as its past shows, and what follows from
//! that for two searches that take turns.

use lurd_engine::outcome::Cost;

/// The forecast assumes that the bound rises by a constant number of steps each time the effort grows by a constant
/// factor. It is based on the last pauses between which the effort grew by at least this factor.
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

/// The parts of A* and of blind search in a round of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Share {
    pub(super) informed: u64,
    pub(super) blind: u64,
}

/// One search gets most of the time if the other is expected to take more than this many times its effort.
const CLEARLY: f64 = 2.0;
/// A forecast beyond this many times the effort so far is ignored.
const FORESEEABLE: f64 = 20.0;
/// As [`CLEARLY`], while only a lower bound of the optimum is known, so that the forecast is less certain.
const CLEARLY_BY_BOUND: f64 = 20.0;

impl Share {
    /// Blind search gets twice the time.
    pub(super) const USUAL: Self = Self { informed: 5, blind: 10 };
    const MOSTLY_INFORMED: Self = Self { informed: 14, blind: 1 };
    const MOSTLY_BLIND: Self = Self { informed: 1, blind: 14 };

    /// The shares by what is expected of the two searches. The optimum costs at least `bound`, and at most as much as the
    /// `incumbent`.
    pub(super) fn expected(
        informed: &Forecast,
        blind: &Forecast,
        bound: Cost,
        incumbent: Option<Cost>,
    ) -> Self {
        let until = |cost: Cost| (informed.effort_until(cost), blind.effort_until(cost));
        let foreseeable = FORESEEABLE * (informed.effort() + blind.effort());
        let by_incumbent = incumbent.map(until).filter(|efforts| efforts.0.min(efforts.1) < foreseeable);
        let (efforts, clearly) = match by_incumbent {
            Some(efforts) => (efforts, CLEARLY),
            None => (until(bound + 1), CLEARLY_BY_BOUND),
        };
        if efforts.0 * clearly < efforts.1 {
            Self::MOSTLY_INFORMED
        } else if efforts.1 * clearly < efforts.0 {
            Self::MOSTLY_BLIND
        } else {
            Self::USUAL
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn forecast(pauses: &[(u64, Cost)]) -> Forecast {
        let mut forecast = Forecast::default();
        for &(effort, bound) in pauses {
            forecast.record(effort, bound);
        }
        forecast
    }

    #[test]
    fn the_search_that_is_expected_to_end_sooner_gets_most() {
        let (slow, fast) = (forecast(&[(100, 90), (400, 91)]), forecast(&[(100, 60), (400, 80)]));
        // At 100 the slow one would have taken 4^9 times as much, the fast one 4 times.
        assert_eq!(Share::expected(&slow, &fast, 91, Some(100)), Share::MOSTLY_BLIND);
        assert_eq!(Share::expected(&fast, &slow, 91, Some(100)), Share::MOSTLY_INFORMED);
        // Too far ahead, so the bounds decide: one needs 4 times as much, the other twice.
        assert_eq!(Share::expected(&slow, &fast, 91, Some(200)), Share::USUAL);
        assert_eq!(Share::expected(&slow, &fast, 91, None), Share::USUAL);
        let far = forecast(&[(100, 20), (400, 25)]);
        assert_eq!(Share::expected(&slow, &far, 91, None), Share::MOSTLY_INFORMED);
        assert_eq!(Share::expected(&Forecast::default(), &far, 91, None), Share::MOSTLY_BLIND);
    }

    #[test]
    fn growth_goes_on_as_before() {
        assert!(Forecast::default().effort_until(10).is_infinite());
        let forecast = forecast(&[(10, 4), (20, 5), (40, 6), (80, 7), (160, 8)]);
        assert!((forecast.effort_until(11) - 1280.0).abs() < 1e-6);
        assert!((forecast.effort_until(8) - 160.0).abs() < 1e-6);
    }

    #[test]
    fn a_bound_that_does_not_rise_is_expected_to_rise_slowly() {
        let forecast = forecast(&[(10, 5), (100, 5), (1000, 5)]);
        assert!((forecast.effort_until(6) - 10_000.0).abs() < 1e-6);
    }
}
