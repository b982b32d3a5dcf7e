//! Medians with confidence intervals from order statistics, and geometric means.
//!
//! Times of runs are not normally distributed (they have a lower bound and a long tail), so nothing here assumes it.

use serde::{Deserialize, Serialize};

/// The confidence that an interval is to have, where there are runs enough.
const CONFIDENCE: f64 = 0.95;

/// What several runs say of one quantity.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Summary {
    pub median: f64,
    /// The ends of the median's confidence interval, which are values of the sample.
    pub low: f64,
    pub high: f64,
    /// The confidence that the true median lies between them.
    pub confidence: f64,
    pub runs: usize,
}

impl Summary {
    /// None of an empty sample.
    pub fn of(sample: &[f64]) -> Option<Summary> {
        let mut sorted = sample.to_vec();
        sorted.sort_by(f64::total_cmp);
        let n = sorted.len();
        let middle = |at: usize| sorted.get(at).copied();
        let median = match n % 2 {
            1 => middle(n / 2)?,
            _ => (middle((n / 2).checked_sub(1)?)? + middle(n / 2)?) / 2.0,
        };
        let (cut, confidence) = interval(n);
        Some(Summary {
            median,
            low: sorted[cut],
            high: sorted[n - 1 - cut],
            confidence,
            runs: n,
        })
    }

    /// Half of the interval's width as a share of the median.
    pub fn noise(&self) -> f64 {
        match self.median > 0.0 {
            true => (self.high - self.low) / 2.0 / self.median,
            false => 0.0,
        }
    }
}

/// The confidence of the median's interval after so many runs.
pub fn confidence(runs: usize) -> f64 {
    interval(runs).1
}

/// How many values to leave out at each end of `n` sorted ones, and with which confidence the median lies within the
/// rest: the number of values below the true median is binomial with n and 1/2. The most values are left out that
/// keep 95 %; few runs have less with none left out.
fn interval(n: usize) -> (usize, f64) {
    let mut chosen = (0, 1.0 - 2.0 * tail(n, 0));
    for cut in 1..n.div_ceil(2) {
        let confidence = 1.0 - 2.0 * tail(n, cut);
        if confidence < CONFIDENCE {
            break;
        }
        chosen = (cut, confidence);
    }
    (chosen.0, chosen.1.max(0.0))
}

/// The probability that at most `k` of `n` values lie below the median.
fn tail(n: usize, k: usize) -> f64 {
    let mut term = 0.5f64.powi(n as i32);
    let mut sum = term;
    for i in 1..=k {
        term *= (n - i + 1) as f64 / i as f64;
        sum += term;
    }
    sum
}

/// The geometric mean of positive numbers; none where there are none.
pub fn geometric_mean(values: impl IntoIterator<Item = f64>) -> Option<f64> {
    let (mut logs, mut count) = (0.0, 0);
    for value in values {
        logs += value.ln();
        count += 1;
    }
    (count > 0).then(|| (logs / f64::from(count)).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn medians_of_odd_and_even_samples() {
        let median = |sample: &[f64]| Summary::of(sample).map(|s| s.median);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0, 2.0, 3.0]), Some(2.5));
        assert_eq!(median(&[7.0]), Some(7.0));
        assert_eq!(median(&[]), None);
    }

    /// Conover, Practical Nonparametric Statistics, table A3 (binomial, p = 1/2).
    #[test]
    fn intervals_have_their_confidence() {
        let rounded = |n: usize| {
            let (cut, confidence) = interval(n);
            (cut, (confidence * 1e4).round() / 1e4)
        };
        assert_eq!(rounded(1), (0, 0.0));
        assert_eq!(rounded(5), (0, 0.9375));
        assert_eq!(rounded(6), (0, 0.9688));
        assert_eq!(rounded(9), (1, 0.9609));
        assert_eq!(rounded(20), (5, 0.9586));
    }

    #[test]
    fn an_outlier_moves_neither_median_nor_interval() {
        let mut sample: Vec<f64> = (0..20).map(f64::from).collect();
        let calm = Summary::of(&sample).unwrap();
        sample[19] = 1e9;
        assert_eq!(Summary::of(&sample).unwrap(), calm);
        assert_eq!((calm.low, calm.high), (5.0, 14.0));
    }

    #[test]
    fn geometric_means() {
        assert_eq!(geometric_mean([]), None);
        assert!((geometric_mean([2.0, 8.0]).unwrap() - 4.0).abs() < 1e-12);
    }
}
