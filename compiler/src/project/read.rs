//! From text to [`Config`]: what cannot be used is reported and left at its default.

use std::collections::BTreeMap;

use super::config::{Config, Engine, Profile, Secret, WebServer};
use super::duration::duration;
use super::origin::{is_web_address, origin};
use crate::diagnostic::{Code, Diagnostic, nearest};
use crate::ir::Millis;
use crate::json::{self, Json, Member, Value};
use crate::source::Span;

/// The name of the file; the folder that holds it is the project's root.
pub const CONFIG_FILE: &str = "aite.config.json";

const KEYS: [&str; 11] = [
    "profiles",
    "engine",
    "engines",
    "origins",
    "timeout",
    "scripts",
    "results",
    "secrets",
    "allowWeakerLabel",
    "webServer",
    "checks",
];
const ENGINES: [&str; 5] = ["chrome", "chromium", "lightpanda", "moli", "obscura"];

/// Reads the configuration. There always is one; what is wrong with the text is in the diagnostics.
pub fn read_config(text: &str) -> (Config, Vec<Diagnostic>) {
    let mut reader = Reader { problems: Vec::new() };
    // An editor's byte order mark is no part of JSON; blanks in its place keep every span right.
    let blanked = text.strip_prefix('\u{feff}').map(|rest| format!("   {rest}"));
    let config = match json::parse(blanked.as_deref().unwrap_or(text)) {
        Ok(root) => reader.config(root),
        Err((span, why)) => {
            let message = format!("{CONFIG_FILE} is not valid JSON: {why}");
            reader.problems.push(Diagnostic::error(Code::C001, span, message));
            Config::default()
        }
    };
    reader.problems.sort_by_key(|problem| problem.span.start);
    (config, reader.problems)
}

struct Reader {
    problems: Vec<Diagnostic>,
}

impl Reader {
    fn config(&mut self, root: Json<'_>) -> Config {
        let mut config = Config::default();
        let found = root.value.kind();
        let Value::Object(members) = root.value else {
            let message = format!("{CONFIG_FILE} needs an object such as {{}}, found {found}");
            self.problems
                .push(Diagnostic::error(Code::C001, root.span, message));
            return config;
        };
        for member in self.once(members) {
            match member.key.as_ref() {
                "profiles" => config.profiles = self.map(member, Self::profile),
                "engine" => config.engine = self.engine_name(member),
                "engines" => config.engines = self.map(member, Self::engine),
                "origins" => config.origins = self.origins(member),
                "timeout" => config.timeout = self.timeout(member),
                "scripts" => set(&mut config.scripts, self.text(&member)),
                "results" => set(&mut config.results, self.text(&member)),
                "secrets" => config.secrets = self.map(member, Self::secret),
                "allowWeakerLabel" => set(&mut config.allow_weaker_label, self.text(&member)),
                "webServer" => config.web_server = self.web_server(member),
                "checks" => config.allow_unsandboxed_checks = self.checks(member),
                _ => self.unknown(&member, &KEYS),
            }
        }
        config
    }

    fn profile(&mut self, member: Member<'_>) -> Option<Profile> {
        let mut profile = Profile::default();
        for member in self.object(member)? {
            match member.key.as_ref() {
                "account" => profile.account = self.text(&member),
                "userDataDir" => profile.user_data_dir = self.text(&member),
                "storageState" => profile.storage_state = self.text(&member),
                _ => self.unknown(&member, &["account", "userDataDir", "storageState"]),
            }
        }
        Some(profile)
    }

    fn engine_name(&mut self, member: Member<'_>) -> Option<String> {
        let name = self.text(&member)?;
        if ENGINES.contains(&name.as_str()) || name.starts_with("ws://") || name.starts_with("wss://") {
            return Some(name);
        }
        let wanted = format!("one of {} or a ws:// address", ENGINES.join(", "));
        self.wrong(&member, &wanted, &format!("\"{name}\""), nearest(&name, ENGINES));
        None
    }

    fn engine(&mut self, member: Member<'_>) -> Option<Engine> {
        if !ENGINES.contains(&member.key.as_ref()) {
            self.unknown(&member, &ENGINES);
            return None;
        }
        let mut engine = Engine::default();
        for member in self.object(member)? {
            match member.key.as_ref() {
                "path" => engine.path = self.text(&member),
                "version" => engine.version = self.text(&member),
                "sha256" => engine.sha256 = self.sha256(&member),
                _ => self.unknown(&member, &["path", "version", "sha256"]),
            }
        }
        Some(engine)
    }

