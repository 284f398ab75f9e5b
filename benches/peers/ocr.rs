//! Ranks by tesseract, from the same cut of the same rectified card: black on white, with a margin, one call a cut.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use opencv::{
    core::{BORDER_CONSTANT, Mat, Scalar, Vector, bitwise_not_def, copy_make_border},
    imgcodecs,
};
use pitboss::card::Rank;

/// Its version, where it is installed.
pub(crate) fn version() -> Option<String> {
    let out = Command::new("tesseract").arg("--version").output().ok()?;
    let text = String::from_utf8_lossy(&out.stdout).into_owned();
    text.lines().next().map(str::to_owned)
}

/// The rank that it reads in white-on-black ink; `None` where it reads none.
pub(crate) fn rank(ink: &Mat) -> Option<Rank> {
    let mut plain = Mat::default();
    bitwise_not_def(ink, &mut plain).ok()?;
    let mut framed = Mat::default();
    copy_make_border(
        &plain,
        &mut framed,
        40,
        40,
        40,
        40,
        BORDER_CONSTANT,
        Scalar::all(255.0),
    )
    .ok()?;
    let mut png = Vector::new();
    imgcodecs::imencode_def(".png", &framed, &mut png).ok()?;
    // 8: a single word; only what stands on cards.
    let mut run = Command::new("tesseract")
        .args([
            "stdin",
            "stdout",
            "--psm",
            "8",
            "-c",
            "tessedit_char_whitelist=A2345678910JQK",
        ])
        .env("OMP_THREAD_LIMIT", "1")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .ok()?;
    run.stdin.take()?.write_all(png.as_slice()).ok()?;
    let out = run.wait_with_output().ok()?;
    let text = String::from_utf8_lossy(&out.stdout);
    match text.trim() {
        "10" => Some(Rank::Ten),
        one => one.parse().ok(),
    }
}
