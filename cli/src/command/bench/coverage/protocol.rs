//! The stable part of the protocol, each command and event of it: tested, waived with a reason, or not covered.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use aite_compiler::import::OUT_OF_SCOPE_METHODS;
use serde::Deserialize;
use serde_json::{Value, json};

use super::features::Features;
use crate::exit::Stop;

/// Where a data set says which members it does not test, and why; from the manifest.
const WAIVERS: &str = "config/cdp_waivers.json";

/// A description of the protocol.
#[derive(Deserialize)]
struct Description {
    version: Option<Version>,
    domains: Vec<Domain>,
}

#[derive(Deserialize)]
struct Version {
    major: String,
    minor: String,
}

#[derive(Deserialize)]
struct Domain {
    domain: String,
    #[serde(default)]
    experimental: bool,
    #[serde(default)]
    deprecated: bool,
    #[serde(default)]
    commands: Vec<Member>,
    #[serde(default)]
    events: Vec<Member>,
}

#[derive(Deserialize)]
struct Member {
    name: String,
    #[serde(default)]
    experimental: bool,
    #[serde(default)]
    deprecated: bool,
}

/// Reasons not to test something.
#[derive(Deserialize, Default)]
struct Waivers {
    waivers: BTreeMap<String, Waiver>,
}

#[derive(Deserialize)]
struct Waiver {
    #[serde(default)]
    reason: String,
}

/// What became of the stable members.
pub(super) struct Ledger {
    pub(super) version: String,
    /// With the number of features that name each.
    tested: BTreeMap<String, usize>,
    /// With the reason.
    waived: BTreeMap<String, String>,
    pub(super) out_of_scope: BTreeSet<String>,
    pub(super) uncovered: BTreeSet<String>,
    /// Features that look like members and name none, not even an unstable one.
    pub(super) unknown: Vec<String>,
    /// What is wrong with waivers.
    pub(super) stale: Vec<String>,
}

impl Ledger {
    /// Reads descriptions of the protocol, and the waivers of the data set.
    ///
    /// # Errors
    /// A file cannot be read, or is something else.
    pub(super) fn read(files: &[PathBuf], root: &Path, features: &Features) -> Result<Self, Stop> {
        let mut descriptions = Vec::new();
        for file in files {
            descriptions.push(read::<Description>(
                file,
                "the protocol as DevTools describes it",
            )?);
        }
        let waivers = root.join(WAIVERS);
        let waivers = match waivers.exists() {
            true => read(&waivers, "a list of waivers")?,
            false => Waivers::default(),
        };
        Ok(Self::of(&descriptions, waivers, features))
    }

    fn of(descriptions: &[Description], waivers: Waivers, features: &Features) -> Self {
        let (stable, all) = members(descriptions);
        let mut named: BTreeMap<&str, usize> = BTreeMap::new();
        let mut unknown = Vec::new();
        for feature in features.by_name.keys() {
            let Some(key) = key_of_feature(feature) else {
                continue;
            };
            match stable.get(&key) {
                Some(member) => *named.entry(member).or_default() += 1,
                None if all.contains(&key) => {}
                None => unknown.push(feature.clone()),
            }
        }
        let mut ledger = Self {
            version: version(descriptions),
            tested: BTreeMap::new(),
            waived: BTreeMap::new(),
            out_of_scope: BTreeSet::new(),
            uncovered: BTreeSet::new(),
            unknown,
            stale: stale(&waivers, &stable, &named),
        };
        for member in stable.values() {
            if OUT_OF_SCOPE_METHODS.contains(&member.as_str()) {
                ledger.out_of_scope.insert(member.clone());
            } else if let Some(features) = named.get(member.as_str()) {
                ledger.tested.insert(member.clone(), *features);
            } else if let Some(waiver) = waivers.waivers.get(member) {
                ledger.waived.insert(member.clone(), waiver.reason.clone());
            } else {
                ledger.uncovered.insert(member.clone());
            }
        }
        ledger
    }

    pub(super) fn tested(&self) -> usize {
        self.tested.len()
    }

    pub(super) fn waived(&self) -> usize {
        self.waived.len()
    }

    /// All stable commands and events.
    pub(super) fn total(&self) -> usize {
        self.tested.len() + self.waived.len() + self.out_of_scope.len() + self.uncovered.len()
    }

    pub(super) fn json(&self) -> Value {
        json!({
            "version": self.version,
            "stable": self.total(),
            "tested": self.tested,
            "waived": self.waived,
            "out_of_scope": self.out_of_scope,
            "uncovered": self.uncovered,
            "features_that_name_nothing": self.unknown,
            "waivers_that_are_wrong": self.stale,
        })
    }
}

