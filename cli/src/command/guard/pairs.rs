//! Which old script is which new one.

use crate::git::{Change, Entry, Kind};

/// A script before and after. At least one side is there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pair {
    pub(super) old: Option<Entry>,
    pub(super) new: Option<Entry>,
}

/// The changed scripts, as git pairs them.
pub(super) fn scripts(changes: Vec<Change>) -> Vec<Pair> {
    let mut pairs: Vec<Pair> = changes
        .into_iter()
        .map(|change| Pair {
            new: change
                .new
                .filter(|new| is_script(new) && still_found(&change.old, new)),
            old: change.old.filter(is_script),
        })
        .filter(|pair| pair.old.is_some() || pair.new.is_some())
        .collect();
    pairs.sort_by(|a, b| path(a).cmp(path(b)));
    pairs
}

/// The changed JSON files; which of them are of a benchmark is seen by what is in them.
pub(super) fn task_files(changes: &[Change]) -> Vec<Pair> {
    let is_json = |entry: &&Entry| entry.kind == Kind::File && entry.path.ends_with(b".json");
    let pairs = changes.iter().map(|change| Pair {
        old: change.old.as_ref().filter(is_json).cloned(),
        new: change
            .new
            .as_ref()
            .filter(is_json)
            .filter(|new| still_found(&change.old, new))
            .cloned(),
    });
    let mut pairs: Vec<Pair> = pairs
        .filter(|pair| pair.old.is_some() || pair.new.is_some())
        .collect();
    pairs.sort_by(|a, b| path(a).cmp(path(b)));
    pairs
}

fn path(pair: &Pair) -> &[u8] {
    pair.old
        .as_ref()
        .or(pair.new.as_ref())
        .map_or(&[], |entry| &entry.path)
}

pub(super) fn is_script(entry: &Entry) -> bool {
    let stem = file_name(&entry.path).strip_suffix(b".aite");
    stem.is_some_and(|stem| !stem.is_empty()) && entry.kind != Kind::Submodule
}

/// A script that moves into a folder that aite does not look into is gone as if it had been deleted.
fn still_found(old: &Option<Entry>, new: &Entry) -> bool {
    let was_found = old.as_ref().is_none_or(|old| !is_overlooked(&old.path));
    !(was_found && old.is_some() && is_overlooked(&new.path))
}

/// Hidden files and folders and those of other tools' packages are not searched for scripts.
fn is_overlooked(path: &[u8]) -> bool {
    let mut names = path.split(|byte| *byte == b'/');
    names.any(|name| name.starts_with(b".") || name == b"node_modules")
}

/// Pairs what git could not: a deleted and an added script with one test name are one script that moved, however
/// much of it changed on the way. `name` tells the test's name of a side.
pub(super) fn follow_names<E>(
    pairs: Vec<Pair>,
    mut name: impl FnMut(Which, &Entry) -> Result<Option<String>, E>,
) -> Result<Vec<Pair>, E> {
    let is_deleted = |pair: &Pair| pair.new.is_none();
    let is_added = |pair: &Pair| pair.old.is_none();
    if !pairs.iter().any(is_deleted) || !pairs.iter().any(is_added) {
        return Ok(pairs);
    }
    let mut followed = Vec::with_capacity(pairs.len());
    let mut deleted: Vec<(Option<String>, Entry)> = Vec::new();
    let mut added: Vec<(Option<String>, Option<Entry>)> = Vec::new();
    for pair in pairs {
        match pair {
            Pair {
                old: Some(old),
                new: None,
            } => deleted.push((name(Which::Old, &old)?, old)),
            Pair {
                old: None,
                new: Some(new),
            } => added.push((name(Which::New, &new)?, Some(new))),
            pair => followed.push(pair),
        }
    }
    for (test, old) in deleted {
        followed.push(Pair {
            new: take_likest(&mut added, test.as_deref(), &old.path),
            old: Some(old),
        });
    }
    let left = added.into_iter().filter_map(|(_, new)| new);
    followed.extend(left.map(|new| Pair {
        old: None,
        new: Some(new),
    }));
    followed.sort_by(|a, b| path(a).cmp(path(b)));
    Ok(followed)
}

/// Which side of the comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Which {
    Old,
    New,
}

/// The added script with this test name, the one with the same file name first.
fn take_likest(
    added: &mut [(Option<String>, Option<Entry>)],
    test: Option<&str>,
    path: &[u8],
) -> Option<Entry> {
    let test = test?;
    let same_test =
        |(name, entry): &(Option<String>, Option<Entry>)| name.as_deref() == Some(test) && entry.is_some();
    let same_file = |candidate: &(Option<String>, Option<Entry>)| {
        same_test(candidate)
            && candidate
                .1
                .as_ref()
                .is_some_and(|new| file_name(&new.path) == file_name(path))
    };
    let at = added
        .iter()
        .position(same_file)
        .or_else(|| added.iter().position(same_test))?;
    added.get_mut(at)?.1.take()
}

fn file_name(path: &[u8]) -> &[u8] {
    path.rsplit(|byte| *byte == b'/').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(path: &str) -> Entry {
        Entry {
            path: path.into(),
            kind: Kind::File,
            object: None,
        }
    }

    fn change(old: &str, new: &str) -> Change {
        let side = |path: &str| (!path.is_empty()).then(|| entry(path));
        Change {
            old: side(old),
            new: side(new),
        }
    }

    fn shown(pairs: &[Pair]) -> Vec<String> {
        let path = |side: &Option<Entry>| {
            side.as_ref().map_or("-".into(), |entry| {
                String::from_utf8_lossy(&entry.path).into_owned()
            })
        };
        pairs
            .iter()
            .map(|pair| format!("{} > {}", path(&pair.old), path(&pair.new)))
            .collect()
    }

    #[test]
    fn a_script_is_gone_when_its_new_path_is_no_script_or_is_not_looked_at() {
        let cases = [
            ("a.aite", "b.aite", "a.aite > b.aite"),
            ("a.aite", "a.txt", "a.aite > -"),
            ("a.txt", "a.aite", "- > a.aite"),
            ("x/a.aite", ".x/a.aite", "x/a.aite > -"),
            ("x/a.aite", "node_modules/a.aite", "x/a.aite > -"),
            (".x/a.aite", ".y/a.aite", ".x/a.aite > .y/a.aite"),
            ("", ".x/a.aite", "- > .x/a.aite"),
        ];
        for (old, new, expected) in cases {
            assert_eq!(shown(&scripts(vec![change(old, new)])), [expected]);
        }
    }

    #[test]
    fn scripts_that_moved_are_followed_by_the_name_of_their_test() {
        let pairs = scripts(vec![
            change("a/x.aite", ""),
            change("a/y.aite", ""),
            change("a/z.aite", ""),
            change("", "b/new.aite"),
            change("", "b/x.aite"),
        ]);
        let names = |_: Which, entry: &Entry| {
            let named_one = entry.path.ends_with(b"x.aite") || entry.path.ends_with(b"new.aite");
            Ok::<_, ()>(match entry.path.ends_with(b"y.aite") || named_one {
                true => Some("one".to_owned()),
                false => None,
            })
        };
        assert_eq!(
            shown(&follow_names(pairs, names).unwrap()),
            ["a/x.aite > b/x.aite", "a/y.aite > b/new.aite", "a/z.aite > -"]
        );
    }
}
