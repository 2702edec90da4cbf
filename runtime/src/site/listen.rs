//! A port of both loopback addresses.

use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, TcpListener};

/// How often another free port is tried when the one found is taken on the other address.
const ATTEMPTS: usize = 64;

/// Listens on `port` of 127.0.0.1 and, where there is one, ::1; port 0 picks one that is free on both.
pub(super) fn listen(port: u16) -> io::Result<(u16, Vec<TcpListener>)> {
    let mut last = None;
    for _ in 0..if port == 0 { ATTEMPTS } else { 1 } {
        match listen_on_both(port) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => last = Some(error),
            other => return other,
        }
    }
    Err(last.unwrap_or_else(|| io::ErrorKind::AddrInUse.into()))
}

fn listen_on_both(port: u16) -> io::Result<(u16, Vec<TcpListener>)> {
    let v4 = bind(Ipv4Addr::LOCALHOST.into(), port)?;
    let port = v4.local_addr()?.port();
    let mut listeners = vec![v4];
    match bind(Ipv6Addr::LOCALHOST.into(), port) {
        Ok(v6) => listeners.push(v6),
        // A machine without IPv6 has no ::1 that a browser could try.
        Err(error) if is_missing_family(&error) => {}
        Err(error) => return Err(error),
    }
    Ok((port, listeners))
}

fn bind(address: IpAddr, port: u16) -> io::Result<TcpListener> {
    let bound = TcpListener::bind((address, port)).and_then(|listener| {
        listener.set_nonblocking(true)?;
        Ok(listener)
    });
    bound.map_err(|error| match error.kind() {
        io::ErrorKind::AddrInUse => {
            let message = format!("port {port} on {address} is taken by another program");
            io::Error::new(error.kind(), message)
        }
        io::ErrorKind::PermissionDenied => {
            let message = format!("port {port} on {address} may not be used by this user");
            io::Error::new(error.kind(), message)
        }
        _ => error,
    })
}

fn is_missing_family(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::AddrNotAvailable
        || error.raw_os_error() == Some(rustix::io::Errno::AFNOSUPPORT.raw_os_error())
}
