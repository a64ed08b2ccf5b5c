//! The strategies to compare.

use crate::parse_values::parse_strategy;
use lurd_engine::search::Strategy;

/// Selection of the strategies to compare.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// The strategies that fit and are compared by default.
    Fitting,
    /// All that fit; the others are listed with the reason.
    All,
    /// The strategies listed.
    These(Vec<Strategy>),
}

impl Chosen {
    /// Reads `a,b,c` or `all`.
    ///
    /// # Errors
    /// A name is unknown, or there is none.
    pub fn read(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        let mut these = Vec::new();
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let strategy = parse_strategy(name)?;
            if !these.contains(&strategy) {
                these.push(strategy);
            }
        }
        if these.is_empty() {
            Err("--strategies needs a name, for example bfs,astar".to_owned())
        } else {
            Ok(Self::These(these))
        }
    }
}
