//! Files for a file input.

use std::path::Path;

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::json;

use super::agent::remote;
use super::attached::attached;
use super::attempt::Attempt;
use super::target::Wanted;
use super::trouble::Trouble;

/// Gives a file to an input, which need not be seen: pages put something prettier over it.
///
/// # Errors
/// When the input is not there, or the browser refuses the file.
pub(crate) async fn upload(attempt: &mut Attempt<'_>, wanted: &Wanted, file: &Path) -> Result<(), Trouble> {
    let found = attached(attempt, wanted).await?;
    let connection = attempt.tab.picture().connection();
    let session = connection.session(found.world.session.clone());
    let element = session.call_as::<_, Element>(
        "Runtime.callFunctionOn",
        &json!({
            "functionDeclaration": remote::ELEMENT,
            "executionContextId": found.world.context,
            "arguments": [{"value": found.element.node}],
        }),
    );
    let element = attempt
        .deadline
        .within(element)
        .await?
        .map_err(Trouble::of_call)?;
    let object = element.result.object_id.ok_or(Trouble::NotFound)?;
    let files = json!({"files": [file], "objectId": object});
    let set = session.call_as::<_, IgnoredAny>("DOM.setFileInputFiles", &files);
    attempt.deadline.within(set).await?.map_err(Trouble::of_call)?;
    Ok(())
}

#[derive(Deserialize)]
struct Element {
    result: Remote,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Remote {
    object_id: Option<String>,
}
