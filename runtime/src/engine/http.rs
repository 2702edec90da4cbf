//! The few questions that engines answer over HTTP: `/json/version`, `/json/new`, `/json/list`.

use std::io;
use std::pin::pin;

use futures_util::future::{Either, select};
use http_body_util::{BodyExt, Empty};
use hyper::Request;
use hyper::body::Bytes;
use hyper_util::rt::TokioIo;
use tokio::net::TcpStream;

/// `HOST:PORT` of a `ws://` address; `None` when it is none.
pub(crate) fn authority(address: &str) -> Option<(String, u16)> {
    let address: hyper::Uri = address.parse().ok()?;
    let port = address.port_u16().unwrap_or(80);
    let host = address.host().filter(|host| !host.is_empty())?;
    (address.scheme_str() == Some("ws")).then(|| (format!("{host}:{port}"), port))
}

/// The body of a successful answer from `HOST:PORT`. Whoever asks also says how long it may take.
///
/// # Errors
/// Nobody listens, no HTTP comes back, or another status than 2xx.
pub(crate) async fn ask(authority: &str, method: &str, path: &str) -> io::Result<Bytes> {
    let stream = TcpStream::connect(authority).await?;
    let (mut sender, connection) = hyper::client::conn::http1::handshake(TokioIo::new(stream))
        .await
        .map_err(io::Error::other)?;
    let request = Request::builder()
        .method(method)
        .uri(path)
        .header("Host", authority)
        .header("Connection", "close")
        .body(Empty::<Bytes>::new())
        .map_err(io::Error::other)?;
    let answer = async move {
        let response = sender.send_request(request).await?;
        let status = response.status();
        let body = response.into_body().collect().await?.to_bytes();
        Ok::<_, hyper::Error>((status, body))
    };
    // The connection has no task of its own, so that nothing of it is left when the question is dropped.
    let (connection, answer) = (pin!(connection), pin!(answer));
    let answered = match select(answer, connection).await {
        Either::Left((answered, _)) => answered,
        Either::Right((_, answer)) => answer.await,
    };
    let (status, body) = answered.map_err(io::Error::other)?;
    match status.is_success() {
        true => Ok(body),
        false => Err(io::Error::other(format!("{path} answers {status}"))),
    }
}
