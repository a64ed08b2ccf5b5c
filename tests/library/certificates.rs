//! Levels without solution, their certificates, and false certificates that the checker must refuse.

use crate::common::levels::{crowded, pulled, uniform};
use crate::common::oracle::{Oracle, optimum_within};
use crate::common::random::Random;
use lurd::budget::{Budget, Cancel, Limits};
use lurd::outcome::{Limit, Stop};
use lurd::puzzle::{CertificateVerdict, Plugin, Puzzle, ReadOptions, Unanswered};
use lurd::search::{Settings, Strategy};
use lurd::sokoban::certificate::{Certificate, Flaw, Pattern};
use lurd::sokoban::formats::read_with;
use lurd::sokoban::puzzle::SokobanPuzzle;
use lurd::sokoban::xsb::write_xsb;
use lurd::sokoban::{Direction, Level, Sokoban};
use lurd::verify;

fn certificate(level: &Level) -> Option<Certificate> {
    let mut budget = Budget::unlimited();
    match SokobanPuzzle::new(level.clone()).certificate(&mut budget) {
        Ok(text) => Some(Certificate::read(&text).expect("as it was written")),
        Err(Unanswered::Unsupported { .. }) => None,
        other => panic!("{other:?}"),
    }
}

/// Whether the level is called unsolvable. A solution is replayed.
fn is_called_unsolvable(level: &Level) -> bool {
    let mut budget = Budget::unlimited();
    let puzzle = SokobanPuzzle::new(level.clone());
    let objective = puzzle.objectives().iter().find(|objective| objective.name == "pushes").expect("an objective");
    match puzzle.solve(objective, Strategy::Auto, &Settings::default(), &mut budget).ending {
        Err(Unanswered::Unsolvable { .. }) => true,
        Ok(answer) => {
            assert!(verify::replay(&puzzle, &answer.solution).is_ok(), "{}", write_xsb(level));
            false
        }
        other => panic!("{other:?}"),
    }
}

/// Solves and certifies levels, and counts those without solution. This needs no oracle: a replayed solution
/// and a checked certificate are each a proof.
fn try_out(levels: impl Iterator<Item = Level>, most: usize) -> usize {
    let mut unsolvable = 0;
    for level in levels {
        let text = write_xsb(&level);
        let is_unsolvable = is_called_unsolvable(&level);
        let found = certificate(&level);
        assert_eq!(found.is_some(), is_unsolvable, "{text}");
        if let Some(certificate) = found {
            assert_eq!(certificate.level.boxes().count(), level.boxes().count());
            assert_eq!(write_xsb(&certificate.level), text);
            assert_eq!(certificate.check(), Ok(()), "{}", certificate.write());
            unsolvable += 1;
            if unsolvable == most {
                break;
            }
        }
    }
    unsolvable
}

#[test]
fn every_level_without_solution_is_called_so_and_its_certificate_holds() {
    assert_eq!(try_out((0..).map(uniform), 600), 600);
    assert_eq!(try_out((0..).map(crowded), 100), 100);
}

/// `cargo test --release --test library certificates -- --ignored`: half a minute.
#[test]
#[ignore = "takes long"]
fn so_are_thousands() {
    assert_eq!(try_out((0..).map(uniform), 2_000), 2_000);
    assert_eq!(try_out((0..).map(crowded), 1_000), 1_000);
}

#[test]
fn no_solvable_level_gets_one() {
    assert_eq!(try_out((0..400).map(pulled), usize::MAX), 0);
}

#[test]
fn levels_with_more_boxes_or_goals_have_them_too() {
    let unequal = |seed: u64| {
        let mut random = Random::new(seed);
        let mut letters: Vec<char> = write_xsb(&uniform(seed)).chars().collect();
        let (from, to) = [(' ', '$'), (' ', '.'), ('.', ' ')][random.below(3)];
        let places: Vec<usize> = (0..letters.len()).filter(|&at| letters[at] == from).collect();
        letters[*places.get(random.below(places.len().max(1)))?] = to;
        let options = ReadOptions { allow_unequal: true, ..ReadOptions::default() };
        read_with(&letters.into_iter().collect::<String>(), &options).ok()?.remove(0).level.ok()
    };
    let found = try_out((0..500).filter_map(unequal), usize::MAX);
    assert!(found > 100, "{found}");
}

