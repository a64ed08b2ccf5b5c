//! Drafts of Sokoban levels, and their issues.

use lurd::puzzle::{Coordinates, Draft, PadDirection, Plugin, Severity};
use lurd::sokoban::Sokoban;

fn draft(text: &str) -> Box<dyn Draft> {
    Sokoban.draft(text).expect("a board")
}

fn messages(text: &str) -> Vec<String> {
    draft(text).check().into_iter().map(|issue| issue.message).collect()
}

#[test]
fn place_combines_what_shares_a_square() {
    for (before, brush, after) in [
        (".", "box", "*"),
        (".", "player", "+"),
        ("$", "goal", "*"),
        ("@", "goal", "+"),
        ("*", "player", "+"),
        ("+", "box", "*"),
        ("#", "box", "$"),
        ("*", "wall", "#"),
        ("*", "goal", "*"),
        ("+", "floor", "-"),
    ] {
        let mut draft = draft(before);
        draft.put(0, brush, Coordinates::default()).expect("painted");
        assert_eq!(draft.text().trim_end(), after, "{brush} on {before}");
    }
    let mut two = draft("@.");
    two.put(0, "player", Coordinates::new(0, 1)).expect("painted");
    assert_eq!(two.text(), "-+\n", "the player has moved");
    assert!(
        two.put(0, "player", Coordinates::new(1, 0)).is_err_and(|error| error.to_string().contains("row 2 column 1"))
    );
    assert!(two.put(0, "tree", Coordinates::new(0, 0)).is_err());
}

#[test]
fn erase_leaves_the_goal() {
    let mut draft = draft("*+$@#.");
    for column in 0..6 {
        draft.erase(0, Coordinates::new(0, column)).expect("erased");
    }
    assert_eq!(draft.text(), "..----\n");
}

#[test]
fn the_board_goes_round() {
    let draft = draft("; title: t\n#@-\n-.$");
    for (direction, after) in [
        (PadDirection::Left, "@-#\n.$-\n"),
        (PadDirection::Right, "-#@\n$-.\n"),
        (PadDirection::Up, "-.$\n#@-\n"),
        (PadDirection::Down, "-.$\n#@-\n"),
    ] {
        let mut moved = draft.boxed();
        moved.shift(0, direction);
        assert_eq!(moved.text(), format!("; title: t\n{after}"));
    }
    let mut turned = draft.boxed();
    turned.rotate();
    assert_eq!(turned.text(), "; title: t\n-#\n.@\n$-\n");
    for _ in 0..3 {
        turned.rotate();
    }
    assert_eq!(turned.text(), draft.text());
    turned.mirror();
    assert_eq!(turned.text(), "; title: t\n-@#\n$.-\n");
    turned.resize(1, 4).expect("a size");
    assert_eq!(turned.text(), "; title: t\n-@#-\n");
    turned.border().expect("a border");
    assert_eq!(turned.text(), "; title: t\n######\n#-@#-#\n######\n");
    assert!(turned.resize(0, 4).is_err());
}

#[test]
fn issues_say_why() {
    assert_eq!(messages("#####\n#@$.#\n#####"), [""; 0]);
    assert_eq!(messages("####\n#$.#\n####"), ["no player; a level has exactly one"]);
    assert_eq!(
        messages("######\n#@$.@#\n######"),
        ["2 players (row 2 column 2, row 2 column 5); a level has exactly one"]
    );
    assert_eq!(messages("-\n#####\n#@$.-\n#####"), ["not closed: the player can leave at row 3 column 5"]);
    assert_eq!(messages("######\n#@$ .#\n#   .#\n######"), ["1 box, 2 goals: a level has as many boxes as goals"]);
    assert_eq!(messages("#####\n#@* #\n#####"), ["already solved: every box is on a goal"]);
    assert_eq!(messages("####\n#@ #\n####"), ["no boxes: already solved"]);
    assert_eq!(messages("-\n-\n######\n#@ .$#\n######"), ["dead: the box at row 4 column 5 can reach no goal"]);
    assert_eq!(
        messages("#######\n#. $$ #\n#.@$$ #\n#..   #\n#######"),
        [
            "dead: the boxes at row 2 column 4, row 2 column 5, row 3 column 4, row 3 column 5 can never move, and not all are on goals"
        ]
    );
    assert_eq!(
        messages("#######\n#@$.#$#\n####.##\n   ####"),
        ["dead: the box at row 2 column 6 is out of the player's reach"]
    );
}

proptest::proptest! {
    #[test]
    fn no_text_is_a_panic(text in "(?s)[ #@$.*+_|\n-]{0,80}|(\\PC|\n){0,40}") {
        if let Some(mut draft) = Sokoban.draft(&text) {
            proptest::prop_assert_eq!(Sokoban.draft(&draft.text()).map(|it| it.text()), Some(draft.text()));
            let is_puzzle = draft.puzzle().is_ok();
            let is_broken = draft.check().iter().any(|issue| issue.severity == Severity::Broken);
            proptest::prop_assert_eq!(is_puzzle, !is_broken, "{}", draft.text());
            draft.rotate();
            draft.mirror();
            draft.shift(0, PadDirection::Up);
        }
    }
}

#[test]
fn whatever_is_drawn_comes_back() {
    let draft = draft("; title: two\n--\n-@\n@-\n--");
    assert_eq!(Sokoban.draft(&draft.text()).map(|again| again.text()), Some(draft.text()));
    assert_eq!(draft.check()[0].severity, Severity::Broken);
    assert!(draft.puzzle().is_err());
}
