//! Tags and entities of HTML. A row of a table is a line, and so is the text between two line breaks.

use std::ops::Range;

use super::{
    RowIn,
    rewriter::{Rewriter, Rewritten},
};

/// What a tag means for lines.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Effect {
    /// Nothing: text goes on.
    Inline,
    /// A line ends.
    Line,
    /// A paragraph ends.
    Paragraph,
    /// A cell of a table ends, which is a square.
    Cell,
    /// The text up to the closing tag is not shown.
    Hidden,
}

const TAGS: [(&str, Effect); 58] = [
    ("a", Effect::Inline),
    ("abbr", Effect::Inline),
    ("article", Effect::Paragraph),
    ("b", Effect::Inline),
    ("big", Effect::Inline),
    ("blockquote", Effect::Paragraph),
    ("body", Effect::Paragraph),
    ("br", Effect::Line),
    ("center", Effect::Paragraph),
    ("code", Effect::Inline),
    ("dd", Effect::Line),
    ("div", Effect::Line),
    ("dl", Effect::Paragraph),
    ("dt", Effect::Line),
    ("em", Effect::Inline),
    ("font", Effect::Inline),
    ("footer", Effect::Paragraph),
    ("h1", Effect::Paragraph),
    ("h2", Effect::Paragraph),
    ("h3", Effect::Paragraph),
    ("h4", Effect::Paragraph),
    ("head", Effect::Paragraph),
    ("header", Effect::Paragraph),
    ("hr", Effect::Paragraph),
    ("html", Effect::Paragraph),
    ("i", Effect::Inline),
    ("img", Effect::Inline),
    ("kbd", Effect::Inline),
    ("level", Effect::Paragraph),
    ("levels", Effect::Paragraph),
    ("li", Effect::Line),
    ("line", Effect::Line),
    ("link", Effect::Inline),
    ("main", Effect::Paragraph),
    ("map", Effect::Paragraph),
    ("meta", Effect::Inline),
    ("ol", Effect::Paragraph),
    ("p", Effect::Paragraph),
    ("pre", Effect::Paragraph),
    ("puzzle", Effect::Paragraph),
    ("row", Effect::Line),
    ("samp", Effect::Inline),
    ("section", Effect::Paragraph),
    ("small", Effect::Inline),
    ("span", Effect::Inline),
    ("strong", Effect::Inline),
    ("style", Effect::Hidden),
    ("table", Effect::Paragraph),
    ("tbody", Effect::Inline),
    ("td", Effect::Cell),
    ("textarea", Effect::Paragraph),
    ("th", Effect::Cell),
    ("thead", Effect::Inline),
    ("title", Effect::Paragraph),
    ("tr", Effect::Line),
    ("tt", Effect::Inline),
    ("u", Effect::Inline),
    ("ul", Effect::Paragraph),
];

/// Those of the tags that are not of HTML but of levels in XML.
const OF_XML: [&str; 6] = ["level", "levels", "line", "map", "puzzle", "row"];

/// Tags without which a text with other tags may still be no page.
const SURE: [&str; 4] = ["pre", "html", "body", "td"];

/// The named entities of squares, blanks, and of what stands around them.
const ENTITIES: [(&str, &str); 31] = [
    ("Hat", "^"),
    ("NewLine", "\n"),
    ("Tab", "\t"),
    ("amp", "&"),
    ("apos", "'"),
    ("ast", "*"),
    ("bsol", "\\"),
    ("colon", ":"),
    ("comma", ","),
    ("commat", "@"),
    ("dollar", "$"),
    ("emsp", " "),
    ("ensp", " "),
    ("equals", "="),
    ("excl", "!"),
    ("gt", ">"),
    ("hyphen", "-"),
    ("lowbar", "_"),
    ("lpar", "("),
    ("lt", "<"),
    ("midast", "*"),
    ("nbsp", " "),
    ("num", "#"),
    ("percnt", "%"),
    ("period", "."),
    ("plus", "+"),
    ("quot", "\""),
    ("rpar", ")"),
    ("shy", ""),
    ("sol", "/"),
    ("verbar", "|"),
];

