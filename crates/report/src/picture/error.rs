//! Why a picture cannot be drawn.

use std::fmt;

/// Why a picture cannot be drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureError {
    /// It would have too many pixels.
    TooLarge { width: usize, height: usize },
    /// The puzzle is not drawn cell by cell.
    NoCells(&'static str),
    /// A step of the solution is against the rules.
    Step(String),
    /// The drawing library does not accept the drawing.
    Svg(String),
    /// An encoder refuses the picture.
    Encoding(String),
    /// The file name has an extension that no format has.
    Ending { path: String, known: Vec<&'static str> },
}

impl fmt::Display for PictureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooLarge { width, height } => {
                write!(f, "the picture would have {width}x{height} pixels; a smaller --cell makes it smaller")
            }
            Self::NoCells(kind) => write!(f, "there are no pictures of {kind} puzzles"),
            Self::Step(error) => write!(f, "the solution cannot be drawn: {error}"),
            Self::Svg(error) => write!(f, "the picture cannot be drawn: {error}"),
            Self::Encoding(error) => write!(f, "the picture cannot be written: {error}"),
            Self::Ending { path, known } => {
                let path = crate::diagnostic::escaped(path);
                write!(f, "unknown file extension of '{path}'; there are {}", known.join(", "))
            }
        }
    }
}

impl std::error::Error for PictureError {}
