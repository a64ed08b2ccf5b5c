//! Tables of the wiki software `MediaWiki`: `{|` begins one, `|-` a row, `|` a cell or several with `||` between them, and `|}` ends it.

use std::ops::Range;

use super::{
    RowIn,
    rewriter::{Rewriter, Rewritten, lines},
};

/// Writes each row of a table as a line. A cell is a square or a whole row.
pub(super) fn tables(text: &str, _: &RowIn<'_>) -> Option<Rewritten> {
    if !text.contains("{|") || !text.contains("|}") {
        return None;
    }
    let mut rewriter = Rewriter::new(text);
    let mut in_table = false;
    for (line, whole) in lines(text) {
        let content = text[line.clone()].trim_start();
        let start = line.end - content.len();
        match content.as_bytes() {
            [b'{', b'|', ..] => {
                in_table = true;
                rewriter.write(start..start, "\n");
            }
            _ if !in_table => rewriter.copy(whole),
            [b'|', b'}', ..] => {
                in_table = false;
                end_row(&mut rewriter, start);
                rewriter.write(start..start, "\n");
            }
            [b'|', b'-', ..] => end_row(&mut rewriter, start),
            [b'|', b'+', ..] => {
                let caption = &content[2..];
                let name = caption.trim();
                let at = line.end - caption.trim_start().len();
                end_row(&mut rewriter, start);
                rewriter.copy(at..at + name.len());
                rewriter.write(start..start, "\n");
            }
            [b'|' | b'!', ..] => {
                for cell in cells(text, start + 1..line.end) {
                    if cell.is_empty() { rewriter.write(cell, " ") } else { rewriter.copy(cell) }
                }
            }
            // The text of a cell goes on.
            _ => rewriter.copy(start..line.end),
        }
    }
    rewriter.finish("rows are taken from tables of MediaWiki", false)
}

fn end_row(rewriter: &mut Rewriter<'_>, at: usize) {
    if !rewriter.text().ends_with('\n') {
        rewriter.write(at..at, "\n");
    }
}

/// The text of each cell of a line.
fn cells(text: &str, line: Range<usize>) -> Vec<Range<usize>> {
    let mut cells = Vec::new();
    let mut start = line.start;
    for part in text[line].split("||").flat_map(|part| part.split("!!")) {
        let place = start..start + part.len();
        start = place.end + 2;
        // Attributes, as in `style="width:1em" | #`.
        let attributes = part.rfind('|').filter(|&at| part[..at].contains('=')).map_or(0, |at| at + 1);
        let inner = part[attributes..].trim();
        let inner = inner.strip_prefix("<nowiki>").unwrap_or(inner);
        let inner = inner.strip_suffix("</nowiki>").unwrap_or(inner);
        let at = place.start + (inner.as_ptr() as usize - part.as_ptr() as usize);
        cells.push(at..at + inner.len());
    }
    cells
}
