# Pitboss: `make run` plays, `make test` proves. Both install what is missing first (Debian 12 packages; Rust itself is only asked for).
SHELL := /bin/bash
.DEFAULT_GOAL := help
FUZZED = $(basename $(notdir $(wildcard fuzz/fuzz_targets/*.rs)))
BENCHES := peers budget reading rules fold append phones
.PHONY: help run test laws kills demo games phones schema bench deb pictures fuzz faults soak package-test prepare prepare-test

help: ## this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /  make \1	/' | expand -t 18

run: prepare ## build, then run the evening (camera, or the demo table); ARGS="--seats A,B,C,D" are handed on
	cargo build --release --locked
	./target/release/pitboss run $(ARGS)

test: prepare-test ## format, lints, documentation, every test with and without OpenCV
	cargo fmt --check
	cargo clippy --locked --all-targets -- -D warnings
	cargo clippy --locked --all-targets --no-default-features -- -D warnings
	cargo test --locked
	cargo test --locked --no-default-features
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --no-deps

laws: prepare ## the long run of the rule books' laws: 100,000 simulated deals a game, all 2,598,960 poker hands
	PITBOSS_LAWS=100000 POKER_ALL=1 cargo test --locked --release --no-default-features --test laws --test michigan_rummy -- --nocapture

demo: prepare ## the long run of the simulated table: 20 deals of each cheat in Mensch, by pixels
	PITBOSS_DEMO=20 cargo test --locked --release --test demo_table -- --nocapture

games: prepare ## the same for Monster and Michigan Rummy with every number of players: 20 deals of each
	PITBOSS_GAMES=20 cargo test --locked --release --test demo_games -- --nocapture

kills: prepare-test ## a thousand evenings killed, their disks filled, their files copied while they are written
	PITBOSS_KILLS=334 cargo test --locked --test journal_kill -- --nocapture

phones: prepare-test ## a deal of every game with every number of phones in a browser, one of each game read from pixels, and pages that are away for ten minutes
	PITBOSS_PHONES=all PITBOSS_AWAY=600 cargo test --locked --release --no-default-features --test browser_deals --test browser_returns -- --nocapture
	PITBOSS_PHONES=all cargo test --locked --release --test browser_seen -- --nocapture

pictures: prepare-test ## the front door's pictures, taken at the demo table (needs img2webp, Debian package webp)
	rm -f target/tmp/pages/front_*.png
	PITBOSS_PICTURES=90 cargo test --locked --release --test browser_pictures -- --nocapture
	mkdir -p docs/pictures
	img2webp -lossy -q 42 -m 6 -d 900 $$(ls target/tmp/pages/front_[0-9]*.png | awk 'NR % 2') -o docs/pictures/deal.webp
	cwebp -quiet -q 60 $$(ls target/tmp/pages/front_[0-9]*.png | tail -n1) -o docs/pictures/revoke.webp
	@ls -l docs/pictures

fuzz: prepare ## ten minutes of libFuzzer at every parser and at the event fold (SECONDS_EACH=60 for less; needs nightly Rust)
	@.ci/prepare fuzz
	PITBOSS_SEEDS=$(CURDIR)/fuzz/seeds cargo test --locked --test fuzz_short seeds
	for target in $(FUZZED); do \
	  mkdir -p fuzz/corpus/$$target && PATH="$(CURDIR)/target/tools/bin:$$PATH" cargo +nightly fuzz run $$target fuzz/corpus/$$target fuzz/seeds/$$target -- -max_total_time=$(or $(SECONDS_EACH),600) -rss_limit_mb=2048 -timeout=20 || exit 1; \
	done

faults: prepare-test ## the fault list: cameras, disks, processes, networks, clocks, phones, bytes; prints what was lost
	.ci/faults

soak: prepare ## eight hours of a simulated evening at full speed, which may be stopped and goes on (hours); the report goes to docs/soak.md
	cargo bench --locked --bench soak

schema: prepare-test ## schemathesis against the routes, 300 examples each
	PITBOSS_SCHEMA=300 cargo test --locked --release --no-default-features --test phones_schema -- --nocapture

bench: prepare ## every benchmark beside its peers, in one run: the tables are printed and written to docs/benchmarks.md (half an hour)
	@command -v tesseract >/dev/null || echo "tesseract is not installed (Debian package tesseract-ocr): it is left out."
	cargo bench --locked $(BENCHES:%=--bench %) >target/bench.log
	cargo bench --locked --bench page

deb: ## a Debian package under target/package
	@.ci/prepare package
	cargo build --release --locked
	rm -rf target/package/*.deb target/package/man target/package/completions
	packaging/pages target/release/pitboss target/package
	target/tools/bin/cargo-deb -q --no-build --strip --locked --output target/package/
	@ls -l target/package/*.deb

package-test: deb ## the package installed, started and taken away in a clean root (as root; minutes)
	packaging/try target/package/*.deb

prepare:
	@.ci/prepare build

prepare-test:
	@.ci/prepare test
