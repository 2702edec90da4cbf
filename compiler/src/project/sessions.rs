//! What signed-in profiles ask of a program (specification, "Several profiles" and `session-check`).

use super::Config;
use crate::diagnostic::{Code, Diagnostic};
use crate::ir::{Op, OpKind, OpOrigin, Origins, PageOp, Program};
use crate::lower::Located;

/// The check that says who is signed in.
const SESSION_CHECK: &str = "session-check";

/// S001: for each profile with an account, the first command on it when that is not `call session-check`.
///
/// Whatever follows would be done as whoever happens to be signed in. The one command that may come before is the
/// `start` or `goto` that opens the profile's page, where no `start` header does.
pub fn unchecked_sessions(program: &Program, origins: &Origins, config: &Config) -> Vec<Located> {
    let sessions = program.sessions.iter().enumerate();
    let unchecked = sessions.filter_map(|(number, name)| {
        let account = config.profiles.get(name)?.account.as_ref()?;
        let is_default = number == 0;
        let page_is_open = is_default && program.start.is_some();
        let (op, origin) = first_command(program, origins, name, page_is_open)?;
        (!is_session_check(op)).then(|| problem(name, account, is_default, origin))
    });
    unchecked.collect()
}

/// The first command on a profile, behind the one that opens its page.
fn first_command<'a>(
    program: &'a Program,
    origins: &'a Origins,
    name: &str,
    page_is_open: bool,
) -> Option<(&'a Op, &'a OpOrigin)> {
    let default = program.sessions.first();
    let is_on_it = |op: &Op| {
        op.profile
            .as_ref()
            .or(default)
            .is_some_and(|profile| profile == name)
    };
    let ops = program.ops().zip(&origins.ops);
    let mut commands = ops
        .filter(|(op, _)| !matches!(op.kind, OpKind::Include(_)) && is_on_it(op))
        .peekable();
    commands.next_if(|(op, _)| !page_is_open && opens_page(op));
    commands.next()
}

fn opens_page(op: &Op) -> bool {
    matches!(op.kind, OpKind::Page(PageOp::Start { .. } | PageOp::Goto { .. }))
}

fn is_session_check(op: &Op) -> bool {
    matches!(&op.kind, OpKind::Call { check, .. } if check == SESSION_CHECK)
}

fn problem(name: &str, account: &str, is_default: bool, origin: &OpOrigin) -> Located {
    let call = match is_default {
        true => format!("call {SESSION_CHECK}"),
        false => format!("call {SESSION_CHECK} on:{name}"),
    };
    let message = format!(
        "the profile {name} is signed in as {account}: the first command on that profile must be: call {SESSION_CHECK}"
    );
    let place = &origin.place;
    let diagnostic = Diagnostic::error(Code::S001, place.span, message)
        .with_label("who is signed in is not known here")
        .with_help(format!("write before this command: {call}"));
    Located {
        file: place.file,
        diagnostic,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::unchecked_sessions;
    use crate::lower::{NoSources, compile};
    use crate::project::read_config;

    /// The lines of what is found in a script on two signed-in profiles and a plain one.
    fn lines(start: &str, commands: &[&str]) -> Vec<usize> {
        let config = read_config(
            r#"{"profiles": {"anna": {"account": "@anna"}, "ben": {"account": "@ben"}, "guest": {}}}"#,
        );
        let commands = commands.join("\n");
        let text = format!(
            "test \"t\"\n{start}\nneeds session anna\nneeds session ben\nneeds session guest\nstep \"s\"\n{commands}\n"
        );
        let compiled = compile("t.aite", Arc::from(text.as_str()), &NoSources);
        assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
        let found = unchecked_sessions(&compiled.program, &compiled.origins, &config.0);
        let line = |at: usize| {
            text.get(..at)
                .map_or(0, |before| before.matches('\n').count() + 1)
        };
        found
            .iter()
            .map(|found| line(found.diagnostic.span.start) - 6)
            .collect()
    }

    #[test]
    fn every_signed_in_profile_begins_with_its_check() {
        let start = "start https://shop.test/";
        let none: [usize; 0] = [];
        assert_eq!(lines(start, &["call session-check", "click text:\"A\""]), none);
        assert_eq!(lines(start, &["call session-check \"@other\""]), none);
        assert_eq!(lines(start, &["click text:\"A\"", "call session-check"]), [1]);
        assert_eq!(
            lines(
                start,
                &["set a \"b\"", "call session-check", "type label:\"${a}\" \"c\""]
            ),
            [1]
        );
        assert_eq!(lines(start, &["call balance-at-least 5"]), [1]);
        assert_eq!(
            lines(start, &["call session-check on:ben", "click text:\"A\""]),
            [2]
        );
        assert_eq!(
            lines(start, &["click text:\"A\" on:guest", "call session-check"]),
            none
        );
        assert_eq!(
            lines(start, &["click text:\"A\" on:ben", "click text:\"B\""]),
            [2, 1]
        );
    }

    #[test]
    fn the_page_may_be_opened_before() {
        let goto = "goto https://shop.test/";
        let none: [usize; 0] = [];
        assert_eq!(lines("", &[goto, "call session-check"]), none);
        assert_eq!(lines("", &[goto, goto, "call session-check"]), [2]);
        assert_eq!(
            lines("start https://shop.test/", &[goto, "call session-check"]),
            [1]
        );
        assert_eq!(
            lines(
                "start https://shop.test/",
                &[
                    "call session-check",
                    "goto https://shop.test/ on:ben",
                    "call session-check on:ben"
                ]
            ),
            none
        );
    }
}
