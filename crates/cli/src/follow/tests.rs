//! Answers followed on screens of several sizes, without a terminal.

use std::time::{Duration, Instant};

use lurd_puzzle::catalog::{Catalog, Typed};
use lurd_puzzle::puzzle::{Puzzle, StepText};
use lurd_report as report;
use lurd_toolkit::{play::Follow, test_puzzle::TestCatalog};
use ratatui::crossterm::event::{Event, KeyCode, KeyModifiers, MouseEventKind};

use super::state::FollowView;
use crate::screen::{
    run::{Flow, View},
    tests::{TestScreen, picture::in_sizes_and_colours, snapshot},
    theme::Theme,
};

type Show = TestScreen<FollowView>;

const MISSILE_4: &str = "left 0, right 2, down 1, up 3, left 2, left 0, up 2, down 1";

/// An answer of pusher/1 with the fewest pushes.
const PUSHER_1: &str = "\
    ullluuuLLUllDlldddrRRRRRRRRRRRRRurDldRRullllllllllllllllulldRRRRRRRRRRRRRRRRurDldRullllllllluuullul\
    ldDDuulldddrRRRRRRRRRRRRRRRlllllllllluuullLulDDDuulldddrRRRRRRRRRRRRRRllllllllluuulluluurDDldldddrr\
    rruuulLLulDDDuulldddrRRRRRRRRRRRRRdrUluRRldllllllllluuulluuullDDDDDuulldddrRRRRRRRRRRRRRdrUluR";

fn puzzle(catalog: &Catalog, reference: &str) -> Box<dyn Puzzle> {
    let puzzle = catalog.resolve(&Typed::argument(reference)).expect("a puzzle").remove(0).puzzle;
    puzzle.expect("a puzzle")
}

impl Show {
    fn of(reference: &str, solution: &str, size: (u16, u16), ascii: bool) -> Self {
        Self::in_catalog(&lurd::catalog::builtin(), reference, solution, size, ascii)
    }

    fn in_catalog(catalog: &Catalog, reference: &str, solution: &str, size: (u16, u16), ascii: bool) -> Self {
        let puzzle = puzzle(catalog, reference);
        let steps = StepText::words(puzzle.as_ref(), solution);
        let follow = Follow::new(puzzle.as_ref(), &steps).expect("it replays");
        let theme = Theme::plain(ascii);
        Self::new(FollowView::new(follow, reference.to_owned(), 1, theme).expect("a first one"), size)
    }

    fn sees(&mut self, text: &str) {
        let screen = self.text();
        assert!(screen.contains(text), "{text:?} in\n{screen}");
    }
}

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (200, 60)];

#[test]
fn screens_of_every_size() {
    for (columns, rows) in SIZES {
        for (name, reference, solution) in [("missile_4", "missile/4", MISSILE_4), ("pusher_1", "pusher/1", PUSHER_1)] {
            let mut show = Show::of(reference, solution, (columns, rows), false);
            show.keys("   ");
            let text = show.text();
            snapshot(&format!("follow_{name}_{columns}x{rows}"), &text);
        }
    }
}

#[test]
fn screens_of_every_size_and_colour() {
    for (name, reference, solution) in
        [("follow-shifter", "missile/4", MISSILE_4), ("follow-level", "pusher/1", PUSHER_1)]
    {
        in_sizes_and_colours(name, |size, theme| {
            let mut show = Show::of(reference, solution, size, false);
            show.view.theme = theme;
            show.keys("   ");
            show.text();
            show.terminal.backend().buffer().clone()
        });
    }
}

#[test]
fn an_answer_as_lines_is_whole() {
    let catalog = lurd::catalog::builtin();
    for (name, reference, solution) in [("missile_4", "missile/4", MISSILE_4), ("pusher_1", "pusher/1", PUSHER_1)] {
        let puzzle = puzzle(&catalog, reference);
        assert!(lurd_puzzle::verify::replay(puzzle.as_ref(), solution).is_ok());
        let steps = StepText::words(puzzle.as_ref(), solution);
        snapshot(&format!("follow_{name}_lines"), &report::follow_text(puzzle.as_ref(), &steps));
    }
}

#[test]
fn keys_lead_forward_and_back_to_any_press() {
    let mut show = Show::of("missile/4", MISSILE_4, (80, 24), true);
    show.sees("press 1 of 17");
    show.keys(" \nn");
    show.sees("press 4 of 17");
    show.sees("4. hold A, press Right");
    show.sees("then 13 presses left");
    show.keys("b");
    show.sees("next: hold A, press Right");
    show.key(KeyCode::End, KeyModifiers::NONE);
    show.sees("solved: all 17 presses done");
    show.keys(" ");
    show.sees("the end");
    assert_eq!(show.view.left_at(), None);
    show.keys("12\n");
    show.sees("press 12 of 17");
    assert_eq!(show.view.left_at().as_deref(), Some("left at press 12 of 17; 'follow 12' goes on there"));
    show.keys("18\n");
    show.sees("there is no press 18: the answer has 17 presses, counted from 1");
    show.keys(":x\n");
    show.sees("'x' is not a number");
    show.keys(":\n");
    show.sees("press 12 of 17");
    show.key(KeyCode::Home, KeyModifiers::NONE);
    show.keys("b");
    show.sees("press 1 of 17");
    show.view.handle(&Event::Paste("5".to_owned()));
    show.keys(":");
    show.view.handle(&Event::Paste("5\n".to_owned()));
    show.keys("\n");
    show.sees("press 5 of 17");
    show.mouse(MouseEventKind::ScrollDown, (3, 3));
    for leave in [KeyCode::Esc, KeyCode::Char('q')] {
        assert_eq!(show.key(leave, KeyModifiers::NONE), Flow::Leave);
    }
    assert_eq!(show.key(KeyCode::Char('c'), KeyModifiers::CONTROL), Flow::Leave);
}

