//! The longest levels of empty rectangles against a search that is written as plainly as possible: it plays pushes and
//! steps forward from every position for every set of goals, without symmetry.

use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex};

use lurd::atlas::RunStore;
use lurd::budget::{Budget, Cancel, Limits};
use lurd::puzzle::{Difficulty, Ending, GenerateOptions, Generated, LongestOptions, Plugin, Unanswered};
use lurd::sokoban::Sokoban;
use lurd::verify;

/// Options of which only those of the longest level matter.
fn options(boxes: usize, longest: LongestOptions) -> GenerateOptions {
    GenerateOptions { boxes: Some(boxes), longest: Some(longest), ..super::options(Difficulty::Easy, 0, 1) }
}

fn longest(
    floor: (usize, usize),
    boxes: usize,
    objective: &str,
    saved: Option<Arc<Saved>>,
    limits: Limits,
) -> (Ending<()>, Option<Generated>) {
    let saved = saved.map(|store| store as Arc<dyn RunStore + Send + Sync>);
    let longest = LongestOptions { floor, objective: Some(objective.to_owned()), saved };
    let wanted = options(boxes, longest);
    let mut found = None;
    let mut observer = ();
    let mut budget = Budget::new(limits, Cancel::default(), &mut observer);
    let end = Sokoban.generate(&wanted, &mut budget, &mut |generated| found = Some(generated));
    (end, found)
}

/// The boxes in order, and the player.
type Coordinates = (Vec<usize>, usize);

/// The length of the longest shortest solution in a rectangle.
struct Plain {
    width: usize,
    height: usize,
    by_moves: bool,
}

impl Plain {
    fn next(&self, square: usize, way: usize) -> Option<usize> {
        let (row, column) = (square / self.width, square % self.width);
        match way {
            0 => (column > 0).then(|| square - 1),
            1 => (row > 0).then(|| square - self.width),
            2 => (column + 1 < self.width).then_some(square + 1),
            _ => (row + 1 < self.height).then_some(square + self.width),
        }
    }

    /// All positions, and for each the positions after a step, with its cost.
    fn graph(&self, boxes: usize) -> BTreeMap<Coordinates, Vec<(Coordinates, u64)>> {
        let squares = self.width * self.height;
        let mut graph = BTreeMap::new();
        for set in sets(squares, boxes) {
            for player in (0..squares).filter(|player| !set.contains(player)) {
                let steps = (0..4).filter_map(|way| {
                    let ahead = self.next(player, way)?;
                    let Some(moved) = set.iter().position(|&it| it == ahead) else {
                        return Some(((set.clone(), ahead), u64::from(self.by_moves)));
                    };
                    let beyond = self.next(ahead, way).filter(|beyond| !set.contains(beyond))?;
                    let mut after = set.clone();
                    after[moved] = beyond;
                    after.sort_unstable();
                    Some(((after, ahead), 1))
                });
                graph.insert((set.clone(), player), steps.collect());
            }
        }
        graph
    }

    /// The costs of all positions to `goals`, by relaxing all steps until nothing changes.
    fn costs(graph: &BTreeMap<Coordinates, Vec<(Coordinates, u64)>>, goals: &[usize]) -> BTreeMap<Coordinates, u64> {
        let solved = graph.keys().filter(|place| place.0 == goals);
        let mut costs: BTreeMap<Coordinates, u64> = solved.map(|place| (place.clone(), 0)).collect();
        loop {
            let mut changed = false;
            for (place, steps) in graph {
                let best = steps.iter().filter_map(|(after, cost)| Some(costs.get(after)? + cost)).min();
                if let Some(best) = best
                    && costs.get(place).is_none_or(|&known| best < known)
                {
                    costs.insert(place.clone(), best);
                    changed = true;
                }
            }
            if !changed {
                return costs;
            }
        }
    }

    fn longest(&self, boxes: usize) -> u64 {
        let graph = self.graph(boxes);
        let farthest = |goals: &Vec<usize>| Self::costs(&graph, goals).into_values().max();
        sets(self.width * self.height, boxes).iter().filter_map(farthest).max().expect("a position")
    }
}

/// All sets of so many of the squares.
fn sets(squares: usize, size: usize) -> Vec<Vec<usize>> {
    let is_set = |bits: &u32| bits.count_ones() as usize == size;
    let members = |bits: u32| (0..squares).filter(|square| bits >> square & 1 == 1).collect();
    (0..1_u32 << squares).filter(is_set).map(members).collect()
}

fn check(floor: (usize, usize), boxes: usize, by_moves: bool) {
    let objective = if by_moves { "moves" } else { "pushes" };
    let (end, generated) = longest(floor, boxes, objective, None, Limits::NONE);
    assert_eq!(end, Ok(()));
    let Generated { puzzle, rating, note } = generated.expect("a level");
    let expected = Plain { width: floor.0, height: floor.1, by_moves }.longest(boxes);
    let what = format!("{floor:?}, {boxes} boxes, {objective}: {}", puzzle.text());
    #[expect(clippy::cast_precision_loss, reason = "small")]
    let length = expected as f64;
    assert_eq!(rating.part("longest"), Some(length), "{what}");
    let unit = match (expected, by_moves) {
        (1, false) => "push",
        (1, true) => "move",
        _ => objective,
    };
    assert!(note.expect("a note").starts_with(&format!("{expected} {unit}, proved")), "{what}");
    let solution = rating.solution.expect("a solution");
    let replay = verify::replay(puzzle.as_ref(), &solution).unwrap_or_else(|wrong| panic!("{wrong}: {what}"));
    assert_eq!(replay.metric(objective), Some(expected), "{what}");
}

