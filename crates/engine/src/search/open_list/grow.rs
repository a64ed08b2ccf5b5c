//! Growth of lists under the memory limit.

use std::mem::size_of;

use crate::budget::Budget;
use crate::outcome::Stop;

/// Appends an entry to a list.
#[inline]
pub fn push<T>(list: &mut Vec<T>, entry: T, budget: &mut Budget<'_>) -> Result<(), Stop> {
    if list.len() == list.capacity() {
        grow(list.capacity(), size_of::<T>(), budget, |more| list.reserve_exact(more))?;
    }
    list.push(entry);
    Ok(())
}

/// Makes room for `more` entries after those of a list, and for 64 at least.
#[inline]
pub fn reserve<T>(list: &mut Vec<T>, more: usize, budget: &mut Budget<'_>) -> Result<(), Stop> {
    let (before, needed) = (list.capacity(), list.len() + more);
    if needed > before {
        let after = needed.next_power_of_two().max(64);
        budget.grow((after * size_of::<T>()) as u64)?;
        list.reserve_exact(after - list.len());
        budget.shrink((before * size_of::<T>()) as u64);
    }
    Ok(())
}

/// Grows a full list of `capacity` entries of `size` bytes: calls `reserve` with the number of entries
/// to add, which is `capacity`, or less near the memory limit.
pub fn grow(
    capacity: usize,
    size: usize,
    budget: &mut Budget<'_>,
    reserve: impl FnOnce(usize),
) -> Result<(), Stop> {
    let bytes = |entries: usize| (entries * size) as u64;
    let mut refused = Ok(());
    for more in [capacity.max(64), capacity / 4] {
        if more == 0 {
            break;
        }
        // While the entries move, both the old and the new list exist.
        match budget.grow(bytes(capacity + more)) {
            Ok(()) => {
                reserve(more);
                budget.shrink(bytes(capacity));
                return Ok(());
            }
            Err(stop) => refused = Err(stop),
        }
    }
    refused
}
