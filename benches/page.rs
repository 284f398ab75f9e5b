//! What a run of all benchmarks printed and kept (`make bench`) into the tables of docs/benchmarks.md, with date and machine; `make bench` prints them too.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use serde_json::Value;

const BEGIN: &str = "<!-- written by `make bench` -->";
const END: &str = "<!-- until here -->";

/// Criterion's medians, ns, by `group/name`.
type Medians = BTreeMap<String, f64>;

fn medians(folder: &Path, found: &mut Medians) {
    let json = |name: &str| -> Option<Value> {
        let text = fs::read_to_string(folder.join(name)).ok()?;
        serde_json::from_str(&text).ok()
    };
    if folder.ends_with("new")
        && let (Some(of), Some(told)) = (json("benchmark.json"), json("estimates.json"))
        && let (Some(id), Some(ns)) = (
            of["full_id"].as_str(),
            told["median"]["point_estimate"].as_f64(),
        )
    {
        found.insert(id.to_owned(), ns);
    }
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        if entry.path().is_dir() {
            medians(&entry.path(), found);
        }
    }
}

/// A time as a person reads it.
fn time(ns: f64) -> String {
    let (value, unit) = match ns {
        ..1e3 => (ns, "ns"),
        1e3..1e6 => (ns / 1e3, "µs"),
        1e6..1e9 => (ns / 1e6, "ms"),
        _ => (ns / 1e9, "s"),
    };
    format!("{value:.*} {unit}", if value < 10.0 { 2 } else { 1 })
}

/// The tables that a bench printed itself, by title.
fn printed(log: &str) -> BTreeMap<&str, Vec<&str>> {
    let mut found: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    let mut title = None;
    for line in log.lines() {
        if let Some(name) = line.strip_prefix("### ") {
            title = Some(name);
            found.insert(name, Vec::new());
        } else if let Some(name) = title {
            let theirs = line.is_empty() || line.starts_with('|') || line.ends_with('.');
            match found.get_mut(name) {
                Some(lines) if theirs => lines.push(line),
                _ => title = None,
            }
        }
    }
    found
}

fn of(medians: &Medians, id: &str) -> String {
    medians
        .get(id)
        .map_or_else(|| "not measured".to_owned(), |ns| time(*ns))
}

/// `group`'s medians by the number in their name.
fn growth(medians: &Medians, group: &str) -> String {
    let own = medians.iter().filter_map(|(id, ns)| {
        let n: u64 = id.strip_prefix(group)?.strip_prefix('/')?.parse().ok()?;
        Some((n, *ns))
    });
    let mut own: Vec<(u64, f64)> = own.collect();
    own.sort_by_key(|o| o.0);
    let head: Vec<String> = own.iter().map(|o| o.0.to_string()).collect();
    let told: Vec<String> = own.iter().map(|o| time(o.1)).collect();
    if own.is_empty() {
        return "not measured\n".to_owned();
    }
    format!(
        "| {} |\n|{}\n| {} |\n",
        head.join(" | "),
        "---|".repeat(own.len()),
        told.join(" | ")
    )
}

fn side_by_side(m: &Medians, printed: &BTreeMap<&str, Vec<&str>>) -> String {
    let mut rows = vec![
        "| what | Pitboss | beside | its figure | command |".to_owned(),
        "|---|---|---|---|---|".to_owned(),
    ];
    let cells = |line: &&str| -> Vec<String> {
        line.trim_matches('|')
            .split('|')
            .map(|c| c.trim().to_owned())
            .collect()
    };
    let read: Vec<Vec<String>> = printed
        .get("Reading beside peers")
        .into_iter()
        .flatten()
        .filter(|l| l.starts_with('|'))
        .map(cells)
        .collect();
    let figure = |c: &[String]| format!("{} of {} right, {} wrong, {} ms", c[3], c[2], c[4], c[6]);
    for peer in read.iter().filter(|c| c.len() == 7 && c[1] != "Pitboss") {
        if let Some(ours) = read.iter().find(|c| c[0] == peer[0] && c[1] == "Pitboss") {
            rows.push(format!(
                "| {} | {} | {} | {} | `--bench peers` |",
                peer[0],
                figure(ours),
                peer[1],
                figure(peer)
            ));
        }
    }
    let mut pair = |what: &str, ours: &str, beside: &str, theirs: &str, command: &str| {
        rows.push(format!(
            "| {what} | {} | {beside} | {} | `--bench {command}` |",
            of(m, ours),
            of(m, theirs)
        ));
    };
    pair(
        "a thousand five-card hands into their worth",
        "showdown/ours",
        "crate `poker`",
        "showdown/poker",
        "rules",
    );
    pair(
        "one entry onto the disk",
        "append/the journal",
        "plain SQLite",
        "append/plain SQLite",
        "append",
    );
    rows.join("\n") + "\n"
}

