//! Where phones reach the evening: its addresses, with and without TLS, its name in the network, and what the terminal says of them.

use std::{
    future::Future,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket},
    path::Path,
};

use axum::Router;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::sync::oneshot;

use super::{Args, tell, text};
use crate::phones::{
    self,
    name::{self, Announced},
    secure::{self, Certificate},
};

/// The port of HTTPS where none is named; a second evening on this machine does without.
const HTTPS_PORT: u16 = 8443;
/// No HTTPS.
const NONE: &str = "none";

/// The sockets, bound before anything is written.
pub(super) struct Doors {
    http: TcpListener,
    https: Option<TcpListener>,
}

/// The doors with what makes them findable and trusted.
pub(super) struct Reach {
    http: TcpListener,
    https: Option<(TcpListener, Certificate)>,
    name: Option<Announced>,
}

impl Doors {
    /// Binds both.
    ///
    /// # Errors
    /// When an address that was asked for is taken or is none of this machine's, in one sentence.
    pub(super) fn open(args: &Args) -> Result<Self, String> {
        allow_many_lines();
        let http = bound(args.listen, "--listen")?;
        let https = match args.listen_https.as_deref() {
            None => TcpListener::bind((args.listen.ip(), HTTPS_PORT)).ok(),
            Some(NONE) => None,
            Some(named) => {
                let address = named.parse().map_err(|_| {
                    format!("`{named}` is no address: --listen-https takes one such as 0.0.0.0:8443, or none")
                })?;
                Some(bound(address, "--listen-https")?)
            }
        };
        Ok(Self { http, https })
    }

    /// Takes the certificate from the data folder, or makes one, and announces the name where others can hear it.
    ///
    /// # Errors
    /// When the certificate can't be made or kept.
    pub(super) fn furnish(self, data: &Path) -> Result<Reach, String> {
        let https = match self.https {
            None => None,
            Some(listener) => {
                let ip = own_address(address(&listener)?.ip());
                let names = vec![
                    name::HOST.to_owned(),
                    "localhost".to_owned(),
                    ip.to_string(),
                ];
                let file = data.join("https.json");
                Some((listener, Certificate::open(&file, names).map_err(text)?))
            }
        };
        let at = address(&self.http)?;
        let announce = || {
            name::announce(at.port())
                .inspect_err(|e| tracing::warn!("the name {} is not announced: {e}", name::HOST))
                .ok()
        };
        let name = (!at.ip().is_loopback()).then(announce).flatten();
        Ok(Reach {
            http: self.http,
            https,
            name,
        })
    }
}

impl Reach {
    /// The scoreboard's addresses as phones reach it: one for each network, the likeliest first, then the name.
    pub(super) fn addresses(&self) -> Vec<String> {
        let Ok(at) = self.http.local_addr() else {
            return Vec::new();
        };
        let numbers = own_addresses(at.ip()).into_iter();
        let mut urls: Vec<String> = numbers
            .map(|ip| format!("http://{}/", SocketAddr::new(ip, at.port())))
            .collect();
        if self.name.is_some() {
            urls.push(format!("http://{}:{}/", name::HOST, at.port()));
        }
        urls
    }

    /// The scoreboard's address over HTTPS, where there is one.
    pub(super) fn secure(&self) -> Option<String> {
        let at = self.https.as_ref()?.0.local_addr().ok()?;
        let at = SocketAddr::new(own_address(at.ip()), at.port());
        Some(format!("https://{at}/"))
    }

    /// The addresses that phones reach, the first as a QR code too, and the host's PIN.
    pub(super) fn welcome(&self, pin: &str, source: &str) {
        let urls = self.addresses();
        let Some(url) = urls.first() else { return };
        if let Ok(code) = qrcode::QrCode::new(url) {
            let mut drawn = code.render::<qrcode::render::unicode::Dense1x2>();
            tell(format_args!("{}", drawn.quiet_zone(true).build()));
        }
        for (i, url) in urls.iter().enumerate() {
            let label = if i == 0 { "Phones:" } else { "" };
            tell(format_args!("  {label:8} {url}"));
        }
        if let Some(url) = self.secure() {
            tell(format_args!(
                "           {url} (a phone asks once whether to trust it)"
            ));
        }
        if let Some(url) = self.secure().filter(|_| source == "phone") {
            tell(format_args!(
                "  Camera:  {url}camera (the phone over the table, with the PIN)"
            ));
        }
        tell(format_args!("{}", unreached(&urls)));
        tell(format_args!(
            "  Host:    {url}host   PIN {pin}\n  Source:  {source}"
        ));
        if source.starts_with("demo") {
            tell(format_args!(
                "  DEMO: the cards are simulated, and read from pictures like real ones."
            ));
        }
        tell(format_args!("  Ctrl-C ends the evening."));
    }

