//! Numbers about numbers.

use serde_json::{Value, json};

/// How often a median is drawn again for its interval.
const DRAWS: usize = 500;

/// The middle one, or the mean of the two in the middle.
pub(super) fn median(values: &[f64]) -> Option<f64> {
    let sorted = sorted(values);
    let middle = sorted.len() / 2;
    let upper = sorted.get(middle)?;
    match sorted.len() % 2 {
        0 => Some(f64::midpoint(*sorted.get(middle - 1)?, *upper)),
        _ => Some(*upper),
    }
}

/// The smallest value that so many of a hundred do not exceed (nearest rank).
pub(super) fn percentile(values: &[f64], percent: f64) -> Option<f64> {
    let sorted = sorted(values);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        clippy::cast_precision_loss,
        reason = "a rank"
    )]
    let rank = (percent / 100.0 * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.max(1).min(sorted.len()).checked_sub(1)?).copied()
}

/// How much a value grows from one to the next, by least squares.
#[expect(clippy::cast_precision_loss, reason = "positions are small")]
pub(super) fn slope(values: &[f64]) -> Option<f64> {
    if values.len() < 2 {
        return None;
    }
    let middle = (values.len() - 1) as f64 / 2.0;
    let mean = values.iter().sum::<f64>() / values.len() as f64;
    let from_middle = |at: usize| at as f64 - middle;
    let above: f64 = values
        .iter()
        .enumerate()
        .map(|(at, value)| from_middle(at) * (value - mean))
        .sum();
    let below: f64 = (0..values.len()).map(|at| from_middle(at).powi(2)).sum();
    Some(above / below)
}

/// Where 95 of 100 medians lie when as many values are drawn again from the same ones (bootstrap). The draws are the same
/// every time.
fn interval(values: &[f64]) -> Option<[f64; 2]> {
    let mut state = 0x9E37_79B9_7F4A_7C15 ^ values.len() as u64;
    let mut next = || {
        // SplitMix64, by Steele, Lea and Flood.
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut bits = state;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        bits ^ (bits >> 31)
    };
    let mut medians = Vec::with_capacity(DRAWS);
    for _ in 0..DRAWS {
        let drawn: Option<Vec<f64>> = (0..values.len())
            .map(|_| {
                values
                    .get(usize::try_from(next() % values.len() as u64).ok()?)
                    .copied()
            })
            .collect();
        medians.push(median(&drawn?)?);
    }
    Some([percentile(&medians, 2.5)?, percentile(&medians, 97.5)?])
}

/// Count, median, 95th percentile, and the interval of the median.
pub(super) fn of(values: &[f64]) -> Value {
    json!({
        "n": values.len(),
        "median": median(values),
        "p95": percentile(values, 95.0),
        "median_ci95": interval(values),
    })
}

fn sorted(values: &[f64]) -> Vec<f64> {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_few_values() {
        assert_eq!(median(&[]), None);
        assert_eq!(median(&[3.0, 1.0, 2.0]), Some(2.0));
        assert_eq!(median(&[4.0, 1.0]), Some(2.5));
        assert_eq!(percentile(&[1.0, 2.0, 3.0, 4.0], 95.0), Some(4.0));
        assert_eq!(percentile(&[1.0, 2.0, 3.0, 4.0], 50.0), Some(2.0));
        assert_eq!(slope(&[1.0, 3.0, 5.0]), Some(2.0));
        assert_eq!(slope(&[1.0]), None);
        assert_eq!(of(&[])["median_ci95"], Value::Null);
    }

    #[test]
    fn the_interval_is_around_the_median_and_always_the_same() {
        let values: Vec<f64> = (1..=100).map(f64::from).collect();
        let [low, high] = interval(&values).unwrap();
        assert!(
            low > 30.0 && low < 50.5 && high > 50.5 && high < 70.0,
            "{low} {high}"
        );
        assert_eq!(interval(&values), interval(&values));
        assert_eq!(interval(&[7.0]), Some([7.0, 7.0]));
    }
}
