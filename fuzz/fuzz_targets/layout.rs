//! `layout` of tests/fuzzed, by libFuzzer.
#![no_main]

#[allow(dead_code)]
#[path = "../../tests/evenings/mod.rs"]
mod evenings;
#[path = "../../tests/fuzzed/mod.rs"]
mod fuzzed;
#[allow(dead_code)]
#[path = "../../tests/highcard/mod.rs"]
mod highcard;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzzed::layout(bytes));
