//! Counts whole state spaces of shifters: the number of boards at each distance from missile 4's source and
//! to missile 1's target, with the processor time.
//!
//! `cargo run --release --example whole_space [THREADS]`

#![allow(clippy::print_stdout, reason = "an example may print")]

use lurd::budget::{Budget, Limits};
use lurd::outcome::Stop;
use lurd::search::{Origin, enumerate_all};
use lurd::shifter::{Board, Packed};
use lurd::space::{Ranked, Space};

/// A board of digits, its rows separated by blanks.
fn board(text: &str) -> Board {
    let columns = text.find(' ').unwrap_or(text.len());
    Board::new(columns, text.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect())
}

fn report(title: &str, space: &Packed, origin: Origin<'_, Packed>, threads: usize) -> Result<(), Stop> {
    let mut budget = Budget::within(Limits::default());
    let Some(ranked) = space.ranked() else { return Ok(()) };
    let all = enumerate_all(space, ranked, origin, threads, &mut budget)?;
    let layers: Vec<_> = all.layers().iter().map(ToString::to_string).collect();
    println!("{title}: {} of {} boards", all.reached(), Ranked::size(ranked));
    println!("  farthest {}, mean {:.3}: {}", all.farthest(), all.mean(), layers.join(" "));
    let used = budget.statistics();
    println!(
        "  {:.2} s, {:.2} s of this thread, {} neighbours, {} MB",
        used.seconds,
        used.cpu_seconds.unwrap_or(f64::NAN),
        used.generated,
        used.peak_bytes / 1_000_000
    );
    Ok(())
}

fn main() -> Result<(), String> {
    let threads = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1);
    let four = Packed::new(&board("1221 3443 3443 2442"), &board("4342 3124 4243 2431"), false);
    let one = Packed::new(&board("1234 4123 3412 2341"), &board("1234 1234 1234 1234"), false);
    report("missile 4, from the source", &four, Origin::Start, threads)
        .and_then(|()| report("missile 1, to the target", &one, Origin::Goals(&one), threads))
        .map_err(|stop| format!("stopped: {stop:?}"))
}
