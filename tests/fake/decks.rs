//! The fake evening's decks: one is kept, and one is made known in four steps that nobody reads for.

use std::sync::Mutex;

use pitboss::{
    card::{Card, Deck},
    phones::{
        CardAsked, DeckRefusal, DeckTrouble, Decks, DecksView, EnrolStep, Enrolling, EnrolmentView,
        FaceView, KeptDeck, Tried,
    },
};

use super::{Shelf, card};

/// How far the fake deck is.
pub(crate) type Run = Mutex<Option<Enrolling>>;

/// A short deck of which all but two faces were read: these are asked about.
fn half_known(name: &str, base: &str) -> Enrolling {
    let face = |(number, card): (usize, Card)| {
        let asked = ["QH", "KH"].contains(&card.to_string().as_str());
        FaceView {
            card,
            by: (!asked).then_some(if number % 9 == 4 { "left" } else { "read" }),
            number: (!asked).then_some(number),
        }
    };
    Enrolling {
        name: name.to_owned(),
        base: base.to_owned(),
        short: true,
        run: 1,
        phase: "pictures",
        working: false,
        watching: false,
        pictures: Vec::new(),
        faces: Deck::Short
            .faces()
            .into_iter()
            .enumerate()
            .map(face)
            .collect(),
        open: 2,
        wanted: Some(card("QH")),
        question: None,
        failed: None,
        saved: None,
    }
}

fn refused<T>(trouble: DeckTrouble, says: &str) -> Result<T, DeckRefusal> {
    Err(DeckRefusal {
        trouble,
        says: says.to_owned(),
    })
}

impl Shelf {
    fn changed(&self, change: impl FnOnce(&mut Enrolling)) -> Result<EnrolmentView, DeckRefusal> {
        match &mut *self.run.lock().expect("no test panics with it") {
            Some(run) => change(run),
            None => return refused(DeckTrouble::NotNow, "no deck was begun"),
        }
        Ok(self.enrolment())
    }
}

impl Decks for Shelf {
    fn decks(&self) -> Result<DecksView, DeckRefusal> {
        Ok(DecksView {
            decks: vec![KeptDeck {
                name: "attic".into(),
                base: "french-german".into(),
                kind: "french",
                faces: 32,
            }],
            bases: vec!["french", "french-german", "french-french", "pairs"],
            french: "attic".into(),
            pairs: "pairs".into(),
            reading: Some("attic".into()),
        })
    }

    fn deck_file(&self, name: &str) -> Result<Vec<u8>, DeckRefusal> {
        if name == "attic" {
            return Ok(b"pitboss_deck = 1\n".to_vec());
        }
        refused(DeckTrouble::NotFound, "there is no such deck")
    }

    fn keep_deck(&self, _: &[u8], _: bool) -> Result<String, DeckRefusal> {
        refused(DeckTrouble::Profile, "the file can't be used")
    }

    fn use_deck(&self, name: &str) -> Result<(), DeckRefusal> {
        self.deck_file(name).map(|_| ())
    }

    fn enrolment(&self) -> EnrolmentView {
        let run = self.run.lock().expect("no test panics with it");
        EnrolmentView {
            enrolling: run.clone(),
            camera: true,
        }
    }

    fn enrol(&self, step: EnrolStep) -> Result<EnrolmentView, DeckRefusal> {
        match step {
            EnrolStep::Begin { name, base, .. } => {
                if name.contains('/') {
                    return refused(DeckTrouble::Name, "that can't be a deck's name");
                }
                let begun = half_known(&name, &base);
                *self.run.lock().expect("no test panics with it") = Some(begun);
                Ok(self.enrolment())
            }
            EnrolStep::Drop => {
                *self.run.lock().expect("no test panics with it") = None;
                Ok(self.enrolment())
            }
            EnrolStep::Look => self.changed(|run| run.pictures.push(16)),
            EnrolStep::Watch { on } => self.changed(|run| run.watching = on),
            EnrolStep::TakeBack => self.changed(|run| {
                run.pictures.pop();
            }),
            EnrolStep::Settle => self.changed(|run| {
                run.phase = "questions";
                run.question = Some(CardAsked {
                    number: 30,
                    picture: 1,
                    choices: vec![card("QH"), card("KH")],
                });
            }),
            EnrolStep::Answer { .. } => self.changed(|run| run.question = None),
            EnrolStep::Save => self.changed(|run| {
                run.phase = "saved";
                run.saved = Some(Tried {
                    weak: vec![[card("7C"), card("7S")], [card("JD"), card("JH")]],
                    plays: true,
                });
            }),
        }
    }

    fn enrol_picture(&self, _: &[u8]) -> Result<EnrolmentView, DeckRefusal> {
        refused(
            DeckTrouble::Picture,
            "the file is neither a JPEG nor a PNG picture",
        )
    }

    fn card_seen(&self, number: usize) -> Result<Vec<u8>, DeckRefusal> {
        if number < 32 {
            return Ok(self.jpeg.clone());
        }
        refused(DeckTrouble::NotFound, "there is no such card")
    }
}
