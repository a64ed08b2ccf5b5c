//! The structure of the source text, checked: imports inside each crate have one direction here, and in the submodules
//! what some parts must not know, the map in `docs/architecture.md`, and the links of the documentation. That crates
//! depend on each other in one direction, Cargo checks.

mod independence;
mod links;
mod map;
mod modules;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The folders `src` of all crates.
fn crate_sources() -> Vec<PathBuf> {
    let members = fs::read_dir(repository().join("crates")).expect("the crates");
    let mut found: Vec<_> = members.map(|member| member.expect("an entry").path().join("src")).collect();
    found.push(repository().join("src"));
    found.sort();
    found
}

/// All Rust files below a folder, with their code up to the first module of tests, without comments.
fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a source folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source file");
            let tests = text
                .match_indices("#[cfg(test)]\nmod ")
                .find(|(at, found)| text[at + found.len()..].lines().next().is_some_and(|line| line.ends_with('{')));
            let code = tests.map_or(&*text, |(at, _)| &text[..at]).lines();
            let code: Vec<_> = code.filter(|line| !line.trim_start().starts_with("//")).collect();
            found.push((path, code.join("\n")));
        }
    }
    found
}

/// The paths from the root of the crate that the code of `module` mentions: those that begin with `crate` or `super`,
/// with `{a, b::{c}}` taken apart.
fn paths_in(module: &[String], code: &str) -> Vec<Vec<String>> {
    let name = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    for (at, _) in ["crate::", "super::"].iter().flat_map(|start| code.match_indices(start)) {
        if code[..at].ends_with("(in ") || code[..at].ends_with(|c| name(c) || c == ':') {
            continue; // A visibility, or the middle of a path.
        }
        // The prefixes of the open braces; the path that is being read.
        let (mut open, mut path, mut rest) = (Vec::<Vec<String>>::new(), Vec::new(), &code[at..]);
        loop {
            let end = rest.find(|c| !name(c)).unwrap_or(rest.len());
            path.push(rest[..end].to_owned());
            rest = rest[end..].trim_start();
            if let Some(after) = rest.strip_prefix("::{") {
                open.push(path.clone());
                rest = after.trim_start();
            } else if let Some(after) = rest.strip_prefix("::").filter(|after| after.starts_with(name)) {
                rest = after;
            } else {
                found.push(std::mem::take(&mut path));
                rest = rest.trim_start_matches(|c| c != ',' && c != '}' && c != ';' && c != '\n');
                while let Some(after) = rest.strip_prefix('}') {
                    open.pop();
                    rest = after.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
                }
                let Some(prefix) = open.last() else { break };
                rest = rest.trim_start_matches(|c: char| c.is_whitespace() || c == ',');
                path.clone_from(prefix);
            }
        }
    }
    for path in &mut found {
        let up = path.iter().take_while(|name| *name == "super").count();
        let above = &module[..module.len().saturating_sub(up)];
        *path = if up == 0 { path[1..].to_vec() } else { [above, &path[up..]].concat() };
    }
    found
}

/// Between the modules of one folder imports have one direction: no module reaches itself through others.
#[test]
fn no_modules_import_each_other() {
    let (mut circles, mut found) = (Vec::new(), 0);
    for root in crate_sources() {
        // From each module to the modules beside it that it imports, itself or in its submodules.
        let mut imports = BTreeMap::<Vec<String>, BTreeSet<Vec<String>>>::new();
        for (path, code) in sources(&root) {
            let inside = path.strip_prefix(&root).expect("below src").with_extension("");
            let mut module: Vec<_> = inside.iter().map(|name| name.to_string_lossy().into_owned()).collect();
            module.pop_if(|name| matches!(name.as_str(), "mod" | "lib" | "main"));
            if module.iter().any(|name| name == "tests") {
                continue;
            }
            for target in paths_in(&module, &code) {
                let same = module.iter().zip(&target).take_while(|(one, other)| one == other).count();
                if same < module.len() && same < target.len() {
                    imports.entry(module[..=same].to_vec()).or_default().insert(target[..=same].to_vec());
                }
            }
        }
        found += imports.len();
        let reached = |start| {
            let (mut reached, mut open) = (BTreeSet::new(), vec![start]);
            while let Some(module) = open.pop() {
                open.extend(imports.get(module).into_iter().flatten().filter(|next| reached.insert(*next)));
            }
            reached
        };
        for (module, imported) in &imports {
            for next in imported.iter().filter(|next| reached(next).contains(module)) {
                circles.push(format!("{}: {} -> {}", root.display(), module.join("::"), next.join("::")));
            }
        }
    }
    assert!(found > 200, "{found} modules that import others");
    assert!(circles.is_empty(), "imports that close a circle:\n{}", circles.join("\n"));
}
