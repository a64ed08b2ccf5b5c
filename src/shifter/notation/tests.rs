//! The notations.
