//! The process of a check alone, for tests and benchmarks; the program `aite` has the same inside.
//!
//! `aite-check try WHAT` shuts itself off and then tries to reach out, as code that broke out of the engine would.

use std::process::ExitCode;
use std::{env, fs, net, process, thread};

fn main() -> ExitCode {
    let mut words = env::args().skip(1);
    match (words.next().as_deref(), words.next()) {
        (None, _) => aite_checks::child(),
        (Some("try"), Some(what)) => reach(&what),
        _ => ExitCode::from(2),
    }
}

/// Succeeds if it could reach out.
fn reach(what: &str) -> ExitCode {
    let confinement = aite_checks::confine();
    if !confinement.is_whole() {
        return ExitCode::from(3);
    }
    let reached = match what {
        "nothing" => true,
        "read a file" => fs::read("/etc/passwd").is_ok(),
        "write a file" => fs::write("/tmp/aite-check", "").is_ok(),
        "list a folder" => fs::read_dir("/").is_ok(),
        "open a socket" => net::TcpStream::connect(("127.0.0.1", 9)).is_ok(),
        "listen" => net::TcpListener::bind(("127.0.0.1", 0)).is_ok(),
        "spawn" => process::Command::new("/bin/true").status().is_ok(),
        "start a thread" => thread::Builder::new().spawn(|| ()).is_ok(),
        _ => return ExitCode::from(2),
    };
    if reached {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
