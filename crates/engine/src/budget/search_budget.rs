//! The budget of one search.

use std::fmt::Write as _;
use std::time::Duration;

use super::clock::Instant;
use super::expansions::Expansion;
use super::limits::{Cancel, CpuClock, Deadline, Limits};
use super::progress::{Observer, PresentPart, Progress, Record, Start, Statistics, Tally, Task, Trace, WorkKind};
use crate::outcome::{Conclusion, Cost, Limit, Stop};

/// The limits of a search, what it has used so far, and its observer.
///
/// Several searches may share a budget one after the other: what they use counts together. [`solve_within`] and [`solve_by`] may
/// be called for different spaces then. A [`Stepper`] also relies on the lower bound that earlier ones with the same budget
/// have proved, so these must have searched for the same plan.
///
/// [`solve_within`]: crate::search::solve_within
/// [`solve_by`]: crate::search::solve_by
/// [`Stepper`]: crate::search::Stepper
///
/// [`Budget::within`] takes the limits, and the methods `cancelled_by` and `observed_by` add what else is needed:
///
/// ```
/// use lurd_engine::{Budget, Cancel, Limits};
///
/// let cancel = Cancel::default();
/// let mut budget = Budget::within(Limits::NONE.nodes(1000)).cancelled_by(&cancel);
/// assert!(budget.expand().is_ok());
/// cancel.cancel();
/// assert!(!budget.was_cancelled());
/// assert!(budget.check_now().is_err() && budget.was_cancelled());
/// ```
pub struct Budget<'o> {
    limits: Limits,
    deadline: Deadline,
    observer: &'o mut dyn Observer,
    started: Instant,
    cpu: CpuClock,
    pub(super) statistics: Statistics,
    pub(super) memory: u64,
    /// The current memory limit: that of the search, or a lower one within an allotment.
    pub(super) memory_cap: Option<u64>,
    /// States stored by the other searches that share this budget.
    pub(super) stored_elsewhere: u64,
    pub(super) lower_bound: Cost,
    pub(super) best: Option<Cost>,
    /// The highest sum of costs that is not left out.
    highest_sum: Cost,
    cutoff: Cutoff,
    pub(super) trace: Trace,
    pub(super) pause_at: Option<u64>,
    task: Option<Task>,
    milestone: Option<Task>,
    pub(super) tally: Tally,
    part: PresentPart,
    start: Option<Start>,
    /// The number of searches that [began](Self::search_begins).
    searches: u32,
    /// The recorded expansions; `None` unless recording was requested.
    expansions: Option<Vec<Expansion>>,
    /// The number of expansions at which the next note is due, of searches without stages.
    next_note: u64,
    /// Number of checks until the clock is read, and between two readings.
    countdown: u32,
    stride: u32,
    last_reading: Instant,
    last_report: Instant,
    was_cancelled: bool,
}

/// Which paths a search has left out because of their costs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cutoff {
    #[default]
    Nothing,
    /// Those that cost more than [`Limits::cost`].
    AboveLimit,
    /// Also those for which it computes with a number that cannot be represented, whatever they cost.
    Unrepresentable,
}

/// The highest cost: [`DEAD_END`](crate::space::DEAD_END) is none.
const HIGHEST_COST: Cost = Cost::MAX - 1;
/// Approximate interval between readings of the clock.
const READ_EVERY: Duration = Duration::from_millis(2);
/// The most checks between two readings. A reading takes about as long as a fast expansion, so that more would save nothing, and
/// a search whose expansions suddenly take a thousand times as long would notice too late that its time is over.
const MAX_CHECKS: u32 = 128;
/// A reservation of this many bytes makes the next check read the clock.
const LARGE: u64 = 1 << 20;
/// Approximate interval between reports of progress.
const REPORT_EVERY: Duration = Duration::from_millis(100);

/// The name of the work outside of all parts.
const NO_PART: &str = "other work";

