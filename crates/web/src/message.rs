//! A message to the person.

pub(crate) use lurd_report::Message;
use serde_json::{Value, json};

/// The message with what kind of message it is.
pub(crate) fn state(message: &Message) -> Value {
    let (kind, text) = match message {
        Message::None => ("", ""),
        Message::Said(text) => ("said", text.as_str()),
        Message::Good(text) => ("good", text.as_str()),
        Message::Bad(text) => ("bad", text.as_str()),
    };
    json!({ "kind": kind, "text": text })
}
