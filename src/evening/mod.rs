//! Facts from the camera and orders from the phones into one evening: each is on the disk before anybody sees what it led to. The threads,
//! their channels and the shutdown are in [`run`](crate::commands::run).

mod decks;
#[cfg(feature = "vision")]
mod enrolling;
pub mod layouts;
pub mod league;
pub mod settlement;
mod shared;
#[cfg(feature = "vision")]
mod sight;

#[cfg(not(feature = "vision"))]
#[path = "blind.rs"]
mod enrolling;

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Instant, SystemTime, UNIX_EPOCH},
};

#[cfg(feature = "vision")]
pub use self::sight::{Seen, check as can_watch};
pub use self::{
    decks::Chosen,
    layouts::Layouts,
    settlement::settlement,
    shared::{Shared, says},
};

use tokio::sync::watch;

#[cfg(feature = "vision")]
use crate::camera::Phone;
use crate::{
    board::Board,
    event::{Decision, Entry, Event},
    evidence::Evidence,
    frame::{At, Frame},
    journal::{Journal, JournalError, Written},
    line::line,
    order::{Order, Refusal, RefusalKind},
    placement::Placement,
    play::Seq,
    seat::Seating,
    table::{Differs, Refused, Rules, Table},
    words,
};

/// Bytes of pictures kept per evening: some 4,000 of 60 KB.
const EVIDENCE_BUDGET_BYTES: u64 = 256 << 20;

/// What keeps an evening from beginning or going on.
#[derive(Debug, thiserror::Error)]
pub enum EveningError {
    /// The journal.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A record that isn't one.
    #[error("the last evening can't be continued: {0}; begin a new one")]
    Record(#[from] Differs),
    /// The table's corners.
    #[error("{0}")]
    Placement(String),
    /// The table's zones.
    #[error("{0}")]
    Layout(String),
    /// The folder of pictures.
    #[error("the pictures at {folder} can't be kept: {why}")]
    Evidence {
        /// The folder.
        folder: String,
        /// What the system says.
        why: io::Error,
    },
}

/// One evening as it runs: the table, its journal and whoever watches.
#[must_use = "an evening that is dropped ends"]
pub struct Evening {
    rules: Rules,
    table: Table,
    journal: Journal,
    id: i64,
    folder: PathBuf,
    evidence: Evidence,
    board: watch::Sender<Arc<Board>>,
    demo: bool,
    /// When this run began, on the machine's steady clock, and where the record's clock stood then.
    began: Instant,
    offset: At,
    newest: At,
    /// The newest frame, and when it came in.
    frame: Option<(Instant, Frame)>,
    source: String,
    #[cfg(feature = "vision")]
    phone: Phone,
    placement: Option<Placement>,
    layouts: Layouts,
    decks: Chosen,
    /// The deck that the table is being read with.
    reading: Option<String>,
    /// What the camera saw lately.
    #[cfg(feature = "vision")]
    seen: Seen,
}

impl Evening {
    /// Begins a new evening in this journal, or goes on with one of it. `folder` is where the pictures of all evenings lie.
    ///
    /// # Errors
    /// When the journal or the pictures can't be read or written.
    pub fn open(
        mut journal: Journal,
        continued: Option<i64>,
        folder: &Path,
        rules: Rules,
        demo: bool,
    ) -> Result<Self, EveningError> {
        let id = match continued {
            Some(id) => id,
            None => journal.begin(wall_ms())?,
        };
        let table = load(&mut journal, id, rules)?;
        let placement = calibration(data_of(&journal)).map_err(EveningError::Placement)?;
        let layouts = Layouts::open(data_of(&journal)).map_err(EveningError::Layout)?;
        let decks = Chosen::open(data_of(&journal));
        let mut evidence = pictures_of(&journal, id, folder)?;
        evidence.keep(proofs(table.entries()));
        // The record's clock goes on where it stood.
        let offset = table.entries().last().map_or(At(0), |e| e.at);
        let mut evening = Self {
            rules,
            table,
            journal,
            id,
            folder: folder.to_owned(),
            evidence,
            board: watch::Sender::new(Arc::default()),
            demo,
            began: Instant::now(),
            offset,
            newest: offset,
            frame: None,
            source: String::new(),
            #[cfg(feature = "vision")]
            phone: Phone::default(),
            placement,
            layouts,
            decks,
            reading: None,
            #[cfg(feature = "vision")]
            seen: Seen::default(),
        };
        evening.show();
        Ok(evening)
    }

