//! Results that are joined and compared, and `solutions`, as a user meets them.

use std::fs;
use std::path::Path;

use super::folder::Folder;
use super::{lurd, text};

fn run(folder: &Path, arguments: &[&str], code: i32) -> (String, String) {
    let mut command = lurd();
    for name in super::FOLDERS {
        command.env(name, folder.join("own"));
    }
    let output = command.current_dir(folder).args(arguments).output().expect("lurd runs");
    let (out, err) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}: {out}{err}");
    (out, err)
}

#[test]
fn results_of_several_files_are_joined() {
    let folder = Folder::new("joined");
    let at = &folder.0;
    let levels = ["batch", "missile/1-3", "stuck/1", "--no-store"];
    let batch = |more: &[&str], code| run(at, &[&levels[..], more].concat(), code).1;
    batch(&["-o", "one.jsonl"], 1);
    run(at, &["batch", "missile/1-3", "--strategy", "bfs", "--nodes", "5", "--no-store", "-o", "two.jsonl"], 3);
    let err = batch(&["--resume", "all.jsonl", "--resume", "two.jsonl", "--resume", "one.jsonl"], 1);
    assert!(err.contains("4 levels are done already, 0 to go") && err.contains("4 lines in all.jsonl"), "{err}");
    let one = fs::read_to_string(at.join("one.jsonl")).expect("written");
    let joined = || fs::read_to_string(at.join("all.jsonl")).expect("written");
    assert_eq!(joined(), one, "byte for byte");
    // The order of the files does not matter, nor whether one of them is the one that is continued.
    let err = batch(&["--resume", "two.jsonl", "--resume", "one.jsonl", "--resume", "two.jsonl"], 1);
    assert!(err.contains("0 to go"), "{err}");
    assert_eq!(fs::read_to_string(at.join("two.jsonl")).expect("written"), one);
    // Lines of other levels are not copied, half a line is none, and what is missing is solved.
    run(at, &["batch", "primer/1", "--no-store", "-o", "other.jsonl"], 0);
    folder.file("half.jsonl", &one.as_bytes()[..one.len() - 40]);
    let err = batch(&["--resume", "new.jsonl", "--resume", "other.jsonl", "--resume", "half.jsonl"], 1);
    assert!(err.contains("'half.jsonl' ended within a line") && err.contains("1 to go"), "{err}");
    assert!(err.contains("1 line is about other levels") && err.contains("4 lines in new.jsonl"), "{err}");
    // A file that is not there, or holds no results, is said before anything is written.
    folder.file("levels.xsb", b"#####\n#@$.#\n#####\n");
    for (name, reason) in [("none.jsonl", "cannot read 'none.jsonl'"), ("levels.xsb", "levels.xsb:1: not a result")] {
        let err = batch(&["--resume", "fifth.jsonl", "--resume", name], 2);
        assert!(err.contains(reason) && !at.join("fifth.jsonl").exists(), "{err}");
    }
    // A file of levels of that name.
    fs::copy(at.join("levels.xsb"), at.join("report")).expect("copied");
    let (out, _) = run(at, &["batch", "./report", "--no-store"], 0);
    assert!(out.contains("\"status\":\"solved\""), "{out}");
    let (_, err) = run(at, &["batch", "report", "one.jsonl", "--resume", "all.jsonl"], 2);
    assert!(err.contains("batch report takes only files of results"), "{err}");
}

