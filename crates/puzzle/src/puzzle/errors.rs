//! Errors that only contain the reason for which an operation was refused, as a sentence for the player.

/// Defines types of errors that only contain a reason, a sentence for the player: each line is the documentation and
/// the name of one, followed by `;`. They are made from strings.
#[macro_export]
macro_rules! reasons {
    ($($(#[$doc:meta])* $name:ident;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct $name(String);

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(&self.0)
            }
        }

        impl std::error::Error for $name {}

        impl From<String> for $name {
            fn from(reason: String) -> Self {
                Self(reason)
            }
        }

        impl From<&str> for $name {
            fn from(reason: &str) -> Self {
                Self(reason.to_owned())
            }
        }

        impl From<$name> for String {
            fn from(reason: $name) -> Self {
                reason.0
            }
        }
    )*};
}

reasons! {
    /// Why a step is against the rules.
    IllegalStep;
    /// Why a click cannot be carried out: no path, or nothing to bring.
    Unreachable;
    /// Why a draft cannot be changed as requested, or is not a puzzle.
    DraftError;
    /// Why puzzles cannot be written in a format.
    CannotWrite;
}
