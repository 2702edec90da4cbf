use super::{Config, Profile, read_config};
use crate::ir::Millis;

/// `code message` of every problem, with the text under its caret.
fn problems(text: &str) -> Vec<String> {
    let (_, problems) = read_config(text);
    let shown = problems
        .iter()
        .map(|p| format!("{} {} @ {}", p.code, p.message, &text[p.span.start..p.span.end]));
    shown.collect()
}

#[test]
fn an_empty_object_is_the_default() {
    assert_eq!(read_config("{}"), (Config::default(), Vec::new()));
}

#[test]
fn reads_every_field() {
    let (config, problems) = read_config(include_str!("../../../fixtures/project/full.config.json"));
    assert_eq!(problems, []);
    let profile = |name: &str| config.profiles.get(name).cloned().unwrap();
    assert_eq!(config.profiles.len(), 3);
    assert_eq!(profile("buyer").account.as_deref(), Some("@buyer"));
    assert_eq!(profile("buyer").user_data_dir.as_deref(), Some("profiles/buyer"));
    assert_eq!(
        profile("guest").storage_state.as_deref(),
        Some("profiles/guest.json")
    );
    assert_eq!(profile("plain"), Profile::default());
    assert_eq!(config.engine.as_deref(), Some("chrome"));
    assert_eq!(
        config.engines["chrome"].path.as_deref(),
        Some("/usr/bin/chromium")
    );
    assert_eq!(config.engines["chrome"].version.as_deref(), Some("156"));
    assert_eq!(
        config.engines["chrome"].sha256.as_deref().map(|hash| &hash[..3]),
        Some("ab0")
    );
    assert_eq!(config.origins["https://shop.test"], "http://localhost:3000");
    assert_eq!(config.timeout, Some(Millis(7_000)));
    assert_eq!(
        (config.scripts.as_str(), config.results.as_str()),
        ("tests", "out")
    );
    assert_eq!(config.secrets["CARD"].env, "SHOP_CARD");
    assert_eq!(config.allow_weaker_label, "weaker-is-fine");
    let server = config.web_server.unwrap();
    assert_eq!(
        (server.command.as_str(), server.url.as_str()),
        ("npm start", "http://localhost:3000/")
    );
}

#[test]
fn says_what_cannot_be_used() {
    for (text, expected) in [
        (
            "",
            vec!["C001 aite.config.json is not valid JSON: the file is empty @ "],
        ),
        (
            "[]",
            vec!["C001 aite.config.json needs an object such as {}, found an array @ []"],
        ),
        (
            r#"{"profile": {}}"#,
            vec![r#"C002 unknown key "profile" (did you mean "profiles"?) @ "profile""#],
        ),
        (
            r#"{"profiles": {"a": {"acount": "x"}}}"#,
            vec![r#"C002 unknown key "acount" (did you mean "account"?) @ "acount""#],
        ),
        (
            r#"{"timeout": 10}"#,
            vec![r#"C003 "timeout" needs a duration such as "10s", "500ms" or "1m", found a number @ 10"#],
        ),
        (
            r#"{"scripts": "a", "scripts": "b"}"#,
            vec![r#"C003 "scripts" is written twice @ "scripts""#],
        ),
        (
            r#"{"webServer": {"command": "make serve"}}"#,
            vec![r#"C003 "webServer" needs "url" @ {"command": "make serve"}"#],
        ),
        (
            r#"{"webServer": {"command": 1, "url": "x"}}"#,
            vec![
                r#"C003 "command" needs a string, found a number @ 1"#,
                r#"C003 "url" needs an http or https URL, found "x" @ "x""#,
            ],
        ),
        (
            r#"{"origins": {"shop": "http://a", "http://b": "http://c/d"}}"#,
            vec![
                r#"C003 "shop" is no origin such as https://shop.test @ "shop""#,
                r#"C003 "http://b" needs an origin such as http://localhost:3000, found "http://c/d" @ "http://c/d""#,
            ],
        ),
        (
            r#"{"engine": "crome"}"#,
            vec![
                r#"C003 "engine" needs one of chrome, chromium, lightpanda, moli, obscura or a ws:// address, found "crome" @ "crome""#,
            ],
        ),
        (
            r#"{"secrets": {"K": {}}, "engines": {"chrome": {"sha256": "12"}}}"#,
            vec![
                r#"C003 "K" needs "env" @ {}"#,
                r#"C003 "sha256" needs 64 hexadecimal digits, found "12" @ "12""#,
            ],
        ),
    ] {
        assert_eq!(problems(text), expected, "{text}");
    }
}

#[test]
fn survives_anything() {
    let deep = "[".repeat(100_000);
    for text in [
        "{",
        "{\"a\"",
        "nul",
        "\u{feff}{}",
        "\0",
        "{\"é\":1}",
        "// c\n{}",
        "{,}",
        deep.as_str(),
    ] {
        for problem in read_config(text).1 {
            assert!(
                text.get(problem.span.start..problem.span.end).is_some(),
                "{text}: {problem:?}"
            );
        }
    }
    assert_eq!(read_config("\u{feff}{}").1, []);
    assert!(!read_config("// c\n{}").1.is_empty());
}
