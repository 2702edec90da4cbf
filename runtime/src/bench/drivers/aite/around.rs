//! Steps around the page: network, cookies, dialogs, files.

use std::fs;
use std::path::{Path, PathBuf};

use aite_compiler::ir::{PageOp, RouteAction, Target, Text};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};

use super::journal::{Answer, Route};
use super::stage::{Done, Failure, Stage};
use crate::bench::sha256_of;
use crate::deadline::Deadline;
use crate::page::{self, Answering, Dialogs, Notes, Tab, Trouble};

/// Does such a step.
pub(super) async fn around(stage: &mut Stage<'_>, op: &PageOp, deadline: &Deadline) -> Done {
    let tab = stage.tab(deadline).await?;
    match op {
        PageOp::Route { pattern, action } => route(stage, &tab, pattern, action, deadline).await,
        PageOp::ExtraHeaders { headers } => {
            let headers = headers
                .iter()
                .map(|(name, value)| (name.clone(), json!(stage.text(value))));
            let headers: serde_json::Map<String, Value> = headers.collect();
            command(
                &tab,
                "Network.setExtraHTTPHeaders",
                &json!({"headers": headers}),
                deadline,
            )
            .await?;
            Ok("headers_set".into())
        }
        PageOp::SetCookie { name, value, url } => {
            let text = |text: &Text| stage.text(text);
            let cookie = json!({"name": text(name), "value": text(value), "url": text(url)});
            command(&tab, "Network.setCookie", &cookie, deadline).await?;
            Ok("cookie_set".into())
        }
        PageOp::RecordRequests => {
            stage.journal.record();
            Ok("recording".into())
        }
        PageOp::OnDialog { accept, text } => {
            // Those before were nobody's.
            drop(tab.take_dialogs());
            tab.answer_dialogs(Answering {
                accept: *accept,
                text: text.as_ref().map(|text| stage.text(text)),
            });
            Ok("dialog_handler_set".into())
        }
        PageOp::WriteFile { path, content } => {
            let (path, content) = (stage.text(path), stage.text(content));
            fs::write(inside(stage, &path)?, &content)?;
            Ok(format!("wrote {} bytes", content.len()))
        }
        PageOp::Upload { target, path } => {
            let path = PathBuf::from(stage.text(path));
            let mut notes = Notes::default();
            let mut attempt = stage.attempt(&tab, deadline, &mut notes);
            page::upload(&mut attempt, &stage.first(target), &path).await?;
            Ok("files_set".into())
        }
        PageOp::Download { target, path } => download(stage, &tab, target, path, deadline).await,
        _ => Err(Failure::Said("aite has no such step".into())),
    }
}

/// The dialogs that came since somebody wanted to answer them.
pub(super) fn dialogs(stage: &mut Stage<'_>, tab: &Tab) -> Value {
    let Dialogs { kept, .. } = tab.take_dialogs();
    for dialog in kept {
        let one = json!({"type": dialog.kind, "message": dialog.message});
        stage.dialogs.extend(std::iter::repeat_n(one, dialog.times));
    }
    json!(stage.dialogs)
}

/// Sends a command for what it does.
pub(super) async fn command(
    tab: &Tab,
    method: &str,
    params: &Value,
    deadline: &Deadline,
) -> Result<(), Trouble> {
    let sent = tab.session().call_as::<_, IgnoredAny>(method, params);
    deadline.within(sent).await?.map_err(Trouble::of_call)?;
    Ok(())
}

async fn route(
    stage: &mut Stage<'_>,
    tab: &Tab,
    pattern: &Text,
    action: &RouteAction,
    deadline: &Deadline,
) -> Done {
    let answer = match action {
        RouteAction::Abort => Answer::Abort,
        RouteAction::Fulfill {
            status,
            content_type,
            body,
        } => Answer::Fulfill {
            status: *status,
            content_type: stage.text(content_type),
            body: stage.text(body),
        },
    };
    let pattern = stage.text(pattern);
    stage.journal.route(Route { pattern, answer });
    if !stage.is_routing {
        command(
            tab,
            "Fetch.enable",
            &json!({"patterns": [{"urlPattern": "*"}]}),
            deadline,
        )
        .await?;
        stage.is_routing = true;
    }
    Ok("route_registered".into())
}

/// Files of a task stay in the folder of its attempt.
fn inside(stage: &Stage<'_>, path: &str) -> Result<PathBuf, Failure> {
    let path = PathBuf::from(path);
    let leaves = path
        .components()
        .any(|part| part == std::path::Component::ParentDir);
    match path.starts_with(stage.folder) && !leaves {
        true => Ok(path),
        false => Err(Failure::Said(format!(
            "{} is outside the attempt's folder",
            path.display()
        ))),
    }
}

async fn download(stage: &Stage<'_>, tab: &Tab, target: &Target, path: &Text, deadline: &Deadline) -> Done {
    let path = inside(stage, &stage.text(path))?;
    let folder = path.parent().unwrap_or(stage.folder).to_owned();
    fs::create_dir_all(&folder)?;
    stage.context.name_downloads_by_guid(&folder);
    let picture = stage.context.picture();
    let before = picture.read(|state| state.downloads.len());
    let mut notes = Notes::default();
    page::click(
        &mut stage.attempt(tab, deadline, &mut notes),
        &stage.first(target),
        1,
    )
    .await?;
    let ended = picture.until(|state| {
        let new = state.downloads.iter().skip(before);
        new.clone().find(|new| new.state != "inProgress").cloned()
    });
    let ended = match deadline.within(ended).await.map_err(Trouble::from) {
        Ok(ended) => ended.map_err(|closed| Trouble::Lost {
            detail: closed.to_string(),
        })?,
        Err(Trouble::OutOfTime) => return Err(Failure::Said("no download ended in time".into())),
        Err(trouble) => return Err(trouble.into()),
    };
    match ended.state.as_str() {
        "completed" => kept(&folder.join(&ended.guid), &path),
        state => Err(Failure::Said(format!("the download was {state}"))),
    }
}

/// The beginning of its digest, and its size.
fn kept(downloaded: &Path, path: &Path) -> Done {
    fs::rename(downloaded, path)?;
    let bytes = fs::read(path)?;
    let digest = sha256_of(&bytes);
    Ok(format!("{}:{}", digest.get(..12).unwrap_or(&digest), bytes.len()))
}

/// The cookies that an address would get, as the engine tells them.
pub(super) async fn cookies(tab: &Tab, url: &str, deadline: &Deadline) -> Done {
    let asked = tab
        .session()
        .call_as::<_, Cookies>("Network.getCookies", &json!({"urls": [url]}));
    let told = deadline.within(asked).await.map_err(Trouble::from)?;
    Ok(told.map_err(Trouble::of_call)?.cookies.to_string())
}

#[derive(Deserialize)]
struct Cookies {
    cookies: Value,
}