    fn sha256(&mut self, member: &Member<'_>) -> Option<String> {
        let digits = self.text(member)?.to_ascii_lowercase();
        if digits.len() == 64 && digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Some(digits);
        }
        self.wrong(member, "64 hexadecimal digits", &format!("\"{digits}\""), None);
        None
    }

    fn origins(&mut self, member: Member<'_>) -> BTreeMap<String, String> {
        let mut origins = BTreeMap::new();
        for member in self.object(member).into_iter().flatten() {
            let Some(from) = origin(&member.key) else {
                let message = format!("\"{}\" is no origin such as https://shop.test", member.key);
                self.problems
                    .push(Diagnostic::error(Code::C003, member.key_span, message));
                continue;
            };
            let Some(written) = self.text(&member) else {
                continue;
            };
            match origin(&written) {
                Some(to) => drop(origins.insert(from, to)),
                None => self.wrong(
                    &member,
                    "an origin such as http://localhost:3000",
                    &format!("\"{written}\""),
                    None,
                ),
            }
        }
        origins
    }

    fn timeout(&mut self, member: Member<'_>) -> Option<Millis> {
        let wanted = "a duration such as \"10s\", \"500ms\" or \"1m\"";
        let Value::String(written) = &member.value.value else {
            self.wrong(&member, wanted, member.value.value.kind(), None);
            return None;
        };
        let time = duration(written);
        if time.is_none() {
            self.wrong(&member, wanted, &format!("\"{written}\""), None);
        }
        time.map(Millis)
    }

    fn secret(&mut self, member: Member<'_>) -> Option<Secret> {
        let span = member.value.span;
        let name = member.key.to_string();
        let mut env = None;
        for member in self.object(member)? {
            match member.key.as_ref() {
                "env" => env = self.text(&member),
                _ => self.unknown(&member, &["env"]),
            }
        }
        self.required(env, span, &name, "\"env\"")
            .map(|env| Secret { env })
    }

    fn web_server(&mut self, member: Member<'_>) -> Option<WebServer> {
        let span = member.value.span;
        let (mut command, mut url) = (None, None);
        for member in self.object(member)? {
            match member.key.as_ref() {
                "command" => command = self.text(&member),
                "url" => url = self.address(&member),
                _ => self.unknown(&member, &["command", "url"]),
            }
        }
        let command = self.required(command, span, "webServer", "\"command\"");
        let url = self.required(url, span, "webServer", "\"url\"");
        Some(WebServer {
            command: command?,
            url: url?,
        })
    }

    fn checks(&mut self, member: Member<'_>) -> bool {
        let mut allow = false;
        for member in self.object(member).into_iter().flatten() {
            match (member.key.as_ref(), &member.value.value) {
                ("allowUnsandboxed", Value::Bool(value)) => allow = *value,
                ("allowUnsandboxed", other) => self.wrong(&member, "true or false", other.kind(), None),
                _ => self.unknown(&member, &["allowUnsandboxed"]),
            }
        }
        allow
    }

    fn address(&mut self, member: &Member<'_>) -> Option<String> {
        let url = self.text(member)?;
        if is_web_address(&url) {
            return Some(url);
        }
        self.wrong(member, "an http or https URL", &format!("\"{url}\""), None);
        None
    }

    /// A value for each member of an object; members that cannot be used are left out.
    fn map<T>(
        &mut self,
        member: Member<'_>,
        read: fn(&mut Self, Member<'_>) -> Option<T>,
    ) -> BTreeMap<String, T> {
        let members = self.object(member).unwrap_or_default();
        let read_one = |member: Member<'_>| Some((member.key.to_string(), read(self, member)?));
        members.into_iter().filter_map(read_one).collect()
    }

    fn object<'t>(&mut self, member: Member<'t>) -> Option<Vec<Member<'t>>> {
        if let Value::Object(members) = member.value.value {
            return Some(self.once(members));
        }
        self.wrong(&member, "an object", member.value.value.kind(), None);
        None
    }

    /// A string that says something.
    fn text(&mut self, member: &Member<'_>) -> Option<String> {
        match &member.value.value {
            Value::String(text) if !text.trim().is_empty() => return Some(text.to_string()),
            Value::String(_) => self.wrong(member, "a string that is not empty", "\"\"", None),
            other => self.wrong(member, "a string", other.kind(), None),
        }
        None
    }

    /// The members without those whose key was there before.
    fn once<'t>(&mut self, members: Vec<Member<'t>>) -> Vec<Member<'t>> {
        let mut seen: BTreeMap<String, Span> = BTreeMap::new();
        let mut kept = Vec::with_capacity(members.len());
        for member in members {
            match seen.get(member.key.as_ref()) {
                Some(first) => {
                    let message = format!("\"{}\" is written twice", member.key);
                    let problem = Diagnostic::error(Code::C003, member.key_span, message);
                    self.problems
                        .push(problem.with_related(*first, "first written here"));
                }
                None => {
                    seen.insert(member.key.to_string(), member.key_span);
                    kept.push(member);
                }
            }
        }
        kept
    }

    fn unknown(&mut self, member: &Member<'_>, known: &[&'static str]) {
        let meant = nearest(&member.key, known.iter().copied());
        let hint = meant.map_or_else(
            || format!(" (known are {})", known.join(", ")),
            |meant| format!(" (did you mean \"{meant}\"?)"),
        );
        let message = format!("unknown key \"{}\"{hint}", member.key);
        let problem = Diagnostic::error(Code::C002, member.key_span, message);
        self.problems
            .push(with_replacement(problem, member.key_span, meant));
    }

    fn wrong(&mut self, member: &Member<'_>, wanted: &str, found: &str, meant: Option<&str>) {
        let message = format!("\"{}\" needs {wanted}, found {found}", member.key);
        let problem = Diagnostic::error(Code::C003, member.value.span, message);
        self.problems
            .push(with_replacement(problem, member.value.span, meant));
    }

    fn required(&mut self, value: Option<String>, span: Span, owner: &str, key: &str) -> Option<String> {
        let already_said = |problem: &Diagnostic| span.touches(problem.span.start);
        if value.is_none() && !self.problems.iter().any(already_said) {
            let message = format!("\"{owner}\" needs {key}");
            self.problems.push(Diagnostic::error(Code::C003, span, message));
        }
        value
    }
}

fn with_replacement(problem: Diagnostic, span: Span, meant: Option<&str>) -> Diagnostic {
    match meant {
        Some(meant) => problem.with_fix(format!("Change to \"{meant}\""), span, format!("\"{meant}\"")),
        None => problem,
    }
}

fn set(slot: &mut String, value: Option<String>) {
    if let Some(value) = value {
        *slot = value;
    }
}