fn read<T: for<'a> Deserialize<'a>>(path: &Path, what: &str) -> Result<T, Stop> {
    let shown = path.display();
    let text = fs::read(path).map_err(|error| Stop::file(&shown, &error))?;
    serde_json::from_slice(&text).map_err(|error| {
        Stop::refused(format!(
            "{shown}:{}:{}: this is not {what}: {error}",
            error.line(),
            error.column()
        ))
    })
}

fn version(descriptions: &[Description]) -> String {
    let versions = descriptions.iter().filter_map(|it| it.version.as_ref());
    let versions: BTreeSet<_> = versions
        .map(|version| format!("{}.{}", version.major, version.minor))
        .collect();
    match versions.is_empty() {
        true => "of unknown version".to_owned(),
        false => versions.into_iter().collect::<Vec<_>>().join(" and "),
    }
}

/// The stable members by their keys, and the keys of all.
fn members(descriptions: &[Description]) -> (BTreeMap<String, String>, BTreeSet<String>) {
    let mut stable = BTreeMap::new();
    let mut all = BTreeSet::new();
    for domain in descriptions.iter().flat_map(|it| &it.domains) {
        for member in domain.commands.iter().chain(&domain.events) {
            let key = key(&domain.domain, &member.name);
            all.insert(key.clone());
            let parts = [
                domain.experimental,
                domain.deprecated,
                member.experimental,
                member.deprecated,
            ];
            if !parts.contains(&true) {
                stable.insert(key, format!("{}.{}", domain.domain, member.name));
            }
        }
    }
    (stable, all)
}

/// Features spell members in several ways (`domsnapshot`, `dom_snapshot`): only letters and digits tell them apart.
fn key(domain: &str, member: &str) -> String {
    let bare = |text: &str| {
        let letters = text.chars().filter(char::is_ascii_alphanumeric);
        letters.map(|c| c.to_ascii_lowercase()).collect::<String>()
    };
    format!("{}.{}", bare(domain), bare(member))
}

/// `cdp.DOMAIN.MEMBER`, where the member may have several words.
fn key_of_feature(feature: &str) -> Option<String> {
    let (domain, member) = feature.strip_prefix("cdp.")?.split_once('.')?;
    Some(key(domain, member))
}

fn stale(waivers: &Waivers, stable: &BTreeMap<String, String>, named: &BTreeMap<&str, usize>) -> Vec<String> {
    let known: BTreeSet<&str> = stable.values().map(String::as_str).collect();
    let wrong = |(member, waiver): (&String, &Waiver)| {
        let why = match () {
            () if !known.contains(member.as_str()) => "is no stable member of the protocol",
            () if named.contains_key(member.as_str()) => "is tested",
            () if waiver.reason.trim().is_empty() => "has no reason",
            () => return None,
        };
        Some(format!("{member} is waived and {why}"))
    };
    waivers.waivers.iter().filter_map(wrong).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stable_member_is_in_one_place() {
        let description = json!({"version": {"major": "1", "minor": "3"}, "domains": [
            {"domain": "DOMSnapshot", "commands": [{"name": "takeIt"}, {"name": "oldOne", "deprecated": true}],
                "events": [{"name": "wasTaken"}]},
            {"domain": "Page", "commands": [{"name": "captureScreenshot"}, {"name": "crash"}, {"name": "close"}]},
            {"domain": "New", "experimental": true, "commands": [{"name": "try"}]},
        ]});
        let waivers = json!({"waivers": {"Page.crash": {"category": "c", "reason": "it ends the run"},
            "Page.gone": {"reason": "r"}, "DOMSnapshot.takeIt": {"reason": "r"}}});
        let names = [
            "cdp.dom_snapshot.take_it",
            "cdp.new.try",
            "cdp.page.noSuch",
            "web.css",
        ];
        let features = Features {
            tasks: 0,
            subsets: Vec::new(),
            by_name: names.map(|name| (name.to_owned(), BTreeMap::new())).into(),
            bare: Vec::new(),
        };
        let description: Description = serde_json::from_value(description).unwrap();
        let waivers: Waivers = serde_json::from_value(waivers).unwrap();
        let ledger = Ledger::of(&[description], waivers, &features);
        assert_eq!(
            ledger.json(),
            json!({
                "version": "1.3",
                "stable": 5,
                "tested": {"DOMSnapshot.takeIt": 1},
                "waived": {"Page.crash": "it ends the run"},
                "out_of_scope": ["Page.captureScreenshot"],
                "uncovered": ["DOMSnapshot.wasTaken", "Page.close"],
                "features_that_name_nothing": ["cdp.page.noSuch"],
                "waivers_that_are_wrong": [
                    "DOMSnapshot.takeIt is waived and is tested",
                    "Page.gone is waived and is no stable member of the protocol",
                ],
            })
        );
    }
}
