//! `pitboss run` as a program: the evening outlives the terminal it was started from, and is reached over TLS too.

#[path = "fake/program.rs"]
mod program;

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::TcpStream,
    path::Path,
    process::{Command, Stdio},
    sync::{
        Arc,
        mpsc::{self, RecvTimeoutError},
    },
    thread::{self, sleep},
    time::Duration,
};

use pitboss::journal::Journal;
use program::{Program, free_port};
use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject as _};

/// The first line of the answer to `GET path`, if anybody answers.
fn status(address: &str, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    let patience = Some(Duration::from_secs(20));
    stream.set_read_timeout(patience).expect("a socket");
    let ask = format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    stream.write_all(ask.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    answer.lines().next().map(str::to_owned)
}

#[test]
fn a_closed_terminal_does_not_end_the_evening() {
    let mut evening = Program::start("none", "none");
    // Nobody reads a word: every line it says goes into a closed pipe.
    drop(evening.child.stdout.take());
    let answered = (0..1200).find_map(|_| {
        sleep(Duration::from_millis(50));
        status(&evening.address, "/api/board")
    });
    assert_eq!(answered.as_deref(), Some("HTTP/1.1 200 OK"));
    assert!(
        evening.child.try_wait().expect("its state").is_none(),
        "the program has ended"
    );
}

/// Lines that nobody closes and nobody asks on leave room for the next phone, also where the shell allows few files.
#[test]
fn idle_lines_lock_nobody_out() {
    let data = tempfile::tempdir().expect("a folder");
    let address = format!("127.0.0.1:{}", free_port());
    let run = format!(
        "ulimit -S -n 64 && exec {} run --source none --listen {address} --listen-https none --data {}",
        env!("CARGO_BIN_EXE_pitboss"),
        data.path().display()
    );
    let mut child = Command::new("sh")
        .args(["-c", &run])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()
        .expect("a shell");
    let answered = |address: &str| {
        (0..1200).find_map(|_| {
            sleep(Duration::from_millis(50));
            status(address, "/api/board")
        })
    };
    let first = answered(&address);
    let idle: Vec<_> = (0..200).map(|_| TcpStream::connect(&address)).collect();
    let then = status(&address, "/api/board");
    child.kill().expect("it ran");
    child.wait().expect("gone");
    assert!(idle.iter().all(Result::is_ok));
    assert_eq!(
        (first.as_deref(), then.as_deref()),
        (Some("HTTP/1.1 200 OK"), Some("HTTP/1.1 200 OK"))
    );
}

/// A request with a body, `bearer` its token; the whole answer, if anybody answers.
fn asked(address: &str, line: &str, bearer: &str, body: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
    let long = body.len();
    let ask = format!(
        "{line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {bearer}\r\n\
         Content-Type: application/json\r\nContent-Length: {long}\r\n\r\n{body}"
    );
    stream.write_all(ask.as_bytes()).ok()?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).ok()?;
    Some(answer)
}

