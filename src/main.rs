//! The program.

use std::process::ExitCode;

fn main() -> ExitCode {
    lurd::ui::main(lurd::catalog::builtin())
}