    /// Enters a fact and everything that follows from it. When this returns it is on the disk and on the board. The same `client` again is
    /// the same order: it is answered as the first time, and nothing is entered.
    ///
    /// # Errors
    /// Why nothing was entered.
    pub fn enter(&mut self, at: At, event: Event, client: Option<&str>) -> Result<Seq, Refusal> {
        if let Some(client) = client
            && let Some(seq) = self
                .journal
                .order(self.id, client)
                .map_err(|e| unavailable(&e))?
        {
            return Ok(seq);
        }
        let at = at.max(self.newest);
        let entries = self.table.take(at, event).map_err(|why| refusal(&why))?;
        if let Err(error) = self.journal.append(self.id, &entries, wall_ms(), client) {
            // Nothing of it is on the disk, so nothing of it happened.
            tracing::error!(%error, "an entry was given up");
            self.table =
                load(&mut self.journal, self.id, self.rules).map_err(|e| unavailable(&e))?;
            return Err(unavailable(&error));
        }
        self.newest = at;
        self.evidence.keep(proofs(&entries));
        self.show();
        Ok(entries[0].seq)
    }

    /// Voids the deal that runs, where its cards lie there no more: nobody is to be judged by them.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn sweep(&mut self) -> Result<(), Refusal> {
        if self.table.board().deal.is_none() {
            return Ok(());
        }
        let of = Seq(self.table.entries().len() as u64);
        let decision = Decision::Void;
        self.enter(self.now(), Event::Decided { of, decision }, None)
            .map(|_| ())
    }

    /// Begins another evening with the same people, game and bank; this one stays in the journal. One in which nothing was played yet goes
    /// on instead.
    ///
    /// # Errors
    /// When it can't be written; then this evening goes on.
    pub fn begin_anew(&mut self) -> Result<(), EveningError> {
        if self.table.deals() == 0 {
            return Ok(());
        }
        let board = self.table.board();
        let mut facts = Vec::new();
        if let Some(seating) = self.table.seating() {
            let seating = seating.clone().with_left(Vec::new());
            facts.push(Event::Seated { seating });
        }
        facts.push(Event::Bank(board.bank));
        facts.push(Event::Telling {
            when: board.telling,
        });
        let running = board.deal.and_then(|d| d.dealer);
        facts.extend(board.game.map(|game| Event::Game {
            game,
            options: board.options,
            dealer: running.or(board.next_dealer),
        }));
        let mut table = Table::new(self.rules);
        for fact in facts {
            if let Err(why) = table.take(self.newest, fact) {
                tracing::warn!(%why, "the new evening is set up anew");
            }
        }
        let id = self.journal.begin_with(table.entries(), wall_ms())?;
        let evidence = pictures_of(&self.journal, id, &self.folder)?;
        (self.id, self.table, self.evidence) = (id, table, evidence);
        self.show();
        Ok(())
    }

    /// Carries out an order of a phone and answers it.
    pub fn carry_out(&mut self, order: Order) {
        let answer = self.enter(self.now(), order.event, order.client.as_deref());
        // Whoever asked may have gone.
        let _gone = order.reply.send(answer);
    }