#[test]
fn rectangles_of_up_to_6_squares() {
    for (width, height) in (1..=6).flat_map(|width| (1..=6).map(move |height| (width, height))) {
        if !(2..=6).contains(&(width * height)) {
            continue;
        }
        for boxes in 1..=3.min(width * height - 1) {
            check((width, height), boxes, false);
            check((width, height), boxes, true);
        }
    }
}

#[test]
#[ignore = "a minute"]
fn rectangles_of_7_to_9_squares() {
    for (width, height) in (1..=9).flat_map(|width| (1..=9).map(move |height| (width, height))) {
        if !(7..=9).contains(&(width * height)) {
            continue;
        }
        for boxes in 1..=3 {
            check((width, height), boxes, false);
            check((width, height), boxes, true);
        }
    }
}

/// A saved run in memory.
#[derive(Debug, Default)]
struct Saved(Mutex<Option<Vec<u8>>>);

impl RunStore for Saved {
    fn open(&self) -> io::Result<Option<Box<dyn Read + '_>>> {
        let bytes = self.0.lock().expect("no panic").clone();
        Ok(bytes.map(|bytes| Box::new(io::Cursor::new(bytes)) as Box<dyn Read>))
    }

    fn save(&self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        *self.0.lock().expect("no panic") = Some(bytes);
        Ok(())
    }
}

#[test]
fn a_run_goes_on_where_it_was_stopped() {
    let whole = longest((3, 3), 2, "moves", None, Limits::NONE).1.expect("a level");
    let store = Arc::new(Saved::default());
    let cancelled = Cancel::default();
    cancelled.cancel();
    let stopped = {
        let saved = Some(Arc::clone(&store) as Arc<dyn RunStore + Send + Sync>);
        let longest = LongestOptions { floor: (3, 3), objective: Some("moves".to_owned()), saved };
        let wanted = options(2, longest);
        let mut observer = ();
        let mut budget = Budget::new(Limits::NONE, cancelled, &mut observer);
        Sokoban.generate(&wanted, &mut budget, &mut |_| panic!("nothing was searched"))
    };
    assert!(matches!(stopped, Err(Unanswered::Stopped { .. })));
    let (end, resumed) = longest((3, 3), 2, "moves", Some(Arc::clone(&store)), Limits::NONE);
    assert_eq!((end, resumed.expect("a level").note), (Ok(()), whole.note.clone()));
    // The complete run is read again; other runs and damaged ones are refused.
    let (_, again) = longest((3, 3), 2, "moves", Some(Arc::clone(&store)), Limits::NONE);
    assert_eq!(again.expect("a level").note, whole.note);
    assert!(longest((3, 3), 3, "moves", Some(Arc::clone(&store)), Limits::NONE).0.is_err());
    store.0.lock().expect("no panic").as_mut().expect("saved")[40] ^= 1;
    assert!(longest((3, 3), 2, "moves", Some(store), Limits::NONE).0.is_err());
}

/// A saved run of two boxes on 3x3 squares with these numbers and the checksum that belongs to them.
fn edited(numbers: &[String]) -> Arc<Saved> {
    let text = format!("longest 3x3, 2 boxes, by moves\n{}\n", numbers.join(" "));
    let hash =
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    Arc::new(Saved(Mutex::new(Some(format!("{text}{hash:016x}\n").into_bytes()))))
}

#[test]
fn a_run_that_was_edited_is_refused_or_goes_on() {
    let store = Arc::new(Saved::default());
    assert_eq!(longest((3, 3), 2, "moves", Some(Arc::clone(&store)), Limits::NONE).0, Ok(()));
    let bytes = store.0.lock().expect("no panic").clone().expect("saved");
    let text = String::from_utf8(bytes).expect("a text");
    let numbers: Vec<String> = text.lines().nth(1).expect("numbers").split(' ').map(str::to_owned).collect();
    let read = |numbers: &[String]| longest((3, 3), 2, "moves", Some(edited(numbers)), Limits::NONE).0;
    assert_eq!(read(&numbers), Ok(()), "as saved");
    for place in 0..numbers.len() {
        for number in [0, 1, 3, 7, 511, 512, u64::MAX - 1, u64::MAX] {
            let mut numbers = numbers.clone();
            numbers[place] = number.to_string();
            let end = read(&numbers);
            let is_refused = matches!(&end, Err(Unanswered::Unsupported { .. }));
            // Fewer sets, the sets with the longest solution, the positions and the checksum cannot be checked.
            assert!(is_refused || end == Ok(()) && [0, 5, 6, 7].contains(&place), "{numbers:?}: {end:?}");
        }
    }
    // The sum of the positions of a run that goes on is out of range.
    let mut numbers = numbers;
    let done: u64 = numbers[0].parse().expect("a number");
    (numbers[0], numbers[6]) = ((done - 1).to_string(), u64::MAX.to_string());
    assert_eq!(read(&numbers), Ok(()));
}

#[test]
fn what_cannot_be_searched_is_refused() {
    for (floor, boxes, objective) in
        [((1, 1), 1, "moves"), ((3, 3), 9, "moves"), ((3, 3), 0, "moves"), ((7, 7), 2, "moves")]
    {
        let (end, generated) = longest(floor, boxes, objective, None, Limits::NONE);
        assert!(matches!(end, Err(Unanswered::Unsupported { .. })) && generated.is_none(), "{floor:?}");
    }
    assert!(longest((3, 3), 2, "shifts", None, Limits::NONE).0.is_err());
}
