//! The goals that a box has in some cheapest assignment.
//!
//! Where there are many boxes on an open floor there are many cheapest assignments, and the cost after a push then follows
//! from the goals of the box in all of them, without another assignment.
//!
//! A pair of a box and a goal is in a cheapest assignment exactly if it is *tight*, which means that its cost equals the sum
//! of its dual values, and if it is matched or on a cycle of pairs that are alternately tight and matched. Let each box lead
//! to the boxes that have its tight goals: such a cycle stays in one strongly connected component (Régin, *A filtering
//! algorithm for constraints of difference in CSPs*, 1994). The components are found as by Tarjan (*Depth-first search and
//! linear graph algorithms*, 1972).

/// The goals of each row in all cheapest assignments.
#[derive(Clone, Debug, Default)]
pub(super) struct OptimalGoals {
    /// The tight goals of each row, one row after the other.
    tight: Vec<u16>,
    /// Where those of each row begin, and where the last ones end.
    first: Vec<u32>,
    /// The component of each row.
    component: Vec<u32>,
    search: ComponentSearch,
}

/// Scratch of the search for components.
#[derive(Clone, Debug, Default)]
struct ComponentSearch {
    /// The number of each row in the order of visits, from 1, or 0; then the least number that it leads to.
    visited: Vec<u32>,
    least: Vec<u32>,
    /// The rows whose component is not complete.
    incomplete: Vec<u32>,
    /// The path of the depth-first search: rows, and the next of their tight goals.
    path: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl OptimalGoals {
    /// Finds them. `row_of`: the row that is matched to each goal. `tight` appends the tight goals of a row to a list. Takes
    /// O(rows * goals), if that takes O(goals).
    pub(super) fn find(&mut self, rows: usize, row_of: &[usize], mut tight: impl FnMut(usize, &mut Vec<u16>)) {
        self.tight.clear();
        self.first.clear();
        for row in 0..rows {
            self.first.push(count(self.tight.len()));
            tight(row, &mut self.tight);
        }
        self.first.push(count(self.tight.len()));
        self.component.clear();
        self.component.resize(rows, NONE);
        let Self { tight, first, component, search } = self;
        search.run(rows, component, first, |edge| count(row_of[usize::from(tight[edge as usize])]));
    }

    /// The goals of a row. `row_of`: as before.
    pub(super) fn of<'a>(&'a self, row: usize, row_of: &'a [usize]) -> impl Iterator<Item = usize> + 'a {
        let tight = &self.tight[self.first[row] as usize..self.first[row + 1] as usize];
        let goals = tight.iter().map(|&goal| usize::from(goal));
        goals.filter(move |&goal| self.component[row_of[goal]] == self.component[row])
    }
}

#[expect(clippy::cast_possible_truncation, reason = "at most as many as cells, or pairs of them, of one level")]
fn count(count: usize) -> u32 {
    count as u32
}

impl ComponentSearch {
    /// Numbers the component of each row. `first`: where the edges of each row begin; `end_of`: the row that an edge leads to.
    fn run(&mut self, rows: usize, component: &mut [u32], first: &[u32], end_of: impl Fn(u32) -> u32) {
        let Self { visited, least, incomplete, path } = self;
        visited.clear();
        visited.resize(rows, 0);
        least.clear();
        least.resize(rows, 0);
        let mut visits = 0;
        for root in 0..count(rows) {
            if visited[root as usize] != 0 {
                continue;
            }
            path.push((root, first[root as usize]));
            while let Some(&mut (row, ref mut edge)) = path.last_mut() {
                let at = row as usize;
                if visited[at] == 0 {
                    visits += 1;
                    (visited[at], least[at]) = (visits, visits);
                    incomplete.push(row);
                }
                if *edge < first[at + 1] {
                    let next = end_of(*edge);
                    *edge += 1;
                    if visited[next as usize] == 0 {
                        path.push((next, first[next as usize]));
                    } else if component[next as usize] == NONE {
                        least[at] = least[at].min(visited[next as usize]);
                    }
                    continue;
                }
                path.pop();
                if let Some(&(before, _)) = path.last() {
                    least[before as usize] = least[before as usize].min(least[at]);
                }
                if least[at] == visited[at] {
                    while let Some(member) = incomplete.pop() {
                        component[member as usize] = row;
                        if member == row {
                            break;
                        }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use lurd_engine::program::search::random::Random;

    use super::*;

    /// The components of random graphs are the sets of rows that lead to each other.
    #[test]
    fn rows_of_a_component_lead_to_each_other() {
        let mut random = Random::new(1);
        let mut found = OptimalGoals::default();
        for _ in 0..2_000 {
            let rows = 1 + random.below(8);
            let mut row_of: Vec<usize> = (0..rows).collect();
            random.shuffle(&mut row_of);
            let density = 1 + random.below(4);
            let tight: Vec<Vec<bool>> = (0..rows)
                .map(|row| row_of.iter().map(|&owner| owner == row || random.below(1 + density) == 0).collect())
                .collect();
            found.find(rows, &row_of, |row, goals| {
                goals.extend((0_u16..).zip(&tight[row]).filter(|&(_, &is_tight)| is_tight).map(|(goal, _)| goal));
            });
            let mut leads: Vec<Vec<bool>> = vec![vec![false; rows]; rows];
            for (row, goals) in tight.iter().enumerate() {
                for (goal, _) in goals.iter().enumerate().filter(|&(_, &is_tight)| is_tight) {
                    leads[row][row_of[goal]] = true;
                }
            }
            for through in 0..rows {
                for from in 0..rows {
                    for to in 0..rows {
                        leads[from][to] |= leads[from][through] && leads[through][to];
                    }
                }
            }
            for row in 0..rows {
                let expected: Vec<usize> =
                    (0..rows).filter(|&goal| tight[row][goal] && leads[row_of[goal]][row]).collect();
                assert_eq!(found.of(row, &row_of).collect::<Vec<_>>(), expected);
            }
        }
    }
}
