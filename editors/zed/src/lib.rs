//! Tells Zed how the language server of `.aite` scripts is started.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{self as zed, LanguageServerId, Result, Worktree};

struct Aite;

impl zed::Extension for Aite {
    fn new() -> Self {
        Self
    }

    /// The program of the settings (`lsp.aite.binary.path`), or the one on the `PATH`.
    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<zed::Command> {
        let settings = LspSettings::for_worktree(id.as_ref(), worktree).ok();
        let binary = settings.and_then(|settings| settings.binary);
        let (path, arguments) = binary.map_or((None, None), |binary| (binary.path, binary.arguments));
        let command = path.or_else(|| worktree.which("aite")).ok_or(
            "aite is not on the PATH: install it, or say where it is in the settings, as lsp.aite.binary.path",
        )?;
        Ok(zed::Command {
            command,
            args: arguments.unwrap_or_else(|| vec!["lsp".to_owned()]),
            env: worktree.shell_env(),
        })
    }
}

zed::register_extension!(Aite);
