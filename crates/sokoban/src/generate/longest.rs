//! The levels with the longest solutions among all levels of an empty rectangle: every set of goals up to symmetry, and
//! every start.

use std::{
    fmt::Write as _,
    io::Read as _,
    time::{Duration, Instant},
};

use lurd_atlas::RunStore;
use lurd_engine::program::{
    budget::{Budget, Task},
    outcome::Cost,
};
use lurd_puzzle::puzzle::{Ending, Generated, LongestOptions, Objective, OnGenerated, RatingPart, Unanswered};

use super::rectangle::{Count, Layer, MAX_SQUARES, PullSearch, Rectangle, Squares};
use crate::{
    direction::Direction,
    formats::counted,
    level::{BOX, GOAL, Level, WALL},
    puzzle::SokobanPuzzle,
    rating,
    solver::{MOVES, PUSHES},
};

/// The most sets of boxes: the tables then take 2 GiB.
const MAX_SETS: u32 = 1 << 27;
/// A run is saved after so much time.
const SAVE_EVERY: Duration = Duration::from_secs(60);

/// What is searched.
struct Question {
    rectangle: Rectangle,
    boxes: usize,
    count: Count,
}

/// What has been found so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Found {
    /// The number of sets of goals that were examined.
    done: usize,
    /// The most pushes or moves.
    length: u64,
    /// The first set of goals that has a start so far away, and the boxes and the player of the first such start.
    goals: Squares,
    start: (Squares, Squares),
    /// The number of sets of goals up to symmetry that have such a start.
    sets: u64,
    /// All positions of all sets of goals that were examined.
    positions: u64,
    /// A checksum of the greatest distance of each set of goals and of the number of positions there.
    checksum: u64,
}

/// Searches the level with the longest solution.
pub(super) fn generate(
    options: &LongestOptions,
    boxes: Option<usize>,
    budget: &mut Budget<'_>,
    on_each: &mut OnGenerated<'_>,
) -> Ending<()> {
    let question = Question::new(options, boxes)?;
    let store = options.saved.as_deref().map(|store| store as &dyn RunStore);
    let goals = question.rectangle.goals_up_to_symmetry(question.boxes);
    let mut found = question.saved(store, &goals)?.unwrap_or_default();
    let mut search = PullSearch::new(&question.rectangle, question.boxes, question.count, budget)?;
    let began = Some(Duration::from_secs_f64(budget.statistics().seconds));
    let mut last_saved = Instant::now();
    while let Some(&set) = goals.get(found.done) {
        let (done, of) = (found.done as u64, goals.len() as u64);
        budget.note_task(Some(Task { name: "goals", done, of, began }));
        let examined = budget.check_now().and_then(|()| {
            let (mut length, mut last) = (0_u64, Layer::new());
            let positions = search.layers(set, budget, |layer| {
                length += 1;
                last.clone_from(layer);
            })?;
            Ok((length - 1, last, positions))
        });
        match examined {
            Ok((length, last, positions)) => found.add(set, length, &last, positions),
            Err(stop) => {
                question.save(store, &found)?;
                return Err(stop.into());
            }
        }
        if last_saved.elapsed() >= SAVE_EVERY {
            question.save(store, &found)?;
            last_saved = Instant::now();
        }
    }
    budget.note_task(None);
    question.save(store, &found)?;
    let generated = question.level(&found, goals.len(), &mut search, budget)?;
    on_each(generated);
    Ok(())
}

impl Question {
    fn new(options: &LongestOptions, boxes: Option<usize>) -> Result<Self, Unanswered> {
        let (width, height) = options.floor;
        let squares = width.saturating_mul(height);
        if !(2..=MAX_SQUARES).contains(&squares) {
            return Err(format!("--longest {width}x{height}: expected from 2 to {MAX_SQUARES} squares of floor").into());
        }
        let boxes = boxes.unwrap_or(1);
        if !(1..squares).contains(&boxes) {
            return Err(format!("--boxes {boxes}: expected a number from 1 to {}", squares - 1).into());
        }
        let named = |objective: &Objective| options.objective.as_deref() == Some(objective.name);
        let count = match &options.objective {
            None => Count::Pushes,
            Some(_) if named(&PUSHES) => Count::Pushes,
            Some(_) if named(&MOVES) => Count::Moves,
            Some(name) => {
                return Err(
                    format!("--for {name}: the longest level is that by {} or {}", PUSHES.name, MOVES.name).into()
                );
            }
        };
        let rectangle = Rectangle::new(width, height);
        if rectangle.sets(boxes) > MAX_SETS {
            return Err(format!("--longest {width}x{height} --boxes {boxes}: too many sets of boxes; try fewer").into());
        }
        Ok(Self { rectangle, boxes, count })
    }

