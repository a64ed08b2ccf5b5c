//! The program.

use std::process::ExitCode;

/// That of musl is slow: searches of Sokoban levels take a fifth longer with it.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    lurd::ui::name_build(env!("LURD_BUILD"));
    lurd::ui::main(lurd::catalog::builtin())
}
