//! What people have is read, and never as something else: texts that were written for these tests, with the puzzles in
//! them. What is expected comes from how a text was made, never from what lurd prints.

mod cases;
mod fields;
mod mutated;
mod not_puzzles;
