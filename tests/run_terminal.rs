//! `pitboss run` as a program: the evening outlives the terminal it was started from, and is reached over TLS too.

#[path = "fake/program.rs"]
mod program;

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    sync::Arc,
    thread::sleep,
    time::Duration,
};

use program::{Program, free_port};
use rustls::pki_types::{CertificateDer, ServerName, pem::PemObject as _};

/// The first line of the answer to `GET path`, if anybody answers.
fn status(address: &str, path: &str) -> Option<String> {
    let mut stream = TcpStream::connect(address).ok()?;
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
        let kept = std::fs::read(&file).ok()?;
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
