//! The oracle and the random levels on which other tests rely.

use crate::common::levels::{pulled, uniform};
use crate::common::oracle::{Oracle, optimum, optimum_within};
use lurd::sokoban::xsb::write_xsb;

#[test]
fn verdicts_about_small_levels() {
    let of = |text: &str| optimum(&crate::common::level(text));
    assert_eq!(of("#####|#@$.#|#####"), Oracle::Solvable { pushes: 1, moves: 1 });
    assert_eq!(of("#####|#@* #|#####"), Oracle::Solvable { pushes: 0, moves: 0 });
    assert_eq!(of("######|#$   #|#  @.#|######"), Oracle::Unsolvable);
    // Around a corner: two pushes with two steps between them.
    assert_eq!(of("######|#    #|#@$  #|#  . #|######"), Oracle::Solvable { pushes: 2, moves: 4 });
    assert_eq!(optimum_within(&crate::common::level("#######|#@    #|#  $ .#|#     #|#######"), 3), Oracle::Unknown);
}

#[test]
fn random_levels_have_the_promised_properties() {
    let mut unsolvable = 0;
    let mut boxes = [0; 5];
    for seed in 0..40 {
        let level = pulled(seed);
        assert!(!matches!(optimum(&level), Oracle::Unsolvable), "seed {seed}\n{}", write_xsb(&level));
        boxes[level.boxes().count()] += 1;
        unsolvable += usize::from(optimum(&uniform(seed)) == Oracle::Unsolvable);
        assert_eq!(uniform(seed), uniform(seed));
    }
    assert!(boxes[1..].iter().all(|&count| count > 0), "{boxes:?}");
    assert!((20..40).contains(&unsolvable), "{unsolvable}");
}