/// The checker finds missing and wrong patterns in a valid certificate.
#[test]
fn the_checker_sees_what_is_missing() {
    let mut refused = 0;
    for level in (0..300).map(uniform) {
        let Some(whole) = certificate(&level).filter(|whole| whole.patterns.len() < 60) else { continue };
        // Without one pattern the certificate either still holds or is refused.
        for without in 0..whole.patterns.len() {
            let mut fewer = whole.clone();
            fewer.patterns.remove(without);
            refused += usize::from(fewer.check().is_err());
        }
        // A pattern with more boxes than the level covers nothing.
        let mut more = whole.clone();
        let free: Vec<usize> = (0..level.squares()).filter(|&at| !level.is_wall(at)).collect();
        if let Some((&player, boxes)) = free.split_last().filter(|(_, rest)| rest.len() > level.boxes().count()) {
            more.patterns.push(Pattern { boxes: boxes.to_vec(), player });
            assert_eq!(more.check(), Ok(()));
        }
        // A pattern that covers a solved position.
        let goals: Vec<usize> = level.goals().collect();
        if let Some(player) = (0..level.squares()).find(|&at| !level.is_wall(at) && !goals.contains(&at)) {
            let mut wrong = whole.clone();
            wrong.patterns.push(Pattern { boxes: goals, player });
            assert!(wrong.check().is_err());
        }
    }
    assert!(refused > 300, "{refused}");
}

/// The positions of a solvable level, or some of them, are no certificate.
#[test]
fn a_solvable_level_cannot_be_certified_with_patterns_at_random() {
    let mut random = Random::new(7);
    for level in (0..100).map(pulled) {
        if !matches!(optimum_within(&level, 10_000), Oracle::Solvable { .. }) {
            continue;
        }
        let floor: Vec<usize> = (0..level.squares()).filter(|&at| !level.is_wall(at)).collect();
        let all = level.boxes().count();
        let patterns = (0..50).map(|_| {
            let mut boxes: Vec<usize> = (0..=random.below(all)).map(|_| floor[random.below(floor.len())]).collect();
            boxes.sort_unstable();
            boxes.dedup();
            let player = floor.iter().copied().find(|at| !boxes.contains(at));
            player.map(|player| Pattern { boxes, player })
        });
        let mut patterns: Vec<Pattern> = patterns.flatten().collect();
        patterns.push(Pattern { boxes: level.boxes().collect(), player: level.player() });
        let certificate = Certificate { level, patterns };
        assert!(certificate.check().is_err(), "{}", certificate.write());
    }
}

#[test]
fn what_is_no_certificate_is_refused_with_its_place() {
    let message = |text: &str| Certificate::read(text).expect_err("no certificate").message;
    assert_eq!(message(""), "this is no certificate of lurd");
    let head = "lurd certificate 1\n#####\n#@$.#\n#####\n";
    assert_eq!(message(head), "there is no line 'patterns' after the level");
    for (line, wrong) in [
        ("2.2", "a pattern has a colon after the player's square"),
        ("2.2 : 2.9", "there is no floor at 2.9"),
        ("2.2 : 0.3", "'0.3' is no square"),
        ("2.2 : x", "'x' is no square"),
        ("2.2 : 2.2", "the player stands on a box"),
        ("2.2 : 2.3 2.3", "two boxes on one square"),
    ] {
        assert_eq!(message(&format!("{head}patterns\n{line}\n")), wrong);
    }
}

