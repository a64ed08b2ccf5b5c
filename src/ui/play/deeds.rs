//! What keys and words do.

use std::time::{Duration, Instant};

use super::draw;
use super::keys::{Deed, HELP};
use super::searches::Purpose;
use super::stage::{Message, PlayStage};
use crate::report;
use crate::toolkit::play::words::{Level, Word};
use crate::toolkit::play::{Lost, Moved, Onward, Spot};
use crate::toolkit::solve::{End, Run};
use crate::ui::screen::Flow;
use crate::ui::screen::entry::Entry;
use crate::ui::screen::layout::plain;
use crate::ui::screen::pages::Pages;

const SLOWEST: Duration = Duration::from_millis(3200);
const FASTEST: Duration = Duration::from_millis(25);

impl PlayStage {
    pub(super) fn deed(&mut self, deed: Deed) -> Flow {
        if !matches!(deed, Deed::Auto | Deed::Faster | Deed::Slower | Deed::Help | Deed::Warn | Deed::View) {
            self.auto = None;
        }
        match deed {
            Deed::Press(way, held) => self.press(way, held),
            Deed::Undo => {
                let undone = self.game_mut().undo_action();
                self.went(undone, "nothing to undo");
            }
            Deed::Redo => {
                let redone = self.game_mut().redo_action();
                self.went(redone, "nothing to redo");
            }
            Deed::Mark => self.mark("mark"),
            Deed::Return => self.return_to("mark"),
            Deed::Restart => self.word(Word::Restart),
            Deed::Hint => self.word(Word::Hint),
            Deed::Solve => self.word(Word::Solve),
            Deed::Step => self.word(Word::Step(1)),
            Deed::Back => self.word(Word::Back(1)),
            Deed::Answer => self.word(Word::Answer),
            Deed::Rest => self.word(Word::Rest),
            Deed::Next => self.word(Word::Level(Level::Next)),
            Deed::Previous => self.word(Word::Level(Level::Previous)),
            Deed::Warn => self.word(Word::Warn(!self.searches.warns)),
            Deed::Auto => self.toggle_auto(),
            Deed::Faster => self.set_pace(self.pace / 2),
            Deed::Slower => self.set_pace(self.pace * 2),
            Deed::Words => self.entry = Some(Entry::new(":", "")),
            Deed::View => self.view_all(),
            Deed::Help => self.pages = Some(Pages::keys("Playing", HELP)),
            Deed::Drop => {
                if self.taken.take().is_none() && !self.searches.cancel() {
                    self.message = Message::None;
                }
            }
            Deed::Quit => return Flow::Leave,
        }
        Flow::Stay
    }

    /// All that is said, however long it is.
    fn view_all(&mut self) {
        let game = self.game();
        let counts = format!("{}.", report::done_at_length(game));
        let (message, _) = draw::message(self);
        let notes = draw::notes(self).into_iter().map(|(note, _)| note);
        let all = [message, counts].into_iter().chain(notes).filter(|text| !text.is_empty());
        let all: Vec<String> = all.flat_map(|text| [plain(&text), String::new()]).collect();
        self.pages = Some(Pages::text("All that is said", all));
    }

    pub(super) fn mark(&mut self, name: &str) {
        self.game_mut().mark(name);
        self.say(format!("marked as '{name}'"));
    }

    pub(super) fn return_to(&mut self, name: &str) {
        let done = self.game_mut().return_to(name).map(|()| Moved::default());
        self.moved(done);
    }

    /// A word, typed or by its key.
    pub(super) fn word(&mut self, word: Word) {
        match word {
            Word::Act(text) => {
                let done = self.game_mut().act(&text).map_err(|refusal| refusal.to_string());
                self.moved(done);
            }
            Word::Undo(count) => {
                let undone = self.game_mut().undo(count);
                self.went(undone, "nothing to undo");
            }
            Word::Redo(count) => {
                let redone = self.game_mut().redo(count);
                self.went(redone, "nothing to redo");
            }
            Word::Restart => {
                let undone = self.game_mut().restart();
                self.went(undone, "this is the start");
            }
            Word::Mark(name) => self.mark(&name),
            Word::Return(name) => self.return_to(&name),
            Word::Go(to) => {
                let done = self.game_mut().go(to);
                self.moved(done);
            }
            Word::Bring(from, to) => {
                let done = self.game_mut().bring(from, to);
                self.moved(done);
            }
            Word::Hint => self.hint(),
            Word::Solve => self.solve(),
            Word::Rest => self.look_for(Purpose::Rest),
            Word::Step(count) => {
                self.step(count);
            }
            Word::Back(count) => match self.game_mut().back(count) {
                Ok(walked) => self.went(walked.steps.len(), "the answer begins here"),
                Err(lost) => self.lost(lost),
            },
            Word::Answer => match self.game_mut().return_to_answer() {
                Ok(()) => self.went(1, ""),
                Err(lost) => self.lost(lost),
            },
            Word::Level(level) => self.level(level),
            Word::Show => self.message = Message::None,
            Word::History => {
                let text = self.game().text();
                self.say(text);
            }
            Word::Warn(on) => {
                self.searches.warns = on;
                self.say(if on { "warns when no solution is left" } else { "does not warn any more" });
            }
            Word::Help => self.pages = Some(Pages::keys("Playing", HELP)),
            // Typed quit is seen before.
            Word::Quit => {}
        }
    }

