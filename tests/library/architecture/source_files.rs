//! The source files and their modules.

use std::fs;
use std::path::{Path, PathBuf};

/// Appends all Rust files below a folder.
pub(super) fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
}

/// The module of a source file: `a/b.rs` and `a/b/mod.rs` are `["a", "b"]`.
pub(super) fn module_of(path: &Path) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let inside = path.strip_prefix(root).expect("below src").with_extension("");
    let mut module: Vec<_> = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
    if module.last().is_some_and(|name| name == "mod") {
        module.pop();
    }
    module
}

/// Every source file below a top-level module, with the name of that module and its code without comments
/// and without its tests.
pub(super) fn files() -> Vec<(String, PathBuf, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    found.sort();
    found
        .into_iter()
        .filter_map(|path| {
            let inside = path.strip_prefix(&root).expect("below src");
            let part = inside.iter().next()?.to_str()?.trim_end_matches(".rs").to_owned();
            let below_tests = inside.iter().any(|folder| folder == "tests");
            let is_tests = below_tests || inside.ends_with("tests.rs") || inside.ends_with("toy.rs");
            if matches!(part.as_str(), "lib" | "main") || is_tests {
                return None;
            }
            let text = fs::read_to_string(&path).expect("a source file");
            let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            let code: Vec<_> = code.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
            Some((part, path, code.join("\n")))
        })
        .collect()
}

#[test]
fn every_source_file_is_a_module() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found = Vec::new();
    sources(&root, &mut found);
    for path in found.iter().filter(|path| !path.ends_with("src/lib.rs") && !path.ends_with("src/main.rs")) {
        let module = module_of(path);
        let declares = |parent: &[String]| {
            let base = parent.iter().fold(root.clone(), |path, name| path.join(name));
            let files = if parent.is_empty() {
                vec![root.join("lib.rs")]
            } else {
                vec![base.with_extension("rs"), base.join("mod.rs")]
            };
            let name = &module[module.len() - 1];
            let text: String = files.iter().filter_map(|file| fs::read_to_string(file).ok()).collect();
            text.contains(&format!("mod {name};"))
        };
        // The parent may be an inline module of the module above it.
        let is_declared = (1..=module.len().min(2)).any(|up| declares(&module[..module.len() - up]));
        assert!(is_declared, "{} is not a module: its parent has no `mod` line for it", path.display());
    }
}
