//! The same pages over HTTPS, with a certificate that this machine signs for itself: a phone lends its camera to no other kind of page.

use std::{
    fs,
    future::Future,
    io::{self, Write as _},
    net::{SocketAddr, TcpListener},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

use axum::Router;
use axum_server::{Handle, tls_rustls::RustlsConfig};
use rcgen::{CertificateParams, DistinguishedName, DnType, KeyPair};
use rustls::pki_types::{CertificateDer, PrivateKeyDer, pem::PemObject as _};
use serde::{Deserialize, Serialize};

/// Browsers refuse certificates of more than 398 days.
const VALID: Duration = Duration::from_secs(397 * 86_400);
/// One this old is made anew, so that none expires during an evening.
const RENEWED: Duration = Duration::from_secs(300 * 86_400);
/// At the end, requests under way get this long.
const LAST_ANSWERS: Duration = Duration::from_secs(2);

/// No certificate comes about, or it can't be kept.
#[derive(Debug, thiserror::Error)]
pub enum CertificateError {
    /// Its file.
    #[error("the certificate at {}: {source}; check the folder, or remove the file (phones then ask once more)", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Making it.
    #[error("no certificate can be made: {0}")]
    Made(#[from] rcgen::Error),
    /// Using it.
    #[error("the certificate can't be used: {0}")]
    Used(#[from] rustls::Error),
}

/// A certificate with its key, for the names under which this machine is reached.
#[derive(Serialize, Deserialize)]
pub struct Certificate {
    names: Vec<String>,
    made: SystemTime,
    certificate_pem: String,
    key_pem: String,
}

impl Certificate {
    /// For those host names and addresses: the one in the file while it is young and for the same names, else a new one, kept there.
    ///
    /// # Errors
    /// When the file is there but is no certificate, or can't be written.
    pub fn open(path: &Path, names: Vec<String>) -> Result<Self, CertificateError> {
        let failed = |source| CertificateError::File {
            path: path.to_owned(),
            source,
        };
        match fs::read(path) {
            Ok(bytes) => {
                let kept: Self = serde_json::from_slice(&bytes).map_err(|e| failed(e.into()))?;
                let young = kept.made.elapsed().is_ok_and(|age| age < RENEWED);
                if young && kept.names == names {
                    return Ok(kept);
                }
            }
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            Err(e) => return Err(failed(e)),
        }
        let made = Self::make(names)?;
        made.keep(path).map_err(failed)?;
        Ok(made)
    }

    fn make(names: Vec<String>) -> Result<Self, CertificateError> {
        let made = SystemTime::now();
        let mut params = CertificateParams::new(names.clone())?;
        // A phone's clock may be behind.
        let from = made - Duration::from_secs(86_400);
        (params.not_before, params.not_after) = (from.into(), (from + VALID).into());
        params.distinguished_name = DistinguishedName::new();
        params
            .distinguished_name
            .push(DnType::CommonName, "Pitboss at this table");
        let key = KeyPair::generate()?;
        Ok(Self {
            certificate_pem: params.self_signed(&key)?.pem(),
            key_pem: key.serialize_pem(),
            names,
            made,
        })
    }

    /// Only its owner may read the file: it holds the key.
    fn keep(&self, path: &Path) -> io::Result<()> {
        let mut options = fs::OpenOptions::new();
        options.write(true).create(true).truncate(true);
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
        let mut file = options.open(path)?;
        file.write_all(&serde_json::to_vec(self)?)?;
        file.sync_all()
    }

    fn config(&self) -> Result<rustls::ServerConfig, CertificateError> {
        let broken = |_| rustls::Error::General("it is not in PEM form".to_owned());
        let certificate =
            CertificateDer::from_pem_slice(self.certificate_pem.as_bytes()).map_err(broken)?;
        let key = PrivateKeyDer::from_pem_slice(self.key_pem.as_bytes()).map_err(broken)?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let mut config = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(vec![certificate], key)?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(config)
    }
}

/// Serves the router over HTTPS until `end` comes.
///
/// # Errors
/// When the certificate can't be used, or the listener fails for good.
pub async fn serve(
    listener: TcpListener,
    certificate: &Certificate,
    router: Router,
    end: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let config = certificate.config().map_err(io::Error::other)?;
    let handle = Handle::new();
    tokio::spawn({
        let handle = handle.clone();
        async move {
            end.await;
            handle.graceful_shutdown(Some(LAST_ANSWERS));
        }
    });
    axum_server::from_tcp_rustls(listener, RustlsConfig::from_config(Arc::new(config)))?
        .handle(handle)
        .serve(router.into_make_service_with_connect_info::<SocketAddr>())
        .await
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(list: &[&str]) -> Vec<String> {
        list.iter().map(|&n| n.to_owned()).collect()
    }

    #[test]
    fn a_certificate_stays_until_the_address_changes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("https.json");
        let first = Certificate::open(&path, names(&["pitboss.local", "10.0.0.5"])).expect("made");
        let again = Certificate::open(&path, names(&["pitboss.local", "10.0.0.5"])).expect("kept");
        assert_eq!(first.certificate_pem, again.certificate_pem);
        let moved = Certificate::open(&path, names(&["pitboss.local", "10.0.0.6"])).expect("made");
        assert_ne!(first.certificate_pem, moved.certificate_pem);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt as _;
            let mode = fs::metadata(&path).expect("a file").permissions().mode();
            assert_eq!(mode & 0o077, 0, "others may read the key");
        }
    }

    #[test]
    fn a_file_that_is_none_is_said() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("https.json");
        fs::write(&path, "no certificate").expect("written");
        let why = Certificate::open(&path, names(&["localhost"]))
            .err()
            .expect("refused");
        assert!(why.to_string().contains("https.json"), "{why}");
        assert_eq!(fs::read(&path).expect("left alone"), b"no certificate");
    }
}
