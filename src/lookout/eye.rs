//! The reader as the lookout uses it: places of a frame into an observation.

use crate::{
    frame::{Frame, SourceError},
    sighting::{Observation, PicturePoint},
};

/// Reads cards in places of a frame.
pub trait Eye {
    /// What lies in those places (upright boxes in picture pixels).
    ///
    /// # Errors
    /// When the frame can't be read at all.
    fn look(
        &mut self,
        frame: &Frame,
        places: &[[PicturePoint; 4]],
    ) -> Result<Observation, SourceError>;
}

impl Eye for crate::cards::Reader {
    fn look(
        &mut self,
        frame: &Frame,
        places: &[[PicturePoint; 4]],
    ) -> Result<Observation, SourceError> {
        self.read_regions(frame, places)
            .map_err(|e| SourceError(format!("a frame can't be read: {e}")))
    }
}
