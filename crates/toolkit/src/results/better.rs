//! Which of two results of the same task is better.

use std::cmp::{Ordering, Reverse};

use super::line::{ResultLine, Status};

/// Orders results of the same task, better ones first. A verdict comes before a limit, and a limit before a failure.
/// Of two answers the one of lower cost is better, then the one with the stronger proof, then the one with lower
/// metrics in the order of the line. Of two limits the one with the higher lower bound is better, then the one that
/// searched more.
pub fn by_quality(one: &ResultLine, other: &ResultLine) -> Ordering {
    let rank = |line: &ResultLine| match line.status {
        Status::Solved | Status::Unsolvable => 0,
        Status::Limit => 1,
        Status::Cancelled => 2,
        Status::Unsupported => 3,
        Status::Error => 4,
    };
    let cost = |line: &ResultLine| (line.cost.unwrap_or(u64::MAX), proof_rank(line));
    let expanded = |line: &ResultLine| line.stats.map_or(0, |stats| stats.expanded);
    let metrics = || one.metric_values().cmp(other.metric_values());
    let bound = |line: &ResultLine| (Reverse(line.lower_bound), Reverse(expanded(line)));
    let is_stopped = one.status == Status::Limit && other.status == Status::Limit;
    rank(one)
        .cmp(&rank(other))
        .then_with(|| cost(one).cmp(&cost(other)))
        .then_with(metrics)
        .then_with(|| if is_stopped { bound(one).cmp(&bound(other)) } else { Ordering::Equal })
}

/// 0 for an optimal answer; the factor in hundredths for one that is proved to be within it.
fn proof_rank(line: &ResultLine) -> u64 {
    match line.proof.as_deref() {
        Some("optimal") => 0,
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a factor in hundredths")]
        Some(proof) => {
            let factor = proof.strip_prefix("within:").and_then(|factor| factor.parse::<f64>().ok());
            factor.map_or(u64::MAX, |factor| (factor * 100.0).round() as u64)
        }
        None => u64::MAX,
    }
}

#[cfg(test)]
mod tests {
    use super::super::line::samples::line;
    use super::*;

    #[test]
    fn better_results_come_first() {
        let order = [
            "solved 10 optimal",
            "solved 10 within:1.05",
            "solved 10 within:1.5",
            "solved 10 none",
            "solved 11 optimal",
            "limit 9",
            "limit 8",
            "limit",
            "cancelled",
            "unsupported",
            "error",
        ];
        let lines = order.map(|end| line(1, "A", end));
        for (at, better) in lines.iter().enumerate() {
            for (after, worse) in lines.iter().enumerate() {
                assert_eq!(by_quality(better, worse), at.cmp(&after), "{} {}", order[at], order[after]);
            }
        }
    }
}
