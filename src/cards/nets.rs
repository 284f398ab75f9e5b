//! The four trained nets, embedded in the program: tensors into tensors, on the calling core alone.

use std::sync::Arc;

use rten::{Model, NodeId, RunOptions, ThreadPool};
use rten_tensor::{Tensor, prelude::*};
use sha2::{Digest as _, Sha256};

use super::ReaderError;

const DETECT: &[u8] = include_bytes!("../../models/detect.onnx");
const GLYPH: &[u8] = include_bytes!("../../models/glyph.onnx");
const SCOUT: &[u8] = include_bytes!("../../models/scout.onnx");
const CARD: &[u8] = include_bytes!("../../models/card.onnx");

/// The nets by name, each with the SHA-256 of its file in hexadecimal: what `sha256sum models/*.onnx` says.
#[must_use]
pub fn net_digests() -> [(&'static str, String); 4] {
    [
        ("detect", DETECT),
        ("glyph", GLYPH),
        ("scout", SCOUT),
        ("card", CARD),
    ]
    .map(|(name, bytes)| {
        let digest = Sha256::digest(bytes);
        (name, digest.iter().map(|b| format!("{b:02x}")).collect())
    })
}

/// One net with one input and one output.
pub(crate) struct Net {
    name: &'static str,
    model: Model,
    input: NodeId,
    output: NodeId,
    options: RunOptions,
}

impl Net {
    fn load(
        name: &'static str,
        bytes: &'static [u8],
        pool: &Arc<ThreadPool>,
    ) -> Result<Self, ReaderError> {
        let broken = |why: String| ReaderError::Net { name, why };
        let model = Model::load_static_slice(bytes).map_err(|e| broken(e.to_string()))?;
        let first = |ids: &[NodeId]| {
            ids.first()
                .copied()
                .ok_or_else(|| broken("it has no input or output".to_owned()))
        };
        let (input, output) = (first(model.input_ids())?, first(model.output_ids())?);
        let options = RunOptions::default().with_thread_pool(Some(Arc::clone(pool)));
        Ok(Self {
            name,
            model,
            input,
            output,
            options,
        })
    }

    /// Runs the net on values of that shape; the output's values, flattened.
    pub(crate) fn run(&self, shape: [usize; 4], values: Vec<f32>) -> Result<Vec<f32>, ReaderError> {
        let broken = |why: String| ReaderError::Net {
            name: self.name,
            why,
        };
        let input = Tensor::from_data(&shape, values);
        let [output] = self
            .model
            .run_n(
                vec![(self.input, input.into())],
                [self.output],
                Some(self.options.clone()),
            )
            .map_err(|e| broken(e.to_string()))?;
        let output: Tensor<f32> = output
            .try_into()
            .map_err(|_| broken("its output is not of floats".to_owned()))?;
        Ok(output.to_vec())
    }
}

/// What the logits of the readers' heads are divided by before they become probabilities: fitted on synthetic decks that the nets never
/// saw, kept beside them in `models/*.toml`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Temperatures {
    pub(crate) rank: f32,
    pub(crate) suit: f32,
    pub(crate) quality: f32,
    pub(crate) face: f32,
}

impl Temperatures {
    fn load() -> Result<Self, ReaderError> {
        let table = |name: &'static str, text: &str| {
            text.parse::<toml::Table>().map_err(|e| ReaderError::Net {
                name,
                why: e.to_string(),
            })
        };
        let (glyph, card) = (
            table("glyph", include_str!("../../models/glyph.toml"))?,
            table("card", include_str!("../../models/card.toml"))?,
        );
        let of = |table: &toml::Table, name: &'static str, head: &str| {
            let value = table
                .get("temperature")
                .and_then(|t| t.get(head))
                .and_then(toml::Value::as_float);
            value.map(|v| v as f32).ok_or_else(|| ReaderError::Net {
                name,
                why: format!("its card lacks temperature.{head}"),
            })
        };
        Ok(Self {
            rank: of(&glyph, "glyph", "rank")?,
            suit: of(&glyph, "glyph", "suit")?,
            quality: of(&glyph, "glyph", "quality")?,
            face: of(&card, "card", "face")?,
        })
    }
}

/// All four.
pub(crate) struct Nets {
    pub(crate) temperatures: Temperatures,
    /// Finds indices, cards and backs (`models/README.md`, D).
    pub(crate) detect: Net,
    /// Reads an upright index (G).
    pub(crate) glyph: Net,
    /// Its small twin, which says where it is worth asking.
    pub(crate) scout: Net,
    /// Reads a card without its indices (W).
    pub(crate) card: Net,
}

impl Nets {
    /// Loads the nets that the program carries.
    ///
    /// # Errors
    /// When the runtime refuses one: the program was built with a damaged file.
    pub(crate) fn load() -> Result<Self, ReaderError> {
        let pool = Arc::new(ThreadPool::with_num_threads(1));
        Ok(Self {
            temperatures: Temperatures::load()?,
            detect: Net::load("detect", DETECT, &pool)?,
            glyph: Net::load("glyph", GLYPH, &pool)?,
            scout: Net::load("scout", SCOUT, &pool)?,
            card: Net::load("card", CARD, &pool)?,
        })
    }
}
