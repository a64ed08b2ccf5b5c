//! The runs of one strategy, and statistics of their times.

use crate::solve::{End, Run};
use lurd_engine::budget::Statistics;
use lurd_engine::search::Strategy;

/// The runs of one strategy on one puzzle.
#[derive(Clone, Debug)]
pub struct Row {
    pub strategy: Strategy,
    pub warm_ups: Vec<Run>,
    pub runs: Vec<Run>,
}

/// Median and range of a figure over the runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spread {
    /// The median; the mean of the middle two for an even number.
    pub median: f64,
    pub least: f64,
    pub most: f64,
}

impl Spread {
    /// The spread of `figures`; `None` if there are none.
    pub fn of(mut figures: Vec<f64>) -> Option<Self> {
        figures.sort_by(f64::total_cmp);
        let (&least, &most) = (figures.first()?, figures.last()?);
        let middle = figures.len() / 2;
        let median = if figures.len() % 2 == 1 {
            figures[middle]
        } else {
            f64::midpoint(figures[middle - 1], figures[middle])
        };
        Some(Self { median, least, most })
    }
}

impl Row {
    /// The run shown for the row: the one without a conclusion, else the first.
    pub fn result(&self) -> Option<&Run> {
        self.runs.iter().find(|run| !concludes(run)).or(self.runs.first())
    }

    /// All runs, including the unmeasured ones.
    pub fn all(&self) -> impl Iterator<Item = &Run> {
        self.warm_ups.iter().chain(&self.runs)
    }

    pub fn left_out(&self) -> Option<&str> {
        match self.result().map(|run| &run.end) {
            Some(End::Unsupported { reason }) => Some(reason),
            _ => None,
        }
    }

    /// Wall time of the measured runs; `None` unless all came to a conclusion.
    pub fn seconds(&self) -> Option<Spread> {
        self.spread(|statistics| statistics.seconds)
    }

    /// Standard deviation of the wall time; `None` unless several runs all came to a conclusion.
    #[expect(clippy::cast_precision_loss, reason = "a number of runs")]
    pub fn deviation(&self) -> Option<f64> {
        self.seconds()?;
        let seconds: Vec<_> = self.runs.iter().filter_map(|run| Some(run.statistics?.seconds)).collect();
        let mean = seconds.iter().sum::<f64>() / seconds.len() as f64;
        let squares: f64 = seconds.iter().map(|it| (it - mean).powi(2)).sum();
        (seconds.len() > 1).then(|| (squares / (seconds.len() - 1) as f64).sqrt())
    }

    /// Processor time, like [`Row::seconds`].
    pub fn cpu_seconds(&self) -> Option<Spread> {
        self.spread(|statistics| statistics.cpu_seconds)
    }

    fn spread(&self, figure: fn(&Statistics) -> f64) -> Option<Spread> {
        let figures: Option<Vec<_>> = self
            .runs
            .iter()
            .map(|run| run.statistics.as_ref().filter(|_| concludes(run)).map(figure))
            .collect();
        Spread::of(figures?)
    }
}

/// Whether a run ended by itself, with an answer or a proof. If a limit ended the search after an answer,
/// the time only shows the limit.
pub(super) fn concludes(run: &Run) -> bool {
    match &run.end {
        End::Solved(verified) => verified.answer.stopped.is_none(),
        End::Unsolvable { .. } => true,
        End::Limit { .. } | End::Cancelled { .. } | End::Unsupported { .. } | End::Error { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_is_in_the_middle() {
        let of = |figures: &[f64]| Spread::of(figures.to_vec()).map(|it| (it.least, it.median, it.most));
        assert_eq!(of(&[3.0, 1.0, 2.0]), Some((1.0, 2.0, 3.0)));
        assert_eq!(of(&[4.0, 1.0]), Some((1.0, 2.5, 4.0)));
        assert_eq!(of(&[]), None);
    }
}
