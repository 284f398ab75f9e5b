//! `pitboss run` as a program: the evening outlives the terminal it was started from.

#[path = "fake/program.rs"]
mod program;

use std::{
    io::{Read as _, Write as _},
    net::TcpStream,
    thread::sleep,
    time::Duration,
};

use program::Program;

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
    let mut evening = Program::start("none");
    // Nobody reads a word: every line it says goes into a closed pipe.
    drop(evening.child.stdout.take());
    let answered = (0..200).find_map(|_| {
        sleep(Duration::from_millis(50));
        status(&evening.address, "/api/board")
    });
    assert_eq!(answered.as_deref(), Some("HTTP/1.1 200 OK"));
    assert!(
        evening.child.try_wait().expect("its state").is_none(),
        "the program has ended"
    );
}
