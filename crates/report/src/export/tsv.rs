//! Tables with tabs: a line for each row of the comparisons.

use super::Compared;
use crate::comparison::cells;

pub(super) fn document(compared: &[Compared]) -> String {
    let rows = compared.iter().flat_map(|it| it.comparison.rows.iter().map(|row| cells(&it.comparison, row)));
    rows.fold(String::new(), |text, cells| text + &cells.join("\t") + "\n")
}