/// A tag at the beginning of a text.
struct Tag {
    name: &'static str,
    effect: Effect,
    is_closing: bool,
    length: usize,
}

/// The known tag at the beginning of `text`, which begins with `<`; comments and declarations count as inline tags.
fn tag(text: &str) -> Option<Tag> {
    const MAX_LENGTH: usize = 4096;
    let inline = |length| Tag { name: "", effect: Effect::Inline, is_closing: false, length };
    if text.starts_with("<!--") {
        return Some(inline(text.find("-->").map_or(text.len(), |end| end + 3)));
    }
    let window = text.get(..MAX_LENGTH).unwrap_or(text);
    let end = window.find('>')? + 1;
    if window.starts_with("<!") || window.starts_with("<?") {
        return Some(inline(end));
    }
    let inside = &window[1..end - 1];
    let (inside, is_closing) = inside.strip_prefix('/').map_or((inside, false), |rest| (rest, true));
    let length = inside.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let (word, rest) = inside.split_at(length);
    let is_whole = rest.is_empty() || rest.starts_with([' ', '\t', '\r', '\n', '/']);
    let (name, effect) = TAGS.iter().find(|(name, _)| word.eq_ignore_ascii_case(name))?;
    is_whole.then_some(Tag { name, effect: *effect, is_closing, length: end })
}

/// Titles and authors in the attributes of a tag, as `<level name="one">`: their places in the tag, each behind the key that
/// a line of text has for it.
fn named(tag: &str) -> impl Iterator<Item = (&'static str, Range<usize>)> + '_ {
    const NAMES: [(&str, &str); 4] =
        [("Title: ", " name=\""), ("Title: ", " title=\""), ("Author: ", " author=\""), ("Author: ", " by=\"")];
    NAMES.into_iter().filter_map(|(key, name)| {
        let start = tag.find(name)? + name.len();
        let length = tag[start..].find('"').filter(|&length| length > 0)?;
        Some((key, start..start + length))
    })
}

/// The text of the entity at the beginning of `text`, which begins with `&`, and its length.
fn entity(text: &str) -> Option<(String, usize)> {
    const MAX_LENGTH: usize = 12;
    let end = text.bytes().take(MAX_LENGTH).position(|byte| byte == b';')?;
    let name = text.get(1..end)?;
    let letter = match name.strip_prefix('#') {
        Some(number) => {
            let code = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            // The numbers of a no-break space and of a space without a width mean the same as their characters.
            match char::from_u32(code.ok()?)? {
                '\u{a0}' => " ".to_owned(),
                '\u{200b}' | '\u{feff}' | '\0' => String::new(),
                letter => letter.to_string(),
            }
        }
        None => ENTITIES.iter().find(|(known, _)| *known == name).map(|(_, letter)| (*letter).to_owned())?,
    };
    Some((letter, end + 1))
}

/// The state of a page while its tags are taken off.
#[expect(clippy::struct_excessive_bools, reason = "independent observations")]
struct Page<'t> {
    rewriter: Rewriter<'t>,
    in_pre: bool,
    /// Whether the cell of a table that was begun last has no text yet.
    is_empty_cell: bool,
    /// Whether the last tag ended a line or a cell, so that a line break of the source after it means nothing.
    after_tag: bool,
    tags: usize,
    entities: usize,
    is_sure: bool,
    /// Whether there are tags of levels in XML.
    is_xml: bool,
}

