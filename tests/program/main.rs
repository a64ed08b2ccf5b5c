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

/// Whether tests take all of their samples and full sizes: if `LURD_FULL` is set, as `tests/opt-in.sh` does.
fn takes_all() -> bool {
    std::env::var_os("LURD_FULL").is_some()
}

/// The path of the program. Its processes begin with the usual reaction to signals, whatever the tests were started with:
/// behind `nohup` or `&`, some would be ignored. (What a process handles is reset in those that it starts.)
fn program() -> &'static str {
    #[cfg(unix)]
    {
        use std::sync::{Arc, Once};
        static HANDLED: Once = Once::new();
        HANDLED.call_once(|| {
            for signal in [signal_hook::consts::SIGHUP, signal_hook::consts::SIGINT, signal_hook::consts::SIGQUIT] {
                let always = Arc::new(true.into());
                signal_hook::flag::register_conditional_default(signal, always).expect("it can be handled");
            }
        });
    }
    env!("CARGO_BIN_EXE_lurd")
}
