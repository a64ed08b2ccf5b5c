//! What keys and words do.

use std::time::{Duration, Instant};

use super::draw;
use super::keys::{HELP, PlayAction};
use super::searches::Purpose;
use super::view::{Message, PlayView};
use crate::report;
use crate::toolkit::play::words::{Level, PlayCommand};
use crate::toolkit::play::{Bookmark, Lost, Moved, Onward};
use crate::toolkit::solve::{End, Run};
use crate::ui::screen::Flow;
use crate::ui::screen::entry::Entry;
use crate::ui::screen::layout::plain;
use crate::ui::screen::pages::Pages;

const SLOWEST: Duration = Duration::from_millis(3200);
const FASTEST: Duration = Duration::from_millis(25);

impl PlayView {
    pub(super) fn deed(&mut self, deed: PlayAction) -> Flow {
        if !matches!(
            deed,
            PlayAction::Auto
                | PlayAction::Faster
                | PlayAction::Slower
                | PlayAction::Help
                | PlayAction::Warn
                | PlayAction::View
        ) {
            self.auto = None;
        }
        match deed {
            PlayAction::Press(way, held) => self.press(way, held),
            PlayAction::Undo => {
                let undone = self.game_mut().undo_action();
                self.went(undone, "nothing to undo");
            }
            PlayAction::Redo => {
                let redone = self.game_mut().redo_action();
                self.went(redone, "nothing to redo");
            }
            PlayAction::Mark => self.mark("mark"),
            PlayAction::Return => self.return_to("mark"),
            PlayAction::Restart => self.word(PlayCommand::Restart),
            PlayAction::Hint => self.word(PlayCommand::Hint),
            PlayAction::Solve => self.word(PlayCommand::Solve),
            PlayAction::Step => self.word(PlayCommand::Step(1)),
            PlayAction::Back => self.word(PlayCommand::Back(1)),
            PlayAction::Answer => self.word(PlayCommand::Answer),
            PlayAction::Rest => self.word(PlayCommand::Rest),
            PlayAction::Next => self.word(PlayCommand::Level(Level::Next)),
            PlayAction::Previous => self.word(PlayCommand::Level(Level::Previous)),
            PlayAction::Warn => self.word(PlayCommand::Warn(!self.searches.warns)),
            PlayAction::Auto => self.toggle_auto(),
            PlayAction::Faster => self.set_pace(self.pace / 2),
            PlayAction::Slower => self.set_pace(self.pace * 2),
            PlayAction::Words => self.entry = Some(Entry::new(":", "")),
            PlayAction::View => self.view_all(),
            PlayAction::Help => self.pages = Some(Pages::keys("Playing", HELP)),
            PlayAction::Drop => {
                if self.taken.take().is_none() && !self.searches.cancel() {
                    self.message = Message::None;
                }
            }
            PlayAction::Quit => return Flow::Leave,
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
    pub(super) fn word(&mut self, word: PlayCommand) {
        match word {
            PlayCommand::Act(text) => {
                let done = self.game_mut().act(&text).map_err(|refusal| refusal.to_string());
                self.moved(done);
            }
            PlayCommand::Undo(count) => {
                let undone = self.game_mut().undo(count);
                self.went(undone, "nothing to undo");
            }
            PlayCommand::Redo(count) => {
                let redone = self.game_mut().redo(count);
                self.went(redone, "nothing to redo");
            }
            PlayCommand::Restart => {
                let undone = self.game_mut().restart();
                self.went(undone, "this is the start");
            }
            PlayCommand::Mark(name) => self.mark(&name),
            PlayCommand::Return(name) => self.return_to(&name),
            PlayCommand::Go(to) => {
                let done = self.game_mut().go(to);
                self.moved(done);
            }
            PlayCommand::Bring(from, to) => {
                let done = self.game_mut().bring(from, to);
                self.moved(done);
            }
            PlayCommand::Hint => self.hint(),
            PlayCommand::Solve => self.solve(),
            PlayCommand::Rest => self.look_for(Purpose::Rest),
            PlayCommand::Step(count) => {
                self.step(count);
            }
            PlayCommand::Back(count) => match self.game_mut().back(count) {
                Ok(walked) => self.went(walked.steps.len(), "the answer begins here"),
                Err(lost) => self.lost(lost),
            },
            PlayCommand::Answer => match self.game_mut().return_to_answer() {
                Ok(()) => self.went(1, ""),
                Err(lost) => self.lost(lost),
            },
            PlayCommand::Level(level) => self.level(level),
            PlayCommand::Show => self.message = Message::None,
            PlayCommand::History => {
                let text = self.game().text();
                self.say(text);
            }
            PlayCommand::Warn(on) => {
                self.searches.warns = on;
                self.say(if on { "warns when no solution is left" } else { "does not warn any more" });
            }
            PlayCommand::Help => self.pages = Some(Pages::keys("Playing", HELP)),
            // Typed quit is seen before.
            PlayCommand::Quit => {}
        }
    }

    pub(super) fn level(&mut self, level: Level) {
        match self.level_set.go_to(level, &self.catalog) {
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
        if let (Ok(onward), Some(objective)) = (self.game_mut().follow_best(), self.game().objective)
            && !onward.is_played
            && !onward.rest.steps.is_empty()
        {
            let left = report::left_of(&onward.rest, objective.metric);
            self.message = Message::Good(format!("a known answer: {left}; . steps along it, p plays it"));
            return;
        }
        self.look_for(Purpose::Solve);
    }

    pub(super) fn look_for(&mut self, purpose: Purpose) {
        let Self { searches, level_set, search, .. } = self;
        match searches.start(level_set.game(), purpose, search) {
            Ok(()) => self.message = Message::None,
            Err(message) => self.complain(message),
        }
    }

    pub(super) fn found(&mut self, run: &Run, purpose: Purpose, spot: Bookmark) {
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