impl<'o> Budget<'o> {
    /// Creates a budget whose time starts now.
    pub fn new(limits: Limits, cancel: Cancel, observer: &'o mut dyn Observer) -> Self {
        let now = Instant::now();
        Self {
            limits,
            deadline: Deadline {
                // A limit that the clock cannot express is no limit.
                at: limits.time.and_then(|time| now.checked_add(time)),
                cancel,
            },
            observer,
            started: now,
            cpu: CpuClock::start(),
            statistics: Statistics { cpu_seconds: Some(0.0), ..Statistics::default() },
            memory: 0,
            memory_cap: limits.memory,
            stored_elsewhere: 0,
            lower_bound: 0,
            best: None,
            highest_sum: limits.cost.map_or(HIGHEST_COST, |most| most.min(HIGHEST_COST)),
            cutoff: Cutoff::Nothing,
            trace: Trace::default(),
            pause_at: None,
            task: None,
            milestone: None,
            tally: Tally::default(),
            part: PresentPart { name: NO_PART, expanded: 0, since: now },
            start: None,
            searches: 0,
            expansions: None,
            next_note: 0,
            countdown: 1,
            stride: 1,
            last_reading: now,
            last_report: now,
            was_cancelled: false,
        }
    }

    /// The same budget, which also ends when `cancel` is set. It replaces the flag that was given before.
    #[must_use]
    pub fn cancelled_by(mut self, cancel: &Cancel) -> Self {
        self.deadline.cancel = cancel.clone();
        self
    }

