//! A level in a process of its own, with a hard limit of its memory: what happens there cannot take the other levels
//! with it.
//!
//! The process is `lurd solve - --json`, which gets the text of the level on standard input. Its answer is replayed
//! here, by the rules, like any other.

use std::{
    ffi::OsString,
    io::{Read, Write},
    path::PathBuf,
    process::{Child, Command, ExitStatus, Stdio},
    thread,
    time::{Duration, Instant},
};

use lurd_engine::program::{
    budget::{Cancel, Statistics},
    outcome::{Limit, Stop},
    search::Strategy,
};
use lurd_puzzle::puzzle::{Answer, Ending, Objective, Puzzle, SecondaryMetric, Unanswered};

use crate::{
    exit::Status,
    results::{ResultLine, Ties, level_hash},
    search_options::SearchOptions,
    solve::{Run, Verified, replayed},
};

/// The environment variable with the hard limit of such a process, in bytes.
pub const HARD_LIMIT: &str = "LURD_HARD_MEMORY_LIMIT";

/// The hard limit of this process, if it solves a level for a batch.
pub fn hard_limit() -> Option<u64> {
    std::env::var(HARD_LIMIT).ok()?.parse().ok()
}

/// How the processes of a batch are started.
#[derive(Clone, Debug)]
pub struct Isolation {
    pub program: PathBuf,
    /// The search flags but for objective, limits and threads.
    pub flags: Vec<OsString>,
    /// Bytes of memory of all processes together where the levels have no memory limit.
    pub machine: Option<u64>,
    pub at_once: usize,
}

impl Isolation {
    /// Solves a level in a process of its own. A process that dies, as by its hard limit or by the system when memory
    /// is short, ends as stopped by the memory limit.
    pub fn solve(&self, puzzle: &dyn Puzzle, search: &SearchOptions, cancel: &Cancel) -> Run {
        let asked = search.strategy.unwrap_or(Strategy::Auto);
        let objective = match search.objective_of(puzzle) {
            Ok(objective) => objective,
            Err(reason) => {
                return Run::without_search(None, asked, Unanswered::unsupported(reason));
            }
        };
        let without = |why| Run { limits: Some(search.limits), ..Run::without_search(Some(*objective), asked, why) };
        let mut child = match self.command(objective, search).spawn() {
            Ok(child) => child,
            Err(error) => {
                let message = format!("the process of this level did not start: {error}");
                return without(Unanswered::Bug { message });
            }
        };
        let (output, ended) = attend(&mut child, &puzzle.text(), search.limits.time, cancel);
        if let Some(run) = run(puzzle, objective, search, &output) {
            return run;
        }
        without(match ended {
            _ if cancel.is_cancelled() => Stop::Cancelled.into(),
            Ended::Late => Stop::Limit(Limit::Time).into(),
            Ended::Status(status) if status.code().is_none() => Stop::Limit(Limit::Memory).into(),
            Ended::Status(status) => {
                Unanswered::Bug { message: format!("the process of this level ended without a result: {status}") }
            }
            Ended::Lost(error) => Unanswered::Bug { message: format!("the process of this level was lost: {error}") },
        })
    }

    fn command(&self, objective: &Objective, search: &SearchOptions) -> Command {
        let limits = &search.limits;
        let none = || "none".to_owned();
        let mut command = Command::new(&self.program);
        command.args(["solve", "-", "--json", "--no-store", "--allow-unequal", "--threads", "1"]);
        command.args(["--for", objective.name]);
        command.args(["--time", &limits.time.map_or_else(none, |time| format!("{}s", time.as_secs_f64()))]);
        command.args(["--memory", &limits.memory.map_or_else(none, |bytes| bytes.to_string())]);
        command.args(["--nodes", &limits.nodes.map_or_else(none, |nodes| nodes.to_string())]);
        command.args(&self.flags);
        // The flags say everything.
        command.env("LURD_CONFIG", "").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        if let Some(bytes) = self.hard_limit(limits.memory) {
            command.env(HARD_LIMIT, bytes.to_string());
            // The allocator of the static program otherwise reserves 1 GiB of addresses at its start, which count.
            command.env("MIMALLOC_ARENA_RESERVE", "0");
        }
        #[cfg(unix)]
        {
            // Ctrl-C is for the batch, which passes it on once.
            std::os::unix::process::CommandExt::process_group(&mut command, 0);
        }
        command
    }

