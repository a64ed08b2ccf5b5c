//! The paths that source text imports or mentions.

/// The absolute paths of all imports and other paths in the code of `module` that begin with `crate` or
/// `super`, except those of visibilities such as `pub(in crate::a)`.
pub(super) fn paths_in(module: &[String], code: &str) -> Vec<Vec<String>> {
    let mut found = Vec::new();
    for start in ["crate::", "super::"] {
        for (at, _) in code.match_indices(start) {
            let before = code[..at].chars().next_back();
            let is_visibility = code[..at].ends_with("(in ");
            if !is_visibility && !before.is_some_and(|c| c == ':' || c.is_alphanumeric() || c == '_') {
                expand(&mut Vec::new(), &code[at..], &mut found);
            }
        }
    }
    for path in &mut found {
        let up = path.iter().take_while(|name| *name == "super").count();
        let base = if up == 0 { &[] } else { &module[..module.len() - up.min(module.len())] };
        *path = base.iter().chain(&path[up.max(1)..]).cloned().collect();
    }
    found
}

/// Appends the paths of a use tree that begins at the start of `text`, and returns the rest of the text.
fn expand<'t>(prefix: &mut Vec<String>, text: &'t str, found: &mut Vec<Vec<String>>) -> &'t str {
    let text = text.trim_start();
    if let Some(mut rest) = text.strip_prefix('{') {
        while !rest.trim_start().starts_with('}') {
            rest = expand(prefix, rest, found).trim_start();
            rest = rest.strip_prefix(',').unwrap_or(rest);
        }
        return rest.trim_start().strip_prefix('}').unwrap_or(rest);
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
    prefix.push(text[..end].to_owned());
    let rest = match text[end..].strip_prefix("::") {
        Some(rest) if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_' || c == '{') => {
            expand(prefix, rest, found)
        }
        _ => {
            found.push(prefix.clone());
            // An alias, or a character that ends the path.
            let rest = text[end..].trim_start_matches([':', '*', '<']);
            rest.find([',', '}', ';', ' ', ')', '\n']).map_or("", |end| &rest[end..])
        }
    };
    prefix.pop();
    rest
}

#[test]
fn paths_are_found_and_resolved() {
    let module = ["a".to_owned(), "b".to_owned()];
    let code = "use crate::x::{self, y::{Y, Z}};\nuse super::{c, d::D};\npub(in crate::z) fn g() {}\n\
                let n = super::super::e::f(1);";
    let paths = paths_in(&module, code);
    let paths: Vec<_> = paths.iter().map(|path| path.join("::")).collect();
    assert_eq!(paths, ["x::self", "x::y::Y", "x::y::Z", "a::c", "a::d::D", "e::f"]);
}
