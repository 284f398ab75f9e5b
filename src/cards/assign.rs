//! Likelihoods of things for names into the one assignment that is likeliest as a whole, and how far ahead it is of the next.

/// Chosen pairs of row and column, each with by how much (natural logarithm) the likeliest assignment without that pair falls behind.
///
/// `costs[row][column]` is a cost of at least 0 (−ln of a likelihood); every row is given at most one column and every column at most one
/// row. The lesser side is assigned completely.
pub(crate) fn assign(costs: &[Vec<f32>]) -> Vec<(usize, usize, f32)> {
    let best = cheapest(costs, None);
    let total = |pairs: &[(usize, usize)]| pairs.iter().map(|&(r, c)| costs[r][c]).sum::<f32>();
    let least = total(&best);
    best.iter()
        .map(|&(row, column)| {
            let others = cheapest(costs, Some((row, column)));
            let kept = others.contains(&(row, column));
            let ahead = if kept {
                f32::INFINITY
            } else {
                total(&others) - least
            };
            (row, column, ahead.max(0.0))
        })
        .collect()
}

/// A pair that is not to be chosen costs this much more; dearer than any honest likelihood.
const FORBIDDEN: f32 = 1e4;

/// The cheapest assignment (Kuhn and Munkres with potentials, as Jonker and Volgenant augment), by row.
fn cheapest(costs: &[Vec<f32>], without: Option<(usize, usize)>) -> Vec<(usize, usize)> {
    let (rows, columns) = (costs.len(), costs.first().map_or(0, Vec::len));
    let n = rows.max(columns);
    let cost = |r: usize, c: usize| -> f64 {
        let given = costs
            .get(r)
            .and_then(|row| row.get(c))
            .copied()
            .unwrap_or(0.0);
        f64::from(
            given
                + if without == Some((r, c)) {
                    FORBIDDEN
                } else {
                    0.0
                },
        )
    };
    // Row 0 and column 0 are the algorithm's own.
    let (mut by_row, mut by_column) = (vec![0.0f64; n + 1], vec![0.0f64; n + 1]);
    let mut row_of = vec![0usize; n + 1];
    for row in 1..=n {
        row_of[0] = row;
        let mut at = 0;
        let mut least = vec![f64::INFINITY; n + 1];
        let mut from = vec![0usize; n + 1];
        let mut done = vec![false; n + 1];
        while row_of[at] != 0 {
            done[at] = true;
            let r = row_of[at];
            let (mut step, mut next) = (f64::INFINITY, 0);
            for c in (1..=n).filter(|&c| !done[c]) {
                let reduced = cost(r - 1, c - 1) - by_row[r] - by_column[c];
                if reduced < least[c] {
                    (least[c], from[c]) = (reduced, at);
                }
                if least[c] < step {
                    (step, next) = (least[c], c);
                }
            }
            for c in 0..=n {
                if done[c] {
                    by_row[row_of[c]] += step;
                    by_column[c] -= step;
                } else {
                    least[c] -= step;
                }
            }
            at = next;
        }
        while at != 0 {
            row_of[at] = row_of[from[at]];
            at = from[at];
        }
    }
    let mut pairs: Vec<(usize, usize)> = (1..=n)
        .map(|c| (row_of[c] - 1, c - 1))
        .filter(|&(r, c)| r < rows && c < columns)
        .collect();
    pairs.sort_unstable();
    pairs
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn costs(likelihoods: &[&[f32]]) -> Vec<Vec<f32>> {
        likelihoods
            .iter()
            .map(|row| row.iter().map(|p| -p.ln()).collect())
            .collect()
    }

    #[test]
    fn what_is_left_is_told_by_elimination() {
        // The second thing looks most like the first name, but that is taken with more right.
        let told = assign(&costs(&[&[0.97, 0.02], &[0.55, 0.40]]));
        assert_eq!(
            told.iter().map(|t| (t.0, t.1)).collect::<Vec<_>>(),
            [(0, 0), (1, 1)]
        );
        let ahead = (0.97f32 * 0.40 / (0.02 * 0.55)).ln();
        assert!(told.iter().all(|t| (t.2 - ahead).abs() < 1e-3), "{told:?}");
    }

    #[test]
    fn two_that_could_be_exchanged_are_not_clear() {
        let told = assign(&costs(&[&[0.5, 0.5], &[0.5, 0.5]]));
        assert!(told.iter().all(|t| t.2 < 1e-3));
    }

    #[test]
    fn the_lesser_side_is_assigned_completely() {
        let told = assign(&costs(&[&[0.1, 0.2, 0.9]]));
        assert_eq!(told[0].1, 2);
        let told = assign(&costs(&[&[0.1], &[0.8], &[0.2]]));
        assert_eq!((told.len(), told[0].0), (1, 1));
        assert!((told[0].2 - 4.0f32.ln()).abs() < 1e-3);
        assert!(assign(&[]).is_empty());
    }

    proptest! {
        #[test]
        fn no_assignment_is_cheaper(values in prop::collection::vec(0.0f32..9.0, 16)) {
            let costs: Vec<Vec<f32>> = values.chunks(4).map(<[f32]>::to_vec).collect();
            let found: f32 = assign(&costs).iter().map(|t| costs[t.0][t.1]).sum();
            let mut least = f32::INFINITY;
            for a in 0..4 { for b in 0..4 { for c in 0..4 { for d in 0..4 {
                let mut seen = [false; 4];
                [a, b, c, d].iter().for_each(|&i| seen[i] = true);
                if seen == [true; 4] {
                    least = least.min(costs[0][a] + costs[1][b] + costs[2][c] + costs[3][d]);
                }
            } } } }
            prop_assert!((found - least).abs() < 1e-3);
        }
    }
}
