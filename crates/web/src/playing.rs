//! Play by keys, a pointer and commands, and the results of searches.

use lurd_puzzle::puzzle::{Coordinates, PadDirection, Puzzle, StepText};
use lurd_report as report;
use lurd_report::picture::{Drawing, Drawn, PictureFormat, drawings, gif_of_drawings};
use lurd_toolkit::{
    play::{
        Bookmark, Moved, PlayError, PlayEvent, Purpose as Wanted,
        commands::{LevelChoice, PlayCommand, read},
        dead_position,
        keys::{PlayAction, action},
    },
    themes::ThemeName,
};
use serde_json::{Value, json};

use crate::following::Following;
use crate::inputs::pressed;
use crate::message::Message;
use crate::searching::{Found, Purpose, Request};
use crate::session::Session;

impl Session {
    /// A key. The reply says what the browser has to do besides showing the new state: `search` with a request, `do` with a
    /// word.
    pub fn key(&mut self, name: &str, shift: bool, control: bool, alt: bool) -> Value {
        if let Some(editing) = &mut self.editing {
            let pressed = pressed(name, shift, control, alt);
            return pressed.map_or(Value::Null, |pressed| editing.key(&self.catalog, pressed));
        }
        if let Some(following) = &mut self.following {
            return match following.key(name, shift, control, alt) {
                Some("leave") => self.leave_answer(),
                Some(word) => json!({ "do": word }),
                None => Value::Null,
            };
        }
        if self.game.is_none() {
            return Value::Null;
        }
        match pressed(name, shift, control, alt).and_then(action) {
            Some(action) => self.act(action),
            None => Value::Null,
        }
    }

    fn act(&mut self, action: PlayAction) -> Value {
        match action {
            PlayAction::Command(PlayCommand::Quit) => json!({ "do": "leave" }),
            PlayAction::Command(command) => {
                if let PlayCommand::Press { .. } = command {
                    self.taken = None;
                }
                self.execute(command)
            }
            PlayAction::ToggleWarnings => {
                self.warns = !self.warns;
                self.say(if self.warns { "warns when no solution is left" } else { "does not warn any more" })
            }
            PlayAction::Auto => self.execute(PlayCommand::Follow(1)),
            PlayAction::Faster => json!({ "do": "faster" }),
            PlayAction::Slower => json!({ "do": "slower" }),
            PlayAction::Zoom(_) | PlayAction::ViewAll => Value::Null,
            PlayAction::Overlay(index) => self.switch_overlay(index),
            PlayAction::Browse => json!({ "do": "levels" }),
            PlayAction::TypeCommand => json!({ "do": "command" }),
            PlayAction::Keys => json!({ "do": "keys" }),
            PlayAction::Drop => {
                if self.taken.take().is_none() && self.pending.is_some() {
                    return json!({ "do": "stop" });
                }
                self.message = Message::None;
                done()
            }
        }
    }

    /// A command of play that was typed.
    pub fn command(&mut self, line: &str) -> Value {
        let Some(game) = &self.game else { return Value::Null };
        match read(line, game) {
            Ok(command) => self.execute(command),
            Err(message) => self.complain(report::escaped(&message)),
        }
    }

    /// What a button of the page is for: `undo`, `redo`, `restart`, `hint`, `solve`, `optimise`, `follow`, `next`,
    /// `previous`.
    pub fn button(&mut self, name: &str) -> Value {
        let command = match name {
            "undo" => PlayCommand::UndoAction,
            "redo" => PlayCommand::RedoAction,
            "restart" => PlayCommand::Restart,
            "hint" => PlayCommand::Hint,
            "solve" => return self.search_for(Purpose::Solve),
            "compare" => return self.search_for(Purpose::Compare),
            "follow" => PlayCommand::Follow(1),
            "optimise" => PlayCommand::Optimise,
            "next" => PlayCommand::Level(LevelChoice::Next),
            "previous" => PlayCommand::Level(LevelChoice::Previous),
            _ => return Value::Null,
        };
        self.execute(command)
    }

