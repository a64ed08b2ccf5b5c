//! A figure: the same work by lurd and by `pathfinding`.

/// One line of the result.
pub struct Figure {
    pub name: String,
    pub what: String,
    /// Rounds, unless `LURD_BENCH_ROUNDS` has another number; more for the short ones, whose times are noisier.
    pub rounds: usize,
    /// Whether the figure takes so long that it is measured only if it is named.
    pub only_if_named: bool,
    /// Prepares what both sides need, which is not timed.
    pub prepare: Box<dyn Fn() -> Sides>,
}

impl Figure {
    pub fn new(
        name: impl Into<String>,
        what: impl Into<String>,
        rounds: usize,
        prepare: impl Fn() -> Sides + 'static,
    ) -> Self {
        let prepare = Box::new(prepare);
        Self { name: name.into(), what: what.into(), rounds, only_if_named: false, prepare }
    }

    /// The same, measured only if it is named.
    #[must_use]
    pub fn only_if_named(self) -> Self {
        Self { only_if_named: true, ..self }
    }
}

pub type Side = Box<dyn Fn() -> Measured>;

/// The work by either program.
pub struct Sides {
    pub lurd: Side,
    pub peer: Side,
}

impl Sides {
    pub fn new(lurd: impl Fn() -> Measured + 'static, peer: impl Fn() -> Measured + 'static) -> Self {
        Self { lurd: Box::new(lurd), peer: Box::new(peer) }
    }
}

/// What both sides must agree on, and what is worth saying.
#[derive(Default)]
pub struct Measured {
    /// Costs of the solutions, or what else the search found out.
    pub answers: Vec<u64>,
    pub note: String,
}

impl From<u64> for Measured {
    fn from(answer: u64) -> Self {
        Self { answers: vec![answer], note: String::new() }
    }
}

/// Runs one side; processor seconds and what came out.
#[allow(clippy::cast_precision_loss, reason = "seconds of this process")]
pub fn timed(side: &Side) -> (f64, Measured) {
    let clock = || {
        let now = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        now.tv_sec as f64 + now.tv_nsec as f64 * 1e-9
    };
    return_free_memory();
    let started = clock();
    let measured = side();
    (clock() - started, measured)
}

/// Returns free memory to the system, so that what one side has allocated does not help the other one.
fn return_free_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        #[expect(unsafe_code, reason = "a function of the C library without conditions")]
        unsafe extern "C" {
            safe fn malloc_trim(pad: usize) -> i32;
        }
        malloc_trim(0);
    }
}