    /// The same budget, which reports its progress to `observer`. It replaces the one that was given before.
    #[must_use]
    pub fn observed_by<'n>(self, observer: &'n mut dyn Observer) -> Budget<'n>
    where
        'o: 'n,
    {
        Budget { observer, ..self }
    }

    /// Requests and counts an expansion.
    ///
    /// # Errors
    /// When a limit is reached, or the search is cancelled or must pause; the expansion must then not be done.
    #[inline]
    pub fn expand(&mut self) -> Result<(), Stop> {
        self.may_expand()?;
        self.statistics.expanded += 1;
        Ok(())
    }

    /// Checks whether an expansion would be allowed, without counting one: for callers that own the loop of a search.
    ///
    /// # Errors
    /// As [`Budget::expand`].
    #[inline]
    pub fn may_expand(&mut self) -> Result<(), Stop> {
        if self.limits.nodes.is_some_and(|most| self.statistics.expanded >= most) {
            return Err(Stop::Limit(Limit::Nodes));
        }
        if self.pause_at.is_some_and(|at| self.statistics.expanded >= at) {
            return Err(Stop::Paused);
        }
        self.check()
    }

    /// Requests `count` expansions and returns how many are allowed, which are counted: at least one,
    /// and fewer than `count` only before a limit.
    ///
    /// # Errors
    /// As [`Budget::expand`].
    pub fn expand_up_to(&mut self, count: u64) -> Result<u64, Stop> {
        debug_assert!(count > 0, "requests nothing");
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

    /// Counts expansions of another thread.
    pub fn expanded_elsewhere(&mut self, count: u64) {
        self.statistics.expanded += count;
    }

    /// Adds the statistics of a search in another thread. Peak memory is added up, as threads run at the
    /// same time and keep their memory to the end.
    pub fn done_elsewhere(&mut self, done: &Statistics) {
        self.statistics.expanded += done.expanded;
        // They are added to the part in which they were done.
        self.part.expanded += done.expanded;
        self.statistics.generated += done.generated;
        self.statistics.stored += done.stored;
        self.statistics.peak_bytes = self.statistics.peak_bytes.max(self.memory) + done.peak_bytes;
        self.statistics.add_cpu_seconds(done.cpu_seconds);
    }

    /// Expansions that remain before the node limit or a requested pause; `None` without either.
    #[must_use]
    pub fn expansions_left(&self) -> Option<u64> {
        let at = self.limits.nodes.into_iter().chain(self.pause_at).min()?;
        Some(at.saturating_sub(self.statistics.expanded))
    }

    /// Whether expansions are limited, so that each must be requested.
    #[must_use]
    pub fn counts_expansions(&self) -> bool {
        self.limits.nodes.is_some() || self.pause_at.is_some()
    }

    /// Checks the time limit and the cancel flag, in loops without expansions.
    ///
    /// # Errors
    /// When the time limit is reached or the search cancelled.
    #[inline]
    pub fn check(&mut self) -> Result<(), Stop> {
        self.countdown -= 1;
        if self.countdown == 0 { self.read_clock() } else { Ok(()) }
    }

    /// Whether a check has told the search that it is cancelled. What it returned after that is not all that it would have
    /// found, even if it is an answer.
    #[must_use]
    pub fn was_cancelled(&self) -> bool {
        self.was_cancelled
    }

    /// Like [`check`](Self::check), but always reads the clock: for infrequent checks.
    ///
    /// # Errors
    /// As [`Budget::check`].
    pub fn check_now(&mut self) -> Result<(), Stop> {
        self.countdown = 1;
        // The next checks may be far apart.
        self.stride = 1;
        self.check()
    }

    #[cold]
    fn read_clock(&mut self) -> Result<(), Stop> {
        let now = Instant::now();
        let since = now - self.last_reading;
        if since < READ_EVERY / 2 {
            self.stride = (self.stride * 2).min(MAX_CHECKS);
        } else if since > READ_EVERY {
            self.stride = (self.stride / 4).max(1);
        }
        self.last_reading = now;
        self.countdown = self.stride;
        if self.deadline.cancel.is_cancelled() {
            self.countdown = 1;
            self.was_cancelled = true;
            return Err(Stop::Cancelled);
        }
        if self.limits.cost.is_some_and(|most| self.lower_bound > most) {
            self.countdown = 1;
            return Err(Stop::Limit(Limit::Cost));
        }
        if self.deadline.at.is_some_and(|end| now >= end) {
            self.countdown = 1;
            return Err(Stop::Limit(Limit::Time));
        }
        if now - self.last_report >= REPORT_EVERY {
            self.last_report = now;
            let progress = self.progress();
            self.observer.progress(&progress);
            if self.statistics.expanded >= self.next_note {
                self.stage(|| "still searching".to_owned());
            }
        }
        Ok(())
    }

    /// Counts generated successors.
    #[inline]
    pub fn generated(&mut self, count: usize) {
        self.statistics.generated += count as u64;
    }

    /// Sends a note to the observer if it accepts notes.
    pub fn note(&mut self, text: impl FnOnce() -> String) {
        if self.observer.wants_notes() {
            self.observer.note(&text());
        }
    }

    /// Announces a table of all `states`, before it is allocated or refused.
    pub fn announce_table(&mut self, states: u64, bytes: u64) {
        self.observer.table(states, bytes);
    }

    /// Notes that a stage of the search begins (a layer, a threshold, a restart), with what was done so far.
    #[cold]
    pub fn stage(&mut self, what: impl FnOnce() -> String) {
        if !self.observer.wants_notes() {
            return;
        }
        let Statistics { expanded, generated, stored, .. } = self.statistics;
        // The next note of a search without stages is due after twice as many expansions.
        self.next_note = 2 * expanded;
        let mut text = format!("{}: {expanded} expanded, {generated} generated", what());
        if stored > 0 && self.searches != 1 {
            // The other counts may be those of several searches.
            let _ = write!(text, ", {stored} stored");
        } else if stored > 0 {
            // The start is stored, and not generated.
            let duplicates = (generated + 1).saturating_sub(stored);
            let _ = write!(text, ", {duplicates} duplicates, {} open", stored.saturating_sub(expanded));
        }
        self.observer.note(&text);
    }

    /// Forgets what earlier searches have proved, because the next one is in another space.
    pub(crate) fn begin_another_space(&mut self) {
        (self.lower_bound, self.best, self.cutoff) = (0, None, Cutoff::Nothing);
    }

    /// Takes note of what is known before the first expansion: the estimate of the start, and the memory of tables. Of
    /// several searches with one budget, the first counts.
    pub fn search_begins(&mut self, name: &str, estimate: Option<Cost>) {
        self.searches += 1;
        self.start.get_or_insert(Start { estimate, table_bytes: self.memory });
        let tables = self.memory;
        self.note(|| match estimate {
            Some(estimate) if estimate > HIGHEST_COST => format!("{name}: the start is a dead end"),
            Some(estimate) => format!("{name}: estimate of the start {estimate}, {tables} bytes of tables"),
            None => format!("{name}: no estimates, {tables} bytes of tables"),
        });
    }

    /// Records each expansion. To be called before the search, which takes several times as long then.
    pub fn record_expansions(&mut self) {
        self.expansions = Some(Vec::new());
    }

    /// Whether the expansions are recorded.
    #[must_use]
    pub fn records_expansions(&self) -> bool {
        self.expansions.is_some()
    }

    /// Adds expansions to the recorded ones.
    pub fn add_expansions(&mut self, more: Vec<Expansion>) {
        self.expansions.get_or_insert_default().extend(more);
    }

    /// Sets the number of states that the search stores.
    #[inline]
    pub fn stored(&mut self, count: u64) {
        self.statistics.stored = self.stored_elsewhere + count;
    }

    /// Reserves bytes, before they are allocated.
    ///
    /// # Errors
    /// When they exceed the memory limit; nothing is then reserved.
    pub fn grow(&mut self, bytes: u64) -> Result<(), Stop> {
        let wanted = self.memory.saturating_add(bytes);
        if self.memory_cap.is_some_and(|most| wanted > most) {
            return Err(Stop::Limit(Limit::Memory));
        }
        if bytes >= LARGE {
            // Filling it takes time, and what comes after it may be slower than what came before.
            (self.countdown, self.stride) = (1, 1);
        }
        self.memory = wanted;
        self.statistics.peak_bytes = self.statistics.peak_bytes.max(wanted);
        Ok(())
    }

    /// Releases bytes.
    pub fn shrink(&mut self, bytes: u64) {
        debug_assert!(bytes <= self.memory, "releases more than it reserved");
        self.memory = self.memory.saturating_sub(bytes);
    }

    /// Runs `work`, and releases what it has reserved and not released, however it ends: what it built is dropped.
    pub fn in_scope<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = self.memory;
        let result = work(self);
        self.memory = self.memory.min(before);
        result
    }

    /// Bytes in use: reserved and not released.
    #[must_use]
    pub fn used(&self) -> u64 {
        self.memory
    }

    /// Bytes that can still be reserved; `None` without a limit.
    #[must_use]
    pub fn memory_left(&self) -> Option<u64> {
        self.memory_cap.map(|most| most.saturating_sub(self.memory))
    }

    /// Raises the lower bound: no plan costs less than `bound`, except those that were left out because they cost more than
    /// [`Limits::cost`].
    #[inline]
    pub fn raise_bound(&mut self, bound: Cost) {
        if bound > self.lower_bound {
            self.set_bound(bound);
        }
    }

    #[cold]
    fn set_bound(&mut self, mut bound: Cost) {
        if let Some(most) = self.limits.cost.filter(|&most| bound > most) {
            // Paths above the limit are left out, so that the search does not know which of them is the cheapest.
            bound = most.saturating_add(1).min(HIGHEST_COST);
            if bound <= self.lower_bound {
                return;
            }
            // The next check ends the search.
            self.countdown = 1;
        }
        self.lower_bound = bound;
        self.trace.bound(self.statistics.expanded, bound);
        self.stage(|| format!("lower bound {bound}"));
    }

    /// The sum of two costs, or of a cost and an admissible estimate; [`DEAD_END`](crate::space::DEAD_END) if it exceeds
    /// [`Limits::cost`], or 2^64 - 2 without one. A path of this cost must then be left out, and the budget takes note that
    /// running out of states does not prove that there is no plan.
    #[inline]
    pub fn sum(&mut self, cost: Cost, more: Cost) -> Cost {
        let sum = cost.saturating_add(more);
        if sum > self.highest_sum {
            self.cut_off(if self.limits.cost.is_some() { Cutoff::AboveLimit } else { Cutoff::Unrepresentable });
            return Cost::MAX;
        }
        sum
    }

    /// Takes note that a path is left out because a number that it is ordered by exceeds 2^64 - 2.
    #[cold]
    pub(crate) fn exceed(&mut self) {
        self.cut_off(Cutoff::Unrepresentable);
    }

    #[cold]
    fn cut_off(&mut self, cutoff: Cutoff) {
        self.cutoff = self.cutoff.max(cutoff);
    }

    /// Runs a part of a search, of which `cutoff` says what its earlier parts left out because of its cost. If anything,
    /// running out of states is no proof that there is no plan, but perhaps that none is within the limit.
    ///
    /// # Errors
    /// Those of `run`, and the limit of costs.
    pub(crate) fn prove<A>(
        &mut self,
        cutoff: &mut Cutoff,
        run: impl FnOnce(&mut Self) -> Result<Conclusion<A>, Stop>,
    ) -> Result<Conclusion<A>, Stop> {
        let of_others = std::mem::replace(&mut self.cutoff, *cutoff);
        let end = run(self);
        *cutoff = std::mem::replace(&mut self.cutoff, of_others);
        if !matches!(end, Ok(Conclusion::Exhausted)) || *cutoff == Cutoff::Nothing {
            return end;
        }
        if let (Cutoff::AboveLimit, Some(most)) = (*cutoff, self.limits.cost) {
            self.raise_bound(most.saturating_add(1));
        }
        Err(Stop::Limit(Limit::Cost))
    }

    /// Runs `work`, to whose costs the limit of costs does not apply.
    pub(super) fn without_cost_limit<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let before = (self.limits.cost.take(), std::mem::replace(&mut self.highest_sum, HIGHEST_COST));
        let result = work(self);
        (self.limits.cost, self.highest_sum) = before;
        result
    }

    /// Records a plan found by a search that continues to look for better ones.
    pub fn found(&mut self, cost: Cost) {
        if self.best.is_none_or(|best| cost < best) {
            self.best = Some(cost);
            self.trace.plan(self.statistics.expanded, cost);
        }
    }

    /// The highest lower bound so far.
    #[must_use]
    pub fn lower_bound(&self) -> Cost {
        self.lower_bound
    }

    /// Sets the table that is being built; `None` when it is done.
    pub fn note_task(&mut self, task: Option<Task>) {
        self.task = task;
    }

    /// Sets how far the best state has come; `None` at the start of a search.
    pub fn note_milestone(&mut self, milestone: Option<Task>) {
        self.milestone = milestone;
    }

    /// How far the best state has come.
    #[must_use]
    pub fn milestone(&self) -> Option<Task> {
        self.milestone
    }

    /// Measures the time of rules, too. To be called before the search.
    pub fn measure_rules(&mut self) {
        self.tally = Tally::new(true);
    }

    /// The sums of what parts and rules do, for the rules of a space.
    #[must_use]
    pub fn tally(&self) -> Tally {
        self.tally.clone()
    }

    /// Runs a part of a solver. Expansions and time count for the innermost part.
    pub fn in_part<T>(&mut self, name: &'static str, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = self.enter_part(name);
        let result = work(self);
        self.enter_part(outer);
        result
    }

    /// Adds what was done since the current part began, and begins another one. Returns the name of the part before.
    fn enter_part(&mut self, name: &'static str) -> &'static str {
        let now = Instant::now();
        let PresentPart { name: before, expanded, since } = self.part;
        let now_expanded = self.statistics.expanded;
        self.tally.add(WorkKind::Part, before, now_expanded - expanded, now.saturating_duration_since(since));
        self.part = PresentPart { name, expanded: now_expanded, since: now };
        before
    }

    /// Starts the clock of the current part anew: the time that it waited is that of other threads.
    pub(super) fn waited(&mut self) {
        self.part.since = Instant::now();
    }

    /// Adds what was done so far to the current part.
    pub(super) fn end_part(&mut self) {
        self.enter_part(self.part.name);
    }

    /// What the search has used and done. To be called once its spaces are dropped, because their rules count then.
    #[must_use]
    pub fn into_record(mut self) -> Record {
        self.end_part();
        let (statistics, works) = (self.statistics(), self.tally.works());
        Record { statistics, trace: self.trace, works, start: self.start, expansions: self.expansions }
    }

    /// The time limit and the cancel flag, for computations inside a space.
    #[must_use]
    pub fn deadline(&self) -> Deadline {
        self.deadline.clone()
    }

    /// The limits of the search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Counts and times so far.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        let mut statistics = Statistics { seconds: self.started.elapsed().as_secs_f64(), ..self.statistics };
        statistics.add_cpu_seconds(self.cpu.seconds());
        statistics
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
    fn the_time_is_noticed_when_checks_become_rare() {
        let mut budget = Budget::within(Limits::NONE.time(Duration::from_millis(100)));
        for _ in 0..100_000 {
            if budget.check().is_err() {
                break;
            }
        }
        // Each of these expansions takes longer than all of those before.
        let mut slow = 0;
        while budget.check().is_ok() {
            slow += 1;
            assert!(slow < 2 * MAX_CHECKS, "it goes on");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
