//! The cameras at this machine by names that outlast a reboot and another socket.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Where the system keeps them.
const SYSTEM: &str = "/";

/// A camera at this machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Device {
    /// How the system numbers it now.
    pub number: u32,
    /// What it calls itself.
    pub name: String,
    /// The name by which it is found again: its path by maker and serial number, where it has one, else its number.
    pub source: String,
}

/// The cameras that the system shows, by their numbers.
#[must_use]
pub fn devices() -> Vec<Device> {
    devices_under(Path::new(SYSTEM))
}

/// The camera that is meant by a name: its own, or a part of it that no other has.
pub(super) fn by_name(name: &str) -> Option<Device> {
    named(devices(), name)
}

fn named(devices: Vec<Device>, name: &str) -> Option<Device> {
    let wanted = name.to_lowercase();
    let mut fit: Vec<Device> = devices
        .into_iter()
        .filter(|d| d.name.to_lowercase().contains(&wanted))
        .collect();
    let whole = fit.iter().position(|d| d.name.to_lowercase() == wanted);
    match (whole, fit.len()) {
        (Some(i), _) => Some(fit.swap_remove(i)),
        (None, 1) => fit.pop(),
        _ => None,
    }
}

fn devices_under(root: &Path) -> Vec<Device> {
    let links = entries(&root.join("dev/v4l/by-id"));
    let mut devices: Vec<Device> = entries(&root.join("dev"))
        .into_iter()
        .filter_map(|path| {
            let number = path
                .file_name()?
                .to_str()?
                .strip_prefix("video")?
                .parse()
                .ok()?;
            let said = |what: &str| {
                let file = root.join(format!("sys/class/video4linux/video{number}/{what}"));
                fs::read_to_string(file)
                    .map(|text| text.trim().to_owned())
                    .ok()
            };
            // A camera's second node delivers no pictures, only what is said about them.
            if said("index").is_some_and(|index| index != "0") {
                return None;
            }
            let own = fs::canonicalize(&path).ok()?;
            let leads_here = |link: &&PathBuf| fs::canonicalize(link).is_ok_and(|to| to == own);
            let link = links.iter().find(leads_here);
            let stable = link.and_then(|link| {
                let file = link.file_name()?.to_str()?;
                Some(format!("/dev/v4l/by-id/{file}"))
            });
            Some(Device {
                number,
                name: said("name").unwrap_or_else(|| format!("camera {number}")),
                source: stable.unwrap_or_else(|| number.to_string()),
            })
        })
        .collect();
    devices.sort_by_key(|d| d.number);
    devices
}

/// What a folder holds, in the order of names; nothing where there is none.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let read = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = read.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::symlink;

    use super::*;

    /// A system with a webcam of two nodes, one without a serial number, and something that is no camera.
    fn system() -> tempfile::TempDir {
        let root = tempfile::tempdir().expect("a folder");
        let at = |path: &str| root.path().join(path);
        fs::create_dir_all(at("dev/v4l/by-id")).expect("made");
        for (number, index, name) in [
            (0, 0, "HD Pro Webcam C920"),
            (1, 1, "HD Pro Webcam C920"),
            (10, 0, "UVC Camera (plain)"),
            (2, 0, "UVC Camera"),
        ] {
            fs::write(at(&format!("dev/video{number}")), "").expect("written");
            let class = at(&format!("sys/class/video4linux/video{number}"));
            fs::create_dir_all(&class).expect("made");
            fs::write(class.join("index"), format!("{index}\n")).expect("written");
            fs::write(class.join("name"), format!("{name}\n")).expect("written");
        }
        fs::write(at("dev/null"), "").expect("written");
        let id = "usb-046d_HD_Pro_Webcam_C920_7E1F-video-index";
        for (to, n) in [("../../video0", 0), ("../../video1", 1)] {
            symlink(to, at(&format!("dev/v4l/by-id/{id}{n}"))).expect("linked");
        }
        root
    }

    #[test]
    fn cameras_are_known_by_names_that_last() {
        let root = system();
        let found = devices_under(root.path());
        let told: Vec<(u32, &str)> = found
            .iter()
            .map(|d| (d.number, d.source.as_str()))
            .collect();
        let stable = "/dev/v4l/by-id/usb-046d_HD_Pro_Webcam_C920_7E1F-video-index0";
        assert_eq!(told, [(0, stable), (2, "2"), (10, "10")]);
        for (name, number) in [
            ("c920", Some(0)),
            ("HD Pro Webcam C920", Some(0)),
            ("uvc camera", Some(2)),
            ("plain", Some(10)),
            ("uvc", None),
            ("scanner", None),
        ] {
            let camera = named(found.clone(), name);
            assert_eq!(camera.map(|d| d.number), number, "{name}");
        }
        // Another socket: the same camera is another number, and keeps its name.
        fs::rename(
            root.path().join("dev/video0"),
            root.path().join("dev/video7"),
        )
        .expect("moved");
        let class = root.path().join("sys/class/video4linux");
        fs::rename(class.join("video0"), class.join("video7")).expect("moved");
        let link = root.path().join(stable.trim_start_matches('/'));
        fs::remove_file(&link).expect("gone");
        symlink("../../video7", link).expect("linked");
        let found = devices_under(root.path());
        let again = found.iter().find(|d| d.source == stable).expect("found");
        assert_eq!(again.number, 7);
        assert_eq!(devices_under(Path::new("/nowhere")), []);
    }
}
