//! Answers at once and their bounds.
