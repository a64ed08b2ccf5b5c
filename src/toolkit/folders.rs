//! Where lurd keeps things: the folders that the system has for that (XDG on Unix).

use std::path::PathBuf;

use etcetera::{BaseStrategy, choose_base_strategy};

/// The name of lurd's own folder in each of them.
const OWN: &str = "lurd";

/// The configuration file, whether or not it exists: the one that `LURD_CONFIG` names (none if that
/// is empty), or else `lurd/config.toml` in the configuration folder.
#[must_use]
pub fn config_file() -> Option<PathBuf> {
    match std::env::var_os("LURD_CONFIG") {
        Some(path) if path.is_empty() => None,
        Some(path) => Some(path.into()),
        None => choose_base_strategy().ok().map(|base| base.config_dir().join(OWN).join("config.toml")),
    }
}

/// The folder for what should outlive a session and is no loss if it is gone: the history.
#[must_use]
pub fn state() -> Option<PathBuf> {
    let base = choose_base_strategy().ok()?;
    Some(base.state_dir().unwrap_or_else(|| base.data_dir()).join(OWN))
}
