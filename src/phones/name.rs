//! `pitboss.local`: this machine's name in its own network, for phones that can't scan the code.

use mdns_sd::{ServiceDaemon, ServiceInfo};

/// The name, as mDNS has it.
pub const HOST: &str = "pitboss.local";

/// Answers for the name as long as it is kept.
pub struct Announced(ServiceDaemon);

/// Announces the pages at that port, on every network that this machine is part of, also those it joins later.
///
/// # Errors
/// When the system lets nobody speak mDNS; the addresses work without it.
pub fn announce(port: u16) -> Result<Announced, mdns_sd::Error> {
    let daemon = ServiceDaemon::new()?;
    let host = format!("{HOST}.");
    let pages = ServiceInfo::new("_http._tcp.local.", "Pitboss", &host, (), port, None)?;
    daemon.register(pages.enable_addr_auto())?;
    Ok(Announced(daemon))
}

impl Drop for Announced {
    fn drop(&mut self) {
        let _goodbye = self.0.shutdown();
    }
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use mdns_sd::HostnameResolutionEvent;

    use super::*;

    #[test]
    fn the_name_is_found() {
        let Ok(_announced) = announce(8080) else {
            eprintln!("skipped: no mDNS on this machine");
            return;
        };
        let asker = ServiceDaemon::new().expect("a second one");
        let answers = asker
            .resolve_hostname("pitboss.local.", Some(8_000))
            .expect("asked");
        let until = Instant::now() + Duration::from_secs(9);
        while Instant::now() < until {
            match answers.recv_timeout(Duration::from_millis(500)) {
                Ok(HostnameResolutionEvent::AddressesFound(name, addresses)) => {
                    assert!(name.starts_with(HOST) && !addresses.is_empty());
                    return;
                }
                Ok(HostnameResolutionEvent::SearchTimeout(_)) => break,
                _ => {}
            }
        }
        eprintln!("skipped: this machine's network carries no multicast");
    }
}
