//! The lists of modules at the head of files, such as "- `map`: the map; `links`: links": each name is a module there.

use std::fs;

use super::{crate_sources, sources};

/// The names before the colons of the list at the head of a file.
fn listed(text: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    let mut is_item = false;
    for line in text.lines().map_while(|line| line.strip_prefix("//!")) {
        if let Some(start) = line.strip_prefix(" - ") {
            items.push(start.to_owned());
            is_item = true;
        } else if let Some(item) = items.last_mut().filter(|_| is_item && line.starts_with("   ")) {
            item.push_str(&line[2..]);
        } else {
            is_item = false;
        }
    }
    let clauses = items.iter().flat_map(|item| item.split("; ")).filter_map(|clause| clause.split_once("`:"));
    let names = clauses.flat_map(|(names, _)| names.split(", ").map(|name| name.trim_matches('`').to_owned()));
    names.filter(|name| name.chars().all(|c| c.is_alphanumeric() || c == '_')).collect()
}

#[test]
fn every_module_of_a_list_is_declared() {
    let mut count = 0;
    for (path, code) in crate_sources().iter().flat_map(|root| sources(root)) {
        let modules: Vec<_> = code.lines().filter_map(|line| line.strip_suffix(';')?.rsplit_once("mod ")).collect();
        for name in listed(&fs::read_to_string(&path).expect("a source file")) {
            let is_module = modules.is_empty() || modules.iter().any(|(_, module)| *module == name);
            assert!(is_module, "{} lists the module {name}, which it does not declare", path.display());
            count += usize::from(!modules.is_empty());
        }
    }
    assert!(count > 200, "{count} modules in lists");
}
