//! Amphipods move home through a hall (Advent of Code 2021, day 23, part 2): as programs write it, with a struct, an enum and
//! vectors of vectors, and the same in an array of bytes.

use lurd::outcome::Cost;
use lurd::search::random::Random;
use lurd::space::PlainState;

use crate::figure::Figure;
use crate::problem::{Instance, Problem, Search, figure, figure_by_visitor};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Pod {
    A,
    B,
    C,
    D,
}
impl PlainState for Pod {}

const PODS: [Pod; 4] = [Pod::A, Pod::B, Pod::C, Pod::D];
impl Pod {
    fn energy(self) -> Cost {
        [1, 10, 100, 1000][self as usize]
    }
}
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Burrow {
    hall: [Option<Pod>; 11],
    /// From the bottom up.
    rooms: Vec<Vec<Pod>>,
}
impl PlainState for Burrow {
    fn heap_bytes(&self) -> u64 {
        PlainState::heap_bytes(&self.rooms)
    }
}

struct Amphipods {
    depth: usize,
    start: Burrow,
}
const fn door(room: usize) -> usize {
    2 + 2 * room
}
impl Amphipods {
    /// Rows from the top.
    fn new(rows: &[[usize; 4]]) -> Self {
        let rooms = (0..4).map(|room| rows.iter().rev().map(|row| PODS[row[room]]).collect()).collect();
        Self { depth: rows.len(), start: Burrow { hall: [None; 11], rooms } }
    }
    fn example() -> Self {
        Self::new(&[[1, 2, 1, 3], [3, 2, 1, 0], [3, 1, 0, 2], [0, 3, 2, 0]])
    }
    fn random(random: &mut Random) -> Self {
        let mut pods: Vec<usize> = (0..16).map(|n| n % 4).collect();
        random.shuffle(&mut pods);
        let rows: Vec<[usize; 4]> = pods.chunks(4).map(|row| [row[0], row[1], row[2], row[3]]).collect();
        Self::new(&rows)
    }
}
impl Problem for Amphipods {
    type State = Burrow;
    fn start(&self) -> Burrow {
        self.start.clone()
    }
    fn is_goal(&self, state: &Burrow) -> bool {
        state.rooms.iter().zip(PODS).all(|(room, pod)| room.len() == self.depth && room.iter().all(|&it| it == pod))
    }
    fn successors<'a>(&'a self, state: &Burrow) -> impl Iterator<Item = (Burrow, Cost)> + use<'a> {
        let mut successors = Vec::new();
        self.visit(state, |next, cost| successors.push((next, cost)));
        successors.into_iter()
    }
    fn visit(&self, state: &Burrow, mut visit: impl FnMut(Burrow, Cost)) {
        for (at, pod) in (0..).zip(&state.hall).filter_map(|(at, pod): (usize, _)| Some((at, (*pod)?))) {
            let room = pod as usize;
            let (from, to) = if at < door(room) { (at + 1, door(room)) } else { (door(room), at - 1) };
            if state.rooms[room].iter().any(|&it| it != pod) || state.hall[from..=to].iter().any(Option::is_some) {
                continue;
            }
            let steps = at.abs_diff(door(room)) + self.depth - state.rooms[room].len();
            let mut next = state.clone();
            next.hall[at] = None;
            next.rooms[room].push(pod);
            visit(next, steps as Cost * pod.energy());
        }
        for (room, pods) in state.rooms.iter().enumerate() {
            let Some(&pod) = pods.last() else { continue };
            if pods.iter().all(|&it| it as usize == room) {
                continue;
            }
            let up = self.depth - pods.len() + 1;
            let mut stop = |at: usize| {
                if state.hall[at].is_some() {
                    return false;
                }
                if !matches!(at, 2 | 4 | 6 | 8) {
                    let mut next = state.clone();
                    next.hall[at] = Some(pod);
                    next.rooms[room].pop();
                    visit(next, (up + at.abs_diff(door(room))) as Cost * pod.energy());
                }
                true
            };
            let _ = (0..door(room)).rev().all(&mut stop);
            let _ = (door(room)..11).all(&mut stop);
        }
    }
    /// Each pod that must move goes straight to its room.
    fn estimate(&self, state: &Burrow) -> Cost {
        let mut sum = 0;
        let mut missing = [0; 4];
        for (at, pod) in state.hall.iter().enumerate() {
            if let Some(pod) = *pod {
                sum += at.abs_diff(door(pod as usize)) as Cost * pod.energy();
            }
        }
        for (room, pods) in state.rooms.iter().enumerate() {
            let home = pods.iter().take_while(|&&it| it as usize == room).count();
            missing[room] = self.depth - home;
            for (height, &pod) in pods.iter().enumerate().skip(home) {
                let across = door(room).abs_diff(door(pod as usize)).max(2);
                sum += (self.depth - height + across) as Cost * pod.energy();
            }
        }
        sum + (0..4).map(|room| (1..=missing[room]).sum::<usize>() as Cost * PODS[room].energy()).sum::<Cost>()
    }
    fn unit_costs(&self) -> bool {
        false
    }
}

