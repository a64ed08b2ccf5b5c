//! PI-corrals: where boxes fence off a part of the floor and can only be pushed inward, no other pushes need be
//! tried. (The idea has been used by Sokoban solvers since about 2000: sokobano.de, *Deadlocks* and *Solver*.)
//!
//! Let A be a union of parts of the free floor that the player cannot enter, and K a set of boxes that
//! contains every box next to A. As long as no box of K has been pushed, A stays as it is: the player cannot
//! enter it, and no other box is next to it. Suppose a solution has to push some box of K, because one is off
//! goal, or because a goal within A is empty and every goal must be filled. Look at its first push of such a
//! box, from k in direction d, with the player on s and the box going to t. Until then all of K stands still,
//! so s and t are neither walls nor in K, s is not in A, and t is no dead square. Let every push of boxes of
//! K that meets these conditions have t in A and s within the player's reach *now*: these are the
//! *candidates*. So the first push is one of the candidates, and it can be made at once.
//!
//! *Making it at once spoils nothing.* It frees k and fills t, and t is of no use to the pushes that came
//! before it in the solution: they neither push boxes of K nor enter A. So they can follow it, with the
//! player walking outside A and over k, and they lead to the same position with the same region of the
//! player. The changed solution has as many pushes, but perhaps more moves, because the player walks
//! differently. If there are no candidates, there is no such solution, and the position is dead.
//!
//! Any K that contains the fence will do. So where a box that is not in K stands on s or t, it is added to K,
//! which excludes the push. Where s is in another part that the player cannot enter, that part is added to A,
//! which excludes the push, too; where t is, the push becomes a candidate by adding the part.
//!
//! A push with s and t within the player's reach, and t no dead square, is not excluded by any K or A. So no part next
//! to such a box belongs to a PI-corral. In most positions that is true of all parts.

use crate::{
    board::{Board, Cell, WALL},
    deadlock::rule::{BeforePush, DeadlockRule},
    direction::Direction,
};

/// A push that may be the first: the cell of the box, and the direction.
type Candidate = (Cell, Direction);

/// The rule, with its scratch.
#[derive(Clone, Debug)]
pub(crate) struct PiCorrals {
    /// For the least cell of each part that the player cannot reach its number, counted from 1; 0 for all other cells.
    number: Vec<u8>,
    /// The least cells of the parts, in the order of their numbers.
    parts: Vec<Cell>,
    /// For each part, by its number, the boxes next to it, by their indices.
    fence_of: Vec<Vec<u16>>,
    /// The index of the box on each cell that has one.
    index_of: Vec<u16>,
    /// The pushes of each box, by its index, once they were needed.
    pushes: Vec<Option<[FencePush; 4]>>,
    /// Parts that no area can have that is worth finding, one bit each.
    hopeless: u64,
    /// The parts that form A, and the boxes of K, one bit each ([`Object`]).
    chosen: Vec<u64>,
    fence: Vec<u16>,
    candidates: Vec<Candidate>,
    best: Vec<Candidate>,
}

/// What is on a cell: [`Object::HOME`], a part by its number, or a box by its index plus [`Object::FIRST_BOX`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Object(u16);

impl Object {
    /// The player's region, or a part without a number.
    const HOME: Self = Self(0);
    const FIRST_BOX: u16 = 64;

    fn is_box(self) -> bool {
        self.0 >= Self::FIRST_BOX
    }
}

/// A push of a box of a fence: what is on the cell where the player has to stand, and on the cell that the box comes to.
/// `None` if a wall or a dead square excludes it.
type FencePush = Option<(Object, Object)>;

/// What an area that grew from a part is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum AreaKind {
    PiCorral,
    /// No box of the fence has to move.
    WithoutWork,
    /// Some push of the fence is no candidate, or there are too many candidates.
    Useless,
}

/// Limit of the parts, which are the bits of a word.
const MAX_PARTS: u8 = 63;

impl DeadlockRule for PiCorrals {
    const NAME: &'static str = "pi-corrals";
    const SUMMARY: &'static str = "boxes that can only be pushed into a closed area go first";
    const KEEPS_MOVES: bool = false;
    const LIMITS_PUSHES: bool = true;

    fn new(board: &Board) -> Self {
        Self {
            number: vec![0; board.cells()],
            parts: Vec::new(),
            fence_of: Vec::new(),
            index_of: vec![0; board.cells()],
            pushes: Vec::new(),
            hopeless: 0,
            chosen: Vec::new(),
            fence: Vec::new(),
            candidates: Vec::new(),
            best: Vec::new(),
        }
    }