    fn unit(&self) -> &'static str {
        match self.count {
            Count::Pushes => PUSHES.name,
            Count::Moves => MOVES.name,
        }
    }

    /// What distinguishes the saved run from others.
    fn identity(&self) -> String {
        let Rectangle { width, height, .. } = self.rectangle;
        format!("longest {width}x{height}, {} boxes, by {}", self.boxes, self.unit())
    }

    fn save(&self, store: Option<&dyn RunStore>, found: &Found) -> Result<(), Unanswered> {
        let Some(store) = store else { return Ok(()) };
        let text = format!("{}\n{}", self.identity(), found.text());
        let text = format!("{text}{:016x}\n", fnv(text.as_bytes()));
        let written = store.save(&mut |to| to.write_all(text.as_bytes()));
        written.map_err(|error| format!("the run cannot be saved: {error}").into())
    }

    fn saved(&self, store: Option<&dyn RunStore>, goals: &[Squares]) -> Result<Option<Found>, Unanswered> {
        let Some(store) = store else { return Ok(None) };
        let Some(mut reader) = store.open().map_err(|error| error.to_string())? else { return Ok(None) };
        let mut text = String::new();
        reader.by_ref().take(1 << 16).read_to_string(&mut text).map_err(|error| error.to_string())?;
        let identity = self.identity();
        let first = text.lines().next().unwrap_or_default();
        if first != identity {
            return Err(format!("the file of --resume is that of another run: '{first}', not '{identity}'").into());
        }
        let found = Found::read(&text).ok_or_else(|| damaged("its checksum differs"))?;
        if found.is_possible(goals) { Ok(Some(found)) } else { Err(damaged(CONTRADICTION)) }
    }

    /// The level that was found, with its solution.
    fn level(
        &self,
        found: &Found,
        sets: usize,
        search: &mut PullSearch<'_>,
        budget: &mut Budget<'_>,
    ) -> Ending<Generated> {
        let mut layers = Vec::new();
        search.layers(found.goals, budget, |layer| layers.push(layer.clone()))?;
        // They were read from a file, perhaps.
        if !found.is_last_of(&layers) {
            return Err(damaged(CONTRADICTION));
        }
        let solution = self.solution(found, &layers);
        let pushes = solution.bytes().filter(u8::is_ascii_uppercase).count() as Cost;
        let Rectangle { width, height, .. } = self.rectangle;
        let boxes = counted(self.boxes, "box");
        let length = match (found.length, self.count) {
            (1, Count::Pushes) => "1 push".to_owned(),
            (1, Count::Moves) => "1 move".to_owned(),
            (length, _) => format!("{length} {}", self.unit()),
        };
        let level = self.drawn(found, format!("Longest {width}x{height}, {boxes}, {length}"));
        let least = if self.count == Count::Pushes { pushes } else { 0 };
        let mut rating = rating::rate_found(&level, &solution, pushes, least, budget)?;
        rating.parts.push(RatingPart::whole("longest", Some(found.length)));
        rating.parts.push(RatingPart::whole("goal_sets", Some(sets as u64)));
        rating.parts.push(RatingPart::whole("longest_goal_sets", Some(found.sets)));
        rating.parts.push(RatingPart::whole("positions", Some(found.positions)));
        let note = format!(
            "{length}, proved: no level with {boxes} on {width}x{height} empty squares takes more. {sets} sets of \
             goals up to symmetry, {} of them with such a start, and {} positions; checksum {:016x}",
            found.sets, found.positions, found.checksum
        );
        Ok(Generated { puzzle: Box::new(SokobanPuzzle::new(level)), rating, note: Some(note) })
    }

    fn drawn(&self, found: &Found, title: String) -> Level {
        let Rectangle { width, height, .. } = self.rectangle;
        let (columns, rows) = (width + 2, height + 2);
        let walls = Level::new(columns, rows, 0, |_| [true, false, false]);
        let mut level = Level { title: Some(title), ..walls };
        for square in 0..width * height {
            let place = (square / width + 1) * columns + square % width + 1;
            let is_in = |set: Squares| set >> square & 1 == 1;
            level.set(place, WALL, false);
            level.set(place, GOAL, is_in(found.goals));
            level.set(place, BOX, is_in(found.start.0));
            if is_in(found.start.1) {
                level.player = place;
            }
        }
        level
    }

    /// A solution from the start: each push or step leads to the layer before.
    fn solution(&self, found: &Found, layers: &[Layer]) -> String {
        let rectangle = &self.rectangle;
        let (mut boxes, mut player) = found.start;
        let mut solution = String::new();
        for layer in layers.iter().rev().skip(1) {
            let is_in = |boxes: Squares, player: Squares| layer.iter().any(|it| it.0 == boxes && it.1 & player != 0);
            let free = rectangle.free(boxes);
            let region = match self.count {
                Count::Pushes => rectangle.flood(player, free),
                Count::Moves => player,
            };
            let step = Direction::ALL.into_iter().find_map(|direction| {
                let mut pushers = region & rectangle.shift(boxes, direction.opposite());
                while pushers != 0 {
                    let pusher = pushers & pushers.wrapping_neg();
                    pushers &= pushers - 1;
                    let target = rectangle.shift(pusher, direction);
                    let to = rectangle.shift(target, direction) & free;
                    if to != 0 && is_in(boxes ^ target ^ to, target) {
                        return Some((pusher, direction, boxes ^ target ^ to));
                    }
                }
                let walked = rectangle.shift(player, direction) & free;
                let walks = self.count == Count::Moves && is_in(boxes, walked);
                walks.then_some((player, direction, boxes))
            });
            let (from, direction, after) = step.expect("a layer was made by pulls and steps back from the one before");
            self.walk(player, from, free, &mut solution);
            solution.push(direction.letter(after != boxes));
            player = rectangle.shift(from, direction);
            boxes = after;
        }
        solution
    }

    /// Appends a shortest walk.
    fn walk(&self, from: Squares, to: Squares, free: Squares, solution: &mut String) {
        let mut rings = vec![to];
        while rings[rings.len() - 1] & from == 0 {
            let last = rings[rings.len() - 1];
            let around = Direction::ALL.map(|direction| self.rectangle.shift(last, direction));
            rings.push((last | around.into_iter().fold(0, |all, one| all | one)) & free);
        }
        let mut player = from;
        for ring in rings.iter().rev().skip(1) {
            let step = Direction::ALL.into_iter().find(|&way| self.rectangle.shift(player, way) & ring != 0);
            let direction = step.expect("each square of a ring is in the ring before or next to it");
            solution.push(direction.letter(false));
            player = self.rectangle.shift(player, direction);
        }
    }
}

