//! A small server for the pages of a case, with addresses that are slow, hang, or are downloads.
//!
//! `/_hang` never answers, `/_slow/MS/PATH` answers late, `/_status/CODE` answers with that status and a body,
//! `/_empty/CODE` without one, `/_attachment/NAME` is a file of eleven bytes, `/_to/PATH` sends elsewhere.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::Arc;
use std::time::Duration;

type Pages = Arc<BTreeMap<String, String>>;

/// Serves until the process ends.
pub(crate) fn serve(pages: BTreeMap<String, String>, listener: TcpListener) {
    let pages = Arc::new(pages);
    std::thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let pages = Arc::clone(&pages);
            std::thread::spawn(move || answer(&stream, &pages));
        }
    });
}

/// A free port of 127.0.0.1, and who listens on it.
pub(crate) fn listen() -> (TcpListener, u16) {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("a free port");
    let port = listener.local_addr().expect("an address").port();
    (listener, port)
}

fn answer(stream: &TcpStream, pages: &Pages) {
    let mut reader = BufReader::new(stream);
    let mut line = String::new();
    if reader.read_line(&mut line).is_err() {
        return;
    }
    let mut header = String::new();
    while reader.read_line(&mut header).is_ok_and(|read| read > 2) {
        header.clear();
    }
    let path = line.split(' ').nth(1).unwrap_or("/").to_owned();
    respond(stream, &path, pages);
}

fn respond(stream: &TcpStream, path: &str, pages: &Pages) {
    let path = path
        .split(['?', '#'])
        .next()
        .unwrap_or("/")
        .trim_start_matches('/');
    let parts: Vec<&str> = path.splitn(3, '/').collect();
    match parts.as_slice() {
        ["_hang", ..] => std::thread::sleep(Duration::from_secs(3600)),
        ["_slow", ms, rest] => {
            std::thread::sleep(Duration::from_millis(ms.parse().unwrap_or(0)));
            respond(stream, rest, pages);
        }
        ["_status", code, ..] => send(stream, code, "text/html", "", &format!("<p>status {code}</p>")),
        ["_empty", code, ..] => send(stream, code, "text/html", "", ""),
        ["_attachment", name, ..] => {
            let disposition = format!("Content-Disposition: attachment; filename=\"{name}\"\r\n");
            send(
                stream,
                "200",
                "application/octet-stream",
                &disposition,
                "hello world",
            );
        }
        ["_to", rest @ ..] => send(
            stream,
            "302",
            "text/html",
            &format!("Location: /{}\r\n", rest.join("/")),
            "",
        ),
        _ => page(stream, if path.is_empty() { "index.html" } else { path }, pages),
    }
}

fn page(stream: &TcpStream, path: &str, pages: &Pages) {
    let kind = match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "text/plain; charset=utf-8",
    };
    match pages.get(path) {
        Some(body) => send(stream, "200", kind, "", body),
        None => send(stream, "404", "text/html", "", "<p>not here</p>"),
    }
}

fn send(mut stream: &TcpStream, code: &str, kind: &str, headers: &str, body: &str) {
    let length = body.len();
    let head = format!(
        "HTTP/1.1 {code} X\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\nConnection: close\r\n{headers}\r\n"
    );
    let _ = stream
        .write_all(head.as_bytes())
        .and_then(|()| stream.write_all(body.as_bytes()));
}
