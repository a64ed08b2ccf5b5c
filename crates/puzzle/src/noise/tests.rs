use super::*;

/// A row of walls, boxes and the like; a puzzle is three such lines.
fn row_in(line: &str) -> Option<Range<usize>> {
    let is_letter = |letter: char| "#@$. ".contains(letter);
    let start = line.find('#')?;
    let length = line[start..].find(|letter| !is_letter(letter)).unwrap_or(line.len() - start);
    let end = start + line[start..start + length].trim_end().len();
    (end - start > 2 && line[..end].ends_with('#')).then_some(start..end)
}

/// Counts the boards of at least three lines, and rows that belong to none.
fn read(text: &str) -> (Vec<String>, Quality) {
    let is_row = |line: &&str| row_in(line.trim()).is_some_and(|place| place == (0..line.trim().len()));
    let lines: Vec<&str> = text.lines().collect();
    let mut boards = Vec::new();
    let mut faults = lines.iter().filter(|line| line.contains('#') && !is_row(line)).count();
    for block in lines.chunk_by(|one, other| is_row(one) == is_row(other)).filter(|block| is_row(&block[0])) {
        let is_board = block.len() >= 3 && !block[0].trim().contains(' ');
        if is_board { boards.push(block.join("\n")) } else { faults += 1 }
    }
    let puzzles = boards.len();
    (boards, Quality { puzzles, faults })
}

fn cleaned(text: &str) -> Option<(Vec<String>, String)> {
    let (plain, quality) = read(text);
    let keeps = |old: &Vec<String>, new: &Vec<String>| old.iter().all(|board| new.contains(board));
    let (cleaned, boards) = clean(text, &row_in, (&plain, quality), read, keeps)?;
    Some((boards, cleaned.notes.join("; ")))
}

const BOARD: &str = "#####\n#@$.#\n#####";

#[test]
fn a_text_without_noise_stays() {
    for text in ["", BOARD, "no board", "# 1\n\n#####\n#@$.#\n#####\n", "> no board"] {
        assert_eq!(cleaned(text), None, "{text}");
    }
}

#[test]
fn noise_of_many_kinds_is_taken_off() {
    for (text, note) in [
        ("> #####\n> #@$.#\n> #####\n", "quote signs before lines are taken off"),
        (">> #####\n>> #@$.#\n>> #####\n", "quote signs before lines are taken off"),
        (" 1  #####\n 2  #@$.#\n 3  #####\n", "line numbers are taken off"),
        ("  8\t#####\n  9\t#@$.#\n 10\t#####\n", "line numbers are taken off"),
        ("8: #####\n9: #@$.#\n10: #####\n", "line numbers are taken off"),
        ("8  #####\n9  #@$.#\n10 #####\n", "line numbers are taken off"),
        ("01|#####\n02|#@$.#\n03|#####\n", "line numbers are taken off"),
        (
            "[10:01] <tom> #####\n[10:02] <tom> #@$.#\n[10:02] <tom> #####\n",
            "'[10:01] <tom>' and the like before rows is taken off",
        ),
        ("// #####\n// #@$.#\n// #####\n", "'//' before rows is taken off"),
        ("\"#####\",\n\"#@$.#\",\n\"#####\"\n", "rows are taken from the quoted strings of the text"),
        ("x = [\"#####\", '#@$.#', \"#####\"];", "rows are taken from the quoted strings of the text"),
        ("{\"b\":\"#####\\n#@$.#\\n#####\"}", "rows are taken from the quoted strings of the text"),
        (
            "[['#','#','#','#','#'],['#','@','$','.','#'],['#','#','#','#','#']]",
            "rows are taken from the quoted strings of the text",
        ),
        ("# # # # #\n# @ $ . #\n# # # # #\n", "blanks between squares are taken off"),
        ("#,#,#,#,#\n#,@,$,.,#\n#,#,#,#,#\n", "separators between squares are taken off"),
        (
            "| # | # | # | # | # |\n| # | @ | $ | . | # |\n| # | # | # | # | # |\n",
            "separators between squares are taken off",
        ),
        (
            "<pre>#####<br>#@&#36;.#<br>#####</pre>",
            "tags of HTML are taken off, and entities are read as their characters",
        ),
        (
            "<table>\n <tr><td>#</td><td>#</td><td>#</td><td>#</td><td>#</td></tr>\n <tr><td>#</td>\n  <td>@</td><td>$</td><td>.</td><td>#</td></tr>\n\
             <tr><td>#</td><td>#</td><td>#</td><td>#</td><td>#</td></tr>\n</table>",
            "tags of HTML are taken off",
        ),
        ("<div>#####</div>\n<div>#@$.#</div>\n<div>#####</div>", "tags of HTML are taken off"),
        (
            "\u{ff03}####\n#@\u{ff04}.#\n#####\u{200b}\n",
            "characters without a width are ignored; fullwidth letters and the like are read as those of ASCII",
        ),
        ("#####\u{2028}#@$.#\u{2028}#####", "unusual line breaks are read as line breaks"),
        ("\\#####\n\\#@\\$.#\n\\#####\n", "backslashes before letters of boards are taken off"),
        ("`#####`\n`#@$.#`\n`#####`\n", "rows are taken from the quoted strings of the text"),
        ("#####;\n#@$.#;\n#####;\n", "what stands behind rows is taken off"),
    ] {
        assert_eq!(cleaned(text), Some((vec![BOARD.to_owned()], note.to_owned())), "{text}");
    }
}

#[test]
fn kinds_of_noise_are_nested() {
    let text = "> 1: \u{ff03}####\n> 2: #@&#36;.#\n> 3: #####\n";
    let (boards, note) = cleaned(text).expect("cleaned");
    assert_eq!(boards, [BOARD]);
    assert_eq!(note.split("; ").count(), 4, "{note}");
}

#[test]
fn indented_rows_stay_aligned() {
    let text = " 9   ####\n10  #@$.#\n11  #####\n";
    assert_eq!(cleaned(text).map(|(boards, _)| boards), Some(vec![" ####\n#@$.#\n#####".to_owned()]));
    let text = "| #####\n|  ####\n| #####\n";
    assert_eq!(cleaned(text), None);
}

#[test]
fn places_lead_back_to_the_text() {
    let text = "> #####\n> #@$.#\n> #####\n";
    let (plain, quality) = read(text);
    let (cleaned, _) = clean(text, &row_in, (&plain, quality), read, |_, _| true).expect("cleaned");
    assert_eq!(cleaned.origin(6..11), 10..15);
    assert_eq!(&text[cleaned.origin(7..8)], "@");
}
