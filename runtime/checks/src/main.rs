//! The process of a check alone, for tests and benchmarks; the program `aite` has the same inside.
//!
//! `aite-check try WHAT` shuts itself off and then tries to reach out, as code that broke out of the engine would.

use std::os::unix::net::UnixDatagram;
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
        "read the parent's environment" => {
            let parent = rustix::process::getppid().map_or(1, |parent| parent.as_raw_nonzero().get());
            fs::read(format!("/proc/{parent}/environ")).is_ok()
        }
        "signal the parent" => {
            let parent = rustix::process::getppid();
            parent.is_some_and(|parent| rustix::process::test_kill_process(parent).is_ok())
        }
        "open a local socket" => UnixDatagram::unbound().is_ok(),
        "send a datagram" => net::UdpSocket::bind(("127.0.0.1", 0)).is_ok(),
        "make a pipe" => rustix::pipe::pipe().is_ok(),
        "make a file of memory" => rustix::fs::memfd_create("x", rustix::fs::MemfdFlags::empty()).is_ok(),
        "leave the folder" => env::set_current_dir("/tmp").is_ok(),
        "be traced again" => {
            rustix::process::set_dumpable_behavior(rustix::process::DumpableBehavior::Dumpable).is_ok()
        }
        "raise a limit" => {
            let limits = rustix::process::getrlimit(rustix::process::Resource::Nofile);
            rustix::process::setrlimit(rustix::process::Resource::Nofile, limits).is_ok()
        }
        "be root again" => rustix::thread::set_thread_uid(rustix::process::Uid::ROOT).is_ok(),
        _ => return ExitCode::from(2),
    };
    if reached {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
