//! A mask of small pixels into connected blobs with their outlines, and where they reach over the edge.

/// A connected patch of set pixels.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Blob {
    /// Its pixels, as indices into the mask.
    pub pixels: Vec<usize>,
}

/// How far apart pieces of one thing may be, px: a card whose middle looks like the table falls into pieces.
const BRIDGE: usize = 2;

/// Set pixels of which at least `enough` of the nine around (itself counted) are set: what noise leaves over.
pub(super) fn cleaned(mask: &[bool], width: usize, height: usize, enough: usize) -> Vec<bool> {
    let mut out = vec![false; mask.len()];
    for y in 0..height {
        for x in 0..width {
            let i = y * width + x;
            if !mask[i] {
                continue;
            }
            let (mut count, mut of) = (0, 0);
            for v in y.saturating_sub(1)..=(y + 1).min(height - 1) {
                for u in x.saturating_sub(1)..=(x + 1).min(width - 1) {
                    count += usize::from(mask[v * width + u]);
                    of += 1;
                }
            }
            out[i] = count * 9 >= enough * of;
        }
    }
    out
}

/// The mask grown by `reach` pixels to every side.
pub(super) fn grown(mask: &[bool], width: usize, height: usize, reach: usize) -> Vec<bool> {
    let mut rows = vec![false; mask.len()];
    for y in 0..height {
        let row = &mask[y * width..(y + 1) * width];
        let mut until = 0;
        for x in 0..width + reach {
            if x < width && row[x] {
                until = x + 2 * reach + 1;
            }
            if x >= reach && x < until {
                rows[y * width + x - reach] = true;
            }
        }
    }
    let mut out = vec![false; mask.len()];
    for x in 0..width {
        let mut until = 0;
        for y in 0..height + reach {
            if y < height && rows[y * width + x] {
                until = y + 2 * reach + 1;
            }
            if y >= reach && y < until {
                out[(y - reach) * width + x] = true;
            }
        }
    }
    out
}

/// The blobs of a mask; pieces that nearly touch are one. Blobs of fewer than `least` pixels are left out.
pub(super) fn blobs(mask: &[bool], width: usize, height: usize, least: usize) -> Vec<Blob> {
    let wide = grown(mask, width, height, BRIDGE);
    let mut seen = vec![false; mask.len()];
    let mut out = Vec::new();
    let mut queue = Vec::new();
    for start in 0..mask.len() {
        if !mask[start] || seen[start] {
            continue;
        }
        seen[start] = true;
        queue.push(start);
        let mut pixels = Vec::new();
        while let Some(i) = queue.pop() {
            if mask[i] {
                pixels.push(i);
            }
            let (x, y) = (i % width, i / width);
            let mut step = |go: bool, to: usize| {
                if go && wide[to] && !seen[to] {
                    seen[to] = true;
                    queue.push(to);
                }
            };
            step(x > 0, i.wrapping_sub(1));
            step(x + 1 < width, i + 1);
            step(y > 0, i.wrapping_sub(width));
            step(y + 1 < height, i + width);
        }
        if pixels.len() >= least {
            out.push(Blob { pixels });
        }
    }
    out
}

/// The outline of pixels as a polygon in small pixels: what lies between the first and last of each row, or of each column, whichever holds less.
pub(super) fn outline(pixels: &[usize], width: usize) -> Vec<(f64, f64)> {
    let by_rows = chain(pixels.iter().map(|&i| (i / width, i % width)));
    let by_columns = chain(pixels.iter().map(|&i| (i % width, i / width)));
    let area = |spans: &[(usize, usize, usize)]| spans.iter().map(|s| s.2 - s.1 + 1).sum::<usize>();
    if area(&by_rows) <= area(&by_columns) {
        ring(&by_rows)
    } else {
        ring(&by_columns).into_iter().map(|(x, y)| (y, x)).collect()
    }
}

/// First and last position along each line.
fn chain(cells: impl Iterator<Item = (usize, usize)>) -> Vec<(usize, usize, usize)> {
    let mut spans = std::collections::BTreeMap::new();
    for (line, along) in cells {
        let span = spans.entry(line).or_insert((along, along));
        span.0 = span.0.min(along);
        span.1 = span.1.max(along);
    }
    spans.into_iter().map(|(l, (a, b))| (l, a, b)).collect()
}

