//! Where lurd stores files, and how it writes them.

pub mod files;
pub mod folders;
pub mod hash;
pub mod line_file;
