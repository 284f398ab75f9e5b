//! A build without eyes: no deck is made known, and none is read with.

use super::Shared;
use crate::phones::{DeckRefusal, DeckTrouble, Decks, DecksView, EnrolStep, EnrolmentView};

fn refused<T>(trouble: DeckTrouble) -> Result<T, DeckRefusal> {
    Err(DeckRefusal {
        trouble,
        says: "this program was built without cameras and reads no cards".to_owned(),
    })
}

impl Decks for Shared {
    fn decks(&self) -> Result<DecksView, DeckRefusal> {
        Ok(DecksView {
            decks: Vec::new(),
            bases: Vec::new(),
            french: "french".to_owned(),
            pairs: "pairs".to_owned(),
            reading: None,
        })
    }

    fn deck_file(&self, _: &str) -> Result<Vec<u8>, DeckRefusal> {
        refused(DeckTrouble::NotFound)
    }

    fn keep_deck(&self, _: &[u8], _: bool) -> Result<String, DeckRefusal> {
        refused(DeckTrouble::NotNow)
    }

    fn use_deck(&self, _: &str) -> Result<(), DeckRefusal> {
        refused(DeckTrouble::NotFound)
    }

    fn enrolment(&self) -> EnrolmentView {
        EnrolmentView {
            enrolling: None,
            camera: false,
        }
    }

    fn enrol(&self, _: EnrolStep) -> Result<EnrolmentView, DeckRefusal> {
        refused(DeckTrouble::NotNow)
    }

    fn enrol_picture(&self, _: &[u8]) -> Result<EnrolmentView, DeckRefusal> {
        refused(DeckTrouble::NotNow)
    }

    fn card_seen(&self, _: usize) -> Result<Vec<u8>, DeckRefusal> {
        refused(DeckTrouble::NotFound)
    }
}