fn ring(spans: &[(usize, usize, usize)]) -> Vec<(f64, f64)> {
    let mut out = Vec::with_capacity(spans.len() * 4);
    for &(line, from, _) in spans {
        out.push((from as f64, line as f64));
        out.push((from as f64, line as f64 + 1.0));
    }
    for &(line, _, to) in spans.iter().rev() {
        out.push((to as f64 + 1.0, line as f64 + 1.0));
        out.push((to as f64 + 1.0, line as f64));
    }
    out
}

/// Where pixels reach over the edge of the picture: the middles of the stretches of edge that they touch, small pixels.
pub(super) fn entries(pixels: &[usize], width: usize, height: usize) -> Vec<(f64, f64)> {
    /// Pixels this near to the edge touch it.
    const NEAR: usize = 2;
    /// Stretches of edge farther apart than this are two arms.
    const GAP: usize = 10;
    /// Shorter stretches are noise.
    const LEAST: usize = 3;
    let around = 2 * (width + height);
    let mut touched: Vec<usize> = pixels
        .iter()
        .filter_map(|&i| {
            let (x, y) = (i % width, i / width);
            if y < NEAR {
                Some(x)
            } else if x + NEAR >= width {
                Some(width + y)
            } else if y + NEAR >= height {
                Some(width + height + (width - 1 - x))
            } else if x < NEAR {
                Some(2 * width + height + (height - 1 - y))
            } else {
                None
            }
        })
        .collect();
    touched.sort_unstable();
    touched.dedup();
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for s in touched {
        match runs.last_mut() {
            Some(run) if s - run.1 <= GAP => run.1 = s,
            _ => runs.push((s, s)),
        }
    }
    if runs.len() > 1 && runs[0].0 + around - runs[runs.len() - 1].1 <= GAP {
        let last = runs.pop().expect("more than one run");
        runs[0].0 = last.0;
        runs[0].1 += around;
    }
    runs.iter()
        .filter(|r| r.1 - r.0 + 1 >= LEAST)
        .map(|r| on_edge(usize::midpoint(r.0, r.1) % around, width, height))
        .collect()
}

fn on_edge(s: usize, width: usize, height: usize) -> (f64, f64) {
    let (w, h) = (width as f64, height as f64);
    let s_at = |from: usize| (s - from) as f64 + 0.5;
    if s < width {
        (s_at(0), 0.0)
    } else if s < width + height {
        (w, s_at(width))
    } else if s < 2 * width + height {
        (w - s_at(width + height), h)
    } else {
        (0.0, h - s_at(2 * width + height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mask(rows: &[&str]) -> (Vec<bool>, usize, usize) {
        let bits = rows.iter().flat_map(|r| r.chars().map(|c| c == '#'));
        (bits.collect(), rows[0].len(), rows.len())
    }

    #[test]
    fn pieces_that_nearly_touch_are_one_blob() {
        let (m, w, h) = mask(&["##.##......##", "##.##......##", "............."]);
        let found = blobs(&m, w, h, 3);
        assert_eq!(
            found.iter().map(|b| b.pixels.len()).collect::<Vec<_>>(),
            [8, 4]
        );
        assert_eq!(blobs(&m, w, h, 5).len(), 1);
        assert_eq!(outline(&found[1].pixels, w).len(), 8);
    }

    #[test]
    fn an_arm_comes_in_where_it_touches_the_edge() {
        let (m, w, h) = mask(&[
            "....................",
            "....................",
            "....................",
            ".........###........",
            ".........###........",
            ".........###........",
            ".........###........",
        ]);
        let arm = &blobs(&m, w, h, 1)[0];
        let at = entries(&arm.pixels, w, h);
        assert_eq!(at.len(), 1);
        assert!((at[0].0 - 10.5).abs() <= 1.0 && at[0].1 == 7.0, "{at:?}");
    }

    #[test]
    fn noise_goes_and_growth_reaches_every_side() {
        let (m, w, h) = mask(&[".....", "..#..", ".....", "....."]);
        assert!(cleaned(&m, w, h, 3).iter().all(|&b| !b));
        assert_eq!(grown(&m, w, h, 1).iter().filter(|&&b| b).count(), 9);
    }
}