    fn execute(&mut self, command: PlayCommand) -> Value {
        self.arrow = None;
        match command {
            PlayCommand::Level(level) => return self.go_to(level),
            PlayCommand::Levels(_) => return json!({ "do": "levels" }),
            PlayCommand::Collections => return json!({ "do": "open" }),
            PlayCommand::Open(text) => {
                let opened = self.open(&text, "");
                return if opened.get("error").is_some() { opened } else { done() };
            }
            PlayCommand::Export(..) => return json!({ "do": "export" }),
            _ => {}
        }
        let Some(game) = &mut self.game else { return Value::Null };
        match game.execute(command) {
            Ok(event) => self.show(event),
            Err(error) => self.refuse(&error),
        }
    }

    fn show(&mut self, event: PlayEvent) -> Value {
        match event {
            PlayEvent::Moved(moved) | PlayEvent::Stepped(_, moved) => self.moved(moved),
            PlayEvent::SteppedBack(_) | PlayEvent::Jumped => {
                (self.message, self.dead) = (Message::None, None);
                done()
            }
            PlayEvent::Answer(Wanted::Follow(_), onward) => self.follow(onward.rest.steps),
            PlayEvent::Answer(Wanted::Solve, onward) => {
                self.message = self.game.as_ref().map_or(Message::None, |game| report::known(&onward, game));
                done()
            }
            PlayEvent::SearchNeeded(purpose) => match purpose {
                Wanted::Solve => self.search_for(Purpose::Solve),
                Wanted::Hint => self.search_for(Purpose::Hint),
                Wanted::Follow(_) => self.search_for(Purpose::Follow),
                Wanted::Optimise => self.search_for(Purpose::Optimise),
            },
            PlayEvent::Overlay(overlay, of) => {
                self.taken = of.or(self.taken);
                let index = self
                    .game
                    .as_ref()
                    .and_then(|game| game.position().controls()?.overlays().iter().position(|it| it == overlay));
                index.map_or(Value::Null, |index| self.switch_overlay(index))
            }
            PlayEvent::Help => json!({ "do": "keys" }),
            PlayEvent::Described(_) => json!({ "do": "words" }),
            event => {
                if let PlayEvent::Answer(_, onward) = &event {
                    self.point(&onward.rest.steps);
                }
                self.message = report::play_event(&event).map_or(Message::None, Message::Said);
                done()
            }
        }
    }

    /// Shows the effect of an action, and keeps a solution.
    fn moved(&mut self, moved: Moved) -> Value {
        (self.message, self.dead) = (Message::None, None);
        let Some(game) = self.game.as_ref().filter(|_| moved.solved) else { return done() };
        let finished = report::finished_plainly(game);
        let kept = if !game.is_own() {
            "; steps of an answer were used, so it does not count as yours"
        } else if self.records.add(game.puzzle(), &game.text()) {
            "; your best"
        } else {
            ""
        };
        self.message = Message::Good(format!("{finished}{kept}"));
        json!({ "do": "solved" })
    }

    fn go_to(&mut self, level: LevelChoice) -> Value {
        let readable = |at: &usize| self.levels[*at].puzzle.is_ok();
        let at = match level {
            LevelChoice::Next => (self.at + 1..self.levels.len()).find(readable),
            LevelChoice::Previous => (0..self.at).rev().find(readable),
            LevelChoice::At(number) => return self.choose(number),
        };
        let Some(at) = at else {
            return self.complain(if level == LevelChoice::Next {
                "this is the last level"
            } else {
                "this is the first level"
            });
        };
        self.leave_level();
        self.enter(at);
        done()
    }

    fn refuse(&mut self, error: &PlayError) -> Value {
        self.message = report::refusal(error);
        done()
    }

    pub(crate) fn say(&mut self, text: impl Into<String>) -> Value {
        self.message = Message::Said(text.into());
        done()
    }

    pub(crate) fn complain(&mut self, text: impl Into<String>) -> Value {
        self.message = Message::Bad(text.into());
        done()
    }

    /// Shows the first step of an answer as an arrow: at the line that it shifts, or on the piece that is pushed first.
    fn point(&mut self, steps: &[String]) {
        self.arrow = self.game.as_ref().and_then(|game| game.arrow(steps));
    }

