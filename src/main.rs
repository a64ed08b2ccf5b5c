//! lurd at the terminal.

use std::process::ExitCode;

fn main() -> ExitCode {
    lurd::ui::main(lurd::catalog::builtin())
}