    /// Serves the pages at every door until `end` comes.
    ///
    /// # Errors
    /// When a door fails for good.
    pub(super) async fn serve(
        self,
        router: Router,
        end: impl Future<Output = ()> + Send + 'static,
    ) -> io::Result<()> {
        self.http.set_nonblocking(true)?;
        let http = tokio::net::TcpListener::from_std(self.http)?;
        let (ended, over) = oneshot::channel();
        let end = async move {
            end.await;
            let _also_the_other = ended.send(());
        };
        let plain = phones::serve(http, router.clone(), end);
        let Some((listener, certificate)) = self.https else {
            return plain.await;
        };
        listener.set_nonblocking(true)?;
        let over = async move {
            let _ended = over.await;
        };
        tokio::try_join!(plain, secure::serve(listener, &certificate, router, over))?;
        Ok(())
    }
}

/// As many connections as the system lets this program have: of the usual 1,024 phones that were put away would soon hold all.
fn allow_many_lines() {
    let now = getrlimit(Resource::Nofile);
    let most = Rlimit {
        current: now.maximum,
        ..now
    };
    if let Err(e) = setrlimit(Resource::Nofile, most) {
        tracing::warn!("no more than {:?} phones at once: {e}", now.current);
    }
}

fn address(listener: &TcpListener) -> Result<SocketAddr, String> {
    listener.local_addr().map_err(text)
}

fn bound(address: SocketAddr, option: &str) -> Result<TcpListener, String> {
    TcpListener::bind(address).map_err(|e| match e.kind() {
        io::ErrorKind::AddrInUse => format!(
            "port {} is in use already: end the other program, or choose another port, such as {option} {}:{}",
            address.port(),
            address.ip(),
            address.port().wrapping_add(1).max(1024)
        ),
        _ => format!("nobody can be reached at {address}: {e}; choose another address with {option}"),
    })
}

/// What to do where a phone reaches none of those addresses.
fn unreached(urls: &[String]) -> &'static str {
    let all = urls
        .iter()
        .all(|u| u.contains("//127.") || u.contains("//[::1]"));
    if all {
        "           Only this machine reaches it: start with --listen 0.0.0.0:8080 for phones."
    } else {
        "           A phone that gets no page is in another network, or in a guest Wi-Fi that keeps its guests apart: join the same Wi-Fi, or a phone's hotspot."
    }
}

/// The addresses under which others know a socket bound to `ip`: itself, or for all networks that towards the others first, then one for
/// each further network.
fn own_addresses(ip: IpAddr) -> Vec<IpAddr> {
    let mut found = vec![own_address(ip)];
    if ip.is_unspecified() {
        for other in if_addrs::get_if_addrs().unwrap_or_default() {
            let other = other.ip();
            let reached =
                matches!(other, IpAddr::V4(v4) if !v4.is_loopback() && !v4.is_link_local());
            if reached && !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found
}

/// The address under which others know a socket bound to `ip`: itself, or for all networks that from which this machine would speak to others.
pub(in crate::commands) fn own_address(ip: IpAddr) -> IpAddr {
    if !ip.is_unspecified() {
        return ip;
    }
    // 192.0.2.1 is nobody's (RFC 5737); the system only chooses a way towards it, nothing is sent.
    let asked = UdpSocket::bind("0.0.0.0:0").and_then(|socket| {
        socket.connect("192.0.2.1:9")?;
        socket.local_addr()
    });
    asked.map_or(Ipv4Addr::LOCALHOST.into(), |address| address.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phone_that_reaches_nothing_is_helped() {
        let told =
            |urls: &[&str]| unreached(&urls.iter().map(|&u| u.to_owned()).collect::<Vec<_>>());
        assert!(told(&["http://127.0.0.1:8080/"]).contains("--listen 0.0.0.0:8080"));
        assert!(
            told(&["http://192.168.1.5:8080/", "http://pitboss.local:8080/"])
                .contains("guest Wi-Fi")
        );
    }

    #[test]
    fn a_socket_of_all_networks_has_an_address_in_each() {
        let one = IpAddr::from([127, 0, 0, 3]);
        assert_eq!(own_addresses(one), [one]);
        let all = own_addresses(Ipv4Addr::UNSPECIFIED.into());
        assert_eq!(all[0], own_address(Ipv4Addr::UNSPECIFIED.into()));
        for (i, ip) in all.iter().enumerate() {
            assert!(!ip.is_unspecified() && !all[..i].contains(ip), "{all:?}");
        }
    }
}
