//! PINs and tokens into roles: who holds the host's token, who which seat's, and how often a PIN may be tried.

use std::{
    collections::{BTreeMap, HashMap},
    fs, io,
    net::IpAddr,
    path::PathBuf,
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Wrong PINs that cost nothing, from one address.
const FREE_TRIES: u32 = 5;
/// Wrong PINs that cost nothing, from all addresses together: a network of phones must not guess in turns.
const FREE_TRIES_TOGETHER: u32 = 40;
/// The first wait after the free tries; it doubles up to [`LONGEST_WAIT`].
const FIRST_WAIT: Duration = Duration::from_secs(10);
/// With a six-digit PIN, one try in five minutes means years.
const LONGEST_WAIT: Duration = Duration::from_secs(300);

/// What a token stands for.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Role {
    /// Everything.
    Host,
    /// The seat of the player with this name.
    Seat(String),
    /// The phone in the middle of the table: whoever has no phone speaks on it.
    Middle,
    /// Looking at a closed board.
    Guest,
    /// The phone that is the camera: it sends pictures, and nothing else.
    Camera,
}

/// The file of tokens can't be read or written.
#[derive(Debug, thiserror::Error)]
#[error("the phones' tokens at {}: {source}; check the folder, or remove the file (every phone then joins anew)", path.display())]
pub struct AccessError {
    path: PathBuf,
    source: io::Error,
}

/// A PIN that can't be the board's.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum BoardPinError {
    /// It can't be typed.
    #[error("`{0}` can't be the board's PIN: take 4 to 12 letters or digits")]
    Form(String),
    /// It would make everybody the host.
    #[error("the board's PIN is the host's PIN: take another one")]
    Hosts,
}

/// What outlives a restart. Tokens are kept as digests: the file lets nobody in.
#[derive(Serialize, Deserialize)]
struct Kept {
    pin: String,
    board_pin: Option<String>,
    tokens: HashMap<String, Role>,
}

#[derive(Default)]
struct Tries {
    wrong: u32,
    until: Option<Instant>,
}

impl Tries {
    /// How long to wait still.
    fn wait(&self, now: Instant) -> Option<Duration> {
        let wait = self.until?.checked_duration_since(now)?;
        (!wait.is_zero()).then_some(wait)
    }
}

/// Wrong PINs of each address, and of all together.
#[derive(Default)]
struct Guesses {
    each: HashMap<Option<IpAddr>, Tries>,
    together: Tries,
}

/// Who may do what at this table.
pub struct Access {
    kept: Mutex<Kept>,
    guesses: Mutex<Guesses>,
    file: Option<PathBuf>,
}

impl Access {
    /// With this host PIN, kept in memory only: for tests and throw-away tables.
    #[must_use]
    pub fn with_pin(pin: &str) -> Self {
        Self {
            kept: Mutex::new(Kept {
                pin: pin.to_owned(),
                board_pin: None,
                tokens: HashMap::new(),
            }),
            guesses: Mutex::default(),
            file: None,
        }
    }

    /// From its file; where there is none, with a fresh six-digit PIN, and the file is written.
    ///
    /// # Errors
    /// When the file is there but can't be read, or can't be written.
    pub fn open(path: PathBuf) -> Result<Self, AccessError> {
        let failed = |source| AccessError {
            path: path.clone(),
            source,
        };
        let kept = match fs::read_to_string(&path) {
            Ok(text) => Some(serde_json::from_str(&text).map_err(|e| failed(e.into()))?),
            Err(e) if e.kind() == io::ErrorKind::NotFound => None,
            Err(e) => return Err(failed(e)),
        };
        let mut access = Self::with_pin(&format!("{:06}", rand::random_range(0..1_000_000_u32)));
        let fresh = kept.is_none();
        if let Some(kept) = kept {
            access.kept = Mutex::new(kept);
        }
        access.file = Some(path.clone());
        if fresh {
            access.save(&held(&access.kept)).map_err(failed)?;
        }
        Ok(access)
    }