    /// Switches the overlay with that index on or off.
    pub fn switch_overlay(&mut self, index: usize) -> Value {
        let Some(game) = &self.game else { return Value::Null };
        let controls = game.position().controls();
        let Some(overlay) = controls.and_then(|controls| controls.overlays().get(index)) else {
            return self.complain("there are no such squares to show in this puzzle");
        };
        let refusal = controls.filter(|_| !overlay.is_of_piece).and_then(|it| it.marked(overlay, None).err());
        if let Some(reason) = refusal {
            return self.complain(String::from(reason));
        }
        match self.switched.iter().position(|name| *name == overlay.name) {
            Some(at) => drop(self.switched.swap_remove(at)),
            None => self.switched.push(overlay.name),
        }
        let is_on = overlay.is_of_piece != self.switched.contains(&overlay.name);
        self.say(format!("{}: {}", if is_on { "shown" } else { "not shown" }, overlay.summary))
    }
}

/// The browser has nothing to do but to show the new state.
fn done() -> Value {
    json!({ "do": "" })
}

// What a pointer does: a tap walks or takes up a box, a drag moves it elsewhere or is a press of the pad.

impl Session {
    /// A tap on a cell of the first board.
    pub fn tap(&mut self, row: usize, column: usize) -> Value {
        let at = Coordinates::new(row, column);
        let Some(game) = &self.game else { return Value::Null };
        let can_take = |place| game.position().controls().is_some_and(|controls| controls.can_take(place));
        match self.taken {
            Some(from) if from == at => {
                self.taken = None;
                self.message = Message::None;
                done()
            }
            Some(from) if !can_take(at) => {
                self.taken = None;
                self.execute(PlayCommand::Bring(from, at))
            }
            _ if can_take(at) => {
                self.taken = Some(at);
                self.say("taken up: tap where it should go")
            }
            _ => self.execute(PlayCommand::Go(at)),
        }
    }

    /// A drag from a cell of the first board to another, or in their direction if the second is off the board.
    pub fn drag(&mut self, from: (usize, usize), to: (i32, i32)) -> Value {
        let Some(game) = &self.game else { return Value::Null };
        let Some(controls) = game.position().controls() else { return Value::Null };
        self.taken = None;
        let place = Coordinates::new(from.0, from.1);
        let panel = controls.panels()[0];
        let signed = |number: usize| i32::try_from(number).unwrap_or(i32::MAX);
        let (down, right) = (to.0 - signed(from.0), to.1 - signed(from.1));
        let target = usize::try_from(to.0).ok().zip(usize::try_from(to.1).ok());
        let target = target.map(|(row, column)| Coordinates::new(row, column)).filter(|&target| panel.holds(target));
        let moves_piece = controls.cursor().is_some() || controls.can_take(place);
        match target {
            Some(target) if target == place => self.tap(from.0, from.1),
            Some(target) if moves_piece => self.execute(PlayCommand::Bring(place, target)),
            _ if controls.cursor().is_some() => Value::Null,
            _ => {
                let direction = match (down.abs() > right.abs(), down > 0, right > 0) {
                    (true, true, _) => PadDirection::Down,
                    (true, false, _) => PadDirection::Up,
                    (false, _, true) => PadDirection::Right,
                    (false, _, false) => PadDirection::Left,
                };
                self.execute(PlayCommand::Press { direction, held: false })
            }
        }
    }

    /// A press of a direction on the screen, with the button held or not.
    pub fn press(&mut self, word: &str, held: bool) -> Value {
        match PadDirection::of_word(word) {
            Some(direction) => {
                self.taken = None;
                self.execute(PlayCommand::Press { direction, held })
            }
            None => Value::Null,
        }
    }
}

// Searches, and following their answers.

impl Session {
    /// The request of a search from the present position.
    pub(crate) fn search_for(&mut self, purpose: Purpose) -> Value {
        let Some(game) = &self.game else { return Value::Null };
        self.last_id += 1;
        let id = self.last_id;
        // Whole solutions are made better, not their rests.
        let (from, searched, known) = match purpose {
            Purpose::Optimise => (Bookmark::default(), game.puzzle().start().puzzle(), game.known_solutions()),
            _ => (game.bookmark(), game.here(), Vec::new()),
        };
        self.pending = Some((id, purpose, from));
        let request = Request { known, ..self.request(id, purpose, searched.as_ref()) };
        self.message = Message::None;
        self.result.clear();
        json!({ "search": request })
    }

