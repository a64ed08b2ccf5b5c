//! What the page in the browser decides: reading, rules, keys, hints, searches, exports. The page's JavaScript draws what
//! this crate returns as JSON, and passes on keys, touches and files.
//!
//! A [`Session`] is all that one page holds, without anything of the browser, so that it is tested like other code. A search
//! runs in a worker, which has an instance of this crate of its own: the session returns a [`Request`], the worker turns it
//! into a [`Found`], and the session takes that over, after it has replayed the answer itself.
//!
//! ```
//! use lurd_web::Session;
//!
//! let mut session = Session::default();
//! session.open("12/34 -> 21/34", "");
//! let reply = session.key("f", false, false, false);
//! let found = lurd_web::search(&reply["search"].to_string(), &mut |_| false);
//! let state = session.found(&found);
//! assert_eq!(state["message"]["text"], "an answer: 1 shift to go; . steps along it, p plays it");
//! ```
//!
//! From top to bottom; each module imports only from those below it:
//! - `exports`: the functions that JavaScript calls
//! - `playing`: keys, pointer and commands, and what searches have found; `editing`: drawing a puzzle; `keeping`: what the
//!   browser keeps
//! - `session`: what the page holds; opening puzzles, levels, links
//! - `following`: an answer step by step; `draft`: a puzzle that is being drawn; `records`: what a person did
//! - `searching`: the requests of searches and their results
//! - `boards`: positions as JSON; `inputs`: the built-in puzzles, keys, errors in texts; `message`: a message to the person

#![allow(missing_docs, reason = "what is public is documented by the page that calls it")]

mod boards;
mod draft;
mod editing;
#[cfg(target_family = "wasm")]
mod exports;
mod following;
mod inputs;
mod keeping;
mod message;
mod playing;
mod records;
mod searching;
mod session;

pub use searching::{Found, Request, search};
pub use session::Session;
