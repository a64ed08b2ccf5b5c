//! The engine as other programs use it: random graphs, named searches, strategies of other crates, and the examples.

mod calls;
mod contracts;
mod dear_paths;
mod erased;
mod front_page;
mod graphs;
mod in_place;
mod many_successors;
mod outside;

#[path = "../../examples/cancelled_thread.rs"]
mod cancelled_thread;
#[path = "../../examples/own_strategy.rs"]
mod own_strategy;
#[path = "../../examples/several_starts.rs"]
mod several_starts;
#[path = "../../examples/tuple_state.rs"]
mod tuple_state;

/// Each example checks what it finds.
#[test]
fn examples_find_what_they_say() {
    cancelled_thread::main();
    own_strategy::main();
    several_starts::main();
    tuple_state::main();
}
