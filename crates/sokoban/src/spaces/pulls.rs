//! Pushes backward: pulls, by the rules of the game only.

use crate::board::WALL;
use crate::direction::Direction;
use crate::spaces::push_model::PushModel;
use crate::spaces::scratch::Scratch;
use crate::state::{Push, StateEncoding};
use lurd_engine::space::{Space, StateList, Successors, Words};

/// Collects the states with every box on a goal: one for each region that the player can be in.
pub(super) fn goal_states(model: &PushModel<'_>, goals: &mut Words) {
    let &PushModel { board, encoding, .. } = model;
    // With fewer boxes than goals in the room there are many goal sets, with more there is none. Either
    // happens only where a box outside the room cannot be reached.
    if board.boxes().len() != board.goals().len() {
        return;
    }
    let scratch = &mut *model.scratch.borrow_mut();
    let mut state = encoding.packed(board.goals());
    scratch.load(encoding, &state);
    let mut seen = vec![false; board.cells()];
    for cell in board.all() {
        if scratch.occupied[usize::from(cell)] || seen[usize::from(cell)] {
            continue;
        }
        let player = scratch.here.fill(board, &scratch.occupied, cell);
        for (other, seen) in board.all().zip(&mut seen) {
            *seen |= scratch.here.contains(other);
        }
        encoding.set_player(&mut state, player);
        goals.push_state(&state);
    }
}

/// Collects the states from which one push leads to `state`.
pub(super) fn predecessors<S>(model: &PushModel<'_>, state: &[u64], children: &mut Successors<S>)
where
    S: Space<State = [u64], Action = Push>,
{
    let &PushModel { board, encoding, .. } = model;
    let scratch = &mut *model.scratch.borrow_mut();
    scratch.load(encoding, state);
    let Scratch { boxes, occupied, here, there, state: child, .. } = scratch;
    here.fill(board, occupied, encoding.player(state));
    for &to in boxes.iter() {
        for direction in Direction::ALL {
            // The push ended with the player where the box had been.
            let from = board.next(to, direction.opposite());
            if from == WALL || !here.contains(from) {
                continue;
            }
            let stood = board.next(from, direction.opposite());
            if stood == WALL || occupied[usize::from(stood)] {
                continue;
            }
            occupied[usize::from(to)] = false;
            occupied[usize::from(from)] = true;
            let player = there.fill(board, occupied, stood);
            occupied[usize::from(to)] = true;
            occupied[usize::from(from)] = false;
            child.copy_from_slice(state);
            StateEncoding::move_box(child, to, from);
            encoding.set_player(child, player);
            children.push(child, Push { from, direction, count: 1 }, 1);
        }
    }
}
