use std::fs;
use std::io::{Read, Write};
use std::net::{Ipv6Addr, TcpStream};
use std::os::unix::fs::symlink;

use super::*;

struct Folder {
    _temp: tempfile::TempDir,
    site: Site,
}

fn folder() -> Folder {
    let temp = tempfile::tempdir().unwrap();
    let root = temp.path().join("site");
    fs::create_dir_all(root.join("deep")).unwrap();
    fs::write(temp.path().join("secret.txt"), "secret").unwrap();
    fs::write(root.join("index.html"), "<p>home").unwrap();
    fs::write(root.join("deep/index.html"), "<p>deep").unwrap();
    fs::write(root.join("a b.txt"), "0123456789").unwrap();
    fs::write(root.join(".env"), "secret").unwrap();
    symlink("../secret.txt", root.join("out.txt")).unwrap();
    symlink("a b.txt", root.join("in.txt")).unwrap();
    let site = Site::start(&root, 0).unwrap();
    Folder { _temp: temp, site }
}

fn ask(address: &str, request: &str) -> String {
    let mut stream = TcpStream::connect(address).unwrap();
    write!(
        stream,
        "{request}\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    )
    .unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.to_lowercase()
}

#[test]
fn files_and_what_is_refused() {
    let folder = folder();
    let address = format!("127.0.0.1:{}", folder.site.port());
    for (request, status, holds) in [
        ("GET / HTTP/1.1", "200", "<p>home"),
        ("GET /?x=1#y HTTP/1.1", "200", "content-type: text/html"),
        ("GET / HTTP/1.1", "200", "cache-control: no-store"),
        ("HEAD /a%20b.txt HTTP/1.1", "200", "content-length: 10"),
        (
            "GET /a%20b.txt HTTP/1.1\r\nRange: bytes=2-4",
            "206",
            "\r\n\r\n234",
        ),
        ("GET /deep/ HTTP/1.1", "200", "<p>deep"),
        ("GET /deep HTTP/1.1", "307", "location: /deep/"),
        ("GET /in.txt HTTP/1.1", "200", "0123456789"),
        ("GET /nothing HTTP/1.1", "404", "<h1>not found</h1>"),
        ("GET /../secret.txt HTTP/1.1", "404", "not found"),
        ("GET /%2e%2e/secret.txt HTTP/1.1", "404", "not found"),
        ("GET /deep/..%2f..%2fsecret.txt HTTP/1.1", "404", "not found"),
        ("GET /out.txt HTTP/1.1", "404", "not found"),
        ("GET /.env HTTP/1.1", "404", "not found"),
        ("GET /%ff HTTP/1.1", "404", "not found"),
        ("GET //deep HTTP/1.1", "404", "not found"),
        ("POST / HTTP/1.1", "405", ""),
    ] {
        let answer = ask(&address, request);
        assert!(
            answer.starts_with(&format!("http/1.1 {status}")),
            "{request}: {answer}"
        );
        assert!(answer.contains(holds), "{request}: {answer}");
        assert!(!answer.contains("last-modified"), "{request}: {answer}");
        assert!(
            answer.contains("307") || !answer.contains("secret"),
            "{request}: {answer}"
        );
    }
}

#[test]
fn a_taken_port_is_named() {
    let folder = folder();
    let error = Site::start(&std::env::temp_dir(), folder.site.port()).unwrap_err();
    assert!(
        error
            .to_string()
            .contains(&format!("port {} on 127.0.0.1 is taken", folder.site.port())),
        "{error}"
    );
}

#[test]
fn both_loopback_addresses_answer_where_there_are_both() {
    let folder = folder();
    let port = folder.site.port();
    assert!(TcpStream::connect(("127.0.0.1", port)).is_ok());
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).is_ok() {
        assert!(ask(&format!("[::1]:{port}"), "GET / HTTP/1.1").contains("<p>home"));
    }
}

#[test]
fn stopping_frees_the_port_even_with_a_silent_visitor() {
    let folder = folder();
    let port = folder.site.port();
    let _silent = TcpStream::connect(("127.0.0.1", port)).unwrap();
    drop(folder);
    assert!(TcpStream::connect(("127.0.0.1", port)).is_err());
}

#[test]
fn a_folder_that_is_none_is_named() {
    let error = Site::start(Path::new("/nonexistent/site"), 0).unwrap_err();
    assert!(
        error.to_string().contains("cannot serve /nonexistent/site"),
        "{error}"
    );
    let error = Site::start(Path::new("/dev/null"), 0).unwrap_err();
    assert!(error.to_string().contains("not a folder"), "{error}");
}
