//! Variables, profiles, checks, scripts, journeys.

use super::Place;
use crate::ide::navigate::{origins, run_file};
use crate::ide::project::Project;
use crate::ide::scope::source;
use crate::ide::summary::NameRole;
use crate::source::{LineIndex, Span};
use crate::syntax::ast::{Command, Form};

/// Where a variable comes from, and its value where that is written.
pub(super) fn variable(place: &Place<'_>, span: Span) -> Option<String> {
    let name = place.slice(span);
    let is_definition = place
        .file
        .name_at(span.start)
        .is_some_and(|found| found.role == NameRole::Defines);
    let origins = match is_definition {
        true => vec![place.file.location(span)],
        false => origins(place.project, place.file, name, span.start),
    };
    if origins.is_empty() {
        return Some(format!("`${{{name}}}` is not set before this line."));
    }
    let mut lines = vec![format!("`${{{name}}}`")];
    for origin in origins {
        let Some(file) = place.project.file(&origin.file.path) else {
            continue;
        };
        let line = LineIndex::new(&file.text).line(origin.span.start);
        let path = match origin.file == place.file.key {
            true => String::new(),
            false => format!(" of {}", origin.file.path),
        };
        let mut said = format!(
            "Set on line {line}{path}:\n```aite\n{}\n```",
            source(file, origin.span.start)
        );
        let tree = file.tree_at(origin.span.start);
        let is_setter = |command: &&Command| command.span.behind(tree.start).touches(origin.span.start);
        let setter = tree.commands().find(is_setter);
        if let Some(Form::Set(_, value)) = setter.map(|command| &command.form) {
            said.push_str(&format!("\nIts value is `{}`.", value.value.replace('\n', "\\n")));
        }
        lines.push(said);
    }
    let reads = place
        .file
        .names_where(|role| matches!(role, NameRole::Reads { .. }));
    let reads = reads.filter(|(other, _)| *other == name).count();
    lines.push(match reads {
        0 => "Nothing in this script reads it.".to_owned(),
        1 => "Read once in this script.".to_owned(),
        count => format!("Read {count} times in this script."),
    });
    Some(lines.join("\n\n"))
}

/// What the configuration says of a profile.
pub(super) fn profile(project: &Project, name: &str) -> String {
    let (config, _) = project.config();
    let Some(profile) = config.config.profiles.get(name) else {
        return format!("The profile `{name}`, which `aite.config.json` does not have.");
    };
    let mut lines = vec![format!("The profile `{name}`")];
    lines.extend(profile.account.as_ref().map(|account| {
        format!("Signed in as {account}: the first command on it must be `call session-check`.")
    }));
    lines.extend(
        profile
            .user_data_dir
            .as_ref()
            .map(|dir| format!("Its folder: `{dir}`")),
    );
    lines.extend(
        profile
            .storage_state
            .as_ref()
            .map(|file| format!("It begins with `{file}`.")),
    );
    let users = project.files().filter(|file| {
        let mut declared = file.names_where(|role| role == NameRole::DeclaresProfile);
        file.key.path.ends_with(".aite") && declared.any(|(other, _)| other == name)
    });
    lines.push(match users.count() {
        1 => "1 script needs it.".to_owned(),
        count => format!("{count} scripts need it."),
    });
    lines.join("\n\n")
}

/// How a check is called, what it does, and whether it may run.
pub(super) fn check(project: &Project, name: &str) -> Option<String> {
    let checks = project.checks();
    let doc = checks.docs.get(name)?;
    let mut lines = vec![format!("```aite\ncall {}\n```", doc.label(name))];
    if !doc.does.is_empty() {
        lines.push(doc.does.clone());
    }
    let documented = doc
        .parameters
        .iter()
        .filter(|parameter| !parameter.docs.is_empty());
    let parameters: Vec<String> = documented
        .map(|parameter| format!("- `{}`: {}", parameter.name, parameter.docs))
        .collect();
    if !parameters.is_empty() {
        lines.push(parameters.join("\n"));
    }
    lines.push(match (&doc.file, checks.judged.get(name)) {
        (None, _) => "Built in.".to_owned(),
        (Some(file), Some(Err(why))) => format!("`{file}`. It may not run: {why}."),
        (Some(file), _) => format!("`{file}`, listed as it is."),
    });
    Some(lines.join("\n\n"))
}

/// What a script that is run is.
pub(super) fn script(project: &Project, written: &str) -> Option<String> {
    let file = run_file(project, written)?;
    let title = file.test_title().unwrap_or("a script without a name");
    let trees = file.trees();
    let steps = trees.iter().flat_map(|tree| &tree.parse.ast.steps);
    let named = steps.filter_map(|step| step.name.as_ref()).take(MOST_STEPS);
    let steps: Vec<String> = named.map(|name| format!("- {}", name.value)).collect();
    let free = file.names_where(|role| role == NameRole::Reads { free: true });
    let mut free: Vec<String> = free.map(|(name, _)| format!("`${{{name}}}`")).collect();
    free.sort();
    free.dedup();
    let mut lines = vec![format!("**{title}**"), steps.join("\n")];
    if !free.is_empty() {
        lines.push(format!("It reads {}, which must be set before.", free.join(", ")));
    }
    Some(lines.join("\n\n"))
}

/// More steps than this are not listed.
const MOST_STEPS: usize = 20;

/// Which tests cover a journey.
pub(super) fn journey(project: &Project, id: &str) -> String {
    let covering = project.files().filter(|file| {
        let mut journeys = file.names_where(|role| role == NameRole::Journey);
        journeys.any(|(other, _)| other == id)
    });
    let tests = covering.map(|file| match file.test_title() {
        Some(title) => format!("- {title} (`{}`)", file.key.path),
        None => format!("- `{}`", file.key.path),
    });
    let tests: Vec<String> = tests.collect();
    format!("The journey `{id}` is covered by\n{}", tests.join("\n"))
}
