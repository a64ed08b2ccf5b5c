//! Which plug-in reads a text.

use super::Catalog;
use crate::diagnostic::Diagnostic;
use crate::puzzle::{Claim, Plugin};

/// The plug-in that owns the file ending, or else the one that is surest of the text.
pub(super) fn plugin<'c>(
    catalog: &'c Catalog,
    text: &str,
    extension: Option<&str>,
) -> Result<&'c dyn Plugin, Diagnostic> {
    if let Some(extension) = extension {
        let extension = extension.to_ascii_lowercase();
        let mut owners = catalog.plugins().filter(|plugin| plugin.extensions().contains(&extension.as_str()));
        if let (Some(owner), None) = (owners.next(), owners.next()) {
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
