//! axe-core on a page in the browser: what it finds wrong for people who see, hear or touch otherwise.

use std::{fs, path::Path};

use super::chrome::Browser;

/// axe-core as `.ci/prepare test` brings it, or `None` where it isn't there: the test then says so and passes.
pub(crate) fn script() -> Option<String> {
    let tools = Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("tools");
    let read = fs::read_to_string(tools.join("node_modules/axe-core/axe.min.js"));
    if read.is_err() {
        eprintln!(
            "SKIPPED: axe-core is not installed (.ci/prepare test installs it): no page was looked at"
        );
    }
    read.ok()
}

/// What axe finds on the page as it stands, one line an element.
pub(crate) fn violations(browser: &Browser, script: &str) -> Vec<String> {
    if browser.js("return typeof axe") != "object" {
        browser.js(&format!("{script}; window.axe = axe"));
    }
    let run = "axe.run(document, { resultTypes: ['violations'] }).then(found => arguments[0](found.violations.flatMap(v => \
        v.nodes.map(n => `${v.id}: ${n.target} ${n.failureSummary}`.replace(/\\s+/g, ' ')))), e => arguments[0]([String(e)]))";
    let found = browser.js_later(run);
    let lines = found.as_array().expect("a list");
    lines
        .iter()
        .map(|l| l.as_str().unwrap_or_default().to_owned())
        .collect()
}
