//! Where lurd keeps things, and how it writes them: for all parts that keep something.

pub mod files;
pub mod folders;
pub mod hash;
pub mod line_file;
