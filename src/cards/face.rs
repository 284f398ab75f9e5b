//! Card outlines into second opinions: what a card shows without its indices.

use super::{
    ReaderError,
    geometry::{Quad, v2},
    glyph::softmax,
    nets::Nets,
    picture::Picture,
};

/// Samples of the window.
const WINDOW: (usize, usize) = (56, 96);
/// Outputs of the net: 52 faces (suit C D H S major, rank A 2…K minor), back, other printed card, nothing readable.
const CLASSES: usize = 55;

/// What the middle of one card says.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FaceReading {
    /// Probabilities of the 52 faces, `suit * 13 + rank`, C D H S and A 2…K.
    pub(crate) faces: Vec<f32>,
    /// Of a card's back.
    pub(crate) back: f32,
    /// Of a joker, an advertising card, a card of another kind of deck.
    pub(crate) other: f32,
    /// Of nothing that can be read.
    pub(crate) nothing: f32,
}

/// Reads every outline.
///
/// # Errors
/// When the net can't be run.
pub(crate) fn read(
    nets: &Nets,
    picture: &Picture<'_>,
    quads: &[Quad],
) -> Result<Vec<FaceReading>, ReaderError> {
    if quads.is_empty() {
        return Ok(Vec::new());
    }
    let (from, to) = (v2(0.17, 0.03), v2(0.83, 0.97));
    let values = quads
        .iter()
        .flat_map(|q| picture.rectified(q, from, to, WINDOW.0, WINDOW.1))
        .collect();
    let out = nets
        .card
        .run([quads.len(), 3, WINDOW.1, WINDOW.0], values)?;
    Ok(out
        .chunks(CLASSES)
        .map(|logits| FaceReading::from_logits(logits, nets.temperatures.face))
        .collect())
}

impl FaceReading {
    fn from_logits(logits: &[f32], temperature: f32) -> Self {
        let mut faces = softmax(logits, temperature);
        let rest = faces.split_off(52);
        Self {
            faces,
            back: rest[0],
            other: rest[1],
            nothing: rest[2],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classes_are_told_apart() {
        let mut logits = vec![0.0f32; CLASSES];
        logits[52] = 12.0;
        let reading = FaceReading::from_logits(&logits, 1.0);
        assert!(
            reading.back > 0.99
                && reading.faces.len() == 52
                && reading.other < 0.01
                && reading.nothing < 0.01
        );
    }
}
