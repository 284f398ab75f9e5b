//! `pitboss run` as a program: the evening outlives the terminal it was started from.

use std::{
    io::{Read as _, Write as _},
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::Duration,
};

/// Ends the program with the test.
struct Ends(Child);

impl Drop for Ends {
    fn drop(&mut self) {
        let _ended = self.0.kill();
        let _reaped = self.0.wait();
    }
}

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
    let data = tempfile::tempdir().expect("a folder");
    let port = TcpListener::bind("127.0.0.1:0")
        .and_then(|l| l.local_addr())
        .expect("a free port")
        .port();
    let address = format!("127.0.0.1:{port}");
    let mut program = Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .args(["run", "--source", "none", "--listen", &address, "--data"])
        .arg(data.path())
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("pitboss starts");
    // Nobody reads a word: every line it says goes into a closed pipe.
    drop(program.stdout.take());
    let mut evening = Ends(program);
    let answered = (0..200).find_map(|_| {
        sleep(Duration::from_millis(50));
        status(&address, "/api/board")
    });
    assert_eq!(answered.as_deref(), Some("HTTP/1.1 200 OK"));
    assert!(
        evening.0.try_wait().expect("its state").is_none(),
        "the program has ended"
    );
}
