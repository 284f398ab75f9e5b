//! Orders under their askers' ids into answers: the same id again gets the first answer and enters nothing.

use std::{
    collections::{HashMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use tokio::sync::{OnceCell, mpsc, oneshot};

use crate::{
    event::Event,
    order::{Order, Refusal, RefusalKind},
    phones::faults::Fault,
    play::Seq,
};

/// Ids remembered here; the journal remembers them all, this only spares it the repeats of a shaky network.
const REMEMBERED: usize = 4096;
/// The evening answers within milliseconds; a disk that hangs is said rather than waited for.
const PATIENCE: Duration = Duration::from_secs(5);

struct Slot {
    event: Event,
    answer: OnceCell<Seq>,
}

#[derive(Default)]
struct Known {
    slots: HashMap<String, Arc<Slot>>,
    oldest_first: VecDeque<String>,
}

/// Which ids were taken in, and what became of them.
#[derive(Default)]
pub(in crate::phones) struct Taken {
    known: Mutex<Known>,
}

impl Taken {
    /// Hands an order to the evening and awaits its answer, once per id. A repeat that comes while the first is under way waits for it.
    pub(super) async fn enter(
        &self,
        orders: &mpsc::Sender<Order>,
        client: String,
        event: Event,
    ) -> Result<Seq, Fault> {
        let slot = self.slot(&client, &event);
        if slot.event != event {
            return Err(Fault::conflict(
                "this `id` was used for something else: take a fresh one for each tap",
            ));
        }
        let orders = orders.clone();
        // A task of its own: the order goes through even if the phone hangs up meanwhile.
        let task = tokio::spawn(async move {
            let once = || ask(&orders, client, event);
            slot.answer.get_or_try_init(once).await.copied()
        });
        match task.await {
            Ok(answer) => answer.map_err(Fault::from),
            Err(_) => Err(Fault::unavailable("the order was lost: send it again")),
        }
    }

    /// Whether that id came before.
    pub(super) fn knows(&self, client: &str) -> bool {
        self.held().slots.contains_key(client)
    }

    fn slot(&self, client: &str, event: &Event) -> Arc<Slot> {
        let mut known = self.held();
        if let Some(slot) = known.slots.get(client) {
            return Arc::clone(slot);
        }
        let slot = Arc::new(Slot {
            event: event.clone(),
            answer: OnceCell::new(),
        });
        known.slots.insert(client.to_owned(), Arc::clone(&slot));
        known.oldest_first.push_back(client.to_owned());
        if known.oldest_first.len() > REMEMBERED
            && let Some(oldest) = known.oldest_first.pop_front()
        {
            known.slots.remove(&oldest);
        }
        slot
    }

    fn held(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

async fn ask(orders: &mpsc::Sender<Order>, client: String, event: Event) -> Result<Seq, Refusal> {
    let gone = || Refusal {
        kind: RefusalKind::Unavailable,
        says: "the evening doesn't answer: nothing is known to be entered; try again".into(),
    };
    let (reply, answer) = oneshot::channel();
    let order = Order {
        client: Some(client),
        event,
        reply,
    };
    let asked = async {
        orders.send(order).await.ok()?;
        answer.await.ok()
    };
    match tokio::time::timeout(PATIENCE, asked).await {
        Ok(Some(answer)) => answer,
        _ => Err(gone()),
    }
}
