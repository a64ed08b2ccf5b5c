//! lurd's folders, by the conventions of the system (XDG on Unix).

use std::path::PathBuf;

#[cfg(feature = "folders")]
use etcetera::BaseStrategy;

/// The name of lurd's folder in each of the system's folders.
#[cfg(feature = "folders")]
const OWN: &str = "lurd";

/// The folder that an environment variable of Windows names, if it is set to an absolute path. Windows sets `%APPDATA%` and
/// `%LOCALAPPDATA%` for each user, and programs and scripts there use them. `etcetera` asks the system instead, which returns
/// the same folders unless the variables were changed. Other systems have other variables, which `etcetera` reads.
#[cfg(feature = "folders")]
fn named(variable: &str) -> Option<PathBuf> {
    std::env::var_os(variable).map(PathBuf::from).filter(|folder| cfg!(windows) && folder.is_absolute())
}

/// The folders of the system. None where the home folder is not an absolute path: what is meant by a relative one
/// changes with the working folder.
#[cfg(feature = "folders")]
fn base() -> Option<impl BaseStrategy> {
    let base = etcetera::choose_base_strategy().ok()?;
    base.home_dir().is_absolute().then_some(base)
}

/// The path of the configuration file, whether or not it exists: `LURD_CONFIG` (no file if it is empty), or
/// else `lurd/config.toml` in the configuration folder.
#[cfg(feature = "folders")]
#[must_use]
pub fn config_file() -> Option<PathBuf> {
    match std::env::var_os("LURD_CONFIG") {
        Some(path) if path.is_empty() => None,
        Some(path) => Some(path.into()),
        None => {
            named("APPDATA").or_else(|| Some(base()?.config_dir())).map(|folder| folder.join(OWN).join("config.toml"))
        }
    }
}

/// The folder for data that can be recomputed: tables. None without the feature `cli`: the library alone writes no file
/// that its caller has not named.
#[must_use]
pub fn cache() -> Option<PathBuf> {
    #[cfg(feature = "folders")]
    return named("LOCALAPPDATA").or_else(|| Some(base()?.cache_dir())).map(|folder| folder.join(OWN));
    #[cfg(not(feature = "folders"))]
    None
}

/// The folder for the user's data: saved solutions.
#[cfg(feature = "folders")]
#[must_use]
pub fn data() -> Option<PathBuf> {
    named("APPDATA").or_else(|| Some(base()?.data_dir())).map(|folder| folder.join(OWN))
}

/// The folder for data that persists but is not important: the history.
#[cfg(feature = "folders")]
#[must_use]
pub fn state() -> Option<PathBuf> {
    let folder = || base().map(|base| base.state_dir().unwrap_or_else(|| base.data_dir()));
    named("APPDATA").or_else(folder).map(|folder| folder.join(OWN))
}
