//! The documentation of the records that are printed as JSON, and their JSON Schemas, made from the types.

use std::fmt::Write as _;

use lurd_toolkit::results::ResultLine;
use serde_json::Value;

use crate::records::{
    AllLine, BenchmarkLine, ComparisonDocument, ExpansionLine, GeneratedLine, IdLine, ListLine, OptimisedLine,
    RatingLine, SavedLine, StateSpaceLine, StrategyLine, VerdictLine,
};

/// The documentation of all fields: a heading for each command, a line for each record, and an indented one for each field.
#[must_use]
pub fn json_documentation() -> String {
    let mut text = String::new();
    for (command, schema) in schemas() {
        let _ = writeln!(text, "# {command}\n{}", described(&schema));
        fields(&mut text, &schema);
        for (name, part) in schema["$defs"].as_object().into_iter().flatten() {
            let _ = writeln!(text, "{name}: {}", described(part));
            fields(&mut text, part);
        }
    }
    text
}

/// The description of a schema in one line.
fn described(schema: &Value) -> String {
    let text = schema["description"].as_str().unwrap_or_default().replace('`', "");
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The fields of a record, or the values that a field can have.
fn fields(text: &mut String, schema: &Value) {
    for (name, field) in schema["properties"].as_object().into_iter().flatten() {
        let _ = writeln!(text, "  {name}: {} ({})", described(field), type_of(field));
    }
    for value in schema["oneOf"].as_array().into_iter().flatten() {
        let _ = writeln!(text, "  {}: {}", value["const"].as_str().unwrap_or_default(), described(value));
    }
}

/// The type of a field in words: `string or null`, `list of ChildRecord`.
fn type_of(field: &Value) -> String {
    if let Some((_, name)) = field["$ref"].as_str().and_then(|path| path.rsplit_once('/')) {
        return name.to_owned();
    }
    let name = |name: &Value| match name.as_str() {
        Some("array") => format!("list of {}", type_of(&field["items"])),
        name => name.unwrap_or("any").to_owned(),
    };
    let names = match (&field["anyOf"], &field["type"]) {
        (Value::Array(choices), _) => choices.iter().map(type_of).collect(),
        (_, Value::Array(names)) => names.iter().map(name).collect(),
        (_, one) => vec![name(one)],
    };
    names.join(" or ")
}

/// The records of each command: its name in the documentation, and its JSON Schema.
#[must_use]
pub fn schemas() -> Vec<(&'static str, Value)> {
    fn schema<T: schemars::JsonSchema>() -> Value {
        let settings = schemars::generate::SchemaSettings::draft2020_12().for_serialize();
        let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
        // A field that is not listed is a mistake.
        if let Some(object) = schema.as_object_mut() {
            object.insert("additionalProperties".to_owned(), false.into());
        }
        schema
    }
    vec![
        ("solve, batch, compare", schema::<ResultLine>()),
        ("solve --all", schema::<AllLine>()),
        ("verify", schema::<VerdictLine>()),
        ("optimise", schema::<OptimisedLine>()),
        ("space", schema::<StateSpaceLine>()),
        ("trace", schema::<ExpansionLine<'static>>()),
        ("list, show", schema::<ListLine>()),
        ("solutions list, solutions show", schema::<SavedLine>()),
        ("rate", schema::<RatingLine>()),
        ("generate", schema::<GeneratedLine>()),
        ("id", schema::<IdLine>()),
        ("strategies", schema::<StrategyLine>()),
        ("batch report", schema::<BenchmarkLine>()),
        ("compare --export FILE.json", schema::<ComparisonDocument>()),
    ]
}
