//! The program.

use std::process::ExitCode;

fn main() -> ExitCode {
    lurd::ui::name_build(env!("LURD_BUILD"));
    lurd::ui::main(lurd::catalog::builtin())
}
