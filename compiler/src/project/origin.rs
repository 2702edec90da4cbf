//! Origins: `https://shop.test`, `http://localhost:3000`.

/// The origin in lower case and without a `/` at its end; `None` for an address that says more or less than one.
pub fn origin(text: &str) -> Option<String> {
    let text = text.strip_suffix('/').unwrap_or(text);
    let (scheme, host) = text.split_once("://")?;
    let scheme = scheme.to_ascii_lowercase();
    let known = matches!(scheme.as_str(), "http" | "https");
    let plain = |letter: char| !letter.is_whitespace() && !matches!(letter, '/' | '?' | '#' | '@' | '\\');
    (known && !host.is_empty() && host.chars().all(plain) && port_is_number(host))
        .then(|| format!("{scheme}://{}", host.to_ascii_lowercase()))
}

/// Whether what follows the host's colon, if anything does, is a port.
fn port_is_number(host: &str) -> bool {
    let behind_brackets = host.rsplit_once(']').map_or(host, |(_, rest)| rest);
    match behind_brackets.split_once(':') {
        Some((_, port)) => port.parse::<u16>().is_ok_and(|port| port > 0),
        None => true,
    }
}

/// Whether an address can be opened in a browser.
pub(super) fn is_web_address(text: &str) -> bool {
    let rest = ["http://", "https://"]
        .iter()
        .find_map(|scheme| text.strip_prefix(scheme));
    rest.is_some_and(|rest| !rest.is_empty() && !rest.starts_with('/') && !rest.contains(char::is_whitespace))
}

#[cfg(test)]
mod tests {
    use super::origin;

    #[test]
    fn an_origin_is_scheme_host_and_port() {
        for (text, expected) in [
            ("https://Shop.test", Some("https://shop.test")),
            ("http://localhost:3000/", Some("http://localhost:3000")),
            ("http://[::1]:80", Some("http://[::1]:80")),
            ("https://shop.test/path", None),
            ("https://me@shop.test", None),
            ("ftp://shop.test", None),
            ("http://a:port", None),
            ("http://a:0", None),
            ("shop.test", None),
            ("https://", None),
        ] {
            assert_eq!(origin(text).as_deref(), expected, "{text}");
        }
    }
}
