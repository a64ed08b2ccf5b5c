//! Certificates that a puzzle has no solution: making them, and checking them without a search.

use std::panic::{AssertUnwindSafe, catch_unwind};

use super::settings::Search;
use crate::budget::{Budget, Cancel, Observer};
use crate::catalog::Catalog;
use crate::diagnostic::Diagnostic;
use crate::puzzle::{Certified, Checked, Puzzle};

/// Makes a certificate under the limits of `search`.
pub fn certify(
    puzzle: &dyn Puzzle,
    search: &Search,
    cancel: &Cancel,
    observer: &mut dyn Observer,
) -> Certified {
    let mut budget = Budget::new(search.limits, cancel.clone(), observer);
    catch_unwind(AssertUnwindSafe(|| puzzle.certificate(&mut budget))).unwrap_or_else(|_| {
        Certified::Unsupported("making the certificate panicked; this is a bug of lurd".to_owned())
    })
}

/// Checks the certificate that `text` is, of whatever kind of puzzle.
///
/// # Errors
/// It cannot be read.
pub fn check(catalog: &Catalog, text: &str) -> Result<Checked, Diagnostic> {
    let found = catalog.plugins().find_map(|plugin| plugin.check_certificate(text));
    found.unwrap_or_else(|| {
        Err(Diagnostic::new("this is no certificate")
            .help("'lurd solve PUZZLE --certificate FILE' writes one"))
    })
}
