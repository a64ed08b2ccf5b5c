//! Files of a test's own.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder of files that is taken away at the end.
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lurd-test-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder for files");
        Self(path)
    }

    pub fn file(&self, name: &str, bytes: &[u8]) -> String {
        let path = self.0.join(name);
        fs::write(&path, bytes).expect("a file");
        shown(&path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

pub fn shown(path: &Path) -> String {
    path.to_str().expect("a path in UTF-8").to_owned()
}
