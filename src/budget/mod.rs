//! Limits, memory reservations, cancelling and progress: *may I go on?*
//!
//! A [`Budget`] belongs to one search. The search asks it before every expansion
//! ([`Budget::expand`]) and before anything it keeps grows ([`Budget::grow`]); the answer is either
//! `Ok` or a [`Stop`], which `?` carries out of the search. Looking at the clock costs more than a
//! fast expansion, so the budget looks often enough to be within a few milliseconds of the limit
//! and no oftener. Searches that take turns can divide one budget among them ([`Allotment`]).

mod allotment;
mod clock;
mod machine;
mod trace;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crate::outcome::{Cost, Limit, Stop};
pub use allotment::Allotment;
use clock::CpuClock;
pub use machine::memory_of_this_machine;
pub use trace::{Trace, TracePoint};

/// What a search may use. `None` means without limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Expansions.
    pub nodes: Option<u64>,
    /// Wall time.
    pub time: Option<Duration>,
    /// Bytes, as the search accounts for them.
    pub memory: Option<u64>,
}

impl Limits {
    /// No limit at all: for tests and for searches that are known to be small.
    pub const NONE: Self = Self { nodes: None, time: None, memory: None };
}

impl Default for Limits {
    /// 60 seconds, and the smaller of 2 GiB and half of the machine's (or its cgroup's) memory.
    fn default() -> Self {
        let half = memory_of_this_machine().map_or(u64::MAX, |all| all / 2);
        Self { nodes: None, time: Some(Duration::from_secs(60)), memory: Some(half.min(2 << 30)) }
    }
}

/// A flag that asks searches to stop. Clones share it; a signal handler may set it.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Asks to stop.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Takes the request back, before the next search.
    pub fn reset(&self) {
        self.0.store(false, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// What a search has done so far, in the field's words.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// States whose successors were generated.
    pub expanded: u64,
    /// Successors generated.
    pub generated: u64,
    /// States kept at the end.
    pub stored: u64,
    /// The most bytes that the search held at once, as it accounts for them.
    pub peak_bytes: u64,
    /// Wall time.
    pub seconds: f64,
    /// Processor time of the searching threads.
    pub cpu_seconds: f64,
}

/// What an observer is told while a search runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The figures so far.
    pub statistics: Statistics,
    /// A cost below which no plan exists.
    pub lower_bound: Cost,
    /// The cost of the best plan found so far, of searches that go on after the first.
    pub best: Option<Cost>,
    /// Bytes held now.
    pub memory: u64,
    /// The limits.
    pub limits: Limits,
    /// What is being prepared, if something is.
    pub task: Option<Task>,
    /// How far the best state has gone, in searches that can tell.
    pub milestone: Option<Task>,
}

/// Work of which it is known how much there is: a table that is built, a plan that is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// What it is, in words.
    pub name: &'static str,
    /// How much of it is done.
    pub done: u64,
    /// How much there is.
    pub of: u64,
}

/// Receives progress now and then (about ten times a second) and never prints on behalf of a
/// search: what to do with it is the front end's business.
pub trait Observer {
    /// The state of things.
    fn progress(&mut self, progress: &Progress);

    /// Whether [`Observer::note`] is wanted, which costs the search a little.
    fn wants_notes(&self) -> bool {
        false
    }

    /// What the search is doing now, in a few words.
    fn note(&mut self, text: &str) {
        let _ = text;
    }
}

/// Observes nothing.
impl Observer for () {
    fn progress(&mut self, _: &Progress) {}
}

/// A cheap copy of the two reasons that end a search from outside, for long computations inside a
/// space (a matching, a table): they ask [`Deadline::is_over`] and then return early with something
/// weaker but true, and the search stops at its next question to the budget.
#[derive(Clone, Debug, Default)]
pub struct Deadline {
    at: Option<Instant>,
    cancel: Cancel,
}

impl Deadline {
    /// Whether the time is over or the search cancelled. Looks at the clock: some 30 ns.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.cancel.is_cancelled() || self.at.is_some_and(|end| Instant::now() >= end)
    }
}

