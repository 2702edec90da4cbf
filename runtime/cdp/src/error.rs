//! How calls fail.

use std::fmt;

/// Why a connection ended. The first reason stays.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Closed {
    /// The other side closed it.
    ByPeer,
    /// We closed it.
    ByUs,
    /// Reading or writing failed.
    Broken(String),
}

/// Why a session is of no use any more.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Gone {
    /// Its target went away, or let us go.
    Detached,
    /// The process behind its target crashed.
    Crashed,
    /// The whole connection ended.
    Closed(Closed),
}

/// Why a call has no answer.
#[derive(Debug, Clone, PartialEq)]
pub enum CallError {
    /// The browser answered with an error.
    Refused {
        /// The method that was called.
        method: String,
        /// The protocol's error number.
        code: i64,
        /// The browser's sentence.
        message: String,
        /// More of it, when the browser gives more.
        data: Option<String>,
    },
    /// There is nobody to answer.
    Gone(Gone),
    /// An answer came that does not fit the method.
    BadAnswer {
        /// The method that was called.
        method: String,
        /// What does not fit.
        detail: String,
    },
    /// The parameters cannot be written as JSON.
    BadCall {
        /// The method that was called.
        method: String,
        /// Why not.
        detail: String,
    },
}

impl CallError {
    /// The browser's sentence, when it was the browser that refused.
    pub fn refusal(&self) -> Option<&str> {
        match self {
            Self::Refused { message, .. } => Some(message),
            _ => None,
        }
    }

    /// Whether the browser says that it does not have the command. Engines give the number that JSON-RPC has for it, or a
    /// number of their own and words to this effect.
    pub fn is_lacking(&self) -> bool {
        const NO_SUCH_METHOD: i64 = -32_601;
        let Self::Refused {
            method,
            code,
            message,
            ..
        } = self
        else {
            return false;
        };
        let message = message.to_lowercase();
        let names_it = message.contains(&method.to_lowercase()) || message.contains("method");
        let words = [
            "wasn't found",
            "not found",
            "not implemented",
            "not supported",
            "unsupported",
        ];
        *code == NO_SUCH_METHOD
            || message.contains("unknownmethod")
            || (names_it && words.iter().any(|words| message.contains(words)))
    }

    /// The method that was called; nothing, when there was nobody to call.
    pub fn method(&self) -> &str {
        match self {
            Self::Refused { method, .. } | Self::BadAnswer { method, .. } | Self::BadCall { method, .. } => {
                method
            }
            Self::Gone(_) => "",
        }
    }

    /// Why nobody can answer, when that is so.
    pub fn gone(&self) -> Option<&Gone> {
        match self {
            Self::Gone(gone) => Some(gone),
            _ => None,
        }
    }
}

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::ByPeer => f.write_str("the browser closed the connection"),
            Self::ByUs => f.write_str("the connection was closed"),
            Self::Broken(detail) => write!(f, "the connection to the browser broke: {detail}"),
        }
    }
}

impl fmt::Display for Gone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Detached => f.write_str("the tab or frame is gone"),
            Self::Crashed => f.write_str("the page's process crashed"),
            Self::Closed(closed) => closed.fmt(f),
        }
    }
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused {
                method,
                message,
                data,
                ..
            } => {
                write!(f, "{method}: {message}")?;
                data.as_ref().map_or(Ok(()), |data| write!(f, " ({data})"))
            }
            Self::Gone(gone) => gone.fmt(f),
            Self::BadAnswer { method, detail } => write!(f, "{method}: unexpected answer: {detail}"),
            Self::BadCall { method, detail } => write!(f, "{method}: cannot be sent: {detail}"),
        }
    }
}

impl std::error::Error for Closed {}
impl std::error::Error for Gone {}
impl std::error::Error for CallError {}
