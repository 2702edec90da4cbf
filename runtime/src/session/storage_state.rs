//! A `storageState` file: the cookies and the local storage of a signed-in browser, in Playwright's format.
//!
//! Everything in it may be a secret, so no message repeats a value.

use std::fmt;

use serde_json::{Map, Value, json};

use super::ignored::{Ignored, ignored};

/// Shorter values are words of any page; masking them would only spoil reports.
const SHORTEST_SECRET: usize = 8;

/// What a browser is given before its first page.
#[derive(Clone, PartialEq, Default)]
pub struct StorageState {
    pub(super) cookies: Vec<Cookie>,
    pub(super) origins: Vec<OriginStorage>,
    ignored: Vec<Ignored>,
}

/// A cookie as the protocol takes it.
#[derive(Clone, PartialEq)]
pub(super) struct Cookie {
    pub(super) name: String,
    pub(super) domain: String,
    value: String,
    pub(super) parameters: Value,
}

/// The local storage of one origin.
#[derive(Clone, PartialEq)]
pub(super) struct OriginStorage {
    pub(super) origin: String,
    /// Names and values.
    pub(super) items: Vec<(String, String)>,
}

impl fmt::Debug for StorageState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StorageState")
            .field("cookies", &self.cookies.len())
            .field("origins", &self.origins.len())
            .finish()
    }
}

/// Why a file is no storage state: where in it, and what should stand there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadStorageState {
    at: String,
    what: String,
}

impl fmt::Display for BadStorageState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.at.as_str() {
            "" => f.write_str(&self.what),
            at => write!(f, "{at} {}", self.what),
        }
    }
}

impl std::error::Error for BadStorageState {}

impl StorageState {
    /// Reads the text of a file. What no browser is given is [named](Self::ignored).
    ///
    /// # Errors
    /// The first part that is not as it should be.
    pub fn parse(text: &str) -> Result<Self, BadStorageState> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let file: Value = serde_json::from_str(text).map_err(|error| {
            // The parser's own words could repeat what stands there.
            let (line, column) = (error.line(), error.column());
            bad(
                "",
                format!("it is not valid JSON at line {line}, column {column}"),
            )
        })?;
        let root = Part {
            at: String::new(),
            value: &file,
        };
        root.object()?;
        if root.get("cookies").is_none() && root.get("origins").is_none() {
            return Err(bad("", "it has neither cookies nor origins"));
        }
        Ok(Self {
            cookies: root.each("cookies", cookie)?,
            origins: root.each("origins", origin)?,
            ignored: ignored(&file),
        })
    }

    /// What the file has besides cookies and local storage.
    pub fn ignored(&self) -> &[Ignored] {
        &self.ignored
    }

    /// The values that no report may show: those of all cookies and of the local storage, also those inside JSON.
    pub fn secrets(&self) -> Vec<String> {
        let mut secrets: Vec<String> = self.cookies.iter().map(|cookie| cookie.value.clone()).collect();
        for (_, value) in self.origins.iter().flat_map(|origin| &origin.items) {
            if let Ok(inside) = serde_json::from_str::<Value>(value) {
                texts_of(&inside, &mut secrets);
            }
            secrets.push(value.clone());
        }
        secrets.retain(|secret| secret.chars().count() >= SHORTEST_SECRET);
        secrets
    }
}

fn texts_of(value: &Value, texts: &mut Vec<String>) {
    match value {
        Value::String(text) => texts.push(text.clone()),
        Value::Array(items) => items.iter().for_each(|item| texts_of(item, texts)),
        Value::Object(members) => members.values().for_each(|member| texts_of(member, texts)),
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
    }
}

