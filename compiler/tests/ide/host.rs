//! What a host forgets and remembers.

use std::sync::Arc;

use aite_compiler::diagnostic::Code;
use aite_compiler::ide::{Analysis, FileKey, FileKind, Host, ProjectId};
use aite_compiler::lower::SourceError;
use aite_compiler::project::{CheckFolder, Entry};
use aite_compiler::source::Span;

fn codes(analysis: &Analysis, file: &FileKey) -> Vec<Code> {
    analysis.findings(file).iter().map(|found| found.code).collect()
}

const READS: &str = "test \"t\"\nstep \"s\"\nclick text:\"${x}\"\nverify text:\"A\"\n";
const RUNS: &str = "test \"t\"\nstep \"s\"\nset x \"1\"\nrun b.aite\n";

#[test]
fn what_depends_on_another_file_follows_it() {
    let mut host = Host::new();
    let project = host.add_project();
    let (outer, inner) = (FileKey::new(project, "a.aite"), FileKey::new(project, "b.aite"));
    host.open(&outer, FileKind::Script, Arc::from(RUNS));
    assert_eq!(
        codes(&host.snapshot(), &outer),
        [Code::W003, Code::W004, Code::E003],
        "there is nothing to run"
    );
    host.set_disk(&inner, FileKind::Script, Ok(Arc::from(READS)));
    let before = host.snapshot();
    assert_eq!(codes(&before, &outer), []);
    assert_eq!(codes(&before, &inner), [Code::E007]);
    host.open(
        &inner,
        FileKind::Script,
        Arc::from("test \"t\"\nstep \"s\"\nclik\n"),
    );
    assert_eq!(
        codes(&host.snapshot(), &outer),
        [Code::W003, Code::W004, Code::E002],
        "what is open counts"
    );
    host.close(&inner);
    assert_eq!(codes(&host.snapshot(), &outer), []);
    host.set_disk(&inner, FileKind::Script, Err(SourceError::Outside));
    assert_eq!(
        codes(&host.snapshot(), &outer),
        [Code::W003, Code::W004, Code::E003]
    );
    host.set_disk(&inner, FileKind::Script, Err(SourceError::NotFound));
    assert_eq!(
        codes(&host.snapshot(), &outer),
        [Code::W003, Code::W004, Code::E003]
    );
    assert_eq!(codes(&before, &outer), [], "a snapshot never changes");
}

#[test]
fn the_configuration_and_the_checks_count() {
    let mut host = Host::new();
    let project = host.add_project();
    let script = FileKey::new(project, "a.aite");
    let config = FileKey::new(project, "aite.config.json");
    let text = "test \"t\"\nneeds session anna\nstep \"s\"\ncall total\nverify text:\"A\"\n";
    host.open(&script, FileKind::Script, Arc::from(text));
    assert_eq!(codes(&host.snapshot(), &script), [Code::E006, Code::E011]);
    host.set_disk(
        &config,
        FileKind::Config,
        Ok(Arc::from("{\"profiles\": {\"anna\": {}}}")),
    );
    assert_eq!(codes(&host.snapshot(), &script), [Code::E011]);
    host.open(&config, FileKind::Config, Arc::from("{\"profiles\": "));
    assert_eq!(
        codes(&host.snapshot(), &script),
        [Code::E011],
        "half a configuration says nothing of profiles"
    );
    let mut checks = CheckFolder::default();
    checks
        .files
        .insert("total.ts".into(), Entry::File(b"".as_slice().into()));
    host.set_checks(project, &checks);
    assert_eq!(codes(&host.snapshot(), &script), [Code::W007]);
}

#[test]
fn projects_do_not_see_each_other() {
    let mut host = Host::new();
    let (one, two) = (host.add_project(), host.add_project());
    for project in [one, two, ProjectId::NONE] {
        host.open(
            &FileKey::new(project, "a.aite"),
            FileKind::Script,
            Arc::from(RUNS),
        );
    }
    host.open(&FileKey::new(one, "b.aite"), FileKind::Script, Arc::from(READS));
    let analysis = host.snapshot();
    assert_eq!(codes(&analysis, &FileKey::new(one, "a.aite")), []);
    assert_eq!(
        codes(&analysis, &FileKey::new(two, "a.aite")),
        [Code::W003, Code::W004, Code::E003]
    );
    assert_eq!(
        codes(&analysis, &FileKey::new(ProjectId::NONE, "a.aite")),
        [Code::W003, Code::W004, Code::E003]
    );
    host.remove_project(one);
    assert_eq!(host.snapshot().files(one), []);
}

#[test]
fn the_same_answer_is_not_made_twice() {
    let mut host = Host::new();
    let project = host.add_project();
    let (one, two) = (FileKey::new(project, "a.aite"), FileKey::new(project, "c.aite"));
    host.open(&one, FileKind::Script, Arc::from(READS));
    host.open(&two, FileKind::Script, Arc::from(READS));
    let first = host.snapshot();
    assert_eq!(codes(&first, &one), [Code::E007]);
    host.open(&two, FileKind::Script, Arc::from(RUNS));
    // Whether it was made again cannot be seen from outside; that it is the same can.
    assert_eq!(host.snapshot().findings(&one), first.findings(&one));
}

#[test]
fn snapshots_go_to_other_threads() {
    fn assert_send_sync<T: Send + Sync>(_: &T) {}
    assert_send_sync(&Host::new().snapshot());
}

/// Each of these runs the next one many times: a walk that went every way would not end.
#[test]
fn scripts_that_run_each_other_many_times_cost_little() {
    let mut host = Host::new();
    let project = host.add_project();
    for level in 0..8 {
        let run = format!("run {}.aite\n", level + 1).repeat(100);
        let text = format!("test \"t\"\nstep \"s\"\n{run}click text:\"${{x}}\"\n");
        let file = FileKey::new(project, format!("{level}.aite"));
        host.open(&file, FileKind::Script, Arc::from(text));
    }
    let last = FileKey::new(project, "8.aite");
    let text = "test \"t\"\nstep \"s\"\nclick text:\"${x}\" on:a\n";
    host.open(&last, FileKind::Script, Arc::from(text));
    let offset = text.find("${x}").unwrap() + 2;
    let analysis = host.snapshot();
    assert_eq!(analysis.definition(&last, offset), []);
    assert_eq!(analysis.completions(&last, offset), []);
    assert_eq!(analysis.references(&last, offset).len(), 9);
    assert!(analysis.rename(&last, offset, "y").is_ok());
    assert!(analysis.hover(&last, offset).is_some());
    assert_eq!(analysis.hints(&last, Span::new(0, text.len())), []);
}

#[test]
fn of_very_many_findings_the_first_are_told_and_the_rest_counted() {
    for (lines, told) in [(1_000, 1_000), (1_001, 1_001), (5_000, 1_001)] {
        let mut host = Host::new();
        let project = host.add_project();
        let file = FileKey::new(project, "a.aite");
        let text = format!("test \"t\"\nstep \"s\"\n{}", "stop\n".repeat(lines));
        host.open(&file, FileKind::Script, Arc::from(text));
        let findings = host.snapshot().findings(&file);
        assert_eq!(findings.len(), told);
        if lines > 1_000 {
            let last = findings.last().unwrap();
            let counted = format!(
                "{} more findings from here on are not shown: aite check lists them all",
                lines - 1_000
            );
            assert_eq!(last.message, counted);
            assert_eq!(
                last.span.start,
                "test \"t\"\nstep \"s\"\n".len() + 1_000 * "stop\n".len()
            );
        }
    }
}