    /// The pushes of the PI-corral with the fewest candidates, if there is a PI-corral.
    fn sufficient_pushes<L: Fn(Cell) -> bool>(&mut self, position: &BeforePush<'_, L>) -> Option<&[Candidate]> {
        if position.regions.count() == 1 {
            return None;
        }
        let parts = self.number_parts(position);
        let mut found = false;
        for part in 1..=parts {
            let fewer_than = if found { self.best.len() } else { usize::MAX };
            let area = self.try_part(position, part, fewer_than);
            if area == AreaKind::PiCorral {
                found = true;
                std::mem::swap(&mut self.best, &mut self.candidates);
                if self.best.is_empty() {
                    break;
                }
            }
            // An area that contains this one nearly always has its candidates, and the pushes that are none. Not to
            // look for a PI-corral is always sound.
            self.hopeless |= u64::from(area != AreaKind::WithoutWork) << part;
        }
        found.then_some(&self.best)
    }
}

impl PiCorrals {
    /// Numbers the parts next to boxes, and returns their number.
    fn number_parts<L: Fn(Cell) -> bool>(&mut self, position: &BeforePush<'_, L>) -> u8 {
        for &part in &self.parts {
            self.number[usize::from(part)] = 0;
        }
        self.parts.clear();
        self.hopeless = 0;
        let mut count = 0;
        for (index, &cell) in (0_u16..).zip(position.boxes) {
            self.index_of[usize::from(cell)] = index;
            let mut beside = 0_u64;
            for &next in position.board.neighbours(cell) {
                let part = position.regions.of(next);
                if part == WALL || part == position.home {
                    continue;
                }
                let number = &mut self.number[usize::from(part)];
                if *number == 0 {
                    if count == MAX_PARTS {
                        continue;
                    }
                    count += 1;
                    *number = count;
                    self.parts.push(part);
                    if self.fence_of.len() < usize::from(count) + 1 {
                        self.fence_of.resize_with(usize::from(count) + 1, Vec::new);
                    }
                    self.fence_of[usize::from(count)].clear();
                }
                if beside >> *number & 1 == 0 {
                    beside |= 1 << *number;
                    self.fence_of[usize::from(*number)].push(index);
                }
            }
            if beside & !self.hopeless != 0 && can_be_pushed_within_reach(position, cell) {
                self.hopeless |= beside;
            }
        }
        self.pushes.clear();
        self.pushes.resize(position.boxes.len(), None);
        count
    }

    /// What is on a cell, which is not a wall.
    #[inline]
    fn object<L>(&self, position: &BeforePush<'_, L>, cell: Cell) -> Object {
        match position.regions.of(cell) {
            WALL => Object(Object::FIRST_BOX + self.index_of[usize::from(cell)]),
            part => Object(u16::from(self.number[usize::from(part)])),
        }
    }

    /// The pushes of a box, in the order of [`Direction::ALL`].
    fn pushes_of<L: Fn(Cell) -> bool>(&mut self, position: &BeforePush<'_, L>, index: u16) -> [FencePush; 4] {
        if let Some(known) = self.pushes[usize::from(index)] {
            return known;
        }
        let cell = position.boxes[usize::from(index)];
        // The player may come to such a part later, so a push from there is neither excluded nor a candidate.
        let has_no_number = |cell, object| object == Object::HOME && position.regions.of(cell) != position.home;
        let mut pushes = [None; 4];
        for (push, direction) in pushes.iter_mut().zip(Direction::ALL) {
            let stand = position.board.next(cell, direction.opposite());
            let to = position.board.next(cell, direction);
            if stand != WALL && to != WALL && (position.is_live)(to) {
                *push = Some(match (self.object(position, stand), self.object(position, to)) {
                    (from, _) if has_no_number(stand, from) => (Object::HOME, Object::HOME),
                    objects => objects,
                });
            }
        }
        self.pushes[usize::from(index)] = Some(pushes);
        pushes
    }

    /// Looks for a PI-corral with `part` and fewer than `fewer_than` candidates. If there is one, the candidates are
    /// complete.
    fn try_part<L: Fn(Cell) -> bool>(&mut self, position: &BeforePush<'_, L>, part: u8, fewer_than: usize) -> AreaKind {
        self.chosen.clear();
        self.chosen.resize(2 + position.boxes.len() / 64, 0);
        self.fence.clear();
        self.candidates.clear();
        let is_closed = self.add(Object(u16::from(part))) && self.collect_candidates(position, fewer_than);
        match is_closed {
            false => AreaKind::Useless,
            true if self.has_work(position) => AreaKind::PiCorral,
            true => AreaKind::WithoutWork,
        }
    }

