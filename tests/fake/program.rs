//! `pitboss run` as a program of its own, on a free port with a fresh data folder, ended with the test.

use std::{
    net::TcpListener,
    process::{Child, Command, Stdio},
};

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
        let data = tempfile::tempdir().expect("a folder");
        let address = format!("127.0.0.1:{}", free_port());
        let child = Command::new(env!("CARGO_BIN_EXE_pitboss"))
            .args(["run", "--source", source, "--listen", &address])
            .args(["--listen-https", https, "--data"])
            .arg(data.path())
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
}

impl Drop for Program {
    fn drop(&mut self) {
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}
