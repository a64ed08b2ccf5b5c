//! Solves every puzzle in `puzzles/` and pins the result in `snapshots/`: after adding a file, run `cargo insta
//! review`. `lurd-testing` does the same for the puzzles of any plug-in.

use lurd::catalog;

#[test]
fn puzzles_give_what_they_gave() {
    lurd_testing::snapshots(&catalog::builtin());
}