    /// Collects the pushes of the fence that may be the first, while the area and the fence grow. Returns false as
    /// soon as one is no candidate, or too many are. Growth excludes pushes only, so each is looked at once.
    fn collect_candidates<L: Fn(Cell) -> bool>(&mut self, position: &BeforePush<'_, L>, fewer_than: usize) -> bool {
        let mut next_in_fence = 0;
        while let Some(&index) = self.fence.get(next_in_fence) {
            next_in_fence += 1;
            let pushes = self.pushes_of(position, index);
            for (push, direction) in pushes.into_iter().zip(Direction::ALL) {
                let Some((stand, to)) = push else { continue };
                if self.has(stand) || to.is_box() && self.has(to) {
                    continue;
                }
                // What is on the cell is made a part of the area or the fence, as the argument needs.
                let grown = if stand == Object::HOME { to } else { stand };
                if !self.add(grown) {
                    return false;
                }
                if stand == Object::HOME && !to.is_box() {
                    self.candidates.push((position.boxes[usize::from(index)], direction));
                }
            }
            if self.candidates.len() >= fewer_than {
                return false;
            }
        }
        true
    }

    /// Whether the object is a part of A or a box of K.
    #[inline]
    fn has(&self, object: Object) -> bool {
        self.chosen[usize::from(object.0 / 64)] >> (object.0 % 64) & 1 == 1
    }

    /// Adds a part to the area and the boxes beside it to the fence, or a box to the fence. Returns false if that makes no
    /// PI-corral.
    #[inline]
    fn add(&mut self, object: Object) -> bool {
        if object == Object::HOME || !object.is_box() && self.hopeless >> object.0 & 1 == 1 {
            return false;
        }
        let word = &mut self.chosen[usize::from(object.0 / 64)];
        let before = *word;
        *word |= 1 << (object.0 % 64);
        if *word == before {
            return true;
        }
        if object.is_box() {
            self.fence.push(object.0 - Object::FIRST_BOX);
            return true;
        }
        for &index in &self.fence_of[usize::from(object.0)] {
            let place = usize::from(Object::FIRST_BOX + index);
            let word = &mut self.chosen[place / 64];
            if *word >> (place % 64) & 1 == 0 {
                *word |= 1 << (place % 64);
                self.fence.push(index);
            }
        }
        true
    }

    /// Whether some box of the fence has to move.
    fn has_work<L>(&self, position: &BeforePush<'_, L>) -> bool {
        let cell = |index: &u16| position.boxes[usize::from(*index)];
        let in_area = |goal: Cell| {
            let object = self.object(position, goal);
            !object.is_box() && self.has(object)
        };
        self.fence.iter().any(|index| !position.board.is_goal(cell(index)))
            || (position.fills_goals && position.board.goals().iter().any(|&goal| in_area(goal)))
    }
}

/// Whether the box on `cell` can be pushed from a cell within the player's reach to another one.
fn can_be_pushed_within_reach<L: Fn(Cell) -> bool>(position: &BeforePush<'_, L>, cell: Cell) -> bool {
    let &[left, up, right, down] = position.board.neighbours(cell);
    let is_home = |cell: Cell| position.regions.of(cell) == position.home;
    let along = |one: Cell, other: Cell| {
        is_home(one) && is_home(other) && ((position.is_live)(one) || (position.is_live)(other))
    };
    along(left, right) || along(up, down)
}

#[cfg(test)]
mod tests {
    //! Boards with PI-corrals, and boards without.

    use crate::deadlock::tests::{board, marks};
    use crate::{
        board::Cell,
        deadlock::{
            PiCorrals,
            rule::{BeforePush, DeadlockRule},
        },
        direction::Direction,
        state::Components,
    };

    /// The pushes that suffice by the rule of PI-corrals, as rows and columns.
    fn sufficient(text: &str, fills_goals: bool, dead_columns: &[usize]) -> Option<Vec<(usize, usize, Direction)>> {
        let board = board(text);
        let width = text.find('|').expect("rows");
        let place = |cell: Cell| (board.square(cell) / width, board.square(cell) % width);
        let occupied = marks(&board, board.boxes());
        let mut regions = Components::default();
        regions.fill(&board, &occupied);
        let mut rule = <PiCorrals as DeadlockRule>::new(&board);
        let position = BeforePush {
            board: &board,
            is_live: |cell| !dead_columns.contains(&place(cell).1),
            boxes: board.boxes(),
            regions: &regions,
            home: regions.of(board.player()),
            fills_goals,
        };
        let first = rule.sufficient_pushes(&position).map(<[_]>::to_vec);
        assert_eq!(rule.sufficient_pushes(&position).map(<[_]>::to_vec), first, "nothing is left behind");
        first.map(|pushes| {
            pushes.into_iter().map(|(cell, direction)| (place(cell).0, place(cell).1, direction)).collect()
        })
    }