#[test]
fn it_goes_on_by_itself_up_to_the_end() {
    let mut show = Show::of("missile/4", MISSILE_4, (80, 24), true);
    show.keys(">>>>>>>>p");
    show.sees("goes on by itself every 125 ms");
    assert!(show.view.is_busy());
    let begun = Instant::now();
    while show.view.is_busy() {
        show.view.tick();
        // The time of the next press comes only as it is waited for.
        show.view.auto = show.view.auto.map(|_| Instant::now());
        assert!(begun.elapsed() < Duration::from_secs(60));
    }
    show.sees("solved: all 17 presses done");
    show.keys("p");
    assert!(!show.view.is_busy(), "there is nothing to go on to");
    show.keys("b<p");
    show.sees("every 250 ms");
    assert!(show.view.is_busy());
    show.keys("p");
    show.sees("stopped");
    assert!(!show.view.is_busy());
}

#[test]
fn the_boards_stay_where_they_are() {
    for (reference, solution, size) in [
        ("missile/4", MISSILE_4, (40, 12)),
        ("missile/4", MISSILE_4, (80, 24)),
        ("pusher/1", PUSHER_1, (80, 24)),
        ("pusher/1", PUSHER_1, (60, 40)),
    ] {
        let mut show = Show::of(reference, solution, size, true);
        let mut places = Vec::new();
        while show.view.after.is_some() {
            for keys in [" ", ">"] {
                show.keys(keys);
                let text = show.text();
                let lines = text.lines();
                // The walls, or the numbers of the rows.
                let is_board = |line: &&str| {
                    let words = line.split_whitespace().collect::<Vec<_>>().join(" ");
                    words.contains("####") || words.contains("0 1 2 3")
                };
                places.push(lines.take_while(|line| !is_board(line)).count());
            }
        }
        // At the end there is only one board, which may be elsewhere.
        places.truncate(places.len() - 2);
        places.dedup();
        assert_eq!(places.len(), 1, "{reference} {size:?}");
    }
}

#[test]
fn the_other_board_and_help_fit_the_smallest_screen() {
    let mut show = Show::of("pusher/1", PUSHER_1, (40, 12), true);
    show.sees(" before (Tab)");
    show.key(KeyCode::Tab, KeyModifiers::NONE);
    show.sees(" after (Tab)");
    show.keys("?");
    show.sees("Following an answer");
    show.keys("q");
    show.sees(" after (Tab)");
    show.keys("v");
    show.sees("116 pushes");
    show.keys("qq");
}

#[test]
fn no_screen_is_too_small_to_be_drawn() {
    for size in [(1, 1), (2, 3), (12, 4), (39, 11), (70, 2), (71, 9)] {
        for (reference, solution) in
            [("missile/4", MISSILE_4), ("pusher/1", PUSHER_1), ("primer/1", ""), ("primer/1", "R")]
        {
            let mut show = Show::of(reference, solution, size, true);
            for key in [KeyCode::Char(' '), KeyCode::Tab, KeyCode::Char('?'), KeyCode::End, KeyCode::End] {
                show.key(key, KeyModifiers::NONE);
                assert!(show.text().is_ascii(), "{size:?}");
            }
            show.keys("12");
            show.text();
            show.terminal.backend_mut().resize(size.1, size.0);
            show.text();
        }
    }
}

#[test]
fn a_puzzle_from_outside_is_followed_step_by_step() {
    for (size, both) in [((80, 24), true), ((40, 12), true), ((6, 12), false)] {
        let catalog = Catalog::default().with(TestCatalog);
        let mut show = Show::in_catalog(&catalog, "1 -> 10", "*+*", size, true);
        show.keys(" ");
        let text = show.text();
        assert!(text.contains("before"), "{text}");
        assert_eq!(text.contains("after"), both, "{text}");
    }
}

#[test]
fn a_layout_names_its_buttons_and_hands() {
    let catalog = lurd::catalog::builtin();
    let layout = include_str!("../../../../examples/gamepad.toml");
    let puzzle = puzzle(&catalog, "missile/4").with_pad(layout).expect("layouts").expect("a layout");
    let steps = StepText::words(puzzle.as_ref(), MISSILE_4);
    for (ascii, wanted) in [(true, "#B#"), (false, "║B║")] {
        let follow = Follow::new(puzzle.as_ref(), &steps).expect("it replays");
        let theme = Theme::plain(ascii);
        let view = FollowView::new(follow, "missile/4".to_owned(), 4, theme).expect("a fourth");
        let mut show = Show::new(view, (120, 30));
        show.sees("4. B");
        show.sees("row 0 shifts left");
        show.sees("pressed: B (the right thumb)");
        show.sees(wanted);
        show.keys("1\n");
        show.sees("now row 3 and column 3 are");
        let narrow = Show::new(show.view, (40, 20)).text();
        assert!(narrow.contains("[pad-up] pad-left"), "{narrow}");
    }
}