    /// The last entry of a source that ended.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn end(&mut self, frames: u64) -> Result<(), Refusal> {
        let entry = self.table.end(self.newest, frames);
        let written = self.journal.append(self.id, &[entry], wall_ms(), None);
        written.map_err(|e| unavailable(&e))?;
        self.show();
        Ok(())
    }

    fn show(&mut self) {
        let mut board = self.table.board();
        board.demo = self.demo;
        self.board.send_replace(Arc::new(board));
    }

    /// The record's clock: it stands still between two runs.
    #[must_use]
    pub fn now(&self) -> At {
        let ran = u64::try_from(self.began.elapsed().as_millis()).unwrap_or(u64::MAX);
        At(self.offset.0.saturating_add(ran)).max(self.newest)
    }

    /// A moment of the source's own clock on the record's clock.
    #[must_use]
    pub fn at(&self, source: At) -> At {
        At(self.offset.0.saturating_add(source.0))
    }

    /// A frame came in just now.
    pub fn saw_frame(&mut self, frame: &Frame) {
        self.frame = Some((Instant::now(), frame.clone()));
    }

    /// What the camera saw lately.
    #[cfg(feature = "vision")]
    pub fn seen(&mut self) -> &mut Seen {
        &mut self.seen
    }

    /// When the newest frame came in.
    #[must_use]
    pub fn frame(&self) -> Option<Instant> {
        self.frame.as_ref().map(|(came, _)| *came)
    }

    /// The newest frame.
    #[must_use]
    pub fn newest_frame(&self) -> Option<&Frame> {
        self.frame.as_ref().map(|(_, frame)| frame)
    }

    /// What is watched.
    #[must_use]
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The phone as the camera, whether it is watched or not.
    #[cfg(feature = "vision")]
    #[must_use]
    pub fn phone(&self) -> &Phone {
        &self.phone
    }

    /// From now on that is watched.
    pub fn watch_source(&mut self, source: &str) {
        source.clone_into(&mut self.source);
        (self.frame, self.reading) = (None, None);
    }

    /// The same, kept for the next start.
    ///
    /// # Errors
    /// When it can't be written; then all stays as it was.
    pub fn choose_source(&mut self, source: &str) -> io::Result<()> {
        fs::write(data_of(&self.journal).join("source"), source)?;
        self.watch_source(source);
        Ok(())
    }

    /// The folder of the table's data.
    #[must_use]
    pub fn data(&self) -> &Path {
        data_of(&self.journal)
    }

    /// Where what lies in which game.
    #[must_use]
    pub fn layouts(&self) -> &Layouts {
        &self.layouts
    }

    /// The same, to name a file.
    pub fn layouts_mut(&mut self) -> &mut Layouts {
        &mut self.layouts
    }

    /// Which decks games are read with.
    #[must_use]
    pub fn decks(&self) -> &Chosen {
        &self.decks
    }

    /// The same, to choose others.
    pub fn decks_mut(&mut self) -> &mut Chosen {
        &mut self.decks
    }

    /// The deck that the table is being read with.
    #[must_use]
    pub fn reading(&self) -> Option<&str> {
        self.reading.as_deref()
    }

    /// From now on the table is read with that deck, or not at all.
    pub fn read_with(&mut self, deck: Option<String>) {
        self.reading = deck;
    }

    /// The table's corners, where somebody tapped them.
    #[must_use]
    pub fn placement(&self) -> Option<&Placement> {
        self.placement.as_ref()
    }

    /// The table's corners from now on, kept for the next start; `None`: nobody says.
    ///
    /// # Errors
    /// When it can't be written; then all stays as it was.
    pub fn place(&mut self, placement: Option<Placement>) -> io::Result<()> {
        let folder = data_of(&self.journal).join("calibration");
        let path = folder.join(PLACEMENT_FILE);
        match &placement {
            Some(placement) => {
                fs::create_dir_all(&folder)?;
                let beside = path.with_extension("new");
                fs::write(&beside, placement.text())?;
                fs::rename(&beside, &path)?;
            }
            None if path.exists() => fs::remove_file(&path)?,
            None => {}
        }
        self.placement = placement;
        Ok(())
    }

    /// Whoever wants the newest board. The last receiver ends when the evening is dropped.
    #[must_use]
    pub fn watch(&self) -> watch::Receiver<Arc<Board>> {
        self.board.subscribe()
    }

    /// The table.
    #[must_use]
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// The journal.
    #[must_use]
    pub fn journal(&self) -> &Journal {
        &self.journal
    }

    /// The evening as JSON lines.
    ///
    /// # Errors
    /// When the journal can't be read.
    pub fn lines(&self) -> Result<String, JournalError> {
        let written = self.journal.written(self.id)?;
        Ok(lines(self.table.entries(), &written))
    }

    /// The pictures.
    pub fn evidence(&mut self) -> &mut Evidence {
        &mut self.evidence
    }

    /// The evening's number in its journal.
    #[must_use]
    pub fn id(&self) -> i64 {
        self.id
    }
}