/// 11 cells of the hall, then the rooms from the top; 4 is empty.
type Flat = [u8; 27];
struct FlatAmphipods {
    start: Flat,
}
impl FlatAmphipods {
    fn of(burrow: &Amphipods) -> Self {
        let mut start = [4; 27];
        for (room, pods) in burrow.start.rooms.iter().enumerate() {
            for (height, &pod) in pods.iter().enumerate() {
                start[11 + 4 * room + 3 - height] = pod as u8;
            }
        }
        Self { start }
    }
}
const ENERGY: [Cost; 4] = [1, 10, 100, 1000];
impl Problem for FlatAmphipods {
    type State = Flat;
    fn start(&self) -> Flat {
        self.start
    }
    fn is_goal(&self, state: &Flat) -> bool {
        (0..4).all(|room| state[11 + 4 * room..15 + 4 * room].iter().all(|&it| usize::from(it) == room))
    }
    fn successors<'a>(&'a self, state: &Flat) -> impl Iterator<Item = (Flat, Cost)> + use<'a> {
        let mut successors = Vec::new();
        self.visit(state, |next, cost| successors.push((next, cost)));
        successors.into_iter()
    }
    fn visit(&self, state: &Flat, mut visit: impl FnMut(Flat, Cost)) {
        for at in 0..11 {
            let pod = state[at];
            if pod == 4 {
                continue;
            }
            let room = usize::from(pod);
            let (from, to) = if at < door(room) { (at + 1, door(room)) } else { (door(room), at - 1) };
            let cells = &state[11 + 4 * room..15 + 4 * room];
            if cells.iter().any(|&it| it != pod && it != 4) || state[from..=to].iter().any(|&it| it != 4) {
                continue;
            }
            let free = cells.iter().take_while(|&&it| it == 4).count();
            let mut next = *state;
            next[at] = 4;
            next[11 + 4 * room + free - 1] = pod;
            visit(next, (at.abs_diff(door(room)) + free) as Cost * ENERGY[room]);
        }
        for room in 0..4 {
            let cells = &state[11 + 4 * room..15 + 4 * room];
            if cells.iter().all(|&it| it == 4 || usize::from(it) == room) {
                continue;
            }
            let free = cells.iter().take_while(|&&it| it == 4).count();
            let pod = cells[free];
            let mut stop = |at: usize| {
                if state[at] != 4 {
                    return false;
                }
                if !matches!(at, 2 | 4 | 6 | 8) {
                    let mut next = *state;
                    next[at] = pod;
                    next[11 + 4 * room + free] = 4;
                    visit(next, (free + 1 + at.abs_diff(door(room))) as Cost * ENERGY[usize::from(pod)]);
                }
                true
            };
            let _ = (0..door(room)).rev().all(&mut stop);
            let _ = (door(room)..11).all(&mut stop);
        }
    }
    fn estimate(&self, state: &Flat) -> Cost {
        let mut sum = 0;
        for at in 0..11 {
            if state[at] != 4 {
                sum += at.abs_diff(door(state[at].into())) as Cost * ENERGY[usize::from(state[at])];
            }
        }
        for room in 0..4 {
            let cells = &state[11 + 4 * room..15 + 4 * room];
            let home = cells.iter().rev().take_while(|&&it| usize::from(it) == room).count();
            for (depth, &pod) in cells.iter().enumerate().take(4 - home) {
                if pod != 4 {
                    let across = door(room).abs_diff(door(pod.into())).max(2);
                    sum += (depth + 1 + across) as Cost * ENERGY[usize::from(pod)];
                }
            }
            sum += (1..=4 - home).sum::<usize>() as Cost * ENERGY[room];
        }
        sum
    }
    fn unit_costs(&self) -> bool {
        false
    }
}

fn pods() -> impl Iterator<Item = Amphipods> {
    let mut random = Random::new(3);
    std::iter::once(Amphipods::example()).chain((0..3).map(move |_| Amphipods::random(&mut random)))
}

pub fn figures() -> Vec<Figure> {
    let structs = || pods().map(Instance::unknown).collect();
    let arrays = || pods().map(|pods| Instance::unknown(FlatAmphipods::of(&pods))).collect();
    let what = "amphipods, a struct with vectors";
    vec![
        figure("amphipods", what, 5, Search::Dijkstra, structs),
        figure("amphipods", what, 5, Search::Astar, structs),
        figure_by_visitor("amphipods", what, 5, Search::Dijkstra, structs),
        figure_by_visitor("amphipods", what, 5, Search::Astar, structs),
        figure("amphipods-flat", "amphipods, an array of bytes", 5, Search::Astar, arrays),
    ]
}
