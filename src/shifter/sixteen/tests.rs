//! The bounds against searches that share nothing with them.