    /// The memory limit with room for the program, its stacks and what the allocator does not use; without a limit an
    /// equal share of the machine.
    fn hard_limit(&self, memory: Option<u64>) -> Option<u64> {
        const PROGRAM: u64 = 256 << 20;
        match memory {
            Some(bytes) => Some(bytes.saturating_add(bytes / 4).saturating_add(PROGRAM)),
            None => Some(self.machine? / self.at_once.max(1) as u64),
        }
    }
}

/// How a process ended.
enum Ended {
    Status(ExitStatus),
    /// It was killed long after its time limit.
    Late,
    Lost(std::io::Error),
}

/// Gives a process its input, waits for its end and returns its output. A cancellation is passed on.
fn attend(child: &mut Child, input: &str, time: Option<Duration>, cancel: &Cancel) -> (String, Ended) {
    /// The time beyond its limit until a process is killed.
    const GRACE: Duration = Duration::from_secs(10);
    /// The time to react to a cancellation.
    const REACTION: Duration = Duration::from_secs(5);
    const PAUSES: [u64; 6] = [1, 1, 2, 4, 8, 16];
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    thread::scope(|scope| {
        let reader = scope.spawn(move || {
            let mut text = String::new();
            let _ = stdout.map(|mut stdout| stdout.read_to_string(&mut text));
            text
        });
        // A process that dies does not read it all.
        let _ = stdin.map(|mut stdin| stdin.write_all(input.as_bytes()));
        let started = Instant::now();
        let mut deadline = time.map(|time| started + time + time / 2 + GRACE);
        let (mut is_late, mut is_told) = (false, false);
        let mut pauses = PAUSES.into_iter();
        let ended = loop {
            match child.try_wait() {
                Ok(Some(status)) if is_late => break Ended::Late.with(status),
                Ok(Some(status)) => break Ended::Status(status),
                Ok(None) => {}
                Err(error) => break Ended::Lost(error),
            }
            if cancel.is_cancelled() && !is_told {
                is_told = true;
                ask_to_end(child);
                deadline = Some(Instant::now() + REACTION);
            }
            if deadline.is_some_and(|deadline| Instant::now() > deadline) && !is_late {
                is_late = true;
                let _ = child.kill();
            }
            thread::sleep(Duration::from_millis(pauses.next().unwrap_or(20)));
        };
        (reader.join().unwrap_or_default(), ended)
    })
}

impl Ended {
    /// The end of a process that was killed; one that ended by itself in the meantime was not.
    fn with(self, status: ExitStatus) -> Self {
        if status.success() { Self::Status(status) } else { self }
    }
}

/// Asks a process to show what it has found, and to end.
fn ask_to_end(child: &mut Child) {
    #[cfg(unix)]
    {
        let pid = rustix::process::Pid::from_child(child);
        let _ = rustix::process::kill_process(pid, rustix::process::Signal::TERM);
    }
    #[cfg(not(unix))]
    {
        let _ = child.kill();
    }
}

// A run by the line that another process printed about it.

/// The run that the last line of `output` describes, with its answer replayed; `None` if it is no such line.
pub(super) fn run(puzzle: &dyn Puzzle, objective: &Objective, search: &SearchOptions, output: &str) -> Option<Run> {
    let line = ResultLine::read(output.lines().last()?).ok()?;
    let stop = if line.is_interrupted() { Some(Stop::Cancelled) } else { line.ended_by().map(Stop::Limit) };
    let lower_bound = line.lower_bound;
    let reason = line.reason.clone().unwrap_or_default();
    let is_verdict = !matches!(line.status, Status::Unsupported | Status::Error);
    let end = match line.status {
        _ if is_verdict && line.level.as_deref() != Some(level_hash(puzzle).as_str()) => Err(Unanswered::Bug {
            message: "the process of this level read another level; this is a bug in lurd".to_owned(),
        }),
        Status::Solved => {
            let solution = line.solution.clone().unwrap_or_default();
            let answer = Answer { solution, cost: line.cost?, proof: line.proof(), lower_bound, stopped: stop };
            replayed(puzzle, objective, Ok(answer))
        }
        Status::Unsolvable => Err(Unanswered::unsolvable(reason)),
        Status::Limit => Err(Unanswered::Stopped { stop: stop?, lower_bound }),
        Status::Cancelled => Err(Unanswered::Stopped { stop: Stop::Cancelled, lower_bound }),
        Status::Unsupported => Err(Unanswered::unsupported(reason)),
        _ => Err(Unanswered::Bug { message: line.error.clone().unwrap_or_default() }),
    };
    let strategy = line.strategy.as_deref().and_then(Strategy::named).unwrap_or(Strategy::Auto);
    let secondary = secondary_metric(line.ties.as_ref(), &end);
    Some(Run {
        method: line.method,
        statistics: line.stats.map(Statistics::from),
        secondary,
        limits: Some(search.limits),
        ..Run::ended(Some(*objective), strategy, end)
    })
}

