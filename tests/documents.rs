//! README and docs hold what they say: every command is one that the program takes, every target, link, route and named test is there, and
//! what needs no camera and no file is run.
#![cfg(feature = "vision")]

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use clap::Parser as _;
use pitboss::cli::Cli;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// README, docs and the log of the nets, with their texts.
fn documents() -> Vec<(PathBuf, String)> {
    let docs = fs::read_dir(root().join("docs")).expect("a folder");
    let docs = docs.map(|e| e.expect("an entry").path());
    let mut paths: Vec<PathBuf> = docs
        .filter(|p| p.extension().is_some_and(|e| e == "md"))
        .collect();
    paths.extend([root().join("README.md"), root().join("models/README.md")]);
    paths.sort();
    let read = |p: PathBuf| {
        let text = fs::read_to_string(&p).expect("text");
        (p, text)
    };
    paths.into_iter().map(read).collect()
}

/// What stands in fenced blocks and, with backticks, in the text, one command a line, without its comment.
fn commands(text: &str, of: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (n, part) in text.split("```").enumerate() {
        let lines: Vec<&str> = if n % 2 == 1 {
            part.lines().collect()
        } else {
            part.split('`').skip(1).step_by(2).collect()
        };
        for line in lines {
            let line = line
                .split(" # ")
                .next()
                .unwrap_or_default()
                .split("  #")
                .next()
                .unwrap_or_default()
                .trim();
            if line.starts_with(&format!("{of} ")) {
                found.push(line.split(" | ").next().unwrap_or_default().to_owned());
            }
        }
    }
    found
}

/// Words as a shell would part them, as far as these commands go.
fn words(line: &str) -> Vec<String> {
    line.split_whitespace()
        .map(|w| w.trim_matches('\'').to_owned())
        .collect()
}

#[test]
fn every_command_of_the_documents_is_taken() {
    let mut count = 0;
    for (path, text) in documents() {
        for line in commands(&text, "pitboss") {
            let told = words(&line);
            // The name of a command alone, in the running text, or with arguments.
            let whole = if told.len() == 2 {
                vec![told[0].clone(), told[1].clone(), "--help".to_owned()]
            } else {
                told
            };
            if let Err(why) = Cli::try_parse_from(&whole) {
                let fine = matches!(
                    why.kind(),
                    clap::error::ErrorKind::DisplayHelp | clap::error::ErrorKind::DisplayVersion
                );
                assert!(fine, "{}: `{line}`: {why}", path.display());
            }
            count += 1;
        }
    }
    assert!(count >= 25, "only {count} commands were found");
}

/// Those that need nothing but a folder to write in.
#[test]
fn what_needs_no_camera_is_run() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut run: Vec<String> = Vec::new();
    for (path, text) in documents() {
        for line in commands(&text, "pitboss") {
            let mut told = words(&line);
            let here = matches!(
                told[1].as_str(),
                "rules" | "print" | "completions" | "manual"
            );
            let film = told[1] == "watch" && line.contains("demo:");
            if told.len() < 3 || !(here || film) || line.contains("GAME") || run.contains(&line) {
                continue;
            }
            if film {
                told.extend(["--until".to_owned(), "1".to_owned()]);
            }
            let out = Command::new(env!("CARGO_BIN_EXE_pitboss"))
                .args(&told[1..])
                .current_dir(folder.path())
                .output()
                .expect("it runs");
            assert!(
                out.status.success(),
                "{}: `{line}`: {}",
                path.display(),
                String::from_utf8_lossy(&out.stderr)
            );
            run.push(line);
        }
    }
    assert!(run.len() >= 6, "{run:?}");
}

#[test]
fn every_target_of_the_documents_is_in_the_makefile() {
    let makefile = fs::read_to_string(root().join("Makefile")).expect("it");
    let mut count = 0;
    for (path, text) in documents() {
        for line in commands(&text, "make") {
            let target = line.split_whitespace().nth(1).expect("a target");
            let there = makefile
                .lines()
                .any(|l| l.starts_with(&format!("{target}:")));
            assert!(there, "{}: there is no `make {target}`", path.display());
            count += 1;
        }
    }
    assert!(count >= 12, "only {count} targets were found");
}

#[test]
fn links_lead_somewhere() {
    let mut count = 0;
    for (path, text) in documents() {
        let beside = path.parent().expect("a folder");
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let file = link.split('#').next().unwrap_or_default();
            if link.starts_with("http") || file.is_empty() {
                continue;
            }
            assert!(
                beside.join(file).exists(),
                "{}: {link} leads nowhere",
                path.display()
            );
            count += 1;
        }
    }
    assert!(count >= 12, "only {count} links were found");
}

/// The sources of this crate and its tests, as one text.
fn sources(folder: &Path, text: &mut String) {
    for path in fs::read_dir(folder)
        .expect("a folder")
        .map(|e| e.expect("an entry").path())
    {
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension().is_some_and(|e| e == "rs") {
            text.push_str(&fs::read_to_string(&path).expect("text"));
        }
    }
}

#[test]
fn every_threat_and_fault_has_its_test() {
    let mut all = String::new();
    sources(&root().join("src"), &mut all);
    sources(&root().join("tests"), &mut all);
    let is_test = |name: &str| {
        let found = all
            .split(&format!("fn {name}("))
            .next()
            .filter(|before| before.len() < all.len());
        found.is_some_and(|before| {
            let head: Vec<&str> = before.lines().rev().take(4).collect();
            head.iter().any(|l| l.contains("test"))
        })
    };
    let page = fs::read_to_string(root().join("docs/threats.md")).expect("the page");
    let rows = page
        .lines()
        .filter(|l| l.starts_with("| ") && l.contains('`'));
    let mut count = 0;
    for row in rows {
        let cell = row
            .trim_end_matches(" |")
            .rsplit(" | ")
            .next()
            .expect("a cell");
        for name in cell.split('`').skip(1).step_by(2) {
            assert!(is_test(name), "no test is called {name}: {row}");
            count += 1;
        }
    }
    let list = fs::read_to_string(root().join(".ci/faults")).expect("the list");
    for row in list
        .lines()
        .filter(|l| l.matches('|').count() == 3 && !l.contains(['#', '(', '$']))
    {
        let name = row.rsplit('|').next().expect("a name").trim();
        let name = name.rsplit("::").next().expect("a name");
        assert!(is_test(name), "no test is called {name}: {row}");
        count += 1;
    }
    assert!(count >= 50, "only {count} tests are named");
}

/// The routes that the documents name are those of the program.
#[test]
fn every_route_of_the_documents_is_served() {
    let mut routes = String::new();
    sources(&root().join("src/phones"), &mut routes);
    let mut count = 0;
    for (path, text) in documents() {
        for told in text.split("/api/").skip(1) {
            let route: String = told
                .chars()
                .take_while(|c| c.is_ascii_lowercase() || matches!(c, '/' | '_'))
                .collect();
            let first = route.trim_end_matches('/');
            if first.is_empty() {
                continue;
            }
            let there = routes.contains(&format!("\"/{first}"))
                || routes.contains(&format!("/api/{first}"));
            assert!(there, "{}: nothing serves /api/{first}", path.display());
            count += 1;
        }
    }
    assert!(count >= 10, "only {count} routes were found");
}
