//! The text of `lurd help json` and the schemas, which are made from the types of the records.

use std::fs;
use std::path::Path;

use lurd::report::{json_documentation, schemas};

/// The name of the file of a schema: that of the first command.
fn file_name(commands: &str) -> String {
    let first = commands.split(',').next().unwrap_or(commands).replace("--", "").replace(' ', "-");
    format!("{}.json", first.trim_end_matches("-FILE.json"))
}

/// `LURD_UPDATE=1 cargo test --test library json` writes them anew.
#[test]
fn documentation_and_schemas_are_those_of_the_types() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let help = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/report/src/json_help.txt");
    let mut files = vec![(help, json_documentation())];
    for (commands, schema) in schemas() {
        let text = serde_json::to_string_pretty(&schema).expect("JSON") + "\n";
        files.push((docs.join("schemas").join(file_name(commands)), text));
    }
    for (path, text) in &files {
        if std::env::var_os("LURD_UPDATE").is_some() {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("written");
        }
        let written = fs::read_to_string(path).unwrap_or_default();
        assert!(written == *text, "{} is not up to date: LURD_UPDATE=1 cargo test --test library json", path.display());
    }
    let listed = fs::read_dir(docs.join("schemas")).expect("a folder").count();
    assert_eq!(listed, files.len() - 1, "a schema of a record that is gone");
}
