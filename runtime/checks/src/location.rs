//! Where in a check something happened.

/// The first place of the check's own file in a stack trace of QuickJS, as `file:line:column`.
pub(crate) fn first_in(file: &str, stack: &str) -> Option<String> {
    stack.lines().find_map(|line| {
        let start = line.find(file)?;
        let after = line.get(start + file.len()..)?.strip_prefix(':')?;
        let end = after
            .find(|character: char| !character.is_ascii_digit() && character != ':')
            .unwrap_or(after.len());
        let place = after.get(..end)?.trim_end_matches(':');
        Some(format!("{file}:{place}"))
    })
}

#[cfg(test)]
mod tests {
    use super::first_in;

    #[test]
    fn the_innermost_frame_of_the_check_is_found() {
        let stack = "    at fail (aite:37:1)\n    at inner (scripts/checks/x.ts:3:7)\n    at default (scripts/checks/x.ts:9:1)\n";
        assert_eq!(
            first_in("scripts/checks/x.ts", stack),
            Some("scripts/checks/x.ts:3:7".to_owned())
        );
        assert_eq!(first_in("scripts/checks/y.ts", stack), None);
    }
}
