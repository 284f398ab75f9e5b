//! schemathesis against the OpenAPI document, on a real evening: for what it thinks of there is no 5xx and no answer that the document doesn't
//! know, for nobody, a player and the host. `PITBOSS_SCHEMA=300` asks for so many examples a route (`make schema`); else a few.
//! With and without a camera the phones are the same: this is tried once, without.
#![cfg(not(feature = "vision"))]

#[allow(dead_code)]
mod evenings;
#[allow(dead_code)]
mod highcard;
mod served;

use std::{
    path::{Path, PathBuf},
    process::Command,
};

use evenings::games;
use pitboss::play::GameName;
use served::Table;

/// What schemathesis looks for: answers, not what it thinks of our refusals.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_headers_conformance,response_schema_conformance";

/// The Python that has schemathesis, as `.ci/prepare test` brings it: its scripts name the folder in which they were made, and so don't outlive a move.
fn schemathesis() -> Option<PathBuf> {
    let tools = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tools");
    let program = tools.join("venv/bin/python");
    if !program.exists() || !tools.join("venv/bin/schemathesis").exists() {
        eprintln!(
            "SKIPPED: schemathesis is not installed (.ci/prepare test installs it): the routes were not tried with it"
        );
        return None;
    }
    Some(program)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn every_answer_is_documented() {
    let Some(program) = schemathesis() else {
        return;
    };
    let each = std::env::var("PITBOSS_SCHEMA").unwrap_or_else(|_| "4".into());
    let folder = tempfile::tempdir().expect("a folder");
    let table = Table::open(folder.path(), "127.0.0.1:0").await;
    let game = GameName::Mensch;
    let dealer = games::seating(game).seats().next().expect("somebody");
    let deal = games::deal(game, 3, dealer);
    for fact in games::opening(game)
        .into_iter()
        .chain(deal.into_iter().take(40))
    {
        let _kept = table.enter(fact);
    }
    // Before anybody guesses PINs: then the right one waits too.
    let (player, host) = (table.seat("B"), table.host());
    let mut faults = Vec::new();
    for (who, token) in [("nobody", ""), ("a player", &player), ("the host", &host)] {
        let mut run = Command::new(&program);
        run.args(["-m", "schemathesis.cli", "run"])
            .args(["--url", &table.url("/"), "--checks", CHECKS, "-n", &each])
            .args(["--phases", "examples,coverage,fuzzing", "--seed", "7"])
            .args(["--suppress-health-check", "all", "--request-timeout", "10"])
            .args(["--continue-on-failure", "--no-color"])
            // The live stream has no end to wait for; tests/phones_routes.rs reads it.
            .args(["--exclude-path", "/api/events"])
            .arg(table.url("/api/openapi.json"))
            .current_dir(folder.path());
        if !token.is_empty() {
            // A token that logs itself out would try nothing more.
            run.args(["-H", &format!("Authorization: Bearer {token}")])
                .args(["--exclude-operation-id", "leave"]);
        }
        let out = run.output().expect("schemathesis runs");
        let told = String::from_utf8_lossy(&out.stdout);
        println!("{who}:\n{told}");
        if !out.status.success() {
            faults.push(format!("{who}:\n{told}"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
