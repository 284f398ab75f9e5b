//! Where phones reach the evening: its addresses, with and without TLS, its name in the network, and what the terminal says of them.

use std::{
    future::Future,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr, TcpListener, UdpSocket},
    path::Path,
};

use axum::Router;
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
    /// The addresses that phones reach, the first as a QR code too, and the host's PIN.
    pub(super) fn welcome(&self, pin: &str, source: &str) {
        let seen = |listener: &TcpListener| {
            let at = listener.local_addr().ok()?;
            Some(SocketAddr::new(own_address(at.ip()), at.port()))
        };
        let Some(http) = seen(&self.http) else { return };
        let url = format!("http://{http}/");
        if let Ok(code) = qrcode::QrCode::new(&url) {
            let mut drawn = code.render::<qrcode::render::unicode::Dense1x2>();
            tell(format_args!("{}", drawn.quiet_zone(true).build()));
        }
        tell(format_args!("  Phones:  {url}"));
        if self.name.is_some() {
            tell(format_args!(
                "           http://{}:{}/",
                name::HOST,
                http.port()
            ));
        }
        if let Some(https) = self.https.as_ref().and_then(|(listener, _)| seen(listener)) {
            tell(format_args!(
                "           https://{https}/ (a phone asks once whether to trust it)"
            ));
        }
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

/// The address under which others know a socket bound to `ip`: itself, or for all networks that from which this machine would speak to others.
fn own_address(ip: IpAddr) -> IpAddr {
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