#[test]
fn solvers_are_compared() {
    let folder = Folder::new("report");
    let at = &folder.0;
    run(at, &["batch", "missile/1-3", "--no-store", "-o", "lurd.jsonl"], 0);
    folder.file(
        "other.csv",
        b"level,status,seconds,cost\nmissile/1,solved,3.5,4\nmissile/4,solved,70,\nmissile/2,limit,60,\n",
    );
    let (out, err) = run(at, &["batch", "report", "lurd.jsonl", "other.csv", "--export", "r.md"], 0);
    assert!(out.starts_with("4 levels, 1 solved by all, 0 by none\n"), "{out}");
    assert!(out.contains("lurd solves, other does not: 2 (missile/2, missile/3)"), "{out}");
    assert!(err.contains("written to r.md"), "{out}{err}");
    assert!(fs::read_to_string(at.join("r.md")).is_ok_and(|text| text.contains("| other | 3 | 2 |")));
    for name in ["r.svg", "r.csv", "r.json"] {
        run(at, &["batch", "report", "lurd.jsonl", "other.csv", "--export", name], 0);
        assert!(fs::metadata(at.join(name)).is_ok_and(|file| file.len() > 200), "{name}");
    }
    folder.file("bad.csv", b"level,status,seconds\nmissile/1,perhaps,1\n");
    let (_, err) = run(at, &["batch", "report", "bad.csv"], 2);
    assert!(err.contains("bad.csv") && err.contains("perhaps"), "{err}");
}

