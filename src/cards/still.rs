//! The bytes of a picture file into a [`Frame`], upright as a viewer would show it.

use std::{io::Cursor, path::Path, sync::Arc};

use image::{
    DynamicImage, ExtendedColorType, ImageDecoder, ImageFormat, ImageReader, Limits,
    codecs::jpeg::JpegEncoder,
};

use crate::frame::{At, Frame};

/// Pictures with more pixels than this are refused (a frame of it takes 300 MB).
const MOST_PIXELS: u64 = 100_000_000;
/// Files longer than this are refused unread.
const MOST_BYTES: u64 = 200_000_000;

/// Why a file gives no picture, in one sentence.
#[derive(Debug, thiserror::Error)]
pub enum StillError {
    /// The file can't be read at all.
    #[error("can't read the file: {0}")]
    File(std::io::Error),
    /// It can't be written.
    #[error("can't write the file: {0}")]
    Write(std::io::Error),
    /// It is too large to take in.
    #[error("the picture is too large: {0}")]
    Large(String),
    /// It is no JPEG and no PNG.
    #[error("the file is neither a JPEG nor a PNG picture")]
    Kind,
    /// It ends before its picture does.
    #[error("the picture is cut off: the file ends early")]
    CutOff,
    /// It is damaged, or of a kind that is not understood.
    #[error("the picture can't be decoded: {0}")]
    Damaged(String),
}

/// Reads and decodes a JPEG or PNG file.
///
/// # Errors
/// When the file is missing, too large, cut off, damaged, or no picture.
pub fn load(path: &Path) -> Result<Frame, StillError> {
    let length = std::fs::metadata(path).map_err(StillError::File)?.len();
    if length > MOST_BYTES {
        return Err(StillError::Large(format!(
            "{} MB in one file",
            length / 1_000_000
        )));
    }
    decode(&std::fs::read(path).map_err(StillError::File)?)
}

/// Decodes the bytes of a JPEG or PNG file; its EXIF orientation is honoured, transparency is dropped.
///
/// # Errors
/// When they are too large a picture, cut off, damaged, or no picture.
pub fn decode(bytes: &[u8]) -> Result<Frame, StillError> {
    let reader = ImageReader::new(Cursor::new(bytes))
        .with_guessed_format()
        .map_err(StillError::File)?;
    match reader.format() {
        Some(ImageFormat::Jpeg) if !jpeg_is_whole(bytes) => return Err(StillError::CutOff),
        Some(ImageFormat::Jpeg | ImageFormat::Png) => {}
        _ => return Err(StillError::Kind),
    }
    let damaged = |e: image::ImageError| match e {
        image::ImageError::IoError(e) if e.kind() == std::io::ErrorKind::UnexpectedEof => {
            StillError::CutOff
        }
        e => StillError::Damaged(e.to_string()),
    };
    let mut decoder = reader.into_decoder().map_err(damaged)?;
    let (width, height) = decoder.dimensions();
    if u64::from(width) * u64::from(height) > MOST_PIXELS {
        return Err(StillError::Large(format!("{width}×{height} pixels")));
    }
    let mut limits = Limits::default();
    limits.max_alloc = Some(MOST_PIXELS * 8);
    decoder.set_limits(limits).map_err(damaged)?;
    let orientation = decoder.orientation().map_err(damaged)?;
    let mut picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
    picture.apply_orientation(orientation);
    Ok(frame(&picture))
}

/// Writes a frame as a JPEG file.
///
/// # Errors
/// When it can't be written.
pub fn save(frame: &Frame, path: &Path) -> Result<(), StillError> {
    let rgb: Vec<u8> = frame
        .pixels
        .chunks_exact(3)
        .flat_map(|p| [p[2], p[1], p[0]])
        .collect();
    let mut bytes = Vec::new();
    JpegEncoder::new_with_quality(&mut bytes, 92)
        .encode(&rgb, frame.width, frame.height, ExtendedColorType::Rgb8)
        .map_err(|e| StillError::Damaged(e.to_string()))?;
    std::fs::write(path, bytes).map_err(StillError::Write)
}

