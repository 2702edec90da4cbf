//! Every query, and its answer as text.

use std::fmt::Write as _;

use aite_compiler::diagnostic::Edit;
use aite_compiler::ide::{
    Change, Command, Completion, Insert, Lens, LinkTarget, Location, Signature, Symbol, WorkspaceEdit,
};
use aite_compiler::source::{LineIndex, Span};

use crate::world::{CURSOR, World};

/// Longer lists are cut: the first entries show what there is to see.
const MOST: usize = 40;

/// The answer to the query that a folder is named after; `title` may say more behind ` :: `.
pub(crate) fn answer(query: &str, title: &str, world: &World) -> String {
    let World {
        analysis,
        file,
        range,
        ..
    } = world;
    let more = title.split_once(" :: ").map_or("", |(_, more)| more);
    let whole = match range.is_empty() {
        true => Span::new(0, world.text.len()),
        false => *range,
    };
    match query {
        "findings" => findings(world),
        "completion" => completions(world),
        "hover" => match analysis.hover(file, world.cursor()) {
            Some(hover) => format!("on {}\n{}\n", shown(world, hover.span), hover.markdown),
            None => "nothing\n".to_owned(),
        },
        "definition" => locations(world, &analysis.definition(file, world.cursor())),
        "references" => locations(world, &analysis.references(file, world.cursor())),
        "rename" => rename(world, more),
        "symbols" => {
            let mut out = String::new();
            symbols(world, &analysis.symbols(file), 0, &mut out);
            out
        }
        "project-symbols" => {
            let found = analysis.project_symbols(more);
            lines(found.iter().map(|symbol| {
                let container = symbol
                    .container
                    .as_ref()
                    .map_or(String::new(), |name| format!(" in {name}"));
                format!(
                    "{:?} {}{container} {}",
                    symbol.kind,
                    symbol.name,
                    place(world, &symbol.location)
                )
            }))
        }
        "folds" => lines(analysis.folds(file).iter().map(|fold| {
            let index = LineIndex::new(&world.text);
            format!(
                "{:?} lines {} to {}",
                fold.kind,
                index.line(fold.span.start),
                index.line(fold.span.end)
            )
        })),
        "selection" => lines(
            analysis
                .selection(file, world.cursor())
                .iter()
                .map(|span| shown(world, *span)),
        ),
        "links" => lines(analysis.links(file).iter().map(|link| {
            let target = match &link.target {
                LinkTarget::Address(address) => address.clone(),
                LinkTarget::File(file) => format!("file {}", file.path),
            };
            format!("{} -> {target}", shown(world, link.span))
        })),
        "tokens" => tokens(world, whole),
        "hints" => hints(world, whole),
        "signatures" => match analysis.signatures(file, world.cursor()) {
            Some(found) => {
                let forms = found.forms.iter().enumerate();
                lines(forms.map(|(at, form)| signature(form, at == found.active)))
            }
            None => "nothing\n".to_owned(),
        },
        "format" => edits(&world.text, &analysis.format(file)),
        "format-range" => edits(&world.text, &analysis.format_range(file, *range)),
        "format-newline" => edits(&world.text, &analysis.format_after_newline(file, world.cursor())),
        "actions" => actions(world),
        "lenses" => lines(analysis.lenses(file).iter().map(|lens| of_lens(world, lens))),
        other => panic!("no such query: {other}"),
    }
}

fn lines(lines: impl Iterator<Item = String>) -> String {
    let lines: Vec<String> = lines.collect();
    match lines.is_empty() {
        true => "nothing\n".to_owned(),
        false => lines.join("\n") + "\n",
    }
}

/// `3:5 "text"`, on one line.
fn shown(world: &World, span: Span) -> String {
    let text = world
        .text
        .get(span.start..span.end)
        .expect("a span lies in the text");
    format!("{} {:?}", at(&world.text, span.start), shortened(text))
}

fn shortened(text: &str) -> String {
    match text.chars().count() {
        0..=60 => text.to_owned(),
        _ => text.chars().take(57).chain("…".chars()).collect(),
    }
}

