//! Annotations of GitHub Actions.

use std::io::{self, Write};

use super::{Report, rule_id, sentence, shown_at};
use crate::render::github::{data, property};

pub(super) fn write(out: &mut dyn Write, report: &Report<'_>) -> io::Result<()> {
    let level = if report.fails() { "error" } else { "warning" };
    for finding in report.findings {
        let (file, line) = shown_at(finding);
        writeln!(
            out,
            "::{level} file={},line={line},title={}::{}",
            property(file),
            property(&rule_id(finding)),
            data(&sentence(finding))
        )?;
    }
    Ok(())
}