fn secondary_metric(ties: Option<&Ties>, end: &Ending<Box<Verified>>) -> Option<SecondaryMetric> {
    let (ties, verified) = (ties?, end.as_ref().ok()?);
    let metric = verified.metrics.iter().find(|metric| metric.name == ties.metric)?.name;
    Some(SecondaryMetric { metric, proved: ties.proof == "optimal" })
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    use lurd_engine::program::{budget::Limits, outcome::Cost};

    use super::*;
    #[cfg(unix)]
    use crate::{results::Subject, test_puzzle::test_puzzle};

    /// A program in the place of lurd, which ignores its arguments.
    #[cfg(unix)]
    fn run(name: &str, script: &str) -> Run {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = std::env::temp_dir().join(format!("lurd-apart-{}-{name}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder");
        let program = folder.join("program");
        std::fs::write(&program, format!("#!/bin/sh\ncat >/dev/null\n{script}\n")).expect("written");
        std::fs::set_permissions(&program, std::fs::Permissions::from_mode(0o755)).expect("a program");
        let isolation = Isolation { program, flags: Vec::new(), machine: Some(8 << 30), at_once: 2 };
        let limits = Limits { time: Some(Duration::from_secs(60)), ..Limits::NONE };
        let search = SearchOptions { limits, ..SearchOptions::default() };
        let run = isolation.solve(&test_puzzle("1 -> 37"), &search, &Cancel::default());
        let _ = std::fs::remove_dir_all(&folder);
        run
    }

    #[cfg(unix)]
    #[test]
    fn a_process_that_dies_is_a_limit_and_its_answer_is_replayed() {
        for signal in ["KILL", "ABRT"] {
            let run = run(signal, &format!("kill -{signal} $$"));
            assert_eq!((run.status(), run.limit()), (Status::Limit, Some(Limit::Memory)), "{signal}");
        }
        assert_eq!(run("code", "exit 4").status(), Status::Error);
        let puzzle = test_puzzle("1 -> 37");
        let solved = crate::solve::solve(&puzzle, &SearchOptions::default(), &Cancel::default(), &mut ());
        let answer = &solved.verified().expect("solved").answer;
        let line = |level: &str, cost: Cost| {
            let subject = Subject { name: "", reference: "", source: "", index: 1, puzzle: &puzzle };
            let line =
                ResultLine { level: Some(level.to_owned()), cost: Some(cost), ..ResultLine::of(&subject, &solved) };
            format!("echo '{}'", serde_json::to_string(&line).expect("JSON"))
        };
        let good = run("good", &line(&level_hash(&puzzle), answer.cost));
        assert_eq!((good.status(), good.proved_cost()), (Status::Solved, Some(answer.cost)), "{good:?}");
        assert_eq!(run("wrong-cost", &line(&level_hash(&puzzle), answer.cost + 1)).status(), Status::Error);
        assert_eq!(run("wrong-level", &line("another", answer.cost)).status(), Status::Error);
    }

    #[test]
    fn the_hard_limit_leaves_room_for_the_program() {
        let isolation = Isolation { program: PathBuf::new(), flags: Vec::new(), machine: Some(8 << 30), at_once: 2 };
        assert_eq!(isolation.hard_limit(Some(1 << 30)), Some((1 << 30) + (1 << 28) + (256 << 20)));
        assert_eq!(isolation.hard_limit(None), Some(4 << 30));
    }
}