impl Page<'_> {
    fn end_line(&mut self, place: Range<usize>) {
        if !self.rewriter.text().ends_with('\n') && !self.rewriter.text().is_empty() {
            self.rewriter.write(place, "\n");
        }
    }

    fn tag(&mut self, tag: &Tag, place: Range<usize>) {
        self.tags += 1;
        self.is_xml |= OF_XML.contains(&tag.name);
        self.is_sure |= SURE.contains(&tag.name);
        if tag.name == "pre" {
            self.in_pre = !tag.is_closing;
        }
        let empty = place.end..place.end;
        match tag.effect {
            Effect::Inline | Effect::Hidden => return,
            // An empty line separates boards only where the source has one.
            Effect::Line if tag.name == "br" => self.rewriter.write(empty, "\n"),
            Effect::Line => self.end_line(empty),
            Effect::Paragraph => {
                self.end_line(empty.clone());
                if !self.rewriter.text().ends_with("\n\n") && !self.rewriter.text().is_empty() {
                    self.rewriter.write(empty, "\n");
                }
            }
            Effect::Cell if tag.is_closing => {
                if std::mem::take(&mut self.is_empty_cell) {
                    self.rewriter.write(empty, " ");
                }
            }
            Effect::Cell => self.is_empty_cell = true,
        }
        self.after_tag = true;
    }

    /// The length of the blanks at the beginning of `rest` that are those of the source, not of the page.
    fn idle_blanks(&self, rest: &str) -> usize {
        let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        let of_line = blanks(rest);
        let line_break = rest[of_line..].len() - rest[of_line..].trim_start_matches(['\r', '\n']).len();
        if self.is_empty_cell {
            return of_line + line_break;
        }
        if !self.after_tag || line_break == 0 {
            return 0;
        }
        // The first line break, and the indentation of a tag below it.
        let one = if rest[of_line..].starts_with("\r\n") { 2 } else { 1 };
        let indentation = blanks(&rest[of_line + one..]);
        let is_before_tag = !self.in_pre && rest[of_line + one + indentation..].starts_with('<');
        of_line + one + if is_before_tag { indentation } else { 0 }
    }
}

/// Takes off tags, and replaces entities by their characters.
pub(super) fn tags(text: &str, _: &RowIn<'_>) -> Option<Rewritten> {
    if !text.contains(['<', '&']) {
        return None;
    }
    let mut page = Page {
        rewriter: Rewriter::new(text),
        in_pre: false,
        is_empty_cell: false,
        after_tag: false,
        tags: 0,
        entities: 0,
        is_sure: false,
        is_xml: false,
    };
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        if let Some(tag) = rest.strip_prefix('<').and_then(|_| tag(rest)) {
            page.tag(&tag, at..at + tag.length);
            if OF_XML.contains(&tag.name) {
                for (key, value) in named(&rest[..tag.length]) {
                    let value = at + value.start..at + value.end;
                    page.rewriter.write(value.start..value.start, key);
                    page.rewriter.copy(value.clone());
                    page.rewriter.write(value.end..value.end, "\n");
                }
            }
            at += tag.length;
            if tag.effect == Effect::Hidden && !tag.is_closing {
                at = text[at..].find("</").map_or(text.len(), |length| at + length);
            }
            continue;
        }
        let idle = page.idle_blanks(rest);
        if idle > 0 {
            page.after_tag = false;
            at += idle;
            continue;
        }
        let (part, plain) = match rest.strip_prefix('&').and_then(|_| entity(rest)) {
            Some((character, length)) => (at..at + length, Some(character)),
            None => (at..at + rest.chars().next().map_or(1, char::len_utf8), None),
        };
        at = part.end;
        (page.after_tag, page.is_empty_cell) = (false, false);
        page.entities += usize::from(plain.is_some());
        match plain {
            Some(character) => page.rewriter.write(part, &character),
            None => page.rewriter.copy(part),
        }
    }
    let name = if page.is_xml { "XML" } else { "HTML" };
    let note = match (page.tags, page.entities) {
        (0, _) => format!("entities of {name} are read as their characters"),
        (_, 0) => format!("tags of {name} are taken off"),
        _ => format!("tags of {name} are taken off, and entities are read as their characters"),
    };
    page.rewriter.finish(note, page.is_sure)
}