    pub(super) fn level(&mut self, level: Level) {
        match self.course.go_to(level, &self.catalog) {
            Ok(entered) => {
                self.unsaved = entered.unsaved;
                self.entered(entered.resumed);
            }
            Err(message) => self.complain(message),
        }
    }

    pub(super) fn lost(&mut self, lost: Lost) {
        self.auto = None;
        self.complain(match lost {
            Lost::NoAnswer => "there is no answer yet: f finds one",
            Lost::Elsewhere => {
                "the answer does not lead through here: 0 goes to where it begins, f finds another"
            }
        });
    }

    /// Along the answer; whether there was anything to do.
    pub(super) fn step(&mut self, count: usize) -> bool {
        match self.game_mut().step(count) {
            Ok((walked, moved)) => {
                let is_step = !walked.steps.is_empty();
                if is_step {
                    self.moved(Ok(moved));
                } else {
                    self.complain("the answer ends here");
                }
                is_step
            }
            Err(lost) => {
                self.lost(lost);
                false
            }
        }
    }

    pub(super) fn toggle_auto(&mut self) {
        if self.auto.take().is_some() {
            return self.say("stopped");
        }
        match self.game_mut().follow() {
            Ok(Onward { done, all, .. }) if done == all => self.complain("the answer ends here"),
            Ok(_) => {
                self.auto = Some(Instant::now());
                self.message = Message::None;
            }
            Err(lost) => self.lost(lost),
        }
    }

    pub(super) fn set_pace(&mut self, pace: Duration) {
        self.pace = pace.clamp(FASTEST, SLOWEST);
        self.say(format!("a step every {} ms", self.pace.as_millis()));
    }

    pub(super) fn hint(&mut self) {
        if self.game().is_solved() {
            return self.say("solved already");
        }
        if let Ok(Onward { done, all, rest, .. }) = self.game_mut().follow_best()
            && let Some(step) = rest.steps.first()
        {
            return self.say(format!("hint: {step} (step {} of {all} of the answer)", done + 1));
        }
        self.look_for(Purpose::Hint);
    }

    /// An answer: one that is known, or else one that is searched for. The player may have found a longer one than a
    /// search finds, so that is no reason not to search.
    fn solve(&mut self) {
        if let (Ok(onward), Some(wish)) = (self.game_mut().follow_best(), self.game().wish)
            && !onward.is_played
            && !onward.rest.steps.is_empty()
        {
            let left = report::left_of(&onward.rest, wish.metric);
            self.message = Message::Good(format!("a known answer: {left}; . steps along it, p plays it"));
            return;
        }
        self.look_for(Purpose::Solve);
    }

    pub(super) fn look_for(&mut self, purpose: Purpose) {
        let Self { searches, course, search, .. } = self;
        match searches.start(course.game(), purpose, search) {
            Ok(()) => self.message = Message::None,
            Err(message) => self.complain(message),
        }
    }

    pub(super) fn found(&mut self, run: &Run, purpose: Purpose, spot: Spot) {
        let is_better = self.game_mut().remember(run, spot);
        let left = || report::left(run).unwrap_or_else(|| "nothing is known of what is left".to_owned());
        self.message = match (&run.end, purpose) {
            (End::Unsupported { reason } | End::Error { message: reason }, _) => Message::Bad(reason.clone()),
            (_, Purpose::Rest) => Message::Said(left()),
            (_, Purpose::Hint) => Message::Said(format!("hint: {}", report::hint(run))),
            (End::Solved(_), Purpose::Solve) if !is_better => Message::Good(
                "none better than the answer that is known; . steps along it, p plays it".to_owned(),
            ),
            (End::Solved(_), Purpose::Solve) => {
                Message::Good(format!("an answer: {}; . steps along it, p plays it", left()))
            }
            (End::Unsolvable { reason, .. }, Purpose::Solve) => {
                Message::Bad(format!("no solution, proved: {reason}"))
            }
            (_, Purpose::Solve) => Message::Bad(format!("no answer found; {}", left())),
        };
    }
}
