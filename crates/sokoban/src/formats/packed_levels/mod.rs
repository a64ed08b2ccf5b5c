//! The packed levels inside `pusher.exe`.
//!
//! [`pack`] and [`unpack`] convert single levels. `scan` finds levels in a binary file; `offset_table`
//! decides which of them the program uses, with the help of `mz`, which reads the program's header.

mod mz;
mod offset_table;
mod packing;
pub(super) mod scan;
mod unpacking;

pub use packing::pack;
pub(super) use packing::pack_all;
pub use unpacking::unpack;
