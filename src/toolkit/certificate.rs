//! Certificates that a puzzle has no solution: making them, and checking them without a search.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use crate::budget::{Budget, Cancel, Limits, Observer, Statistics};
use crate::catalog::Catalog;
use crate::diagnostic::Diagnostic;
use crate::puzzle::{Certified, Checked, Puzzle};

/// Makes a certificate with what a search that took `used` has left of its `limits` ([`left`]).
pub fn certify(
    puzzle: &dyn Puzzle,
    limits: Limits,
    used: &Statistics,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Certified {
    let mut budget = Budget::new(left(limits, used), cancel.clone(), observer);
    catch_unwind(AssertUnwindSafe(|| puzzle.certificate(&mut budget))).unwrap_or_else(|_| {
        Certified::Unsupported("making the certificate panicked; this is a bug of lurd".to_owned())
    })
}

/// A proof found just before the limit is to be written down, too: this part of a limit is there in any
/// case.
const AT_LEAST: u32 = 10;

/// What is left of `limits` after a search that took `used`: time and expansions are those that it did
/// not take, but at least a tenth of the whole. The search has given its memory back, so the limit of
/// that is the same.
pub fn left(limits: Limits, used: &Statistics) -> Limits {
    let time = |all: Duration| {
        let took = Duration::try_from_secs_f64(used.seconds).unwrap_or_default();
        all.saturating_sub(took).max(all / AT_LEAST)
    };
    let nodes = |all: u64| all.saturating_sub(used.expanded).max(all / u64::from(AT_LEAST));
    Limits { time: limits.time.map(time), nodes: limits.nodes.map(nodes), memory: limits.memory }
}

/// Checks the certificate that `text` is, of whatever kind of puzzle, within `limits`, of which
/// expansions do not matter.
///
/// # Errors
/// It cannot be read.
pub fn check(
    catalog: &Catalog,
    text: &str,
    limits: Limits,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Result<Checked, Diagnostic> {
    let mut budget = Budget::new(limits, cancel.clone(), observer);
    let found = catalog.plugins().find_map(|plugin| plugin.check_certificate(text, &mut budget));
    found.unwrap_or_else(|| {
        Err(Diagnostic::new("this is no certificate")
            .help("'lurd solve PUZZLE --certificate FILE' writes one"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_search_took_is_gone() {
        let limits = Limits { nodes: Some(1_000), time: Some(Duration::from_secs(60)), memory: Some(7) };
        let used = |expanded, seconds| Statistics { expanded, seconds, ..Statistics::default() };
        let is = |nodes, seconds| Limits {
            nodes: Some(nodes),
            time: Some(Duration::from_secs(seconds)),
            memory: Some(7),
        };
        assert_eq!(left(limits, &used(0, 0.0)), limits);
        assert_eq!(left(limits, &used(300, 20.0)), is(700, 40));
        assert_eq!(left(limits, &used(999, 59.5)), is(100, 6));
        assert_eq!(left(limits, &used(5_000, 1e300)).nodes, Some(100));
        assert_eq!(left(Limits::NONE, &used(5, 5.0)), Limits::NONE);
    }
}
