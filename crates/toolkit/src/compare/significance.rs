//! Whether one of two samples is larger: the test of Mann and Whitney (*On a test of whether one of two random variables is
//! stochastically larger than the other*, 1947), which assumes nothing about how times are distributed.

/// The probability that samples of these sizes differ as much as these, in either direction, if they come from the same
/// distribution. It is computed from all orders of the samples, in time in proportion to the product of their sizes and of
/// their sum of ranks: for a few dozen runs. Equal values count as if they spoke against a difference.
pub(super) fn p_value(one: &[f64], other: &[f64]) -> f64 {
    let wins = |from: &[f64], of: &[f64]| from.iter().map(|a| of.iter().filter(|b| a <= b).count()).sum::<usize>();
    // How many pairs contradict that the one is smaller, or that the other is.
    let least = wins(one, other).min(wins(other, one));
    let orders = orders(one.len(), other.len());
    let all: f64 = orders.iter().sum();
    let extreme: f64 = orders.iter().take(least + 1).sum();
    (2.0 * extreme / all).min(1.0)
}

/// The number of orders of two samples by the number of pairs in which the second one is smaller.
fn orders(one: usize, other: usize) -> Vec<f64> {
    // counts[m][u]: of n values of the one and m of the other.
    let mut counts: Vec<Vec<f64>> = (0..=other).map(|_| vec![1.0]).collect();
    for n in 1..=one {
        let mut next: Vec<Vec<f64>> = vec![vec![1.0]];
        for m in 1..=other {
            // The largest value belongs to the one, and then m values are smaller, or to the other.
            let mut sum = vec![0.0; n * m + 1];
            for (pairs, count) in counts[m].iter().enumerate() {
                sum[pairs + m] += count;
            }
            for (pairs, count) in next[m - 1].iter().enumerate() {
                sum[pairs] += count;
            }
            next.push(sum);
        }
        counts = next;
    }
    counts.swap_remove(other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_those_of_binomials() {
        // 10 of 20: 184,756 orders; with 2 of 2: by pairs 1, 1, 2, 1, 1.
        assert!((orders(10, 10).iter().sum::<f64>() - 184_756.0).abs() < 1e-6);
        assert_eq!(orders(2, 2), [1.0, 1.0, 2.0, 1.0, 1.0]);
        assert_eq!(orders(1, 3), [1.0; 4]);
    }

    #[test]
    fn known_values() {
        let low: Vec<f64> = (0..5).map(f64::from).collect();
        let high: Vec<f64> = (5..10).map(f64::from).collect();
        // Complete separation: 2 of 252 orders.
        assert!((p_value(&low, &high) - 2.0 / 252.0).abs() < 1e-12);
        assert!((p_value(&high, &low) - 2.0 / 252.0).abs() < 1e-12);
        assert!((p_value(&low, &low) - 1.0).abs() < 1e-12);
        assert!(p_value(&[1.0, 3.0, 5.0], &[2.0, 4.0, 6.0]) > 0.3);
    }
}
