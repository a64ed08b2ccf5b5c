//! Standard input as the keyboard, after a puzzle was piped into it.

/// Makes the controlling terminal standard input; everything stays as it is if there is none.
#[cfg(unix)]
pub(in crate::ui) fn becomes_stdin() {
    let terminal = std::fs::OpenOptions::new().read(true).write(true).open("/dev/tty");
    if let Ok(terminal) = terminal {
        // Without it the game is played in line mode, which ends at the end of the input.
        let _ = rustix::stdio::dup2_stdin(&terminal);
    }
}

#[cfg(not(unix))]
pub(in crate::ui) fn becomes_stdin() {}