/// Line and column as people count them.
fn at(text: &str, offset: usize) -> String {
    let index = LineIndex::new(text);
    let line = index.line(offset);
    let start = index.line_span(line).map_or(0, |line| line.start);
    format!("{line}:{}", text[start..offset].chars().count() + 1)
}

fn place(world: &World, location: &Location) -> String {
    let text = world.text_of(&location.file);
    match text.get(location.span.start..location.span.end) {
        Some(named) if !text.is_empty() => {
            format!(
                "{}:{} {named:?}",
                location.file.path,
                at(&text, location.span.start)
            )
        }
        _ => format!("{} at the top", location.file.path),
    }
}

fn locations(world: &World, found: &[Location]) -> String {
    lines(found.iter().map(|location| place(world, location)))
}

fn findings(world: &World) -> String {
    let mut out = String::new();
    for found in world.analysis.findings(&world.file) {
        let faded = if found.unnecessary { " unnecessary" } else { "" };
        writeln!(
            out,
            "{:?} {} {}{faded}",
            found.severity,
            found.page(),
            shown(world, found.span)
        )
        .unwrap();
        for line in found.message.lines() {
            writeln!(out, "  {line}").unwrap();
        }
        for related in &found.related {
            writeln!(
                out,
                "  see {}: {}",
                place(world, &related.location),
                related.message
            )
            .unwrap();
        }
    }
    if out.is_empty() {
        "nothing\n".to_owned()
    } else {
        out
    }
}

fn completions(world: &World) -> String {
    let mut found = world.analysis.completions(&world.file, world.cursor());
    found.sort_by(|a, b| a.sort.cmp(&b.sort));
    let more = found.len().saturating_sub(MOST);
    let mut out = lines(found.iter().take(MOST).map(|entry| completion(world, entry)));
    if more > 0 {
        writeln!(out, "… {more} more").unwrap();
    }
    out
}

/// `label  Kind  what is written over what`
fn completion(world: &World, entry: &Completion) -> String {
    let written = match &entry.insert {
        Insert::Text(text) => format!("{text:?}"),
        Insert::Snippet(snippet) => format!("snippet {snippet:?}"),
    };
    let over = world
        .text
        .get(entry.replace.start..entry.replace.end)
        .expect("a span lies in the text");
    let over = if over.is_empty() {
        String::new()
    } else {
        format!(" over {over:?}")
    };
    let detail = entry
        .detail
        .as_ref()
        .map_or(String::new(), |detail| format!("  ({detail})"));
    let again = if entry.again { " …" } else { "" };
    format!(
        "{}  {:?}  {written}{over}{again}{detail}",
        entry.label, entry.kind
    )
}

fn rename(world: &World, new: &str) -> String {
    let Some(span) = world.analysis.rename_place(&world.file, world.cursor()) else {
        let why = world
            .analysis
            .rename(&world.file, world.cursor(), new)
            .expect_err("it cannot be renamed");
        return format!("refused: {why}\n");
    };
    match world.analysis.rename(&world.file, world.cursor(), new) {
        Ok(edit) => format!("{}\n{}", shown(world, span), workspace_edit(world, &edit)),
        Err(why) => format!("{}\nrefused: {why}\n", shown(world, span)),
    }
}

fn symbols(world: &World, found: &[Symbol], depth: usize, out: &mut String) {
    for symbol in found {
        assert!(symbol.span.start <= symbol.name_span.start && symbol.name_span.end <= symbol.span.end);
        let detail = symbol
            .detail
            .as_ref()
            .map_or(String::new(), |detail| format!(" ({detail})"));
        let index = LineIndex::new(&world.text);
        writeln!(
            out,
            "{}{:?} {}{detail} lines {} to {}",
            "  ".repeat(depth),
            symbol.kind,
            symbol.name,
            index.line(symbol.span.start),
            index.line(symbol.span.end)
        )
        .unwrap();
        symbols(world, &symbol.children, depth + 1, out);
    }
}