impl Found {
    /// Adds a set of goals whose last layer is `last`.
    fn add(&mut self, goals: Squares, length: u64, last: &Layer, positions: u64) {
        self.done += 1;
        self.positions = self.positions.saturating_add(positions);
        let players: u64 = last.iter().map(|(_, players)| u64::from(players.count_ones())).sum();
        for value in [goals, length, players] {
            self.checksum = (self.checksum.rotate_left(5) ^ value).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
        if length > self.length || self.sets == 0 {
            let first = last.iter().min().copied().unwrap_or_default();
            (self.length, self.goals, self.sets) = (length, goals, 1);
            self.start = (first.0, first.1 & first.1.wrapping_neg());
        } else if length == self.length {
            self.sets += 1;
        }
    }

    /// Whether a run that examines these sets of goals, in this order, can have come so far.
    fn is_possible(&self, goals: &[Squares]) -> bool {
        let examined = goals.get(..self.done);
        examined.is_some_and(|examined| {
            let has_start = (1..=self.done as u64).contains(&self.sets) && examined.contains(&self.goals);
            if self.done == 0 { *self == Self::default() } else { has_start }
        })
    }

    /// Whether the start is one position of the last of these layers, and as far away as was found.
    fn is_last_of(&self, layers: &[Layer]) -> bool {
        let (boxes, player) = self.start;
        let is_last = |last: &Layer| last.iter().any(|&(of, players)| of == boxes && players & player == player);
        player.is_power_of_two()
            && layers.len() as u64 == self.length.saturating_add(1)
            && layers.last().is_some_and(is_last)
    }

    fn text(&self) -> String {
        let Self { done, length, goals, start: (boxes, player), sets, positions, checksum } = self;
        let mut text = String::new();
        let _ = writeln!(text, "{done} {length} {goals} {boxes} {player} {sets} {positions} {checksum}");
        text
    }

    /// Reads the text of a saved run; `None` if it is damaged.
    fn read(text: &str) -> Option<Self> {
        let body = text.strip_suffix('\n')?;
        let (head, checksum) = body.split_at(body.rfind('\n')? + 1);
        if u64::from_str_radix(checksum, 16) != Ok(fnv(head.as_bytes())) {
            return None;
        }
        let numbers: Option<Vec<u64>> = head.lines().nth(1)?.split(' ').map(|number| number.parse().ok()).collect();
        let [done, length, goals, boxes, player, sets, positions, checksum] = numbers?.try_into().ok()?;
        let done = usize::try_from(done).ok()?;
        Some(Self { done, length, goals, start: (boxes, player), sets, positions, checksum })
    }
}

/// The numbers of a saved run are those of no run.
const CONTRADICTION: &str = "its numbers contradict each other";

/// The error of a saved run that cannot be used.
fn damaged(reason: &str) -> Unanswered {
    format!("the file of --resume is damaged: {reason}; delete it, or name another file, to begin anew").into()
}

/// The FNV-1a hash.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
