//! What editors ask: everything that can be known at a place of a text, as plain data.
//!
//! ```text
//! what the server knows ─ Host ─ snapshot ─ Analysis ─ queries ─ answers
//! ```
//! A [`Host`] is told about documents, projects and runs. A snapshot of it is an [`Analysis`]: it never changes, costs
//! next to nothing, and can be asked on any thread while the host goes on. What is learned of a text is kept beside it,
//! so a text is read once, and what depends on other files is made again only when one of those changed.
//!
//! Places are bytes. An offset outside a text, or inside a character, is taken as the nearest place that exists, and
//! nothing here panics on any input. The edits of an answer lie inside the text that was asked about.

mod actions;
mod analysis;
mod answer;
mod checks;
mod colours;
mod completion;
mod file;
mod findings;
mod folding;
mod formatting;
mod hints;
mod host;
mod hover;
mod last_run;
mod lenses;
mod line;
mod links;
mod navigate;
mod piece;
mod project;
mod rename;
mod scope;
mod sections;
mod selection;
mod signature;
mod summary;
mod symbols;
mod tame;
mod timing;
pub mod words;

pub use analysis::Analysis;
pub use answer::{
    ActionKind, Change, CodeAction, Command, Completion, CompletionKind, Finding, Fold, FoldKind, Hover,
    InlayHint, Insert, Lens, Link, LinkTarget, Location, Parameter, ProjectSymbol, RelatedPlace,
    SemanticToken, Signature, Signatures, Symbol, SymbolKind, TokenClass, WorkspaceEdit,
};
pub use host::{FileKey, FileKind, Host, ProjectId};
pub use tame::tame;