#[test]
fn a_certificate_is_about_one_level() {
    let level = "#####\r\n#@$.#\r\n#####\r\n";
    let text = format!("lurd certificate 1\r\n{level}\r\n{level}patterns\r\n");
    let wrong = Certificate::read(&text).expect_err("two levels");
    assert_eq!(wrong.message, "the certificate has more than one level");
    assert_eq!(wrong.place.map(|place| place.start), text.rfind("#####\r\n#@"));
    assert!(Certificate::read(&text.replacen(level, "", 1)).is_ok());
    // The place of an error in the level counts from the start of the text.
    let text = "lurd certificate 1\n#####\n#@$@#\n#####\npatterns\n";
    let place = Certificate::read(text).expect_err("two players").place.expect("a place");
    assert_eq!(text[..place.start].matches('\n').count(), 2, "{place:?}");
}

/// Memory is asked for before it is used, also for the text.
#[test]
fn a_certificate_and_its_text_are_asked_for() {
    for level in (0..200).map(uniform) {
        let mut budget = Budget::unlimited();
        let puzzle = SokobanPuzzle::new(level);
        let Ok(text) = puzzle.certificate(&mut budget) else { continue };
        let made = Certificate::read(&text).expect("as it was written");
        let patterns: usize =
            made.patterns.iter().map(|it| size_of::<Pattern>() + it.boxes.len() * size_of::<usize>()).sum();
        assert!(budget.used() >= (patterns + text.len()) as u64, "{text}");
        // With less memory than needed there is no certificate.
        let most = budget.statistics().peak_bytes - 1;
        let mut no_observer = ();
        let limits = Limits { memory: Some(most), ..Limits::NONE };
        let mut budget = Budget::new(limits, Cancel::default(), &mut no_observer);
        assert_eq!(puzzle.certificate(&mut budget), Err(Stop::Limit(Limit::Memory).into()));
    }
}

#[test]
fn a_check_that_is_stopped_says_nothing() {
    let whole = (0..).map(uniform).find_map(|level| certificate(&level)).expect("a certificate");
    let judge = |text: &str, limits: Limits, cancel: &Cancel| {
        let mut no_observer = ();
        let mut budget = Budget::new(limits, cancel.clone(), &mut no_observer);
        let checked = Sokoban.check_certificate(text, &mut budget).expect("a certificate").expect("read");
        (checked.verdict, budget.used())
    };
    let text = whole.write();
    let (verdict, bytes) = judge(&text, Limits::NONE, &Cancel::default());
    assert_eq!(verdict, CertificateVerdict::Holds(whole.patterns.len()));
    let cancelled = Cancel::default();
    cancelled.cancel();
    assert_eq!(judge(&text, Limits::NONE, &cancelled).0, CertificateVerdict::Stopped(Stop::Cancelled));
    let limits = Limits { time: Some(std::time::Duration::ZERO), ..Limits::NONE };
    assert_eq!(judge(&text, limits, &Cancel::default()).0, CertificateVerdict::Stopped(Stop::Limit(Limit::Time)));
    // At whatever point the memory ends, the certificate neither holds nor fails.
    for memory in 0..bytes {
        let limits = Limits { memory: Some(memory), ..Limits::NONE };
        let verdict = judge(&text, limits, &Cancel::default()).0;
        assert_eq!(verdict, CertificateVerdict::Stopped(Stop::Limit(Limit::Memory)), "{memory} of {bytes}");
    }
}

/// A corridor in each direction whose only push is not covered: the checker must look at every direction.
#[test]
fn an_uncovered_push_in_any_direction_is_seen() {
    for (rows, direction) in [
        ("######|#@$ .#|######", Direction::Right),
        ("######|#. $@#|######", Direction::Left),
        ("###|#@#|#$#|# #|#.#|###", Direction::Down),
        ("###|#.#|# #|#$#|#@#|###", Direction::Up),
    ] {
        let level = crate::common::level(&rows.replace('|', "\n"));
        let start = Pattern { boxes: level.boxes().collect(), player: level.player() };
        match (Certificate { level, patterns: vec![start] }).check() {
            Err(Flaw::PushNotCovered { pattern: 1, direction: seen, .. }) => {
                assert_eq!(seen, direction, "{rows}");
            }
            other => panic!("{rows}: {other:?}"),
        }
    }
}