/// A line for each line of the text: its words with their classes.
fn tokens(world: &World, range: Span) -> String {
    let index = LineIndex::new(&world.text);
    let mut out = String::new();
    let mut line = 0;
    for token in world.analysis.tokens(&world.file, range) {
        let own = index.line(token.span.start);
        if own != line {
            write!(out, "{}{own}:", if out.is_empty() { "" } else { "\n" }).unwrap();
            line = own;
        }
        let definition = if token.definition { "!" } else { "" };
        let text = &world.text[token.span.start..token.span.end];
        write!(out, " {}{definition}[{text}]", token.class.name()).unwrap();
    }
    out.push('\n');
    out
}

/// The lines that have hints, with the hints in them.
fn hints(world: &World, range: Span) -> String {
    let mut found = world.analysis.hints(&world.file, range);
    found.sort_by_key(|hint| hint.at);
    let mut text = world.text.clone();
    for hint in found.iter().rev() {
        text.insert_str(hint.at, &format!(" ‹{}: {}›", hint.label, hint.tooltip));
    }
    lines(
        text.lines()
            .filter(|line| line.contains('‹'))
            .map(|line| line.trim_end().to_owned()),
    )
}

fn signature(form: &Signature, is_active: bool) -> String {
    let mut label = form.label.clone();
    let mut docs = String::new();
    if let Some(part) = form.active.and_then(|active| form.parameters.get(active)) {
        label.insert(part.span.end, ']');
        label.insert(part.span.start, '[');
        docs = format!("\n    {}", part.docs);
    }
    format!("{} {label}{docs}", if is_active { "*" } else { " " })
}

fn of_lens(world: &World, lens: &Lens) -> String {
    let command = match &lens.command {
        Some(Command::Run { file, line, headed }) => format!(" -> run {}:{line} headed:{headed}", file.path),
        Some(Command::AllowChecks { .. }) => " -> allow checks".to_owned(),
        None => String::new(),
    };
    format!("{} {}{command}", shown(world, lens.span), lens.title)
}

fn actions(world: &World) -> String {
    let found = world.analysis.actions(&world.file, world.range);
    lines(found.iter().map(|action| {
        let fixes = action
            .fixes
            .map_or(String::new(), |(code, _)| format!(" fixes {code}"));
        let preferred = if action.preferred { " preferred" } else { "" };
        let change = match &action.change {
            Change::Edit(edit) => workspace_edit(world, edit),
            Change::Command(command) => format!(
                "  {}\n",
                match command {
                    Command::AllowChecks { .. } => "aite checks allow",
                    Command::Run { .. } => "aite run",
                }
            ),
        };
        format!(
            "{:?} {}{fixes}{preferred}\n{}",
            action.kind,
            action.title,
            change.trim_end()
        )
    }))
}

fn workspace_edit(world: &World, edit: &WorkspaceEdit) -> String {
    let mut out = String::new();
    for (file, changes) in &edit.files {
        let text = world.text_of(file);
        writeln!(out, "  {}", file.path).unwrap();
        for line in edits(&text, changes).lines() {
            writeln!(out, "  {line}").unwrap();
        }
    }
    out
}

/// What edits make of a text: the lines that change.
fn edits(text: &str, edits: &[Edit]) -> String {
    let new = apply(text, edits);
    let (old, new): (Vec<&str>, Vec<&str>) = (text.split('\n').collect(), new.split('\n').collect());
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let end = old
        .iter()
        .rev()
        .zip(new.iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let end = end.min(old.len().min(new.len()) - start);
    let visible = |line: &&str| line.replace('\r', "␍").replace('\t', "␉");
    let removed = old[start..old.len() - end]
        .iter()
        .map(|line| format!("-{}", visible(line)));
    let added = new[start..new.len() - end]
        .iter()
        .map(|line| format!("+{}", visible(line)));
    lines(removed.chain(added))
}

/// Edits are in order, do not overlap and lie in the text.
pub(crate) fn apply(text: &str, edits: &[Edit]) -> String {
    let mut new = String::new();
    let mut at = 0;
    for edit in edits {
        assert!(edit.span.start >= at, "edits overlap: {edits:?}");
        new.push_str(&text[at..edit.span.start]);
        new.push_str(&edit.text);
        at = edit.span.end;
    }
    new.push_str(&text[at..]);
    assert!(!new.contains(CURSOR));
    new
}
