//! The rows of the strategies.

use std::collections::HashSet;

use lurd::search::{Need, STRATEGIES, Strategy};

#[test]
fn each_row_describes_the_strategy_of_its_place() {
    for row in STRATEGIES {
        assert_eq!(row.strategy.name(), row.name);
        assert_eq!(Strategy::named(row.name), Some(row.strategy));
    }
}

#[test]
fn names_are_one_word_and_differ() {
    let names: HashSet<_> = STRATEGIES.iter().map(|row| row.name).collect();
    assert_eq!(names.len(), STRATEGIES.len());
    for row in STRATEGIES {
        assert!(row.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", row.name);
        assert!(!row.summary.is_empty() && !row.source.is_empty(), "{}", row.name);
    }
}

#[test]
fn only_informed_strategies_need_an_estimate() {
    for row in STRATEGIES {
        let of_states = [Need::Estimate, Need::Heuristic, Need::ConsistentHeuristic, Need::Rate, Need::Features];
        let estimates = row.needs.iter().any(|need| of_states.contains(need));
        assert_eq!(estimates, row.strategy.is_informed(), "{}", row.name);
    }
}
