//! Which plug-in reads a text.

use super::files::{self, FileKind};
use super::nearest::nearest;
use super::registered::Catalog;
use crate::diagnostic::Diagnostic;
use crate::puzzle::{Claim, Plugin, ReadOptions};

/// The plug-in that reads a text or the bytes that its characters stand for.
pub(super) fn plugin<'c>(
    catalog: &'c Catalog,
    text: &str,
    options: &ReadOptions,
    kind: FileKind,
) -> Result<&'c dyn Plugin, Diagnostic> {
    // A format or dialect that was named decides without further claims.
    if let Some(format) = &options.format {
        let mut plugins = catalog.plugins();
        return plugins.find(|plugin| plugin.formats().iter().any(|known| known.name == format)).ok_or_else(
            || {
                let names = catalog.plugins().flat_map(|plugin| plugin.formats().iter().map(|it| it.name));
                unknown_word("format", format, &names.collect::<Vec<_>>())
            },
        );
    }
    if let Some(dialect) = &options.dialect {
        let Some(plugin) = catalog.plugins().find(|plugin| plugin.dialects().contains(&dialect.as_str()))
        else {
            let names = catalog.plugins().flat_map(|plugin| plugin.dialects().iter().copied());
            return Err(unknown_word("dialect", dialect, &names.collect::<Vec<_>>()));
        };
        // The dialect may be meant for other files than this one.
        if plugin.claims(text) > Claim::No || best_claim(catalog, text) == Claim::No {
            return Ok(plugin);
        }
    }
    if options.offset.is_some()
        && let Some(plugin) = catalog.plugins().find(|plugin| plugin.formats().iter().any(|it| !it.is_text))
    {
        return Ok(plugin);
    }
    let FileKind::Binary(at) = kind else { return by_claims(catalog, text, options.ending.as_deref()) };
    let bytes: Vec<u8> = text.chars().map(|letter| u8::try_from(letter).unwrap_or_default()).collect();
    catalog.plugins().find(|plugin| plugin.claims_bytes(&bytes)).ok_or_else(|| {
        Diagnostic::new(format!("a binary file without packed levels: byte {at} is not text"))
            .help("if you know where its levels begin, give the byte with --offset")
    })
}

fn unknown_word(kind: &str, word: &str, known: &[&str]) -> Diagnostic {
    let diagnostic = Diagnostic::new(format!("unknown {kind} '{}'", files::shortened(word)));
    match nearest(word, known) {
        Some(near) => diagnostic.help(format!("did you mean '{near}'?")),
        None => diagnostic.help(format!("{kind}s: {}", known.join(", "))),
    }
}

/// The plug-in that owns the file extension, unless it does not claim the text and another one does (a `.txt`
/// may hold anything); otherwise the plug-in that is surest of the text.
fn by_claims<'c>(
    catalog: &'c Catalog,
    text: &str,
    ending: Option<&str>,
) -> Result<&'c dyn Plugin, Diagnostic> {
    if let Some(ending) = ending {
        let ending = ending.to_ascii_lowercase();
        let mut owners = catalog.plugins().filter(|plugin| plugin.extensions().contains(&ending.as_str()));
        if let (Some(owner), None) = (owners.next(), owners.next())
            && (owner.claims(text) > Claim::No || best_claim(catalog, text) == Claim::No)
        {
            return Ok(owner);
        }
    }
    let claims: Vec<_> = catalog.plugins().map(|plugin| (plugin.claims(text), plugin)).collect();
    let best = claims.iter().map(|(claim, _)| *claim).max().unwrap_or(Claim::No);
    if best == Claim::No {
        let examples: Vec<_> =
            catalog.plugins().map(|plugin| format!("{}: '{}'", plugin.name(), plugin.example())).collect();
        let message = format!("not a puzzle of a known kind ({})", names(catalog.plugins()));
        return Err(Diagnostic::new(message).help(format!("for example {}", examples.join(" or "))));
    }
    let mut surest = claims.into_iter().filter(|(claim, _)| *claim == best).map(|(_, plugin)| plugin);
    match (surest.next(), surest.next()) {
        (Some(plugin), None) => Ok(plugin),
        (first, second) => {
            let tied = names(first.into_iter().chain(second).chain(surest));
            let message = format!("this can be read as any of {tied}");
            Err(Diagnostic::new(message).help("put it into a file whose extension tells which"))
        }
    }
}

/// The strongest claim of any plug-in.
pub(super) fn best_claim(catalog: &Catalog, text: &str) -> Claim {
    catalog.plugins().map(|plugin| plugin.claims(text)).max().unwrap_or(Claim::No)
}

fn names<'c>(plugins: impl Iterator<Item = &'c dyn Plugin>) -> String {
    plugins.map(Plugin::name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::Entry;

    /// A plug-in that reads texts with a letter of its own.
    struct Letter(&'static str, &'static [&'static str], char);

    impl Plugin for Letter {
        fn name(&self) -> &'static str {
            self.0
        }
        fn summary(&self) -> &'static str {
            "texts with a letter"
        }
        fn extensions(&self) -> &'static [&'static str] {
            self.1
        }
        fn example(&self) -> &'static str {
            "x"
        }
        fn claims(&self, text: &str) -> Claim {
            if text.contains(self.2) { Claim::Maybe } else { Claim::No }
        }
        fn read(&self, _: &str) -> Result<Vec<Entry>, Diagnostic> {
            Ok(Vec::new())
        }
    }

    #[test]
    fn the_extension_decides_and_a_tie_is_an_error() {
        let (xs, ys) = (|| Letter("ecks", &["ex", "both"], 'x'), || Letter("why", &["wy", "both"], 'y'));
        let both = Catalog::default().with(xs()).with(ys());
        let twice = Catalog::default().with(xs()).with(xs());
        let chosen = |catalog: &Catalog, text, ending| {
            by_claims(catalog, text, ending).map(Plugin::name).map_err(|diagnostic| diagnostic.message)
        };
        assert_eq!(chosen(&both, "whatever", Some("EX")), Ok("ecks"), "no plug-in claims it");
        assert_eq!(chosen(&both, "xy", Some("wy")), Ok("why"), "both claim it");
        assert_eq!(chosen(&both, "x", Some("wy")), Ok("ecks"), "only the other claims it");
        assert_eq!(chosen(&both, "x", Some("both")), Ok("ecks"));
        assert_eq!(chosen(&both, "y", None), Ok("why"));
        assert_eq!(chosen(&both, "y", Some("text")), Ok("why"));
        let unclaimed = "not a puzzle of a known kind (ecks, why)";
        assert_eq!(chosen(&both, "hello", None), Err(unclaimed.to_owned()));
        let tie = "this can be read as any of ecks, ecks";
        assert_eq!(chosen(&twice, "x", None), Err(tie.to_owned()));
    }
}
