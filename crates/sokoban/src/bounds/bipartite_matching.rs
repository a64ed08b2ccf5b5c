//! Maximum matching in a bipartite graph, by augmenting paths (Berge's theorem).

/// Assigns each of `rows` to a different one of `columns` along edges. Returns `None` if that succeeds, and
/// otherwise, in no particular order, rows that together have fewer columns than they are (Hall's condition).
///
/// O(rows * edges).
///
/// # Errors
/// The error of `check`, which is called for each row that is looked at.
pub(crate) fn hall_violator<E>(
    rows: usize,
    columns: usize,
    has_edge: impl Fn(usize, usize) -> bool,
    check: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Option<Vec<usize>>, E> {
    let mut owner = vec![NONE; columns];
    let mut column_of = vec![NONE; rows];
    // The row from which each column was reached.
    let mut reached_from = vec![NONE; columns];
    let mut queue = Vec::new();
    for root in 0..rows {
        reached_from.fill(NONE);
        queue.clear();
        queue.push(root);
        let mut next = 0;
        let free = 'search: loop {
            let Some(&row) = queue.get(next) else { return Ok(Some(queue)) };
            check()?;
            next += 1;
            for column in 0..columns {
                if reached_from[column] == NONE && has_edge(row, column) {
                    reached_from[column] = row;
                    if owner[column] == NONE {
                        break 'search column;
                    }
                    queue.push(owner[column]);
                }
            }
        };
        // Swap along the path: each row on it gets the column by which it was left.
        let mut column = free;
        while column != NONE {
            let row = reached_from[column];
            owner[column] = row;
            column = std::mem::replace(&mut column_of[row], column);
        }
    }
    Ok(None)
}

const NONE: usize = usize::MAX;

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::*;

    proptest::proptest! {
        #[test]
        fn finds_a_violator_exactly_where_hall_says(
            rows in 0_usize..6,
            columns in 0_usize..6,
            edges in proptest::collection::vec(proptest::bool::weighted(0.4), 36),
        ) {
            let has_edge = |row: usize, column: usize| edges[row * 6 + column];
            let neighbours = |set: &[usize]| (0..columns).filter(|&column| set.iter().any(|&row| has_edge(row, column))).count();
            let subset = |mask: usize| (0..rows).filter(|row| mask >> row & 1 == 1).collect::<Vec<_>>();
            let Ok(found) = hall_violator(rows, columns, has_edge, &mut || Ok::<(), Infallible>(()));
            let exists = (0..1_usize << rows).any(|mask| neighbours(&subset(mask)) < subset(mask).len());
            proptest::prop_assert_eq!(found.is_some(), exists);
            if let Some(violator) = found {
                proptest::prop_assert!(neighbours(&violator) < violator.len());
            }
        }
    }
}
