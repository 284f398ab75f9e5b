//! An MJPEG stream over HTTP into frames: each part is a JPEG file. A thread reads the line, so that only the newest picture is ever decoded.

use std::{
    io::{self, BufRead, BufReader, Read, Write as _},
    net::{TcpStream, ToSocketAddrs as _},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use base64::Engine as _;

use super::source::frame_of;
use crate::frame::{At, Frame, Source, SourceError};

/// How long the line may take to open, and to deliver a picture (`vision.md`).
const PATIENCE: Duration = Duration::from_millis(1_500);

/// A part longer than this is no picture, bytes.
const LONGEST: usize = 32 << 20;

/// A head longer than this is none, bytes.
const HEAD: u64 = 64 << 10;

/// The end of a JPEG file, and how many bytes some cameras add to it.
const END: [u8; 2] = [0xFF, 0xD9];
const ADDED: usize = 64;

/// Why a stream can't be had.
pub(super) enum Refusal {
    /// It answers with something else than MJPEG.
    Other,
    /// In one sentence.
    No(SourceError),
}

#[derive(Default)]
struct Slot {
    newest: Option<(Vec<u8>, Instant)>,
    /// Why no more will come.
    over: Option<String>,
    stop: bool,
}

#[derive(Default)]
struct Shared {
    slot: Mutex<Slot>,
    came: Condvar,
}

impl Shared {
    fn slot(&self) -> MutexGuard<'_, Slot> {
        self.slot.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The stream.
pub(super) struct Mjpeg {
    name: String,
    shared: Arc<Shared>,
    start: Instant,
    next: u64,
}

impl Mjpeg {
    /// Opens `http://[user:password@]host[:port]/path`; it is MJPEG for sure.
    pub(super) fn open(name: &str) -> Result<Self, Refusal> {
        let no = |why: &dyn std::fmt::Display| {
            Refusal::No(SourceError(format!(
                "no pictures come from `{name}`: {why}; check the address, and that the camera is on the network"
            )))
        };
        let mut line = BufReader::new(ask(name).map_err(|e| no(&e))?);
        let head = head(&mut line).map_err(|e| no(&e))?;
        match head.status {
            200 => {}
            401 | 403 => {
                return Err(no(
                    &"it wants another user and password (http://user:password@…)",
                ));
            }
            300..=399 => return Err(Refusal::Other),
            status => return Err(no(&format!("it answers with status {status}"))),
        }
        let Some(boundary) = head.boundary.clone() else {
            return Err(Refusal::Other);
        };
        Ok(Self::reading(name, move |shared| {
            deliver(line, head.chunked, &boundary, shared)
        }))
    }

    /// The same again: a camera that answers nothing yet is open, and delivers nothing.
    pub(super) fn again(name: &str) -> Result<Self, Refusal> {
        let asked = ask(name).map_err(|e| {
            Refusal::No(SourceError(format!(
                "`{name}` can't be reached any more: {e}"
            )))
        })?;
        Ok(Self::reading(name, move |shared| {
            let mut line = BufReader::new(asked);
            let head = head(&mut line)?;
            let none = || io::Error::other("it delivers something else than MJPEG");
            let boundary = head
                .boundary
                .filter(|_| head.status == 200)
                .ok_or_else(none)?;
            deliver(line, head.chunked, &boundary, shared)
        }))
    }

    fn reading(name: &str, read: impl FnOnce(&Shared) -> io::Result<()> + Send + 'static) -> Self {
        let shared = Arc::new(Shared::default());
        let theirs = Arc::clone(&shared);
        thread::spawn(move || {
            let why = match read(&theirs) {
                Ok(()) => "it ended".to_owned(),
                Err(e) => e.to_string(),
            };
            theirs.slot().over = Some(why);
            theirs.came.notify_one();
        });
        Self {
            name: name.to_owned(),
            shared,
            start: Instant::now(),
            next: 0,
        }
    }
}

impl Source for Mjpeg {
    fn next_frame(&mut self) -> Result<Option<Frame>, SourceError> {
        let gone = |why: &str| {
            SourceError(format!(
                "`{}` delivers no pictures any more: {why}",
                self.name
            ))
        };
        let until = Instant::now() + PATIENCE;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let slot = self.shared.slot();
            let (mut slot, _) = self
                .shared
                .came
                .wait_timeout_while(slot, left, |s| s.newest.is_none() && s.over.is_none())
                .unwrap_or_else(PoisonError::into_inner);
            let Some((jpeg, came)) = slot.newest.take() else {
                return Err(gone(slot.over.as_deref().unwrap_or("it is silent")));
            };
            drop(slot);
            let at = At::from_secs(came.saturating_duration_since(self.start).as_secs_f64());
            if let Some(frame) = decoded(&jpeg, self.next, at) {
                self.next += 1;
                return Ok(Some(frame));
            }
        }
    }
}

impl Drop for Mjpeg {
    fn drop(&mut self) {
        self.shared.slot().stop = true;
    }
}

/// A whole JPEG file as a frame; `None` for what is none, or was cut short.
fn decoded(jpeg: &[u8], seq: u64, at: At) -> Option<Frame> {
    use opencv::{core::Mat, imgcodecs};
    let tail = &jpeg[jpeg.len().saturating_sub(ADDED)..];
    if !tail.windows(2).any(|w| w == END) {
        return None;
    }
    let flags = imgcodecs::IMREAD_COLOR | imgcodecs::IMREAD_IGNORE_ORIENTATION;
    let mat = imgcodecs::imdecode(&Mat::from_slice(jpeg).ok()?, flags).ok()?;
    frame_of(&mat, seq, at).ok()
}

/// Sends the request.
fn ask(name: &str) -> io::Result<TcpStream> {
    let rest = name.strip_prefix("http://").unwrap_or(name);
    let (place, path) = rest.split_once('/').unwrap_or((rest, ""));
    let (user, place) = match place.rsplit_once('@') {
        Some((user, place)) => (Some(user), place),
        None => (None, place),
    };
    let has_port = place
        .rsplit_once(':')
        .is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    let address = if has_port {
        place.to_owned()
    } else {
        format!("{place}:80")
    };
    let mut why = io::Error::other("nobody has that name");
    for at in address.to_socket_addrs()? {
        match TcpStream::connect_timeout(&at, PATIENCE) {
            Ok(mut line) => {
                line.set_read_timeout(Some(PATIENCE))?;
                line.set_write_timeout(Some(PATIENCE))?;
                let user = user.map(|u| base64::engine::general_purpose::STANDARD.encode(u));
                let user = user.map_or(String::new(), |u| format!("Authorization: Basic {u}\r\n"));
                let request = format!(
                    "GET /{path} HTTP/1.1\r\nHost: {place}\r\nUser-Agent: pitboss\r\nAccept: */*\r\nConnection: close\r\n{user}\r\n"
                );
                line.write_all(request.as_bytes())?;
                return Ok(line);
            }
            Err(e) => why = e,
        }
    }
    Err(why)
}

/// What an answer's head says.
struct Head {
    status: u16,
    /// Of a multipart answer.
    boundary: Option<String>,
    chunked: bool,
}

fn head(line: &mut impl BufRead) -> io::Result<Head> {
    let mut lines = Vec::new();
    let mut limited = line.take(HEAD);
    loop {
        let mut text = Vec::new();
        if limited.read_until(b'\n', &mut text)? == 0 {
            return Err(io::Error::other("it hangs up"));
        }
        let text = String::from_utf8_lossy(&text).trim().to_owned();
        if text.is_empty() {
            break;
        }
        lines.push(text);
    }
    let status = lines
        .first()
        .and_then(|l| l.split(' ').nth(1)?.parse().ok());
    let value = |name: &str| {
        let mut pairs = lines.iter().filter_map(|l| l.split_once(':'));
        let (_, value) = pairs.find(|(n, _)| n.trim().eq_ignore_ascii_case(name))?;
        Some(value.trim().to_owned())
    };
    let kind = value("content-type").filter(|k| k.to_lowercase().starts_with("multipart/"));
    let boundary = kind.as_deref().and_then(|kind| {
        let at = kind.to_lowercase().find("boundary=")?;
        let named = kind[at + "boundary=".len()..].split(';').next()?;
        Some(
            named
                .trim()
                .trim_matches('"')
                .trim_start_matches('-')
                .to_owned(),
        )
    });
    Ok(Head {
        status: status.ok_or_else(|| io::Error::other("it answers no HTTP"))?,
        boundary: boundary.filter(|b| !b.is_empty()),
        chunked: value("transfer-encoding").is_some_and(|v| v.eq_ignore_ascii_case("chunked")),
    })
}

/// Puts each part's picture where the newest one lies, until the line or the reader is gone.
fn deliver(
    line: BufReader<TcpStream>,
    chunked: bool,
    boundary: &str,
    shared: &Shared,
) -> io::Result<()> {
    if chunked {
        parts(BufReader::new(Chunks { line, left: 0 }), boundary, shared)
    } else {
        parts(line, boundary, shared)
    }
}

fn parts(mut line: impl BufRead, boundary: &str, shared: &Shared) -> io::Result<()> {
    let is_boundary = |text: &[u8]| {
        let text = text.strip_prefix(b"--").unwrap_or_default();
        let after = text.iter().position(|&b| b != b'-').unwrap_or(0);
        text[after..].starts_with(boundary.as_bytes())
    };
    let mut text = Vec::new();
    let mut begun = false;
    loop {
        while !begun {
            text.clear();
            if line.by_ref().take(HEAD).read_until(b'\n', &mut text)? == 0 {
                return Ok(());
            }
            begun = is_boundary(&text);
        }
        let mut length = None;
        loop {
            text.clear();
            if line.by_ref().take(HEAD).read_until(b'\n', &mut text)? == 0 {
                return Ok(());
            }
            let said = String::from_utf8_lossy(&text).trim().to_lowercase();
            if said.is_empty() {
                break;
            }
            if let Some(value) = said.strip_prefix("content-length:") {
                length = value.trim().parse::<usize>().ok();
            }
        }
        let mut jpeg = Vec::new();
        match length.filter(|&l| l > 0) {
            Some(length) if length <= LONGEST => {
                jpeg.resize(length, 0);
                line.read_exact(&mut jpeg)?;
                begun = false;
            }
            Some(_) => return Err(io::Error::other("it delivers no pictures")),
            None => {
                begun = until_boundary(&mut line, &mut jpeg, is_boundary)?;
                if !begun {
                    return Ok(());
                }
            }
        }
        let mut slot = shared.slot();
        if slot.stop {
            return Ok(());
        }
        slot.newest = Some((jpeg, Instant::now()));
        shared.came.notify_one();
    }
}

/// A part whose length nobody says; whether the next one follows.
fn until_boundary(
    line: &mut impl BufRead,
    jpeg: &mut Vec<u8>,
    is_boundary: impl Fn(&[u8]) -> bool,
) -> io::Result<bool> {
    loop {
        let from = jpeg.len();
        if line.read_until(b'\n', jpeg)? == 0 {
            return Ok(false);
        }
        if is_boundary(&jpeg[from..]) {
            jpeg.truncate(from);
            return Ok(true);
        }
        if jpeg.len() > LONGEST {
            return Err(io::Error::other("it delivers no pictures"));
        }
    }
}

/// The content of a chunked answer.
struct Chunks {
    line: BufReader<TcpStream>,
    left: usize,
}

impl Read for Chunks {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.left == 0 {
            let mut text = String::new();
            if self.line.by_ref().take(HEAD).read_line(&mut text)? == 0 {
                return Ok(0);
            }
            let said = text.split(';').next().unwrap_or_default().trim();
            if said.is_empty() {
                continue; // the end of the chunk before
            }
            let size = usize::from_str_radix(said, 16);
            self.left = size.map_err(|_| io::Error::other("its chunks can't be read"))?;
            if self.left == 0 {
                return Ok(0);
            }
        }
        let most = out.len().min(self.left);
        let count = self.line.read(&mut out[..most])?;
        self.left -= count;
        Ok(count)
    }
}