fn cookie(part: &Part<'_>) -> Result<Cookie, BadStorageState> {
    part.object()?;
    let (name, value) = (part.text("name")?, part.text("value")?);
    let (domain, path) = (part.filled("domain")?, part.filled("path")?);
    let secure = part.flag("secure")?;
    let mut parameters = json!({
        "name": name,
        "value": value,
        "path": path,
        "httpOnly": part.flag("httpOnly")?,
        "secure": secure,
    });
    // Without a dot it belongs to this host alone, which the protocol says by an address.
    let (key, place) = match domain.starts_with('.') {
        true => ("domain", domain.clone()),
        false => (
            "url",
            format!("{}://{domain}{path}", if secure { "https" } else { "http" }),
        ),
    };
    parameters[key] = place.into();
    if let Some(expires) = part.expires()? {
        parameters["expires"] = expires.into();
    }
    if let Some(same_site) = part.same_site()? {
        parameters["sameSite"] = same_site.into();
    }
    if let Some(site) = part.get("partitionKey").and_then(|key| key.value.as_str()) {
        let has_cross_site_ancestor = part.flag("_crHasCrossSiteAncestor")?;
        parameters["partitionKey"] =
            json!({"topLevelSite": site, "hasCrossSiteAncestor": has_cross_site_ancestor});
    }
    Ok(Cookie {
        name,
        domain,
        value,
        parameters,
    })
}

fn origin(part: &Part<'_>) -> Result<OriginStorage, BadStorageState> {
    part.object()?;
    let written = part.filled("origin")?;
    let origin = aite_compiler::project::origin(&written).ok_or_else(|| {
        let at = part.below("origin");
        bad(&at, "must be an origin such as https://shop.test")
    })?;
    let items = part.each("localStorage", |item| {
        item.object()?;
        Ok((item.text("name")?, item.text("value")?))
    })?;
    Ok(OriginStorage { origin, items })
}

fn bad(at: &str, what: impl Into<String>) -> BadStorageState {
    BadStorageState {
        at: at.to_owned(),
        what: what.into(),
    }
}

/// A part of the file and where it is: `cookies[2].domain`.
struct Part<'a> {
    at: String,
    value: &'a Value,
}

impl<'a> Part<'a> {
    fn below(&self, key: &str) -> String {
        match self.at.as_str() {
            "" => key.to_owned(),
            at => format!("{at}.{key}"),
        }
    }

