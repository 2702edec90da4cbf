//! `--raw -z`: which files changed, without any quoting.

use super::{GitError, RepoPath};

/// One changed file. A rename has both sides with different paths.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Change {
    /// `None` when the file is new.
    pub(crate) old: Option<Entry>,
    /// `None` when the file is gone.
    pub(crate) new: Option<Entry>,
}

/// A file of one side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) path: RepoPath,
    pub(crate) kind: Kind,
    /// The object, in hexadecimal; `None` when only the disk has it.
    pub(crate) object: Option<String>,
}

/// What stands at a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Symlink,
    Submodule,
}

/// Reads the answer of `diff-tree` or `diff-index`.
pub(super) fn parse(answer: &[u8]) -> Result<Vec<Change>, GitError> {
    let mut fields = answer.split(|byte| *byte == 0).filter(|field| !field.is_empty());
    let mut changes = Vec::new();
    while let Some(header) = fields.next() {
        let unexpected = || GitError::Unexpected(String::from_utf8_lossy(header).into_owned());
        let header = Header::parse(header).ok_or_else(unexpected)?;
        let path = fields.next().ok_or_else(unexpected)?.to_vec();
        let new_path = match header.has_two_paths {
            true => fields.next().ok_or_else(unexpected)?.to_vec(),
            false => path.clone(),
        };
        changes.push(Change {
            old: header.old.entry(path),
            new: header.new.entry(new_path),
        });
    }
    Ok(changes)
}

/// Files that git does not track are new ones.
pub(super) fn untracked(answer: &[u8]) -> impl Iterator<Item = Change> {
    let paths = answer.split(|byte| *byte == 0).filter(|field| !field.is_empty());
    paths.map(|path| Change {
        old: None,
        new: Some(Entry {
            path: path.to_vec(),
            kind: Kind::File,
            object: None,
        }),
    })
}

/// Reads the answer of `ls-tree`: `100644 blob <id>`, a tab and the path for each file.
pub(super) fn listed(answer: &[u8]) -> Result<Vec<Entry>, GitError> {
    let lines = answer.split(|byte| *byte == 0).filter(|line| !line.is_empty());
    lines
        .map(|line| {
            let unexpected = || GitError::Unexpected(String::from_utf8_lossy(line).into_owned());
            let tab = line
                .iter()
                .position(|byte| *byte == b'\t')
                .ok_or_else(unexpected)?;
            let (facts, path) = line.split_at(tab);
            let facts = std::str::from_utf8(facts).map_err(|_| unexpected())?;
            let mut words = facts.split(' ');
            let (mode, id) = words.next().zip(words.nth(1)).ok_or_else(unexpected)?;
            let path = path.get(1..).unwrap_or_default().to_vec();
            Side::parse(mode, id).entry(path).ok_or_else(unexpected)
        })
        .collect()
}

/// `:100644 100644 <id> <id> R086`
struct Header {
    old: Side,
    new: Side,
    has_two_paths: bool,
}

struct Side {
    kind: Option<Kind>,
    object: Option<String>,
}

impl Header {
    fn parse(header: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(header).ok()?.strip_prefix(':')?;
        let mut words = text.split(' ');
        let (old_mode, new_mode) = (words.next()?, words.next()?);
        let (old_id, new_id) = (words.next()?, words.next()?);
        let status = words.next()?;
        Some(Self {
            old: Side::parse(old_mode, old_id),
            new: Side::parse(new_mode, new_id),
            has_two_paths: status.starts_with(['R', 'C']),
        })
    }
}

impl Side {
    fn parse(mode: &str, id: &str) -> Self {
        let kind = match mode {
            "000000" => None,
            "120000" => Some(Kind::Symlink),
            "160000" => Some(Kind::Submodule),
            _ => Some(Kind::File),
        };
        let unknown = id.bytes().all(|byte| byte == b'0');
        Self {
            kind,
            object: (!unknown).then(|| id.to_owned()),
        }
    }

    fn entry(self, path: RepoPath) -> Option<Entry> {
        Some(Entry {
            path,
            kind: self.kind?,
            object: self.object,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_paths_with_anything_in_them() {
        let answer =
            b":100644 100644 1111 2222 M\0a b\n\xff.aite\0:100644 120000 1111 2222 R086\0a.aite\0b.aite\0\
            :100644 000000 1111 0000 D\0gone.aite\0:100644 100644 1111 0000 M\0disk.aite\0";
        let changes = parse(answer).unwrap();
        let [modified, renamed, deleted, dirty] = changes.as_slice() else {
            panic!("{changes:?}")
        };
        assert_eq!(modified.new.as_ref().unwrap().path, b"a b\n\xff.aite");
        assert_eq!(renamed.old.as_ref().unwrap().path, b"a.aite");
        assert_eq!(renamed.new.as_ref().unwrap().kind, Kind::Symlink);
        assert_eq!(deleted.new, None);
        assert_eq!(dirty.new.as_ref().unwrap().object, None);
    }

    #[test]
    fn reads_the_files_of_a_commit() {
        let files = listed(b"100644 blob 1111\ta\tb.aite\x00120000 blob 2222\tlink\0").unwrap();
        assert_eq!(files[0].path, b"a\tb.aite");
        assert_eq!(files[0].object.as_deref(), Some("1111"));
        assert_eq!(files[1].kind, Kind::Symlink);
        assert!(matches!(listed(b"nonsense\0"), Err(GitError::Unexpected(_))));
    }

    #[test]
    fn says_what_it_does_not_understand() {
        for answer in [
            &b"nonsense\0x\0"[..],
            b":100644 100644 1 2 M\0",
            b":100644 100644 1 2 R1\0a\0",
        ] {
            assert!(matches!(parse(answer), Err(GitError::Unexpected(_))));
        }
    }
}
