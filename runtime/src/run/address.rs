//! The addresses of a script, and the origins that a configuration sends them to.

/// An origin, and where addresses of it go instead.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OriginRule {
    /// `https://shop.test`
    pub from: String,
    /// `http://localhost:3000`
    pub to: String,
}

/// The address to open for one that the script says. The first rule that fits is taken.
pub fn rewrite(url: &str, rules: &[OriginRule]) -> String {
    let fitting = rules
        .iter()
        .find_map(|rule| Some((rule, rest_of(url, &rule.from)?)));
    match fitting {
        Some((rule, rest)) => format!("{}{rest}", rule.to.trim_end_matches('/')),
        None => url.to_owned(),
    }
}

/// Whether a browser tab may be sent there by a script.
pub(super) fn is_web_address(url: &str) -> bool {
    ["http://", "https://"].iter().any(|scheme| {
        url.get(..scheme.len())
            .is_some_and(|start| start.eq_ignore_ascii_case(scheme))
            && url.len() > scheme.len()
    })
}

fn rest_of<'a>(url: &'a str, origin: &str) -> Option<&'a str> {
    let origin = origin.trim_end_matches('/');
    let (start, rest) = url.split_at_checked(origin.len())?;
    let whole = rest.is_empty() || rest.starts_with(['/', '?', '#']);
    (whole && start.eq_ignore_ascii_case(origin)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::{OriginRule, is_web_address, rewrite};

    #[test]
    fn an_origin_is_replaced_and_nothing_else() {
        let rules = [OriginRule {
            from: "https://shop.test".into(),
            to: "http://localhost:3000/".into(),
        }];
        for (url, expected) in [
            ("https://shop.test", "http://localhost:3000"),
            ("https://SHOP.test/a?b#c", "http://localhost:3000/a?b#c"),
            ("https://shop.test?x", "http://localhost:3000?x"),
            ("https://shop.test.evil/a", "https://shop.test.evil/a"),
            ("https://shop.test:8443/", "https://shop.test:8443/"),
            ("http://shop.test/", "http://shop.test/"),
        ] {
            assert_eq!(rewrite(url, &rules), expected, "{url}");
        }
    }

    #[test]
    fn only_web_addresses_are_opened() {
        assert!(is_web_address("HTTPS://a.test") && is_web_address("http://a"));
        for url in [
            "javascript:alert(1)",
            "file:///etc/passwd",
            "http://",
            "",
            "shop.test",
        ] {
            assert!(!is_web_address(url), "{url}");
        }
    }
}
