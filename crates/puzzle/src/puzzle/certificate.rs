//! Certificates that a puzzle has no solution.

use lurd_engine::outcome::Stop;

/// The result of [`Puzzle::certificate`](super::Puzzle::certificate).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Certified {
    /// The certificate, in the notation that [`Plugin::check_certificate`](super::Plugin::check_certificate)
    /// reads.
    Text(String),
    /// The puzzle has a solution.
    Solvable,
    /// A limit or the user stopped it.
    Stopped(Stop),
    /// This kind of puzzle has no certificates.
    Unsupported(String),
}

/// The result of checking a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CertificateVerdict {
    /// It proves that there is no solution. The number of its patterns.
    Holds(usize),
    /// It proves nothing: what is missing or wrong.
    Fails(String),
    /// A limit or the user stopped the check, which proves nothing.
    Stopped(Stop),
}