    pub(crate) fn request(&self, id: u32, purpose: Purpose, puzzle: &dyn Puzzle) -> Request {
        Request {
            id,
            purpose,
            kind: puzzle.kind().to_owned(),
            text: puzzle.text(),
            name: self.game.as_ref().map_or_else(String::new, |game| game.title().to_owned()),
            known: Vec::new(),
            options: self.options.clone(),
        }
    }

    /// The request of the short search for a proof that no solution is left, if it is due.
    pub fn watch(&mut self) -> Value {
        let Some(game) = self.game.as_ref().filter(|_| self.warns && self.editing.is_none()) else {
            return Value::Null;
        };
        if !dead_position::is_worth_asking(game) {
            return Value::Null;
        }
        let here = game.here();
        self.last_id += 1;
        self.watching = Some(self.last_id);
        json!(self.request(self.last_id, Purpose::Dead, here.as_ref()))
    }

    /// Takes over what a search has found, given as JSON, and returns the new state.
    pub fn found(&mut self, found: &str) -> Value {
        match serde_json::from_str::<Found>(found) {
            Ok(found) if found.purpose == Purpose::Dead => self.watched(&found),
            Ok(found) if matches!(found.purpose, Purpose::Prove | Purpose::Draft) => {
                if let Some(editing) = &mut self.editing {
                    editing.found(&found);
                }
            }
            Ok(found) => self.take_over(&found),
            Err(error) => _ = self.complain(format!("the result cannot be read: {error}")),
        }
        self.state()
    }

    /// A search ended without a result: the worker was ended, or it failed.
    pub fn lost(&mut self, reason: &str) -> Value {
        self.pending = None;
        self.complain(report::escaped(reason));
        self.state()
    }

    fn watched(&mut self, found: &Found) {
        let Some(game) = self.game.as_ref().filter(|_| self.watching == Some(found.id)) else { return };
        let run = found.run(game.here().as_ref());
        self.watching = None;
        self.dead =
            dead_position::reason(&run).map(|reason| format!("no solution is left: {}", report::escaped(reason)));
    }

    fn take_over(&mut self, found: &Found) {
        let is_awaited = self.pending.as_ref().is_some_and(|(id, ..)| *id == found.id);
        let Some((_, purpose, from)) = self.pending.take_if(|_| is_awaited) else { return };
        let Some(game) = &mut self.game else { return };
        if purpose == Purpose::Compare {
            self.result = if found.table.is_empty() { found.text.clone() } else { found.table.clone() };
            return;
        }
        // The game may be at another place by now; the answer is of the puzzle there.
        let is_here = game.steps() == from.steps();
        let searched = {
            let mut position = game.puzzle().start();
            let applied = from.steps().iter().all(|step| position.apply(step).is_ok());
            if applied { position.puzzle() } else { return }
        };
        let run = found.run(searched.as_ref());
        let is_better = game.remember(&run, from);
        self.result = format!("{}\n{}", found.text.trim_end(), statistics(found));
        if let (Purpose::Hint, Some(verified), true) = (purpose, run.verified(), is_here) {
            let steps = verified.steps.clone();
            self.point(&steps);
        }
        if let (Purpose::Follow, Some(verified), true) = (purpose, run.verified(), is_here) {
            let steps = verified.steps.clone();
            self.follow(steps);
            return;
        }
        let wanted = match purpose {
            Purpose::Hint => Wanted::Hint,
            Purpose::Optimise => Wanted::Optimise,
            _ => Wanted::Solve,
        };
        self.message = report::found(&run, wanted, is_better);
    }

    /// Begins to follow an answer from the present position.
    pub(crate) fn follow(&mut self, steps: Vec<String>) -> Value {
        let Some(game) = &self.game else { return Value::Null };
        match Following::new(game.here(), steps, game.title().to_owned()) {
            Ok(following) => {
                self.following = Some(following);
                self.message = Message::None;
                json!({ "do": "follow" })
            }
            Err(reason) => self.complain(report::escaped(&reason)),
        }
    }

    /// Follows the known answer, if there is one from here.
    pub fn follow_answer(&mut self) -> Value {
        self.execute(PlayCommand::Follow(1))
    }

    /// Goes to a place in the answer that is followed.
    pub fn go_along(&mut self, done: usize) {
        if let Some(following) = &mut self.following {
            following.go_to(done);
        }
    }

