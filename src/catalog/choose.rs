//! Which plug-in reads a text.

use super::Catalog;
use crate::diagnostic::Diagnostic;
use crate::puzzle::{Claim, Plugin};

/// The plug-in that owns the file ending, unless it sees nothing of its own in the text and another
/// does (a `.txt` may hold anything); or else the one that is surest of the text.
pub(super) fn plugin<'c>(
    catalog: &'c Catalog,
    text: &str,
    extension: Option<&str>,
) -> Result<&'c dyn Plugin, Diagnostic> {
    if let Some(extension) = extension {
        let extension = extension.to_ascii_lowercase();
        let mut owners = catalog.plugins().filter(|plugin| plugin.extensions().contains(&extension.as_str()));
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
        let message = format!("this is no puzzle that lurd knows ({})", names(catalog.plugins()));
        return Err(Diagnostic::new(message).help(format!("for example {}", examples.join(" or "))));
    }
    let mut surest = claims.into_iter().filter(|(claim, _)| *claim == best).map(|(_, plugin)| plugin);
    match (surest.next(), surest.next()) {
        (Some(plugin), None) => Ok(plugin),
        (first, second) => {
            let tied = names(first.into_iter().chain(second).chain(surest));
            let message = format!("this could be read as any of {tied}");
            Err(Diagnostic::new(message).help("put it into a file whose ending says which"))
        }
    }
}

/// How sure the surest plug-in is.
pub(super) fn best_claim(catalog: &Catalog, text: &str) -> Claim {
    catalog.plugins().map(|plugin| plugin.claims(text)).max().unwrap_or(Claim::No)
}

fn names<'c>(plugins: impl Iterator<Item = &'c dyn Plugin>) -> String {
    plugins.map(Plugin::name).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shifter::Shifter;
    use crate::sokoban::Sokoban;

    #[test]
    fn the_ending_decides_and_a_tie_is_said() {
        let both = Catalog::default().with(Shifter).with(Sokoban);
        let twice = Catalog::default().with(Shifter).with(Shifter);
        let chosen = |catalog: &Catalog, text, ending| {
            plugin(catalog, text, ending).map(Plugin::name).map_err(|diagnostic| diagnostic.message)
        };
        assert_eq!(chosen(&both, "whatever", Some("SHIFT")), Ok("shifter"));
        assert_eq!(chosen(&both, "whatever", Some("xsb")), Ok("sokoban"));
        assert_eq!(chosen(&both, "12/34 -> 21/34", Some("txt")), Ok("shifter"));
        assert_eq!(chosen(&both, "#####|#@$.#|#####", None), Ok("sokoban"));
        assert_eq!(chosen(&both, "12/34 -> 21/34", Some("text")), Ok("shifter"));
        let nobody = "this is no puzzle that lurd knows (shifter, sokoban)";
        assert_eq!(chosen(&both, "hello there", None), Err(nobody.to_owned()));
        let tie = "this could be read as any of shifter, shifter";
        assert_eq!(chosen(&twice, "12/34 -> 21/34", None), Err(tie.to_owned()));
    }
}
