//! Help of flags that mean something more specific to some commands than their row in the table of flags says.

use super::command::Command;
use super::flag::Flag;

/// A flag, the commands, and its help there.
type Row = (&'static str, &'static [&'static str], &'static str);

const ROWS: &[Row] = &[
    ("all", &["solve"], "list every optimal answer"),
    (
        "output",
        &["solve"],
        "add level and answer to this .sok file, unless it has an equally good one; or draw the answer: .svg, \
         .png, .gif, .apng, .html or .md",
    ),
    ("output", &["verify"], "draw the solution: .svg, .png, .gif, .apng, .html or .md"),
    ("output", &["show"], "draw the board: .svg, .png, .gif, .apng, .html or .md"),
    ("output", &["optimise"], "add the solutions to this .sok file, unless it has equally good ones"),
    (
        "output",
        &["batch"],
        "write to this new file, a line as soon as its level ends; merge: the merged file",
    ),
    ("time", &["compare"], "wall time per run, or none [default: 5s]"),
    ("time", &["generate"], "wall time of the command, or none [default: none]"),
    ("time", &["verify"], "wall time of the check of a certificate, or none [default: 60s]"),
    ("threads", &["batch"], "levels solved at the same time, which share the memory [default: 1]"),
    ("threads", &["optimise"], "threads, for Sokoban levels; the result may then vary [default: 1]"),
    ("threads", &["space"], "threads that count [default: 1]"),
    ("certificate", &["solve"], "write a proof that there is no solution, within what is left of the limits"),
    (
        "certificate",
        &["verify"],
        "check the proof in this file that there is no solution, without any search",
    ),
    ("from", &["space"], "measure distances from the target or from the source [default: target]"),
    ("quiet", &["play", "edit"], "with --plain: print no boards"),
];

impl Command {
    /// The help of a flag for this command.
    pub fn summary_of(&self, flag: &Flag) -> &'static str {
        let row = ROWS.iter().find(|(name, commands, _)| *name == flag.name && commands.contains(&self.name));
        row.map_or(flag.summary, |(_, _, summary)| summary)
    }
}

#[cfg(test)]
mod tests {
    use super::super::command;
    use super::*;

    #[test]
    fn every_row_is_about_a_flag_of_its_commands() {
        for (flag, commands, _) in ROWS {
            for name in *commands {
                assert!(command(name).is_some_and(|command| command.takes_flag(flag)), "{name} --{flag}");
            }
        }
    }
}
