//! The registry: one row a code.

use std::fmt;

use serde::{Serialize, Serializer};

/// Everything that a diagnostic can be about. The E numbers are the specification's; S, C, T and W codes are
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
    /// A file of a benchmark's data set that is no JSON object.
    T001,
    /// A task without a field that every task has.
    T002,
    /// A field that holds another type than it should.
    T003,
    /// A task in a layer or subset that the manifest does not have it in.
    T004,
    /// A task that does not say what it finds out.
    T005,
    /// Features or tags that are no list of names.
    T006,
    /// A tag outside the namespaces, or a version too many or too few.
    T007,
    /// A field that tasks no longer have.
    T008,
    /// A Chrome baseline policy that does not exist.
    T009,
    /// A driver that does not exist or is not the subset's.
    T010,
    /// A driver's script that is not in the data set.
    T011,
    /// A page that the fixture server cannot serve.
    T012,
    /// A grader that does not exist.
    T013,
    /// A task that passes whatever happens.
    T014,
    /// A grading endpoint that is no path.
    T015,
    /// A launch or artifact profile that does not exist.
    T016,
    /// A step whose form or operation does not exist.
    T017,
    /// Pictures and paper.
    T018,
    /// A file outside the task's own folders.
    T019,
    /// A task without an expected answer, or an answer that cannot be compared.
    T020,
    /// A capability map that does not fit the tasks.
    T021,
    /// A manifest that cannot be run.
    T022,
    /// A scenario that cannot be expanded.
    T023,
    /// A generated task that is not what its scenario says.
    T024,
    /// Two tasks with one id.
    T025,
    /// A field that nothing reads.
    T026,
    /// A check whose kind does not exist.
    T027,
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
pub const REGISTRY: [Row; 47] = [
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
    row(Code::T001, "T001", "a file of a data set is not JSON"),
    row(Code::T002, "T002", "a field is missing"),
    row(Code::T003, "T003", "a field of another type"),
    row(
        Code::T004,
        "T004",
        "layer or subset is another than in the manifest",
    ),
    row(Code::T005, "T005", "a task needs a description"),
    row(Code::T006, "T006", "features and tags are lists of names"),
    row(Code::T007, "T007", "a tag that cannot be"),
    row(Code::T008, "T008", "an obsolete field"),
    row(Code::T009, "T009", "no such baseline policy"),
    row(Code::T010, "T010", "unsupported driver"),
    row(Code::T011, "T011", "the script of a driver is not there"),
    row(Code::T012, "T012", "unsupported scene"),
    row(Code::T013, "T013", "unsupported grader"),
    row(Code::T014, "T014", "nothing to grade by"),
    row(Code::T015, "T015", "the endpoint of a grader"),
    row(Code::T016, "T016", "no such profile"),
    row(Code::T017, "T017", "a step that no driver can take"),
    row(Code::T018, "T018", "out of scope"),
    row(Code::T019, "T019", "a path of the machine"),
    row(Code::T020, "T020", "an expected answer"),
    row(Code::T021, "T021", "the capability map"),
    row(Code::T022, "T022", "a manifest that cannot be run"),
    row(Code::T023, "T023", "a scenario that cannot be expanded"),
    row(
        Code::T024,
        "T024",
        "a generated task is not what its scenario says",
    ),
    row(Code::T025, "T025", "a task is there twice"),
    row(Code::T026, "T026", "a field that nothing reads"),
    row(Code::T027, "T027", "a check that always fails"),
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
