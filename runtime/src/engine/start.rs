//! Any engine, by its name.

use std::time::Duration;

use aite_cdp::Connection;
use aite_cdp::transport::WebSocket;
use tokio::time::timeout;

use super::browser::{Browser, Owned, Version};
use super::chromium::{Chromium, Options, check_version};
use super::error::StartError;
use super::find::{Found, Search};
use super::name::Name;
use super::served::Served;
use super::table::{Engine, Launch, SCRIPTS};

/// Starts an engine, or connects to it.
///
/// # Errors
/// When it is not there or does not come up.
pub async fn start(name: &Name, search: &Search, options: &Options) -> Result<Browser, StartError> {
    match (name, Engine::named(name.as_str())) {
        (Name::Remote(address), _) => connect(address, options.ready_within).await,
        (Name::Chrome, _) | (_, None) => Chromium::launch(&search.find()?, options).await,
        (_, Some(engine)) => serve(engine, &search.find_engine(engine, &[])?, options).await,
    }
}

/// Looks for an engine's program without starting it; one that runs elsewhere has none.
///
/// # Errors
/// When it is not there, or is not the configured one.
pub fn look_for(name: &Name, search: &Search) -> Result<(), StartError> {
    match Engine::named(name.as_str()) {
        Some(engine) => search.find_engine(engine, &[]).map(drop),
        None => Ok(()),
    }
}

/// Starts an engine that listens on a port, and joins it.
async fn serve(engine: &'static Engine, found: &Found, options: &Options) -> Result<Browser, StartError> {
    let launch = Launch {
        profile: SCRIPTS,
        layout: true,
    };
    let served = Served::launch(engine, &found.path, launch).await?;
    let identity = served.identity().clone();
    check_version(found, &identity.exact_product())?;
    let address = match identity.websocket() {
        Some(address) => address.to_owned(),
        None => format!("ws://127.0.0.1:{}/", served.port()),
    };
    let joined = timeout(options.ready_within, WebSocket::connect(&address)).await;
    let socket = match joined {
        Ok(Ok(socket)) => socket,
        Ok(Err(error)) => {
            return Err(StartError::Unreachable {
                address,
                detail: error.to_string(),
            });
        }
        Err(_) => return Err(out_of_time(&address, options.ready_within)),
    };
    let owned = served.into_parts().map(|(process, scratch)| Owned {
        process,
        scratch,
        fresh_profile: true,
        sandboxed: None,
    });
    Ok(Browser {
        name: engine.name,
        connection: Connection::open(socket),
        // What engines say over the protocol is what servers shall take them for.
        version: Version {
            product: identity.exact_product(),
            user_agent: identity.user_agent().to_owned(),
            protocol_version: identity.protocol_version().to_owned(),
        },
        owned,
    })
}

/// Connects to an engine that already runs and listens at a `ws://` address.
///
/// # Errors
/// When nobody answers there.
pub async fn connect(address: &str, within: Duration) -> Result<Browser, StartError> {
    let unreachable = |detail: String| StartError::Unreachable {
        address: address.into(),
        detail,
    };
    let connect = async {
        let socket = WebSocket::connect(address)
            .await
            .map_err(|error| error.to_string())?;
        let connection = Connection::open(socket);
        let version = Version::ask(&connection)
            .await
            .map_err(|error| error.to_string())?;
        Ok::<_, String>(Browser {
            name: "remote",
            connection,
            version,
            owned: None,
        })
    };
    match timeout(within, connect).await {
        Ok(connected) => connected.map_err(unreachable),
        Err(_) => Err(out_of_time(address, within)),
    }
}

fn out_of_time(address: &str, within: Duration) -> StartError {
    StartError::Unreachable {
        address: address.into(),
        detail: format!("no answer within {} s", within.as_secs()),
    }
}