/// However much is logged, a token isn't.
#[test]
fn no_log_tells_a_token() {
    let data = tempfile::tempdir().expect("a folder");
    let log = data.path().join("log");
    let address = format!("127.0.0.1:{}", free_port());
    let file = || fs::File::options().append(true).create(true).open(&log);
    let mut child = Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .args(["run", "--source", "none", "--listen", &address])
        .args(["--listen-https", "none", "--board-pin", "135790", "--data"])
        .arg(data.path())
        .env("PITBOSS_LOG", "trace")
        .stdin(Stdio::null())
        .stdout(file().expect("a log"))
        .stderr(file().expect("a log"))
        .spawn()
        .expect("pitboss starts");
    let entering = r#"{"pin":"135790","bearer":true}"#;
    let entered = (0..1200).find_map(|_| {
        sleep(Duration::from_millis(50));
        asked(&address, "POST /api/session", "", entering)
    });
    let told = entered.expect("an answer");
    let token = told
        .split_once(r#""token":""#)
        .and_then(|(_, rest)| rest.split('"').next())
        .expect("a token");
    let board = asked(&address, "GET /api/board", token, "");
    let wrong = asked(&address, "GET /api/board", &format!("{token}x"), "");
    child.kill().expect("it ran");
    child.wait().expect("gone");
    let starts = |answer: Option<String>, with| answer.is_some_and(|a| a.starts_with(with));
    assert!(starts(board, "HTTP/1.1 200") && !starts(wrong, "HTTP/1.1 200"));
    let logged = fs::read_to_string(&log).expect("a log");
    assert!(logged.contains("TRACE"), "nothing was traced: {logged}");
    assert!(!logged.contains(token), "{logged}");
}

const TYPED_EVERY: Duration = Duration::from_millis(100);
const CLOSED: Result<(), RecvTimeoutError> = Err(RecvTimeoutError::Disconnected);

/// What the program says in a terminal of its own until it can be reached, if that is typed first.
fn in_a_terminal(data: &Path, typed: &str) -> String {
    let listen = format!("127.0.0.1:{}", free_port());
    let bin = env!("CARGO_BIN_EXE_pitboss");
    let data = data.display();
    let run =
        format!("exec {bin} run --source none --listen {listen} --listen-https none --data {data}");
    let mut terminal = Command::new("script")
        .args(["-qec", &run, "/dev/null"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a terminal");
    let mut keys = terminal.stdin.take().expect("piped");
    keys.write_all(typed.as_bytes()).expect("typed");
    let mut said = String::new();
    let out = BufReader::new(terminal.stdout.take().expect("piped"));
    let (opened, open) = mpsc::channel();
    // Ctrl-C as soon as it is offered, until it is heard.
    let typing = thread::spawn(move || {
        let _offered = open.recv();
        while keys.write_all(b"\x03").is_ok() && open.recv_timeout(TYPED_EVERY) != CLOSED {}
    });
    for line in out.lines().map_while(Result::ok) {
        said += &line;
        said.push('\n');
        if line.contains("Ctrl-C ends the evening") {
            opened.send(()).expect("somebody types");
        }
    }
    drop(opened);
    typing.join().expect("typed");
    terminal.wait().expect("gone");
    said
}

#[test]
fn a_start_asks_whether_the_last_evening_goes_on() {
    let folder = tempfile::tempdir().expect("a folder");
    let evenings = || {
        let journal = Journal::read(&folder.path().join("journal.sqlite")).expect("a journal");
        journal.evenings().expect("evenings").len()
    };
    let first = in_a_terminal(folder.path(), "");
    assert!(!first.contains("the last evening"), "{first}");
    assert_eq!(evenings(), 1);
    for (typed, said, count) in [
        ("perhaps\nc\n", "The last evening goes on", 1),
        ("n\n", "A new evening begins", 2),
        ("\n", "The last evening goes on", 2),
    ] {
        let heard = in_a_terminal(folder.path(), typed);
        let asked = "Continue the last evening (0 entries, 0 min ago), or begin a new one? [C/n]";
        assert!(heard.contains(asked) && heard.contains(said), "{heard}");
        assert_eq!(evenings(), count, "{heard}");
    }
}

/// The first line of the answer over TLS, from the machine that shows that certificate under that name.
fn secure_status(address: &str, name: &str, certificate: &str) -> Option<String> {
    let mut trusted = rustls::RootCertStore::empty();
    let certificate = CertificateDer::from_pem_slice(certificate.as_bytes()).expect("PEM");
    trusted.add(certificate).expect("a certificate");
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(trusted)
        .with_no_client_auth();
    let name = ServerName::try_from(name.to_owned()).expect("a name");
    let mut tls = rustls::ClientConnection::new(Arc::new(config), name).expect("a client");
    let mut socket = TcpStream::connect(address).ok()?;
    let mut stream = rustls::Stream::new(&mut tls, &mut socket);
    stream
        .write_all(b"GET /api/board HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        .ok()?;
    let mut answer = Vec::new();
    let _ended = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer)
        .lines()
        .next()
        .map(str::to_owned)
}

#[test]
fn the_same_board_is_served_over_tls() {
    let secure = format!("127.0.0.1:{}", free_port());
    let evening = Program::start("none", &secure);
    let file = evening.data.path().join("https.json");
    let kept = (0..1200).find_map(|_| {
        sleep(Duration::from_millis(50));
        let kept = fs::read(&file).ok()?;
        let kept: serde_json::Value = serde_json::from_slice(&kept).ok()?;
        status(&evening.address, "/api/board")?;
        Some(kept["certificate_pem"].as_str()?.to_owned())
    });
    let certificate = kept.expect("the certificate is kept");
    let answer = |name| secure_status(&secure, name, &certificate);
    assert_eq!(answer("localhost").as_deref(), Some("HTTP/1.1 200 OK"));
    assert_eq!(answer("127.0.0.1").as_deref(), Some("HTTP/1.1 200 OK"));
    // Another's name is not on it.
    assert_eq!(answer("example.org"), None);
}
