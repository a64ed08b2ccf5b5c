//! The words that change what is drawn, carried out.

use super::editor::Editor;
use super::words::EditCommand;
use crate::catalog::Catalog;

impl Editor {
    /// Carries out a word that changes what is drawn, or where one draws; `None` for all others. Says
    /// whether anything is another than before.
    pub fn carry_out(&mut self, catalog: &Catalog, word: &EditCommand) -> Option<Result<bool, String>> {
        Some(match word {
            EditCommand::New(size, kind) => {
                let kind = kind.clone().unwrap_or_else(|| self.draft().kind().to_owned());
                self.begin(catalog, &kind, *size).map(|()| true)
            }
            EditCommand::Put(thing, at) => self.change(|draft, panel| draft.put(panel, thing, *at)),
            EditCommand::Erase(at) => self.erase(&[*at]),
            EditCommand::Fill(thing) => self.change(|draft, panel| draft.fill(panel, thing)),
            EditCommand::Clear => self.change(|draft, panel| {
                draft.clear(panel);
                Ok(())
            }),
            EditCommand::Shift(way) => self.change(|draft, panel| {
                draft.shift(panel, *way);
                Ok(())
            }),
            EditCommand::Rotate => self.change(|draft, _| {
                draft.rotate();
                Ok(())
            }),
            EditCommand::Mirror => self.change(|draft, _| {
                draft.mirror();
                Ok(())
            }),
            EditCommand::Resize(columns, rows) => self.change(|draft, _| draft.resize(*rows, *columns)),
            EditCommand::Border => self.change(|draft, _| draft.border()),
            EditCommand::Title(title) => self.change(|draft, _| {
                draft.set_title(title.clone());
                Ok(())
            }),
            EditCommand::On(name) => self.turn_to_named(name),
            EditCommand::Undo(count) => match self.undo(*count) {
                0 => Err("nothing to undo".to_owned()),
                _ => Ok(true),
            },
            EditCommand::Redo(count) => match self.redo(*count) {
                0 => Err("nothing to redo".to_owned()),
                _ => Ok(true),
            },
            EditCommand::Recover => match self.orphans().into_iter().next() {
                Some(orphan) => self.recover(catalog, orphan).map(|()| true),
                None => Err("nothing was left unsaved".to_owned()),
            },
            _ => return None,
        })
    }

    fn turn_to_named(&mut self, name: &str) -> Result<bool, String> {
        let panels = self.panels();
        let found = panels.iter().position(|panel| panel.name == name);
        let panel = found.ok_or_else(|| {
            let names: Vec<_> = panels.iter().map(|panel| panel.name).collect();
            format!("there is no board '{name}', only {}", names.join(", "))
        })?;
        self.turn_to(panel);
        Ok(false)
    }
}
