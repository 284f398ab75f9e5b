//! `pitboss run` as a program of its own, on a free port with a fresh data folder, ended with the test.

#![allow(dead_code)] // each test file uses its part

use std::{
    fs,
    io::{BufRead as _, BufReader, Read as _, Write as _},
    net::{TcpListener, TcpStream},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};

/// The program.
pub(crate) struct Program {
    pub(crate) child: Child,
    /// Where it is reached: host and port.
    pub(crate) address: String,
    /// Its data folder.
    pub(crate) data: tempfile::TempDir,
}

/// A port that nobody uses.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0")
        .and_then(|l| l.local_addr())
        .expect("a free port")
        .port()
}

impl Program {
    /// Starts it on that source, with HTTPS there or `none`; what it says in the terminal goes into a pipe.
    pub(crate) fn start(source: &str, https: &str) -> Self {
        Self::start_with(source, https, &[])
    }

    /// The same with more arguments.
    pub(crate) fn start_with(source: &str, https: &str, more: &[&str]) -> Self {
        let data = tempfile::tempdir().expect("a folder");
        let address = format!("127.0.0.1:{}", free_port());
        let child = Command::new(env!("CARGO_BIN_EXE_pitboss"))
            .args(["run", "--source", source, "--listen", &address])
            .args(["--listen-https", https, "--data"])
            .arg(data.path())
            .args(more)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("pitboss starts");
        Self {
            child,
            address,
            data,
        }
    }

    /// The PIN that it tells in the terminal.
    pub(crate) fn pin(&mut self) -> String {
        let out = BufReader::new(self.child.stdout.take().expect("piped"));
        let told = out.lines().map_while(Result::ok).find_map(|line| {
            let (_, pin) = line.split_once("PIN ")?;
            Some(pin.chars().take_while(char::is_ascii_digit).collect())
        });
        told.expect("the PIN is told")
    }

    /// Asks a route, with these lines in the head: the answer's status and body.
    pub(crate) fn ask(&self, method: &str, path: &str, head: &str, body: &[u8]) -> (u16, String) {
        let mut line = TcpStream::connect(&self.address).expect("the server answers");
        let length = body.len();
        write!(
            line,
            "{method} {path} HTTP/1.1\r\nHost: pitboss\r\nConnection: close\r\n{head}Content-Length: {length}\r\n\r\n"
        )
        .expect("sent");
        // A body that is too long is refused before its end.
        let _sent = line.write_all(body);
        let mut answer = Vec::new();
        let _whole = line.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok());
        (status.expect("a status"), body.to_owned())
    }
}

impl Program {
    /// Asks a route; the answer's status and body, if anybody answers.
    pub(crate) fn asked(&self, line: &str, token: &str, body: &str) -> Option<(u16, Vec<u8>)> {
        let mut stream = TcpStream::connect(&self.address).ok()?;
        let long = body.len();
        let ask = format!(
            "{line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\
             Content-Type: application/json\r\nContent-Length: {long}\r\n\r\n{body}"
        );
        stream.write_all(ask.as_bytes()).ok()?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).ok()?;
        let end = answer.windows(4).position(|w| w == b"\r\n\r\n")?;
        let status = std::str::from_utf8(answer.get(9..12)?).ok()?.parse().ok()?;
        Some((status, answer.split_off(end + 4)))
    }

    /// The host's token, for a program, once the evening answers.
    pub(crate) fn host(&self) -> Option<String> {
        let kept = fs::read(self.data.path().join("access.json")).ok()?;
        let kept: Value = serde_json::from_slice(&kept).ok()?;
        let entering = json!({"pin": kept["pin"], "bearer": true}).to_string();
        let (_, said) = self.asked("POST /api/session", "", &entering)?;
        let said: Value = serde_json::from_slice(&said).ok()?;
        said["token"].as_str().map(str::to_owned)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}
