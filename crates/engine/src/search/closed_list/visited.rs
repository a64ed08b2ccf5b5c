//! What breadth-first strategies store: states in the order of insertion, each with its parent.

use std::borrow::Borrow;

use super::{
    per_state::{Id, MARK, next_id},
    rows::{Columns, Rows},
};
use crate::{
    budget::Budget,
    outcome::Stop,
    space::{Link, State, StateList},
    table::{Content, Table},
};

/// Stored states and their parents. The mark of a parent says which of two sides has reached the state.
pub trait Visited<S: State + ?Sized>: Default {
    /// The tables for states of this width, if they are words; `has_sides` if there are two sides.
    fn tables(bits: u32, has_sides: bool) -> Tables;

    /// Stores the children that neither side has reached, until `is_end` returns true for one. Returns that one, or
    /// otherwise the first one that the other side has reached: its id and the parent that is given for it.
    ///
    /// # Errors
    /// When the memory limit is reached.
    fn insert<A: Copy + Send>(
        &mut self,
        tables: &mut Tables,
        children: &mut S::List<Link<A>>,
        budget: &mut Budget<'_>,
        is_end: impl FnMut(&S) -> bool,
    ) -> Result<Option<(Id, Id)>, Stop>;

    fn state(&self, id: Id) -> &S;

    /// The parent, perhaps with a mark.
    fn marked_parent(&self, id: Id) -> Id;

    fn len(&self) -> usize;
}

/// The tables in which the children are looked up.
pub struct Tables {
    /// The table of ids, or those of the keys of either side.
    tables: [Table; 2],
    has_sides: bool,
}

impl Tables {
    fn new(content: Content, has_sides: bool) -> Self {
        Self { tables: [Table::new(content), Table::new(content)], has_sides }
    }

    /// The table for the children of a parent with this mark, and that of the keys of the other side.
    #[inline]
    pub fn of(&mut self, parent: Id) -> (&mut Table, &mut Table) {
        let [first, second] = &mut self.tables;
        if parent & MARK == 0 || first.content() == Content::Ids { (first, second) } else { (second, first) }
    }
}

/// States of any type. States are compared in full: equal hashes do not make equal states.
///
/// Bytes per state: 11 to 22 of the table, its own ones and four.
#[derive(Default)]
pub struct Dense<R>(R);

impl<S: State + ?Sized, R: Rows<S, Id>> Visited<S> for Dense<R> {
    fn tables(_: u32, has_sides: bool) -> Tables {
        Tables::new(Content::Ids, has_sides)
    }

