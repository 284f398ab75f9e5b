//! A real headless Chromium behind a chromedriver of its own, spoken to in the driver's plain JSON; or a visible word why there is none.

use std::{
    io::{BufRead, BufReader, Read, Write},
    net::{TcpListener, TcpStream},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    thread::sleep,
    time::{Duration, Instant},
};

use base64::{Engine, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

/// How long a page may take to show what it should, on a machine that builds meanwhile.
const PATIENCE: Duration = Duration::from_secs(40);

/// A phone held upright, CSS pixels.
pub(crate) const PHONE: (u32, u32) = (390, 844);
/// A big screen.
pub(crate) const SCREEN: (u32, u32) = (1280, 720);

/// A browser with one page, that ends with this value.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// A browser in that language, or `None` where none is installed: the test then says so and passes.
    pub(crate) fn open(lang: &str) -> Option<Self> {
        Self::open_with(lang, &[])
    }

    /// The same, with further arguments.
    pub(crate) fn open_with(lang: &str, more: &[String]) -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0")
            .and_then(|l| l.local_addr())
            .expect("a free port")
            .port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        let Ok(driver) = driver else {
            eprintln!(
                "SKIPPED: chromedriver is not installed (.ci/prepare installs it): the pages were not tried in a browser"
            );
            return None;
        };
        let mut browser = Self {
            driver,
            port,
            session: String::new(),
        };
        let args = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--hide-scrollbars",
        ];
        let args: Vec<String> = args
            .iter()
            .map(|a| (*a).to_owned())
            .chain([format!("--lang={lang}"), format!("--accept-lang={lang}")])
            .chain(more.iter().cloned())
            .collect();
        let options = json!({"capabilities": {"alwaysMatch": {
            "browserName": "chrome", "goog:loggingPrefs": {"browser": "ALL"}, "goog:chromeOptions": {"args": args}}}});
        let began = Instant::now();
        loop {
            match browser.send("POST", "/session", &options) {
                Ok(value) => {
                    browser.session = format!(
                        "/session/{}",
                        value["sessionId"].as_str().expect("a session")
                    );
                    return Some(browser);
                }
                Err(why) if began.elapsed() > PATIENCE => panic!("Chromium does not start: {why}"),
                Err(_) => sleep(Duration::from_millis(200)),
            }
        }
    }

    fn send(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).map_err(|e| e.to_string())?;
        let body = if method == "GET" {
            String::new()
        } else {
            body.to_string()
        };
        let head = format!(
            "{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n",
            body.len()
        );
        stream
            .write_all(head.as_bytes())
            .and_then(|()| stream.write_all(body.as_bytes()))
            .map_err(|e| e.to_string())?;
        // The driver keeps the line open: its answer ends where its length says.
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line).map_err(|e| e.to_string())?;
            let line = line.trim().to_ascii_lowercase();
            if line.is_empty() {
                break;
            }
            if let Some(told) = line.strip_prefix("content-length:") {
                length = told.trim().parse().map_err(|_| line.clone())?;
            }
        }
        let mut body = vec![0; length];
        reader.read_exact(&mut body).map_err(|e| e.to_string())?;
        let body = String::from_utf8_lossy(&body);
        let value: Value = serde_json::from_str(&body).map_err(|e| format!("{e}: {body}"))?;
        if value["value"]["error"].is_string() {
            return Err(value["value"]["message"]
                .as_str()
                .unwrap_or_default()
                .to_owned());
        }
        Ok(value["value"].clone())
    }

    fn ask(&self, method: &str, path: &str, body: Value) -> Value {
        self.send(method, &format!("{}{path}", self.session), &body)
            .unwrap_or_else(|e| panic!("{path} {body}: {e}"))
    }

    /// A command of Chrome's own protocol.
    pub(crate) fn cdp(&self, cmd: &str, params: Value) -> Value {
        self.ask(
            "POST",
            "/goog/cdp/execute",
            json!({"cmd": cmd, "params": params}),
        )
    }

    /// Sets the page's size, CSS pixels; narrow ones are phones.
    pub(crate) fn size(&self, (width, height): (u32, u32)) {
        let mobile = width < 800;
        self.cdp(
            "Emulation.setDeviceMetricsOverride",
            json!({"width": width, "height": height, "deviceScaleFactor": 2, "mobile": mobile}),
        );
    }

    /// Asks for light or dark, as the phone's own setting would.
    pub(crate) fn scheme(&self, scheme: &str) {
        self.cdp(
            "Emulation.setEmulatedMedia",
            json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]}),
        );
    }

    /// The page as it is printed on A4: a PDF file, kept under the build's folder for a person to look at.
    pub(crate) fn printed(&self, name: &str) -> Vec<u8> {
        let paper = json!({"paperWidth": 8.27, "paperHeight": 11.69, "printBackground": false});
        let made = self.cdp("Page.printToPDF", paper);
        kept(&format!("{name}.pdf"), &made).1
    }

    /// Shows the page as on paper, or on a screen again.
    pub(crate) fn paper(&self, on: bool) {
        let media = if on { "print" } else { "" };
        self.cdp("Emulation.setEmulatedMedia", json!({"media": media}));
    }

    /// Cuts the page's network, or joins it again.
    pub(crate) fn offline(&self, offline: bool) {
        self.cdp("Network.enable", json!({}));
        self.cdp("Network.emulateNetworkConditions", json!({"offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}));
    }

    /// Another window of this browser, held from now on.
    pub(crate) fn window(&self) -> String {
        let new = self.ask("POST", "/window/new", json!({"type": "window"}));
        let window = new["handle"].as_str().expect("a window").to_owned();
        self.hold(&window);
        window
    }

    /// The window that is held.
    pub(crate) fn held(&self) -> String {
        let held = self.ask("GET", "/window", json!({}));
        held.as_str().expect("a window").to_owned()
    }

    /// Takes a window: what follows happens there.
    pub(crate) fn hold(&self, window: &str) {
        self.ask("POST", "/window", json!({"handle": window}));
    }

    /// Opens an address.
    pub(crate) fn goto(&self, url: &str) {
        self.ask("POST", "/url", json!({"url": url}));
    }

    /// Runs a script and gives what it returns.
    pub(crate) fn js(&self, script: &str) -> Value {
        self.ask(
            "POST",
            "/execute/sync",
            json!({"script": script, "args": []}),
        )
    }

    /// Runs a script that hands its answer to `arguments[0]` some time.
    pub(crate) fn js_later(&self, script: &str) -> Value {
        let body = json!({"script": script, "args": []});
        self.ask("POST", "/execute/async", body)
    }

    /// Waits until an expression is true.
    pub(crate) fn until(&self, what: &str) {
        let began = Instant::now();
        while self.js(&format!("return Boolean({what})")) != json!(true) {
            let text = || self.text("body");
            assert!(
                began.elapsed() < PATIENCE,
                "the page never came to: {what}\nit shows:\n{}",
                text()
            );
            sleep(Duration::from_millis(60));
        }
    }

    /// Waits until nothing on the page moves any more, but the time to undo a call.
    pub(crate) fn still(&self) {
        self.until("document.getAnimations().every(a => a.playState !== 'running' || a.animationName === 'run-out')");
    }

    /// What a reader sees of an element.
    pub(crate) fn text(&self, css: &str) -> String {
        let script = format!("return document.querySelector({css:?})?.innerText ?? ''");
        self.js(&script).as_str().unwrap_or_default().to_owned()
    }

    /// Waits until an element shows a text.
    pub(crate) fn shows(&self, css: &str, text: &str) {
        self.until(&format!(
            "document.querySelector({css:?})?.innerText.includes({text:?})"
        ));
    }

    fn element(&self, css: &str) -> String {
        self.until(&format!("document.querySelector({css:?})"));
        let found = self.ask(
            "POST",
            "/element",
            json!({"using": "css selector", "value": css}),
        );
        let id = found
            .as_object()
            .and_then(|o| o.values().next())
            .and_then(Value::as_str);
        id.expect("an element").to_owned()
    }

    /// A finger on an element, wherever it has to scroll to. A live page may draw the element anew between finding and touching
    /// it; then nothing was touched, and the finger tries again.
    pub(crate) fn tap(&self, css: &str) {
        let began = Instant::now();
        loop {
            self.element(css);
            self.js(&format!(
                "document.querySelector({css:?})?.scrollIntoView({{block: 'center'}})"
            ));
            let click = format!("{}/element/{}/click", self.session, self.element(css));
            match self.send("POST", &click, &json!({})) {
                Ok(_) => return,
                Err(e) if e.contains("stale element") && began.elapsed() < PATIENCE => {}
                Err(e) => panic!("{css} can't be tapped: {e}"),
            }
        }
    }

    /// Drags an element by so many CSS pixels, with a `mouse` or a finger (`touch`).
    pub(crate) fn drag(&self, css: &str, (dx, dy): (i32, i32), with: &str) {
        self.element(css);
        self.js(&format!(
            "document.querySelector({css:?}).scrollIntoView({{block: 'center'}})"
        ));
        let at = self.js(&format!(
            "const b = document.querySelector({css:?}).getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2].map(Math.round)"
        ));
        let (x, y) = (at[0].as_i64().expect("px"), at[1].as_i64().expect("px"));
        let step = |part: i64| {
            json!({"type": "pointerMove", "duration": 60, "origin": "viewport",
                "x": x + i64::from(dx) * part / 4, "y": y + i64::from(dy) * part / 4})
        };
        let (down, up) = (
            json!({"type": "pointerDown", "button": 0}),
            json!({"type": "pointerUp", "button": 0}),
        );
        let path = [step(0), down, step(1), step(2), step(3), step(4), up];
        let pointer = json!({"type": "pointer", "id": with, "parameters": {"pointerType": with}, "actions": path});
        self.ask("POST", "/actions", json!({"actions": [pointer]}));
        self.ask("DELETE", "/actions", json!({}));
    }

    /// Keys into a field.
    pub(crate) fn keys(&self, css: &str, text: &str) {
        let id = self.element(css);
        self.ask(
            "POST",
            &format!("/element/{id}/value"),
            json!({"text": text}),
        );
    }

    /// Keeps a picture of the page under the build's folder for a person to look at.
    pub(crate) fn shot(&self, name: &str) -> PathBuf {
        sleep(Duration::from_millis(700)); // what moves comes to rest
        let taken = self.cdp("Page.captureScreenshot", json!({"format": "png"}));
        kept(&format!("{name}.png"), &taken).0
    }

    /// Complaints of the page: errors of scripts, blocked or missing files.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.ask("POST", "/se/log", json!({"type": "browser"}));
        let lines = log.as_array().cloned().unwrap_or_default();
        let severe = lines.iter().filter(|l| l["level"] == "SEVERE");
        severe
            .map(|l| l["message"].as_str().unwrap_or_default().to_owned())
            .collect()
    }

    /// Nothing hangs over the page's side.
    pub(crate) fn fits(&self, page: &str) {
        let wide = self.js("return [document.documentElement.scrollWidth, innerWidth]");
        assert!(
            wide[0].as_i64() <= wide[1].as_i64(),
            "{page} is wider than its screen: {wide}"
        );
    }
}

/// Keeps what the browser made under the build's folder: where, and what.
fn kept(name: &str, made: &Value) -> (PathBuf, Vec<u8>) {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pages");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(name);
    let bytes = made["data"].as_str().expect("data");
    let bytes = STANDARD.decode(bytes).expect("base64");
    std::fs::write(&path, &bytes).expect("written");
    (path, bytes)
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _closed = self.send("DELETE", &self.session.clone(), &json!({}));
        }
        let _ended = self.driver.kill();
        let _reaped = self.driver.wait();
    }
}