#[test]
fn kept_solutions_go_in_and_out() {
    const LEVEL: &str = "#######\n# @$ .#\n#######\n";
    let folder = Folder::new("solutions");
    let at = &folder.0;
    let games = "Solution 1 (played)\nlrRR\n\nSolution 2 (played)\nRR\n\nSolution 3\nRRR\n\n";
    folder.file("mine.sok", format!("{LEVEL}\n{games}").as_bytes());
    let (_, err) = run(at, &["solutions", "import", "mine.sok"], 1);
    assert!(err.contains("'Solution 3' is no solution: step 3"), "{err}");
    assert!(err.contains("2 solutions added, 0 no better than what is kept, 1 refused"), "{err}");
    let (out, _) = run(at, &["solutions", "list"], 0);
    assert!(out.contains("2 pushes, 2 moves (yours)"), "{out}");
    let (out, _) = run(at, &["solutions", "list", "--json"], 0);
    let id = out.split("\"id\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("an id");
    let (out, _) = run(at, &["solutions", "show", id], 0);
    assert!(out.contains("lrRR") && out.contains("yours  2 pushes, 2 moves"), "{out}");
    let (by_puzzle, _) = run(at, &["solutions", "show", "mine.sok"], 0);
    assert_eq!(by_puzzle, out);
    run(at, &["solutions", "export", "out.sok"], 0);
    let exported = fs::read_to_string(at.join("out.sok")).expect("written");
    assert!(exported.contains("(played)\nRR") && exported.contains("lrRR"), "{exported}");
    let (_, err) = run(at, &["solutions", "export", "out.sok"], 2);
    assert!(err.contains("exists"), "{err}");
    let (_, err) = run(at, &["solutions", "import", "out.sok"], 0);
    assert!(err.contains("0 solutions added, 2 no better"), "{err}");
    let (_, err) = run(at, &["solutions", "exprt"], 2);
    assert!(err.contains("did you mean 'export'?"), "{err}");
    // Levels of another kind are not left out without a word.
    run(at, &["solve", "missile/1", "-q"], 0);
    let (_, err) = run(at, &["solutions", "export", "levels.sok"], 0);
    let note = "1 level written to levels.sok\nnote: 1 level of other kinds left out";
    assert!(err.contains(note), "{err}");
}

#[test]
fn solutions_of_lines_are_replayed() {
    let folder = Folder::new("replayed");
    let at = &folder.0;
    run(at, &["batch", "primer/1-2", "--no-store", "-o", "one.jsonl"], 0);
    let one = fs::read_to_string(at.join("one.jsonl")).expect("written");
    let first = one.lines().next().expect("a line");
    let solution = first.split("\"solution\":\"").nth(1).and_then(|rest| rest.split('"').next()).expect("a solution");
    let lie = one.replace(solution, "llll");
    folder.file("lie.jsonl", lie.as_bytes());
    let resume = |flags: &[&str]| run(at, &[&["batch", "primer/1-2", "--no-store"], flags].concat(), 0).1;
    let solved =
        |text: &str| text.lines().map(|line| line.split("\"stats\"").next().map(str::to_owned)).collect::<Vec<_>>();
    let read = |name: &str| fs::read_to_string(at.join(name)).expect("there");
    // The level is solved again, whichever of the files has the line.
    let err = resume(&["--resume", "new.jsonl", "--resume", "lie.jsonl"]);
    assert!(err.contains("lie.jsonl:1: its solution does not solve the puzzle") && err.contains("1 to go"), "{err}");
    assert_eq!((solved(&read("new.jsonl")), read("lie.jsonl") == lie), (solved(&one), true));
    let err = resume(&["--resume", "lie.jsonl"]);
    assert!(err.contains("lie.jsonl:1: its solution does not solve the puzzle") && err.contains("1 to go"), "{err}");
    assert_eq!(solved(&read("lie.jsonl")), solved(&one));
    let cost = first.split("\"cost\":").nth(1).and_then(|rest| rest.split(',').next()).expect("a cost");
    let bound = format!("\"lower_bound\":{cost},");
    folder.file("cost.jsonl", one.replace(&format!("\"cost\":{cost},"), "\"cost\":9,").replace(&bound, "").as_bytes());
    let err = resume(&["--resume", "cost.jsonl"]);
    assert!(err.contains(&format!("its solution costs {cost}, not 9")), "{err}");
    // A contradiction within the file.
    let unsolvable = first.replace("\"status\":\"solved\"", "\"status\":\"unsolvable\"");
    folder.file("both.jsonl", format!("{first}\n{unsolvable}\n").as_bytes());
    let (_, err) = run(at, &["batch", "primer/1-2", "--no-store", "--resume", "both.jsonl"], 2);
    let err = err.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(err.contains("both.jsonl:2: it contradicts both.jsonl:1 about the same level"), "{err}");
}

#[test]
fn cells_are_no_formulas() {
    let folder = Folder::new("formulas");
    folder.file("levels.xsb", b"; =1+1\n\n#####\n#@$.#\n#####\n");
    run(&folder.0, &["compare", "levels.xsb", "--strategies", "bfs", "--export", "t.csv"], 0);
    let csv = fs::read_to_string(folder.0.join("t.csv")).expect("written");
    assert!(csv.contains(",'=1+1,") && !csv.contains(",=1+1"), "{csv}");
}

/// The store writes to its own files only, and keeps no solution that another one makes superfluous.
#[test]
fn the_store_writes_nothing_of_others_and_no_worse_solution_beside_a_better_one() {
    let folder = Folder::new("own-files");
    let at = &folder.0;
    let level = "#######|#@ $ .#|#     #|#######";
    run(at, &["solve", level, "-q"], 0);
    let store = at.join("own/lurd/solutions/sokoban");
    let files = || fs::read_dir(&store).expect("the store").flatten().map(|it| it.path()).collect::<Vec<_>>();
    let file = files().pop().expect("a file");
    let good = fs::read_to_string(&file).expect("text");
    let solution = good.lines().last().expect("a solution").to_owned();
    fs::write(&file, good.replace(&solution, &format!("du{solution}"))).expect("written");
    run(at, &["solve", level, "-q"], 0);
    let now = fs::read_to_string(&file).expect("text");
    assert_eq!(now.matches("Solution").count(), 1, "the worse one is gone: {now}");
    for other in ["notes of mine\n", "#####\n#@$.#\n#####\n"] {
        fs::write(&file, other).expect("written");
        let (_, err) = run(at, &["solve", level, "-q"], 0);
        assert!(err.contains("the answer is not saved"), "{err}");
        assert_eq!(fs::read_to_string(&file).expect("text"), other);
    }
    #[cfg(unix)]
    {
        let victim = at.join("victim");
        fs::write(&victim, &good).expect("written");
        fs::remove_file(&file).expect("removed");
        std::os::unix::fs::symlink(&victim, &file).expect("a link");
        let (_, err) = run(at, &["solve", level, "-q"], 0);
        assert!(err.contains("the answer is not saved"), "{err}");
        assert_eq!(fs::read_to_string(&victim).expect("text"), good);
    }
}
