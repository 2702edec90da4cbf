//! The registry: one row a code.

use std::fmt;

use serde::{Serialize, Serializer};

/// Everything that a diagnostic can be about. The E numbers are the specification's; S, C and W codes are
/// ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Code {
    /// A step without a name.
    E001,
    /// A command that does not exist.
    E002,
    /// A command without what it needs, or with what it cannot have.
    E003,
    /// A string that is not closed on its line.
    E004,
    /// A target key that does not exist.
    E005,
    /// A profile that the configuration does not know.
    E006,
    /// A variable that is read before it is set.
    E007,
    /// Structure and headers.
    E010,
    /// A check that does not exist.
    E011,
    /// A signed-in profile that is used before its session is checked.
    S001,
    /// A configuration that is no JSON object.
    C001,
    /// A key that the configuration does not have.
    C002,
    /// A value that the configuration cannot use.
    C003,
    /// A fixed pause.
    W001,
    /// A target that counts matches.
    W002,
    /// A test that checks nothing.
    W003,
    /// A variable that nothing reads.
    W004,
    /// A check whose outcome is certain.
    W005,
    /// A test that seems to publish and does not say so.
    W006,
    /// A check that may not run.
    W007,
}

/// A row of the registry.
#[derive(Debug, Clone, Copy)]
pub struct Row {
    /// The code itself.
    pub code: Code,
    /// As printed.
    pub name: &'static str,
    /// A headline of a few words.
    pub title: &'static str,
}

const fn row(code: Code, name: &'static str, title: &'static str) -> Row {
    Row { code, name, title }
}

/// Every code, in the order of its number.
pub const REGISTRY: [Row; 20] = [
    row(Code::E001, "E001", "a step needs a name"),
    row(Code::E002, "E002", "unknown command"),
    row(Code::E003, "E003", "a command is incomplete or does not fit"),
    row(Code::E004, "E004", "unterminated string"),
    row(Code::E005, "E005", "unknown target key"),
    row(Code::E006, "E006", "no such profile is configured"),
    row(Code::E007, "E007", "a variable is used before it is set"),
    row(Code::E010, "E010", "structure and headers"),
    row(Code::E011, "E011", "unknown check"),
    row(
        Code::S001,
        "S001",
        "a signed-in profile begins with session-check",
    ),
    row(Code::C001, "C001", "the configuration is not JSON"),
    row(Code::C002, "C002", "unknown key in the configuration"),
    row(Code::C003, "C003", "a value that the configuration cannot use"),
    row(Code::W001, "W001", "a fixed pause"),
    row(Code::W002, "W002", "a target that counts matches"),
    row(Code::W003, "W003", "a test that checks nothing"),
    row(Code::W004, "W004", "a variable that nothing reads"),
    row(Code::W005, "W005", "a check whose outcome is certain"),
    row(Code::W006, "W006", "a click that reads like publishing"),
    row(Code::W007, "W007", "a check that may not run"),
];

impl Code {
    /// The row of this code.
    pub fn row(self) -> Row {
        REGISTRY
            .into_iter()
            .find(|row| row.code == self)
            .unwrap_or(row(self, "E000", "unknown"))
    }

    /// `E005` and the like.
    pub fn name(self) -> &'static str {
        self.row().name
    }

    /// Finds a code by its printed name, whatever its case.
    pub fn parse(name: &str) -> Option<Self> {
        REGISTRY
            .into_iter()
            .find(|row| row.name.eq_ignore_ascii_case(name))
            .map(|row| row.code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}
