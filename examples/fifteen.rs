//! The 15-puzzle as a plug-in in another crate: `fifteen/plugin.rs` uses only the public API. This is lurd
//! with one more kind of puzzle:
//!
//! ```text
//! cargo run --release --example fifteen -- solve loyd/1
//! cargo run --release --example fifteen -- solve 'fifteen: 5 1 3 4 2 6 8 0 9 10 7 11 13 14 15 12'
//! cargo run --release --example fifteen -- compare --strategies newest,greedy 'fifteen: 5 1 3 4 2 6 8 0 9 10 7 11 13 14 15 12'
//! cargo run --release --example fifteen
//! ```

#[path = "fifteen/plugin.rs"]
mod plugin;

use std::process::ExitCode;

fn main() -> ExitCode {
    plugin::NEWEST.register();
    let (file, puzzles) = plugin::COLLECTION;
    lurd::ui::main(lurd::catalog::builtin().with(plugin::Fifteen).with_collection(file, puzzles))
}