fn frame(picture: &DynamicImage) -> Frame {
    let mut pixels = picture.to_rgb8();
    for p in pixels.pixels_mut() {
        p.0.reverse();
    }
    Frame {
        seq: 0,
        at: At(0),
        width: pixels.width(),
        height: pixels.height(),
        pixels: Arc::from(pixels.into_raw()),
    }
}

/// Whether the end marker is there: decoders fill the rest of a cut-off picture with grey and say nothing.
fn jpeg_is_whole(bytes: &[u8]) -> bool {
    let mut i = 2;
    let mut scanned = false;
    while i + 1 < bytes.len() {
        if bytes[i] != 0xff {
            i += 1; // entropy-coded data
            continue;
        }
        match bytes[i + 1] {
            0xd9 => return scanned,
            0x00 | 0x01 | 0xd0..=0xd8 => i += 2,
            0xff => i += 1,
            marker => {
                scanned |= marker == 0xda;
                let Some(length) = bytes.get(i + 2..i + 4) else {
                    return false;
                };
                i += 2 + usize::from(u16::from_be_bytes([length[0], length[1]]));
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Left half red, right half blue.
    fn jpeg() -> Vec<u8> {
        let pixels: Vec<u8> = (0..32 * 16)
            .flat_map(|i| {
                if i % 32 < 16 {
                    [250, 10, 10]
                } else {
                    [10, 10, 250]
                }
            })
            .collect();
        let mut bytes = Vec::new();
        JpegEncoder::new_with_quality(&mut bytes, 95)
            .encode(&pixels, 32, 16, ExtendedColorType::Rgb8)
            .expect("encodes");
        bytes
    }

    /// The same with an EXIF block that says how it is turned.
    fn turned(orientation: u8) -> Vec<u8> {
        let tiff = [
            b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0".as_slice(),
            &[orientation, 0, 0, 0, 0, 0, 0],
        ]
        .concat();
        let length = (tiff.len() + 2) as u16;
        let whole = jpeg();
        [
            &whole[..2],
            &[0xff, 0xe1],
            &length.to_be_bytes(),
            &tiff,
            &whole[2..],
        ]
        .concat()
    }

    #[test]
    fn a_picture_is_told_blue_green_red() {
        let frame = decode(&jpeg()).expect("decodes");
        assert_eq!((frame.width, frame.height), (32, 16));
        assert!(frame.pixels[2] > 200 && frame.pixels[0] < 60);
    }

    #[test]
    fn the_camera_was_held_sideways() {
        let frame = decode(&turned(6)).expect("decodes");
        assert_eq!((frame.width, frame.height), (16, 32));
        assert!(frame.pixels[2] > 200, "what was left is on top now");
    }

    #[test]
    fn bad_pictures_are_refused_in_words() {
        let whole = jpeg();
        let said = |bytes: &[u8]| decode(bytes).expect_err("no picture").to_string();
        assert_eq!(
            said(&whole[..whole.len() - 40]),
            "the picture is cut off: the file ends early"
        );
        assert_eq!(
            said(&whole[..60]),
            "the picture is cut off: the file ends early"
        );
        assert_eq!(
            said(b"GIF89a and so on"),
            "the file is neither a JPEG nor a PNG picture"
        );
        assert_eq!(said(b""), "the file is neither a JPEG nor a PNG picture");
        assert!(
            load(Path::new("no/such.jpg"))
                .expect_err("missing")
                .to_string()
                .starts_with("can't read the file")
        );
    }

    #[test]
    fn huge_pictures_are_refused_before_they_take_memory() {
        let mut png =
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\x01\x86\xa0\0\x01\x86\xa0\x08\x02\0\0\0".to_vec();
        png.extend(0x7c51_8a3au32.to_be_bytes());
        png.extend(b"\0\0\0\0IDAT");
        let said = decode(&png).expect_err("too large").to_string();
        assert!(
            said.contains("too large") || said.contains("can't be decoded"),
            "{said}"
        );
    }
}
