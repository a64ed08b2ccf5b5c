//! The captions of the boards of a solution, wrapped to the width of the board.

use super::scene::caption_letters;
use crate::wrap::wrapped;
use lurd_puzzle::puzzle::Instruction;

/// The most lines of a caption.
const MAX_LINES: usize = 4;

/// What is written under the boards of a solution. All captions take the room of the longest one, so that all
/// pictures have the same size.
pub(super) struct Captions {
    captions: Vec<Vec<String>>,
    lines: usize,
}

impl Captions {
    /// The captions of instructions, for pictures of a width in units.
    pub(super) fn new(list: &[Instruction], width: usize) -> Self {
        let room = caption_letters(width);
        let caption = |(index, instruction)| caption(index, list.len(), instruction, room);
        let captions: Vec<_> = list.iter().enumerate().map(caption).collect();
        let lines = captions.iter().map(Vec::len).max().unwrap_or(0).max(1);
        Self { captions, lines }
    }

    /// The number of lines of each caption.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// The caption of an instruction, by its index.
    pub(super) fn of(&self, index: usize) -> &[String] {
        self.captions.get(index).map_or(&[], Vec::as_slice)
    }
}

/// `3/17 hold A, press Left: row 3 shifts left`. Where that is too long, the effect is left out, which the board
/// shows; then the action is cut off.
fn caption(index: usize, count: usize, instruction: &Instruction, room: usize) -> Vec<String> {
    let action = format!("{}/{count} {}", index + 1, instruction.action);
    if !instruction.effect.is_empty() {
        let lines = wrapped(&format!("{action}: {}", instruction.effect), room);
        if lines.len() <= MAX_LINES {
            return lines;
        }
    }
    let mut lines = wrapped(&action, room);
    if lines.len() > MAX_LINES {
        lines.truncate(MAX_LINES);
        if let Some(last) = lines.last_mut() {
            *last = last.chars().take(room.saturating_sub(2)).chain(" …".chars()).collect();
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn instruction(action: &str, effect: &str) -> Instruction {
        Instruction { action: action.to_owned(), effect: effect.to_owned(), ..Instruction::default() }
    }

    #[test]
    fn captions_are_wrapped_and_take_the_room_of_the_longest() {
        let list = [
            instruction("push left", "the box goes to row 3 column 2"),
            instruction("right 1, up 2, left 2, push down", "the box goes to row 3 column 5"),
        ];
        let captions = Captions::new(&list, 300);
        assert_eq!(captions.of(0), ["1/2 push left: the box goes to row 3 column 2"]);
        assert_eq!(
            captions.of(1),
            ["2/2 right 1, up 2, left 2, push down: the box", "goes to row 3 column 5"]
        );
        assert_eq!(captions.lines(), 2);
        assert_eq!(Captions::new(&[], 300).lines(), 1, "the room of `start`");
    }

    #[test]
    fn a_long_walk_comes_first_and_is_cut_off_only_at_the_last_line() {
        let list = [instruction(&["right 1"; 18].join(", "), "the box goes to row 3 column 2")];
        let captions = Captions::new(&list, 300);
        assert_eq!(captions.lines(), MAX_LINES);
        assert!(captions.of(0).concat().ends_with("right 1"), "{:?}", captions.of(0));
        let list = [instruction(&["right 1"; 40].join(", "), "")];
        let captions = Captions::new(&list, 300);
        assert_eq!(captions.lines(), MAX_LINES);
        assert!(captions.of(0).concat().ends_with(" …"), "{:?}", captions.of(0));
    }
}