/// Where the table's corners are kept, beside its layouts.
const PLACEMENT_FILE: &str = "placement.toml";

/// The folder of a table's data.
fn data_of(journal: &Journal) -> &Path {
    journal.path().parent().unwrap_or(Path::new("."))
}

/// The table's corners as they were tapped, from a table's data; `None` where nobody did.
///
/// # Errors
/// When the file can't be used, in one sentence.
pub fn calibration(data: &Path) -> Result<Option<Placement>, String> {
    let path = data.join("calibration").join(PLACEMENT_FILE);
    let said = |why: String| {
        format!(
            "{} can't be used: {why}; tap the corners again at /host, or take the file away",
            path.display()
        )
    };
    match fs::read_to_string(&path) {
        Ok(text) => Placement::parse(&text)
            .map(Some)
            .map_err(|e| said(e.to_string())),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(said(e.to_string())),
    }
}

/// The pictures of an evening.
fn pictures_of(journal: &Journal, id: i64, folder: &Path) -> Result<Evidence, EveningError> {
    let row = journal.evenings()?.into_iter().find(|e| e.id == id);
    let folder = folder.join(row.map_or_else(|| id.to_string(), |e| e.uid));
    Evidence::open(&folder, EVIDENCE_BUDGET_BYTES).map_err(|why| EveningError::Evidence {
        folder: folder.display().to_string(),
        why,
    })
}

/// The table as the journal has it. Where the rules were mended since, what they tell differently is added.
fn load(journal: &mut Journal, id: i64, rules: Rules) -> Result<Table, EveningError> {
    let entries = journal.entries(id)?;
    match Table::replay(rules, entries.iter().cloned()) {
        Ok(table) => Ok(table),
        Err(differs) => {
            let (table, new) = Table::adopt(rules, entries)?;
            tracing::warn!(%differs, "the record is told differently now; what differs is put right");
            if !new.is_empty() {
                journal.append(id, &new, wall_ms(), None)?;
            }
            Ok(table)
        }
    }
}

/// The entries on which rulings rest.
fn proofs(entries: &[Entry]) -> Vec<Seq> {
    entries
        .iter()
        .filter_map(|e| match &e.event {
            Event::Ruling(ruling) => Some(ruling),
            _ => None,
        })
        .flat_map(|r| r.proof.iter().copied().chain(r.convicts))
        .collect()
}

fn refusal(why: &Refused) -> Refusal {
    let kind = match why {
        Refused::NoEntry(..) | Refused::NoSeat(_) => RefusalKind::NotFound,
        Refused::Withdrawn(_)
        | Refused::DealOver(_)
        | Refused::NoSeating
        | Refused::NobodyNamed(_) => RefusalKind::Conflict,
        _ => RefusalKind::Invalid,
    };
    Refusal {
        kind,
        says: why.to_string(),
    }
}

fn unavailable(error: &dyn std::error::Error) -> Refusal {
    Refusal {
        kind: RefusalKind::Unavailable,
        says: error.to_string(),
    }
}

/// Milliseconds since 1970: kept beside the record, never in it.
#[must_use]
pub fn wall_ms() -> i64 {
    let since = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// The evening as the contract's JSON lines, each with when it was written (`wall_ms`, since 1970) and, if somebody ordered it, `who`.
#[must_use]
pub fn lines(entries: &[Entry], written: &[Written]) -> String {
    let mut seating: Option<Seating> = None;
    let mut out = String::new();
    for (i, entry) in entries.iter().enumerate() {
        if let Event::Seated { seating: new } = &entry.event {
            seating = Some(match &seating {
                Some(before) => new.clone().after(before),
                None => new.clone(),
            });
        }
        let mut line = line(entry, seating.as_ref(), |ruling| {
            says(words::Lang::En, ruling, seating.as_ref())
        });
        if let Some(written) = written.get(i) {
            line["wall_ms"] = written.wall_ms.into();
            if let Some(who) = written.who() {
                line["who"] = who.into();
            }
        }
        out += &line.to_string();
        out.push('\n');
    }
    out
}
