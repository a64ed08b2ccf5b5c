//! Rank correlation.

/// The rank of each value, from 0; equal values share the mean of their ranks.
#[expect(clippy::cast_precision_loss, reason = "few values")]
fn ranks(values: &[f64]) -> Vec<f64> {
    let below = |value: f64| values.iter().filter(|other| **other < value).count() as f64;
    let equal = |value: f64| values.iter().filter(|other| other.total_cmp(&value).is_eq()).count() as f64;
    values.iter().map(|&value| below(value) + (equal(value) - 1.0) / 2.0).collect()
}

/// Spearman's rank correlation: 1 for the same order, -1 for the reverse, 0 for none.
#[expect(clippy::cast_precision_loss, reason = "few values")]
pub fn rank_correlation(one: &[f64], other: &[f64]) -> f64 {
    assert_eq!(one.len(), other.len());
    let (one, other) = (ranks(one), ranks(other));
    let mean = (one.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 { a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum() };
    product(&one, &other) / (product(&one, &one) * product(&other, &other)).sqrt()
}

#[test]
fn correlations_of_known_orders() {
    let order = [1.0, 2.0, 3.0, 4.0];
    assert!((rank_correlation(&order, &[10.0, 20.0, 30.0, 400.0]) - 1.0).abs() < 1e-9);
    assert!((rank_correlation(&order, &[4.0, 3.0, 2.0, 1.0]) + 1.0).abs() < 1e-9);
    assert!((rank_correlation(&order, &[1.0, 3.0, 2.0, 4.0]) - 0.8).abs() < 1e-9);
    assert!(rank_correlation(&order, &[1.0, 2.0, 2.0, 1.0]).abs() < 1e-9);
}