    #[test]
    fn pushes_into_an_area_that_only_they_open_suffice() {
        use Direction::{Down, Right, Up};
        let door = "###########|#    #    #|# $@ $   .#|#    #  . #|###########";
        assert_eq!(sufficient(door, true, &[]), Some(vec![(2, 5, Right)]));
        assert_eq!(sufficient(door, true, &[6]), Some(vec![]), "no push leads out");
        // A box on a goal has to move only where an empty goal behind it must be filled.
        let on_goal = door.replace("# $@ $   .#", "# $@ *   .#").replace("#  . #", "#    #");
        assert_eq!(sufficient(&on_goal, true, &[]), Some(vec![(2, 5, Right)]));
        assert_eq!(sufficient(&on_goal, false, &[]), None);
        let behind = on_goal.replace("# $@ *   .#", "# $@ *    #").replacen("#    #", "#  . #", 1);
        assert_eq!(sufficient(&behind, true, &[]), None, "no goal in the area");
        let two = "###########|#    $    #|#  @ $   .#|#    #  . #|###########";
        assert_eq!(sufficient(two, true, &[]), Some(vec![(1, 5, Right), (2, 5, Right)]));
        // The player can push them along the area.
        let open = "#########|#@      #|#   $   #|#  $ $ .#|#   $  .#|#      .#|#      .#|#########";
        assert_eq!(sufficient(open, true, &[]), None);
        // One behind the other in a passage: neither moves.
        let passage = "###########|#   ##    #|# @ $$  ..#|#   ##    #|###########";
        assert_eq!(sufficient(passage, true, &[]), Some(vec![]));
        // The second one can be pushed aside, where the player stands now.
        let aside = "###########|#    #    #|# @ $$  ..#|#    #    #|###########";
        assert_eq!(sufficient(aside, true, &[]), None);
        let corridor = "###########|#@ $  $ ..#|###########";
        assert_eq!(sufficient(corridor, true, &[]), Some(vec![(1, 3, Right)]));
        let corner = "######|# $ @#|#$ ..#|#    #|######";
        assert_eq!(sufficient(corner, true, &[]), Some(vec![(1, 2, Direction::Left), (2, 1, Up)]));
        // Of two areas, the one with fewer pushes.
        let areas = "#######|# $ $ #|#$ @ $#|# ... #|#   . #|#######";
        assert_eq!(sufficient(areas, true, &[]).map(|pushes| pushes.len()), Some(2));
        assert_eq!(sufficient(areas, true, &[5]), Some(vec![]), "the area whose pushes lead nowhere");
        let crossing = "#######|### ###|#@ $  #|###.###|#######";
        assert_eq!(sufficient(crossing, true, &[]), Some(vec![(2, 3, Right)]));
        let shaft = "#####|#@  #|##$##|#   #|# . #|#####";
        assert_eq!(sufficient(shaft, true, &[]), Some(vec![(2, 2, Down)]));
    }

    /// Sixty-three closed parts above boxes have numbers; the last one reaches the right side of a box with another part on its
    /// left, which has none. The push from there may be made when the player has come to that part, so the area around the
    /// last part is no PI-corral.
    #[test]
    fn a_push_from_a_part_without_a_number_is_no_candidate() {
        let with_parts = |count: usize| {
            let repeated = |cells: &str| cells.repeat(count - 1);
            [
                format!("#{}####", repeated("##")),
                format!("#{}   #", repeated(" #")),
                format!("#{}*# #", repeated("*#")),
                format!("#{}.# #", repeated("  ").replacen(' ', "@", 1)),
                format!("#{}## #", repeated("##")),
                format!("{} $  #", "#".repeat(2 * count - 2)),
                format!("#{}####", repeated("##")),
            ]
            .join("|")
        };
        assert_eq!(sufficient(&with_parts(63), true, &[]), None);
        let numbered = Some(vec![(2, 123, Direction::Up)]);
        assert_eq!(sufficient(&with_parts(62), true, &[]), numbered, "the part on the left belongs to the area");
    }
}