    /// The same, with a PIN before the public board too; `None` opens it.
    ///
    /// # Errors
    /// When it is the host's own PIN, or none that a phone can type.
    pub fn with_board_pin(self, pin: Option<&str>) -> Result<Self, BoardPinError> {
        if let Some(pin) = pin {
            let typed = pin.chars().all(|c| c.is_ascii_alphanumeric());
            if !typed || !(4..=12).contains(&pin.len()) {
                return Err(BoardPinError::Form(pin.to_owned()));
            }
            if alike(&self.pin(), pin) {
                return Err(BoardPinError::Hosts);
            }
        }
        held(&self.kept).board_pin = pin.map(str::to_owned);
        Ok(self)
    }

    /// The host's PIN, for the terminal.
    #[must_use]
    pub fn pin(&self) -> String {
        held(&self.kept).pin.clone()
    }

    /// Whether the public board needs a PIN.
    pub(super) fn board_is_closed(&self) -> bool {
        held(&self.kept).board_pin.is_some()
    }

    /// Tries a PIN. `Ok(None)` is a wrong one.
    ///
    /// # Errors
    /// How long to wait, after too many wrong ones.
    pub(super) fn try_pin(
        &self,
        pin: &str,
        from: Option<IpAddr>,
        now: Instant,
    ) -> Result<Option<Role>, Duration> {
        let mut guesses = held(&self.guesses);
        let own = guesses.each.get(&from).and_then(|t| t.wait(now));
        if let Some(wait) = own.or_else(|| guesses.together.wait(now)) {
            return Err(wait);
        }
        let kept = held(&self.kept);
        let role = if alike(&kept.pin, pin) {
            Some(Role::Host)
        } else if kept.board_pin.as_deref().is_some_and(|p| alike(p, pin)) {
            Some(Role::Guest)
        } else {
            None
        };
        if role.is_some() {
            guesses.each.remove(&from);
        } else {
            count(guesses.each.entry(from).or_default(), FREE_TRIES, now);
            count(&mut guesses.together, FREE_TRIES_TOGETHER, now);
        }
        Ok(role)
    }

    /// A new token for that role. It is told once and kept as a digest.
    pub(super) fn issue(&self, role: Role) -> io::Result<String> {
        self.add(&mut held(&self.kept), role)
    }

    /// A token for the seat of that name, if nobody holds one.
    pub(super) fn claim(&self, name: &str) -> io::Result<Option<String>> {
        let role = Role::Seat(name.to_owned());
        let mut kept = held(&self.kept);
        if kept.tokens.values().any(|r| *r == role) {
            return Ok(None);
        }
        self.add(&mut kept, role).map(Some)
    }

    fn add(&self, kept: &mut Kept, role: Role) -> io::Result<String> {
        let token = URL_SAFE_NO_PAD.encode(rand::random::<[u8; 32]>());
        kept.tokens.insert(digest(&token), role);
        self.save(kept)?;
        Ok(token)
    }

    /// The names that phones have joined with, in order.
    pub(super) fn claimed(&self) -> Vec<String> {
        let kept = held(&self.kept);
        let mut names: Vec<String> = kept
            .tokens
            .values()
            .filter_map(|role| match role {
                Role::Seat(name) => Some(name.clone()),
                _ => None,
            })
            .collect();
        names.sort();
        names
    }

    /// Whether a phone sits as that player.
    pub(super) fn is_claimed(&self, name: &str) -> bool {
        let role = Role::Seat(name.to_owned());
        held(&self.kept).tokens.values().any(|r| *r == role)
    }

    /// Takes the token from whoever holds that seat. Whether somebody did.
    pub(super) fn free(&self, name: &str) -> io::Result<bool> {
        let mut kept = held(&self.kept);
        let before = kept.tokens.len();
        kept.tokens
            .retain(|_, role| *role != Role::Seat(name.to_owned()));
        let freed = kept.tokens.len() < before;
        self.save(&kept)?;
        Ok(freed)
    }

