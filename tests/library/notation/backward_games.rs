//! Games that go backward by pulls.

use ::lurd::sokoban::Level;
use ::lurd::sokoban::formats;
use ::lurd::sokoban::notation::reverse_mode::forward;
use ::lurd::sokoban::notation::{lurd, metrics};

fn level(text: &str) -> Level {
    formats::read(text).expect("a text").remove(0).level.expect("a level")
}

fn solution(text: &str, game: &str) -> Result<String, String> {
    let level = level(text);
    let steps = forward(&level, &lurd::parse(game).expect("steps")).map_err(|misread| misread.message)?;
    let steps =
        metrics::replay(&std::sync::Arc::new(level), steps.iter().map(|step| step.direction)).expect("legal steps");
    Ok(lurd::write(steps.iter().map(|step| (step.direction, step.pushed.is_some()))))
}

#[test]
fn pulls_become_pushes() {
    // The box starts on the goal, is pulled two to the left; the player ends at the left.
    let corridor = "########|#@ $ .#|########";
    assert_eq!(solution(corridor, "[rrr]LL"), Ok("rRR".to_owned()));
    assert_eq!(solution(corridor, "[rrr]LLl"), Ok("rRR".to_owned()));
    let room = "#######|#     #|#@$ . #|#     #|#######";
    assert_eq!(solution(room, "[rr]LL"), Ok("RR".to_owned()));
    // A walk to the other side by a jump.
    let corner = "######|#    #|#@$  #|#  . #|######";
    for game in ["[rr]UldL", "[rr]U[dl]L", "<rr>Uld*L", "[2r]U[l]dL"] {
        assert_eq!(solution(corner, game), Ok("RurD".to_owned()), "{game}");
    }
}

#[test]
fn what_cannot_be_done_is_refused() {
    let corridor = "########|#@ $ .#|########";
    for (game, message) in [
        ("[]L", "something is in the way"),
        ("[]R", "there is no box behind the player to pull"),
        ("[rrrr]L", "the jump ends at row 2 column 6, which is not free"),
        ("[rrr]L", "this game ends without a box at row 2 column 4, where the level has one"),
        ("[uuuu]", "the jump leaves the board"),
    ] {
        assert_eq!(solution(corridor, game), Err(message.to_owned()), "{game}");
    }
}
