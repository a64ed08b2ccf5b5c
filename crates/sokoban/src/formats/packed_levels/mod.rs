//! The packed levels inside `pusher.exe`.
//!
//! [`pack`] and [`unpack`] convert single levels (`packing`). `scan` finds levels in a binary file, and decides which
//! of them the program uses: those in its table of offsets.

mod packing;
pub(super) mod scan;

pub use packing::{pack, unpack};

pub(super) use packing::pack_all;