    /// Goes back to the game.
    pub fn leave_answer(&mut self) -> Value {
        self.following = None;
        json!({ "do": "left" })
    }

    /// A text to copy or to save: `lurd` (the answer that is followed, or the steps that are done), `words`, `level`, or a
    /// format of pictures that is text.
    #[must_use]
    pub fn export(&self, format: &str, is_light: bool) -> Value {
        let Some(game) = &self.game else { return Value::Null };
        let name = file_name(game.title());
        let text = match format {
            "lurd" => Some(self.following.as_ref().map_or_else(|| game.text(), |it| it.solution.clone())),
            "words" => Some(self.following.as_ref().map_or_else(|| game.position().in_words(), Following::text)),
            "level" => Some(game.puzzle().text()),
            _ => None,
        };
        if let Some(text) = text {
            let extension = if format == "level" { "txt" } else { format };
            return json!({ "name": format!("{name}.{extension}"), "text": text });
        }
        let Ok(picture) = PictureFormat::of(&format!("x.{format}")) else { return Value::Null };
        let drawn = self.drawn(is_light, |subject| picture.draw_as_text(subject));
        let (here, title) = (game.position().puzzle(), game.title());
        let board = Drawn { puzzles: &[(here.as_ref(), title)], title, steps: &[], theme: theme(is_light) };
        match drawn.unwrap_or_else(|| picture.draw_as_text(&board)) {
            Ok(Some(text)) => json!({ "name": format!("{name}.{format}"), "text": text }),
            Ok(None) => Value::Null,
            Err(error) => json!({ "error": { "message": error, "text": error } }),
        }
    }

    /// The drawings that the GIF of the answer that is followed consists of, which the browser turns into pixels: a list of
    /// SVG documents with their sizes.
    #[must_use]
    pub fn gif_drawings(&self, is_light: bool) -> Value {
        let name = format!("{}.gif", self.game.as_ref().map_or_else(String::new, |game| file_name(game.title())));
        match self.drawn(is_light, drawings) {
            Some(Ok(drawings)) => {
                let of = |it: Drawing| json!({ "svg": it.svg, "width": it.width, "height": it.height });
                json!({ "name": name, "drawings": drawings.into_iter().map(of).collect::<Vec<_>>() })
            }
            Some(Err(error)) => json!({ "error": { "message": error, "text": error } }),
            None => Value::Null,
        }
    }

    /// The GIF of the answer that is followed, from the pixels of its drawings. Empty if it cannot be made.
    #[must_use]
    pub fn gif(&self, is_light: bool, pixels: &[u8]) -> Vec<u8> {
        let made = self.drawn(is_light, |subject| gif_of_drawings(subject, pixels));
        made.and_then(Result::ok).unwrap_or_default()
    }

    /// Draws the answer that is followed.
    fn drawn<T>(
        &self,
        is_light: bool,
        draw: impl FnOnce(&Drawn<'_>) -> Result<T, String>,
    ) -> Option<Result<T, String>> {
        let Following { puzzle, steps, title, .. } = self.following.as_ref()?;
        Some(draw(&Drawn { puzzles: &[(puzzle.as_ref(), title)], title, steps, theme: theme(is_light) }))
    }

    /// The steps of a text, carried out in the game: what the terminal does with a paste.
    pub fn paste_steps(&mut self, text: &str) -> bool {
        let Some(game) = &self.game else { return false };
        let reads = game.reads(text).is_ok() && !StepText::words(game.puzzle(), text).is_empty();
        if reads {
            self.execute(PlayCommand::Act(text.to_owned()));
        }
        reads
    }
}

fn statistics(found: &Found) -> String {
    format!("{} expansions in {:.3} s, by {}", found.expanded, found.seconds, found.strategy)
}

fn theme(is_light: bool) -> ThemeName {
    if is_light { ThemeName::Light } else { ThemeName::Dark }
}

/// The letters of a title that every system allows in the name of a file.
fn file_name(title: &str) -> String {
    let plain: String = title.chars().map(|it| if it.is_alphanumeric() { it } else { '-' }).take(60).collect();
    let plain = plain.trim_matches('-');
    if plain.is_empty() { "puzzle".to_owned() } else { plain.to_owned() }
}
