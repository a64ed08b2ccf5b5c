//! The examples are no longer than the same programs with the crate `pathfinding`.

/// The most lines by which they may be longer.
const MORE: usize = 3;

/// The lines of a program without blank ones and comments.
fn lines(program: &str) -> usize {
    program.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("//")).count()
}

#[test]
fn they_are_hardly_longer_than_with_pathfinding() {
    let pairs = [
        (include_str!("../examples/several_starts.rs"), include_str!("../examples/pathfinding_several_starts.rs")),
        (include_str!("../examples/cancelled_thread.rs"), include_str!("../examples/pathfinding_cancelled_thread.rs")),
        (include_str!("../examples/tuple_state.rs"), include_str!("../examples/pathfinding_tuple_state.rs")),
        (include_str!("../examples/own_strategy.rs"), include_str!("../examples/pathfinding_own_strategy.rs")),
    ];
    for (ours, theirs) in pairs {
        let (ours, theirs) = (lines(ours), lines(theirs));
        assert!(ours <= theirs + MORE, "{ours} lines, and {theirs} with pathfinding");
    }
}