/// The budget of one search: its limits, what it has used, and who watches.
pub struct Budget<'o> {
    limits: Limits,
    deadline: Deadline,
    observer: &'o mut dyn Observer,
    started: Instant,
    cpu: CpuClock,
    statistics: Statistics,
    memory: u64,
    /// What may be held at this moment: the limit, or less while a share is lent.
    memory_cap: Option<u64>,
    /// States kept by those that share this budget with the search whose turn it is.
    stored_elsewhere: u64,
    lower_bound: Cost,
    best: Option<Cost>,
    trace: Trace,
    pause_at: Option<u64>,
    task: Option<Task>,
    milestone: Option<Task>,
    /// Questions left until the clock is looked at, and how many there are between two looks.
    countdown: u32,
    stride: u32,
    last_look: Instant,
    last_report: Instant,
}

/// Looks at the clock are about this far apart.
const LOOK_EVERY: Duration = Duration::from_millis(2);
/// Progress is reported about this often.
const REPORT_EVERY: Duration = Duration::from_millis(100);

impl<'o> Budget<'o> {
    /// A budget that starts to run now.
    pub fn new(limits: Limits, cancel: Cancel, observer: &'o mut dyn Observer) -> Self {
        let now = Instant::now();
        Self {
            limits,
            deadline: Deadline {
                // A limit beyond what the clock can express is no limit.
                at: limits.time.and_then(|time| now.checked_add(time)),
                cancel,
            },
            observer,
            started: now,
            cpu: CpuClock::start(),
            statistics: Statistics::default(),
            memory: 0,
            memory_cap: limits.memory,
            stored_elsewhere: 0,
            lower_bound: 0,
            best: None,
            trace: Trace::default(),
            pause_at: None,
            task: None,
            milestone: None,
            countdown: 1,
            stride: 1,
            last_look: now,
            last_report: now,
        }
    }

