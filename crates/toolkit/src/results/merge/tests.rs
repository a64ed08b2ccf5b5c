//! Joining results.

use std::fs;

use super::super::line::samples::text;
use super::*;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = std::env::temp_dir().join(format!("lurd-merge-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn merge(&self, shares: &[&str]) -> Result<(String, usize), MergeError> {
        let paths: Vec<_> = (1..=shares.len()).map(|number| self.0.join(number.to_string())).collect();
        for (path, share) in paths.iter().zip(shares) {
            fs::write(path, share).expect("written");
        }
        let mut merged = Merged::read(&paths, &mut |_| Ok(()))?;
        let mut out = Vec::new();
        merged.write(&mut out).expect("written");
        assert_eq!(merged.count(), out.split(|&byte| byte == b'\n').count() - 1);
        Ok((String::from_utf8(out).expect("text"), merged.torn.len()))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A line of a source.
fn of(source: &str, index: usize, end: &str) -> String {
    let line = text(index, &format!("{source}{index}"), end);
    line.replace("\"source\":\"s\"", &format!("\"source\":\"{source}\""))
}

fn lines(lines: &[String]) -> String {
    lines.iter().flat_map(|line| [line.as_str(), "\n"]).collect()
}

#[test]
fn slices_join_to_the_order_of_the_list() {
    let all: Vec<_> = (1..=5)
        .map(|index| of("a", index, "solved 3 none"))
        .chain([of("z", 1, "unsolvable"), of("b", 1, "limit 4"), of("c", 1, "limit")])
        .chain((1..=3).map(|index| of("d", index, "solved 7 optimal")))
        .collect();
    for shares in 1..=4 {
        let share = |share| lines(&all.iter().skip(share).step_by(shares).cloned().collect::<Vec<_>>());
        let parts: Vec<_> = (0..shares).map(share).collect();
        let parts: Vec<_> = parts.iter().map(String::as_str).collect();
        let merged = Folder::new(&format!("slices-{shares}")).merge(&parts);
        assert_eq!(merged, Ok((lines(&all), 0)), "{shares}");
    }
}

#[test]
fn the_better_result_stays() {
    let worse = [of("s", 1, "limit 3"), of("s", 2, "solved 9 optimal"), of("s", 3, "error")];
    let better = [of("s", 1, "solved 4 none"), of("s", 2, "solved 9 none"), of("s", 3, "limit")];
    let folder = Folder::new("better");
    let half = format!("{}{}", lines(&better), &worse[0][..50]);
    let expected = lines(&[better[0].clone(), worse[1].clone(), better[2].clone()]);
    assert_eq!(folder.merge(&[&lines(&worse), &half]), Ok((expected, 1)));
    assert_eq!(folder.merge(&["", ""]), Ok((String::new(), 0)));
}

#[test]
fn contradictions_are_refused_with_both_lines() {
    let folder = Folder::new("contradictions");
    for (one, other, reason) in [
        ("solved 9 optimal", "solved 8 none", "no solution costs less"),
        ("solved 9 optimal", "solved 8 optimal", "no solution costs less"),
        ("unsolvable", "solved 8 none", "proves that there is none"),
        ("limit 9", "solved 8 none", "a lower bound above"),
    ] {
        // Also between two copies of a level, and in any order.
        let copy = of("s", 1, other).replace("\"index\":1", "\"index\":2");
        for share in [of("s", 1, other), copy] {
            for pair in [[of("s", 1, one), share.clone()], [share.clone(), of("s", 1, one)]] {
                let error = folder.merge(&[&lines(&pair[..1]), &lines(&pair[1..])]).expect_err(one).to_string();
                assert!(error.contains(reason), "{error}");
                assert!(pair.iter().all(|line| error.contains(line.as_str())), "{error}");
            }
        }
    }
    let agree = [of("s", 1, "solved 9 optimal"), of("s", 1, "solved 9 none"), of("s", 1, "limit 9")];
    assert!(folder.merge(&[&lines(&agree)]).is_ok());
}

#[test]
fn other_files_are_refused_with_their_place() {
    let folder = Folder::new("others");
    let error = folder.merge(&[&format!("{}\nnonsense\n", of("s", 1, "error"))]).expect_err("refused");
    assert!(error.to_string().contains("/1:2: not a result of 'batch'"), "{error}");
    let missing = Merged::read(&[folder.0.join("missing")], &mut |_| Ok(())).err().map(|error| error.to_string());
    assert!(missing.is_some_and(|error| error.starts_with("cannot read '")));
}
