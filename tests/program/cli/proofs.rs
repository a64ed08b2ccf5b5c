//! Certificates from the shell: written, checked, refused; rules switched off by name.

use super::folder::Folder;
use super::{text, with_input_at};

#[test]
fn a_certificate_goes_there_and_back() {
    let folder = Folder::new("proofs");
    let run = |arguments: &[&str]| with_input_at(&folder.0, arguments, b"");
    let made = run(&["solve", "stuck/6", "--for", "pushes", "--certificate", "no.txt"]);
    assert_eq!(made.status.code(), Some(1), "{}", text(&made.stderr));
    assert!(text(&made.stderr).contains("certificate written to no.txt"));
    let checked = run(&["verify", "--certificate", "no.txt", "stuck/6"]);
    assert_eq!(checked.status.code(), Some(0), "{}", text(&checked.stdout));
    assert!(text(&checked.stdout).contains("valid: there is no solution, by "));
    let json = text(&run(&["verify", "--certificate", "no.txt", "--json"]).stdout);
    assert!(json.contains(r#""status":"valid""#) && json.ends_with('\n'), "{json}");
    let other = run(&["verify", "--certificate", "no.txt", "stuck/5"]);
    assert_eq!((other.status.code(), text(&other.stdout).contains("another puzzle")), (Some(1), true));
    // Without its last pattern it is none.
    let whole = std::fs::read_to_string(folder.0.join("no.txt")).expect("text");
    let shorter = whole.trim_end().rsplit_once('\n').expect("lines").0;
    std::fs::write(folder.0.join("less.txt"), shorter).expect("written");
    let refused = run(&["verify", "--certificate", "less.txt"]);
    assert_eq!(refused.status.code(), Some(1), "{}", text(&refused.stdout));
    assert!(text(&refused.stdout).contains("invalid: "));
    std::fs::write(folder.0.join("bad.txt"), whole.replacen(" : ", " ", 1)).expect("written");
    let unreadable = run(&["verify", "--certificate", "bad.txt"]);
    assert_eq!(unreadable.status.code(), Some(2));
    assert!(text(&unreadable.stderr).contains("colon"), "{}", text(&unreadable.stderr));
}

#[test]
fn a_check_that_runs_out_of_time_says_so() {
    let folder = Folder::new("proofs-in-time");
    let run = |arguments: &[&str]| with_input_at(&folder.0, arguments, b"");
    assert_eq!(run(&["solve", "stuck/6", "--certificate", "no.txt"]).status.code(), Some(1));
    let stopped = run(&["verify", "--certificate", "no.txt", "--time", "0s"]);
    assert_eq!(stopped.status.code(), Some(3), "{}", text(&stopped.stderr));
    let said = "gave up: stopped at the time limit; neither confirmed nor refuted";
    assert!(text(&stopped.stdout).contains(said), "{}", text(&stopped.stdout));
    let json = text(&run(&["verify", "--certificate", "no.txt", "--json", "--time", "0s"]).stdout);
    assert!(json.contains(r#""status":"limit","limit":"time""#), "{json}");
    assert_eq!(run(&["verify", "--certificate", "no.txt", "--time", "much"]).status.code(), Some(2));
}

#[test]
fn a_level_that_is_refused_is_not_another_one() {
    let folder = Folder::new("proofs-unequal");
    let run = |arguments: &[&str]| with_input_at(&folder.0, arguments, b"");
    std::fs::write(folder.0.join("more.xsb"), "######\n#@$$.#\n######\n").expect("written");
    let made = run(&["solve", "more.xsb", "--allow-unequal", "--certificate", "no.txt"]);
    assert_eq!(made.status.code(), Some(1), "{}", text(&made.stderr));
    let held = run(&["verify", "--certificate", "no.txt", "more.xsb", "--allow-unequal"]);
    assert_eq!(held.status.code(), Some(0), "{}", text(&held.stdout));
    let refused = run(&["verify", "--certificate", "no.txt", "more.xsb"]);
    assert_eq!(refused.status.code(), Some(2), "{}", text(&refused.stdout));
    assert!(text(&refused.stderr).contains("2 boxes"), "{}", text(&refused.stderr));
    let several = run(&["verify", "--certificate", "no.txt", "stuck"]);
    assert_eq!(several.status.code(), Some(2), "{}", text(&several.stdout));
    assert!(text(&several.stderr).contains("name one of them"), "{}", text(&several.stderr));
}

#[test]
fn what_has_a_solution_gets_none() {
    let folder = Folder::new("no-proofs");
    let solved = with_input_at(&folder.0, &["solve", "primer/1", "--certificate", "no.txt"], b"");
    assert_eq!(solved.status.code(), Some(0));
    assert!(text(&solved.stderr).contains("no certificate: there is a solution"));
    assert!(!folder.0.join("no.txt").exists());
}

#[test]
fn rules_are_switched_off_by_name() {
    let folder = Folder::new("rules");
    let run = |arguments: &[&str]| with_input_at(&folder.0, arguments, b"");
    let names = "dead-squares,freeze,assignment,tunnels,frozen-walls,corrals,pairs,pi-corrals,symmetry";
    for without in names.split(',').chain([names]) {
        let solved = run(&["solve", "primer/4", "--for", "pushes", "--without", without]);
        assert_eq!(solved.status.code(), Some(0), "{}", text(&solved.stderr));
        assert!(text(&solved.stdout).contains("proved optimal"), "{}", text(&solved.stdout));
        // The topic names them all.
        assert!(text(&run(&["help", "rules"]).stdout).contains(without.split(',').next().expect("one")));
    }
    for command in ["solve", "compare", "batch"] {
        let refused = run(&[command, "primer/4", "--without", "freze"]);
        let said = text(&refused.stderr) + &text(&refused.stdout);
        assert_eq!(refused.status.code(), Some(2), "{said}");
        assert!(said.contains("no rule 'freze'") && said.contains("pi-corrals"), "{said}");
    }
    let shifter = run(&["solve", "missile/1", "--without", "freeze"]);
    assert_eq!(shifter.status.code(), Some(2));
    assert!(text(&shifter.stderr).contains("no rules to disable"));
}
