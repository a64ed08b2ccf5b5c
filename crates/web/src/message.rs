//! A message to the person.

use serde_json::{Value, json};

/// A message to the person.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Message {
    #[default]
    None,
    Said(String),
    Good(String),
    Bad(String),
}

impl Message {
    /// The message with what kind of message it is.
    pub(crate) fn state(&self) -> Value {
        let (kind, text) = match self {
            Self::None => ("", ""),
            Self::Said(text) => ("said", text.as_str()),
            Self::Good(text) => ("good", text.as_str()),
            Self::Bad(text) => ("bad", text.as_str()),
        };
        json!({ "kind": kind, "text": text })
    }
}
