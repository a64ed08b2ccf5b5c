//! A file of cases for each row of the field: what fell when others tried lurd.

use super::cases::check;

#[test]
fn f01_labels_of_boards() {
    check("f01_labels.txt");
}

#[test]
fn f02_boards_without_walls_around() {
    check("f02_outside.txt");
}

#[test]
fn f03_delimiters_in_the_line_of_a_row() {
    check("f03_delimiters.txt");
}

#[test]
fn f04_margins_and_frames() {
    check("f04_margins.txt");
}

#[test]
fn f05_player_on_a_goal() {
    check("f05_player_on_a_goal.txt");
}

#[test]
fn f06_rulers() {
    check("f06_rulers.txt");
}

#[test]
fn f07_declared_encodings() {
    check("f07_encodings.txt");
}

#[test]
fn f08_zeros_on_lines_of_their_own() {
    check("f08_zeros.txt");
}

#[test]
fn f09_tiles_of_two_digits() {
    check("f09_two_digits.txt");
}

#[test]
fn f10_boards_with_names() {
    check("f10_names.txt");
}

#[test]
fn f11_letters_that_nothing_explains() {
    check("f11_own_letters.txt");
}

#[test]
fn f13_lines_of_sizes() {
    check("f13_sizes.txt");
}

#[test]
fn f14_one_board() {
    check("f14_one_board.txt");
}

#[test]
fn f15_solutions_with_labels() {
    check("f15_solutions.txt");
}

#[test]
fn f16_legends_sizes_and_names() {
    check("f16_legends.txt");
}