    /// Asks before an expansion, and counts it.
    ///
    /// # Errors
    /// When a limit is reached, the search is cancelled or is to pause; the expansion must then not
    /// take place.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|most| self.statistics.expanded >= most) {
            return Err(Stop::Limit(Limit::Nodes));
        }
        if self.pause_at.is_some_and(|at| self.statistics.expanded >= at) {
            return Err(Stop::Paused);
        }
        self.check()?;
        self.statistics.expanded += 1;
        Ok(())
    }

    /// Asks before many expansions at once, and counts those it allows: at least one of `count`,
    /// and fewer than all of them only just before a limit.
    ///
    /// # Errors
    /// As [`Budget::expand`].
    pub fn expand_up_to(&mut self, count: u64) -> Result<u64, Stop> {
        debug_assert!(count > 0, "asks for nothing");
        let left = |at: u64| at.saturating_sub(self.statistics.expanded);
        let (nodes, pause) = (self.limits.nodes.map_or(count, left), self.pause_at.map_or(count, left));
        if nodes == 0 {
            return Err(Stop::Limit(Limit::Nodes));
        }
        if pause == 0 {
            return Err(Stop::Paused);
        }
        self.check()?;
        let allowed = count.min(nodes).min(pause);
        self.statistics.expanded += allowed;
        Ok(allowed)
    }

    /// Counts expansions that took place in another thread.
    pub fn expanded_elsewhere(&mut self, count: u64) {
        self.statistics.expanded += count;
    }

    /// Counts all that a search in another thread did, which kept its memory to the end. Its threads
    /// ran side by side, so what each held at most is added up.
    pub fn done_elsewhere(&mut self, done: &Statistics) {
        self.statistics.expanded += done.expanded;
        self.statistics.generated += done.generated;
        self.statistics.stored += done.stored;
        self.statistics.peak_bytes = self.statistics.peak_bytes.max(self.memory) + done.peak_bytes;
        self.statistics.cpu_seconds += done.cpu_seconds;
    }

    /// Whether expansions are limited, so that each has to be asked for.
    #[must_use]
    pub fn counts_expansions(&self) -> bool {
        self.limits.nodes.is_some() || self.pause_at.is_some()
    }

    /// Asks whether there is time left, in loops that are not expansions.
    ///
    /// # Errors
    /// When time is over or the search was cancelled.
    #[inline]
    pub fn check(&mut self) -> Result<(), Stop> {
        self.countdown -= 1;
        if self.countdown == 0 { self.look() } else { Ok(()) }
    }

    /// The same with a look at the clock, for those who ask seldom.
    ///
    /// # Errors
    /// As [`Budget::check`].
    pub fn check_now(&mut self) -> Result<(), Stop> {
        self.countdown = 1;
        // Questions may come far apart from now on.
        self.stride = 1;
        self.check()
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stop> {
        let now = Instant::now();
        let since = now - self.last_look;
        if since < LOOK_EVERY / 2 {
            self.stride = (self.stride * 2).min(1 << 16);
        } else if since > LOOK_EVERY {
            self.stride = (self.stride / 4).max(1);
        }
        self.last_look = now;
        self.countdown = self.stride;
        if self.deadline.cancel.is_cancelled() {
            self.countdown = 1;
            return Err(Stop::Cancelled);
        }
        if self.deadline.at.is_some_and(|end| now >= end) {
            self.countdown = 1;
            return Err(Stop::Limit(Limit::Time));
        }
        if now - self.last_report >= REPORT_EVERY {
            self.last_report = now;
            let progress = self.progress();
            self.observer.progress(&progress);
        }
        Ok(())
    }

    /// Counts generated successors.
    #[inline]
    pub fn generated(&mut self, count: usize) {
        self.statistics.generated += count as u64;
    }

    /// Tells the observer what is being done, if that is wanted.
    pub fn note(&mut self, text: impl FnOnce() -> String) {
        if self.observer.wants_notes() {
            self.observer.note(&text());
        }
    }

    /// Notes how many states are kept.
    #[inline]
    pub fn stored(&mut self, count: u64) {
        self.statistics.stored = self.stored_elsewhere + count;
    }

    /// Asks for `bytes` more, before they are allocated.
    ///
    /// # Errors
    /// When they do not fit into the memory limit; nothing is then reserved.
    pub fn grow(&mut self, bytes: u64) -> Result<(), Stop> {
        let wanted = self.memory.saturating_add(bytes);
        if self.memory_cap.is_some_and(|most| wanted > most) {
            return Err(Stop::Limit(Limit::Memory));
        }
        self.memory = wanted;
        self.statistics.peak_bytes = self.statistics.peak_bytes.max(wanted);
        Ok(())
    }

    /// Gives bytes back.
    pub fn shrink(&mut self, bytes: u64) {
        debug_assert!(bytes <= self.memory, "gives back more than it took");
        self.memory = self.memory.saturating_sub(bytes);
    }

    /// Bytes that have been asked for and not given back.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.memory
    }

    /// Bytes that may still be asked for; `None` without a limit.
    #[must_use]
    pub fn memory_left(&self) -> Option<u64> {
        self.memory_cap.map(|most| most.saturating_sub(self.memory))
    }

    /// Notes that no plan costs less than `bound`.
    #[inline]
    pub fn raise_bound(&mut self, bound: Cost) {
        if bound > self.lower_bound {
            self.rise(bound);
        }
    }

    #[cold]
    fn rise(&mut self, bound: Cost) {
        self.lower_bound = bound;
        self.trace.bound(self.statistics.expanded, bound);
    }

    /// Notes that a plan of that cost was found by a search that goes on looking for a better one.
    pub fn found(&mut self, cost: Cost) {
        if self.best.is_none_or(|best| cost < best) {
            self.best = Some(cost);
            self.trace.plan(self.statistics.expanded, cost);
        }
    }

    /// The course of the search so far; what was noted is taken away.
    pub fn take_trace(&mut self) -> Trace {
        std::mem::take(&mut self.trace)
    }

    /// A cost below which no plan exists, as far as is known.
    #[must_use]
    pub fn lower_bound(&self) -> Cost {
        self.lower_bound
    }

    /// Notes what is being prepared and how far it is; `None` when it is over.
    pub fn note_task(&mut self, task: Option<Task>) {
        self.task = task;
    }

    /// Notes how far the best state has gone; `None` where a search begins anew.
    pub fn note_milestone(&mut self, milestone: Option<Task>) {
        self.milestone = milestone;
    }

    /// What was noted last of how far the best state has gone.
    #[must_use]
    pub fn milestone(&self) -> Option<Task> {
        self.milestone
    }

    /// Lets the search pause ([`Stop::Paused`]) after `expansions` more.
    pub fn pause_after(&mut self, expansions: u64) {
        self.pause_at = Some(self.statistics.expanded.saturating_add(expansions));
    }

    /// For computations inside a space.
    #[must_use]
    pub fn deadline(&self) -> Deadline {
        self.deadline.clone()
    }

    /// The limits.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// The figures so far, with the times up to now.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        Statistics {
            seconds: self.started.elapsed().as_secs_f64(),
            cpu_seconds: self.cpu.seconds() + self.statistics.cpu_seconds,
            ..self.statistics
        }
    }

    fn progress(&self) -> Progress {
        Progress {
            statistics: self.statistics(),
            lower_bound: self.lower_bound,
            best: self.best,
            memory: self.memory,
            limits: self.limits,
            task: self.task,
            milestone: self.milestone,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_node_limit_is_exact() {
        let mut no_observer = ();
        let limits = Limits { nodes: Some(3), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        for _ in 0..3 {
            assert_eq!(budget.expand(), Ok(()));
        }
        assert_eq!(budget.expand(), Err(Stop::Limit(Limit::Nodes)));
        assert_eq!(budget.statistics().expanded, 3);
    }

    #[test]
    fn many_expansions_at_once_meet_the_limit_exactly() {
        let mut no_observer = ();
        let limits = Limits { nodes: Some(30), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        budget.pause_after(20);
        assert_eq!(budget.expand_up_to(16), Ok(16));
        assert_eq!(budget.expand_up_to(16), Ok(4));
        assert_eq!(budget.expand_up_to(16), Err(Stop::Paused));
        budget.pause_after(100);
        assert_eq!(budget.expand_up_to(16), Ok(10));
        assert_eq!(budget.expand_up_to(16), Err(Stop::Limit(Limit::Nodes)));
        assert_eq!(budget.statistics().expanded, 30);
    }

    /// Collects notes.
    struct Notes(Vec<String>);

    impl Observer for Notes {
        fn progress(&mut self, _: &Progress) {}
        fn wants_notes(&self) -> bool {
            true
        }
        fn note(&mut self, text: &str) {
            self.0.push(text.to_owned());
        }
    }

    #[test]
    fn notes_reach_those_who_want_them() {
        let mut notes = Notes(Vec::new());
        let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut notes);
        budget.note(|| "a plan of 3 steps".to_owned());
        assert_eq!(notes.0, ["a plan of 3 steps"]);
        let mut no_observer = ();
        let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
        budget.note(|| panic!("nobody wants to know"));
    }

    #[test]
    fn a_paused_search_may_go_on() {
        let mut no_observer = ();
        let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
        budget.pause_after(1);
        assert_eq!(budget.expand(), Ok(()));
        assert_eq!(budget.expand(), Err(Stop::Paused));
        budget.pause_after(1);
        assert_eq!(budget.expand(), Ok(()));
    }

    #[test]
    fn memory_is_refused_before_it_is_taken() {
        let mut no_observer = ();
        let limits = Limits { memory: Some(100), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        assert_eq!(budget.grow(60), Ok(()));
        assert_eq!(budget.grow(60), Err(Stop::Limit(Limit::Memory)));
        assert_eq!(budget.memory_left(), Some(40));
        budget.shrink(30);
        assert_eq!(budget.grow(60), Ok(()));
        assert_eq!(budget.statistics().peak_bytes, 90);
    }

    #[test]
    fn the_course_is_noted_where_something_changes() {
        let mut no_observer = ();
        let mut budget = Budget::new(Limits::NONE, Cancel::default(), &mut no_observer);
        for bound in [3, 3, 5, 4] {
            assert_eq!(budget.expand(), Ok(()));
            budget.raise_bound(bound);
            budget.found(10 - bound);
        }
        let trace = budget.take_trace();
        let bounds = [TracePoint { expanded: 1, cost: 3 }, TracePoint { expanded: 3, cost: 5 }];
        assert_eq!((trace.bounds.as_slice(), budget.lower_bound()), (&bounds[..], 5));
        assert_eq!(trace.plans.iter().map(|plan| plan.cost).collect::<Vec<_>>(), [7, 5]);
        assert_eq!(budget.take_trace(), Trace::default());
    }

    #[test]
    fn cancelling_stops_at_the_next_look() {
        let mut no_observer = ();
        let cancel = Cancel::default();
        let mut budget = Budget::new(Limits::NONE, cancel.clone(), &mut no_observer);
        assert_eq!(budget.expand(), Ok(()));
        cancel.cancel();
        let stopped = (0..1 << 20).find_map(|_| budget.expand().err());
        assert_eq!(stopped, Some(Stop::Cancelled));
    }

    #[test]
    fn time_is_seen_although_the_clock_is_rarely_read() {
        let mut no_observer = ();
        let limits = Limits { time: Some(Duration::from_millis(20)), ..Limits::NONE };
        let started = Instant::now();
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        while budget.expand().is_ok() {}
        assert_eq!(budget.expand(), Err(Stop::Limit(Limit::Time)));
        assert!(started.elapsed() >= Duration::from_millis(20));
    }
}