    /// The phones of players who are called otherwise from now on, old name to new, stay theirs.
    pub(super) fn rename(&self, names: &BTreeMap<String, String>) -> io::Result<()> {
        let mut kept = held(&self.kept);
        let mut changed = false;
        for role in kept.tokens.values_mut() {
            if let Role::Seat(name) = role
                && let Some(new) = names.get(name)
            {
                new.clone_into(name);
                changed = true;
            }
        }
        if changed { self.save(&kept) } else { Ok(()) }
    }

    /// Forgets the phones of a player.
    ///
    /// # Errors
    /// When the file can't be written.
    pub fn forget_player(&self, name: &str) -> io::Result<()> {
        self.free(name).map(|_| ())
    }

    /// Forgets a token.
    pub(super) fn forget(&self, token: &str) -> io::Result<()> {
        let mut kept = held(&self.kept);
        kept.tokens.remove(&digest(token));
        self.save(&kept)
    }

    /// What a token stands for.
    pub(super) fn role(&self, token: &str) -> Option<Role> {
        held(&self.kept).tokens.get(&digest(token)).cloned()
    }

    fn save(&self, kept: &Kept) -> io::Result<()> {
        let Some(path) = &self.file else {
            return Ok(());
        };
        let fresh = path.with_extension("new");
        write_private(&fresh, &serde_json::to_string(kept)?)?;
        fs::rename(fresh, path)
    }
}

/// Writes a file that only its owner can read.
fn write_private(path: &std::path::Path, text: &str) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(path)?;
    io::Write::write_all(&mut file, text.as_bytes())?;
    file.sync_all()
}

fn count(tries: &mut Tries, free: u32, now: Instant) {
    tries.wrong += 1;
    if let Some(over) = tries.wrong.checked_sub(free) {
        let wait = FIRST_WAIT * 2_u32.pow(over.min(5));
        tries.until = Some(now + wait.min(LONGEST_WAIT));
    }
}

fn digest(token: &str) -> String {
    URL_SAFE_NO_PAD.encode(Sha256::digest(token))
}

/// Compares digests, so that the time it takes tells nothing.
fn alike(a: &str, b: &str) -> bool {
    digest(a) == digest(b)
}

/// A lock whose holder panicked still holds whole values: every change is one call.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guessing_takes_years() {
        let access = Access::with_pin("424242");
        let from = Some(IpAddr::from([10, 0, 0, 7]));
        let mut now = Instant::now();
        let (mut tries, began) = (0_u32, now);
        while now < began + Duration::from_secs(24 * 60 * 60) {
            match access.try_pin("000000", from, now) {
                Ok(role) => {
                    assert_eq!(role, None);
                    tries += 1;
                }
                Err(wait) => now += wait,
            }
        }
        // A million PINs at that pace: longer than any table is kept.
        assert!((100..500).contains(&tries), "{tries} tries in a day");
        let _ = access.try_pin("000000", from, now);
        assert!(
            access.try_pin("424242", from, now).is_err(),
            "the right one waits too"
        );
        now += LONGEST_WAIT;
        assert_eq!(access.try_pin("424242", from, now), Ok(Some(Role::Host)));
    }

    #[test]
    fn the_board_has_a_pin_of_its_own() {
        let with = |pin| {
            let access = Access::with_pin("424242").with_board_pin(Some(pin));
            access.map(|_| ()).map_err(|e| e.to_string())
        };
        assert_eq!(with("1111"), Ok(()));
        assert_eq!(
            with("424242"),
            Err("the board's PIN is the host's PIN: take another one".to_owned())
        );
        for odd in ["", "12", "1 2 3 4", "1234567890123"] {
            let says = format!("`{odd}` can't be the board's PIN: take 4 to 12 letters or digits");
            assert_eq!(with(odd), Err(says));
        }
    }

    #[test]
    fn one_guesser_does_not_lock_the_others_out() {
        let access = Access::with_pin("424242");
        let now = Instant::now();
        let guesser = Some(IpAddr::from([10, 0, 0, 7]));
        for _ in 0..10 {
            let _refused = access.try_pin("1", guesser, now);
        }
        let host = Some(IpAddr::from([10, 0, 0, 8]));
        assert_eq!(access.try_pin("424242", host, now), Ok(Some(Role::Host)));
    }
}
