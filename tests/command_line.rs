//! What the program says of itself: help, version, manual pages, completions; and what its package takes along.

use std::{
    path::Path,
    process::{Command, Stdio},
};

use sha2::{Digest as _, Sha256};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// What it says on stdout; it must end well.
fn said(args: &[&str]) -> String {
    let out = Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .args(args)
        .output()
        .expect("it runs");
    assert!(
        out.status.success(),
        "{args:?}: {}",
        String::from_utf8_lossy(&out.stderr)
    );
    String::from_utf8(out.stdout).expect("text")
}

/// The commands that the help lists.
fn commands() -> Vec<String> {
    let help = said(&["help"]);
    let list = help
        .split("Commands:\n")
        .nth(1)
        .and_then(|rest| rest.split("\n\n").next());
    let names = list.into_iter().flat_map(str::lines).filter_map(|line| {
        let name = line.strip_prefix("  ").filter(|l| !l.starts_with(' '))?;
        name.split(' ').next()
    });
    names.filter(|n| *n != "help").map(str::to_owned).collect()
}

#[test]
fn the_version_names_the_nets_by_digest() {
    let version = said(&["--version"]);
    let first = format!("pitboss {}", env!("CARGO_PKG_VERSION"));
    assert_eq!(version.lines().next(), Some(first.as_str()));
    assert_eq!(said(&["rules", "--version"]), version);
    if !cfg!(feature = "vision") {
        assert!(version.contains("built without OpenCV"), "{version}");
        return;
    }
    for net in ["detect", "glyph", "scout", "card"] {
        let file = std::fs::read(root().join(format!("models/{net}.onnx"))).expect("the net");
        let digest: String = Sha256::digest(&file)
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        let named = version
            .lines()
            .any(|l| l.contains(net) && l.contains(&digest));
        assert!(named, "{net}: {digest} is not in {version}");
    }
}

#[test]
fn every_command_has_help_and_a_manual_page() {
    let commands = commands();
    assert!(commands.len() >= 12, "{commands:?}");
    for command in &commands {
        let help = said(&[command, "--help"]);
        assert!(
            help.contains(&format!("Usage: pitboss {command}")),
            "{help}"
        );
        let page = said(&["manual", command]);
        assert!(page.contains(&format!(".TH pitboss-{command} 1")), "{page}");
    }
    assert!(said(&["manual"]).contains(".TH pitboss 1"));
    let none = Command::new(env!("CARGO_BIN_EXE_pitboss"))
        .args(["manual", "poker"])
        .output()
        .expect("it runs");
    assert_eq!(none.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&none.stderr),
        "pitboss: there is no command `poker`\n"
    );
}

#[test]
fn shells_take_the_completions() {
    for (shell, check) in [("bash", Some("bash")), ("zsh", None), ("fish", None)] {
        let script = said(&["completions", shell]);
        for word in ["settle", "board-pin"] {
            assert!(script.contains(word), "{shell} lacks {word}");
        }
        let Some(check) = check else { continue };
        let mut run = Command::new(check)
            .arg("-n")
            .stdin(Stdio::piped())
            .spawn()
            .expect("it runs");
        std::io::Write::write_all(&mut run.stdin.take().expect("a pipe"), script.as_bytes())
            .expect("written");
        assert!(run.wait().expect("it ends").success(), "{shell}");
    }
}

/// What `make deb` makes itself lies under target/; everything else that the package or the container names is in the tree.
#[test]
fn what_is_packaged_is_there() {
    let manifest: toml::Table = std::fs::read_to_string(root().join("Cargo.toml"))
        .expect("it")
        .parse()
        .expect("TOML");
    let deb = &manifest["package"]["metadata"]["deb"];
    let assets = deb["assets"].as_array().expect("a list");
    let from = assets.iter().filter_map(|a| a[0].as_str());
    let mut checked = 0;
    for path in from.filter(|p| !p.starts_with("target/")) {
        let (folder, name) = path.rsplit_once('/').unwrap_or((".", path));
        let end = name.trim_start_matches('*');
        let entries = std::fs::read_dir(root().join(folder)).expect(folder);
        let found = entries
            .flatten()
            .any(|e| e.file_name().to_string_lossy().ends_with(end));
        assert!(found, "{path} is not there");
        checked += 1;
    }
    assert!(checked >= 4, "{assets:?}");
    let pages = std::fs::read_to_string(root().join("packaging/pages")).expect("it");
    for made in assets
        .iter()
        .filter_map(|a| a[0].as_str()?.strip_prefix("target/package/"))
    {
        let folder = made.split('/').next().expect("a folder");
        assert!(pages.contains(folder), "nothing makes {made}");
    }
}

/// `make package-test` holds the unit against systemd and the system calls against its filter; here, that nobody opens it by the way.
#[test]
fn the_service_is_locked_down() {
    let unit = std::fs::read_to_string(root().join("packaging/pitboss.service")).expect("it");
    for line in [
        "DynamicUser=yes",
        "StateDirectory=pitboss",
        "ProtectSystem=strict",
        "ProtectHome=yes",
        "NoNewPrivileges=yes",
        "CapabilityBoundingSet=",
        "DevicePolicy=closed",
        "DeviceAllow=char-video4linux rw",
        "MemoryDenyWriteExecute=yes",
        "SystemCallFilter=@system-service",
    ] {
        assert!(unit.lines().any(|l| l == line), "the unit lacks {line}");
    }
}
