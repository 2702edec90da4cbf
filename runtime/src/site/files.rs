//! The files of a folder over HTTP, and nothing outside it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::middleware::{self, Next};
use axum::response::Response;
use percent_encoding::percent_decode_str;
use tower_http::services::ServeDir;

use super::inside;

const NOT_FOUND: &str = "<!doctype html><html><head><meta charset=\"utf-8\"><title>404</title></head><body><h1>Not found</h1></body></html>\n";

/// Everything below `root`, which is canonical.
pub(super) fn router(root: PathBuf) -> Router {
    let files = ServeDir::new(&root);
    Router::new()
        .fallback_service(files)
        .layer(middleware::from_fn_with_state(Arc::new(root), guard))
}

/// Refuses what leads out of the folder or is hidden, and keeps browsers from remembering anything.
async fn guard(State(root): State<Arc<PathBuf>>, request: Request, next: Next) -> Response {
    if !is_inside(&root, request.uri().path()) {
        return not_found();
    }
    let mut response = next.run(request).await;
    if response.status() == StatusCode::NOT_FOUND {
        return not_found();
    }
    let headers = response.headers_mut();
    headers.remove(header::LAST_MODIFIED);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn not_found() -> Response {
    let mut response = Response::new(Body::from(NOT_FOUND));
    *response.status_mut() = StatusCode::NOT_FOUND;
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/html; charset=utf-8"),
    );
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

/// Whether a path names something visible below the folder, symbolic links followed.
fn is_inside(root: &Path, path: &str) -> bool {
    let Ok(path) = percent_decode_str(path).decode_utf8() else {
        return false;
    };
    let names = path.trim_start_matches('/').split('/');
    if path.starts_with("//")
        || names.clone().any(|name| name.starts_with('.'))
        || path.contains(['\0', '\\'])
    {
        return false;
    }
    let file = names.fold(root.to_owned(), |folder, name| folder.join(name));
    // What does not exist is answered by the file service, as not found.
    !file.exists() || inside::real_path(root, &file).is_some()
}
