//! Items that every strategy imports.

pub(super) use std::borrow::Borrow;
pub(super) use std::cmp::Reverse;

pub(super) use crate::budget::Budget;
pub(super) use crate::outcome::{Conclusion, Cost, Plan, Stop};
pub(super) use crate::search::closed_list::{Closed, Found, Id, NO_PARENT, Node, PerState, Searched};
pub(super) use crate::search::lazy_evaluation::LazyEvaluation;
pub(super) use crate::search::open_list::{self, Heap};
pub(super) use crate::search::path;
pub(super) use crate::search::settings::Settings;
pub(super) use crate::search::strategy::{
    BoxedSearch, Claim, Family, Need, Row, Search, Strategy, backward_of, heuristic_of, raise_to_estimate, rate_of,
};
pub(super) use crate::space::{Backward, DEAD_END, Heuristic, Space, State, Successors};

/// Sets the estimates of the successors of a state that are to be [opened](Found::open), and leaves out the others.
pub(super) fn rate_new<S: Searched>(closed: &mut Closed<S>, id: Id, rate: &dyn Heuristic<S>, budget: &Budget<'_>) {
    match budget.limits().cost {
        None => closed.leave_out(|_, _, _| true),
        Some(_) => closed.leave_out_known(closed.node(id).cost),
    }
    let (state, children) = closed.state_and_children(id);
    rate.of_successors(state, children);
}
