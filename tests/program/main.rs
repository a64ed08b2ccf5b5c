//! Everything that is tested by running `lurd`: the shell, the prompt, the screens, and what is left
//! behind when it is killed. `cargo test --test program NAME` runs one module.

#[cfg(unix)]
mod bad_days;
mod cli;
#[cfg(unix)]
mod crash;
mod first_tries;
#[cfg(unix)]
mod limits;
#[cfg(unix)]
mod machines;
#[cfg(unix)]
mod page;
mod pictures;
mod plugin;
#[cfg(unix)]
mod prompt;
#[path = "../library/common/random.rs"]
#[allow(dead_code, unreachable_pub, reason = "shared with the other tests, which use all of it")]
#[cfg(unix)]
mod random;
#[cfg(unix)]
mod resume;
mod school;
#[cfg(unix)]
mod screen;
