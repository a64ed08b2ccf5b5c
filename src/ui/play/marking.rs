//! Switching overlays of the board on and off.

use super::overlays::legend;
use super::state::PlayView;
use lurd_puzzle::puzzle::{Controls, Overlay, Place};

impl PlayView {
    /// Switches the overlay with that index on or off.
    pub(super) fn switch_overlay(&mut self, index: usize) {
        let overlays = self.game().position().controls().map(Controls::overlays);
        match overlays.and_then(|overlays| overlays.get(index)) {
            Some(overlay) => self.set_overlay(overlay, !self.overlays.is_on(overlay)),
            None => self.complain("there are no such squares to show in this puzzle"),
        }
    }

    /// Shows an overlay, of the piece in a cell, which is taken up, or switches it on or off.
    pub(super) fn show_overlay(&mut self, overlay: &'static Overlay, of: Option<Place>) {
        let Some(of) = of.filter(|_| overlay.is_of_piece) else {
            return self.set_overlay(overlay, !self.overlays.is_on(overlay));
        };
        if let Some(reason) = self.refusal(overlay, Some(of)) {
            return self.complain(reason);
        }
        self.taken = Some(of);
        self.set_overlay(overlay, true);
    }

    fn set_overlay(&mut self, overlay: &'static Overlay, on: bool) {
        if !on {
            self.overlays.switch(overlay, false);
            return self.say(format!("not shown: {}", overlay.summary));
        }
        if !overlay.is_of_piece
            && let Some(reason) = self.refusal(overlay, None)
        {
            return self.complain(reason);
        }
        self.overlays.switch(overlay, true);
        self.say(format!("shown: {}", legend(overlay)));
    }

    /// Why the overlay cannot be shown, if it cannot.
    fn refusal(&self, overlay: &Overlay, of: Option<Place>) -> Option<String> {
        let controls = self.game().position().controls()?;
        controls.marked(overlay, of).err().map(String::from)
    }
}
