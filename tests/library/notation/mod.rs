//! The notation of Sokoban solutions.

mod backward_games;
mod counts;
mod letters;
