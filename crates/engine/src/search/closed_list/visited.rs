//! What breadth-first strategies store: states in the order of insertion, each with its parent.

use std::borrow::Borrow;

use super::{
    per_state::{Id, PerState, next_id},
    rows::Rows,
};
use crate::{
    budget::Budget,
    outcome::Stop,
    space::{Link, State, StateList},
    table::{Content, Table},
};

/// Stored states and their parents. A parent may have a mark: the side of the search that has reached the state.
pub trait Visited<S: State + ?Sized>: Default {
    /// What the table has. `bits`: width of a state of one word.
    fn content(bits: u32) -> Content;

    /// Stores the children that are new, with the parents of `parents`, until `is_end` returns true; it is asked about
    /// children with the id, the parent and whether it is new. It need not be asked about those that are not. Returns the
    /// id and the parent.
    ///
    /// # Errors
    /// When the memory limit is reached.
    fn insert<A: Copy>(
        &mut self,
        children: (&mut Table, &mut S::List, &[Link<A>]),
        parents: &[Id],
        budget: &mut Budget<'_>,
        is_end: impl FnMut(&Self, Id, Id, bool) -> bool,
    ) -> Result<Option<(Id, Id)>, Stop>;

    fn state(&self, id: Id) -> &S;

    /// The parent, perhaps with a mark.
    fn marked_parent(&self, id: Id) -> Id;

    fn len(&self) -> usize;
}

/// States of any type. States are compared in full: equal hashes do not make equal states.
///
/// Bytes per state: 11 to 22 of the table, its own ones and four.
#[derive(Default)]
pub struct Dense<R>(R);

impl<S: State + ?Sized, R: Rows<S, Id>> Visited<S> for Dense<R> {
    fn content(_: u32) -> Content {
        Content::Ids
    }

    #[inline]
    fn insert<A: Copy>(
        &mut self,
        (table, states, links): (&mut Table, &mut S::List, &[Link<A>]),
        parents: &[Id],
        budget: &mut Budget<'_>,
        mut is_end: impl FnMut(&Self, Id, Id, bool) -> bool,
    ) -> Result<Option<(Id, Id)>, Stop> {
        for ((state, link), &parent) in states.drain_states().zip(links).zip(parents) {
            let next = next_id(self.0.len())?;
            let rows = &self.0;
            let known = table.find_or_add(link.tag, next, |id| rows.state(id) == state.borrow(), budget)?;
            if known.is_none() {
                self.0.push(state, parent, budget)?;
            }
            let id = known.unwrap_or(next);
            if is_end(self, id, parent, known.is_none()) {
                return Ok(Some((id, parent)));
            }
        }
        Ok(None)
    }

    #[inline]
    fn state(&self, id: Id) -> &S {
        self.0.state(id)
    }

    #[inline]
    fn marked_parent(&self, id: Id) -> Id {
        self.0.value(id)
    }

    fn len(&self) -> usize {
        self.0.len()
    }
}

/// States of one word. The table has them as keys, without ids, so that a look-up touches one cache line.
///
/// Bytes per state: 12, and in the table 5 to 11 for states of up to 32 bits, otherwise 11 to 21.
#[derive(Default)]
pub struct Keys {
    states: PerState<u64>,
    parents: PerState<Id>,
    /// Whether state 0 is present, which is not in the table.
    has_zero: bool,
    /// The children that may be new.
    unsure: Vec<u32>,
}

impl Visited<u64> for Keys {
    fn content(bits: u32) -> Content {
        if bits <= u32::BITS { Content::ShortKeys } else { Content::LongKeys }
    }

    #[inline]
    fn insert<A: Copy>(
        &mut self,
        (table, states, links): (&mut Table, &mut Vec<u64>, &[Link<A>]),
        parents: &[Id],
        budget: &mut Budget<'_>,
        is_end: impl FnMut(&Self, Id, Id, bool) -> bool,
    ) -> Result<Option<(Id, Id)>, Stop> {
        let children = (table, &states[..], links);
        if children.0.content() == Content::ShortKeys {
            let fit = children.1.iter().fold(0, |bits, state| bits | state) >> 32 == 0;
            assert!(fit, "the states of a space are wider than its `state_bits`");
            self.insert_keys(Content::ShortKeys, children, parents, budget, is_end)
        } else {
            self.insert_keys(Content::LongKeys, children, parents, budget, is_end)
        }
    }

    #[inline]
    fn state(&self, id: Id) -> &u64 {
        self.states.at(id)
    }

    fn marked_parent(&self, id: Id) -> Id {
        self.parents.get(id)
    }

    fn len(&self) -> usize {
        self.states.len()
    }
}

impl Keys {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for each content")]
    #[expect(clippy::needless_bitwise_bool, reason = "a branch would be mispredicted")]
    fn insert_keys<A: Copy>(
        &mut self,
        content: Content,
        (table, states, links): (&mut Table, &[u64], &[Link<A>]),
        parents: &[Id],
        budget: &mut Budget<'_>,
        mut is_end: impl FnMut(&Self, Id, Id, bool) -> bool,
    ) -> Result<Option<(Id, Id)>, Stop> {
        // First drop the states found in the buckets of their tags, without a branch on that: it would be mispredicted half
        // of the time.
        self.unsure.resize(links.len(), 0);
        let mut unsure = 0;
        for ((index, link), &state) in (0..).zip(links).zip(states) {
            self.unsure[unsure] = index;
            unsure += usize::from(!table.has_at_home(content, link.tag, state) | (state == 0));
        }
        for nth in 0..unsure {
            let index = self.unsure[nth] as usize;
            let (state, parent) = (states[index], parents[index]);
            let is_new = match state {
                0 => !std::mem::replace(&mut self.has_zero, true),
                _ => table.insert(content, links[index].tag, state, budget)?,
            };
            if is_new {
                let id = next_id(self.states.len())?;
                self.states.push(state, budget)?;
                self.parents.push(parent, budget)?;
                if is_end(self, id, parent, true) {
                    return Ok(Some((id, parent)));
                }
            }
        }
        Ok(None)
    }
}
