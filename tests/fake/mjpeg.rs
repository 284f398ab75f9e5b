//! A camera in the network: MJPEG over HTTP from a thread of its own, which can be unplugged, stall, and show whatever is drawn.

#![allow(dead_code)] // each test file uses its part

use std::{
    io::{Read as _, Write as _},
    net::{SocketAddr, TcpListener, TcpStream},
    sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError},
    thread,
    time::{Duration, Instant},
};

use image::{RgbImage, codecs::jpeg::JpegEncoder};

/// Between two pictures.
const EVERY: Duration = Duration::from_millis(100);

#[derive(Default)]
struct State {
    /// What is shown, one after the other, again and again.
    pictures: Arc<Vec<Vec<u8>>>,
    plugged: bool,
    stalled: bool,
    /// Between two pictures.
    every: Duration,
    sent: usize,
    closed: bool,
}

#[derive(Default)]
struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The camera, until it is dropped.
pub(crate) struct Feed {
    at: SocketAddr,
    shared: Arc<Shared>,
}

impl Feed {
    /// A camera that shows these pictures, at a free port.
    pub(crate) fn open(pictures: Vec<RgbImage>) -> Self {
        Self::open_at(pictures.iter().map(jpeg).collect(), EVERY)
    }

    /// The same with JPEG files, so far apart.
    pub(crate) fn open_at(pictures: Vec<Vec<u8>>, every: Duration) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let at = listener.local_addr().expect("an address");
        let shared = Arc::new(Shared::default());
        let feed = Self {
            at,
            shared: Arc::clone(&shared),
        };
        *feed.shared.state() = State {
            pictures: Arc::new(pictures),
            plugged: true,
            every,
            ..State::default()
        };
        thread::spawn(move || {
            let mut listener = Some(listener);
            loop {
                let (closed, plugged) = {
                    let state = shared.state();
                    (state.closed, state.plugged)
                };
                if closed {
                    return;
                }
                if !plugged {
                    listener = None;
                    let state = shared.state();
                    drop(
                        shared
                            .changed
                            .wait_while(state, |s| !s.plugged && !s.closed),
                    );
                    continue;
                }
                let Some(door) = &listener else {
                    listener = TcpListener::bind(at).ok();
                    thread::sleep(Duration::from_millis(20));
                    continue;
                };
                door.set_nonblocking(true).expect("a listener");
                match door.accept() {
                    Ok((line, _)) => {
                        let shared = Arc::clone(&shared);
                        thread::spawn(move || serve(line, &shared));
                    }
                    Err(_) => thread::sleep(Duration::from_millis(20)),
                }
            }
        });
        feed
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}/stream.mjpg", self.at)
    }

    /// How many pictures went out so far.
    pub(crate) fn sent(&self) -> usize {
        self.shared.state().sent
    }

    /// From now on these.
    pub(crate) fn show(&self, pictures: Vec<RgbImage>) {
        self.show_coded(pictures.iter().map(jpeg).collect());
    }

    /// The same as JPEG files.
    pub(crate) fn show_coded(&self, pictures: Vec<Vec<u8>>) {
        self.shared.state().pictures = Arc::new(pictures);
    }

    /// Its lines break, and nobody answers.
    pub(crate) fn unplug(&self) {
        self.shared.state().plugged = false;
    }

    /// Its lines stay, and nothing comes.
    pub(crate) fn stall(&self) {
        self.shared.state().stalled = true;
    }

    /// It is there again.
    pub(crate) fn plug_in(&self) {
        let mut state = self.shared.state();
        (state.plugged, state.stalled) = (true, false);
        drop(state);
        self.shared.changed.notify_all();
    }
}

impl Drop for Feed {
    fn drop(&mut self) {
        self.shared.state().closed = true;
        self.shared.changed.notify_all();
    }
}

/// A picture as a JPEG file.
pub(crate) fn jpeg(picture: &RgbImage) -> Vec<u8> {
    let mut out = Vec::new();
    JpegEncoder::new_with_quality(&mut out, 92)
        .encode_image(picture)
        .expect("a picture");
    out
}

/// Answers one line with pictures until it breaks.
fn serve(mut line: TcpStream, shared: &Shared) -> Option<()> {
    line.set_nonblocking(false).ok()?;
    let mut asked = [0; 4096];
    let _request = line.read(&mut asked).ok()?;
    let head = "HTTP/1.0 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=picture\r\nCache-Control: no-store\r\n\r\n";
    let mut said = false;
    let mut due = Instant::now();
    for n in 0.. {
        let (pictures, stalled, every) = {
            let state = shared.state();
            if !state.plugged || state.closed {
                return None;
            }
            (Arc::clone(&state.pictures), state.stalled, state.every)
        };
        if !stalled {
            if !std::mem::replace(&mut said, true) {
                line.write_all(head.as_bytes()).ok()?;
            }
            let picture = &pictures[n % pictures.len()];
            let long = picture.len();
            write!(
                line,
                "--picture\r\nContent-Type: image/jpeg\r\nContent-Length: {long}\r\n\r\n"
            )
            .ok()?;
            line.write_all(picture).ok()?;
            line.write_all(b"\r\n").ok()?;
            shared.state().sent += 1;
        }
        let now = Instant::now();
        due = (due + every).max(now);
        thread::sleep(due - now);
    }
    None
}