    fn get(&self, key: &str) -> Option<Part<'a>> {
        self.value.get(key).map(|value| Part {
            at: self.below(key),
            value,
        })
    }

    fn object(&self) -> Result<&'a Map<String, Value>, BadStorageState> {
        let what = if self.at.is_empty() {
            "it must be an object"
        } else {
            "must be an object"
        };
        self.value.as_object().ok_or_else(|| bad(&self.at, what))
    }

    /// The parts of a list; one that is missing is empty.
    fn each<T>(
        &self,
        key: &str,
        read: impl Fn(&Part<'_>) -> Result<T, BadStorageState>,
    ) -> Result<Vec<T>, BadStorageState> {
        let Some(list) = self.get(key) else {
            return Ok(Vec::new());
        };
        let items = list
            .value
            .as_array()
            .ok_or_else(|| bad(&list.at, "must be a list"))?;
        let parts = items.iter().enumerate().map(|(number, value)| Part {
            at: format!("{}[{number}]", list.at),
            value,
        });
        parts.map(|part| read(&part)).collect()
    }

    fn text(&self, key: &str) -> Result<String, BadStorageState> {
        let text = self.value.get(key).and_then(Value::as_str);
        text.map(str::to_owned)
            .ok_or_else(|| bad(&self.below(key), "must be a string"))
    }

    fn filled(&self, key: &str) -> Result<String, BadStorageState> {
        match self.text(key)? {
            text if text.trim().is_empty() => Err(bad(&self.below(key), "must not be empty")),
            text => Ok(text),
        }
    }

    fn flag(&self, key: &str) -> Result<bool, BadStorageState> {
        match self.value.get(key) {
            None => Ok(false),
            Some(value) => value
                .as_bool()
                .ok_or_else(|| bad(&self.below(key), "must be true or false")),
        }
    }

    /// Seconds since 1970; `None` for a cookie of the browser's session.
    fn expires(&self) -> Result<Option<f64>, BadStorageState> {
        let Some(value) = self.value.get("expires") else {
            return Ok(None);
        };
        let what = "must be a number of seconds since 1970, or -1";
        let seconds = value.as_f64().ok_or_else(|| bad(&self.below("expires"), what))?;
        Ok((seconds >= 0.0).then_some(seconds))
    }

    fn same_site(&self) -> Result<Option<String>, BadStorageState> {
        match self.value.get("sameSite").map(Value::as_str) {
            None => Ok(None),
            Some(Some(same_site @ ("Strict" | "Lax" | "None"))) => Ok(Some(same_site.to_owned())),
            Some(_) => Err(bad(&self.below("sameSite"), "must be Strict, Lax or None")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trouble(text: &str) -> String {
        match StorageState::parse(text) {
            Ok(state) => panic!("{text} is read as {state:?}"),
            Err(bad) => bad.to_string(),
        }
    }

    #[test]
    fn what_is_wrong_is_named_and_no_value_is_repeated() {
        for (text, expected) in [
            (
                "{\"cookies\": [s3cret]}",
                "it is not valid JSON at line 1, column 14",
            ),
            ("[]", "it must be an object"),
            ("{}", "it has neither cookies nor origins"),
            (r#"{"cookies": "s3cret"}"#, "cookies must be a list"),
            (r#"{"cookies": ["s3cret"]}"#, "cookies[0] must be an object"),
            (
                r#"{"cookies": [{"name": "a", "value": 5}]}"#,
                "cookies[0].value must be a string",
            ),
            (
                r#"{"cookies": [{"name": "a", "value": "b", "domain": " ", "path": "/"}]}"#,
                "cookies[0].domain must not be empty",
            ),
            (
                r#"{"cookies": [{"name": "a", "value": "b", "domain": "x", "path": "/", "sameSite": "lax"}]}"#,
                "cookies[0].sameSite must be Strict, Lax or None",
            ),
            (
                r#"{"origins": [{"origin": "shop.test", "localStorage": []}]}"#,
                "origins[0].origin must be an origin such as https://shop.test",
            ),
            (
                r#"{"origins": [{"origin": "https://shop.test", "localStorage": [{"name": "a"}]}]}"#,
                "origins[0].localStorage[0].value must be a string",
            ),
        ] {
            assert_eq!(trouble(text), expected);
        }
    }

    #[test]
    fn a_cookie_of_one_host_stays_with_it() {
        let state = StorageState::parse(
            r#"{"cookies": [
                {"name": "a", "value": "1", "domain": "shop.test", "path": "/x", "expires": -1, "secure": true, "sameSite": "Lax"},
                {"name": "b", "value": "2", "domain": ".shop.test", "path": "/", "expires": 1900000000.5, "httpOnly": true}
            ], "origins": []}"#,
        )
        .unwrap();
        let parameters: Vec<&Value> = state.cookies.iter().map(|cookie| &cookie.parameters).collect();
        assert_eq!(
            parameters,
            [
                &json!({"name": "a", "value": "1", "url": "https://shop.test/x", "path": "/x", "httpOnly": false, "secure": true, "sameSite": "Lax"}),
                &json!({"name": "b", "value": "2", "domain": ".shop.test", "path": "/", "httpOnly": true, "secure": false, "expires": 1_900_000_000.5}),
            ]
        );
    }

    #[test]
    fn values_are_secrets_also_inside_json_and_are_never_shown() {
        let state = StorageState::parse(
            r#"{"cookies": [{"name": "sid", "value": "cookie-value", "domain": "x", "path": "/"}],
                "origins": [{"origin": "https://x", "localStorage": [
                    {"name": "auth", "value": "{\"token\": \"inner-token\", \"dark\": \"yes\"}"},
                    {"name": "theme", "value": "dark"}]}]}"#,
        )
        .unwrap();
        assert_eq!(
            state.secrets(),
            [
                "cookie-value",
                "inner-token",
                r#"{"token": "inner-token", "dark": "yes"}"#
            ]
        );
        assert_eq!(format!("{state:?}"), "StorageState { cookies: 1, origins: 1 }");
    }
}