    #[inline]
    fn insert<A: Copy + Send>(
        &mut self,
        tables: &mut Tables,
        children: &mut S::List<Link<A>>,
        budget: &mut Budget<'_>,
        is_end: impl FnMut(&S) -> bool,
    ) -> Result<Option<(Id, Id)>, Stop> {
        insert_rows(&mut self.0, tables, children, budget, is_end)
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

/// [`Visited::insert`] with a table of ids.
#[inline]
fn insert_rows<S: State + ?Sized, R: Rows<S, Id>, A: Copy + Send>(
    rows: &mut R,
    Tables { tables: [table, _], has_sides }: &mut Tables,
    children: &mut S::List<Link<A>>,
    budget: &mut Budget<'_>,
    mut is_end: impl FnMut(&S) -> bool,
) -> Result<Option<(Id, Id)>, Stop> {
    let mut met = None;
    rows.prefetch_all(table, children);
    for (state, link) in children.hand_over() {
        let next = next_id(rows.len())?;
        match table.find_or_add(link.tag, next, |id| rows.state(id) == state.borrow(), budget)? {
            None => {
                rows.push(state, link.parent, budget)?;
                if is_end(rows.state(next)) {
                    return Ok(Some((next, link.parent)));
                }
            }
            Some(id) if *has_sides && met.is_none() && (rows.value(id) ^ link.parent) & MARK != 0 => {
                met = Some((id, link.parent));
            }
            Some(_) => {}
        }
    }
    Ok(met)
}

/// States of one word. The table has them as keys, without ids, so that a look-up touches one cache line. Each of two sides
/// has a table if the keys are short; long keys would need more memory than ids.
///
/// Bytes per state: 12, and in the table 5 to 11 for states of up to 32 bits, otherwise 11 to 21.
#[derive(Default)]
pub struct Keys {
    rows: Columns<u64, Id>,
    /// Whether either side has state 0, which is not in its table.
    have_zero: [bool; 2],
    /// The children that may be new.
    unsure: Vec<u32>,
}

impl Visited<u64> for Keys {
    fn tables(bits: u32, has_sides: bool) -> Tables {
        let content = match (bits, has_sides) {
            (0..=32, _) => Content::ShortKeys,
            (_, false) => Content::LongKeys,
            (_, true) => Content::Ids,
        };
        Tables::new(content, has_sides)
    }

    #[inline]
    fn insert<A: Copy + Send>(
        &mut self,
        tables: &mut Tables,
        children: &mut Vec<(u64, Link<A>)>,
        budget: &mut Budget<'_>,
        is_end: impl FnMut(&u64) -> bool,
    ) -> Result<Option<(Id, Id)>, Stop> {
        match tables.tables[0].content() {
            Content::ShortKeys => {
                let fit = children.iter().fold(0, |bits, (state, _)| bits | state) >> 32 == 0;
                assert!(fit, "the states of a space are wider than its `state_bits`");
                self.insert_keys(Content::ShortKeys, tables, children, budget, is_end)
            }
            Content::LongKeys => self.insert_keys(Content::LongKeys, tables, children, budget, is_end),
            Content::Ids => insert_rows(&mut self.rows, tables, children, budget, is_end),
        }
    }

    #[inline]
    fn state(&self, id: Id) -> &u64 {
        self.rows.state(id)
    }

    fn marked_parent(&self, id: Id) -> Id {
        self.rows.value(id)
    }

    fn len(&self) -> usize {
        self.rows.len()
    }
}

impl Keys {
    #[inline(always)]
    #[expect(clippy::inline_always, reason = "compiled for each content")]
    #[expect(clippy::needless_bitwise_bool, reason = "a branch would be mispredicted")]
    fn insert_keys<A: Copy + Send>(
        &mut self,
        content: Content,
        tables: &mut Tables,
        children: &[(u64, Link<A>)],
        budget: &mut Budget<'_>,
        mut is_end: impl FnMut(&u64) -> bool,
    ) -> Result<Option<(Id, Id)>, Stop> {
        let Some((_, Link { parent, .. })) = children.first() else { return Ok(None) };
        let (has_sides, side) = (tables.has_sides, (parent / MARK) as usize);
        let (own, other) = tables.of(*parent);
        // First drop the states found in the buckets of their tags, without a branch on that: it would be mispredicted half
        // of the time.
        self.unsure.resize(children.len(), 0);
        let mut unsure = 0;
        for (index, &(state, link)) in (0..).zip(children) {
            self.unsure[unsure] = index;
            unsure += usize::from(!own.has_at_home(content, link.tag, state) | (state == 0));
        }
        if has_sides {
            self.unsure[..unsure].iter().for_each(|&index| other.prefetch(children[index as usize].1.tag));
        }
        let (mut new, mut met) = (0, None);
        for nth in 0..unsure {
            let index = self.unsure[nth];
            let (state, Link { tag, parent, .. }) = children[index as usize];
            if has_sides && if state == 0 { self.have_zero[1 - side] } else { other.has(content, tag, state) } {
                met = met.or(Some((state, parent)));
                continue;
            }
            let is_new = match state {
                0 => !std::mem::replace(&mut self.have_zero[side], true),
                _ => own.insert(content, tag, state, budget)?,
            };
            self.unsure[new] = index;
            new += usize::from(is_new);
        }
        let new = &self.unsure[..new];
        let end = new.iter().position(|&index| is_end(&children[index as usize].0));
        let new = end.map_or(new, |last| &new[..=last]);
        let last = next_id(self.rows.len() + new.len())?;
        let row = |&index: &u32| (children[index as usize].0, children[index as usize].1.parent);
        self.rows.extend(new.iter().map(row), budget)?;
        if end.is_some() {
            return Ok(new.last().map(|index| (last - 1, row(index).1)));
        }
        let ids = (0..).take(self.rows.len());
        let id_of = |state| ids.clone().find(|&id| *self.rows.state(id) == state).expect("a state of a table");
        Ok(met.map(|(state, parent)| (id_of(state), parent)))
    }
}