fn alone(m: &Medians) -> String {
    let mut rows = "| what | time | command |\n|---|---|---|\n".to_owned();
    for (bench, prefixes) in [
        ("reading", &["read ", "load "][..]),
        (
            "rules",
            &[
                "mensch, ",
                "monster, ",
                "michigan_rummy, ",
                "ten hands",
                "showdown/ours, five",
            ],
        ),
        ("fold", &["mensch: ", "monster: ", "michigan_rummy: "]),
    ] {
        for (id, ns) in m
            .iter()
            .filter(|(id, _)| prefixes.iter().any(|p| id.starts_with(p)))
        {
            rows += &format!(
                "| {} | {} | `--bench {bench}` |\n",
                id.replace('/', ": "),
                time(*ns)
            );
        }
    }
    rows
}

/// Day and machine.
fn head() -> String {
    let today = Command::new("date")
        .arg("+%-d %B %Y")
        .env("LC_ALL", "C")
        .output();
    let today = today
        .map(|o| String::from_utf8_lossy(&o.stdout).trim().to_owned())
        .unwrap_or_default();
    let cpu = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = cpu
        .lines()
        .find_map(|l| l.strip_prefix("model name"))
        .unwrap_or("")
        .trim_matches([' ', '\t', ':']);
    let cores = std::thread::available_parallelism().map_or(0, usize::from);
    let load = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let busy = load.split(' ').nth(2).unwrap_or("").to_owned();
    format!(
        "{today}; {cores} cores, {model}; release build; load over the last quarter of an hour, this run included: {busy}.\n"
    )
}

fn page(m: &Medians, log: &str) -> String {
    let printed = printed(log);
    let table = |name: &str| {
        let lines = printed
            .get(name)
            .map(|l| l.join("\n"))
            .unwrap_or_else(|| "not measured".to_owned());
        format!("{}\n", lines.trim())
    };
    let grown = |what: &str, group: &str, bench: &str| {
        format!(
            "\n{what} (`cargo bench --bench {bench} -- \"{group}\"`):\n\n{}",
            growth(m, group)
        )
    };
    [
        head(),
        "\n## Side by side\n\nOne run; each row is printed by `cargo bench` and what its last column says.\n\n".to_owned(),
        side_by_side(m, &printed),
        "\n## A frame's budget\n\n`cargo bench --bench budget`: a deal of Mensch at the simulated table goes the way of every evening, each stage timed on every frame.\n\n".to_owned(),
        table("A frame's budget"),
        "\n## Alone\n\nThe time of one run; `judged plays` is 200 deals.\n\n".to_owned(),
        alone(m),
        "\n## How each cost grows\n".to_owned(),
        grown("Reading a whole picture of 1280×720 by the cards on the table", "reading by cards", "reading"),
        grown("Reading a whole picture with twelve cards by its width, px", "reading by width", "reading"),
        grown("Folding an evening of Mensch by its entries", "fold by entries", "fold"),
        grown("One more entry onto the disk by the entries before it", "append by entries", "append"),
        "\nA change to each of so many phones (`cargo bench --bench phones`): from sending the tap to the whole board on each phone, the disk in between; server and phones share this machine.\n\n".to_owned(),
        table("Fan-out by phones"),
        "\nThe same with 200 phones beside other connections:\n\n".to_owned(),
        table("Fan-out beside other connections"),
    ]
    .concat()
}

fn main() {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let target = env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let log = fs::read_to_string(target.join("bench.log"))
        .expect("`make bench` keeps what the benches print in bench.log");
    let mut found = Medians::new();
    medians(&target.join("criterion"), &mut found);
    let tables = page(&found, &log);
    let file = root.join("docs/benchmarks.md");
    let before = fs::read_to_string(&file).expect("the page");
    let (above, rest) = before.split_once(BEGIN).expect("where the tables begin");
    let (_, below) = rest.split_once(END).expect("where they end");
    fs::write(&file, format!("{above}{BEGIN}\n{tables}{END}{below}")).expect("written");
    println!("{tables}");
}
