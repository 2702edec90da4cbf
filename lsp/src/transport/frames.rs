//! Frames of the base protocol, read so that nothing that arrives can end or exhaust the server.

use std::io::{self, BufRead, Read};

use serde::Deserialize;
use tower_lsp::jsonrpc::{Error, Request, Response};

/// No message is larger, in bytes: a length beyond it is a mistake, not a message to wait for.
pub(crate) const LARGEST: usize = 64 << 20;
/// No line of a header is longer.
const LONGEST_LINE: u64 = 4 << 10;
const LENGTH: &str = "content-length";

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The body of a message that the protocol knows.
    Message(Vec<u8>),
    /// Something else; the next frame can be read all the same.
    Unreadable(Unreadable),
    /// There is nothing more.
    End,
}

/// Why a frame is no message.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Unreadable {
    /// A header without a usable length.
    Header,
    /// The body is not JSON.
    Json,
    /// The body is JSON, and neither a request nor an answer.
    Message,
}

impl Unreadable {
    /// What to answer.
    pub(crate) fn error(&self) -> Error {
        match self {
            Self::Header | Self::Json => Error::parse_error(),
            Self::Message => Error::invalid_request(),
        }
    }
}

/// Reads the next frame.
///
/// # Errors
/// The input cannot be read.
pub(crate) fn read(input: &mut impl BufRead) -> io::Result<Frame> {
    match header(input)? {
        Header::End => Ok(Frame::End),
        Header::Unreadable => Ok(Frame::Unreadable(Unreadable::Header)),
        Header::Length(length) => {
            let mut body = Vec::new();
            // The vector grows with what arrives, not with what was announced.
            let read = input.take(length as u64).read_to_end(&mut body)?;
            if read < length {
                return Ok(Frame::End);
            }
            Ok(understand(body))
        }
    }
}

enum Header {
    Length(usize),
    Unreadable,
    End,
}

/// Reads up to the empty line. A line that is no header is passed over, and what came before it forgotten: the next
/// length is looked for, so that noise on the line costs the messages it hit and no more.
fn header(input: &mut impl BufRead) -> io::Result<Header> {
    let mut length = None;
    let mut began = false;
    loop {
        let mut line = Vec::new();
        if input.take(LONGEST_LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(Header::End);
        }
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_end_matches(['\r', '\n']);
        if text.is_empty() {
            match (length, began) {
                (Some(length), _) => return Ok(Header::Length(length)),
                (None, true) => return Ok(Header::Unreadable),
                // Empty lines between messages are nobody's mistake.
                (None, false) => continue,
            }
        }
        began = true;
        if let Some(value) = length_of(text) {
            length = value.parse().ok().filter(|length| *length <= LARGEST);
        } else if !is_header(text) {
            length = None;
        }
    }
}

/// The value of a length header, also behind noise on its line.
fn length_of(line: &str) -> Option<&str> {
    let (name, value) = line.rsplit_once(':')?;
    let at = name.len().checked_sub(LENGTH.len())?;
    let is_length = name.get(at..)?.eq_ignore_ascii_case(LENGTH);
    is_length.then_some(value.trim())
}

fn is_header(line: &str) -> bool {
    let name = line.split_once(':').map_or("", |(name, _)| name);
    !name.is_empty()
        && name
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

/// Whether the transport behind this one will understand the body: it reads the same two types and nothing else.
fn understand(body: Vec<u8>) -> Frame {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Message {
        Response(#[expect(dead_code, reason = "only whether it is one is asked")] Response),
        Request(Request),
    }
    let is_json = |body: &[u8]| serde_json::from_slice::<serde::de::IgnoredAny>(body).is_ok();
    match serde_json::from_slice(&body) {
        Ok(Message::Request(request)) if request.method().is_empty() => {
            Frame::Unreadable(Unreadable::Message)
        }
        Ok(_) => Frame::Message(body),
        Err(_) if is_json(&body) => Frame::Unreadable(Unreadable::Message),
        Err(_) => Frame::Unreadable(Unreadable::Json),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CALL: &str = r#"{"jsonrpc":"2.0","method":"x"}"#;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    fn all(input: &str) -> Vec<Frame> {
        let mut input = input.as_bytes();
        let frames = std::iter::from_fn(|| Some(read(&mut input).unwrap()));
        frames.take_while(|frame| *frame != Frame::End).collect()
    }

    fn call() -> Frame {
        Frame::Message(CALL.as_bytes().to_vec())
    }

    #[test]
    fn the_message_behind_a_bad_one_is_read() {
        for (bad, why) in [
            (framed("{"), Unreadable::Json),
            (
                framed(&format!("{}{}", "[".repeat(1_000), "]".repeat(1_000))),
                Unreadable::Message,
            ),
            (framed("[1]"), Unreadable::Message),
            (framed(r#"{"jsonrpc":"1.0","method":"x"}"#), Unreadable::Message),
            (framed(r#"{"jsonrpc":"2.0"}"#), Unreadable::Message),
            (framed(r#"{"jsonrpc":"2.0","method":1}"#), Unreadable::Message),
            ("Content-Length: seven\r\n\r\n".to_owned(), Unreadable::Header),
            ("Content-Length: -1\r\n\r\n".to_owned(), Unreadable::Header),
            (
                "Content-Length: 99999999999999999999\r\n\r\n".to_owned(),
                Unreadable::Header,
            ),
            (
                format!("Content-Length: {}\r\n\r\n", LARGEST + 1),
                Unreadable::Header,
            ),
            ("Content-Type: text\r\n\r\n".to_owned(), Unreadable::Header),
            ("garbage\r\n\r\n".to_owned(), Unreadable::Header),
        ] {
            let input = format!("{bad}{}", framed(CALL));
            assert_eq!(all(&input), [Frame::Unreadable(why), call()], "{bad:.60}");
        }
    }

    #[test]
    fn noise_before_a_header_is_passed_over() {
        for noise in [
            "noise",
            "noise\n",
            "\r\n\n",
            "a: b\r\nnoise \u{fffd}:\n",
            "\0\0\n",
        ] {
            assert_eq!(all(&format!("{noise}{}", framed(CALL))), [call()], "{noise:?}");
        }
        let mut bytes = b"\xff\xfe\n".to_vec();
        bytes.extend(framed(CALL).bytes());
        assert_eq!(read(&mut &bytes[..]).unwrap(), call());
    }

    #[test]
    fn names_of_headers_have_no_case_and_others_are_let_be() {
        let length = CALL.len();
        let input = format!(
            "Content-Type: application/vscode-jsonrpc; charset=utf-8\r\nCONTENT-LENGTH:{length}\n\n{CALL}"
        );
        assert_eq!(all(&input), [call()]);
    }

    #[test]
    fn what_stops_in_the_middle_is_the_end() {
        let whole = framed(CALL);
        for cut in 0..whole.len() {
            assert_eq!(all(&whole[..cut]), [], "{cut}");
        }
    }
}
