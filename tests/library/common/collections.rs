//! Collections of levels that are not part of this project, in the folder that `LURD_LEVELS` names.

use std::fs;
use std::path::PathBuf;

fn root() -> PathBuf {
    PathBuf::from(std::env::var_os("LURD_LEVELS").expect("LURD_LEVELS names a folder"))
}

/// The text of a collection.
pub fn text(name: &str) -> String {
    fs::read_to_string(root().join(name)).expect("a collection")
}

/// The paths and texts of the collections in a subfolder, by name; `""` is the folder itself.
pub fn files(subfolder: &str) -> Vec<(String, String)> {
    let mut files: Vec<_> = fs::read_dir(root().join(subfolder))
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "xsb" || extension == "txt"))
        .map(|path| (path.display().to_string(), fs::read_to_string(&path).expect("a text")))
        .collect();
    files.sort();
    files
}
