//! A request's bearer token and cookies into who asks, and that into a yes or a fault.

use std::{convert::Infallible, net::IpAddr};

use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::{HeaderMap, HeaderValue, Method, header, request::Parts},
};

use super::{Desk, access::Role, faults::Fault};

/// The cookie of the host's token.
pub(super) const HOST_COOKIE: &str = "pitboss_host";
/// The cookie of a seat's token, or of the phone in the middle. A host who plays holds both.
pub(super) const SEAT_COOKIE: &str = "pitboss_seat";
/// The cookie of a guest at a closed board.
pub(super) const GUEST_COOKIE: &str = "pitboss_guest";

/// The cookie of the phone that is the camera.
pub(super) const CAMERA_COOKIE: &str = "pitboss_camera";
/// All of them.
pub(super) const COOKIES: [&str; 4] = [HOST_COOKIE, SEAT_COOKIE, GUEST_COOKIE, CAMERA_COOKIE];

/// Who asks: every role that the request holds a token for.
#[derive(Clone, Default, Debug)]
pub(super) struct Who {
    /// Whether it holds the host's token.
    pub(super) host: bool,
    /// The name of the seat whose token it holds.
    pub(super) seat: Option<String>,
    /// Whether it lies in the middle, for those without a phone.
    pub(super) middle: bool,
    /// Whether it may look at a closed board.
    pub(super) guest: bool,
    /// Whether it is the camera.
    pub(super) camera: bool,
    /// The tokens themselves, to forget them.
    pub(super) tokens: Vec<String>,
}

impl Who {
    /// Only the host passes.
    pub(super) fn must_host(&self) -> Result<(), Fault> {
        if self.host {
            return Ok(());
        }
        self.must_play()?;
        Err(Fault::not_yours(
            "only the host can do that: open /host with the PIN",
        ))
    }

    /// The camera's phone passes, and the host.
    pub(super) fn must_photograph(&self) -> Result<(), Fault> {
        if self.camera || self.host {
            return Ok(());
        }
        self.must_play()?;
        Err(Fault::not_yours(
            "only a phone that the host let in can be the camera: open /camera with the host's PIN",
        ))
    }

    /// The host, a player and the phone in the middle pass.
    pub(super) fn must_play(&self) -> Result<(), Fault> {
        if self.host || self.seat.is_some() || self.middle {
            Ok(())
        } else {
            Err(Fault::no_token())
        }
    }

    /// The host passes, the player of that seat, and for a player without a phone the one in the middle.
    pub(super) fn must_be(&self, name: &str, desk: &Desk) -> Result<(), Fault> {
        self.must_play()?;
        if self.host || self.seat.as_deref() == Some(name) {
            return Ok(());
        }
        if self.middle && !desk.access.is_claimed(name) {
            return Ok(());
        }
        Err(Fault::not_yours(format!(
            "{name} is another player's seat: only their phone or the host can speak for it"
        )))
    }

    /// Whether it may look at the public board.
    pub(super) fn looks(&self, desk: &Desk) -> bool {
        !desk.access.board_is_closed() || self.guest || self.must_play().is_ok()
    }

    /// Who may look at the public board passes.
    pub(super) fn must_look(&self, desk: &Desk) -> Result<(), Fault> {
        if self.looks(desk) {
            Ok(())
        } else {
            Err(Fault::closed())
        }
    }

    fn add(&mut self, role: Option<Role>, token: &str) {
        match role {
            Some(Role::Host) => self.host = true,
            Some(Role::Seat(name)) => self.seat = Some(name),
            Some(Role::Middle) => self.middle = true,
            Some(Role::Guest) => self.guest = true,
            Some(Role::Camera) => self.camera = true,
            None => return,
        }
        self.tokens.push(token.to_owned());
    }
}

impl FromRequestParts<Desk> for Who {
    type Rejection = Fault;

    async fn from_request_parts(parts: &mut Parts, desk: &Desk) -> Result<Self, Fault> {
        let mut who = Self::default();
        if let Some(token) = bearer(&parts.headers) {
            who.add(desk.access.role(token), token);
            return Ok(who);
        }
        // A cookie speaks for a page of this server only; SameSite says so too, this holds where a browser doesn't know it.
        let site = parts.headers.get("sec-fetch-site");
        let foreign = site.is_some_and(|s| s != "same-origin" && s != "none");
        let looks = parts.method == Method::GET && !parts.headers.contains_key(header::UPGRADE);
        if !looks && (foreign || from_elsewhere(&parts.headers)) {
            return Err(Fault::not_yours(
                "this came from a page of another site: use the pages of this server, or a bearer token",
            ));
        }
        for token in cookies(&parts.headers, &COOKIES) {
            who.add(desk.access.role(token), token);
        }
        Ok(who)
    }
}

/// Whether a page of another server asks: browsers name it in every request that is more than a look.
fn from_elsewhere(headers: &HeaderMap) -> bool {
    let text = |name| {
        headers
            .get(name)
            .and_then(|v: &HeaderValue| v.to_str().ok())
    };
    let Some(origin) = text(header::ORIGIN) else {
        return false;
    };
    let server = origin.split_once("://").map(|(_, server)| server);
    server != text(header::HOST)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    value.strip_prefix("Bearer ").map(str::trim)
}

fn cookies<'h>(headers: &'h HeaderMap, names: &[&str]) -> Vec<&'h str> {
    headers
        .get_all(header::COOKIE)
        .iter()
        .filter_map(|v| v.to_str().ok())
        .flat_map(|v| v.split(';'))
        .filter_map(|pair| pair.trim().split_once('='))
        .filter(|(name, _)| names.contains(name))
        .map(|(_, value)| value)
        .collect()
}

/// The address that a request came from; unknown where the router is driven without a network.
pub(super) struct Peer(pub(super) Option<IpAddr>);

impl<S: Send + Sync> FromRequestParts<S> for Peer {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let peer = parts
            .extensions
            .get::<ConnectInfo<std::net::SocketAddr>>()
            .map(|info| info.0.ip());
        Ok(Self(peer))
    }
}
