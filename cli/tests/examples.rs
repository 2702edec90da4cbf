//! The example scripts are green, and the red one is red for its reason.

mod house;

use house::project::{Project, said};

#[test]
fn every_example_passes() {
    let project = Project::of_examples();
    let output = project.aite(["run", "scripts", "--serve", "fixtures/site"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}

#[test]
fn the_red_example_fails_on_the_balance() {
    let project = Project::of_examples();
    let output = project.aite(["run", "fixtures/red/balance.aite"]);
    let said = said(&output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("mismatch") && said.contains("equals:-2"), "{said}");
}

#[test]
fn every_example_is_formatted_and_without_warnings() {
    let project = Project::of_examples();
    let output = project.aite(["fmt", "--check", "scripts", "fixtures/red"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
    let output = project.aite(["check", "--deny-warnings", "scripts", "fixtures/red"]);
    assert_eq!(output.status.code(), Some(0), "{}", said(&output));
}
