//! Every dependency's licence is one that this project may ship with.

use std::process::Command;

/// Licences that allow shipping in a program of any licence, with attribution at most.
const ALLOWED: &[&str] = &[
    "MIT",
    "MIT-0",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "ISC",
    "Zlib",
    "0BSD",
    "Unlicense",
    "CC0-1.0",
    "Unicode-3.0",
    "BSL-1.0",
    "CDLA-Permissive-2.0",
];

/// Crates with another licence, each with the reason why it may stay.
const EXCEPTIONS: &[(&str, &str)] = &[(
    "webdriver",
    "MPL-2.0; drives the browser in the tests and is never shipped",
)];

/// Whether an SPDX expression can be met: one side of every OR, both sides of every AND.
fn allowed(expression: &str) -> bool {
    let plain = expression.replace('/', " OR ");
    plain
        .replace(['(', ')'], " ")
        .split(" AND ")
        .all(|part| part.split(" OR ").any(|l| ALLOWED.contains(&l.trim())))
}

#[test]
fn expressions_are_understood() {
    for (expression, right) in [
        ("MIT OR Apache-2.0", true),
        ("MIT/Apache-2.0", true),
        ("(MIT OR Apache-2.0) AND Unicode-3.0", true),
        ("GPL-3.0-only", false),
        ("MIT AND GPL-2.0", false),
    ] {
        assert_eq!(allowed(expression), right, "{expression}");
    }
}

#[test]
fn every_dependency_may_be_shipped() {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args([
            "metadata",
            "--format-version",
            "1",
            "--locked",
            "--offline",
            "--filter-platform",
            "x86_64-unknown-linux-gnu",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let metadata: serde_json::Value =
        serde_json::from_slice(&output.stdout).expect("cargo writes JSON");
    let packages = metadata["packages"].as_array().expect("a list of packages");
    assert!(
        packages.len() > 50,
        "only {} packages: is this the whole list?",
        packages.len()
    );
    let faults: Vec<_> = packages
        .iter()
        .filter(|p| !EXCEPTIONS.iter().any(|(name, _)| p["name"] == *name))
        .filter(|p| !p["license"].as_str().is_some_and(allowed))
        .map(|p| format!("{} {}: {}", p["name"], p["version"], p["license"]))
        .collect();
    assert!(
        faults.is_empty(),
        "not on the list of licences: {faults:#?}"
    );
}
